//! Values without a kind.
//!
//! To the interpreter a sequence that is empty is `{}`, which fits as a set and as a relation, and the complement of `{}` is `_`. A plan
//! knows the kinds of all its nodes. That makes no difference but where `_` is refused: as an element.

use super::builder::Builder;
use super::plan::{NodeId, Op};

/// What the interpreter may find in the place of a node.
#[derive(Clone, Copy, Default)]
struct Kindless {
    /// `{}`.
    empty: bool,
    /// `_`.
    universe: bool,
}

impl Builder {
    /// Whether the interpreter may find `_` in the place of a node. A yes promises nothing.
    pub(super) fn may_be_universe(&self, node: NodeId) -> bool {
        let mut found: Vec<Kindless> = Vec::new();
        // Operands come before what is made of them.
        for (id, description) in self.plan.nodes.iter_enumerated().take(node.number() as usize + 1) {
            let mut kindless = self.kindless(&description.op, &|operand| found[operand.number() as usize]);
            kindless.empty |= self.sequences.contains(&id);
            found.push(kindless);
        }
        found.last().is_some_and(|last| last.universe)
    }

    fn kindless(&self, op: &Op, of: &dyn Fn(NodeId) -> Kindless) -> Kindless {
        let all = |operands: &[NodeId]| Kindless {
            empty: operands.iter().all(|&each| of(each).empty),
            universe: operands.iter().any(|&each| of(each).universe),
        };
        match *op {
            Op::Empty => Kindless { empty: true, universe: false },
            Op::Full => Kindless { empty: false, universe: true },
            // Iteration begins with `{}`.
            Op::Recursive(..) => Kindless { empty: true, universe: false },
            Op::Fixpoint(id, _) => {
                let bodies = &self.plan.fixpoints[id].bodies;
                Kindless { empty: bodies.iter().any(|&body| of(body).empty), ..all(bodies) }
            }
            Op::Union(ref operands) => all(operands),
            Op::Intersection(a, b) => {
                Kindless { empty: of(a).empty || of(b).empty, universe: of(a).universe && of(b).universe }
            }
            Op::Difference(a, b) => {
                Kindless { empty: of(a).empty || of(b).universe, universe: of(a).universe && of(b).empty }
            }
            Op::Complement(a) => Kindless { empty: of(a).universe, universe: of(a).empty },
            Op::Inverse(a) => of(a),
            Op::Closure { closed, ref rest } => {
                let rest = all(rest);
                let closed = closed.map_or(rest, of);
                Kindless { empty: rest.empty && closed.empty, universe: rest.universe || closed.universe }
            }
            Op::Reflexive(a) | Op::Domain(a) | Op::Range(a) => Kindless { empty: false, ..of(a) },
            Op::Sequence(..) | Op::Restrict { .. } | Op::IdentityOn(_) => Kindless { empty: true, universe: false },
            Op::Identity
            | Op::Base(_)
            | Op::Chosen(_)
            | Op::Product(..)
            | Op::OrderedByFences(_)
            | Op::DifferentValues(_) => Kindless::default(),
        }
    }
}
