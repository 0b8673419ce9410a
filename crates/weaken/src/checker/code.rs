//! A program as steps: what a thread does, one after the other.

pub(crate) mod address;
pub(crate) mod compute;
pub(crate) mod effect;
pub(crate) mod returns;

use arch::Pairs;
use cprog::ir::{FunctionId, Point, SourcePlace, Type};
use relation::{IdVec, newtype_index};
use rustc_hash::{FxHashMap, FxHashSet};

use address::ObjectNumber;
use compute::Compute;
use effect::Effect;

newtype_index! {
    /// A step of the code.
    pub(crate) struct StepId("pc");
    /// A register of a frame: holds up to 64 bits.
    pub(crate) struct SlotId("s");
    /// Objects that are declared or allocated in one place of the program.
    pub(crate) struct ClassId("class");
}

/// What a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Slot(SlotId),
    Constant(u64),
}

/// How an access is ordered beyond what the model says of plain ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Annotation {
    /// What follows waits for it.
    pub(crate) acquire: bool,
    /// It waits for what comes before.
    pub(crate) release: bool,
    /// It acquires, but does not wait for earlier releases (`LDAPR`).
    pub(crate) overtakes_releases: bool,
    /// It reads and writes by instructions of their own, so that what follows may come between the two.
    pub(crate) paired: bool,
    /// Of the two, the first waits for what comes before, too.
    pub(crate) read_waits: bool,
}

/// What C11 says of an access or a fence, whatever it is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LanguageOrder {
    pub(crate) is_atomic: bool,
    pub(crate) acquires: bool,
    pub(crate) releases: bool,
}

/// What a fence orders. Each kind makes the thread wait, but the last two, which mark what is pending: later accesses look at the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fence {
    /// All before with all after.
    Full,
    /// Reads before with all after.
    Read,
    /// What decides branches and addresses before with all after.
    Decided,
    /// These pairs.
    Marks(Pairs),
    /// Reads before with later reads of the same location, where a model lets these swap.
    SameLocation,
}

/// How a read-modify-write changes what it read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Update {
    Exchange,
    Add,
    Subtract,
    And,
    Nand,
    Or,
    Xor,
    Maximum,
    Minimum,
    UnsignedMaximum,
    UnsignedMinimum,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Function(FunctionId),
    Pointer(Value),
}

/// What the library asks of those who call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Asked {
    /// That what memory is to be aligned to is a power of two (C11 7.22.3.1).
    Alignment,
    /// That a barrier is not made once more (POSIX.1-2017, pthread_barrier_init).
    BarrierNew,
    /// That a barrier was made, and not destroyed (pthread_barrier_wait).
    BarrierThere,
}

impl Asked {
    /// What is wrong where it is not so.
    pub(crate) fn otherwise(self) -> &'static str {
        match self {
            Asked::Alignment => "memory is to be aligned to what is no power of two",
            Asked::BarrierNew => "a barrier is initialised that is in use",
            Asked::BarrierThere => "a barrier is used that was not initialised, or was destroyed",
        }
    }

    /// Whether it is asked for as the right use of mutexes is.
    pub(crate) fn is_of_barriers(self) -> bool {
        self != Asked::Alignment
    }
}

/// What is done in one step.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Compute {
        result: SlotId,
        how: Compute,
    },
    Load {
        result: SlotId,
        address: Value,
        bytes: u8,
        bits: u8,
        annotation: Annotation,
    },
    Store {
        address: Value,
        value: Value,
        bytes: u8,
        annotation: Annotation,
    },
    /// An atomic read-modify-write; `result` is what was read.
    Update {
        result: SlotId,
        how: Update,
        address: Value,
        value: Value,
        bytes: u8,
        annotation: Annotation,
    },
    /// An atomic compare-and-exchange: `result` is what was read, `success` whether it was replaced.
    CompareExchange {
        result: SlotId,
        success: SlotId,
        address: Value,
        expected: Value,
        new: Value,
        bytes: u8,
        annotation: Annotation,
    },
    Fence(Fence),
    Jump(StepId),
    Branch {
        condition: Value,
        then: StepId,
        otherwise: StepId,
    },
    Switch {
        value: Value,
        cases: Box<[(u64, StepId)]>,
        default: StepId,
    },
    Call {
        target: Target,
        arguments: Box<[Value]>,
        results: Box<[SlotId]>,
    },
    Return {
        values: Box<[Value]>,
    },
    /// A new object, zeroed. One that is local lives until its function returns.
    Allocate {
        result: SlotId,
        bytes: Value,
        times: Value,
        class: ClassId,
        is_local: bool,
    },
    Free {
        pointer: Value,
    },
    Start {
        result: Option<SlotId>,
        handle: Value,
        function: Value,
        argument: Value,
        annotation: Annotation,
    },
    Join {
        result: Option<SlotId>,
        handle: Value,
        /// Where what the thread returned is written, unless 0, and as how many bytes.
        returned: Value,
        bytes: u8,
        annotation: Annotation,
    },
    Lock {
        result: Option<SlotId>,
        lock: Value,
        try_only: bool,
        /// Taken by a reader: others may share it.
        shared: bool,
        annotation: Annotation,
    },
    Unlock {
        result: Option<SlotId>,
        lock: Value,
        annotation: Annotation,
        /// Whether it is the program that gives it back, which must hold it then.
        is_own: bool,
    },
    /// A lock is made, or destroyed.
    SetLock {
        lock: Value,
        is_destroyed: bool,
    },
    AtomicBegin,
    AtomicEnd,
    Assume(Value),
    Assert(Value),
    /// A violation, when it is reached.
    Violation,
    /// Any value of so many bits.
    Choose {
        result: SlotId,
        bits: u8,
    },
    /// The number of the thread; that of `main` is 0.
    Identity {
        result: SlotId,
    },
    /// The process ends.
    Exit,
    /// The thread ends with this value.
    EndThread(Value),
    /// Not understood: no verdict comes of what reaches it.
    Unsupported(Box<str>),
}

/// A function as steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Its first step.
    pub(crate) entry: StepId,
    /// How many slots a frame of it has; parameters come first.
    pub(crate) slots: u32,
    /// How many slots the parameters take.
    pub(crate) parameters: u32,
}

/// A global variable.
#[derive(Clone, Debug)]
pub(crate) struct Static {
    pub(crate) ty: Type,
    pub(crate) bytes: u32,
    /// Where it begins: in the memory of states, or among the constants.
    pub(crate) start: u32,
    pub(crate) is_constant: bool,
    pub(crate) class: ClassId,
}

/// A whole program.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) steps: IdVec<StepId, Step>,
    pub(crate) places: IdVec<StepId, Option<SourcePlace>>,
    /// The instruction of the IR that it is of.
    pub(crate) points: IdVec<StepId, Option<Point>>,
    /// Whose step it is.
    pub(crate) functions: IdVec<StepId, FunctionId>,
    pub(crate) bodies: IdVec<FunctionId, Option<Body>>,
    /// Global variables by the numbers of their objects.
    pub(crate) statics: Vec<Static>,
    /// What objects of each class are called.
    pub(crate) classes: IdVec<ClassId, String>,
    /// Memory at the start.
    pub(crate) initial: Vec<u8>,
    pub(crate) constants: Vec<u8>,
    pub(crate) main: FunctionId,
    /// What a thread calls as it ends, if anything: the destructors of its data.
    pub(crate) at_thread_end: Option<FunctionId>,
    /// Steps of which a program is made that no source has: a trace leaves them out.
    pub(crate) hidden: FxHashSet<StepId>,
    /// What C11 says of the accesses of the program, and of its fences, which stand as steps that compute nothing. Accesses that are the library's own are not there.
    pub(crate) language_orders: FxHashMap<StepId, LanguageOrder>,
    /// Steps of arithmetic with signed numbers, whose overflow has no meaning.
    pub(crate) signed: FxHashSet<StepId>,
    /// Assertions that the program does not make: what the library asks of those who call it.
    pub(crate) asked: FxHashMap<StepId, Asked>,
    /// Steps that give a value which was never written.
    pub(crate) undefined: FxHashSet<StepId>,
    /// Allocations whose memory counts as written.
    pub(crate) zeroed: FxHashSet<StepId>,
    /// Reads of the program that do not look at what they read.
    pub(crate) passed_on: FxHashSet<StepId>,
    /// The object in which threads note, by their numbers, at which condition variable they sleep, if any do.
    pub(crate) notes: Option<ObjectNumber>,
    /// Constants that the program compares with, for choices that are too wide to go through.
    pub(crate) interesting: Vec<u64>,
}

impl Code {
    /// The steps of a function. They lie side by side, and the first is its entry.
    pub(crate) fn steps_of(&self, function: FunctionId) -> impl Iterator<Item = StepId> {
        let of_function = move |step: &StepId| self.functions.get(*step) == Some(&function);
        let steps = self.bodies[function].map(|body| (body.entry.number()..).map(StepId::from_number));
        steps.into_iter().flatten().take_while(of_function)
    }

    /// Whether a function is not only what a thread begins with.
    pub(crate) fn is_called(&self, function: FunctionId) -> bool {
        self.steps.iter().any(|step| match step.effect() {
            Effect::Call(Target::Function(called)) => called == function,
            Effect::Call(Target::Pointer(_)) => true,
            _ => false,
        })
    }

    /// Whether a frame that stands before `step` may stand there again.
    pub(crate) fn is_in_loop(&self, step: StepId) -> bool {
        let mut open = self.steps[step].successors(step);
        let mut visited = Vec::new();
        while let Some(at) = open.pop() {
            if at == step {
                return true;
            }
            // A call goes on behind itself here, so that recursion is no loop of the frame.
            if self.functions.get(at) == self.functions.get(step) && !visited.contains(&at) {
                visited.push(at);
                open.extend(self.steps[at].successors(at));
            }
        }
        false
    }
}

/// The step after one that does not jump.
pub(crate) fn next(step: StepId) -> StepId {
    StepId::from_number(step.number() + 1)
}

impl Step {
    /// What it uses.
    pub(crate) fn visit_uses(&self, visit: &mut dyn FnMut(SlotId)) {
        self.clone().change_operands(&mut |value| match value {
            Value::Slot(slot) => visit(*slot),
            Value::Constant(_) => {}
        });
    }

    /// Calls `change` on each operand.
    pub(crate) fn change_operands(&mut self, change: &mut dyn FnMut(&mut Value)) {
        match self {
            Step::Compute { how, .. } => how.change(change),
            Step::Load { address, .. } => change(address),
            Step::Store { address, value, .. } | Step::Update { address, value, .. } => {
                change(address);
                change(value);
            }
            Step::CompareExchange { address, expected, new, .. } => {
                [address, expected, new].into_iter().for_each(change);
            }
            Step::Branch { condition, .. } => change(condition),
            Step::Switch { value, .. } => change(value),
            Step::Call { target, arguments, .. } => {
                if let Target::Pointer(pointer) = target {
                    change(pointer);
                }
                arguments.iter_mut().for_each(change);
            }
            Step::Return { values } => values.iter_mut().for_each(change),
            Step::Allocate { bytes, times, .. } => {
                change(bytes);
                change(times);
            }
            Step::Free { pointer } => change(pointer),
            Step::Start { handle, function, argument, .. } => {
                [handle, function, argument].into_iter().for_each(change);
            }
            Step::Join { handle, returned, .. } => {
                change(handle);
                change(returned);
            }
            Step::Lock { lock, .. } | Step::Unlock { lock, .. } | Step::SetLock { lock, .. } => change(lock),
            Step::Assume(value) | Step::Assert(value) | Step::EndThread(value) => change(value),
            Step::Fence(_)
            | Step::Jump(_)
            | Step::AtomicBegin
            | Step::AtomicEnd
            | Step::Violation
            | Step::Choose { .. }
            | Step::Identity { .. }
            | Step::Exit
            | Step::Unsupported(_) => {}
        }
    }

    /// What it defines.
    pub(crate) fn visit_definitions(&self, visit: &mut dyn FnMut(SlotId)) {
        match self {
            Step::Compute { result, .. }
            | Step::Load { result, .. }
            | Step::Update { result, .. }
            | Step::Allocate { result, .. }
            | Step::Choose { result, .. }
            | Step::Identity { result } => visit(*result),
            Step::CompareExchange { result, success, .. } => {
                visit(*result);
                visit(*success);
            }
            Step::Call { results, .. } => results.iter().copied().for_each(visit),
            Step::Start { result, .. }
            | Step::Join { result, .. }
            | Step::Lock { result, .. }
            | Step::Unlock { result, .. } => result.iter().copied().for_each(visit),
            Step::Store { .. }
            | Step::Fence(_)
            | Step::Jump(_)
            | Step::Branch { .. }
            | Step::Switch { .. }
            | Step::Return { .. }
            | Step::Free { .. }
            | Step::SetLock { .. }
            | Step::AtomicBegin
            | Step::AtomicEnd
            | Step::Assume(_)
            | Step::Assert(_)
            | Step::Violation
            | Step::Exit
            | Step::EndThread(_)
            | Step::Unsupported(_) => {}
        }
    }

    /// Where a frame may go on after it.
    pub(crate) fn successors(&self, at: StepId) -> Vec<StepId> {
        match self.effect() {
            Effect::Jump(jump) => jump.targets(),
            Effect::Return | Effect::End => Vec::new(),
            Effect::Register
            | Effect::Choice
            | Effect::Access(_)
            | Effect::Fence(_)
            | Effect::Condition
            | Effect::Call(_)
            | Effect::Allocate
            | Effect::Free
            | Effect::Start
            | Effect::Synchronise
            | Effect::AtomicEnd => vec![next(at)],
        }
    }
}
