//! Plans: what a model computes, as a graph of operators without names, functions or variants.

use relation::{IdVec, newtype_index};

use crate::ast::Property;
use crate::{BaseId, BaseKind, CheckId, Phase};

newtype_index! {
    /// A node of a plan. Operands come before what is made of them.
    pub struct NodeId("node");
    /// A `with x from S`, in the order of the text.
    pub struct ChoiceId("choice");
    /// A `let rec` that is not a closure.
    pub struct FixpointId("fixpoint");
    /// A flag that the model can raise.
    pub struct FlagId("flag");
}

impl ChoiceId {
    /// The first choice.
    pub const FIRST: ChoiceId = ChoiceId::from_number(0);
}

/// From which choice on a value is known. Values of one level are the same for all candidates that agree on the choices up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(
    /// The number of the choice, those of the candidate before those of the model.
    pub u32,
);

impl Level {
    /// With the event structure.
    pub const STRUCTURE: Level = Level(0);
    /// With what is read.
    pub const READS_FROM: Level = Level(1);
    /// With the final writes.
    pub const FINAL_WRITES: Level = Level(2);
    /// With the first choice of the model.
    pub const FIRST_CHOICE: Level = Level::of_choice(ChoiceId::FIRST);

    /// That of a phase of candidates.
    pub fn of_phase(phase: Phase) -> Level {
        match phase {
            Phase::Structure => Level::STRUCTURE,
            Phase::ReadsFrom => Level::READS_FROM,
            Phase::FinalWrites => Level::FINAL_WRITES,
        }
    }

    /// That of a choice of the model.
    pub const fn of_choice(choice: ChoiceId) -> Level {
        Level(3 + choice.number())
    }

    /// Whether it is that of the event structure.
    pub fn is_static(self) -> bool {
        self == Level::STRUCTURE
    }
}

/// An operator and its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
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
    /// What is in both.
    Intersection(NodeId, NodeId),
    /// What is in the first and not in the second.
    Difference(NodeId, NodeId),
    /// What is not in it.
    Complement(NodeId),
    /// Every event of the one set with every event of the other.
    Product(NodeId, NodeId),
    /// Every event of a set with itself.
    IdentityOn(NodeId),
    /// Composition.
    Sequence(NodeId, NodeId),
    /// The pairs that begin in the one set and end in the other.
    Restrict {
        /// Where they begin; all events where there is none.
        sources: Option<NodeId>,
        /// The pairs.
        relation: NodeId,
        /// Where they end; all events where there is none.
        targets: Option<NodeId>,
    },
    /// The pairs turned round.
    Inverse(NodeId),
    /// The transitive closure of the union of what is closed already (and known earlier) and all of `rest`.
    Closure {
        /// What is closed already.
        closed: Option<NodeId>,
        /// What is added.
        rest: Box<[NodeId]>,
    },
    /// The reflexive closure.
    Reflexive(NodeId),
    /// The events that pairs begin with.
    Domain(NodeId),
    /// The events that pairs end with.
    Range(NodeId),
    /// What the fences of a set order.
    OrderedByFences(NodeId),
    /// The pairs of a relation whose events have different values.
    DifferentValues(NodeId),
}

impl Op {
    /// Calls `visit` on every operand. Fixpoints keep theirs elsewhere.
    pub fn for_each_operand(&self, visit: &mut dyn FnMut(NodeId)) {
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
    pub fn is_on_values(&self) -> bool {
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
    pub fn is_of_nothing(&self, is_empty: impl Fn(NodeId) -> bool) -> bool {
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
pub struct Node {
    /// How it is computed.
    pub op: Op,
    /// A set or a relation.
    pub kind: BaseKind,
    /// When it is known, its recursive operands aside.
    pub level: Level,
    /// The fixpoints in whose rounds it changes, as bits by number.
    pub open: u128,
}

/// A `let rec` of sets and relations.
#[derive(Clone, Debug)]
pub struct Fixpoint {
    /// The definitions, in the order in which a round computes them.
    pub bodies: Vec<NodeId>,
}

/// What a `with` chooses from: the strict total orders on a set that contain `known`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What is ordered.
    pub set: NodeId,
    /// What the order contains.
    pub known: NodeId,
    /// The unions of one such order for each location instead, of the events of the set that access it.
    pub by_location: bool,
}

impl Choice {
    /// Calls `visit` on what it is computed from.
    pub fn for_each_node(&self, visit: &mut dyn FnMut(NodeId)) {
        visit(self.set);
        visit(self.known);
    }
}

/// What is asked of a value.
#[derive(Clone, Debug)]
pub struct Check {
    /// The check in the text that it is, or is a part of.
    pub site: CheckId,
    /// What is asked.
    pub question: Question,
    /// When it can be asked.
    pub level: Level,
}

/// A question about values.
#[derive(Clone, Debug)]
pub enum Question {
    /// Whether a property holds.
    Property(Property, NodeId),
    /// Whether a union has no cycle. What is closed already has none by itself: that is another check.
    AcyclicUnion {
        /// What is closed already.
        closed: Option<NodeId>,
        /// What is added.
        rest: Box<[NodeId]>,
    },
}

impl Question {
    /// Calls `visit` on what it is about.
    pub fn for_each_node(&self, visit: &mut dyn FnMut(NodeId)) {
        match self {
            Question::Property(_, node) => visit(*node),
            Question::AcyclicUnion { closed, rest } => closed.iter().chain(rest.iter()).for_each(|&node| visit(node)),
        }
    }
}

/// A check of which an execution remembers the answer.
#[derive(Clone, Debug)]
pub struct Flagging {
    /// Which one.
    pub flag: FlagId,
    /// The flag is raised when the answer is this one.
    pub when: bool,
    /// The check.
    pub check: Check,
}

/// What a model computes, decides and chooses.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The values, operands before what is made of them.
    pub nodes: IdVec<NodeId, Node>,
    /// The recursive definitions.
    pub fixpoints: IdVec<FixpointId, Fixpoint>,
    /// What is chosen.
    pub choices: IdVec<ChoiceId, Choice>,
    /// What the model calls them.
    pub choice_names: IdVec<ChoiceId, String>,
    /// Asked before all else, with the event structure: where one fails, the interpreter has to say what comes of it.
    pub assertions: Vec<Check>,
    /// All must hold. In the order of the text, except that parts may be asked earlier.
    pub required: Vec<Check>,
    /// Must not hold: `~ acyclic r` and the like.
    pub refused: Vec<Check>,
    /// The checks that raise flags.
    pub flagging: Vec<Flagging>,
    /// What the model calls its flags.
    pub flags: IdVec<FlagId, String>,
}

impl Plan {
    /// When the value of a node is known.
    pub fn level(&self, node: NodeId) -> Level {
        self.nodes[node].level
    }

    /// Whether the value of a node is known with the event structure.
    pub fn is_static(&self, node: NodeId) -> bool {
        let Node { level, open, .. } = self.nodes[node];
        level.is_static() && open == 0
    }

    /// How many levels there are.
    pub fn levels(&self) -> u32 {
        3 + self.choices.len() as u32
    }
}
