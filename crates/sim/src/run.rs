//! The enumeration of a test, or of a share of it: event structure after event structure, each with its candidates.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use execution::{
    Candidate, Candidates, Cell, EventStructure, ExecutionError, Fault, FinalWrites, ShownState, ThreadPath, Visitor,
};
use litmus::Outcomes;
use program::{CodePlace, Expressions, IdVec, ThreadId};
use relation::EventId;
use smallvec::SmallVec;

use crate::coherence::Watch;
use crate::deciding::may_decide;
use crate::equal_paths::EqualPaths;
use crate::final_state::{FinalStates, UnknownValue};
use crate::judge::{Judge, Judges, Refuting};
use crate::outlook::Outlook;
use crate::settled::Asking;
use crate::shares::{Position, Share};
use crate::simulate::{Goal, Simulation};
use crate::symmetry::{LeastReads, Symmetry};
use crate::vocabulary::{StructureView, StructureWords, View};
use crate::{Engine, RunError, Test};

/// Small tests have no more threads.
const USUAL_THREADS: usize = 8;

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The outcomes; where executions are not counted, those in which the condition holds.
    pub(crate) outcomes: Outcomes,
    /// Where executions are not counted, the other outcomes.
    pub(crate) against: Outcomes,
    pub(crate) positive: u64,
    pub(crate) negative: u64,
    pub(crate) flags: BTreeSet<String>,
    /// The label, or the number of the instruction, where a path was cut.
    pub(crate) cut: Option<String>,
}

impl Tally {
    /// Adds what was counted elsewhere, where the same paths were cut.
    pub(crate) fn add(&mut self, other: Tally) {
        let Tally { outcomes, against, positive, negative, flags, cut } = other;
        self.outcomes.extend(outcomes);
        self.against.extend(against);
        self.positive += positive;
        self.negative += negative;
        self.flags.extend(flags);
        self.cut = self.cut.take().or(cut);
    }
}

pub(crate) struct Run<'a> {
    simulation: &'a Simulation<'a>,
    /// Where not all is to be done here.
    share: Option<Share<'a>>,
    place: Position,
    judges: Judges<'a>,
    finals: FinalWrites,
    states: FinalStates<'a>,
    cut: Option<String>,
    /// The threads that do the same; none where that does not matter.
    symmetry: Symmetry,
    /// The paths that stand for others.
    equal_paths: EqualPaths,
    /// Whether another engine has found what is looked for.
    asking: Asking<'a>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(simulation: &'a Simulation<'a>, share: Option<Share<'a>>) -> Run<'a> {
        let Simulation { test, model, options, observed, .. } = simulation;
        Run {
            simulation,
            share,
            place: Position::default(),
            judges: Judges::new(model, options),
            finals: FinalWrites::new(observed.final_cells()),
            states: FinalStates::new(test.lowered(), observed),
            cut: None,
            symmetry: Symmetry::default(),
            equal_paths: EqualPaths::default(),
            asking: Asking::new(simulation, share),
        }
    }

    /// Goes through all combinations of one path for each thread. An error comes with its place.
    pub(crate) fn all_structures(
        mut self,
        threads: &IdVec<ThreadId, Vec<ThreadPath>>,
        x: &mut Expressions,
    ) -> Result<Tally, (Position, Failure)> {
        self.find_symmetry(threads, x);
        // Otherwise, whatever way some thread goes contradicts something.
        if threads.iter().all(|paths| !paths.is_empty()) {
            let structures = threads.iter().fold(1u64, |all, paths| all.saturating_mul(paths.len() as u64));
            self.asking.begin(structures);
            let pieces = self.share.map_or(1, |share| share.shares.pieces_of_each(structures));
            // An odometer rather than an iterator of products: the place in the enumeration is what shares and errors are ordered by.
            let mut choice: SmallVec<[usize; USUAL_THREADS]> = threads.iter().map(|_| 0).collect();
            loop {
                let done = match self.stands_for(&choice) {
                    0 => Ok(()),
                    copies => {
                        let chosen = threads.iter().zip(&choice).map(|(all, &path)| &all[path]).collect();
                        self.structure(chosen, (&choice[..], copies), x, pieces)
                    }
                };
                match done {
                    Ok(()) => {}
                    Err(End::Failed(failure)) => return Err((self.place, failure)),
                    Err(End::Decided) => break,
                }
                // The next combination, the last thread's path changing fastest.
                let next = threads.iter().zip(&choice).rposition(|(all, &path)| path + 1 < all.len());
                let Some(thread) = next else { break };
                choice[thread] += 1;
                choice[thread + 1..].fill(0);
                self.place = Position { structure: self.place.structure + 1, ..Position::default() };
            }
        }
        let goal = self.simulation.options.goal;
        // Where executions are counted, states show nothing of threads that do the same.
        let exchanges = self.symmetry.exchanges().filter(|_| goal != Goal::Counts);
        let exchanges: Vec<(ThreadId, ThreadId)> = exchanges.collect();
        self.states.close(x, &exchanges).map_err(|unknown| {
            let error = self.simulation.test.unknown(&unknown);
            (self.place, Failure::Error(error))
        })?;
        let (positive, negative, [outcomes, against]) = self.states.finish(x, goal != Goal::Counts);
        let flags = if goal == Goal::Decision { BTreeSet::new() } else { self.judges.flags() };
        let mut tally = Tally { outcomes, against, positive, negative, flags, cut: self.cut };
        if let Some(settled) = self.asking.into_settled() {
            tally.add(settled.into());
        }
        Ok(tally)
    }

    /// For how many choices of one path for each thread this one stands; none where another one stands for it.
    fn stands_for(&self, choice: &[usize]) -> u64 {
        if !self.symmetry.is_least(choice) {
            return 0;
        }
        self.equal_paths.copies(choice) * self.symmetry.class_size(choice)
    }

    /// Finds the threads that do the same, and the paths that do, where that helps.
    fn find_symmetry(&mut self, threads: &IdVec<ThreadId, Vec<ThreadPath>>, x: &mut Expressions) {
        let Simulation { test, options, observed, .. } = self.simulation;
        // Of threads whose registers are looked at, an execution with two exchanged may decide what the execution itself does not, and counts for another state.
        let only_unseen = options.goal != Goal::States;
        // A filter may let in the one and not the other.
        let has_filter = test.lowered().filter.is_some() || options.only_deciding;
        // One event structure is its own class.
        let has_choice = options.goal != Goal::Counts || threads.iter().any(|paths| paths.len() > 1);
        if has_choice && !has_filter && options.engine == Engine::Compiled {
            self.symmetry = Symmetry::find(threads, observed, only_unseen, x);
            self.equal_paths = EqualPaths::find(threads, observed, x);
        }
    }

    /// Goes through one event structure, which stands for `copies` and is to be divided into `pieces`.
    fn structure(
        &mut self,
        paths: IdVec<ThreadId, &ThreadPath>,
        (choice, copies): (&[usize], u64),
        x: &mut Expressions,
        pieces: u64,
    ) -> Result<(), End> {
        let cut = paths.iter().find_map(|path| Some(path.cut.as_ref()?.target));
        if self.passes_over(cut.is_some(), pieces) || cut.is_none() && self.asking.is_settled() {
            return Ok(());
        }
        let Simulation { test, limits, observed, .. } = self.simulation;
        let (program, memory) = (&test.lowered().program, self.simulation.paths.pieces.as_ref());
        let structure = match (EventStructure::divided(program, memory, paths, x, limits), cut) {
            (Ok(structure), _) => structure,
            // Whether values lead to the end of a path that is too long, as one that goes round a loop without end, is not looked at.
            (Err(ExecutionError::TooManyEvents { .. }), Some(target)) => {
                self.cut = Some(test.place_name(target));
                return Ok(());
            }
            (Err(error), _) => return Err(RunError::from(error).into()),
        };
        if let Some(target) = cut {
            return Ok(self.cut_structure(&structure, x, target)?);
        }
        if self.simulation.options.goal == Goal::Decision && !self.may_still_decide(&structure, x)? {
            return Ok(());
        }
        let view = StructureView { structure: &structure };
        // A model that a structure fails by itself (no write to a location that is read, say) costs no enumeration.
        let Some(judge) = self.judges.judge(&view) else { return Ok(()) };
        let goal = self.simulation.options.goal;
        let registers = observed.registers_at_end(&structure, x);
        // Where nothing is counted, no order is asked for.
        let shown = || ShownState { answers: &registers, cells: observed.final_cells() };
        let (symbols, shown) = (self.simulation.paths.symbols, (goal != Goal::Counts).then(shown));
        let mut search = Candidates::showing(&structure, x, symbols, limits, shown);
        search.ask(registers.iter().copied());
        let outlook = if goal == Goal::Counts { None } else { Outlook::new(&structure, observed, search.ways()) };
        if outlook.is_some() {
            search.note_when_known();
        }
        let least = (goal != Goal::Counts && self.symmetry.is_any())
            .then(|| self.symmetry.of_structure(&structure, choice, search.reads()));
        let divided = self.share.filter(|_| pieces > 1);
        self.finals.forget();
        let finals_divide = divided.is_some() && search.divide(pieces) < pieces;
        let mut visitor = StructureRun {
            simulation: self.simulation,
            view,
            words: StructureWords::default(),
            judge,
            watch: Watch::new(search.ways(), goal == Goal::Counts),
            outlook,
            least,
            divided,
            finals_divide,
            copies,
            asking: &mut self.asking,
            place: &mut self.place,
            finals: &mut self.finals,
            states: &mut self.states,
        };
        match search.visit(&mut visitor).map_err(RunError::from)? {
            ControlFlow::Break(end) => Err(end),
            // The search for an execution that decides ends with the first.
            ControlFlow::Continue(()) if goal == Goal::Decision && self.asking.has_outcomes() => Err(End::Decided),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// For a decision: whether an execution of the structure may decide, and none did before.
    fn may_still_decide(&mut self, structure: &EventStructure<'_>, x: &mut Expressions) -> Result<bool, End> {
        let looked_at = (&mut self.finals, &mut self.states);
        let found = may_decide(self.simulation, structure, x, &self.simulation.limits, looked_at);
        let (may_decide, steps) = found.map_err(RunError::from)?;
        if self.asking.settles(steps, 0) && self.asking.has_outcomes() {
            return Err(End::Decided);
        }
        Ok(may_decide && !self.asking.is_settled())
    }

    /// Whether nothing of the event structure is to be done here.
    fn passes_over(&self, is_cut: bool, pieces: u64) -> bool {
        match self.share {
            // One cut execution says all that is reported.
            _ if is_cut && self.cut.is_some() => true,
            Some(share) => share.is_over(self.place) || !is_cut && pieces == 1 && !share.has(self.place),
            None => false,
        }
    }

    /// Notes where a path of the event structure was cut, if values lead there.
    fn cut_structure(
        &mut self,
        structure: &EventStructure<'_>,
        x: &mut Expressions,
        target: CodePlace,
    ) -> Result<(), RunError> {
        let Simulation { test, paths, limits, .. } = self.simulation;
        if Candidates::new(structure, x, paths.symbols, limits).visit(&mut BreakAtFirst)?.is_break() {
            self.cut = Some(test.place_name(target));
        }
        Ok(())
    }
}

/// Why a simulation has no result.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    Error(RunError),
    /// Memory is to be divided into pieces, of at most so many bytes.
    TooCoarse(u32),
}

/// Why a search ends before its end.
enum End {
    Failed(Failure),
    /// There is an execution that decides the condition.
    Decided,
}

impl From<RunError> for End {
    fn from(error: RunError) -> End {
        End::Failed(Failure::Error(error))
    }
}

/// Breaks at the first candidate.
struct BreakAtFirst;

impl Visitor for BreakAtFirst {
    type Break = ();

    fn candidate(&mut self, _: &mut Expressions, _: &Candidate<'_, '_>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// The candidates of one event structure, on their way to the judge and into the tally.
struct StructureRun<'r, 'a> {
    simulation: &'a Simulation<'a>,
    view: StructureView<'r>,
    words: StructureWords,
    judge: Judge<'r, 'a>,
    /// What reads-from says of coherence, where that is worth looking at.
    watch: Watch,
    /// What may still be found, where executions are not counted.
    outlook: Option<Outlook>,
    /// Where threads do the same.
    least: Option<LeastReads>,
    /// The share, where not all candidates of the structure are to be looked at.
    divided: Option<Share<'a>>,
    /// Whether what is read divides too little, so that final writes do it as well.
    finals_divide: bool,
    /// How often each execution counts.
    copies: u64,
    asking: &'r mut Asking<'a>,
    place: &'r mut Position,
    finals: &'r mut FinalWrites,
    states: &'r mut FinalStates<'a>,
}

impl Visitor for StructureRun<'_, '_> {
    type Break = End;

    fn wants(&mut self, part: u64) -> bool {
        *self.place = Position { reads: part, finals: 0, ..*self.place };
        self.finals_divide || self.divided.is_none_or(|share| share.wants(*self.place))
    }

    fn may_read(&mut self, depth: usize, read: EventId, write: EventId) -> bool {
        let StructureRun { watch, judge, view, least, asking, states, .. } = self;
        if asking.settles(1, states.number()) || !least.as_mut().is_none_or(|least| least.choose(read, write)) {
            return false;
        }
        watch.choose(depth, read, write, view.structure, &mut Refuting { judge, view })
    }

    fn may_extend(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>, depth: usize) -> bool {
        !self.finds_nothing_new(x, candidate, depth) && self.judge.might_allow(&self.view, &candidate.reads_from)
    }

    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<End> {
        if self.simulation.options.without_thin_air && is_out_of_thin_air(x, candidate) {
            return ControlFlow::Continue(());
        }
        if let Some(bytes) = candidate.fault.as_ref().and_then(|fault| self.simulation.smaller_pieces(fault)) {
            return ControlFlow::Break(End::Failed(Failure::TooCoarse(bytes)));
        }
        match self.all_finals(x, candidate) {
            Ok(()) => ControlFlow::Continue(()),
            Err(end) => ControlFlow::Break(end),
        }
    }
}

/// Whether a value in it is determined by itself alone.
fn is_out_of_thin_air(x: &Expressions, candidate: &Candidate<'_, '_>) -> bool {
    let is_open = |value: program::ExprId| {
        let mut is_open = false;
        x.visit_symbols(value, &mut |_| is_open = true);
        is_open
    };
    matches!(candidate.fault, Some(Fault::ThinAir { .. }))
        || candidate.values.iter().flatten().any(|&value| is_open(value))
}

impl StructureRun<'_, '_> {
    /// All final states of one way to read from.
    fn all_finals(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> Result<(), End> {
        self.place.finals = 0;
        let mut is_taken_up = false;
        let mut has_more = self.finals.begin(candidate);
        while has_more {
            self.simulation.limits.check_cancelled().map_err(RunError::from)?;
            let share = self.divided.filter(|_| self.finals_divide);
            let may_end =
                |&(_, last): &(Cell, EventId)| self.watch.coherence().is_none_or(|known| known.may_be_last(last));
            if self.finals.by_cell.iter().all(may_end) && share.is_none_or(|share| share.wants(*self.place)) {
                self.states.look_at(x, candidate, self.finals);
                // A state of many places takes long to look up: once.
                let is_counted = (self.simulation.options.goal == Goal::States).then(|| self.states.is_counted());
                // What is wrong with the program is reported whatever it shows.
                let is_passed_over = candidate.fault.is_none() && self.shows_nothing_new(x, is_counted == Some(true))
                    || self.simulation.leaves_out(self.states, x);
                // Taking up is as dear as a level of the model: done for the first choice of final writes that is ours, if there is one.
                let view = View { candidate, finals: self.finals, words: &self.words };
                if !is_passed_over {
                    if !std::mem::replace(&mut is_taken_up, true) {
                        if let Some(coherence) = self.watch.coherence() {
                            self.judge.grant(|visit| coherence.for_each_pair(visit));
                        }
                        if !self.judge.take_up(&view) {
                            break;
                        }
                    }
                    // Now that it is known what is read.
                    if is_counted != Some(true) || self.judge.might_raise_flags(Some(&view)) {
                        let executions = self.judge.allowed(&view)?;
                        self.count(x, candidate, executions, is_counted)?;
                        if executions > 0 && self.simulation.options.goal == Goal::Decision {
                            return Err(End::Decided);
                        }
                    }
                }
            }
            has_more = self.finals.advance();
            self.place.finals += 1;
        }
        Ok(())
    }

    /// Whether the current state, which may be counted already, shows nothing new, whatever the model says.
    fn shows_nothing_new(&mut self, x: &Expressions, is_counted: bool) -> bool {
        match self.simulation.options.goal {
            Goal::Counts => false,
            Goal::States => is_counted && !self.judge.might_raise_flags(None),
            Goal::Decision => !self.simulation.is_asked_about(self.states.holds(x)),
        }
    }

    /// Whether all that may come of what is chosen so far is known.
    fn finds_nothing_new(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>, depth: usize) -> bool {
        let StructureRun { outlook, watch, states, judge, simulation, view, .. } = self;
        let Some(outlook) = outlook.as_mut() else { return false };
        if !outlook.is_worth_it() {
            return false;
        }
        let might_say_more = match simulation.options.goal {
            Goal::Counts => true,
            Goal::States => states.is_empty() || judge.might_raise_flags(None),
            Goal::Decision => false,
        };
        if might_say_more {
            return false;
        }
        let is_old = |states: &FinalStates<'_>, x: &Expressions| match simulation.options.goal {
            Goal::Counts => false,
            Goal::States => states.is_counted(),
            Goal::Decision => !simulation.is_asked_about(states.holds(x)),
        };
        outlook.is_all(x, candidate, depth, (watch, &mut Refuting { judge, view }), states, &is_old)
    }

    /// Counts so many executions that end in the state that is looked at; `is_counted` says, where that was looked up, whether it is counted already.
    fn count(
        &mut self,
        x: &Expressions,
        candidate: &Candidate<'_, '_>,
        executions: u64,
        is_counted: Option<bool>,
    ) -> Result<(), RunError> {
        if executions == 0 {
            return Ok(());
        }
        let test = self.simulation.test;
        if let Some(fault) = &candidate.fault {
            return Err(test.fault_diagnostic(fault).into());
        }
        let executions = executions * self.copies;
        let counted = match is_counted {
            Some(false) => self.states.count_first(x, executions),
            Some(true) | None => self.states.count(x, executions),
        };
        counted.map_err(|unknown| test.unknown(&unknown))
    }
}

impl Test {
    /// A final value that is not known, as a mistake of the test.
    pub(crate) fn unknown(&self, unknown: &UnknownValue) -> RunError {
        let (instruction, what) = (None, "a final value");
        let fault = match unknown {
            UnknownValue::AddressBits => Fault::Undecided { instruction, what },
            UnknownValue::ThinAir => Fault::ThinAir { instruction, what },
        };
        self.fault_diagnostic(&fault).into()
    }
}
