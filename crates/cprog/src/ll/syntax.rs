//! What a module of LLVM IR is, as read: names are texts, types are as written.

use super::metadata::Metadata;

/// A type. Pointers are all alike.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No value.
    Void,
    /// `iN`.
    Integer(u32),
    /// A floating point type of so many bits; `x86_fp80` has 80.
    Float(u32),
    /// Any pointer.
    Pointer,
    /// So many elements.
    Array(u64, Box<Type>),
    /// So many elements, without padding.
    Vector(u64, Box<Type>),
    /// Fields, and whether they are packed.
    Structure(Vec<Type>, bool),
    /// A type by name.
    Named(String),
    /// A function with its result.
    Function(Box<Type>),
    /// Labels, tokens, metadata and types of targets: nothing that is in memory.
    Other,
}

/// A constant or a register.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A register or parameter.
    Local(String),
    /// The address of a global variable or function.
    Global(String),
    /// An integer.
    Integer(i128),
    /// A floating point constant, as written.
    Float(String),
    /// The null pointer.
    Null,
    /// `undef` or `poison`.
    Undefined,
    /// `zeroinitializer`.
    Zero,
    /// An array of bytes, escapes resolved.
    Bytes(Vec<u8>),
    /// A structure, array or vector.
    Aggregate(Vec<(Type, Value)>),
    /// A constant expression.
    Expression(Box<Operation>),
    /// Metadata and the like.
    Other,
}

/// An argument with its type.
pub type Typed = (Type, Value);

/// The memory order of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Not atomic.
    Plain,
    /// `unordered`.
    Unordered,
    /// `monotonic`: C11's relaxed.
    Relaxed,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcquireRelease,
    /// `seq_cst`.
    SeqCst,
}

impl Order {
    /// The order of C11 whose code an access of this order has. What is not atomic is compiled as what is relaxed, as far as order goes.
    pub fn in_c11(self) -> arch::c11::Order {
        match self {
            Order::Plain | Order::Unordered | Order::Relaxed => arch::c11::Order::Relaxed,
            Order::Acquire => arch::c11::Order::Acquire,
            Order::Release => arch::c11::Order::Release,
            Order::AcquireRelease => arch::c11::Order::AcquireRelease,
            Order::SeqCst => arch::c11::Order::SeqCst,
        }
    }
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function by name, or a pointer.
    Value(Value),
    /// Inline assembly: template and constraints.
    Assembly(String, String),
}

/// An instruction without its result.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are those of the LLVM Language Reference")]
pub enum Operation {
    Alloca {
        ty: Type,
        count: Option<Typed>,
    },
    Load {
        ty: Type,
        pointer: Value,
        order: Order,
        volatile: bool,
    },
    Store {
        ty: Type,
        value: Value,
        pointer: Value,
        order: Order,
        volatile: bool,
    },
    ReadModifyWrite {
        operation: String,
        ty: Type,
        pointer: Value,
        value: Value,
        order: Order,
        volatile: bool,
    },
    CompareExchange {
        ty: Type,
        pointer: Value,
        expected: Value,
        new: Value,
        success: Order,
        failure: Order,
        weak: bool,
        volatile: bool,
    },
    Fence {
        order: Order,
        single_thread: bool,
    },
    Address {
        ty: Type,
        base: Value,
        indices: Vec<Typed>,
    },
    Binary {
        operator: String,
        ty: Type,
        left: Value,
        right: Value,
    },
    Negate {
        ty: Type,
        value: Value,
    },
    Compare {
        predicate: String,
        float: bool,
        ty: Type,
        left: Value,
        right: Value,
    },
    Cast {
        operator: String,
        from: Type,
        value: Value,
        to: Type,
    },
    Select {
        condition: Value,
        ty: Type,
        then: Value,
        otherwise: Value,
    },
    Phi {
        ty: Type,
        incoming: Vec<(Value, String)>,
    },
    Extract {
        aggregate: Typed,
        path: Vec<u64>,
    },
    Insert {
        aggregate: Typed,
        value: Typed,
        path: Vec<u64>,
    },
    Freeze {
        value: Typed,
    },
    /// `normal` is the label of an `invoke`'s normal continuation, `unwind` that of its landing pad.
    Call {
        result: Type,
        callee: Callee,
        arguments: Vec<Typed>,
        normal: Option<String>,
        unwind: Option<String>,
    },
    Return(Option<Typed>),
    Jump(String),
    Branch {
        condition: Value,
        then: String,
        otherwise: String,
    },
    Switch {
        value: Typed,
        default: String,
        cases: Vec<(i128, String)>,
    },
    IndirectJump {
        address: Value,
        targets: Vec<String>,
    },
    Resume,
    Unreachable,
    /// Operands of an instruction that yields a value and touches no memory: vector operations, `landingpad`, `va_arg`.
    Pure {
        operator: String,
        operands: Vec<Value>,
    },
    /// What the reader does not know; its name.
    Unknown(String),
}

/// An instruction of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The register that it defines.
    pub result: Option<String>,
    /// What it does.
    pub operation: Operation,
    /// Number of its `!dbg` metadata.
    pub debug: Option<u32>,
    /// The line of the text that it stands on.
    pub line: u32,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its label; a number when it is written without one.
    pub label: String,
    /// The last one is the terminator.
    pub instructions: Vec<Instruction>,
}

/// A function, defined when it has blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Whether other modules see it.
    pub external: bool,
    /// Whether another definition may take its place.
    pub replaceable: bool,
    /// What it returns.
    pub result: Type,
    /// Names and types of its parameters.
    pub parameters: Vec<(String, Type)>,
    /// Its blocks, the entry first.
    pub blocks: Vec<Block>,
    /// Number of its `!dbg` metadata.
    pub debug: Option<u32>,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Whether other modules see it.
    pub external: bool,
    /// Whether another definition may take its place.
    pub replaceable: bool,
    /// Its type.
    pub ty: Type,
    /// What it holds at first; none when it is defined elsewhere.
    pub initial: Option<Value>,
    /// Whether it is never written.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Number of its `!dbg` metadata.
    pub debug: Option<u32>,
}

/// `@name = alias`: another name of something.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// Whether other modules see it.
    pub external: bool,
    /// What it stands for.
    pub target: Value,
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The target's data layout string; empty when there is none.
    pub layout: String,
    /// `source_filename`.
    pub source: String,
    /// Named types; none for opaque ones.
    pub types: Vec<(String, Option<Type>)>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions, declared and defined.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// Module-level assembly, which nothing here understands.
    pub assembly: Vec<String>,
    /// Places of the source.
    pub metadata: Metadata,
    /// Lines at the top level that were not understood.
    pub unknown: Vec<u32>,
}
