//! The slots of a frame and the symbolic registers that stand for them.

use crate::architecture::Convention;
use crate::fragment::stack_argument;

/// The slots of a frame, each as wide as a register.
pub(super) struct Slots {
    /// How many bits a register has.
    word: u16,
    /// The distance from the stack pointer of the beginning, and whether it is accessed in halves.
    all: Vec<(i64, bool)>,
    /// Parts of words that are smaller than a half: their distances and how many bits each has.
    parts: Vec<(i64, u16)>,
}

impl Slots {
    /// Of a function that is called in this way.
    pub(super) fn new(convention: &Convention) -> Slots {
        Slots { word: convention.word, all: Vec::new(), parts: Vec::new() }
    }

    /// The symbolic register for an access; none for one that fits neither the slot nor a half of it, or not what other accesses make of the slot.
    pub(super) fn register(&mut self, offset: i64, width: u16, is_store: bool) -> Option<String> {
        let bytes = i64::from(self.word / 8);
        let base = offset.div_euclid(bytes) * bytes;
        if 2 * width < self.word {
            return self.part(offset, base, width);
        }
        // What is accessed in parts is not accessed as a whole.
        if self.parts.iter().any(|(at, _)| at.div_euclid(bytes) * bytes == base) {
            return None;
        }
        let halved = match (offset - base, width) {
            (0, width) if width == self.word => false,
            (at, width) if 2 * width == self.word && (at == 0 || 2 * at == bytes) => true,
            _ => return None,
        };
        let number = self.all.iter().position(|(known, _)| *known == base).unwrap_or_else(|| {
            self.all.push((base, halved));
            self.all.len() - 1
        });
        let upper = offset != base;
        let is_halved = self.all[number].1;
        // Of a whole slot the lower half may be read.
        let fits = is_halved == halved || (!is_halved && !is_store && !upper);
        fits.then(|| if upper { format!("%s{number}h") } else { format!("%s{number}") })
    }

    /// The symbolic register for a part of a word that is smaller than a half. It is accessed as that alone, and has no byte in common with another one.
    fn part(&mut self, offset: i64, base: i64, width: u16) -> Option<String> {
        let end = |(at, width): (i64, u16)| at + i64::from(width / 8);
        let meets = |&&(at, other): &&(i64, u16)| at < end((offset, width)) && offset < end((at, other));
        match self.parts.iter().find(meets) {
            Some(&known) if known == (offset, width) => {}
            Some(_) => return None,
            None if self.all.iter().any(|(known, _)| *known == base) => return None,
            None => self.parts.push((offset, width)),
        }
        let number = self.parts.iter().position(|known| *known == (offset, width))?;
        Some(format!("%b{number}"))
    }

    /// The symbolic register for the word at a distance: an argument's, or that of a slot.
    pub(super) fn word_at(&mut self, offset: i64, convention: &Convention) -> Option<String> {
        match stack_argument(convention, offset).filter(|_| !self.has(offset)) {
            Some(argument) => Some(argument.to_owned()),
            None => self.register(offset, self.word, false),
        }
    }

    /// Whether the slot at this distance was accessed.
    pub(super) fn has(&self, offset: i64) -> bool {
        self.all.iter().any(|(known, _)| *known == offset)
    }
}
