//! Compilation schemes as tables, and programs compiled by them, without optimization.
//!
//! Source: jMT, section 5 and appendix B. A scheme says for each method of a VarHandle and each fence which instructions it becomes; what is
//! between accesses (constants, moves, arithmetic, jumps) has lines of its own. [`arch::java`] has those that ship and says how a
//! line is written. Each local variable has a register to itself, so that all of them can be read at the end.

mod threads;

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{Access, AccessMethod, Binary, Expr, ExprKind, Statement, StatementKind, ThreadText, Unary};
use litmus::{Base, FinalAtom, Proposition};
use program::ThreadId;
use sim::Test;
use source::{Diagnostic, Severity, SourceId, Sources, Span};

use crate::bound;

pub use arch::java::SCHEMES;

/// A compilation scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// What it is called.
    pub name: String,
    /// The architecture word of the tests that it makes.
    pub architecture: String,
    /// Registers for values.
    registers: Vec<String>,
    /// What these registers are called in final states.
    state_registers: Vec<String>,
    /// Registers for addresses; none where instructions name locations.
    address_registers: Vec<String>,
    /// Whether weaker modes of updates that have no line are done as the volatile ones.
    falls_back: bool,
    lines: BTreeMap<String, Vec<String>>,
}

impl Scheme {
    /// Reads a scheme.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(sources: &Sources, source: SourceId) -> Result<Scheme, Vec<Diagnostic>> {
        let text = sources.text(source);
        let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut errors = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim();
            let span = Span::new(source, start, start + line.trim_end().len());
            start += line.len();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let Some((key, instructions)) = content.split_once('=') else {
                errors.push(Diagnostic::error("bad-scheme", span, "a line of a scheme is `what = instructions`"));
                continue;
            };
            let parts = instructions.split(';').map(str::trim).filter(|part| !part.is_empty());
            if lines.insert(key.trim().to_owned(), parts.map(str::to_owned).collect()).is_some() {
                errors.push(Diagnostic::error("duplicate-line", span, format!("`{}` is given twice", key.trim())));
            }
        }
        let mut word = |key: &str| match lines.remove(key) {
            Some(parts) => parts.join(" "),
            None => {
                let end = sources.whole(source).end_point();
                errors.push(Diagnostic::error("missing-line", end, format!("the line `{key}` is missing")));
                String::new()
            }
        };
        let (name, architecture, address, registers) =
            (word("name"), word("architecture"), word("address"), word("registers"));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let address_registers = if address == "register" { words(&word("address-registers")) } else { Vec::new() };
        let state_registers = lines.remove("state-registers").map(|parts| words(&parts.join(" ")));
        let falls_back = lines.remove("otherwise").is_some_and(|parts| parts == ["volatile"]);
        if !errors.is_empty() {
            return Err(errors);
        }
        let registers = words(&registers);
        let state_registers = state_registers.unwrap_or_else(|| registers.clone());
        if state_registers.len() != registers.len() {
            let message = "`state-registers` must name as many registers as `registers`";
            return Err(vec![Diagnostic::error("bad-scheme", sources.whole(source).end_point(), message)]);
        }
        Ok(Scheme { name, architecture, registers, state_registers, address_registers, falls_back, lines })
    }

    /// The instructions for a method or a fence.
    fn line(&self, name: &str) -> Option<&[String]> {
        if let Some(line) = self.lines.get(name) {
            return Some(line);
        }
        if !self.falls_back {
            return None;
        }
        // An update's name without such a word is that of the volatile mode, which is sound in place of a weaker one.
        // `get` and `set` would be plain, so that each of their modes has a line in the tables that ship.
        // Of reads and writes the plain ones have the short names; of updates, the volatile ones.
        let strong = match name {
            "get" | "getOpaque" | "getAcquire" => "getVolatile",
            "set" | "setOpaque" | "setRelease" => "setVolatile",
            _ if name.starts_with("weakCompareAndSet") => "compareAndSet",
            _ => name.strip_suffix("Acquire").or(name.strip_suffix("Release")).unwrap_or(name),
        };
        self.lines.get(strong).map(Vec::as_slice)
    }
}

/// The number that a location begins with; `None` where it begins with something else.
pub(crate) fn initial_number(location: &program::Location) -> Option<i32> {
    match location.cells[0] {
        program::Computation::Constant(value, _) => Some(value as i32),
        program::Computation::Address(..)
        | program::Computation::Code(_)
        | program::Computation::Word(..)
        | program::Computation::Unary(..)
        | program::Computation::Binary(..)
        | program::Computation::Extract { .. }
        | program::Computation::ZeroExtend(..)
        | program::Computation::SignExtend(..)
        | program::Computation::Concatenate(..)
        | program::Computation::Select(..) => None,
    }
}

/// A compiled test.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The litmus test.
    pub text: String,
    /// For each local variable, `0:r1`, the register that holds it at the end, `0:ebx`.
    pub registers: BTreeMap<String, String>,
}

/// Compiles `threads`, those of `test`.
///
/// # Errors
/// What the scheme has no instructions for, and programs that need more registers than there are.
pub fn compile(scheme: &Scheme, test: &Test, threads: &[ThreadText]) -> Result<Compiled, Vec<Diagnostic>> {
    let mut columns = Vec::new();
    let mut registers = BTreeMap::new();
    let mut init = String::new();
    let lowered = test.lowered();
    let threads::Plain { threads, locations } = threads::plain(test, threads).map_err(|error| vec![error])?;
    for location in &lowered.program.locations {
        if isa::java::is_artificial(&location.name) && &*location.name != isa::java::CONSOLE {
            continue;
        }
        if location.is_array || isa::java::is_artificial(&location.name) {
            let message = format!("schemes do not compile what `{}` stands for", location.name);
            return Err(vec![Diagnostic::new(Severity::Error, "not-compiled", message)]);
        }
        let Some(value) = initial_number(location) else {
            let message = format!("schemes compile numbers only, and `{}` begins with something else", location.name);
            return Err(vec![Diagnostic::new(Severity::Error, "not-compiled", message)]);
        };
        init += &format!("int {}={value}; ", location.name);
    }
    locations.iter().for_each(|location| init += &format!("int {location}=0; "));
    for (number, thread) in threads.iter().enumerate() {
        let mut compiler = Compiler::new(scheme, test, number as u32, &locations);
        compiler.statements(&thread.body).map_err(|error| vec![error])?;
        for (name, register) in &compiler.locals {
            let at = scheme.registers.iter().position(|known| known == register).unwrap_or_default();
            registers.insert(format!("{number}:{name}"), format!("{number}:{}", scheme.state_registers[at]));
        }
        for (location, register) in &compiler.addresses {
            init += &format!("{number}:{register}={location}; ");
        }
        for initial in lowered.program.registers_at_start(ThreadId::from_number(number as u32)) {
            let name = &lowered.program.registers[initial.register].name;
            if let (Some(register), program::Computation::Constant(value, _)) =
                (compiler.locals.get(name), &initial.value)
            {
                init += &format!("{number}:{register}={}; ", *value as i32);
            }
        }
        columns.push(compiler.code);
    }
    let mut text = format!("{} {}\n{{ {init}}}\n", scheme.architecture, test.name());
    text += &table(&columns);
    let shown: Vec<String> = registers.values().map(|register| format!("{register};")).collect();
    text += &format!("locations [{}]\n", shown.join(" "));
    text += &condition(test, &registers);
    Ok(Compiled { text, registers })
}

/// The condition, registers renamed; `exists (true)` where it speaks of memory.
fn condition(test: &Test, registers: &BTreeMap<String, String>) -> String {
    let lowered = test.lowered();
    let renamed: Option<Proposition<FinalAtom>> = lowered
        .condition
        .try_map(&mut |atom| match atom {
            FinalAtom::Holds { place, expected } => {
                let name = registers.get(&*place.name).ok_or(())?;
                let place = litmus::ShownPlace { name: name.as_str().into(), ..place.clone() };
                Ok::<FinalAtom, ()>(FinalAtom::Holds { place, expected: expected.clone() })
            }
            // A location's final value is out of reach of a condition on registers, so that the whole condition is
            // given up rather than weakened by half.
            FinalAtom::Same(..) => Err(()),
        })
        .ok();
    match renamed {
        Some(renamed) => lowered.print_quantified(lowered.quantifier, &renamed, Base::Decimal) + "\n",
        None => "exists (true)\n".to_owned(),
    }
}

/// Columns side by side.
fn table(columns: &[Vec<String>]) -> String {
    let widths: Vec<usize> =
        columns.iter().map(|column| column.iter().map(String::len).max().unwrap_or(0).max(4)).collect();
    let row = |cells: Vec<&str>| -> String {
        let cells: Vec<String> = cells.iter().zip(&widths).map(|(cell, &width)| format!(" {cell:width$}")).collect();
        cells.join(" |") + " ;\n"
    };
    let headings: Vec<String> = (0..columns.len()).map(|number| format!("P{number}")).collect();
    let mut text = row(headings.iter().map(String::as_str).collect());
    for line in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        text += &row(columns.iter().map(|column| column.get(line).map_or("", String::as_str)).collect());
    }
    text
}

struct Compiler<'a> {
    scheme: &'a Scheme,
    test: &'a Test,
    number: u32,
    /// The locations of monitors and lifetimes, which are their own handles.
    synchronization: &'a BTreeSet<String>,
    code: Vec<String>,
    /// The register of each local variable.
    locals: BTreeMap<String, String>,
    /// The register with the address of each location.
    addresses: BTreeMap<String, String>,
    /// How many registers are taken by local variables, and by values besides them.
    taken: usize,
    temporaries: usize,
    /// How many such values there were at most: their registers stay theirs, since a local variable begins as its initial state says.
    most_temporaries: usize,
    labels: usize,
}

type Compiling<T> = Result<T, Diagnostic>;

impl<'a> Compiler<'a> {
    fn new(scheme: &'a Scheme, test: &'a Test, number: u32, synchronization: &'a BTreeSet<String>) -> Compiler<'a> {
        Compiler {
            scheme,
            test,
            number,
            synchronization,
            code: Vec::new(),
            locals: BTreeMap::new(),
            addresses: BTreeMap::new(),
            taken: 0,
            temporaries: 0,
            most_temporaries: 0,
            labels: 0,
        }
    }

    fn statements(&mut self, statements: &[Statement]) -> Compiling<()> {
        statements.iter().try_for_each(|statement| {
            self.statement(statement)?;
            self.temporaries = 0;
            Ok(())
        })
    }

    fn statement(&mut self, statement: &Statement) -> Compiling<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Declare(name) => {
                if let Some(name) = name {
                    self.local(&name.text, span)?;
                }
                Ok(())
            }
            StatementKind::Assign { target, value } => {
                let register = self.local(&target.text, span)?;
                let value = self.value(value)?;
                self.emit("move", span, &[("dst", &register), ("a", &value)])
            }
            StatementKind::Access(access) => self.access(access).map(|_| ()),
            StatementKind::Fence(fence) => self.emit(fence.name(), span, &[]),
            StatementKind::If { condition, then, otherwise } => {
                let (behind_then, end) = (self.label(), self.label());
                let value = self.value(condition)?;
                self.emit("branch-if-zero", span, &[("a", &value), ("label", &behind_then)])?;
                self.temporaries = 0;
                self.statements(then)?;
                if !otherwise.is_empty() {
                    self.emit("jump", span, &[("label", &end)])?;
                }
                self.code.push(format!("{behind_then}:"));
                self.statements(otherwise)?;
                if !otherwise.is_empty() {
                    self.code.push(format!("{end}:"));
                }
                Ok(())
            }
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Loop { condition, body, test_first } => self.repeat(condition, body, *test_first, span),
            StatementKind::Store { .. } | StatementKind::Evaluate(_) => Err(no_objects(span)),
            StatementKind::Print(_) => Err(Diagnostic::error("not-compiled", span, "schemes do not compile `print`")),
            StatementKind::WaitSet { .. } => {
                Err(Diagnostic::error("not-compiled", span, "schemes do not compile `wait` and `notify`"))
            }
            StatementKind::Labelled { .. }
            | StatementKind::Break(_)
            | StatementKind::Try { .. }
            | StatementKind::Throw(_)
            | StatementKind::Freeze(_)
            | StatementKind::Interrupt { .. } => {
                Err(Diagnostic::error("not-compiled", span, "schemes do not compile labels, exceptions and interrupts"))
            }
            StatementKind::Synchronized { .. } | StatementKind::Monitor { .. } | StatementKind::Lifetime { .. } => {
                unreachable!("monitors, starts and joins are accesses by now")
            }
        }
    }

    fn repeat(&mut self, condition: &Expr, body: &[Statement], test_first: bool, span: Span) -> Compiling<()> {
        let (beginning, end) = (self.label(), self.label());
        self.code.push(format!("{beginning}:"));
        if !test_first {
            self.statements(body)?;
        }
        let value = self.value(condition)?;
        self.emit("branch-if-zero", span, &[("a", &value), ("label", &end)])?;
        self.temporaries = 0;
        if test_first {
            self.statements(body)?;
        }
        self.emit("jump", span, &[("label", &beginning)])?;
        self.code.push(format!("{end}:"));
        Ok(())
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}{}", self.number, self.labels - 1)
    }

    fn local(&mut self, name: &str, span: Span) -> Compiling<String> {
        if let Some(known) = self.locals.get(name) {
            return Ok(known.clone());
        }
        // Values in flight come from the other end.
        let is_free = self.taken + self.most_temporaries < self.scheme.registers.len();
        let Some(register) = self.scheme.registers.get(self.taken).filter(|_| is_free) else {
            return Err(self.no_registers(span));
        };
        self.taken += 1;
        self.locals.insert(name.to_owned(), register.clone());
        Ok(register.clone())
    }

    fn no_registers(&self, span: Span) -> Diagnostic {
        let message = format!("the thread needs more registers than the scheme has ({})", self.scheme.registers.len());
        Diagnostic::error("no-registers", span, message)
    }

    fn temporary(&mut self, span: Span) -> Compiling<String> {
        if self.taken + self.temporaries >= self.scheme.registers.len() {
            return Err(self.no_registers(span));
        }
        self.temporaries += 1;
        self.most_temporaries = self.most_temporaries.max(self.temporaries);
        Ok(self.scheme.registers[self.scheme.registers.len() - self.temporaries].clone())
    }

    /// The instructions of a line of the scheme, with these words for its gaps.
    fn emit(&mut self, name: &str, span: Span, words: &[(&str, &str)]) -> Compiling<()> {
        let scheme = self.scheme;
        let Some(line) = scheme.line(name) else {
            let message = format!("the scheme `{}` says nothing about `{name}`", scheme.name);
            return Err(Diagnostic::error("not-in-scheme", span, message));
        };
        let is_x86 = scheme.architecture == "X86_64";
        let mut own = |gap: &str| {
            let is_used = line.iter().any(|part| part.contains(&format!("{{{gap}}}")));
            if is_used { self.label() } else { String::new() }
        };
        let (around, end) = (own("loop"), own("end"));
        let temporary =
            if line.iter().any(|part| part.contains("{tmp")) { self.temporary(span)? } else { String::new() };
        for part in line {
            let mut text = part.clone();
            for (gap, word) in words.iter().copied().chain([("tmp", &*temporary), ("loop", &*around), ("end", &*end)]) {
                // Immediate values, labels and locations go into the same gaps, and have no `%` in front of them.
                let is_register = scheme.registers.iter().any(|register| register == word);
                let sigil = if is_x86 && is_register { "%" } else { "" };
                text = text.replace(&format!("{{{gap}}}"), &format!("{sigil}{word}"));
                text = text.replace(&format!("{{{gap}.b}}"), &format!("{sigil}{}", byte_name(word)));
            }
            // A label stands in a cell of its own.
            for label in [&around, &end].into_iter().filter(|label| !label.is_empty()) {
                if let Some(rest) = text.strip_prefix(&format!("{label}:")) {
                    let rest = rest.trim().to_owned();
                    self.code.push(format!("{label}:"));
                    text = rest;
                }
            }
            self.code.push(text);
        }
        Ok(())
    }

    /// The register with the value of an expression.
    fn value(&mut self, expr: &Expr) -> Compiling<String> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(number) => {
                let register = self.temporary(span)?;
                self.emit("constant", span, &[("dst", &register), ("n", &number.to_string())])?;
                Ok(register)
            }
            ExprKind::Local(name) => self.local(name, span),
            ExprKind::Access(access) => self.access(access),
            ExprKind::Unary(operator, inner) => {
                let inner = self.value(inner)?;
                let (line, number) = match operator {
                    Unary::Negate => ("subtract", "0"),
                    Unary::Complement => ("xor", "-1"),
                    Unary::Not => ("equal", "0"),
                };
                let (constant, register) = (self.temporary(span)?, self.temporary(span)?);
                self.emit("constant", span, &[("dst", &constant), ("n", number)])?;
                self.emit(line, span, &[("dst", &register), ("a", &constant), ("b", &inner)])?;
                Ok(register)
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            ExprKind::Floating { .. }
            | ExprKind::Bits(..)
            | ExprKind::Null
            | ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::Cast(..)
            | ExprKind::InstanceOf(..)
            | ExprKind::Field(..)
            | ExprKind::Element(_) => Err(no_objects(span)),
            ExprKind::Interrupted { span, .. } => {
                Err(Diagnostic::error("not-compiled", *span, "schemes do not compile interrupts"))
            }
            ExprKind::Conditional(_) => {
                Err(Diagnostic::error("not-compiled", span, "schemes do not compile `?:`; write it as `if`"))
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, span: Span) -> Compiling<String> {
        let (line, swapped, negated) = match operator {
            Binary::Add => ("add", false, false),
            Binary::Subtract => ("subtract", false, false),
            Binary::Multiply => ("multiply", false, false),
            Binary::And => ("and", false, false),
            Binary::Or => ("or", false, false),
            Binary::Xor => ("xor", false, false),
            Binary::Equal => ("equal", false, false),
            Binary::NotEqual => ("equal", false, true),
            Binary::Less => ("less", false, false),
            Binary::Greater => ("less", true, false),
            Binary::LessEqual => ("less", true, true),
            Binary::GreaterEqual => ("less", false, true),
            Binary::AndThen
            | Binary::OrElse
            | Binary::ShiftLeft
            | Binary::ShiftRight
            | Binary::ShiftRightUnsigned
            | Binary::Divide
            | Binary::Remainder => {
                let message = format!("schemes do not compile `{}`", operator.sign());
                return Err(Diagnostic::error("not-compiled", span, message));
            }
        };
        let (left, right) = (self.value(left)?, self.value(right)?);
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        let register = self.temporary(span)?;
        self.emit(line, span, &[("dst", &register), ("a", &left), ("b", &right)])?;
        if !negated {
            return Ok(register);
        }
        let (zero, result) = (self.temporary(span)?, self.temporary(span)?);
        self.emit("constant", span, &[("dst", &zero), ("n", "0")])?;
        self.emit("equal", span, &[("dst", &result), ("a", &register), ("b", &zero)])?;
        Ok(result)
    }

    fn access(&mut self, access: &Access) -> Compiling<String> {
        let span = access.span;
        let arguments = access.arguments.iter().map(|argument| self.value(argument)).collect::<Compiling<Vec<_>>>()?;
        let location = self.location(&access.handle.text, span)?;
        let register = self.temporary(span)?;
        let mut words = vec![("x", &*location), ("dst", &*register)];
        match (access.method.operation, &*arguments) {
            (AccessMethod::CompareAndSet { .. } | AccessMethod::CompareAndExchange, [expected, new]) => {
                words.extend([("exp", &**expected), ("new", &**new)]);
            }
            (_, [argument]) => words.push(("arg", &**argument)),
            _ => {}
        }
        self.emit(access.method.name, span, &words)?;
        Ok(register)
    }

    /// What instructions call the location that a VarHandle is bound to.
    fn location(&mut self, handle: &str, span: Span) -> Compiling<String> {
        let program = &self.test.lowered().program;
        let own = self.synchronization.get(handle).cloned();
        let bound = || bound::location(program, ThreadId::from_number(self.number), handle);
        let Some(location) = own.or_else(|| Some(program.locations[bound()?].name.to_string())) else {
            return Err(Diagnostic::error("unbound-varhandle", span, format!("`{handle}` stands for no location")));
        };
        if self.scheme.address_registers.is_empty() {
            return Ok(location);
        }
        if let Some(known) = self.addresses.get(&location) {
            return Ok(known.clone());
        }
        let Some(register) = self.scheme.address_registers.get(self.addresses.len()) else {
            return Err(self.no_registers(span));
        };
        self.addresses.insert(location, register.clone());
        Ok(register.clone())
    }
}

/// The lowest byte of a register of x86-64 by its name of 32 bits.
fn byte_name(register: &str) -> String {
    match register {
        "eax" | "ebx" | "ecx" | "edx" => format!("{}l", &register[1..2]),
        "esi" | "edi" | "ebp" => format!("{}l", &register[1..]),
        _ => format!("{}b", register.trim_end_matches('d')),
    }
}

fn no_objects(span: Span) -> Diagnostic {
    Diagnostic::error("not-compiled", span, "schemes do not compile objects and casts")
}
