//! Words that an architecture knows, as numbers.

/// How many characters a word may have: the longest one is `lock; cmpxchg16b`.
const LONGEST: usize = 16;

/// A word, letter case counting for nothing. Mnemonics and registers are looked up by such numbers: no text is hashed and compared (1 % of the
/// instructions of loading small tests), and a table has each name once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Word(u128);

impl Word {
    /// The word `text`; `None` when it is longer than words are. (Or when it ends with a zero byte, as no word does: those stand behind shorter words.)
    pub(crate) fn new(text: &str) -> Option<Word> {
        let mut bytes = [0; LONGEST];
        for (to, from) in bytes.get_mut(..text.len())?.iter_mut().zip(text.bytes()) {
            *to = from.to_ascii_lowercase();
        }
        (!text.ends_with('\0')).then_some(Word(u128::from_le_bytes(bytes)))
    }

    /// A word that an architecture has.
    ///
    /// # Panics
    /// When it is too long.
    pub(crate) fn known(text: &str) -> Word {
        Word::new(text).unwrap_or_else(|| panic!("`{text}` has more than {LONGEST} characters"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_counts_for_nothing() {
        assert_eq!(Word::new("PSTATE.N"), Word::new("pstate.n"));
        assert_ne!(Word::new("r1"), Word::new("r10"));
    }

    #[test]
    fn no_two_words_are_one_number() {
        assert!(Word::new("lock; cmpxchg16b").is_some());
        assert_eq!(Word::new("lock; cmpxchg16b "), None);
        assert_eq!(Word::new("r1\0"), None);
    }
}
