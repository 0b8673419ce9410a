//! Bounded model checking: a test and a cat model as one formula.
//!
//! The simulator goes through candidates. Here one is chosen by a SAT solver: which path each thread takes, what each read reads from, which writes are final,
//! and the orders that the model chooses are literals; values are vectors of them; the model's checks are clauses, and graphs that must have no cycle. What
//! the model computes is read off the same plan that the simulator's compiled evaluator runs ([`cat::plan`]), so that there is one reading of models.
//!
//! 1. `possible`: which kinds of values and which bits there can be at all;
//! 2. `skeleton` and `memory`: paths, reads, final writes;
//! 3. `bounds`: which pairs may, and must, be in each relation; `impossible`: which no execution has that passes the checks;
//! 4. `encoder` and `checks`: what the checks ask of the rest;
//! 5. `state`: final states and conditions on them;
//! 6. `search`: the questions, one after the other. An execution that is found is shown to the simulator, which has to agree.
//!
//! # Source
//! The way is that of Dartagnan: N. Gavrilenko, H. Ponce de León, F. Furbach, K. Heljanko, R. Meyer, *BMC for Weak Memory Models: Relation Analysis for Compact
//! SMT Encodings*, CAV 2019; acyclicity as a theory as in T. Haas, R. Meyer, H. Ponce de León, *CAAT: Consistency as a Theory*, OOPSLA 2022, but for closures, which are encoded
//! here.
//!
//! # Deviations
//! None in verdicts. Values that are computed from the bits of an address are an error wherever they are looked at; the simulator takes some of them for known
//! where all reads have chosen.

mod accesses;
mod acyclicity;
mod bounds;
mod checks;
mod confirm;
mod encoder;
mod formula;
pub mod guards;
mod impossible;
mod lifetimes;
mod memory;
mod numbers;
mod outcomes;
pub mod places;
mod possible;
mod progress;
mod representatives;
mod search;
mod skeleton;
mod state;
pub mod unrolled;
mod values;
pub mod violations;
mod words;

use sim::RunError;
use sim::symbolic::Replayed;
use source::Span;
use thiserror::Error;

pub use outcomes::FormulaSolver;
pub use search::decide;

/// How far to go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Whether to stop; asked now and then.
    pub cancelled: &'a dyn Fn() -> bool,
    /// The most variables that a formula may have.
    pub variables: usize,
    /// Whether flags are looked for, too.
    pub flags: bool,
    /// Whether of executions that differ only in which of several equal threads does what, or in choices that leave no trace, one is enough.
    pub representatives: bool,
    /// How much effort all searches together may take: a decision is 1, a conflict about a hundred.
    pub effort: Option<u64>,
}

impl Default for Limits<'_> {
    /// No end, forty million variables (about two gigabytes), flags, and all executions.
    fn default() -> Self {
        Limits { cancelled: &|| false, variables: 40_000_000, flags: true, representatives: false, effort: None }
    }
}

/// What a test comes to.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// An execution decides the condition: its proposition holds at the end, or, of a `forall`, does not.
    Reachable(Box<Witness>),
    /// No execution does.
    Unreachable,
    /// None was found, because of this.
    Unknown(String),
}

/// An execution that the model allows.
#[derive(Clone, Debug)]
pub struct Witness {
    /// What the simulator says of it.
    pub execution: Replayed,
    /// By read what it reads from.
    pub reads_from: Vec<(relation::EventId, relation::EventId)>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether the condition is decided.
    pub verdict: Verdict,
    /// The flags that some execution raises, by name.
    pub flags: Vec<String>,
    /// Where paths were cut that some execution may take: the label, or the number of the instruction.
    pub cut: Option<String>,
    /// How much was done.
    pub statistics: Statistics,
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Events in all paths together.
    pub events: usize,
    /// Variables of the formula.
    pub variables: usize,
    /// Its clauses.
    pub clauses: usize,
    /// Conflicts in all searches.
    pub conflicts: u64,
    /// Executions that the formula has and the simulator refutes.
    pub refuted: usize,
}

/// Why a test has no result.
#[derive(Clone, Debug, Error)]
pub enum Refusal {
    /// As of the simulator.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Something in the model cannot be encoded.
    #[error("{reason}")]
    Model {
        /// Where.
        span: Span,
        /// What it does that cannot be encoded.
        reason: String,
    },
    /// More things have an address than values can be of.
    #[error("more than 126 locations and labels")]
    TooManyLocations,
    /// A value is looked at that is made of the bits of an address, and that the formula has no bits for.
    #[error("a value depends on the bits of an address")]
    AddressBits,
    /// The model allows none.
    #[error("the model allows no execution of this program")]
    NoExecution,
    /// The formula has an execution that the evaluator of models does not take for one: a mistake of this crate's.
    #[error(
        "the formula has an execution that the model does not allow; this is a mistake in lakmus, please report it"
    )]
    NotConfirmed,
    /// Asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// A limit was reached.
    #[error("the formula has more than {0} variables")]
    TooLarge(usize),
}
