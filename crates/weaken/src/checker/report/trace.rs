//! A violation reported in terms of the program: what happened in which order, and what was delayed past what.

use std::collections::{BTreeMap, BTreeSet};

use cprog::ir::{Program, Type};
use relation::Index;

use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::compute::signed;
use crate::checker::code::{Code, Step, StepId};
use crate::checker::state::happens_before::{DataRace, Kind};
use crate::checker::state::{Range, State};
use crate::checker::transition::event::{Action, Event, Origin};
use crate::checker::transition::machine::Fault;

/// What is wrong with an execution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViolationKind {
    /// An assertion fails, at this place.
    Assertion(Option<String>),
    /// An access to what is no object: the address in words, and the place.
    Address(String, Option<String>),
    /// An access to an object that is no more.
    Freed {
        /// Its number among those that are allocated, and what it was: `memory allocated in f`.
        object: (usize, String),
        /// Where the access is.
        place: Option<String>,
        /// Where the object came from.
        allocated: Option<String>,
        /// Where it was given back, where an execution shows it; local variables are when their function returns.
        freed: Option<String>,
    },
    /// Something is given back that was not allocated, or no more.
    Free(String, Option<String>),
    /// A division by zero.
    Division(Option<String>),
    /// A shift by as many bits as there are, or more.
    Shift(Option<String>),
    /// Signed arithmetic whose result is no number of its type: the arithmetic, and the place.
    Overflow(String, Option<String>),
    /// A read of what was never written: its name, unless it is a local variable that has no address.
    Uninitialised(Option<String>, Option<String>),
    /// A lock is used that was never initialised.
    NotInitialised(String, Option<String>),
    /// A data race.
    Race {
        /// The memory: `x`.
        what: String,
        /// The access that came first: `thread 1 writes it at a.c:5:3`.
        first: String,
        /// The other one.
        second: String,
    },
    /// A lock is given back by a thread that does not hold it: its name, and the place.
    NotHeld(String, Option<String>),
    /// A lock is taken, or destroyed, that is no more.
    Destroyed(String, Option<String>),
    /// A lock is made or destroyed while a thread holds it.
    Held {
        /// Its name.
        lock: String,
        /// Whether it is destroyed.
        is_destroyed: bool,
        /// Where.
        place: Option<String>,
    },
    /// A function of the library is not called as it asks to be: what is wrong, and where.
    Misuse(&'static str, Option<String>),
    /// So many allocated objects are not given back at the end, and where that is.
    Leak(usize, Option<String>),
    /// A call of what is no function.
    NotCode(Option<String>),
    /// All threads wait for each other, at these places.
    Deadlock(Vec<String>),
    /// Threads spin for ever.
    NoProgress {
        /// What each of them does: `thread 1 reads go = 0 at hang.c:6:34`.
        spins: Vec<String>,
        /// Where others wait meanwhile: `thread 0 at hang.c:7:80`.
        waits: Vec<String>,
    },
}

impl ViolationKind {
    pub(crate) fn of_fault(fault: Fault, place: Option<String>, program: &Program, code: &Code) -> ViolationKind {
        match fault {
            Fault::Assertion => ViolationKind::Assertion(place),
            Fault::Address(at) => ViolationKind::Address(value(at, 8, program, code), place),
            Fault::Late(at, step) => ViolationKind::Address(value(at, 8, program, code), place_of(step, program, code)),
            Fault::Free(at) => ViolationKind::Free(value(at, 8, program, code), place),
            Fault::Division => ViolationKind::Division(place),
            Fault::Shift => ViolationKind::Shift(place),
            Fault::Overflow { operator, operands: [left, right], bits } => {
                ViolationKind::Overflow(format!("{left} {operator} {right} is no signed number of {bits} bits"), place)
            }
            Fault::NotHeld(at) => ViolationKind::NotHeld(value(at, 8, program, code), place),
            Fault::Destroyed(at) => ViolationKind::Destroyed(value(at, 8, program, code), place),
            Fault::Held { lock, is_destroyed } => {
                ViolationKind::Held { lock: value(lock, 8, program, code), is_destroyed, place }
            }
            Fault::Asked(asked) => ViolationKind::Misuse(asked.otherwise(), place),
            Fault::Leak(objects) => ViolationKind::Leak(objects, place),
            Fault::NotCode(_) => ViolationKind::NotCode(place),
            Fault::Unwritten(at) => {
                ViolationKind::Uninitialised(Some(name(at, code).unwrap_or_else(|| format!("{at:#x}"))), place)
            }
            Fault::Undefined => ViolationKind::Uninitialised(None, place),
            Fault::NotInitialised(at) => ViolationKind::NotInitialised(value(at, 8, program, code), place),
            Fault::Race(race) => race_kind(&race, program, code),
        }
    }

    /// What it is in a list of all: an execution, and not a violation, has a place where an object was given back.
    pub(crate) fn in_list(&self) -> ViolationKind {
        let mut kind = self.clone();
        if let ViolationKind::Freed { freed, .. } = &mut kind {
            *freed = None;
        }
        kind
    }
}

/// An access to an object that was there and is no more, if a fault is one.
pub(crate) fn freed(
    fault: Fault,
    state: &State,
    place: Option<String>,
    program: &Program,
    code: &Code,
) -> Option<ViolationKind> {
    let described = |step: StepId| place_of(step, program, code);
    // What comes too late is the access of another thread: here is where the object is given back.
    let (at, place, freed) = match fault {
        Fault::Address(at) => (at, place, None),
        Fault::Late(at, step) => (at, described(step), place),
        _ => return None,
    };
    let is_late = matches!(fault, Fault::Late(..));
    let number = (address::split(at)?.0.0 as usize).checked_sub(code.statics.len())?;
    let object = state.objects.get(number).filter(|object| is_late || !object.is_live)?;
    let is_origin = |step: &Step| matches!(step, Step::Allocate { class, .. } if *class == object.class);
    let origin = code.steps.iter_enumerated().find(|(_, step)| is_origin(step)).map(|(step, _)| step);
    Some(ViolationKind::Freed {
        object: (number, code.classes[object.class].clone()),
        place,
        allocated: origin.and_then(described),
        freed,
    })
}

/// Where a step stands in the source.
fn place_of(step: StepId, program: &Program, code: &Code) -> Option<String> {
    code.places.get(step).copied().flatten().map(|place| program.describe(place).to_string())
}

/// A data race in words.
fn race_kind(race: &DataRace, program: &Program, code: &Code) -> ViolationKind {
    let access = |thread: u8, kind: Kind, step: StepId| {
        let place = code.places.get(step).copied().flatten();
        let in_function = || format!(" in {}", program.functions[code.functions[step]].source_name);
        let place = place.map_or_else(in_function, |place| format!(" at {}", program.describe(place)));
        let what = match (&code.steps[step], kind.writes) {
            (Step::Free { .. }, _) => "frees its object",
            (_, true) => "writes it",
            (_, false) => "reads it",
        };
        let atomic = if kind.is_atomic { " atomically" } else { "" };
        format!("thread {thread} {what}{atomic}{place}")
    };
    ViolationKind::Race {
        what: name(race.address, code).unwrap_or_else(|| format!("{:#x}", race.address)),
        first: access(race.other.thread, race.other.kind, race.other.step),
        second: access(race.thread, race.kind, race.step),
    }
}

impl ViolationKind {
    /// What is wrong where C leaves undefined what happens, and where.
    fn of_undefined_behaviour(&self) -> (String, Option<&str>) {
        match self {
            ViolationKind::Division(place) => {
                ("a division by zero, or of the least number by -1".to_owned(), place.as_deref())
            }
            ViolationKind::Shift(place) => {
                ("a shift by as many bits as there are, or more".to_owned(), place.as_deref())
            }
            ViolationKind::Overflow(what, place) => (format!("an overflow: {what}"), place.as_deref()),
            ViolationKind::NotHeld(lock, place) => {
                (format!("{lock} is given back by a thread that does not hold it"), place.as_deref())
            }
            ViolationKind::Destroyed(lock, place) => {
                (format!("the lock {lock} is used after it was destroyed"), place.as_deref())
            }
            ViolationKind::Held { lock, is_destroyed, place } => {
                let what = if *is_destroyed { "destroyed" } else { "initialised" };
                (format!("the lock {lock} is {what} while a thread holds it"), place.as_deref())
            }
            ViolationKind::Misuse(what, place) => ((*what).to_owned(), place.as_deref()),
            ViolationKind::Leak(1, place) => {
                ("a leak: an allocated object is not given back".to_owned(), place.as_deref())
            }
            ViolationKind::Leak(objects, place) => {
                (format!("a leak: {objects} allocated objects are not given back"), place.as_deref())
            }
            ViolationKind::NotCode(place) => ("a call of what is no function".to_owned(), place.as_deref()),
            ViolationKind::Uninitialised(Some(what), place) => {
                (format!("a read of {what}, which was never written"), place.as_deref())
            }
            ViolationKind::Uninitialised(None, place) => {
                ("a local variable is used that was never written".to_owned(), place.as_deref())
            }
            ViolationKind::NotInitialised(lock, place) => {
                (format!("the lock {lock} is used and was never initialised"), place.as_deref())
            }
            other => (format!("{other:?}"), None),
        }
    }
}

impl std::fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (what, place) = match self {
            ViolationKind::Assertion(place) => ("an assertion fails".to_owned(), place.as_deref()),
            ViolationKind::Address(address, place) => {
                (format!("an access to {address}, which is in no object"), place.as_deref())
            }
            ViolationKind::Freed { object: (number, what), place, allocated, freed } => {
                let at = |place: &Option<String>| place.as_ref().map(|at| format!(" at {at}")).unwrap_or_default();
                let freed = match freed {
                    Some(freed) => format!("was given back at {freed}"),
                    None => "is no more".to_owned(),
                };
                (format!("an access to object {number}, {what}{}, which {freed}", at(allocated)), place.as_deref())
            }
            ViolationKind::Free(address, place) => {
                (format!("{address} is given back, which is no allocated object"), place.as_deref())
            }
            ViolationKind::Race { what, first, second } => {
                return write!(f, "a data race on {what}: {first}, {second}, and nothing orders the two");
            }
            ViolationKind::Deadlock(places) => {
                return write!(f, "a deadlock: threads wait at {}", places.join(", "));
            }
            ViolationKind::NoProgress { spins, waits } => {
                write!(
                    f,
                    "no progress: {}",
                    if spins.is_empty() {
                        "a loop has no end".to_owned()
                    } else {
                        format!("for ever, {}", spins.join("; "))
                    }
                )?;
                return if waits.is_empty() { Ok(()) } else { write!(f, "; waiting: {}", waits.join(", ")) };
            }
            other => other.of_undefined_behaviour(),
        };
        match place {
            Some(place) => write!(f, "{place}: {what}"),
            None => f.write_str(&what),
        }
    }
}

/// A step of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// Whose step: 0 is the thread of `main`, others count in the order of their starts.
    pub thread: usize,
    /// The function.
    pub function: String,
    /// Where in the source: `file:line:column`.
    pub place: Option<String>,
    /// What happens: `reads x = 0`.
    pub what: String,
}

/// An access that took effect after a later one of its thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayPair {
    /// The thread.
    pub thread: usize,
    /// The access that was delayed: `the write of x (sb.c:5:3)`.
    pub delayed: String,
    /// The later access that took effect first.
    pub past: String,
}

/// A wrong execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What is wrong with it.
    pub kind: ViolationKind,
    /// How it comes about.
    pub steps: Vec<TraceStep>,
    /// What was delayed past what.
    pub delays: Vec<DelayPair>,
}

/// An access of a thread, in program order.
struct Done {
    event: Event,
    is_write: bool,
    range: Range,
    has_effect: bool,
}

/// The violation at the end of what happened.
pub(crate) fn violation(program: &Program, code: &Code, events: &[Event], mut kind: ViolationKind) -> Violation {
    if let ViolationKind::Freed { object: (number, _), freed, .. } = &mut kind {
        let object = ObjectNumber((code.statics.len() + *number) as u32);
        let is_it = |event: &&Event| matches!(event.action, Action::Frees(at) if at == address::address(object, 0));
        let place = || events.iter().rev().find(is_it).and_then(|event| place_of(event.step, program, code));
        *freed = freed.take().or_else(place);
    }
    let describer = Describer { program, code, shared: shared(code, events) };
    let mut threads: Vec<Vec<Done>> = Vec::new();
    let mut delays = Vec::new();
    for event in events.iter().filter(|event| !code.hidden.contains(&event.step)) {
        if threads.len() <= event.thread {
            threads.resize_with(event.thread + 1, Vec::new);
        }
        let done = &mut threads[event.thread];
        let mut add = |range: Range, is_write: bool, has_effect: bool| {
            done.push(Done { event: *event, is_write, range, has_effect });
        };
        match event.action {
            Action::Reads { range, from: Origin::Memory, .. } => add(range, false, true),
            Action::Enters { range, .. } => add(range, true, false),
            Action::Delays { range } => add(range, false, false),
            // A read-modify-write that was delayed was noted as it was entered; any other takes effect where it stands.
            Action::Updates { range, .. } => match find(done, event.step, range) {
                Some(index) => describer.take(done, index, &mut delays),
                None => done.push(Done { event: *event, is_write: true, range, has_effect: true }),
            },
            Action::Effect { range, .. } | Action::Confirms { range, .. } => {
                if let Some(index) = find(done, event.step, range) {
                    describer.take(done, index, &mut delays);
                }
            }
            Action::Reads { from: Origin::OwnWrite | Origin::Settled, .. }
            | Action::Writes { .. }
            | Action::Chooses(_)
            | Action::Starts(_)
            | Action::Begins(_)
            | Action::Joins(_)
            | Action::Locks
            | Action::FindsLocked
            | Action::Unlocks
            | Action::Frees(_) => {}
        }
    }
    // What has not taken effect when things go wrong is delayed past all that has.
    for done in &mut threads {
        for index in 0..done.len() {
            if !done[index].has_effect {
                describer.take(done, index, &mut delays);
                done[index].has_effect = false;
            }
        }
    }
    delays.dedup();
    let steps = events.iter().filter_map(|event| describer.step(event)).collect();
    Violation { kind, steps, delays }
}

fn find(done: &[Done], step: StepId, range: Range) -> Option<usize> {
    done.iter().position(|one| !one.has_effect && one.event.step == step && one.range == range)
}

/// The global variables that several threads access, one of which writes: an execution is shown with these accesses, also where the program orders them.
fn shared(code: &Code, events: &[Event]) -> BTreeSet<u32> {
    let mut accesses: BTreeMap<u32, (BTreeSet<usize>, bool)> = BTreeMap::new();
    for event in events.iter().filter(|event| !code.hidden.contains(&event.step)) {
        let (range, writes) = match event.action {
            Action::Reads { range, .. } | Action::Updates { range, new: None, .. } => (range, false),
            Action::Writes { range, .. } | Action::Enters { range, .. } | Action::Updates { range, .. } => {
                (range, true)
            }
            _ => continue,
        };
        let object = address::split(range.address).map(|(object, _)| object.0);
        if let Some(object) = object.filter(|object| (*object as usize) < code.statics.len()) {
            let (threads, is_written) = accesses.entry(object).or_default();
            threads.insert(event.thread);
            *is_written |= writes;
        }
    }
    let is_shared = |(object, (threads, is_written)): (u32, (BTreeSet<usize>, bool))| {
        (threads.len() > 1 && is_written).then_some(object)
    };
    accesses.into_iter().filter_map(is_shared).collect()
}

struct Describer<'a> {
    program: &'a Program,
    code: &'a Code,
    /// The global variables whose accesses are shown although they are not interleaved.
    shared: BTreeSet<u32>,
}

impl Describer<'_> {
    /// The access at `index` takes effect: what is later in program order and has is what it was delayed past.
    fn take(&self, done: &mut [Done], index: usize, delays: &mut Vec<DelayPair>) {
        done[index].has_effect = true;
        // Accesses of one location are in order: a delay past one of these shows nothing.
        let later = done[index + 1..].iter().find(|later| later.has_effect && later.range != done[index].range);
        if let Some(later) = later {
            let pair = DelayPair {
                thread: done[index].event.thread,
                delayed: self.access(&done[index]),
                past: self.access(later),
            };
            if !delays.contains(&pair) {
                delays.push(pair);
            }
        }
    }

    fn access(&self, done: &Done) -> String {
        let what = if done.is_write { "write" } else { "read" };
        let place = self.place(done.event.step).map(|place| format!(" ({place})")).unwrap_or_default();
        format!("the {what} of {}{place}", self.name(done.range))
    }

    fn place(&self, step: StepId) -> Option<String> {
        place_of(step, self.program, self.code)
    }

    fn name(&self, range: Range) -> String {
        name(range.address, self.code).unwrap_or_else(|| format!("{:#x}", range.address))
    }

    fn is_shared(&self, range: Range) -> bool {
        address::split(range.address).is_some_and(|(object, _)| self.shared.contains(&object.0))
    }

    fn step(&self, event: &Event) -> Option<TraceStep> {
        let value = |range: Range, number: u64| value(number, range.bytes, self.program, self.code);
        if self.code.hidden.contains(&event.step) {
            return self.sleep(event).map(|what| self.trace_step(event, what));
        }
        let what = match event.action {
            // What is not interleaved is delayed past nothing.
            Action::Reads { range, from: Origin::Settled, .. } | Action::Writes { range, .. }
                if !self.is_shared(range) =>
            {
                return None;
            }
            Action::Reads { range, value: number, from: Origin::Settled } => {
                format!("reads {} = {}", self.name(range), value(range, number))
            }
            Action::Writes { range, value: number } => {
                format!("writes {} = {}", self.name(range), value(range, number))
            }
            Action::Reads { range, value: number, from: Origin::Memory } => {
                format!("reads {} = {}", self.name(range), value(range, number))
            }
            Action::Reads { range, value: number, from: Origin::OwnWrite } => {
                format!("reads {} = {} from its own delayed write", self.name(range), value(range, number))
            }
            Action::Enters { range, value: number } => {
                format!("writes {} = {}, on its way", self.name(range), value(range, number))
            }
            Action::Effect { range, value: number } => {
                format!("its write {} = {} takes effect", self.name(range), value(range, number))
            }
            Action::Delays { range } => format!("delays its read of {}", self.name(range)),
            Action::Confirms { range, value: number } => {
                format!("its delayed read takes effect: {} = {}", self.name(range), value(range, number))
            }
            Action::Updates { range, old, new: Some(new) } => {
                let (old, new) = (value(range, old), value(range, new));
                format!("changes {} from {old} to {new} in one step", self.name(range))
            }
            Action::Updates { range, old, new: None } => {
                format!("finds {} = {} and does not change it", self.name(range), value(range, old))
            }
            Action::Chooses(number) => format!("any value: {}", value(Range { address: 0, bytes: 8 }, number)),
            Action::Starts(thread) => format!("starts thread {thread}"),
            Action::Begins(thread) => format!("thread {thread} begins"),
            Action::Joins(thread) => format!("has waited for thread {thread}"),
            Action::Locks => "takes the lock".to_owned(),
            Action::FindsLocked => "finds the lock taken".to_owned(),
            Action::Unlocks => "gives the lock back".to_owned(),
            Action::Frees(at) => {
                format!("frees {}", name(at, self.code).unwrap_or_else(|| "memory".to_owned()))
            }
        };
        Some(self.trace_step(event, what))
    }

    fn trace_step(&self, event: &Event, what: String) -> TraceStep {
        let function = self.program.functions[self.code.functions[event.step]].source_name.clone();
        TraceStep { thread: event.thread, function, place: self.place(event.step), what }
    }

    /// Who sleeps at a condition variable, and who is woken.
    fn sleep(&self, event: &Event) -> Option<String> {
        let (Action::Writes { range, value: at } | Action::Effect { range, value: at }) = event.action else {
            return None;
        };
        let (_, offset) = address::split(range.address).filter(|(object, _)| Some(*object) == self.code.notes)?;
        match at {
            // A thread that does not sleep notes 0 for itself.
            0 if offset / 8 == event.thread as u64 => None,
            0 => Some(format!("wakes thread {}", offset / 8)),
            at => {
                Some(format!("sleeps until {} is signalled", name(at, self.code).unwrap_or_else(|| format!("{at:#x}"))))
            }
        }
    }
}

/// A cell with the value that it has: `latch[1] = 0`.
pub(crate) fn named_value(range: Range, number: u64, program: &Program, code: &Code) -> String {
    let name = name(range.address, code).unwrap_or_else(|| format!("{:#x}", range.address));
    format!("{name} = {}", value(number, range.bytes, program, code))
}

/// What an address is called: `x`, `latch[1]`, `queue+8`.
fn name(at: u64, code: &Code) -> Option<String> {
    let (object, offset) = address::split(at)?;
    let Some(of) = code.statics.get(object.0 as usize) else {
        let number = object.0 as usize - code.statics.len();
        let place = if offset == 0 { String::new() } else { format!("+{offset}") };
        return Some(format!("object {number}{place}"));
    };
    let mut text = code.classes[of.class].clone();
    let mut ty = &of.ty;
    let mut rest = offset;
    while let Type::Array { element, stride, length } = ty
        && *stride > 0
        && rest / stride < *length
    {
        text += &format!("[{}]", rest / stride);
        rest %= stride;
        ty = element;
    }
    if rest > 0 {
        text += &format!("+{rest}");
    }
    Some(text)
}

/// A number as the program would print it, or the name of what it points to.
fn value(number: u64, bytes: u8, program: &Program, code: &Code) -> String {
    if let Some(function) = address::function(number)
        && let Some(function) = program.functions.iter().nth(function.index())
    {
        return format!("&{}", function.source_name);
    }
    match name(number, code).filter(|_| bytes == 8) {
        Some(name) => format!("&{name}"),
        None if bytes == 8 && number == 0 => "0".to_owned(),
        None => signed(number, 8 * bytes).to_string(),
    }
}
