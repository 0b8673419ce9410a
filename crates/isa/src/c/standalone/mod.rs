//! The threads of a test as stand-alone C11, for a compiler: text of functions' bodies, and what must be around it.
//!
//! The statements are those of the test, in order, each access by the operation and the order that the test has. Where the C of litmus tests and C11
//! differ, the written text has the meaning of the former (see [the parent's page](super)):
//!
//! * An atomic operation on a plain type gets a cast to the atomic type; an `atomic_flag` is an `atomic_bool`, `atomic_init` a plain store.
//! * Variables live as long as their thread. They are declared at its top and begin as 0, and a declaration becomes an assignment.
//! * `lock` and `unlock` are those of a `pthread_mutex_t`.
//! * Names that C or its library uses get a `_` at the end.
//! * The primitives of the Linux kernel are called as the test calls them; a header has them as macros. Their types (`atomic_t`, `spinlock_t`, `struct srcu_struct`) are integers.
//!
//! Refused, with the place: other structures, integers that hold addresses (an `int` of 32 bits cannot), mutexes of other types than `mtx_t` and `mutex`.
//!
//! What C leaves undefined or unspecified (the order of operands, overflow) is the compiler's to choose; it shows at most less than the test allows where that
//! is defined.

mod call;
mod expression;
mod names;
pub mod pieces;
mod statement;
mod types;

use litmus::RawProgram;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

use self::types::CText;
use super::MacroFile;
use super::ast::{self, Function};
use super::ctype::CType;
use super::flow::AddressHolders;

pub use self::types::{Spelled, TypeKind};

/// A thread.
#[derive(Clone, Debug)]
pub struct StandaloneThread {
    /// The number in `P0`.
    pub number: u32,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its variables. Those of one name are in the order of the text; conditions name the first.
    pub variables: Vec<Variable>,
    /// The statements, indented by two blanks, each line ended.
    pub body: String,
    /// Whether the body jumps to the label `done`, which must stand behind it.
    pub jumps_to_end: bool,
}

/// A parameter: a pointer to a location.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, and the location's.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// It as a variable.
    pub variable: Variable,
    /// The type of the location.
    pub pointee: Spelled,
}

/// A variable of a thread.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the test.
    pub name: String,
    /// Its name in C.
    pub identifier: String,
    /// Its type.
    pub ctype: Spelled,
}

/// `name`, or, where C, a library or the written program uses that name, another one. Different names stay different.
pub fn identifier(name: &str) -> String {
    names::identifier(name)
}

/// Reads the threads of a test, `raw` in `text`, and writes them as C11. `address_holders` are the locations that hold addresses at the start; calls of `macros` stay calls.
///
/// # Errors
/// What is wrong, and what has no translation.
pub fn standalone(
    raw: &RawProgram,
    text: &str,
    address_holders: &[&str],
    macros: Option<&MacroFile>,
) -> Result<Vec<StandaloneThread>, Vec<Diagnostic>> {
    read(raw, text, (address_holders, macros), &mut |function, writer| writer.thread(function))
}

/// Reads the threads of a test and writes each by `write`, which gives none when something is reported to have no translation.
fn read<T>(
    raw: &RawProgram,
    text: &str,
    (address_holders, macros): (&[&str], Option<&MacroFile>),
    write: &mut dyn for<'w> FnMut(&Function<'_>, &'w mut Writer<'_>) -> Option<T>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let RawProgram::Text(span) = raw else {
        return Err(vec![Diagnostic::new(source::Severity::Error, "not-c", "a C program is text, not a table")]);
    };
    let (functions, mut diagnostics) = super::parse::parse(text, *span);
    // What macros mean decides whether the test is right, and which variables hold addresses.
    let expanded = macros.map(|macros| macros.expand(functions.clone(), &mut diagnostics));
    let meant = expanded.as_ref().unwrap_or(&functions);
    super::check::check(meant, address_holders, &mut diagnostics);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let holders = AddressHolders::find(meant, address_holders);
    let threads: Vec<Option<T>> = functions
        .iter()
        .map(|function| write(function, &mut Writer::new(function, (&holders, macros), &mut diagnostics)))
        .collect();
    match threads.into_iter().collect() {
        Some(threads) if diagnostics.is_empty() => Ok(threads),
        _ => Err(diagnostics),
    }
}

/// Something that has no translation; reported already.
struct Reported;

type Written<T> = Result<T, Reported>;

/// A variable in the making.
struct Local {
    name: String,
    identifier: String,
    ctype: CType,
}

/// Writes one thread.
struct Writer<'a> {
    thread: u32,
    holders: &'a AddressHolders<'a>,
    /// Calls of these stay what they are.
    macros: Option<&'a MacroFile>,
    diagnostics: &'a mut Vec<Diagnostic>,
    parameters: &'a [ast::Parameter<'a>],
    locals: Vec<Local>,
    /// Blocks from the outside to the inside with the numbers of their variables; the first one is the whole thread.
    scopes: Vec<FxHashMap<String, usize>>,
    body: String,
    depth: usize,
    jumps_to_end: bool,
}

impl<'a> Writer<'a> {
    fn new(
        function: &'a Function<'a>,
        (holders, macros): (&'a AddressHolders<'a>, Option<&'a MacroFile>),
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Writer<'a> {
        Writer {
            thread: function.number,
            holders,
            macros,
            diagnostics,
            parameters: &function.parameters,
            locals: Vec::new(),
            scopes: vec![FxHashMap::default()],
            body: String::new(),
            depth: 1,
            jumps_to_end: false,
        }
    }

    /// The thread; none when something of it is reported to have no translation.
    fn thread(&mut self, function: &Function<'_>) -> Option<StandaloneThread> {
        let parameters: Vec<Written<Parameter>> =
            function.parameters.iter().map(|parameter| self.parameter(parameter)).collect();
        self.scopes.push(FxHashMap::default());
        let mut is_written = true;
        for statement in &function.body {
            // The others are looked at all the same: everything that is wrong is reported at once.
            is_written &= self.statement(statement).is_ok();
        }
        let variables = self.variables(parameters.len())?;
        let parameters = parameters.into_iter().collect::<Written<Vec<Parameter>>>().ok()?;
        let (body, jumps_to_end) = (std::mem::take(&mut self.body), self.jumps_to_end);
        is_written.then_some(StandaloneThread { number: function.number, parameters, variables, body, jumps_to_end })
    }

    /// The variables behind the first `parameters`; none when one has no spelling.
    fn variables(&self, parameters: usize) -> Option<Vec<Variable>> {
        let variable = |local: &Local| {
            let ctype = local.ctype.value().spelled()?;
            Some(Variable { name: local.name.clone(), identifier: local.identifier.clone(), ctype })
        };
        let all = self.locals.iter().map(variable).collect::<Option<Vec<Variable>>>()?;
        all.get(parameters..).map(<[Variable]>::to_vec)
    }

    fn parameter(&mut self, parameter: &super::ast::Parameter<'_>) -> Written<Parameter> {
        let name = &parameter.name;
        let variable = self.add_local(&name.text, &parameter.ctype, name.span)?;
        let (ctype, identifier) = (self.locals[variable].ctype.clone(), self.locals[variable].identifier.clone());
        let Some(pointee) = ctype.pointee() else {
            return Err(self.refuse(name.span, format!("the parameter `{}` is no pointer", name.text)));
        };
        let (pointee, ctype) = (self.spelled(&pointee, name.span)?, self.spelled(&ctype, name.span)?);
        let variable = Variable { name: name.text.to_string(), identifier, ctype };
        Ok(Parameter { name: name.text.to_string(), span: name.span, variable, pointee })
    }

    /// Makes a variable in the innermost block by the rules of the language: blocks beside each other share variables of one name and type.
    fn add_local(&mut self, name: &str, ctype: &CType, span: Span) -> Written<usize> {
        let first = self.locals.iter().position(|local| local.name == name);
        let in_scope = self.scopes.iter().any(|scope| scope.contains_key(name));
        let index = match first {
            Some(index) if !in_scope && self.locals[index].ctype.meaning() == ctype.meaning() => index,
            _ => {
                let identifier = identifier(name);
                let identifier =
                    if first.is_some() { format!("hidden_{}_{identifier}", self.locals.len()) } else { identifier };
                self.locals.push(Local { name: name.to_owned(), identifier, ctype: ctype.clone() });
                self.locals.len() - 1
            }
        };
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), index);
        }
        // Every variable is looked at here, so that each has a spelling when all is written.
        self.spelled(ctype, span)?;
        if self.holders.local(self.thread, name) && ctype.is_narrow_integer() {
            return Err(self.holds_address(&format!("`{name}`"), span));
        }
        Ok(index)
    }

    /// The variable that `name` names here; one that is nowhere declared is an `int` of the whole thread.
    fn lookup(&mut self, name: &str, span: Span) -> Written<usize> {
        if let Some(&index) = self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Ok(index);
        }
        let inner = self.scopes.split_off(1);
        let index = self.add_local(name, &CType::base("int"), span);
        self.scopes.extend(inner);
        index
    }

    fn spelled(&mut self, ctype: &CType, span: Span) -> Written<Spelled> {
        match ctype.spelled() {
            Some(spelled) => Ok(spelled),
            None => {
                let mut written = String::new();
                ctype.print(&mut written);
                Err(self.refuse(span, format!("C11 has no type `{written}`")))
            }
        }
    }

    fn refuse(&mut self, span: Span, message: impl Into<String>) -> Reported {
        let message = format!("cannot be translated: {}", message.into());
        self.diagnostics.push(Diagnostic::error("not-translated", span, message));
        Reported
    }

    fn holds_address(&mut self, what: &str, span: Span) -> Reported {
        let message = format!("{what} may hold an address, for which its type is too small");
        let reported = self.refuse(span, message);
        if let Some(diagnostic) = self.diagnostics.last_mut() {
            diagnostic.help.push("declare it as a pointer".to_owned());
        }
        reported
    }
}
