//! The first cells of what may be a table of instructions, in one of the assembly languages: what is read as one prints as the same instruction, and
//! lowers or is refused.

#![no_main]

use isa::{AArch64, Arm, Assembler, Bpf, Lisa, LoongArch, Mips, Ppc, RiscV, RiscV32, S390x, X86, X86_64};
use libfuzzer_sys::fuzz_target;
use litmus::{Assembly, CodeText, Language, RawProgram, RawThread, Table};
use program::{Index, LocationId};
use source::{Cursor, Sources};

/// So many cells of an input are looked at: what is behind them would cost time and find nothing that a shorter input does not.
const CELLS: usize = 16;

fuzz_target!(|text: &str| {
    let cells = text.split(['|', ';', '\n', ':']).map(str::trim).filter(|cell| !cell.is_empty());
    // A refusal looks for the nearest form, which takes most of the time: an input is for one language, which its length chooses.
    for cell in cells.take(CELLS) {
        match text.len() % 12 {
            0 => check(cell, AArch64::new().assembly()),
            1 => check(cell, Arm::new().assembly()),
            2 => check(cell, Assembler(Mips)),
            3 => check(cell, Lisa::PLAIN),
            4 => check(cell, Assembler(Ppc)),
            5 => check(cell, Assembler(RiscV)),
            6 => check(cell, Assembler(RiscV32)),
            7 => check(cell, Assembler(X86)),
            8 => check(cell, Assembler(LoongArch)),
            9 => check(cell, Assembler(S390x)),
            10 => check(cell, Bpf),
            _ => check(cell, Assembler(X86_64)),
        }
    }
});

fn check<A: Assembly>(cell: &str, assembly: A) {
    let Some(instruction) = read(cell, &assembly) else { return };
    let printed = CodeText::printed(|text| assembly.print(&instruction, text));
    assert_eq!(read(&printed, &assembly).as_ref(), Some(&instruction), "`{cell}` prints as `{printed}`");
    lower(cell, &Table(assembly));
}

fn read<A: Assembly>(text: &str, assembly: &A) -> Option<A::Instruction> {
    let mut sources = Sources::new();
    let source = sources.add("instruction", text);
    let mut cursor = Cursor::new(text, sources.whole(source));
    assembly.parse(&mut cursor).ok()
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
