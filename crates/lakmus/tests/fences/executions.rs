//! Theorems 5.5 and 5.6 of musketeer's paper on random programs: what happens in an execution is in the abstract event graph.
//!
//! 5.5: accesses of a thread in program order, and accesses of different threads that communicate (rf, co, fr), are so in the graph. 5.6: so is each critical cycle. The
//! graph does not list its cycles: a pair of accesses that lies on one in an execution must be among those that may need an order there, whether or not something orders it.

use std::collections::BTreeMap;

use aeg::graph::EventId;
use aeg::model::{Direction, Model};
use relation::{EventId as ExecutionEventId, Index};
use sim::{self, EventKind, Execution, Selection, Simulation, Test};
use source::Sources;

use super::random::{ARM, ARM32, POWER, RISCV, Random, Sample, Target, X86};
use super::{Prepared, asked_for, prepare};

/// The events of a graph by thread and statement.
pub(super) fn events_of_statements(prepared: &Prepared) -> BTreeMap<(usize, usize), EventId> {
    let mut events = BTreeMap::new();
    for (id, event) in prepared.aeg.events.iter_enumerated() {
        let point = event.point;
        let anchor = prepared.anchors.iter().find(|anchor| {
            prepared.functions[anchor.thread] == point.function
                && (anchor.block, anchor.index) == (point.block.number(), point.index)
        });
        let anchor = anchor.expect("each access is a statement");
        assert_eq!(events.insert((anchor.thread, anchor.statement), id), None, "a statement with two accesses");
    }
    events
}

/// An execution with the events of the graph that its own stand for.
struct Mapped<'e> {
    execution: &'e Execution,
    /// None for initial writes, fences and branches, and accesses to what one thread has alone.
    image: Vec<Option<EventId>>,
}

impl Mapped<'_> {
    fn thread(&self, event: ExecutionEventId) -> Option<usize> {
        self.execution.events[event].thread.map(|thread| thread.index())
    }

    fn location(&self, event: ExecutionEventId) -> &str {
        &self.execution.events[event].location
    }

    /// Pairs of different threads that communicate.
    fn communication(&self) -> Vec<(ExecutionEventId, ExecutionEventId)> {
        let Execution { rf, co, fr, .. } = self.execution;
        let all = [rf, co, fr].into_iter().flat_map(|relation| relation.iter());
        let is_external = |(from, to): &(ExecutionEventId, ExecutionEventId)| {
            let (from, to) = (self.thread(*from), self.thread(*to));
            from.is_some() && to.is_some() && from != to
        };
        all.filter(is_external).collect()
    }

    /// The pairs of one thread on critical cycles: each thread has at most two accesses, of different locations, and each location at most three, next to each other.
    fn pairs_on_critical_cycles(&self) -> Vec<(ExecutionEventId, ExecutionEventId)> {
        let communication = self.communication();
        let mut found = Vec::new();
        for event in self.execution.events.ids().filter(|event| self.execution.events[*event].is_memory()) {
            if self.thread(event).is_some() {
                self.extend(&mut vec![(event, event)], &communication, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Goes on from visits of threads, each from where it arrives to where it leaves, of which the last has no more than arrived.
    fn extend(
        &self,
        visits: &mut Vec<(ExecutionEventId, ExecutionEventId)>,
        communication: &[(ExecutionEventId, ExecutionEventId)],
        found: &mut Vec<(ExecutionEventId, ExecutionEventId)>,
    ) {
        let (arrival, _) = visits[visits.len() - 1];
        let mut departures = vec![arrival];
        departures.extend(self.execution.events.ids().filter(|next| {
            self.execution.events[*next].is_memory()
                && self.execution.po.contains(arrival, *next)
                && self.location(arrival) != self.location(*next)
        }));
        let last = visits.len() - 1;
        for departure in departures {
            visits[last].1 = departure;
            for (_, to) in communication.iter().filter(|(from, _)| *from == departure) {
                if *to == visits[0].0 {
                    if self.is_critical(visits) {
                        found.extend(visits.iter().filter(|(arrival, departure)| arrival != departure));
                    }
                } else if visits.iter().all(|(visited, _)| self.thread(*visited) != self.thread(*to)) {
                    visits.push((*to, *to));
                    self.extend(visits, communication, found);
                    visits.pop();
                }
            }
        }
    }

    /// Whether a pair, or one that stands for it, has a property: a later write of the thread to the location of the first access stands for that, and an earlier write to the location of a
    /// read for the read, and an earlier release for a write (`aeg::delays::own_writes` has the argument).
    fn is_covered(
        &self,
        from: ExecutionEventId,
        to: ExecutionEventId,
        has: &dyn Fn(ExecutionEventId, ExecutionEventId) -> bool,
        is_release: &dyn Fn(ExecutionEventId) -> bool,
    ) -> bool {
        let po = &self.execution.po;
        let is_write = |event: ExecutionEventId| self.execution.events[event].kind == EventKind::Write;
        let between = || {
            let ids = self.execution.events.ids();
            ids.filter(|&event| is_write(event) && po.contains(from, event) && po.contains(event, to))
        };
        has(from, to)
            || between()
                .any(|event| self.location(event) == self.location(from) && self.is_covered(event, to, has, is_release))
            || between().any(|event| {
                (!is_write(to) || is_release(event))
                    && self.location(event) == self.location(to)
                    && self.is_covered(from, event, has, is_release)
            })
    }

    /// Whether each location has at most three accesses, next to each other.
    fn is_critical(&self, visits: &[(ExecutionEventId, ExecutionEventId)]) -> bool {
        let mut cycle = Vec::new();
        for (arrival, departure) in visits {
            cycle.push(*arrival);
            if arrival != departure {
                cycle.push(*departure);
            }
        }
        let count = cycle.len();
        (0..count).all(|at| {
            let same: Vec<usize> = (0..count)
                .filter(|other| *other != at && self.location(cycle[*other]) == self.location(cycle[at]))
                .map(|other| (other + count - at) % count)
                .collect();
            same.len() <= 2 && same.iter().all(|distance| (*distance).min(count - distance) <= 2)
        })
    }
}

/// What was looked at, so that an empty answer is seen.
#[derive(Default)]
struct Looked {
    executions: usize,
    communication: usize,
    on_cycles: usize,
}

fn check(sample: &Sample, name: &str, target: &Target, model: Model, cat: &str, looked: &mut Looked) {
    let prepared = prepare(sample, model);
    let of_statements = events_of_statements(&prepared);
    let text = sample.litmus(target, &|_, _| Vec::new());
    let statements: Vec<Vec<usize>> =
        (0..sample.threads.len()).map(|thread| sample.statements(target, thread)).collect();
    let mut sources = Sources::new();
    let source = sources.add("random.litmus", &text);
    let test = Test::load(&sources, source, "random").unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let shipped = lakmus::shipped_model(cat, test.language(), &mut sources).expect("ships with Lakmus");
    let options = sim::Options::default();
    let simulation = Simulation::new(&test, &shipped, &options).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    for execution in simulation.executions(Selection::default().with(|set| set.allowed = Some(true))) {
        let execution = execution.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        looked.executions += 1;
        let image = |event: &sim::ExecutionEvent| {
            let place = event.instruction?;
            let thread = place.thread.index();
            matches!(event.kind, EventKind::Read | EventKind::Write)
                .then(|| of_statements.get(&(thread, statements[thread][place.instruction.index()])).copied())?
        };
        let image = execution.events.iter().map(image).collect();
        let mapped = Mapped { execution: &execution, image };
        let describe = |from: ExecutionEventId, to: ExecutionEventId| {
            format!(
                "{name} under {model}: {} -> {}\n{text}",
                execution.events[from].text(),
                execution.events[to].text()
            )
        };
        for (from, to) in execution.po.iter() {
            if let (Some(first), Some(second)) = (mapped.image[from.index()], mapped.image[to.index()]) {
                assert!(prepared.delays.order.has(first.index(), second), "po of {}", describe(from, to));
            }
        }
        for (from, to) in mapped.communication() {
            let (first, second) = (mapped.image[from.index()], mapped.image[to.index()]);
            let (Some(first), Some(second)) = (first, second) else {
                panic!("accesses that communicate are not shared: {}", describe(from, to));
            };
            looked.communication += 1;
            assert!(prepared.delays.competing.has(first.index(), second), "competing {}", describe(from, to));
        }
        for (from, to) in mapped.pairs_on_critical_cycles() {
            let (first, second) = (mapped.image[from.index()], mapped.image[to.index()]);
            let (Some(first), Some(second)) = (first, second) else {
                panic!("not shared, and on a cycle: {}", describe(from, to));
            };
            let direction = |event: EventId| -> Direction { prepared.aeg.events[event].direction };
            if model.relaxes(direction(first), direction(second)) {
                looked.on_cycles += 1;
                let needs_none = |from: ExecutionEventId, to: ExecutionEventId| {
                    let ends = [from, to].map(|event| mapped.image[event.index()]);
                    let [Some(first), Some(second)] = ends else { return false };
                    !model.relaxes(direction(first), direction(second)) || prepared.delays.may_need_order(first, second)
                };
                let is_release = |event: ExecutionEventId| {
                    mapped.image[event.index()].is_some_and(|event| prepared.aeg.events[event].order.releases())
                };
                assert!(
                    mapped.is_covered(from, to, &needs_none, &is_release),
                    "on a critical cycle: {}",
                    describe(from, to)
                );
            }
        }
    }
}

#[test]
fn executions_and_their_critical_cycles_lie_in_the_graph() {
    let (count, first) = asked_for();
    for (target, model, cat) in [
        (&X86, Model::TSO, "x86tso"),
        (&ARM, Model::ARMV8, "aarch64"),
        (&POWER, Model::POWER, "power"),
        (&ARM32, Model::ARMV7, "arm"),
        (&RISCV, Model::RVWMO, "rvwmo"),
    ] {
        let mut looked = Looked::default();
        for seed in first..first + count {
            check(&Sample::new(&mut Random(seed)), &format!("program {seed}"), target, model, cat, &mut looked);
        }
        let Looked { executions, communication, on_cycles } = looked;
        println!(
            "{model}: {count} programs from {first}, {executions} executions with {communication} communicating pairs of threads, {on_cycles} pairs on critical cycles"
        );
        assert!(communication > 0 && on_cycles > 0, "the samples show nothing");
    }
}
