//! All paths of a thread in one: what they have in common, once.
//!
//! Paths begin alike and part where something is decided. An event that several paths have, with everything that leads to it, is one event here, so that the
//! paths of a thread are a tree. Executions are then chosen in it, rather than gone through one combination of paths after the other. Two events of different
//! branches exclude each other; relations between them mean nothing.

use program::{IdVec, Program, ThreadId};
use rustc_hash::FxHashMap;

use crate::event::Event;
use crate::path::Pairs;
use crate::register_file::RegisterFile;
use crate::{ThreadPath, ThreadPaths};

/// The paths of each thread as one path.
#[derive(Debug)]
pub struct Unfolding {
    /// For each thread a path with the events of all its paths, instances in order. Events of one instance may be of different branches.
    pub threads: IdVec<ThreadId, ThreadPath>,
    /// For each path of each thread the places of its events among those of the whole, in the order of the path.
    pub places: IdVec<ThreadId, Vec<Vec<u32>>>,
}

/// What leads to an event: numbers of relations, with the events that they come from.
type Incoming = Vec<(u8, u32)>;

/// An event in the tree of a thread's paths.
struct Branch {
    event: Event,
    incoming: Incoming,
}

/// The place of single-copy atomicity, which goes both ways, among the relations.
const SINGLE_COPY: u8 = 4;

/// As [`ThreadPath::relations`], to be changed.
fn relations_mut(path: &mut ThreadPath) -> [&mut Pairs; 11] {
    [
        &mut path.iico_data,
        &mut path.iico_control,
        &mut path.iico_order,
        &mut path.po_within,
        &mut path.single_copy,
        &mut path.rf_register,
        &mut path.address_ports,
        &mut path.data_ports,
        &mut path.addr,
        &mut path.data,
        &mut path.ctrl,
    ]
}

impl Unfolding {
    /// Puts the paths of each thread of `program` together.
    pub fn new(program: &Program, paths: &ThreadPaths) -> Unfolding {
        let (mut threads, mut places) = (IdVec::new(), IdVec::new());
        for of_thread in paths.threads.iter() {
            let (whole, own) = unfold(program, of_thread);
            threads.push(whole);
            places.push(own);
        }
        Unfolding { threads, places }
    }
}

fn unfold(program: &Program, paths: &[ThreadPath]) -> (ThreadPath, Vec<Vec<u32>>) {
    let mut branches: Vec<Branch> = Vec::new();
    // By the event before, `None` at the beginning, those that follow.
    let mut following: FxHashMap<Option<u32>, Vec<u32>> = FxHashMap::default();
    let mut places: Vec<Vec<u32>> = Vec::new();
    for path in paths {
        let mut own: Vec<u32> = Vec::with_capacity(path.events.len());
        let incoming = incoming(path);
        for (event, mut incoming) in path.events.iter().zip(incoming) {
            incoming.iter_mut().for_each(|(_, source)| *source = own[*source as usize]);
            incoming.sort_unstable();
            let followers = following.entry(own.last().copied()).or_default();
            let is_this = |&&branch: &&u32| {
                let Branch { event: known, incoming: before } = &branches[branch as usize];
                known == event && *before == incoming
            };
            let branch = followers.iter().find(is_this).copied().unwrap_or_else(|| {
                branches.push(Branch { event: *event, incoming });
                let new = branches.len() as u32 - 1;
                followers.push(new);
                new
            });
            own.push(branch);
        }
        places.push(own);
    }
    order(program, &branches, &mut places)
}

/// For each event of a path what leads to it from events before.
fn incoming(path: &ThreadPath) -> Vec<Incoming> {
    let mut all = vec![Incoming::new(); path.events.len()];
    for (number, pairs) in path.relations().into_iter().enumerate() {
        for &(source, target) in pairs.iter().filter(|(source, target)| source < target) {
            all[target as usize].push((number as u8, source));
        }
    }
    all
}

/// Brings the events into the order of instances, and writes their relations down.
fn order(program: &Program, branches: &[Branch], places: &mut [Vec<u32>]) -> (ThreadPath, Vec<Vec<u32>>) {
    let mut by_instance: Vec<u32> = (0..branches.len() as u32).collect();
    // Stable: what leads to an event stands before it.
    by_instance.sort_by_key(|&branch| branches[branch as usize].event.instance);
    let mut place = vec![0; branches.len()];
    for (at, &branch) in by_instance.iter().enumerate() {
        place[branch as usize] = at as u32;
    }
    let mut whole = ThreadPath::without_events(RegisterFile::new(&program.registers));
    for &branch in &by_instance {
        let Branch { event, incoming } = &branches[branch as usize];
        let target = place[branch as usize];
        for &(number, source) in incoming {
            let source = place[source as usize];
            let pairs = &mut relations_mut(&mut whole)[usize::from(number)];
            pairs.push((source, target));
            if number == SINGLE_COPY {
                pairs.push((target, source));
            }
        }
        whole.events.push(*event);
    }
    for own in places.iter_mut() {
        own.iter_mut().for_each(|branch| *branch = place[*branch as usize]);
    }
    (whole, places.to_vec())
}
