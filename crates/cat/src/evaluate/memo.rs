//! What has been found out about event structures and holds for others like them.

use rustc_hash::FxHashMap;

/// So many are kept; beyond that it begins anew.
const LIMIT: usize = 256;

/// What was found, by what it depends on.
#[derive(Debug)]
pub(super) struct Memo<T> {
    found: Vec<T>,
    numbers: FxHashMap<Vec<u64>, usize>,
    current: usize,
    /// Whether something else was taken up before, or nothing.
    has_changed: bool,
    key: Vec<u64>,
}

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo { found: Vec::new(), numbers: FxHashMap::default(), current: 0, has_changed: true, key: Vec::new() }
    }
}

impl<T> Memo<T> {
    /// What was taken up last.
    pub(super) fn current(&self) -> &T {
        &self.found[self.current]
    }

    /// Whether what was taken up last differs from what was taken up before that.
    pub(super) fn has_changed(&self) -> bool {
        self.has_changed
    }

    /// Takes up what depends on `n` and on `answers`, of which there are always as many; `find` finds it when it is new.
    pub(super) fn take_up(&mut self, n: usize, answers: impl Iterator<Item = bool>, find: impl FnOnce() -> T) -> &T {
        self.key.clear();
        self.key.push(n as u64);
        let (mut word, mut bits) = (0, 0);
        for answer in answers {
            word = word << 1 | u64::from(answer);
            bits += 1;
            if bits == u64::BITS {
                self.key.push(std::mem::take(&mut word));
                bits = 0;
            }
        }
        self.key.push(word);
        if let Some(&number) = self.numbers.get(&self.key) {
            self.has_changed = self.current != number;
            self.current = number;
        } else {
            self.has_changed = true;
            if self.found.len() == LIMIT {
                self.found.clear();
                self.numbers.clear();
            }
            self.current = self.found.len();
            self.numbers.insert(self.key.clone(), self.current);
            self.found.push(find());
        }
        self.current()
    }
}
