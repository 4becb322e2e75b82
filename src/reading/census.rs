//! Which telling bytes a text holds at all, so that an ordinary reply pays for nothing else.

/// A set of telling bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Census(u16);

impl Census {
    pub(super) const BRACKET: u16 = 1;
    pub(super) const CODE: u16 = 1 << 1;
    pub(super) const GREATER: u16 = 1 << 2;
    pub(super) const AT: u16 = 1 << 4;
    pub(super) const BRACE: u16 = 1 << 5;
    pub(super) const DIGIT: u16 = 1 << 6;
    pub(super) const COLON: u16 = 1 << 7;
    pub(super) const PIPE: u16 = 1 << 8;
    /// The first byte of full-width forms and CJK punctuation.
    pub(super) const WIDE: u16 = 1 << 9;

    /// Counts what there is.
    pub(super) fn of(text: &str) -> Self {
        Self(text.bytes().fold(0, |seen, byte| seen | class(byte)))
    }

    /// Whether any of these is there.
    pub(super) const fn any(self, wanted: u16) -> bool {
        self.0 & wanted != 0
    }
}

const fn class(byte: u8) -> u16 {
    match byte {
        b'[' => Census::BRACKET,
        b'`' | b'~' => Census::CODE,
        b'>' => Census::GREATER,
        b'@' => Census::AT,
        b'{' => Census::BRACE,
        b'0'..=b'9' => Census::DIGIT,
        b':' | b'=' => Census::COLON,
        b'|' => Census::PIPE,
        0xe3 | 0xef => Census::WIDE,
        _ => 0,
    }
}
