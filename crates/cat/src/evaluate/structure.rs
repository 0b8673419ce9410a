//! What is known with an event structure: all of it computed once, and what later levels need brought over to the events they look at.

use relation::{EventId, EventSet, IdVec, Index, Relation, rows};

use super::bounds::holds;
use super::choices::Making;
use super::contraction;
use super::schedule::{Action, FlagAction};
use super::value_buffer::ValueBuffer;
use super::work::{CandidateWork, StructureStep, StructureWork, Task};
use super::{Compiled, Evaluator, LeftToInterpreter, State, Structure, Worth, with_width};
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
        self.state.wide.resize(&self.compiled.wide, n, width);
        if self.state.is_void.is_empty() {
            self.state.is_void = IdVec::from_elem(false, self.compiled.plan.nodes.len());
        }
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
        self.find_words::<W>(structure);
        let State { wide, is_void, structure_works, scratch, .. } = &mut self.state;
        for step in &structure_works.current().steps {
            let (question, expected) = match *step {
                StructureStep::Apply { node, step } => {
                    wide.apply_to_node::<W>(node, step);
                    continue;
                }
                StructureStep::Note(node) => {
                    is_void[node] = rows::is_empty(wide.value(node));
                    continue;
                }
                StructureStep::Other(Action::Compute(node)) => {
                    match plan.nodes[node].op {
                        Op::OrderedByFences(set) => order_by_fences::<W>(node, set, wide, structure)?,
                        _ => wide.compute::<W>(plan, schedule, is_void, node),
                    }
                    continue;
                }
                StructureStep::Other(Action::Assert(check)) => (&plan.assertions[check].question, None),
                StructureStep::Other(Action::Require(check)) => (&plan.required[check].question, Some(true)),
                StructureStep::Other(Action::Refuse(check)) => (&plan.refused[check].question, Some(false)),
            };
            let holds = holds::<W>(question, is_void, |node| wide.value(node), scratch);
            match expected {
                None if !holds => return Err(LeftToInterpreter),
                Some(expected) if holds != expected => return Ok(false),
                _ => {}
            }
        }
        self.state.flags_known.fill(false);
        self.state.flags_raised.iter_mut().for_each(Vec::clear);
        for action in &schedule.flags[0] {
            if let &FlagAction::Ask(index) = action {
                let flagging = &plan.flagging[index];
                if self.holds_early::<W>(&flagging.check.question) == flagging.when {
                    self.state.flags_raised[0].push(flagging.flag);
                }
            }
        }
        self.state.flags_known[0] = true;
        Ok(true)
    }

    /// Asks for the words that are known with the structure, and finds what is to be done with them.
    fn find_words<const W: usize>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, wide: layout, .. } = self.compiled;
        let State { wide, is_void, structure_works, .. } = &mut self.state;
        is_void.iter_mut().for_each(|is_void| *is_void = false);
        let words = &schedule.words[0];
        for &node in words {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            write_word::<W>(wide.cleared(node), plan.nodes[node].kind, word, structure);
            is_void[node] = rows::is_empty(wide.value(node));
        }
        // Steps name nodes and no places, so that they serve for structures of every size: hence the 0.
        let find = || StructureWork::of(plan, schedule, layout, is_void);
        structure_works.take_up(0, words, |word| is_void[word], find);
        let work = structure_works.current();
        is_void.iter_mut().zip(work.is_void.iter()).for_each(|(is_void, &known)| *is_void = known);
        // No step computes these, so that the values of another structure would stay. Models name so many relations that clearing them for each
        // structure costs 5 % of a batch.
        if structure_works.has_changed() || wide.is_rearranged {
            work.voids.iter().for_each(|&run| wide.clear(run));
        }
        debug_assert!(work.voids.iter().all(|&run| wide.is_clear(run)), "nothing is written there");
    }

    /// The answer to a question about what is known with the structure.
    fn holds_early<const W: usize>(&mut self, question: &Question) -> bool {
        let State { wide, is_void, scratch, .. } = &mut self.state;
        holds::<W>(question, is_void, |node| wide.value(node), scratch)
    }

    /// Chooses the events of the later levels and brings over what they need.
    fn contract<const W: usize>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let upper_bound = |node: NodeId, into: &mut [u64]| {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            write_word::<W>(into, plan.nodes[node].kind, word, structure);
        };
        let State { wide, narrow, is_void, works, events, numbers, scratch, .. } = &mut self.state;
        let touched = contraction::touched::<W>(plan, schedule, wide, &upper_bound, is_void, scratch);
        events.clear();
        rows::for_each::<W>(&touched, |event| events.push(event as u32));
        numbers.clear();
        numbers.resize(wide.n, None);
        for (number, &event) in events.iter().enumerate() {
            numbers[event as usize] = Some(number as u32);
        }
        let width = rows::width_for(events.len()).expect("no more events than the structure has");
        narrow.resize(&self.compiled.narrow, events.len(), width);
        let find = || CandidateWork::of(plan, schedule, is_void, narrow);
        // Tasks name places, which follow from the number of events.
        let work = works.take_up(narrow.n, &schedule.decisive, |node| is_void[node], find);
        work.copies.iter().for_each(|&(node, other)| narrow.share(node, other));
        let is_needed = &work.is_needed;
        let restrict = |row: &[u64], into: &mut [u64]| {
            let kept: [u64; W] = std::array::from_fn(|word| row[word] & touched[word]);
            rows::for_each::<W>(&kept, |event| {
                if let Some(number) = numbers[event] {
                    rows::insert(into, number as usize);
                }
            });
        };
        for &node in schedule.contracted.iter().filter(|&&node| is_needed[node]) {
            let value = wide.value(node);
            if events.len() == wide.n {
                // Nothing was left out, so events have the same numbers and values the same rows.
                narrow.value_mut(node).copy_from_slice(value);
                continue;
            }
            let into = narrow.cleared(node);
            match plan.nodes[node].kind {
                _ if is_void[node] => {}
                BaseKind::Set => restrict(value, into),
                BaseKind::Relation => {
                    for (into, &event) in into.chunks_exact_mut(width).zip(events.iter()) {
                        restrict(rows::row::<W>(value, event as usize), into);
                    }
                }
            }
        }
    }

    /// Prepares the buffers of the later levels.
    fn prepare(&mut self, structure: &dyn Structure) {
        self.state.works.current().voids.iter().for_each(|&node| _ = self.state.narrow.cleared(node));
        with_width!(self.state.narrow.width, self.constants());
        self.find_locations(structure);
        self.state.making.iter_mut().for_each(Making::forget);
        self.state.final_writes_hold = None;
        self.state.leaves = 0;
        self.state.orders = 0;
        // What looks at bounds tell differs from structure to structure.
        self.state.worth_of_reads = Worth::default();
        self.state.worth_of_choices.fill(Worth::default());
        self.state.same_location.clear();
        self.state.supposed.forget();
        self.state.has_bounds = false;
        self.state.has_room_for_bounds = false;
    }

    /// Computes what later levels use that has the same value in all candidates.
    fn constants<const W: usize>(&mut self) {
        for task in &self.state.works.current().levels[0] {
            let Task::Apply { into, step } = *task else { unreachable!("an operator on values alone") };
            self.state.narrow.apply::<W>(into, step);
        }
    }

    /// Notes which events access the same location, if that is known.
    fn find_locations(&mut self, structure: &dyn Structure) {
        self.state.has_locations = structure.has_locations();
        self.state.locations.clear();
        self.state.location_classes.clear();
        if !self.state.has_locations {
            return;
        }
        let width = self.state.narrow.width;
        for (number, &event) in self.state.events.iter().enumerate() {
            let Some(location) = structure.location(EventId::new(event as usize)) else { continue };
            let known = self.state.locations.iter().position(|&other| other == location);
            let at = known.unwrap_or(self.state.locations.len());
            if known.is_none() {
                self.state.locations.push(location);
                self.state.location_classes.resize((at + 1) * width, 0);
            }
            rows::insert(&mut self.state.location_classes[at * width..], number);
        }
    }
}

/// Computes what the fences of a set order.
fn order_by_fences<const W: usize>(
    node: NodeId,
    set: NodeId,
    wide: &mut ValueBuffer,
    structure: &dyn Structure,
) -> Result<(), LeftToInterpreter> {
    let mut fences = EventSet::empty(wide.n);
    rows::for_each::<W>(wide.value(set), |event| _ = fences.insert(EventId::new(event)));
    let ordered = structure.ordered_by_fences(&fences).map_err(|_| LeftToInterpreter)?;
    write_relation::<W>(wide.cleared(node), &ordered);
    Ok(())
}

/// Writes what a structure says of a word over `into`, which is empty.
fn write_word<const W: usize>(into: &mut [u64], kind: BaseKind, word: BaseId, structure: &dyn Structure) {
    match kind {
        BaseKind::Set => write_row(into, structure.set(word).words()),
        BaseKind::Relation => write_relation::<W>(into, &structure.relation(word)),
    }
}

fn write_relation<const W: usize>(into: &mut [u64], relation: &Relation) {
    into.chunks_exact_mut(W).zip(relation.rows()).for_each(|(into, row)| write_row(into, row));
}

/// Copies a row; the one that is written may be longer.
fn write_row(into: &mut [u64], row: &[u64]) {
    into.iter_mut().zip(row).for_each(|(into, &word)| *into = word);
}
