//! What is read as an instruction prints as the same instruction.

#![no_main]

use isa::X86_64;
use libfuzzer_sys::fuzz_target;
use litmus::{Assembly, CodeText};
use source::{Cursor, Sources};

type Instruction = <X86_64 as Assembly>::Instruction;

fuzz_target!(|text: &str| {
    let Some(instruction) = read(text) else { return };
    let printed = CodeText::printed(|text| X86_64.print(&instruction, text));
    assert_eq!(read(&printed), Some(instruction), "`{text}` prints as `{printed}`");
});

fn read(text: &str) -> Option<Instruction> {
    let mut sources = Sources::new();
    let source = sources.add("instruction", text);
    X86_64.parse(&mut Cursor::new(text, sources.whole(source))).ok()
}
