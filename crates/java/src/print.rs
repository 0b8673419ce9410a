//! Threads as text: that of litmus tests, and Java.

use std::collections::BTreeMap;

use isa::java::ast::{
    Access, AccessMethod, Binary, Catch, Expr, ExprKind, Fence, Statement, StatementKind, ThreadText, Unary,
};

/// The fields of monitors in a Java program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitors {
    /// Each field, and whether it is a `ReentrantLock`, since it is entered and left by calls.
    pub fields: BTreeMap<String, bool>,
    /// Which field a name stands for in a thread.
    pub names: BTreeMap<(u32, String), String>,
}

/// Whom text is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style<'m> {
    /// A litmus test.
    Litmus,
    /// The Java compiler: VarHandles are given the object that holds the fields, called `state`; truth values are `boolean`.
    Java {
        /// The thread.
        thread: u32,
        /// How monitors are written.
        monitors: &'m Monitors,
    },
}

impl<'m> Style<'m> {
    fn is_java(self) -> bool {
        self != Style::Litmus
    }

    /// The field of a monitor, and whether it is a lock.
    fn monitor(self, name: &str) -> Option<(&'m str, bool)> {
        let Style::Java { thread, monitors } = self else { return None };
        // What is not known is no monitor of the test; a test is refused before that.
        let field = monitors.names.get(&(thread, name.to_owned()))?;
        Some((field, monitors.fields.get(field).copied().unwrap_or_default()))
    }
}

/// A thread as a litmus test has it.
pub fn thread(thread: &ThreadText) -> String {
    format!("Thread{} {{\n{}}}\n", thread.number, statements(&thread.body, Style::Litmus, 1))
}

/// Statements, each in a line of its own, indented so deep.
pub fn statements(all: &[Statement], style: Style<'_>, depth: usize) -> String {
    all.iter().map(|one| statement(one, style, depth)).collect()
}

fn statement(statement: &Statement, style: Style<'_>, depth: usize) -> String {
    let margin = "  ".repeat(depth);
    let block = |body: &[Statement]| format!("{{\n{}{margin}}}", statements(body, style, depth + 1));
    let text = match &statement.kind {
        StatementKind::Declare(None) => return String::new(),
        // In Java, variables are declared where they are known in the whole thread.
        StatementKind::Declare(Some(name)) if style == Style::Litmus => format!("int {};", name.text),
        StatementKind::Declare(Some(_)) => return String::new(),
        StatementKind::Assign { target, value } => {
            let declaration = if style == Style::Litmus { "int " } else { "" };
            format!("{declaration}{} = {};", target.text, number(value, style))
        }
        StatementKind::Store { place, value } => format!("{} = {};", number(place, style), number(value, style)),
        StatementKind::Evaluate(value) => format!("{};", number(value, style)),
        StatementKind::Access(access) => format!("{};", call(access, style)),
        StatementKind::Fence(one) => fence(*one, style),
        StatementKind::If { condition, then, otherwise } => {
            let rest = if otherwise.is_empty() { String::new() } else { format!(" else {}", block(otherwise)) };
            format!("if ({}) {}{rest}", condition_text(condition, style), block(then))
        }
        StatementKind::Loop { condition, body, test_first: true } => {
            format!("while ({}) {}", condition_text(condition, style), block(body))
        }
        StatementKind::Loop { condition, body, test_first: false } => {
            format!("do {} while ({});", block(body), condition_text(condition, style))
        }
        StatementKind::Block(body) => block(body),
        StatementKind::Synchronized { monitor, body } => match style.monitor(&monitor.text) {
            Some((field, true)) => {
                format!("state.{field}.lock();\n{margin}try {} finally {{ state.{field}.unlock(); }}", block(body))
            }
            Some((field, false)) => format!("synchronized (state.{field}) {}", block(body)),
            None => format!("synchronized ({}) {}", monitor.text, block(body)),
        },
        StatementKind::WaitSet { monitor, waits } => {
            format!("{}({});", if *waits { "wait" } else { "notifyAll" }, monitor.text)
        }
        StatementKind::Monitor { monitor, enters } => {
            let word = if *enters { "lock" } else { "unlock" };
            match style.monitor(&monitor.text) {
                Some((field, _)) => format!("state.{field}.{word}();"),
                None => format!("{word}({});", monitor.text),
            }
        }
        StatementKind::Lifetime { thread, starts, .. } if style.is_java() => match starts {
            true => format!("state.started_{thread} = true;"),
            false => format!("while (!state.ended_{thread}) Thread.onSpinWait();"),
        },
        StatementKind::Lifetime { thread, starts, .. } => {
            format!("{}({thread});", if *starts { "start" } else { "join" })
        }
        StatementKind::Print(value) => format!("print({});", number(value, style)),
        StatementKind::Labelled { label, body } => format!("{}: {}", label.text, block(body)),
        StatementKind::Break(label) => format!("break {};", label.text),
        StatementKind::Try { body, catches, finally } => attempt(body, catches, finally, &block),
        StatementKind::Throw(class) => format!("throw new {}();", class.text),
        StatementKind::Freeze(name) => format!("freeze({});", name.text),
        StatementKind::Interrupt { thread, .. } => format!("interrupt({thread});"),
    };
    format!("{margin}{text}\n")
}

fn fence(fence: Fence, style: Style<'_>) -> String {
    format!("{}{}();", if style.is_java() { "VarHandle." } else { "" }, fence.name())
}

/// `try` with its parts; `block` writes one.
fn attempt(
    body: &[Statement],
    catches: &[Catch],
    finally: &[Statement],
    block: &dyn Fn(&[Statement]) -> String,
) -> String {
    let mut text = format!("try {}", block(body));
    for one in catches {
        let classes: Vec<&str> = one.classes.iter().map(|class| &*class.text).collect();
        text += &format!(" catch ({} e) {}", classes.join(" | "), block(&one.body));
    }
    if finally.is_empty() { text } else { format!("{text} finally {}", block(finally)) }
}

fn condition_text(expr: &Expr, style: Style<'_>) -> String {
    if style.is_java() { truth(expr, style) } else { number(expr, style) }
}

/// The expression as an `int`.
pub fn number(expr: &Expr, style: Style<'_>) -> String {
    if style.is_java() && is_truth(expr) {
        return format!("({} ? 1 : 0)", truth(expr, style));
    }
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Floating { bits, is_double: true } => format!("{:e}", f64::from_bits(*bits)),
        ExprKind::Floating { bits, is_double: false } => format!("{:e}f", f32::from_bits(*bits as u32)),
        ExprKind::Local(name) => name.clone(),
        ExprKind::Access(access) => call(access, style),
        ExprKind::Null => "null".to_owned(),
        ExprKind::New { class, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|argument| number(argument, style)).collect();
            format!("new {}({})", class.text, arguments.join(", "))
        }
        ExprKind::NewArray { element, length } => format!("new {element}[{length}]"),
        ExprKind::Cast(ty, inner) => format!("(({ty}) ({}))", number(inner, style)),
        ExprKind::Bits(function, inner) => format!("{}({})", function.name(), number(inner, style)),
        ExprKind::Field(object, name) => format!("{}.{}", number(object, style), name.text),
        ExprKind::Element(parts) => format!("{}[{}]", number(&parts[0], style), number(&parts[1], style)),
        ExprKind::InstanceOf(inner, class) => format!("({} instanceof {})", number(inner, style), class.text),
        ExprKind::Interrupted { thread: Some(thread), .. } => format!("isInterrupted({thread})"),
        ExprKind::Interrupted { thread: None, .. } => "interrupted()".to_owned(),
        ExprKind::Unary(operator, inner) => {
            let sign = match operator {
                Unary::Negate => "-",
                Unary::Complement => "~",
                Unary::Not => "!",
            };
            format!("{sign}({})", number(inner, style))
        }
        ExprKind::Binary(operator, left, right) => {
            format!("({} {} {})", number(left, style), operator.sign(), number(right, style))
        }
        ExprKind::Conditional(parts) => {
            let [condition, then, otherwise] = &**parts;
            format!("({} ? {} : {})", condition_text(condition, style), number(then, style), number(otherwise, style))
        }
    }
}

/// Whether the expression is a `boolean` in Java.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(Unary::Not, _) => true,
        ExprKind::Binary(operator, ..) => {
            operator.is_comparison() || matches!(operator, Binary::AndThen | Binary::OrElse)
        }
        ExprKind::Access(access) => matches!(access.method.operation, AccessMethod::CompareAndSet { .. }),
        ExprKind::Number(_)
        | ExprKind::Floating { .. }
        | ExprKind::Local(_)
        | ExprKind::Unary(..)
        | ExprKind::Conditional(_)
        | ExprKind::Null
        | ExprKind::New { .. }
        | ExprKind::NewArray { .. }
        | ExprKind::Cast(..)
        | ExprKind::Bits(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Interrupted { .. }
        | ExprKind::Field(..)
        | ExprKind::Element(_) => false,
    }
}

/// The expression as a `boolean` of Java.
fn truth(expr: &Expr, style: Style<'_>) -> String {
    match &expr.kind {
        ExprKind::Unary(Unary::Not, inner) => format!("!({})", truth(inner, style)),
        ExprKind::Binary(operator @ (Binary::AndThen | Binary::OrElse), left, right) => {
            format!("({} {} {})", truth(left, style), operator.sign(), truth(right, style))
        }
        ExprKind::Binary(operator, left, right) if operator.is_comparison() => {
            format!("({} {} {})", number(left, style), operator.sign(), number(right, style))
        }
        ExprKind::Access(access) if is_truth(expr) => call(access, style),
        ExprKind::Number(_)
        | ExprKind::Floating { .. }
        | ExprKind::Local(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(_)
        | ExprKind::Null
        | ExprKind::New { .. }
        | ExprKind::NewArray { .. }
        | ExprKind::Cast(..)
        | ExprKind::Bits(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Interrupted { .. }
        | ExprKind::Field(..)
        | ExprKind::Element(_)
        | ExprKind::Access(_) => format!("({} != 0)", number(expr, style)),
    }
}

fn call(access: &Access, style: Style<'_>) -> String {
    let mut arguments: Vec<String> = Vec::new();
    if style.is_java() {
        arguments.push("state".to_owned());
    }
    arguments.extend(access.index.iter().chain(&access.element).map(|index| number(index, style)));
    arguments.extend(access.arguments.iter().map(|argument| number(argument, style)));
    // What a VarHandle's method gives has the type that it is cast to.
    let is_int = access.method.has_value() && !matches!(access.method.operation, AccessMethod::CompareAndSet { .. });
    let cast = if style.is_java() && is_int { "(int) " } else { "" };
    let text = format!("{cast}{}.{}({})", access.handle.text, access.method.name, arguments.join(", "));
    if cast.is_empty() { text } else { format!("({text})") }
}
