//! AArch64: AAPCS64.

use super::{Convention, Flow};

pub(super) const CONVENTION: Convention = Convention {
    arguments: &["X0", "X1", "X2", "X3", "X4", "X5", "X6", "X7"],
    pairs_are_even: true,
    results: ["X0", "X1"],
    preserved: &["X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28", "X29", "X30"],
    stack_pointer: "SP",
    glue: &[
        "X19", "X20", "X21", "X22", "X23", "X24", "X25", "X26", "X27", "X28", "X9", "X10", "X11", "X12", "X13", "X14",
        "X15", "X16", "X17", "X18", "X8",
    ],
};

/// Marks for indirect jumps and return addresses, and no-ops.
const MARKS: [&str; 10] =
    ["bti", "nop", "paciasp", "autiasp", "pacibsp", "autibsp", "xpaclri", "csdb", "hint", "yield"];

pub(super) fn flow(instruction: &str, is_local: &dyn Fn(&str) -> bool) -> Flow {
    let (mnemonic, operands) = instruction.split_once(char::is_whitespace).unwrap_or((instruction, ""));
    let (mnemonic, operands) = (mnemonic.to_ascii_lowercase(), operands.trim());
    match mnemonic.as_str() {
        "ret" if operands.is_empty() || operands.eq_ignore_ascii_case("x30") => Flow::Return,
        "bl" => Flow::Call(operands.to_owned()),
        "b" if !is_local(operands) => Flow::TailCall(operands.to_owned()),
        mark if MARKS.contains(&mark) => Flow::Nothing,
        _ => Flow::Instructions(vec![instruction.to_owned()]),
    }
}

/// The 64-bit name of a register, symbolic ones written `%name`.
pub(super) fn whole(register: &str) -> String {
    if register.starts_with('%') { format!("X{register}") } else { register.to_owned() }
}

/// The 32-bit name of a register.
pub(super) fn half(register: &str) -> String {
    match register.strip_prefix('X') {
        Some(rest) => format!("W{rest}"),
        None => format!("W{register}"),
    }
}

pub(super) fn copy_part(to: &str, from: &str, low: u16, width: u16) -> Option<Vec<String>> {
    let line = match (low, width) {
        (0, 64) => format!("MOV {},{}", whole(to), whole(from)),
        (0, 32) => format!("MOV {},{}", half(to), half(from)),
        (low, width) if low + width <= 64 => format!("UBFX {},{},#{low},#{width}", whole(to), whole(from)),
        _ => return None,
    };
    Some(vec![line])
}

/// Atomic instructions by extension: FEAT_LSE, FEAT_LSE128, FEAT_LRCPC, FEAT_LRCPC3.
pub(super) fn extension_of(instruction: &str) -> Option<&'static str> {
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
        assert_eq!(flow("ret", &is_local), Flow::Return);
        assert_eq!(flow("bl\t__aarch64_swp4_rel", &is_local), Flow::Call("__aarch64_swp4_rel".to_owned()));
        assert_eq!(flow("b\t__atomic_load_16", &is_local), Flow::TailCall("__atomic_load_16".to_owned()));
        assert_eq!(flow("b .L2", &is_local), Flow::Instructions(vec!["b .L2".to_owned()]));
        assert_eq!(flow("hint #25", &is_local), Flow::Nothing);
    }

    #[test]
    fn extensions_are_told_by_mnemonics() {
        assert_eq!(extension_of("swpl w8, wzr, [x0]"), Some("LSE"));
        assert_eq!(extension_of("swppal x8, x1, [x0]"), Some("LSE128"));
        assert_eq!(extension_of("ldapr w0, [x0]"), Some("RCPC"));
        assert_eq!(extension_of("ldar w0, [x0]"), None);
    }
}
