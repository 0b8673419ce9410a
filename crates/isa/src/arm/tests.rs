//! Tests of the language.

use super::Arm;
use super::table::Operation;
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
