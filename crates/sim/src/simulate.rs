//! The simulation: every candidate of a test is shown to the model; those it allows are counted.
//!
//! The order is herd's: control-flow paths, then reads-from, then the final write of each observed location, then the choices that the
//! model makes itself (`with x from S`). Each allowed execution counts as one. The reference engine enumerates literally; the compiled one skips
//! what cannot be allowed any more, and so counts the same.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use execution::{Fault, Limits, Pieces, ThreadPaths, Visible};
use litmus::{Base, Outcomes, Quantifier};
use source::{Diagnostic, Severity};

use crate::final_state::Observed;
use crate::run::{Failure, Run, Tally};
use crate::settled::Solver;
use crate::shares::{Partial, Share, Shares};
use crate::{ConditionKind, Model, Report, RunError, Test, Turns, Verdict, waits};

/// Who judges candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The compiled evaluator, with a search that gives up early; the interpreter where a model is beyond it. Results are those of
    /// the reference, counts included.
    #[default]
    Compiled,
    /// The interpreter, on each candidate, as the definitions say it.
    Reference,
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// The outcomes, the flags, and how many executions are allowed: herd's answer.
    #[default]
    Counts,
    /// The outcomes and the flags. Executions that show nothing new are passed over.
    States,
    /// Whether some execution decides the condition: one in which the proposition holds, or, with `forall`, in which it does not. The search ends with
    /// the first. Flags are not looked for.
    Decision,
}

/// How to simulate.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The unroll bound; a test's own `Unroll=` overrides it. Default: 2.
    pub unroll: Option<u32>,
    /// How numbers are written in states and conditions.
    pub base: Base,
    /// Who judges candidates.
    pub engine: Engine,
    /// What is to be found out.
    pub goal: Goal,
    /// Checks of the model that are passed over. Where there are any the interpreter judges.
    pub checks: cat::Options,
    /// Candidates are left out in which reads read from each other in a circle, so that a value is determined by itself alone. herd leaves
    /// them out where such a value matters; a model may allow them.
    pub without_thin_air: bool,
    /// Whether the test's `filter` counts for nothing.
    pub ignore_filter: bool,
    /// Whether only executions count that decide the condition: in which the proposition holds, or, with `forall`, in which it does not.
    pub only_deciding: bool,
    /// Whether the model may be one that claims to be for another architecture.
    pub any_architecture: bool,
    /// Whether a model that forbids every execution of a test gives a result, one without states, as in herd. Otherwise that is an error.
    pub accepts_no_execution: bool,
    /// Whether states that print alike stand in the result as often as herd prints them.
    pub as_herd: bool,
    /// Whether memory is divided into pieces though no access needs it: into those of herd's variant `mixed`. A test that has that variant asks for
    /// it itself.
    pub mixed_sizes: bool,
    /// The largest size of a piece of memory, in bytes, where it is known from a [`Report`] that memory is to be divided.
    pub pieces: Option<u32>,
    /// Whether turns of loops that change nothing are gone through one by one, up to the unroll bound, where executions are not counted. (Where they
    /// are, that is always so.)
    pub all_turns: bool,
    /// Who is asked for all outcomes at once, where executions are not counted and to go through them takes long.
    pub solver: Option<&'a dyn Solver>,
    /// Set by another thread when the result is no longer wanted.
    pub cancel: Option<&'a AtomicBool>,
}

impl Options<'_> {
    /// These options, changed: `Options::default().with(|set| set.goal = Goal::States)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether the result is no longer wanted.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Runs `test` under `model`.
///
/// # Errors
/// When the model is for another architecture or cannot be evaluated, when an allowed execution accesses something that is no
/// location or divides by 0, when the model allows no execution at all, when a limit is reached, and on cancellation.
pub fn simulate(test: &Test, model: &Model, options: &Options<'_>) -> Result<Report, RunError> {
    Simulation::new(test, model, options)?.run()
}

/// A test and a model, ready to run: in one go, or in shares.
pub struct Simulation<'a> {
    pub(crate) test: &'a Test,
    pub(crate) model: &'a Model,
    pub(crate) options: &'a Options<'a>,
    pub(crate) limits: Limits<'a>,
    pub(crate) observed: Observed,
    pub(crate) paths: ThreadPaths,
    /// What becomes of turns of loops that change nothing.
    pub(crate) turns: Turns,
}

impl<'a> Simulation<'a> {
    /// Executes the threads of `test`, each on its own.
    ///
    /// # Errors
    /// When the model is for another architecture, when a limit is reached, and on cancellation.
    pub fn new(test: &'a Test, model: &'a Model, options: &'a Options<'a>) -> Result<Simulation<'a>, RunError> {
        if !options.any_architecture {
            model.check_language(test.language())?;
        }
        model.check_constructs(test)?;
        model.check_variants(test)?;
        model.check_hierarchy(test)?;
        if !test.lowered().further_conditions.is_empty() {
            let message = "a test with several conditions has no log; `lakmus java check` takes those of Java";
            return Err(Diagnostic::new(Severity::Error, "several-conditions", message).into());
        }
        let lowered = test.lowered();
        let mut limits = Limits { cancel: options.cancel, ..Limits::default() };
        limits.unroll = test.unroll().or(options.unroll).unwrap_or(limits.unroll);
        let visible = if model.cat().computes_dependencies() { Visible::All } else { Visible::NoRegisters };
        let mut observed = Observed::new(lowered, None);
        let (waits, mut turns) = waits::of(test, model, options, &observed);
        let searched = Limits { waits: waits.is_cutting().then_some(&waits), ..limits };
        let mut paths = ThreadPaths::explore(&lowered.program, visible, &searched)?;
        if let Some(pieces) = division(test, options, &paths)? {
            turns = turns.where_divided();
            paths = ThreadPaths::explore_divided(&lowered.program, Some(pieces), visible, &limits)?;
            observed = Observed::new(lowered, paths.pieces.as_ref());
        }
        Ok(Simulation { test, model, options, limits, observed, paths, turns })
    }

    /// The same simulation with memory in pieces of at most so many bytes.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn divided(&self, bytes: u32) -> Result<Simulation<'a>, RunError> {
        let Simulation { test, model, options, limits, .. } = *self;
        let program = &test.lowered().program;
        let visible = if model.cat().computes_dependencies() { Visible::All } else { Visible::NoRegisters };
        let undivided = ThreadPaths::explore(program, visible, &limits)?;
        let pieces = Pieces::of_size(program, &undivided, bytes);
        let paths = ThreadPaths::explore_divided(program, pieces, visible, &limits)?;
        let observed = Observed::new(test.lowered(), paths.pieces.as_ref());
        Ok(Simulation { test, model, options, limits, observed, paths, turns: self.turns.clone().where_divided() })
    }

    /// The size of pieces of memory, in bytes, with which a candidate with `fault` may be all right; `None` where none is.
    pub(crate) fn smaller_pieces(&self, fault: &Fault) -> Option<u32> {
        self.test.lowered().program.mixed_sizes?;
        let now = self.paths.pieces.as_ref().map(Pieces::smallest);
        match *fault {
            Fault::MixedSizes { .. } if now.is_none() => Some(WHOLE),
            // An offset that is a multiple of the size of all pieces is one of a piece.
            Fault::OutOfBounds { offset, is_inside: true, .. } => {
                let offset = 1 << offset.trailing_zeros().min(WHOLE.trailing_zeros());
                let smaller = now.unwrap_or(WHOLE).min(offset);
                (now != Some(smaller)).then_some(smaller)
            }
            Fault::MixedSizes { .. }
            | Fault::OutOfBounds { .. }
            | Fault::Unaligned { .. }
            | Fault::NotAnAddress { .. }
            | Fault::NotCode { .. }
            | Fault::WritesCode { .. }
            | Fault::DivisionByZero { .. }
            | Fault::Undecided { .. }
            | Fault::ThinAir { .. } => None,
        }
    }

    /// Whether the result is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.options.is_cancelled()
    }

    /// What is to be found out.
    pub fn goal(&self) -> Goal {
        self.options.goal
    }

    /// About how many candidates there are, each coherence order counted; mostly too many, since a path that no values lead to counts.
    /// Costs far less than to go through them.
    pub fn size(&self) -> u64 {
        crate::size::of(&self.paths)
    }

    /// Runs it.
    ///
    /// # Errors
    /// As [`simulate`].
    pub fn run(mut self) -> Result<Report, RunError> {
        loop {
            let threads = std::mem::take(&mut self.paths.threads);
            let mut x = std::mem::take(&mut self.paths.expressions);
            let result = Run::new(&self, None).all_structures(&threads, &mut x);
            (self.paths.threads, self.paths.expressions) = (threads, x);
            match result {
                Ok(tally) => return self.report(tally),
                Err((_, Failure::Error(error))) => return Err(error),
                // Pieces only get smaller.
                Err((_, Failure::TooCoarse(bytes))) => self = self.divided(bytes)?,
            }
        }
    }

    /// Runs the share of this number. All shares together do what [`Simulation::run`] does, and [`Simulation::report_of`] puts
    /// together what they find.
    pub fn share(&self, shares: &Shares, index: usize) -> Partial {
        let share = Share { shares, index };
        let result =
            Run::new(self, Some(share)).all_structures(&self.paths.threads, &mut self.paths.expressions.clone());
        Partial(result.inspect_err(|(place, _)| share.failed_at(*place)))
    }

    /// The same report, or error, as that of [`Simulation::run`], from what all shares have found.
    ///
    /// # Errors
    /// As [`simulate`].
    pub fn report_of(&self, all: impl IntoIterator<Item = Partial>) -> Result<Report, RunError> {
        match Partial::merge(all) {
            Ok(tally) => self.report(tally),
            Err(Failure::Error(error)) => Err(error),
            Err(Failure::TooCoarse(bytes)) => self.divided(bytes)?.run(),
        }
    }

    fn report(&self, tally: Tally) -> Result<Report, RunError> {
        self.check_has_executions(&tally)?;
        let lowered = self.test.lowered();
        let Tally { mut outcomes, against, mut positive, mut negative, flags, cut } = tally;
        let (base, goal) = (self.options.base, self.options.goal);
        let kinds = [&outcomes, &against];
        // Lines are of different outcomes: where the condition holds in all of them or in none, those of each kind need not be counted by themselves.
        let different = kinds.iter().all(|kind| !kind.is_empty()).then(|| kinds.map(Outcomes::count_different));
        let holds_in_all = against.is_empty();
        outcomes.extend(against);
        let mut states = lowered.print_outcomes(&outcomes, base);
        if goal != Goal::Counts {
            // How many executions were met depends on the search.
            let all = if holds_in_all { [states.len(), 0] } else { [0, states.len()] };
            [positive, negative] = different.unwrap_or(all).map(|number| number as u64);
        }
        let (kind, holds) = match lowered.quantifier {
            Quantifier::Exists => (ConditionKind::Allowed, positive > 0),
            Quantifier::NotExists => (ConditionKind::Forbidden, positive == 0),
            Quantifier::Forall => (ConditionKind::Required, negative == 0),
        };
        let verdict = match holds {
            _ if flags.contains("*undef*") => Verdict::Undef,
            true => Verdict::Ok,
            false => Verdict::No,
        };
        let cut_place = lowered.place_that_cuts(&outcomes).map(str::to_owned);
        if cut_place.is_some() && !self.options.as_herd {
            // States that differ in what is not shown are one.
            let mut met = BTreeSet::new();
            states.retain(|state| met.insert(state.clone()));
        }
        Ok(Report {
            name: lowered.name.clone(),
            kind,
            states,
            is_cut: cut.is_some(),
            cut_at: cut,
            verdict,
            goal,
            turns: self.turns.clone(),
            positive,
            negative,
            flags: flags.into_iter().collect(),
            condition: lowered.print_condition(base),
            time: None,
            hash: Some(self.test.hash().to_owned()),
            pieces: self.paths.pieces.as_ref().map(Pieces::smallest),
            cut_place,
        })
    }
}

/// No access is larger, in bytes.
const WHOLE: u32 = 16;

/// How memory is to be divided: as the accesses of `paths`, where it is not, need it or `options` ask for it.
fn division(test: &Test, options: &Options<'_>, paths: &ThreadPaths) -> Result<Option<Pieces>, RunError> {
    let program = &test.lowered().program;
    let is_asked_for = options.mixed_sizes || test.variants().iter().any(|word| word.eq_ignore_ascii_case("mixed"));
    if is_asked_for && program.mixed_sizes.is_none() {
        let message = format!("accesses of mixed sizes are not supported in {}", test.language().name());
        return Err(Diagnostic::new(Severity::Error, "not-supported", message).into());
    }
    Ok(match options.pieces {
        Some(bytes) => Pieces::of_size(program, paths, bytes),
        None if is_asked_for => Pieces::of_size(program, paths, Pieces::usual_size(program, paths)),
        None => Pieces::needed(program, paths),
    })
}

impl Test {
    /// An access to something that is no location, or a division by 0, as a mistake of the test.
    pub(crate) fn fault_diagnostic(&self, fault: &Fault) -> Diagnostic {
        let found = fault.place().and_then(|place| Some((place, self.lowered().program.instruction(place)?.span)));
        let code = if matches!(fault, Fault::DivisionByZero { .. }) { "division-by-zero" } else { "bad-access" };
        let mut diagnostic = Diagnostic::new(Severity::Error, code, fault.to_string());
        if matches!(fault, Fault::MixedSizes { .. }) && self.language().name() == "C" {
            diagnostic = diagnostic.help("an object of C has one type, and its models know accesses to whole objects");
        }
        if let Fault::OutOfBounds { location, .. } = fault {
            let mut known = self.lowered().program.locations.iter();
            if known.any(|memory| memory.name == *location && memory.element.is_none() && memory.code.is_none()) {
                diagnostic = diagnostic.help(format!(
                    "`{location}` has no type, so that it is as large as an `int`, an address that it holds, or the largest access to its begin; \
                     `uint64_t {location};` in the initial state makes it larger"
                ));
            }
        }
        match found {
            Some((place, span)) => {
                let thread = place.thread.number();
                diagnostic.label(span, format!("in an execution that the model allows, in P{thread}"))
            }
            None => diagnostic,
        }
    }
}
