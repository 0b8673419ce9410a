//! C programs unrolled into events under conditions, for bounded model checking.
//!
//! A program (`cprog::ir`) is executed symbolically, each thread once: calls are gone into, loops are gone round up to a bound, and where ways come together, values are selected by conditions
//! ([`bmc::guards`]). Accesses to shared memory, fences and locks become the instructions that a mapping of `arch` has for them, or for C's own models its statements, read by `isa`
//! (`rows`, `instructions`); so tags and dependencies are those of litmus tests. What comes out is an [`bmc::unrolled::Unrolled`] program for `bmc`, not a litmus test of
//! micro-operations: a test has a path for each way through its branches, and those of a program are too many.
//!
//! - `flow`: functions, loops and the order in which blocks are executed;
//! - `operations`: what an instruction of the program computes; `calls`: what a function of the program or the library does;
//! - `memory`, `objects`: which memory is private, and what it holds; what becomes events;
//! - `conditions`: what is asked of values again and again;
//! - `strides`: which offsets an address may have;
//! - `lifetimes`: memory that is no more; `mutexes`: which locks a thread holds;
//! - `waits`: turns that can be left out;
//! - `kernel`: the primitives of the Linux kernel;
//! - `threads`: starts, joins and locks, by what `arch::Synchronisation` says they are made of.
//!
//! # Which memory is shared
//! That is found out in passes. In the first one an object is private to the thread that accesses it; where a second thread does, the passes begin anew with the object shared. Before the first
//! thread starts nothing is shared: what memory holds then is its initial value, which a start orders before the thread that it starts.
//!
//! # Loops that wait
//! A turn that reads and does nothing else, and leaves all values as they were, can be left out: executions in which such a loop ends have one without those turns, since each of them only adds
//! order. So can the first of two turns that only read, where the second one does the same as it with what it reads itself, and leaves all as it would (`waits`): a loop that keeps the
//! value that it read in a variable needs two turns. A thread whose loop would go on stops there: what it has read is noted
//! ([`bmc::unrolled::Wait`]), and where that is what memory holds in the end, it waits for ever. A store-conditional that need not fail does not make a thread wait.
//!
//! # A thread that stops
//! A thread stops at a failed assumption, where it waits for ever, and at the bound of a loop. What it has done until then, and what other threads do, is an execution all the same: so is a
//! violation in it.

mod calls;
mod conditions;
mod copies;
mod flow;
mod instructions;
pub mod kernel;
mod lifetimes;
mod loops;
mod memory;
mod mutexes;
mod objects;
mod operations;
mod rows;
mod strides;
mod threads;
mod value;
mod waits;

use std::collections::{BTreeMap, BTreeSet};

use arch::{Locks, Mapping};
use bmc::guards::{Guard, Guards};
use bmc::unrolled::{Pair, Span, Unrolled, Wait};
use cprog::ir::{self, FunctionId, SourcePlace};
use execution::ThreadPath;
use litmus::Language;
use program::{Expressions, IdVec, Index, SymbolId, ThreadId, Width};

use lifetimes::Lifetimes;
use memory::Private;
use mutexes::Held;
use objects::{ObjectId, Objects, Sharing};
use rows::Rows;

/// What is refused where it was asked to stop.
pub const CANCELLED: &str = "a program for which there is no time left";

/// Why a program cannot be unrolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What the program does: `an atomic section`.
    pub what: String,
    /// Where.
    pub place: Option<SourcePlace>,
}

/// What a program is compiled for.
#[derive(Clone, Copy)]
pub struct Target {
    /// The language of its instructions.
    pub language: &'static dyn Language,
    /// What atomic operations become; in C itself they stay what they are.
    pub mapping: Option<&'static Mapping>,
    /// How much the thread library orders.
    pub locks: Locks,
    /// Whether register accesses are events: whether the model computes dependencies itself.
    pub sees_registers: bool,
    /// Whether the model asks for control dependencies.
    pub has_control: bool,
}

impl Target {
    /// The target of a cat model of this name, by a mapping, or the one that `arch` has for the model. A model that no architecture claims is one of C.
    ///
    /// # Errors
    /// When the mapping is one of an architecture without litmus tests.
    pub fn of(model: &str, mapping: Option<&'static Mapping>) -> Result<Target, String> {
        let c: &'static dyn Language = if model == kernel::MODEL { kernel::language(false) } else { &isa::C };
        let target = |language, mapping| Target {
            language,
            mapping,
            locks: Locks::Usual,
            sees_registers: false,
            has_control: false,
        };
        let of_model = arch::Model::all().find(|facts| facts.name == model).map(|facts| facts.mapping);
        let by_default = || {
            let architecture =
                arch::ARCHITECTURES.iter().find(|architecture| architecture.default_model == Some(model))?;
            architecture.models.first().map(|facts| facts.mapping)
        };
        let of_extension = || (model == "ztso").then(|| arch::mapping("riscv-ztso")).flatten();
        let Some(mapping) = mapping.or(of_model).or_else(by_default).or_else(of_extension) else {
            return Ok(target(c, None));
        };
        let name = arch::architecture(mapping.architecture).map(|architecture| architecture.name);
        let language = name.and_then(isa::language);
        let message = || {
            format!("there are no litmus tests of {}, for which the mapping {} is", mapping.architecture, mapping.name)
        };
        Ok(target(language.ok_or_else(message)?, Some(mapping)))
    }

    /// The same for one program. A model is simpler where it knows that the program does not look at locks without taking them.
    pub fn of_program(self, program: &ir::Program) -> Target {
        match isa::KernelC::is(self.language) {
            true => Target { language: kernel::language(kernel::looks_at_locks(program)), ..self },
            false => self,
        }
    }
}

/// Something in the program, and where.
#[derive(Clone, Debug)]
pub struct Described {
    /// What it is.
    pub what: String,
    /// Where.
    pub place: Option<SourcePlace>,
}

/// A program that was unrolled.
pub struct Unrolling {
    /// For `bmc`.
    pub unrolled: Unrolled,
    /// What each of its violations is.
    pub violations: Vec<Described>,
    /// What each of its cuts is.
    pub cuts: Vec<Described>,
    /// Where each of its waits is: a function's name, and a place in it.
    pub waits: Vec<(String, Option<SourcePlace>)>,
    /// By thread the function and the place of each event.
    pub places: IdVec<ThreadId, Vec<(String, Option<SourcePlace>)>>,
    /// Whether accesses to memory that is no more may be unseen: its places overlap, or are too many.
    pub is_blind_to_ends: bool,
    /// Whether locks that are given back by who does not hold them may be unseen: they may be at too many places.
    pub is_blind_to_holders: bool,
}

/// How far to go.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most turns of a loop that something read decides.
    pub turns: u32,
    /// The most steps of all threads together.
    pub steps: usize,
    /// Whether to stop; asked now and then.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Unrolls a program.
///
/// # Errors
/// When it does something that is not understood, or more than the limits allow.
pub fn unroll(program: &ir::Program, target: &Target, limits: &Limits<'_>) -> Result<Unrolling, Refused> {
    let Some(main) = program.function("main").filter(|main| program.functions[*main].is_defined()) else {
        return Err(Refused { what: "a program without `main`".to_owned(), place: None });
    };
    if let Some(place) = cprog::mutexes::typed_mutex(program) {
        let what = "a mutex that its holder may take again, or that reports misuse,".to_owned();
        return Err(Refused { what, place });
    }
    let (mut objects, mut sharing) = (Objects::default(), Sharing::default());
    let is_of_the_kernel = isa::KernelC::is(target.language);
    let mut rows = if is_of_the_kernel { Rows::of_the_kernel() } else { Rows::new(target.mapping) };
    loop {
        let mut execution = Execution::new(program, target, limits, objects, sharing.clone(), rows);
        execution.run_main(main)?;
        let found = execution.found.clone();
        if sharing.take(&found) {
            (objects, rows) = (execution.objects, execution.rows);
            continue;
        }
        if sharing.places.is_some() || !execution.lifetimes.asks_for_places() {
            return execution.finish();
        }
        objects = execution.objects.clone();
        rows = std::mem::replace(&mut execution.rows, Rows::new(None));
        let unrolling = execution.finish()?;
        match bmc::places::places(&unrolling.unrolled) {
            Ok(places) => sharing.places = Some(by_object(places)),
            // What keeps them from being known keeps `bmc` from a verdict, and is said there.
            Err(_) => return Ok(unrolling),
        }
    }
}

/// Where objects are accessed.
fn by_object(accesses: Vec<bmc::places::Place>) -> BTreeMap<ObjectId, BTreeSet<objects::Place>> {
    let mut places: BTreeMap<ObjectId, BTreeSet<objects::Place>> = BTreeMap::new();
    for access in accesses {
        places.entry(access.location).or_default().insert((access.offset, access.bytes));
    }
    places
}

/// Whether a program destroys locks.
fn destroys_locks(program: &ir::Program) -> bool {
    let destroys = |function: &ir::Function| {
        !function.is_defined() && cprog::library::meaning(&function.name) == Some(cprog::library::Meaning::LockDestroy)
    };
    program.functions.iter().any(destroys)
}

/// Whether a program takes locks that several threads may hold.
fn has_readers(program: &ir::Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|instruction| matches!(instruction.operation, ir::Operation::Lock { shared: true, .. }))
}

/// A thread that is being unrolled.
struct ThreadEvents {
    path: ThreadPath,
    happens: Vec<Guard>,
    places: Vec<(String, Option<SourcePlace>)>,
    instance: u32,
    /// When it is started.
    started: Guard,
    /// Whether it is being executed: it stands before the start of the current thread, or is that.
    is_open: bool,
    /// When it comes to its end, and what it returns.
    end: Option<(Guard, Option<value::Value>)>,
}

impl ThreadEvents {
    fn span(&self) -> Span {
        Span { started: self.started, ended: self.end.as_ref().map_or(Guard::NEVER, |(when, _)| *when) }
    }
}

/// What a part of a thread has that follows another part.
#[derive(Clone)]
struct Flow {
    guard: Guard,
    /// The reads on which branches depended.
    control: value::Origins,
    private: Private,
    /// Whether no other thread has been started.
    is_alone: bool,
}

/// An instruction that a thread executes in some calls.
type Place = (ThreadId, Vec<(FunctionId, Option<ir::Point>)>, Option<ir::Point>);

/// A pass.
struct Execution<'p> {
    program: &'p ir::Program,
    target: &'p Target,
    limits: &'p Limits<'p>,
    rows: Rows,
    x: Expressions,
    guards: Guards,
    symbols: usize,
    free: Vec<(SymbolId, Width)>,
    objects: Objects,
    sharing: Sharing,
    found: Sharing,
    threads: IdVec<ThreadId, ThreadEvents>,
    current: ThreadId,
    conditional: Vec<Pair>,
    violations: Vec<(Guard, Described)>,
    cuts: Vec<(Guard, Described)>,
    waits: Vec<(Wait, (String, Option<SourcePlace>))>,
    /// When the program comes to its end.
    ended: Guard,
    required: Vec<Guard>,
    /// Calls that are open, of the current thread and of those that have started it.
    calls: Vec<(FunctionId, Option<ir::Point>)>,
    /// How often objects and threads have come from one place.
    occurrences: BTreeMap<String, u32>,
    /// What memory holds when the first thread is started.
    initial: BTreeMap<(ObjectId, u64), (u32, program::ExprId)>,
    place: Option<SourcePlace>,
    /// The instruction of the program that is executed.
    point: Option<ir::Point>,
    /// By place, when a weak compare-exchange of private memory has failed there for no reason.
    failures: BTreeMap<Place, Guard>,
    steps: usize,
    /// Conditions under which something happens that is no event.
    effects: Vec<Guard>,
    /// Where the current thread has been ended, and with what.
    exits: Vec<(Flow, Option<value::Value>)>,
    /// Whether the program has locks of readers.
    has_readers: bool,
    /// Whether the program destroys locks.
    destroys_locks: bool,
    lifetimes: Lifetimes,
    held: Held,
    /// By open call the local variables of it.
    locals: Vec<Vec<ObjectId>>,
}

impl<'p> Execution<'p> {
    fn new(
        program: &'p ir::Program,
        target: &'p Target,
        limits: &'p Limits<'p>,
        objects: Objects,
        sharing: Sharing,
        rows: Rows,
    ) -> Execution<'p> {
        Execution {
            program,
            target,
            limits,
            rows,
            x: Expressions::new(),
            guards: Guards::default(),
            symbols: 0,
            free: Vec::new(),
            objects,
            sharing,
            found: Sharing::default(),
            threads: IdVec::new(),
            current: ThreadId::new(0),
            conditional: Vec::new(),
            violations: Vec::new(),
            cuts: Vec::new(),
            waits: Vec::new(),
            ended: Guard::NEVER,
            required: Vec::new(),
            calls: Vec::new(),
            occurrences: BTreeMap::new(),
            initial: BTreeMap::new(),
            place: None,
            point: None,
            failures: BTreeMap::new(),
            steps: 0,
            effects: Vec::new(),
            exits: Vec::new(),
            has_readers: has_readers(program),
            destroys_locks: destroys_locks(program),
            lifetimes: Lifetimes::default(),
            held: Held::default(),
            locals: Vec::new(),
        }
    }

    fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Refused> {
        Err(Refused { what: what.into(), place: self.place })
    }

    fn own(&mut self) -> &mut ThreadEvents {
        &mut self.threads[self.current]
    }

    fn function_name(&self) -> String {
        self.calls
            .last()
            .map_or_else(String::new, |(function, _)| self.program.functions[*function].source_name.clone())
    }

    fn fresh_symbol(&mut self) -> SymbolId {
        self.symbols += 1;
        SymbolId::new(self.symbols - 1)
    }

    /// A value that may be anything.
    fn free(&mut self, width: Width) -> program::ExprId {
        let symbol = self.fresh_symbol();
        self.free.push((symbol, width));
        self.x.symbol(symbol, width)
    }

    /// Executions in which a condition does not hold are none.
    fn require(&mut self, condition: Guard) {
        if condition != Guard::ALWAYS {
            self.required.push(condition);
        }
    }

    /// Something is wrong where `guard` holds.
    fn violation(&mut self, guard: Guard, what: impl Into<String>) {
        if guard != Guard::NEVER {
            self.violations.push((guard, Described { what: what.into(), place: self.place }));
        }
    }

    fn cut(&mut self, guard: Guard, what: impl Into<String>, place: Option<SourcePlace>) {
        if guard != Guard::NEVER {
            self.cuts.push((guard, Described { what: what.into(), place }));
        }
    }

    /// The program ends here, with all its threads.
    fn end_program(&mut self, flow: &mut Flow) {
        self.ended = self.guards.or(self.ended, flow.guard);
        flow.guard = Guard::NEVER;
    }

    fn new_thread(&mut self) -> ThreadId {
        let empty = program::Program {
            threads: IdVec::new(),
            registers: std::sync::Arc::new(IdVec::new()),
            locations: IdVec::new(),
            initial_registers: Vec::new(),
            default_registers: Vec::new(),
            address_width: 64,
            initial_tags: self.target.language.initial_tags(),
            follows_known_branches: false,
            words: IdVec::new(),
            mixed_sizes: None,
            thread_relations: program::ThreadRelations::default(),
        };
        self.threads.push(ThreadEvents {
            path: ThreadPath::empty(&empty),
            happens: Vec::new(),
            places: Vec::new(),
            instance: 0,
            started: Guard::ALWAYS,
            is_open: true,
            end: None,
        })
    }

    fn run_main(&mut self, main: FunctionId) -> Result<(), Refused> {
        let thread = self.new_thread();
        self.current = thread;
        let flow =
            Flow { guard: Guard::ALWAYS, control: value::Origins::NONE, private: Private::default(), is_alone: true };
        if !self.program.destructors.is_empty() {
            return self.refuse("a function that runs when the program ends");
        }
        let function = &self.program.functions[main];
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let scalar = match function.registers[*parameter] {
                ir::Type::Integer(bits) => {
                    let number = self.free(bits as Width);
                    // The first parameter counts the arguments, and is not negative (C11 5.1.2.2.1p2).
                    if arguments.is_empty() {
                        let zero = self.x.constant(0, bits as Width);
                        let is_negative = self.x.binary(program::BinaryOperator::LessSigned, number, zero);
                        let is_negative = self.guards.of(&mut self.x, is_negative);
                        let is_count = self.guards.not(is_negative);
                        self.require(is_count);
                    }
                    number
                }
                _ => {
                    let object = || objects::Object {
                        name: "the arguments of the program".to_owned(),
                        kind: objects::ObjectKind::Outside,
                        bytes: u64::MAX,
                    };
                    let object = self.objects.of("arguments".to_owned(), object);
                    self.x.address(object, 0, 64)
                }
            };
            arguments.push(value::Value::Scalar(value::Scalar::of(scalar)));
        }
        if let Some((mut end, _)) = self.call_function(main, None, arguments, flow)? {
            self.end_program(&mut end);
        }
        // The last thread ends a program whose `main` ends as a thread: that the others end is not asked for.
        for (mut end, _) in std::mem::take(&mut self.exits) {
            self.end_program(&mut end);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Unrolling, Refused> {
        let locations = self.locations()?;
        let threads: IdVec<ThreadId, program::Thread> = vec![program::Thread::default(); self.threads.len()].into();
        let (mut paths, mut happens, mut places) = (IdVec::new(), IdVec::new(), IdVec::new());
        for thread in self.threads.iter() {
            paths.push(thread.path.clone());
            happens.push(thread.happens.clone());
            places.push(thread.places.clone());
        }
        let program = program::Program {
            threads,
            registers: std::sync::Arc::new(IdVec::new()),
            locations,
            initial_registers: Vec::new(),
            default_registers: Vec::new(),
            address_width: self.target.language.address_width(),
            initial_tags: self.target.language.initial_tags(),
            follows_known_branches: false,
            words: IdVec::new(),
            mixed_sizes: None,
            thread_relations: program::ThreadRelations::default(),
        };
        let unrolled = Unrolled {
            program,
            threads: paths,
            happens,
            conditional: self.conditional,
            guards: self.guards,
            expressions: self.x,
            symbols: self.symbols,
            free: self.free,
            required: self.required,
            violations: self.violations.iter().map(|(guard, _)| *guard).collect(),
            cuts: self.cuts.iter().map(|(guard, _)| *guard).collect(),
            ended: self.ended,
            waits: self.waits.iter().map(|(wait, _)| wait.clone()).collect(),
            ends: self.lifetimes.ends,
            spans: self.threads.iter().map(|thread| thread.span()).collect::<Vec<_>>().into(),
        };
        Ok(Unrolling {
            unrolled,
            violations: self.violations.into_iter().map(|(_, described)| described).collect(),
            cuts: self.cuts.into_iter().map(|(_, described)| described).collect(),
            waits: self.waits.into_iter().map(|(_, place)| place).collect(),
            places,
            is_blind_to_ends: self.lifetimes.is_blind,
            is_blind_to_holders: self.held.is_blind,
        })
    }

    /// A name for what comes from this place in the program, the same in all passes.
    fn origin(&mut self, what: &str) -> String {
        let mut name = format!("{}:{what}", self.current.number());
        for (function, point) in &self.calls {
            name.push_str(&format!("/{}", function.number()));
            if let Some(point) = point {
                name.push_str(&format!("@{}.{}", point.block.number(), point.index));
            }
        }
        let occurrence = self.occurrences.entry(name.clone()).or_insert(0);
        *occurrence += 1;
        format!("{name}#{occurrence}")
    }
}
