//! Each cell of what may be a table of A64 instructions: what is read as one prints as the same instruction, and lowers, on every
//! kind of machine, or is refused.

#![no_main]

use isa::aarch64::{AArch64, AArch64Nested, AArch64WholePairs};
use libfuzzer_sys::fuzz_target;
use litmus::{Assembly, CodeText, Language, RawProgram, RawThread, Table};
use program::{Index, LocationId};
use source::{Cursor, Sources};

type Instruction = <AArch64 as Assembly>::Instruction;

fuzz_target!(|text: &str| {
    for cell in text.split(['|', ';', '\n', ':']).map(str::trim).filter(|cell| !cell.is_empty()) {
        let Some(instruction) = read(cell) else { continue };
        let printed = CodeText::printed(|text| AArch64::print(&instruction, text));
        assert_eq!(read(&printed).as_ref(), Some(&instruction), "`{cell}` prints as `{printed}`");
        lower(cell, &Table::<AArch64>::new());
        lower(cell, &Table::<AArch64WholePairs>::new());
        lower(cell, &Table::<AArch64Nested>::new());
    }
});

fn read(text: &str) -> Option<Instruction> {
    let mut sources = Sources::new();
    let source = sources.add("instruction", text);
    AArch64::parse(&mut Cursor::new(text, sources.whole(source))).ok()
}

/// Lowers the cell in a thread of its own.
fn lower(cell: &str, language: &dyn Language) {
    let mut sources = Sources::new();
    let source = sources.add("cell", cell);
    let span = sources.whole(source);
    let thread = RawThread { number: 0, heading: span.slice(0, 0), annotations: Vec::new(), cells: vec![span] };
    let Ok(code) = language.parse(&RawProgram::Table(vec![thread]), cell) else { return };
    let names = code.locations();
    let location = |name: &str| {
        let index = names.iter().position(|known| known == name);
        LocationId::new(index.expect("a location that the code has listed"))
    };
    let _ = code.lower(&location);
}
