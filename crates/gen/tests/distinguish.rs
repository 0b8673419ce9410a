//! Programs that distinguish x86-TSO from sequential consistency: what the enumeration of programs and the simulator find is what all executions of all programs
//! give by the axioms, written down here once more.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use lakmus_gen::{Doing, Item, Options as Style, Program, ProgramWriter, Words, for_each_program};
use sim::{Goal, Model, Options, Test, simulate};
use source::{SourceId, Sources};

/// How many events.
const EVENTS: usize = 4;

struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// An instruction, with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Write(u8),
    Read(u8),
    Exchange(u8),
    Fence,
}

type Threads = Vec<Vec<Step>>;

/// A write, by its thread and its place there.
type WriteAt = (usize, usize);

/// What an outcome says: for each read, in order, what it reads (`None`: the initial value), and for each location that is written more than once what is
/// written last.
type Outcome = (Vec<Option<WriteAt>>, BTreeMap<u8, WriteAt>);

/// The same up to the order of threads and the names of locations: the least of all.
fn canonical(threads: &Threads, outcome: &Outcome) -> String {
    let mut orders = vec![Vec::new()];
    for _ in threads {
        let longer = |order: &Vec<usize>| {
            let rest = (0..threads.len()).filter(|thread| !order.contains(thread));
            rest.map(|thread| [order.as_slice(), &[thread]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let text = |order: &Vec<usize>| {
        let mut names: Vec<u8> = Vec::new();
        let mut name = |location: u8| {
            if !names.contains(&location) {
                names.push(location);
            }
            names.iter().position(|known| *known == location).expect("known")
        };
        let place = |thread: usize| order.iter().position(|other| *other == thread).expect("a thread");
        let mut text = String::new();
        for &thread in order {
            for step in &threads[thread] {
                text += &match *step {
                    Step::Write(location) => format!("W{} ", name(location)),
                    Step::Read(location) => format!("R{} ", name(location)),
                    Step::Exchange(location) => format!("X{} ", name(location)),
                    Step::Fence => "F ".to_owned(),
                };
            }
            text += "| ";
        }
        let mut reads = BTreeMap::new();
        let mut number = 0;
        for (thread, steps) in threads.iter().enumerate() {
            for (at, step) in steps.iter().enumerate() {
                if matches!(step, Step::Read(_) | Step::Exchange(_)) {
                    reads.insert((place(thread), at), outcome.0[number].map(|(thread, at)| (place(thread), at)));
                    number += 1;
                }
            }
        }
        let lasts: BTreeMap<usize, WriteAt> =
            outcome.1.iter().map(|(location, &(thread, at))| (name(*location), (place(thread), at))).collect();
        format!("{text} {reads:?} {lasts:?}")
    };
    orders.iter().map(text).min().expect("an order")
}

/// An event: its thread, its step there, what it does.
#[derive(Clone, Copy, Debug)]
struct Event {
    thread: usize,
    at: usize,
    reads: Option<u8>,
    writes: Option<u8>,
    is_fence: bool,
    is_locked: bool,
}

fn events(threads: &Threads) -> Vec<Event> {
    let mut events = Vec::new();
    for (thread, steps) in threads.iter().enumerate() {
        for (at, step) in steps.iter().enumerate() {
            let plain = Event { thread, at, reads: None, writes: None, is_fence: false, is_locked: false };
            match *step {
                Step::Write(location) => events.push(Event { writes: Some(location), ..plain }),
                Step::Read(location) => events.push(Event { reads: Some(location), ..plain }),
                Step::Fence => events.push(Event { is_fence: true, ..plain }),
                Step::Exchange(location) => {
                    events.push(Event { reads: Some(location), is_locked: true, ..plain });
                    events.push(Event { writes: Some(location), is_locked: true, ..plain });
                }
            }
        }
    }
    events
}

fn is_acyclic(count: usize, edges: &BTreeSet<(usize, usize)>) -> bool {
    let mut left: BTreeSet<usize> = (0..count).collect();
    loop {
        let free =
            left.iter().copied().find(|&node| !edges.iter().any(|&(from, to)| to == node && left.contains(&from)));
        match free {
            Some(node) => _ = left.remove(&node),
            None => return left.is_empty(),
        }
    }
}

/// The outcomes under sequential consistency, and those under x86-TSO (Owens, Sarkar, Sewell 2009), by going through all executions.
fn outcomes(threads: &Threads) -> [BTreeSet<Outcome>; 2] {
    let events = events(threads);
    let reads: Vec<usize> = (0..events.len()).filter(|&event| events[event].reads.is_some()).collect();
    let writes_of =
        |location: u8| (0..events.len()).filter(|&event| events[event].writes == Some(location)).collect::<Vec<_>>();
    let locations: BTreeSet<u8> = events.iter().filter_map(|event| event.writes).collect();
    // Orders of the writes, for each location.
    let mut coherences: Vec<BTreeMap<u8, Vec<usize>>> = vec![BTreeMap::new()];
    for &location in &locations {
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        let all = writes_of(location);
        for _ in &all {
            let longer = |order: &Vec<usize>| {
                let rest = all.iter().filter(|write| !order.contains(write));
                rest.map(|&write| [order.as_slice(), &[write]].concat()).collect::<Vec<_>>()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        let with = |known: &BTreeMap<u8, Vec<usize>>| {
            orders
                .iter()
                .map(|order| {
                    let mut known = known.clone();
                    known.insert(location, order.clone());
                    known
                })
                .collect::<Vec<_>>()
        };
        coherences = coherences.iter().flat_map(with).collect();
    }
    let mut choices: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for &read in &reads {
        let from = writes_of(events[read].reads.expect("a read"));
        let with = |known: &Vec<Option<usize>>| {
            let all = std::iter::once(None).chain(from.iter().copied().map(Some));
            all.map(|write| [known.as_slice(), &[write]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(with).collect();
    }
    let po = |a: usize, b: usize| events[a].thread == events[b].thread && a < b;
    let mut found = [BTreeSet::new(), BTreeSet::new()];
    for coherence in &coherences {
        for reads_from in &choices {
            let mut communications: BTreeSet<(usize, usize)> = BTreeSet::new();
            for order in coherence.values() {
                for (at, &first) in order.iter().enumerate() {
                    communications.extend(order[at + 1..].iter().map(|&second| (first, second)));
                }
            }
            let mut internal_reads: BTreeSet<(usize, usize)> = BTreeSet::new();
            for (&read, write) in reads.iter().zip(reads_from) {
                let order =
                    events[read].reads.and_then(|location| coherence.get(&location)).cloned().unwrap_or_default();
                let later = match write {
                    None => 0,
                    Some(write) => {
                        communications.insert((*write, read));
                        if events[*write].thread == events[read].thread {
                            internal_reads.insert((*write, read));
                        }
                        order.iter().position(|other| other == write).expect("it is there") + 1
                    }
                };
                communications
                    .extend(order[later..].iter().map(|&write| (read, write)).filter(|(read, write)| read != write));
            }
            // Nothing comes between the halves of an exchange.
            let is_atomic =
                reads.iter().zip(reads_from).filter(|(read, _)| events[**read].is_locked).all(|(&read, write)| {
                    let order = &coherence[&events[read].reads.expect("a read")];
                    let own = order.iter().position(|&other| other == read + 1).expect("its write");
                    match write {
                        None => own == 0,
                        Some(write) => own > 0 && order[own - 1] == *write,
                    }
                });
            let all = || (0..events.len()).flat_map(|a| (0..events.len()).map(move |b| (a, b)));
            let same_location = |a: usize, b: usize| {
                let location = |event: usize| events[event].reads.or(events[event].writes);
                location(a).is_some() && location(a) == location(b)
            };
            let po_loc = all().filter(|&(a, b)| po(a, b) && same_location(a, b));
            let per_location: BTreeSet<_> = po_loc.chain(communications.iter().copied()).collect();
            if !is_atomic || !is_acyclic(events.len(), &per_location) {
                continue;
            }
            let program_order: BTreeSet<_> =
                all().filter(|&(a, b)| po(a, b)).chain(communications.iter().copied()).collect();
            let is_kept = |a: usize, b: usize| {
                let is_late_read = events[a].writes.is_some() && events[b].reads.is_some();
                let has_fence = || (a + 1..b).any(|between| events[between].is_fence || events[between].is_locked);
                !is_late_read || events[a].is_locked || events[b].is_locked || has_fence()
            };
            let is_memory = |event: usize| !events[event].is_fence;
            let buffered: BTreeSet<_> = all()
                .filter(|&(a, b)| po(a, b) && is_memory(a) && is_memory(b) && is_kept(a, b))
                .chain(communications.iter().copied().filter(|pair| !internal_reads.contains(pair)))
                .collect();
            let at = |event: usize| (events[event].thread, events[event].at);
            let lasts = coherence.iter().filter(|(_, order)| order.len() > 1);
            let lasts = lasts.map(|(&location, order)| (location, at(order[order.len() - 1]))).collect();
            let outcome: Outcome = (reads_from.iter().map(|write| write.map(at)).collect(), lasts);
            for (found, order) in found.iter_mut().zip([&program_order, &buffered]) {
                if is_acyclic(events.len(), order) {
                    found.insert(outcome.clone());
                }
            }
        }
    }
    found
}

/// All programs with up to so many events, in all orders of threads and with all names of locations.
fn brute_force() -> BTreeSet<String> {
    fn add(threads: &mut Threads, left: usize, found: &mut BTreeSet<String>, seen: &mut BTreeSet<Threads>) {
        if !seen.insert(threads.clone()) {
            return;
        }
        let [sequential, buffered] = outcomes(threads);
        for outcome in buffered.difference(&sequential) {
            found.insert(canonical(threads, outcome));
        }
        let mut steps = vec![Step::Fence];
        for location in 0..EVENTS as u8 / 2 {
            steps.extend([Step::Write(location), Step::Read(location), Step::Exchange(location)]);
        }
        for step in steps {
            let events = if matches!(step, Step::Exchange(_)) { 2 } else { 1 };
            if events > left {
                continue;
            }
            let last = threads.len() - 1;
            threads[last].push(step);
            add(threads, left - events, found, seen);
            threads[last].pop();
            if !threads[last].is_empty() {
                threads.push(vec![step]);
                add(threads, left - events, found, seen);
                threads.pop();
            }
        }
    }
    let mut found = BTreeSet::new();
    add(&mut vec![Vec::new()], EVENTS, &mut found, &mut BTreeSet::new());
    found
}

/// A program of the enumeration in the terms of this file, and its outcomes from values of what is shown.
fn steps(program: &Program) -> Threads {
    let step = |item: &Item| match *item {
        Item::Access { location, doing: Doing::Write(None), .. } => Some(Step::Write(location)),
        Item::Access { location, doing: Doing::Read(None), .. } => Some(Step::Read(location)),
        Item::Access { location, doing: Doing::Update(..), .. } => Some(Step::Exchange(location)),
        Item::Fence(_) => Some(Step::Fence),
        Item::Access { .. } => None,
    };
    program.threads.iter().map(|items| items.iter().map(|item| step(item).expect("plain")).collect()).collect()
}

fn load(test: &Test, model: &str) -> Model {
    let mut sources = Sources::new();
    let source = sources.add(model, models::file(&format!("{model}.cat")).expect("it ships"));
    Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false).expect("a model")
}

#[test]
fn programs_that_tso_and_sc_tell_apart_are_those_that_all_executions_give() {
    let mut writer = ProgramWriter::new("X86_64", Style::default()).expect("an architecture");
    let words = Words::usual(writer.vocabulary());
    let mut found = BTreeSet::new();
    let (mut programs, mut loaded) = (0, None);
    for size in 1..=EVENTS {
        let vocabulary = writer.vocabulary();
        let end = for_each_program(vocabulary, &words, size, EVENTS, &mut |program| {
            programs += 1;
            let (text, shown) = writer.observing("D", program).expect("a test");
            let mut sources = Sources::new();
            let source = sources.add("D", text);
            let test = Test::load(&sources, source, "D").expect("it reads back");
            let (tso, sc) = loaded.get_or_insert_with(|| (load(&test, "x86tso"), load(&test, "sc")));
            let options = Options::default().with(|set| set.goal = Goal::States);
            let states = |model: &Model| simulate(&test, model, &options).expect("a result").states;
            let (allowed, known) = (states(tso), states(sc));
            let threads = steps(program);
            let writes = |location: u8| {
                let all = threads
                    .iter()
                    .enumerate()
                    .flat_map(|(thread, steps)| steps.iter().enumerate().map(move |(at, step)| ((thread, at), *step)));
                let of = all
                    .filter(move |(_, step)| matches!(step, Step::Write(to) | Step::Exchange(to) if *to == location));
                of.map(|(at, _)| at).collect::<Vec<WriteAt>>()
            };
            for state in allowed.iter().filter(|state| !known.contains(state)) {
                let values: BTreeMap<&str, usize> = state
                    .split(';')
                    .filter_map(|part| part.trim().split_once('='))
                    .map(|(name, value)| (name, value.parse().expect("a number")))
                    .collect();
                let mut registers = shown.iter().filter(|place| !place.name.starts_with('['));
                let mut reads = Vec::new();
                for step in threads.iter().flatten() {
                    if let Step::Read(location) | Step::Exchange(location) = step {
                        let value = values[registers.next().expect("a register").name.as_str()];
                        reads.push(value.checked_sub(1).map(|number| writes(*location)[number]));
                    }
                }
                let names = ["[x]", "[y]", "[z]", "[a]"];
                let lasts = names.iter().enumerate().filter_map(|(location, name)| {
                    let value = *values.get(name)?;
                    Some((location as u8, writes(location as u8)[value - 1]))
                });
                found.insert(canonical(&threads, &(reads, lasts.collect())));
            }
            ControlFlow::<()>::Continue(())
        });
        assert!(end.is_continue());
    }
    assert!(programs > 100, "{programs}");
    let expected = brute_force();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 2, "store buffering, and R");
}
