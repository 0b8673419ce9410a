//! The reference interpreter: what a model says about one candidate execution, literally.
//!
//! Source: Alglave, Cousot and Maranget, *Syntax and semantics of the weak consistency model specification language cat* (2016), and the
//! behaviour of herd7 where that paper is silent. Definitions are lazy: one that nothing uses is not evaluated, and what it names need
//! not exist. `let rec` of sets and relations iterates from the empty set, one definition after the other, until a round adds
//! nothing. `with x from S` runs the rest of the model once for each element of `S`, least first, so that one candidate may have
//! several outcomes, each of which counts as a candidate in herd7's numbers.

mod bell;
mod binding;
mod checks;
mod classes;
mod explain;
mod failure;
mod fixpoint;
mod machine;
mod matching;
mod names;
mod operators;
mod order_classes;
mod primitives;
mod run;
mod sequence;
mod shows;
mod value;
mod value_set;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;

use relation::{EventSet, Relation};
use source::Span;

use crate::Base;
use crate::ir::{CheckId, CheckSite, Model};

pub use bell::{AnnotationRule, BellDeclarations};
pub use explain::{Evidence, Explainer, KNOWN, Label, Step};
pub use failure::{EvaluationError, Failure, Limit};

/// The flag that `undefined_unless` raises.
pub const UNDEFINED: &str = "*undef*";

/// How much a run of a model may take; see [`Limit`].
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Steps of evaluation on one way through the model's choices. A step is an operator, a call or a name; operators on large relations and
    /// sets count as more, so that a step takes some 30 ns at most. Sets of values that grow earn steps.
    pub steps: u64,
    /// Evaluations that wait for others: the depth of a recursion that is not a loop, a few times over.
    pub depth: usize,
    /// Elements of a set of sets, relations or tuples, those of its elements included.
    pub elements: usize,
    /// Asked now and then; when it says yes, the run ends with [`Failure::Cancelled`].
    pub cancelled: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { steps: 15_000_000, depth: 1_000_000, elements: 1_000_000, cancelled: &|| false }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("steps", &self.steps)
            .field("depth", &self.depth)
            .field("elements", &self.elements)
            .finish_non_exhaustive()
    }
}

/// What is asked of a run besides its verdicts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Checks and calls of procedures that are passed over: names given by `as`, or names of procedures.
    pub skip: BTreeSet<String>,
    /// Evaluates the checks to be skipped all the same and reports which of them fail; see [`Accepted::skipped`].
    pub strict_skip: bool,
    /// Lets executions through that fail a plain check.
    pub ignore_checks: bool,
    /// Lets executions through that fail a plain check, and notes which; see [`Accepted::failed`]. Stronger than `ignore_checks`.
    pub all_checks: bool,
    /// Evaluates what the model shows.
    pub show: bool,
    /// Names that are shown though the model does not say so (with `show` only): base names, and definitions at the top level.
    pub also_show: BTreeSet<String>,
    /// Chooses total orders up to what the model observes of them, where that is certain: an order stands for all that agree with it there, and its value is the partial order
    /// that they have in common; see [`Accepted::orders`]. Reports are fewer then than herd7's candidates.
    pub order_classes: bool,
}

/// How one run of a model through all its choices ended.
#[derive(Debug)]
pub enum Run<'a> {
    /// All checks hold.
    Accepted(Accepted<'a>),
    /// One does not.
    Rejected(Rejection<'a>),
}

/// A run that the model allows.
#[derive(Debug)]
pub struct Accepted<'a> {
    /// The flags that were raised, among them [`UNDEFINED`], sorted.
    pub flags: &'a BTreeSet<&'a str>,
    /// With [`Options::show`], what the model shows.
    pub shown: &'a BTreeMap<String, Shown>,
    /// With [`Options::order_classes`], the choices that were made up to what is observed: by name, the events that are ordered. What is shown of them is a partial
    /// order, which stands for its linear extensions on these events.
    pub orders: &'a BTreeMap<String, EventSet>,
    /// With [`Options::strict_skip`], the skipped checks and calls that fail.
    pub skipped: &'a BTreeSet<&'a str>,
    /// With [`Options::all_checks`], the plain checks that fail, in the order in which they were come to.
    pub failed: &'a [CheckedValue],
    /// With [`Options::all_checks`], the checks that raised a flag, likewise.
    pub raised: &'a [CheckedValue],
    /// With [`Options::all_checks`], the plain checks that hold, likewise.
    pub held: &'a [CheckedValue],
}

/// A check in one run, with what it was about: mostly one that fails, or whose flag is raised.
#[derive(Clone)]
pub struct CheckedValue {
    /// Which.
    pub id: CheckId,
    /// The value of its argument: the relation with a cycle, the set that is not empty, ...
    pub value: Shown,
    /// The frame that its names are of.
    frame: Rc<value::Frame>,
}

impl fmt::Debug for CheckedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedValue").field("id", &self.id).field("value", &self.value).finish_non_exhaustive()
    }
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A set of events.
    Set(EventSet),
    /// A relation.
    Relation(Relation),
}

/// Why the model forbids a run.
#[derive(Debug)]
pub enum Rejection<'a> {
    /// A check fails.
    Check {
        /// Which.
        id: CheckId,
        /// The same, as it stands in the model.
        site: &'a CheckSite,
        /// The value of its argument: the relation with a cycle, the set that is not empty, ...
        value: &'a Shown,
        /// Both, for an [`Explainer`].
        check: &'a CheckedValue,
    },
    /// `with name from {}`.
    NoChoice {
        /// The name.
        name: &'a str,
        /// The instruction.
        span: Span,
    },
}

/// Runs a model on a candidate execution, and reports each way through its choices as it ends.
///
/// herd7's number of candidates is that of reports, over all that this crate calls a candidate.
///
/// # Deviations from herd7
/// All follow the definition of the operators or let more models through:
/// - `(a+ | b) ; c` is what it says; herd7 forgets the closure inside a union that is an operand of a sequence;
/// - `_` as an operand of a sequence is the full relation; herd7 leaves it out, and takes `[_]; [_]` for the full relation;
/// - `as_transitive r` is `r+`;
/// - `0` may stand for an empty set as well as for the empty relation;
/// - a function may name what does not exist, as long as no call reaches it;
/// - single events and pairs count as sets in `&`, `\`, `+` and the like, too.
///
/// `report` may stop the run by [`ControlFlow::Break`].
///
/// # Errors
/// When the model does something that has no meaning, an `assert` of it fails, a limit is exceeded, or the run is cancelled. Runs that were
/// reported before stand.
pub fn interpret(
    model: &Model,
    base: &dyn Base,
    options: &Options,
    limits: &Limits<'_>,
    report: &mut dyn FnMut(Run<'_>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    run::run(model, base, options, limits, &mut |run, _| report(run)).map_err(|failure| *failure)
}

/// As [`interpret`]; `report` is also handed what can explain the checks of the run.
///
/// # Errors
/// As [`interpret`].
pub fn interpret_explained(
    model: &Model,
    base: &dyn Base,
    options: &Options,
    limits: &Limits<'_>,
    report: &mut dyn FnMut(Run<'_>, &mut Explainer<'_, '_>) -> ControlFlow<()>,
) -> Result<(), Failure> {
    run::run(model, base, options, limits, report).map_err(|failure| *failure)
}
