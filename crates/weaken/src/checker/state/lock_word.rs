//! The word of a lock that says who has it: 0 when it is free, the number of its holder, from 1 on, or how many readers share it.

use super::Range;

/// The bit that words have which count readers.
pub(crate) const READERS: u64 = 1 << 31;

/// The word of a lock that is no more.
pub(crate) const DESTROYED: u64 = 1 << 30;

/// Where the word is.
pub(crate) fn lock_range(lock: u64) -> Range {
    Range { address: lock, bytes: 4 }
}

/// The cell for what readers pass on when they give the lock back: to the next writer, and not to each other.
pub(crate) fn readers_range(lock: u64) -> Range {
    Range { address: lock, bytes: 0 }
}

/// Whether a lock with this word can be taken.
pub(crate) fn is_free(word: u64, shared: bool) -> bool {
    word == 0 || shared && word & READERS != 0
}

/// The word when a free lock is taken by `holder`.
pub(crate) fn taken(word: u64, shared: bool, holder: u64) -> u64 {
    if shared { (word | READERS) + 1 } else { holder }
}

/// The word when a lock is given back: by its last holder, or by one of several readers.
pub(crate) fn given_back(word: u64) -> u64 {
    if word > READERS + 1 { word - 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_a_lock_and_the_last_one_frees_it() {
        let one = taken(0, true, 1);
        let two = taken(one, true, 2);
        assert!(is_free(one, true) && !is_free(one, false));
        assert_eq!(given_back(two), one);
        assert_eq!(given_back(one), 0);
        let held = taken(0, false, 3);
        assert!(!is_free(held, true) && !is_free(held, false));
        assert_eq!(given_back(held), 0);
    }
}
