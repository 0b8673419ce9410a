//! A checker of justification sequences, by the text of the requirements.
//!
//! It shares nothing with the search: it looks at events and relations of whole executions, stage by stage, and computes values anew from
//! what reads see. Numbers are those of the Java Language Specification, third edition, 17.4.8.

use std::collections::{BTreeMap, BTreeSet};

use program::Expressions;
use relation::EventId;

use crate::actions::{ActionId, ActionKey};
use crate::executions::Executions;
use crate::graph::GraphId;
use crate::rules::{HappensBefore, Rules};
use crate::search::{Justification, Stage};

/// What a sequence does not satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The stage, counted from 1; 0 is the sequence as a whole.
    pub stage: usize,
    /// The condition's number; 0 for what makes a sequence one.
    pub condition: u8,
    /// What is wrong.
    pub message: String,
}

/// Pairs of actions.
type Pairs = BTreeSet<(ActionId, ActionId)>;

/// An execution as the requirements speak of it: `<P, A, po, so, W, V, sw, hb>`.
struct Execution {
    actions: BTreeSet<ActionId>,
    po: Pairs,
    so: Pairs,
    sw: Pairs,
    /// Without pairs of an action with itself.
    hb: Pairs,
    /// Which writes come before reads, where the model says that.
    deemed: Option<Pairs>,
    /// The write that each read sees.
    seen: BTreeMap<ActionId, ActionId>,
    /// What each write writes.
    written: BTreeMap<ActionId, u128>,
    external: BTreeSet<ActionId>,
    /// What atomic updates read, those included that fail.
    updates: BTreeSet<ActionId>,
    /// What each update that is two actions writes, by what it reads.
    divided: BTreeMap<ActionId, ActionId>,
}

impl Execution {
    fn new(
        executions: &Executions,
        graph: GraphId,
        order: Option<&[ActionId]>,
        external: &dyn Fn(&ActionKey) -> bool,
    ) -> Result<Execution, String> {
        let symbolic = executions.symbolic_of(graph);
        let structure = executions.structure_of(graph);
        let concrete = &executions.graphs[graph];
        let action = |event: EventId| structure.events[event].action;
        // Both actions of an update are where the update is.
        let pairs = |relation: &relation::Relation| -> Pairs {
            let of = |event: EventId| structure.events[event].actions();
            let apart = relation.iter().filter(|(a, b)| a != b);
            apart.flat_map(|(a, b)| of(a).flat_map(move |x| of(b).map(move |y| (x, y)))).collect()
        };
        let divided: BTreeMap<ActionId, ActionId> = (structure.events.iter())
            .filter(|event| event.write != event.action)
            .map(|event| (event.action, event.write))
            .collect();
        // Values: each read has that of its write, each write computes its own, each condition of the paths holds.
        let mut x: Expressions = executions.expressions.clone();
        let mut symbols = BTreeMap::new();
        for (id, event) in structure.events.iter_enumerated() {
            if let Some((symbol, width)) = event.read {
                let value = concrete.read[id].ok_or("a read without a value")?;
                symbols.insert(symbol, x.constant(value, width));
            }
        }
        let mut value_of = |expr| {
            let value = x.substitute(expr, &|symbol| symbols.get(&symbol).copied());
            x.as_constant(value)
        };
        let mut written = BTreeMap::new();
        for (id, event) in structure.events.iter_enumerated() {
            let Some(expr) = event.written else { continue };
            let value = value_of(expr).ok_or("a write without a value")?;
            if concrete.written[id] != Some(value) {
                return Err(format!("{:?} does not write what it computes", event.action));
            }
            written.insert(event.write, value);
        }
        for &(bit, wanted) in &structure.conditions {
            if value_of(bit) != Some(u128::from(wanted)) {
                return Err("a path is taken against its condition".to_owned());
            }
        }
        let seen = seen_by(executions, graph, &written)?;
        let actions: BTreeSet<ActionId> = structure.events.iter().flat_map(|event| event.actions()).collect();
        if actions.len() != structure.events.len() + divided.len() {
            return Err("two events of an execution are one action".to_owned());
        }
        let updates = structure.events.iter().filter(|event| event.is_update).map(|event| event.action).collect();
        let external = actions.iter().copied().filter(|&action| external(executions.actions.key(action))).collect();
        let (mut so, mut hb) = (pairs(&symbolic.so), pairs(&symbolic.hb));
        // What an update reads comes before what it writes.
        hb.extend(divided.iter().map(|(&read, &write)| (read, write)));
        let of_events = |relation: &relation::Relation| -> Pairs {
            relation.iter().filter(|(a, b)| a != b).map(|(a, b)| (action(a), action(b))).collect()
        };
        let sw = of_events(&symbolic.sw);
        if let Some(events) = &symbolic.ordered {
            let ordered: BTreeSet<ActionId> = events.iter().map(action).collect();
            so = total_order(order, &ordered, &of_events(&symbolic.so), &divided)?;
        }
        let (po, deemed) = (pairs(&structure.po), symbolic.deemed.as_deref().map(pairs));
        Ok(Execution { actions, po, so, sw, hb, deemed, seen, written, external, updates, divided })
    }

    /// Whether a read comes behind the write that it sees.
    fn comes_before(&self, rules: &Rules, read: ActionId, write: ActionId) -> bool {
        self.deemed.as_ref().unwrap_or(&self.hb).contains(&(write, read))
            || rules.updates_follow && self.follows(read, write)
    }

    /// Whether an update that sees `write` without its happening before it comes behind it all the same: whether one gets from what the update reads to what
    /// it sees neither by happens-before nor by what such updates see.
    fn follows(&self, read: ActionId, write: ActionId) -> bool {
        let races = self
            .seen
            .iter()
            .filter(|(read, write)| self.updates.contains(read) && !self.hb.contains(&(**write, **read)));
        let races: Pairs = races.map(|(&read, &write)| (write, read)).collect();
        let mut reached = BTreeSet::from([read]);
        loop {
            let steps = self.hb.iter().chain(&races).filter(|(a, b)| reached.contains(a) && !reached.contains(b));
            let new: Vec<ActionId> = steps.map(|&(_, b)| b).collect();
            if new.is_empty() {
                return self.updates.contains(&read) && !reached.contains(&write);
            }
            reached.extend(new);
        }
    }

    /// Synchronizes-with edges in the transitive reduction of happens-before that are not in program order.
    fn direct_synchronization(&self) -> Vec<(ActionId, ActionId)> {
        let is_reduced = |&(x, y): &(ActionId, ActionId)| {
            self.hb.contains(&(x, y))
                && !self.actions.iter().any(|&z| {
                    // The other half of the update that synchronizes is no action in between.
                    self.divided.get(&x) != Some(&z) && self.hb.contains(&(x, z)) && self.hb.contains(&(z, y))
                })
        };
        self.sw.iter().copied().filter(is_reduced).filter(|edge| !self.po.contains(edge)).collect()
    }
}

/// The write that each read sees, whose value it has.
fn seen_by(
    executions: &Executions,
    graph: GraphId,
    written: &BTreeMap<ActionId, u128>,
) -> Result<BTreeMap<ActionId, ActionId>, String> {
    let symbolic = executions.symbolic_of(graph);
    let structure = executions.structure_of(graph);
    let concrete = &executions.graphs[graph];
    let mut seen = BTreeMap::new();
    for (read, write) in symbolic.reads_from.iter_enumerated() {
        let Some(write) = *write else { continue };
        let event = &structure.events[read];
        let width = event.read.map_or(0, |(_, width)| width);
        if structure.events[write].cell != event.cell
            || concrete.read[read]
                != written.get(&structure.events[write].write).map(|&value| program::truncate(value, width))
        {
            return Err(format!("{:?} does not read what its write writes", event.action));
        }
        seen.insert(event.action, structure.events[write].write);
    }
    Ok(seen)
}

/// A synchronization order as pairs, if it is one on these events that the model allows; both actions of an update are where the update is.
fn total_order(
    order: Option<&[ActionId]>,
    ordered: &BTreeSet<ActionId>,
    known: &Pairs,
    divided: &BTreeMap<ActionId, ActionId>,
) -> Result<Pairs, String> {
    let order = order.ok_or("an execution without a synchronization order")?;
    if order.len() != ordered.len() || !order.iter().all(|action| ordered.contains(action)) {
        return Err("a synchronization order that is not on the synchronization actions".to_owned());
    }
    let total = order.iter().enumerate().flat_map(|(at, &a)| order[at + 1..].iter().map(move |&b| (a, b)));
    let total: Pairs = total.collect();
    if !known.is_subset(&total) {
        return Err("a synchronization order that the model does not allow".to_owned());
    }
    let mut all = Pairs::new();
    for &(a, b) in &total {
        for x in [Some(&a), divided.get(&a)].into_iter().flatten() {
            all.extend([Some(&b), divided.get(&b)].into_iter().flatten().map(|&y| (*x, y)));
        }
    }
    Ok(all)
}

/// What of a relation is between the actions of a set.
fn within(pairs: &Pairs, set: &BTreeSet<ActionId>) -> Pairs {
    pairs.iter().copied().filter(|(a, b)| set.contains(a) && set.contains(b)).collect()
}

/// Checks a sequence; `external` says which actions are external.
///
/// # Errors
/// The first thing that it does not satisfy.
pub fn validate(
    executions: &Executions,
    rules: &Rules,
    justification: &Justification,
    external: &dyn Fn(&ActionKey) -> bool,
) -> Result<(), Violation> {
    let whole = |message: String| Violation { stage: 0, condition: 0, message };
    let target =
        Execution::new(executions, justification.target, justification.order.as_deref(), external).map_err(whole)?;
    let mut before: BTreeSet<ActionId> = BTreeSet::new();
    // Edges that must be there, and the stage that asked for them.
    let mut persisting: BTreeMap<(ActionId, ActionId), usize> = BTreeMap::new();
    for (number, stage) in justification.stages.iter().enumerate().map(|(at, stage)| (at + 1, stage)) {
        let fail = |condition: u8, message: String| Violation { stage: number, condition, message };
        let execution = Execution::new(executions, stage.graph, stage.order.as_deref(), external)
            .map_err(|message| fail(0, message))?;
        let committed: BTreeSet<ActionId> = stage.committed.iter().collect();
        if !before.is_subset(&committed) {
            return Err(fail(0, "an action is committed no longer".to_owned()));
        }
        check_stage(rules, &target, &execution, &before, &committed)
            .map_err(|(condition, message)| fail(condition, message))?;
        if rules.synchronization {
            if let Some((edge, since)) = persisting.iter().find(|(edge, _)| !execution.sw.contains(edge)) {
                return Err(fail(8, format!("the synchronization {edge:?} of stage {since} is gone")));
            }
            for (x, y) in execution.direct_synchronization() {
                let carries = |&z: &ActionId| z == y || execution.hb.contains(&(y, z));
                if committed.iter().any(carries) {
                    persisting.entry((x, y)).or_insert(number);
                }
            }
        }
        before = committed;
    }
    let is_target = |last: &Stage| last.graph == justification.target && last.order == justification.order;
    if before != target.actions || !justification.stages.last().is_some_and(is_target) {
        return Err(whole("the sequence does not end with the target and all its actions".to_owned()));
    }
    Ok(())
}

/// Conditions 1 to 7 and 9 of one stage.
fn check_stage(
    rules: &Rules,
    target: &Execution,
    execution: &Execution,
    before: &BTreeSet<ActionId>,
    committed: &BTreeSet<ActionId>,
) -> Result<(), (u8, String)> {
    if !committed.is_subset(&execution.actions) || !committed.is_subset(&target.actions) {
        return Err((1, "a committed action is not in the execution, or not in the target".to_owned()));
    }
    match rules.happens_before {
        HappensBefore::Equal if within(&execution.hb, committed) != within(&target.hb, committed) => {
            return Err((2, "happens-before differs over committed actions".to_owned()));
        }
        HappensBefore::OfReads => {
            for (&read, &write) in target.seen.iter().filter(|(read, _)| committed.contains(read)) {
                let (there, here) = (target.hb.contains(&(write, read)), execution.hb.contains(&(write, read)));
                if there != here || execution.hb.contains(&(read, write)) {
                    return Err((2, format!("happens-before differs between {read:?} and the write that it sees")));
                }
            }
        }
        HappensBefore::Equal | HappensBefore::Free => {}
    }
    if rules.synchronization_order && within(&execution.so, committed) != within(&target.so, committed) {
        return Err((3, "synchronization order differs over committed actions".to_owned()));
    }
    if rules.values && committed.iter().any(|action| execution.written.get(action) != target.written.get(action)) {
        return Err((4, "a committed write writes another value".to_owned()));
    }
    for (read, write) in &execution.seen {
        if before.contains(read) {
            if rules.reads_from && target.seen.get(read) != Some(write) {
                return Err((5, format!("{read:?}, committed before, sees another write")));
            }
        } else if rules.uncommitted_reads && !execution.comes_before(rules, *read, *write) {
            return Err((6, format!("{read:?}, not committed before, sees a write that does not happen before it")));
        }
        if committed.contains(read) && !before.contains(read) {
            if rules.seen_writes && !before.contains(write) {
                return Err((7, format!("{read:?} sees a write that was not committed before")));
            }
            if rules.final_writes && !target.seen.get(read).is_some_and(|write| before.contains(write)) {
                return Err((7, format!("{read:?} sees a write in the target that was not committed before")));
            }
        }
    }
    if rules.external_actions {
        for external in execution.external.iter().filter(|external| committed.contains(external)) {
            let missing = execution.hb.iter().find(|(x, y)| y == external && !committed.contains(x));
            if let Some((x, _)) = missing {
                return Err((
                    9,
                    format!("{x:?} happens before the committed external action {external:?} and is not committed"),
                ));
            }
        }
    }
    Ok(())
}
