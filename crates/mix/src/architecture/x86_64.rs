//! x86-64: System V ABI, AMD64 supplement.

use super::{Convention, Flow};

pub(super) const CONVENTION: Convention = Convention {
    arguments: &["rdi", "rsi", "rdx", "rcx", "r8", "r9"],
    pairs_are_even: false,
    results: ["rax", "rdx"],
    preserved: &["rbx", "rbp", "r12", "r13", "r14", "r15"],
    stack_pointer: "rsp",
    glue: &["r12", "r13", "r14", "r15", "rbp", "rbx", "r11", "r10"],
};

pub(super) fn flow(instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
    let (mnemonic, operands) = instruction.split_once(char::is_whitespace).unwrap_or((instruction, ""));
    let (mnemonic, operands) = (mnemonic.to_ascii_lowercase(), operands.trim());
    let function = || operands.trim_end_matches("@PLT").to_owned();
    match mnemonic.as_str() {
        "ret" | "retq" if operands.is_empty() => Flow::Return,
        "call" | "callq" => Flow::Call(function()),
        "jmp" if !operands.starts_with('*') && !is_local(operands) => Flow::TailCall(function()),
        // Here they are stores and loads like any other.
        "push" | "pushq" => Flow::Instructions(vec!["leaq -8(%rsp),%rsp".into(), format!("movq {operands},(%rsp)")]),
        "pop" | "popq" => Flow::Instructions(vec![format!("movq (%rsp),{operands}"), "leaq 8(%rsp),%rsp".into()]),
        "endbr64" | "nop" | "nopw" | "nopl" | "data16" => Flow::Nothing,
        _ => Flow::Instructions(vec![instruction.to_owned()]),
    }
}

/// A register as instructions write it, symbolic ones `%name`.
pub(super) fn whole(register: &str) -> String {
    if register.starts_with('%') { register.to_owned() } else { format!("%{register}") }
}

/// The low 32 bits of a register.
pub(super) fn half(register: &str) -> String {
    part(register, 32)
}

/// The low bits of a register, 8, 16, 32 or 64 of them.
pub(super) fn part(register: &str, width: u16) -> String {
    if register.starts_with('%') {
        return register.to_owned();
    }
    let letters = register.trim_start_matches('r');
    let is_numbered = letters.starts_with(|first: char| first.is_ascii_digit());
    match width {
        8 if is_numbered => format!("%{register}b"),
        16 if is_numbered => format!("%{register}w"),
        32 if is_numbered => format!("%{register}d"),
        8 if letters.ends_with('x') => format!("%{}l", &letters[..1]),
        8 => format!("%{letters}l"),
        16 => format!("%{letters}"),
        32 => format!("%e{letters}"),
        _ => format!("%{register}"),
    }
}

pub(super) fn copy_part(to: &str, from: &str, low: u16, width: u16) -> Option<Vec<String>> {
    match (low, width) {
        (0, 64) => Some(vec![format!("movq {},{}", whole(from), whole(to))]),
        (0, 32) => Some(vec![format!("movl {},{}", half(from), half(to))]),
        _ => None,
    }
}
