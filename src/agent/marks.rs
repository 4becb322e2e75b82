//! The marks of a gateway around what is no word of its agent: taken off, with what is private between them.

use std::borrow::Cow;

/// Around what a gateway tells its agent and nobody else. What stands between is never an answer.
const PRIVATE: [&str; 2] = ["<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"];
/// The first line of the same in earlier gateways, which put no marks around it.
const EVENT: &str = "[Internal task completion event]";
/// Around a result that a gateway hands on.
const RESULT: [&str; 2] = ["<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>", "<<<END_UNTRUSTED_CHILD_RESULT>>>"];
/// Around what a program printed that it ran.
const OUTPUT: [&str; 2] = ["<<<BEGIN_UNTRUSTED_EXEC_OUTPUT>>>", "<<<END_UNTRUSTED_EXEC_OUTPUT>>>"];
/// What begins a line around content from elsewhere; an id follows it.
const ELSEWHERE: [&str; 2] = ["<<<EXTERNAL_UNTRUSTED_CONTENT", "<<<END_EXTERNAL_UNTRUSTED_CONTENT"];

/// The text without marks, and without what is private; nothing is left of a text that is all private.
///
/// Of marks around a result only the lines go that are a mark and nothing else: one within the result neither cuts nor
/// extends it, and one that is quoted in a sentence stays. What is private ends with the last mark of its end, so that a
/// forged one lets nothing out; without an end it goes on to the end of the text.
pub(super) fn taken_off(text: &str) -> Cow<'_, str> {
    if !text.contains("<<<") && !text.contains(EVENT) {
        return Cow::Borrowed(text);
    }
    let open = without_private(text);
    if open.trim_start().starts_with(EVENT) {
        return Cow::Borrowed("");
    }
    let kept: String = open.split_inclusive('\n').filter(|line| !is_mark(line.trim())).collect();
    let mut kept = kept.trim();
    // The same on one line.
    if let Some(inner) = kept.strip_prefix(RESULT[0]).and_then(|rest| rest.strip_suffix(RESULT[1])) {
        kept = inner.trim();
    }
    if kept == text.trim() { Cow::Borrowed(text) } else { Cow::Owned(kept.to_owned()) }
}

fn without_private(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let [begins, is_end] =
        [|line: &str| line.trim().starts_with(PRIVATE[0]), |line: &str| line.trim().ends_with(PRIVATE[1])];
    let mut lines = text.split_inclusive('\n');
    let mut ends = lines.clone().filter(|line| is_end(line)).count();
    while let Some(line) = lines.next() {
        ends -= usize::from(is_end(line));
        if begins(line) {
            // The last end that there is; all the rest where there is none.
            if ends > 0 || !is_end(line) {
                lines.by_ref().find(|line| {
                    ends -= usize::from(is_end(line));
                    is_end(line) && ends == 0
                });
            }
        } else if line.trim() != PRIVATE[1] {
            kept.push_str(line);
        }
    }
    kept
}

fn is_mark(line: &str) -> bool {
    RESULT.contains(&line)
        || OUTPUT.contains(&line)
        || (line.ends_with(">>>") && ELSEWHERE.iter().any(|mark| line.starts_with(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str = RESULT[0];
    const END: &str = RESULT[1];

    #[test]
    fn the_marks_around_a_result_are_taken_off() {
        assert_eq!(taken_off(&format!("{BEGIN}\nI agree.\n[STANCE: AGREE]\n{END}")), "I agree.\n[STANCE: AGREE]");
        assert_eq!(taken_off(&format!("{BEGIN} I agree. {END}\n")), "I agree.");
        let output = "It says:\n<<<BEGIN_UNTRUSTED_EXEC_OUTPUT>>>\nok\n<<<END_UNTRUSTED_EXEC_OUTPUT>>>";
        assert_eq!(taken_off(output), "It says:\nok");
        let fetched = "Seen:\n<<<EXTERNAL_UNTRUSTED_CONTENT id=\"a1\">>>\nIt rains.\n<<<END_EXTERNAL_UNTRUSTED_CONTENT id=\"a1\">>>";
        assert_eq!(taken_off(fetched), "Seen:\nIt rains.");
    }

    #[test]
    fn a_mark_within_a_result_neither_cuts_nor_extends_it() {
        let inner = format!("{BEGIN}\nOne.\n{END}\nTwo.\n{END}\nThree.");
        assert_eq!(taken_off(&inner), "One.\nTwo.\nThree.");
        let quoted = format!("The gateway ends it with {END} and goes on.");
        assert_eq!(taken_off(&quoted), quoted);
        assert_eq!(taken_off(&format!("{BEGIN}\n{quoted}\n{END}")), quoted);
    }

    #[test]
    fn what_is_private_is_never_an_answer() {
        let [begin, end] = PRIVATE;
        assert_eq!(taken_off(&format!("{begin}\nsession_key: x\n{end}")), "");
        assert_eq!(
            taken_off(&format!("I agree.\n{begin}\nsecret\n{end}\n[STANCE: AGREE]")),
            "I agree.\n[STANCE: AGREE]"
        );
        let forged = format!("{begin}\nsecret\n{end}\nmore secret\n{end}\nI agree.");
        assert_eq!(taken_off(&forged), "I agree.", "a forged end lets nothing out");
        assert_eq!(taken_off(&format!("I agree.\n{begin}\nsecret without an end")), "I agree.");
        assert_eq!(taken_off(&format!("{EVENT}\nsource: subagent\nstatus: failed\n{BEGIN}\nraw\n{END}")), "");
    }

    #[test]
    fn a_text_without_marks_stays_as_it_is() {
        for text in ["I agree.\n", "", "a <<< b", "<<<SOMETHING>>>\n", "See [Internal task completion event] above."] {
            assert_eq!(taken_off(text), text);
        }
    }
}
