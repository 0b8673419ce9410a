//! A program as the rest of Lakmus sees it.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use litmus::{Cells, Code, LoweredCode, NumberFormat, RegisterPart, Spelling};
use program::{IdVec, Index, LocationId, Register, RegisterId, ThreadId, Width};
use source::Diagnostic;

use super::ast::Function;
use super::check::check;
use super::ctype::{Integer, Type};
use super::flow::AddressHolders;
use super::lower::{Registers, lower};
use super::typed::Thread;

/// The threads of a C test.
#[derive(Debug)]
pub(crate) struct CCode<'s> {
    /// The whole source.
    text: &'s str,
    functions: Vec<Function<'s>>,
    threads: Vec<Thread<'s>>,
    registers: Registers,
}

impl<'s> CCode<'s> {
    /// The program made of `functions`, whose bodies are `threads`; `text` is the whole source.
    pub(crate) fn new(functions: Vec<Function<'s>>, threads: Vec<Thread<'s>>, text: &'s str) -> CCode<'s> {
        let registers = Registers::new(&threads);
        CCode { text, functions, threads, registers }
    }

    /// The locations that parameters name, each as often as they do.
    fn named_locations(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().flat_map(|function| &function.parameters).map(|parameter| &*parameter.name.text)
    }
}

impl Function<'_> {
    /// The canonical text, which is one cell: the parameters by their types, the body as it stands.
    fn cells(&self, text: &str) -> Cells {
        let body = &text[self.body_span.start as usize..self.body_span.end as usize];
        // A parameter has about twenty characters.
        let mut cells = Cells::with_capacity(1, body.len() + 20 * self.parameters.len() + 16);
        cells.push(|out| {
            // What the heading says but for zeros before the number.
            out.push('P');
            match char::from_digit(self.number, 10) {
                Some(digit) => out.push(digit),
                // Writing to a string does not fail.
                None => _ = write!(out, "{}", self.number),
            }
            out.push('(');
            for (number, parameter) in self.parameters.iter().enumerate() {
                out.push_str(if number == 0 { "" } else { ", " });
                parameter.ctype.print(out);
                out.push(' ');
                out.push_str(&parameter.name.text);
            }
            out.push_str(") {\n");
            out.push_str(body);
            out.push_str("\n}\n");
        });
        cells
    }
}

impl Code for CCode<'_> {
    fn cells(&self, _spelling: Spelling, _label: &dyn Fn(&str, &mut String)) -> Vec<Cells> {
        self.functions.iter().map(|function| function.cells(self.text)).collect()
    }

    fn threads(&self) -> usize {
        self.functions.len()
    }

    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>> {
        self.registers.all()
    }

    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart> {
        self.registers.find(&self.threads, thread.index(), name)
    }

    fn holds_addresses(&mut self, locations: &[&str]) {
        if !self.named_locations().any(|name| locations.contains(&name)) {
            return;
        }
        let mut diagnostics = Vec::new();
        let threads = check(&self.functions, locations, &mut diagnostics);
        // Wider types do not make mistakes of what was none; if they did, the types as written would do.
        if diagnostics.is_empty() {
            self.registers = Registers::new(&threads);
            self.threads = threads;
        }
    }

    fn number_format(&self, thread: ThreadId, part: RegisterPart) -> Option<NumberFormat> {
        let local = self.registers.variable(&self.threads, thread.index(), part)?;
        match local.declared {
            // herd computes with an `int` whatever the type; up to there numbers print as its do.
            // A narrow number with a sign is that number, as in C.
            Type::Integer(integer)
                if integer.width > NumberFormat::INT.width
                    || integer.signed && integer.width < NumberFormat::INT.width =>
            {
                Some(NumberFormat { width: integer.width, signed: integer.signed })
            }
            _ => None,
        }
    }

    fn long_width(&self) -> Width {
        Integer::LONG.width
    }

    fn stores_addresses_anywhere(&self) -> bool {
        AddressHolders::find(&self.functions, &[]).elsewhere()
    }

    fn register_names(&self) -> Vec<String> {
        let locals = self.threads.iter().flat_map(|thread| &thread.locals);
        locals.filter(|local| local.visible).map(|local| local.name.to_string()).collect()
    }

    fn locations(&self) -> Vec<Cow<'_, str>> {
        let mut locations = Vec::with_capacity(4);
        for name in self.named_locations().map(Cow::Borrowed) {
            if !locations.contains(&name) {
                locations.push(name);
            }
        }
        locations
    }

    fn lower(&self, location: &dyn Fn(&str) -> LocationId) -> Result<LoweredCode, Vec<Diagnostic>> {
        Ok(lower(&self.threads, &self.registers, location))
    }
}
