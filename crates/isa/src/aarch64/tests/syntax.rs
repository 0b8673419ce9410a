//! Text to instructions and back.

use proptest::prelude::*;

use super::{lower, parse, print};
use crate::aarch64::tests::Instruction;
use crate::aarch64::{AArch64, Pairs};
use crate::assembly::Architecture;
use litmus::{Assembly, CodeText, Spelling};

/// The text for people and the text for the hash.
fn printed(text: &str) -> (String, String) {
    let instruction = parse(text).unwrap_or_else(|diagnostic| panic!("{text}: {}", diagnostic.message));
    let hashed = written(&instruction, Spelling::Hashed, &|label, out| out.push_str(label));
    (print(&instruction), hashed)
}

fn written(instruction: &Instruction, spelling: Spelling, label: &dyn Fn(&str, &mut String)) -> String {
    let mut out = String::new();
    AArch64::new().assembly().print(instruction, &mut CodeText::new(&mut out, spelling, label));
    out
}

#[test]
fn aliases_are_printed_as_herd_prints_them() {
    let same = [
        ("subs wzr, w1, #3", "CMP W1,#3"),
        ("cmp x1, w2, uxtw #1", "SUBS XZR,X1,W2,UXTW #1"),
        ("ands xzr, x1, x2", "TST X1,X2"),
        ("orn x1, xzr, x2", "MVN X1,X2"),
        ("csinc w4, wzr, wzr, eq", "CSET W4,NE"),
        ("csinv x4, xzr, xzr, hi", "CSETM X4,LS"),
        ("csinc x4, x5, x5, lo", "CINC X4,X5,CS"),
        ("csinv x4, x5, x5, lo", "CSINV X4,X5,X5,CC"),
        ("madd x1, x2, x3, xzr", "MUL X1,X2,X3"),
        ("smaddl x1, w2, w3, xzr", "SMULL X1,W2,W3"),
        ("rev64 x1, x2", "REV X1,X2"),
        ("lslv x1, x2, x3", "LSL X1,X2,X3"),
        ("add x1, x2, x3, lsr #0", "ADD X1,X2,X3"),
        ("ldr w1, [x2, #0]", "LDR W1,[X2]"),
        ("ldr w1, [x2, x3, lsl #0]", "LDR W1,[X2,X3]"),
        ("ldr w1, [x2, w3, sxtw #2]", "LDR W1,[X2,W3,SXTW #2]"),
        ("beq l0", "B.EQ l0"),
        ("b.hs .l0", "B.CS .l0"),
        ("b .+8", "B .+8"),
        ("b.gt .#12", "B.GT .+12"),
        ("hint #34", "NOP"),
        ("isb sy", "ISB"),
        ("dmb ishld", "DMB ISHLD"),
        ("mov w1, w%r", "MOV W1,W%r"),
        ("mov x1, %r", "MOV X1,X%r"),
        ("ldr w1, [x%p]", "LDR W1,[X%p]"),
        ("ubfx w1, w2, #4, #8", "UBFM W1,W2,#4,#11"),
        ("bfi x1, x2, #8, #4", "BFM X1,X2,#56,#3"),
        ("stadd w1, [x2]", "STADD W1,[X2]"),
        ("casal w1, w2, [x3, #0]", "CASAL W1,W2,[X3]"),
        ("add x8, x8, :lo12:g+8", "ADD X8,X8,:lo12:g+8"),
    ];
    for (text, expected) in same {
        assert_eq!(printed(text).0, expected, "{text}");
    }
}

#[test]
fn the_hash_keeps_herds_oddities() {
    let different = [
        ("NEG W4,W2", "NEG W4,W2", "SUB W4,WZR,W2"),
        ("ADR X1,l0", "ADR X1,l0", "ADDR X1,l0"),
        ("LDR X4,[X1],#8", "LDR X4,[X1],#8", "LDR X4,[X1]#8"),
        ("LDP X4,X5,[X1],#16", "LDP X4,X5,[X1],#16", "LDP X4,X5, [X1]#16"),
        ("LDXP X4,X5,[X1]", "LDXP X4,X5,[X1]", "LDXP W4,X5,[X1]"),
        ("MOVZ X1,#5,LSL #16", "MOVZ X1,#5,LSL #16", "MOVZ X1,#5,,LSL #16"),
        ("LDUR W1,[X2,#4]", "LDUR W1,[X2,#4]", "LDUR X1, [X2,#4]"),
        ("UBFM W1,W2,#4,#11", "UBFM W1,W2,#4,#11", "UBFM X1,X2,#4,#11"),
        ("CSET W1,GE", "CSET W1,GE", "CSET W1,LE"),
        ("CSET W1,LT", "CSET W1,LT", "CSET W1,GT"),
    ];
    for (text, for_people, for_hash) in different {
        assert_eq!(printed(text), (for_people.to_owned(), for_hash.to_owned()));
    }
}

#[test]
fn labels_are_printed_by_the_caller() {
    let instruction = parse("CBNZ W1,loop").expect("an instruction");
    let printed = written(&instruction, Spelling::Printed, &|label, out| *out += &format!("<{label}>"));
    assert_eq!(printed, "CBNZ W1,<loop>");
}

/// All mnemonics, sorted.
fn mnemonics() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        AArch64::forms().iter().flat_map(|form| &form.names).map(|name| name.trim_end()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Operands of every shape. `x`, `w` and `n` are replaced by registers and numbers.
const OPERANDS: [&str; 66] = [
    "",
    "L0",
    "w,L0",
    "x,L0",
    "w,#n,L0",
    "x,#n,L0",
    ".+8",
    "x",
    "w",
    "#n",
    "SY",
    "ISHLD",
    "ST",
    "w,w",
    "x,x",
    "x,w",
    "w,#n",
    "x,#n",
    "x,#-n",
    "w,#n,LSL #16",
    "x,#n,LSL #48",
    "w,w,w",
    "x,x,x",
    "w,w,#n",
    "x,x,#n",
    "x,x,#n,LSL #12",
    "w,w,w,LSL #n",
    "x,x,x,ASR #n",
    "x,x,x,ROR #n",
    "w,w,LSL #n",
    "x,x,LSR #n",
    "x,x,w,SXTW",
    "x,x,w,UXTB #2",
    "w,w,w,UXTH",
    "x,w,SXTB",
    "w,#n,LSL #12",
    "w,w,w,w",
    "x,x,x,x",
    "x,w,w",
    "x,w,w,x",
    "w,w,#n,#n",
    "x,x,#n,#n",
    "x,x,x,#n",
    "w,w,w,EQ",
    "x,x,x,GT",
    "w,NE",
    "x,CS",
    "w,w,LS",
    "x,x,#n,#n,MI",
    "w,w,#n,VS",
    "x,#n,#n,LE",
    "x,NZCV",
    "NZCV,x",
    "w,[x]",
    "x,[x]",
    "w,[x,#n]",
    "x,[x,#n]!",
    "x,[x],#-n",
    "w,[x,w,SXTW #2]",
    "x,[x,x,LSL #3]",
    "w,w,[x]",
    "x,x,[x]",
    "w,x,[x]",
    "x,x,[x,#n]!",
    "w,w,w,[x]",
    "w,x,x,[x]",
];

/// The operands with registers and numbers filled in, in turn.
fn filled(operands: &str, numbers: &[u8]) -> String {
    let mut numbers = numbers.iter().cycle();
    let mut next = |modulus: u8| numbers.next().map_or(0, |number| number % modulus);
    let mut text = String::new();
    for c in operands.chars() {
        match c {
            'x' | 'w' => match next(33) {
                31 => text.push_str(if c == 'x' { "XZR" } else { "WZR" }),
                32 => text.push_str(&format!("{c}%r")),
                number => text.push_str(&format!("{c}{number}")),
            },
            'n' => text.push_str(&next(32).to_string()),
            other => text.push(other),
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Every mnemonic with all operands that it takes: what is printed reads back as the same, and lowers.
    #[test]
    fn printed_instructions_read_back(numbers in proptest::collection::vec(0u8..99, 1..6)) {
        for mnemonic in mnemonics() {
            for operands in OPERANDS {
                let text = format!("{mnemonic} {}", filled(operands, &numbers));
                let Ok(instruction) = parse(&text) else { continue };
                let again = print(&instruction);
                prop_assert_eq!(parse(&again).ok(), Some(instruction), "{} printed as {}", text, again);
                for pairs in [Pairs::Elements, Pairs::Whole] {
                    // Names that are no label here may be labels elsewhere.
                    let unexpected = lower(&["L0:", "NOP", "NOP", &text], pairs).err().unwrap_or_default();
                    let unexpected: Vec<_> = unexpected.iter().filter(|found| found.code != "unknown-label").collect();
                    prop_assert!(unexpected.is_empty(), "{}: {:?}", text, unexpected);
                }
            }
        }
    }

    /// No text makes the parser panic, nor anything that it accepts the lowering.
    #[test]
    fn no_text_is_fatal(text in "[A-Za-z]{0,6} ?[XWxwSP0-9,#.%:\\[\\]! +-]{0,20}") {
        if parse(&text).is_ok() {
            let _ = lower(&[&text], Pairs::Elements);
        }
    }

    /// The same for texts made of tokens.
    #[test]
    fn no_tokens_are_fatal(tokens in proptest::collection::vec(prop_oneof![
        proptest::sample::select(mnemonics()).prop_map(str::to_owned),
        proptest::sample::select(vec!["X1", "W2", "SP", "XZR", ",", "[", "]", "!", "#", "LSL", "EQ", ":lo12:", "x", "%", "-", "."])
            .prop_map(str::to_owned),
        (0u64..).prop_map(|number| number.to_string()),
    ], 0..10)) {
        let text = tokens.join(" ");
        if parse(&text).is_ok() {
            let _ = lower(&[&text], Pairs::Elements);
        }
    }
}

#[test]
fn every_mnemonic_has_operands_here() {
    let numbers: [u8; 5] = [2, 3, 4, 6, 7];
    let takes = |mnemonic: &str| {
        OPERANDS.iter().any(|operands| parse(&format!("{mnemonic} {}", filled(operands, &numbers))).is_ok())
    };
    // Pairs of consecutive registers, symbols, and fixed offsets.
    let special = |mnemonic: &&str| mnemonic.starts_with("CASP") || *mnemonic == "ADRP";
    let missing: Vec<&str> = mnemonics().into_iter().filter(|mnemonic| !takes(mnemonic)).collect();
    let unexpected: Vec<&&str> = missing.iter().filter(|mnemonic| !special(mnemonic)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}
