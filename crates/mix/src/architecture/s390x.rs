//! s390x: the ELF Application Binary Interface, s390x Supplement (version 1.6), section 1.2. Registers have the names that states print.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};

pub(super) struct S390x;

const FACTS: Facts = Facts {
    word: "S390X",
    name: "s390x",
    also_called: &[],
    triple: "s390x-linux-gnu",
    machines: &[MachineFacts { name: None, model: "s390x", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: true,
    widest_access: 128,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: true,
    options: &[("z10", &["-march=z10"]), ("z196", &["-march=z196"]), ("z13", &["-march=z13"])],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags::NONE,
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["r2", "r3", "r4", "r5", "r6"],
    pairs_are_even: false,
    stack_arguments: None,
    // More than one register holds, such as a structure of two, is returned in memory.
    results: &["r2"],
    preserved: &["r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13"],
    link: Some("r14"),
    stack_pointer: "r15",
    glue: &["r7", "r8", "r9", "r10", "r11", "r12", "r13", "r6"],
};

/// What the branches to a register are called under a condition: `ber`.
const CONDITIONS: [&str; 12] = ["e", "ne", "l", "nl", "h", "nh", "le", "nle", "he", "nhe", "z", "nz"];

impl Dialect for S390x {
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
        let function = |name: &str| name.trim_end_matches("@PLT").to_owned();
        match (mnemonic.as_str(), operands) {
            ("br", "%r14") => Flow::Return,
            ("brasl", _) => Flow::Call(function(operands.split(',').next_back().unwrap_or_default().trim())),
            ("j" | "jg", label) if !is_local(label) => Flow::TailCall(function(label)),
            ("nop" | "nopr", _) => Flow::Nothing,
            (other, "%r14") => {
                let condition = other.strip_prefix('b').and_then(|rest| rest.strip_suffix('r'));
                match condition.filter(|condition| CONDITIONS.contains(condition)) {
                    Some(condition) => Flow::ReturnIf(format!("j{condition} ")),
                    None => Flow::Instructions(vec![instruction.to_owned()]),
                }
            }
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("lgr {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number < 1 << 31).then(|| format!("lgfi {to},{number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        let name = match (width, is_signed) {
            (64, _) => "lgr",
            (32, true) => "lgfr",
            (32, false) => "llgfr",
            (16, true) => "lghr",
            (16, false) => "llghr",
            (8, true) => "lgbr",
            (8, false) => "llgcr",
            _ => return None,
        };
        Some(vec![format!("{name} {to},{from}")])
    }

    fn jump(&self, label: &str) -> String {
        format!("j {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        vec![format!("cij{} {register},0,{label}", if when_zero { "e" } else { "ne" })]
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("r4", "r5")),
            "result" => Some(("r0", "r1")),
            "a" => Some(("r5", "r5")),
            "b" => Some(("r1", "r1")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let mut lines = vec![format!("xgrk {to},{left},{right}")];
        if width < 64 {
            lines.extend(self.copy_low(to, to, width, false)?);
        }
        let to_bit = [format!("ltgr {to},{to}"), format!("lghi {to},0"), format!("locghie {to},1")];
        lines.extend(to_bit);
        (width <= 64).then_some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known() {
        let flow = |instruction: &str| S390x.flow(instruction, &|label: &str| label.starts_with(".L"));
        assert_eq!(flow("br %r14"), Flow::Return);
        assert_eq!(flow("ber %r14"), Flow::ReturnIf("je ".to_owned()));
        assert_eq!(flow("brasl %r14,__atomic_load_16@PLT"), Flow::Call("__atomic_load_16".to_owned()));
        assert_eq!(flow("jg f@PLT"), Flow::TailCall("f".to_owned()));
        assert_eq!(flow("j .L2"), Flow::Instructions(vec!["j .L2".to_owned()]));
    }
}
