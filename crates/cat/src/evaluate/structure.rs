//! What is known with an event structure: all of it computed once, and what later levels need brought over to the events they look at.

use relation::rows::{self, Form, Row, Shape};
use relation::{EventId, EventSet, IdVec, Index, Relation};

use super::bounds::holds;
use super::choices::Makings;
use super::contraction::{self, Copied};
use super::schedule::{Action, FlagAction};
use super::value_buffer::{ValueBuffer, WordRange};
use super::work::{CandidateWork, StructureStep, StructureWork, Task};
use super::{Compiled, Evaluator, LeftToInterpreter, State, Structure, Worth, insert_event, with_shape};
use crate::compile::plan::{NodeId, Op, Question};
use crate::{BaseId, BaseKind};

impl Evaluator<'_> {
    /// Takes up an event structure of at most 512 events. When the answer is no, none of its candidates is allowed, and nothing else is to be asked.
    ///
    /// # Errors
    /// When an assertion of the model fails, or the structure cannot answer a primitive that the model asks.
    pub fn begin(&mut self, structure: &dyn Structure) -> Result<bool, LeftToInterpreter> {
        let n = structure.universe();
        let form = Form::of(n).expect("no structure has more than 512 events");
        self.state.wide.resize(&self.compiled.wide, n, form);
        if self.state.is_void.is_empty() {
            self.state.is_void = IdVec::from_elem(false, self.compiled.plan.nodes.len());
            self.state.copied = IdVec::from_elem(Copied::Neither, self.compiled.plan.nodes.len());
        }
        if !with_shape!(form, self.structure_level(structure))? {
            return Ok(false);
        }
        with_shape!(form, self.contract(structure));
        self.prepare(structure);
        Ok(true)
    }

    /// Computes what is known with the structure.
    fn structure_level<S: Shape>(&mut self, structure: &dyn Structure) -> Result<bool, LeftToInterpreter> {
        let Compiled { plan, schedule, .. } = self.compiled;
        self.find_words::<S>(structure);
        let State { wide, is_void, structure_works, scratch, .. } = &mut self.state;
        let work = structure_works.current();
        for step in &work.steps {
            let (question, expected) = match *step {
                StructureStep::Apply { node, step } => {
                    wide.apply::<S, NodeId>(node, step);
                    continue;
                }
                StructureStep::Note(node) => {
                    is_void[node] = rows::is_empty(wide.value(node));
                    continue;
                }
                StructureStep::Other(Action::Compute(node)) => {
                    match plan.nodes[node].op {
                        Op::OrderedByFences(set) => order_by_fences::<S>(node, set, wide, structure)?,
                        Op::Fixpoint(of, index) => {
                            wide.copy_fixpoint::<S, NodeId>(&work.fixpoints, node, of, index as usize)
                        }
                        _ => unreachable!("given, or an operator on values alone"),
                    }
                    continue;
                }
                StructureStep::Other(Action::Assert(check)) => (&plan.assertions[check].question, None),
                StructureStep::Other(Action::Require(check)) => (&plan.required[check].question, Some(true)),
                StructureStep::Other(Action::Refuse(check)) => (&plan.refused[check].question, Some(false)),
            };
            let holds = holds::<S>(question, is_void, |node| wide.value(node), scratch);
            match expected {
                None if !holds => return Err(LeftToInterpreter),
                Some(expected) if holds != expected => return Ok(false),
                _ => {}
            }
        }
        self.state.flags_raised.iter_mut().for_each(Vec::clear);
        for action in &schedule.flags[0] {
            if let &FlagAction::Ask(index) = action {
                let flagging = &plan.flagging[index];
                if self.holds_early::<S>(&flagging.check.question) == flagging.when {
                    self.state.flags_raised[0].push(flagging.flag);
                }
            }
        }
        self.state.flags_known = 1;
        Ok(true)
    }

    /// Asks for the words that are known with the structure, and finds what is to be done with them.
    fn find_words<S: Shape>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, wide: layout, .. } = self.compiled;
        let State { wide, is_void, structure_works, .. } = &mut self.state;
        is_void.iter_mut().for_each(|is_void| *is_void = false);
        let words = &schedule.words[0];
        for &node in words {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            write_word::<S>(wide.value_mut(node), plan.nodes[node].kind, word, structure);
            is_void[node] = rows::is_empty(wide.value(node));
        }
        // Steps name nodes and no places, so that they serve for structures of every size: hence the 0.
        let find = || StructureWork::of(plan, schedule, layout, is_void);
        structure_works.take_up(0, words.iter().map(|&word| is_void[word]), find);
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
    fn holds_early<S: Shape>(&mut self, question: &Question) -> bool {
        let State { wide, is_void, scratch, .. } = &mut self.state;
        holds::<S>(question, is_void, |node| wide.value(node), scratch)
    }

    /// Chooses the events of the later levels and brings over what they need.
    fn contract<S: Shape>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let upper_bound = |node: NodeId, into: &mut [u64]| {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            write_word::<S>(into, plan.nodes[node].kind, word, structure);
        };
        let State { wide, narrow, is_void, copied, works, events, numbers, scratch, .. } = &mut self.state;
        let touched = contraction::touched::<S>(plan, schedule, wide, &upper_bound, is_void, copied, scratch);
        events.clear();
        touched.for_each(|event| events.push(event as u32));
        numbers.clear();
        numbers.resize(wide.n, None);
        for (number, &event) in events.iter().enumerate() {
            numbers[event as usize] = Some(number as u32);
        }
        let form = Form::of(events.len()).expect("no more events than the structure has");
        narrow.resize(&self.compiled.narrow, events.len(), form);
        let find = || CandidateWork::of(plan, schedule, is_void, copied, narrow);
        // Tasks name places, which follow from how much room values take.
        let room = narrow.words_of(BaseKind::Relation);
        let voids = schedule.decisive.iter().map(|&node| is_void[node]);
        let copies =
            schedule.copies.iter().flat_map(|&node| [Copied::First, Copied::Second].map(|one| copied[node] == one));
        let work = works.take_up(room, voids.chain(copies), find);
        work.copies.iter().for_each(|&(node, other)| narrow.share(node, other));
        if events.len() == wide.n {
            // Nothing was left out, so events have the same numbers and values the same rows.
            for &node in schedule.contracted.iter().filter(|&&node| work.is_needed[node]) {
                narrow.value_mut(node).copy_from_slice(wide.value(node));
            }
            return;
        }
        with_shape!(form, self.bring_over::<S>(touched));
    }

    /// Brings over to `touched`, the events of the later levels, what these need.
    fn bring_over<S: Shape, N: Shape>(&mut self, touched: S::Row) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let State { wide, narrow, is_void, works, events, numbers, .. } = &mut self.state;
        let is_needed = &works.current().is_needed;
        let restricted = |row: S::Row| {
            let mut restricted = N::Row::NONE;
            row.and(touched).for_each(|event| {
                if let Some(number) = numbers[event] {
                    restricted.insert(number as usize);
                }
            });
            restricted
        };
        for &node in schedule.contracted.iter().filter(|&&node| is_needed[node]) {
            let (value, into) = (wide.value(node), narrow.value_mut(node));
            match plan.nodes[node].kind {
                _ if is_void[node] => into.fill(0),
                BaseKind::Set => N::put_set(into, restricted(S::set(value))),
                BaseKind::Relation => {
                    let rows = events.iter().map(|&event| restricted(S::row(value, event as usize)));
                    N::put_all(into, rows);
                }
            }
        }
    }

    /// Prepares the buffers of the later levels.
    fn prepare(&mut self, structure: &dyn Structure) {
        self.state.works.current().voids.iter().for_each(|&node| _ = self.state.narrow.cleared(node));
        with_shape!(self.state.narrow.form, self.constants());
        with_shape!(self.state.narrow.form, self.find_locations(structure));
        self.state.makings.iter_mut().for_each(Makings::forget);
        self.state.final_writes.forget();
        self.state.leaves = 0;
        self.state.orders = 0;
        // What looks at bounds show differs from structure to structure.
        self.state.worth_of_reads = Worth::default();
        self.state.worth_of_choices.fill(Worth::default());
        self.state.same_location.clear();
        self.state.supposed.forget();
        self.state.has_bounds = false;
        self.state.has_room_for_bounds = false;
    }

    /// Computes what later levels use that has the same value in all candidates.
    fn constants<S: Shape>(&mut self) {
        for task in &self.state.works.current().levels[0] {
            let Task::Apply { into, step } = *task else { unreachable!("an operator on values alone") };
            self.state.narrow.apply::<S, WordRange>(into, step);
        }
    }

    /// Notes which events access the same location, if that is known.
    fn find_locations<S: Shape>(&mut self, structure: &dyn Structure) {
        self.state.has_locations = structure.has_locations();
        self.state.locations.clear();
        self.state.location_classes.clear();
        if !self.state.has_locations {
            return;
        }
        let State { events, locations, location_classes, .. } = &mut self.state;
        for (number, &event) in events.iter().enumerate() {
            let Some(location) = structure.location(EventId::new(event as usize)) else { continue };
            let known = locations.iter().position(|&other| other == location);
            let at = known.unwrap_or(locations.len());
            if known.is_none() {
                locations.push(location);
                location_classes.resize((at + 1) * S::SET_WORDS, 0);
            }
            insert_event::<S>(&mut location_classes[at * S::SET_WORDS..], number);
        }
    }
}

/// Computes what the fences of a set order.
fn order_by_fences<S: Shape>(
    node: NodeId,
    set: NodeId,
    wide: &mut ValueBuffer,
    structure: &dyn Structure,
) -> Result<(), LeftToInterpreter> {
    let mut fences = EventSet::empty(wide.n);
    S::set(wide.value(set)).for_each(|event| _ = fences.insert(EventId::new(event)));
    let ordered = structure.ordered_by_fences(&fences).map_err(|_| LeftToInterpreter)?;
    write_relation::<S>(wide.value_mut(node), &ordered);
    Ok(())
}

/// Writes what a structure says of a word over `into`.
fn write_word<S: Shape>(into: &mut [u64], kind: BaseKind, word: BaseId, structure: &dyn Structure) {
    match kind {
        BaseKind::Set => S::put_set(into, S::Row::from_words(structure.set(word).words())),
        BaseKind::Relation => write_relation::<S>(into, &structure.relation(word)),
    }
}

fn write_relation<S: Shape>(into: &mut [u64], relation: &Relation) {
    S::put_all(into, relation.rows().map(S::Row::from_words));
}
