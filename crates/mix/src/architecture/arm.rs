//! 32-bit Arm, A32 and T32: AAPCS32 (Procedure Call Standard for the Arm Architecture, IHI 0042), sections 6.1 and 6.4.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};

pub(super) struct Arm;

/// What Armv8-A adds: instructions with acquire and release, and the barriers of loads.
const VERSION_8: &str = "Armv8";

const FACTS: Facts = Facts {
    word: "ARM",
    name: "arm",
    also_called: &[],
    triple: "arm-linux-gnueabihf",
    machines: &[
        MachineFacts { name: Some("Armv7-A"), model: "arm", extension: None },
        MachineFacts { name: Some("Armv8-A in AArch32 state"), model: "aarch32", extension: Some(VERSION_8) },
    ],
    views: &[Visible::NoRegisters, Visible::All],
    is_big_endian: false,
    widest_access: 64,
    variants: [Some("LPAE"), Some("LPAE")],
    takes_host_calls: false,
    extends_words: false,
    options: &[
        ("v7", &["-march=armv7-a", "-mfpu=vfpv3-d16", "-mfloat-abi=hard", "-marm"]),
        ("v7-thumb", &["-march=armv7-a", "-mfpu=vfpv3-d16", "-mfloat-abi=hard", "-mthumb"]),
        ("v7ve", &["-march=armv7ve", "-mfpu=vfpv3-d16", "-mfloat-abi=hard", "-marm"]),
        ("v8", &["-march=armv8-a", "-mfpu=fp-armv8", "-mfloat-abi=hard", "-marm"]),
        ("v8-thumb", &["-march=armv8-a", "-mfpu=fp-armv8", "-mfloat-abi=hard", "-mthumb"]),
    ],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags {
        only_order: &["A", "L", "Q"],
        weaker: &[],
        acquires: &["A", "Q"],
        ordered_acquires: &["A"],
        releases: &["L"],
    },
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: true,
};

const CONVENTION: Convention = Convention {
    word: 32,
    arguments: &["R0", "R1", "R2", "R3"],
    pairs_are_even: true,
    stack_arguments: Some(0),
    results: &["R0", "R1"],
    preserved: &["R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11"],
    link: Some("LR"),
    stack_pointer: "SP",
    glue: &["R11", "R10", "R9", "R8", "R7", "R6", "R5", "R4", "R12", "LR"],
};

/// Conditions, each beside its opposite.
const CONDITIONS: [(&str, &str); 8] =
    [("eq", "ne"), ("cs", "cc"), ("hs", "lo"), ("mi", "pl"), ("vs", "vc"), ("hi", "ls"), ("ge", "lt"), ("gt", "le")];

/// The condition behind `stem` in a mnemonic, `Some("")` where there is none; `None` for other mnemonics.
fn condition<'m>(mnemonic: &'m str, stem: &str) -> Option<&'m str> {
    let rest = mnemonic.strip_prefix(stem)?;
    (rest.is_empty() || opposite(rest).is_some()).then_some(rest)
}

fn opposite(condition: &str) -> Option<&'static str> {
    CONDITIONS.iter().find_map(|&(one, other)| match condition {
        _ if condition == one => Some(other),
        _ if condition == other => Some(one),
        _ => None,
    })
}

/// An instruction that loads the program counter from the stack, with the link register in its place: `pop {r4, pc}`, `ldm sp!, {r4, pc}`,
/// `ldr pc, [sp], #4`.
fn restoring(mnemonic: &str, operands: &str) -> Option<Flow> {
    let stems = ["pop", "ldm", "ldmia", "ldmfd", "ldr"];
    let (stem, condition) =
        stems.iter().find_map(|stem| condition(mnemonic, stem).map(|condition| (*stem, condition)))?;
    let restored = match stem {
        "ldr" => format!("lr{}", operands.strip_prefix("pc")?),
        _ => format!("{}lr}}", operands.strip_suffix("pc}")?),
    };
    let is_of_stack = stem == "pop" || operands.starts_with("sp!") || operands.contains("[sp]");
    let unless = match condition {
        "" => None,
        holds => Some(format!("b{} ", opposite(holds)?)),
    };
    is_of_stack.then(|| Flow::ReturnAfter { restore: vec![format!("{stem} {restored}")], unless })
}

/// `ldrd fp, ip, [sp, #12]` for `ldrd fp, [sp, #12]`: in T32 the first register of a pair may have any number, and the next one need not be
/// written.
fn both_registers(mnemonic: &str, operands: &str) -> Option<String> {
    const REGISTERS: [&str; 13] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12"];
    let (first, rest) = operands.split_once(',')?;
    let is_alone = mnemonic.starts_with("ldrd") || mnemonic.starts_with("strd");
    if !is_alone || !rest.trim_start().starts_with('[') {
        return None;
    }
    let number = match first.trim() {
        "sb" => 9,
        "sl" => 10,
        "fp" => 11,
        name => REGISTERS.iter().position(|register| *register == name)?,
    };
    Some(format!("{mnemonic} {first}, {},{rest}", REGISTERS.get(number + 1)?))
}

impl Dialect for Arm {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    // `armv7a`, `thumbv8a`; those that end in `eb` are big-endian.
    fn is_called(&self, name: &str) -> bool {
        (name.starts_with("arm") && name != "arm64" || name.starts_with("thumb")) && !name.ends_with("eb")
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn comment(&self) -> &'static str {
        "@"
    }

    fn flow(&self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
        let (mnemonic, operands) = parts(instruction);
        let mnemonic = mnemonic.trim_end_matches(".w").trim_end_matches(".n");
        let returns = match operands.replace(' ', "").as_str() {
            "lr" => condition(mnemonic, "bx"),
            "pc,lr" => condition(mnemonic, "mov"),
            _ => None,
        };
        match returns {
            Some("") => return Flow::Return,
            Some(condition) => return Flow::ReturnIf(format!("b{condition} ")),
            None => {}
        }
        if let Some(flow) = restoring(mnemonic, operands) {
            return flow;
        }
        let function = || operands.trim_end_matches("(PLT)").to_owned();
        match mnemonic {
            "bl" => Flow::Call(function()),
            "b" if !is_local(operands) => Flow::TailCall(function()),
            "nop" | "hint" => Flow::Nothing,
            // The instructions in the block carry their conditions.
            block if block.strip_prefix("it").is_some_and(|rest| rest.trim_matches(['t', 'e']).is_empty()) => {
                Flow::Nothing
            }
            _ => Flow::Instructions(vec![both_registers(mnemonic, operands).unwrap_or_else(|| instruction.to_owned())]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("MOV {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        match number {
            0..0x100 => Some(format!("MOV {to},#{number}")),
            0x100..0x1_0000 => Some(format!("MOVW {to},#{number}")),
            _ => None,
        }
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, _: bool) -> Option<Vec<String>> {
        (width == 32).then(|| vec![self.copy(to, from)])
    }

    fn jump(&self, label: &str) -> String {
        format!("B {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        vec![format!("CMP {register},#0"), format!("{} {label}", if when_zero { "BEQ" } else { "BNE" })]
    }

    fn extension_of(&self, instruction: &str) -> Option<&'static str> {
        let version_8 = &arch::arm::AARCH32;
        let is_annotated = version_8.annotation(instruction) != arch::Annotation::default();
        let is_of_loads = version_8.barrier(instruction).is_some_and(|barrier| barrier.pairs == arch::Pairs::READ_ANY);
        (is_annotated || is_of_loads).then_some(VERSION_8)
    }

    fn suffix(&self, width: u16) -> &'static str {
        match width {
            8 => "B",
            16 => "H",
            64 => "D",
            _ => "",
        }
    }

    /// Registers that callers want back: a row of a table is no function, and there are not enough others.
    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("R4", "R5")),
            "result" => Some(("R6", "R7")),
            "b" => Some(("R8", "R9")),
            "a" => Some(("R12", "R12")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, left: (&str, &str), right: (&str, &str), width: u16) -> Option<Vec<String>> {
        let ((low, high), (other_low, other_high)) = (left, right);
        let set = [format!("MOV {to},#0"), format!("MOVEQ {to},#1")];
        let mut lines = match width {
            8 => vec![format!("EOR {to},{low},{other_low}"), format!("TST {to},#255")],
            16 => vec![format!("EOR {to},{low},{other_low}"), format!("LSLS {to},{to},#16")],
            32 => vec![format!("CMP {low},{other_low}")],
            64 => vec![format!("CMP {low},{other_low}"), format!("CMPEQ {high},{other_high}")],
            _ => return None,
        };
        lines.extend(set);
        Some(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(instruction: &str) -> Flow {
        Arm.flow(instruction, &|label: &str| label.starts_with(".L"))
    }

    #[test]
    fn returns_are_known_in_all_their_forms() {
        assert_eq!(flow("bx lr"), Flow::Return);
        assert_eq!(flow("bxeq lr"), Flow::ReturnIf("beq ".to_owned()));
        assert_eq!(flow("movne pc, lr"), Flow::ReturnIf("bne ".to_owned()));
        let restore = vec!["pop {r4, r5, r11, lr}".to_owned()];
        assert_eq!(flow("pop {r4, r5, r11, pc}"), Flow::ReturnAfter { restore: restore.clone(), unless: None });
        assert_eq!(flow("popne {r4, r5, r11, pc}"), Flow::ReturnAfter { restore, unless: Some("beq ".to_owned()) });
        let restore = vec!["ldr lr, [sp], #4".to_owned()];
        assert_eq!(flow("ldr pc, [sp], #4"), Flow::ReturnAfter { restore, unless: None });
        assert_eq!(flow("pop {r4, r5}"), Flow::Instructions(vec!["pop {r4, r5}".to_owned()]));
    }

    #[test]
    fn a_branch_with_a_condition_is_no_call() {
        assert_eq!(flow("ble .L3"), Flow::Instructions(vec!["ble .L3".to_owned()]));
        assert_eq!(flow("bl __sync_fetch_and_add_4"), Flow::Call("__sync_fetch_and_add_4".to_owned()));
        assert_eq!(flow("itte ne"), Flow::Nothing);
    }

    #[test]
    fn pairs_are_written_with_both_registers() {
        assert_eq!(flow("ldrd fp, [sp, #12]"), Flow::Instructions(vec!["ldrd fp, r12, [sp, #12]".to_owned()]));
        assert_eq!(flow("ldrd r4, r5, [sp]"), Flow::Instructions(vec!["ldrd r4, r5, [sp]".to_owned()]));
    }

    #[test]
    fn version_8_is_told_by_instructions() {
        assert_eq!(Arm.extension_of("ldaexd r0, r1, [r0]"), Some(VERSION_8));
        assert_eq!(Arm.extension_of("stl r1, [r0]"), Some(VERSION_8));
        assert_eq!(Arm.extension_of("dmb ishld"), Some(VERSION_8));
        assert_eq!(Arm.extension_of("dmb ish"), None);
        assert_eq!(Arm.extension_of("ldrexd r0, r1, [r0]"), None);
    }
}
