//! Every form of the table can be written, reads back from its canonical text, and lowers.

use proptest::prelude::*;

use super::{lower, parse, print};
use crate::x86_64::form::{Form, Kinds, OperandSize, Slot};
use crate::x86_64::instruction::Opcode;
use crate::x86_64::operand::Operand;
use crate::x86_64::size::Size;
use crate::x86_64::table;

fn register(size: Size) -> &'static [&'static str] {
    match size {
        Size::Byte => &["%al", "%ch", "%sil", "%r8b", "DL", "%sym"],
        Size::Word => &["%ax", "%R9W", "bp", "%sym"],
        Size::Long => &["%eax", "%r15d", "edi", "%ESP", "%sym"],
        Size::Quad => &["%rax", "%r10", "RSI", "%rsp", "%sym"],
    }
}

const VECTORS: &[&str] = &["%xmm0", "XMM7", "%xmm15"];
const IMMEDIATES: &[&str] = &["$1", "$-1", "$0x7f", "2"];
const MEMORY: &[&str] = &[
    "(x)",
    "[ y ]",
    "x",
    "x(%rip)",
    "z-4(%rip)",
    "(%rax)",
    "-8(%rbx)",
    "[rcx]",
    "0(%rax,%rbx,8)",
    "(%rax , %r12)",
    "y+0x10(,%rdi,2)",
    "%cs:4(%sym)",
    "3(%eax,%ebx,4)",
];

/// A text that fits a slot of an instruction of the given size; `memory` says whether it may be memory.
fn operand(slot: Slot, size: Size, memory: bool) -> BoxedStrategy<&'static str> {
    let kinds: [(Kinds, &'static [&'static str]); 6] = [
        (Kinds::REGISTER, register(slot.size.unwrap_or(size))),
        (Kinds::COUNT_REGISTER, &["%cl", "CL"]),
        (Kinds::VECTOR, VECTORS),
        (Kinds::IMMEDIATE, IMMEDIATES),
        (Kinds::LABEL, &["L0"]),
        (Kinds::MEMORY, MEMORY),
    ];
    let fits = |kind: Kinds| slot.kinds.meets(kind) && (memory || kind != Kinds::MEMORY);
    let texts = kinds.iter().filter(|(kind, _)| fits(*kind)).flat_map(|(_, texts)| texts.iter().copied());
    prop::sample::select(texts.collect::<Vec<_>>()).boxed()
}

fn instruction_of(form: &'static Form) -> impl Strategy<Value = String> {
    let sizes: Vec<(Size, bool)> = match form.size {
        OperandSize::Fixed(size) => vec![(size, false)],
        OperandSize::Written(sizes) => sizes.iter().map(|&size| (size, true)).collect(),
    };
    let name = prop::sample::select(form.names.to_vec());
    let in_memory = 0..form.slots.len().max(1);
    (name, prop::sample::select(sizes), in_memory).prop_flat_map(move |(name, (size, suffix), in_memory)| {
        let only_memory = |slot: &Slot| !slot.kinds.meets(Kinds::REGISTER.or(Kinds::VECTOR).or(Kinds::IMMEDIATE));
        let elsewhere = form.slots.iter().any(only_memory);
        let slots = form.slots.iter().enumerate();
        let operands: Vec<_> = slots
            .map(|(at, slot)| operand(*slot, size, if elsewhere { only_memory(slot) } else { at == in_memory }))
            .collect();
        operands.prop_map(move |operands| {
            let suffix = if suffix { size.suffix().to_string() } else { String::new() };
            format!("{name}{suffix} {}", operands.join(" ,"))
        })
    })
}

/// A text that fits some form.
fn instruction() -> impl Strategy<Value = String> {
    let forms: Vec<&'static Form> = table::forms().collect();
    let shouted = |text: String| match text.split_once(' ') {
        Some((mnemonic, operands)) => format!("{} {operands}", mnemonic.to_uppercase()),
        None => text,
    };
    let text = prop::sample::select(forms).prop_flat_map(instruction_of);
    (text, any::<bool>()).prop_map(move |(text, shout)| if shout { shouted(text) } else { text })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_form_reads_back_and_lowers(text in instruction()) {
        let read = parse(&text).map_err(|found| TestCaseError::fail(format!("{text}: {found:?}")))?;
        let canonical = print(&read);
        let again = parse(&canonical).map_err(|found| TestCaseError::fail(format!("{canonical}: {found:?}")))?;
        prop_assert_eq!(&again, &read, "{} printed as {}", text, canonical);
        let lowered = lower(&[&text, "L0:"]);
        let refused = match (read.form.opcode, read.operands.as_slice()) {
            (Opcode::BitTest(_), [number, to]) => matches!(number, Operand::Register(_)) && to.is_memory(),
            _ => false,
        };
        prop_assert_eq!(lowered.is_err(), refused, "{}: {:?}", text, lowered);
    }

    /// Whatever the text is, it is read or refused.
    #[test]
    fn no_text_stops_the_reader(text in "(lock;? )?[a-z]{0,7} ?[-$%()\\[\\],x*#:+@ 0-9a-zé]{0,20}") {
        if let Ok(read) = parse(&text) {
            let canonical = print(&read);
            prop_assert_eq!(parse(&canonical), Ok(read), "{} printed as {}", text, canonical);
        }
    }
}

#[test]
fn long_texts_are_read_in_good_time() {
    let deep = format!("movl {} $1,(x)", "(*".repeat(100_000));
    assert!(parse(&deep).is_err(), "a comment without end");
    let many = format!("movl {}", "$1,".repeat(100_000));
    assert!(parse(&many).is_err());
    let sum = format!("movl x{}(%rip),%eax", "+1".repeat(100_000));
    assert_eq!(parse(&sum).map(|read| print(&read)).ok().as_deref(), Some("movl (x+100000),%eax"));
    let digits = format!("movl ${},%eax", "9".repeat(100_000));
    assert!(parse(&digits).is_err());
    assert!(parse(&"a".repeat(100_000)).is_err());
}
