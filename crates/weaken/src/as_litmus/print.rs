//! The text of a test.

use std::collections::BTreeSet;
use std::fmt::Write;

use cprog::ir::{Order, Type};

use super::condition::{Conditions, signed, thread_number};
use super::statement::{Statement, tidied};
use super::value::{Cell, Operator, Value};
use super::{Execution, MAIN, Refused, Usage};

/// Words that C, its atomics or litmus tests use.
const TAKEN: &[&str] = &[
    "exists",
    "forall",
    "locations",
    "filter",
    "not",
    "true",
    "false",
    "lock",
    "unlock",
    "int",
    "char",
    "short",
    "long",
    "void",
    "if",
    "else",
    "while",
    "for",
    "do",
    "return",
    "const",
    "volatile",
    "signed",
    "unsigned",
    "mutex",
    "bool",
];

/// The whole test.
pub(super) fn test(execution: &Execution<'_>, name: &str) -> Result<String, Refused> {
    let printer = Printer { execution };
    let mut text = format!("C {name}\n\n{{\n{}}}\n", printer.initial()?);
    let mut threads: Vec<(usize, &super::Thread)> = execution.threads.iter().enumerate().collect();
    // A `main` that only starts and joins is no thread of the test.
    let main_acts = !tidied(execution.main.body.clone(), true).is_empty();
    if main_acts || threads.is_empty() {
        threads.push((threads.len(), &execution.main));
    }
    for (number, thread) in threads {
        printer.thread(number, thread, &mut text)?;
    }
    let _ = writeln!(text, "\nexists ({})", printer.condition()?);
    Ok(text)
}

struct Printer<'e, 'p> {
    execution: &'e Execution<'p>,
}

impl Printer<'_, '_> {
    /// All locations, in their order.
    fn locations(&self) -> BTreeSet<Cell> {
        let threads = self.execution.threads.iter().chain([&self.execution.main]);
        threads.flat_map(|thread| thread.named.iter().copied()).chain(self.execution.usages.keys().copied()).collect()
    }

    fn initial(&self) -> Result<String, Refused> {
        let mut text = String::new();
        for cell in self.locations() {
            let usage = self.execution.usages.get(&cell).cloned().unwrap_or_default();
            if usage.is_mutex {
                continue;
            }
            let name = self.execution.location_name(cell);
            let (base, width) = (self.pointee(cell, &usage), usage.width.flatten());
            let bytes = width.map_or(8, |width| u64::from(width) / 8);
            let value = |offset: i64| {
                let at = Cell { object: cell.object, offset };
                let memory = self.execution.initial.as_ref();
                memory.map_or(Some(Value::Number(0, 64)), |memory| memory.read(at, bytes, width.unwrap_or(64)))
            };
            let refused = || Refused(format!("the initial value of `{name}`"), None);
            if self.execution.is_array(cell) {
                let size = self.execution.objects.all[cell.object.0].ty.size();
                let cells = (0..size / bytes).map(|index| value((index * bytes) as i64));
                let cells: Option<Vec<String>> = cells.map(|cell| cell.and_then(|cell| self.constant(&cell))).collect();
                let cells = cells.ok_or_else(refused)?;
                let _ = writeln!(text, "  {base} {name}[{}] = {{ {} }};", cells.len(), cells.join(", "));
                continue;
            }
            let value = value(cell.offset).and_then(|value| self.constant(&value)).ok_or_else(refused)?;
            match width {
                Some(32) => _ = writeln!(text, "  {name} = {value};"),
                _ => _ = writeln!(text, "  {base} {name} = {value};"),
            }
        }
        Ok(text)
    }

    fn constant(&self, value: &Value) -> Option<String> {
        match value {
            Value::Number(bits, width) => Some(signed(*bits, *width).to_string()),
            Value::Pointer(object, offset) => {
                Some(self.execution.location_name(Cell { object: *object, offset: *offset }))
            }
            _ => None,
        }
    }

    /// The type of a location without qualifiers.
    fn pointee(&self, cell: Cell, usage: &Usage) -> String {
        match usage.width {
            Some(Some(width)) => integer(width).to_owned(),
            Some(None) => "int*".to_owned(),
            None => match &self.execution.objects.all[cell.object.0].ty {
                Type::Integer(width @ (8 | 16 | 64)) => integer(*width).to_owned(),
                _ => "int".to_owned(),
            },
        }
    }

    fn parameter(&self, cell: Cell) -> String {
        let usage = self.execution.usages.get(&cell).cloned().unwrap_or_default();
        let name = self.execution.location_name(cell);
        if usage.is_mutex {
            return format!("mtx_t* {name}");
        }
        let base = self.pointee(cell, &usage);
        let volatile = if usage.is_volatile { "volatile " } else { "" };
        // What is written `*x` on an atomic type is sequentially consistent; atomic operations are there on others, too.
        match (usage.is_atomic && !usage.is_plain, usage.width.flatten()) {
            (true, Some(8)) => format!("{volatile}atomic_char* {name}"),
            (true, Some(16)) => format!("{volatile}atomic_short* {name}"),
            (true, Some(32)) => format!("{volatile}atomic_int* {name}"),
            (true, Some(64)) => format!("{volatile}atomic_long* {name}"),
            (true, _) => format!("_Atomic (int*)* {name}"),
            (false, None) => format!("{base}* {name}"),
            (false, Some(_)) => format!("{volatile}{base}* {name}"),
        }
    }

    fn thread(&self, number: usize, thread: &super::Thread, text: &mut String) -> Result<(), Refused> {
        let parameters: Vec<String> = thread.named.iter().map(|cell| self.parameter(*cell)).collect();
        let _ = writeln!(text, "\nP{number} ({}) {{", parameters.join(", "));
        self.block(&tidied(thread.body.clone(), true), 1, text)?;
        text.push_str("}\n");
        Ok(())
    }

    fn block(&self, statements: &[Statement], depth: usize, text: &mut String) -> Result<(), Refused> {
        let indent = "  ".repeat(depth);
        for statement in statements {
            match statement {
                Statement::Line(line) => _ = writeln!(text, "{indent}{line};"),
                Statement::Return => _ = writeln!(text, "{indent}return;"),
                Statement::If(condition, then, otherwise) => {
                    let _ = writeln!(text, "{indent}if ({}) {{", self.execution.expression(condition)?);
                    self.block(then, depth + 1, text)?;
                    if !otherwise.is_empty() {
                        let _ = writeln!(text, "{indent}}} else {{");
                        self.block(otherwise, depth + 1, text)?;
                    }
                    let _ = writeln!(text, "{indent}}}");
                }
            }
        }
        Ok(())
    }

    fn condition(&self) -> Result<String, Refused> {
        let execution = self.execution;
        let name = |value: &Value| match value {
            Value::Variable(variable, _) => {
                let data = &execution.variables[variable.0];
                Some(format!("{}:{}", thread_number(execution, data.thread), data.name))
            }
            Value::Final(cell, _) if execution.is_array(*cell) => {
                let index = cell.offset / execution.stride(*cell);
                Some(format!("{}[{index}]", execution.location_name(Cell { offset: 0, ..*cell })))
            }
            Value::Final(cell, _) => Some(format!("[{}]", execution.location_name(*cell))),
            _ => None,
        };
        let address = |value: &Value| self.constant(value);
        let conditions = Conditions::new(execution, &name, &address);
        let mut all = Vec::new();
        for (value, place) in &execution.violations {
            let Some(proposition) = conditions.proposition(value) else {
                return Err(Refused("a condition on more values than can be listed".to_owned(), *place));
            };
            all.push(proposition);
        }
        match &all[..] {
            [] => Ok("false".to_owned()),
            [one] => Ok(one.clone()),
            several => Ok(several.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" \\/ ")),
        }
    }
}

fn integer(width: u32) -> &'static str {
    match width {
        8 => "char",
        16 => "short",
        64 => "long",
        _ => "int",
    }
}

impl Execution<'_> {
    /// The type of a variable of so many bits.
    pub(super) fn ctype(&self, width: Option<u32>) -> &'static str {
        width.map_or("int*", integer)
    }

    pub(super) fn order(&self, order: Order) -> Result<&'static str, Refused> {
        Ok(match order {
            Order::Relaxed => "memory_order_relaxed",
            Order::Acquire => "memory_order_acquire",
            Order::Release => "memory_order_release",
            Order::AcquireRelease => "memory_order_acq_rel",
            Order::SeqCst => "memory_order_seq_cst",
            Order::Plain | Order::Unordered => return self.refuse("an order that C11 has not"),
        })
    }

    /// Whether a location is an array.
    pub(super) fn is_array(&self, cell: Cell) -> bool {
        self.objects.sharing.indexed.contains(&cell.object)
            && matches!(self.objects.all[cell.object.0].ty, Type::Array { .. })
    }

    /// Bytes from one element of an array to the next.
    fn stride(&self, cell: Cell) -> i64 {
        match &self.objects.all[cell.object.0].ty {
            Type::Array { stride, .. } => (*stride).max(1) as i64,
            _ => 1,
        }
    }

    /// What a location is called.
    fn location_name(&self, cell: Cell) -> String {
        let object = &self.objects.all[cell.object.0];
        let plain: String =
            object.name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        // `r0` is a variable of a thread, and `P0` its head.
        let is_variable = |name: &str| {
            let rest = name.strip_prefix(['r', 'P']).unwrap_or("");
            !rest.is_empty() && rest.bytes().all(|digit| digit.is_ascii_digit())
        };
        let is_used = |name: &str, other: usize| self.objects.all[..other].iter().any(|one| one.name == name);
        let mut name = plain;
        if TAKEN.contains(&name.as_str()) || is_variable(&name) || is_used(&object.name, cell.object.0) {
            name = format!("{name}_{}", cell.object.0);
        }
        match (&object.ty, cell.offset) {
            (Type::Array { length: 1, .. }, 0) => name,
            (Type::Array { stride, element, .. }, offset)
                if !matches!(**element, Type::Array { .. } | Type::Structure { .. })
                    && *stride > 0
                    && !self.is_array(cell) =>
            {
                format!("{name}_{}", offset / *stride as i64)
            }
            (_, 0) => name,
            (_, offset) => format!("{name}_at_{offset}"),
        }
    }

    /// A value that memory gets: an address in it is known to all.
    pub(super) fn stored_text(&mut self, value: &Value) -> Result<String, Refused> {
        self.escape(value);
        self.text(value)
    }

    /// A value as an expression, whose locations the current thread names.
    pub(super) fn text(&mut self, value: &Value) -> Result<String, Refused> {
        let mut named = Vec::new();
        value.visit(&mut |part| {
            if let Value::Pointer(object, offset) = part {
                named.push(Cell { object: *object, offset: *offset });
            }
        });
        for mut cell in named {
            if self.is_array(cell) {
                cell.offset = 0;
            }
            let current = self.current;
            self.thread(current).named.insert(cell);
        }
        self.expression(value)
    }

    /// A value as an expression.
    fn expression(&self, value: &Value) -> Result<String, Refused> {
        Ok(match value {
            Value::Number(bits, width) => {
                let number = signed(*bits, *width);
                if number < 0 { format!("({number})") } else { number.to_string() }
            }
            Value::Variable(variable, _) => {
                let data = &self.variables[variable.0];
                if data.thread != self.current && self.current != MAIN {
                    return self.refuse("a value of another thread");
                }
                data.name.clone()
            }
            Value::Pointer(object, offset) => {
                let cell = Cell { object: *object, offset: *offset };
                if self.is_array(cell) {
                    let stride = self.stride(cell);
                    let name = self.location_name(Cell { object: *object, offset: 0 });
                    let index = offset / stride;
                    if index == 0 { name } else { format!("({name} + {index})") }
                } else {
                    self.location_name(cell)
                }
            }
            Value::Element(base, index, _) => format!("({} + {})", self.expression(base)?, self.expression(index)?),
            Value::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Value::ZeroExtend(inner, to) => {
                let text = self.expression(inner)?;
                match inner.width() {
                    Some(1) => text,
                    // C extends by the sign of the narrower type.
                    Some(from) => format!("({})(unsigned {})({text})", integer(*to), integer(from)),
                    None => return self.refuse("an address as a number"),
                }
            }
            Value::SignExtend(inner, to) => {
                let text = self.expression(inner)?;
                match inner.width() {
                    Some(1) => format!("(-({text}))"),
                    _ => format!("({})({text})", integer(*to)),
                }
            }
            Value::Truncate(inner, 1) => format!("({} & 1)", self.expression(inner)?),
            Value::Truncate(inner, to) => format!("({})({})", integer(*to), self.expression(inner)?),
            Value::Select(condition, then, otherwise) => format!(
                "({} ? {} : {})",
                self.expression(condition)?,
                self.expression(then)?,
                self.expression(otherwise)?
            ),
            Value::Final(..) => return self.refuse("a final value that a thread uses"),
            Value::Function(_) => return self.refuse("the address of a function in memory that threads share"),
            Value::Thread(_) => return self.refuse("the identity of a thread in memory that threads share"),
            Value::Aggregate(_) => return self.refuse("a structure in memory that threads share"),
            Value::Undefined => return self.refuse("a value that was never assigned"),
        })
    }

    fn binary(&self, operator: Operator, left: &Value, right: &Value) -> Result<String, Refused> {
        let (first, second) = (self.expression(left)?, self.expression(right)?);
        let width = left.width().unwrap_or(64);
        if operator == Operator::Xor && *right == Value::TRUE {
            return Ok(match left {
                Value::Binary(Operator::Equal, a, b) => {
                    format!("{} != {}", self.in_brackets(a)?, self.in_brackets(b)?)
                }
                _ => format!("!({first})"),
            });
        }
        let (first, second) = (self.in_brackets(left).unwrap_or(first), self.in_brackets(right).unwrap_or(second));
        let plain = |sign: &str| format!("{first} {sign} {second}");
        let unsigned = |sign: &str| {
            let ctype = integer(width);
            format!("(unsigned {ctype}){first} {sign} (unsigned {ctype}){second}")
        };
        let text = match operator {
            Operator::Add => plain("+"),
            Operator::Subtract => plain("-"),
            Operator::Multiply => plain("*"),
            Operator::DivideSigned => plain("/"),
            Operator::RemainderSigned => plain("%"),
            Operator::And => plain("&"),
            Operator::Or => plain("|"),
            Operator::Xor => plain("^"),
            Operator::ShiftLeft => plain("<<"),
            Operator::ShiftRightSigned => plain(">>"),
            Operator::Equal => return Ok(plain("==")),
            Operator::LessSigned => return Ok(plain("<")),
            Operator::LessUnsigned => return Ok(unsigned("<")),
            Operator::DivideUnsigned => format!("({})({})", integer(width), unsigned("/")),
            Operator::RemainderUnsigned => format!("({})({})", integer(width), unsigned("%")),
            Operator::ShiftRightUnsigned => format!("({})({})", integer(width), unsigned(">>")),
        };
        // Narrow operands are computed with as `int`.
        Ok(if matches!(width, 8 | 16) { format!("({})({text})", integer(width)) } else { text })
    }

    /// An operand of an operator: in brackets unless it is a name or a number.
    fn in_brackets(&self, value: &Value) -> Result<String, Refused> {
        let text = self.expression(value)?;
        let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        Ok(if is_word || text.starts_with('(') && !text.contains(") ") && text.ends_with(')') && is_number(&text) {
            text
        } else {
            format!("({text})")
        })
    }
}

fn is_number(text: &str) -> bool {
    text.trim_matches(['(', ')']).parse::<i64>().is_ok()
}
