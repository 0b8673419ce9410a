//! What an event structure leaves to do of a plan.
//!
//! Models speak of much that a test does not have: fences, read-modify-writes, sequentially consistent accesses. What is empty in all
//! candidates of a structure need not be computed for each of them, nor need checks of it be asked, nor what only those checks use. A union
//! of which one part is left is that part, and so on. What remains is written down: as steps for what is known with the structure, as tasks
//! with the places of all values for later levels. Structures of which the same is empty leave the same to do; it is kept ([`Memo`](super::memo::Memo)).

use std::cell::OnceCell;

use relation::IdVec;

use super::contraction::Copied;
use super::fixpoint::{FixpointWork, fixpoints};
use super::schedule::{Action, FlagAction, Schedule, operands};
use super::step::{Step, steps, unite};
use super::tasks::{BoundTask, LateWork};
use super::value_buffer::{Layout, ValueBuffer, WordRange};
use crate::ast::Property;
use crate::compile::plan::{Choice, ChoiceId, FixpointId, Level, NodeId, Op, Plan, Question};

/// Something to do at a later level.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    Apply {
        into: WordRange,
        step: Step<WordRange>,
    },
    /// Computes a node from more than values.
    Compute(NodeId),
    /// Goes on only if this is the answer.
    Expect {
        property: Property,
        value: WordRange,
        answer: bool,
    },
}

/// Something to do with the event structure.
#[derive(Clone, Copy, Debug)]
pub(super) enum StructureStep {
    /// Takes a step towards a value.
    Apply { node: NodeId, step: Step<NodeId> },
    /// Notes whether a value is empty.
    Note(NodeId),
    /// Does what takes more than values.
    Other(Action),
}

/// The work with an event structure that is left when it is known which words are empty.
#[derive(Debug)]
pub(super) struct StructureWork {
    /// Whether a node is empty since words are.
    pub(super) is_void: IdVec<NodeId, bool>,
    /// Those nodes, in runs, each from one node to another one.
    pub(super) voids: Vec<(NodeId, NodeId)>,
    pub(super) steps: Vec<StructureStep>,
    /// What each `let rec` leaves to do where a step asks for it.
    pub(super) fixpoints: IdVec<FixpointId, FixpointWork<NodeId>>,
}

impl StructureWork {
    /// `is_void` says which words are empty.
    pub(super) fn of(
        plan: &Plan,
        schedule: &Schedule,
        layout: &Layout,
        is_void: &IdVec<NodeId, bool>,
    ) -> StructureWork {
        let mut is_void = is_void.clone();
        let mut left = Vec::new();
        for &action in &schedule.levels[0] {
            match action {
                Action::Compute(node) => {
                    let description = &plan.nodes[node];
                    match description.op {
                        Op::Base(_) => {}
                        ref op if op.is_of_nothing(|operand| is_void[operand]) => is_void[node] = true,
                        ref op if op.is_on_values() => {
                            let at = |operand, _| operand;
                            steps(op, description.kind, &is_void, at, |step| {
                                left.push(StructureStep::Apply { node, step })
                            });
                            left.push(StructureStep::Note(node));
                        }
                        _ => left.extend([StructureStep::Other(action), StructureStep::Note(node)]),
                    }
                }
                Action::Require(check) if is_about_nothing(&plan.required[check].question, &is_void) => {}
                Action::Assert(_) | Action::Require(_) | Action::Refuse(_) => left.push(StructureStep::Other(action)),
            }
        }
        let voids = layout.runs(|node| is_void[node] && !matches!(plan.nodes[node].op, Op::Base(_)));
        let fixpoints = fixpoints(plan, schedule, &is_void, |node| node);
        StructureWork { is_void, voids, steps: left, fixpoints }
    }
}

/// The work at the later levels that is left for one event structure.
#[derive(Debug)]
pub(super) struct CandidateWork {
    /// Whether a check that can fail, a choice or a flag depends on a node.
    pub(super) is_needed: IdVec<NodeId, bool>,
    /// Whether a node has to be computed.
    pub(super) is_computed: IdVec<NodeId, bool>,
    /// The node whose value a node has in all candidates: mostly itself.
    pub(super) same_as: IdVec<NodeId, NodeId>,
    /// The nodes that have the value of another one, with that.
    pub(super) copies: Vec<(NodeId, NodeId)>,
    /// The nodes that are empty in all candidates and that something asks for.
    pub(super) voids: Vec<NodeId>,
    /// For each of [`Plan::required`] whether it holds in all candidates since it is about nothing.
    pub(super) is_trivial: Vec<bool>,
    /// For each level what is done there, beside what is in `final_writes`; for the first, what has the same value in all candidates.
    pub(super) levels: Vec<Vec<Task>>,
    /// What final writes alone decide.
    pub(super) final_writes: FinalWritesWork,
    /// What each `let rec` leaves to do where a task or a flag asks for it.
    pub(super) fixpoints: IdVec<FixpointId, FixpointWork<WordRange>>,
    /// For each level what is done towards flags; nothing for the first.
    pub(super) flags: Vec<Vec<FlagAction>>,
    /// For each [`BoundSchedule`](super::bounds::BoundSchedule) its tasks, once it has been asked.
    pub(super) bounds: Vec<OnceCell<Vec<BoundTask>>>,
    /// For each choice.
    pub(super) forced: Vec<LateWork>,
}

/// The work that is the same for all candidates with the same final writes, whatever they read.
#[derive(Debug, Default)]
pub(super) struct FinalWritesWork {
    /// What is done with final writes.
    pub(super) tasks: Vec<Task>,
    /// What is done with the first choice, once it is made.
    pub(super) ordered: Vec<Task>,
    /// Whether what is known of the order that is chosen first is known with the final writes.
    pub(super) decide_order: bool,
    /// Where the values are that all this gives, and the words that it is computed from; if `decide_order`, the chosen order, too.
    pub(super) values: Vec<WordRange>,
}

impl CandidateWork {
    /// What an event structure leaves to do, once it is known which nodes are empty, and which have the value of an operand; `buffer` is where values will be.
    pub(super) fn of(
        plan: &Plan,
        schedule: &Schedule,
        is_void: &IdVec<NodeId, bool>,
        copied: &IdVec<NodeId, Copied>,
        buffer: &ValueBuffer,
    ) -> CandidateWork {
        Planner { plan, schedule, is_void, copied, buffer }.work()
    }
}

/// Finds what has to be done.
struct Planner<'p> {
    plan: &'p Plan,
    schedule: &'p Schedule,
    is_void: &'p IdVec<NodeId, bool>,
    copied: &'p IdVec<NodeId, Copied>,
    buffer: &'p ValueBuffer,
}

impl Planner<'_> {
    fn work(&self) -> CandidateWork {
        let Planner { plan, schedule, is_void, .. } = *self;
        let (copies, same_as) = self.copies();
        let is_trivial = plan.required.iter().map(|check| {
            // Earlier ones were asked with the structure.
            let is_later = check.level > Level::STRUCTURE;
            is_later && is_about_nothing(&check.question, is_void)
        });
        let is_trivial: Vec<bool> = is_trivial.collect();
        let is_needed = self.needed(&is_trivial, &same_as);
        let is_computed = |node| is_needed[node] && !is_void[node] && same_as[node] == node;
        let mut work = CandidateWork {
            is_computed: plan.nodes.ids().map(is_computed).collect(),
            voids: schedule.dynamic.iter().copied().filter(|&node| is_void[node] && is_needed[node]).collect(),
            is_needed,
            same_as,
            copies,
            is_trivial,
            levels: vec![Vec::new(); schedule.levels.len()],
            final_writes: FinalWritesWork::default(),
            fixpoints: IdVec::new(),
            flags: vec![Vec::new(); schedule.flags.len()],
            bounds: vec![OnceCell::new(); 1 + plan.choices.len()],
            forced: vec![OnceCell::new(); plan.choices.len()],
        };
        self.tasks(&mut work);
        work
    }

    fn tasks(&self, work: &mut CandidateWork) {
        let Planner { plan, schedule, .. } = *self;
        let places = Places { buffer: self.buffer, same_as: &work.same_as };
        work.fixpoints = fixpoints(plan, schedule, self.is_void, |node| places.of(node));
        let by_final_writes = self.decided_by_final_writes(&work.same_as);
        let is_decided = |action| {
            let mut is_decided = true;
            let mut look = |node| is_decided &= by_final_writes[work.same_as[node]];
            match action {
                Action::Compute(node) => look(node),
                Action::Assert(check) => plan.assertions[check].question.for_each_node(&mut look),
                Action::Require(check) => plan.required[check].question.for_each_node(&mut look),
                Action::Refuse(check) => plan.refused[check].question.for_each_node(&mut look),
            }
            is_decided
        };
        for (level, actions) in schedule.levels.iter().enumerate().skip(1) {
            for &action in actions {
                let tasks = match Level(level as u32) {
                    Level::FINAL_WRITES if is_decided(action) => &mut work.final_writes.tasks,
                    Level::FIRST_CHOICE if is_decided(action) => &mut work.final_writes.ordered,
                    _ => &mut work.levels[level],
                };
                match action {
                    Action::Compute(node) if !work.is_computed[node] => {}
                    Action::Compute(node) if self.is_constant(node) => self.compute(node, &places, &mut work.levels[0]),
                    Action::Compute(node) => self.compute(node, &places, tasks),
                    Action::Assert(_) => unreachable!("asked with the event structure"),
                    Action::Require(check) if work.is_trivial[check] => {}
                    Action::Require(check) => self.expect(&plan.required[check].question, true, &places, tasks),
                    Action::Refuse(check) => self.expect(&plan.refused[check].question, false, &places, tasks),
                }
            }
        }
        let is_left = |action: &FlagAction| match *action {
            FlagAction::Compute(node) => work.is_computed[node],
            FlagAction::Ask(_) => true,
        };
        for (left, actions) in work.flags.iter_mut().zip(&schedule.flags).skip(1) {
            left.extend(actions.iter().copied().filter(is_left));
        }
        work.final_writes.decide_order =
            schedule.chosen.get(ChoiceId::FIRST).is_some_and(|&node| by_final_writes[node]);
        let is_kept = |node: NodeId| {
            let description = &plan.nodes[node];
            let is_word = matches!(description.op, Op::Base(_)) && !self.is_void[node];
            let is_given = is_word || matches!(description.op, Op::Chosen(_));
            by_final_writes[node] && description.level >= Level::FINAL_WRITES && (is_given || work.is_computed[node])
        };
        let kept = schedule.dynamic.iter().chain(&schedule.chosen).filter(|&&node| is_kept(node));
        work.final_writes.values = WordRange::joined(kept.map(|&node| places.of(node)).collect());
    }

    /// Whether a node, should it have a value, has the same in all candidates with the same final writes.
    fn decided_by_final_writes(&self, same_as: &IdVec<NodeId, NodeId>) -> IdVec<NodeId, bool> {
        let Planner { plan, is_void, .. } = *self;
        let mut decided = IdVec::from_elem(false, plan.nodes.len());
        for (node, description) in plan.nodes.iter_enumerated() {
            let is_decided = |operand| is_void[operand] || decided[same_as[operand]];
            decided[node] = match description.op {
                _ if description.open != 0 => false,
                _ if description.level.is_static() => true,
                Op::Base(_) => description.level == Level::FINAL_WRITES,
                // Orders chosen later are chosen anew for each of those before.
                Op::Chosen(choice) => {
                    let Choice { set, known, .. } = plan.choices[choice];
                    choice == ChoiceId::FIRST && is_decided(set) && is_decided(known)
                }
                ref op if op.is_on_values() => {
                    let mut all = true;
                    op.for_each_operand(&mut |operand| all &= is_decided(operand));
                    all
                }
                // What a fixpoint iterates is not among its operands, and values of events come with what is read.
                _ => false,
            };
        }
        decided
    }

    /// Whether all that a node is computed from is empty.
    fn is_constant(&self, node: NodeId) -> bool {
        matches!(self.plan.nodes[node].op, Op::Reflexive(of) | Op::Complement(of) if self.is_void[of])
    }

    /// The tasks that compute a node.
    fn compute(&self, node: NodeId, places: &Places<'_>, tasks: &mut Vec<Task>) {
        let description = &self.plan.nodes[node];
        match description.op {
            // Given.
            Op::Base(_) | Op::Chosen(_) => {}
            ref op if !op.is_on_values() => tasks.push(Task::Compute(node)),
            ref op => {
                let into = places.of(node);
                let at = |operand, _| places.of(operand);
                steps(op, description.kind, self.is_void, at, |step| tasks.push(Task::Apply { into, step }));
            }
        }
    }

    /// The tasks that ask a question.
    fn expect(&self, question: &Question, answer: bool, places: &Places<'_>, tasks: &mut Vec<Task>) {
        let (property, value) = match *question {
            Question::Property(property, node) => (property, places.of(node)),
            Question::AcyclicUnion { closed, ref rest } => {
                let live = closed.iter().chain(rest).filter(|&&node| !self.is_void[node]);
                let parts: Vec<WordRange> = live.map(|&node| places.of(node)).collect();
                let value = match parts[..] {
                    [only] => only,
                    _ => {
                        let into = self.buffer.scratch();
                        unite(parts.into_iter(), |step| tasks.push(Task::Apply { into, step }));
                        into
                    }
                };
                (Property::Acyclic, value)
            }
        };
        tasks.push(Task::Expect { property, value, answer });
    }

    /// The nodes that have the value of another one, and for each node whose value it has.
    fn copies(&self) -> (Vec<(NodeId, NodeId)>, IdVec<NodeId, NodeId>) {
        let mut copies = Vec::new();
        let mut same_as: IdVec<NodeId, NodeId> = self.plan.nodes.ids().collect();
        for &node in &self.schedule.dynamic {
            // Rounds of a fixpoint compute all that is in them.
            if self.is_void[node] || self.plan.nodes[node].open != 0 {
                continue;
            }
            if let Some(other) = self.copied(node) {
                same_as[node] = same_as[other];
                copies.push((node, same_as[other]));
            }
        }
        (copies, same_as)
    }

    /// The operand that a node, which is not empty, has the value of in all candidates, the other operands being empty or an identity.
    fn copied(&self, node: NodeId) -> Option<NodeId> {
        let is_live = |operand: &&NodeId| !self.is_void[**operand];
        match self.plan.nodes[node].op {
            Op::Union(ref operands) => {
                let mut live = operands.iter().filter(is_live);
                live.next().copied().filter(|_| live.next().is_none())
            }
            Op::Closure { closed, ref rest } => closed.filter(|_| !rest.iter().any(|operand| is_live(&operand))),
            Op::Difference(a, b) => (self.is_void[b] || self.copied[node] == Copied::First).then_some(a),
            Op::Sequence(a, _) if self.copied[node] == Copied::First => Some(a),
            Op::Sequence(_, b) if self.copied[node] == Copied::Second => Some(b),
            _ => None,
        }
    }

    /// The nodes on which a check that can fail, a choice or a flag depends.
    fn needed(&self, is_trivial: &[bool], same_as: &IdVec<NodeId, NodeId>) -> IdVec<NodeId, bool> {
        let Planner { plan, schedule, is_void, .. } = *self;
        let mut is_needed = IdVec::from_elem(false, plan.nodes.len());
        let mut need = |node| is_needed[node] = true;
        let required = plan.required.iter().zip(is_trivial).filter(|(_, is_trivial)| !**is_trivial);
        let checks = required.map(|(check, _)| check).chain(&plan.refused);
        for check in checks.chain(plan.flagging.iter().map(|flagging| &flagging.check)) {
            check.question.for_each_node(&mut need);
        }
        plan.choices.iter().for_each(|choice| choice.for_each_node(&mut need));
        // From results to operands, so that whether a node is needed is known when its operands are looked at.
        for &node in schedule.dynamic.iter().rev() {
            // Rounds of a fixpoint compute all that is in them, empty or not.
            let is_in_round = plan.nodes[node].open != 0;
            is_needed[node] |= is_in_round;
            if same_as[node] != node {
                is_needed[same_as[node]] |= is_needed[node];
            } else if is_in_round || is_needed[node] && !is_void[node] {
                operands(plan, node, &mut |operand| is_needed[operand] = true);
            }
        }
        is_needed
    }
}

/// Whether a check holds because all that it is about is empty.
fn is_about_nothing(question: &Question, is_void: &IdVec<NodeId, bool>) -> bool {
    match question {
        Question::Property(_, node) => is_void[*node],
        // What is closed has no cycle by itself.
        Question::AcyclicUnion { rest, .. } => rest.iter().all(|&node| is_void[node]),
    }
}

/// Where the values of nodes lie.
struct Places<'p> {
    buffer: &'p ValueBuffer,
    same_as: &'p IdVec<NodeId, NodeId>,
}

impl Places<'_> {
    fn of(&self, node: NodeId) -> WordRange {
        self.buffer.place(self.same_as[node])
    }
}
