//! Where a record is kept: each line before it is acted on, and a readable prefix when that fails.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use quorate::{
    RunError,
    store::{Journal, Lines, StoreError},
    strategies::{prelude::*, record::Reader},
};

use super::table::{Log, about, checked, table};

/// Keeps lines in memory, so many and no more, and notes how many calls had been made by then.
#[derive(Debug, Clone, Default)]
struct Shelf {
    kept: Arc<Mutex<Vec<u8>>>,
    lines: usize,
    room: Option<usize>,
    log: Option<Log>,
    calls: Arc<Mutex<Vec<usize>>>,
}

impl Journal for Shelf {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        if self.room.is_some_and(|room| self.lines >= room) {
            let source = io::Error::new(io::ErrorKind::StorageFull, "the disk is full");
            return Err(StoreError::File { action: "write to", path: PathBuf::from("/shelf/record.jsonl"), source });
        }
        self.lines += 1;
        self.kept.lock().unwrap().extend_from_slice(line);
        self.calls.lock().unwrap().push(self.log.as_ref().map_or(0, Log::calls));
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn the_journal_holds_the_very_bytes_of_the_record() {
    let shelf = Shelf::default();
    let (discussion, _) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
    let done = checked(discussion.journal(shelf.clone()).run().await.unwrap());
    assert_eq!(*shelf.kept.lock().unwrap(), done.lines().unwrap());
    let mut written = Vec::new();
    done.write_record(&mut written).unwrap();
    assert_eq!(written, done.lines().unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_asked_only_when_that_it_is_asked_has_been_kept() {
    let (discussion, log) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
    let shelf = Shelf { log: Some(log.clone()), ..Shelf::default() };
    let done = checked(discussion.journal(shelf.clone()).run().await.unwrap());
    let calls = shelf.calls.lock().unwrap();
    let mut asked = 0;
    for (entry, calls) in done.entries.iter().zip(calls.iter()) {
        assert_eq!(*calls, asked, "calls made when event {} was kept", entry.seq);
        asked += usize::from(matches!(entry.event, quorate::strategies::event::Event::Asked { .. }));
    }
    assert_eq!(log.calls(), asked);
}

#[tokio::test(start_paused = true)]
async fn when_a_line_cannot_be_kept_the_discussion_stops_and_what_was_kept_can_be_read() {
    let (discussion, _) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
    let whole = discussion.run().await.unwrap().entries;
    for room in 0..whole.len() {
        let (mut discussion, log) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
        let shelf = Shelf { room: Some(room), ..Shelf::default() };
        let control = discussion.control();
        let error = discussion.journal(shelf.clone()).run().await.unwrap_err();
        let RunError::Store(StoreError::File { action: "write to", .. }) = &error else { panic!("{error}") };
        let said = error.to_string();
        assert!(said.contains("/shelf/record.jsonl") && said.contains("the disk is full"), "{said}");
        let kept = shelf.kept.lock().unwrap();
        let entries: Vec<_> = Reader::new(&kept).map(|entry| entry.unwrap()).collect();
        assert_eq!(entries, whole[..room]);
        assert_eq!(log.running(), 0);
        assert_eq!(control.say("Pat", "Hello?"), quorate::manager::Taken::TooLate);
    }
}

#[tokio::test(start_paused = true)]
async fn a_file_holds_the_record_and_one_that_exists_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let (discussion, _) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
    let done = checked(discussion.journal(Lines::create(&path).unwrap()).run().await.unwrap());
    assert_eq!(std::fs::read(&path).unwrap(), done.lines().unwrap());
    let error = Lines::create(&path).unwrap_err();
    let StoreError::File { action, source, .. } = &error else { panic!("{error}") };
    assert_eq!((*action, source.kind()), ("create", io::ErrorKind::AlreadyExists));
}

#[tokio::test(start_paused = true)]
async fn any_changed_byte_of_a_record_is_found() {
    let (discussion, _) = table(&["Ann", "Bob"], |_| "Yes. [STANCE: AGREE]".into());
    let bytes = checked(discussion.max_rounds(1).run().await.unwrap()).lines().unwrap();
    for at in (0..bytes.len()).step_by(17) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Reader::new(&changed).any(|entry| entry.is_err()), "byte {at}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_settings_of_rule_and_strategy_are_in_the_record_so_that_it_replays_by_name() {
    use quorate::strategies::{
        catalog::Catalog,
        rules::{Divisor, Majority, Ratio, Stances, Supermajority, Terms, Ties, Unanimity},
        strategies::{Expert, Opening, Others},
    };
    let (discussion, _) = table(&["Ann", "Bob", "Cy"], |request| match &*request.seat.name {
        "Cy" => "[KIND: OPINION] Hm.".into(),
        _ => "[STANCE: AGREE] Yes.".into(),
    });
    let done = checked(discussion.rule(Ratio::new(60).unwrap()).max_rounds(2).run().await.unwrap());
    assert_eq!(done.outcome.stop, StopReason::Decided, "two of three are enough for 60 %");

    let player = super::table::Player::new(&Log::default(), |_| "Yes.".into());
    let discussion = about("Ship?").strategy(Expert::new(Others::Together, Opening::FirstRound));
    let discussion = discussion.seat(Seat::new("Exp").role("expert"), player.clone()).seat(Seat::new("Ann"), player);
    checked(discussion.max_rounds(3).run().await.unwrap());

    let (catalog, terms) = (Catalog::builtin(), Terms { of: Divisor::Cast, quorum: 3, ties: Ties::FirstSeen });
    let rules: [Box<dyn DecisionRule>; 6] = [
        Box::new(Ratio::new(55).unwrap()),
        Box::new(Ratio::from_knobs(&[("partial".to_owned(), "33".to_owned())].into()).unwrap()),
        Box::new(Stances::with_quorum(2)),
        Box::new(Majority::new(terms)),
        Box::new(Supermajority::new(terms)),
        Box::new(Unanimity::new(terms)),
    ];
    for rule in rules {
        let settings = rule.settings();
        assert!(!settings.is_empty(), "{rule:?}");
        assert_eq!(format!("{:?}", catalog.rule(rule.name(), &settings).unwrap()), format!("{rule:?}"));
    }
}
