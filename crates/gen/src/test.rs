//! A cycle to the test whose condition asks for it.

use smallvec::SmallVec;

use crate::Generator;
use crate::architecture::DependsOn;
use crate::condition::{Condition, FinalPlace};
use crate::cycle::{AccessNumber, Cycle, Location};
use crate::edge::{Direction, Edge, EdgeKind};
use crate::emitter::{CodeStyle, Emitter, Expected, InitialRegisters, Lines, Register};
use crate::options::{ConditionKind, Observers};
use crate::refusal::Refusal;
use crate::vocabulary::{UpdateOperation, put};
use crate::write;

/// Everything of a test but its text. One is made, and filled again for each test: what it holds is not taken from the heap each time.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) lines: Lines,
    pub(crate) initial: InitialRegisters,
    pub(crate) expected: SmallVec<[Expected; 2]>,
    pub(crate) condition: Condition,
    /// How many threads only observe; they come first.
    pub(crate) observers: u8,
    /// The locations that each thread of a language with parameters is given.
    pub(crate) parameters: SmallVec<[SmallVec<[Location; 8]>; 8]>,
    /// The threads at whose ends a count of passed checks is stored.
    pub(crate) checked: SmallVec<[u8; 4]>,
}

impl Parts {
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
        self.initial.clear();
        self.expected.clear();
        self.condition.clear();
        self.observers = 0;
        self.parameters.clear();
        self.checked.clear();
    }
}

impl Generator {
    /// Writes the test of a resolved cycle behind `out`.
    ///
    /// # Errors
    /// When the cycle has none, with the reason.
    pub(crate) fn put_test(
        &self,
        name: &str,
        edges: &[Edge],
        header: &[(&str, &str)],
        parts: &mut Parts,
        out: &mut String,
    ) -> Result<(), Refusal> {
        let vocabulary = self.vocabulary();
        let cycle = Cycle::new(vocabulary, edges, self.options.natural)?;
        self.check_limits(&cycle)?;
        parts.clear();
        Compilation::new(self, &cycle, parts)?.run()?;
        write::put(self, name, edges, &cycle, header, parts, out);
        Ok(())
    }

    fn check_limits(&self, cycle: &Cycle) -> Result<(), Refusal> {
        let threads = cycle.threads.len();
        if self.options.most_threads.is_some_and(|most| threads > most) {
            return Err(Refusal::new(format!("{threads} threads")));
        }
        if self.options.exact_threads.is_some_and(|wanted| threads != wanted) {
            return Err(Refusal::new(format!("{threads} threads")));
        }
        if !self.options.allows_one_location && cycle.by_location.len() == 1 {
            return Err(Refusal::new("all accesses are of one location; --oneloc accepts that"));
        }
        if self.options.refuses_back && cycle.goes_back() {
            return Err(Refusal::new("a thread's last access comes before its first one in coherence"));
        }
        Ok(())
    }
}

struct Compilation<'a> {
    generator: &'a Generator,
    cycle: &'a Cycle,
    parts: &'a mut Parts,
    style: CodeStyle,
    labels: u32,
}

impl<'a> Compilation<'a> {
    fn new(generator: &'a Generator, cycle: &'a Cycle, parts: &'a mut Parts) -> Result<Compilation<'a>, Refusal> {
        let options = &generator.options;
        let mut style = CodeStyle {
            natural: options.natural,
            atomics: options.atomics,
            real_dependencies: options.real_dependencies,
            type_name: options.type_name,
            atomic_locations: 0,
        };
        if generator.is_c() {
            style.atomic_locations = atomic_locations(cycle)?;
        }
        Ok(Compilation { generator, cycle, parts, style, labels: 0 })
    }

    fn run(mut self) -> Result<(), Refusal> {
        if self.generator.options.condition != ConditionKind::Universal {
            self.ask_for_coherence()?;
        }
        let observers = self.parts.observers;
        for thread in 0..self.cycle.threads.len() {
            self.thread(thread, observers + thread as u8)?;
        }
        Ok(())
    }

    /// One thread; `number` is what the test calls it.
    fn thread(&mut self, thread: usize, number: u8) -> Result<(), Refusal> {
        let cycle = self.cycle;
        let architecture = self.generator.architecture;
        let mut finals: SmallVec<[(AccessNumber, Register, u64); 8]> = SmallVec::new();
        let mut used: SmallVec<[Location; 8]> = SmallVec::new();
        let parts = &mut *self.parts;
        let mut emitter = Emitter::new(
            number,
            self.style,
            architecture.registers(),
            &mut parts.initial,
            &mut self.labels,
            &mut parts.lines,
            &mut parts.expected,
        );
        let mut from: Option<DependsOn<'_>> = None;
        for index in cycle.accesses_of(thread) {
            let (access, kind) = (&cycle.accesses[index], cycle.steps[index].kind);
            if !used.contains(&access.location) {
                used.push(access.location);
            }
            let is_written_half =
                access.is_update && access.direction == Direction::Write && cycle.update_from(index).is_none();
            let emitted = match cycle.update_from(index) {
                Some(update) => {
                    let write = &cycle.accesses[cycle.next(index)];
                    architecture.update(&mut emitter, update, [access, write], from.take())?
                }
                None if is_written_half => None,
                None => architecture.access(&mut emitter, access, from.take())?,
            };
            let value = emitter.shown_value.take().unwrap_or(match access.direction {
                Direction::Read => access.value,
                // What an exchange finds: the value before.
                Direction::Write => access.value.wrapping_sub(1),
            });
            if let Some(register) = emitted {
                finals.push((AccessNumber(index as u8), register, value));
            }
            if let EdgeKind::Fence(fence, ..) = kind {
                architecture.fence(&mut emitter, fence)?;
            }
            from = match (kind, emitted) {
                (EdgeKind::Dependency(dependency, ..), Some(register)) => {
                    Some(DependsOn { dependency, register, read: access, value })
                }
                _ => None,
            };
            for (_, fence) in cycle.inserts.iter().filter(|(behind, _)| behind.index() == index) {
                if let Some(on) = from
                    && architecture.branch(&mut emitter, on)?
                {
                    from = None;
                }
                architecture.fence(&mut emitter, *fence)?;
            }
        }
        let (checks, must_be_zero, blocks) =
            (emitter.checks, std::mem::take(&mut emitter.must_be_zero), emitter.indentation);
        if checks > 0 {
            let (counter, address) = (emitter.scratch("checked")?, emitter.checks_address()?);
            emitter.line(format_args!("End{number}:"));
            architecture.store_checks(&mut emitter, counter, address)?;
        }
        close(&mut emitter, blocks);
        self.parts.lines.end_thread();
        self.parts.parameters.push(used);
        for (access, register, value) in finals {
            if self.is_shown(access) {
                self.parts.condition.ask(FinalPlace::Register(number, register), value);
            }
        }
        for register in must_be_zero {
            self.parts.condition.ask(FinalPlace::Register(number, register), 0);
        }
        if checks > 0 {
            self.parts.checked.push(number);
            self.parts.condition.ask(FinalPlace::Checks(number), u64::from(checks));
        }
        Ok(())
    }

    /// Whether the condition speaks of what an access read: where the cycle says something about it, and something else could have been read.
    fn is_shown(&self, access: AccessNumber) -> bool {
        let cycle = self.cycle;
        if self.generator.is_c() || !self.generator.options.shows_only_what_counts {
            return true;
        }
        let speaks = |index: usize| match cycle.steps[index].kind {
            EdgeKind::Communication(..) => true,
            EdgeKind::Update(update) => self.generator.vocabulary().update(update).shows_register,
            EdgeKind::Order(..) | EdgeKind::Fence(..) | EdgeKind::Dependency(..) => {
                cycle.steps[index].place() == crate::Sameness::Same
            }
            EdgeKind::Annotation | EdgeKind::Insert(_) => false,
        };
        let index = access.index();
        cycle.accesses[index].is_written && (speaks(cycle.previous(index)) || speaks(index))
    }

    /// The final values that fix the order in which locations are written, and observers where those do not suffice.
    fn ask_for_coherence(&mut self) -> Result<(), Refusal> {
        let options = &self.generator.options;
        for (location, writes) in self.cycle.coherence() {
            let content = |number: &AccessNumber| self.cycle.accesses[number.index()].content;
            let contents: SmallVec<[u64; 8]> = writes.iter().map(content).collect();
            let last = contents[contents.len() - 1];
            let is_hidden = !self.is_update_alone(&writes);
            match (contents.len(), options.observers) {
                // A single write is the last one in any execution.
                (1, _) if is_hidden && options.shows_only_what_counts => {}
                (1, _) if self.generator.is_c() => {}
                (1 | 2, Observers::Avoid | Observers::AsNeeded | Observers::AtMost(_)) => self.ask(location, last),
                (_, Observers::AtMost(most)) if contents.len() <= most => self.ask(location, last),
                (count, Observers::AtMost(most)) => {
                    return Err(Refusal::new(format!("{count} writes of {location}, and at most {most} are wanted")));
                }
                (count, Observers::Avoid) => {
                    return Err(Refusal::new(format!("{count} writes of {location}, which need an observer")));
                }
                (1, Observers::Always) => self.ask(location, last),
                (_, Observers::AsNeeded | Observers::Always) => {
                    if !is_hidden || !options.shows_only_what_counts || self.generator.is_c() {
                        self.ask(location, last);
                    }
                    self.observer(location, &contents)?;
                }
            }
        }
        Ok(())
    }

    fn ask(&mut self, location: Location, value: u64) {
        self.parts.condition.ask(FinalPlace::Location(location), value);
    }

    /// Whether one of a location's writes is a read-modify-write by itself.
    fn is_update_alone(&self, writes: &[AccessNumber]) -> bool {
        let location = self.cycle.accesses[writes[0].index()].location;
        let is_update = |annotation: crate::Annotation| self.generator.vocabulary().access(annotation.access).is_update;
        let all = self.cycle.accesses.iter().filter(|access| access.location == location);
        all.filter_map(|access| access.annotation).any(is_update)
    }

    /// A thread that reads a location until it has seen all values in order.
    fn observer(&mut self, location: Location, values: &[u64]) -> Result<(), Refusal> {
        if self.cycle.accesses.iter().any(|access| access.location == location && access.part().is_some()) {
            return Err(Refusal::new(format!("{} writes of pieces of {location} cannot be observed", values.len())));
        }
        let (architecture, number) = (self.generator.architecture, self.parts.observers);
        self.parts.observers += 1;
        let parts = &mut *self.parts;
        let mut emitter = Emitter::new(
            number,
            self.style,
            architecture.registers(),
            &mut parts.initial,
            &mut self.labels,
            &mut parts.lines,
            &mut parts.expected,
        );
        for (index, value) in values.iter().enumerate() {
            if index > 0 && self.generator.options.fences_observers {
                architecture.fence(&mut emitter, self.generator.vocabulary().strong_fence)?;
            }
            let register = architecture.observe(&mut emitter, location)?;
            parts.condition.ask(FinalPlace::Register(number, register), *value);
        }
        parts.lines.end_thread();
        parts.parameters.push(SmallVec::from_slice(&[location]));
        Ok(())
    }
}

/// Closes the blocks that are open.
fn close(emitter: &mut Emitter<'_>, indentation: usize) {
    let mut left = indentation;
    while left > 0 {
        left -= 2;
        emitter.indentation = left;
        emitter.line(format_args!("}}"));
    }
}

/// Which locations are accessed by atomic operations; each must be by all of its accesses.
fn atomic_locations(cycle: &Cycle) -> Result<u64, Refusal> {
    let (mut atomic, mut plain) = (0_u64, 0_u64);
    for access in &cycle.accesses {
        let set = if access.annotation.is_some() { &mut atomic } else { &mut plain };
        *set |= 1 << access.location.0;
    }
    if atomic & plain != 0 {
        let mut name = String::new();
        put(&mut name, &Location((atomic & plain).trailing_zeros() as u8));
        return Err(Refusal::new(format!("some accesses of {name} are atomic, and some are not")));
    }
    for (index, access) in cycle.accesses.iter().enumerate() {
        if cycle.update_from(index).is_some() && access.annotation.is_none() {
            return Err(Refusal::new("a read-modify-write of C is atomic: annotate it, as in `ExchRlxRlx`"));
        }
    }
    Ok(atomic)
}

/// Whether a cycle's values cannot distinguish its read-modify-writes from others, so that its condition may ask for more executions than the cycle.
pub(crate) fn is_ambiguous(generator: &Generator, cycle: &Cycle) -> bool {
    cycle.by_location.iter().any(|(_, accesses)| {
        let mut seen: SmallVec<[u64; 8]> = SmallVec::from_slice(&[0]);
        accesses.iter().any(|number| {
            let access = &cycle.accesses[number.index()];
            if access.direction == Direction::Read {
                return false;
            }
            let update = cycle.update_from(cycle.previous(number.index()));
            let keeps = |update| {
                matches!(
                    generator.vocabulary().update(update).operation,
                    UpdateOperation::CompareExchange { fails: true }
                )
            };
            let is_known = seen.contains(&access.content) && !update.is_some_and(keeps);
            seen.push(access.content);
            is_known
        })
    })
}

/// Whether each value of the cycle is computed from the value that depends on it: data dependencies and reads-from alone, in a language where a
/// dependency is not known to compute nothing.
pub(crate) fn is_self_justifying(generator: &Generator, cycle: &Cycle) -> bool {
    let computes = generator.is_c() || generator.is_java() || generator.options.real_dependencies;
    computes
        && cycle.steps.iter().all(|step| match step.kind {
            EdgeKind::Communication(communication, _) => communication == crate::Communication::Rf,
            EdgeKind::Dependency(dependency, ..) => {
                generator.vocabulary().dependency(dependency).dependence == crate::Dependence::Data
            }
            EdgeKind::Annotation
            | EdgeKind::Insert(_)
            | EdgeKind::Order(..)
            | EdgeKind::Fence(..)
            | EdgeKind::Update(_) => false,
        })
}
