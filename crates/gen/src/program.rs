//! Programs that come from no cycle: threads of accesses, fences and dependencies, and all of them up to a size.
//!
//! A program distinguishes two models when it ends in a state under one and not under the other. To go through all programs of so many events is
//! how Memalloy compares models (Wickerson, Batty, Sorensen, Constantinides, *Automatically comparing memory consistency models*, POPL 2017),
//! with a solver for executions in the place of the enumeration here: what an outcome's executions are is left to the simulator, which finds the weakest one.
//!
//! Programs are the same up to the order of threads and the names of locations; each is given once: the least by its items. What adds nothing is left out: a fence at an end of
//! a thread or beside another fence, a plain access to what no other access shares with it, threads that have nothing to do with each other.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::architecture::DependsOn;
use crate::condition::FinalPlace;
use crate::cycle::{Access, AccessList, AccessNumber, Cycle, Location};
use crate::edge::{AccessId, Annotation, DependencyId, Direction, EdgeKind, FenceId, UpdateId};
use crate::emitter::{Atomics, CodeStyle, Emitter, Register};
use crate::refusal::Refusal;
use crate::space::Relaxation;
use crate::test::Parts;
use crate::vocabulary::{Dependence, UpdateOperation, Vocabulary};
use crate::{Generator, write};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doing {
    /// It writes.
    Write(Option<Annotation>),
    /// It reads.
    Read(Option<Annotation>),
    /// It does both: two events.
    Update(UpdateId, [Option<Annotation>; 2]),
}

/// One item of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A memory access.
    Access {
        /// To which location, numbered in the order in which they are met.
        location: u8,
        /// What it does.
        doing: Doing,
        /// On which earlier item of the thread it depends, a read, and how.
        depends: Option<(u8, DependencyId)>,
    },
    /// A fence.
    Fence(FenceId),
}

impl Item {
    /// How many events it is.
    fn events(self) -> usize {
        match self {
            Item::Access { doing: Doing::Update(..), .. } => 2,
            Item::Access { .. } | Item::Fence(_) => 1,
        }
    }
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Program {
    /// The items of its threads.
    pub threads: Vec<Vec<Item>>,
}

/// What programs are made of.
#[derive(Clone, Debug, Default)]
pub struct Words {
    accesses: Vec<Doing>,
    fences: Vec<FenceId>,
    dependencies: Vec<DependencyId>,
}

impl Words {
    /// The usual ones: all manners of access that are not read-modify-writes by themselves, the usual fences, dependencies that pass through no select, and the
    /// read-modify-write that edges `Rmw` mean. In C all accesses are atomic, and dependencies mean nothing.
    pub fn usual(vocabulary: &Vocabulary) -> Words {
        let is_c = vocabulary.architecture == "C";
        let mut words = Words::default();
        let mut manners: Vec<Option<Annotation>> = if is_c { Vec::new() } else { vec![None] };
        manners.extend(vocabulary.access_ids().filter_map(|access| {
            let word = vocabulary.access(access);
            let is_special = word.is_update || ["NT", "Con", "Na"].contains(&word.name);
            (access != AccessId::PLAIN && !is_special).then_some(Some(Annotation { access, part: None }))
        }));
        words.add_accesses(vocabulary, &manners);
        words.fences.extend(vocabulary.fence_ids().filter(|fence| vocabulary.fence(*fence).is_common));
        if !is_c {
            let usual = vocabulary.dependency_ids().filter(|id| !vocabulary.dependency(*id).is_pick);
            words.dependencies.extend(usual);
        }
        if let Some(update) = vocabulary.default_update.or(vocabulary.update_ids().next()) {
            let relaxed = vocabulary.annotation("Rlx").flatten();
            words.accesses.push(Doing::Update(update, [relaxed; 2]));
        }
        words
    }

    /// Those that the edges of a pool have, and plain accesses.
    pub fn of_pool(vocabulary: &Vocabulary, pool: &[Relaxation]) -> Words {
        let mut words = Words::default();
        let mut manners = if vocabulary.architecture == "C" { Vec::new() } else { vec![None] };
        for edge in pool.iter().flatten() {
            for annotation in [edge.source, edge.target] {
                if annotation.is_some() && !manners.contains(&annotation) {
                    manners.push(annotation);
                }
            }
            match edge.kind {
                EdgeKind::Fence(fence, ..) | EdgeKind::Insert(fence) if !words.fences.contains(&fence) => {
                    words.fences.push(fence);
                }
                EdgeKind::Dependency(id, ..) if !words.dependencies.contains(&id) => words.dependencies.push(id),
                EdgeKind::Update(update) => {
                    let doing = Doing::Update(update, [edge.source, edge.target]);
                    if !words.accesses.contains(&doing) {
                        words.accesses.push(doing);
                    }
                }
                EdgeKind::Annotation
                | EdgeKind::Communication(..)
                | EdgeKind::Order(..)
                | EdgeKind::Fence(..)
                | EdgeKind::Dependency(..)
                | EdgeKind::Insert(_) => {}
            }
        }
        words.add_accesses(vocabulary, &manners);
        words
    }

    fn add_accesses(&mut self, vocabulary: &Vocabulary, manners: &[Option<Annotation>]) {
        let applies = |direction| manners.iter().copied().filter(move |manner| vocabulary.applies(*manner, direction));
        self.accesses.extend(applies(Direction::Write).map(Doing::Write));
        self.accesses.extend(applies(Direction::Read).map(Doing::Read));
    }
}

/// All programs with `events` events and at most `threads` threads, each to `visit`, until that breaks off.
///
/// # Errors
/// What `visit` breaks off with.
pub fn for_each_program<B>(
    vocabulary: &Vocabulary,
    words: &Words,
    events: usize,
    threads: usize,
    visit: &mut dyn FnMut(&Program) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut search = Search { vocabulary, words, threads, program: Program::default(), visit };
    search.thread(events, events)
}

struct Search<'a, 'v, B> {
    vocabulary: &'a Vocabulary,
    words: &'a Words,
    threads: usize,
    program: Program,
    visit: &'v mut dyn FnMut(&Program) -> ControlFlow<B>,
}

impl<B> Search<'_, '_, B> {
    /// One more thread, of at most `longest` of the `left` events.
    fn thread(&mut self, left: usize, longest: usize) -> ControlFlow<B> {
        if left == 0 {
            let program = &self.program;
            return if is_connected(program) && is_least(program) {
                (self.visit)(program)
            } else {
                ControlFlow::Continue(())
            };
        }
        if self.program.threads.len() == self.threads {
            return ControlFlow::Continue(());
        }
        // The threads that are still possible have to take what is left.
        let rest = self.threads - self.program.threads.len();
        for length in (left.div_ceil(rest)..=left.min(longest)).rev() {
            self.program.threads.push(Vec::new());
            let result = self.item(left - length, length, length);
            self.program.threads.pop();
            result?;
        }
        ControlFlow::Continue(())
    }

    /// One more item of the last thread, which has `left` events to go of `length`; `others` are those of the threads behind it.
    fn item(&mut self, others: usize, left: usize, length: usize) -> ControlFlow<B> {
        if left == 0 {
            let ends_in_fence = matches!(self.last_thread().last(), Some(Item::Fence(_)));
            return if ends_in_fence { ControlFlow::Continue(()) } else { self.thread(others, length) };
        }
        let words = self.words;
        let is_behind_access = matches!(self.last_thread().last(), Some(Item::Access { .. }));
        if is_behind_access && left > 1 {
            for fence in &words.fences {
                self.with(Item::Fence(*fence), others, left, length)?;
            }
        }
        let known = self.program.threads.iter().flatten().filter_map(|item| match item {
            Item::Access { location, .. } => Some(*location + 1),
            Item::Fence(_) => None,
        });
        let locations = known.max().unwrap_or(0);
        for doing in &words.accesses {
            for location in 0..=locations {
                let plain = Item::Access { location, doing: *doing, depends: None };
                if plain.events() > left {
                    continue;
                }
                self.with(plain, others, left, length)?;
                for at in 0..self.last_thread().len() {
                    let Item::Access { doing: Doing::Read(_), .. } = self.last_thread()[at] else { continue };
                    for dependency in &words.dependencies {
                        let dependence = self.vocabulary.dependency(*dependency).dependence;
                        if dependence == Dependence::Data && !matches!(doing, Doing::Write(_)) {
                            continue;
                        }
                        let depends = Some((at as u8, *dependency));
                        self.with(Item::Access { location, doing: *doing, depends }, others, left, length)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn with(&mut self, item: Item, others: usize, left: usize, length: usize) -> ControlFlow<B> {
        self.program.threads.last_mut().expect("a thread was begun").push(item);
        let result = self.item(others, left - item.events(), length);
        self.program.threads.last_mut().expect("a thread was begun").pop();
        result
    }

    fn last_thread(&self) -> &[Item] {
        self.program.threads.last().expect("a thread was begun")
    }
}

/// Whether each thread shares a location that is written with another one, all of them together, and no plain access is to what no other access shares.
fn is_connected(program: &Program) -> bool {
    let accesses = || {
        program.threads.iter().enumerate().flat_map(|(thread, items)| {
            items.iter().filter_map(move |item| match item {
                Item::Access { location, doing, .. } => Some((thread, *location, *doing)),
                Item::Fence(_) => None,
            })
        })
    };
    let is_shared = |location: u8| {
        let all = || accesses().filter(move |access| access.1 == location);
        all().count() > 1 && all().any(|access| !matches!(access.2, Doing::Read(_)))
    };
    if accesses()
        .any(|(_, location, doing)| matches!(doing, Doing::Read(None) | Doing::Write(None)) && !is_shared(location))
    {
        return false;
    }
    let mut reached = vec![false; program.threads.len()];
    let mut open = vec![0];
    while let Some(thread) = open.pop() {
        if std::mem::replace(&mut reached[thread], true) {
            continue;
        }
        for (_, location, _) in accesses().filter(|access| access.0 == thread && is_shared(access.1)) {
            open.extend(accesses().filter(|access| access.1 == location).map(|access| access.0));
        }
    }
    reached.iter().all(|reached| *reached)
}

/// Whether no order of its threads, of those as long, gives a smaller program, locations being numbered as they are met.
fn is_least(program: &Program) -> bool {
    let mut order: Vec<usize> = (0..program.threads.len()).collect();
    !finds_smaller(program, &mut order, 0)
}

fn finds_smaller(program: &Program, order: &mut [usize], at: usize) -> bool {
    if at == order.len() {
        return renamed(program, order) < *program;
    }
    let length = |thread: usize| program.threads[thread].iter().map(|item| item.events()).sum::<usize>();
    for other in at..order.len() {
        if length(order[other]) != length(at) {
            continue;
        }
        order.swap(at, other);
        let found = finds_smaller(program, order, at + 1);
        order.swap(at, other);
        if found {
            return true;
        }
    }
    false
}

fn renamed(program: &Program, order: &[usize]) -> Program {
    let mut names: SmallVec<[u8; 8]> = SmallVec::new();
    let mut rename = |location: u8| {
        let known = names.iter().position(|known| *known == location);
        known.unwrap_or_else(|| {
            names.push(location);
            names.len() - 1
        }) as u8
    };
    let threads = order.iter().map(|thread| {
        let items = program.threads[*thread].iter().map(|item| match *item {
            Item::Access { location, doing, depends } => Item::Access { location: rename(location), doing, depends },
            Item::Fence(fence) => Item::Fence(fence),
        });
        items.collect()
    });
    Program { threads: threads.collect() }
}

/// Something whose final value belongs to the outcome of a program, as logs write it: `0:X1`, `[x]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPlace {
    /// As logs write it.
    pub name: String,
    /// Whether it only says that a store-conditional succeeded: nothing but 0 is of interest.
    pub is_status: bool,
}

/// Writes tests of programs.
pub struct ProgramWriter {
    observing: Generator,
    asking: Generator,
    parts: Parts,
}

impl ProgramWriter {
    /// For the architecture of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn new(architecture: &str, options: crate::Options) -> Result<ProgramWriter, Refusal> {
        use crate::ConditionKind::{Cycle, Observe};
        let with = |condition| crate::Options {
            condition,
            has_metadata: false,
            atomics: Atomics::Unroll(0),
            ..options.clone()
        };
        Ok(ProgramWriter {
            observing: Generator::new(architecture, with(Observe))?,
            asking: Generator::new(architecture, with(Cycle))?,
            parts: Parts::default(),
        })
    }

    /// The words of the architecture.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.observing.vocabulary()
    }

    /// The test that shows the outcomes of a program: registers that are read into, and locations that are written more than once.
    ///
    /// # Errors
    /// When the architecture has no instruction for some item.
    pub fn observing(&mut self, name: &str, program: &Program) -> Result<(String, Vec<ShownPlace>), Refusal> {
        let cycle = put_parts(&self.observing, program, &mut self.parts)?;
        let statuses = self.parts.condition.atoms.iter().map(|(_, value)| *value == STATUS);
        let shown = statuses.zip(&self.parts.condition.atoms).map(|(is_status, (place, _))| {
            let name = match place {
                FinalPlace::Register(thread, register) => {
                    format!("{thread}:{}", self.observing.architecture.register_name(*register))
                }
                FinalPlace::Location(location) => format!("[{location}]"),
                FinalPlace::Checks(thread) => format!("[ok{thread}]"),
            };
            ShownPlace { name, is_status }
        });
        let shown = shown.collect();
        let mut text = String::new();
        write::put(&self.observing, name, &[], &cycle, &[], &self.parts, &mut text);
        Ok((text, shown))
    }

    /// The test that asks for an outcome: the values of what [`ProgramWriter::observing`] shows, in its order.
    ///
    /// # Errors
    /// As there.
    pub fn asking(
        &mut self,
        name: &str,
        program: &Program,
        values: &[u64],
        header: &[(&str, &str)],
    ) -> Result<String, Refusal> {
        let cycle = put_parts(&self.asking, program, &mut self.parts)?;
        for ((_, asked), value) in self.parts.condition.atoms.iter_mut().zip(values) {
            *asked = *value;
        }
        let mut text = String::new();
        write::put(&self.asking, name, &[], &cycle, header, &self.parts, &mut text);
        Ok(text)
    }
}

/// What stands for the value of the status of a store-conditional until values are known.
const STATUS: u64 = u64::MAX;

/// The accesses of a program as a cycle has them, for what is written of locations, and its code.
fn put_parts(generator: &Generator, program: &Program, parts: &mut Parts) -> Result<Cycle, Refusal> {
    parts.clear();
    let mut cycle = Cycle {
        steps: SmallVec::new(),
        inserts: SmallVec::new(),
        accesses: SmallVec::new(),
        threads: SmallVec::new(),
        by_location: SmallVec::new(),
    };
    let mut writes = [0_u64; 256];
    let mut labels = 0;
    // What C declares depends on all accesses.
    let mut atomic_locations = 0_u64;
    for item in program.threads.iter().flatten() {
        if let Item::Access { location, doing, .. } = item {
            let annotation = match doing {
                Doing::Write(annotation) | Doing::Read(annotation) | Doing::Update(_, [annotation, _]) => annotation,
            };
            atomic_locations |= u64::from(annotation.is_some()) << location;
        }
    }
    let options = generator.options();
    let style = CodeStyle {
        natural: options.natural,
        atomics: options.atomics,
        real_dependencies: options.real_dependencies,
        type_name: options.type_name,
        atomic_locations,
    };
    for (thread, items) in program.threads.iter().enumerate() {
        let first = cycle.accesses.len();
        put_thread(generator, thread as u8, items, style, &mut labels, &mut writes, &mut cycle, parts)?;
        cycle.threads.push((AccessNumber(first as u8), (cycle.accesses.len() - first) as u8));
    }
    for (index, access) in cycle.accesses.iter().enumerate() {
        let number = AccessNumber(index as u8);
        match cycle.by_location.iter_mut().find(|(location, _)| *location == access.location) {
            Some((_, accesses)) => accesses.push(number),
            None => cycle.by_location.push((access.location, AccessList::from_slice(&[number]))),
        }
    }
    for (location, count) in writes.iter().enumerate().filter(|(_, count)| **count > 1) {
        let _ = count;
        parts.condition.ask(FinalPlace::Location(Location(location as u8)), 0);
    }
    Ok(cycle)
}

#[allow(clippy::too_many_arguments)]
fn put_thread(
    generator: &Generator,
    thread: u8,
    items: &[Item],
    style: CodeStyle,
    labels: &mut u32,
    writes: &mut [u64; 256],
    cycle: &mut Cycle,
    parts: &mut Parts,
) -> Result<(), Refusal> {
    let architecture = generator.architecture;
    let mut emitter = Emitter::new(
        thread,
        style,
        architecture.registers(),
        &mut parts.initial,
        labels,
        &mut parts.lines,
        &mut parts.expected,
    );
    let mut used: SmallVec<[Location; 8]> = SmallVec::new();
    let mut read_into: Vec<Option<(Register, Access)>> = Vec::new();
    let mut shown: SmallVec<[Register; 8]> = SmallVec::new();
    for item in items {
        let Item::Access { location, doing, depends } = *item else {
            if let Item::Fence(fence) = item {
                architecture.fence(&mut emitter, *fence)?;
            }
            read_into.push(None);
            continue;
        };
        let place = Location(location);
        if !used.contains(&place) {
            used.push(place);
        }
        let mut next_value = || {
            writes[usize::from(location)] += 1;
            writes[usize::from(location)]
        };
        let access = |direction, annotation, value, is_update| Access {
            direction,
            annotation,
            location: place,
            thread,
            value,
            content: value,
            is_update,
            is_written: true,
        };
        let source = depends.and_then(|(at, dependency)| {
            let (register, read) = read_into[usize::from(at)]?;
            Some((register, read, dependency))
        });
        if depends.is_some() && source.is_none() {
            return Err(Refusal::new("a dependency begins with what is not in a register"));
        }
        let from = source.as_ref().map(|(register, read, dependency)| DependsOn {
            dependency: *dependency,
            register: *register,
            read,
            value: 0,
        });
        let (emitted, done) = match doing {
            Doing::Write(annotation) => {
                let one = access(Direction::Write, annotation, next_value(), false);
                (architecture.access(&mut emitter, &one, from)?, one)
            }
            Doing::Read(annotation) => {
                let one = access(Direction::Read, annotation, 0, false);
                (architecture.access(&mut emitter, &one, from)?, one)
            }
            Doing::Update(update, [of_read, of_write]) => {
                if !matches!(generator.vocabulary().update(update).operation, UpdateOperation::Exchange) {
                    return Err(Refusal::new("of read-modify-writes, programs have exchanges"));
                }
                let read = access(Direction::Read, of_read, 0, true);
                let write = access(Direction::Write, of_write, next_value(), true);
                let emitted = architecture.update(&mut emitter, update, [&read, &write], from)?;
                cycle.accesses.push(read);
                (emitted, write)
            }
        };
        emitter.shown_value = None;
        cycle.accesses.push(done);
        read_into.push(emitted.map(|register| (register, done)));
        shown.extend(emitted);
    }
    let must_be_zero = std::mem::take(&mut emitter.must_be_zero);
    if emitter.checks > 0 || emitter.indentation > 0 {
        return Err(Refusal::new("a program has no blocks and no attempts"));
    }
    parts.lines.end_thread();
    parts.parameters.push(used);
    shown.into_iter().for_each(|register| parts.condition.ask(FinalPlace::Register(thread, register), 0));
    must_be_zero.into_iter().for_each(|register| parts.condition.ask(FinalPlace::Register(thread, register), STATUS));
    Ok(())
}
