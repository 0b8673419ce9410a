//! Tests of the language.

use super::LoongArch;
use super::table::Operation;
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<LoongArch>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<LoongArch>(1);
}

#[test]
fn what_compilers_write_is_read() {
    for (text, printed) in [
        ("ld.w\t$a0, $a0, 0", "ld.w $r4,$r4,0"),
        ("or\t$r14,$zero,$r6", "or $r14,$r0,$r6"),
        ("addi.w\t$r12,$r0,-4\t\t\t# 0xfffffffffffffffc", "addi.w $r12,$r0,-4"),
        ("lu12i.w\t$r14,61440>>12\t\t\t# 0xf000", "lu12i.w $r14,15"),
        ("lu12i.w $r12,-4096>>12", "lu12i.w $r12,-1"),
        ("amadd.w\t$r12,$r5,$r4", "amadd.w $r12,$r5,$r4"),
        ("amswap_db.w $zero, $a1, $a0", "amswap_db.w $r0,$r5,$r4"),
        ("dbar\t0b10100", "dbar 20"),
        ("dbar 0x700", "dbar 1792"),
        ("bstrpick.w\t$r5,$r5,15,0", "bstrpick.w $r5,$r5,15,0"),
        ("beqz $a5, .LBB8_3", "beq $r9,$r0,.LBB8_3"),
        ("blez $a5, L", "bge $r0,$r9,L"),
        ("bgtu $a0, $a1, L", "bltu $r5,$r4,L"),
        ("jr\t$r1", "jr $r1"),
        ("ret", "ret"),
        ("jirl $r1,$r12,0", "jirl $r1,$r12,0"),
        ("addi.d $a0, $a0, %pc_lo12(x)", "addi.d $r4,$r4,%pc_lo12(x)"),
        ("ld.d $fp, $s9, 8", "ld.d $r22,$r22,8"),
        ("st.w %r,%p,0", "st.w %r,%p,0"),
    ] {
        let read = parse::<LoongArch>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn wrong_instructions_are_refused_with_the_reason() {
    for (text, message) in [
        ("ld.x $r4,$r5,0", "`ld.x` is not an instruction known here"),
        ("add.w $r4,$r5", "expected `,`, found the end of the instruction"),
        ("addi.w $r4,$r5,4096", "the immediate must be between -2048 and 2047, not 4096"),
        ("dbar 0x20", "the manual gives this hint no meaning of its own: there are 0 to 0x1f, and 0x700"),
        ("amadd.w $r4,$r5,$r4", "the register that takes the old value must not be one of the others"),
        ("bstrpick.d $r4,$r5,3,7", "the last bit of the field, which is written first, lies below the first one"),
        ("syscall 0", "`syscall`: it raises an exception, and faults are not supported"),
        ("ld.w $f0,$r4,0", "`$f0` is no register"),
        (
            "ld.d $r4,$r4,%got_pc_lo12(x)",
            "addresses in tables of the linker (`%got_pc_hi20` and its like) are not supported",
        ),
    ] {
        let found = parse::<LoongArch>(text).err().map(|found| found.message);
        assert_eq!(found.as_deref(), Some(message), "{text}");
    }
}

#[test]
fn instructions_compute() {
    const ALL: u128 = u64::MAX as u128;
    let mut machine = Machine::<LoongArch>::new();
    machine.set("$r5", 7).set("$r6", ALL - 6).set("$r10", ALL).set("$r13", address_of(0).into());
    let mut r7 = |text: &str| machine.set("$r7", 0x1234_5678_9abc_def0).run(&[text]).get("$r7");
    assert_eq!(r7("div.d $r7,$r6,$r5"), ALL, "-7 by 7");
    assert_eq!(r7("mod.d $r7,$r6,$r0"), ALL - 6, "by 0");
    assert_eq!(r7("mulh.d $r7,$r10,$r10"), 0);
    assert_eq!(r7("mulh.du $r7,$r10,$r10"), ALL - 1);
    assert_eq!(r7("mulw.d.wu $r7,$r10,$r5"), 0x6_ffff_fff9);
    assert_eq!(r7("mulw.d.w $r7,$r10,$r5"), ALL - 6);
    assert_eq!(r7("lu12i.w $r7,0x80000"), ALL << 31 & ALL);
    assert_eq!(r7("lu12i.w $r7,-1"), ALL << 12 & ALL);
    assert_eq!(r7("lu32i.d $r7,-1"), 0xffff_ffff_9abc_def0);
    assert_eq!(r7("lu52i.d $r7,$r5,-2048"), 0x8000_0000_0000_0007);
    assert_eq!(r7("addu16i.d $r7,$r5,-1"), (ALL << 16 & ALL) + 7);
    assert_eq!(r7("li.w $r7,-1"), ALL);
    assert_eq!(r7("add.w $r7,$r10,$r10"), ALL - 1);
    assert_eq!(r7("alsl.d $r7,$r5,$r5,2"), 35);
    assert_eq!(r7("alsl.wu $r7,$r10,$r5,1"), 5);
    assert_eq!(r7("srai.w $r7,$r6,1"), ALL - 3);
    assert_eq!(r7("rotri.w $r7,$r5,1"), ALL << 31 & ALL | 3);
    assert_eq!(r7("sltu $r7,$r5,$r6"), 1);
    assert_eq!(r7("slti $r7,$r6,0"), 1);
    assert_eq!(r7("andn $r7,$r10,$r5"), ALL - 7);
    assert_eq!(r7("nor $r7,$r0,$r5"), ALL - 7);
    assert_eq!(r7("maskeqz $r7,$r5,$r0"), 0);
    assert_eq!(r7("masknez $r7,$r5,$r0"), 7);
    assert_eq!(r7("bstrpick.d $r7,$r10,15,8"), 0xff);
    assert_eq!(r7("bstrpick.w $r7,$r10,31,0"), ALL);
    assert_eq!(r7("bstrins.d $r7,$r0,15,8"), 0x1234_5678_9abc_00f0);
    assert_eq!(r7("bstrins.w $r7,$r0,7,0"), 0xffff_ffff_9abc_de00);
    assert_eq!(r7("ext.w.b $r7,$r10"), ALL);
    machine.poke(address_of(0), 32, 0xffff_ff80);
    machine.run(&["ld.b $r7,$r13,0", "ld.bu $r8,$r13,0", "ldx.wu $r9,$r13,$r0"]);
    assert_eq!((machine.get("$r7"), machine.get("$r8"), machine.get("$r9")), (ALL - 127, 0x80, 0xffff_ff80));
    machine.run(&["ammax.w $r7,$r5,$r13", "amswap.w $r8,$r0,$r13"]);
    assert_eq!((machine.get("$r7"), machine.get("$r8"), machine.peek(address_of(0), 32)), (ALL - 127, 7, 0));
    machine.run(&[
        "li.w $r7,3",
        "L0: addi.d $r8,$r8,2",
        "addi.d $r7,$r7,-1",
        "bnez $r7,L0",
        "bl L1",
        "b L2",
        "L1: ret",
        "L2:",
    ]);
    assert_eq!((machine.get("$r7"), machine.get("$r8")), (0, 13));
}

#[test]
fn store_conditionals_succeed_or_fail() {
    for (succeeds, status, stored) in [(true, 1, 9), (false, 0, 5)] {
        let mut machine = Machine::<LoongArch>::new();
        machine.choices = vec![succeeds];
        machine.set("$r13", address_of(0).into()).set("$r5", 9).poke(address_of(0), 32, 5);
        machine.run(&["ll.w $r6,$r13,0", "sc.w $r5,$r13,0"]);
        assert_eq!((machine.get("$r6"), machine.get("$r5"), machine.peek(address_of(0), 32)), (5, status, stored));
    }
}

#[test]
fn values_are_compared_and_swapped() {
    let mut machine = Machine::<LoongArch>::new();
    machine.set("$r13", address_of(0).into()).set("$r4", 5).set("$r5", 9).poke(address_of(0), 32, 5);
    machine.run(&["amcas_db.w $r4,$r5,$r13", "amcas.w $r4,$r0,$r13", "amcas.w $r4,$r0,$r13"]);
    assert_eq!((machine.get("$r4"), machine.peek(address_of(0), 32)), (9, 0));
}
