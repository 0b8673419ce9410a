//! AArch64: AAPCS64 (Procedure Call Standard for the Arm 64-bit Architecture, IHI 0055), sections 6.1 and 6.8.

use execution::Visible;

use super::facts::{Facts, IdleWrites, MachineFacts, OrderTags};
use super::{Convention, Dialect, Flow, parts};
use crate::object::Disassembler;
use crate::structure::PassingRegisters;

pub(super) struct AArch64;

const FACTS: Facts = Facts {
    word: "AArch64",
    name: "aarch64",
    also_called: &["arm64"],
    triple: "aarch64-linux-gnu",
    machines: &[MachineFacts { name: None, model: "aarch64", extension: None }],
    views: &[Visible::All],
    is_big_endian: false,
    widest_access: 128,
    variants: [None, Some("LSE2")],
    takes_host_calls: true,
    extends_words: false,
    options: &[
        ("v8", &["-march=armv8-a", "-mno-outline-atomics"]),
        ("outline", &["-march=armv8-a", "-moutline-atomics"]),
        ("lse", &["-march=armv8.1-a"]),
        ("rcpc", &["-march=armv8.3-a"]),
        ("v8.4", &["-march=armv8.4-a"]),
        ("rcpc3", &["-march=armv8.4-a+rcpc3"]),
        ("lse128", &["-march=armv9.4-a+lse128"]),
    ],
    rust_options: &[("v8", &["-Ctarget-feature=-outline-atomics"]), ("lse", &["-Ctarget-feature=+lse"])],
    plain_code: &["-mbranch-protection=none"],
    order: OrderTags {
        only_order: &["A", "L", "Q"],
        weaker: &[("A", "Q")],
        acquires: &["A", "Q"],
        ordered_acquires: &["A"],
        releases: &["L"],
    },
    idle_writes: IdleWrites::GoBeforePlainReads,
    single_halves_are_plain: true,
};

const CONVENTION: Convention = Convention {
    word: 64,
    arguments: &["X0", "X1", "X2", "X3", "X4", "X5", "X6", "X7"],
    pairs_are_even: true,
    stack_arguments: None,
    results: &["X0", "X1"],
    preserved: &["X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28", "X29", "X30"],
    link: Some("X30"),
    stack_pointer: "SP",
    glue: &[
        "X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28", "X9", "X10", "X11", "X12", "X13", "X14",
        "X15", "X16", "X17", "X18", "X8",
    ],
};

/// Marks for indirect jumps and return addresses, and no-ops.
const MARKS: [&str; 10] =
    ["bti", "nop", "paciasp", "autiasp", "pacibsp", "autibsp", "xpaclri", "csdb", "hint", "yield"];

impl Dialect for AArch64 {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn disassembler(&self) -> Option<Disassembler> {
        Some(crate::object::AARCH64)
    }

    fn passing(&self) -> Option<&'static PassingRegisters> {
        Some(&PassingRegisters {
            vector: &["s0", "d0", "q0", "v0"],
            integer: &["x0", "w0"],
            reference: "[x0",
            stack: "[sp",
            results_are_arguments: true,
        })
    }

    fn convention(&self) -> &'static Convention {
        &CONVENTION
    }

    fn comment(&self) -> &'static str {
        "//"
    }

    fn flow(&self, instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
        let (mnemonic, operands) = parts(instruction);
        match mnemonic.as_str() {
            "ret" if operands.is_empty() || operands.eq_ignore_ascii_case("x30") => Flow::Return,
            "bl" => Flow::Call(operands.to_owned()),
            "b" if !is_local(operands) => Flow::TailCall(operands.to_owned()),
            mark if MARKS.contains(&mark) => Flow::Nothing,
            _ => Flow::Instructions(vec![instruction.to_owned()]),
        }
    }

    fn copy(&self, to: &str, from: &str) -> String {
        format!("MOV {},{}", whole(to), whole(from))
    }

    fn constant(&self, to: &str, number: u64) -> Option<String> {
        (number < 0x1_0000).then(|| format!("MOV {},#{number}", whole(to)))
    }

    fn copy_low(&self, to: &str, from: &str, width: u16, is_signed: bool) -> Option<Vec<String>> {
        let line = match (width, is_signed) {
            (64, _) => format!("MOV {},{}", whole(to), whole(from)),
            (32, false) => format!("MOV {},{}", half(to), half(from)),
            (32, true) => format!("SXTW {},{}", whole(to), half(from)),
            _ => return None,
        };
        Some(vec![line])
    }

    fn jump(&self, label: &str) -> String {
        format!("B {label}")
    }

    fn branch(&self, register: &str, when_zero: bool, label: &str) -> Vec<String> {
        let name = if when_zero { "CBZ" } else { "CBNZ" };
        vec![format!("{name} {},{label}", half(register))]
    }

    fn extension_of(&self, instruction: &str) -> Option<&'static str> {
        extension_of(instruction)
    }

    fn sized(&self, register: &str, width: u16) -> String {
        if width <= 32 { half(register) } else { whole(register) }
    }

    fn suffix(&self, width: u16) -> &'static str {
        match width {
            8 => "B",
            16 => "H",
            _ => "",
        }
    }

    fn scratch(&self, word: &str) -> Option<(&'static str, &'static str)> {
        match word {
            "operand" => Some(("X8", "X9")),
            "result" => Some(("X10", "X11")),
            "a" => Some(("X12", "X13")),
            "b" => Some(("X14", "X15")),
            "c" => Some(("X16", "X17")),
            _ => None,
        }
    }

    fn equal(&self, to: &str, (left, _): (&str, &str), (right, _): (&str, &str), width: u16) -> Option<Vec<String>> {
        let compare = match width {
            // Loads of less than 32 bits give zeros above; an argument may have anything there.
            8 => format!("CMP {},{},UXTB", half(left), half(right)),
            16 => format!("CMP {},{},UXTH", half(left), half(right)),
            32 => format!("CMP {},{}", half(left), half(right)),
            64 => format!("CMP {},{}", whole(left), whole(right)),
            _ => return None,
        };
        Some(vec![compare, format!("CSET {},EQ", half(to))])
    }
}

/// The 64-bit name of a register, symbolic ones written `%name`.
fn whole(register: &str) -> String {
    if register.starts_with('%') { format!("X{register}") } else { register.to_owned() }
}

/// The 32-bit name of a register.
fn half(register: &str) -> String {
    match register.strip_prefix('X') {
        Some(rest) => format!("W{rest}"),
        None => format!("W{register}"),
    }
}

/// Atomic instructions by extension: FEAT_LSE, FEAT_LSE128, FEAT_LRCPC, FEAT_LRCPC3.
fn extension_of(instruction: &str) -> Option<&'static str> {
    let mnemonic = instruction.split_whitespace().next()?.to_ascii_uppercase();
    let starts = |names: &[&str]| names.iter().any(|name| mnemonic.starts_with(name));
    if starts(&["SWPP", "LDCLRP", "LDSETP"]) {
        return Some("LSE128");
    }
    if starts(&["LDIAPP", "STILP"]) {
        return Some("RCPC3");
    }
    if starts(&["LDAPR", "LDAPUR", "STLUR"]) {
        return Some("RCPC");
    }
    let lse = ["CAS", "SWP", "LDADD", "LDCLR", "LDSET", "LDEOR", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN"];
    let stores = ["STADD", "STCLR", "STSET", "STEOR", "STSMAX", "STSMIN", "STUMAX", "STUMIN"];
    (starts(&lse) || starts(&stores)).then_some("LSE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns_are_known() {
        let is_local = |label: &str| label.starts_with(".L");
        assert_eq!(AArch64.flow("ret", &is_local), Flow::Return);
        assert_eq!(AArch64.flow("bl\t__aarch64_swp4_rel", &is_local), Flow::Call("__aarch64_swp4_rel".to_owned()));
        assert_eq!(AArch64.flow("b\t__atomic_load_16", &is_local), Flow::TailCall("__atomic_load_16".to_owned()));
        assert_eq!(AArch64.flow("b .L2", &is_local), Flow::Instructions(vec!["b .L2".to_owned()]));
        assert_eq!(AArch64.flow("hint #25", &is_local), Flow::Nothing);
    }

    #[test]
    fn extensions_are_told_by_mnemonics() {
        assert_eq!(extension_of("swpl w8, wzr, [x0]"), Some("LSE"));
        assert_eq!(extension_of("swppal x8, x1, [x0]"), Some("LSE128"));
        assert_eq!(extension_of("ldapr w0, [x0]"), Some("RCPC"));
        assert_eq!(extension_of("ldar w0, [x0]"), None);
    }
}
