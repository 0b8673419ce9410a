//! Tests of the language.

use super::Ppc;
use super::table::Operation;
use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, parse, print};

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<Ppc>(&[Operation::Nop], &[]);
}

#[test]
fn no_text_stops_the_reader() {
    no_text_is_fatal::<Ppc>(1);
}

#[test]
fn compilers_spellings_are_read() {
    for (text, printed) in [
        ("li 4, 1", "li r4,1"),
        ("stwcx. 4, 0, 3", "stwcx. r4,0,r3"),
        ("bne- 0, .LBB12_1", "bne cr0,.LBB12_1"),
        ("hwsync", "sync"),
        ("lwarx 2,0,3,0", "lwarx r2,0,r3"),
        ("clrlwi 7, 5, 24", "rlwinm r7,r5,0,24,31"),
        ("lwz 4, g@toc@l(3)", "lwz r4,g@toc@l(r3)"),
        ("cmpwi 5, 0", "cmpwi r5,0"),
        ("cmpwi 0,9,0", "cmpwi cr0,r9,0"),
        ("subi 3,3,1", "addi r3,r3,-1"),
        ("beqlr 0", "beqlr cr0"),
        ("bnelr- 0", "bnelr cr0"),
        ("rlwinm 4,4,0,0xffff", "rlwinm r4,r4,0,16,31"),
        ("isel 3, 4, 3, 6", "isel r3,r4,r3,crb6"),
        ("bc 4, 20, .LBB30_6", "bc 4,crb20,.LBB30_6"),
        ("subc 9, 7, 4", "subfc r9,r4,r7"),
        ("lqarx 8,0,3,0", "lqarx r8,0,r3"),
        ("addis 3, 2, g@toc@ha", "addis r3,r2,g@toc@ha"),
    ] {
        let read = parse::<Ppc>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

#[test]
fn instructions_compute() {
    const ALL: u128 = u64::MAX as u128;
    let mut machine = Machine::<Ppc>::new();
    machine.set("r4", 0x1234_5678).set("r5", ALL).set("r6", 3);
    let mut r3 = |text: &str| machine.set("r3", 0).run(&[text]).get("r3");
    assert_eq!(r3("rlwinm r3,r4,8,24,31"), 0x12);
    assert_eq!(r3("clrlwi r3,r4,24"), 0x78);
    assert_eq!(r3("rldicl r3,r5,0,32"), 0xffff_ffff);
    assert_eq!(r3("cntlzw r3,r4"), 3);
    assert_eq!(r3("subf r3,r6,r4"), 0x1234_5675);
    assert_eq!(r3("neg r3,r6"), ALL - 2);
    assert_eq!(r3("extsb r3,r5"), ALL);
    assert_eq!(r3("andc r3,r4,r6"), 0x1234_5678);
    assert_eq!(r3("addis r3,r6,1"), 0x1_0003);
    assert_eq!(r3("srawi r3,r5,4"), ALL);
    let mut r3 = |cells: &[&str]| machine.set("r3", 0).run(cells).get("r3");
    assert_eq!(r3(&["addc r7,r5,r6", "addze r3,r6"]), 4, "the carry of -1 + 3");
    assert_eq!(r3(&["subfc r7,r6,r4", "subfe r3,r6,r4"]), 0x1234_5675, "no borrow");
    assert_eq!(r3(&["subc r7,r6,r4", "subfe r3,r6,r4"]), 0x1234_5674, "a borrow");
    assert_eq!(r3(&["addic r7,r6,-3", "addme r3,r6"]), 3);
    assert_eq!(r3(&["subfic r3,r6,1"]), ALL - 1);
    assert_eq!(r3(&["cmpwi r6,3", "iseleq r3,r4,r6"]), 0x1234_5678);
    assert_eq!(r3(&["cmpwi cr1,r6,3", "isel r3,0,r6,6"]), 0, "crb6 is the equality of cr1");
    assert_eq!(r3(&["cmpwi r6,3", "setbc r3,2"]), 1);
    assert_eq!(r3(&["creqv 20,20,20", "bc 4,20,L", "li r3,5", "L:"]), 5);
    assert_eq!(r3(&["crxor 20,20,20", "bc 4,20,L", "li r3,5", "L:"]), 0);
    assert_eq!(r3(&["cmpwi r6,3", "mfcr r3", "rlwinm r3,r3,0,0xf0000000"]), 0x2000_0000);
    machine.set("r9", address_of(0).into()).poke(address_of(0), 32, 0x8000_0001);
    machine.run(&["lwz r3,0(r9)", "lwa r7,0(r9)", "lbzu r8,3(r9)"]);
    assert_eq!((machine.get("r3"), machine.get("r7")), (0x8000_0001, ALL << 31 & ALL | 1));
    assert_eq!((machine.get("r8"), machine.get("r9")), (0x80, u128::from(address_of(0) + 3)));
    machine.run(&[
        "li r3,3",
        "li r7,0",
        "L0: addi r7,r7,2",
        "subi r3,r3,1",
        "cmpwi r3,0",
        "bgt L0",
        "bl L1",
        "b L2",
        "L1: blr",
        "L2:",
    ]);
    assert_eq!((machine.get("r3"), machine.get("r7")), (0, 6));
}

#[test]
fn functions_return_under_conditions() {
    for (last, result) in [("beqlr", 5), ("bnelr", 6), ("beqlr cr0", 5)] {
        let mut machine = Machine::<Ppc>::new();
        machine.run(&["bl L1", "b L2", "L1: li r3,5", "cmpwi r3,5", last, "li r3,6", "blr", "L2:"]);
        assert_eq!(machine.get("r3"), result, "{last}");
    }
}

#[test]
fn quadwords_are_one_access() {
    let mut machine = Machine::<Ppc>::new();
    machine.choices = vec![true];
    machine.set("r9", address_of(0).into()).set("r4", 1).set("r5", 2).poke(address_of(0), 128, 7 << 64 | 8);
    machine.run(&["lqarx r6,0,r9", "stqcx. r4,0,r9", "lq r10,0(r9)"]);
    let found = ["r6", "r7", "r10", "r11"].map(|name| machine.get(name));
    assert_eq!(found, [7, 8, 1, 2], "the even register has the high half");
    assert_eq!(machine.peek(address_of(0), 128), 1 << 64 | 2);
    let odd = parse::<Ppc>("lq r5,0(r9)").err().map(|found| found.message);
    assert_eq!(odd.as_deref(), Some("the register must have an even number: the next one is meant too"));
}

#[test]
fn store_conditionals_succeed_or_fail() {
    for (succeeds, branches, stored) in [(true, 0, 9), (false, 1, 5)] {
        let mut machine = Machine::<Ppc>::new();
        machine.choices = vec![succeeds];
        machine.set("r9", address_of(0).into()).set("r5", 9).poke(address_of(0), 32, 5);
        machine.run(&["lwarx r6,0,r9", "stwcx. r5,0,r9", "li r7,1", "bne L0", "li r7,0", "L0:"]);
        let found = (machine.get("r6"), machine.get("r7"), machine.peek(address_of(0), 32));
        assert_eq!(found, (5, branches, stored));
    }
}
