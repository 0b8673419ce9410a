//! What a single-execution model exports of an execution, and what causality requirements demand of that (jMT, section 4).

use cat::Shown;
use relation::{EventId, EventSet, Relation};
use sim::Test;
use source::{Diagnostic, Severity};

use crate::actions::{ActionKind, Actions};
use crate::error::JavaError;
use crate::names::event_name;
use crate::structure::{GraphEvent, Structure, tag_number};

/// The relations that a single-execution model has to define.
const NEEDED: [&str; 3] = ["so", "sw", "hb"];

/// The relation that a model may define beside them: [`SymbolicGraph::deemed`](crate::SymbolicGraph::deemed).
const DEEMED: &str = "deemed-before";

/// The set that a model may define: accesses of which it promises that writes among them are seen by reads among them in the end.
const EVENTUAL: &str = "eventual";

/// The set that a model may define: accesses that do not race with each other (JLS 17.4.5). It promises that a program of which no interleaving has a race has the outcomes of interleavings and no others.
const SYNCHRONIZING: &str = "synchronizing";

/// What a model exports of an execution that it allows.
#[derive(Debug)]
pub(crate) struct Exports {
    /// The events of which it observes only some pairs of the order.
    pub(crate) ordered: Option<EventSet>,
    pub(crate) so: Relation,
    pub(crate) sw: Relation,
    pub(crate) hb: Relation,
    /// Which writes come before a read, where that is not happens-before.
    pub(crate) deemed: Option<Relation>,
    /// The accesses that see each other's writes in the end.
    pub(crate) eventual: Option<EventSet>,
    /// The accesses that do not race with each other, where it promises something of programs without races.
    pub(crate) synchronizing: Option<EventSet>,
}

impl Exports {
    /// The names that a run of the model has to show.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        NEEDED.into_iter().chain([DEEMED, EVENTUAL, SYNCHRONIZING]).map(str::to_owned)
    }

    /// What the model shows of an execution.
    ///
    /// # Errors
    /// Where it lacks what requirements need.
    pub(crate) fn of(accepted: &cat::Accepted<'_>) -> Result<Exports, Diagnostic> {
        let export = |name: &'static str| match accepted.shown.get(name) {
            Some(Shown::Relation(relation)) => Ok(relation.clone()),
            Some(Shown::Set(set)) if set.is_empty() => Ok(Relation::empty(set.universe())),
            Some(Shown::Set(_)) => Err(missing(name, "is a set of events")),
            None => Err(missing(name, "is not defined")),
        };
        let hb = export("hb")?;
        let deemed = export(DEEMED).ok().filter(|deemed| *deemed != hb);
        let set = |name: &str| match accepted.shown.get(name) {
            Some(Shown::Set(set)) => Some(set.clone()),
            Some(Shown::Relation(_)) | None => None,
        };
        let (eventual, synchronizing) = (set(EVENTUAL), set(SYNCHRONIZING));
        let ordered = accepted.orders.get("so").cloned();
        Ok(Exports { ordered, so: export("so")?, sw: export("sw")?, hb, deemed, eventual, synchronizing })
    }

    /// Checks what requirements demand of the relations.
    ///
    /// # Errors
    /// What they are not.
    pub(crate) fn check(&self, test: &Test, actions: &Actions, structure: &Structure) -> Result<(), JavaError> {
        let name = |event: EventId| event_name(test, actions, &structure.events[event]);
        let path = |events: &[EventId]| events.iter().map(|&event| name(event)).collect::<Vec<_>>().join(" -> ");
        let closed = |mut cycle: Vec<EventId>| {
            cycle.extend(cycle.first().copied());
            path(&cycle)
        };
        // Whether `hb` is reflexive is the model's business.
        let strict = self.hb.difference(&Relation::identity(self.hb.universe()));
        if let Some(cycle) = strict.shortest_cycle() {
            return Err(ill_formed(format!("`hb` is no partial order, it has a cycle: {}", closed(cycle))));
        }
        for source in structure.events.ids() {
            for middle in strict.targets(source) {
                if let Some(target) = strict.targets(middle).find(|&target| !strict.contains(source, target)) {
                    let message = "`hb` is no partial order, it is not transitive";
                    return Err(ill_formed(format!("{message}: {}", path(&[source, middle, target]))));
                }
            }
        }
        if let Some((source, target)) = self.sw.iter().find(|&(source, target)| !self.hb.contains(source, target)) {
            return Err(ill_formed(format!("`sw` is not within `hb`: {}", path(&[source, target]))));
        }
        if let Some(cycle) = self.so.shortest_cycle() {
            return Err(ill_formed(format!("`so` has a cycle: {}", closed(cycle))));
        }
        match self.unordered_volatiles(test, structure) {
            Some((source, target)) => {
                let pair = format!("{} and {}", name(source), name(target));
                Err(ill_formed(format!("`so` does not order the volatile accesses {pair}")))
            }
            None => Ok(()),
        }
    }

    /// Two volatile accesses that `so` does not order, and that it is no choice of the graph's to order.
    fn unordered_volatiles(&self, test: &Test, structure: &Structure) -> Option<(EventId, EventId)> {
        let volatile = tag_number(test, "V");
        let is_access = |event: &GraphEvent| !matches!(event.kind, ActionKind::Fence | ActionKind::Synchronization);
        let is_volatile =
            |event: &GraphEvent| is_access(event) && volatile.is_some_and(|number| event.tags.contains(number));
        let all: Vec<EventId> =
            structure.events.iter_enumerated().filter(|(_, event)| is_volatile(event)).map(|(id, _)| id).collect();
        let mut pairs = (0..).zip(&all).flat_map(|(at, &source)| all[at + 1..].iter().map(move |&to| (source, to)));
        pairs.find(|&(source, target)| {
            // What the graph leaves open is ordered in each of those that it stands for.
            let is_open = self.ordered.as_ref().is_some_and(|all| all.contains(source) && all.contains(target));
            !is_open && !self.so.contains(source, target) && !self.so.contains(target, source)
        })
    }
}

fn ill_formed(message: String) -> JavaError {
    JavaError::from(Diagnostic::new(Severity::Error, "ill-formed-export", message))
}

fn missing(name: &str, problem: &str) -> Diagnostic {
    let message = format!("causality requirements need the relations so, sw and hb; in this model `{name}` {problem}");
    let error = Diagnostic::new(Severity::Error, "missing-export", message);
    error.help("define them at the top level of the model; `--rules none` asks the model by itself, without them")
}
