//! Steps: what values are computed with.
//!
//! An operator of a plan comes down to a step or, where it has many operands, to several that add to one result. A step has at most three
//! operands, so that what is left of a plan for one event structure can be written down with the places of its operands.

use relation::IdVec;
use relation::rows::Shape;

use crate::BaseKind;
use crate::compile::plan::{NodeId, Op};

/// A step; operands are given as `N`: as places, or as values themselves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<N> {
    Nothing,
    AllEvents,
    AllPairs,
    Identity,
    Copy(N),
    Union(N, N),
    /// What is there, and the operand.
    More(N),
    Intersection(N, N),
    Difference(N, N),
    /// The complement of a set.
    OtherEvents(N),
    /// The complement of a relation.
    Complement(N),
    Product(N, N),
    IdentityOn(N),
    Sequence(N, N),
    Restrict {
        sources: N,
        relation: N,
        targets: N,
    },
    RestrictSources {
        sources: N,
        relation: N,
    },
    RestrictTargets {
        relation: N,
        targets: N,
    },
    Inverse(N),
    /// The transitive closure of what is there.
    Close,
    Reflexive(N),
    Domain(N),
    Range(N),
}

impl<N> Step<N> {
    /// The step to the value that has all members that one of this kind can have.
    pub(super) fn everything(kind: BaseKind) -> Step<N> {
        match kind {
            BaseKind::Set => Step::AllEvents,
            BaseKind::Relation => Step::AllPairs,
        }
    }
}

/// Calls `visit` with the steps of an operator, in order. `at` gives an operand, and gets whether the result shrinks where that grows.
/// Operands that `is_void` says are empty are left out where nothing comes of them.
#[inline(always)]
pub(super) fn steps<N>(
    op: &Op,
    kind: BaseKind,
    is_void: &IdVec<NodeId, bool>,
    at: impl Fn(NodeId, bool) -> N,
    mut visit: impl FnMut(Step<N>),
) {
    let is_live = |operand: &&NodeId| !is_void[**operand];
    let place = |operand| at(operand, false);
    let step = match *op {
        Op::Empty => Step::Nothing,
        Op::Full => Step::everything(kind),
        Op::Identity => Step::Identity,
        Op::Union(ref operands) => {
            return unite(operands.iter().filter(is_live).map(|&operand| place(operand)), &mut visit);
        }
        Op::Intersection(a, b) => Step::Intersection(place(a), place(b)),
        Op::Difference(a, b) => Step::Difference(place(a), at(b, true)),
        Op::Complement(a) if kind == BaseKind::Set => Step::OtherEvents(at(a, true)),
        Op::Complement(a) => Step::Complement(at(a, true)),
        Op::Product(a, b) => Step::Product(place(a), place(b)),
        Op::IdentityOn(a) => Step::IdentityOn(place(a)),
        Op::Sequence(a, b) => Step::Sequence(place(a), place(b)),
        Op::Restrict { sources, relation, targets } => {
            let relation = place(relation);
            match (sources.map(place), targets.map(place)) {
                (None, None) => Step::Copy(relation),
                (Some(sources), None) => Step::RestrictSources { sources, relation },
                (None, Some(targets)) => Step::RestrictTargets { relation, targets },
                (Some(sources), Some(targets)) => Step::Restrict { sources, relation, targets },
            }
        }
        Op::Inverse(a) => Step::Inverse(place(a)),
        Op::Closure { closed, ref rest } => {
            let operands = closed.iter().chain(rest).filter(is_live);
            unite(operands.map(|&operand| place(operand)), &mut visit);
            // What is left is closed already.
            if !rest.iter().any(|operand| is_live(&operand)) {
                return;
            }
            Step::Close
        }
        Op::Reflexive(a) => Step::Reflexive(place(a)),
        Op::Domain(a) => Step::Domain(place(a)),
        Op::Range(a) => Step::Range(place(a)),
        Op::Base(_)
        | Op::Chosen(_)
        | Op::Recursive(..)
        | Op::Fixpoint(..)
        | Op::OrderedByFences(_)
        | Op::DifferentValues(_) => unreachable!("not an operator on values alone"),
    };
    visit(step);
}

/// Calls `visit` with the steps that unite all of `parts`.
pub(super) fn unite<N>(mut parts: impl Iterator<Item = N>, mut visit: impl FnMut(Step<N>)) {
    match (parts.next(), parts.next()) {
        (None, _) => visit(Step::Nothing),
        (Some(only), None) => visit(Step::Copy(only)),
        (Some(a), Some(b)) => {
            visit(Step::Union(a, b));
            parts.for_each(|more| visit(Step::More(more)));
        }
    }
}

/// Takes a step: writes its result over `into`. `all` are all events.
#[inline(always)]
pub(super) fn apply<'v, N, S: Shape>(step: Step<N>, all: &[u64], into: &mut [u64], value: impl Fn(N) -> &'v [u64]) {
    match step {
        Step::Nothing => into.fill(0),
        Step::AllEvents => into.copy_from_slice(all),
        Step::AllPairs => S::product(into, S::set(all), S::set(all)),
        Step::Identity => S::identity_on(into, S::set(all)),
        Step::Copy(a) => S::copy(into, value(a)),
        Step::Union(a, b) => S::combine(into, value(a), value(b), |a, b| a | b),
        Step::More(a) => S::unite(into, value(a)),
        Step::Intersection(a, b) => S::combine(into, value(a), value(b), |a, b| a & b),
        Step::Difference(a, b) => S::combine(into, value(a), value(b), |a, b| a & !b),
        Step::OtherEvents(a) => S::combine(into, all, value(a), |all, a| all & !a),
        Step::Complement(a) => S::complement(into, value(a), S::set(all)),
        Step::Product(a, b) => S::product(into, S::set(value(a)), S::set(value(b))),
        Step::IdentityOn(a) => S::identity_on(into, S::set(value(a))),
        Step::Sequence(a, b) => S::sequence(into, value(a), value(b)),
        Step::Restrict { sources, relation, targets } => {
            S::restrict(into, S::set(value(sources)), value(relation), S::set(value(targets)));
        }
        Step::RestrictSources { sources, relation } => {
            S::restrict_sources(into, S::set(value(sources)), value(relation));
        }
        Step::RestrictTargets { relation, targets } => {
            S::restrict_targets(into, value(relation), S::set(value(targets)));
        }
        Step::Inverse(a) => S::inverse(into, value(a)),
        Step::Close => S::close(into),
        Step::Reflexive(a) => {
            S::copy(into, value(a));
            S::make_reflexive(into, S::set(all));
        }
        Step::Domain(a) => S::put_set(into, S::ends(value(a)).0),
        Step::Range(a) => S::put_set(into, S::ends(value(a)).1),
    }
}
