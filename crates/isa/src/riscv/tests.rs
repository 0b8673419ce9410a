//! Tests of the language.

use super::table::Operation;
use super::{RiscV, RiscV32};
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<RiscV>(&[Operation::Nop], &[]);
    every_form_is_complete::<RiscV32>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<RiscV>(1);
    no_text_is_fatal::<RiscV32>(2);
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

#[test]
fn instructions_compute() {
    const ALL: u128 = u64::MAX as u128;
    let mut machine = Machine::<RiscV>::new();
    machine.set("x5", 7).set("x6", ALL - 6).set("x10", ALL).set("x13", address_of(0).into());
    let mut x7 = |text: &str| machine.set("x7", 0).run(&[text]).get("x7");
    assert_eq!(x7("div x7,x6,x5"), ALL, "-7 by 7");
    assert_eq!(x7("div x7,x5,x0"), ALL, "by 0");
    assert_eq!(x7("rem x7,x6,x0"), ALL - 6, "by 0");
    assert_eq!(x7("mulh x7,x10,x10"), 0);
    assert_eq!(x7("mulhu x7,x10,x10"), ALL - 1);
    assert_eq!(x7("lui x7,0x80000"), ALL << 31 & ALL);
    assert_eq!(x7("addw x7,x10,x10"), ALL - 1);
    assert_eq!(x7("sraiw x7,x6,1"), ALL - 3);
    assert_eq!(x7("sltu x7,x5,x6"), 1);
    assert_eq!(x7("slt x7,x5,x6"), 0);
    machine.poke(address_of(0), 32, 0xffff_ff80).run(&["lb x7,0(x13)", "lbu x8,0(x13)", "lwu x9,0(x13)"]);
    assert_eq!((machine.get("x7"), machine.get("x8"), machine.get("x9")), (ALL - 127, 0x80, 0xffff_ff80));
    machine.run(&["amomax.w x7,x5,(x13)", "amoswap.w x8,x0,(x13)"]);
    assert_eq!((machine.get("x7"), machine.get("x8"), machine.peek(address_of(0), 32)), (ALL - 127, 7, 0));
    machine.run(&["li x7,3", "L0: addi x8,x8,2", "addi x7,x7,-1", "bnez x7,L0", "call L1", "j L2", "L1: ret", "L2:"]);
    assert_eq!((machine.get("x7"), machine.get("x8")), (0, 13));
}

#[test]
fn store_conditionals_succeed_or_fail() {
    for (succeeds, status, stored) in [(true, 0, 9), (false, 1, 5)] {
        let mut machine = Machine::<RiscV>::new();
        machine.choices = vec![succeeds];
        machine.set("x13", address_of(0).into()).set("x5", 9).set("x7", 77).poke(address_of(0), 32, 5);
        machine.run(&["lr.w x6,(x13)", "sc.w x7,x5,(x13)"]);
        assert_eq!((machine.get("x6"), machine.get("x7"), machine.peek(address_of(0), 32)), (5, status, stored));
    }
}

#[test]
fn rv32_has_registers_of_32_bits() {
    for text in ["addw a0,a0,a1", "ld a0,0(a1)", "lwu a0,0(a1)", "amoadd.d a0,a1,(a2)", "slli a0,a0,32", "sext.w a0,a0"]
    {
        assert!(parse::<RiscV32>(text).is_err(), "{text}");
    }
    const ALL: u128 = u32::MAX as u128;
    let mut machine = Machine::<RiscV32>::new();
    machine.set("x5", ALL).set("x6", 2).set("x13", address_of(0).into());
    let mut x7 = |text: &str| machine.set("x7", 0).run(&[text]).get("x7");
    assert_eq!(x7("add x7,x5,x6"), 1);
    assert_eq!(x7("mulhu x7,x5,x6"), 1);
    assert_eq!(x7("lui x7,0x80000"), 0x8000_0000);
    assert_eq!(x7("sra x7,x5,x6"), ALL);
}

#[test]
fn pairs_are_compared_and_swapped_at_once() {
    let mut machine = Machine::<RiscV32>::new();
    let old = 0x0000_0002_0000_0001;
    machine.set("x10", 1).set("x11", 2).set("x12", 7).set("x13", 8).set("x14", address_of(0).into());
    machine.poke(address_of(0), 64, old).run(&["amocas.d x10,x12,(x14)"]);
    assert_eq!(machine.peek(address_of(0), 64), 0x0000_0008_0000_0007);
    machine.run(&["amocas.d.aqrl x10,x12,(x14)"]);
    assert_eq!((machine.get("x10"), machine.get("x11")), (7, 8), "it was not what was expected");
    machine.run(&["amocas.d x10,x0,(x14)"]);
    assert_eq!(machine.peek(address_of(0), 64), 0, "x0 stands for two of them");
    for (text, message) in [
        ("amocas.q a1,a2,(a4)", "the register must have an even number: the next one is meant too"),
        ("amocas.q a0,a3,(a4)", "the register must have an even number: the next one is meant too"),
        ("amocas.q %r,a2,(a4)", "a symbolic register cannot stand for two"),
    ] {
        assert_eq!(parse::<RiscV>(text).err().map(|found| found.message).as_deref(), Some(message), "{text}");
    }
}
