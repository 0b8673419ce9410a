//! A program as the rest of Lakmus sees it.

use std::fmt::Write;
use std::sync::Arc;

use litmus::{Cells, Code, NumberFormat, RegisterPart, Spelling};
use program::{Block, IdVec, Index, LocationId, MicroOp, Operation, Register, RegisterId, ThreadId};
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
    cells: Vec<Cells>,
    functions: Vec<Function>,
    threads: Vec<Thread>,
    /// The threads lowered, locations numbered as in `locations`.
    lowered: IdVec<ThreadId, program::Thread>,
    registers: Registers,
    /// All of them, those that the lowering needs among them.
    all_registers: Arc<IdVec<RegisterId, Register>>,
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
        let cells = functions.iter().map(|function| function.cells(text)).collect();
        let (registers, lowered, all_registers) = lowered(&threads, &locations);
        CCode { cells, functions, threads, lowered, registers, all_registers, locations }
    }
}

/// The threads lowered, locations numbered as in `locations`, with all their registers, those that the lowering adds included.
fn lowered(
    threads: &[Thread],
    locations: &[String],
) -> (Registers, IdVec<ThreadId, program::Thread>, Arc<IdVec<RegisterId, Register>>) {
    let mut registers = Registers::new(threads);
    let place = |name: &str| locations.iter().position(|location| location == name).unwrap_or_default();
    let lowered = lower(threads, &mut registers, &|name| LocationId::new(place(name)));
    let all_registers = Arc::new(registers.take_all());
    (registers, lowered, all_registers)
}

impl Function {
    /// The canonical text, which is one cell: the parameters by their types, the body as it stands.
    fn cells(&self, text: &str) -> Cells {
        let mut cells = Cells::default();
        cells.push(|out| {
            // Writing to a string does not fail.
            let _ = write!(out, "P{}(", self.number);
            for (number, parameter) in self.parameters.iter().enumerate() {
                out.push_str(if number == 0 { "" } else { ", " });
                parameter.ctype.print(out);
                out.push(' ');
                out.push_str(&parameter.name.text);
            }
            out.push_str(") {\n");
            out.push_str(&text[self.body_span.start as usize..self.body_span.end as usize]);
            out.push_str("\n}\n");
        });
        cells
    }
}

impl Code for CCode {
    fn cells(&self, _spelling: Spelling, _label: &dyn Fn(&str, &mut String)) -> Vec<Cells> {
        self.cells.clone()
    }

    fn threads(&self) -> usize {
        self.cells.len()
    }

    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>> {
        &self.all_registers
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
            (self.registers, self.lowered, self.all_registers) = lowered(&threads, &self.locations);
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
        let places: Vec<LocationId> = self.locations.iter().map(|name| location(name)).collect();
        let mut threads = self.lowered.clone();
        for thread in threads.iter_mut() {
            thread.instructions.iter_mut().for_each(|instruction| relocate(&mut instruction.block, &places));
        }
        Ok(threads)
    }
}

/// Puts locations in the place of their numbers.
fn relocate(block: &mut Block, places: &[LocationId]) {
    for op in block {
        match op {
            MicroOp::Let { operation: Operation::Address(location, _), .. } => *location = places[location.index()],
            MicroOp::If { then, otherwise, .. } => {
                relocate(then, places);
                relocate(otherwise, places);
            }
            MicroOp::ReadModifyWrite { update, .. } => relocate(update, places),
            _ => {}
        }
    }
}
