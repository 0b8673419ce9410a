//! Which loops of a test are cut to the turns that change something, under a model.
//!
//! What a turn without change is, is `execution`'s; whether a model that allows an execution with such a turn allows it without, is read off the model's plan
//! ([`cat::Compiled::without_events`]). Here the two meet: which words of the vocabulary the events of a turn may be in.

use cat::{BaseId, Deleted, SetTerm};
use execution::{EventShape, Loop, Waits};
use litmus::Language;
use program::Program;

use crate::final_state::Observed;
use crate::simulate::{Goal, Options};
use crate::vocabulary::{self, LeftOut};
use crate::{Engine, Model, Test};

/// What becomes of the turns of loops that change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// Each is gone through, as far as the unroll bound allows, or there are none.
    #[default]
    All,
    /// They are left out: outcomes do not depend on how often a loop waits.
    LeftOut,
    /// They would have been left out, were it certain that the model allows that.
    Kept {
        /// Why it is not.
        reason: String,
    },
}

impl Turns {
    /// What becomes of them when memory is divided into pieces: what is left out is argued for accesses of one event each.
    pub(crate) fn where_divided(self) -> Turns {
        match self {
            Turns::All => Turns::All,
            Turns::LeftOut | Turns::Kept { .. } => Turns::Kept { reason: "accesses are of mixed sizes".to_owned() },
        }
    }
}

/// The loops of `test`, those marked whose turns may be left out when outcomes are looked for and executions are not counted.
pub(crate) fn of(test: &Test, model: &Model, options: &Options<'_>, observed: &Observed) -> (Waits, Turns) {
    let is_asked = match options.goal {
        Goal::Counts => false,
        Goal::States | Goal::Decision => true,
    };
    let is_plain = options.checks.skip.is_empty() && !options.checks.ignore_checks;
    if !is_asked || options.all_turns || !is_plain {
        return (Waits::default(), Turns::All);
    }
    let program = &test.lowered().program;
    let registers: Vec<_> = observed.registers.iter().map(|(thread, part)| (*thread, part.register)).collect();
    let mut waits = Waits::find(program, &registers);
    if waits.is_empty() {
        return (waits, Turns::All);
    }
    let compiled = match model.compiled(true) {
        Ok(compiled) if options.engine == Engine::Compiled => compiled,
        Ok(_) => return (Waits::default(), Turns::Kept { reason: "the model is interpreted".to_owned() }),
        Err(outside) => {
            return (Waits::default(), Turns::Kept { reason: format!("the model is interpreted: {outside}") });
        }
    };
    let (mut heads, mut spare, mut refusal) = (Vec::new(), 0, None);
    for each in waits.loops() {
        let turn =
            Turn { program, language: test.language(), waits: &waits, of: each, shapes: shapes(&waits, program, each) };
        match compiled.without_events(&turn) {
            Ok(deletion) => {
                heads.push(each.head);
                // A decision does not ask for flags.
                if options.goal == Goal::States {
                    spare = spare.max(deletion.spare);
                }
            }
            Err(check) => _ = refusal.get_or_insert(check),
        }
    }
    waits.cut_at(&heads, spare);
    let turns = match refusal {
        None => Turns::LeftOut,
        Some(check) => {
            let site = model.cat().check_site(check);
            let name = site.name.as_deref().map_or_else(|| "a check".to_owned(), |name| format!("the check `{name}`"));
            Turns::Kept { reason: format!("{name} may fail without a turn, and hold with it") }
        }
    };
    (waits, turns)
}

fn shapes(waits: &Waits, program: &Program, of: &Loop) -> Vec<LeftOut> {
    let events = waits.shapes_of_turns(program, of).into_iter().map(LeftOut::Event);
    events.chain([LeftOut::Branch, LeftOut::RegisterAccess]).collect()
}

/// A turn of a loop that changes nothing.
struct Turn<'a> {
    program: &'a Program,
    language: &'a dyn Language,
    waits: &'a Waits,
    of: &'a Loop,
    /// What it may consist of.
    shapes: Vec<LeftOut>,
}

impl Deleted for Turn<'_> {
    fn is_in(&self, set: BaseId) -> bool {
        self.shapes.iter().any(|shape| vocabulary::contains(set, *shape, self.language).unwrap_or(true))
    }

    fn ends(&self, relation: BaseId) -> [bool; 2] {
        vocabulary::reads_end(relation)
    }

    fn shrinks(&self, relation: BaseId) -> bool {
        vocabulary::depends_on_branches(relation)
    }

    fn is_program_order(&self, relation: BaseId) -> bool {
        vocabulary::is_program_order(relation)
    }

    fn is_shielded(&self, by: &SetTerm, from: &SetTerm) -> bool {
        // Where the kind of an event does not decide the question, everything is possible.
        let decide = |term: &SetTerm, shape: EventShape| {
            let is_told = std::cell::Cell::new(true);
            let holds = term.holds(&|word| {
                vocabulary::contains(word, LeftOut::Event(shape), self.language).unwrap_or_else(|| {
                    is_told.set(false);
                    false
                })
            });
            is_told.get().then_some(holds)
        };
        let is_by = |shape| decide(by, shape) == Some(true);
        let is_from = |shape| decide(from, shape) != Some(false);
        // Register accesses and branches are not looked at here.
        let others = [LeftOut::Branch, LeftOut::RegisterAccess];
        let has_others = others
            .iter()
            .any(|other| from.holds(&|word| vocabulary::contains(word, *other, self.language).unwrap_or(true)));
        !has_others && self.waits.comes_first(self.program, self.of, &is_by, &is_from)
    }
}
