//! The fences that a program needs, as data.

use serde::Serialize;

use crate::fence::{
    Counts, Cycle, Groups, Memory, MissingDependency, MissingFence, NeedlessFence, NotUnderstood, Report, WeakOrder,
};

/// What an analysis has found.
#[derive(Clone, Debug, Serialize)]
pub struct FenceRecord<'a> {
    model: String,
    /// The model that the program is ported from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    robust: bool,
    fences: Vec<Ranked<'a>>,
    /// Atomic accesses that are given a stronger order.
    orders: &'a [WeakOrder],
    /// Accesses that are made to depend on a read.
    dependencies: &'a [MissingDependency],
    /// Fences of the program that it does not need; empty unless that was asked.
    removable: &'a [NeedlessFence],
    cost: f64,
    lower_bound: f64,
    unplaceable: Vec<&'a Cycle>,
    havoc: &'a [NotUnderstood],
    /// What leads to code that is not there.
    unknown_sources: &'a [NotUnderstood],
    /// Dependencies that a compiler may compute away.
    void_dependencies: &'a [NotUnderstood],
    counts: Counts,
    /// What the cycles go by from one thread to another.
    memory: &'a [Memory],
    groups: GroupsRecord,
    remaining_delays: Option<usize>,
}

/// A fence, and the surest group of the pairs that it orders.
#[derive(Clone, Debug, Serialize)]
struct Ranked<'a> {
    #[serde(flatten)]
    fence: &'a MissingFence,
    group: &'static str,
}

/// How sure the pairs are that are to be ordered.
#[derive(Clone, Copy, Debug, Serialize)]
struct GroupsRecord {
    confirmed: usize,
    likely: usize,
    not_excluded: usize,
}

impl<'a> FenceRecord<'a> {
    /// Of a report. `remaining`: how many pairs there are to order in the program with the fences; none where that was not analysed.
    pub fn new(report: &'a Report, groups: &Groups, remaining: Option<usize>) -> FenceRecord<'a> {
        let &Groups { confirmed, likely, not_excluded, .. } = groups;
        FenceRecord {
            model: report.model.to_string(),
            from: report.from.map(|from| from.to_string()),
            robust: report.is_robust,
            fences: report.fences.iter().map(|fence| Ranked { fence, group: groups.of(&fence.pairs).name() }).collect(),
            orders: &report.orders,
            dependencies: &report.dependencies,
            removable: &report.needless,
            cost: report.cost,
            lower_bound: report.lower_bound,
            unplaceable: report.unplaceable.iter().map(|unplaceable| &unplaceable.cycle).collect(),
            havoc: &report.not_understood,
            unknown_sources: &report.unknown_sources,
            void_dependencies: &report.void_dependencies,
            counts: report.counts,
            memory: &report.memory,
            groups: GroupsRecord { confirmed, likely, not_excluded },
            remaining_delays: remaining,
        }
    }
}
