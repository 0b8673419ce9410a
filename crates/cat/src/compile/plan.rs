//! Plans: what a model computes, as a graph of operators without names, functions or variants.

use relation::{IdVec, newtype_index};

use crate::ast::Property;
use crate::{BaseId, BaseKind, CheckId, Phase};

newtype_index! {
    /// A node of a plan. Operands come before what is made of them.
    pub(crate) struct NodeId("node");
    /// A `with x from S`, in the order of the text.
    pub(crate) struct ChoiceId("choice");
    /// A `let rec` that is not a closure.
    pub(crate) struct FixpointId("fixpoint");
    /// A flag that the model can raise.
    pub(crate) struct FlagId("flag");
}

impl ChoiceId {
    pub(crate) const FIRST: ChoiceId = ChoiceId::from_number(0);
}

/// From which choice on a value is known. Values of one level are the same for all candidates that agree on the choices up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Level(pub(crate) u32);

impl Level {
    pub(crate) const STRUCTURE: Level = Level(0);
    pub(crate) const READS_FROM: Level = Level(1);
    pub(crate) const FINAL_WRITES: Level = Level(2);
    pub(crate) const FIRST_CHOICE: Level = Level::of_choice(ChoiceId::FIRST);

    pub(crate) fn of_phase(phase: Phase) -> Level {
        match phase {
            Phase::Structure => Level::STRUCTURE,
            Phase::ReadsFrom => Level::READS_FROM,
            Phase::FinalWrites => Level::FINAL_WRITES,
        }
    }

    pub(crate) const fn of_choice(choice: ChoiceId) -> Level {
        Level(3 + choice.number())
    }

    pub(crate) fn is_static(self) -> bool {
        self == Level::STRUCTURE
    }
}

/// An operator and its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// Nothing.
    Empty,
    /// All events, or all pairs of them.
    Full,
    /// Every event with itself.
    Identity,
    /// A word of the vocabulary.
    Base(BaseId),
    /// The relation that a `with` chooses.
    Chosen(ChoiceId),
    /// The value of a definition of a `let rec` in the round that is being computed, or the one before.
    Recursive(FixpointId, u32),
    /// The value of a definition of a `let rec`.
    Fixpoint(FixpointId, u32),
    /// At least two operands, none of them a union of the same level.
    Union(Box<[NodeId]>),
    Intersection(NodeId, NodeId),
    Difference(NodeId, NodeId),
    Complement(NodeId),
    /// Every event of the one set with every event of the other.
    Product(NodeId, NodeId),
    /// Every event of a set with itself.
    IdentityOn(NodeId),
    Sequence(NodeId, NodeId),
    /// The pairs that begin in the one set and end in the other.
    Restrict {
        sources: Option<NodeId>,
        relation: NodeId,
        targets: Option<NodeId>,
    },
    Inverse(NodeId),
    /// The transitive closure of the union of what is closed already (and known earlier) and all of `rest`.
    Closure {
        closed: Option<NodeId>,
        rest: Box<[NodeId]>,
    },
    Reflexive(NodeId),
    Domain(NodeId),
    Range(NodeId),
    /// What the fences of a set order.
    OrderedByFences(NodeId),
    /// The pairs of a relation whose events have different values.
    DifferentValues(NodeId),
}

impl Op {
    /// Calls `visit` on every operand. Fixpoints keep theirs elsewhere.
    pub(crate) fn for_each_operand(&self, visit: &mut dyn FnMut(NodeId)) {
        match self {
            Op::Empty | Op::Full | Op::Identity | Op::Base(_) | Op::Chosen(_) => {}
            Op::Recursive(..) | Op::Fixpoint(..) => {}
            Op::Union(operands) => operands.iter().for_each(|&operand| visit(operand)),
            Op::Closure { closed, rest } => closed.iter().chain(rest.iter()).for_each(|&operand| visit(operand)),
            &Op::Intersection(a, b) | &Op::Difference(a, b) | &Op::Product(a, b) | &Op::Sequence(a, b) => {
                visit(a);
                visit(b);
            }
            &Op::Restrict { sources, relation, targets } => {
                sources.into_iter().chain([relation]).chain(targets).for_each(visit);
            }
            &(Op::Complement(a)
            | Op::IdentityOn(a)
            | Op::Inverse(a)
            | Op::Reflexive(a)
            | Op::Domain(a)
            | Op::Range(a)
            | Op::OrderedByFences(a)
            | Op::DifferentValues(a)) => visit(a),
        }
    }
}

impl Op {
    /// Whether the result follows from the values of operands, and nothing else.
    pub(crate) fn is_on_values(&self) -> bool {
        !matches!(
            self,
            Op::Base(_)
                | Op::Chosen(_)
                | Op::Recursive(..)
                | Op::Fixpoint(..)
                | Op::OrderedByFences(_)
                | Op::DifferentValues(_)
        )
    }

    /// Whether the result is empty because operands are. What is not computed from operands alone says nothing here.
    pub(crate) fn is_of_nothing(&self, is_empty: impl Fn(NodeId) -> bool) -> bool {
        match *self {
            Op::Empty => true,
            Op::Union(ref operands) => operands.iter().all(|&operand| is_empty(operand)),
            Op::Closure { closed, ref rest } => closed.iter().chain(rest).all(|&operand| is_empty(operand)),
            Op::Intersection(a, b) | Op::Product(a, b) | Op::Sequence(a, b) => is_empty(a) || is_empty(b),
            Op::Restrict { sources, relation, targets } => {
                is_empty(relation) || sources.into_iter().chain(targets).any(is_empty)
            }
            Op::Difference(a, _)
            | Op::IdentityOn(a)
            | Op::Inverse(a)
            | Op::Domain(a)
            | Op::Range(a)
            | Op::DifferentValues(a) => is_empty(a),
            Op::Full | Op::Identity | Op::Complement(_) | Op::Reflexive(_) => false,
            Op::Base(_) | Op::Chosen(_) | Op::Recursive(..) | Op::Fixpoint(..) | Op::OrderedByFences(_) => false,
        }
    }
}

/// One value that a model computes.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) kind: BaseKind,
    /// When it is known, its recursive operands aside.
    pub(crate) level: Level,
    /// The fixpoints in whose rounds it changes, as bits by number.
    pub(crate) open: u128,
}

/// A `let rec` of sets and relations.
#[derive(Clone, Debug)]
pub(crate) struct Fixpoint {
    /// The definitions, in the order in which a round computes them.
    pub(crate) bodies: Vec<NodeId>,
}

/// What a `with` chooses from: the strict total orders on a set that contain `known`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) set: NodeId,
    pub(crate) known: NodeId,
    /// The unions of one such order for each location instead, of the events of the set that access it.
    pub(crate) by_location: bool,
}

impl Choice {
    pub(crate) fn for_each_node(&self, visit: &mut dyn FnMut(NodeId)) {
        visit(self.set);
        visit(self.known);
    }
}

/// What is asked of a value.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// The check in the text that it is, or is a part of.
    pub(crate) site: CheckId,
    pub(crate) question: Question,
    /// When it can be asked.
    pub(crate) level: Level,
}

#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// Whether a property holds.
    Property(Property, NodeId),
    /// Whether a union has no cycle. What is closed already has none by itself: that is another check.
    AcyclicUnion { closed: Option<NodeId>, rest: Box<[NodeId]> },
}

impl Question {
    pub(crate) fn for_each_node(&self, visit: &mut dyn FnMut(NodeId)) {
        match self {
            Question::Property(_, node) => visit(*node),
            Question::AcyclicUnion { closed, rest } => closed.iter().chain(rest.iter()).for_each(|&node| visit(node)),
        }
    }
}

/// A check of which an execution remembers the answer.
#[derive(Clone, Debug)]
pub(crate) struct Flagging {
    pub(crate) flag: FlagId,
    /// The flag is raised when the answer is this one.
    pub(crate) when: bool,
    pub(crate) check: Check,
}

/// What a model computes, decides and chooses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) nodes: IdVec<NodeId, Node>,
    pub(crate) fixpoints: IdVec<FixpointId, Fixpoint>,
    pub(crate) choices: IdVec<ChoiceId, Choice>,
    /// What the model calls them.
    pub(crate) choice_names: IdVec<ChoiceId, String>,
    /// Asked before all else, with the event structure: where one fails, the interpreter has to say what comes of it.
    pub(crate) assertions: Vec<Check>,
    /// All must hold. In the order of the text, except that parts may be asked earlier.
    pub(crate) required: Vec<Check>,
    /// Must not hold: `~ acyclic r` and the like.
    pub(crate) refused: Vec<Check>,
    pub(crate) flagging: Vec<Flagging>,
    pub(crate) flags: IdVec<FlagId, String>,
}

impl Plan {
    pub(crate) fn level(&self, node: NodeId) -> Level {
        self.nodes[node].level
    }

    /// Whether the value of a node is known with the event structure.
    pub(crate) fn is_static(&self, node: NodeId) -> bool {
        let Node { level, open, .. } = self.nodes[node];
        level.is_static() && open == 0
    }

    /// How many levels there are.
    pub(crate) fn levels(&self) -> u32 {
        3 + self.choices.len() as u32
    }
}
