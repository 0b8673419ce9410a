//! MIPS64, little-endian: the n64 calling convention (MIPSpro N32 ABI Handbook, chapter 2, which n64 follows).
//!
//! Where `.set noreorder` forbids the assembler to reorder, the instruction behind a jump is executed before it goes on elsewhere: see
//! [`Dialect::has_delay_slot`].

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};

pub(super) struct Mips;

const FACTS: Facts = Facts {
    word: "MIPS",
    name: "mips64el",
    also_called: &[],
    triple: "mips64el-linux-gnuabi64",
    machines: &[MachineFacts { name: None, model: "mips", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 64,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: true,
    options: &[("r2", &["-march=mips64r2", "-mabi=64"])],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags::NONE,
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11"],
    pairs_are_even: true,
    stack_arguments: None,
    results: &["$2", "$3"],
    preserved: &["$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$28", "$30"],
    link: Some("$31"),
    stack_pointer: "$29",
    glue: &["$16", "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$30", "$12", "$13", "$14", "$15", "$24", "$25"],
};

impl Dialect for Mips {
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
        match (mnemonic.as_str(), operands) {
            ("jr" | "j" | "jrc", "$31" | "$ra") => Flow::Return,
            ("jal" | "bal" | "balc", function) if !function.starts_with('$') => Flow::Call(function.to_owned()),
            ("j" | "b" | "bc", label) if !label.starts_with('$') && !is_local(label) => {
                Flow::TailCall(label.to_owned())
            }
            ("nop" | "ssnop", _) => Flow::Nothing,
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn has_delay_slot(&self, instruction: &str) -> bool {
        let (mnemonic, _) = parts(instruction);
        // Compact jumps, whose names end in `c`, have none.
        mnemonic.starts_with(['b', 'j']) && !mnemonic.ends_with('c') && mnemonic != "break"
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("move {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number < 0x8000).then(|| format!("li {to},{number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        match (width, is_signed) {
            (64, _) => Some(vec![self.copy(to, from)]),
            (32, true) => Some(vec![format!("sll {to},{from},0")]),
            (32, false) => Some(vec![format!("dsll32 {to},{from},0"), format!("dsrl32 {to},{to},0")]),
            _ => None,
        }
    }

    fn jump(&self, label: &str) -> String {
        format!("b {label}")
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("$12", "$13")),
            "result" => Some(("$14", "$15")),
            "a" => Some(("$24", "$24")),
            "b" => Some(("$25", "$25")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let mut lines = vec![format!("xor {to},{left},{right}")];
        match width {
            8 => lines.push(format!("andi {to},{to},255")),
            16 => lines.push(format!("andi {to},{to},65535")),
            32 => lines.push(format!("sll {to},{to},0")),
            64 => {}
            _ => return None,
        }
        lines.push(format!("sltiu {to},{to},1"));
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known() {
        let flow = |instruction: &str| Mips.flow(instruction, &|label: &str| label.starts_with("$L"));
        assert_eq!(flow("jr $ra"), Flow::Return);
        assert_eq!(flow("j $31"), Flow::Return);
        assert_eq!(flow("jal __atomic_load_16"), Flow::Call("__atomic_load_16".to_owned()));
        assert_eq!(flow("b $L3"), Flow::Instructions(vec!["b $L3".to_owned()]));
    }

    #[test]
    fn compact_jumps_have_no_delay_slot() {
        assert!(Mips.has_delay_slot("beqz $3, .LBB3_1") && Mips.has_delay_slot("jr $ra"));
        assert!(!Mips.has_delay_slot("beqzc $3, .LBB3_1") && !Mips.has_delay_slot("sync"));
    }
}
