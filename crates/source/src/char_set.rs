//! Sets of characters, for lexers that look at bytes.

/// A set of characters: any of ASCII, and of the others all or none.
///
/// So a look at a byte of a text decides whether the character that it belongs to is in the set. Sets are made at compile time:
///
/// ```
/// use lakmus_source::CharSet;
///
/// static IN_NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_."));
/// assert!(IN_NAME.has(b'x') && !IN_NAME.has(b'-'));
/// ```
#[derive(Clone, Debug)]
pub struct CharSet([bool; 256]);

impl CharSet {
    /// The letters of ASCII.
    pub const LETTERS: CharSet = CharSet::of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    /// `0` to `9`.
    pub const DIGITS: CharSet = CharSet::of("0123456789");
    /// `0` to `9`, `a` to `f`, `A` to `F`.
    pub const HEX_DIGITS: CharSet = CharSet::DIGITS.with(CharSet::of("abcdefABCDEF"));
    /// What [`char::is_whitespace`] holds for in ASCII.
    pub const WHITE_SPACE: CharSet = CharSet::of(" \t\n\x0b\x0c\r");

    /// The characters of `text`, which are ASCII.
    ///
    /// # Panics
    /// When one of them is not; at compile time, for sets that are made then.
    pub const fn of(text: &str) -> CharSet {
        let mut set = [false; 256];
        let mut at = 0;
        while at < text.len() {
            let byte = text.as_bytes()[at];
            assert!(byte.is_ascii());
            set[byte as usize] = true;
            at += 1;
        }
        CharSet(set)
    }

    /// What is in either of the two.
    #[must_use]
    pub const fn with(mut self, other: CharSet) -> CharSet {
        let mut byte = 0;
        while byte < 256 {
            self.0[byte] |= other.0[byte];
            byte += 1;
        }
        self
    }

    /// What is not in it.
    #[must_use]
    pub const fn complement(mut self) -> CharSet {
        let mut byte = 0;
        while byte < 256 {
            self.0[byte] = !self.0[byte];
            byte += 1;
        }
        self
    }

    /// Whether the character is in it that `byte` is, or is a part of.
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_that_of_the_standard_library() {
        for byte in 0..128_u8 {
            assert_eq!(CharSet::WHITE_SPACE.has(byte), char::from(byte).is_whitespace(), "{byte}");
            assert_eq!(CharSet::HEX_DIGITS.has(byte), byte.is_ascii_hexdigit(), "{byte}");
            assert_eq!(CharSet::LETTERS.has(byte), byte.is_ascii_alphabetic(), "{byte}");
        }
    }

    #[test]
    fn beyond_ascii_all_or_none() {
        let others = CharSet::of("\n").complement();
        assert!((128..=255).all(|byte| others.has(byte) && !CharSet::LETTERS.has(byte)));
    }
}
