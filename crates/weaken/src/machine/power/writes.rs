//! Writes, sets of them, and what reads read from.

/// A write of a thread, by its place among all that can be of consequence at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::machine) struct WriteId(pub(super) u8);

/// Writes, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct WriteSet(pub(super) u128);

impl WriteSet {
    pub(super) const NONE: WriteSet = WriteSet(0);

    pub(super) fn only(write: WriteId) -> WriteSet {
        WriteSet(1 << write.0)
    }

    pub(super) fn has(self, write: WriteId) -> bool {
        self.0 >> write.0 & 1 == 1
    }

    pub(super) fn meets(self, other: WriteSet) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(super) fn with(self, other: WriteSet) -> WriteSet {
        WriteSet(self.0 | other.0)
    }

    #[must_use]
    pub(super) fn without(self, other: WriteSet) -> WriteSet {
        WriteSet(self.0 & !other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = WriteId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(WriteId(first))
        })
    }
}

/// Which writes come before a part of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct View {
    /// Those that reach a thread before what depends on the part does: `prop-base` of the paper, from writes.
    pub(super) propagated: WriteSet,
    /// Those that all threads have seen: a full fence is behind them, or has been executed before a full fence before the part.
    pub(super) agreed: WriteSet,
}

impl View {
    #[must_use]
    pub(super) fn with(self, other: View) -> View {
        View { propagated: self.propagated.with(other.propagated), agreed: self.agreed.with(other.agreed) }
    }

    /// Both.
    pub(super) fn all(self) -> WriteSet {
        self.propagated.with(self.agreed)
    }
}

/// What a read reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::machine) enum Source {
    /// The initial state.
    Initial,
    Write(WriteId),
}
