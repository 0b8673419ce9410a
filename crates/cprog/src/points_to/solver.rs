//! The constraint graph and its solution.

mod bases;
mod call_types;
mod cycles;
mod folding;
mod numbers;
mod outside;
mod steps;
mod uncalled;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use self::bases::{Bases, Loops};
pub(super) use self::call_types::CallTypes;
use self::numbers::Numbers;
pub(super) use self::steps::Steps;
use super::object::{LocationId, ObjectId, ObjectKind, Objects};
use super::set::Set;
use super::{PointsTo, UnknownSource};
use crate::ir::{FunctionId, Point, Program, RegisterId, Terminator};
use crate::library::{Moment, Start};

/// A constraint that waits for what a node points to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Complex {
    /// What the pointees hold, so many bytes on, flows to `to`.
    Load { to: u32, offset: i64 },
    /// `from` flows into the pointees, so many bytes on.
    Store { from: u32, offset: i64 },
    /// The pointees, so many steps on, flow to `to`.
    Address { to: u32, steps: Steps },
    /// The pointees are called.
    Call { site: usize },
    /// What the pointees hold, there and behind, flows to `to`.
    LoadAll { to: u32 },
    /// `from` flows into the pointees and all behind them.
    StoreAll { from: u32 },
}

/// Which way something flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Direction {
    /// Out of cells.
    Load,
    /// Into cells.
    Store,
}

/// A copy of many cells at once, by the node that they flow to or from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    Load(u32),
    Store(u32),
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) point: Point,
    pub(super) arguments: Vec<Option<u32>>,
    pub(super) result: Option<u32>,
    pub(super) kind: SiteKind,
}

/// How a call comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SiteKind {
    /// At its point.
    Call,
    /// Its point starts a thread with it.
    Thread,
    /// Its point has it made in event loops, later.
    Later(Loops),
    /// Its point has it made at certain moments.
    At(Moment),
    /// Its point, a call of a library, has it started beside the thread.
    Start(Start),
}

#[derive(Clone, Debug, Default)]
struct Node {
    pointees: Set,
    /// Pointees that have not been propagated yet.
    pending: Set,
    flows_to: Vec<u32>,
    complex: Vec<Complex>,
    queued: bool,
}

pub(super) struct Solver<'p> {
    pub(super) program: &'p Program,
    pub(super) objects: Objects,
    first_register: Vec<u32>,
    returns: Vec<u32>,
    nodes: Vec<Node>,
    /// Union-find: the node that a node was merged into.
    parents: Vec<u32>,
    edges: FxHashSet<(u32, u32)>,
    edges_at_last_collapse: usize,
    /// Nodes with pointees that were not passed on, those that wait longest first.
    queue: VecDeque<u32>,
    pub(super) sites: Vec<Site>,
    called: FxHashSet<(usize, FunctionId)>,
    callees: FxHashMap<Point, Vec<FunctionId>>,
    unknown_sites: Vec<usize>,
    /// For each object, what flows from or to all of its cells from an offset on.
    whole: FxHashMap<ObjectId, Vec<(u64, Whole)>>,
    /// The nodes between all cells of an object from an offset on and whatever flows from or to them, which else would have an edge to each cell.
    between: FxHashMap<(ObjectId, u64, Direction), u32>,
    /// Locations that objects were folded over since sets were last rid of such.
    folded: Set,
    /// Nodes of cells that became one.
    to_merge: Vec<(u32, u32)>,
    /// Objects that code which is not there knows.
    outside_objects: FxHashSet<ObjectId>,
    /// The locations in these, functions left out: each holds whatever is outside.
    outside_locations: Set,
    pub(super) outside: u32,
    /// What functions of threads return.
    pub(super) thread_results: u32,
    /// What library functions keep for later.
    pub(super) kept: u32,
    /// Data of threads that the library keeps.
    pub(super) specific: u32,
    /// The library's objects.
    pub(super) library: LocationId,
    /// What is known only to code that is not there, itself such code.
    pub(super) unknown: LocationId,
    pub(super) numbers: Numbers,
    pub(super) call_types: CallTypes,
    /// Event loops, and the node of what each is a loop of.
    pub(super) loops: Vec<(Point, Option<u32>)>,
    pub(super) bases: Bases,
    /// What is called in event loops, and whether code that is not there is.
    called_later: Vec<(FunctionId, Loops)>,
    unknown_later: bool,
    /// What is called at certain moments.
    called_at: Vec<(Moment, FunctionId)>,
    /// Points where these moments come, beside those where functions return.
    pub(super) moments: Vec<(Moment, Point)>,
    /// What libraries start at points.
    started: FxHashMap<Point, Vec<(FunctionId, Start)>>,
    /// The functions that threads begin in.
    thread_entries: Vec<FunctionId>,
    /// See [`PointsTo::unknown_sources`], in the order in which they were found.
    pub(super) sources: Vec<UnknownSource>,
}

impl<'p> Solver<'p> {
    pub(super) fn new(
        program: &'p Program,
        mut objects: Objects,
        first_register: Vec<u32>,
        returns: Vec<u32>,
        nodes: u32,
    ) -> Solver<'p> {
        let own = objects.make(ObjectKind::Library, None, None);
        objects.fold_all(own, 1);
        let (library, _) = objects.location_at(own, 0, || nodes);
        let nodes = nodes + 1;
        let mut solver = Solver {
            program,
            objects,
            first_register,
            returns,
            nodes: vec![Node::default(); nodes as usize],
            parents: (0..nodes).collect(),
            edges: FxHashSet::default(),
            edges_at_last_collapse: 1000,
            queue: VecDeque::new(),
            sites: Vec::new(),
            called: FxHashSet::default(),
            callees: FxHashMap::default(),
            unknown_sites: Vec::new(),
            whole: FxHashMap::default(),
            between: FxHashMap::default(),
            folded: Set::default(),
            to_merge: Vec::new(),
            outside_objects: FxHashSet::default(),
            outside_locations: Set::default(),
            outside: 0,
            thread_results: 0,
            kept: 0,
            specific: 0,
            library,
            unknown: library,
            numbers: Numbers::default(),
            call_types: CallTypes::default(),
            loops: Vec::new(),
            bases: Bases::default(),
            called_later: Vec::new(),
            unknown_later: false,
            called_at: program.destructors.iter().map(|function| (Moment::ProcessEnd, *function)).collect(),
            moments: Vec::new(),
            started: FxHashMap::default(),
            thread_entries: Vec::new(),
            sources: Vec::new(),
        };
        let nodes = std::array::from_fn(|_| solver.new_node());
        [solver.outside, solver.thread_results, solver.kept, solver.specific] = nodes;
        // Tables and lists of the library lead to each other, and to what it keeps.
        let inside = solver.objects.node(library);
        solver.seed(inside, library);
        solver.copy(solver.kept, inside);
        let object = solver.objects.make(ObjectKind::Outside, None, None);
        solver.objects.fold_all(object, 1);
        solver.unknown = solver.location(object, 0);
        solver.seed(solver.outside, solver.unknown);
        solver
    }

    pub(super) fn new_node(&mut self) -> u32 {
        let node = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
        self.nodes.push(Node::default());
        self.parents.push(node);
        node
    }

    fn find(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let next = self.parents[node as usize];
            self.parents[node as usize] = self.parents[next as usize];
            node = next;
        }
        node
    }

    pub(super) fn register(&self, function: FunctionId, register: RegisterId) -> u32 {
        self.first_register[function.number() as usize] + register.number()
    }

    pub(super) fn returned(&self, function: FunctionId) -> u32 {
        self.returns[function.number() as usize]
    }

    /// The location in an object; one that is new is joined to what the object is.
    pub(super) fn location(&mut self, object: ObjectId, offset: i64) -> LocationId {
        if self.objects.has_too_many_cells(object) {
            self.fold_all(object, 1);
        }
        // A node is only made for a location that is new, and is this one then.
        let fresh = u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes");
        let (location, is_new) = self.objects.location_at(object, offset, || fresh);
        if is_new {
            let node = self.new_node();
            if self.outside_objects.contains(&object) {
                self.join_outside(location);
            }
            let at = self.objects.location(location).offset;
            for (from, whole) in self.whole.get(&object).cloned().unwrap_or_default() {
                if self.objects.begin_of_rest(object, from) <= at {
                    self.flow_whole(whole, node);
                }
            }
        }
        location
    }

    /// The node of what an object holds at an offset.
    pub(super) fn cell(&mut self, object: ObjectId, offset: i64) -> u32 {
        let location = self.location(object, offset);
        self.objects.node(location)
    }

    pub(super) fn seed(&mut self, node: u32, location: LocationId) {
        let node = self.find(node);
        if self.nodes[node as usize].pointees.insert(location.number()) {
            self.nodes[node as usize].pending.insert(location.number());
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: u32) {
        if !std::mem::replace(&mut self.nodes[node as usize].queued, true) {
            self.queue.push_back(node);
        }
    }

    pub(super) fn copy(&mut self, from: u32, to: u32) {
        let (from, to) = (self.find(from), self.find(to));
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.nodes[from as usize].flows_to.push(to);
        let all = self.nodes[from as usize].pointees.clone();
        self.add(to, &all);
    }

    fn add(&mut self, to: u32, what: &Set) {
        let node = &mut self.nodes[to as usize];
        let new = node.pointees.union(what);
        if !new.is_empty() {
            node.pending.union(&new);
            self.enqueue(to);
        }
    }

    pub(super) fn complex(&mut self, node: u32, complex: Complex) {
        let node = self.find(node);
        let known = self.nodes[node as usize].pointees.clone();
        self.nodes[node as usize].complex.push(complex.clone());
        self.bound_addresses(node, &known);
        self.apply_all(&complex, &known);
    }

    pub(super) fn add_site(&mut self, site: Site) -> usize {
        self.sites.push(site);
        self.sites.len() - 1
    }

    /// Applies a constraint to locations. What code that is not there knows holds all the same, and is many of the locations in large programs.
    fn apply_all(&mut self, complex: &Complex, locations: &Set) {
        let of_outside = match complex {
            Complex::Load { to, .. } | Complex::LoadAll { to } => Some((self.outside, *to)),
            Complex::Store { from, .. } | Complex::StoreAll { from } => Some((*from, self.outside)),
            Complex::Address { .. } | Complex::Call { .. } => None,
        };
        let others = match of_outside {
            Some((from, to)) => {
                let others = locations.difference(&self.outside_locations);
                if others != *locations {
                    self.copy(from, to);
                }
                others
            }
            None => locations.clone(),
        };
        if let Complex::Address { to, steps } = complex {
            let moved: Vec<u32> = others.iter().filter_map(|location| self.moved(steps, location)).collect();
            let to = self.find(*to);
            self.add(to, &Set::of(moved));
            return;
        }
        for location in others.iter() {
            self.apply(complex, LocationId::from_number(location));
        }
    }

    fn apply(&mut self, complex: &Complex, location: LocationId) {
        let at = self.objects.location(location);
        match complex {
            Complex::Load { to, offset } => {
                let cell = self.cell(at.object, at.offset as i64 + offset);
                self.copy(cell, *to);
            }
            // What is constant is never written.
            Complex::Store { .. } | Complex::StoreAll { .. } if self.is_constant(at.object) => {}
            Complex::Store { from, offset } => {
                let cell = self.cell(at.object, at.offset as i64 + offset);
                self.copy(*from, cell);
            }
            Complex::Address { to, steps } => {
                if let Some(moved) = self.moved(steps, location.number()) {
                    self.seed(*to, LocationId::from_number(moved));
                }
            }
            Complex::Call { site } => {
                if let ObjectKind::Function(function) = self.objects.object(at.object).kind {
                    self.call_by_pointer(*site, function);
                } else if let ObjectKind::Outside = self.objects.object(at.object).kind {
                    // What has led outside before is a source of its own.
                    self.unknown_call(*site);
                }
                // Data of a library is no code, or that is found in the end: see `call_pointers_without_functions`.
            }
            Complex::LoadAll { to } => self.whole(at.object, at.offset, Whole::Load(*to)),
            Complex::StoreAll { from } => self.whole(at.object, at.offset, Whole::Store(*from)),
        }
    }

    /// Whether an object holds for ever what it holds at first. What another unit defines may hold anything from the beginning.
    pub(super) fn is_constant(&self, object: ObjectId) -> bool {
        match self.objects.object(object).kind {
            ObjectKind::Global(global) => {
                let global = &self.program.globals[global];
                global.constant && global.defined
            }
            ObjectKind::Function(_)
            | ObjectKind::Local(_)
            | ObjectKind::Heap(_)
            | ObjectKind::Arguments(_)
            | ObjectKind::Outside
            | ObjectKind::Caller
            | ObjectKind::Number
            | ObjectKind::Library => false,
        }
    }

    /// Binds a call to a function.
    pub(super) fn call(&mut self, site: usize, function: FunctionId) {
        if !self.called.insert((site, function)) {
            return;
        }
        let program = self.program;
        let target = &program.functions[function];
        let Site { point, arguments, result, kind } = self.sites[site].clone();
        if !target.is_defined() {
            self.library_call(site, function);
            return;
        }
        match kind {
            SiteKind::Call | SiteKind::Thread => self.callees.entry(point).or_default().push(function),
            SiteKind::Later(loops) => self.called_later.push((function, loops)),
            SiteKind::At(moment) => self.called_at.push((moment, function)),
            SiteKind::Start(start) => self.started.entry(point).or_default().push((function, start)),
        }
        let begins_thread = match kind {
            SiteKind::Thread | SiteKind::Start(Start::Once | Start::Repeatedly) => true,
            SiteKind::Start(Start::Team | Start::Handler) | SiteKind::Call | SiteKind::Later(_) | SiteKind::At(_) => {
                false
            }
        };
        if begins_thread {
            self.thread_entries.push(function);
        }
        for (index, argument) in arguments.iter().enumerate() {
            let (Some(argument), Some(parameter)) = (*argument, target.parameters.get(index)) else { continue };
            let parameter = self.register(function, *parameter);
            self.copy(argument, parameter);
        }
        // What a function with variable arguments fetches may be any of them.
        if arguments.len() > target.parameters.len() {
            let area = self.variable_arguments(function);
            let area = self.objects.node(area);
            for argument in arguments.iter().skip(target.parameters.len()).flatten() {
                self.copy(*argument, area);
            }
        }
        let returned = self.returned(function);
        match (kind, result) {
            (SiteKind::Thread | SiteKind::Start(_), _) => self.copy(returned, self.thread_results),
            (SiteKind::Call | SiteKind::Later(_) | SiteKind::At(_), Some(result)) => self.copy(returned, result),
            (SiteKind::Call | SiteKind::Later(_) | SiteKind::At(_), None) => {}
        }
    }

    /// Where the variable arguments of a function are: one cell for all of them.
    pub(super) fn variable_arguments(&mut self, function: FunctionId) -> LocationId {
        let object = self.objects.make(ObjectKind::Arguments(function), None, None);
        self.objects.fold_all(object, 1);
        self.location(object, 0)
    }

    /// Copies all that is behind the pointees of a node to all that is behind those of another.
    pub(super) fn copy_all(&mut self, from: u32, to: u32) {
        let middle = self.new_node();
        self.complex(from, Complex::LoadAll { to: middle });
        self.complex(to, Complex::StoreAll { from: middle });
    }

    /// Does the same for all cells of an object from an offset on, also those that are made later.
    fn whole(&mut self, object: ObjectId, offset: u64, whole: Whole) {
        let key = match whole {
            Whole::Load(_) => (object, offset, Direction::Load),
            Whole::Store(_) => (object, offset, Direction::Store),
        };
        let known = self.between.get(&key).copied();
        let between = known.unwrap_or_else(|| self.new_node());
        let of_cells = match whole {
            Whole::Load(to) => {
                self.copy(between, to);
                Whole::Load(between)
            }
            Whole::Store(from) => {
                self.copy(from, between);
                Whole::Store(between)
            }
        };
        if known.is_none() {
            self.between.insert(key, between);
            self.whole.entry(object).or_default().push((offset, of_cells));
            // Where there is no cell yet, the first is this one.
            self.location(object, offset as i64);
            self.flow_whole_object(object, offset, of_cells);
        }
    }

    fn flow_whole_object(&mut self, object: ObjectId, offset: u64, whole: Whole) {
        let begin = self.objects.begin_of_rest(object, offset);
        for cell in self.objects.cell_ids(object) {
            if self.objects.location(cell).offset >= begin {
                self.flow_whole(whole, self.objects.node(cell));
            }
        }
    }

    fn flow_whole(&mut self, whole: Whole, cell: u32) {
        match whole {
            Whole::Load(to) => self.copy(cell, to),
            Whole::Store(from) => self.copy(from, cell),
        }
    }

    fn step(&mut self, node: u32) {
        self.nodes[node as usize].queued = false;
        let pending = std::mem::take(&mut self.nodes[node as usize].pending);
        if pending.is_empty() {
            return;
        }
        self.bound_addresses(node, &pending);
        // Constraints that are added meanwhile see all pointees at once.
        let count = self.nodes[node as usize].complex.len();
        for index in 0..count {
            let complex = self.nodes[node as usize].complex[index].clone();
            self.apply_all(&complex, &pending);
        }
        if self.find(self.outside) == node {
            for location in pending.iter() {
                let object = self.objects.location(LocationId::from_number(location)).object;
                self.know_outside(object);
            }
        }
        let node = self.find(node);
        for index in 0..self.nodes[node as usize].flows_to.len() {
            let to = self.nodes[node as usize].flows_to[index];
            let to = self.find(to);
            if to != node {
                self.add(to, &pending);
            }
        }
    }

    pub(super) fn solve(mut self) -> PointsTo {
        self.work();
        let mut called = FxHashSet::default();
        // Numbers last: what else an integer may hold is known then.
        while self.call_whatever_their_type()
            || self.call_pointers_without_functions(&mut called)
            || self.find_numbers()
        {
            self.work();
        }
        // What is one set is held once.
        self.collapse_cycles();
        self.work();
        self.finish()
    }

    fn work(&mut self) {
        // What was folded before may lie in no queue.
        self.merge_folded_cells();
        while let Some(node) = self.queue.pop_front() {
            // It was merged since it was queued; the node that it is part of is queued, too.
            if self.find(node) != node {
                continue;
            }
            self.step(node);
            self.merge_folded_cells();
            if self.edges.len() > self.edges_at_last_collapse + self.edges_at_last_collapse / 2 {
                self.collapse_cycles();
            }
        }
    }

    /// Makes the calls that a library makes at certain moments: also where threads, and the process, end by a return.
    fn call_at_moments(&mut self) {
        if self.called_at.is_empty() {
            return;
        }
        let returns = |function: FunctionId| {
            let blocks = self.program.functions[function].blocks.iter_enumerated();
            let points = blocks.filter_map(move |(block, body)| {
                let index = body.instructions.len() as u32;
                matches!(body.terminator, Terminator::Return(_)).then_some(Point { function, block, index })
            });
            points.collect::<Vec<_>>()
        };
        let mut moments = self.moments.clone();
        for entry in &self.thread_entries {
            moments.extend(returns(*entry).into_iter().map(|point| (Moment::ThreadEnd, point)));
        }
        for point in self.program.function("main").into_iter().flat_map(returns) {
            moments.push((Moment::ProcessEnd, point));
        }
        for (moment, point) in moments {
            // The thread that ends the process ends, too.
            let happens = |at: Moment| at == moment || (at, moment) == (Moment::ThreadEnd, Moment::ProcessEnd);
            let called = self.called_at.iter().filter(|(at, _)| happens(*at)).map(|(_, function)| *function);
            let called: Vec<FunctionId> = called.collect();
            if !called.is_empty() {
                self.callees.entry(point).or_default().extend(called);
            }
        }
    }

    fn finish(mut self) -> PointsTo {
        let representatives: Vec<u32> = (0..self.nodes.len() as u32).map(|node| self.find(node)).collect();
        let outside_functions: Vec<FunctionId> = {
            let mut known: Vec<FunctionId> = self
                .outside_objects
                .iter()
                .filter_map(|object| match self.objects.object(*object).kind {
                    ObjectKind::Function(function) if self.program.functions[function].is_defined() => Some(function),
                    _ => None,
                })
                .collect();
            known.sort_unstable();
            known
        };
        let mut unknown_calls: Vec<Point> = self.unknown_sites.iter().map(|site| self.sites[*site].point).collect();
        if self.unknown_later {
            unknown_calls.extend(self.loops.iter().map(|(point, _)| *point));
        }
        self.call_in_loops();
        self.call_at_moments();
        let forks =
            self.moments.iter().filter(|(moment, _)| *moment == Moment::Fork).map(|(_, point)| *point).collect();
        unknown_calls.sort_unstable();
        unknown_calls.dedup();
        let mut seen = FxHashSet::default();
        self.sources.retain(|source| seen.insert(*source));
        for point in &unknown_calls {
            self.callees.entry(*point).or_default().extend(&outside_functions);
        }
        for callees in self.callees.values_mut() {
            callees.sort_unstable();
            callees.dedup();
        }
        for started in self.started.values_mut() {
            started.sort_unstable();
            started.dedup();
        }
        PointsTo {
            calls_left_out: self.call_types.count(),
            objects: self.objects,
            first_register: self.first_register,
            pointees: self.nodes.into_iter().map(|node| node.pointees).collect(),
            representatives,
            callees: self.callees,
            started: self.started,
            forks,
            unknown_calls,
            sources: self.sources,
            outside: self.outside,
        }
    }
}
