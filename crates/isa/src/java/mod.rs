//! Java: threads that access memory by VarHandles.
//!
//! Meaning: java.lang.invoke.VarHandle (Java 9 and later) for the accesses and fences, the Java Language Specification, chapter 15, for
//! expressions. The syntax is that of herd's Java tests (herdtools7, `lib/JavaParser.mly`), extended.
//!
//! From text to micro-operations: `lexer`, `parse` to a tree ([`ast`]), `lower`. Each access is an instruction, so that program
//! order orders all events of a thread, as they are evaluated from left to right.
//!
//! # Two dialects
//!
//! [`Dialect::Java`] is Java: `int` has 32 bits and wraps, `&&`, `||` and `?:` evaluate only what they need, and a compare-and-exchange that
//! succeeds is one event. [`Dialect::Herd`] computes as herd does, for comparing logs: 64 bits, `&&` and `||` bitwise with precedences of their
//! own, the accesses of one statement unordered, and a compare-and-exchange that succeeds is a read, of whatever value,
//! and an event that reads and writes (`herd/JavaSem.ml`).
//!
//! # Beyond herd
//!
//! * `compareAndSet`, `weakCompareAndSet` and `getAndSet` in their modes; calls as statements; an index as first argument for handles on arrays.
//! * `|`, `&`, `%`, `<<`, `>>`, `>>>`, `!`, `~`, unary `-`, `?:`; `boolean`, `true`, `false`; `while` and `do`, cut at the unroll bound; empty blocks.
//! * `synchronized`, `lock(M)`, `unlock(M)`, `wait(M)`, `notify(M)`, `notifyAll(M)`: the monitor of the location that `M` is bound to. `park()`, `unpark(1)`. `start(1)`, `join(1)`: lifetimes of threads.
//!   `print(e)`: an external action.
//! * Objects, classes with static fields, arrays (`class`); `L: { ... break L; }`, `try`, `catch`, `finally`, `throw new C();`; `interrupt(1)`, `isInterrupted(1)`, `interrupted()`; `freeze(r)`.
//! * `long`, `float` and `double`; a location of one of these types is declared in the initial state.
//! * Comments anywhere: `//`, `/* */`, `(* *)`. Fences may be written `VarHandle.fullFence()`.
//! * A VarHandle that the initial state does not bind is an error; herd has no executions then.

pub mod ast;
pub mod class;
mod code;
mod flow;
mod hierarchy;
mod lexer;
mod lower;
mod method;
mod parse;
mod tags;
mod types;
mod words;

#[cfg(test)]
mod tests;

use litmus::{Code, Descriptor, Language, ProgramWords, RawProgram, TagNames};
use program::Width;
use source::{Diagnostic, Severity, Span};

use self::ast::{ExprKind, ProgramText, StatementKind, ThreadText};
use self::class::Type;
use self::code::JavaCode;

/// The width of an address; addresses are not visible in Java.
const ADDRESS_WIDTH: Width = 64;

/// The width of a `long`.
const LONG_WIDTH: Width = 64;

/// The name, in states, of what external actions are done to.
pub const CONSOLE: &str = "console";

/// The name of the location that holds whether a thread is interrupted.
pub fn interrupt_status_of(thread: u32) -> String {
    format!("thread-{thread}-interrupted")
}

/// The name of the location that stands for the lifetime of a thread.
pub fn lifetime_of(thread: u32) -> String {
    format!("thread-{thread}")
}

/// Whether a location is none of the program's: it stands for a thread's lifetime, or for what is outside.
pub fn is_artificial(location: &str) -> bool {
    location == CONSOLE || location.starts_with("thread-")
}

/// Which Java.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Java's own arithmetic and order of evaluation.
    #[default]
    Java,
    /// herd's.
    Herd,
}

impl Dialect {
    /// How many bits an `int` has.
    pub fn int_width(self) -> Width {
        match self {
            Dialect::Java => 32,
            Dialect::Herd => 64,
        }
    }
}

/// The language Java of litmus tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Java(pub Dialect);

static DESCRIPTOR: Descriptor = Descriptor {
    name: "Java",
    sample: include_str!("sample.litmus"),
    default_model: Some("jam21"),
    inline_assembly: None,
};

impl Language for Java {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn program_words(&self) -> Option<&dyn ProgramWords> {
        Some(self)
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&tags::TAGS)
    }

    fn constructs(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("LOCK", "monitors"),
            ("UNLOCK", "monitors"),
            ("START", "starts of threads"),
            ("JOIN", "joins of threads"),
            ("FREEZE", "final fields"),
        ]
    }

    fn address_width(&self) -> Width {
        ADDRESS_WIDTH
    }

    fn number_width(&self) -> Width {
        self.0.int_width()
    }

    fn parse<'t>(&self, raw: &RawProgram, text: &'t str) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
        let RawProgram::Text(span) = raw else {
            return Err(vec![Diagnostic::new(Severity::Error, "not-java", "a Java program is text, not a table")]);
        };
        let program = read_program(text, *span, self.0)?;
        Ok(Box::new(JavaCode::new(program, text, self.0)?))
    }
}

/// Reads the program in the piece `span` of `text` as a tree.
///
/// # Errors
/// Every mistake found.
pub fn read_program(text: &str, span: Span, dialect: Dialect) -> Result<ProgramText, Vec<Diagnostic>> {
    let (program, diagnostics) = parse::parse(text, span, dialect);
    if diagnostics.is_empty() { Ok(program) } else { Err(diagnostics) }
}

/// Reads the threads in the piece `span` of `text` as trees, for what knows no objects.
///
/// # Errors
/// Every mistake found, and whatever has to do with objects.
pub fn read_threads(text: &str, span: Span, dialect: Dialect) -> Result<Vec<ThreadText>, Vec<Diagnostic>> {
    let program = read_program(text, span, dialect)?;
    let mut errors = Vec::new();
    let mut waiting = Vec::new();
    let mut refuse = |span: Span, what: &str| {
        let message = format!("{what}: objects are for `java check`, and not compiled or run");
        errors.push(Diagnostic::error("objects", span, message));
    };
    program.classes.iter().for_each(|class| refuse(class.name.span, "a class"));
    program.objects.iter().for_each(|object| refuse(object.name.span, "an object of the beginning"));
    for thread in &program.threads {
        for (name, ty) in &thread.types {
            if !matches!(ty, Type::Int | Type::Boolean) {
                refuse(name.span, &format!("a variable of type `{ty}`"));
            }
        }
        for outer in &thread.body {
            outer.visit(&mut |statement| {
                if let StatementKind::WaitSet { monitor, waits } = &statement.kind {
                    let word = if *waits { "wait" } else { "notify" };
                    let message = format!("`{word}` is for `java check`, and not compiled or run");
                    waiting.push(Diagnostic::error("wait-set", monitor.span, message));
                }
                let only_checked = match &statement.kind {
                    StatementKind::Labelled { label, .. } => Some((label.span, "a label")),
                    StatementKind::Break(label) => Some((label.span, "`break`")),
                    StatementKind::Try { .. } => Some((statement.span, "`try`")),
                    StatementKind::Throw(class) => Some((class.span, "`throw`")),
                    StatementKind::Freeze(name) => Some((name.span, "`freeze`")),
                    StatementKind::Interrupt { span, .. } => Some((*span, "`interrupt`")),
                    _ => None,
                };
                if let Some((span, what)) = only_checked {
                    let message = format!("{what} is for `java check`, and not compiled or run");
                    waiting.push(Diagnostic::error("not-compiled", span, message));
                }
                if let StatementKind::Store { place, .. } = &statement.kind {
                    refuse(place.span, "a write to a field or an element");
                }
                statement.visit_expressions(&mut |expr| match &expr.kind {
                    ExprKind::Null => refuse(expr.span, "`null`"),
                    ExprKind::New { .. } | ExprKind::NewArray { .. } => refuse(expr.span, "`new`"),
                    ExprKind::Field(..) | ExprKind::Element(_) => refuse(expr.span, "a field or an element"),
                    ExprKind::Cast(ty, _) => refuse(expr.span, &format!("a cast to `{ty}`")),
                    ExprKind::InstanceOf(..) => refuse(expr.span, "`instanceof`"),
                    ExprKind::Interrupted { span, .. } => refuse(*span, "whether a thread is interrupted"),
                    ExprKind::Bits(..) => refuse(expr.span, "the bits of a floating-point number"),
                    ExprKind::Floating { .. } => refuse(expr.span, "a floating-point number"),
                    ExprKind::Number(_)
                    | ExprKind::Local(_)
                    | ExprKind::Access(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Conditional(_) => {}
                });
            });
        }
    }
    errors.append(&mut waiting);
    if errors.is_empty() { Ok(program.threads) } else { Err(errors) }
}
