//! The shape of lowerings: which events there are, what they are tagged with, and what does not flow into what.

use program::{Computation, MicroOp};

use super::{Event, Machine, lower, parse};

/// The events of one instruction, on zeros.
fn events(text: &str) -> Vec<Event> {
    std::mem::take(&mut Machine::new().run(&[text]).events)
}

/// The names of the registers that one instruction reads, in order.
fn registers_read(text: &str) -> Vec<String> {
    let read = |event| match event {
        Event::ReadRegister(name) => Some(name),
        _ => None,
    };
    events(text).into_iter().filter_map(read).collect()
}

fn memory_events(text: &str) -> Vec<Event> {
    let is_register = |event: &Event| matches!(event, Event::ReadRegister(_) | Event::WriteRegister(_));
    events(text).into_iter().filter(|event| !is_register(event)).collect()
}

#[test]
fn conditions_read_the_flags_they_need() {
    let cases: [(&str, &[&str]); 10] = [
        ("je L", &["zf"]),
        ("jne L", &["zf"]),
        ("jae L", &["cf"]),
        ("jbe L", &["cf", "zf"]),
        ("jl L", &["sf", "of"]),
        ("jg L", &["sf", "of", "zf"]),
        ("jns L", &["sf"]),
        ("jpo L", &["pf"]),
        ("jo L", &["of"]),
        ("jlt L", &["sf", "of"]),
    ];
    for (text, expected) in cases {
        let mut machine = Machine::new();
        machine.run(&[text, "L:"]);
        let expected: Vec<Event> = expected.iter().map(|flag| Event::ReadRegister((*flag).to_owned())).collect();
        assert_eq!(machine.events, [expected, vec![Event::Branch]].concat(), "{text}");
    }
}

#[test]
fn destinations_that_are_overwritten_are_not_read() {
    let cases: [(&str, &[&str]); 12] = [
        ("movl (x),%eax", &[]),
        ("movb $1,%al", &[]),
        ("movl %ebx,%eax", &["rbx"]),
        ("movzbl (x),%eax", &[]),
        ("leaq (x),%rax", &[]),
        ("setnb %al", &["cf"]),
        ("xorl %eax,%eax", &["rax", "rax"]),
        ("movq %rax,%xmm0", &["rax"]),
        ("vpxor %xmm1,%xmm2,%xmm0", &["xmm1", "xmm2"]),
        ("movl %eax,(%rbx)", &["rbx", "rax"]),
        ("incl (x)", &[]),
        ("adcl $0,%eax", &["rax", "cf"]),
    ];
    for (text, expected) in cases {
        assert_eq!(registers_read(text), expected, "{text}");
    }
}

#[test]
fn locks_tag_both_accesses() {
    let (load, store) = (|tags: &[&'static str]| Event::Load(32, tags.to_vec()), Event::Store(32, vec!["X"]));
    for text in [
        "lock incl (x)",
        "lock; addl $1,(x)",
        "xchgl %eax,(x)",
        "lock xaddl %eax,(x)",
        "LOCK NEGL (x)",
        "lock btsl $3,(x)",
    ] {
        assert_eq!(memory_events(text), [load(&["X"]), store.clone()], "{text}");
    }
    for text in ["incl (x)", "addl $1,(x)", "xaddl %eax,(x)", "cmpxchgl %eax,(x)", "notl (x)", "shll $1,(x)"] {
        assert_eq!(memory_events(text), [load(&[]), Event::Store(32, vec![])], "{text}");
    }
    assert_eq!(memory_events("cmpl $1,(x)"), [load(&[])]);
    assert_eq!(memory_events("xchgl %eax,%ebx"), []);
}

#[test]
fn fences_and_what_is_none() {
    for (text, tag) in [("mfence", "MFENCE"), ("SFENCE", "SFENCE"), ("lfence", "LFENCE")] {
        assert_eq!(events(text), [Event::Fence(vec![tag])]);
    }
    for text in ["nop", "NOPL %cs:0(%rax,%eax,0)", "nopw 0(%rax,%rax,1)", "endbr64", "pause", "#membarrier"] {
        assert_eq!(events(text), [], "{text}");
    }
}

/// Addresses stay symbolic when they are moved, stored and loaded: no micro-operation takes them apart.
#[test]
fn addresses_are_moved_as_they_are() {
    let cells =
        ["movq $x,%rax", "leaq y(%rip),%rbx", "movq %rax,(%rbx)", "movq (y),%rcx", "movl $1,(%rcx)", "xchgq %rax,(y)"];
    let thread = lower(&cells).expect("it lowers");
    for instruction in &thread.instructions {
        for operation in &instruction.block {
            let MicroOp::Let { operation, .. } = operation else { continue };
            assert!(matches!(operation, Computation::Address(..) | Computation::Constant(..)), "{operation:?}");
        }
    }
}

/// What a compare-and-exchange writes depends on the comparison by control.
#[test]
fn compare_exchange_chooses() {
    for text in ["cmpxchgl %ecx,(x)", "lock cmpxchgq %rcx,(x)", "lock cmpxchg16b (x)"] {
        let thread = lower(&[text]).expect("it lowers");
        let block = &thread.instructions.as_slice()[0].block;
        let Some(MicroOp::If { then, otherwise, .. }) = block.last() else { panic!("{text} ends without a choice") };
        let stores =
            |block: &[MicroOp]| block.iter().filter(|operation| matches!(operation, MicroOp::Store { .. })).count();
        assert_eq!((stores(then), stores(otherwise)), (1, 1), "{text} writes memory in any case");
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    for (text, code) in [
        ("lock btsl %eax,(x)", "operand"),
        ("btl %eax,(x)", "operand"),
        ("movl (7),%eax", "unsupported-operand"),
        ("movl $1,[16]", "unsupported-operand"),
    ] {
        assert_eq!(parse(text).expect_err(text).code, code, "{text}");
    }
}
