//! Instructions at which threads of a program wait.

/// What a thread waits for at an instruction that reads one word and goes on when the word has such a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait {
    /// Whether a value ends it.
    pub(crate) until: fn(u128) -> bool,
    pub(crate) meaning: WaitMeaning,
}

/// What it means that a thread waits there for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitMeaning {
    /// It is blocked.
    Blocked,
    /// It was not started, or is over.
    Outside,
    /// The process is over.
    ProcessEnded,
}
