//! All outcomes of a test: an execution is looked for whose final state is none of those that were found, until there is none.

use batsat::Lit;
use sim::{Goal, Settled, Simulation, Solver};

use crate::formula::Found;
use crate::search::{Answer, Asked, Questions, with_formula};
use crate::{Limits, Refusal};

/// Tests whose paths have more events are left alone: to write their formula takes longer than most enumerations.
const MOST_EVENTS: usize = 800;

/// A choice of the enumeration takes about as long as so much effort.
const CHOICE: u64 = 2;

/// As many executions are looked at that the simulator refutes.
const MOST_REFUTED: usize = 100;

/// The formula as what a simulation asks for all outcomes at once ([`sim::Options::solver`]).
///
/// What it says has no suspicion left: a test some execution of which may go wrong, or whose values may come from themselves, is left to the enumeration.
#[derive(Clone, Copy, Debug)]
pub struct FormulaSolver;

impl Solver for FormulaSolver {
    fn solve(&self, simulation: &Simulation<'_>, effort: u64) -> Option<Settled> {
        let paths = &simulation.paths().threads;
        if paths.iter().flatten().map(|path| path.events.len()).sum::<usize>() > MOST_EVENTS * paths.len() {
            return None;
        }
        let cancelled = || simulation.is_cancelled();
        let limits = Limits {
            cancelled: &cancelled,
            flags: simulation.goal() == Goal::States,
            representatives: true,
            effort: Some(effort.saturating_mul(CHOICE)),
            ..Limits::default()
        };
        with_formula(simulation, &limits, |questions, asked| questions.outcomes(asked)).ok().flatten().flatten()
    }
}

impl Questions<'_, '_, '_, '_> {
    /// All outcomes, or one that decides, as the simulation's goal is; nothing where something may be wrong with an execution.
    fn outcomes(mut self, asked: Asked) -> Result<Option<Settled>, Refusal> {
        let Asked { suspicions, wanted, flags, state } = asked;
        let uncut = !self.search.skeleton.is_cut;
        for (literal, _) in suspicions {
            if self.formula.known(literal) != Some(false) && !self.is_impossible(&[uncut, literal])? {
                return Ok(None);
            }
        }
        let mut settled = Settled::default();
        let is_decision = self.search.unfolded.simulation.goal() == Goal::Decision;
        let question = self.formula.fresh();
        let assumed: Vec<Lit> = [uncut, question].into_iter().chain(is_decision.then_some(wanted)).collect();
        while !self.is_impossible(&assumed)? {
            let (chosen, literals) = self.search.chosen(self.formula);
            let found = self.search.unfolded.simulation.replay(&chosen)?;
            let value = |literal: Lit| if self.formula.value(literal) { literal } else { !literal };
            let excluded: Vec<Lit> = match found {
                Some(found) if found.is_allowed && found.is_counted => {
                    if found.fault.is_some() {
                        return Ok(None);
                    }
                    settled.add(found);
                    if is_decision {
                        return Ok(Some(settled));
                    }
                    state.iter().map(|&literal| value(literal)).collect()
                }
                _ => {
                    self.refuted += 1;
                    if self.refuted > MOST_REFUTED {
                        return Ok(None);
                    }
                    literals
                }
            };
            // Another one, for this question.
            self.formula.clause(excluded.iter().chain([&question]).map(|&literal| !literal));
        }
        for (name, literal) in flags {
            if self.formula.known(literal) == Some(false) {
                continue;
            }
            match self.find(&[uncut, literal], |found| found.flags.contains(&name))? {
                Answer::Yes(_) => settled.add_flag(name),
                Answer::No => {}
                Answer::Unclear => return Ok(None),
            }
        }
        Ok(Some(settled))
    }

    /// Whether no execution has all of these.
    fn is_impossible(&mut self, assumed: &[Lit]) -> Result<bool, Refusal> {
        match self.formula.solve(assumed) {
            Found::Assignment => Ok(false),
            Found::None => Ok(true),
            Found::Cancelled => Err(Refusal::Cancelled),
        }
    }
}
