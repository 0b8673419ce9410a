//! What instructions compute, where the reference tests do not show it: the instructions that herd lacks, and those whose meaning
//! in herd differs from the manual's.

use litmus::Table;
use source::Sources;

use crate::aarch64::AArch64;
use crate::aarch64::register::RESERVATION;
use crate::assembly::testing::interleavings::{Labels, outcomes};
use litmus::Language;

/// The final states of one thread that starts with `init` and executes `code`.
fn states_in(language: &dyn Language, init: &str, code: &str, show: &str) -> Vec<String> {
    let rows: Vec<String> = code.split(';').map(|cell| format!(" {} ;\n", cell.trim())).collect();
    let text = format!("AArch64 t\n{{ {init} }}\n P0 ;\n{}locations [{show}]\nforall (true)\n", rows.concat());
    let mut sources = Sources::new();
    let id = sources.add("test", text.as_str());
    let (test, diagnostics) = litmus::parse(&sources, id, "t");
    let test = test.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
    let code = test.read_code(language, &text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    let lowered = litmus::lower(&test, language, &*code).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    let states =
        outcomes(&lowered, Some(RESERVATION), &Labels::new()).unwrap_or_else(|trouble| panic!("{text}: {trouble:?}"));
    states.into_iter().map(|state| state.trim().to_owned()).collect()
}

fn states(init: &str, code: &str, show: &str) -> Vec<String> {
    states_in(&Table(AArch64::new().assembly()), init, code, show)
}

/// `X0` after `code`, from `X1`, `X2` and `X3`.
fn x0(x1: i64, x2: i64, x3: i64, code: &str) -> i64 {
    let init = format!("int64_t 0:X0=0; int64_t 0:X1={x1}; int64_t 0:X2={x2}; int64_t 0:X3={x3};");
    let states = states(&init, code, "0:X0;");
    let value = states[0].strip_prefix("0:X0=").and_then(|rest| rest.strip_suffix(';'));
    assert_eq!(states.len(), 1);
    value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{states:?}"))
}

/// NZCV after `code` as a number.
fn nzcv(x1: i64, x2: i64, code: &str) -> i64 {
    x0(x1, x2, 0, &format!("{code}; MRS X0,NZCV; LSR X0,X0,#28"))
}

#[test]
fn flags_of_sums() {
    assert_eq!(nzcv(1, 1, "CMP X1,X2"), 0b0110);
    assert_eq!(nzcv(1, 2, "CMP X1,X2"), 0b1000);
    assert_eq!(nzcv(2, 1, "CMP X1,X2"), 0b0010);
    assert_eq!(nzcv(i64::MIN, 1, "CMP X1,X2"), 0b0011);
    assert_eq!(nzcv(-1, 1, "CMN X1,X2"), 0b0110);
    assert_eq!(nzcv(i64::MAX, 1, "ADDS XZR,X1,X2"), 0b1001);
    assert_eq!(nzcv(0x8000_0000, 0, "ADDS WZR,W1,W1"), 0b0111);
    assert_eq!(nzcv(-1, 0, "CMP X1,#1,LSL #12"), 0b1010);
    assert_eq!(nzcv(-1, 0, "ANDS X1,X1,X1"), 0b1000);
    assert_eq!(nzcv(5, 5, "BICS X1,X1,X2"), 0b0100);
}

#[test]
fn carries() {
    // 128-bit additions and subtractions.
    assert_eq!(x0(-1, 1, 5, "ADDS X4,X1,X2; ADC X0,X3,XZR"), 6);
    assert_eq!(x0(0, 1, 5, "SUBS X4,X1,X2; SBC X0,X3,XZR"), 4);
    assert_eq!(x0(1, 1, 5, "SUBS X4,X1,X2; SBC X0,X3,XZR"), 5);
    assert_eq!(x0(0, 1, 5, "SUBS X4,X1,X2; NGC X0,X3"), -6);
    assert_eq!(nzcv(-1, -1, "ADDS X3,X1,X2; ADCS X3,X1,X2"), 0b1010);
    assert_eq!(nzcv(0, 0, "SBCS X3,X1,X2"), 0b1000, "0 - 0 - 1, borrowing");
}

#[test]
fn divisions() {
    assert_eq!(x0(-7, 2, 0, "SDIV X0,X1,X2"), -3);
    assert_eq!(x0(-7, 2, 0, "UDIV W0,W1,W2"), 0x7fff_fffc);
    assert_eq!(x0(7, 0, 0, "UDIV X0,X1,X2"), 0);
    assert_eq!(x0(i64::MIN, -1, 0, "SDIV X0,X1,X2"), i64::MIN);
}

#[test]
fn conditional_compares() {
    assert_eq!(nzcv(7, 7, "CMP X1,X2; CCMP X1,#7,#0,EQ"), 0b0110);
    assert_eq!(nzcv(7, 8, "CMP X1,X2; CCMP X1,#7,#5,EQ"), 0b0101);
    assert_eq!(nzcv(7, 7, "CMP X1,X2; CCMN X1,X2,#0,NE"), 0);
    assert_eq!(nzcv(7, -7, "CMP X1,X2; CCMN X1,X2,#0,NE"), 0b0110);
}

#[test]
fn conditions() {
    let signed = [("GE", 1), ("LT", 0), ("GT", 1), ("LE", 0), ("HI", 0), ("LS", 1), ("CS", 0), ("CC", 1)];
    for (condition, expected) in signed {
        assert_eq!(x0(1, -1, 0, &format!("CMP X1,X2; CSET X0,{condition}")), expected, "1 {condition} -1");
    }
    assert_eq!(x0(1, 2, 0, "CMP X1,X2; CINC X0,X1,EQ"), 1);
    assert_eq!(x0(1, 2, 0, "CMP X1,X2; CINV X0,X1,NE"), -2);
    assert_eq!(x0(1, 2, 0, "CMP X1,X2; CNEG X0,X1,NE"), -1);
    assert_eq!(x0(1, 2, 0, "CMP X1,X2; CSETM W0,NE"), 0xffff_ffff);
}

#[test]
fn narrow_results_clear_the_upper_half() {
    assert_eq!(x0(-1, 0, 0, "MOV X0,#-1; MOV W0,W1"), 0xffff_ffff);
    assert_eq!(x0(-1, 0, 0, "ADD W0,W1,#1"), 0);
    assert_eq!(x0(0x1_0000_0000, 0, 7, "MOV X0,X3; CBZ W1,end; MOV X0,#1; end: NOP"), 7);
    assert_eq!(x0(0, 0, 0, "MOVN W0,#0"), 0xffff_ffff);
}

#[test]
fn extensions_and_shifts() {
    assert_eq!(x0(0x80, 0, 0, "SXTB W0,W1"), 0xffff_ff80);
    assert_eq!(x0(0x80, 0, 0, "SXTB X0,W1"), -0x80);
    assert_eq!(x0(0x1_8000, 0, 0, "SXTH X0,W1"), -0x8000);
    assert_eq!(x0(0x1ff, 0, 0, "UXTB W0,W1"), 0xff);
    assert_eq!(x0(0, 0xff, 0, "ADD X0,X1,W2,SXTB #2"), -4, "extended first, shifted afterwards");
    assert_eq!(x0(0, 0x40, 0, "ADD X0,X1,W2,SXTB #1"), 0x80, "herd shifts first");
    assert_eq!(x0(1, 65, 0, "LSL X0,X1,X2"), 2);
    assert_eq!(x0(-8, 1, 0, "ASR X0,X1,X2"), -4);
    assert_eq!(x0(1, 1, 0, "ROR X0,X1,X2"), i64::MIN);
    assert_eq!(x0(1, 64, 0, "ROR X0,X1,X2"), 1);
    assert_eq!(x0(0xf0, 0, 0, "ORR W0,WZR,W1,ROR #4"), 0xf);
}

#[test]
fn bit_fields() {
    assert_eq!(x0(0xabcd, 0, 0, "UBFX X0,X1,#4,#8"), 0xbc);
    assert_eq!(x0(0xabcd, 0, 0, "SBFX X0,X1,#4,#8"), 0xbc - 0x100);
    assert_eq!(x0(0xabcd, 0, 0, "UBFIZ X0,X1,#8,#4"), 0xd00);
    assert_eq!(x0(0xabcd, 0, 0, "SBFIZ W0,W1,#8,#4"), 0xffff_fd00);
    assert_eq!(x0(0xabcd, 0, 0, "MOV X0,#-1; BFI X0,X1,#8,#4"), !0x200);
    assert_eq!(x0(0xabcd, 0, 0, "MOV X0,#0; BFXIL X0,X1,#12,#4"), 0xa);
    assert_eq!(x0(0x1234, 0x5678, 0, "EXTR W0,W1,W2,#8"), 0x3400_0056);
    assert_eq!(x0(0x0102_0304, 0, 0, "REV W0,W1"), 0x0403_0201);
    assert_eq!(x0(0x0102_0304, 0, 0, "REV16 W0,W1"), 0x0201_0403);
    assert_eq!(x0(1, 0, 0, "RBIT X0,X1"), i64::MIN);
    assert_eq!(x0(-5, 0, 0, "ABS X0,X1"), 5);
}

#[test]
fn exclusives() {
    let init = "uint64_t x=7; 0:X1=x; int64_t 0:X2=9; int64_t 0:X0; int64_t 0:X3;";
    let both = ["0:X0=0; [x]=9;", "0:X0=1; [x]=7;"];
    assert_eq!(states(init, "LDXR X3,[X1]; STXR W0,X2,[X1]", "0:X0; x;"), both);
    let fails = ["0:X0=1; [x]=7;"];
    assert_eq!(states(init, "STXR W0,X2,[X1]", "0:X0; x;"), fails, "nothing reserved");
    assert_eq!(states(init, "LDXR X3,[X1]; CLREX; STXR W0,X2,[X1]", "0:X0; x;"), fails);
    assert_eq!(states(init, "LDXR W3,[X1]; STXR W0,X2,[X1]", "0:X0; x;"), fails, "another size");
    let code = "LDXR X3,[X1]; STXR W3,X2,[X1]; STXR W0,X2,[X1]";
    assert_eq!(states(init, code, "0:X0;"), ["0:X0=1;"], "the reservation is used up");
}

#[test]
fn compare_and_swap_succeeds_or_fails() {
    let init = "uint64_t x=7; 0:X1=x; int64_t 0:X0=7; int64_t 0:X2=9; int64_t 0:X3=8;";
    assert_eq!(states(init, "CASAL X0,X2,[X1]", "0:X0; x;"), ["0:X0=7; [x]=9;"]);
    assert_eq!(states(init, "CASAL X3,X2,[X1]", "0:X3; x;"), ["0:X3=7; [x]=7;"]);
}

#[test]
fn read_modify_writes() {
    let cases = [
        ("LDADD", 5, 3, 8),
        ("LDEOR", 5, 3, 6),
        ("LDSET", 5, 3, 7),
        ("LDCLR", 5, 3, 4),
        ("LDSMAX", 5, -3, 5),
        ("LDSMIN", 5, -3, -3),
        ("LDUMAX", 5, -3, -3),
        ("LDUMIN", 5, -3, 5),
        ("SWP", 5, -3, -3),
    ];
    for (name, memory, operand, expected) in cases {
        let init = format!("int64_t x={memory}; 0:X1=x; int64_t 0:X2={operand}; int64_t 0:X0;");
        let expected = [format!("0:X0={memory}; [x]={expected};")];
        assert_eq!(states(&init, &format!("{name}AL X2,X0,[X1]"), "0:X0; x;"), expected, "{name}");
    }
    let init = "int8_t x=-2; 0:X1=x; 0:X2=3; int64_t 0:X0;";
    assert_eq!(states(init, "LDSMAXB W2,W0,[X1]", "0:X0; x;"), ["0:X0=254; [x]=3;"]);
    assert_eq!(states(init, "STADDLB W2,[X1]", "x;"), ["[x]=1;"]);
}

#[test]
fn pages_and_calls() {
    let init = "int64_t x=7; int64_t 0:X0;";
    assert_eq!(states(init, "ADRP X1,x; ADD X1,X1,:lo12:x; LDR X0,[X1]", "0:X0;"), ["0:X0=7;"]);
    assert_eq!(states(init, "ADRP X1,x; LDR X0,[X1,:lo12:x]", "0:X0;"), ["0:X0=7;"]);
    let code = "BL twice; BL twice; B end; twice: ADD X0,X0,#2; RET; end: NOP";
    assert_eq!(states(init, code, "0:X0;"), ["0:X0=4;"]);
    assert_eq!(states(init, "MOV X0,#1; RET; MOV X0,#2", "0:X0;"), ["0:X0=1;"], "nothing has called");
    assert_eq!(states(init, "ADR X1,there; BR X1; MOV X0,#1; there: ADD X0,X0,#2", "0:X0;"), ["0:X0=2;"]);
    assert_eq!(states(init, "B .+8; MOV X0,#1; ADD X0,X0,#2", "0:X0;"), ["0:X0=2;"]);
}

#[test]
fn pairs_as_elements() {
    let init = "int64_t x[2]={7,8}; 0:X1=x; int64_t 0:X2=9; int64_t 0:X3=10; int64_t 0:X0; int64_t 0:X4;";
    assert_eq!(states(init, "LDP X0,X4,[X1]", "0:X0; 0:X4;"), ["0:X0=7; 0:X4=8;"]);
    assert_eq!(states(init, "STP X2,X3,[X1]", "x;"), ["x={9,10};"]);
    assert_eq!(states(init, "LDP X0,X4,[X1],#8; LDR X4,[X1]", "0:X0; 0:X4;"), ["0:X0=7; 0:X4=8;"]);
    assert_eq!(states(init, "MOV X6,#7; MOV X7,#8; CASP X6,X7,X2,X3,[X1]", "x;"), ["x={9,10};"]);
}

#[test]
fn pairs_as_a_whole() {
    let whole = Table(AArch64::new().with_whole_pairs().assembly());
    let init = "__int128 x=7; 0:X1=x; int64_t 0:X2=9; int64_t 0:X3=0; int64_t 0:X0; int64_t 0:X4;";
    assert_eq!(states_in(&whole, init, "LDP X0,X4,[X1]", "0:X0; 0:X4;"), ["0:X0=7; 0:X4=0;"]);
    assert_eq!(states_in(&whole, init, "STP X2,X3,[X1]; LDXP X0,X4,[X1]", "0:X0; 0:X4;"), ["0:X0=9; 0:X4=0;"]);
    let swap = "MOV X6,#7; MOV X7,#0; CASPAL X6,X7,X2,X3,[X1]; LDP X0,X4,[X1]";
    assert_eq!(states_in(&whole, init, swap, "0:X0; 0:X4;"), ["0:X0=9; 0:X4=0;"]);
    // These are one access in either language.
    assert_eq!(states(init, "SWPP X2,X3,[X1]", "0:X2; 0:X3;"), ["0:X2=7; 0:X3=0;"]);
    assert_eq!(states_in(&whole, init, "LDSETPAL X2,X3,[X1]; LDP X0,X4,[X1]", "0:X0;"), ["0:X0=15;"]);
    assert_eq!(states_in(&whole, init, "LDCLRP X2,X3,[X1]; LDP X0,X4,[X1]", "0:X0;"), ["0:X0=6;"]);
}
