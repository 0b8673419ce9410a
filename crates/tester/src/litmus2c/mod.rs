//! A C litmus test as a stand-alone C11 program.
//!
//! Each thread of the test is a function on a POSIX thread of its own, locations are objects of static storage duration, and `main` starts the threads,
//! joins them and prints the final state in one line, as logs show it. The line goes to the standard output or, where the environment variable
//! [`VARIABLE`] names a file, to its end by one call of `write`.
//!
//! One program run is one execution. What it ends in depends on who compiled it and what it runs on: under `lakmus test` on a state that the
//! model `c11tester` allows, if the test has no undefined behaviour. An execution that a test's `filter` leaves out prints nothing. Loops
//! have no unroll bound here.
//!
//! A test of the Linux kernel's model calls its primitives by the header `lakmus/kernel.h`, which `lakmus verify` has.
//!
//! The statements are [`isa`]'s business ([`isa::c::standalone`]), memory and output ours.

mod memory;
mod output;

use isa::c::standalone::{self, StandaloneThread, Variable};
use litmus::RawProgram;
use program::{Computation, InitialRegister, ThreadId};
use sim::Test;
use source::{Diagnostic, Severity, SourceId, Sources, Span};

use memory::{Global, globals};

/// The environment variable that names the file for final states.
pub const VARIABLE: &str = "LITMUS_STATES";

/// What the program does with the final state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It prints it.
    FinalState,
    /// It asserts that it is none of those that the test's condition looks for.
    Assertion,
}

/// The program for `test`, which has been read from `source`.
///
/// # Errors
/// What has no translation, with its place.
pub fn translate(test: &Test, sources: &Sources, source: SourceId, ending: Ending) -> Result<String, Vec<Diagnostic>> {
    if test.language().name() != "C" {
        let message = format!("`lakmus litmus2c` takes tests in C, this one is in {}", test.language().name());
        return Err(vec![Diagnostic::new(Severity::Error, "not-c", message)]);
    }
    let (envelope, found) = litmus::parse(sources, source, test.name());
    let Some(envelope) = envelope else { return Err(found) };
    let locations = &test.lowered().program.locations;
    let holds_address = |cells: &[Computation]| cells.iter().any(|cell| matches!(cell, Computation::Address(..)));
    let holders: Vec<&str> = locations
        .iter()
        .filter(|location| holds_address(&location.cells))
        .map(|location| location.name.as_str())
        .collect();
    let macros = isa::KernelC::is(test.language()).then(sim::kernel_macros);
    if macros.is_some() && ending == Ending::FinalState {
        let message = "the primitives of the Linux kernel are for `lakmus verify`, which takes an assertion: --assert";
        return Err(vec![Diagnostic::new(Severity::Error, "not-translated", message)]);
    }
    let threads = standalone::standalone(&envelope.program, sources.text(source), &holders, macros)?;
    let RawProgram::Text(program) = envelope.program else { return Err(found) };
    let globals = globals(test, &envelope, &threads)?;
    let mut writer = Writer { test, threads: &threads, globals: &globals, program, ending, text: String::new() };
    match writer.program() {
        Ok(()) => Ok(writer.text),
        Err(Untold(span, message)) => Err(vec![refusal(span, &message)]),
    }
}

fn refusal(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error("not-translated", span, format!("cannot be translated: {message}"))
}

/// Something that has no translation: where, and what.
struct Untold(Span, String);

type Written = Result<(), Untold>;

/// Writes the program from top to bottom.
struct Writer<'a> {
    test: &'a Test,
    threads: &'a [StandaloneThread],
    globals: &'a [Global],
    /// Where the threads stand.
    program: Span,
    ending: Ending,
    text: String,
}

impl Writer<'_> {
    fn program(&mut self) -> Written {
        self.head();
        self.memory();
        for thread in self.threads {
            self.thread(thread)?;
        }
        self.main()
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn head(&mut self) {
        let name: String = self.test.name().chars().filter(|c| !c.is_control()).collect();
        // The name may contain what would end the comment.
        self.line(&format!("/* {}: a litmus test, translated by lakmus litmus2c. */", name.replace("*/", "* /")));
        if self.ending == Ending::Assertion {
            self.line("#include <assert.h>");
        }
        // Some of the kernel's primitives have names of C11's.
        let atomics = if isa::KernelC::is(self.test.language()) { "lakmus/kernel" } else { "stdatomic" };
        for header in ["pthread", atomics, "stdbool", "stddef", "stdint", "stdio", "stdlib"] {
            self.line(&format!("#include <{header}.h>"));
        }
        self.line("");
    }

    fn memory(&mut self) {
        // An address may be that of an object that is defined further down.
        for global in self.globals.iter().filter(|global| global.is_named_early) {
            self.line(&format!("static {};", global.declaration()));
        }
        for global in self.globals {
            self.line(&format!("static {} = {};", global.declaration(), global.value));
        }
    }

    fn thread(&mut self, thread: &StandaloneThread) -> Written {
        let number = thread.number;
        let kept = self.kept(thread);
        if !kept.is_empty() {
            self.line("");
        }
        for variable in kept {
            self.line(&format!("static {};", declared(&variable.ctype.text, &final_name(number, variable))));
        }
        let parameters: Vec<String> = thread
            .parameters
            .iter()
            .map(|parameter| declared(&parameter.variable.ctype.text, &parameter.variable.identifier))
            .collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        self.line(&format!("\nstatic void P{number}({parameters}) {{"));
        for variable in &thread.variables {
            let value = match self.initial(thread, &variable.name) {
                // A parameter may have the name of the location.
                Some(InitialRegister { value: Computation::Address(..), .. }) => {
                    let message = format!("an address in `{number}:{}` at the start", variable.name);
                    return Err(Untold(self.program, message));
                }
                Some(initial) => self.value(&initial.value, &variable.ctype.text)?,
                None => "0".to_owned(),
            };
            self.line(&format!("  {} = {value};", declared(&variable.ctype.text, &variable.identifier)));
        }
        self.text.push_str(&thread.body);
        if thread.jumps_to_end {
            self.line("done:;");
        }
        for variable in self.kept(thread) {
            self.line(&format!("  {} = {};", final_name(number, variable), variable.identifier));
        }
        self.line("}");
        self.start(thread)
    }

    /// What the POSIX thread runs: the thread's function on the locations.
    fn start(&mut self, thread: &StandaloneThread) -> Written {
        let mut arguments = Vec::new();
        for parameter in &thread.parameters {
            let ctype = &parameter.variable.ctype.text;
            arguments.push(match self.initial(thread, &parameter.name) {
                Some(initial) => self.value(&initial.value, ctype)?,
                None => self.address(&parameter.name, ctype, parameter.span)?,
            });
        }
        let number = thread.number;
        self.line(&format!("\nstatic void *thread_P{number}(void *thread_unused) {{"));
        self.line("  (void)thread_unused;");
        self.line(&format!("  P{number}({});", arguments.join(", ")));
        self.line("  return NULL;\n}");
        Ok(())
    }

    /// The variables whose final values are asked for: of each name the first.
    fn kept<'t>(&self, thread: &'t StandaloneThread) -> Vec<&'t Variable> {
        let lowered = self.test.lowered();
        let mut kept: Vec<&Variable> = Vec::new();
        for variable in thread.parameters.iter().map(|parameter| &parameter.variable).chain(&thread.variables) {
            let wanted = format!("{}:{}", thread.number, variable.name);
            let is_wanted = output::places(lowered, self.ending).iter().any(|place| *place.name == *wanted);
            if is_wanted && kept.iter().all(|other| other.name != variable.name) {
                kept.push(variable);
            }
        }
        kept
    }

    /// What the variable `name` of a thread holds at the start, if the test says so.
    fn initial(&self, thread: &StandaloneThread, name: &str) -> Option<&InitialRegister> {
        let program = &self.test.lowered().program;
        let is_it = |initial: &&InitialRegister| {
            initial.thread == ThreadId::from_number(thread.number) && program.registers[initial.register].name == name
        };
        program.initial_registers.iter().find(is_it)
    }

    /// An initial value as a `ctype`.
    fn value(&self, value: &Computation, ctype: &str) -> Result<String, Untold> {
        let value = memory::value(value, &self.test.lowered().program.locations, self.globals);
        match value {
            Some(value) if value.is_address => Ok(format!("({ctype}){}", value.text)),
            Some(value) => Ok(value.text),
            None => Err(Untold(self.program, "an initial value that C has not".to_owned())),
        }
    }

    /// The address of a location as a `ctype`.
    fn address(&self, name: &str, ctype: &str, span: Span) -> Result<String, Untold> {
        let Some(global) = self.globals.iter().find(|global| global.name == name) else {
            return Err(Untold(span, format!("`{name}` is no location")));
        };
        let address = global.address();
        let text = &global.ctype.text;
        let own = if text.ends_with('*') { format!("{text}*") } else { format!("{text} *") };
        Ok(if own == ctype { address } else { format!("({ctype}){address}") })
    }
}

/// Where the final value of a variable is kept.
fn final_name(thread: u32, variable: &Variable) -> String {
    format!("final_P{thread}_{}", variable.identifier)
}

/// A declaration without its semicolon.
fn declared(ctype: &str, name: &str) -> String {
    if ctype.ends_with('*') { format!("{ctype}{name}") } else { format!("{ctype} {name}") }
}
