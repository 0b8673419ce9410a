//! A program as the rest of Lakmus sees it.

use litmus::{Code, CodeCell, NumberFormat, RegisterPart};
use program::{IdVec, Index, LocationId, Register, RegisterId, ThreadId};
use source::Diagnostic;

use super::ast::Function;
use super::check::check;
use super::ctype::Type;
use super::lower::{Registers, lower};
use super::typed::Thread;

/// The threads of a C test.
#[derive(Debug)]
pub(crate) struct CCode {
    /// The text of each thread that the hash is made of.
    cells: Vec<String>,
    functions: Vec<Function>,
    threads: Vec<Thread>,
    registers: Registers,
    /// The locations that parameters name, in the order of the text.
    locations: Vec<String>,
}

impl CCode {
    /// The program made of `functions`, whose bodies are `threads`; `text` is the whole source.
    pub(crate) fn new(functions: Vec<Function>, threads: Vec<Thread>, text: &str) -> CCode {
        let mut locations: Vec<String> = Vec::new();
        for parameter in functions.iter().flat_map(|function| &function.parameters) {
            if !locations.contains(&parameter.name.text) {
                locations.push(parameter.name.text.clone());
            }
        }
        let cells = functions.iter().map(|function| function.print(text)).collect();
        let registers = registers_of(&threads);
        CCode { cells, functions, threads, registers, locations }
    }
}

/// The registers of the threads, those that the lowering adds included: they do not depend on where locations are.
fn registers_of(threads: &[Thread]) -> Registers {
    let mut registers = Registers::new(threads);
    lower(threads, &mut registers, &|_| LocationId::new(0));
    registers
}

impl Function {
    /// The canonical text: the parameters by their types, the body as it stands.
    fn print(&self, text: &str) -> String {
        let parameter =
            |parameter: &super::ast::Parameter| format!("{} {}", parameter.ctype.print(), parameter.name.text);
        let parameters: Vec<String> = self.parameters.iter().map(parameter).collect();
        let body = &text[self.body_span.start as usize..self.body_span.end as usize];
        format!("P{}({}) {{\n{body}\n}}\n", self.number, parameters.join(", "))
    }
}

impl Code for CCode {
    fn cells(&self) -> Vec<Vec<CodeCell>> {
        let cell =
            |text: &String| CodeCell::Instruction { printed: text.clone(), hashed: text.clone(), labels: Vec::new() };
        self.cells.iter().map(|text| vec![cell(text)]).collect()
    }

    fn registers(&self) -> &IdVec<RegisterId, Register> {
        self.registers.all()
    }

    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart> {
        self.registers.find(&self.threads, thread.index(), name)
    }

    fn holds_addresses(&mut self, locations: &[&str]) {
        if locations.iter().all(|location| !self.locations.iter().any(|known| known == location)) {
            return;
        }
        let mut diagnostics = Vec::new();
        let threads = check(&self.functions, locations, &mut diagnostics);
        // Wider types do not make mistakes of what was none; if they did, the types as written would do.
        if diagnostics.is_empty() {
            self.registers = registers_of(&threads);
            self.threads = threads;
        }
    }

    fn number_format(&self, thread: ThreadId, part: RegisterPart) -> Option<NumberFormat> {
        let local = self.registers.variable(&self.threads, thread.index(), part)?;
        match local.declared {
            // herd computes with an `int` whatever the type; up to there numbers print as its do.
            Type::Integer(integer) if integer.width > NumberFormat::INT.width => {
                Some(NumberFormat { width: integer.width, signed: integer.signed })
            }
            _ => None,
        }
    }

    fn register_names(&self) -> Vec<String> {
        let locals = self.threads.iter().flat_map(|thread| &thread.locals);
        locals.filter(|local| local.visible).map(|local| local.name.clone()).collect()
    }

    fn locations(&self) -> Vec<String> {
        self.locations.clone()
    }

    fn lower(
        &self,
        location: &dyn Fn(&str) -> LocationId,
    ) -> Result<IdVec<ThreadId, program::Thread>, Vec<Diagnostic>> {
        Ok(lower(&self.threads, &mut self.registers.clone(), location))
    }
}
