//! RISC-V with 64 bits: the integer calling convention of the RISC-V ELF psABI. Registers have the names that states print.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};

pub(super) struct RiscV;

/// The extension that makes memory totally store ordered.
const TOTAL_STORE_ORDER: &str = "Ztso";

const FACTS: Facts = Facts {
    word: "RISCV",
    name: "riscv64",
    also_called: &[],
    triple: "riscv64-linux-gnu",
    machines: &[
        MachineFacts { name: Some("RISC-V without Ztso"), model: "rvwmo", extension: None },
        MachineFacts { name: Some("RISC-V with Ztso"), model: "ztso", extension: Some(TOTAL_STORE_ORDER) },
    ],
    views: &[Visible::NoRegisters],
    is_big_endian: false,
    widest_access: 64,
    variants: [None, None],
    takes_host_calls: false,
    extends_words: true,
    options: &[("gc", &["-march=rv64gc", "-mabi=lp64d"]), ("ztso", &["-march=rv64gc_ztso", "-mabi=lp64d"])],
    rust_options: &[("base", &[])],
    plain_code: &[],
    order: OrderTags { only_order: &["Acq", "Rel", "AcqRel"], ..OrderTags::NONE },
    idle_writes: IdleWrites::Stay,
    single_halves_are_plain: false,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17"],
    pairs_are_even: false,
    stack_arguments: None,
    results: &["x10", "x11"],
    preserved: &["x8", "x9", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27"],
    link: Some("x1"),
    stack_pointer: "x2",
    glue: &[
        "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x9", "x8", "x5", "x6", "x7", "x28",
        "x29", "x30", "x31",
    ],
};

/// `.attribute 5, "rv64i2p1_a2p1_ztso1p0"`: no instruction shows that code relies on the extension.
fn extension_of_attribute(attribute: &str) -> Option<&'static str> {
    let architecture = attribute.split_once('"')?.1.trim_end_matches('"');
    architecture.split('_').any(|extension| extension.starts_with("ztso")).then_some(TOTAL_STORE_ORDER)
}

impl Dialect for RiscV {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn extension_of_attribute(&self, attribute: &str) -> Option<&'static str> {
        extension_of_attribute(attribute)
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn flow(&self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
        let (mnemonic, operands) = parts(instruction);
        let function = || operands.trim_end_matches("@plt").to_owned();
        match (mnemonic.as_str(), operands) {
            ("ret", "") | ("jr", "ra" | "x1") => Flow::Return,
            ("call", _) => Flow::Call(function()),
            ("tail", _) => Flow::TailCall(function()),
            ("j", label) if !is_local(label) => Flow::TailCall(function()),
            ("nop", _) => Flow::Nothing,
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("mv {to},{from}")
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        Some(format!("li {to},{number}"))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        match (width, is_signed) {
            (64, _) => Some(vec![self.copy(to, from)]),
            (32, true) => Some(vec![format!("sext.w {to},{from}")]),
            (8 | 16 | 32, _) => {
                let (by, right) = (64 - width, if is_signed { "srai" } else { "srli" });
                Some(vec![format!("slli {to},{from},{by}"), format!("{right} {to},{to},{by}")])
            }
            _ => None,
        }
    }

    fn jump(&self, label: &str) -> String {
        format!("j {label}")
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("x6", "x7")),
            "result" => Some(("x28", "x29")),
            "a" => Some(("x30", "x30")),
            "b" => Some(("x31", "x31")),
            "c" => Some(("x5", "x5")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let difference = format!("xor {to},{left},{right}");
        let is_zero = format!("seqz {to},{to}");
        match width {
            8 | 16 | 32 => Some(vec![difference, format!("slli {to},{to},{}", 64 - width), is_zero]),
            64 => Some(vec![difference, is_zero]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn total_store_order_is_told_by_the_attribute() {
        assert_eq!(extension_of_attribute("5, \"rv64i2p0_m2p0_a2p0_ztso0p1\""), Some(TOTAL_STORE_ORDER));
        assert_eq!(extension_of_attribute("arch, \"rv64i2p0_m2p0_a2p0_f2p0_d2p0_c2p0\""), None);
        assert_eq!(extension_of_attribute("4, 16"), None);
    }

    #[test]
    fn calls_and_returns_are_known() {
        let is_local = |label: &str| label.starts_with(".L");
        assert_eq!(RiscV.flow("jr ra", &is_local), Flow::Return);
        assert_eq!(RiscV.flow("tail __atomic_load_16@plt", &is_local), Flow::TailCall("__atomic_load_16".to_owned()));
        assert_eq!(RiscV.flow("j .L2", &is_local), Flow::Instructions(vec!["j .L2".to_owned()]));
    }
}
