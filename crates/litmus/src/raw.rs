//! The program section of a test, cut into pieces but not understood.

use source::Span;

/// The program section before a language has read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RawProgram {
    /// A table: one column a thread.
    Table(Vec<RawThread>),
    /// Text that the language itself cuts into threads (C and its like).
    Text(Span),
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawThread {
    /// The number in `P0`, `P1`, ...
    pub number: u32,
    /// The place of the heading.
    pub heading: Span,
    /// What stands behind the heading (`P0:annotation`), with its place.
    pub annotations: Vec<(String, Span)>,
    /// The cells from top to bottom, blanks and comments around them cut off; empty ones are empty spans.
    pub cells: Vec<Span>,
}
