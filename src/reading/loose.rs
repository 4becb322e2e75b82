//! A tolerant reader of JSON and of what models write instead: single quotes, `True`, `None`, trailing commas.
//!
//! Nothing is evaluated, nesting is bounded, and all attempts on one text share a budget, so that the cost stays linear.

use std::borrow::Cow;

/// A value as written; numbers stay text so that no decimal is lost.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Loose<'t> {
    Null,
    Truth(bool),
    Number(&'t str),
    Text(Cow<'t, str>),
    List(Vec<Loose<'t>>),
    Object(Fields<'t>),
}

/// The fields of an object, in order.
pub(super) type Fields<'t> = Vec<(Cow<'t, str>, Loose<'t>)>;

/// Deeper nesting is no answer to any of our questions.
const DEEPEST: usize = 24;

/// How many bytes may still be looked at.
#[derive(Debug)]
pub(super) struct Fuel(usize);

impl Fuel {
    /// Enough to read a text of this length several times over.
    pub(super) const fn for_length(length: usize) -> Self {
        Self(length.saturating_mul(4).saturating_add(256))
    }

    fn burn(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.checked_sub(bytes.max(1))?;
        Some(())
    }
}

/// The object that begins at `start`, and where it ends.
pub(super) fn object<'t>(text: &'t str, start: usize, fuel: &mut Fuel) -> Option<(Fields<'t>, usize)> {
    let mut reader = Reader { text, at: start, fuel };
    let fields = reader.object(0)?;
    Some((fields, reader.at))
}

struct Reader<'t, 'f> {
    text: &'t str,
    at: usize,
    fuel: &'f mut Fuel,
}

impl<'t> Reader<'t, '_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) -> Option<()> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let count = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.at += count;
        self.fuel.burn(count)
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn value(&mut self, depth: usize) -> Option<Loose<'t>> {
        self.blanks()?;
        match self.peek()? {
            b'{' => self.object(depth).map(Loose::Object),
            b'[' => self.list(depth).map(Loose::List),
            b'"' | b'\'' => self.string().map(Loose::Text),
            b'-' | b'+' | b'.' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Fields<'t>> {
        self.enter(b'{', depth)?;
        let mut fields = Vec::new();
        loop {
            self.blanks()?;
            if self.eat(b'}').is_some() {
                return Some(fields);
            }
            let key = match self.peek()? {
                b'"' | b'\'' => self.string()?,
                _ => Cow::Borrowed(self.name()?),
            };
            self.blanks()?;
            self.eat(b':')?;
            fields.push((key, self.value(depth + 1)?));
            self.separator(b'}')?;
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Loose<'t>>> {
        self.enter(b'[', depth)?;
        let mut items = Vec::new();
        loop {
            self.blanks()?;
            if self.eat(b']').is_some() {
                return Some(items);
            }
            items.push(self.value(depth + 1)?);
            self.separator(b']')?;
        }
    }

    fn enter(&mut self, open: u8, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        self.fuel.burn(1)?;
        self.eat(open)
    }

    /// A comma, or the end that is about to come.
    fn separator(&mut self, close: u8) -> Option<()> {
        self.blanks()?;
        if self.eat(b',').is_some() || self.peek() == Some(close) { Some(()) } else { None }
    }

    fn string(&mut self) -> Option<Cow<'t, str>> {
        let quote = self.peek()?;
        self.at += 1;
        let start = self.at;
        let mut out: Option<String> = None;
        loop {
            let from = self.at;
            let rest = self.text.as_bytes().get(from..)?;
            let Some(length) = memchr::memchr2(quote, b'\\', rest) else {
                self.fuel.burn(rest.len())?;
                return None;
            };
            self.fuel.burn(length)?;
            let piece = self.text.get(from..from + length)?;
            self.at = from + length + 1;
            if rest.get(length) == Some(&quote) {
                return Some(match out {
                    None => Cow::Borrowed(self.text.get(start..from + length)?),
                    Some(mut out) => {
                        out.push_str(piece);
                        Cow::Owned(out)
                    }
                });
            }
            let out = out.get_or_insert_default();
            out.push_str(piece);
            out.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Option<char> {
        let c = self.text.get(self.at..)?.chars().next()?;
        self.at += c.len_utf8();
        Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' | 'f' => ' ',
            'u' => self.code_point()?,
            plain => plain,
        })
    }

    fn code_point(&mut self) -> Option<char> {
        let high = self.hex()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Some(char::from_u32(high).unwrap_or('\u{fffd}'));
        }
        let back = self.at;
        if self.text.get(self.at..self.at + 2) == Some("\\u") {
            self.at += 2;
            if let Some(low @ 0xdc00..=0xdfff) = self.hex() {
                return char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            }
            self.at = back;
        }
        Some('\u{fffd}')
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let value =
            digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())??;
        self.at += 4;
        Some(value)
    }

    fn number(&mut self) -> Option<Loose<'t>> {
        let rest = self.text.get(self.at..)?;
        let length = rest
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'%' | b'/'))
            .count();
        self.fuel.burn(length)?;
        self.at += length;
        rest.get(..length).map(Loose::Number)
    }

    fn name(&mut self) -> Option<&'t str> {
        let rest = self.text.get(self.at..)?;
        let length = rest.bytes().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        self.at += length;
        self.fuel.burn(length)?;
        rest.get(..length).filter(|name| !name.is_empty())
    }

    fn word(&mut self) -> Option<Loose<'t>> {
        Some(match self.name()? {
            "null" | "None" | "undefined" => Loose::Null,
            "true" | "True" => Loose::Truth(true),
            "false" | "False" => Loose::Truth(false),
            word @ ("NaN" | "nan" | "Infinity" | "inf") => Loose::Number(word),
            _ => return None,
        })
    }
}
