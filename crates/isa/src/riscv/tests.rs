//! Tests of the language.

use super::RiscV;
use super::table::Operation;
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<RiscV>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<RiscV>(1);
}

#[test]
fn pseudo_instructions_are_what_they_stand_for() {
    for (text, printed) in [
        ("NEG a0,a1", "sub x10,x0,x11"),
        ("not a0, a1", "xori x10,x11,-1"),
        ("seqz a0,a0", "sltiu x10,x10,1"),
        ("bnez a5,.LBB12_1", "bne x15,x0,.LBB12_1"),
        ("bgtz t0,L", "blt x0,x5,L"),
        ("ble a0,a1,L", "bge x11,x10,L"),
        ("fence", "fence iorw,iorw"),
        ("fence rw, w", "fence rw,w"),
        ("lr.w.aq.rl a4,(a2)", "lr.w.aqrl x14,0(x12)"),
        ("amoadd.w.aqrl zero, a1, 0(a0)", "amoadd.w.aqrl x0,x11,(x10)"),
        ("add a0,a0,1", "addi x10,x10,1"),
        ("lw a0,(a1) # a comment", "lw x10,0(x11)"),
        ("addi a0,a0,%lo(x)", "addi x10,x10,%lo(x)"),
        ("sw.rl %r,0(%p)", "sw.rl %r,0(%p)"),
    ] {
        let read = parse::<RiscV>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn wrong_instructions_are_refused_with_the_reason() {
    for (text, message) in [
        ("lwx a0,0(a1)", "`lwx` is not an instruction known here"),
        ("add a0,a1", "expected `,`, found the end of the instruction"),
        ("addi a0,a1,4096", "the immediate must be between -2048 and 2047, not 4096"),
        ("lw a0,4096", "expected `(`, found the end of the instruction"),
        ("lr.w a0,4(a1)", "no offset is possible here"),
        ("fence rw,xy", "expected some of `i`, `o`, `r` and `w`, found `xy`"),
        ("slli a0,a0,64", "the shift must be between 0 and 63, not 64"),
        ("auipc a0,1", "`auipc`: addresses relative to the instruction are not supported"),
        ("lw f0,0(a1)", "`f0` is no register"),
    ] {
        let found = parse::<RiscV>(text).err().map(|found| found.message);
        assert_eq!(found.as_deref(), Some(message), "{text}");
    }
}
