//! What is known with an event structure: all of it computed once, and what later levels need brought over to the events they look at.

use relation::{EventId, EventSet, Index, Relation, rows};

use super::bounds::holds;
use super::contraction;
use super::schedule::{Action, FlagAction};
use super::{Compiled, Evaluator, LeftToInterpreter, Structure, Worth, with_width};
use crate::compile::plan::{NodeId, Op, Question};
use crate::{BaseId, BaseKind};

impl Evaluator<'_> {
    /// Takes up an event structure of at most 512 events. When the answer is no, none of its candidates is allowed, and nothing else is to be asked.
    ///
    /// # Errors
    /// When an assertion of the model fails, or the structure cannot answer a primitive that the model asks.
    pub fn begin(&mut self, structure: &dyn Structure) -> Result<bool, LeftToInterpreter> {
        let n = structure.universe();
        let width = rows::width_for(n).expect("no structure has more than 512 events");
        self.wide.resize(n, width);
        if !with_width!(width, self.structure_level(structure))? {
            return Ok(false);
        }
        with_width!(width, self.contract(structure));
        self.prepare(structure);
        Ok(true)
    }

    /// Computes what is known with the structure.
    fn structure_level<const W: usize>(&mut self, structure: &dyn Structure) -> Result<bool, LeftToInterpreter> {
        let Compiled { plan, schedule, .. } = self.compiled;
        for &action in &schedule.levels[0] {
            match action {
                Action::Compute(node) => match plan.nodes[node].op {
                    Op::Base(word) => {
                        write_word::<W>(self.wide.cleared(node), plan.nodes[node].kind, word, structure);
                    }
                    Op::OrderedByFences(set) => {
                        let mut fences = EventSet::empty(self.wide.n);
                        rows::for_each::<W>(self.wide.value(set), |event| _ = fences.insert(EventId::new(event)));
                        let ordered = structure.ordered_by_fences(&fences).map_err(|_| LeftToInterpreter)?;
                        write_relation::<W>(self.wide.cleared(node), &ordered);
                    }
                    _ => self.wide.compute::<W>(schedule, node),
                },
                Action::Assert(check) if !self.holds_early::<W>(&plan.assertions[check].question) => {
                    return Err(LeftToInterpreter);
                }
                Action::Require(check) if !self.holds_early::<W>(&plan.required[check].question) => return Ok(false),
                Action::Refuse(check) if self.holds_early::<W>(&plan.refused[check].question) => return Ok(false),
                Action::Assert(_) | Action::Require(_) | Action::Refuse(_) => {}
            }
        }
        self.flags_known.fill(false);
        self.flags_raised.iter_mut().for_each(Vec::clear);
        for action in &schedule.flags[0] {
            if let &FlagAction::Ask(index) = action {
                let flagging = &plan.flagging[index];
                if self.holds_early::<W>(&flagging.check.question) == flagging.when {
                    self.flags_raised[0].push(flagging.flag);
                }
            }
        }
        self.flags_known[0] = true;
        Ok(true)
    }

    /// The answer to a question about what is known with the structure.
    fn holds_early<const W: usize>(&mut self, question: &Question) -> bool {
        holds::<W>(question, |node| self.wide.value(node), &mut self.scratch)
    }

    /// Chooses the events of the later levels and brings over what they need.
    fn contract<const W: usize>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let upper_bound = |node: NodeId, into: &mut [u64]| {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            write_word::<W>(into, plan.nodes[node].kind, word, structure);
        };
        let touched = contraction::touched::<W>(plan, schedule, &self.wide, &upper_bound);
        self.events.clear();
        rows::for_each::<W>(&touched, |event| self.events.push(event as u32));
        self.numbers.clear();
        self.numbers.resize(self.wide.n, None);
        for (number, &event) in self.events.iter().enumerate() {
            self.numbers[event as usize] = Some(number as u32);
        }
        let width = rows::width_for(self.events.len()).expect("no more events than the structure has");
        self.narrow.resize(self.events.len(), width);
        for &node in &schedule.contracted {
            let kind = plan.nodes[node].kind;
            let into = self.narrow.cleared(node);
            let value = self.wide.value(node);
            let numbers = &self.numbers;
            let narrow = |row: &[u64], into: &mut [u64]| {
                let kept: [u64; W] = std::array::from_fn(|word| row[word] & touched[word]);
                rows::for_each::<W>(&kept, |event| {
                    if let Some(number) = numbers[event] {
                        rows::insert(into, number as usize);
                    }
                });
            };
            match kind {
                BaseKind::Set => narrow(value, into),
                BaseKind::Relation => {
                    for (number, &event) in self.events.iter().enumerate() {
                        narrow(rows::row::<W>(value, event as usize), &mut into[number * width..][..width]);
                    }
                }
            }
        }
    }

    /// Prepares the spaces of the later levels.
    fn prepare(&mut self, structure: &dyn Structure) {
        self.worth_of_reads = Worth::default();
        self.worth_of_choices.fill(Worth::default());
        self.same_location.clear();
        self.has_locations = structure.has_locations();
        self.has_bounds = false;
    }
}

/// Writes what a structure says of a word over `into`, which is empty.
fn write_word<const W: usize>(into: &mut [u64], kind: BaseKind, word: BaseId, structure: &dyn Structure) {
    match kind {
        BaseKind::Set => structure.set(word).iter().for_each(|event| rows::insert(into, event.index())),
        BaseKind::Relation => write_relation::<W>(into, &structure.relation(word)),
    }
}

fn write_relation<const W: usize>(into: &mut [u64], relation: &Relation) {
    relation.iter().for_each(|(source, target)| rows::insert(rows::row_mut::<W>(into, source.index()), target.index()));
}
