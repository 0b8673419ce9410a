//! Whether a model that allows an execution also allows it with some of its events left out.
//!
//! A loop that waits reads and does nothing else; an execution in which it reads once less is the same execution without the events of a turn.
//! Whether the model allows that one as well is read off its plan: for each value, whether what it is in the smaller execution is what it was in the larger one,
//! restricted to the events that are left (*exact*), or a part of that (*shrinks*), or contains it (*grows*). Words are exact, but for a few ([`Deleted::shrinks`]). Operators on pairs taken one by one (union, intersection,
//! difference, complement, inverse, restriction, product) keep that; a difference turns its second operand round. What goes through an
//! event in the middle (sequences, closures, domains) loses pairs where the middle may be an event that is left out, and is exact otherwise. Checks that nothing is in a value, or that it has no cycle,
//! hold of less where they hold of more.
//!
//! The events that are left out are given by what may be among them ([`Deleted`]): no writes, so that `rf`, `co` and what is composed of them through
//! writes are exact.
//!
//! One shape is looked through: `po \ (po; [B]; po)` into a set T, the pairs with no event of B between (a load-exclusive and its store-exclusive). Where
//! an event of B is left out, such a pair could appear, unless there is always another event of B before the next one of T ([`Deleted::is_shielded`]).
//!
//! Flags are the other way round: one that is raised must still be. A flag that says that something is in a value that is exact or grows is raised as long as the events
//! of one pair are left in, two at most: [`Deletion::spare`] says how many.
//!
//! This over-approximates what goes wrong: a refusal says nothing about the model.

use relation::IdVec;

use crate::ast::Property;
use crate::compile::plan::{Check, FixpointId, NodeId, Op, Plan, Question};
use crate::evaluate::Compiled;
use crate::{BaseId, BaseKind, CheckId};

/// What may be among the events that are left out. They are none that write, and what the words mean for the other events does not depend on them.
pub trait Deleted {
    /// Whether a set of the vocabulary may contain one.
    fn is_in(&self, set: BaseId) -> bool;

    /// Whether one may be a source, and a target, in a relation of the vocabulary.
    fn ends(&self, relation: BaseId) -> [bool; 2];

    /// Whether pairs of other events may be in a relation of the vocabulary because of events that are left out, so that they are gone with these.
    fn shrinks(&self, relation: BaseId) -> bool;

    /// Whether a relation of the vocabulary is program order: transitive, the same for all events of one instruction.
    fn is_program_order(&self, relation: BaseId) -> bool;

    /// Whether between each event that is left out and is in `by` and a later one, in program order, in `from`, there is one in `by` that is not left
    /// out, of another instruction than the latter. The sets are given by what they are of the sets of the vocabulary.
    fn is_shielded(&self, by: &SetTerm, from: &SetTerm) -> bool;
}

/// A set of events in terms of sets of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetTerm {
    /// No events.
    Empty,
    /// All.
    Full,
    /// Those of a word.
    Base(BaseId),
    /// Those in some of these.
    Union(Vec<SetTerm>),
    /// Those in both.
    Intersection(Box<SetTerm>, Box<SetTerm>),
    /// Those in the first and not in the second.
    Difference(Box<SetTerm>, Box<SetTerm>),
    /// Those not in it.
    Complement(Box<SetTerm>),
}

impl SetTerm {
    /// Whether an event is in it that is in the words that `is_in` says yes to.
    pub fn holds(&self, is_in: &dyn Fn(BaseId) -> bool) -> bool {
        match self {
            SetTerm::Empty => false,
            SetTerm::Full => true,
            SetTerm::Base(word) => is_in(*word),
            SetTerm::Union(parts) => parts.iter().any(|part| part.holds(is_in)),
            SetTerm::Intersection(a, b) => a.holds(is_in) && b.holds(is_in),
            SetTerm::Difference(a, b) => a.holds(is_in) && !b.holds(is_in),
            SetTerm::Complement(a) => !a.holds(is_in),
        }
    }
}

/// What must be kept where events are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deletion {
    /// Of how many events, at most, what can be left out has to be left in so that no flag is lost.
    pub spare: u32,
}

/// How a value in the smaller execution compares with what is left of it in the larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Exact,
    Shrinks,
    Grows,
    Unknown,
}

impl Change {
    fn with(self, other: Change) -> Change {
        match (self, other) {
            (Change::Exact, one) | (one, Change::Exact) => one,
            (Change::Shrinks, Change::Shrinks) => Change::Shrinks,
            (Change::Grows, Change::Grows) => Change::Grows,
            (Change::Unknown, _) | (_, Change::Unknown) => Change::Unknown,
            (Change::Shrinks, Change::Grows) | (Change::Grows, Change::Shrinks) => Change::Unknown,
        }
    }

    fn turned(self) -> Change {
        match self {
            Change::Shrinks => Change::Grows,
            Change::Grows => Change::Shrinks,
            Change::Exact | Change::Unknown => self,
        }
    }

    /// Where pairs are lost as well.
    fn losing(self) -> Change {
        self.with(Change::Shrinks)
    }

    fn is_no_more(self) -> bool {
        matches!(self, Change::Exact | Change::Shrinks)
    }

    fn is_no_less(self) -> bool {
        matches!(self, Change::Exact | Change::Grows)
    }
}

/// What is known of a value. Of a set, `sources` says whether events that are left out may be in it; identities are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    change: Change,
    /// Whether an event that is left out may be the source of a pair, or its target, or both be.
    sources: bool,
    targets: bool,
    both: bool,
    /// Whether every event is related to itself as well.
    is_reflexive: bool,
}

impl Known {
    const NOTHING: Known =
        Known { change: Change::Exact, sources: false, targets: false, both: false, is_reflexive: false };

    fn set(change: Change, is_in: bool) -> Known {
        Known { change, sources: is_in, targets: is_in, both: is_in, is_reflexive: false }
    }

    fn union(self, other: Known) -> Known {
        Known {
            change: self.change.with(other.change),
            sources: self.sources || other.sources,
            targets: self.targets || other.targets,
            both: self.both || other.both,
            is_reflexive: self.is_reflexive || other.is_reflexive,
        }
    }

    /// With the pairs of events with themselves as pairs like others.
    fn plain(self) -> Known {
        let any = self.is_reflexive;
        Known {
            sources: self.sources || any,
            targets: self.targets || any,
            both: self.both || any,
            is_reflexive: false,
            ..self
        }
    }

    /// Whether an event that is left out may be in a pair.
    fn is_touched(self) -> bool {
        self.sources || self.targets || self.is_reflexive
    }

    fn sequence(self, next: Known) -> Known {
        let through = self.targets && next.sources;
        let change = self.change.with(next.change);
        let sources = self.sources || self.is_reflexive && next.sources;
        let targets = next.targets || next.is_reflexive && self.targets;
        Known {
            change: if through { change.losing() } else { change },
            sources,
            targets,
            both: sources && targets,
            is_reflexive: self.is_reflexive && next.is_reflexive,
        }
    }

    fn closure(self) -> Known {
        let through = self.targets && self.sources;
        Known {
            change: if through { self.change.losing() } else { self.change },
            both: self.sources && self.targets,
            ..self
        }
    }
}

impl Compiled {
    /// Whether the model allows an execution also without some of its events, of which `deleted` says what may be among them.
    ///
    /// # Errors
    /// The first check, in the order of the text, for which that is not certain.
    pub fn without_events(&self, deleted: &dyn Deleted) -> Result<Deletion, CheckId> {
        let plan = self.plan();
        let values = Values::of(plan, deleted);
        let mut bad: Vec<CheckId> = Vec::new();
        let holds_of_less = |check: &Check| match &check.question {
            Question::Property(_, node) => values.known[*node].change.is_no_more(),
            Question::AcyclicUnion { closed, rest } => {
                closed.iter().chain(rest.iter()).all(|&node| values.known[node].change.is_no_more())
            }
        };
        bad.extend(
            plan.required.iter().chain(&plan.assertions).filter(|check| !holds_of_less(check)).map(|check| check.site),
        );
        let is_untouched = |check: &Check| match &check.question {
            Question::Property(Property::Empty, node) => {
                let known = values.known[*node];
                known.change.is_no_less() && !known.is_touched()
            }
            Question::Property(Property::Acyclic | Property::Irreflexive, _) | Question::AcyclicUnion { .. } => false,
        };
        bad.extend(plan.refused.iter().filter(|check| !is_untouched(check)).map(|check| check.site));
        let mut spare = 0;
        for flagging in &plan.flagging {
            let needed = match (&flagging.check.question, flagging.when) {
                (_, true) => holds_of_less(&flagging.check).then_some(0),
                (Question::Property(Property::Empty, node), false) => {
                    let known = values.known[*node].plain();
                    let ends = if known.both { 2 } else { u32::from(known.sources || known.targets) };
                    let is_set = plan.nodes[*node].kind == BaseKind::Set;
                    known.change.is_no_less().then_some(if is_set { ends.min(1) } else { ends })
                }
                (Question::Property(Property::Irreflexive, node), false) => {
                    let known = values.known[*node].plain();
                    known.change.is_no_less().then_some(u32::from(known.both))
                }
                (Question::Property(Property::Acyclic, _) | Question::AcyclicUnion { .. }, false) => None,
            };
            match needed {
                Some(needed) => spare = spare.max(needed),
                None => bad.push(flagging.check.site),
            }
        }
        if !values.choices_are_exact {
            bad.extend(plan.required.iter().map(|check| check.site));
        }
        bad.into_iter().min().map_or(Ok(Deletion { spare }), Err)
    }
}

struct Values<'a> {
    plan: &'a Plan,
    deleted: &'a dyn Deleted,
    known: IdVec<NodeId, Known>,
    /// For each definition of each fixpoint what is supposed of it.
    supposed: IdVec<FixpointId, Vec<Known>>,
    choices_are_exact: bool,
}

impl<'a> Values<'a> {
    fn of(plan: &'a Plan, deleted: &'a dyn Deleted) -> Values<'a> {
        let mut supposed: IdVec<FixpointId, Vec<Known>> = IdVec::new();
        for fixpoint in &plan.fixpoints {
            supposed.push(vec![Known::NOTHING; fixpoint.bodies.len()]);
        }
        let known = IdVec::from_elem(Known::NOTHING, plan.nodes.len());
        let mut values = Values { plan, deleted, known, supposed, choices_are_exact: true };
        // What is supposed of a recursive definition holds in its first round, where it is empty, and in the next one if it follows
        // from what was supposed. Supposing more and more ends, as there are few things to suppose.
        loop {
            for node in plan.nodes.ids() {
                values.known[node] = values.value(node);
            }
            let mut is_stable = true;
            for (id, fixpoint) in plan.fixpoints.iter_enumerated() {
                for (number, body) in fixpoint.bodies.iter().enumerate() {
                    let more = values.supposed[id][number].union(values.known[*body]);
                    is_stable &= more == values.supposed[id][number];
                    values.supposed[id][number] = more;
                }
            }
            if is_stable {
                break;
            }
        }
        values.choices_are_exact = plan.choices.iter().all(|choice| {
            let (set, before) = (values.known[choice.set], values.known[choice.known]);
            set.change == Change::Exact && before.change.is_no_more()
        });
        values
    }

    fn value(&self, node: NodeId) -> Known {
        let known = |node: NodeId| self.known[node];
        let is_set = self.plan.nodes[node].kind == BaseKind::Set;
        match &self.plan.nodes[node].op {
            Op::Empty => Known::NOTHING,
            Op::Full => Known::set(Change::Exact, true),
            Op::Identity => Known { is_reflexive: true, ..Known::NOTHING },
            Op::Base(word) if is_set => Known::set(Change::Exact, self.deleted.is_in(*word)),
            Op::Base(word) => {
                let [sources, targets] = self.deleted.ends(*word);
                let change = if self.deleted.shrinks(*word) { Change::Shrinks } else { Change::Exact };
                Known { change, sources, targets, both: sources && targets, is_reflexive: false }
            }
            Op::Chosen(choice) => {
                // An order on the events that are left is among the choices: the same one.
                let is_in = known(self.plan.choices[*choice].set).sources;
                Known::set(Change::Exact, is_in)
            }
            Op::Recursive(fixpoint, number) => self.supposed[*fixpoint][*number as usize],
            Op::Fixpoint(fixpoint, number) => self.supposed[*fixpoint][*number as usize],
            Op::Union(parts) => parts.iter().fold(Known::NOTHING, |all, &part| all.union(known(part))),
            &Op::Intersection(a, b) => {
                let (a, b) = if known(a).is_reflexive && known(b).is_reflexive {
                    (known(a), known(b))
                } else {
                    (known(a).plain(), known(b).plain())
                };
                Known {
                    change: a.change.with(b.change),
                    sources: a.sources && b.sources,
                    targets: a.targets && b.targets,
                    both: a.both && b.both,
                    is_reflexive: a.is_reflexive && b.is_reflexive,
                }
            }
            &Op::Difference(a, b) => {
                let a = known(a).plain();
                Known { change: a.change.with(known(b).change.turned()), ..a }
            }
            &Op::Complement(a) => Known::set(known(a).change.turned(), true),
            &Op::Product(a, b) => {
                let (a, b) = (known(a), known(b));
                Known {
                    change: a.change.with(b.change),
                    sources: a.sources,
                    targets: b.sources,
                    both: a.sources && b.sources,
                    is_reflexive: false,
                }
            }
            &Op::IdentityOn(a) => known(a),
            &Op::Sequence(a, b) => known(a).sequence(known(b)),
            &Op::Restrict { sources, relation, targets } => self.restriction(sources, relation, targets),
            &Op::Inverse(a) => {
                let a = known(a);
                Known { sources: a.targets, targets: a.sources, ..a }
            }
            Op::Closure { closed, rest } => {
                let all = closed.iter().chain(rest.iter());
                all.fold(Known::NOTHING, |all, &part| all.union(known(part))).closure()
            }
            &Op::Reflexive(a) => Known { is_reflexive: true, ..known(a) },
            &Op::Domain(a) => {
                let a = known(a).plain();
                Known::set(if a.targets { a.change.losing() } else { a.change }, a.sources)
            }
            &Op::Range(a) => {
                let a = known(a).plain();
                Known::set(if a.sources { a.change.losing() } else { a.change }, a.targets)
            }
            &Op::OrderedByFences(fences) => {
                let fences = known(fences);
                Known::set(if fences.sources { fences.change.losing() } else { fences.change }, true)
            }
            &Op::DifferentValues(a) => known(a).plain(),
        }
    }

    fn restriction(&self, sources: Option<NodeId>, relation: NodeId, targets: Option<NodeId>) -> Known {
        let change_of = |set: Option<NodeId>| set.map_or(Change::Exact, |set| self.known[set].change);
        let may_be_in = |set: Option<NodeId>| set.is_none_or(|set| self.known[set].sources);
        let mut value = self.known[relation].plain();
        if value.change != Change::Exact && self.is_adjacency(relation, targets) {
            value.change = Change::Exact;
        }
        let (from, to) = (may_be_in(sources), may_be_in(targets));
        Known {
            change: value.change.with(change_of(sources)).with(change_of(targets)),
            sources: value.sources && from,
            targets: value.targets && to,
            both: value.both && from && to,
            is_reflexive: false,
        }
    }

    /// Whether a relation is `po \ (po; [B]; po)`, and events of B that are left out matter to no pair that ends in `targets`.
    fn is_adjacency(&self, relation: NodeId, targets: Option<NodeId>) -> bool {
        let op = |node: NodeId| &self.plan.nodes[node].op;
        let is_po = |node: NodeId| matches!(op(node), Op::Base(word) if self.deleted.is_program_order(*word));
        let (Some(targets), &Op::Difference(po, between)) = (targets, op(relation)) else { return false };
        let &Op::Sequence(first, second) = op(between) else { return false };
        let by = match (op(first), op(second)) {
            (&Op::Restrict { sources: None, relation, targets: Some(by) }, _) if is_po(relation) && is_po(second) => by,
            (_, &Op::Restrict { sources: Some(by), relation, targets: None }) if is_po(relation) && is_po(first) => by,
            _ => return false,
        };
        let (Some(by), Some(from)) = (self.term(by), self.term(targets)) else { return false };
        is_po(po) && self.deleted.is_shielded(&by, &from)
    }

    /// A set that words and operators on sets make.
    fn term(&self, set: NodeId) -> Option<SetTerm> {
        let both = |a, b| Some((Box::new(self.term(a)?), Box::new(self.term(b)?)));
        Some(match &self.plan.nodes[set].op {
            Op::Empty => SetTerm::Empty,
            Op::Full => SetTerm::Full,
            Op::Base(word) => SetTerm::Base(*word),
            Op::Union(parts) => SetTerm::Union(parts.iter().map(|&part| self.term(part)).collect::<Option<_>>()?),
            &Op::Intersection(a, b) => both(a, b).map(|(a, b)| SetTerm::Intersection(a, b))?,
            &Op::Difference(a, b) => both(a, b).map(|(a, b)| SetTerm::Difference(a, b))?,
            &Op::Complement(a) => SetTerm::Complement(Box::new(self.term(a)?)),
            Op::Identity
            | Op::Chosen(_)
            | Op::Recursive(..)
            | Op::Fixpoint(..)
            | Op::Product(..)
            | Op::IdentityOn(_)
            | Op::Sequence(..)
            | Op::Restrict { .. }
            | Op::Inverse(_)
            | Op::Closure { .. }
            | Op::Reflexive(_)
            | Op::Domain(_)
            | Op::Range(_)
            | Op::OrderedByFences(_)
            | Op::DifferentValues(_) => return None,
        })
    }
}
