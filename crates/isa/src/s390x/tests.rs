//! Tests of the language.

use super::S390x;
use super::table::{Operation, Says};
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    // Where the other bits become 0, the register is not read.
    let exceptions = [Says::Sign, Says::Nothing].map(|says| Operation::InsertRotated { says });
    every_form_is_complete::<S390x>(&[Operation::Nop], &exceptions);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<S390x>(1);
}

#[test]
fn what_compilers_write_is_read() {
    for (text, printed) in [
        ("lgf\t%r2, 0(%r2)", "lgf %r2,0(%r2)"),
        ("bcr\t15, %r0", "bcr 15,0"),
        ("bcr\t14,0", "bcr 14,0"),
        ("risbg\t%r2,%r2,63,128+63,0", "risbg %r2,%r2,63,191,0"),
        ("mvhi\t0(%r2), 1", "mvhi 0(%r2),1"),
        ("laa\t%r3,%r3,0(%r2)", "laa %r3,%r3,0(%r2)"),
        ("jne\t.L29", "jne .L29"),
        ("jge .L29", "je .L29"),
        ("tmlh %r2, 12288", "tmlh %r2,12288"),
        ("sll\t%r5,0(%r4)", "sll %r5,0(%r4)"),
        ("cgije %r1,0,.L", "cgije %r1,0,.L"),
    ] {
        let read = parse::<S390x>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn instructions_compute() {
    const ALL: u128 = u64::MAX as u128;
    let mut machine = Machine::<S390x>::new();
    machine.set("r5", 7).set("r6", ALL - 6).set("r10", ALL).set("r13", address_of(0).into());
    let mut r7 = |text: &str| machine.set("r7", 0x1234_5678_9abc_def0).run(&[text]).get("r7");
    assert_eq!(r7("lr %r7,%r5"), 0x1234_5678_0000_0007, "the upper half stays");
    assert_eq!(r7("lgfr %r7,%r7"), 0xffff_ffff_9abc_def0);
    assert_eq!(r7("llgcr %r7,%r7"), 0xf0);
    assert_eq!(r7("ar %r7,%r10"), 0x1234_5678_9abc_deef);
    assert_eq!(r7("sgrk %r7,%r5,%r6"), 14);
    assert_eq!(r7("nilf %r7,255"), 0x1234_5678_0000_00f0);
    assert_eq!(r7("oihh %r7,32768"), 0x9234_5678_9abc_def0);
    assert_eq!(r7("llilh %r7,1"), 0x1_0000);
    assert_eq!(r7("lcgr %r7,%r5"), ALL - 6);
    assert_eq!(r7("sllg %r7,%r5,60"), 7 << 60 & ALL);
    assert_eq!(r7("srak %r7,%r6,1"), 0x1234_5678_ffff_fffc);
    assert_eq!(r7("rll %r7,%r5,31"), 0x1234_5678_8000_0003);
    assert_eq!(r7("risbg %r7,%r10,63,128+63,0"), 1);
    assert_eq!(r7("risbg %r7,%r5,32,47,16"), 0x1234_5678_0007_def0);
}

#[test]
fn condition_codes_are_the_manuals() {
    let mut machine = Machine::<S390x>::new();
    machine.set("r5", 7).set("r6", u64::MAX.into()).set("r8", 0x8000_0000);
    let mut code = |text: &str| machine.set("r7", 5).run(&[text, "ipm %r9", "srl %r9,28"]).get("r9") & 0xffff_ffff;
    for (text, expected) in [
        ("cr %r5,%r6", 2),
        ("clr %r5,%r6", 1),
        ("cghi %r5,7", 0),
        ("ar %r7,%r6", 2),
        ("sr %r7,%r5", 1),
        ("sr %r8,%r7", 3),
        ("alr %r7,%r6", 3),
        ("slr %r7,%r5", 1),
        ("slr %r7,%r7", 2),
        ("nr %r7,%r7", 1),
        ("ltgr %r7,%r6", 1),
        ("tmll %r5,7", 3),
        ("tmll %r5,12", 1),
        ("tmll %r5,9", 1),
        ("tmll %r5,8", 0),
    ] {
        assert_eq!(code(text), expected, "{text}");
    }
}

#[test]
fn memory_is_compared_swapped_and_added_to() {
    let mut machine = Machine::<S390x>::new();
    machine.set("r13", address_of(0).into()).set("r4", 5).set("r5", 9).poke(address_of(0), 32, 5);
    machine.run(&[
        "cs %r4,%r5,0(%r13)",
        "je L",
        "lhi %r5,77",
        "L: laa %r6,%r5,0(%r13)",
        "jh M",
        "lhi %r6,1",
        "M: mvhi 4(%r13),-2",
    ]);
    assert_eq!((machine.get("r4"), machine.get("r6"), machine.peek(address_of(0), 32)), (5, 9, 18));
    machine.run(&["cs %r4,%r5,0(%r13)"]);
    assert_eq!((machine.get("r4"), machine.peek(address_of(0) + 4, 32)), (18, 0xffff_fffe));
    machine.set("r2", 1).set("r3", 2).run(&["stpq %r2,16(%r13)", "lpq %r8,16(%r13)"]);
    assert_eq!((machine.get("r8"), machine.get("r9")), (1, 2));
}
