//! C programs of litmus size as C litmus tests.
//!
//! The program is executed symbolically. `main` prepares memory, starts threads, may take part beside them, joins them, and looks at what they left; each thread becomes a
//! thread of the test, and the condition of the test is that some assertion fails. Calls are gone into, loops are gone round as often as constants say, and a branch on
//! a value that was read stays a branch. What only one thread accesses, by plain accesses, is no location of the test: its values are known. That is found out
//! in several passes, since which accesses there are depends on the values that reads return.
//!
//! Memory orders are those of the program, with `consume` as the `acquire` that compilers make of it; plain and volatile accesses stay plain and volatile.
//! A thread that fails an assertion or an assumption does nothing more.
//!
//! Refused: loops that wait, nondeterministic choice, heap memory, recursion, atomic sections, condition variables, threads that are started by others or only sometimes, accesses of
//! `main` while some threads are joined and others are not, and conditions that are no proposition on what finitely many values places have.

mod accesses;
mod condition;
mod execute;
mod memory;
mod operations;
mod print;
mod statement;
mod threads;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use cprog::ir::{FunctionId, GlobalId, Operation, Program, SourcePlace, Type};
use rustc_hash::FxHashMap;

use memory::Memory;
use statement::Statement;
use value::{Cell, ObjectId, Value, Variable};

/// Why a program cannot be written as a litmus test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what} cannot be written in a C litmus test", place.as_ref().map_or(String::new(), |place| format!("{place}: ")))]
pub struct NotALitmusTest {
    /// What the program does: `a loop whose turns no small constant bounds`.
    pub what: String,
    /// Where: `file:line:column`.
    pub place: Option<String>,
}

/// Something that cannot be written, and where it stands.
struct Refused(String, Option<SourcePlace>);

/// `program` as a C litmus test of this name, whose condition is that an assertion fails.
///
/// # Errors
/// When the program does what the module's description lists, or asserts nothing.
pub fn as_litmus(program: &Program, name: &str) -> Result<String, NotALitmusTest> {
    let written = || {
        let Some(main) = program.function("main").filter(|main| program.functions[*main].is_defined()) else {
            return Err(Refused("a program without a function `main`".to_owned(), None));
        };
        if !asserts(program) {
            return Err(Refused("a program that asserts nothing".to_owned(), None));
        }
        let mut objects = Objects::default();
        // Each pass but the last finds an object more that threads share, or that is an array as a whole.
        loop {
            let mut execution = Execution::new(program, objects);
            let executed = execution.program(main);
            let found = execution.sharing();
            // Only the pass that finds nothing new has seen all accesses as they are; what an earlier one refused may be none of the program's doing.
            if found == execution.objects.sharing {
                executed?;
                execution.check_sizes()?;
                return print::test(&execution, name);
            }
            objects = execution.objects;
            objects.sharing = found;
        }
    };
    written().map_err(|Refused(what, place)| NotALitmusTest {
        what,
        place: place.map(|place| program.describe(place).to_string()),
    })
}

fn asserts(program: &Program) -> bool {
    let instructions =
        program.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions);
    instructions
        .into_iter()
        .any(|instruction| matches!(instruction.operation, Operation::Violation | Operation::Assert(_)))
}

/// What makes an object the same one in each pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Origin {
    Global(GlobalId),
    /// A thread-local variable of a thread.
    ThreadLocal(GlobalId, usize),
    /// The local variable that a thread (or `main`, behind all threads) declares after so many others.
    Local(usize, usize),
}

/// An object.
#[derive(Clone, Debug)]
struct Object {
    name: String,
    ty: Type,
}

/// All objects, and which of them are locations of the test.
#[derive(Clone, Debug, Default)]
struct Objects {
    all: Vec<Object>,
    numbers: FxHashMap<Origin, ObjectId>,
    sharing: Sharing,
}

/// What passes find out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sharing {
    /// Scalars that are locations of the test.
    cells: BTreeSet<Cell>,
    /// Objects all of whose scalars are: those whose addresses are in memory that threads share.
    objects: BTreeSet<ObjectId>,
    /// Arrays that are accessed by indices which are computed of what was read.
    indexed: BTreeSet<ObjectId>,
    /// Locations that hold addresses, whatever the type of accesses says.
    addresses: BTreeSet<Cell>,
}

/// Who accesses a scalar.
#[derive(Clone, Debug, Default)]
struct Accessors {
    bytes: u64,
    threads: BTreeSet<usize>,
    /// Threads that run when `main` accesses it.
    beside_main: BTreeSet<usize>,
    is_written: bool,
    /// By an atomic or volatile access, or as a lock.
    is_shown: bool,
}

impl Accessors {
    fn are_several(&self) -> bool {
        self.threads.len() > 1 || !self.threads.is_disjoint(&self.beside_main)
    }
}

/// What is known of a location from its accesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Usage {
    /// Bits; none for an address.
    width: Option<Option<u32>>,
    is_atomic: bool,
    /// Whether some access is not atomic.
    is_plain: bool,
    is_volatile: bool,
    is_mutex: bool,
}

/// Where a variable has its values from.
#[derive(Clone, Debug)]
enum Source {
    /// Read from a location.
    Location(Cell),
    /// Read through an address that was itself read.
    Anywhere,
    /// Computed.
    Value(Value),
}

/// A variable of a thread of the test.
#[derive(Clone, Debug)]
struct VariableData {
    thread: usize,
    name: String,
    sources: Vec<Source>,
    /// How it is used as an address.
    pointee: Usage,
}

/// A thread of the test.
#[derive(Clone, Debug, Default)]
struct Thread {
    body: Vec<Statement>,
    /// Locations that it names.
    named: BTreeSet<Cell>,
    variables: usize,
    locals: usize,
    /// On which condition it comes to its end, what it returns, and the memory that it leaves.
    ends: Vec<(Value, Value, Memory)>,
    is_joined: bool,
}

/// Number of `main` among the threads: behind all others.
const MAIN: usize = usize::MAX;

/// A pass.
struct Execution<'p> {
    program: &'p Program,
    objects: Objects,
    accessors: BTreeMap<Cell, Accessors>,
    /// What this pass finds out beside what accesses say.
    found: Sharing,
    usages: BTreeMap<Cell, Usage>,
    variables: Vec<VariableData>,
    /// What is written to each location.
    writes: BTreeMap<Cell, Vec<Value>>,
    /// Whether something is written through an address that was read.
    writes_anywhere: bool,
    threads: Vec<Thread>,
    main: Thread,
    /// Who executes.
    current: usize,
    /// What `current` does, in the innermost block.
    statements: Vec<Statement>,
    /// What locations hold when the first thread starts.
    initial: Option<Memory>,
    /// When assertions fail.
    violations: Vec<(Value, Option<SourcePlace>)>,
    /// What a thread cannot do, while there may be more to be found out about sharing.
    refused: Option<Refused>,
    /// Branches that are open, for loops that wait.
    open: Vec<(usize, FunctionId, cprog::ir::BlockId)>,
    /// Calls that are open; the number of the innermost.
    calls: Vec<FunctionId>,
    frames: usize,
    steps: usize,
    place: Option<SourcePlace>,
}

impl<'p> Execution<'p> {
    fn new(program: &'p Program, objects: Objects) -> Execution<'p> {
        Execution {
            program,
            objects,
            accessors: BTreeMap::new(),
            found: Sharing::default(),
            usages: BTreeMap::new(),
            variables: Vec::new(),
            writes: BTreeMap::new(),
            writes_anywhere: false,
            threads: Vec::new(),
            main: Thread::default(),
            current: MAIN,
            statements: Vec::new(),
            initial: None,
            violations: Vec::new(),
            refused: None,
            open: Vec::new(),
            calls: Vec::new(),
            frames: 0,
            steps: 0,
            place: None,
        }
    }

    fn refuse<T>(&self, what: impl Into<String>) -> Result<T, Refused> {
        Err(Refused(what.into(), self.place))
    }

    /// What is known of sharing after this pass.
    fn sharing(&self) -> Sharing {
        let mut sharing = self.objects.sharing.clone();
        let is_shared = |by: &Accessors| by.is_shown || (by.is_written && by.are_several());
        sharing.cells.extend(self.accessors.iter().filter(|(_, by)| is_shared(by)).map(|(cell, _)| *cell));
        sharing.objects.extend(&self.found.objects);
        sharing.indexed.extend(&self.found.indexed);
        sharing.addresses.extend(&self.found.addresses);
        sharing
    }

    /// Refuses accesses of several threads that overlap without being equal.
    fn check_sizes(&self) -> Result<(), Refused> {
        let all: Vec<(&Cell, &Accessors)> = self.accessors.iter().collect();
        for pair in all.windows(2) {
            let [(cell, by), (next, other)] = pair else { continue };
            // Cells are in the order of offsets, so that neighbours are enough.
            let overlap = cell.object == next.object && next.offset < cell.offset.saturating_add_unsigned(by.bytes);
            if overlap && (by.threads != other.threads || by.are_several()) {
                let name = &self.objects.all[cell.object.0].name;
                return Err(Refused(format!("accesses of different sizes to `{name}`"), None));
            }
        }
        Ok(())
    }

    fn thread(&mut self, number: usize) -> &mut Thread {
        if number == MAIN { &mut self.main } else { &mut self.threads[number] }
    }

    /// The object of this origin.
    fn object(&mut self, origin: Origin, name: &str, ty: &Type) -> ObjectId {
        // A pass meets the objects of the passes before: what these have found is by number.
        if let Some(object) = self.objects.numbers.get(&origin) {
            return *object;
        }
        let object = ObjectId(self.objects.all.len());
        self.objects.all.push(Object { name: name.to_owned(), ty: ty.clone() });
        self.objects.numbers.insert(origin, object);
        object
    }

    fn global(&mut self, global: GlobalId) -> ObjectId {
        let data = &self.program.globals[global];
        let origin = if data.thread_local { Origin::ThreadLocal(global, self.current) } else { Origin::Global(global) };
        self.object(origin, &data.name, &data.ty)
    }

    /// A variable of the current thread, of so many bits, or none for an address.
    fn variable(&mut self, width: Option<u32>, sources: Vec<Source>) -> (Variable, Value) {
        let thread = self.current;
        let number = self.thread(thread).variables;
        self.thread(thread).variables += 1;
        let variable = Variable(self.variables.len());
        let name = format!("r{number}");
        self.variables.push(VariableData { thread, name, sources, pointee: Usage::default() });
        (variable, Value::Variable(variable, width))
    }
}
