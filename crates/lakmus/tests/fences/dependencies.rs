//! Dependencies that are put in, against the simulator and against all other choices.

use aeg::graph::EventId;
use aeg::model::{DEPENDENCY, FenceKind, Model};
use aeg::walk::SlotId;
use fence::dependencies::Possible;
use fence::placement::{self, Choices, Placement};

use super::executions::events_of_statements;
use super::random::{ARM, ARM32, POWER, RISCV, Random, Sample, Target};
use super::{Prepared, asked_for, instruction, outcomes, prepare, suffices_with};

/// A dependency that a sample may get: thread, and the statements of access and read; read and access in the graph.
type Offered = ((usize, usize, usize), (EventId, EventId));

/// The dependencies that a sample may get, of what is shared.
fn offered(sample: &Sample, prepared: &Prepared, random: &mut Random) -> Vec<Offered> {
    let events = events_of_statements(prepared);
    let of_graph = |(thread, access, read): (usize, usize, usize)| {
        let event = |statement: usize| events.get(&(thread, statement)).copied();
        Some(((thread, access, read), (event(read)?, event(access)?)))
    };
    sample.possible_dependencies(random).into_iter().filter_map(of_graph).collect()
}

fn place(prepared: &mut Prepared, offered: &[Offered]) -> Placement {
    let Prepared { aeg, dependencies, delays, found, .. } = prepared;
    let possible = Possible::of_pairs(offered.iter().map(|(_, events)| *events));
    let choices = Choices { dependencies: possible, ..Choices::default() };
    placement::place(aeg, dependencies, delays, found, &choices)
}

fn check(seed: u64, target: &Target, model: Model, cat: &str) -> usize {
    let mut random = Random(seed);
    let sample = Sample::new(&mut random);
    let mut prepared = prepare(&sample, model);
    let offered = offered(&sample, &prepared, &mut random);
    let placed = place(&mut prepared, &offered);
    if placed.dependent.is_empty() {
        return 0;
    }
    let is_chosen = |events: (EventId, EventId)| {
        placed.dependent.iter().any(|dependent| (dependent.read, dependent.access) == events)
    };
    let chosen: Vec<(usize, usize, usize)> =
        offered.iter().filter(|(_, events)| is_chosen(*events)).map(|(statements, _)| *statements).collect();
    let put = |thread, statement| {
        let here = placed.fences.iter().filter(|fence| {
            let anchor = prepared.anchors[fence.slot.number() as usize];
            (anchor.thread, anchor.statement) == (thread, statement)
        });
        here.map(|fence| instruction(target, fence.kind)).collect()
    };
    let sequential = outcomes(&sample.litmus(target, &|_, _| Vec::new()), "sc");
    let changed = sample.with_dependencies(&chosen).litmus(target, &put);
    assert_eq!(outcomes(&changed, cat), sequential, "program {seed} with dependencies under {model}:\n{changed}");
    chosen.len()
}

#[test]
fn programs_with_dependencies_are_sequentially_consistent() {
    let (count, first) = asked_for();
    for (target, model, cat) in [
        (&ARM, Model::ARMV8, "aarch64"),
        (&POWER, Model::POWER, "power"),
        (&ARM32, Model::ARMV7, "arm"),
        (&RISCV, Model::RVWMO, "rvwmo"),
    ] {
        let (mut programs, mut dependencies) = (0, 0);
        for seed in first..first + count {
            let chosen = check(seed, target, model, cat);
            programs += usize::from(chosen > 0);
            dependencies += chosen;
        }
        println!("{model}: {count} programs from {first}, {dependencies} dependencies in {programs} of them");
        assert!(programs > 0, "the samples show nothing");
    }
}

/// The placement costs what the cheapest of all choices of fences and dependencies costs.
#[test]
fn placements_with_dependencies_are_the_cheapest_there_are() {
    let (mut tried, mut seed, mut with_dependencies) = (0, 0, 0);
    while tried < 300 {
        seed += 1;
        let mut random = Random(seed);
        let sample = Sample::new(&mut random);
        let model = [Model::POWER, Model::ARMV8, Model::ARMV7][(seed % 3) as usize];
        let mut prepared = prepare(&sample, model);
        let offered = offered(&sample, &prepared, &mut random);
        let columns = model.fences;
        let choices = columns.len() + 1;
        let count = choices.pow(prepared.anchors.len() as u32) << offered.len();
        if prepared.delays.pairs.is_empty() || offered.is_empty() || count > 1 << 12 {
            continue;
        }
        tried += 1;
        let placed = place(&mut prepared, &offered);
        with_dependencies += usize::from(!placed.dependent.is_empty());
        let fences: Vec<(SlotId, FenceKind)> = placed.fences.iter().map(|fence| (fence.slot, fence.kind)).collect();
        let dependent: Vec<(EventId, EventId)> =
            placed.dependent.iter().map(|dependent| (dependent.read, dependent.access)).collect();
        let cost = |fences: &[(SlotId, FenceKind)], dependent: &[(EventId, EventId)]| {
            let of = |kind: FenceKind| columns.iter().find(|fence| fence.kind == kind).map_or(0.0, |fence| fence.cost);
            fences.iter().map(|(_, kind)| of(*kind)).sum::<f64>() + DEPENDENCY * dependent.len() as f64
        };
        let mine = cost(&fences, &dependent);
        assert!(suffices_with(&mut prepared, &fences, &dependent), "program {seed} under {model}");
        let slots: Vec<SlotId> = prepared.found.slots.ids().collect();
        for number in 0..count {
            let (subset, number) = (number % (1 << offered.len()), number >> offered.len());
            let theirs: Vec<(EventId, EventId)> =
                (0..offered.len()).filter(|index| subset >> index & 1 == 1).map(|index| offered[index].1).collect();
            let digit = |place: usize| number / choices.pow(place as u32) % choices;
            let others: Vec<(SlotId, FenceKind)> = slots
                .iter()
                .enumerate()
                .filter(|(place, _)| digit(*place) > 0)
                .map(|(place, slot)| (*slot, columns[digit(place) - 1].kind))
                .collect();
            // What slots cost beyond their kind is less than that.
            if cost(&others, &theirs) < mine - 0.04 {
                let is_enough = suffices_with(&mut prepared, &others, &theirs);
                assert!(!is_enough, "program {seed} under {model}: {others:?} and {theirs:?} are cheaper");
            }
        }
    }
    println!("{tried} programs, dependencies chosen in {with_dependencies}");
    assert!(with_dependencies > 20, "the samples show nothing");
}
