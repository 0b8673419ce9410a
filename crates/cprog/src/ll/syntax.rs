//! What a module of LLVM IR is, as read: names are texts, types are as written.

use std::fmt;
use std::ops::Range;

use super::attributes::Attribute;
use super::metadata::Metadata;

/// A format of floating point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatFormat {
    /// `half`
    Half,
    /// `bfloat`
    Bfloat,
    /// `float`
    Single,
    /// `double`
    Double,
    /// `x86_fp80`
    Extended,
    /// `fp128`
    Quadruple,
    /// `ppc_fp128`
    DoubleDouble,
}

impl FloatFormat {
    /// How many bits a number has.
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::Bfloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::Extended => 80,
            FloatFormat::Quadruple | FloatFormat::DoubleDouble => 128,
        }
    }
}

/// What a function takes and returns.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No value.
    Void,
    /// `iN`.
    Integer(u32),
    /// A floating point type.
    Float(FloatFormat),
    /// A pointer; what it points to is not known from LLVM 15 on.
    Pointer {
        /// What it points to.
        to: Option<Box<Type>>,
        /// The number of its address space.
        space: u32,
    },
    /// So many elements.
    Array(u64, Box<Type>),
    /// Elements without padding.
    Vector {
        /// How many there are.
        length: u64,
        /// What they are.
        element: Box<Type>,
        /// Whether their number is a multiple of the length, known when the program runs.
        scalable: bool,
    },
    /// Fields, and whether they are packed.
    Structure(Vec<Type>, bool),
    /// A type by name.
    Named(String),
    /// A function.
    Function(Box<FunctionType>),
    /// A block.
    Label,
    /// `token`.
    Token,
    /// Metadata as an argument.
    Metadata,
    /// `x86_mmx`.
    Mmx,
    /// `x86_amx`.
    Amx,
    /// A type of a target, by its name.
    Target(String),
}

impl Type {
    /// The pointer whose pointee is not known.
    pub const POINTER: Type = Type::Pointer { to: None, space: 0 };
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, types: &[Type]| {
            types.iter().enumerate().try_for_each(|(index, ty)| {
                let comma = if index > 0 { ", " } else { "" };
                write!(f, "{comma}{ty}")
            })
        };
        match self {
            Type::Void => f.write_str("void"),
            Type::Integer(bits) => write!(f, "i{bits}"),
            Type::Float(format) => f.write_str(match format {
                FloatFormat::Half => "half",
                FloatFormat::Bfloat => "bfloat",
                FloatFormat::Single => "float",
                FloatFormat::Double => "double",
                FloatFormat::Extended => "x86_fp80",
                FloatFormat::Quadruple => "fp128",
                FloatFormat::DoubleDouble => "ppc_fp128",
            }),
            Type::Pointer { to, space } => {
                match to {
                    Some(to) => write!(f, "{to}")?,
                    None => f.write_str("ptr")?,
                }
                if *space != 0 {
                    write!(f, " addrspace({space})")?;
                }
                f.write_str(if to.is_some() { "*" } else { "" })
            }
            Type::Array(length, element) => write!(f, "[{length} x {element}]"),
            Type::Vector { length, element, scalable } => {
                write!(f, "<{}{length} x {element}>", if *scalable { "vscale x " } else { "" })
            }
            Type::Structure(fields, packed) => {
                f.write_str(if *packed { "<{ " } else { "{ " })?;
                list(f, fields)?;
                f.write_str(if *packed { " }>" } else { " }" })
            }
            Type::Named(name) => write!(f, "%{name}"),
            Type::Function(function) => {
                write!(f, "{} (", function.result)?;
                list(f, &function.parameters)?;
                f.write_str(match (function.variadic, function.parameters.is_empty()) {
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                    (false, _) => ")",
                })
            }
            Type::Label => f.write_str("label"),
            Type::Token => f.write_str("token"),
            Type::Metadata => f.write_str("metadata"),
            Type::Mmx => f.write_str("x86_mmx"),
            Type::Amx => f.write_str("x86_amx"),
            Type::Target(name) => write!(f, "target(\"{name}\")"),
        }
    }
}

/// How a constant of several elements is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brackets {
    /// `{ ... }`
    Structure,
    /// `<{ ... }>`
    Packed,
    /// `[ ... ]`
    Array,
    /// `< ... >`
    Vector,
    /// `splat (...)`: one element for all.
    Splat,
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
    /// `true` or `false`.
    Boolean(bool),
    /// A floating point constant, as written.
    Float(String),
    /// The null pointer.
    Null,
    /// `none`: no token.
    NoToken,
    /// `undef` or `poison`.
    Undefined,
    /// `zeroinitializer`.
    Zero,
    /// An array of bytes, escapes resolved.
    Bytes(Vec<u8>),
    /// A structure, array or vector.
    Aggregate(Brackets, Vec<(Type, Value)>),
    /// A constant expression.
    Expression(Box<Operation>),
    /// The address of a block, by its function and label.
    BlockAddress(String, String),
    /// Metadata that stands for a value.
    ValueMetadata(Box<(Type, Value)>),
    /// Other metadata.
    Metadata,
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
        space: u32,
    },
    Load {
        ty: Type,
        pointer: Typed,
        order: Order,
        volatile: bool,
    },
    Store {
        ty: Type,
        value: Value,
        pointer: Typed,
        order: Order,
        volatile: bool,
    },
    ReadModifyWrite {
        operation: String,
        ty: Type,
        pointer: Typed,
        value: Value,
        order: Order,
        volatile: bool,
    },
    CompareExchange {
        ty: Type,
        pointer: Typed,
        expected: Value,
        new: Typed,
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
        base: Typed,
        indices: Vec<Typed>,
    },
    Binary {
        operator: String,
        ty: Type,
        left: Value,
        right: Value,
        /// Whether an overflow of signed numbers has no meaning (`nsw`).
        is_signed: bool,
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
        condition: Typed,
        ty: Type,
        then: Value,
        otherwise: Typed,
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
        signature: FunctionType,
        callee: Callee,
        arguments: Vec<Typed>,
        normal: Option<String>,
        unwind: Option<String>,
        /// Operands of bundles.
        bundles: Vec<Typed>,
        /// The address space that is written before the result.
        space: u32,
        /// Whether it is `musttail`.
        must_tail: bool,
        /// Attributes of arguments and the result that not every type may have.
        attributes: Vec<Attribute>,
    },
    Return(Option<Typed>),
    Jump(String),
    Branch {
        condition: Typed,
        then: String,
        otherwise: String,
    },
    Switch {
        value: Typed,
        default: String,
        cases: Vec<(Type, i128, String)>,
    },
    IndirectJump {
        address: Typed,
        targets: Vec<String>,
    },
    Resume(Typed),
    Unreachable,
    /// Operands of an instruction that yields a value and touches no memory: vector operations, `landingpad`, `va_arg`.
    Pure {
        operator: String,
        operands: Vec<Typed>,
        /// What it yields, where that is written.
        ty: Option<Type>,
    },
    /// What no analysis here knows: `callbr`, and the exceptions of Windows.
    Unknown {
        name: String,
        operands: Vec<Typed>,
        /// The blocks that control may go to.
        targets: Vec<String>,
        /// What it yields.
        ty: Type,
        /// Whether it ends its block.
        terminates: bool,
    },
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
    /// The bytes of the text that it is.
    pub at: Range<u32>,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its label; a number when it is written without one.
    pub label: String,
    /// The last one is the terminator.
    pub instructions: Vec<Instruction>,
    /// Where its label stands, or its first instruction.
    pub at: Range<u32>,
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
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Attributes of parameters and the result that not every type may have.
    pub attributes: Vec<Attribute>,
    /// The number of its address space.
    pub space: u32,
    /// Its prefix and prologue data and personality function.
    pub data: Vec<Typed>,
    /// Whether it has a personality function.
    pub has_personality: bool,
    /// The word for its linkage; empty when there is none.
    pub linkage: String,
    /// Its blocks, the entry first.
    pub blocks: Vec<Block>,
    /// Number of its `!dbg` metadata.
    pub debug: Option<u32>,
    /// Where its name stands.
    pub at: Range<u32>,
}

impl Function {
    /// What it takes and returns.
    pub fn signature(&self) -> FunctionType {
        FunctionType {
            result: self.result.clone(),
            parameters: self.parameters.iter().map(|(_, ty)| ty.clone()).collect(),
            variadic: self.variadic,
        }
    }
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
    /// The number of its address space.
    pub space: u32,
    /// The word for its linkage; empty when there is none.
    pub linkage: String,
    /// Number of its `!dbg` metadata.
    pub debug: Option<u32>,
    /// Where its name stands.
    pub at: Range<u32>,
}

/// `@name = alias`: another name of something.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// Whether other modules see it.
    pub external: bool,
    /// The type of what it stands for.
    pub ty: Type,
    /// What it stands for: an address.
    pub target: Typed,
    /// Where its name stands.
    pub at: Range<u32>,
}

/// `%name = type ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedType {
    /// The name.
    pub name: String,
    /// What it is; none when that is not known.
    pub ty: Option<Type>,
    /// Where its name stands.
    pub at: Range<u32>,
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The target's data layout string; empty when there is none.
    pub layout: String,
    /// `source_filename`.
    pub source: String,
    /// Named types; none for opaque ones.
    pub types: Vec<NamedType>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions, declared and defined.
    pub functions: Vec<Function>,
    /// Aliases.
    pub aliases: Vec<Alias>,
    /// Module-level assembly, which nothing here understands.
    pub assembly: Vec<String>,
    /// Whether pointers say what they point to, as up to LLVM 14.
    pub typed_pointers: bool,
    /// Places of the source.
    pub metadata: Metadata,
}

impl Value {
    /// Whether it is a known integer.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Value::Integer(value) => Some(*value),
            Value::Boolean(value) => Some(i128::from(*value)),
            Value::Null | Value::Zero => Some(0),
            _ => None,
        }
    }
}
