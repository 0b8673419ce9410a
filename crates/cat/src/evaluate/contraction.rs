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

use std::ops::Range;

use relation::{IdVec, rows};

use crate::BaseKind;
use crate::ast::Property;
use crate::compile::plan::{Level, NodeId, Op, Plan, Question};

use super::schedule::Schedule;
use super::value_buffer::ValueBuffer;

/// The events that a value can have: the members of a set, the sources and the targets of a relation.
#[derive(Clone, Copy)]
struct Ends<const W: usize> {
    sources: [u64; W],
    targets: [u64; W],
}

impl<const W: usize> Ends<W> {
    const NONE: Ends<W> = Ends { sources: [0; W], targets: [0; W] };

    fn both(&self) -> [u64; W] {
        or(self.sources, self.targets)
    }

    fn or(&self, other: &Ends<W>) -> Ends<W> {
        Ends { sources: or(self.sources, other.sources), targets: or(self.targets, other.targets) }
    }

    fn and(&self, other: &Ends<W>) -> Ends<W> {
        Ends { sources: and(self.sources, other.sources), targets: and(self.targets, other.targets) }.normal()
    }

    /// No pair has a source alone.
    fn normal(self) -> Ends<W> {
        if rows::is_empty(&self.sources) || rows::is_empty(&self.targets) { Ends::NONE } else { self }
    }
}

fn or<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|word| a[word] | b[word])
}

fn and<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|word| a[word] & b[word])
}

/// Gives the upper bound of a word that is not known with the event structure, over all events.
pub(super) type UpperBound<'a> = dyn Fn(NodeId, &mut [u64]) + 'a;

/// The events that the later levels of a plan look at, as a row; `wide` holds the values of the event structure. `is_void` says which
/// of them are empty; which nodes of the later levels have no member in any candidate is entered there. `room` is overwritten.
pub(super) fn touched<const W: usize>(
    plan: &Plan,
    schedule: &Schedule,
    wide: &ValueBuffer,
    upper_bound: &UpperBound<'_>,
    is_void: &mut IdVec<NodeId, bool>,
    room: &mut Vec<u64>,
) -> [u64; W] {
    let mut all = [0; W];
    all.copy_from_slice(&wide.all);
    let full = Ends { sources: all, targets: all };
    let mut contraction =
        Contraction { plan, wide, is_void, full, known: KnownEnds::new(room, plan.nodes.len()), touched: [0; W] };
    let mut buffer = Vec::new();
    for &node in &schedule.dynamic {
        let description = &plan.nodes[node];
        let ends = match description.op {
            Op::Base(_) => {
                buffer.clear();
                buffer.resize(if description.kind == BaseKind::Set { W } else { wide.n * W }, 0);
                upper_bound(node, &mut buffer);
                ends_of(description.kind, &buffer)
            }
            // Inside a fixpoint anything may be anywhere.
            Op::Recursive(..) | Op::Fixpoint(..) => {
                contraction.touched = all;
                full
            }
            ref op => contraction.derived(op, description.kind),
        };
        contraction.is_void[node] = rows::is_empty(&ends.sources);
        contraction.known.set(node, &ends);
    }
    contraction.questions();
    contraction.touched
}

fn ends_of<const W: usize>(kind: BaseKind, value: &[u64]) -> Ends<W> {
    let (sources, targets) = match kind {
        BaseKind::Set => (rows::array(value), rows::array(value)),
        BaseKind::Relation => rows::ends(value),
    };
    Ends { sources, targets }
}

/// The ends of nodes, as far as they have been found out: for each node whether they have been, its sources and its targets.
struct KnownEnds<'a, const W: usize>(&'a mut [u64]);

impl<'a, const W: usize> KnownEnds<'a, W> {
    const WORDS: usize = 1 + 2 * W;

    fn new(room: &'a mut Vec<u64>, nodes: usize) -> KnownEnds<'a, W> {
        room.clear();
        room.resize(nodes * Self::WORDS, 0);
        KnownEnds(room)
    }

    fn at(node: NodeId) -> Range<usize> {
        let start = node.number() as usize * Self::WORDS;
        start..start + Self::WORDS
    }

    fn get(&self, node: NodeId) -> Option<Ends<W>> {
        let (&is_known, ends) = self.0[Self::at(node)].split_first()?;
        let (sources, targets) = ends.split_at(W);
        (is_known == 1).then(|| Ends { sources: rows::array(sources), targets: rows::array(targets) })
    }

    fn set(&mut self, node: NodeId, ends: &Ends<W>) {
        let own = &mut self.0[Self::at(node)];
        own[0] = 1;
        own[1..=W].copy_from_slice(&ends.sources);
        own[1 + W..].copy_from_slice(&ends.targets);
    }
}

struct Contraction<'a, const W: usize> {
    plan: &'a Plan,
    wide: &'a ValueBuffer,
    is_void: &'a mut IdVec<NodeId, bool>,
    full: Ends<W>,
    known: KnownEnds<'a, W>,
    touched: [u64; W],
}

impl<const W: usize> Contraction<'_, W> {
    fn touch(&mut self, events: [u64; W]) {
        self.touched = or(self.touched, events);
    }

    fn ends(&mut self, node: NodeId) -> Ends<W> {
        if let Some(ends) = self.known.get(node) {
            return ends;
        }
        // Not of a later level: its value is known.
        let ends = match self.is_void[node] {
            true => Ends::NONE,
            false => ends_of(self.plan.nodes[node].kind, self.wide.value(node)),
        };
        self.known.set(node, &ends);
        ends
    }

    fn derived(&mut self, op: &Op, kind: BaseKind) -> Ends<W> {
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
                let between = and(a.targets, b.sources);
                self.touch(between);
                if rows::is_empty(&between) { Ends::NONE } else { Ends { sources: a.sources, targets: b.targets } }
            }
            Op::Restrict { sources, relation, targets } => {
                let mut ends = self.ends(relation);
                if let Some(sources) = sources {
                    ends.sources = and(ends.sources, self.ends(sources).sources);
                }
                if let Some(targets) = targets {
                    ends.targets = and(ends.targets, self.ends(targets).sources);
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
                    self.touch(and(ends.sources, ends.targets));
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
