//! The whole-program IR: what a program is to the analyses.
//!
//! A [`Program`] is what was linked of all translation units: global variables, and functions of basic blocks in SSA form. Each instruction has
//! one meaning, on a memory of bytes with addresses of 64 bits, so that it can be executed: [`Operation`] says how. Registers hold integers,
//! floating point numbers, pointers or aggregates ([`Type`]); a register is defined once, in a place that dominates its uses, except by what
//! [`Operation::Phi`] joins. Threads, locks and assertions of the libraries that [`library`](crate::library) knows are operations of their own;
//! everything else that is called without a definition stays a [`Operation::Call`].
//!
//! Every instruction may have a [`SourcePlace`] in the source, to the column.

mod effect;
mod operands;

use std::fmt;
use std::path::PathBuf;

use relation::{IdVec, newtype_index};

pub use crate::ll::syntax::Order;
pub use effect::{AccessKind, Effect};

newtype_index! {
    /// A source file of a program.
    pub struct FileId("file");
    /// A global variable.
    pub struct GlobalId("g");
    /// A function, defined or not.
    pub struct FunctionId("f");
    /// A basic block of a function.
    pub struct BlockId("b");
    /// A register of a function.
    pub struct RegisterId("r");
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourcePlace {
    /// The file.
    pub file: FileId,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1; 0 when unknown.
    pub column: u32,
}

/// The type of a value, with its layout.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of so many bits.
    Integer(u32),
    /// A floating point number of so many bits (`long double` of x86: 80).
    Float(u32),
    /// A pointer.
    Pointer,
    /// An array or vector.
    Array {
        /// The type of its elements.
        element: Box<Type>,
        /// How many there are.
        length: u64,
        /// Distance of two elements in bytes.
        stride: u64,
    },
    /// A structure.
    Structure {
        /// Offset in bytes and type of each field.
        fields: Vec<(u64, Type)>,
        /// Size in bytes, padding included.
        size: u64,
        /// Alignment in bytes.
        alignment: u64,
    },
    /// Nothing that is known.
    Opaque,
}

impl Type {
    /// Size in memory in bytes, padding at the end included.
    pub fn size(&self) -> u64 {
        match self {
            Type::Void | Type::Opaque => 0,
            Type::Integer(bits) => integer_bytes(*bits).next_multiple_of(self.alignment()),
            Type::Float(80) => 16,
            Type::Float(bits) => u64::from(*bits) / 8,
            Type::Pointer => 8,
            Type::Array { length, stride, .. } => length.saturating_mul(*stride),
            Type::Structure { size, .. } => *size,
        }
    }

    /// Bytes that a load or store of it touches.
    pub fn stored_bytes(&self) -> u64 {
        match self {
            Type::Integer(bits) => integer_bytes(*bits),
            Type::Float(80) => 10,
            _ => self.size(),
        }
    }

    /// Alignment in bytes, at least 1.
    pub fn alignment(&self) -> u64 {
        match self {
            Type::Void | Type::Opaque => 1,
            Type::Integer(bits) => integer_bytes(*bits).next_power_of_two().clamp(1, 16),
            Type::Float(80) => 16,
            Type::Float(bits) => u64::from(*bits) / 8,
            Type::Pointer => 8,
            Type::Array { element, .. } => element.alignment(),
            Type::Structure { alignment, .. } => *alignment,
        }
    }

    /// Whether a value of it may hold a pointer: pointers, integers as wide, and what has such parts.
    pub fn may_hold_pointer(&self) -> bool {
        match self {
            Type::Pointer => true,
            Type::Integer(bits) => *bits >= 64,
            Type::Void | Type::Float(_) => false,
            Type::Array { element, length, .. } => *length > 0 && element.may_hold_pointer(),
            Type::Structure { fields, .. } => fields.iter().any(|(_, field)| field.may_hold_pointer()),
            Type::Opaque => true,
        }
    }
}

fn integer_bytes(bits: u32) -> u64 {
    u64::from(bits).div_ceil(8)
}

/// What an instruction uses.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The value of a register.
    Register(RegisterId),
    /// An integer; its type is where it is used. Only the low bits that the type has count.
    Integer(i128),
    /// A floating point constant as LLVM writes it: decimal, or the bits of a double in hexadecimal (`0xK`, `0xL`, ... for other formats).
    Float(String),
    /// All bits zero: null pointers, zeroed aggregates.
    Zero,
    /// The address of a global variable, so many bytes on.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FunctionId),
    /// A structure or array of constants.
    Aggregate(Vec<Operand>),
    /// Any value.
    Undefined,
}

/// How an access is ordered and marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Its memory order; [`Order::Plain`] when it is not atomic.
    pub order: Order,
    /// Whether it is volatile.
    pub volatile: bool,
}

/// A step of an address computation.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// So many bytes.
    Offset(i64),
    /// `index * scale` bytes (the index is a signed integer).
    Index {
        /// The index.
        index: Operand,
        /// Bytes from one element to the next; 0 where the index is 0 whatever it is computed of.
        scale: u64,
        /// When the step stays inside an array: its size in bytes. Else it is arithmetic on a pointer, and may go anywhere in the object.
        extent: Option<u64>,
    },
}

/// What is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function.
    Function(FunctionId),
    /// The function that a pointer points to.
    Pointer(Operand),
}

/// Inline assembly.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// Its text with LLVM's escapes.
    pub template: String,
    /// Its constraints as LLVM writes them: `=r,r,~{memory}`.
    pub constraints: String,
}

/// What an instruction does. "Memory" is shared by all threads, except what each thread's calls allocate and thread-local globals.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// Makes room for `count` values of `ty` until the function returns, and gives its address.
    Alloca {
        /// Type of a value.
        ty: Type,
        /// How many.
        count: Operand,
    },
    /// Reads `ty` from memory.
    Load {
        /// The type that is read.
        ty: Type,
        /// Where.
        pointer: Operand,
        /// How.
        access: Access,
    },
    /// Writes `value` to memory.
    Store {
        /// The type that is written.
        ty: Type,
        /// What.
        value: Operand,
        /// Where.
        pointer: Operand,
        /// How.
        access: Access,
    },
    /// Reads `ty`, writes `operator(read, value)`, in one atomic step; the result is what was read.
    ReadModifyWrite {
        /// `xchg`, `add`, `sub`, `and`, `nand`, `or`, `xor`, `max`, `min`, `umax`, `umin`, and LLVM's rarer ones.
        operator: String,
        /// The type of the value in memory.
        ty: Type,
        /// Where.
        pointer: Operand,
        /// The operand.
        value: Operand,
        /// How.
        access: Access,
    },
    /// Reads `ty` and, if it equals `expected`, writes `new` in the same atomic step. The result is what was read, and one bit for success. A weak
    /// one may fail although equal.
    CompareExchange {
        /// The type of the value in memory.
        ty: Type,
        /// Where.
        pointer: Operand,
        /// What is expected.
        expected: Operand,
        /// What is written.
        new: Operand,
        /// How when it succeeds.
        access: Access,
        /// The order when it fails.
        failure: Order,
        /// Whether it may fail for no reason.
        weak: bool,
    },
    /// A fence of C11; `compiler_only` ones order nothing at run time.
    Fence {
        /// Its order.
        order: Order,
        /// A signal fence.
        compiler_only: bool,
    },
    /// Inline assembly. What it does to registers is unknown; [`crate::assembly`] describes what it does to memory.
    Assembly {
        /// The text.
        assembly: Assembly,
        /// Inputs and, for indirect outputs, pointers.
        arguments: Vec<Operand>,
    },
    /// A pointer plus all steps. Nothing is accessed.
    Address {
        /// The pointer to begin with.
        base: Operand,
        /// What is added.
        steps: Vec<Step>,
    },
    /// An operator with two operands, as LLVM names it (`add`, `udiv`, `fmul`, ...).
    Binary {
        /// The operator.
        operator: String,
        /// The type of operands and result.
        ty: Type,
        /// The left operand.
        left: Operand,
        /// The right one.
        right: Operand,
        /// Whether a result that is no signed number of the type has no meaning (`nsw`): C's signed arithmetic.
        is_signed: bool,
    },
    /// Floating point negation.
    Negate {
        /// The type.
        ty: Type,
        /// The operand.
        value: Operand,
    },
    /// A comparison as LLVM names it (`eq`, `ult`, `sgt`, ...; of floating point numbers `oeq`, `uno`, ...), to one bit.
    Compare {
        /// The relation.
        predicate: String,
        /// Whether of floating point numbers.
        float: bool,
        /// The type of the operands.
        ty: Type,
        /// The left operand.
        left: Operand,
        /// The right one.
        right: Operand,
    },
    /// A conversion as LLVM names it (`zext`, `trunc`, `ptrtoint`, ...).
    Cast {
        /// The conversion.
        operator: String,
        /// From this type.
        from: Type,
        /// The value.
        value: Operand,
        /// To this type.
        to: Type,
    },
    /// `condition ? then : otherwise`, both computed before.
    Select {
        /// One bit.
        condition: Operand,
        /// The type of the result.
        ty: Type,
        /// If 1.
        then: Operand,
        /// If 0.
        otherwise: Operand,
    },
    /// The value that belongs to the block that control came from. Phis stand at the head of a block and are evaluated together.
    Phi {
        /// The type of the result.
        ty: Type,
        /// A value for each predecessor.
        incoming: Vec<(BlockId, Operand)>,
    },
    /// A part of an aggregate in a register.
    Extract {
        /// The aggregate.
        aggregate: Operand,
        /// Indices from the outside in.
        path: Vec<u64>,
    },
    /// The aggregate with a part replaced.
    Insert {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        value: Operand,
        /// Indices from the outside in.
        path: Vec<u64>,
    },
    /// The operand itself.
    Copy(Operand),
    /// Copies `bytes` bytes of memory.
    CopyMemory {
        /// To here.
        to: Operand,
        /// From here.
        from: Operand,
        /// How many.
        bytes: Operand,
    },
    /// Fills memory with a byte.
    SetMemory {
        /// From here on.
        to: Operand,
        /// The byte.
        value: Operand,
        /// How many.
        bytes: Operand,
    },
    /// Calls a function; the result is what it returns.
    Call {
        /// Which one.
        callee: Callee,
        /// What it gets.
        arguments: Vec<Operand>,
    },
    /// Starts a thread that calls `function(argument)`. The result is 0 when it worked.
    StartThread {
        /// Where the thread's identity is written, if anywhere (`pthread_t *`).
        handle: Operand,
        /// A pointer to a function of one argument.
        function: Operand,
        /// Its argument.
        argument: Operand,
    },
    /// Waits for the end of a thread; the result is 0.
    JoinThread {
        /// Its identity.
        handle: Operand,
        /// Where what its function returned is written, unless null.
        returned: Operand,
        /// As how many bytes: 8 of a pointer, 4 of the `int` of C11's threads.
        bytes: u8,
    },
    /// Takes a lock; the result is 0 when that has been done.
    Lock {
        /// The lock.
        lock: Operand,
        /// What one gives that does not wait where the lock is taken.
        if_taken: Option<u32>,
        /// Whether others may hold it so at the same time: a readers' lock.
        shared: bool,
    },
    /// Gives a lock back.
    Unlock {
        /// The lock.
        lock: Operand,
        /// Whether who waits for the lock spins: it may be given back by a plain store.
        spins: bool,
    },
    /// Gives a lock back, waits for a signal, takes the lock again.
    Wait {
        /// The condition variable.
        condition: Operand,
        /// The lock.
        lock: Operand,
        /// What it gives when its time is over, if it has one; otherwise 0.
        timeout: Option<u32>,
    },
    /// Begins a section that no other thread interrupts (`__CPROVER_atomic_begin`, `__VERIFIER_atomic_begin`).
    AtomicBegin,
    /// Ends it.
    AtomicEnd,
    /// Executions where it is 0 do not count.
    Assume(Operand),
    /// A violation where it is 0.
    Assert(Operand),
    /// A violation where it is reached (`__assert_fail`, `reach_error`).
    Violation,
    /// Any value, which depends on the operands; no memory is touched.
    Any(Vec<Operand>),
    /// Not understood: the name of what stood there. It may touch every object that other code can reach, and orders nothing.
    Havoc(String),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The register that it defines, if any.
    pub result: Option<RegisterId>,
    /// What it does.
    pub operation: Operation,
    /// Where it stands in the source.
    pub place: Option<SourcePlace>,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// The function returns.
    Return(Option<Operand>),
    /// Control goes on in a block.
    Jump(BlockId),
    /// To `then` if the bit is 1, else to `otherwise`.
    Branch {
        /// One bit.
        condition: Operand,
        /// If 1.
        then: BlockId,
        /// If 0.
        otherwise: BlockId,
    },
    /// To the block of the case that equals `value`.
    Switch {
        /// The value.
        value: Operand,
        /// Where no case fits.
        default: BlockId,
        /// The cases.
        cases: Vec<(i128, BlockId)>,
    },
    /// To any of them: computed jumps, and calls that may end in a landing pad.
    Any(Vec<BlockId>),
    /// Control does not come here.
    Unreachable,
}

impl Terminator {
    /// The blocks where control may go on, in order; one may occur twice.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
            Terminator::Jump(block) => vec![*block],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|(_, block)| *block)).collect()
            }
            Terminator::Any(blocks) => blocks.clone(),
        }
    }

    /// What decides where control goes.
    pub fn condition(&self) -> Option<&Operand> {
        match self {
            Terminator::Branch { condition, .. } => Some(condition),
            Terminator::Switch { value, .. } => Some(value),
            Terminator::Return(_) | Terminator::Jump(_) | Terminator::Any(_) | Terminator::Unreachable => None,
        }
    }
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// What is done in order.
    pub instructions: Vec<Instruction>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the terminator stands in the source.
    pub place: Option<SourcePlace>,
    /// Whether control comes here when a call is left by an exception.
    pub is_landing_pad: bool,
}

/// A function; one without blocks is defined nowhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name for the linker; `name.N` when several translation units have a local one of that name.
    pub name: String,
    /// Its name in the source.
    pub source_name: String,
    /// The registers that its arguments come in.
    pub parameters: Vec<RegisterId>,
    /// The type of its result.
    pub result: Type,
    /// The type of each register.
    pub registers: IdVec<RegisterId, Type>,
    /// Its blocks, the entry first.
    pub blocks: IdVec<BlockId, Block>,
    /// Where it is defined.
    pub place: Option<SourcePlace>,
    /// Whether code that is not here may call it by its name.
    pub external: bool,
    /// Whether more arguments than it has parameters may be passed.
    pub is_variadic: bool,
}

impl Function {
    /// Whether its body is known.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The blocks from which control may come to each block, each once and in order.
    pub fn predecessors(&self) -> IdVec<BlockId, Vec<BlockId>> {
        let mut predecessors = IdVec::from_elem(Vec::new(), self.blocks.len());
        for (id, block) in self.blocks.iter_enumerated() {
            let mut successors = block.terminator.successors();
            successors.sort_unstable();
            successors.dedup();
            for successor in successors {
                predecessors[successor].push(id);
            }
        }
        predecessors
    }
}

/// What a global variable holds at first, piece by piece; bytes that no piece covers are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Offset in bytes.
    pub offset: u64,
    /// The type that is there.
    pub ty: Type,
    /// The value; never an aggregate or zero.
    pub value: Operand,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name for the linker; `name.N` when several translation units have a local one of that name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What it holds at first.
    pub initial: Vec<Piece>,
    /// Whether it is never written.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether any translation unit defines it.
    pub defined: bool,
    /// Where it is declared.
    pub place: Option<SourcePlace>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name as the compiler was given it first.
    pub name: String,
    /// The directory that a relative name counts from.
    pub directory: String,
    /// All paths by which compilers came to it, that of `name` first.
    pub paths: Vec<PathBuf>,
}

/// What was not understood of a translation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What it was.
    pub what: String,
    /// Where in the source, when that is known.
    pub place: Option<SourcePlace>,
    /// The translation unit and the line of its IR.
    pub ir: (String, u32),
}

/// A whole program.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Program {
    /// Source files that places are in.
    pub files: IdVec<FileId, SourceFile>,
    /// Global variables.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions.
    pub functions: IdVec<FunctionId, Function>,
    /// What runs when the process ends (`__attribute__((destructor))`), beside what it registers itself.
    pub destructors: Vec<FunctionId>,
    /// What was not understood.
    pub gaps: Vec<Gap>,
    /// Whether some type was too large to be laid out, so that offsets in it are not known. There is a gap then, too.
    pub has_unknown_layout: bool,
}

/// An instruction or, one past the last, the terminator of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The function.
    pub function: FunctionId,
    /// The block.
    pub block: BlockId,
    /// The index in the block, from 0.
    pub index: u32,
}

impl Program {
    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter_enumerated().find(|(_, function)| function.name == name).map(|(id, _)| id)
    }

    /// The instruction at a point; none for terminators.
    pub fn instruction(&self, point: Point) -> Option<&Instruction> {
        self.functions[point.function].blocks[point.block].instructions.get(point.index as usize)
    }

    /// The place of an instruction or terminator.
    pub fn place(&self, point: Point) -> Option<SourcePlace> {
        let block = &self.functions[point.function].blocks[point.block];
        block.instructions.get(point.index as usize).map_or(block.place, |instruction| instruction.place)
    }

    /// `file:line:column` of a place, the column only when known.
    pub fn describe(&self, place: SourcePlace) -> impl fmt::Display + '_ {
        Described { program: self, place }
    }
}

struct Described<'p> {
    program: &'p Program,
    place: SourcePlace,
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.program.files[self.place.file].name, self.place.line)?;
        if self.place.column > 0 {
            write!(f, ":{}", self.place.column)?;
        }
        Ok(())
    }
}
