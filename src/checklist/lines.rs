//! One pass over the lines of a text: what each line is, before any meaning is read into it.

use std::sync::LazyLock;

use super::folding::{NUMBERED_LINE, fold, numeral};
use super::pattern::Pattern;
use super::words::{is_wide, length};

/// What a line is by its form alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    Blank,
    /// `--- file: NAME ---`, as several files are joined.
    File,
    Heading(u8),
    /// A line of `===` or `---`, which may underline a heading.
    Underline(u8),
    Item(Mark),
    Row,
    /// The line under a table's head, or the border of a drawn table.
    RowRule,
    Quote,
    Code,
    Text,
}

/// The marker of a list item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// The number or letter, without its punctuation.
    pub(super) number: Option<String>,
    pub(super) checkbox: bool,
}

/// A line with its form.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) no: u32,
    pub(super) indent: usize,
    pub(super) shape: Shape,
    /// The content without markers, comments and emphasis.
    pub(super) text: String,
    /// Whether the line links to something outside, or has a footnote.
    pub(super) linked: bool,
    /// Whether all of it is set in bold, as people write headings without `#`.
    pub(super) bold: bool,
}

static ITEM: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^(?:(?:[-*+]|•|–|—|◦|▪|·)[ \t]+|(?:・|●|○|◎|■|◆|◇|▼|▶|➤|◦|▪|•)[ \t]*|",
        r"\(?([0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?|[a-hA-H])[.)](?:[ \t]+|$)|",
        r"([0-9]{1,3}(?:\.[0-9]{1,3})+)[ \t]+|",
        r"\(?([0-9]{1,3})[.)]([A-Z*\x{300a}-\x{300f}\x{3040}-\x{30ff}\x{3400}-\x{9fff}]))",
    ))
});
static CHECKBOX: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^(?:\\?\[[ xX~-]?\\?\](?:[ \t]+|$)|(?:☐|☑|☒|✅|⬜|□)[ \t]*)"));
static FILE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^(?:---+|===+)[ \t]*(?i-u:file:?)[ \t]+.+[^-=](?:---+|===+)$"));
static LINK: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"!?\[([^\[\]]*)\]\(([^()\s]*)[^()]*\)"));
static OUTSIDE: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"https?://|\]\([^#m)][^)]*\)|\[\^[^\]]+\]|\[[0-9]{1,3}\](?:[^(:]|$)|\]\[[^\]]+\]"));

/// Reads the lines of a text. Front matter and HTML comments are left out; code stays, as [`Shape::Code`].
pub(super) fn scan(text: &str) -> Vec<Line> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let raw: Vec<&str> = text.split('\n').map(|l| l.strip_suffix('\r').unwrap_or(l)).collect();
    let body = front_matter(&raw);
    let mut fence: Option<(char, usize)> = None;
    let mut comment = false;
    let mut lines = Vec::with_capacity(raw.len());
    for (index, line) in raw.iter().enumerate().skip(body) {
        let no = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mark = fence_mark(line);
        if let Some((open, len)) = fence {
            if mark.is_some_and(|(c, n)| c == open && n >= len) && line.trim_matches([' ', '\t', open]).is_empty() {
                fence = None;
            } else {
                let text = (*line).to_owned();
                lines.push(Line { no, indent: 0, shape: Shape::Code, text, linked: false, bold: false });
            }
            continue;
        }
        let visible = uncomment(&fold(line), &mut comment);
        if !comment && mark.is_some() {
            fence = mark;
            continue;
        }
        lines.push(classify(no, &visible));
    }
    lines
}

fn front_matter(raw: &[&str]) -> usize {
    let fence = match raw.first() {
        Some(&"---") => "---",
        Some(&"+++") => "+++",
        _ => return 0,
    };
    if !raw.get(1).is_some_and(|l| l.contains([':', '=']) && !l.starts_with('#')) {
        return 0;
    }
    let end = raw.iter().skip(1).take(200).position(|l| l.trim_end() == fence || *l == "...");
    end.map_or(0, |at| at + 2)
}

fn fence_mark(line: &str) -> Option<(char, usize)> {
    let line = line.trim_start();
    let first = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let len = line.chars().take_while(|c| *c == first).count();
    let rest = line.get(len..).unwrap_or("");
    (len >= 3 && !(first == '`' && rest.contains('`'))).then_some((first, len))
}

/// The line without HTML comments; `open` says whether one goes on.
fn uncomment(line: &str, open: &mut bool) -> String {
    let mut rest = line;
    let mut visible = String::with_capacity(line.len());
    loop {
        if *open {
            let Some(end) = rest.find("-->") else {
                return visible;
            };
            rest = &rest[end + 3..];
            *open = false;
        }
        let Some(start) = rest.find("<!--") else {
            break;
        };
        visible.push_str(&rest[..start]);
        rest = &rest[start + 4..];
        *open = true;
    }
    visible.push_str(rest);
    visible
}

fn classify(no: u32, line: &str) -> Line {
    let body = line.trim_start();
    let indent = line[..line.len() - body.len()].chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
    let body = body.trim_end();
    let (shape, content) = shape(body, indent);
    let linked = OUTSIDE.is_match(content) || content.contains("<http");
    let bold = all_bold(content);
    Line { no, indent, shape, text: plain(content), linked, bold }
}

fn shape(body: &str, indent: usize) -> (Shape, &str) {
    if body.is_empty() {
        return (Shape::Blank, "");
    }
    if FILE.is_match(body) {
        return (Shape::File, body.trim_matches(['-', '=', ' ']));
    }
    if let Some(quoted) = body.strip_prefix('>') {
        return (Shape::Quote, quoted.trim_start_matches(['>', ' ']));
    }
    let hashes = body.bytes().take_while(|b| *b == b'#').count();
    if (1..=6).contains(&hashes) && indent < 4 && body[hashes..].starts_with([' ', '\t']) {
        let level = u8::try_from(hashes).unwrap_or(6);
        return (Shape::Heading(level), body[hashes..].trim().trim_end_matches('#').trim_end());
    }
    let drawn = body.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b'+' | b'=' | b' '));
    if drawn && body.contains(['-', '=']) {
        let level = if body.starts_with('=') { 1 } else { 2 };
        return (if body.contains(['|', '+']) { Shape::RowRule } else { Shape::Underline(level) }, "");
    }
    if let Some(found) = wide_heading(body).or_else(|| wide_numbered(body)) {
        return found;
    }
    // "**3.1 Design** | Owner: ..." is an item with a bold title; a line all in bold is a heading.
    let inner = body.strip_prefix("**").filter(|b| b.starts_with(|c: char| c.is_ascii_digit()) && !all_bold(body));
    if let Some((mark, content)) = item(inner.unwrap_or(body)) {
        return (Shape::Item(mark), content);
    }
    match body.starts_with('|') || body.contains(" | ") {
        true => (Shape::Row, body),
        false => (Shape::Text, body),
    }
}

/// Headings of scripts without upper case: "■ 背景", "【背景】".
fn wide_heading(body: &str) -> Option<(Shape, &str)> {
    let first = body.chars().next().filter(|c| !c.is_ascii() || matches!(c, '(' | '['))?;
    if !is_short(body) {
        return None;
    }
    if matches!(first, '■' | '◆' | '▼' | '●') {
        let title = body[first.len_utf8()..].trim();
        return (length(title) <= 8 && !title.contains(",  ")).then_some((Shape::Heading(7), title));
    }
    if first == '[' {
        let inner = body.strip_prefix('[')?.strip_suffix(']')?;
        return inner.starts_with(is_wide).then_some((Shape::Heading(7), inner));
    }
    None
}

/// Whether a line may be a heading: few words and no sentence.
fn is_short(body: &str) -> bool {
    let told = body.contains(".  ") || body.ends_with('.') || body.contains(",  ") && !body.contains(",   ");
    length(body) <= 12 && !told && (!body.contains(":  ") || body.ends_with(':'))
}

fn is_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// "一、背景" and "（一）背景", which are headings if they are short, and items if they are sentences.
fn wide_numbered(body: &str) -> Option<(Shape, &str)> {
    if let Some((number, title)) =
        body.split_once(NUMBERED_LINE).filter(|(number, title)| is_number(number) && title.contains(is_wide))
    {
        let number = Some(number.to_owned());
        let shape = if is_short(title) { Shape::Heading(7) } else { Shape::Item(Mark { number, checkbox: false }) };
        return Some((shape, title));
    }
    let first = body.chars().next().filter(|c| !c.is_ascii() || *c == '(')?;
    let bare = body.strip_prefix('(').unwrap_or(body);
    let end = bare.find(|c| numeral(&String::from(c)).is_none())?;
    let number = numeral(&bare[..end])?.to_string();
    let rest = &bare[end..];
    let (level, rest) = match first {
        '(' => (8, rest.strip_prefix(')')?),
        _ => (7, rest.strip_prefix(',').or_else(|| rest.strip_prefix('.'))?),
    };
    let item = || Shape::Item(Mark { number: Some(number), checkbox: false });
    Some((if is_short(rest) { Shape::Heading(level) } else { item() }, rest.trim_start()))
}

/// The marker and the content of a list item.
fn item(body: &str) -> Option<(Mark, &str)> {
    let boxed = |text: &str| CHECKBOX.find(text).map_or(0, |m| m.end());
    let Some(found) = ITEM.captures(body) else {
        let end = boxed(body);
        let alone = end == 0 || end == body.len() || body[end..].starts_with('(');
        return (!alone).then(|| (Mark { number: None, checkbox: true }, &body[end..]));
    };
    let number = [1, 2, 3].iter().find_map(|g| found.get(*g)).map(|m| m.as_str().to_owned());
    let end = found.get(4).map_or(found.get(0).map_or(0, |m| m.end()), |m| m.start());
    let content = &body[end..];
    let after = boxed(content);
    Some((Mark { number, checkbox: after > 0 }, &content[after..]))
}

/// The words of a line without emphasis, code marks, link targets and HTML.
pub(super) fn plain(text: &str) -> String {
    let text = LINK.keep_group(text);
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let kept = match c {
            '*' => before == ' ' && next == ' ',
            '`' => false,
            '~' => next != '~' && before != '~',
            '_' => before.is_alphanumeric() && next.is_alphanumeric(),
            '\\' => !next.is_ascii_punctuation(),
            _ => true,
        };
        before = c;
        match c {
            _ if !kept => {}
            '\u{2019}' | '\u{2018}' => out.push('\''),
            '\u{201c}' | '\u{201d}' => out.push('"'),
            '\u{a0}' | '\u{202f}' | '\t' => out.push(' '),
            _ => out.push(c),
        }
    }
    let out = out.replace("<br>", "; ").replace("<br/>", "; ").replace("<br />", "; ");
    out.trim().to_owned()
}

fn all_bold(raw: &str) -> bool {
    let raw = raw.trim().trim_end_matches(':');
    ["**", "__"].iter().any(|mark| {
        raw.len() > 4
            && raw.strip_prefix(mark).and_then(|r| r.strip_suffix(mark)).is_some_and(|inner| !inner.contains(mark))
    })
}
