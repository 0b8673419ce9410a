//! The compiled evaluator: what a model says about the candidates of one event structure, most of it computed once.
//!
//! It runs a [`plan`](crate::compile): straight-line operators on bit matrices, in phases. What depends on the event structure alone is computed once for
//! it, over all events; what depends on more is computed when that is chosen, and only on the events that choices touch
//! ([`contraction`]). Choices of orders are made here, one event after the other, and given up as soon as a check must
//! fail ([`bounds`]). Each allowed way through the choices of the model is counted, as the interpreter counts it.
//!
//! The reference is [`interpret`](crate::interpret); both agree on which executions are allowed, how many, and with which flags.
//!
//! Buffers are kept from one event structure to the next, and from one evaluator of a model to the next; evaluation allocates
//! little but what the first structures of a size need, or the first of which the same is empty ([`work`]).

mod bounds;
mod choices;
mod contraction;
mod explain;
mod final_writes;
mod fixpoint;
mod forced;
mod memo;
mod partial_reads;
mod schedule;
mod step;
mod structure;
mod suppositions;
mod tasks;
mod value_buffer;
mod work;

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use relation::rows::{Row, Shape};
use relation::{EventId, EventSet, IdVec, Index, Relation};

use crate::compile::plan::{ChoiceId, FlagId, Flagging, Level, NodeId, Op, Plan, Question};
use crate::compile::{self, Outside};
use crate::{BaseId, BaseKind, Model, Phase, Unsupported};
use bounds::{BoundSchedule, Bounds, holds};
use choices::Makings;
use contraction::Copied;
pub use explain::{Stage, When};
use final_writes::KeptFinalWrites;
use forced::LateSchedule;
use memo::Memo;
use schedule::{FlagAction, Schedule};
use suppositions::Supposed;
use value_buffer::{Layout, ValueBuffer, WordRange};
use work::{CandidateWork, StructureWork, Task};

impl Compiled {
    /// What the model computes.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
}

/// A model, compiled for candidates whose words are known at certain phases.
#[derive(Debug)]
pub struct Compiled {
    plan: Plan,
    schedule: Schedule,
    wide: Layout,
    narrow: Layout,
    /// For the search for reads-from.
    partial_reads: BoundSchedule,
    /// For each choice.
    partial_choices: Vec<BoundSchedule>,
    /// Likewise.
    forced: IdVec<ChoiceId, LateSchedule>,
    /// What evaluators that are gone have left to those that come.
    left: Mutex<Vec<State>>,
}

impl Model {
    /// Compiles the model; `phase` says when the value of a word is known (see [`BaseName::phase`](crate::BaseName)).
    ///
    /// # Errors
    /// When the model does what only the interpreter can do.
    pub fn compile(&self, phase: &dyn Fn(BaseId) -> Phase) -> Result<Compiled, Outside> {
        let plan = compile::compile(self, phase)?;
        let schedule = Schedule::new(&plan);
        let partial_reads = BoundSchedule::new(&plan, Level::READS_FROM, 0);
        let choices = plan.choices.ids();
        let partial_choices =
            choices.map(|choice| BoundSchedule::new(&plan, Level::of_choice(choice), 1 + choice.index())).collect();
        let (wide, narrow) = schedule.layouts(&plan);
        let forced = plan.choices.iter().map(|_| LateSchedule::new()).collect();
        let left = Mutex::default();
        Ok(Compiled { plan, schedule, wide, narrow, partial_reads, partial_choices, forced, left })
    }
}

/// An event structure as the evaluator sees it.
pub trait Structure {
    /// How many events there are.
    fn universe(&self) -> usize;

    /// A word that is a set: its value, or, when that is known in a later phase only, all that can ever be in it.
    fn set(&self, word: BaseId) -> EventSet;

    /// A word that is a relation, likewise.
    fn relation(&self, word: BaseId) -> Cow<'_, Relation>;

    /// As [`Base::ordered_by_fences`](crate::Base::ordered_by_fences).
    fn ordered_by_fences(&self, fences: &EventSet) -> Result<Relation, Unsupported>;

    /// What an event accesses, as [`Choices::location`] says it; `None` as well as long as that is not known.
    fn location(&self, event: EventId) -> Option<u32>;

    /// Whether the locations of all events are known before it is known what is read.
    fn has_locations(&self) -> bool;
}

/// What a candidate adds to its event structure.
pub trait Choices {
    /// Which of the choices of final writes this is, by a number: candidates of one event structure that have the same have the same values of all
    /// words that are known with the final writes. `None` where that is unknown.
    fn final_writes(&self) -> Option<usize>;

    /// Calls `visit` with the members of a word that is a set.
    fn members(&self, word: BaseId, visit: &mut dyn FnMut(EventId));

    /// Calls `visit` with the pairs of a word that is a relation.
    fn pairs(&self, word: BaseId, visit: &mut dyn FnMut(EventId, EventId));

    /// What an event accesses, as a number; `None` for what accesses nothing.
    fn location(&self, event: EventId) -> Option<u32>;

    /// Whether two events have different values, or none.
    fn have_different_values(&self, a: EventId, b: EventId) -> bool;
}

/// What a model says about the candidates with one choice of what is read and of final writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// How many ways there are through the choices of the model.
    pub ways: u64,
}

/// The interpreter decides what a model does with an event structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftToInterpreter;

/// The search was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Why the ways through the choices are not gone through to the end.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Cancelled,
    /// There is a witness.
    Enough,
}

/// Whether looking at bounds is worth the trouble, from how often it was.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    tries: u32,
    hits: u32,
}

impl Worth {
    /// A look is worth it when one in eight shows something; every 32nd is taken anyway.
    fn is_worth_it(&mut self) -> bool {
        self.tries += 1;
        self.tries < 16 || self.hits * 8 >= self.tries || self.tries.is_multiple_of(32)
    }
}

/// Evaluates a compiled model on one candidate after the other.
pub struct Evaluator<'m> {
    compiled: &'m Compiled,
    state: State,
}

/// What an evaluator knows and where it keeps it. It outlives the evaluator, so that the next one finds room.
#[derive(Debug, Default)]
struct State {
    /// All events of the structure, values that are known with it.
    wide: ValueBuffer,
    /// The events that later levels look at.
    narrow: ValueBuffer,
    lower: ValueBuffer,
    upper: ValueBuffer,
    /// For each choice, what its order has to contain.
    forced: Vec<ValueBuffer>,
    /// For each event of `narrow` its number in the structure.
    events: Vec<u32>,
    /// For each event of the structure its number in `narrow`.
    numbers: Vec<Option<u32>>,
    /// Whether a node has no member in any candidate, as far as that is known.
    is_void: IdVec<NodeId, bool>,
    /// Which operand a node has the value of in all candidates, likewise.
    copied: IdVec<NodeId, Copied>,
    /// What is to be done with the structure.
    structure_works: Memo<StructureWork>,
    /// What is to be done for each candidate.
    works: Memo<CandidateWork>,
    /// The locations that the events of `narrow` access; nothing when they are not known yet.
    locations: Vec<u32>,
    /// For each of them the events that do, as rows.
    location_classes: Vec<u64>,
    /// The events of one location, as a relation; empty when locations are not known yet.
    same_location: Vec<u64>,
    scratch: Vec<u64>,
    /// For each choice.
    makings: Vec<Makings>,
    worth_of_reads: Worth,
    worth_of_choices: Vec<Worth>,
    /// Of how many levels, from the first one on, it is known which flags they raise.
    flags_known: usize,
    /// See [`Evaluator::stop_at_witness`].
    stops_at_witness: bool,
    /// For each level the flags it raises.
    flags_raised: Vec<Vec<FlagId>>,
    /// Flags of any allowed execution since [`Evaluator::forget_flags`].
    flags: Vec<bool>,
    /// Bounds of what is read are known.
    has_locations: bool,
    /// There is room for bounds of this structure.
    has_room_for_bounds: bool,
    /// The bounds of the words that are chosen are there.
    has_bounds: bool,
    /// All that can ever be read from what, on the events of `narrow`.
    reads_bound: Vec<u64>,
    supposed: Supposed,
    /// How many orders have been chosen for this structure.
    orders: u32,
    /// How many choices of what is read have been looked at in this structure.
    leaves: u32,
    final_writes: KeptFinalWrites,
    steps: u64,
}

impl State {
    /// The bounds, to be computed or asked about.
    fn bounds(&mut self) -> Bounds<'_> {
        Bounds {
            exact: &self.narrow,
            lower: &mut self.lower,
            upper: &mut self.upper,
            same_location: &self.same_location,
            supposed: &self.supposed,
            work: self.works.current(),
            is_void: &self.is_void,
        }
    }
}

/// Calls a method with the shape that a form stands for as its type, the last one if there are several.
macro_rules! with_shape {
    ($form:expr, $self:ident . $method:ident $(::<$outer:ty>)? ( $($argument:expr),* )) => {
        match $form {
            relation::rows::Form::Packed => $self.$method::<$($outer,)? relation::rows::Packed>($($argument),*),
            relation::rows::Form::One => $self.$method::<$($outer,)? relation::rows::Words<1>>($($argument),*),
            relation::rows::Form::Two => $self.$method::<$($outer,)? relation::rows::Words<2>>($($argument),*),
            relation::rows::Form::Four => $self.$method::<$($outer,)? relation::rows::Words<4>>($($argument),*),
            relation::rows::Form::Eight => $self.$method::<$($outer,)? relation::rows::Words<8>>($($argument),*),
        }
    };
}

use with_shape;

impl<'m> Evaluator<'m> {
    /// An evaluator without an event structure; [`Evaluator::begin`] gives it one.
    pub fn new(compiled: &'m Compiled) -> Evaluator<'m> {
        let plan = &compiled.plan;
        let levels = plan.levels() as usize;
        // A thread that panicked left nothing half done: states are taken out and put back whole.
        let mut state = compiled.left.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        state.makings.resize_with(plan.choices.len(), Makings::default);
        state.forced.resize_with(plan.choices.len(), ValueBuffer::default);
        state.worth_of_choices.resize(plan.choices.len(), Worth::default());
        state.flags_raised.resize(levels, Vec::new());
        state.stops_at_witness = false;
        state.flags.clear();
        state.flags.resize(plan.flags.len(), false);
        Evaluator { compiled, state }
    }

    /// The flags that allowed executions have raised since the last [`Evaluator::forget_flags`].
    pub fn flags(&self) -> impl Iterator<Item = &'m str> {
        let raised = self.compiled.plan.flags.iter_enumerated().filter(|(flag, _)| self.state.flags[flag.index()]);
        raised.map(|(_, name)| name.as_str())
    }

    /// Starts a new test.
    pub fn forget_flags(&mut self) {
        self.state.flags.fill(false);
    }

    /// Brings the words of a level over from a candidate.
    fn fill_level<S: Shape>(&mut self, level: Level, candidate: &dyn Choices) {
        let plan = &self.compiled.plan;
        let State { narrow, numbers, is_void, .. } = &mut self.state;
        for &node in &self.compiled.schedule.words[level.0 as usize] {
            let description = &plan.nodes[node];
            let (Op::Base(word), false) = (&description.op, is_void[node]) else { continue };
            let into = narrow.cleared(node);
            match description.kind {
                BaseKind::Set => candidate.members(*word, &mut |event| insert_member::<S>(into, numbers, event)),
                BaseKind::Relation => candidate.pairs(*word, &mut |source, target| {
                    insert_pair::<S>(into, numbers, source, target);
                }),
            }
        }
    }

    /// Computes a later level, as far as its checks hold; what final writes alone decide is done already ([`final_writes`]).
    fn level<S: Shape>(&mut self, level: Level, candidate: &dyn Choices) -> bool {
        // Flags of later levels are computed from values of this one.
        self.state.flags_known = self.state.flags_known.min(level.0 as usize);
        self.all_hold::<S>(|work| &work.levels[level.0 as usize], candidate)
    }

    /// Does tasks of the structure at hand, until a check does not hold.
    #[inline(always)]
    fn all_hold<S: Shape>(&mut self, tasks: impl Fn(&CandidateWork) -> &[Task], candidate: &dyn Choices) -> bool {
        let compiled = self.compiled;
        let State { narrow, works, is_void, events, .. } = &mut self.state;
        let work = works.current();
        tasks(work).iter().all(|task| match *task {
            Task::Apply { into, step } => {
                narrow.apply::<S, WordRange>(into, step);
                true
            }
            Task::Compute(node) => {
                compute::<S>(compiled, work, node, narrow, is_void, events, candidate);
                true
            }
            Task::Expect { property, value, answer } => narrow.has::<S>(property, value) == answer,
        })
    }

    /// Takes up what is read. When the answer is no, no candidate that reads so is allowed.
    pub fn reads_from(&mut self, candidate: &dyn Choices) -> bool {
        self.state.leaves += 1;
        with_shape!(self.state.narrow.form, self.reads_from_level(candidate))
    }

    fn reads_from_level<S: Shape>(&mut self, candidate: &dyn Choices) -> bool {
        self.fill_level::<S>(Level::READS_FROM, candidate);
        self.level::<S>(Level::READS_FROM, candidate)
    }

    /// From now on one way through the choices of the model is enough for a candidate, together with the flags that any raises; how many ways there
    /// are is not counted.
    pub fn stop_at_witness(&mut self) {
        self.state.stops_at_witness = true;
    }

    /// Whether a candidate of the event structure may raise a flag that was not raised yet. `candidate` is one whose reads were taken up last, where that
    /// is asked of a candidate with those reads only. A yes promises nothing.
    pub fn might_raise_flags(&mut self, candidate: Option<&dyn Choices>) -> bool {
        if self.state.flags.iter().all(|&raised| raised) {
            return false;
        }
        if let Some(candidate) = candidate {
            with_shape!(self.state.narrow.form, self.find_flags_of_reads(candidate));
        }
        let known = if candidate.is_some() { Level::READS_FROM } else { Level::STRUCTURE };
        let State { flags, flags_raised, is_void, .. } = &self.state;
        let is_new = |flag: FlagId| !flags[flag.index()];
        flags_raised[..=known.0 as usize].iter().flatten().any(|&flag| is_new(flag))
            || self.compiled.plan.flagging.iter().any(|Flagging { flag, when, check }| {
                check.level > known && is_new(*flag) && !is_settled(&check.question, *when, is_void)
            })
    }

    fn find_flags_of_reads<S: Shape>(&mut self, candidate: &dyn Choices) {
        self.find_flags_up_to::<S>(Level::READS_FROM.0 as usize, candidate);
    }

    /// Whether other ways through the choices with the same reads and final writes can raise no flag that was not raised.
    fn needs_no_other_way(&self) -> bool {
        let State { flags, is_void, .. } = &self.state;
        self.compiled.plan.flagging.iter().all(|Flagging { flag, when, check }| {
            check.level <= Level::FINAL_WRITES || flags[flag.index()] || is_settled(&check.question, *when, is_void)
        })
    }

    /// All checks hold and all choices are made.
    fn accept<S: Shape>(&mut self, candidate: &dyn Choices, allowed: &mut Allowed) {
        allowed.ways += 1;
        if self.state.flags.iter().all(|&raised| raised) {
            return;
        }
        self.find_flags_up_to::<S>(self.state.flags_raised.len() - 1, candidate);
        for flag in self.state.flags_raised.iter().flatten() {
            self.state.flags[flag.index()] = true;
        }
    }

    /// Finds which flags the levels up to this one raise.
    fn find_flags_up_to<S: Shape>(&mut self, level: usize, candidate: &dyn Choices) {
        while self.state.flags_known <= level {
            self.find_flags::<S>(self.state.flags_known, candidate);
            self.state.flags_known += 1;
        }
    }

    /// Finds which flags a level raises.
    fn find_flags<S: Shape>(&mut self, level: usize, candidate: &dyn Choices) {
        let compiled = self.compiled;
        let State { narrow, works, is_void, events, scratch, flags_raised, .. } = &mut self.state;
        flags_raised[level].clear();
        let work = works.current();
        for &action in &work.flags[level] {
            match action {
                FlagAction::Compute(node) => compute::<S>(compiled, work, node, narrow, is_void, events, candidate),
                FlagAction::Ask(index) => {
                    let Flagging { flag, when, ref check } = compiled.plan.flagging[index];
                    if holds::<S>(&check.question, is_void, |node| narrow.value(node), scratch) == when {
                        flags_raised[level].push(flag);
                    }
                }
            }
        }
    }
}

/// Whether a question about what is empty has not the answer `when`.
fn is_settled(question: &Question, when: bool, is_void: &IdVec<NodeId, bool>) -> bool {
    let mut is_about_nothing = true;
    question.for_each_node(&mut |node| is_about_nothing &= is_void[node]);
    // Of nothing all properties hold.
    is_about_nothing && !when
}

/// Computes a node of a later level; `events` gives the numbers that the events of `narrow` have in the structure.
fn compute<S: Shape>(
    compiled: &Compiled,
    work: &CandidateWork,
    node: NodeId,
    narrow: &mut ValueBuffer,
    is_void: &IdVec<NodeId, bool>,
    events: &[u32],
    candidate: &dyn Choices,
) {
    let plan = &compiled.plan;
    let pairs = match plan.nodes[node].op {
        Op::DifferentValues(pairs) => pairs,
        Op::Fixpoint(of, index) => {
            return narrow.copy_fixpoint::<S, WordRange>(&work.fixpoints, narrow.place(node), of, index as usize);
        }
        // Given.
        Op::Base(_) | Op::Chosen(_) | Op::Recursive(..) | Op::OrderedByFences(_) => return,
        _ => return narrow.compute::<S>(plan, is_void, node),
    };
    let event = |number: usize| EventId::new(events[number] as usize);
    let (before, into) = narrow.split(node);
    into.copy_from_slice(before.value(pairs));
    for source in 0..events.len() {
        S::row(into, source).for_each(|target| {
            if !candidate.have_different_values(event(source), event(target)) {
                S::remove(into, source, target);
            }
        });
    }
}

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        let state = std::mem::take(&mut self.state);
        self.compiled.left.lock().unwrap_or_else(PoisonError::into_inner).push(state);
    }
}

/// Adds an event to a set over the events that later levels look at, if it is one of them.
fn insert_member<S: Shape>(into: &mut [u64], numbers: &[Option<u32>], event: EventId) {
    if let Some(event) = numbers[event.index()] {
        insert_event::<S>(into, event as usize);
    }
}

/// Adds an event to a set by its number.
fn insert_event<S: Shape>(into: &mut [u64], number: usize) {
    let mut set = S::set(into);
    set.insert(number);
    S::put_set(into, set);
}

/// Adds a pair to a relation over the events that later levels look at, if both are of them.
fn insert_pair<S: Shape>(into: &mut [u64], numbers: &[Option<u32>], source: EventId, target: EventId) {
    if let (Some(source), Some(target)) = (numbers[source.index()], numbers[target.index()]) {
        S::insert(into, source as usize, target as usize);
    }
}
