//! What a compiled model does when, for people who write models.

use super::Compiled;
use super::schedule::{Action, FlagAction};
use crate::CheckId;
use crate::compile::plan::{ChoiceId, Level};

/// At which point of the search something is computed: each is gone through for each way through those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When<'c> {
    /// With the event structure.
    Structure,
    /// With what each read reads from.
    ReadsFrom,
    /// With the final writes of what is observed.
    FinalWrites,
    /// With a choice that the model makes itself, of this name.
    Choice(&'c str),
}

/// What is done at one point of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage<'c> {
    /// The point.
    pub when: When<'c>,
    /// How many operators are evaluated.
    pub operators: usize,
    /// The checks that are asked, sorted. One that is decided in parts is in several stages.
    pub checks: Vec<CheckId>,
    /// How many operators more are evaluated for executions that are allowed.
    pub flag_operators: usize,
    /// The flags and the like that are decided then, sorted.
    pub flags: Vec<CheckId>,
}

impl Compiled {
    /// What is done when, in order.
    pub fn stages(&self) -> Vec<Stage<'_>> {
        let level = |(number, (actions, flags)): (usize, (&Vec<Action>, &Vec<FlagAction>))| {
            self.stage(Level(number as u32), actions, flags)
        };
        self.schedule.levels.iter().zip(&self.schedule.flags).enumerate().map(level).collect()
    }

    fn stage(&self, level: Level, actions: &[Action], flag_actions: &[FlagAction]) -> Stage<'_> {
        let plan = &self.plan;
        let when = match level {
            Level::STRUCTURE => When::Structure,
            Level::READS_FROM => When::ReadsFrom,
            Level::FINAL_WRITES => When::FinalWrites,
            Level(choice) => When::Choice(&plan.choice_names[ChoiceId::from_number(choice - 3)]),
        };
        let mut stage = Stage { when, operators: 0, checks: Vec::new(), flag_operators: 0, flags: Vec::new() };
        for action in actions {
            match *action {
                Action::Compute(_) => stage.operators += 1,
                Action::Assert(index) => stage.checks.push(plan.assertions[index].site),
                Action::Require(index) => stage.checks.push(plan.required[index].site),
                Action::Refuse(index) => stage.checks.push(plan.refused[index].site),
            }
        }
        for action in flag_actions {
            match *action {
                FlagAction::Compute(_) => stage.flag_operators += 1,
                FlagAction::Ask(index) => stage.flags.push(plan.flagging[index].check.site),
            }
        }
        for sites in [&mut stage.checks, &mut stage.flags] {
            sites.sort();
            sites.dedup();
        }
        stage
    }
}
