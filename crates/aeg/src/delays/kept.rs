//! What the model that a program was written for keeps in order, for its port to another one.
//!
//! An outcome of the new model that the old one does not have is an execution with a cycle that the old one forbids: one of communication and of pairs all of which the old model orders. Where each pair of each such cycle is
//! ordered on the new model, as strongly as it asks for, there is no such outcome. Cycles with a pair that the old model leaves open are its own, and need nothing.
//!
//! Over-approximates what the old model orders: a pair counts as ordered if something orders it on some path, and if a dependency might.
//!
//! Unlike those that sequential consistency forbids, such a cycle may visit a thread twice: `Wx` and a later `Ry` of one thread, which TSO leaves open, are on a cycle over `Wx` and back over `Ry` that cannot be made shorter by
//! going from the one to the other.

use cprog::ir::Program;
use cprog::points_to::PointsTo;
use relation::Index;

use crate::bits::Matrix;
use crate::graph::{Aeg, Event, EventId, NodeId, NodeKind, Options};
use crate::model::{Annotated, Direction, Model, Role, Strength};

use super::order::Paths;

/// The pairs in program order that `from` may keep in order in the program; row = earlier access.
pub(super) fn kept(program: &Program, points_to: &PointsTo, aeg: &Aeg, from: Model) -> Matrix {
    let options = Options { model: from, from: None, ..aeg.options };
    // Accesses are the same under all models; what stands between them is not.
    let old = Aeg::build(program, points_to, aeg.threads.clone(), options);
    let paths = Paths::new(&old);
    let order = paths.order();
    let alike = |one: &Event, other: &Event| one.point == other.point && one.direction == other.direction;
    if old.events.len() != aeg.events.len() || !old.events.iter().zip(&aeg.events).all(|(one, other)| alike(one, other))
    {
        return super::order::order(aeg);
    }
    let mut kept = Matrix::new(old.events.len(), old.events.len());
    for first in [Direction::Read, Direction::Write] {
        for second in [Direction::Read, Direction::Write] {
            let is_all = !from.relaxes(first, second) || first == Direction::Read && from.has_dependencies;
            let over = (!is_all).then(|| paths.over(&|node| orders(&old, node, first, second)));
            for (one, event) in old.events.iter_enumerated().filter(|(_, event)| event.direction == first) {
                let orders_all = is_all || event.order.strength(Role::First, first, second) > Strength::None;
                for other in order.iter(one.index()).filter(|other| old.events[*other].direction == second) {
                    let by_path = || over.as_ref().is_some_and(|over| over.has(one.index(), other));
                    if orders_all || orders_by_itself(event, &old.events[other]) || by_path() {
                        kept.set(one.index(), other);
                    }
                }
            }
        }
    }
    kept
}

/// Whether what is at a node may order a pair around it.
fn orders(old: &Aeg, node: NodeId, first: Direction, second: Direction) -> bool {
    match &old.nodes[node].kind {
        NodeKind::Fence(fence) => fence.is_control || fence.strength(first, second) > Strength::None,
        NodeKind::Event(event) => {
            let order = old.events[*event].order;
            order.strength(Role::Between, first, second) > Strength::None || order.release == Annotated::Sequential
        }
        NodeKind::Plain | NodeKind::Call { .. } | NodeKind::Entry | NodeKind::Branch | NodeKind::Return => false,
    }
}

/// Whether the second access of a pair, or both together, may order it.
fn orders_by_itself(first: &Event, second: &Event) -> bool {
    let by_second = second.order.strength(Role::Second, first.direction, second.direction) > Strength::None;
    by_second || first.order.releases() && second.order.acquires()
}

/// The accesses of two visits of one thread, each the first and the last one.
pub(super) type Visits = [(EventId, EventId); 2];

/// Whether a cycle with these visits of one thread can be made shorter, by going from where the one begins to where the other ends.
pub(super) fn is_shorter(kept: &Matrix, visits: Visits) -> bool {
    let [(one_first, one_last), (other_first, other_last)] = visits;
    let leads = |first: EventId, last: EventId| first == last || kept.has(first.index(), last);
    leads(one_first, other_last) || leads(other_first, one_last)
}
