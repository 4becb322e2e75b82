//! The lines of a Markdown text: which belong together, so that nothing is put into the middle of a table or of code.

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    /// A heading with its level, 1 to 6.
    Heading(usize),
    /// Code, its fences included, or the head matter of the file.
    Code,
    Table,
    Quote,
    Item,
    /// The line below a heading that has no marks.
    Underline(usize),
    Words,
}

/// Signs that begin an item where no Markdown does.
const BULLETS: [char; 10] = ['・', '•', '●', '○', '■', '□', '◆', '◇', '※', '–'];

/// A text line by line, each with its break and what it is.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) all: Vec<(&'a str, Line)>,
    /// What a line is ended with here.
    pub(super) end: &'static str,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut all: Vec<(&str, Line)> = Vec::new();
        let mut fence: Option<&str> = None;
        for line in text.split_inclusive('\n') {
            let bare = line.trim();
            let kind = match fence {
                Some(mark) => {
                    if closes(bare, mark) {
                        fence = None;
                    }
                    Line::Code
                }
                None if all.is_empty() && bare == "---" && text.matches("\n---").count() > 0 => {
                    fence = Some("---");
                    Line::Code
                }
                None => {
                    fence = opens(bare);
                    kind(line, all.last().map(|(_, kind)| *kind), fence)
                }
            };
            all.push((line, kind));
        }
        let end = if all.first().is_some_and(|(line, _)| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
        Self { all, end }
    }

    pub(super) fn kind(&self, at: usize) -> Option<Line> {
        self.all.get(at).map(|(_, kind)| *kind)
    }

    /// The line number `line`, counted from 1, is at this place; the last one where there is none so far down.
    pub(super) fn place(&self, line: u32) -> usize {
        (line.max(1) as usize).min(self.all.len().max(1)) - 1
    }

    /// How many lines stand before what may be put behind a line: behind the table or the code that it belongs to, and
    /// behind the words that go on.
    pub(super) fn behind(&self, at: usize) -> usize {
        let mut end = at + 1;
        let goes_on = |kind: Option<Line>, next: Option<Line>| {
            let same = matches!(kind, Some(Line::Code | Line::Table | Line::Quote)) && kind == next;
            let words = matches!(kind, Some(Line::Words | Line::Item));
            same || words && matches!(next, Some(Line::Words | Line::Underline(_)))
        };
        while goes_on(self.kind(end - 1), self.kind(end)) {
            end += 1;
        }
        end
    }

    /// The blanks that put something into the same item as this line.
    pub(super) fn indent(&self, at: usize) -> String {
        let Some((line, kind)) = self.all.get(at) else { return String::new() };
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        let own = line.get(..blanks).unwrap_or_default();
        match kind {
            Line::Item => format!("{own}{}", " ".repeat(marker(line.trim_start()))),
            // Four blanks outside of an item would be code, and so would a tab.
            _ if own.bytes().all(|blank| blank == b' ') && blanks < 4 || self.is_within_item(at) => own.to_owned(),
            _ => String::new(),
        }
    }

    fn is_within_item(&self, at: usize) -> bool {
        let before = self.all.get(..at).unwrap_or_default().iter().rev();
        before.take_while(|(_, kind)| !matches!(kind, Line::Heading(_))).any(|(_, kind)| *kind == Line::Item)
    }
}

fn opens(bare: &str) -> Option<&str> {
    let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark))?;
    let length = bare.len() - bare.trim_start_matches(mark.chars().next()?).len();
    // A fence of backticks cannot have one behind it in its line: that is code within words.
    let (run, info) = bare.split_at_checked(length)?;
    (mark != "```" || !info.contains('`')).then_some(run)
}

fn closes(bare: &str, mark: &str) -> bool {
    let own = mark.chars().next().unwrap_or('`');
    bare.len() >= mark.len() && bare.chars().all(|c| c == own)
}

fn kind(line: &str, before: Option<Line>, fence: Option<&str>) -> Line {
    let bare = line.trim();
    let level = bare.len() - bare.trim_start_matches('#').len();
    let underlines = |sign: char| bare.chars().all(|c| c == sign) && before == Some(Line::Words);
    match bare.chars().next() {
        _ if fence.is_some() => Line::Code,
        None => Line::Blank,
        Some('#') if level <= 6 && bare.get(level..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) => {
            Line::Heading(level)
        }
        Some('=') if underlines('=') => Line::Underline(1),
        Some('-') if underlines('-') => Line::Underline(2),
        Some('|') => Line::Table,
        Some('>') => Line::Quote,
        Some(first) if marker(bare) > 0 || BULLETS.contains(&first) || is_numbered(first) => Line::Item,
        Some(_) => Line::Words,
    }
}

/// The bytes of the sign of an item with the blank behind it; 0 where there is none.
fn marker(bare: &str) -> usize {
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let sign = match bare.as_bytes().get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        Some(b'.' | b')') if (1..=9).contains(&digits) => digits + 1,
        _ => return 0,
    };
    match bare.as_bytes().get(sign) {
        Some(b' ' | b'\t') => sign + 1,
        _ => 0,
    }
}

/// Numbers in circles and brackets.
const fn is_numbered(first: char) -> bool {
    matches!(first, '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}' | '\u{3220}'..='\u{3243}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Line> {
        Lines::of(text).all.into_iter().map(|(_, kind)| kind).collect()
    }

    #[test]
    fn a_line_is_what_a_reader_of_markdown_sees() {
        let text = "---\nowner: Ann\n---\n# Plan\n\nWords\ngo on\n===\n- item\n1. first\n| a | b |\n> said\n```sh\n# no heading\n```\n#no\n・項目\n① one\n";
        use Line::{Blank, Code, Heading, Item, Quote, Table, Underline, Words};
        let expected = [
            Code,
            Code,
            Code,
            Heading(1),
            Blank,
            Words,
            Words,
            Underline(1),
            Item,
            Item,
            Table,
            Quote,
            Code,
            Code,
            Code,
            Words,
            Item,
            Item,
        ];
        assert_eq!(kinds(text), expected);
        assert_eq!(kinds("---\nno end\n"), [Line::Words, Line::Words]);
        assert_eq!(kinds("````\n```\nopen"), [Code, Code, Code]);
        assert_eq!(kinds("```inline``` words\nmore\n"), [Line::Words, Line::Words]);
    }

    #[test]
    fn something_is_put_behind_what_belongs_together_and_into_its_item() {
        let text = "Words\ngo on\n\n| a |\n| b |\n\n1. item\n   - below\n```\ncode\n```\n";
        let lines = Lines::of(text);
        let behind = |line| lines.behind(lines.place(line));
        assert_eq!([1, 2, 4, 5, 7, 9, 10, 99].map(behind), [2, 2, 5, 5, 7, 11, 11, 11]);
        assert_eq!(lines.indent(6), "   ");
        assert_eq!(lines.indent(7), "     ");
        assert_eq!(lines.indent(0), "");
    }
}
