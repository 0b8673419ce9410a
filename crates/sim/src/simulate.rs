//! The simulation: every candidate of a test is shown to the model; those it allows are counted.
//!
//! The order is herd's: control-flow paths, then reads-from, then the final write of each observed location, then the choices that the
//! model makes itself (`with x from S`). Each allowed execution counts as one. The reference engine enumerates literally; the compiled one skips
//! what cannot be allowed any more, and so counts the same.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use cat::Evaluator;
use execution::{
    Candidate, Candidates, EventStructure, ExecutionError, Fault, Limits, Solution, ThreadPath, ThreadPaths, Visible,
};
use litmus::{Base, FinalPlace, LoweredTest, Outcome, Quantifier};
use program::{Expressions, IdVec, ThreadId};
use relation::EventId;
use rustc_hash::FxHashSet;
use source::{Diagnostic, Severity};

use crate::final_state::CandidateState;
use crate::shares::{Partial, Place, Share, Shares};
use crate::vocabulary::{StructureView, StructureWords, View, reads_from as reads_from_word};
use crate::{Kind, Model, Report, Test, Verdict};

/// Who judges candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The compiled evaluator, with a search that gives up early; the interpreter where a model is beyond it. Results are those of
    /// the reference, counts included.
    #[default]
    Compiled,
    /// The interpreter, on each candidate, as the definitions say it.
    Reference,
}

/// How to simulate.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// The unroll bound; a test's own `Unroll=` overrides it. Default: 2.
    pub unroll: Option<u32>,
    /// How numbers are written in states and conditions.
    pub base: Base,
    /// Who judges candidates.
    pub engine: Engine,
    /// Checks of the model that are passed over. Where there are any the interpreter judges.
    pub checks: cat::Options,
    /// Set by somebody else when the result is no longer wanted.
    pub cancel: Option<&'a AtomicBool>,
}

/// Why a test has no result.
#[derive(Clone, Debug)]
pub enum RunError {
    /// The test or the model is at fault.
    Refused(Vec<Diagnostic>),
    /// A limit was reached, or the simulation was cancelled.
    Stopped(ExecutionError),
}

impl From<ExecutionError> for RunError {
    fn from(error: ExecutionError) -> RunError {
        RunError::Stopped(error)
    }
}

impl From<Diagnostic> for RunError {
    fn from(diagnostic: Diagnostic) -> RunError {
        RunError::Refused(vec![diagnostic])
    }
}

/// Runs `test` under `model`.
///
/// # Errors
/// When the model is for another architecture or cannot be evaluated, when an allowed execution accesses something that is no
/// location or divides by 0, when a limit is reached, and on cancellation.
pub fn simulate(test: &Test, model: &Model, options: &Options<'_>) -> Result<Report, RunError> {
    Simulation::new(test, model, options)?.run()
}

/// A test and a model, ready to run: in one go, or in shares.
pub struct Simulation<'a> {
    test: &'a Test,
    model: &'a Model,
    options: &'a Options<'a>,
    limits: Limits<'a>,
    observed: Vec<execution::Cell>,
    paths: ThreadPaths,
}

impl<'a> Simulation<'a> {
    /// Executes the threads of `test`, each on its own.
    ///
    /// # Errors
    /// When the model is for another architecture, when a limit is reached, and on cancellation.
    pub fn new(test: &'a Test, model: &'a Model, options: &'a Options<'a>) -> Result<Simulation<'a>, RunError> {
        model.check_language(test.language())?;
        let lowered = test.lowered();
        let mut limits = Limits { cancel: options.cancel, ..Limits::default() };
        limits.unroll = test.unroll().or(options.unroll).unwrap_or(limits.unroll);
        let paths = ThreadPaths::explore(&lowered.program, &limits)?;
        Ok(Simulation { test, model, options, limits, observed: observed_cells(lowered), paths })
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
        let threads = std::mem::take(&mut self.paths.threads);
        let mut x = std::mem::take(&mut self.paths.expressions);
        let tally = Run::new(&self, None).all_structures(&threads, &mut x).map_err(|(_, error)| error)?;
        Ok(self.report(tally))
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
        Ok(self.report(Partial::merge(all)?))
    }

    fn report(&self, tally: Tally) -> Report {
        let lowered = self.test.lowered();
        let Tally { outcomes, positive, negative, flags, cut } = tally;
        let mut outcomes: Vec<Outcome> = outcomes.into_iter().collect();
        lowered.sort_outcomes(&mut outcomes);
        let base = self.options.base;
        let (kind, holds) = match lowered.quantifier {
            Quantifier::Exists => (Kind::Allowed, positive > 0),
            Quantifier::NotExists => (Kind::Forbidden, positive == 0),
            Quantifier::Forall => (Kind::Required, negative == 0),
        };
        let verdict = match holds {
            _ if flags.contains("*undef*") => Verdict::Undef,
            true => Verdict::Ok,
            false => Verdict::No,
        };
        Report {
            name: lowered.name.clone(),
            kind,
            states: outcomes.iter().map(|outcome| lowered.print_outcome(outcome, base)).collect(),
            is_cut: cut.is_some(),
            cut_at: cut,
            verdict,
            positive,
            negative,
            flags: flags.into_iter().collect(),
            condition: lowered.print_condition(base),
            time: None,
            hash: Some(self.test.hash().to_owned()),
        }
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    outcomes: FxHashSet<Outcome>,
    positive: u64,
    negative: u64,
    flags: BTreeSet<String>,
    /// The label, or the number of the instruction, where a path was cut.
    cut: Option<String>,
}

impl Tally {
    /// Adds what was counted elsewhere, where the same paths were cut.
    pub(crate) fn add(&mut self, other: Tally) {
        let Tally { outcomes, positive, negative, flags, cut } = other;
        self.outcomes.extend(outcomes);
        self.positive += positive;
        self.negative += negative;
        self.flags.extend(flags);
        self.cut = self.cut.take().or(cut);
    }
}

struct Run<'a> {
    simulation: &'a Simulation<'a>,
    /// Where not all is to be done here.
    share: Option<Share<'a>>,
    place: Place,
    tally: Tally,
    /// For structures whose addresses are not all known, and for those where they are.
    evaluators: [Option<Evaluator<'a>>; 2],
}

/// Who judges the candidates of an event structure.
enum Judge {
    Compiled,
    Interpreter,
    /// Nobody: none of them is allowed.
    Nothing,
}

/// The memory cells whose final values matter.
fn observed_cells(test: &LoweredTest) -> Vec<execution::Cell> {
    let mut cells: Vec<execution::Cell> = Vec::new();
    for place in &test.observed {
        match *place {
            FinalPlace::Register(..) => {}
            FinalPlace::Cell(location, index) => cells.push(execution::Cell { location, index }),
            FinalPlace::Whole(location) => {
                let all = 0..test.program.locations[location].cells.len() as u32;
                cells.extend(all.map(|index| execution::Cell { location, index }));
            }
        }
    }
    cells.sort();
    cells.dedup();
    cells
}

impl<'a> Run<'a> {
    fn new(simulation: &'a Simulation<'a>, share: Option<Share<'a>>) -> Run<'a> {
        let place = Place::default();
        Run { simulation, share, place, tally: Tally::default(), evaluators: [None, None] }
    }

    /// Goes through all combinations of one path for each thread. An error comes with its place.
    fn all_structures(
        mut self,
        threads: &IdVec<ThreadId, Vec<ThreadPath>>,
        x: &mut Expressions,
    ) -> Result<Tally, (Place, RunError)> {
        // Otherwise, whatever way some thread goes contradicts something.
        if threads.iter().all(|paths| !paths.is_empty()) {
            let structures = threads.iter().fold(1u64, |all, paths| all.saturating_mul(paths.len() as u64));
            let pieces = self.share.map_or(1, |share| share.shares.pieces_of_each(structures));
            let mut choice: IdVec<ThreadId, usize> = threads.iter().map(|_| 0).collect();
            loop {
                let chosen = threads.iter_enumerated().map(|(thread, all)| &all[choice[thread]]).collect();
                self.structure(chosen, x, pieces).map_err(|error| (self.place, error))?;
                // The next combination, the last thread's path changing fastest.
                let next = threads.ids().rev().find(|&thread| choice[thread] + 1 < threads[thread].len());
                let Some(thread) = next else { break };
                choice[thread] += 1;
                for later in threads.ids().filter(|&later| later > thread) {
                    choice[later] = 0;
                }
                self.place = Place { structure: self.place.structure + 1, ..Place::default() };
            }
        }
        let flags = self.evaluators.iter().flatten().flat_map(Evaluator::flags).map(str::to_owned);
        self.tally.flags.extend(flags);
        Ok(self.tally)
    }

    /// Whether nothing of the event structure is to be done here.
    fn passes_over(&self, is_cut: bool, pieces: u64) -> bool {
        match self.share {
            // One cut execution says all that is reported.
            _ if is_cut && self.tally.cut.is_some() => true,
            Some(share) => share.is_over(self.place) || !is_cut && pieces == 1 && !share.has(self.place),
            None => false,
        }
    }

    /// Goes through one event structure, which is to be divided into `pieces`.
    fn structure(
        &mut self,
        paths: IdVec<ThreadId, &ThreadPath>,
        x: &mut Expressions,
        pieces: u64,
    ) -> Result<(), RunError> {
        let cut = paths.iter().find_map(|path| Some(path.cut.as_ref()?.target));
        if self.passes_over(cut.is_some(), pieces) {
            return Ok(());
        }
        let simulation = self.simulation;
        let Simulation { test, model, limits, .. } = simulation;
        let visible = if model.cat().computes_dependencies() { Visible::All } else { Visible::NoRegisters };
        let structure = EventStructure::new(&test.lowered().program, paths, x, visible, limits)?;
        let words = StructureWords::new(test.language());
        let cells = structure.known_cells(x);
        let view = StructureView { structure: &structure, cells: cells.as_ref(), words: &words };
        let judge = if cut.is_some() { Judge::Interpreter } else { self.judge(&view) };
        if let Judge::Nothing = judge {
            return Ok(());
        }
        let compiled = matches!(judge, Judge::Compiled).then_some(cells.is_some());
        let divided = self.share.filter(|_| cut.is_none() && pieces > 1);
        // Where the search is, and whether final writes divide what it finds.
        let (place, finals_divide) = (Cell::new(self.place), Cell::new(false));
        let is_wanted = |reads| {
            place.set(Place { reads, ..place.get() });
            finals_divide.get() || divided.is_none_or(|share| share.wants(place.get()))
        };
        let run = RefCell::new(self);
        let mut search = Candidates::new(&structure, x, simulation.paths.symbols, &simulation.limits);
        if divided.is_some() {
            finals_divide.set(search.divide(pieces, &is_wanted) < pieces);
        }
        let mut go_on = |reads_from: &IdVec<EventId, Option<EventId>>| {
            let mut run = run.borrow_mut();
            let Some(evaluator) = run.evaluator(compiled) else { return true };
            let decided = reads_from.iter_enumerated().filter_map(|(read, write)| Some(((*write)?, read)));
            evaluator.might_allow(&view, reads_from_word(), &mut { decided })
        };
        let flow = search.visit_where(&mut go_on, &mut |x, candidate, solution| {
            let mut run = run.borrow_mut();
            if let Some(target) = cut {
                run.tally.cut = Some(simulation.test.place_name(target));
                return ControlFlow::Break(None);
            }
            run.place = place.get();
            match run.candidate(x, candidate, solution, &words, compiled, divided.filter(|_| finals_divide.get())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Some(error)),
            }
        });
        if flow.is_err() {
            run.borrow_mut().place = place.get();
        }
        match flow? {
            ControlFlow::Break(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Who judges the candidates of an event structure.
    fn judge(&mut self, view: &StructureView<'_>) -> Judge {
        let options = self.simulation.options;
        let is_plain = options.checks.skip.is_empty() && !options.checks.ignore_checks && !options.checks.show;
        if options.engine == Engine::Reference || !is_plain {
            return Judge::Interpreter;
        }
        let known = view.cells.is_some();
        let Ok(compiled) = self.simulation.model.compiled(known) else { return Judge::Interpreter };
        let evaluator = self.evaluators[usize::from(known)].get_or_insert_with(|| Evaluator::new(compiled));
        match evaluator.begin(view) {
            Ok(true) => Judge::Compiled,
            Ok(false) => Judge::Nothing,
            Err(_) => Judge::Interpreter,
        }
    }

    /// The compiled evaluator that judges, if one does: the one for structures whose addresses are all known, or the other.
    fn evaluator(&mut self, compiled: Option<bool>) -> Option<&mut Evaluator<'a>> {
        self.evaluators[usize::from(compiled?)].as_mut()
    }

    /// All final states of one way to read from; `compiled` tells which of the compiled evaluators judges, if one does, and `divided`
    /// the share if not all final states are to be looked at.
    fn candidate(
        &mut self,
        x: &mut Expressions,
        candidate: &Candidate<'_, '_>,
        solution: &Solution<'_>,
        words: &StructureWords,
        compiled: Option<bool>,
        divided: Option<Share<'_>>,
    ) -> Result<(), RunError> {
        let Simulation { test, limits, observed, .. } = self.simulation;
        let lowered = test.lowered();
        let mut is_first = true;
        for (number, finals) in candidate.final_writes(observed).enumerate() {
            limits.check_cancelled()?;
            if let Some(share) = divided {
                self.place.finals = number as u64;
                if !share.wants(self.place) {
                    continue;
                }
            }
            let view = View { candidate, finals: &finals, words };
            if std::mem::take(&mut is_first)
                && let Some(evaluator) = self.evaluator(compiled)
                && !evaluator.reads_from(&view)
            {
                return Ok(());
            }
            let state = CandidateState::new(&mut *x, candidate, solution, &finals);
            if lowered.filter.as_ref().is_some_and(|filter| !filter.holds(&state)) {
                continue;
            }
            let allowed = self.allowed(&view, compiled)?;
            if allowed == 0 {
                continue;
            }
            if let Some(fault) = &candidate.fault {
                return Err(test.fault_diagnostic(fault).into());
            }
            let counter =
                if lowered.condition.holds(&state) { &mut self.tally.positive } else { &mut self.tally.negative };
            *counter += allowed;
            self.tally.outcomes.insert(lowered.outcome(&state));
            if state.met_unknown() {
                let fault = Fault::Undecided { instruction: None, what: "a final value" };
                return Err(test.fault_diagnostic(&fault).into());
            }
        }
        Ok(())
    }

    /// How many ways through its choices the model allows for a candidate; flags are noted.
    fn allowed(&mut self, view: &View<'_>, compiled: Option<bool>) -> Result<u64, RunError> {
        let limits = self.simulation.limits;
        if let Some(evaluator) = self.evaluator(compiled) {
            let allowed = evaluator.final_writes(view, &|| limits.check_cancelled().is_err());
            return allowed.map(|allowed| allowed.ways).map_err(|_| ExecutionError::Cancelled.into());
        }
        let mut allowed = 0;
        let mut flags = BTreeSet::new();
        self.simulation.model.judge(view, self.simulation.options, &mut |raised| {
            allowed += 1;
            flags.extend(raised.map(str::to_owned));
        })?;
        self.tally.flags.append(&mut flags);
        Ok(allowed)
    }
}

impl Test {
    /// An access to something that is no location, or a division by 0, as a mistake of the test.
    fn fault_diagnostic(&self, fault: &Fault) -> Diagnostic {
        let found = fault.place().and_then(|place| Some((place, self.lowered().program.instruction(place)?.span)));
        let code = if matches!(fault, Fault::DivisionByZero { .. }) { "division-by-zero" } else { "bad-access" };
        let diagnostic = Diagnostic::new(Severity::Error, code, fault.to_string());
        match found {
            Some((place, span)) => {
                let thread = place.thread.number();
                diagnostic.label(span, format!("in an execution that the model allows, in P{thread}"))
            }
            None => diagnostic,
        }
    }
}
