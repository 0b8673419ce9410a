//! Programs of threads, without an architecture.
//!
//! A front end turns the text of a thread into [`Instruction`]s; each is lowered once, when it is read, to a few
//! [`MicroOp`]s. Below this crate's types nothing knows a language: symbolic execution, dependencies and candidate executions
//! are all defined on micro-operations.
//!
//! Values are bit-vectors of a stated [`Width`]; what a program computes is an expression ([`ExprId`] in an [`Expressions`]
//! arena) over constants, addresses of locations and the symbols that stand for the values of reads.

mod builder;
mod expression;
mod float;
mod fold;
mod micro;
mod operator;
mod text;
mod visit;

pub use builder::BlockBuilder;
pub use expression::{ExprId, Expressions, Node, SymbolId, Width, WordId};
pub use float::{Conversion, FloatOperator};
pub use fold::{compute, truncate};
pub use micro::{Block, Computation, Mark, MicroOp, TagSet, Target, Temp, UndefinedBehaviour};
pub use operator::{BinaryOperator, UnaryOperator};
pub use relation::{IdVec, Index};
/// The name of a location, a register, or a label. Nearly all are short; those of up to 23 bytes are kept in place.
pub use smol_str::SmolStr as Name;
pub use text::{
    CodePlace, ElementType, InitialRegister, Instruction, InstructionId, Location, LocationId, MixedSizes, Program,
    Register, RegisterId, Thread, ThreadId, ThreadProduct, ThreadRelations,
};
pub use visit::operations;
