//! All executions of a test that a single-execution model allows.
//!
//! Source: jMT, section 3: control flow, data flow, single-execution model. Reads choose their writes one after the other, and what becomes
//! known with a choice is looked at then, so that paths that contradict values are given up early.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cat::Run;
use execution::{Candidate, Cell, EventStructure, Limits, ThreadPath, ThreadPaths};
use program::{CodePlace, Expressions, IdVec, Index, ThreadId};
use relation::{EventId, EventSet, Relation};
use rustc_hash::{FxHashMap, FxHashSet};
use sim::{Model, StructureWords, Test};
use source::{Diagnostic, Severity};

use crate::actions::Actions;
use crate::edges::Edges;
use crate::endless::goes_on;
use crate::error::JavaError;
use crate::exports::Exports;
use crate::graph::{ActionView, Graph, GraphId, OrderRows, Outcome, SymbolicGraph, SymbolicId, carrying_edges};
use crate::interleaved::{Found, Interleavings, SynchronizationTags};
use crate::observed::Observed;
use crate::question::Question;
use crate::rules::Rules;
use crate::structure::{GraphEvent, Structure, StructureId, VISIBLE, tag_number};
use crate::values::{Environment, KnownValues, Solver, is_contradictory, propagate};

/// How executions are enumerated.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions<'a> {
    /// The unroll bound; a test's own `Unroll=` overrides it. Default: 2.
    pub unroll: Option<u32>,
    /// Values that reads in cycles may take in any case.
    pub seeds: BTreeSet<u128>,
    /// Set by another thread when the result is no longer wanted.
    pub cancel: Option<&'a AtomicBool>,
    /// How many ways to read from writes are asked the model about; with more of them there is no answer.
    pub most_graphs: Option<usize>,
    /// Checks of the model that are passed over, by name.
    pub skip: BTreeSet<String>,
    /// Lists every synchronization order of its own. Otherwise those between which the model does not distinguish are one graph
    /// ([`SymbolicGraph::ordered`]); outcomes are the same.
    pub all_orders: bool,
}

/// All executions of a test that a single-execution model allows.
#[derive(Debug)]
pub struct Executions {
    /// What values are written in.
    pub expressions: Expressions,
    /// The actions of all of them.
    pub actions: Actions,
    /// Choices of paths.
    pub structures: IdVec<StructureId, Structure>,
    /// Symbolic graphs.
    pub symbolic: IdVec<SymbolicId, SymbolicGraph>,
    /// Graphs with values.
    pub graphs: IdVec<GraphId, Graph>,
    /// What outcomes list.
    pub observed: Observed,
    /// Where a loop was cut at the unroll bound, if values may lead there.
    pub cut: Option<CodePlace>,
    /// Where a loop was cut that may keep another thread from its end, its start or a monitor: no graph stands for that.
    pub(crate) left_out: Option<CodePlace>,
    /// How many graphs there were after data flow, before the model was asked.
    pub data_flow_graphs: usize,
    pub(crate) edges: Edges,
    /// Whether the model promises that programs without races have the outcomes of interleavings and no others; not known before it has allowed an execution.
    pub(crate) promises: Option<bool>,
}

/// How many steps interleavings are looked for.
const MOST_STEPS: u64 = 30_000;

/// How many steps more, as long as no race was found: without one, there is nothing to look at but interleavings.
const MORE_STEPS: u64 = 2_000_000;

/// Outcomes of interleavings, one event after the other, that the single-execution model allows.
#[derive(Clone, Debug)]
pub struct Interleaved {
    /// What was found.
    pub found: BTreeSet<Outcome>,
    /// Whether that is all: no loop was cut, nothing divides, no limit was reached.
    pub is_complete: bool,
    /// Whether these are all outcomes of the test, as no interleaving has a race and the model promises what JLS 17.4.5 does; where a loop was cut, those of shorter executions.
    pub is_race_free: bool,
    /// Where a loop was cut.
    pub cut: Option<CodePlace>,
}

impl Executions {
    /// Enumerates them for `test` under `model`, with the identity of actions that `rules` say.
    ///
    /// # Errors
    /// When the model lacks a relation or its relations are not what causality requirements need, when addresses depend on memory, and when a limit is reached.
    pub fn build(
        test: &Test,
        model: &Model,
        rules: &Rules,
        observed: Observed,
        options: &BuildOptions<'_>,
    ) -> Result<Executions, JavaError> {
        model.check_language(test.language())?;
        model.check_constructs(test)?;
        let program = &test.lowered().program;
        let mut limits = Limits { cancel: options.cancel, ..Limits::default() };
        limits.unroll = test.unroll().or(options.unroll).unwrap_or(limits.unroll);
        let paths = ThreadPaths::explore(program, VISIBLE, &limits)?;
        let (mut builder, threads) = Builder::new(test, model, rules, observed, options, limits, paths);
        builder.all_structures(&threads, &mut |builder, paths| {
            builder.structure(paths, &mut |flow| flow.all())?;
            Ok(ControlFlow::Continue(()))
        })?;
        builder.give_values()?;
        Ok(builder.executions)
    }

    /// Outcomes of interleavings that the model allows, which need no search (see `interleaved`): all, or one that is `wanted`.
    ///
    /// # Errors
    /// As [`Executions::build`].
    pub fn interleaved(
        test: &Test,
        model: &Model,
        rules: &Rules,
        observed: &Observed,
        options: &BuildOptions<'_>,
        question: Question<'_>,
    ) -> Result<Interleaved, JavaError> {
        model.check_language(test.language())?;
        model.check_constructs(test)?;
        let mut limits = Limits { cancel: options.cancel, ..Limits::default() };
        limits.unroll = test.unroll().or(options.unroll).unwrap_or(limits.unroll);
        let paths = ThreadPaths::explore(&test.lowered().program, VISIBLE, &limits)?;
        let (mut builder, threads) = Builder::new(test, model, rules, observed.clone(), options, limits, paths);
        let mut all = Interleaved { found: BTreeSet::new(), is_complete: true, is_race_free: true, cut: None };
        let mut budget = MOST_STEPS + MORE_STEPS;
        builder.all_structures(&threads, &mut |builder, paths| {
            let was_race_free = all.is_race_free;
            builder.structure(paths, &mut |flow| flow.interleave(question, &mut budget, &mut all))?;
            all.is_race_free &= builder.executions.promises != Some(false);
            if was_race_free && !all.is_race_free {
                budget = budget.saturating_sub(MORE_STEPS);
            }
            let is_enough = matches!(question, Question::OneWith(_)) && !all.found.is_empty();
            Ok(if is_enough || budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        all.is_complete &= budget > 0;
        all.is_race_free &= budget > 0 && builder.executions.promises == Some(true);
        Ok(all)
    }

    fn empty(expressions: Expressions, observed: Observed) -> Executions {
        Executions {
            expressions,
            actions: Actions::default(),
            structures: IdVec::new(),
            symbolic: IdVec::new(),
            graphs: IdVec::new(),
            observed,
            cut: None,
            left_out: None,
            data_flow_graphs: 0,
            edges: Edges::default(),
            promises: None,
        }
    }

    /// The graphs of whole executions by what they end in.
    pub fn by_outcome(&self) -> BTreeMap<&Outcome, Vec<GraphId>> {
        let mut all: BTreeMap<&Outcome, Vec<GraphId>> = BTreeMap::new();
        for (id, graph) in self.graphs.iter_enumerated().filter(|(id, _)| !self.symbolic_of(*id).is_cut) {
            all.entry(&graph.outcome).or_default().push(id);
        }
        all
    }

    /// The symbolic graph of a graph.
    pub fn symbolic_of(&self, graph: GraphId) -> &SymbolicGraph {
        &self.symbolic[self.graphs[graph].symbolic]
    }

    /// The structure of a graph.
    pub fn structure_of(&self, graph: GraphId) -> &Structure {
        &self.structures[self.symbolic_of(graph).structure]
    }
}

struct Builder<'a> {
    test: &'a Test,
    model: &'a Model,
    rules: &'a Rules,
    options: &'a BuildOptions<'a>,
    limits: Limits<'a>,
    symbols: usize,
    executions: Executions,
    /// Relations that graphs share.
    relations: FxHashSet<Arc<Relation>>,
}

/// What is done with a choice of paths.
type OneStructure<'o, 'a> =
    dyn FnMut(&mut Builder<'a>, IdVec<ThreadId, &ThreadPath>) -> Result<ControlFlow<()>, JavaError> + 'o;

impl<'a> Builder<'a> {
    fn new(
        test: &'a Test,
        model: &'a Model,
        rules: &'a Rules,
        observed: Observed,
        options: &'a BuildOptions<'a>,
        limits: Limits<'a>,
        paths: ThreadPaths,
    ) -> (Builder<'a>, IdVec<ThreadId, Vec<ThreadPath>>) {
        let executions = Executions::empty(paths.expressions, observed);
        let relations = FxHashSet::default();
        let builder = Builder { test, model, rules, options, limits, symbols: paths.symbols, executions, relations };
        (builder, paths.threads)
    }

    fn all_structures(
        &mut self,
        threads: &IdVec<ThreadId, Vec<ThreadPath>>,
        one: &mut OneStructure<'_, 'a>,
    ) -> Result<(), JavaError> {
        // A thread without paths leaves no execution.
        if threads.iter().any(|paths| paths.is_empty()) {
            return Ok(());
        }
        let mut choice = vec![0; threads.len()];
        loop {
            let chosen: IdVec<ThreadId, &ThreadPath> =
                threads.iter().zip(&choice).map(|(all, &path)| &all[path]).collect();
            if one(self, chosen)?.is_break() {
                return Ok(());
            }
            let next = threads.iter().zip(&choice).rposition(|(all, &path)| path + 1 < all.len());
            let Some(thread) = next else { return Ok(()) };
            choice[thread] += 1;
            choice[thread + 1..].fill(0);
        }
    }

    /// The model is asked about one way more to read from writes.
    fn count_graph(&mut self) -> Result<(), JavaError> {
        self.executions.data_flow_graphs += 1;
        match self.options.most_graphs {
            Some(limit) if self.executions.data_flow_graphs > limit => {
                Err(JavaError::TooMany { what: "ways to read from writes", limit })
            }
            Some(_) | None => Ok(()),
        }
    }

    fn structure(
        &mut self,
        paths: IdVec<ThreadId, &ThreadPath>,
        then: &mut dyn FnMut(&mut DataFlow<'_, 'a, '_>) -> Result<(), JavaError>,
    ) -> Result<(), JavaError> {
        let program = &self.test.lowered().program;
        let cuts = paths.iter().filter_map(|path| Some(path.cut.as_ref()?.target)).collect();
        let events = EventStructure::new(program, paths, &mut self.executions.expressions, &self.limits)?;
        if events.known_cells.is_none() {
            let message = "an access whose location is not known before the threads run: an array's index must not depend on memory here";
            return Err(Diagnostic::new(Severity::Error, "unknown-location", message).into());
        }
        let failed = tag_number(self.test, "FAIL");
        let Executions { expressions, actions, observed, .. } = &mut self.executions;
        let structure = Structure::new(&events, expressions, actions, self.rules.identity, failed, observed)?;
        let id = self.executions.structures.push(structure);
        let mut reads: Vec<(EventId, Vec<EventId>)> = Vec::new();
        for read in self.executions.structures[id].reads() {
            reads.push((read, self.executions.structures[id].writes_for(read)));
        }
        let mut search = DataFlow {
            builder: self,
            events: &events,
            words: StructureWords::default(),
            id,
            reads,
            reads_from: IdVec::from_elem(None, events.universe()),
            cuts,
        };
        then(&mut search)
    }

    /// Third part: values, rounds of them for graphs with cycles, and the view that requirements have.
    fn give_values(&mut self) -> Result<(), JavaError> {
        let mut cyclic = Vec::new();
        let mut known: KnownValues = IdVec::from_elem(BTreeSet::new(), self.executions.actions.len());
        let mut solutions: BTreeSet<(SymbolicId, Vec<(EventId, u128)>)> = BTreeSet::new();
        let mut rounds = 0;
        for id in self.executions.symbolic.ids() {
            if self.solve(id, &known, &mut solutions) {
                cyclic.push(id);
            }
        }
        self.note_values(&solutions, &mut known);
        let most = self.executions.structures.iter().map(|structure| structure.events.len()).max().unwrap_or(0);
        // Each round finds what follows from the values of the one before; more rounds than events find nothing (see
        // `values`).
        while rounds <= most && !cyclic.is_empty() {
            self.limits.check_cancelled()?;
            let before = solutions.len();
            for &id in &cyclic {
                self.solve(id, &known, &mut solutions);
            }
            self.note_values(&solutions, &mut known);
            if solutions.len() == before {
                break;
            }
            rounds += 1;
        }
        self.add_graphs(solutions)
    }

    /// Adds the solutions of a symbolic graph; gives whether it has a cycle of values.
    fn solve(
        &mut self,
        id: SymbolicId,
        known: &KnownValues,
        solutions: &mut BTreeSet<(SymbolicId, Vec<(EventId, u128)>)>,
    ) -> bool {
        let Executions { expressions, structures, symbolic, .. } = &mut self.executions;
        let graph = &symbolic[id];
        let structure = &structures[graph.structure];
        let mut solver = Solver {
            x: expressions,
            structure,
            reads_from: &graph.reads_from,
            hb: Some(&graph.hb),
            known,
            seeds: &self.options.seeds,
        };
        solver.solve(Environment::new(self.symbols), &mut |x, environment| {
            let read = |id: EventId| {
                let (symbol, _) = structure.events[id].read?;
                Some((id, x.as_constant(environment.get(symbol)?)?))
            };
            solutions.insert((id, structure.events.ids().filter_map(read).collect()));
        })
    }

    fn note_values(&mut self, solutions: &BTreeSet<(SymbolicId, Vec<(EventId, u128)>)>, known: &mut KnownValues) {
        for (id, read) in solutions {
            let environment = self.environment(*id, read);
            let Executions { expressions, structures, symbolic, .. } = &mut self.executions;
            for event in structures[symbolic[*id].structure].events.iter() {
                let Some(written) = event.written else { continue };
                let value = environment.evaluate(expressions, written);
                known[event.write].extend(expressions.as_constant(value));
            }
        }
    }

    fn environment(&mut self, id: SymbolicId, read: &[(EventId, u128)]) -> Environment {
        let Executions { expressions, structures, symbolic, .. } = &mut self.executions;
        let structure = &structures[symbolic[id].structure];
        let mut environment = Environment::new(self.symbols);
        for &(event, value) in read {
            if let Some((symbol, width)) = structure.events[event].read {
                environment.set(symbol, expressions.constant(value, width));
            }
        }
        environment
    }

    /// The relation, or one that is equal.
    fn shared(&mut self, relation: Relation) -> Arc<Relation> {
        match self.relations.get(&relation) {
            Some(known) => Arc::clone(known),
            None => {
                let shared = Arc::new(relation);
                self.relations.insert(Arc::clone(&shared));
                shared
            }
        }
    }

    fn add_graphs(&mut self, solutions: BTreeSet<(SymbolicId, Vec<(EventId, u128)>)>) -> Result<(), JavaError> {
        let actions = self.executions.actions.len();
        let Executions { structures, symbolic, edges, .. } = &mut self.executions;
        let mut last = None;
        for graph in symbolic.iter() {
            // Neighbours have the same orders mostly.
            if last.replace(order_key(graph)) != Some(order_key(graph)) {
                let structure = &structures[graph.structure];
                // All edges have their numbers before any set of them is made.
                for (source, target) in carrying_edges(structure, graph) {
                    edges.intern((structure.events[source].action, structure.events[target].action))?;
                }
            }
        }
        let external = tag_number(self.test, "EXT");
        let mut orders: FxHashMap<OrderKey, Arc<OrderRows>> = FxHashMap::default();
        let mut last: Option<(SymbolicId, ActionView)> = None;
        for (id, read) in solutions {
            let environment = self.environment(id, &read);
            let Executions { expressions: x, structures, symbolic, graphs, edges, .. } = &mut self.executions;
            let graph = &symbolic[id];
            let structure = &structures[graph.structure];
            // The solutions of a graph come one after the other, and differ in values only.
            let view = match last.take().filter(|(known, _)| *known == id) {
                Some((_, view)) => view,
                None => {
                    let is_external =
                        |event: EventId| external.is_some_and(|tag| structure.events[event].tags.contains(tag));
                    let orders = orders
                        .entry(order_key(graph))
                        .or_insert_with(|| Arc::new(OrderRows::new(structure, graph, actions, edges, is_external)));
                    ActionView::new(structure, graph, actions, Arc::clone(orders), self.rules)
                }
            };
            let mut with_values = view.clone();
            let mut written: IdVec<EventId, Option<u128>> = IdVec::from_elem(None, structure.events.len());
            for (event, description) in structure.events.iter_enumerated() {
                let Some(expr) = description.written else { continue };
                let value = environment.evaluate(x, expr);
                written[event] = x.as_constant(value);
                with_values.written[description.write.index()] = written[event];
            }
            let mut values: IdVec<EventId, Option<u128>> = IdVec::from_elem(None, structure.events.len());
            read.iter().for_each(|&(event, value)| values[event] = Some(value));
            let constant = |x: &mut Expressions, expr| environment.constant(x, expr);
            let outcome = structure.observed.iter().map(|&expr| constant(x, expr).unwrap_or_default()).collect();
            let faults = structure.requirements.iter().any(|&(bit, _)| constant(x, bit) != Some(1));
            graphs.push(Graph {
                symbolic: id,
                read: values,
                written,
                outcome: Outcome(outcome),
                faults,
                view: with_values,
            });
            last = Some((id, view));
        }
        Ok(())
    }
}

/// What the orders of a graph follow from; equal relations are one.
type OrderKey = (StructureId, [*const Relation; 3], Option<EventSet>);

fn order_key(graph: &SymbolicGraph) -> OrderKey {
    let relations = [&graph.so, &graph.sw, &graph.hb].map(Arc::as_ptr);
    (graph.structure, relations, graph.ordered.clone())
}

/// Second part of the construction: reads-from, for one structure.
struct DataFlow<'b, 'a, 's> {
    builder: &'b mut Builder<'a>,
    events: &'s EventStructure<'s>,
    words: StructureWords,
    id: StructureId,
    /// The reads with the writes that they may see.
    reads: Vec<(EventId, Vec<EventId>)>,
    reads_from: IdVec<EventId, Option<EventId>>,
    /// Where paths were cut.
    cuts: Vec<CodePlace>,
}

impl DataFlow<'_, '_, '_> {
    /// Goes through all ways to give each read a write.
    fn all(&mut self) -> Result<(), JavaError> {
        if let Some(&place) = self.cuts.first() {
            let is_whole = self.has_whole_lifetimes();
            let Executions { cut, left_out, .. } = &mut self.builder.executions;
            if !is_whole {
                // A thread that is joined, or that starts another one, does not get there.
                (*cut, *left_out) = (cut.or(Some(place)), left_out.or(Some(place)));
                return Ok(());
            }
        }
        if let Some(place) = self.may_block_others() {
            self.builder.executions.left_out.get_or_insert(place);
        }
        let environment = Environment::new(self.builder.symbols);
        self.read(0, environment)
    }

    /// Whether each thread that is started or joined has its start and its end here.
    fn has_whole_lifetimes(&self) -> bool {
        let structure = &self.builder.executions.structures[self.id];
        let has = |tag: &str, cell: Option<Cell>| {
            let number = tag_number(self.builder.test, tag);
            let is_one =
                |event: &GraphEvent| event.cell == cell && number.is_some_and(|number| event.tags.contains(number));
            structure.events.iter().any(is_one)
        };
        let is_whole = |event: &GraphEvent| {
            let only = |tag: &str| tag_number(self.builder.test, tag).is_some_and(|tag| event.tags.contains(tag));
            (!only("JOIN") || has("LAST", event.cell)) && (!only("FIRST") || has("START", event.cell))
        };
        structure.events.iter().all(is_whole)
    }

    /// Where a thread takes a monitor that another one may wait for, for ever: it takes a second one then, or does not leave it.
    fn may_block_others(&self) -> Option<CodePlace> {
        let structure = &self.builder.executions.structures[self.id];
        let [lock, unlock] = ["LOCK", "UNLOCK"].map(|tag| tag_number(self.builder.test, tag));
        let mut held: BTreeMap<(Option<ThreadId>, Option<Cell>), Option<CodePlace>> = BTreeMap::new();
        for event in structure.events.iter() {
            let is = |tag: Option<u32>| tag.is_some_and(|tag| event.tags.contains(tag));
            let monitor = (event.thread, event.cell);
            if is(lock) {
                if held.keys().any(|other| other.0 == monitor.0 && *other != monitor) {
                    return event.place;
                }
                held.insert(monitor, event.place);
            } else if is(unlock) {
                held.remove(&monitor);
            }
        }
        held.into_values().flatten().next()
    }

    /// Looks for outcomes of interleavings, and asks the model about one of each.
    fn interleave(&mut self, question: Question<'_>, budget: &mut u64, all: &mut Interleaved) -> Result<(), JavaError> {
        let structure = self.builder.executions.structures[self.id].clone();
        let rules = self.builder.rules;
        let has_updates = structure.events.iter().any(|event| event.is_update);
        let is_justified = !has_updates || rules.identity.halves && rules.updates_follow;
        // Of divisions the search says whether one that faults is justified.
        all.is_complete &= self.cuts.is_empty();
        if !structure.requirements.is_empty() || !is_justified {
            (all.is_complete, all.is_race_free) = (false, false);
        }
        if !structure.requirements.is_empty() || !is_justified || !self.cuts.is_empty() && !all.is_race_free {
            return Ok(());
        }
        self.builder.limits.check_cancelled()?;
        let mut new: BTreeMap<Outcome, (IdVec<EventId, Option<EventId>>, Environment)> = BTreeMap::new();
        let mut x = std::mem::take(&mut self.builder.executions.expressions);
        let tags = SynchronizationTags::of(self.builder.test);
        let environment = Environment::new(self.builder.symbols);
        let is_one = matches!(question, Question::OneWith(_));
        let cut = self.cuts.iter().map(|place| place.thread.index()).collect();
        let mut interleavings = Interleavings::new(&structure, tags, cut, budget);
        // That it was broken off shows in the budget, or in what was found.
        let _ = interleavings.visit(&mut x, environment, &mut |_, seen, values, outcome| {
            let is_wanted = match question {
                Question::All => !all.found.contains(&outcome),
                Question::OneWith(keep) => keep(&outcome),
            };
            if is_wanted {
                new.entry(outcome).or_insert_with(|| (seen.clone(), values.clone()));
            }
            if is_one && is_wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let Found { has_race, is_cut } = interleavings.found;
        all.is_race_free &= !has_race;
        if is_cut {
            all.cut = all.cut.or(self.cuts.first().copied());
        }
        self.builder.executions.expressions = x;
        for (outcome, (reads_from, environment)) in new {
            let before = self.builder.executions.symbolic.len();
            self.reads_from = reads_from;
            self.complete(&environment)?;
            if self.builder.executions.symbolic.len() > before {
                all.found.insert(outcome);
            } else {
                (all.is_complete, all.is_race_free) = (false, false);
            }
        }
        Ok(())
    }

    /// Lets the reads from the `at`-th on choose.
    fn read(&mut self, at: usize, mut environment: Environment) -> Result<(), JavaError> {
        let Executions { expressions, structures, .. } = &mut self.builder.executions;
        let structure = &structures[self.id];
        propagate(expressions, structure, &self.reads_from, &mut environment);
        if is_contradictory(expressions, structure, &environment) {
            return Ok(());
        }
        let Some((read, writes)) = self.reads.get(at).cloned() else { return self.complete(&environment) };
        self.builder.limits.check_cancelled()?;
        for write in writes {
            self.reads_from[read] = Some(write);
            self.read(at + 1, environment.clone())?;
        }
        self.reads_from[read] = None;
        Ok(())
    }

    /// Asks the model.
    fn complete(&mut self, environment: &Environment) -> Result<(), JavaError> {
        self.builder.count_graph()?;
        let Executions { expressions, structures, .. } = &mut self.builder.executions;
        let values = structures[self.id].events.iter().map(|event| {
            let read = event.read.and_then(|(symbol, _)| environment.get(symbol));
            event.written.map(|written| environment.evaluate(expressions, written)).or(read)
        });
        let values = values.collect();
        let candidate = Candidate::of(self.events, self.reads_from.clone(), values);
        let mut found: Vec<Exports> = Vec::new();
        let mut missing = None;
        let options = cat::Options {
            show: true,
            also_show: Exports::names().collect(),
            skip: self.builder.options.skip.clone(),
            order_classes: !self.builder.options.all_orders,
            ..cat::Options::default()
        };
        let cancelled = || self.builder.limits.check_cancelled().is_err();
        self.builder.model.interpret(&candidate, &self.words, &options, &cancelled, &mut |run| {
            let Run::Accepted(accepted) = run else { return ControlFlow::Continue(()) };
            match Exports::of(&accepted) {
                Ok(one) => {
                    found.push(one);
                    ControlFlow::Continue(())
                }
                Err(problem) => {
                    missing = Some(problem);
                    ControlFlow::Break(())
                }
            }
        })?;
        if let Some(problem) = missing {
            return Err(problem.into());
        }
        // What was cut is no whole execution: it shows that there may be more outcomes, and may be a stage.
        if let Some(&place) = self.cuts.first().filter(|_| !found.is_empty()) {
            self.builder.executions.cut.get_or_insert(place);
        }
        for exports in found {
            self.keep(exports)?;
        }
        Ok(())
    }

    /// Keeps an execution that the model allows, with what it exports of it.
    fn keep(&mut self, exports: Exports) -> Result<(), JavaError> {
        let structure = &self.builder.executions.structures[self.id];
        exports.check(self.builder.test, &self.builder.executions.actions, structure)?;
        let reads_from = self.reads_from.clone();
        let is_cut = !self.cuts.is_empty();
        let goes_on = is_cut && goes_on(structure, &self.cuts, &reads_from, &exports);
        let Exports { ordered, so, sw, hb, deemed, synchronizing, .. } = exports;
        self.builder.executions.promises = Some(synchronizing.is_some());
        let [so, sw, hb] = [so, sw, hb].map(|relation| self.builder.shared(relation));
        let deemed = deemed.map(|relation| self.builder.shared(relation));
        let structure = self.id;
        self.builder.executions.symbolic.push(SymbolicGraph {
            structure,
            reads_from,
            so,
            ordered,
            sw,
            hb,
            deemed,
            is_cut,
            goes_on,
        });
        Ok(())
    }
}
