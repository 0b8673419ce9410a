//! The compiled evaluator: what a model says about the candidates of one event structure, most of it computed once.
//!
//! It runs a [`plan`](crate::compile): straight-line operators on bit matrices, in phases. What depends on the event structure alone is computed once for
//! it, over all events; what depends on more is computed when that is chosen, and only on the events that choices touch
//! ([`contraction`]). Choices of orders are made here, one event after the other, and given up as soon as a check must
//! fail ([`bounds`]). Each allowed way through the choices of the model is counted, as the interpreter counts it.
//!
//! The reference is [`interpret`](crate::interpret); both agree on which executions are allowed, how many, and with which flags.
//!
//! Buffers are kept from one event structure to the next; evaluation allocates nothing but what the first structures of a size need.

mod bounds;
mod choices;
mod contraction;
mod explain;
mod schedule;
mod space;

use relation::{EventId, EventSet, Index, Relation, rows};

use crate::compile::plan::{ChoiceId, FlagId, Level, NodeId, Op, Plan};
use crate::compile::{self, Outside};
use crate::{BaseId, BaseKind, Model, Phase, Unsupported};
use bounds::{BoundSchedule, Bounds, holds};
use choices::Making;
pub use explain::{Stage, When};
use schedule::{Action, FlagAction, Schedule};
use space::{Layout, Space};

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
}

impl Model {
    /// Compiles the model; `phase` says when the value of a word is known (see [`BaseName::phase`](crate::BaseName)).
    ///
    /// # Errors
    /// When the model does what only the interpreter can do.
    pub fn compile(&self, phase: &dyn Fn(BaseId) -> Phase) -> Result<Compiled, Outside> {
        let plan = compile::compile(self, phase)?;
        let schedule = Schedule::new(&plan);
        let partial_reads = BoundSchedule::new(&plan, Level::READS_FROM);
        let choices = plan.choices.ids();
        let partial_choices = choices.map(|choice| BoundSchedule::new(&plan, Level::of_choice(choice))).collect();
        let (wide, narrow) = schedule.layouts(&plan);
        Ok(Compiled { plan, schedule, wide, narrow, partial_reads, partial_choices })
    }
}

/// An event structure as the evaluator sees it.
pub trait Structure {
    /// How many events there are.
    fn universe(&self) -> usize;

    /// A word that is a set: its value, or, when that is known in a later phase only, all that can ever be in it.
    fn set(&self, word: BaseId) -> EventSet;

    /// A word that is a relation, likewise.
    fn relation(&self, word: BaseId) -> Relation;

    /// As [`Base::ordered_by_fences`](crate::Base::ordered_by_fences).
    fn ordered_by_fences(&self, fences: &EventSet) -> Result<Relation, Unsupported>;

    /// What an event accesses, as [`Choices::location`] says it; `None` as well as long as that is not known.
    fn location(&self, event: EventId) -> Option<u32>;

    /// Whether the locations of all events are known before it is known what is read.
    fn has_locations(&self) -> bool;
}

/// What a candidate adds to its event structure.
pub trait Choices {
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

/// What a model does with an event structure is for the interpreter to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftToInterpreter;

/// The search was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Whether looking at bounds is worth the trouble, from how often it was.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    tries: u32,
    hits: u32,
}

impl Worth {
    /// A look is worth it when one in eight tells something; every 32nd is taken anyway.
    fn is_worth_it(&mut self) -> bool {
        self.tries += 1;
        self.tries < 16 || self.hits * 8 >= self.tries || self.tries.is_multiple_of(32)
    }
}

/// Evaluates a compiled model on one candidate after the other.
pub struct Evaluator<'m> {
    compiled: &'m Compiled,
    /// All events of the structure, values that are known with it.
    wide: Space<'m>,
    /// The events that later levels look at.
    narrow: Space<'m>,
    lower: Space<'m>,
    upper: Space<'m>,
    /// For each event of `narrow` its number in the structure.
    events: Vec<u32>,
    /// For each event of the structure its number in `narrow`.
    numbers: Vec<Option<u32>>,
    /// The events of one location, as a relation; empty when locations are not known yet.
    same_location: Vec<u64>,
    scratch: Vec<u64>,
    making: Vec<Making>,
    worth_of_reads: Worth,
    worth_of_choices: Vec<Worth>,
    /// Which levels have said which flags they raise since they were computed.
    flags_known: Vec<bool>,
    /// For each level the flags it raises.
    flags_raised: Vec<Vec<FlagId>>,
    /// Flags of any allowed execution since [`Evaluator::forget_flags`].
    flags: Vec<bool>,
    /// Bounds of what is read can be told.
    has_locations: bool,
    /// The bounds of the words that are chosen are there.
    has_bounds: bool,
    /// All that can ever be read from what, on the events of `narrow`.
    reads_bound: Vec<u64>,
    steps: u64,
}

/// Calls a method with the width of a space as constant.
macro_rules! with_width {
    ($width:expr, $self:ident . $method:ident ( $($argument:expr),* )) => {
        match $width {
            1 => $self.$method::<1>($($argument),*),
            2 => $self.$method::<2>($($argument),*),
            4 => $self.$method::<4>($($argument),*),
            _ => $self.$method::<8>($($argument),*),
        }
    };
}

impl<'m> Evaluator<'m> {
    /// An evaluator without an event structure; [`Evaluator::begin`] gives it one.
    pub fn new(compiled: &'m Compiled) -> Evaluator<'m> {
        let plan = &compiled.plan;
        let space = || Space::new(plan, &compiled.narrow);
        let levels = plan.levels() as usize;
        Evaluator {
            compiled,
            wide: Space::new(plan, &compiled.wide),
            narrow: space(),
            lower: space(),
            upper: space(),
            events: Vec::new(),
            numbers: Vec::new(),
            same_location: Vec::new(),
            scratch: Vec::new(),
            making: plan.choices.iter().map(|_| Making::default()).collect(),
            worth_of_reads: Worth::default(),
            worth_of_choices: vec![Worth::default(); plan.choices.len()],
            flags_known: vec![false; levels],
            flags_raised: vec![Vec::new(); levels],
            flags: vec![false; plan.flags.len()],
            has_locations: false,
            has_bounds: false,
            reads_bound: Vec::new(),
            steps: 0,
        }
    }

    /// The flags that allowed executions have raised since the last [`Evaluator::forget_flags`].
    pub fn flags(&self) -> impl Iterator<Item = &'m str> {
        let raised = self.compiled.plan.flags.iter_enumerated().filter(|(flag, _)| self.flags[flag.index()]);
        raised.map(|(_, name)| name.as_str())
    }

    /// Starts a new test.
    pub fn forget_flags(&mut self) {
        self.flags.fill(false);
    }

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
                    Op::Base(word) => fill::<W>(&mut self.wide, node, plan.nodes[node].kind, word, structure),
                    Op::OrderedByFences(set) => {
                        let mut fences = EventSet::empty(self.wide.n);
                        rows::for_each::<W>(self.wide.value(set), |event| _ = fences.insert(EventId::new(event)));
                        let ordered = structure.ordered_by_fences(&fences).map_err(|_| LeftToInterpreter)?;
                        write_relation::<W>(self.wide.cleared(node), &ordered);
                    }
                    _ => self.wide.compute::<W>(schedule, node),
                },
                Action::Assert(check) => {
                    let question = &plan.assertions[check].question;
                    if !holds::<W>(question, |node| self.wide.value(node), &mut self.scratch) {
                        return Err(LeftToInterpreter);
                    }
                }
                Action::Require(check) => {
                    let question = &plan.required[check].question;
                    if !holds::<W>(question, |node| self.wide.value(node), &mut self.scratch) {
                        return Ok(false);
                    }
                }
                Action::Refuse(check) => {
                    let question = &plan.refused[check].question;
                    if holds::<W>(question, |node| self.wide.value(node), &mut self.scratch) {
                        return Ok(false);
                    }
                }
            }
        }
        self.flags_known.fill(false);
        self.flags_raised.iter_mut().for_each(Vec::clear);
        for action in &schedule.flags[0] {
            if let &FlagAction::Ask(index) = action {
                let flagging = &plan.flagging[index];
                if holds::<W>(&flagging.check.question, |node| self.wide.value(node), &mut self.scratch)
                    == flagging.when
                {
                    self.flags_raised[0].push(flagging.flag);
                }
            }
        }
        self.flags_known[0] = true;
        Ok(true)
    }

    /// Chooses the events of the later levels and brings over what they need.
    fn contract<const W: usize>(&mut self, structure: &dyn Structure) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let upper_bound = |node: NodeId, into: &mut [u64]| {
            let Op::Base(word) = plan.nodes[node].op else { unreachable!("a word") };
            match plan.nodes[node].kind {
                BaseKind::Set => write_set(into, &structure.set(word)),
                BaseKind::Relation => write_relation::<W>(into, &structure.relation(word)),
            }
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

    /// Brings the words of a level over from a candidate.
    fn fill_level<const W: usize>(&mut self, level: Level, candidate: &dyn Choices) {
        let plan = &self.compiled.plan;
        for &node in &self.compiled.schedule.dynamic {
            let description = &plan.nodes[node];
            let (Op::Base(word), true) = (&description.op, description.level == level) else { continue };
            let numbers = &self.numbers;
            let into = self.narrow.cleared(node);
            match description.kind {
                BaseKind::Set => candidate.members(*word, &mut |event| {
                    if let Some(event) = numbers[event.index()] {
                        rows::insert(into, event as usize);
                    }
                }),
                BaseKind::Relation => candidate.pairs(*word, &mut |source, target| {
                    if let (Some(source), Some(target)) = (numbers[source.index()], numbers[target.index()]) {
                        rows::insert(rows::row_mut::<W>(into, source as usize), target as usize);
                    }
                }),
            }
        }
    }

    /// Computes a later level, as far as its checks hold.
    fn level<const W: usize>(&mut self, level: Level, candidate: &dyn Choices) -> bool {
        let Compiled { plan, schedule, .. } = self.compiled;
        for known in &mut self.flags_known[level.0 as usize..] {
            *known = false;
        }
        for &action in &schedule.levels[level.0 as usize] {
            match action {
                Action::Compute(node) => self.compute::<W>(node, candidate),
                Action::Assert(_) => unreachable!("asked with the event structure"),
                Action::Require(check) => {
                    let question = &plan.required[check].question;
                    if !holds::<W>(question, |node| self.narrow.value(node), &mut self.scratch) {
                        return false;
                    }
                }
                Action::Refuse(check) => {
                    let question = &plan.refused[check].question;
                    if holds::<W>(question, |node| self.narrow.value(node), &mut self.scratch) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn compute<const W: usize>(&mut self, node: NodeId, candidate: &dyn Choices) {
        let Compiled { plan, schedule, .. } = self.compiled;
        let Op::DifferentValues(pairs) = plan.nodes[node].op else {
            return self.narrow.compute::<W>(schedule, node);
        };
        let (before, into) = self.narrow.split(node);
        into.copy_from_slice(before.value(pairs));
        for (source, row) in into.chunks_exact_mut(W).enumerate() {
            let targets: [u64; W] = std::array::from_fn(|word| row[word]);
            rows::for_each::<W>(&targets, |target| {
                let event = |number: usize| EventId::new(self.events[number] as usize);
                if !candidate.have_different_values(event(source), event(target)) {
                    row[target / 64] &= !(1 << (target % 64));
                }
            });
        }
    }

    /// Takes up what is read. When the answer is no, no candidate that reads so is allowed.
    pub fn reads_from(&mut self, candidate: &dyn Choices) -> bool {
        with_width!(self.narrow.width, self.reads_from_level(candidate))
    }

    fn reads_from_level<const W: usize>(&mut self, candidate: &dyn Choices) -> bool {
        self.fill_level::<W>(Level::READS_FROM, candidate);
        self.level::<W>(Level::READS_FROM, candidate)
    }

    /// Takes up the final writes, and counts the ways through the choices of the model that it allows.
    ///
    /// # Errors
    /// When `cancelled` says so; it is asked now and then.
    pub fn final_writes(
        &mut self,
        candidate: &dyn Choices,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Allowed, Cancelled> {
        let mut allowed = Allowed::default();
        with_width!(self.narrow.width, self.final_writes_level(candidate, cancelled, &mut allowed))?;
        Ok(allowed)
    }

    fn final_writes_level<const W: usize>(
        &mut self,
        candidate: &dyn Choices,
        cancelled: &dyn Fn() -> bool,
        allowed: &mut Allowed,
    ) -> Result<(), Cancelled> {
        self.fill_level::<W>(Level::FINAL_WRITES, candidate);
        if !self.level::<W>(Level::FINAL_WRITES, candidate) {
            return Ok(());
        }
        self.choose::<W>(ChoiceId::from_number(0), candidate, cancelled, allowed)
    }

    /// All checks hold and all choices are made.
    fn accept<const W: usize>(&mut self, candidate: &dyn Choices, allowed: &mut Allowed) {
        allowed.ways += 1;
        if self.flags.iter().all(|&raised| raised) {
            return;
        }
        let Compiled { plan, schedule, .. } = self.compiled;
        for (level, actions) in schedule.flags.iter().enumerate() {
            if !std::mem::replace(&mut self.flags_known[level], true) {
                self.flags_raised[level].clear();
                for &action in actions {
                    match action {
                        FlagAction::Compute(node) => self.compute::<W>(node, candidate),
                        FlagAction::Ask(index) => {
                            let flagging = &plan.flagging[index];
                            let value = |node| self.narrow.value(node);
                            if holds::<W>(&flagging.check.question, value, &mut self.scratch) == flagging.when {
                                self.flags_raised[level].push(flagging.flag);
                            }
                        }
                    }
                }
            }
            for flag in &self.flags_raised[level] {
                self.flags[flag.index()] = true;
            }
        }
    }

    /// Whether a candidate may still be allowed in which the events in the range of `decided` read from those in its domain; what other events
    /// read is open. `word` is the word for reads-from. A yes promises nothing.
    pub fn might_allow(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        if !self.has_locations || !self.worth_of_reads.is_worth_it() {
            return true;
        }
        let possible = with_width!(self.narrow.width, self.might_allow_reads(structure, word, decided));
        if !possible {
            self.worth_of_reads.hits += 1;
        }
        possible
    }

    fn might_allow_reads<const W: usize>(
        &mut self,
        structure: &dyn Structure,
        word: BaseId,
        decided: &mut dyn Iterator<Item = (EventId, EventId)>,
    ) -> bool {
        let Compiled { plan, partial_reads, .. } = self.compiled;
        let node = self.word_node(word);
        if !std::mem::replace(&mut self.has_bounds, true) {
            self.make_room_for_bounds();
            self.bound_words::<W>(structure);
            self.reads_bound.clear();
            self.reads_bound.extend_from_slice(node.map_or(&[][..], |node| self.upper.value(node)));
        }
        if let Some(node) = node {
            let lower = self.lower.cleared(node);
            let mut open: [u64; W] = std::array::from_fn(|word| self.narrow.all[word]);
            for (source, target) in decided {
                if let (Some(source), Some(target)) = (self.numbers[source.index()], self.numbers[target.index()]) {
                    rows::insert(rows::row_mut::<W>(lower, source as usize), target as usize);
                    open[target as usize / 64] &= !(1 << (target % 64));
                }
            }
            let upper = self.upper.value_mut(node);
            rows::restrict::<W>(upper, None, &self.reads_bound, Some(&open));
            rows::unite(upper, self.lower.value(node));
        }
        let mut bounds = Bounds {
            exact: &self.narrow,
            lower: &mut self.lower,
            upper: &mut self.upper,
            same_location: &self.same_location,
            scratch: &mut self.scratch,
        };
        partial_reads.is_possible::<W>(plan, &mut bounds)
    }

    /// Bounds are kept only where some are asked for.
    fn make_room_for_bounds(&mut self) {
        let Space { n, width, .. } = self.narrow;
        if (self.lower.n, self.lower.width) != (n, width) {
            self.lower.resize(n, width);
            self.upper.resize(n, width);
        }
    }

    fn word_node(&self, word: BaseId) -> Option<NodeId> {
        let plan = &self.compiled.plan;
        self.compiled.schedule.dynamic.iter().copied().find(|&node| plan.nodes[node].op == Op::Base(word))
    }

    /// Bounds of all words that are not known with the structure: nothing, and all that is possible.
    fn bound_words<const W: usize>(&mut self, structure: &dyn Structure) {
        let plan = &self.compiled.plan;
        for &node in &self.compiled.schedule.dynamic {
            let description = &plan.nodes[node];
            let Op::Base(word) = description.op else { continue };
            self.lower.cleared(node);
            let numbers = &self.numbers;
            let into = self.upper.cleared(node);
            match description.kind {
                BaseKind::Set => structure.set(word).iter().for_each(|event| {
                    if let Some(event) = numbers[event.index()] {
                        rows::insert(into, event as usize);
                    }
                }),
                BaseKind::Relation => structure.relation(word).iter().for_each(|(source, target)| {
                    if let (Some(source), Some(target)) = (numbers[source.index()], numbers[target.index()]) {
                        rows::insert(rows::row_mut::<W>(into, source as usize), target as usize);
                    }
                }),
            }
        }
        let location = |number: &u32| structure.location(EventId::new(*number as usize));
        self.same_location.resize(self.narrow.n * W, 0);
        for (source, row) in self.same_location.chunks_exact_mut(W).enumerate() {
            let place = location(&self.events[source]);
            for (target, event) in self.events.iter().enumerate() {
                if place.is_some() && location(event) == place {
                    rows::insert(row, target);
                }
            }
        }
    }
}

fn fill<const W: usize>(space: &mut Space, node: NodeId, kind: BaseKind, word: BaseId, structure: &dyn Structure) {
    let into = space.cleared(node);
    match kind {
        BaseKind::Set => write_set(into, &structure.set(word)),
        BaseKind::Relation => write_relation::<W>(into, &structure.relation(word)),
    }
}

fn write_set(into: &mut [u64], set: &EventSet) {
    set.iter().for_each(|event| rows::insert(into, event.index()));
}

fn write_relation<const W: usize>(into: &mut [u64], relation: &Relation) {
    relation.iter().for_each(|(source, target)| rows::insert(rows::row_mut::<W>(into, source.index()), target.index()));
}
