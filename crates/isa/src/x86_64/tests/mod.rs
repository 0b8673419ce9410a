//! Tests of the language as a whole: text in, text or micro-operations out.

mod diagnostics;
mod forms;
mod hardware;
mod machine;
mod semantics;
mod shape;
mod syntax;
mod vectors;

use litmus::{Assembly, Code, Language, RawProgram, RawThread, Table};
use program::{LocationId, Thread, ThreadId};
use source::{Cursor, Diagnostic, Sources};

use super::{Instruction, X86_64};

/// The locations of these tests: `x` has number 0, and so on.
const LOCATIONS: [&str; 3] = ["x", "y", "z"];

/// Reads one instruction.
fn parse(text: &str) -> Result<Instruction, Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    X86_64.parse(&mut Cursor::new(text, sources.whole(id)))
}

fn print(instruction: &Instruction) -> String {
    litmus::CodeText::printed(|text| crate::assembly::put::Put::put(instruction, text))
}

/// A thread with these cells, read.
fn code(cells: &[&str]) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
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
    Table(X86_64).parse(&RawProgram::Table(vec![thread]), text)
}

/// A thread with these cells, lowered.
fn lower(cells: &[&str]) -> Result<Thread, Vec<Diagnostic>> {
    let location = |name: &str| {
        let number = LOCATIONS.iter().position(|known| *known == name).expect("a location of these tests");
        LocationId::from_number(number as u32)
    };
    let mut lowered = code(cells)?.lower(&location)?;
    Ok(std::mem::take(&mut lowered.threads[ThreadId::from_number(0)]))
}
