//! The tree of a Java test.

use std::collections::{BTreeMap, BTreeSet};

use source::Span;

use super::class::{Class, FirstObject, Type};

pub use super::method::{AccessMethod, Fence, METHODS, Method, Mode, Update};

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is written.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// One thread: `Thread0 { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadText {
    /// The number in its heading.
    pub number: u32,
    /// The place of the heading.
    pub heading: Span,
    /// What is between the braces.
    pub text: Span,
    /// The same as statements.
    pub body: Vec<Statement>,
    /// The types that local variables are declared with, in order.
    pub types: Vec<(Name, Type)>,
}

/// A whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramText {
    /// Its classes.
    pub classes: Vec<Class>,
    /// The objects that are there from the beginning.
    pub objects: Vec<FirstObject>,
    /// Its threads.
    pub threads: Vec<ThreadText>,
    /// Handles on elements of arrays: `VarHandle E = int[];`, with the type of an element.
    pub element_handles: Vec<(Name, Type)>,
    /// The handles that the initial state binds to locations of type `long`, `float` or `double`, with the type.
    pub typed_handles: BTreeMap<String, Type>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Its place.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `;`, or a declaration without a value of the variable that is given.
    Declare(Option<Name>),
    /// `r1 = e;`, or a declaration with a value.
    Assign {
        /// The variable.
        target: Name,
        /// The value.
        value: Expr,
    },
    /// `r.f = e;` and `a[i] = e;`.
    Store {
        /// A field or an element.
        place: Expr,
        /// The value.
        value: Expr,
    },
    /// `new C();`.
    Evaluate(Expr),
    /// A call of a method of a VarHandle whose result is not used.
    Access(Access),
    /// A fence.
    Fence(Fence),
    /// A choice; the branch that is not there is empty.
    If {
        /// Not 0 for `then`.
        condition: Expr,
        /// When the condition holds.
        then: Vec<Statement>,
        /// When it does not.
        otherwise: Vec<Statement>,
    },
    /// `while` and `do`.
    Loop {
        /// Not 0 to go on.
        condition: Expr,
        /// What is repeated.
        body: Vec<Statement>,
        /// Whether the condition is tested before the first round.
        test_first: bool,
    },
    /// `{ ... }`.
    Block(Vec<Statement>),
    /// `synchronized (M) { ... }`.
    Synchronized {
        /// The location whose monitor it is, by a name that the initial state binds.
        monitor: Name,
        /// What is done while the monitor is held.
        body: Vec<Statement>,
    },
    /// `lock(M);` and `unlock(M);`: entering and leaving a monitor.
    Monitor {
        /// The monitor.
        monitor: Name,
        /// Whether it is entered.
        enters: bool,
    },
    /// `wait(M);`, and `notify(M);` or `notifyAll(M);`: the wait set of a monitor (JLS 17.2).
    WaitSet {
        /// The monitor.
        monitor: Name,
        /// Whether the thread waits; else it wakes others.
        waits: bool,
    },
    /// `start(1);` and `join(1);`.
    Lifetime {
        /// The number of the other thread.
        thread: u32,
        /// The place of the number.
        span: Span,
        /// Whether it is a start.
        starts: bool,
    },
    /// `print(e);`: an external action.
    Print(Expr),
    /// `L: { ... }`.
    Labelled {
        /// The label.
        label: Name,
        /// What is left by `break L;`.
        body: Vec<Statement>,
    },
    /// `break L;`: goes on behind the statement with that label (JLS 14.15).
    Break(Name),
    /// `try { ... } catch (E e) { ... } finally { ... }` (JLS 14.20).
    Try {
        /// What may throw.
        body: Vec<Statement>,
        /// What is done about it, in order.
        catches: Vec<Catch>,
        /// What is done in any case.
        finally: Vec<Statement>,
    },
    /// `throw new E();`: of an exception its class is known, and nothing else.
    Throw(Name),
    /// `freeze(r);`: the end of the construction of the object, where its constructor is written out (JLS 17.5).
    Freeze(Name),
    /// `interrupt(1);` (JLS 17.2.3).
    Interrupt {
        /// The number of the other thread.
        thread: u32,
        /// The place of the number.
        span: Span,
    },
}

/// `catch (A | B e) { ... }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catch {
    /// The classes of exceptions.
    pub classes: Vec<Name>,
    /// What is done.
    pub body: Vec<Statement>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number.
    Number(i64),
    /// A floating-point number.
    Floating {
        /// Its bits.
        bits: u64,
        /// Whether it is a `double`.
        is_double: bool,
    },
    /// A local variable.
    Local(String),
    /// An access to memory.
    Access(Box<Access>),
    /// `-e`, `~e`, `!e`.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`.
    Conditional(Box<[Expr; 3]>),
    /// `null`.
    Null,
    /// `new C(e)`.
    New {
        /// The class.
        class: Name,
        /// What its constructor is called with.
        arguments: Vec<Expr>,
    },
    /// `new int[3]`.
    NewArray {
        /// The type of an element.
        element: Type,
        /// How many there are.
        length: u32,
    },
    /// `r.f`; `a.length`.
    Field(Box<Expr>, Name),
    /// `(byte) e`, `(Node) e`.
    Cast(Type, Box<Expr>),
    /// `longBitsToDouble(e)` and the like: the bits as a value of another type.
    Bits(Reinterpret, Box<Expr>),
    /// `a[i]`.
    Element(Box<[Expr; 2]>),
    /// `r instanceof C`.
    InstanceOf(Box<Expr>, Name),
    /// `isInterrupted(1)`; `interrupted()`, of the thread itself, which is not interrupted any more then (JLS 17.2.3).
    Interrupted {
        /// The number of the thread; the thread itself where there is none.
        thread: Option<u32>,
        /// The place.
        span: Span,
    },
}

/// The functions that give the bits of a floating-point number, or the number with these bits (java.lang.Float, java.lang.Double).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reinterpret {
    /// `longBitsToDouble`.
    LongToDouble,
    /// `doubleToRawLongBits`.
    DoubleToLong,
    /// `intBitsToFloat`.
    IntToFloat,
    /// `floatToRawIntBits`.
    FloatToInt,
}

impl Reinterpret {
    /// All of them.
    pub const ALL: [Reinterpret; 4] =
        [Reinterpret::LongToDouble, Reinterpret::DoubleToLong, Reinterpret::IntToFloat, Reinterpret::FloatToInt];

    /// The name of the function.
    pub fn name(self) -> &'static str {
        match self {
            Reinterpret::LongToDouble => "longBitsToDouble",
            Reinterpret::DoubleToLong => "doubleToRawLongBits",
            Reinterpret::IntToFloat => "intBitsToFloat",
            Reinterpret::FloatToInt => "floatToRawIntBits",
        }
    }

    /// The types of its argument and its value.
    pub fn types(self) -> [Type; 2] {
        match self {
            Reinterpret::LongToDouble => [Type::Long, Type::Double],
            Reinterpret::DoubleToLong => [Type::Double, Type::Long],
            Reinterpret::IntToFloat => [Type::Int, Type::Float],
            Reinterpret::FloatToInt => [Type::Float, Type::Int],
        }
    }
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-`.
    Negate,
    /// `~`.
    Complement,
    /// `!`: 1 of 0, and 0 of everything else.
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `||`: of truth values in Java, bitwise in herd.
    OrElse,
    /// `&&`: of truth values in Java, bitwise in herd.
    AndThen,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// `&`.
    And,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `<=`.
    LessEqual,
    /// `>=`.
    GreaterEqual,
    /// `<<`.
    ShiftLeft,
    /// `>>`.
    ShiftRight,
    /// `>>>`.
    ShiftRightUnsigned,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Remainder,
}

impl Binary {
    /// As Java writes it.
    pub fn sign(self) -> &'static str {
        match self {
            Binary::OrElse => "||",
            Binary::AndThen => "&&",
            Binary::Or => "|",
            Binary::Xor => "^",
            Binary::And => "&",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::Greater => ">",
            Binary::LessEqual => "<=",
            Binary::GreaterEqual => ">=",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::ShiftRightUnsigned => ">>>",
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
        }
    }

    /// Whether floating-point numbers can be operands: it compares or computes, and not with bits or truth values (JLS 15.17, 15.18, 15.20, 15.21).
    pub fn is_arithmetic(self) -> bool {
        use Binary::{Add, Divide, Multiply, Remainder, Subtract};
        self.is_comparison() || matches!(self, Add | Subtract | Multiply | Divide | Remainder)
    }

    /// Whether the result is a truth value: 0 or 1.
    pub fn is_comparison(self) -> bool {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual)
    }
}

/// A call of a method of a VarHandle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The VarHandle.
    pub handle: Name,
    /// Which cell of an array, for a handle on an array; the object, for a handle on a field or on elements.
    pub index: Option<Expr>,
    /// Which element, for a handle on elements of arrays.
    pub element: Option<Expr>,
    /// The method.
    pub method: Method,
    /// What it is called with, as many as [`Method::arguments`] says.
    pub arguments: Vec<Expr>,
    /// The place of the call.
    pub span: Span,
}

impl ProgramText {
    /// All statements, those of constructors too.
    fn statements(&self) -> impl Iterator<Item = &Statement> {
        let constructors = self.classes.iter().flat_map(|class| &class.constructors);
        let bodies = self.threads.iter().map(|thread| &thread.body).chain(constructors.map(|one| &one.body));
        bodies.flatten()
    }

    /// Whether a thread may end with an exception.
    pub(super) fn may_throw(&self) -> bool {
        let mut has_arrays = false;
        self.statements().for_each(|outer| {
            outer.visit(&mut |statement| {
                has_arrays |= matches!(statement.kind, StatementKind::Throw(_) | StatementKind::Interrupt { .. });
                statement.visit_expressions(&mut |expr| has_arrays |= matches!(expr.kind, ExprKind::NewArray { .. }));
            });
        });
        has_arrays || !self.classes.is_empty() || !self.objects.is_empty()
    }

    /// The objects of the beginning whose monitors a thread enters and leaves by `lock` and `unlock` alone. How often it holds one of these is counted where it runs, so that whether it does
    /// may depend on what it finds. Objects that variables refer to may be these as well: with one of them there is none.
    pub(super) fn counted_monitors<'t>(&self, thread: &'t ThreadText) -> BTreeSet<&'t str> {
        let (mut counted, mut others) = (BTreeSet::new(), BTreeSet::new());
        let is_first = |name: &str| {
            self.objects.iter().any(|object| object.name.text == name)
                && !thread.types.iter().any(|(local, _)| local.text == name)
        };
        for outer in &thread.body {
            outer.visit(&mut |statement| match &statement.kind {
                StatementKind::Monitor { monitor, .. } if is_first(&monitor.text) => _ = counted.insert(&*monitor.text),
                StatementKind::Monitor { monitor, .. }
                | StatementKind::Synchronized { monitor, .. }
                | StatementKind::WaitSet { monitor, .. } => _ = others.insert(&*monitor.text),
                _ => {}
            });
        }
        let is_plain = others.iter().all(|other| is_first(other));
        counted.retain(|name| is_plain && !others.contains(name));
        counted
    }

    /// Whether monitors of objects are used.
    pub(super) fn has_monitors_of_objects(&self) -> bool {
        let mut has_them = false;
        self.statements().for_each(|outer| {
            outer.visit(&mut |statement| {
                has_them |= matches!(
                    statement.kind,
                    StatementKind::Synchronized { .. } | StatementKind::Monitor { .. } | StatementKind::WaitSet { .. }
                );
            });
        });
        has_them && self.may_throw()
    }
}

impl Statement {
    /// Visits the statements inside, itself first.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Statement)) {
        visit(self);
        let inside: [&[Statement]; 2] = match &self.kind {
            StatementKind::If { then, otherwise, .. } => [then, otherwise],
            StatementKind::Try { body, catches, finally } => {
                body.iter().chain(catches.iter().flat_map(|one| &one.body)).for_each(|inner| inner.visit(visit));
                [finally, &[]]
            }
            StatementKind::Loop { body, .. }
            | StatementKind::Labelled { body, .. }
            | StatementKind::Block(body)
            | StatementKind::Synchronized { body, .. } => [body, &[]],
            StatementKind::Declare(_)
            | StatementKind::Assign { .. }
            | StatementKind::Store { .. }
            | StatementKind::Evaluate(_)
            | StatementKind::Access(_)
            | StatementKind::Fence(_)
            | StatementKind::Monitor { .. }
            | StatementKind::WaitSet { .. }
            | StatementKind::Lifetime { .. }
            | StatementKind::Break(_)
            | StatementKind::Throw(_)
            | StatementKind::Freeze(_)
            | StatementKind::Interrupt { .. }
            | StatementKind::Print(_) => [&[], &[]],
        };
        inside.into_iter().flatten().for_each(|statement| statement.visit(visit));
    }

    /// Visits the expressions of this statement, not those of statements inside, each before those inside it.
    pub fn visit_expressions<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match &self.kind {
            StatementKind::Assign { value, .. } | StatementKind::Print(value) | StatementKind::Evaluate(value) => {
                value.visit(visit);
            }
            StatementKind::Store { place, value } => {
                place.visit(visit);
                value.visit(visit);
            }
            StatementKind::If { condition, .. } | StatementKind::Loop { condition, .. } => condition.visit(visit),
            StatementKind::Access(access) => access.visit(visit),
            StatementKind::Declare(_)
            | StatementKind::Fence(_)
            | StatementKind::Block(_)
            | StatementKind::Synchronized { .. }
            | StatementKind::Monitor { .. }
            | StatementKind::WaitSet { .. }
            | StatementKind::Labelled { .. }
            | StatementKind::Break(_)
            | StatementKind::Try { .. }
            | StatementKind::Throw(_)
            | StatementKind::Freeze(_)
            | StatementKind::Interrupt { .. }
            | StatementKind::Lifetime { .. } => {}
        }
    }

    /// Visits the accesses of this statement, not those of statements inside.
    pub fn visit_accesses<'a>(&'a self, visit: &mut impl FnMut(&'a Access)) {
        if let StatementKind::Access(access) = &self.kind {
            visit(access);
        }
        self.visit_expressions(&mut |expr| {
            if let ExprKind::Access(access) = &expr.kind {
                visit(access);
            }
        });
    }
}

impl Access {
    fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        self.index.iter().chain(&self.element).chain(&self.arguments).for_each(|argument| argument.visit(visit));
    }
}

impl Expr {
    /// Visits the expressions inside, itself first.
    pub fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Floating { .. }
            | ExprKind::Local(_)
            | ExprKind::Null
            | ExprKind::NewArray { .. }
            | ExprKind::Interrupted { .. } => {}
            ExprKind::New { arguments, .. } => arguments.iter().for_each(|argument| argument.visit(visit)),
            ExprKind::Field(inner, _)
            | ExprKind::Cast(_, inner)
            | ExprKind::Bits(_, inner)
            | ExprKind::InstanceOf(inner, _) => inner.visit(visit),
            ExprKind::Element(parts) => parts.iter().for_each(|part| part.visit(visit)),
            ExprKind::Access(access) => access.visit(visit),
            ExprKind::Unary(_, inner) => inner.visit(visit),
            ExprKind::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
            ExprKind::Conditional(parts) => parts.iter().for_each(|part| part.visit(visit)),
        }
    }
}
