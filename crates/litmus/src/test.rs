//! A test as it is written: everything but the instructions is understood, every piece knows its place.

use std::borrow::Cow;

use program::Name;
use source::{SourceId, Span};

use crate::{Layout, Proposition, Quantifier, RawProgram, RawThread, Symbol, Value};

/// A word of the source with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'s> {
    /// The word.
    pub text: Cow<'s, str>,
    /// Its place.
    pub span: Span,
}

/// A litmus test, parsed. [`parse`](crate::parse) makes it; its header borrows from the text `'s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test<'s> {
    /// The text that all spans point into.
    pub source: SourceId,
    /// The architecture word that begins the test.
    pub architecture: Word<'s>,
    /// The name; where the test says `--`, the one that the caller gave.
    pub name: Word<'s>,
    /// The name for typesetting, in parentheses behind the name.
    pub tex_name: Option<Cow<'s, str>>,
    /// The documentation string.
    pub doc: Option<Cow<'s, str>>,
    /// The `Key=Value` lines in order.
    pub info: Vec<InfoLine<'s>>,
    /// The initial state in order.
    pub init: Vec<InitItem>,
    /// The threads.
    pub program: RawProgram,
    /// The fault handlers of threads, `P0.F`.
    pub handlers: Vec<RawThread>,
    /// What stands behind the program of a Bell test: `scopes:`, `levels:` and their trees.
    pub layout: Option<Layout>,
    /// What `locations [...]` adds to the states that are shown.
    pub locations: Vec<ShownItem>,
    /// The executions that count.
    pub filter: Option<Proposition<Atom>>,
    /// The condition.
    pub condition: Condition,
    /// Conditions behind the first one, which herd does not have: a test may ask for several behaviours at once.
    pub further_conditions: Vec<Condition>,
    /// The kinds behind `with`: what some models are expected to say. They have no effect.
    pub kinds: Vec<(Word<'s>, Quantifier)>,
}

/// A line `Key=Value` of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoLine<'s> {
    /// The key as it is written; keys are compared without regard to letter case.
    pub key: Cow<'s, str>,
    /// The rest of the line behind `=` and blanks.
    pub value: Cow<'s, str>,
    /// The place of the line.
    pub span: Span,
}

/// A place that an initial state or a condition speaks about, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A register of a thread: `0:rax`.
    Register {
        /// The number of the thread.
        thread: u32,
        /// The register's name, not checked.
        name: Name,
    },
    /// A symbolic register: `%x`, or `0:%x`.
    Symbolic {
        /// The number of the thread; without it, the only thread that uses the symbolic register is meant.
        thread: Option<u32>,
        /// The name without `%`.
        name: Name,
    },
    /// Memory.
    Global(Symbol),
}

/// A [`Place`] or one cell of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lvalue {
    /// The place.
    Whole(Place),
    /// A cell: `a[1]`.
    Cell {
        /// The array's name.
        array: Name,
        /// The cell, from 0.
        index: u64,
    },
}

/// The type of a place as it is declared. Type names are C's and not checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DeclaredType {
    /// None: `x=1`. Taken for `int` where it matters.
    None,
    /// A pointer to who knows what: `*p=x`.
    AnyPointer,
    /// `int x`.
    Plain(Name),
    /// `_Atomic int x`.
    Atomic(Name),
    /// `int *p`.
    Pointer(Name),
    /// `int a[3]`.
    Array(Name, u64),
}

/// An item of the initial state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitItem {
    /// The place that is set.
    pub place: Place,
    /// Its type.
    pub declared: DeclaredType,
    /// Its value, zero when none is given.
    pub value: Value,
    /// Where `place` stands.
    pub place_span: Span,
    /// Where `value` stands, empty when none is given.
    pub value_span: Span,
    /// Where the item stands.
    pub span: Span,
}

/// Something that states show in addition to what the condition mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownItem {
    /// What is shown.
    pub what: Shown,
    /// Its place in the text.
    pub span: Span,
}

/// What a [`ShownItem`] shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A place; the type has no effect.
    Place(Lvalue, DeclaredType),
    /// Whether a fault happened.
    Fault(Fault),
}

/// A fault that a condition speaks about: `fault(P0:L0,x,MMU:Translation)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of the thread.
    pub thread: u32,
    /// The label of the instruction.
    pub label: Option<Name>,
    /// The location accessed.
    pub location: Option<Symbol>,
    /// The kind of the fault.
    pub kind: Option<Name>,
}

/// An atom of a condition as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// What it says.
    pub claim: Claim,
    /// Where the left side stands (the whole atom for a fault).
    pub left: Span,
    /// Where the right side stands.
    pub right: Span,
}

/// What an [`Atom`] says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A place holds a value: `x=1`.
    Value(Lvalue, Value),
    /// Two places hold the same: `x=0:rax`.
    Same(Place, Place),
    /// A fault happens.
    Fault(Fault),
}

/// The condition of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// How it speaks about the states.
    pub quantifier: Quantifier,
    /// What it says of one.
    pub proposition: Proposition<Atom>,
    /// Its place, empty when the test has none.
    pub span: Span,
}

impl Test<'_> {
    /// The value of the first line with this key, letter case counting for nothing.
    pub fn info(&self, key: &str) -> Option<&str> {
        self.info.iter().find(|line| line.key.eq_ignore_ascii_case(key)).map(|line| &*line.value)
    }
}
