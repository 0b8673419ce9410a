//! Power with 64 bits, little-endian: 64-Bit ELF V2 ABI Specification, section 2.2.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, Reserved, parts};

pub(super) struct Power;

const FACTS: Facts = Facts {
    word: "PPC",
    name: "powerpc64le",
    also_called: &["ppc64le"],
    triple: "powerpc64le-linux-gnu",
    machines: &[MachineFacts { name: None, model: "power", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 128,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: false,
    options: &[("power8", &["-mcpu=power8"]), ("power9", &["-mcpu=power9"])],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags::NONE,
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10"],
    pairs_are_even: false,
    stack_arguments: None,
    results: &["r3", "r4"],
    preserved: &[
        "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29",
        "r30", "r31", "cr2", "cr3", "cr4",
    ],
    link: Some("lr"),
    stack_pointer: "r1",
    glue: &[
        "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29",
        "r30", "r31",
    ],
};

/// Branches to the link register under a condition.
const CONDITIONAL_RETURNS: [&str; 8] = ["ltlr", "gtlr", "eqlr", "gelr", "lelr", "nelr", "nllr", "nglr"];

impl Dialect for Power {
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
        // Whether a branch is likely.
        let mnemonic = mnemonic.trim_end_matches(['+', '-']);
        let function = || operands.split(['@', '(']).next().unwrap_or_default().to_owned();
        match mnemonic {
            "blr" => Flow::Return,
            "bl" => Flow::Call(function()),
            "b" if !is_local(operands) => Flow::TailCall(function()),
            // A call has one behind it, for the linker.
            "nop" => Flow::Nothing,
            other => match other.strip_prefix('b').filter(|rest| CONDITIONAL_RETURNS.contains(rest)) {
                Some(rest) => {
                    let condition = &rest[..2];
                    let field = if operands.is_empty() { String::new() } else { format!("{operands},") };
                    Flow::ReturnIf(format!("b{condition} {field}"))
                }
                // What GCC writes for the place of an instruction, litmus tests have as LLVM does.
                None => Flow::Instructions(vec![instruction.replace("$+", ".+")]),
            },
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("mr {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number < 0x8000).then(|| format!("li {to},{number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        match (width, is_signed) {
            (64, _) => Some(vec![self.copy(to, from)]),
            (32, true) => Some(vec![format!("extsw {to},{from}")]),
            (32, false) => Some(vec![format!("clrldi {to},{from},32")]),
            _ => None,
        }
    }

    fn reserved(&self, instruction: &str) -> Reserved {
        let (mnemonic, operands) = parts(instruction);
        match mnemonic.trim_end_matches(['+', '-']) {
            "lbarx" | "lharx" | "lwarx" | "ldarx" | "lqarx" => {
                Reserved::Load(operands.split(',').next().unwrap_or_default().trim().to_owned())
            }
            "stbcx." | "sthcx." | "stwcx." | "stdcx." | "stqcx." => Reserved::Store,
            "bne" => Reserved::Branch,
            _ if arch::power::POWER.barrier(instruction).is_some_and(|barrier| barrier.needs_branch) => Reserved::Wait,
            _ => Reserved::Other,
        }
    }

    fn wait_for(&self, register: &str, label: &str) -> Vec<String> {
        // Compilers use this field for floating-point numbers alone.
        vec![format!("cmpd cr1,{register},{register}"), format!("beq cr1,{label}")]
    }

    fn jump(&self, label: &str) -> String {
        format!("b {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        vec![format!("cmpwi {register},0"), format!("{} {label}", if when_zero { "beq" } else { "bne" })]
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("r6", "r7")),
            "result" => Some(("r8", "r9")),
            "a" => Some(("r10", "r10")),
            "b" => Some(("r11", "r11")),
            "c" => Some(("r12", "r12")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let mut lines = vec![format!("xor {to},{left},{right}")];
        if !matches!(width, 8 | 16 | 32 | 64) {
            return None;
        }
        if width < 64 {
            lines.push(format!("clrldi {to},{to},{}", 64 - width));
        }
        // Of 64 zeros, and nothing else, the count has its highest bit set.
        lines.extend([format!("cntlzd {to},{to}"), format!("srdi {to},{to},6")]);
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known() {
        let flow = |instruction: &str| Power.flow(instruction, &|label: &str| label.starts_with(".L"));
        assert_eq!(flow("blr"), Flow::Return);
        assert_eq!(flow("bnelr- 0"), Flow::ReturnIf("bne 0,".to_owned()));
        assert_eq!(flow("beqlr"), Flow::ReturnIf("beq ".to_owned()));
        assert_eq!(flow("bl __atomic_load_16"), Flow::Call("__atomic_load_16".to_owned()));
        assert_eq!(flow("bne- 0,.L2"), Flow::Instructions(vec!["bne- 0,.L2".to_owned()]));
    }
}
