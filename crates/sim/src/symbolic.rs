//! What an engine has to know that does not go through candidates but chooses one in a formula: all paths of all threads together, words as they depend
//! on choices, and whether the candidate that it chose is what it takes it for.

use std::ops::ControlFlow;

use execution::{Candidate, Candidates, Cell, EventStructure, Fault, FinalWrites, ThreadPath, ThreadPaths, Visitor};
use litmus::{FinalAtom, Outcomes, Proposition, Quantifier, RegisterPart};
use program::{CodePlace, Expressions, IdVec, ThreadId};
use relation::EventId;

use crate::equal_paths::EqualPaths;
use crate::execution_event::{ExecutionEvent, describe};
use crate::final_state::FinalStates;
use crate::judge::Judges;
use crate::simulate::Simulation;
use crate::symmetry::Symmetry;
use crate::vocabulary::{StructureView, StructureWords, View};
use crate::{Goal, Model, Options, RunError, Test, Turns};

pub use crate::vocabulary::{WordValue, word_name, word_value};

impl<'a> Simulation<'a> {
    /// The test.
    pub fn test(&self) -> &'a Test {
        self.test
    }

    /// The model.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The paths of all threads.
    pub fn paths(&self) -> &ThreadPaths {
        &self.paths
    }

    /// What becomes of turns of loops that change nothing.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The registers whose final values matter.
    pub fn observed_registers(&self) -> &[(ThreadId, RegisterPart)] {
        &self.observed.registers
    }

    /// The cells whose final values matter, each with its pieces, lowest address first; undivided, each is its only piece.
    pub fn observed_cells(&self) -> Vec<(Cell, Vec<Cell>)> {
        self.observed.cells_with_pieces()
    }

    /// How the condition speaks about the final states.
    pub fn quantifier(&self) -> Quantifier {
        self.test.lowered().quantifier
    }

    /// What final states must satisfy to count, if they must.
    pub fn filter(&self) -> Option<&Proposition<FinalAtom>> {
        self.test.lowered().filter.as_ref().filter(|_| !self.options.ignore_filter)
    }

    /// The label, or the number, of a place in the code.
    pub fn place_name(&self, place: CodePlace) -> String {
        self.test.place_name(place)
    }

    /// Neighbours among the threads that do the same and of which no final state shows anything: an execution with the two exchanged is one, too.
    pub fn same_threads(&self) -> Vec<(ThreadId, ThreadId)> {
        // A filter may let in the one and not the other.
        if self.filter().is_some() {
            return Vec::new();
        }
        let mut x = self.paths.expressions.clone();
        Symmetry::find(&self.paths.threads, &self.observed, true, &mut x).exchanges().collect()
    }

    /// The paths, by thread and number, that differ from an earlier one of their thread in nothing that models and final states see.
    pub fn spare_paths(&self) -> Vec<(ThreadId, usize)> {
        if self.filter().is_some() {
            return Vec::new();
        }
        let mut x = self.paths.expressions.clone();
        EqualPaths::find(&self.paths.threads, &self.observed, &mut x).spare()
    }

    /// The candidate that is chosen, as the simulator sees it; `None` where values contradict the choices.
    ///
    /// # Errors
    /// Where the model cannot be evaluated.
    pub fn replay(&self, chosen: &Chosen) -> Result<Option<Replayed>, RunError> {
        let Simulation { test, model, limits, observed, paths, options, .. } = self;
        let mut x = paths.expressions.clone();
        let of_threads: IdVec<ThreadId, &ThreadPath> =
            paths.threads.iter().zip(&chosen.paths).map(|(all, &path)| &all[path]).collect::<Vec<_>>().into();
        let program = &test.lowered().program;
        let limits = execution::Limits { events: usize::MAX, ..*limits };
        let structure = EventStructure::divided(program, paths.pieces.as_ref(), of_threads, &mut x, &limits)?;
        let registers = observed.registers_at_end(&structure, &mut x);
        let mut search = Candidates::new(&structure, &mut x, paths.symbols, &limits);
        search.ask(registers);
        let mut replay = Replay {
            simulation: self,
            chosen,
            judges: Judges::new(model, options),
            structure: &structure,
            states: FinalStates::new(test.lowered(), observed),
            result: None,
        };
        let _ = search.visit(&mut replay)?;
        replay.result.transpose()
    }
}

/// Whether a model allows a candidate that was put together elsewhere.
///
/// # Errors
/// Where the model cannot be evaluated.
pub fn allows(model: &Model, candidate: &Candidate<'_, '_>) -> Result<bool, RunError> {
    let options = Options { goal: Goal::States, ..Options::default() };
    let mut judges = Judges::new(model, &options);
    let mut finals = FinalWrites::new(&[]);
    finals.begin(candidate);
    let view = View { candidate, finals: &finals, words: &StructureWords::default() };
    let structure_view = StructureView { structure: candidate.structure };
    Ok(match judges.judge(&structure_view) {
        None => false,
        Some(mut judge) => judge.take_up(&view) && judge.allowed(&view)? > 0,
    })
}

/// A candidate, by what is chosen in it. Events are those of the event structure of its paths.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// By thread the number of the path.
    pub paths: Vec<usize>,
    /// By read what it reads from.
    pub reads_from: Vec<(EventId, EventId)>,
    /// The final writes of observed cells.
    pub finals: Vec<(Cell, EventId)>,
}

/// What the simulator says of a candidate.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Whether the model allows it.
    pub is_allowed: bool,
    /// The flags that it raises.
    pub flags: Vec<String>,
    /// What is wrong with it.
    pub fault: Option<RunError>,
    /// The size of the pieces, in bytes, in which memory has to be divided for this candidate.
    pub pieces: Option<u32>,
    /// Whether its final state counts.
    pub is_counted: bool,
    /// Whether the proposition of the condition holds at its end.
    pub holds: bool,
    /// The final state, as logs show it.
    pub outcome: String,
    /// The same as data, if it counts.
    pub state: Outcomes,
    /// Its events.
    pub events: IdVec<EventId, ExecutionEvent>,
}

struct Replay<'r, 'a> {
    simulation: &'r Simulation<'a>,
    chosen: &'r Chosen,
    judges: Judges<'r>,
    structure: &'r EventStructure<'r>,
    states: FinalStates<'r>,
    result: Option<Result<Replayed, RunError>>,
}

impl Visitor for Replay<'_, '_> {
    type Break = ();

    fn may_read(&mut self, _: usize, read: EventId, write: EventId) -> bool {
        self.chosen.reads_from.contains(&(read, write))
    }

    fn candidate(&mut self, x: &mut Expressions, candidate: &Candidate<'_, '_>) -> ControlFlow<()> {
        let mut finals = FinalWrites::new(self.simulation.observed.final_cells());
        let mut has_more = finals.begin(candidate);
        // Cells that nothing is known of are not among those that were chosen.
        while has_more && self.chosen.finals.iter().any(|chosen| !finals.by_cell.contains(chosen)) {
            has_more = finals.advance();
        }
        if has_more {
            self.result = Some(self.judge(x, candidate, &finals));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Replay<'_, '_> {
    fn judge(
        &mut self,
        x: &mut Expressions,
        candidate: &Candidate<'_, '_>,
        finals: &FinalWrites,
    ) -> Result<Replayed, RunError> {
        let simulation = self.simulation;
        self.states.look_at(x, candidate, finals);
        let view = View { candidate, finals, words: &StructureWords::default() };
        let structure_view = StructureView { structure: self.structure };
        let judges = std::mem::replace(&mut self.judges, Judges::new(simulation.model, simulation.options));
        let mut judges = judges;
        let is_allowed = match judges.judge(&structure_view) {
            None => false,
            Some(mut judge) => judge.take_up(&view) && judge.allowed(&view)? > 0,
        };
        let holds = self.states.holds(x);
        let outcome = self.states.line(x, simulation.options.base);
        let is_counted = !simulation.leaves_out(&self.states, x);
        let fault = candidate.fault.as_ref();
        let error = match fault {
            Some(fault) => Some(simulation.test.fault_diagnostic(fault).into()),
            None if is_counted => self.states.count(x, 1).err().map(|unknown| simulation.test.unknown(&unknown)),
            None => None,
        };
        Ok(Replayed {
            is_allowed,
            flags: judges.flags().into_iter().collect(),
            pieces: fault.and_then(|fault: &Fault| simulation.smaller_pieces(fault)),
            fault: error,
            is_counted,
            holds,
            outcome,
            state: self.states.outcomes(x, |_| true),
            events: describe(simulation.test, simulation.options.base, x, candidate),
        })
    }
}
