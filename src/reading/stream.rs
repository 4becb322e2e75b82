//! Leaves reasoning out of text that is still being written.

/// Withholds what stands between a reasoning tag at the beginning of a line and its closing tag.
///
/// It serves those who watch; what counts is read from the whole reply by [`read`](super::read), which knows more.
///
/// ```
/// use quorate::reading::ThoughtFilter;
/// let mut filter = ThoughtFilter::default();
/// assert_eq!(filter.push("<thi"), "");
/// assert_eq!(filter.push("nk>no</th"), "");
/// assert_eq!(filter.push("ink>Yes"), "Yes");
/// ```
#[derive(Debug, Default)]
pub struct ThoughtFilter {
    held: String,
    place: Place,
}

/// Where the text is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning of a line.
    #[default]
    LineStart,
    /// Within a line.
    Line,
    /// Within reasoning.
    Thought,
}

/// The longest tag, with the blanks that it may hold.
const LONGEST: usize = 16;

impl ThoughtFilter {
    /// Takes the next piece and gives what can be shown of it.
    pub fn push(&mut self, piece: &str) -> String {
        let mut shown = String::with_capacity(piece.len());
        for c in piece.chars() {
            if c == '<' || !self.held.is_empty() {
                self.hold(c, &mut shown);
            } else {
                self.show(c, &mut shown);
            }
        }
        shown
    }

    /// Keeps what may be a tag until it is known whether it is one.
    fn hold(&mut self, c: char, shown: &mut String) {
        if c == '<' {
            self.release(shown);
        }
        self.held.push(c);
        if c == '>' {
            let tag: String = self.held.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
            let opens = matches!(tag.as_str(), "<think>" | "<thinking>") && self.place == Place::LineStart;
            let closes = matches!(tag.as_str(), "</think>" | "</thinking>") && self.place == Place::Thought;
            match (opens, closes) {
                (true, _) => self.place = Place::Thought,
                (_, true) => self.place = Place::LineStart,
                _ => return self.release(shown),
            }
            self.held.clear();
        } else if self.held.len() > LONGEST {
            self.release(shown);
        }
    }

    fn release(&mut self, shown: &mut String) {
        for c in std::mem::take(&mut self.held).chars() {
            self.show(c, shown);
        }
    }

    fn show(&mut self, c: char, shown: &mut String) {
        if self.place == Place::Thought {
            return;
        }
        shown.push(c);
        self.place = match c {
            '\n' => Place::LineStart,
            c if c.is_whitespace() => self.place,
            _ => Place::Line,
        };
    }
}
