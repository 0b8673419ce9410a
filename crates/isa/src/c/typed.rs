//! C with names and types resolved: every conversion is written out, every access knows its tags.

use std::borrow::Cow;

use program::{BinaryOperator, TagSet};
use relation::newtype_index;
use source::Span;

use super::ctype::Type;
use super::primitives::Outcome;

newtype_index! {
    /// A local variable of one thread; parameters are local variables too.
    pub(crate) struct LocalId("v");
}

/// A thread.
#[derive(Clone, Debug)]
pub(crate) struct Thread<'s> {
    pub(crate) locals: relation::IdVec<LocalId, Local<'s>>,
    pub(crate) body: Vec<Statement>,
    /// The place of the thread's name.
    pub(crate) heading: Span,
}

/// A local variable.
#[derive(Clone, Debug)]
pub(crate) struct Local<'s> {
    pub(crate) name: Cow<'s, str>,
    pub(crate) ctype: Type,
    /// The type that the test gives it; `ctype` may be wider, for addresses.
    pub(crate) declared: Type,
    /// Whether conditions can name it; a variable that another one of the same name hides cannot be named.
    pub(crate) visible: bool,
    /// Whether it begins with the address of the location of its name.
    pub(crate) is_parameter: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Expression(Expr),
    If { condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    Loop(Box<Loop>),
    Break,
    Continue,
    Return,
}

/// `while`, `do` and `for`.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// Whether the condition is looked at before the first time.
    pub(crate) test_first: bool,
    /// No condition is always true.
    pub(crate) condition: Option<Expr>,
    pub(crate) body: Vec<Statement>,
    /// What is done behind the body; `continue` goes there.
    pub(crate) step: Option<Expr>,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ctype: Type,
    pub(crate) span: Span,
}

/// What an expression is. Operands have the types that the operator wants.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A number, cut to the width of its type.
    Constant(u128),
    /// Reads a local variable.
    Local(LocalId),
    /// To the type of the whole, sign or zeros coming in by the type of the operand.
    Convert(Box<Expr>),
    Negate(Box<Expr>),
    Complement(Box<Expr>),
    /// `!`.
    Not(Box<Expr>),
    /// No comparison. Division by 0 is a mistake of the program.
    Arithmetic(BinaryOperator, Box<Expr>, Box<Expr>),
    /// A comparison; `negated` gives `!=`, `>=` and so on.
    Compare {
        operator: BinaryOperator,
        negated: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Logical {
        and: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Comma(Box<Expr>, Box<Expr>),
    /// Gives the value assigned, without reading it again.
    Assign {
        place: Assignable,
        value: Box<Expr>,
    },
    /// `+=`, `++` and their like: a read and a write.
    Modify(Box<Modify>),
    Primitive(Box<Primitive>),
}

/// What can be assigned to.
#[derive(Clone, Debug)]
pub(crate) enum Assignable {
    Local(LocalId),
    /// Memory.
    Memory {
        /// Where.
        address: Box<Expr>,
        /// Whether by atomic accesses, which are sequentially consistent (C11 6.5.16), or by plain ones.
        is_atomic: bool,
    },
}

/// A read, an operation and a write.
#[derive(Clone, Debug)]
pub(crate) struct Modify {
    pub(crate) place: Assignable,
    /// The type of the place.
    pub(crate) ctype: Type,
    pub(crate) operator: BinaryOperator,
    /// The right operand, of the type that is computed in.
    pub(crate) operand: Expr,
    /// Whether the value read is the result, and not the value written.
    pub(crate) old: bool,
}

/// What accesses memory or orders accesses.
#[derive(Clone, Debug)]
pub(crate) enum Primitive {
    /// `width` is that of the whole expression's type. `fence` follows the read where there is one.
    Load {
        address: Expr,
        tags: TagSet,
        fence: Option<TagSet>,
    },
    Store {
        address: Expr,
        value: Expr,
        tags: TagSet,
    },
    /// A read and a write of one place.
    ReadModifyWrite(Box<ReadModifyWrite>),
    /// C11 7.17.7.4: gives whether it succeeded.
    CompareExchange(Box<CompareExchange>),
    /// A read, and a write if the value was the old one (the Linux kernel's): gives the value read.
    CompareThenExchange {
        address: Expr,
        old: Expr,
        new: Expr,
        tags: TagSet,
    },
    /// A compare-exchange that is given the expected value: a read-modify-write where that is found, a read where it is not. With a fence on either
    /// side (`__sync_val_compare_and_swap`).
    CompareAndSwap {
        address: Expr,
        old: Expr,
        new: Expr,
        /// Whether the value found is the result, and not whether it was the expected one.
        gives_value: bool,
    },
    /// A read, and a write unless the value was the one excepted: gives whether it was written.
    AddUnless {
        address: Expr,
        added: Expr,
        unless: Expr,
        tags: TagSet,
    },
    /// Nothing but the order of evaluation.
    Nothing,
    Fence(TagSet),
    /// Events at a location that neither read nor write it, as far as models know: locks. One after the other.
    Synchronize {
        address: Expr,
        tags: Vec<TagSet>,
    },
    /// Such events in either of two ways: gives 1 after those of `one`, 0 after those of `zero`.
    SynchronizeEither {
        address: Expr,
        one: Vec<TagSet>,
        zero: Vec<TagSet>,
    },
}

/// A read-modify-write.
#[derive(Clone, Debug)]
pub(crate) struct ReadModifyWrite {
    pub(crate) address: Expr,
    pub(crate) update: Update,
    pub(crate) operand: Expr,
    pub(crate) tags: TagSet,
    pub(crate) outcome: Outcome,
    /// Whether it is one event. The Linux kernel's are a read and a write.
    pub(crate) is_one_event: bool,
    /// A fence on either side.
    pub(crate) barrier: Option<TagSet>,
}

/// What a read-modify-write makes of the value read and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// The operand.
    Replace,
    Apply(BinaryOperator),
    /// And with the complement of the operand.
    AndNot,
    /// The complement of the and.
    Nand,
    /// The greater one.
    Max {
        signed: bool,
    },
    /// The smaller one.
    Min {
        signed: bool,
    },
}

/// A compare-exchange.
#[derive(Clone, Debug)]
pub(crate) struct CompareExchange {
    /// Its address.
    pub(crate) object: Expr,
    pub(crate) expected: Assignable,
    pub(crate) desired: Expr,
    /// Fails only when the values differ.
    pub(crate) strong: bool,
    pub(crate) success: TagSet,
    pub(crate) failure: TagSet,
    /// The type of the object.
    pub(crate) ctype: Type,
}

impl Expr {
    /// A number of type `ctype`, cut to its width.
    pub(crate) fn constant(value: u128, ctype: Type, span: Span) -> Expr {
        Expr { kind: ExprKind::Constant(program::truncate(value, ctype.width())), ctype, span }
    }

    /// Its value, when it is a number.
    pub(crate) fn as_constant(&self) -> Option<u128> {
        match self.kind {
            ExprKind::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether its evaluation has several paths or a fixed order: then values computed before must be kept.
    pub(crate) fn has_sequence_points(&self) -> bool {
        match &self.kind {
            ExprKind::Logical { .. } | ExprKind::Conditional { .. } | ExprKind::Comma(..) => true,
            ExprKind::Constant(_) | ExprKind::Local(_) => false,
            ExprKind::Convert(inner) | ExprKind::Negate(inner) | ExprKind::Complement(inner) | ExprKind::Not(inner) => {
                inner.has_sequence_points()
            }
            ExprKind::Arithmetic(_, left, right) | ExprKind::Compare { left, right, .. } => {
                left.has_sequence_points() || right.has_sequence_points()
            }
            ExprKind::Assign { place, value } => place.has_sequence_points() || value.has_sequence_points(),
            ExprKind::Modify(modify) => modify.place.has_sequence_points() || modify.operand.has_sequence_points(),
            ExprKind::Primitive(primitive) => primitive.has_sequence_points(),
        }
    }
}

impl Assignable {
    fn has_sequence_points(&self) -> bool {
        match self {
            Assignable::Local(_) => false,
            Assignable::Memory { address, .. } => address.has_sequence_points(),
        }
    }
}

impl Primitive {
    fn has_sequence_points(&self) -> bool {
        let any = |inside: &[&Expr]| inside.iter().any(|inner| inner.has_sequence_points());
        match self {
            Primitive::Nothing | Primitive::Fence(_) => false,
            Primitive::Load { address, .. }
            | Primitive::Synchronize { address, .. }
            | Primitive::SynchronizeEither { address, .. } => any(&[address]),
            Primitive::Store { address, value, .. } => any(&[address, value]),
            Primitive::ReadModifyWrite(it) => any(&[&it.address, &it.operand]),
            Primitive::CompareThenExchange { address, old, new, .. }
            | Primitive::CompareAndSwap { address, old, new, .. } => any(&[address, old, new]),
            Primitive::AddUnless { address, added, unless, .. } => any(&[address, added, unless]),
            Primitive::CompareExchange(it) => any(&[&it.object, &it.desired]) || it.expected.has_sequence_points(),
        }
    }
}
