//! Which relaxations may follow each other in the cycles of a pool.
//!
//! Two edges that make no more than one edge does would give the same cycles again with more events: two communications that are one, program order
//! behind program order. What else is left out is a matter of taste, and of how many tests one wants; the modes are diy's.

use crate::edge::{Communication, Direction, Edge, EdgeKind, Reach, Sameness};
use crate::vocabulary::Vocabulary;

/// Which relaxations may follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Within a thread, program order and dependencies only behind or before what stays on one location.
    #[default]
    Default,
    /// Within a thread, what does not make an edge that is in the pool as one.
    Sc,
    /// Communications and edges within threads in turn: critical cycles.
    Critical,
    /// All that is not one communication in two.
    Free,
    /// As critical, and one change of location within a thread.
    Mixed,
    /// Cycles on one location, which coherence forbids.
    Uni,
}

impl Mode {
    /// The mode of this name.
    pub fn named(name: &str) -> Option<Mode> {
        Some(match name {
            "default" => Mode::Default,
            "sc" => Mode::Sc,
            "critical" => Mode::Critical,
            "free" => Mode::Free,
            "mixed" => Mode::Mixed,
            "uni" => Mode::Uni,
            _ => return None,
        })
    }

    /// The names of all modes.
    pub const NAMES: [&str; 6] = ["default", "sc", "critical", "free", "mixed", "uni"];

    /// Whether cycles must change location twice at least, and leave their threads.
    pub(crate) fn wants_two_locations(self) -> bool {
        matches!(self, Mode::Default | Mode::Sc | Mode::Mixed)
    }

    /// Whether cycles are refused that coherence forbids in one thread.
    pub fn refuses_back(self) -> bool {
        matches!(self, Mode::Default | Mode::Sc | Mode::Critical)
    }
}

/// What the pool has of plain program order: the mode `sc` asks.
pub(crate) type SafeOrders = Vec<(Sameness, Option<Direction>, Option<Direction>)>;

/// Whether `right` may follow `left`. Both are edges as the pool has them; directions and annotations fit already where both are known.
pub(crate) fn may_follow(vocabulary: &Vocabulary, mode: Mode, safe: &SafeOrders, left: &Edge, right: &Edge) -> bool {
    use Communication::{Co, Fr, Rf};
    match (left.kind, right.kind) {
        (EdgeKind::Communication(one, reach), EdgeKind::Communication(other, next))
            if matches!((one, other), (Co | Fr, Co) | (Rf, Fr)) =>
        {
            reach != next
        }
        (EdgeKind::Annotation, EdgeKind::Annotation) => false,
        (EdgeKind::Annotation, _) => right.source_direction().is_none_or(|to| vocabulary.applies(left.target, to)),
        (_, EdgeKind::Annotation) => left.target_direction().is_none_or(|to| vocabulary.applies(right.source, to)),
        _ => match mode {
            Mode::Default => in_default_mode(left, right),
            Mode::Sc => in_sc_mode(safe, left, right),
            Mode::Critical => in_critical_mode(left, right) || reach(left) != reach(right),
            Mode::Mixed => {
                let inner = reach(left) == Reach::Internal && reach(right) == Reach::Internal;
                let one_change = left.place() == Sameness::Same || right.place() == Sameness::Same;
                in_critical_mode(left, right) || reach(left) != reach(right) || inner && one_change
            }
            Mode::Free => true,
            Mode::Uni => !matches!((left.kind, right.kind), (EdgeKind::Order(..), EdgeKind::Order(..))),
        },
    }
}

fn reach(edge: &Edge) -> Reach {
    if edge.is_external() { Reach::External } else { Reach::Internal }
}

fn in_critical_mode(left: &Edge, right: &Edge) -> bool {
    match (left.kind, right.kind) {
        (EdgeKind::Communication(one, _), EdgeKind::Communication(Communication::Rf, _)) => one != Communication::Rf,
        (EdgeKind::Update(_), _) | (_, EdgeKind::Update(_)) => true,
        _ => false,
    }
}

/// Communications within a thread, and what they are in program order.
fn stays(edge: &Edge) -> bool {
    use Direction::{Read, Write};
    match edge.kind {
        EdgeKind::Communication(_, Reach::Internal) => true,
        EdgeKind::Order(Sameness::Same, source, target) => {
            matches!((source, target), (Some(Write), Some(_)) | (Some(Read), Some(Write)))
        }
        EdgeKind::Insert(_) => true,
        _ => false,
    }
}

fn is_internal_rf(edge: &Edge) -> bool {
    matches!(
        edge.kind,
        EdgeKind::Communication(Communication::Rf, Reach::Internal)
            | EdgeKind::Order(Sameness::Same, Some(Direction::Write), Some(Direction::Read))
    )
}

fn in_default_mode(left: &Edge, right: &Edge) -> bool {
    let is_dependency = |edge: &Edge| matches!(edge.kind, EdgeKind::Dependency(..));
    let changes = |edge: &Edge| matches!(edge.kind, EdgeKind::Order(Sameness::Different, ..)) || is_dependency(edge);
    let changing_dependency = |edge: &Edge| matches!(edge.kind, EdgeKind::Dependency(_, Sameness::Different, _));
    let changing_order = |edge: &Edge| matches!(edge.kind, EdgeKind::Order(Sameness::Different, ..));
    let staying_order = |edge: &Edge| matches!(edge.kind, EdgeKind::Order(Sameness::Same, ..));
    let update = |edge: &Edge| matches!(edge.kind, EdgeKind::Update(_));
    stays(left) && changes(right)
        || changes(left) && stays(right)
        || changing_dependency(left) && changing_order(right)
        || changing_order(left) && changing_dependency(right)
        || is_internal_rf(left) && staying_order(right)
        || staying_order(left) && is_internal_rf(right)
        || update(left)
        || update(right)
        || reach(left) == Reach::External
        || reach(right) == Reach::External
}

fn in_sc_mode(safe: &SafeOrders, left: &Edge, right: &Edge) -> bool {
    let both = |one: Sameness, other: Sameness| if one == Sameness::Same { other } else { one };
    let is_safe =
        |place: Sameness, source: Option<Direction>, target: Option<Direction>| safe.contains(&(place, source, target));
    let (from, to) = (left.source_direction(), right.target_direction());
    match (left.kind, right.kind) {
        (EdgeKind::Dependency(..), _) if is_internal_rf(right) => true,
        (_, EdgeKind::Dependency(..)) if is_internal_rf(left) => true,
        (EdgeKind::Dependency(_, place, _), _) if stays(right) && !matches!(right.kind, EdgeKind::Insert(_)) => {
            !is_safe(place, from, to)
        }
        (EdgeKind::Order(one, ..), EdgeKind::Dependency(_, other, _)) => {
            !is_safe(one, from, left.target_direction()) && !is_safe(both(one, other), from, to)
        }
        (EdgeKind::Dependency(_, one, _), EdgeKind::Order(other, ..)) => {
            !is_safe(other, right.source_direction(), to) && !is_safe(both(one, other), from, to)
        }
        (EdgeKind::Order(one, ..), EdgeKind::Order(other, ..)) => !is_safe(both(one, other), from, to),
        (EdgeKind::Communication(Communication::Rf, Reach::Internal), EdgeKind::Order(place, ..)) => {
            is_safe(place, right.source_direction(), to) && !is_safe(place, from, to)
        }
        (EdgeKind::Order(place, ..), EdgeKind::Communication(Communication::Rf, Reach::Internal)) => {
            is_safe(place, from, left.target_direction()) && !is_safe(place, from, to)
        }
        (EdgeKind::Update(_), _) | (_, EdgeKind::Update(_)) => true,
        _ => reach(left) == Reach::External || reach(right) == Reach::External,
    }
}
