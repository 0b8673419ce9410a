//! Which events the later levels have to look at.
//!
//! Event structures have many events that no choice touches: fences, branches, register accesses. A value of a later level is therefore
//! computed on some events `T` only, as if restricted to `T × T`. `T` is chosen large enough that nothing is lost:
//! - most operators work pair by pair, and need nothing;
//! - `r; s` on `T` is computed from `r` and `s` on `T` if the events between them are in `T`;
//! - `(c | r)+`, with `c` closed and known earlier, if both ends of all pairs of `r` are in `T`: what connects them is in `c` already. (This
//!   is why closures come first and restriction second);
//! - domains and checks need the events that their argument may relate.
//!
//! Which events those may be is known from upper bounds: the sources and targets that a value can have at all.

use std::marker::PhantomData;
use std::ops::Range;

use relation::IdVec;
use relation::rows::{Row, Shape};

use crate::BaseKind;
use crate::ast::Property;
use crate::compile::plan::{Level, NodeId, Op, Plan, Question};

use super::schedule::Schedule;
use super::value_buffer::ValueBuffer;

/// The events that a value can have: the members of a set, the sources and the targets of a relation.
#[derive(Clone, Copy)]
struct Ends<R: Row> {
    sources: R,
    targets: R,
}

impl<R: Row> Ends<R> {
    const NONE: Ends<R> = Ends { sources: R::NONE, targets: R::NONE };

    fn both(&self) -> R {
        self.sources.or(self.targets)
    }

    fn or(&self, other: &Ends<R>) -> Ends<R> {
        Ends { sources: self.sources.or(other.sources), targets: self.targets.or(other.targets) }
    }

    fn and(&self, other: &Ends<R>) -> Ends<R> {
        Ends { sources: self.sources.and(other.sources), targets: self.targets.and(other.targets) }.normal()
    }

    /// No pair has a source alone.
    fn normal(self) -> Ends<R> {
        if self.sources.is_empty() || self.targets.is_empty() { Ends::NONE } else { self }
    }
}

/// Which operand a node of a later level has the value of, since the other one is a part of the identity: taking that away takes nothing from what has no
/// loop, and following it leads nowhere else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Copied {
    /// As far as is known, none.
    #[default]
    Neither,
    First,
    Second,
}

/// Gives the upper bound of a word that is not known with the event structure, over all events.
pub(super) type UpperBound<'a> = dyn Fn(NodeId, &mut [u64]) + 'a;

/// The events that the later levels of a plan look at, as a row; `wide` holds the values of the event structure. `is_void` says which
/// of them are empty; which nodes of the later levels have no member in any candidate is entered there, and in `copied` which of [`Schedule::copies`] have the value
/// of an operand. `room` is overwritten.
pub(super) fn touched<S: Shape>(
    plan: &Plan,
    schedule: &Schedule,
    wide: &ValueBuffer,
    upper_bound: &UpperBound<'_>,
    is_void: &mut IdVec<NodeId, bool>,
    copied: &mut IdVec<NodeId, Copied>,
    room: &mut Vec<u64>,
) -> S::Row {
    let all = S::set(&wide.all);
    let full = Ends { sources: all, targets: all };
    let mut contraction: Contraction<'_, S> =
        Contraction { plan, wide, is_void, full, known: KnownEnds::new(room, plan.nodes.len()), touched: S::Row::NONE };
    let mut buffer = Vec::new();
    for &node in &schedule.dynamic {
        let description = &plan.nodes[node];
        let ends = match description.op {
            Op::Base(_) => {
                buffer.clear();
                buffer.resize(wide.words_of(description.kind), 0);
                upper_bound(node, &mut buffer);
                ends_of::<S>(description.kind, &buffer)
            }
            // Inside a fixpoint anything may be anywhere.
            Op::Recursive(..) | Op::Fixpoint(..) => {
                contraction.touched = all;
                full
            }
            ref op => contraction.derived(op, description.kind),
        };
        contraction.is_void[node] = ends.sources.is_empty();
        contraction.known.set(node, &ends);
    }
    for &node in &schedule.copies {
        copied[node] = contraction.copied(&plan.nodes[node].op);
    }
    contraction.questions();
    contraction.touched
}

fn ends_of<S: Shape>(kind: BaseKind, value: &[u64]) -> Ends<S::Row> {
    let (sources, targets) = match kind {
        BaseKind::Set => (S::set(value), S::set(value)),
        BaseKind::Relation => S::ends(value),
    };
    Ends { sources, targets }
}

/// The ends of nodes, as far as they have been found out: for each node whether they have been, its sources and its targets.
struct KnownEnds<'a, S: Shape> {
    words: &'a mut [u64],
    shape: PhantomData<S>,
}

impl<'a, S: Shape> KnownEnds<'a, S> {
    const WORDS: usize = 1 + 2 * S::SET_WORDS;

    fn new(room: &'a mut Vec<u64>, nodes: usize) -> KnownEnds<'a, S> {
        room.clear();
        room.resize(nodes * Self::WORDS, 0);
        KnownEnds { words: room, shape: PhantomData }
    }

    fn at(node: NodeId) -> Range<usize> {
        let start = node.number() as usize * Self::WORDS;
        start..start + Self::WORDS
    }

    fn get(&self, node: NodeId) -> Option<Ends<S::Row>> {
        let (&is_known, ends) = self.words[Self::at(node)].split_first()?;
        let (sources, targets) = ends.split_at(S::SET_WORDS);
        (is_known == 1).then(|| Ends { sources: S::set(sources), targets: S::set(targets) })
    }

    fn set(&mut self, node: NodeId, ends: &Ends<S::Row>) {
        let own = &mut self.words[Self::at(node)];
        own[0] = 1;
        let (sources, targets) = own[1..].split_at_mut(S::SET_WORDS);
        S::put_set(sources, ends.sources);
        S::put_set(targets, ends.targets);
    }
}

struct Contraction<'a, S: Shape> {
    plan: &'a Plan,
    wide: &'a ValueBuffer,
    is_void: &'a mut IdVec<NodeId, bool>,
    full: Ends<S::Row>,
    known: KnownEnds<'a, S>,
    touched: S::Row,
}

impl<S: Shape> Contraction<'_, S> {
    fn touch(&mut self, events: S::Row) {
        self.touched = self.touched.or(events);
    }

    fn ends(&mut self, node: NodeId) -> Ends<S::Row> {
        if let Some(ends) = self.known.get(node) {
            return ends;
        }
        // Not of a later level: its value is known.
        let ends = match self.is_void[node] {
            true => Ends::NONE,
            false => ends_of::<S>(self.plan.nodes[node].kind, self.wide.value(node)),
        };
        self.known.set(node, &ends);
        ends
    }

    fn derived(&mut self, op: &Op, kind: BaseKind) -> Ends<S::Row> {
        match *op {
            Op::Empty => Ends::NONE,
            Op::Full | Op::Identity => self.full,
            Op::Chosen(choice) => {
                let members = self.ends(self.plan.choices[choice].set).sources;
                Ends { sources: members, targets: members }
            }
            Op::Union(ref operands) => operands.iter().fold(Ends::NONE, |ends, &operand| ends.or(&self.ends(operand))),
            Op::Intersection(a, b) => self.ends(a).and(&self.ends(b)),
            Op::Difference(a, _) | Op::DifferentValues(a) => self.ends(a),
            Op::Complement(_) => self.full,
            Op::Product(a, b) => Ends { sources: self.ends(a).sources, targets: self.ends(b).sources }.normal(),
            Op::IdentityOn(a) => self.ends(a),
            Op::Sequence(a, b) => {
                let (a, b) = (self.ends(a), self.ends(b));
                let between = a.targets.and(b.sources);
                self.touch(between);
                if between.is_empty() { Ends::NONE } else { Ends { sources: a.sources, targets: b.targets } }
            }
            Op::Restrict { sources, relation, targets } => {
                let mut ends = self.ends(relation);
                if let Some(sources) = sources {
                    ends.sources = ends.sources.and(self.ends(sources).sources);
                }
                if let Some(targets) = targets {
                    ends.targets = ends.targets.and(self.ends(targets).sources);
                }
                ends.normal()
            }
            Op::Inverse(a) => {
                let Ends { sources, targets } = self.ends(a);
                Ends { sources: targets, targets: sources }
            }
            Op::Closure { closed, ref rest } => {
                let mut ends = Ends::NONE;
                for &operand in rest {
                    ends = ends.or(&self.ends(operand));
                }
                self.touch(ends.both());
                closed.map_or(ends, |closed| ends.or(&self.ends(closed)))
            }
            Op::Reflexive(_) => self.full,
            Op::Domain(a) | Op::Range(a) => {
                let ends = self.ends(a);
                self.touch(ends.both());
                let members = if matches!(op, Op::Domain(_)) { ends.sources } else { ends.targets };
                Ends { sources: members, targets: members }
            }
            Op::Base(_) | Op::Recursive(..) | Op::Fixpoint(..) | Op::OrderedByFences(_) => {
                let _ = kind;
                unreachable!("bounded elsewhere")
            }
        }
    }

    fn copied(&mut self, op: &Op) -> Copied {
        match *op {
            Op::Difference(a, b) => {
                let Ends { sources, targets } = self.ends(a);
                let is_whole = sources.and(targets).is_empty() && self.is_diagonal(b);
                if is_whole { Copied::First } else { Copied::Neither }
            }
            Op::Sequence(a, b) => {
                let [first, second] = [self.ends(a), self.ends(b)];
                let leads_on = |from: S::Row, on: S::Row| from.without(on).is_empty();
                if leads_on(first.targets, second.sources) && self.is_diagonal(b) {
                    Copied::First
                } else if leads_on(second.sources, first.targets) && self.is_diagonal(a) {
                    Copied::Second
                } else {
                    Copied::Neither
                }
            }
            _ => Copied::Neither,
        }
    }

    /// Whether a node relates no event to another one, as far as that is known with the event structure.
    fn is_diagonal(&self, node: NodeId) -> bool {
        match self.plan.nodes[node].op {
            Op::Reflexive(of) if self.is_void[of] => true,
            _ => self.plan.is_static(node) && !self.is_void[node] && S::is_diagonal(self.wide.value(node)),
        }
    }

    /// What the checks and choices of the later levels need.
    fn questions(&mut self) {
        let plan = self.plan;
        for choice in plan.choices.iter() {
            let members = self.ends(choice.set).sources;
            self.touch(members);
        }
        let checks =
            plan.required.iter().chain(&plan.refused).chain(plan.flagging.iter().map(|flagging| &flagging.check));
        for check in checks.filter(|check| check.level > Level::STRUCTURE) {
            match check.question {
                Question::Property(Property::Irreflexive, node) => {
                    let ends = self.ends(node);
                    // Only what is both a source and a target can be related to itself.
                    self.touch(ends.sources.and(ends.targets));
                }
                Question::Property(_, node) => {
                    let ends = self.ends(node);
                    self.touch(ends.both());
                }
                // A cycle goes through a pair of the rest; what lies between such pairs is in the closed part
                // already.
                Question::AcyclicUnion { ref rest, .. } => {
                    for &node in rest {
                        let ends = self.ends(node);
                        self.touch(ends.both());
                    }
                }
            }
        }
    }
}
