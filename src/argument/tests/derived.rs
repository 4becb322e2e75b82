//! What follows from the edges: support of proposals, camps, who convinced whom, repetition.

use quorate_strategies::reading::Provenance;

use super::*;

#[test]
fn proposals_are_listed_with_the_messages_for_and_against_them() {
    let room = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: SUPPORT] @Ann yes.");
    let argument = room.says(2, "[KIND: OPPOSE] Reply to #1: no.").says(1, "[KIND: SUPPORT] Yes, really.").argument();
    let [proposal] = argument.proposals() else { panic!("{:?}", argument.proposals()) };
    assert_eq!((proposal.message, proposal.seat), (TurnId(1), SeatId(0)));
    assert_eq!(proposal.supports, [TurnId(2)], "the fourth message is drawn to it as a guess and not counted");
    assert_eq!(proposal.objections, [TurnId(3)]);
}

/// The camps as `agree: 0 1`.
fn camps(argument: &Argument) -> Vec<String> {
    let camp = |camp: &super::super::Camp| {
        let seats: Vec<String> = camp.seats.iter().map(|seat| seat.0.to_string()).collect();
        format!("{}: {}", camp.stands.as_deref().unwrap_or("-"), seats.join(" "))
    };
    argument.camps().iter().map(camp).collect()
}

#[test]
fn who_stands_alike_is_a_camp_and_who_stands_nowhere_follows_whom_it_supported() {
    let mut four = room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: CONSENSUS] Tea it is.");
    four.names.push("Dan".to_owned());
    let room = four.says(2, "[KIND: OPPOSE] @Ann no.").says(3, "[KIND: SUPPORT] @Cem is right.");
    assert_eq!(camps(&room.argument()), ["against: 2 3", "-: 0", "for: 1"]);
    let stances = room.rule("stance").argument();
    assert_eq!(camps(&stances), ["-: 2 3", "-: 0", "-: 1"], "under another rule other things count");
}

#[test]
fn a_change_of_mind_names_the_message_that_it_refers_to() {
    let start = || room().says(0, "[KIND: PROPOSAL] Tea.").says(1, "[KIND: OPPOSE] No.").says(0, "A cent a cup.");
    let told = |room: Room| -> Vec<(u32, u32, Provenance)> {
        let argument = room.argument();
        argument.persuasions().iter().map(|one| (one.message.0, one.by.0, one.provenance)).collect()
    };
    let named = told(start().says(2, "Hm.").says(1, "[KIND: CONSENSUS] @Ann fine."));
    assert_eq!(named, [(5, 3, Provenance::Marker)]);
    let heard = told(start().says(2, "Hm.").says(1, "[KIND: CONSENSUS] Fine."));
    assert_eq!(heard, [(5, 4, Provenance::Guess)], "what was heard last need not be the cause");
    assert_eq!(told(start()), [], "how a seat came to stand anywhere is no change of mind");
}

#[test]
fn the_same_words_again_are_a_repetition() {
    let text = "The plan moves all users in one night and names no way back.";
    let room = room().says(0, text).says(1, text).says(0, &text.to_uppercase()).says(1, "[STANCE: AGREE]");
    let argument = room.says(1, "[STANCE: AGREE]").argument();
    let told: Vec<(u32, u32)> = argument.repetitions().iter().map(|one| (one.message.0, one.of.0)).collect();
    assert_eq!(told, [(3, 1)], "others may say it too, and markers are no words");
}
