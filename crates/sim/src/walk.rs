//! Going through all candidates of a test with the interpreter, nothing given up early: for those who want to look at each.

use std::ops::ControlFlow;

use cat::{Explainer, Failure, Run};
use execution::{Candidate, Candidates, EventStructure, ExecutionError, FinalWrites, ThreadPath, Visitor};
use program::{Expressions, IdVec, ThreadId};

use crate::final_state::FinalStates;
use crate::simulate::Simulation;
use crate::vocabulary::{StructureWords, View};
use crate::{RunError, Test};

/// The search of one event structure is cut into about so many parts.
const PARTS: u64 = 64;

/// One way through the model's choices for one candidate.
pub(crate) struct Met<'m, 'v, 'e, 'r> {
    pub(crate) x: &'m Expressions,
    pub(crate) view: &'m View<'v>,
    pub(crate) states: &'m FinalStates<'m>,
    pub(crate) run: Run<'m>,
    pub(crate) explainer: &'m mut Explainer<'e, 'r>,
}

impl<'v> Met<'_, 'v, '_, '_> {
    pub(crate) fn candidate(&self) -> &'v Candidate<'v, 'v> {
        self.view.candidate
    }
}

/// Who is shown what is met, and says what is worth being looked at.
pub(crate) trait Walker {
    /// Whether to ask the model about candidates that end in the state that is looked at. Asked for each candidate.
    fn is_wanted(&mut self, states: &FinalStates<'_>, x: &Expressions) -> ControlFlow<(), bool>;

    /// One way through the model's choices.
    fn meet(&mut self, met: Met<'_, '_, '_, '_>) -> ControlFlow<()>;
}

/// A place in the enumeration: which path each thread takes, and a part of what is read.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    paths: Vec<usize>,
    part: u64,
}

/// The enumeration, part by part.
pub(crate) struct Walk<'a> {
    simulation: &'a Simulation<'a>,
    checks: cat::Options,
    x: Expressions,
}

impl<'a> Walk<'a> {
    /// `checks` is what is asked of the model.
    pub(crate) fn new(simulation: &'a Simulation<'a>, checks: cat::Options) -> Walk<'a> {
        Walk { simulation, checks, x: simulation.paths.expressions.clone() }
    }

    /// Where it begins; `None` where every way that some thread goes contradicts something.
    pub(crate) fn start(&self) -> Option<Position> {
        let threads = &self.simulation.paths.threads;
        let is_any = threads.iter().all(|paths| !paths.is_empty());
        is_any.then(|| Position { paths: vec![0; threads.len()], part: 0 })
    }

    /// All of it.
    pub(crate) fn all(&mut self, walker: &mut dyn Walker) -> Result<ControlFlow<()>, RunError> {
        let mut position = self.start();
        while let Some(at) = position {
            let (flow, _) = self.structure(&at, None, walker)?;
            if flow.is_break() {
                return Ok(flow);
            }
            position = self.next_structure(at);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// One part. Gives where the next one is.
    pub(crate) fn part(&mut self, at: Position, walker: &mut dyn Walker) -> Result<Option<Position>, RunError> {
        let (flow, parts) = self.structure(&at, Some(at.part), walker)?;
        if flow.is_break() {
            return Ok(None);
        }
        let next = at.part + 1;
        Ok(if next < parts { Some(Position { part: next, ..at }) } else { self.next_structure(at) })
    }

    /// The next combination of paths, the last thread's changing fastest.
    fn next_structure(&self, mut at: Position) -> Option<Position> {
        let threads = &self.simulation.paths.threads;
        let next = threads.iter().zip(&at.paths).rposition(|(all, &path)| path + 1 < all.len())?;
        at.paths[next] += 1;
        at.paths[next + 1..].fill(0);
        Some(Position { part: 0, ..at })
    }

    /// One event structure, all of it or one part. Gives what the numbers of its parts are less than.
    fn structure(
        &mut self,
        at: &Position,
        part: Option<u64>,
        walker: &mut dyn Walker,
    ) -> Result<(ControlFlow<()>, u64), RunError> {
        let Simulation { test, model, limits, observed, paths, .. } = self.simulation;
        let chosen: IdVec<ThreadId, &ThreadPath> =
            paths.threads.iter().zip(&at.paths).map(|(all, &path)| &all[path]).collect::<Vec<_>>().into();
        if chosen.iter().any(|path| path.cut.is_some()) {
            return Ok((ControlFlow::Continue(()), 1));
        }
        let program = &test.lowered().program;
        let structure = EventStructure::divided(program, paths.pieces.as_ref(), chosen, &mut self.x, limits)?;
        let registers = observed.registers_at_end(&structure, &mut self.x);
        let mut search = Candidates::new(&structure, &mut self.x, paths.symbols, limits);
        search.ask(registers);
        if part.is_some() {
            search.divide(PARTS);
        }
        let parts = search.part_numbers();
        let mut visitor = StructureWalk {
            simulation: self.simulation,
            checks: &self.checks,
            part: part.filter(|_| parts > 1),
            words: StructureWords::default(),
            finals: FinalWrites::new(observed.final_cells()),
            states: FinalStates::new(test.lowered(), observed),
            walker,
            model,
        };
        match search.visit(&mut visitor)? {
            ControlFlow::Break(Some(error)) => Err(error),
            ControlFlow::Break(None) => Ok((ControlFlow::Break(()), parts)),
            ControlFlow::Continue(()) => Ok((ControlFlow::Continue(()), parts)),
        }
    }
}

struct StructureWalk<'w, 'a> {
    simulation: &'a Simulation<'a>,
    model: &'a crate::Model,
    checks: &'w cat::Options,
    part: Option<u64>,
    words: StructureWords,
    finals: FinalWrites,
    states: FinalStates<'a>,
    walker: &'w mut dyn Walker,
}

impl Visitor for StructureWalk<'_, '_> {
    /// An error, or the walker's wish.
    type Break = Option<RunError>;

    fn wants(&mut self, part: u64) -> bool {
        self.part.is_none_or(|wanted| wanted == part)
    }

    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<Option<RunError>> {
        let mut has_more = self.finals.begin(candidate);
        while has_more {
            if let Err(error) = self.simulation.limits.check_cancelled() {
                return ControlFlow::Break(Some(error.into()));
            }
            self.states.look_at(x, candidate, &self.finals);
            let is_wanted = match self.walker.is_wanted(&self.states, x) {
                ControlFlow::Continue(wanted) => wanted,
                ControlFlow::Break(()) => return ControlFlow::Break(None),
            };
            if is_wanted && !self.simulation.leaves_out(&self.states, x) {
                self.judge(x, candidate)?;
            }
            has_more = self.finals.advance();
        }
        ControlFlow::Continue(())
    }
}

impl StructureWalk<'_, '_> {
    fn judge(&mut self, x: &Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<Option<RunError>> {
        let view = View { candidate, finals: &self.finals, words: &self.words };
        let options = self.simulation.options;
        let cancelled = || options.is_cancelled();
        let limits = cat::Limits { cancelled: &cancelled, ..cat::Limits::default() };
        let mut is_over = false;
        let (walker, states, test) = (&mut *self.walker, &self.states, self.simulation.test);
        let mut fault = None;
        let result = cat::interpret_explained(self.model.cat(), &view, self.checks, &limits, &mut |run, explainer| {
            if is_allowed(&run) {
                fault = fault_of(test, candidate);
            }
            let flow = match fault {
                Some(_) => ControlFlow::Break(()),
                None => walker.meet(Met { x, view: &view, states, run, explainer }),
            };
            is_over = flow.is_break();
            flow
        });
        match (result, fault) {
            (_, Some(fault)) => ControlFlow::Break(Some(fault)),
            (Ok(()), None) if is_over => ControlFlow::Break(None),
            (Ok(()), None) => ControlFlow::Continue(()),
            (Err(Failure::Cancelled), None) => ControlFlow::Break(Some(ExecutionError::Cancelled.into())),
            (Err(failure), None) => ControlFlow::Break(Some(failure.to_diagnostic().into())),
        }
    }
}

impl Simulation<'_> {
    /// Whether executions that end in the state that is looked at do not count.
    pub(crate) fn leaves_out(&self, states: &FinalStates<'_>, x: &Expressions) -> bool {
        let options = self.options;
        !options.ignore_filter && states.is_left_out(x)
            || options.only_deciding && !self.is_asked_about(states.holds(x))
    }

    /// How many candidates the model is asked about, each way through its choices counted: herd's number of candidates.
    ///
    /// # Errors
    /// As [`simulate`](crate::simulate).
    pub fn count_candidates(&self) -> Result<u64, RunError> {
        struct Counter(u64);
        impl Walker for Counter {
            fn is_wanted(&mut self, _: &FinalStates<'_>, _: &Expressions) -> ControlFlow<(), bool> {
                ControlFlow::Continue(true)
            }
            fn meet(&mut self, _: Met<'_, '_, '_, '_>) -> ControlFlow<()> {
                self.0 += 1;
                ControlFlow::Continue(())
            }
        }
        let mut counter = Counter(0);
        let _ = Walk::new(self, cat::Options::default()).all(&mut counter)?;
        Ok(counter.0)
    }
}

/// Whether the model allows what a run was about.
pub(crate) fn is_allowed(run: &Run<'_>) -> bool {
    match run {
        Run::Accepted(accepted) => accepted.failed.is_empty(),
        Run::Rejected(_) => false,
    }
}

/// What is wrong with a candidate, should the model allow it.
fn fault_of(test: &Test, candidate: &Candidate<'_, '_>) -> Option<RunError> {
    candidate.fault.as_ref().map(|fault| test.fault_diagnostic(fault).into())
}
