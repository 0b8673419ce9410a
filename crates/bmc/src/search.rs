//! The questions about a test, one after the other.

use batsat::Lit;
use cat::plan::Plan;
use execution::{Action, EventStructure, Unfolding};
use litmus::Quantifier;
use program::{Expressions, IdVec, Index};
use relation::{EventId, Relation};
use rustc_hash::FxHashMap;
use sim::symbolic::{Chosen, Replayed};
use sim::{Model, RunError, Simulation};
use source::{Diagnostic, Severity};

use crate::accesses::{address, visit_symbols};
use crate::encoder::Encoder;
use crate::formula::{Formula, Found};
use crate::memory::{Ground, Memory};
use crate::possible::{Analysis, Kinds};
use crate::skeleton::Skeleton;
use crate::state::{Finals, registers_at_end};
use crate::values::Values;
use crate::words::{Conditional, Words};
use crate::{Limits, Refusal, Report, Statistics, Verdict, Witness, checks, impossible, representatives};

/// As many executions are looked at that the simulator refutes.
const MOST_REFUTED: usize = 2000;

/// Says whether an execution of a test that the model allows decides its condition.
///
/// # Errors
/// As [`sim::simulate`]; and when the model cannot be encoded, or a limit is reached.
pub fn decide(simulation: &Simulation<'_>, limits: &Limits<'_>) -> Result<Report, Refusal> {
    match decide_once(simulation, limits)? {
        Outcome::Report(report) => Ok(report),
        Outcome::Pieces(mut bytes) => loop {
            // Pieces only get smaller.
            match decide_once(&simulation.divided(bytes)?, limits)? {
                Outcome::Report(report) => return Ok(report),
                Outcome::Pieces(smaller) => bytes = smaller,
            }
        },
    }
}

enum Outcome {
    Report(Report),
    /// Memory is to be divided into pieces of so many bytes.
    Pieces(u32),
}

fn decide_once(simulation: &Simulation<'_>, limits: &Limits<'_>) -> Result<Outcome, Refusal> {
    let outcome = with_formula(simulation, limits, |questions, asked| questions.ask(asked))?;
    Ok(outcome.unwrap_or_else(|| {
        Outcome::Report(Report {
            verdict: Verdict::Unreachable,
            flags: Vec::new(),
            cut: None,
            statistics: Statistics::default(),
        })
    }))
}

/// What questions are about.
pub(crate) struct Asked {
    /// What may be wrong with an execution.
    pub(crate) suspicions: Vec<(Lit, Suspicion)>,
    /// Whether it decides the condition.
    pub(crate) wanted: Lit,
    /// For each flag its name, and whether it is raised.
    pub(crate) flags: Vec<(String, Lit)>,
    /// What says which final state it ends in.
    pub(crate) state: Vec<Lit>,
}

/// Asks questions about a test and a model as a formula; nothing where a thread has no path at all.
pub(crate) fn with_formula<T>(
    simulation: &Simulation<'_>,
    limits: &Limits<'_>,
    ask: impl FnOnce(Questions<'_, '_, '_, '_>, Asked) -> Result<T, Refusal>,
) -> Result<Option<T>, Refusal> {
    let paths = simulation.paths();
    let mut x = paths.expressions.clone();
    if paths.threads.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    let registers = registers_at_end(paths, &mut x, simulation.observed_registers());
    let program = &simulation.test().lowered().program;
    let unfolding = Unfolding::new(program, paths);
    let threads: IdVec<_, _> = unfolding.threads.iter().collect::<Vec<_>>().into();
    // The limit is for executions: here one structure has the events of all paths.
    let all = execution::Limits { events: usize::MAX, ..execution::Limits::default() };
    let structure =
        EventStructure::divided(program, paths.pieces.as_ref(), threads, &mut x, &all).map_err(RunError::from)?;
    let compiled = simulation.model().compiled(structure.known_cells.is_some());
    let plan =
        compiled.map_err(|outside| Refusal::Model { span: outside.span, reason: outside.reason.clone() })?.plan();
    let kinds = Kinds::new(program)?;
    let initial = structure.universe() - unfolding.threads.iter().map(|thread| thread.events.len()).sum::<usize>();
    let unfolded =
        Unfolded { simulation, unfolding: &unfolding, structure: &structure, x: &x, kinds: &kinds, plan, initial };
    let mut formula = Formula::limited(limits.cancelled, limits.effort);
    let skeleton = Skeleton::new(&mut formula, paths, &unfolding, initial);
    let mut values = Values::new(Analysis::new(&kinds, &structure, &x, paths.symbols, &[]), &x);
    let mut ground =
        Ground { formula: &mut formula, values: &mut values, structure: &structure, x: &x, skeleton: &skeleton };
    let observed = simulation.observed_cells();
    let pieces: Vec<_> = observed.iter().flat_map(|(_, pieces)| pieces.iter().copied()).collect();
    let mut memory = Memory::new(&mut ground, &pieces);
    memory.check_sizes(&mut ground);
    follow_paths(&mut ground, simulation, &mut memory);
    if limits.representatives {
        representatives::require(&mut ground, simulation, &unfolding);
    }
    let finals = Finals::new(&mut ground, &memory, &registers, &observed);
    let flags = encode(&mut ground, &mut memory, (plan, simulation.model()), &Conditional::default(), limits)?;
    let proposition = &simulation.test().lowered().condition;
    let holds = finals.holds(&mut ground, proposition);
    let wanted = match simulation.quantifier() {
        Quantifier::Exists | Quantifier::NotExists => holds,
        Quantifier::Forall => !holds,
    };
    if let Some(filter) = simulation.filter() {
        let passes = finals.holds(&mut ground, filter);
        ground.formula.require(passes);
    }
    let suspicions = suspicions(&mut ground, &memory, &finals);
    let state = finals.literals(ground.formula);
    let search = Search { unfolded: &unfolded, skeleton: &skeleton, memory: &memory, limits };
    let questions = Questions { search, formula: &mut formula, refuted: 0 };
    ask(questions, Asked { suspicions, wanted, flags, state }).map(Some)
}

/// What may be wrong with an execution, each with what says that it is.
fn suspicions(ground: &mut Ground<'_, '_, '_>, memory: &Memory, finals: &Finals) -> Vec<(Lit, Suspicion)> {
    let circle = circle_of_values(ground, memory);
    let faults = memory.faults.iter().copied().chain(memory.nowhere.iter().map(|&(_, fault)| fault));
    let faults = ground.formula.or_all(faults.collect::<Vec<Lit>>());
    let doubts = ground.formula.or_all(memory.doubts.clone());
    let doubts = ground.formula.or(doubts, finals.is_unclear);
    vec![(faults, Suspicion::Fault), (doubts, Suspicion::AddressBits), (circle, Suspicion::Circle)]
}

/// A test with all its paths in one event structure, and the model's plan.
pub(crate) struct Unfolded<'s, 'a> {
    pub(crate) simulation: &'s Simulation<'a>,
    unfolding: &'s Unfolding,
    structure: &'s EventStructure<'s>,
    x: &'s Expressions,
    kinds: &'s Kinds,
    plan: &'s Plan,
    /// How many initial writes there are.
    initial: usize,
}

impl Unfolded<'_, '_> {
    /// Where a path was cut that goes on in some execution: whether a part of an execution leads there, all reads of which read from it. The first cut in
    /// an execution, in an order that po and rf agree with, ends such a part.
    fn cut(&self, limits: &Limits<'_>) -> Result<Option<String>, Refusal> {
        let paths = self.simulation.paths();
        if paths.threads.iter().flatten().all(|path| path.cut.is_none()) {
            return Ok(None);
        }
        let mut formula = Formula::new(limits.cancelled);
        let skeleton = Skeleton::of_parts(&mut formula, paths, self.unfolding, self.initial);
        let mut values = Values::new(Analysis::new(self.kinds, self.structure, self.x, paths.symbols, &[]), self.x);
        let (structure, x) = (self.structure, self.x);
        let mut ground = Ground { formula: &mut formula, values: &mut values, structure, x, skeleton: &skeleton };
        let mut memory = Memory::new(&mut ground, &[]);
        memory.check_sizes(&mut ground);
        follow_paths(&mut ground, self.simulation, &mut memory);
        for (event, condition, wanted) in skeleton.conditions(paths, self.unfolding) {
            let value = ground.values.of(ground.formula, condition);
            let bit = if wanted { value.bits[0] } else { !value.bits[0] };
            ground.formula.clause([!skeleton.happens[event], value.is_unclear, bit]);
        }
        // What must fail in an execution may hold in a part of it.
        // Checks of what must hold are closed under prefixes, as a part has fewer pairs.
        let plan = Plan { refused: Vec::new(), flagging: Vec::new(), ..self.plan.clone() };
        encode(&mut ground, &mut memory, (&plan, self.simulation.model()), &Conditional::default(), limits)?;
        match formula.solve(&[skeleton.is_cut]) {
            Found::Cancelled => Err(Refusal::Cancelled),
            Found::None => Ok(None),
            Found::Assignment => {
                let cut = skeleton.cuts(&formula, paths);
                Ok(cut.map(|cut| self.simulation.place_name(cut.target)))
            }
        }
    }
}

/// What must hold on a path does where the path is taken.
fn follow_paths(ground: &mut Ground<'_, '_, '_>, simulation: &Simulation<'_>, memory: &mut Memory) {
    let paths = simulation.paths();
    for (thread, all) in paths.threads.iter_enumerated() {
        for (path, &is_taken) in all.iter().zip(&ground.skeleton.taken[thread]) {
            for &(condition, wanted) in &path.conditions {
                let value = ground.values.of(ground.formula, condition);
                let bit = if wanted { value.bits[0] } else { !value.bits[0] };
                ground.formula.clause([!is_taken, value.is_unclear, bit]);
                let doubt = ground.formula.and(is_taken, value.is_unclear);
                memory.doubts.push(doubt);
            }
            for (condition, ..) in path.requirements() {
                let value = ground.values.of(ground.formula, condition);
                let fault = ground.formula.and(is_taken, !value.bits[0]);
                memory.faults.push(fault);
                let doubt = ground.formula.and(is_taken, value.is_unclear);
                memory.doubts.push(doubt);
            }
        }
    }
    for (is_taken, _) in ground.skeleton.faults(paths) {
        memory.faults.push(is_taken);
    }
    for event in ground.structure.events.ids() {
        if let Some(address) = address(&ground.structure.events[event]) {
            let value = ground.values.of(ground.formula, address);
            let doubt = ground.formula.and(ground.skeleton.happens[event], value.is_unclear);
            memory.doubts.push(doubt);
        }
    }
}

/// Holds only where reads read from each other in a circle, through what writes make of what was read.
fn circle_of_values(ground: &mut Ground<'_, '_, '_>, memory: &Memory) -> Lit {
    // From a read to the read that the write read from has its value of.
    let mut by_symbol = FxHashMap::default();
    for (event, description) in ground.structure.events.iter_enumerated() {
        if let Action::Read { symbol, .. } | Action::ReadModifyWrite { symbol, .. } = description.action {
            by_symbol.insert(symbol, event);
        }
    }
    let mut steps = Vec::new();
    let mut may = Relation::empty(ground.structure.universe());
    let mut all: Vec<_> = memory.reads_from.iter().collect();
    all.sort();
    for (&(write, read), &literal) in all {
        let Some(value) = ground.structure.events[write].written() else { continue };
        visit_symbols(ground.x, value, &mut |symbol| {
            if let Some(&source) = by_symbol.get(&symbol) {
                may.insert(read, source);
                steps.push((read, source, literal));
            }
        });
    }
    let on_circle: Vec<EventId> = {
        // Few programs write what they have read: without a possible circle nothing is added.
        let closure = may.transitive_closure();
        ground.structure.events.ids().filter(|&event| closure.contains(event, event)).collect()
    };
    let chosen: FxHashMap<EventId, Lit> = on_circle.iter().map(|&event| (event, ground.formula.fresh())).collect();
    for &event in &on_circle {
        let is_chosen = chosen[&event];
        let mut next = Vec::new();
        for &(_, source, literal) in steps.iter().filter(|(read, ..)| *read == event) {
            if let Some(&is_next) = chosen.get(&source) {
                next.push(ground.formula.and(literal, is_next));
            }
        }
        // Chosen reads each have a chosen successor: from one of them on, a finite walk comes to a circle.
        ground.formula.clause(next.into_iter().chain([!is_chosen]));
    }
    let mut any: Vec<Lit> = chosen.into_values().collect();
    any.sort_unstable();
    ground.formula.or_all(any)
}

/// The model. Gives for each flag its name, and a literal that holds only where it is raised.
pub(crate) fn encode(
    ground: &mut Ground<'_, '_, '_>,
    memory: &mut Memory,
    of: (&Plan, &Model),
    conditional: &Conditional,
    limits: &Limits<'_>,
) -> Result<Vec<(String, Lit)>, Refusal> {
    encode_with(ground, memory, of, conditional, limits, |_| {})
}

/// The same, where something more is asked of what the model computes.
pub(crate) fn encode_with(
    ground: &mut Ground<'_, '_, '_>,
    memory: &mut Memory,
    (plan, model): (&Plan, &Model),
    conditional: &Conditional,
    limits: &Limits<'_>,
    ask: impl FnOnce(&mut Encoder<'_, '_, '_, '_>),
) -> Result<Vec<(String, Lit)>, Refusal> {
    let words = Words::new(plan, ground.structure, conditional);
    let wanted = checks::wanted(plan);
    let bounds = impossible::bounds(plan, &wanted, &words, ground, memory);
    let yes = ground.formula.yes();
    let mut encoder = Encoder::new(ground, memory, &words, plan, bounds);
    for check in &plan.assertions {
        if encoder.may_fail(&check.question) {
            let span = model.cat().check_site(check.site).span;
            return Err(Refusal::Model { span, reason: "an assertion that may fail".to_owned() });
        }
    }
    encoder.choose_orders();
    encoder.require_all(plan.required.iter().map(|check| &check.question), yes);
    for check in &plan.refused {
        let failure = encoder.failure(&check.question);
        encoder.ground.formula.require(failure);
    }
    let mut flags: Vec<(String, Lit)> = Vec::new();
    for flagging in plan.flagging.iter().filter(|_| limits.flags) {
        let raised = match flagging.when {
            true => encoder.success(&flagging.check.question),
            false => encoder.failure(&flagging.check.question),
        };
        let name = &plan.flags[flagging.flag];
        flags.push((name.clone(), raised));
    }
    ask(&mut encoder);
    encoder.define();
    if encoder.ground.formula.is_stopped() {
        return Err(Refusal::Cancelled);
    }
    let (variables, _) = encoder.ground.formula.size();
    // Before the solver runs: what is too large would only be seen by its time.
    if variables > limits.variables {
        return Err(Refusal::TooLarge(limits.variables));
    }
    Ok(flags)
}

pub(crate) struct Search<'s, 'a> {
    pub(crate) unfolded: &'s Unfolded<'s, 'a>,
    pub(crate) skeleton: &'s Skeleton,
    memory: &'s Memory,
    limits: &'s Limits<'s>,
}

impl Search<'_, '_> {
    /// The candidate that the assignment found last stands for, and the literals that say so.
    pub(crate) fn chosen(&self, formula: &Formula<'_>) -> (Chosen, Vec<Lit>) {
        let numbers = self.skeleton.numbers(formula);
        let mut literals: Vec<Lit> =
            self.skeleton.taken.iter().zip(&numbers).map(|(taken, &number)| taken[number]).collect();
        let mut place = vec![None; self.skeleton.happens.len()];
        let initial = self.unfolded.initial;
        (0..initial).for_each(|event| place[event] = Some(EventId::new(event)));
        let mut next = initial;
        for ((thread, places), &number) in self.unfolded.unfolding.places.iter_enumerated().zip(&numbers) {
            for &event in &places[number] {
                place[self.skeleton.first[thread] + event as usize] = Some(EventId::new(next));
                next += 1;
            }
        }
        let mut chosen = Chosen { paths: numbers, ..Chosen::default() };
        for (&(write, read), &literal) in self.memory.reads_from.iter().filter(|(_, literal)| formula.value(**literal))
        {
            if let (Some(write), Some(read)) = (place[write.index()], place[read.index()]) {
                chosen.reads_from.push((read, write));
                literals.push(literal);
            }
        }
        chosen.reads_from.sort();
        for (cell, writes) in &self.memory.finals {
            let last = writes.iter().find(|&&(_, is_last)| formula.value(is_last));
            if let Some((write, literal)) = last.and_then(|&(write, literal)| Some((place[write.index()]?, literal))) {
                chosen.finals.push((*cell, write));
                literals.push(literal);
            }
        }
        (chosen, literals)
    }
}

pub(crate) struct Questions<'q, 's, 'a, 'f> {
    pub(crate) search: Search<'s, 'a>,
    pub(crate) formula: &'q mut Formula<'f>,
    pub(crate) refuted: usize,
}

/// What may be wrong with an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// Something that the program must not do.
    Fault,
    /// A value is looked at that depends on the bits of an address.
    AddressBits,
    /// Values come from themselves.
    Circle,
}

/// What a question comes to.
pub(crate) enum Answer {
    Yes(Box<Witness>),
    No,
    /// Too many executions were refuted.
    Unclear,
}

impl Questions<'_, '_, '_, '_> {
    fn ask(mut self, asked: Asked) -> Result<Outcome, Refusal> {
        let Asked { suspicions, wanted, flags, state: _ } = asked;
        let uncut = !self.search.skeleton.is_cut;
        for (literal, suspicion) in suspicions {
            if let Some(outcome) = self.suspect(uncut, literal, suspicion)? {
                return Ok(outcome);
            }
        }
        let is_forall = self.search.unfolded.simulation.quantifier() == Quantifier::Forall;
        let verdict = match self.find(&[uncut, wanted], |found| found.holds != is_forall)? {
            Answer::Yes(witness) => Verdict::Reachable(witness),
            Answer::No => Verdict::Unreachable,
            Answer::Unclear => Verdict::Unknown("the simulator refutes the executions that are found".to_owned()),
        };
        let cut = match verdict {
            Verdict::Unreachable => self.search.unfolded.cut(self.search.limits)?,
            Verdict::Reachable(_) | Verdict::Unknown(_) => None,
        };
        if matches!(verdict, Verdict::Unreachable)
            && cut.is_none()
            && self.search.unfolded.simulation.filter().is_none()
        {
            self.check_has_executions(uncut)?;
        }
        let mut raised: Vec<String> = Vec::new();
        for (name, literal) in flags {
            if raised.contains(&name) || self.formula.known(literal) == Some(false) {
                continue;
            }
            if let Answer::Yes(_) = self.find(&[uncut, literal], |found| found.flags.contains(&name))? {
                raised.push(name);
            }
        }
        raised.sort();
        let (variables, clauses) = self.formula.size();
        let statistics = Statistics {
            events: self.search.unfolded.structure.universe(),
            variables,
            clauses,
            conflicts: self.formula.conflicts(),
            refuted: self.refuted,
        };
        Ok(Outcome::Report(Report { verdict, flags: raised, cut, statistics }))
    }

    /// Whether an execution has something wrong with it.
    fn suspect(&mut self, uncut: Lit, literal: Lit, suspicion: Suspicion) -> Result<Option<Outcome>, Refusal> {
        if self.formula.known(literal) == Some(false) {
            return Ok(None);
        }
        let is_wanted = |found: &Replayed| match suspicion {
            Suspicion::Fault | Suspicion::Circle => found.fault.is_some(),
            Suspicion::AddressBits => true,
        };
        let before = self.refuted;
        let witness = match self.find(&[uncut, literal], is_wanted)? {
            Answer::Yes(witness) => witness,
            // What the formula takes for unclear the simulator may know, and other executions come of it.
            Answer::No if suspicion == Suspicion::AddressBits && self.refuted > before => {
                return Err(Refusal::AddressBits);
            }
            Answer::No => {
                if suspicion == Suspicion::Circle {
                    // Values of themselves that nothing rests on are no fault.
                    self.refuted = before;
                }
                return Ok(None);
            }
            Answer::Unclear => return Err(Refusal::AddressBits),
        };
        match (witness.execution.pieces, witness.execution.fault) {
            (Some(bytes), _) => Ok(Some(Outcome::Pieces(bytes))),
            (None, Some(error)) => Err(error.into()),
            // The simulator knows the value; the formula has no bits for it.
            (None, None) => Err(Refusal::AddressBits),
        }
    }

    /// Looks for an execution in which `assumed` hold and that the simulator, too, finds allowed and as it is wanted.
    pub(crate) fn find(&mut self, assumed: &[Lit], is_wanted: impl Fn(&Replayed) -> bool) -> Result<Answer, Refusal> {
        let question = self.formula.fresh();
        let assumed: Vec<Lit> = assumed.iter().copied().chain([question]).collect();
        loop {
            if (self.search.limits.cancelled)() {
                return Err(Refusal::Cancelled);
            }
            match self.formula.solve(&assumed) {
                Found::Cancelled => return Err(Refusal::Cancelled),
                Found::None => return Ok(Answer::No),
                Found::Assignment => {}
            }
            let (chosen, literals) = self.search.chosen(self.formula);
            let replayed = self.search.unfolded.simulation.replay(&chosen)?;
            if let Some(execution) = &replayed
                && execution.is_allowed
                && execution.is_counted
                && let Some(error) = &execution.fault
                && execution.pieces.is_none()
            {
                // Whatever was asked for: nothing is said of a test that goes wrong.
                return Err(error.clone().into());
            }
            if let Some(execution) = replayed
                && execution.is_allowed
                && execution.is_counted
                && is_wanted(&execution)
            {
                return Ok(Answer::Yes(Box::new(Witness { execution, reads_from: chosen.reads_from })));
            }
            self.refuted += 1;
            if self.refuted > MOST_REFUTED {
                return Ok(Answer::Unclear);
            }
            // Not this one again, for this question.
            self.formula.clause(literals.iter().chain([&question]).map(|&literal| !literal));
        }
    }

    /// A model that forbids whatever the program does says nothing about it.
    fn check_has_executions(&mut self, uncut: Lit) -> Result<(), Refusal> {
        match self.formula.solve(&[uncut]) {
            Found::Assignment => Ok(()),
            Found::Cancelled => Err(Refusal::Cancelled),
            Found::None => {
                let message = "there is no final state: the model allows no execution of this test";
                Err(RunError::from(Diagnostic::new(Severity::Error, "no-execution", message)).into())
            }
        }
    }
}
