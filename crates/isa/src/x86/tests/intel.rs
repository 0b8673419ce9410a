//! 32-bit x86, as its tests are written.

use crate::assembly::testing::machine::{Machine, address_of};
use crate::assembly::testing::{parse, print};
use crate::x86::X86;

#[test]
fn destinations_come_first() {
    for (text, expected) in [
        ("MOV [x],$1", "MOV [x],$1"),
        ("mov eax,[x]", "MOV EAX,[x]"),
        ("movl EAX,[x]", "MOVL EAX,[x]"),
        ("XCHG [x],EAX", "XCHG [x],EAX"),
        ("LOCK CMPXCHG [x],EBX", "LOCK; CMPXCHG [x],EBX"),
        ("INC EAX", "INC EAX"),
        ("MOVB [x],$1", "MOVB [x],$1"),
        ("MOV EAX,[EBX]", "MOV EAX,[EBX]"),
        ("MOV EAX,8(EBX,ECX,4)", "MOV EAX,8[EBX, ECX,4]"),
        ("JNE L0", "JNE L0"),
        ("mfence", "MFENCE"),
    ] {
        let read = parse::<X86>(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), expected, "{text}");
        assert_eq!(parse::<X86>(expected).ok(), Some(read), "{expected}");
    }
    for text in ["MOV $1,[x]", "MOV RAX,[x]", "MOVQ EAX,[x]", "MOV ESP,[x+ESP]", "MOVB AL,$256"] {
        assert!(parse::<X86>(text).is_err(), "{text}");
    }
}

#[test]
fn slots_are_words_of_the_frame() {
    let mut machine = Machine::<X86>::new();
    machine.poke(address_of(0), 32, 5).set("_slot1", 7);
    machine.run(&["MOV _slot0,$x", "MOV EAX,_slot0", "ADD [EAX],_slot1", "MOV _slot2,[EAX]"]);
    assert_eq!((machine.get("_slot2"), machine.peek(address_of(0), 32)), (12, 12));
}

#[test]
fn instructions_compute() {
    let mut machine = Machine::<X86>::new();
    machine.poke(address_of(0), 32, 5).set("EBX", 7);
    machine.run(&["ADD [x],EBX", "MOV EAX,[x]", "MOV AH,$1", "MOV ECX,$x", "MOV EDX,[ECX]"]);
    assert_eq!((machine.get("EAX"), machine.get("EDX"), machine.peek(address_of(0), 32)), (0x10c, 12, 12));
    machine.run(&["MOV EAX,$12", "LOCK CMPXCHG [x],EBX", "SETE BL", "SUB EAX,$13", "JS L", "MOV EBX,$0", "L:"]);
    assert_eq!((machine.peek(address_of(0), 32), machine.get("EBX"), machine.get("EAX")), (7, 1, 0xffff_ffff));
}
