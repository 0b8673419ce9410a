//! Tests of the language as a whole: text in, text or micro-operations out.

mod compiled;
mod corpus;
mod diagnostics;
mod semantics;
mod sequential;
mod shape;
mod syntax;

#[test]
fn every_form_is_read_printed_and_lowered() {
    use crate::aarch64::table::Operation;
    crate::assembly::testing::every_form_is_complete::<AArch64>(&[Operation::Nop], &[]);
}

use std::sync::Arc;

use litmus::{Assembly, Code, CodeText, Language, RawProgram, RawThread, Table};
use program::{LocationId, Thread, ThreadId};
use source::{Cursor, Diagnostic, Sources};

use super::{AArch64, Pairs};
use crate::assembly::known::KnownInstruction;

type Instruction = Arc<KnownInstruction<AArch64>>;

/// The locations of these tests: `x` has number 0, and so on.
const LOCATIONS: [&str; 3] = ["x", "y", "z"];

/// Reads one instruction.
fn parse(text: &str) -> Result<Instruction, Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    AArch64::new().assembly().parse(&mut Cursor::new(text, sources.whole(id)))
}

fn print(instruction: &Instruction) -> String {
    CodeText::printed(|text| instruction.put(text))
}

/// A thread with these cells, read.
fn code(cells: &[&str], pairs: Pairs) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
    let mut sources = Sources::new();
    // Code may borrow from its text; there are few tests.
    let text: &str = cells.join("\n").leak();
    let id = sources.add("test", text);
    let whole = sources.whole(id);
    let mut start = 0;
    let spans = cells.iter().map(|cell| {
        let span = whole.slice(start, start + cell.len());
        start += cell.len() + 1;
        span
    });
    let thread = RawThread { number: 0, heading: whole.slice(0, 0), annotations: Vec::new(), cells: spans.collect() };
    let program = RawProgram::Table(vec![thread]);
    match pairs {
        Pairs::Elements => Table(AArch64::new().assembly()).parse(&program, text),
        Pairs::Whole => Table(AArch64::new().with_whole_pairs().assembly()).parse(&program, text),
    }
}

/// A thread with these cells, lowered.
fn lower(cells: &[&str], pairs: Pairs) -> Result<Thread, Vec<Diagnostic>> {
    let location = |name: &str| {
        let number = LOCATIONS.iter().position(|known| *known == name).unwrap_or_default();
        LocationId::from_number(number as u32)
    };
    let mut lowered = code(cells, pairs)?.lower(&location)?;
    Ok(std::mem::take(&mut lowered.threads[ThreadId::from_number(0)]))
}
