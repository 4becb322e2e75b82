//! What becomes of objections and questions.

use super::*;

/// What became of each objection: the number of the message that ended it, or none.
fn objections(argument: &Argument) -> Vec<(u32, Fate)> {
    argument.objections().iter().map(|one| (one.message.0, one.fate)).collect()
}

fn opposed() -> Room {
    room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: OPPOSE] @Ann it is too dear.")
}

#[test]
fn an_objection_that_nobody_refers_to_is_unanswered() {
    let argument = opposed().says(0, "Tea is good.").says(2, "[KIND: CONSENSUS] Tea it is.").argument();
    assert_eq!(objections(&argument), [(2, Fate::Unanswered)]);
    assert!(argument.is_unanswered(TurnId(2)) && !argument.is_unanswered(TurnId(1)));
    assert_eq!(argument.unanswered().count(), 1);
}

#[test]
fn who_refers_to_the_objection_or_to_who_raised_it_answers_it() {
    for text in ["@Bob it costs a cent a cup.", "Reply to #2: it costs a cent a cup.", "[KIND: OPPOSE] @Bob no."] {
        let argument = opposed().says(2, "Hm.").says(0, text).says(2, "@Bob see?").argument();
        assert_eq!(objections(&argument)[0], (2, Fate::Answered(TurnId(4))), "{text}");
    }
}

#[test]
fn an_objection_is_answered_also_when_its_speaker_said_something_else_since() {
    let argument = opposed().says(1, "[KIND: OPINION] Milk is cheap.").says(0, "@Bob a cent a cup.").argument();
    assert_eq!(objections(&argument), [(2, Fate::Answered(TurnId(4)))]);
}

#[test]
fn support_a_guess_and_what_was_said_unheard_answer_nothing() {
    let support = opposed().says(2, "[KIND: SUPPORT] @Bob it is, see #2.").argument();
    assert_eq!(objections(&support), [(2, Fate::Unanswered)]);
    let guess = opposed().says(2, "Step #2 is cheap.").argument();
    assert_eq!(objections(&guess), [(2, Fate::Unanswered)]);
    let together = room().together(&[(0, "[KIND: OPPOSE] No."), (1, "@Ann yes."), (2, "re #1: yes.")]).argument();
    assert_eq!(objections(&together), [(1, Fate::Unanswered)]);
}

#[test]
fn its_own_speaker_withdraws_it() {
    for text in ["[KIND: CONSENSUS] Tea it is.", "[STANCE: AGREE] Fine.", "[CONCEDE]"] {
        let argument = opposed().says(0, "@Bob a cent a cup.").says(1, text).argument();
        assert_eq!(objections(&argument), [(2, Fate::Withdrawn(TurnId(4)))], "{text}");
    }
}

#[test]
fn an_objection_is_one_that_counts() {
    let argument = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "@Ann I disagree.").argument();
    assert_eq!(objections(&argument), []);
    let argument = room().says(0, "Tea.").says(1, "[STANCE: DISAGREE] No.").argument();
    assert_eq!(objections(&argument), [(2, Fate::Unanswered)]);
}

#[test]
fn questions_are_answered_by_whom_they_mention_or_by_anybody() {
    let fates = |room: Room| -> Vec<Fate> { room.argument().questions().iter().map(|one| one.fate).collect() };
    let asked = || room().says(0, "[KIND: QUESTION] @Bob what does it cost?");
    assert_eq!(fates(asked().says(2, "Hm.").says(1, "Little.")), [Fate::Answered(TurnId(3))]);
    assert_eq!(fates(asked().says(2, "Little. (#1)").says(1, "Yes.")), [Fate::Answered(TurnId(2))]);
    assert_eq!(fates(asked().says(2, "Hm.").says(0, "Well?")), [Fate::Unanswered]);
    let all = || room().says(0, "[KIND: QUESTION] What does it cost?");
    assert_eq!(fates(all().says(0, "Anybody?").says(2, "Little.")), [Fate::Answered(TurnId(3))]);
    assert_eq!(fates(all().says(0, "Anybody?")), [Fate::Unanswered]);
    assert_eq!(fates(room().together(&[(0, "[KIND: QUESTION] Why?"), (1, "Because.")])), [Fate::Unanswered]);
}
