//! The questions about an unrolled program: whether an execution has a violation, and whether one needs more turns of a loop.

use batsat::Lit;
use execution::{Action, EventStructure, ThreadPath};
use program::{IdVec, Index, ThreadId};
use relation::EventId;
use rustc_hash::FxHashMap;
use sim::Model;

use crate::accesses::address;
use crate::confirm::{Chosen, Found};
use crate::formula::{Formula, Found as Answer};
use crate::guards::{Guard, Guards};
use crate::lifetimes::{self, Late, LateAccess};
use crate::memory::{Ground, Memory};
use crate::numbers;
use crate::possible::{Analysis, Kind, Kinds};
use crate::progress::{self, Waiting};
use crate::search::encode_with;
use crate::skeleton::Skeleton;
use crate::unrolled::{InThread, ShownValue, Unrolled};
use crate::values::{Value, Values};
use crate::words::Conditional;
use crate::{Limits, Refusal, Statistics};

/// What an unrolled program comes to.
#[derive(Clone, Debug)]
pub enum ProgramVerdict {
    /// An execution has a violation.
    Violated(Box<ProgramExecution>),
    /// None has, and none needs more turns.
    Holds,
    /// None has, and none needs more turns, but none comes to its end either: threads wait for ever in each.
    NeverEnds,
    /// None has with as many turns; this cut is reached.
    HoldsSoFar(usize),
}

/// What is wrong with an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// The violation of this number.
    Violation(usize),
    /// This event accesses what is no memory.
    Outside(InThread),
    /// Threads wait for ever at the waits of these numbers, and no other one can go on.
    NoProgress(Vec<usize>),
    /// Memory is accessed that is no more.
    TooLate {
        /// The access.
        access: InThread,
        /// The write with which the memory ended.
        end: InThread,
    },
}

/// An event of an execution.
#[derive(Clone, Debug)]
pub struct ProgramEvent {
    /// Which one.
    pub event: InThread,
    /// What it does.
    pub action: Action,
    /// Where, if it accesses memory.
    pub address: Option<ShownValue>,
    /// What it reads, if it does.
    pub read: Option<ShownValue>,
    /// What it writes, if it does.
    pub written: Option<ShownValue>,
    /// What it reads from: an event of a thread; none where that is an initial value, or where it does not read.
    pub from: Option<InThread>,
}

/// An execution of a program that has a violation.
#[derive(Clone, Debug)]
pub struct ProgramExecution {
    /// What is wrong.
    pub wrong: Wrong,
    /// Its events, thread by thread.
    pub events: Vec<ProgramEvent>,
    /// Whether the evaluator of models has said that the model allows it; else it could not be asked.
    pub is_confirmed: bool,
}

/// What was found, and with how much work.
#[derive(Clone, Debug)]
pub struct ProgramReport {
    /// The verdict.
    pub verdict: ProgramVerdict,
    /// Whether executions were looked for that make no progress: the model has an order of all writes to a place.
    pub looks_for_progress: bool,
    /// Whether writes to memory that is no more were looked for: as above. Reads are always.
    pub looks_for_late_writes: bool,
    /// Flags of the model that some execution raises.
    pub flags: Vec<String>,
    /// How much was done.
    pub statistics: Statistics,
}

/// Says whether an execution that the model allows has a violation.
///
/// # Errors
/// When the model cannot be encoded, when it allows no execution, when accesses overlap without being the same, when the bits of an address matter, or a limit is reached.
pub fn check(unrolled: &Unrolled, model: &Model, limits: &Limits<'_>) -> Result<ProgramReport, Refusal> {
    check_before(unrolled, model, model, limits)
}

/// The same, but that the evaluator is asked about another model: whether an execution with a violation that the one model allows is one of the other, too.
///
/// # Errors
/// As of [`check`]; [`Refusal::NotConfirmed`] where the referee does not allow the execution that was found.
pub fn check_before(
    unrolled: &Unrolled,
    model: &Model,
    referee: &Model,
    limits: &Limits<'_>,
) -> Result<ProgramReport, Refusal> {
    let mut x = unrolled.expressions.clone();
    let threads: IdVec<ThreadId, &ThreadPath> = unrolled.threads.iter().collect::<Vec<_>>().into();
    let all = execution::Limits { events: usize::MAX, ..execution::Limits::default() };
    let structure = EventStructure::new(&unrolled.program, threads, &mut x, &all).map_err(sim::RunError::from)?;
    let kinds = Kinds::new(&unrolled.program)?;
    let compiled = model.compiled(structure.known_cells.is_some());
    let plan =
        compiled.map_err(|outside| Refusal::Model { span: outside.span, reason: outside.reason.clone() })?.plan();
    let mut formula = Formula::new(limits.cancelled);
    let mut values = Values::new(Analysis::new(&kinds, &structure, &x, unrolled.symbols, &unrolled.free), &x);
    let mut literals = GuardLiterals { guards: &unrolled.guards, known: FxHashMap::default(), unclear: Vec::new() };
    let initial = structure.universe() - unrolled.threads.iter().map(|thread| thread.events.len()).sum::<usize>();
    let skeleton = Skeleton::of_guards(&mut formula, unrolled, initial, &mut |formula, guard| {
        literals.literal(formula, &mut values, guard)
    });
    let conditional = conditions(unrolled, &skeleton, &mut |guard| literals.literal(&mut formula, &mut values, guard));
    let violations = literals.of_each(&mut formula, &mut values, &unrolled.violations);
    let cuts = literals.of_each(&mut formula, &mut values, &unrolled.cuts);
    literals.require(&mut formula, &mut values, &unrolled.required);
    let ended = literals.literal(&mut formula, &mut values, unrolled.ended);
    let (waits, spans) = waiting(unrolled, &skeleton, &mut |guard| literals.literal(&mut formula, &mut values, guard));
    let unclear = std::mem::take(&mut literals.unclear);
    let mut ground =
        Ground { formula: &mut formula, values: &mut values, structure: &structure, x: &x, skeleton: &skeleton };
    let mut memory = Memory::new(&mut ground, &[]);
    let accesses = Accesses::new(&mut ground, &memory);
    let (mut stuck, mut late) = (None, Late::default());
    let flags = encode_with(&mut ground, &mut memory, (plan, model), &conditional, limits, |encoder| {
        let order = progress::order(encoder, plan);
        stuck = order.map(|order| progress::stuck(encoder, plan, order, &waits));
        late = lifetimes::late(encoder, order, &unrolled.ends);
    })?;
    let progress = stuck.map(|stuck| no_progress(ground.formula, unrolled, &spans, (stuck, ended)));
    // Executions with such accesses are none that the formula describes: of them neither verdict may rest.
    let doubts = ground.formula.or_all(accesses.doubts.iter().copied().chain(unclear));
    let wrongs = Wrongs { violations, outside: accesses.outside, late: late.accesses };
    let mut questions = Questions {
        formula: &mut formula,
        values: &mut values,
        structure: &structure,
        skeleton: &skeleton,
        memory: &memory,
        kinds: &kinds,
        initial,
        shown: Shown { unrolled, model: referee, conditional: &conditional },
    };
    let looks_for_progress = progress.is_some();
    let verdict = questions.verdict(&wrongs, progress, &cuts, (doubts, ended))?;
    let raised = match verdict {
        ProgramVerdict::Violated(_) => Vec::new(),
        ProgramVerdict::Holds | ProgramVerdict::NeverEnds | ProgramVerdict::HoldsSoFar(_) => questions.flags(flags)?,
    };
    let statistics = statistics(&formula, &structure);
    Ok(ProgramReport { verdict, looks_for_progress, looks_for_late_writes: late.has_writes, flags: raised, statistics })
}

fn statistics(formula: &Formula<'_>, structure: &EventStructure<'_>) -> Statistics {
    let (variables, clauses) = formula.size();
    Statistics { events: structure.universe(), variables, clauses, conflicts: formula.conflicts(), refuted: 0 }
}

/// When the pairs are there that are there only sometimes.
fn conditions(unrolled: &Unrolled, skeleton: &Skeleton, literal: &mut dyn FnMut(Guard) -> Lit) -> Conditional {
    let mut conditional = Conditional::default();
    for pair in &unrolled.conditional {
        let [a, b] = [pair.ends.0, pair.ends.1].map(|at| EventId::new(skeleton.first[pair.thread] + at as usize));
        conditional.insert((pair.dependency.name(), a, b), literal(pair.when));
    }
    conditional
}

/// Where threads wait, and when each of them is there and ends.
fn waiting(
    unrolled: &Unrolled,
    skeleton: &Skeleton,
    literal: &mut dyn FnMut(Guard) -> Lit,
) -> (Vec<Waiting>, Vec<(Lit, Lit)>) {
    let mut waits = Vec::new();
    for wait in &unrolled.waits {
        let event = |&at: &u32| EventId::new(skeleton.first[wait.thread] + at as usize);
        let (reads, writes) = (wait.reads.iter().map(event).collect(), wait.writes.iter().map(event).collect());
        waits.push(Waiting { when: literal(wait.when), reads, writes });
    }
    let spans = unrolled.spans.iter().map(|of| (literal(of.started), literal(of.ended))).collect();
    (waits, spans)
}

/// Executions that make no progress.
struct NoProgress {
    /// Whether the execution is one.
    is_there: Lit,
    /// By wait whether a thread waits there for ever.
    stuck: Vec<Lit>,
}

/// Some thread waits for ever, each one that was started has ended or waits for ever, and the program has not ended. Its first thread is `main`.
fn no_progress(
    formula: &mut Formula<'_>,
    unrolled: &Unrolled,
    spans: &[(Lit, Lit)],
    (stuck, ended): (Vec<Lit>, Lit),
) -> NoProgress {
    let mut conditions = vec![!ended];
    for (number, &(started, ends)) in spans.iter().enumerate() {
        let own = unrolled.waits.iter().zip(&stuck).filter(|(wait, _)| wait.thread.index() == number);
        let own: Vec<Lit> = own.map(|(_, &literal)| literal).collect();
        // A thread that was cut has neither ended nor waits: of such an execution it is not known how it goes on.
        conditions.push(formula.or_all(own.into_iter().chain([!started, ends])));
    }
    conditions.push(formula.or_all(stuck.iter().copied()));
    NoProgress { is_there: formula.and_all(conditions), stuck }
}

/// Conditions as literals.
struct GuardLiterals<'g> {
    guards: &'g Guards,
    known: FxHashMap<Guard, Lit>,
    /// Where a decision depends on the bits of an address.
    unclear: Vec<Lit>,
}

impl GuardLiterals<'_> {
    fn of_each(&mut self, formula: &mut Formula<'_>, values: &mut Values<'_>, guards: &[Guard]) -> Vec<Lit> {
        guards.iter().map(|&guard| self.literal(formula, values, guard)).collect()
    }

    fn require(&mut self, formula: &mut Formula<'_>, values: &mut Values<'_>, guards: &[Guard]) {
        for literal in self.of_each(formula, values, guards) {
            formula.require(literal);
        }
    }

    fn literal(&mut self, formula: &mut Formula<'_>, values: &mut Values<'_>, guard: Guard) -> Lit {
        let Some(parts) = self.guards.parts(guard) else { return formula.constant(guard == Guard::ALWAYS) };
        if let Some(&known) = self.known.get(&guard) {
            return known;
        }
        let bit = values.of(formula, self.guards.decisions[parts.decision]);
        if formula.known(bit.is_unclear) != Some(false) {
            self.unclear.push(bit.is_unclear);
        }
        let then = self.literal(formula, values, parts.then);
        let otherwise = self.literal(formula, values, parts.otherwise);
        let literal = formula.choose(bit.bits[0], then, otherwise);
        // Guards are decision diagrams whose nodes are shared: without this, their paths would be counted.
        self.known.insert(guard, literal);
        literal
    }
}

/// What may be wrong with an execution, each with when it is.
struct Wrongs {
    /// By the number of the violation.
    violations: Vec<Lit>,
    outside: Vec<(EventId, Lit)>,
    late: Vec<(LateAccess, Lit)>,
}

impl Wrongs {
    fn all(&self) -> impl Iterator<Item = Lit> + '_ {
        let outside = self.outside.iter().map(|&(_, literal)| literal);
        let late = self.late.iter().map(|&(_, literal)| literal);
        self.violations.iter().copied().chain(outside).chain(late)
    }
}

/// What may be wrong with accesses.
struct Accesses {
    /// The events that access what is no memory, with when they do.
    outside: Vec<(EventId, Lit)>,
    /// When an access is of a kind that the formula does not have: it overlaps another one without being the same, or its address depends on the bits of an address.
    doubts: Vec<Lit>,
}

impl Accesses {
    fn new(ground: &mut Ground<'_, '_, '_>, memory: &Memory) -> Accesses {
        let mut accesses = Accesses { outside: Vec::new(), doubts: Vec::new() };
        for &(event, nowhere) in &memory.nowhere {
            let inside = is_inside(ground, event);
            accesses.outside.push((event, ground.formula.and(nowhere, !inside)));
            accesses.doubts.push(ground.formula.and(nowhere, inside));
        }
        for event in ground.structure.events.ids() {
            if let Some(address) = address(&ground.structure.events[event]) {
                let value = ground.values.of(ground.formula, address);
                accesses.doubts.push(ground.formula.and(ground.skeleton.happens[event], value.is_unclear));
            }
        }
        accesses.overlaps(ground, memory);
        accesses
    }

    /// Two accesses that have some bytes in common, and not all.
    fn overlaps(&mut self, ground: &mut Ground<'_, '_, '_>, memory: &Memory) {
        let structure = ground.structure;
        let size = |event: EventId| match structure.events[event].action {
            Action::InitialWrite { value, .. } => Some(ground.x.width(value)),
            _ => structure.size(ground.x, &structure.events[event]),
        };
        let mut at: Vec<(execution::Cell, EventId, i64)> = Vec::new();
        for event in structure.events.ids() {
            let Some(bits) = size(event) else { continue };
            // Zeros that were there first are zeros in whatever pieces they are read.
            let is_zero = matches!(structure.events[event].action,
                Action::InitialWrite { value, .. } if ground.x.as_constant(value) == Some(0));
            if !is_zero {
                at.extend(memory.cells[event.index()].iter().map(|&cell| (cell, event, i64::from(bits / 8))));
            }
        }
        at.sort_unstable_by_key(|&(cell, event, _)| (cell, event));
        for (number, &(cell, event, bytes)) in at.iter().enumerate() {
            let end = structure.offset(cell) + bytes;
            for &(other_cell, other, other_bytes) in &at[number + 1..] {
                // Sorted by cell: behind the first access that begins after the end there is no overlap.
                if other_cell.location != cell.location || structure.offset(other_cell) >= end {
                    break;
                }
                let is_same = other_cell == cell && other_bytes == bytes;
                let is_narrow_read =
                    other_cell == cell && self.is_initial_low(structure, (event, bytes), (other, other_bytes));
                if is_same || is_narrow_read || other == event || !ground.skeleton.together.contains(event, other) {
                    continue;
                }
                let (first, second) = (ground.is_at(event, cell), ground.is_at(other, other_cell));
                self.doubts.push(ground.formula.and(first, second));
            }
        }
    }

    /// Whether one of them is an initial value, whose low bytes the other one accesses: if all accesses there are as narrow, that is what is there.
    fn is_initial_low(&self, structure: &EventStructure<'_>, one: (EventId, i64), other: (EventId, i64)) -> bool {
        let is_initial = |event: EventId| structure.events[event].thread.is_none();
        is_initial(one.0) && other.1 <= one.1 || is_initial(other.0) && one.1 <= other.1
    }
}

/// Whether an access lies within some location.
fn is_inside(ground: &mut Ground<'_, '_, '_>, event: EventId) -> Lit {
    let structure = ground.structure;
    let no = ground.formula.no();
    let (Some(address), Some(bits)) =
        (address(&structure.events[event]), structure.size(ground.x, &structure.events[event]))
    else {
        return no;
    };
    let possible = ground.values.analysis.of(address);
    let kinds = ground.values.analysis.kinds;
    let value = ground.values.of(ground.formula, address);
    let mut ways = Vec::new();
    for kind in possible.all_kinds() {
        let Some(location) = kinds.as_location(kind) else { continue };
        let bytes = structure.program.locations[location].cell_bytes() * i64::from(structure.cells_of(location));
        // The access is larger than the location.
        let Some(last) = u128::try_from(bytes - i64::from(bits / 8)).ok() else { continue };
        let wanted = ground.values.of_kind(ground.formula, kind);
        let is_of_kind = numbers::equal(ground.formula, &value.kind, &wanted);
        let last = numbers::constant(ground.formula, last, value.bits.len());
        let is_behind = numbers::less(ground.formula, &last, &value.bits);
        ways.push(ground.formula.and(is_of_kind, !is_behind));
    }
    ground.formula.or_all(ways)
}

/// What an execution that is found is shown to.
struct Shown<'q> {
    unrolled: &'q Unrolled,
    model: &'q Model,
    conditional: &'q Conditional,
}

struct Questions<'q, 'a, 's> {
    formula: &'q mut Formula<'a>,
    values: &'q mut Values<'s>,
    structure: &'s EventStructure<'s>,
    skeleton: &'q Skeleton,
    memory: &'q Memory,
    kinds: &'q Kinds,
    initial: usize,
    shown: Shown<'q>,
}

impl Questions<'_, '_, '_> {
    fn is_there(&mut self, assumed: &[Lit]) -> Result<bool, Refusal> {
        match self.formula.solve(assumed) {
            Answer::Assignment => Ok(true),
            Answer::None => Ok(false),
            Answer::Cancelled => Err(Refusal::Cancelled),
        }
    }

    fn verdict(
        &mut self,
        wrongs: &Wrongs,
        progress: Option<NoProgress>,
        cuts: &[Lit],
        (doubts, ended): (Lit, Lit),
    ) -> Result<ProgramVerdict, Refusal> {
        let wrong = self.formula.or_all(wrongs.all());
        // A violation without doubts is one, whatever else there is; that there is none is known only without doubts.
        if self.is_there(&[wrong, !doubts])? {
            let wrong = self.which(wrongs).ok_or(Refusal::NotConfirmed)?;
            let execution = self.confirmed(wrong)?;
            return Ok(ProgramVerdict::Violated(Box::new(execution)));
        }
        if self.is_there(&[doubts])? {
            return Err(Refusal::AddressBits);
        }
        if let Some(progress) = progress
            && self.formula.known(progress.is_there) != Some(false)
            && self.is_there(&[progress.is_there])?
        {
            let waits = progress.stuck.iter().enumerate().filter(|&(_, &literal)| self.formula.value(literal));
            let execution = self.confirmed(Wrong::NoProgress(waits.map(|(number, _)| number).collect()))?;
            return Ok(ProgramVerdict::Violated(Box::new(execution)));
        }
        let cut = self.formula.or_all(cuts.iter().copied());
        // After violations: a violation within the bound is one of the program.
        if self.is_there(&[cut])? {
            let number = cuts.iter().position(|&literal| self.formula.value(literal)).unwrap_or_default();
            return Ok(ProgramVerdict::HoldsSoFar(number));
        }
        // A formula without any execution makes everything hold: more likely the model, or its encoding, refuses them all.
        if !self.is_there(&[])? {
            return Err(Refusal::NoExecution);
        }
        if !self.is_there(&[ended])? {
            return Ok(ProgramVerdict::NeverEnds);
        }
        Ok(ProgramVerdict::Holds)
    }

    /// What is wrong with the execution that was found last.
    fn which(&self, wrongs: &Wrongs) -> Option<Wrong> {
        let is_there = |literal: Lit| self.formula.value(literal);
        if let Some(number) = wrongs.violations.iter().position(|&literal| is_there(literal)) {
            return Some(Wrong::Violation(number));
        }
        if let Some(&(event, _)) = wrongs.outside.iter().find(|&&(_, literal)| is_there(literal)) {
            return Some(Wrong::Outside(self.in_thread(event)));
        }
        let &(LateAccess { access, end }, _) = wrongs.late.iter().find(|&&(_, literal)| is_there(literal))?;
        Some(Wrong::TooLate { access: self.in_thread(access), end: self.in_thread(end) })
    }

    fn flags(&mut self, flags: Vec<(String, Lit)>) -> Result<Vec<String>, Refusal> {
        let mut raised = Vec::new();
        for (name, literal) in flags {
            if !raised.contains(&name) && self.is_there(&[literal])? {
                raised.push(name);
            }
        }
        raised.sort();
        Ok(raised)
    }

    fn in_thread(&self, event: EventId) -> InThread {
        let thread = self.structure.events[event].thread.unwrap_or(ThreadId::new(0));
        (thread, (event.index() - self.skeleton.first[thread]) as u32)
    }

    /// The execution that was found last, after the evaluator of models was asked about it.
    fn confirmed(&mut self, wrong: Wrong) -> Result<ProgramExecution, Refusal> {
        // Read from the assignment before anything else is solved.
        let execution = self.execution(wrong);
        let event = |of: InThread| self.skeleton.event(of);
        let mut from = FxHashMap::default();
        for (&(write, read), &literal) in &self.memory.reads_from {
            if self.formula.value(literal) {
                from.insert(read, write);
            }
        }
        let events = execution.events.iter().map(|found| Chosen {
            event: event(found.event),
            address: found.address,
            value: found.written.or(found.read),
            from: from.get(&event(found.event)).copied(),
        });
        let found = Found {
            unrolled: self.shown.unrolled,
            initial: self.initial,
            first: &self.skeleton.first,
            events: events.collect(),
        };
        let mut holds = |dependency: crate::unrolled::Dependency, a: EventId, b: EventId| {
            let when = self.shown.conditional.get(&(dependency.name(), a, b));
            when.is_none_or(|&when| self.formula.value(when))
        };
        match found.is_allowed(self.shown.model, &mut holds)? {
            Some(false) => Err(Refusal::NotConfirmed),
            // Where it cannot be asked, the formula is believed, which the tests hold to the simulator.
            None => Ok(execution),
            Some(true) => Ok(ProgramExecution { is_confirmed: true, ..execution }),
        }
    }

    /// The execution that was found last.
    fn execution(&mut self, wrong: Wrong) -> ProgramExecution {
        let mut from = FxHashMap::default();
        for (&(write, read), &literal) in &self.memory.reads_from {
            if self.formula.value(literal) {
                from.insert(read, write);
            }
        }
        let mut events = Vec::new();
        for (event, description) in self.structure.events.iter_enumerated().skip(self.initial) {
            if !self.formula.value(self.skeleton.happens[event]) {
                continue;
            }
            let (read, written) = match description.action {
                Action::Read { symbol, width, .. } => (Some(self.values.symbol(self.formula, symbol, width)), None),
                Action::Write { value, .. } => (None, Some(self.values.of(self.formula, value))),
                Action::ReadModifyWrite { symbol, width, value, .. } => {
                    (Some(self.values.symbol(self.formula, symbol, width)), Some(self.values.of(self.formula, value)))
                }
                _ => (None, None),
            };
            let address = address(description).map(|address| self.values.of(self.formula, address));
            let [address, read, written] = [address, read, written].map(|value| value.map(|value| self.shown(&value)));
            let source = from.get(&event).filter(|write| write.index() >= self.initial);
            events.push(ProgramEvent {
                event: self.in_thread(event),
                action: description.action,
                address,
                read,
                written,
                from: source.map(|&write| self.in_thread(write)),
            });
        }
        ProgramExecution { wrong, events, is_confirmed: false }
    }

    fn shown(&self, value: &Value) -> ShownValue {
        let number = |bits: &[Lit]| {
            bits.iter().enumerate().fold(0u128, |sum, (at, &bit)| sum | u128::from(self.formula.value(bit)) << at)
        };
        let (kind, bits) = (Kind(number(&value.kind) as u32), number(&value.bits));
        match self.kinds.as_location(kind) {
            Some(location) => ShownValue::Address(location, bits as i64),
            None => ShownValue::Number(bits),
        }
    }
}
