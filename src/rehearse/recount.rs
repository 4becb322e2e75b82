//! A second count, made from the readings and from nothing that the state or the rules hold.

use quorate_strategies::{
    event::Event,
    reading::{Kind, Position, Reading, Stance},
    rule::{Level, Verdict},
    seat::Seat,
    step::StopReason,
    turn::TurnId,
};

use crate::manager::Finished;

/// One seat, as far as it has been counted.
#[derive(Debug)]
struct Counted<'a> {
    seat: &'a Seat,
    position: Position,
    stance: (Stance, u32),
    answered: bool,
    /// Whether its vote counts, and from which round on.
    votes: bool,
    since: u32,
}

/// The table, as far as a record has been counted.
#[derive(Debug, Default)]
struct Count<'a> {
    seats: Vec<Counted<'a>>,
    /// Who was asked, and in which round, by turn.
    asked: Vec<(usize, u32)>,
    round: u32,
}

impl<'a> Count<'a> {
    fn take(&mut self, event: &'a Event) {
        match event {
            Event::Seated { who, .. } => self.seats.push(Counted {
                seat: who,
                position: Position::Open,
                stance: (Stance::Unknown, 0),
                answered: true,
                votes: who.bench.map_or(who.vote, |bench| bench.vote),
                since: if who.bench.is_some() { u32::MAX } else { 0 },
            }),
            // Whoever comes late counts from its first round on, and that is the next.
            Event::Invited { seat, .. } => {
                self.seats.get_mut(seat.index()).into_iter().for_each(|one| one.since = self.round + 1);
            }
            Event::RoundOpened { round } => self.round = *round,
            Event::Asked { seat, .. } => self.asked.push((seat.index(), self.round)),
            Event::Answered { turn, message, .. } => self.answer(*turn, &message.reading),
            Event::Ended { turn, how, .. } => {
                if let Some((one, _)) = self.of(*turn) {
                    one.answered = *how == quorate_strategies::turn::Ending::NotNeeded && one.answered;
                }
            }
            _ => {}
        }
    }

    fn of(&mut self, turn: TurnId) -> Option<(&mut Counted<'a>, u32)> {
        let (seat, round) = self.asked.get(turn.index()).copied()?;
        self.seats.get_mut(seat).map(|one| (one, round))
    }

    fn answer(&mut self, turn: TurnId, reading: &Reading) {
        let Some((one, round)) = self.of(turn) else { return };
        one.answered = true;
        if reading.pass.is_some() {
            return;
        }
        let kind = reading.kind.from.counts().then_some(reading.kind.value);
        let stance = reading.stance.from.counts().then_some(reading.stance.value);
        if let Some(stance) = stance {
            one.stance = (stance, round);
        }
        one.position = match (kind, stance) {
            (Some(Kind::Consensus | Kind::Support), Some(Stance::Disagree))
            | (Some(Kind::Oppose), Some(Stance::Agree))
            | (Some(Kind::Proposal), _) => Position::Open,
            (Some(Kind::Consensus), _) => Position::For,
            (Some(Kind::Oppose), _) => Position::Against,
            (_, Some(Stance::Agree)) => Position::For,
            (_, Some(Stance::Disagree)) => Position::Against,
            _ => one.position,
        };
    }

    /// Those whose votes count in this round.
    fn voters(&self) -> impl Iterator<Item = &Counted<'a>> {
        self.seats.iter().filter(|one| one.votes && one.since <= self.round)
    }

    /// The weight of the votes that this accepts.
    fn weight(&self, wanted: impl Fn(&Counted<'a>) -> bool) -> u64 {
        let votes = self.voters().filter(|one| wanted(one));
        votes.map(|one| u64::from(one.seat.weight)).sum()
    }

    /// What is wrong with a verdict, if anything is.
    fn fault(&self, rule: &str, verdict: &Verdict, knob: impl Fn(&str, u64) -> u64) -> Option<String> {
        let of = self.weight(|_| true);
        let counts = |name: &str, weight: u64| {
            (verdict.count(name) != weight).then(|| format!("{rule}: {name} is {}, not {weight}", verdict.count(name)))
        };
        let reached = |reached: bool, full: bool| {
            let wrong = verdict.reached != reached || (verdict.level == Level::Full) != full;
            wrong.then(|| format!("{rule}: {verdict:?} of {self:?}"))
        };
        match rule {
            "ratio" => {
                let agreed = self.weight(|one| one.position == Position::For);
                let everybody = self.voters().all(|one| one.answered);
                let met = of > 0 && agreed * 100 >= knob("threshold", 70) * of;
                let full = met && agreed == of && everybody;
                counts("for", agreed).or_else(|| counts("of", of)).or_else(|| reached(met, full))
            }
            "stance" => {
                let said = |one: &Counted<'_>, stance| one.answered && one.stance == (stance, self.round);
                let agreed = self.weight(|one| said(one, Stance::Agree));
                let against = self.weight(|one| said(one, Stance::Disagree));
                let here = self.voters().filter(|one| one.answered).count();
                let quorum = usize::try_from(knob("quorum", 0)).unwrap_or(usize::MAX);
                let enough = of > 0 && here >= quorum;
                let met = enough && 3 * agreed >= 2 * of && against == 0;
                let wrong = counts("agree", agreed).or_else(|| counts("disagree", against));
                wrong.or_else(|| reached(met, met && agreed == of))
            }
            _ => below_threshold(rule, verdict, of),
        }
    }
}

/// Whether a winner has less than its rule asks for, by the numbers that the verdict itself shows.
fn below_threshold(rule: &str, verdict: &Verdict, weight: u64) -> Option<String> {
    let winner = verdict.winner.as_deref()?;
    if !verdict.reached {
        return Some(format!("{rule}: {winner} won what was not reached"));
    }
    let (votes, of) = (verdict.count(winner), verdict.count("of"));
    let enough = match rule {
        "majority" => 2 * votes > of,
        "supermajority" => 3 * votes >= 2 * of,
        "unanimity" => votes == of,
        _ => true,
    };
    let more = of > weight && matches!(rule, "majority" | "supermajority" | "unanimity");
    (!enough || more).then(|| format!("{rule}: {winner} won with {votes} of {of}, and the table weighs {weight}"))
}

/// What is wrong with the verdicts of a run, if anything is.
pub(super) fn verdicts(finished: &Finished) -> Option<String> {
    let charter = finished.state.charter();
    let knobs = charter.rule.as_ref().map(|rule| &rule.knobs);
    let knob =
        |name: &str, usual| knobs.and_then(|set| set.get(name)).and_then(|set| set.parse().ok()).unwrap_or(usual);
    let mut count = Count::default();
    for entry in &finished.entries {
        count.take(&entry.event);
        if let Event::Judged { rule, verdict } = &entry.event {
            let name = rule.split('/').next().unwrap_or_default();
            if let Some(fault) = count.fault(name, verdict, knob) {
                return Some(format!("event {}: {fault}", entry.seq));
            }
        }
    }
    let outcome = &finished.outcome;
    let reached = outcome.verdict.as_ref().is_some_and(|verdict| verdict.reached);
    (outcome.stop == StopReason::Decided && !reached).then(|| "decided, but not reached".to_owned())
}

/// Whose position is not where its own words put it, if anybody's.
pub(super) fn positions(finished: &Finished) -> Option<String> {
    let mut count = Count::default();
    finished.entries.iter().for_each(|entry| count.take(&entry.event));
    let mut both = finished.state.standings().iter().zip(&count.seats);
    let (_, bad) = both.find(|(standing, own)| standing.position != own.position)?;
    Some(format!("{} does not stand where its own words put it: {:?}", bad.seat.name, bad.position))
}
