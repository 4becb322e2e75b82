//! What small models were seen to write, recorded: a form that counts or no stance, never a guess.

use super::*;

#[test]
fn a_marker_first_instead_of_last_counts() {
    assert_eq!(stance("[STANCE: DISAGREE] Remote work is generally considered more flexible…"), Stance::Disagree);
    assert_eq!(stance("AGREE. Remote work is better for most people.\n[STANCE: DISAGREE]"), Stance::Disagree);
}

#[test]
fn no_stance_is_made_of_less_than_a_marker() {
    for text in [
        "[STANCE: AGRE]",
        "AGREE",
        "STANCE: DISAGREE.",
        "",
        "  \n",
        "[STANCE: AGREE",
        "STANCE: AGREE]",
        "I prefer office work",
        "[STANCE:]",
        "[STANCE]",
    ] {
        let reading = reads(text);
        assert_eq!(reading.stance.value, Stance::Unknown, "{text}");
        assert_eq!(reading.stance.from, Provenance::None, "{text}");
    }
}

#[test]
fn both_markers_are_an_echo_only_where_something_joins_them() {
    let reading = reads("last line must be exactly one of [STANCE: AGREE], [STANCE: DISAGREE]");
    assert_eq!(reading.stance.value, Stance::Unknown);
    assert!(warns(&reading, WarningCode::Echo));
    for text in ["[STANCE: AGREE] [STANCE: DISAGREE]", "[STANCE: AGREE]\n[STANCE: DISAGREE]"] {
        let reading = reads(text);
        assert_eq!(reading.stance.value, Stance::Disagree, "{text}");
        assert!(warns(&reading, WarningCode::SeveralStances), "{text}");
    }
}

#[test]
fn json_with_odd_white_space_and_confidence_on_another_scale() {
    let reading = reads("{ \"stance\" :\n\n   \"AGREE\"  ,\"confidence\":95   , \"opinion\" : \"\" }");
    assert_eq!(reading.stance.counted(), Some(&Stance::Agree));
    assert_eq!(reading.confidence.unwrap().value, 95);
    let reading = reads("{\"stance\": \"AGREE\", \"confidence\": 0.95}");
    assert!(reading.confidence.is_none() && warns(&reading, WarningCode::Scale));
}
