//! Every form of the table can be written, reads back from its canonical text, and lowers.

use proptest::prelude::*;

use super::parse;
use crate::assembly::testing::{every_form_is_complete, no_text_is_fatal, print};
use crate::x86::operation::{Opcode, Operation};
use crate::x86::{X86, X86_64};

const NO_OPS: [Operation; 2] = [
    Operation { opcode: Opcode::Nop, width: 64, locked: false },
    Operation { opcode: Opcode::Pause, width: 64, locked: false },
];

#[test]
fn every_form_is_read_printed_and_lowered() {
    every_form_is_complete::<X86_64>(&NO_OPS, &[]);
}

#[test]
fn every_form_of_32_bits_is_read_printed_and_lowered() {
    every_form_is_complete::<X86>(&NO_OPS, &[]);
}

#[test]
fn words_in_any_order_are_read_or_refused() {
    no_text_is_fatal::<X86_64>(1);
    no_text_is_fatal::<X86>(2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever the text is, it is read or refused.
    #[test]
    fn no_text_stops_the_reader(text in "(lock;? )?[a-z]{0,7} ?[-$%()\\[\\],x*#:+@ 0-9a-zé]{0,20}") {
        if let Ok(read) = parse(&text) {
            let canonical = print(&read);
            prop_assert_eq!(parse(&canonical).ok(), Some(read), "{} printed as {}", text, canonical);
        }
    }
}

#[test]
fn long_texts_are_read_in_good_time() {
    let deep = format!("movl {} $1,(x)", "(*".repeat(100_000));
    assert!(parse(&deep).is_err(), "a comment without end");
    let many = format!("movl {}", "$1,".repeat(100_000));
    assert!(parse(&many).is_err());
    let sum = format!("movl x{}(%rip),%eax", "+1".repeat(100_000));
    assert_eq!(parse(&sum).map(|read| print(&read)).ok().as_deref(), Some("movl (x+100000),%eax"));
    let digits = format!("movl ${},%eax", "9".repeat(100_000));
    assert!(parse(&digits).is_err());
    assert!(parse(&"a".repeat(100_000)).is_err());
}
