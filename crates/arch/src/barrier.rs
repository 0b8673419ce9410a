//! What a barrier orders: which pairs of accesses around it, and for whom.

use std::fmt;

/// Whether an access reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// A read.
    Read,
    /// A write.
    Write,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Read, Direction::Write];

    /// Its letter, as RISC-V's fences have it.
    pub const fn letter(self) -> char {
        match self {
            Direction::Read => 'r',
            Direction::Write => 'w',
        }
    }
}

/// A set of pairs of directions: those of the access before a barrier and of the access behind it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairs(u8);

impl Pairs {
    /// No pair.
    pub const NONE: Pairs = Pairs(0);
    /// Reads with later reads.
    pub const READ_READ: Pairs = Pairs(1);
    /// Reads with later writes.
    pub const READ_WRITE: Pairs = Pairs(2);
    /// Writes with later reads.
    pub const WRITE_READ: Pairs = Pairs(4);
    /// Writes with later writes.
    pub const WRITE_WRITE: Pairs = Pairs(8);
    /// Reads with everything later.
    pub const READ_ANY: Pairs = Pairs(1 | 2);
    /// Writes with everything later.
    pub const WRITE_ANY: Pairs = Pairs(4 | 8);
    /// Everything with later reads.
    pub const ANY_READ: Pairs = Pairs(1 | 4);
    /// Everything with later writes.
    pub const ANY_WRITE: Pairs = Pairs(2 | 8);
    /// All pairs but writes with later reads.
    pub const LIGHTWEIGHT: Pairs = Pairs(1 | 2 | 8);
    /// All pairs.
    pub const ALL: Pairs = Pairs(15);

    /// One pair.
    pub const fn only(before: Direction, behind: Direction) -> Pairs {
        match (before, behind) {
            (Direction::Read, Direction::Read) => Pairs::READ_READ,
            (Direction::Read, Direction::Write) => Pairs::READ_WRITE,
            (Direction::Write, Direction::Read) => Pairs::WRITE_READ,
            (Direction::Write, Direction::Write) => Pairs::WRITE_WRITE,
        }
    }

    /// All sixteen sets.
    pub fn sets() -> impl Iterator<Item = Pairs> {
        (0..16).map(Pairs)
    }

    /// Whether a pair is one of these.
    pub const fn has(self, before: Direction, behind: Direction) -> bool {
        self.0 & Pairs::only(before, behind).0 != 0
    }

    /// Whether all pairs of the other set are in this one.
    pub const fn contains(self, other: Pairs) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pairs of both sets together.
    #[must_use]
    pub const fn or(self, other: Pairs) -> Pairs {
        Pairs(self.0 | other.0)
    }

    /// The pairs that are in both sets.
    #[must_use]
    pub const fn and(self, other: Pairs) -> Pairs {
        Pairs(self.0 & other.0)
    }

    /// The pairs that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Pairs {
        Pairs(!self.0 & Pairs::ALL.0)
    }

    /// The set as four bits, that of reads with later reads the lowest, that of writes with later writes the highest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The pairs themselves.
    pub fn iter(self) -> impl Iterator<Item = (Direction, Direction)> {
        let all = Direction::ALL.into_iter().flat_map(|before| Direction::ALL.map(|behind| (before, behind)));
        all.filter(move |(before, behind)| self.has(*before, *behind))
    }
}

impl fmt::Debug for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> =
            self.iter().map(|(before, behind)| format!("{}{}", before.letter(), behind.letter())).collect();
        write!(f, "{{{}}}", pairs.join(" "))
    }
}

/// For whom a barrier orders, where writes may reach threads at different times. On machines whose writes reach all other threads at once every barrier is
/// [`Cumulativity::Full`], as nothing less can be distinguished from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cumulativity {
    /// For its own thread alone.
    None,
    /// Also for those that read what is behind it, and of what its thread has read before it (`lwsync`; A- and B-cumulativity in *Herding Cats*).
    Lightweight,
    /// All threads agree on what is before it (`sync`, `dmb`; the strong fences of *Herding Cats*).
    Full,
}

/// A barrier: which pairs of accesses it orders, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Barrier {
    /// The pairs of accesses before and behind it that it orders.
    pub pairs: Pairs,
    /// For whom.
    pub cumulativity: Cumulativity,
    /// Whether it orders only reads that a branch before it depends on (`isb`, `isync`): without such a branch, nothing.
    pub needs_branch: bool,
}

impl Barrier {
    /// It orders nothing: a hint, or a barrier of something else than memory.
    pub const NOTHING: Barrier = Barrier::of(Pairs::NONE);
    /// It orders everything, for all threads.
    pub const FULL: Barrier = Barrier::of(Pairs::ALL);
    /// It orders reads that a branch before it depends on with everything later.
    pub const CONTROL: Barrier =
        Barrier { pairs: Pairs::READ_ANY, cumulativity: Cumulativity::None, needs_branch: true };

    /// A barrier that orders these pairs for all threads.
    pub const fn of(pairs: Pairs) -> Barrier {
        Barrier { pairs, cumulativity: Cumulativity::Full, needs_branch: false }
    }

    /// A barrier that orders these pairs, cumulatively, but does not make all threads agree.
    pub const fn lightweight(pairs: Pairs) -> Barrier {
        Barrier { pairs, cumulativity: Cumulativity::Lightweight, needs_branch: false }
    }

    /// Whether it orders nothing.
    pub const fn is_nothing(self) -> bool {
        self.pairs.is_empty()
    }

    /// Whether it orders all that the other one orders, for as many.
    pub fn covers(self, other: Barrier) -> bool {
        other.is_nothing()
            || self.pairs.contains(other.pairs)
                && self.cumulativity >= other.cumulativity
                && (!self.needs_branch || other.needs_branch)
    }

    /// What both order.
    #[must_use]
    pub fn common(self, other: Barrier) -> Barrier {
        let pairs = self.pairs.and(other.pairs);
        if pairs.is_empty() {
            return Barrier::NOTHING;
        }
        Barrier {
            pairs,
            cumulativity: self.cumulativity.min(other.cumulativity),
            needs_branch: self.needs_branch || other.needs_branch,
        }
    }
}

/// What barriers that follow each other order together, as far as one barrier can say it: the pairs of all, for as many as the weakest of those is for that has one.
/// Those that need a branch are left out.
pub fn together(barriers: &[Barrier]) -> Barrier {
    let of = barriers.iter().filter(|barrier| !barrier.needs_branch && !barrier.is_nothing());
    if let Some(all) = of.clone().find(|barrier| of.clone().all(|other| barrier.covers(*other))) {
        return *all;
    }
    of.fold(Barrier::NOTHING, |all, barrier| Barrier {
        pairs: all.pairs.or(barrier.pairs),
        cumulativity: all.cumulativity.min(barrier.cumulativity),
        needs_branch: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_a_set() {
        assert_eq!(Pairs::sets().count(), 16);
        assert_eq!(Pairs::READ_ANY.or(Pairs::WRITE_ANY), Pairs::ALL);
        assert_eq!(Pairs::ANY_READ.and(Pairs::WRITE_ANY), Pairs::WRITE_READ);
        assert_eq!(Pairs::LIGHTWEIGHT.complement(), Pairs::WRITE_READ);
        for pairs in Pairs::sets() {
            let again = pairs.iter().fold(Pairs::NONE, |all, (before, behind)| all.or(Pairs::only(before, behind)));
            assert_eq!(again, pairs);
        }
        assert_eq!(format!("{:?}", Pairs::LIGHTWEIGHT), "{rr rw ww}");
    }

    #[test]
    fn barriers_in_a_row_order_what_each_of_them_orders() {
        let reads_and_writes = together(&[Barrier::of(Pairs::READ_ANY), Barrier::of(Pairs::WRITE_WRITE)]);
        assert_eq!(reads_and_writes, Barrier::of(Pairs::LIGHTWEIGHT));
        assert_eq!(together(&[Barrier::lightweight(Pairs::LIGHTWEIGHT), Barrier::FULL]), Barrier::FULL);
        assert_eq!(together(&[Barrier::CONTROL]), Barrier::NOTHING);
        assert_eq!(together(&[]), Barrier::NOTHING);
    }
}
