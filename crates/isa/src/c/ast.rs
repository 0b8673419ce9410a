//! C as it is written: trees of statements and expressions with their places. Nothing is resolved.
//!
//! Names are pieces of the text `'s` that the tree was read from, or copies of them where a tree outlives its text (macro files).

use std::borrow::Cow;

use source::Span;

use super::ctype::{CType, Type};
use super::primitives::{self, Shape};

/// How high an expression may be. Everything that walks over expressions recurses, so this bounds the stack.
pub(crate) const MAX_HEIGHT: u16 = 200;

/// How many nodes one expression may have. It bounds what macros can blow up, and the temporaries of one instruction.
pub(crate) const MAX_SIZE: u32 = 2000;

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name<'s> {
    pub(crate) text: Cow<'s, str>,
    pub(crate) span: Span,
}

/// A thread: a function `P0(...) {...}`.
#[derive(Clone, Debug)]
pub(crate) struct Function<'s> {
    /// The number in `P0`.
    pub(crate) number: u32,
    /// The place of `P0`.
    pub(crate) heading: Span,
    pub(crate) parameters: Vec<Parameter<'s>>,
    /// What stands between the braces; the hash is made of its text.
    pub(crate) body_span: Span,
    pub(crate) body: Vec<Statement<'s>>,
}

/// A parameter of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<'s> {
    pub(crate) ctype: CType,
    /// What `ctype` means.
    pub(crate) meaning: Type,
    pub(crate) name: Name<'s>,
}

/// A variable in a declaration.
#[derive(Clone, Debug)]
pub(crate) struct Declarator<'s> {
    pub(crate) ctype: CType,
    pub(crate) name: Name<'s>,
    pub(crate) value: Option<Expr<'s>>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement<'s> {
    pub(crate) kind: StatementKind<'s>,
    pub(crate) span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(crate) enum StatementKind<'s> {
    Empty,
    Expression(Expr<'s>),
    Declaration(Vec<Declarator<'s>>),
    Block(Vec<Statement<'s>>),
    If { condition: Expr<'s>, then: Box<Statement<'s>>, otherwise: Option<Box<Statement<'s>>> },
    While { condition: Expr<'s>, body: Box<Statement<'s>> },
    DoWhile { body: Box<Statement<'s>>, condition: Expr<'s> },
    For(Box<For<'s>>),
    Break,
    Continue,
    Return(Option<Expr<'s>>),
}

/// `for (init; condition; step) body`.
#[derive(Clone, Debug)]
pub(crate) struct For<'s> {
    pub(crate) init: Option<Statement<'s>>,
    pub(crate) condition: Option<Expr<'s>>,
    pub(crate) step: Option<Expr<'s>>,
    pub(crate) body: Statement<'s>,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr<'s> {
    pub(crate) kind: ExprKind<'s>,
    pub(crate) span: Span,
    /// The longest way down, at most [`MAX_HEIGHT`] once it is checked.
    pub(crate) height: u16,
    /// How many nodes, at most [`MAX_SIZE`] once it is checked.
    pub(crate) size: u32,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind<'s> {
    Number(Constant),
    Name(Cow<'s, str>),
    Unary(Unary, Box<Expr<'s>>),
    Binary(Binary, Box<Expr<'s>>, Box<Expr<'s>>),
    /// `&&` and `||`.
    Logical {
        and: bool,
        left: Box<Expr<'s>>,
        right: Box<Expr<'s>>,
    },
    Conditional {
        condition: Box<Expr<'s>>,
        then: Box<Expr<'s>>,
        otherwise: Box<Expr<'s>>,
    },
    /// `=` or, with an operator, `+=` and its like.
    Assign {
        operator: Option<Binary>,
        target: Box<Expr<'s>>,
        value: Box<Expr<'s>>,
    },
    /// `++` and `--`.
    Step {
        increment: bool,
        prefix: bool,
        target: Box<Expr<'s>>,
    },
    Cast(Box<CType>, Box<Expr<'s>>),
    Call(Box<Call<'s>>),
    Index(Box<Expr<'s>>, Box<Expr<'s>>),
    Comma(Box<Expr<'s>>, Box<Expr<'s>>),
    AddressOf(Box<Expr<'s>>),
    Dereference(Box<Expr<'s>>),
    SizeOfType(Box<CType>),
}

/// A number, by the width and the sign of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Constant {
    pub(crate) value: u128,
    pub(crate) width: u16,
    pub(crate) signed: bool,
}

impl Constant {
    /// A number of type `int`.
    pub(crate) fn int(value: u128) -> Constant {
        Constant { value, width: 32, signed: true }
    }
}

/// A call of a function, a primitive or a macro.
#[derive(Clone, Debug)]
pub(crate) struct Call<'s> {
    pub(crate) name: Name<'s>,
    /// What the name stands for, unless it is a macro.
    pub(crate) known: Option<Shape>,
    /// What stands in braces behind the name: `__load{once}(...)`.
    pub(crate) annotations: Option<Vec<Name<'s>>>,
    pub(crate) arguments: Vec<Argument<'s>>,
}

impl<'s> Call<'s> {
    /// A call of the function or macro of this name.
    pub(crate) fn new(name: Name<'s>, annotations: Option<Vec<Name<'s>>>, arguments: Vec<Argument<'s>>) -> Call<'s> {
        let known = primitives::find(&name.text);
        Call { name, known, annotations, arguments }
    }
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum Argument<'s> {
    Expr(Expr<'s>),
    /// An operator: `__atomic_op(x,+,1)`.
    Operator(AtomicOperator, Span),
}

/// The operator that an atomic read-modify-write applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOperator {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    /// And with the complement: `&~`.
    AndNot,
    /// The complement of the and.
    Nand,
    /// The greater one, by the type's sign.
    Max,
    /// The smaller one, by the type's sign.
    Min,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
}

/// An operator with two operands, both of which are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
}

impl Binary {
    /// Whether the result is a truth value.
    pub(crate) fn is_comparison(self) -> bool {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
    }
}

impl<'s> Expr<'s> {
    /// The expression with its height and size, which may be above the limits.
    pub(crate) fn new(kind: ExprKind<'s>, span: Span) -> Expr<'s> {
        let (mut height, mut size) = (0, 1_u32);
        kind.visit_children(&mut |child| {
            height = height.max(child.height);
            size = size.saturating_add(child.size);
        });
        Expr { kind, span, height: height.saturating_add(1), size }
    }

    /// An expression that has no others inside.
    pub(crate) fn leaf(kind: ExprKind<'s>, span: Span) -> Expr<'s> {
        Expr { kind, span, height: 1, size: 1 }
    }

    /// Whether it is within the limits.
    pub(crate) fn is_moderate(&self) -> bool {
        self.height <= MAX_HEIGHT && self.size <= MAX_SIZE
    }

    /// The name, when it is nothing but one.
    pub(crate) fn as_name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl<'s> ExprKind<'s> {
    /// Visits the expressions directly inside, from left to right.
    pub(crate) fn visit_children<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr<'s>)) {
        match self {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::SizeOfType(_) => {}
            ExprKind::Unary(_, inner)
            | ExprKind::Cast(_, inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Dereference(inner)
            | ExprKind::Step { target: inner, .. } => visit(inner),
            ExprKind::Binary(_, left, right)
            | ExprKind::Logical { left, right, .. }
            | ExprKind::Assign { target: left, value: right, .. }
            | ExprKind::Index(left, right)
            | ExprKind::Comma(left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            ExprKind::Call(call) => call.arguments.iter().filter_map(Argument::expr).for_each(visit),
        }
    }

    /// The same with each expression directly inside rewritten.
    pub(crate) fn rewrite(self, by: &mut dyn Rewrite<'s>) -> ExprKind<'s> {
        let mut boxed = |inner: Box<Expr<'s>>| Box::new(by.expr(*inner));
        match self {
            ExprKind::Number(_) | ExprKind::Name(_) | ExprKind::SizeOfType(_) => self,
            ExprKind::Unary(operator, inner) => ExprKind::Unary(operator, boxed(inner)),
            ExprKind::Cast(ctype, inner) => ExprKind::Cast(ctype, boxed(inner)),
            ExprKind::AddressOf(inner) => ExprKind::AddressOf(boxed(inner)),
            ExprKind::Dereference(inner) => ExprKind::Dereference(boxed(inner)),
            ExprKind::Step { increment, prefix, target } => ExprKind::Step { increment, prefix, target: boxed(target) },
            ExprKind::Binary(operator, left, right) => ExprKind::Binary(operator, boxed(left), boxed(right)),
            ExprKind::Logical { and, left, right } => ExprKind::Logical { and, left: boxed(left), right: boxed(right) },
            ExprKind::Assign { operator, target, value } => {
                ExprKind::Assign { operator, target: boxed(target), value: boxed(value) }
            }
            ExprKind::Index(left, right) => ExprKind::Index(boxed(left), boxed(right)),
            ExprKind::Comma(left, right) => ExprKind::Comma(boxed(left), boxed(right)),
            ExprKind::Conditional { condition, then, otherwise } => {
                ExprKind::Conditional { condition: boxed(condition), then: boxed(then), otherwise: boxed(otherwise) }
            }
            ExprKind::Call(mut call) => {
                call.arguments =
                    std::mem::take(&mut call.arguments).into_iter().map(|argument| argument.rewrite(by)).collect();
                ExprKind::Call(call)
            }
        }
    }
}

impl<'s> StatementKind<'s> {
    /// The same with the statements and expressions directly inside rewritten.
    pub(crate) fn rewrite(self, by: &mut dyn Rewrite<'s>) -> StatementKind<'s> {
        let boxed = |inner: Box<Statement<'s>>, by: &mut dyn Rewrite<'s>| Box::new(by.statement(*inner));
        match self {
            StatementKind::Empty | StatementKind::Break | StatementKind::Continue => self,
            StatementKind::Expression(expr) => StatementKind::Expression(by.expr(expr)),
            StatementKind::Declaration(mut declarators) => {
                for declarator in &mut declarators {
                    declarator.value = declarator.value.take().map(|value| by.expr(value));
                }
                StatementKind::Declaration(declarators)
            }
            StatementKind::Block(all) => {
                StatementKind::Block(all.into_iter().map(|statement| by.statement(statement)).collect())
            }
            StatementKind::If { condition, then, otherwise } => StatementKind::If {
                condition: by.expr(condition),
                then: boxed(then, by),
                otherwise: otherwise.map(|inner| boxed(inner, by)),
            },
            StatementKind::While { condition, body } => {
                StatementKind::While { condition: by.expr(condition), body: boxed(body, by) }
            }
            StatementKind::DoWhile { body, condition } => {
                StatementKind::DoWhile { body: boxed(body, by), condition: by.expr(condition) }
            }
            StatementKind::For(it) => {
                let For { init, condition, step, body } = *it;
                StatementKind::For(Box::new(For {
                    init: init.map(|inner| by.statement(inner)),
                    condition: condition.map(|condition| by.expr(condition)),
                    step: step.map(|step| by.expr(step)),
                    body: by.statement(body),
                }))
            }
            StatementKind::Return(value) => StatementKind::Return(value.map(|value| by.expr(value))),
        }
    }
}

/// What changes trees.
pub(crate) trait Rewrite<'s> {
    /// Changes an expression; [`ExprKind::rewrite`] leads on to those inside.
    fn expr(&mut self, expr: Expr<'s>) -> Expr<'s>;

    /// Changes a statement; [`StatementKind::rewrite`] leads on to what is inside.
    fn statement(&mut self, statement: Statement<'s>) -> Statement<'s>;
}

impl<'s> Argument<'s> {
    fn rewrite(self, by: &mut dyn Rewrite<'s>) -> Argument<'s> {
        match self {
            Argument::Expr(expr) => Argument::Expr(by.expr(expr)),
            Argument::Operator(..) => self,
        }
    }

    /// The expression that it is.
    pub(crate) fn expr(&self) -> Option<&Expr<'s>> {
        match self {
            Argument::Expr(expr) => Some(expr),
            Argument::Operator(..) => None,
        }
    }

    /// Its place.
    pub(crate) fn span(&self) -> Span {
        match self {
            Argument::Expr(expr) => expr.span,
            Argument::Operator(_, span) => *span,
        }
    }
}
