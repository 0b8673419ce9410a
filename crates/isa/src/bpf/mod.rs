//! BPF: the instructions of the Linux kernel's virtual machine, as its disassembler and LLVM write them.
//!
//! - `instruction`: what instructions there are, and how they are written.
//! - `forms`: their patterns, for people.
//! - `parse`: text to instructions.
//! - `lower`: their meaning.
//!
//! BPF's text is no list of operands behind a mnemonic (`r1 = *(u32 *)(r2 + 0)`), so that it has a reader of its own and no table of forms.
//!
//! Source: BPF Instruction Set Architecture, RFC 9669 (the kernel's `Documentation/bpf/standardization/instruction-set.rst`); for load-acquire and store-release, which are younger, the
//! kernel's `include/uapi/linux/bpf.h` and its verifier.
//!
//! Against herd: sizes count (a store of a byte stores a byte, a load of one extends it; herd's are as wide as their values); `<` and its like compare without signs, as the
//! standard has it, and `s<` with them (herd compares with signs, and has no other); registers of 32 bits (`w1`), all comparisons, `exit`, extensions and byte swaps are read. An
//! atomic operation without a result gives none, and one with a result gives it to the register of its operand: herd reads any other register in front and writes that of the operand.
//! Refused: calls, jumps by distances, atomic operations on bytes and half words, which the kernel does not have.

mod forms;
mod instruction;
mod lower;
mod parse;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use litmus::{Assembly, CodeText, Descriptor, InstructionForm, LoweringContext, Mention, RegisterPart, TagNames};
use program::{BlockBuilder, IdVec, MixedSizes, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

use instruction::Instruction;

/// Bits of registers and addresses.
const WIDTH: Width = 64;

/// `r0` to `r10`.
const REGISTERS: u32 = 11;

/// `r10`, the frame pointer. Programs cannot write it; litmus tests use it as any other.
const FRAME: RegisterId = RegisterId::from_number(10);

/// The language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bpf;

static DESCRIPTOR: Descriptor = Descriptor {
    name: "BPF",
    sample: include_str!("sample.litmus"),
    default_model: arch::bpf::BPF.default_model,
    inline_assembly: None,
};

/// The register that a word names: `r0` to `r10`, `fp`, and the same in capitals; and whether its low 32 bits alone are meant, as by `w0`.
fn register(word: &str) -> Option<(RegisterId, bool)> {
    if word.eq_ignore_ascii_case("fp") {
        return Some((FRAME, false));
    }
    let is_word = word.starts_with('w');
    let digits = word.strip_prefix(['r', 'R', 'w'])?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'));
    let number: u32 = digits.parse().ok().filter(|number| is_number && *number < REGISTERS)?;
    Some((RegisterId::from_number(number), is_word))
}

/// What a register is called in states.
fn name(register: RegisterId) -> String {
    if register == FRAME { "fp".to_owned() } else { format!("r{}", register.number()) }
}

impl Assembly for Bpf {
    type Instruction = Instruction;

    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(lower::TAGS)
    }

    fn address_width(&self) -> Width {
        WIDTH
    }

    fn mixed_sizes(&self) -> Option<MixedSizes> {
        Some(lower::MIXED_SIZES)
    }

    /// Tests declare `int x` and access it with 64 bits, as atomic operations have them mostly.
    fn types_are_sizes(&self) -> bool {
        false
    }

    fn registers(&self) -> Arc<IdVec<RegisterId, Register>> {
        static ALL: LazyLock<Arc<IdVec<RegisterId, Register>>> = LazyLock::new(|| {
            let ids = (0..REGISTERS).map(RegisterId::from_number);
            Arc::new(ids.map(|id| Register { name: name(id), width: WIDTH }).collect())
        });
        Arc::clone(&ALL)
    }

    fn register(&self, name: &str) -> Option<RegisterPart> {
        let (register, is_word) = register(name)?;
        Some(RegisterPart { register, low: 0, width: if is_word { 32 } else { WIDTH } })
    }

    fn register_names(&self) -> Vec<String> {
        (0..REGISTERS).map(|number| format!("r{number}")).collect()
    }

    fn forms(&self) -> Vec<InstructionForm> {
        forms::forms()
    }

    fn allocatable(&self) -> Vec<RegisterId> {
        (0..REGISTERS).map(RegisterId::from_number).collect()
    }

    fn parse(&self, cell: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
        parse::instruction(cell)
    }

    fn print(&self, instruction: &Instruction, text: &mut CodeText<'_>) {
        instruction.put(text);
    }

    fn mentions(&self, instruction: &Instruction, visit: &mut dyn FnMut(Mention<'_>)) {
        instruction.mentions(visit);
    }

    fn lower(
        &self,
        instruction: &Instruction,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block);
        Ok(())
    }
}
