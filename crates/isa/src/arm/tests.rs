//! Tests of the language.

use super::Arm;
use super::table::Operation;
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<Arm>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<Arm>(1);
}

#[test]
fn spellings_are_read() {
    for (text, printed) in [
        ("addseq r0, r0, r1, lsl #0", "ADDSEQ R0,R0,R1"),
        ("bls .L1", "BLS .L1"),
        ("blx r3", "BLX R3"),
        ("b.w .L1", "B .L1"),
        ("sub sp, #8", "SUB SP,SP,#8"),
        ("movweq r1, #2", "MOVWEQ R1,#2"),
        ("ldr r1, [r0, r3, lsl #2]", "LDR R1,[R0,R3,lsl #2]"),
        ("ldr r1, [r0, -r3]!", "LDR R1,[R0,-R3]!"),
        ("ldrd r4, [r1]", "LDRD R4,R5,[R1]"),
        ("push {r4-r6, lr}", "PUSH {R4,R5,R6,LR}"),
        ("it ne", "NOP"),
        ("dmb ish @ a comment", "DMB ISH"),
        ("strexd r0, r2, r3, [r1]", "STREXD R0,R2,R3,[R1]"),
    ] {
        let read = parse::<Arm>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn instructions_compute() {
    let mut machine = Machine::<Arm>::new();
    machine.set("R1", 5).set("R2", 7).set("R4", 0xffff_ffff);
    let mut r0 = |cells: &[&str]| machine.set("R0", 0).run(cells).get("R0");
    assert_eq!(r0(&["SUB R0,R1,R2"]), 0xffff_fffe);
    assert_eq!(r0(&["RSB R0,R1,R2"]), 2);
    assert_eq!(r0(&["ADD R0,R1,R2,LSL #2"]), 33);
    assert_eq!(r0(&["BIC R0,R4,#15"]), 0xffff_fff0);
    assert_eq!(r0(&["MOVW R0,#4660", "MOVT R0,#22136"]), 0x5678_1234);
    assert_eq!(r0(&["SXTB R0,R4"]), 0xffff_ffff);
    assert_eq!(r0(&["UXTH R0,R4"]), 0xffff);
    assert_eq!(r0(&["ASR R0,R4,#4"]), 0xffff_ffff);
    assert_eq!(r0(&["CMP R1,R2", "MOVLT R0,#1", "MOVGE R0,#2"]), 1);
    assert_eq!(r0(&["CMP R2,R1", "MOVLS R0,#1", "MOVHI R0,#2"]), 2);
    assert_eq!(r0(&["ADDS R3,R4,#1", "ADC R0,R1,R2"]), 13, "with the carry");
    machine.set("SP", u128::from(address_of(1) + 64)).set("R5", address_of(0).into());
    machine.poke(address_of(0), 64, 0x9_0000_00ff);
    machine.run(&["LDRD R6,R7,[R5]", "LDRSB R8,[R5],#4", "PUSH {R6-R8}", "POP {R9,R10,R12}"]);
    assert_eq!((machine.get("R6"), machine.get("R7"), machine.get("R8")), (0xff, 9, 0xffff_ffff));
    assert_eq!((machine.get("R9"), machine.get("R10"), machine.get("R12")), (0xff, 9, 0xffff_ffff));
    assert_eq!((machine.get("R5"), machine.get("SP")), ((address_of(0) + 4).into(), (address_of(1) + 64).into()));
    machine.run(&[
        "MOV R1,#3",
        "MOV R2,#0",
        "L0: ADD R2,R2,#2",
        "SUBS R1,R1,#1",
        "BNE L0",
        "BL L1",
        "B L2",
        "L1: BX LR",
        "L2:",
    ]);
    assert_eq!((machine.get("R1"), machine.get("R2")), (0, 6));
}

#[test]
fn store_exclusives_succeed_or_fail() {
    for (succeeds, status, stored) in [(true, 0, 9), (false, 1, 5)] {
        let mut machine = Machine::<Arm>::new();
        machine.choices = vec![succeeds];
        machine.set("R3", address_of(0).into()).set("R1", 9).poke(address_of(0), 32, 5);
        machine.run(&["LDREX R0,[R3]", "STREX R2,R1,[R3]"]);
        assert_eq!((machine.get("R0"), machine.get("R2"), machine.peek(address_of(0), 32)), (5, status, stored));
    }
}
