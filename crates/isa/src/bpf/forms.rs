//! What instructions look like, one example of each: BPF's text has no mnemonics.

use litmus::InstructionForm;

use super::instruction::{Operator, Test, Update};

/// One instruction of each form, as an example.
pub(super) fn forms() -> Vec<InstructionForm> {
    let plain = [
        "r1 = r2",
        "r1 = 1",
        "r1 = 1 ll",
        "r1 = x ll",
        "r1 = (s8)r2",
        "r1 = -r1",
        "r1 = be16 r1",
        "r1 = le16 r1",
        "r1 = bswap16 r1",
        "r1 = *(u32 *)(r2 + 0)",
        "r1 = *(s32 *)(r2 + 0)",
        "r1 = load_acquire((u32 *)(r2 + 0))",
        "*(u32 *)(r1 + 0) = r2",
        "*(u32 *)(r1 + 0) = 1",
        "store_release((u32 *)(r1 + 0), r2)",
        "r2 = xchg_64(r1 + 0, r2)",
        "w2 = xchg32_32(r1 + 0, w2)",
        "r0 = cmpxchg_64(r1 + 0, r0, r2)",
        "w0 = cmpxchg32_32(r1 + 0, w0, w2)",
        "goto L0",
        "exit",
    ];
    let computed = Operator::ALL.into_iter().map(|(text, _)| format!("r1 {text} r2"));
    let updates = Update::ALL.into_iter();
    let updated = updates.clone().map(|(_, operator, _)| format!("lock *(u64 *)(r1 + 0) {operator} r2"));
    let fetched = updates.map(|(.., name)| format!("r2 = {name}((u64 *)(r1 + 0), r2)"));
    let branches = Test::ALL.into_iter().map(|(text, _)| format!("if r1 {text} 1 goto L0"));
    let all = plain.into_iter().map(str::to_owned).chain(computed).chain(updated).chain(fetched).chain(branches);
    all.map(|mnemonic| InstructionForm { mnemonic, operands: String::new() }).collect()
}
