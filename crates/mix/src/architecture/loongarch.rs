//! LoongArch with 64 bits: the calling convention of the LoongArch ABIs (version 2.30), LP64. Registers have the names that states print.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};

pub(super) struct LoongArch;

const FACTS: Facts = Facts {
    word: "LoongArch",
    name: "loongarch64",
    also_called: &["loong64"],
    triple: "loongarch64-linux-gnu",
    // No instruction and no attribute says that code relies on LD_SEQ_SA: a barrier is not there.
    machines: &[MachineFacts { name: None, model: "loongarch", extension: None }],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 64,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: true,
    options: &[("base", &["-march=loongarch64", "-mabi=lp64d"])],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags { only_order: &["DB", "Acq", "Rel"], ..OrderTags::NONE },
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["$r4", "$r5", "$r6", "$r7", "$r8", "$r9", "$r10", "$r11"],
    pairs_are_even: false,
    stack_arguments: None,
    results: &["$r4", "$r5"],
    preserved: &["$r22", "$r23", "$r24", "$r25", "$r26", "$r27", "$r28", "$r29", "$r30", "$r31"],
    link: Some("$r1"),
    stack_pointer: "$r3",
    glue: &[
        "$r23", "$r24", "$r25", "$r26", "$r27", "$r28", "$r29", "$r30", "$r31", "$r22", "$r12", "$r13", "$r14", "$r15",
        "$r16", "$r17", "$r18", "$r19", "$r20",
    ],
};

/// The function of `%plt(f)`, of `%call36(f)`, or of `f`.
fn function(operand: &str) -> String {
    let inside = ["%plt(", "%call36("].into_iter().find_map(|prefix| operand.strip_prefix(prefix)?.strip_suffix(')'));
    inside.unwrap_or(operand).to_owned()
}

impl Dialect for LoongArch {
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
            ("ret", "") | ("jr", "$r1" | "$ra") => Flow::Return,
            ("bl" | "call36", _) => Flow::Call(function(operands)),
            ("b", label) if !is_local(label) => Flow::TailCall(function(label)),
            // A call in two instructions, the second of which says nothing new; with another register it is a tail call, and what is behind is not reached.
            ("pcaddu18i", _) if operands.contains("%call36(") => {
                let (register, symbol) = operands.split_once(',').unwrap_or_default();
                match register.trim() {
                    "$ra" | "$r1" => Flow::Call(function(symbol.trim())),
                    _ => Flow::TailCall(function(symbol.trim())),
                }
            }
            ("jirl", "$ra, $ra, 0" | "$r1,$r1,0") => Flow::Nothing,
            ("tail36", _) => Flow::TailCall(function(operands.rsplit(',').next().unwrap_or_default().trim())),
            ("nop", _) => Flow::Nothing,
            // gcc writes an offset behind the address of an atomic instruction, which has none.
            (am, _) if am.starts_with("am") => {
                Flow::Instructions(vec![instruction.strip_suffix(",0").unwrap_or(instruction).to_owned()])
            }
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("move {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        Some(format!("li.d {to},{number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        match (width, is_signed) {
            (64, _) => Some(vec![self.copy(to, from)]),
            (32, true) => Some(vec![format!("slli.w {to},{from},0")]),
            (32, false) => Some(vec![format!("bstrpick.d {to},{from},31,0")]),
            _ => None,
        }
    }

    fn jump(&self, label: &str) -> String {
        format!("b {label}")
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("$r12", "$r13")),
            "result" => Some(("$r14", "$r15")),
            "a" => Some(("$r16", "$r16")),
            "b" => Some(("$r17", "$r17")),
            "c" => Some(("$r18", "$r18")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let difference = format!("xor {to},{left},{right}");
        let is_zero = format!("sltui {to},{to},1");
        match width {
            8 | 16 | 32 => Some(vec![difference, format!("bstrpick.d {to},{to},{},0", width - 1), is_zero]),
            64 => Some(vec![difference, is_zero]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known() {
        let flow = |instruction: &str| LoongArch.flow(instruction, &|label: &str| label.starts_with(".L"));
        assert_eq!(flow("jr $r1"), Flow::Return);
        assert_eq!(flow("ret"), Flow::Return);
        assert_eq!(flow("bl %plt(__atomic_load_16)"), Flow::Call("__atomic_load_16".to_owned()));
        assert_eq!(flow("b %plt(__atomic_load_16)"), Flow::TailCall("__atomic_load_16".to_owned()));
        assert_eq!(flow("pcaddu18i $ra, %call36(f)"), Flow::Call("f".to_owned()));
        assert_eq!(flow("pcaddu18i $t8, %call36(f)"), Flow::TailCall("f".to_owned()));
        assert_eq!(flow("jirl $ra, $ra, 0"), Flow::Nothing);
        assert_eq!(flow("tail36 $t8, f"), Flow::TailCall("f".to_owned()));
        assert_eq!(flow("b .L2"), Flow::Instructions(vec!["b .L2".to_owned()]));
        assert_eq!(flow("amadd.w $r12,$r5,$r4,0"), Flow::Instructions(vec!["amadd.w $r12,$r5,$r4".to_owned()]));
    }
}
