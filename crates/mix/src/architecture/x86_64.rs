//! x86-64: System V ABI, AMD64 supplement, section 3.2.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};
use crate::object::Disassembler;
use crate::structure::PassingRegisters;

pub(super) struct X86_64;

const FACTS: Facts = Facts {
    word: "X86_64",
    name: "x86_64",
    also_called: &["amd64"],
    triple: "x86_64-linux-gnu",
    machines: &[MachineFacts { name: None, model: "x86tso", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 128,
    variants: [None, None],
    takes_host_calls: true,
    extends_words: false,
    options: &[("base", &["-march=x86-64"]), ("cx16", &["-mcx16"]), ("v3", &["-march=x86-64-v3"])],
    rust_options: &[("base", &[]), ("v3", &["-Ctarget-cpu=x86-64-v3"])],
    plain_code: &["-fcf-protection=none"],
    order: OrderTags::NONE,
    idle_writes: IdleWrites::Go,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["rdi", "rsi", "rdx", "rcx", "r8", "r9"],
    pairs_are_even: false,
    stack_arguments: None,
    results: &["rax", "rdx"],
    preserved: &["rbx", "rbp", "r12", "r13", "r14", "r15"],
    link: None,
    stack_pointer: "rsp",
    glue: &["r12", "r13", "r14", "r15", "rbp", "rbx", "r11", "r10"],
};

impl Dialect for X86_64 {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn disassembler(&self) -> Option<Disassembler> {
        Some(crate::object::X86_64)
    }

    fn passing(&self) -> Option<&'static PassingRegisters> {
        Some(&PassingRegisters {
            vector: &["%xmm0"],
            integer: &["%rdi", "%edi", "%dil"],
            reference: "(%rdi",
            stack: "(%rsp",
            results_are_arguments: false,
        })
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn flow(&self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
        let (mnemonic, operands) = parts(instruction);
        let function = || operands.trim_end_matches("@PLT").to_owned();
        match mnemonic.as_str() {
            "ret" | "retq" if operands.is_empty() => Flow::Return,
            "call" | "callq" => Flow::Call(function()),
            "jmp" if !operands.starts_with('*') && !is_local(operands) => Flow::TailCall(function()),
            // Here they are stores and loads like any other.
            "push" | "pushq" => {
                Flow::Instructions(vec!["leaq -8(%rsp),%rsp".into(), format!("movq {operands},(%rsp)")])
            }
            "pop" | "popq" => Flow::Instructions(vec![format!("movq (%rsp),{operands}"), "leaq 8(%rsp),%rsp".into()]),
            "endbr64" | "nop" | "nopw" | "nopl" | "data16" => Flow::Nothing,
            // Compilers' fences: a locked instruction orders as `mfence` does (Intel SDM, volume 3, 9.2.3), and what it accesses is of the
            // function's own and stays as it is.
            "lock" | "lock;" if arch::x86::is_barrier_on_stack(instruction) => {
                Flow::Instructions(vec!["mfence".into()])
            }
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("movq {},{}", part(from, 64), part(to, 64))
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number < 0x8000_0000).then(|| format!("movq ${number},{}", part(to, 64)))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        match (width, is_signed) {
            (64, _) => Some(vec![format!("movq {},{}", part(from, 64), part(to, 64))]),
            (32, false) => Some(vec![format!("movl {},{}", part(from, 32), part(to, 32))]),
            (32, true) => Some(vec![format!("movslq {},{}", part(from, 32), part(to, 64))]),
            _ => None,
        }
    }

    fn join(&self, to: &str, [low, high]: [&str; 2]) -> Option<Vec<String>> {
        let to = vector(to)?;
        Some(vec![format!("movq {},{to}", part(low, 64)), format!("pinsrq $1,{},{to}", part(high, 64))])
    }

    fn divide(&self, [low, high]: [&str; 2], from: &str) -> Option<Vec<String>> {
        let from = vector(from)?;
        Some(vec![format!("movq {from},{}", part(low, 64)), format!("pextrq $1,{from},{}", part(high, 64))])
    }

    fn read_as_whole(&self, first: &str, second: &str) -> Option<Vec<String>> {
        let [(low, place), (high, _)] = halves(
            [first, second],
            ["mov", "movq"],
            |operands| operands.split_once(',').map(|(from, to)| (to, from)),
            8,
        )?;
        Some(vec![format!("movdqa {place},%xmm15"), format!("movq %xmm15,{low}"), format!("pextrq $1,%xmm15,{high}")])
    }

    fn jump(&self, label: &str) -> String {
        format!("jmp {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        let half = part(register, 32);
        vec![format!("testl {half},{half}"), format!("{} {label}", if when_zero { "je" } else { "jne" })]
    }

    fn sized(&self, register: &str, width: u16) -> String {
        part(register, width)
    }

    fn suffix(&self, width: u16) -> &'static str {
        match width {
            8 => "b",
            16 => "w",
            32 => "l",
            _ => "q",
        }
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("r8", "r9")),
            "result" => Some(("rax", "rdx")),
            "a" => Some(("r10", "r10")),
            "b" => Some(("r11", "r11")),
            "c" => Some(("rcx", "rcx")),
            _ => None,
        }
    }

    fn equal(&self, _: &str, _: (&str, &str), _: (&str, &str), _: u16) -> Option<Vec<String>> {
        None
    }
}

/// The destinations and places of two loads of adjacent words of so many bytes, low half first, the first of which leaves the address as it is. `split` gives the destination and the place of a load.
pub(super) fn halves<'t>(
    loads: [&'t str; 2],
    names: [&str; 2],
    split: impl Fn(&'t str) -> Option<(&'t str, &'t str)>,
    bytes: i64,
) -> Option<[(&'t str, &'t str); 2]> {
    let read = |text: &'t str| {
        let (mnemonic, operands) = parts(text);
        let (to, from) = split(operands).filter(|_| names.contains(&mnemonic.as_str()))?;
        let (to, from) = (to.trim(), from.trim());
        let (offset, base) = from.strip_suffix(')')?.split_once('(')?;
        let offset = if offset.is_empty() { 0 } else { offset.parse::<i64>().ok()? };
        (to.starts_with('%') && base.starts_with('%') && !base.contains(',')).then_some((to, from, offset, base))
    };
    let [(low, place, offset, base), (high, other, next, other_base)] = [read(loads[0])?, read(loads[1])?];
    (base == other_base && next == offset + bytes && low != base).then_some([(low, place), (high, other)])
}

/// The low bits of a register, 8, 16, 32 or 64 of them.
fn part(register: &str, width: u16) -> String {
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

/// A vector register as instructions name it.
fn vector(register: &str) -> Option<String> {
    let name = register.to_ascii_lowercase();
    name.starts_with("xmm").then(|| format!("%{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_as_a_whole() {
        let whole = X86_64.read_as_whole("movq (%rdi), %rax", "movq 8(%rdi), %rdx");
        let expected = ["movdqa (%rdi),%xmm15", "movq %xmm15,%rax", "pextrq $1,%xmm15,%rdx"];
        assert_eq!(whole.as_deref(), Some(expected.map(str::to_owned).as_slice()));
        assert_eq!(X86_64.read_as_whole("movq (%rdi), %rdi", "movq 8(%rdi), %rdx"), None);
        assert_eq!(X86_64.read_as_whole("movq (%rdi), %rax", "movq 16(%rdi), %rdx"), None);
        assert_eq!(X86_64.read_as_whole("movl (%rdi), %eax", "movl 8(%rdi), %edx"), None);
    }

    #[test]
    fn locked_instructions_that_change_nothing_are_fences() {
        let flow = |instruction: &str| X86_64.flow(instruction, &|_| false);
        let fence = Flow::Instructions(vec!["mfence".to_owned()]);
        assert_eq!(flow("lock orq $0, (%rsp)"), fence);
        assert_eq!(flow("lock; orl $0, -64(%rsp)"), fence);
        let other = "lock orq $1, (%rsp)";
        assert_eq!(flow(other), Flow::Instructions(vec![other.to_owned()]));
        let shared = "lock orq $0, (%rdi)";
        assert_eq!(flow(shared), Flow::Instructions(vec![shared.to_owned()]));
    }
}
