//! Tests of the language.

use super::Ppc;
use super::table::Operation;
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
    ] {
        let read = parse::<Ppc>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}
