//! Results and flags of integer instructions, against formulations with exact numbers of 128 bits.

use program::Width;
use proptest::prelude::*;

use super::{Event, Machine, address_of, flags};

/// Source (`rcx`) and destination (`rdx`) by size, and the suffix.
fn names(size: Width) -> (&'static str, &'static str, char) {
    match size {
        8 => ("cl", "dl", 'b'),
        16 => ("cx", "dx", 'w'),
        32 => ("ecx", "edx", 'l'),
        _ => ("rcx", "rdx", 'q'),
    }
}

fn size() -> impl Strategy<Value = Width> {
    prop::sample::select(vec![8, 16, 32, 64])
}

/// Numbers, those near the edges of sizes more often.
fn number() -> impl Strategy<Value = u64> {
    let near = |edge: u64| (0u64..4).prop_map(move |by| edge.wrapping_add(by).wrapping_sub(2));
    prop_oneof![
        any::<u64>(),
        near(0),
        near(1 << 7),
        near(1 << 8),
        near(1 << 15),
        near(1 << 31),
        near(1 << 32),
        near(1 << 63)
    ]
}

fn cut(value: u128, size: Width) -> u128 {
    value & ((1 << size) - 1)
}

fn signed(value: u128, size: Width) -> i128 {
    let unused = 128 - u32::from(size);
    ((value << unused) as i128) >> unused
}

/// A result with its flags as [`flags`] shows them.
#[derive(Debug, PartialEq)]
struct Expected {
    result: u128,
    flags: String,
}

/// The result of an exact computation, `exact` as signed numbers, with CF and AF as given.
fn expect(exact: i128, carry: bool, adjust: Option<bool>, size: Width) -> Expected {
    let result = cut(exact as u128, size);
    let flags = [
        ("zf", result == 0),
        ("sf", signed(result, size) < 0),
        ("cf", carry),
        ("of", signed(result, size) != exact),
        ("pf", (result as u8).count_ones().is_multiple_of(2)),
        ("af", adjust.unwrap_or(false)),
    ];
    let set = flags.iter().filter(|flag| flag.1).map(|flag| flag.0);
    Expected { result, flags: set.collect::<Vec<_>>().join(" ") }
}

fn sum(a: u128, b: u128, carry: u128, size: Width) -> Expected {
    let exact = signed(a, size) + signed(b, size) + carry as i128;
    let adjust = (a & 15) + (b & 15) + carry > 15;
    expect(exact, (a + b + carry) >> size != 0, Some(adjust), size)
}

fn difference(a: u128, b: u128, borrow: u128, size: Width) -> Expected {
    let exact = signed(a, size) - signed(b, size) - borrow as i128;
    expect(exact, a < b + borrow, Some((a & 15) < (b & 15) + borrow), size)
}

fn bitwise(result: u128, size: Width) -> Expected {
    expect(signed(result, size), false, None, size)
}

/// The whole destination register after `result` was written to its part.
fn merged(old: u64, result: u128, size: Width) -> u128 {
    match size {
        8 | 16 => u128::from(old) & !((1 << size) - 1) | result,
        _ => result,
    }
}

proptest! {
    #[test]
    fn two_operand_arithmetic(size in size(), a in number(), b in number(), carry in 0u128..2) {
        let (source, target, suffix) = names(size);
        let (left, right) = (cut(a.into(), size), cut(b.into(), size));
        let cases = [
            ("add", sum(left, right, 0, size)),
            ("adc", sum(left, right, carry, size)),
            ("sub", difference(left, right, 0, size)),
            ("sbb", difference(left, right, carry, size)),
            ("and", bitwise(left & right, size)),
            ("or", bitwise(left | right, size)),
            ("xor", bitwise(left ^ right, size)),
        ];
        for (mnemonic, expected) in cases {
            let mut machine = Machine::new();
            machine.set("rcx", b.into()).set("rdx", a.into()).set("cf", carry);
            machine.run(&[&format!("{mnemonic}{suffix} %{source},%{target}")]);
            prop_assert_eq!(machine.get("rdx"), merged(a, expected.result, size), "{}", mnemonic);
            prop_assert_eq!(flags(&machine), &*expected.flags, "{}", mnemonic);
            prop_assert_eq!(machine.get("rcx"), u128::from(b));

            let mut machine = Machine::new();
            machine.set("rcx", b.into()).set("cf", carry).poke(address_of(0), 64, a.into());
            machine.run(&[&format!("{mnemonic}{suffix} %{source},(x)")]);
            let word = u128::from(a) & !((1 << size) - 1) | expected.result;
            prop_assert_eq!(machine.peek(address_of(0), 64), word, "{}", mnemonic);
            prop_assert_eq!(flags(&machine), expected.flags, "{}", mnemonic);
        }
    }

    #[test]
    fn one_operand_arithmetic(size in size(), a in number(), carry in 0u128..2) {
        let (_, target, suffix) = names(size);
        let value = cut(a.into(), size);
        let keep_carry = |expected: Expected| {
            let others = expected.flags.split(' ').filter(|flag| *flag != "cf" && !flag.is_empty());
            let mut flags: Vec<&str> = others.collect();
            if carry == 1 {
                let place = flags.iter().take_while(|flag| matches!(**flag, "zf" | "sf")).count();
                flags.insert(place, "cf");
            }
            Expected { result: expected.result, flags: flags.join(" ") }
        };
        let cases = [
            ("inc", keep_carry(sum(value, 1, 0, size))),
            ("dec", keep_carry(difference(value, 1, 0, size))),
            ("neg", difference(0, value, 0, size)),
            ("not", Expected { result: cut(!value, size), flags: if carry == 1 { "cf".into() } else { String::new() } }),
        ];
        for (mnemonic, expected) in cases {
            let mut machine = Machine::new();
            machine.set("rdx", a.into()).set("cf", carry).run(&[&format!("{mnemonic}{suffix} %{target}")]);
            prop_assert_eq!(machine.get("rdx"), merged(a, expected.result, size), "{}", mnemonic);
            prop_assert_eq!(flags(&machine), expected.flags, "{}", mnemonic);
        }
    }

    #[test]
    fn multiplication(size in size(), a in number(), b in number(), factor in any::<i8>()) {
        prop_assume!(size > 8);
        let (source, target, suffix) = names(size);
        let (left, right) = (signed(cut(a.into(), size), size), signed(cut(b.into(), size), size));
        let cases = [
            (format!("imul{suffix} %{source},%{target}"), left * right),
            (format!("imul{suffix} ${factor},%{source},%{target}"), right * i128::from(factor)),
            (format!("imul %{source},%{target}"), left * right),
        ];
        for (text, exact) in cases {
            let mut machine = Machine::new();
            machine.set("rcx", b.into()).set("rdx", a.into()).set("zf", 1).run(&[&text]);
            let result = cut(exact as u128, size);
            prop_assert_eq!(machine.get("rdx"), merged(a, result, size), "{}", text);
            let overflows = signed(result, size) != exact;
            prop_assert_eq!(flags(&machine), if overflows { "zf cf of" } else { "zf" }, "{}", text);
        }
    }

    /// After `cmp b, a` each condition says what its name says of the numbers a and b.
    #[test]
    fn conditions_after_a_comparison(size in size(), a in number(), b in number()) {
        let (source, target, suffix) = names(size);
        let (left, right) = (cut(a.into(), size), cut(b.into(), size));
        let (signed_left, signed_right) = (signed(left, size), signed(right, size));
        let exact = signed_left - signed_right;
        let result = cut(exact as u128, size);
        let conditions = [
            ("o", signed(result, size) != exact),
            ("b", left < right),
            ("e", left == right),
            ("be", left <= right),
            ("s", signed(result, size) < 0),
            ("p", (result as u8).count_ones().is_multiple_of(2)),
            ("l", signed_left < signed_right),
            ("le", signed_left <= signed_right),
        ];
        let negations = ["no", "ae", "ne", "a", "ns", "np", "ge", "g"];
        let compare = format!("cmp{suffix} %{source},%{target}");
        for ((name, holds), negation) in conditions.into_iter().zip(negations) {
            let mut machine = Machine::new();
            machine.set("rcx", b.into()).set("rdx", a.into());
            let cells = [&compare, &format!("set{name} %al"), &format!("set{negation} %ah"), &format!("j{name} L"),
                "movl $1,%ebx", "L:"];
            machine.run(&cells.map(|cell| cell as &str));
            prop_assert_eq!(machine.get("al"), u128::from(holds), "{}", name);
            prop_assert_eq!(machine.get("ah"), u128::from(!holds), "{}", negation);
            prop_assert_eq!(machine.get("rbx"), u128::from(!holds), "{}", name);
            prop_assert_eq!(machine.get("rdx"), u128::from(a), "a comparison writes no register");
        }
    }

    /// Shifts bit by bit.
    #[test]
    fn shifts(size in size(), a in number(), count in any::<u8>(), carry in 0u128..2, overflow in 0u128..2) {
        let (_, target, suffix) = names(size);
        let steps = u32::from(count & if size == 64 { 63 } else { 31 });
        let top = size - 1;
        for mnemonic in ["shl", "shr", "sar"] {
            let (mut value, mut out, mut last_overflow) = (cut(a.into(), size), carry, overflow);
            for _ in 0..steps {
                let sign = value >> top & 1;
                (value, out) = match mnemonic {
                    "shl" => (cut(value << 1, size), sign),
                    "shr" => (value >> 1, value & 1),
                    _ => (value >> 1 | sign << top, value & 1),
                };
                last_overflow = if steps == 1 { sign ^ value >> top & 1 } else { overflow };
            }
            let texts = [format!("{mnemonic}{suffix} ${count},%{target}"), format!("{mnemonic}{suffix} %cl,%{target}")];
            let by_one = format!("{mnemonic}{suffix} %{target}");
            for text in texts.iter().chain((count == 1).then_some(&by_one)) {
                let mut machine = Machine::new();
                machine.set("rdx", a.into()).set("cl", count.into()).set("cf", carry).set("of", overflow);
                machine.set("zf", 1).set("sf", 1).run(&[text]);
                prop_assert_eq!(machine.get("rdx"), merged(a, value, size), "{}", text);
                prop_assert_eq!(machine.get("cf"), out, "CF of {}", text);
                prop_assert_eq!(machine.get("of"), last_overflow, "OF of {}", text);
                let (zero, sign) = if steps == 0 { (1, 1) } else { (u128::from(value == 0), value >> top) };
                prop_assert_eq!((machine.get("zf"), machine.get("sf")), (zero, sign), "ZF, SF of {}", text);
            }
        }
    }

    #[test]
    fn exchange_add_is_an_addition_that_tells_the_old_value(size in size(), a in number(), b in number()) {
        let (source, target, suffix) = names(size);
        let expected = sum(cut(a.into(), size), cut(b.into(), size), 0, size);
        let mut machine = Machine::new();
        machine.set("rdx", a.into()).set("rcx", b.into()).run(&[&format!("xadd{suffix} %{source},%{target}")]);
        prop_assert_eq!(machine.get("rdx"), merged(a, expected.result, size));
        prop_assert_eq!(machine.get("rcx"), merged(b, cut(a.into(), size), size));
        prop_assert_eq!(flags(&machine), expected.flags);
    }

    #[test]
    fn compare_exchange(size in size(), old in number(), expected in number(), new in number(), same in any::<bool>()) {
        let expected = if same { old } else { expected };
        let (source, _, suffix) = names(size);
        let (cut_old, cut_expected) = (cut(old.into(), size), cut(expected.into(), size));
        let mut machine = Machine::new();
        machine.set("rax", expected.into()).set("rcx", new.into()).poke(address_of(1), 64, old.into());
        machine.run(&[&format!("lock cmpxchg{suffix} %{source},(y)")]);
        let equal = cut_old == cut_expected;
        prop_assert_eq!(flags(&machine), difference(cut_expected, cut_old, 0, size).flags);
        let stored = if equal { cut(new.into(), size) } else { cut_old };
        prop_assert_eq!(machine.peek(address_of(1), size), stored);
        let accumulator = if equal { expected.into() } else { merged(expected, cut_old, size) };
        prop_assert_eq!(machine.get("rax"), accumulator);
        let accesses = machine.events.iter().filter(|event| matches!(event, Event::Load(..) | Event::Store(..)));
        let (bits, tags) = (size, vec!["X"]);
        prop_assert_eq!(accesses.cloned().collect::<Vec<_>>(), [Event::Load(bits, tags.clone()), Event::Store(bits, tags)]);
    }

    #[test]
    fn wide_compare_exchange(old in any::<[u64; 2]>(), new in any::<[u64; 2]>(), same in any::<bool>()) {
        for (mnemonic, bits) in [("cmpxchg8b", 32), ("cmpxchg16b", 64)] {
            let low_bits = |value: u64| u128::from(value) & ((1 << bits) - 1);
            let pair = |[low, high]: [u64; 2]| low_bits(high) << bits | low_bits(low);
            let expected = if same { old } else { [old[0], !old[1]] };
            let mut machine = Machine::new();
            machine.set("rax", expected[0].into()).set("rdx", expected[1].into());
            machine.set("rbx", new[0].into()).set("rcx", new[1].into()).set("cf", 1);
            machine.poke(address_of(0), 2 * bits, pair(old)).run(&[&format!("lock {mnemonic} (x)")]);
            prop_assert_eq!(machine.peek(address_of(0), 2 * bits), pair(if same { new } else { old }));
            prop_assert_eq!(flags(&machine), if same { "zf cf" } else { "cf" });
            let registers = if same { expected.map(u128::from) } else { old.map(low_bits) };
            prop_assert_eq!([machine.get("rax"), machine.get("rdx")], registers);
        }
    }

    #[test]
    fn conditional_moves_clear_the_upper_half_in_any_case(a in number(), b in number(), zero in 0u128..2) {
        let mut machine = Machine::new();
        machine.set("rdx", a.into()).set("zf", zero).poke(address_of(0), 64, b.into()).run(&["cmovel (x),%edx"]);
        let chosen = if zero == 1 { b } else { a };
        prop_assert_eq!(machine.get("rdx"), u128::from(chosen as u32));
        prop_assert!(machine.events.contains(&Event::Load(32, vec![])), "the source is read in any case");
        machine.set("rdx", a.into()).set("rcx", b.into()).run(&["cmovew %cx,%dx"]);
        prop_assert_eq!(machine.get("rdx"), merged(a, cut(chosen.into(), 16), 16));
    }

    #[test]
    fn extensions(a in number()) {
        let mut machine = Machine::new();
        machine.set("rcx", a.into()).set("rax", a.into()).poke(address_of(0), 64, a.into());
        let cases: [(&str, u64); 14] = [
            ("movzbl %cl,%edx", (a as u8).into()),
            ("movzbw (x),%dx", (a as u8).into()),
            ("movzbl %ch,%edx", ((a >> 8) as u8).into()),
            ("movzbq (x),%rdx", (a as u8).into()),
            ("movzwl %cx,%edx", (a as u16).into()),
            ("movzwq %cx,%rdx", (a as u16).into()),
            ("movsbw %cl,%dx", (a as i8 as i16 as u16).into()),
            ("movsbl (x),%edx", (a as i8 as i32 as u32).into()),
            ("movsbq %cl,%rdx", a as i8 as i64 as u64),
            ("movswl (x),%edx", (a as i16 as i32 as u32).into()),
            ("movswq %cx,%rdx", a as i16 as i64 as u64),
            ("movslq (x),%rdx", a as i32 as i64 as u64),
            ("cltd", ((a as i32 >> 31) as u32).into()),
            ("cqto", (a as i64 >> 63) as u64),
        ];
        for (text, expected) in cases {
            machine.set("rdx", 0).run(&[text]);
            prop_assert_eq!(machine.get("rdx"), u128::from(expected), "{}", text);
        }
        machine.run(&["cltq"]);
        prop_assert_eq!(machine.get("rax"), u128::from(a as i32 as i64 as u64));
    }
}

#[test]
fn parts_of_registers_are_written_as_the_architecture_says() {
    let mut machine = Machine::new();
    let all = u128::from(u64::MAX);
    let mut write = |text: &str| machine.set("rax", all).run(&[text]).get("rax");
    assert_eq!(write("movq $0,%rax"), 0);
    assert_eq!(write("movl $0,%eax"), 0);
    assert_eq!(write("movw $0,%ax"), all - 0xffff);
    assert_eq!(write("movb $0,%al"), all - 0xff);
    assert_eq!(write("movb $0,%ah"), all - 0xff00);
    assert_eq!(write("movl $-1,%eax"), 0xffff_ffff);
    assert_eq!(write("xchgb %al,%ah"), all);
    assert_eq!(write("movq $-1,%rax"), all);
    assert_eq!(write("movabsq $0x123456789abcdef0,%rax"), 0x1234_5678_9abc_def0);
}

#[test]
fn exchanges_swap() {
    let mut machine = Machine::new();
    machine.set("rax", 0x1122).run(&["xchgb %al,%ah"]);
    assert_eq!(machine.get("rax"), 0x2211);
    machine.poke(address_of(0), 32, 7).set("rbx", u128::from(u64::MAX)).run(&["xchgl (x),%ebx"]);
    assert_eq!((machine.get("rbx"), machine.peek(address_of(0), 32)), (7, 0xffff_ffff));
    machine.set("rcx", 1).run(&["xaddq %rcx,%rcx"]);
    assert_eq!(machine.get("rcx"), 2, "of one register the sum stays");
}

#[test]
fn addresses() {
    let mut machine = Machine::new();
    machine.set("rax", address_of(0).into()).set("rbx", 3);
    let mut address = |memory: &str| machine.run(&[&format!("leaq {memory},%rdi")]).get("rdi") as u64;
    let x = address_of(0);
    assert_eq!(address("(x)"), x);
    assert_eq!(address("[x]"), x);
    assert_eq!(address("x"), x);
    assert_eq!(address("x+4(%rip)"), x + 4);
    assert_eq!(address("x-4(%rip)"), x - 4);
    assert_eq!(address("y(%rip)"), address_of(1));
    assert_eq!(address("(%rax)"), x);
    assert_eq!(address("-8(%rax)"), x - 8);
    assert_eq!(address("0x10(%rax,%rbx,8)"), x + 16 + 24);
    assert_eq!(address("(%rax,%rbx)"), x + 3);
    assert_eq!(address("x(,%rbx,4)"), x + 12);
    assert_eq!(address("%cs:(%rax,%rbx,2)"), x + 6);
    assert_eq!(address("1[rax]"), x + 1);
    assert_eq!(address("4(%ebx)"), 7);
    assert_eq!(address("-4(%ebx)"), 0xffff_ffff, "32-bit addresses wrap around in 32 bits");
    machine.run(&["movq $x+8,%rsi", "movl $5,(%rsi)", "movl 8(%rax),%ecx"]);
    assert_eq!(machine.get("rcx"), 5);
}

#[test]
fn control_flow() {
    let mut machine = Machine::new();
    machine.run(&["movl $3,%ecx", "L0: addl %ecx,%eax", "decl %ecx", "jne L0", "ret", "movl $0,%eax"]);
    assert_eq!(machine.get("rax"), 6);
    machine.run(&["jmp .LBB0_1", "movl $9,%eax", ".LBB0_1:", "#membarrier", "nop"]);
    assert_eq!(machine.get("rax"), 6);
}
