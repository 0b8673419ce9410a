//! 32-bit x86: System V ABI, Intel386 supplement (version 1.1), section 2.2. All arguments are passed on the stack.
//!
//! Compilers write AT&T syntax and litmus tests have the order of Intel's: [`of_tests`] turns operands round.
//!
//! - Code for machines without SSE accesses 64 bits by way of the floating-point stack: `fildll` reads and `fistpll` writes a whole number of 64 bits, which the
//!   stack holds exactly (Intel SDM, volume 1, 8.1.2). The two come in pairs: a vector register stands for the top of the stack, and code that does more with
//!   the stack is not read.
//! - There are too few registers to put pieces together with: slots of the frame stand in for them, which are registers of `isa`'s tests.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts, x86_64};

pub(super) struct X86;

const FACTS: Facts = Facts {
    word: "X86",
    name: "i686",
    also_called: &["i386", "i486", "i586"],
    triple: "i686-linux-gnu",
    machines: &[MachineFacts { name: None, model: "x86tso", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 64,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: false,
    options: &[
        ("base", &["-march=i686"]),
        ("sse2", &["-march=i686", "-msse2"]),
        ("general", &["-march=i686", "-mgeneral-regs-only"]),
    ],
    rust_options: &[("base", &[])],
    // Position-independent code would call a function to know where it is.
    plain_code: &["-fcf-protection=none", "-fno-pic"],
    order: OrderTags::NONE,
    idle_writes: IdleWrites::Go,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 32,
    arguments: &[],
    pairs_are_even: false,
    // Above the return address.
    stack_arguments: Some(4),
    results: &["EAX", "EDX"],
    preserved: &["EBX", "EBP", "ESI", "EDI"],
    link: None,
    stack_pointer: "ESP",
    glue: &[
        "_slot0", "_slot1", "_slot2", "_slot3", "_slot4", "_slot5", "_slot6", "_slot7", "_slot8", "_slot9", "_slot10",
        "_slot11",
    ],
};

/// What stands for the top of the floating-point stack.
const STACK_TOP: &str = "%xmm7";

impl Dialect for X86 {
    fn facts(&self) -> &'static Facts {
        &FACTS
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
        let pushed = ["leal -4(%esp),%esp".to_owned(), format!("movl {operands},(%esp)")];
        let popped = [format!("movl (%esp),{operands}"), "leal 4(%esp),%esp".to_owned()];
        let lines = match mnemonic.as_str() {
            "ret" | "retl" if operands.is_empty() => return Flow::Return,
            "call" | "calll" => return Flow::Call(function()),
            "jmp" if !operands.starts_with('*') && !is_local(operands) => return Flow::TailCall(function()),
            "endbr32" | "nop" | "nopw" | "nopl" | "data16" => return Flow::Nothing,
            "push" | "pushl" => pushed.to_vec(),
            "pop" | "popl" => popped.to_vec(),
            // As on x86-64.
            "lock" | "lock;" if arch::x86::is_barrier_on_stack(instruction) => vec!["mfence".to_owned()],
            "fildq" | "fildll" => vec![format!("movq {operands},{STACK_TOP}")],
            "fistpq" | "fistpll" => vec![format!("movq {STACK_TOP},{operands}")],
            _ => vec![instruction.to_owned()],
        };
        Flow::Instructions(lines.iter().map(|line| of_tests(line)).collect())
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("movl {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number <= u64::from(u32::MAX)).then(|| format!("movl {to},${number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, _: bool) -> Option<Vec<String>> {
        (width == 32).then(|| vec![self.copy(to, from)])
    }

    fn clear_above_result(&self, register: &str, width: u16) -> Option<String> {
        let part = register.trim_start_matches(['E', 'e']);
        match width {
            8 => Some(format!("movzbl {register},{}l", part.trim_end_matches(['X', 'x']))),
            16 => Some(format!("movzwl {register},{part}")),
            _ => None,
        }
    }

    /// Behind the order of tests. Vector registers take other instructions for memory than for general-purpose registers.
    fn with_operand_in_register(&self, instruction: &str, register: &str) -> Option<String> {
        let (mnemonic, operands) = parts(instruction);
        let all = split(operands);
        let is_plain = !mnemonic.starts_with("lock") && !mnemonic.starts_with("lea") && !operands.contains("xmm");
        let place = all.iter().position(|operand| operand.ends_with(')')).filter(|_| is_plain)?;
        let with =
            |(at, operand): (usize, &&str)| if at == place { register.to_owned() } else { (*operand).to_owned() };
        let all: Vec<String> = all.iter().enumerate().map(with).collect();
        Some(format!("{mnemonic} {}", all.join(",")))
    }

    fn join(&self, to: &str, [low, high]: [&str; 2]) -> Option<Vec<String>> {
        is_vector(to).then(|| vec![format!("movd {to},{low}"), format!("pinsrd {to},{high},$1")])
    }

    fn divide(&self, [low, high]: [&str; 2], from: &str) -> Option<Vec<String>> {
        is_vector(from).then(|| vec![format!("movd {low},{from}"), format!("pextrd {high},{from},$1")])
    }

    fn read_as_whole(&self, first: &str, second: &str) -> Option<Vec<String>> {
        let [(low, place), (high, _)] =
            x86_64::halves([first, second], ["mov", "movl"], |operands| operands.split_once(','), 4)?;
        Some(vec![format!("movq %xmm6,{place}"), format!("movd {low},%xmm6"), format!("pextrd {high},%xmm6,$1")])
    }

    fn jump(&self, label: &str) -> String {
        format!("jmp {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        vec![format!("cmpl {register},$0"), format!("{} {label}", if when_zero { "je" } else { "jne" })]
    }

    /// No table ships: all operations of up to 32 bits are those of x86-64, and those of 64 bits need all registers that there are.
    fn scratch(&self, _: &str) -> Option<(&'static str, &'static str)> {
        None
    }

    fn equal(&self, _: &str, _: (&str, &str), _: (&str, &str), _: u16) -> Option<Vec<String>> {
        None
    }
}

fn is_vector(register: &str) -> bool {
    register.to_ascii_lowercase().starts_with("xmm")
}

/// An instruction in AT&T syntax with its operands in the order of tests, the destination first.
fn of_tests(instruction: &str) -> String {
    let (prefix, rest) = match instruction.strip_prefix("lock") {
        Some(rest) => ("lock ", rest.trim_start_matches([';', ' ', '\t'])),
        None => ("", instruction),
    };
    let (mnemonic, operands) = parts(rest);
    let mut all = split(operands);
    all.reverse();
    format!("{prefix}{mnemonic} {}", all.join(",")).trim_end().to_owned()
}

/// Operands one by one: the commas between that are in no brackets.
fn split(operands: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_between = move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    };
    operands.split(is_between).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(instruction: &str) -> Vec<String> {
        match X86.flow(instruction, &|label: &str| label.starts_with(".L")) {
            Flow::Instructions(lines) => lines,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn destinations_come_first() {
        assert_eq!(lines("movl 4(%esp,%ecx,4), %eax"), ["movl %eax,4(%esp,%ecx,4)"]);
        assert_eq!(lines("imull $3, %ecx, %eax"), ["imull %eax,%ecx,$3"]);
        assert_eq!(lines("lock cmpxchgb %cl, (%edx)"), ["lock cmpxchgb (%edx),%cl"]);
        assert_eq!(lines("lock; cmpxchg8b (%esi)"), ["lock cmpxchg8b (%esi)"]);
        assert_eq!(lines("jne .L3"), ["jne .L3"]);
        assert_eq!(lines("pushl %ebx"), ["leal %esp,-4(%esp)", "movl (%esp),%ebx"]);
        assert_eq!(lines("lock orl $0, (%esp)"), ["mfence"]);
    }

    #[test]
    fn operands_in_memory_may_be_registers() {
        let with = |text: &str| X86.with_operand_in_register(text, "%s0");
        assert_eq!(with("movzbl %eax,8(%esp)").as_deref(), Some("movzbl %eax,%s0"));
        assert_eq!(with("addl 4(%esp,%ecx,4),$1").as_deref(), Some("addl %s0,$1"));
        assert_eq!(with("movl %eax,%ecx"), None);
        assert_eq!(with("movq %xmm0,8(%esp)"), None);
    }

    #[test]
    fn narrow_results_are_taken_alone() {
        assert_eq!(X86.clear_above_result("EAX", 8).as_deref(), Some("movzbl EAX,Al"));
        assert_eq!(X86.clear_above_result("EAX", 16).as_deref(), Some("movzwl EAX,AX"));
        assert_eq!(X86.clear_above_result("EAX", 32), None);
    }

    #[test]
    fn whole_numbers_on_the_floating_point_stack_are_moves_of_64_bits() {
        assert_eq!(lines("fildll 8(%esp)"), ["movq %xmm7,8(%esp)"]);
        assert_eq!(lines("fistpll (%eax)"), ["movq (%eax),%xmm7"]);
    }
}
