//! Tests of the language.

use litmus::{Assembly, CodeText, Spelling};
use source::{Cursor, Diagnostic, Sources};

use super::Bpf;
use super::instruction::Instruction;
use crate::assembly::testing::lower_in;
use crate::assembly::testing::machine::{Event, Machine, address_of};

fn parse(text: &str) -> Result<Instruction, Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    let mut cursor = Cursor::new(text, sources.whole(id));
    let instruction = Bpf.parse(&mut cursor)?;
    match cursor.rest().trim() {
        "" => Ok(instruction),
        rest => Err(Diagnostic::error("trailing-text", cursor.next_span(), format!("left over: {rest}"))),
    }
}

fn print(instruction: &Instruction) -> String {
    CodeText::printed(|text| instruction.put(text))
}

fn hashed(instruction: &Instruction) -> String {
    let mut out = String::new();
    instruction.put(&mut CodeText::new(&mut out, Spelling::Hashed, &|label, out| out.push_str(label)));
    out
}

/// One of each kind, as it is printed.
const ALL: &[&str] = &[
    "r1 = r2",
    "w1 = w2",
    "r1 = -7",
    "w1 = 7",
    "r1 = (s8)r2",
    "r1 = (s16)r2",
    "r1 = (s32)r2",
    "w1 = (s8)w2",
    "r1 = 0xffffffffffffffff ll",
    "r1 = x ll",
    "r1 += r2",
    "r1 -= 3",
    "w1 *= w2",
    "r1 /= r2",
    "r1 s/= r2",
    "r1 %= 5",
    "r1 s%= r2",
    "r1 &= r2",
    "r1 |= r2",
    "r1 ^= r2",
    "r1 <<= 3",
    "r1 >>= r2",
    "w1 s>>= 3",
    "r1 = -r1",
    "w1 = -w1",
    "r1 = be16 r1",
    "r1 = le32 r1",
    "r1 = bswap64 r1",
    "r1 = *(u8 *)(r2 + 0)",
    "w1 = *(u16 *)(r2 + 4)",
    "r1 = *(u32 *)(r10 - 8)",
    "r1 = *(u64 *)(r2 + 0)",
    "r1 = *(s8 *)(r2 + 0)",
    "r1 = *(s16 *)(r2 + 0)",
    "r1 = *(s32 *)(r2 + 0)",
    "r1 = load_acquire((u8 *)(r2 + 0))",
    "w1 = load_acquire((u32 *)(r2 + 0))",
    "r1 = load_acquire((u64 *)(r2 + 0))",
    "*(u8 *)(r1 + 0) = r2",
    "*(u32 *)(r1 + 0) = w2",
    "*(u64 *)(r1 + 0) = -1",
    "store_release((u16 *)(r1 + 0), w2)",
    "store_release((u64 *)(r1 - 2), r2)",
    "lock *(u32 *)(r1 + 0) += r2",
    "lock *(u64 *)(r1 + 0) &= r2",
    "lock *(u64 *)(r1 + 0) |= r2",
    "lock *(u32 *)(r1 + 0) ^= w2",
    "r2 = atomic_fetch_add((u64 *)(r1 + 0), r2)",
    "w2 = atomic_fetch_and((u32 *)(r1 + 0), w2)",
    "r2 = atomic_fetch_or((u32 *)(r1 + 0), r2)",
    "r2 = atomic_fetch_xor((u64 *)(r1 + 0), r2)",
    "r2 = xchg_64(r1 + 0, r2)",
    "w2 = xchg32_32(r1 + 8, w2)",
    "r0 = cmpxchg_64(r1 + 0, r0, r2)",
    "w0 = cmpxchg32_32(r1 + 0, w0, w2)",
    "goto L0",
    "if r1 == r2 goto L0",
    "if w1 != 5 goto L0",
    "if r1 < r2 goto L0",
    "if r1 <= r2 goto L0",
    "if r1 > 5 goto L0",
    "if r1 >= r2 goto L0",
    "if r1 s< -5 goto L0",
    "if r1 s<= r2 goto L0",
    "if r1 s> r2 goto L0",
    "if w1 s>= w2 goto L0",
    "if r1 & 7 goto L0",
    "exit",
];

#[test]
fn instructions_are_printed_as_they_were_read() {
    for text in ALL {
        let read = parse(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), *text);
        lower_in(&["L0:", text], Bpf).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    }
}

/// What an instruction reads and writes is what it says that it names.
#[test]
fn instructions_use_the_registers_that_they_mention() {
    for text in ALL {
        let instruction = parse(text).expect("read above");
        let mut mentioned: Vec<String> = Vec::new();
        Bpf.mentions(&instruction, &mut |mention| {
            if let litmus::Mention::Register(register) = mention {
                mentioned.push(super::name(register));
            }
        });
        let mut used: Vec<String> = Vec::new();
        for choices in [[true], [false]] {
            let mut machine = Machine::<Bpf>::new();
            machine.choices = choices.to_vec();
            ["r1", "r2", "fp"].iter().for_each(|name| _ = machine.set(name, address_of(0).into()));
            if text.contains("cmpxchg") {
                machine.set("r0", if choices[0] { 0 } else { 1 });
            }
            machine.set("fp", u128::from(address_of(0) + 16));
            machine.run(&["L0:", text].map(|cell| if cell.contains("goto") { "exit" } else { cell }));
            used.extend(machine.events.iter().filter_map(|event| match event {
                Event::ReadRegister(name) | Event::WriteRegister(name) => Some(name.clone()),
                _ => None,
            }));
        }
        for names in [&mut mentioned, &mut used] {
            names.sort();
            names.dedup();
        }
        if !text.contains("goto") {
            assert_eq!(used, mentioned, "{text}");
        }
    }
}

#[test]
fn other_spellings_are_read() {
    for (text, printed) in [
        ("R1=R2", "r1 = r2"),
        ("fp = FP", "r10 = r10"),
        ("r1 = *(u32 *) (r2+0)", "r1 = *(u32 *)(r2 + 0)"),
        ("r1 = *(u32*)(r2)", "r1 = *(u32 *)(r2 + 0)"),
        ("r0 = load_acquire((u64 *)(r1 + 0x0))", "r0 = load_acquire((u64 *)(r1 + 0))"),
        ("store_release ((u32 *)(r4 + 0), r3)", "store_release((u32 *)(r4 + 0), r3)"),
        ("r6 = atomic_fetch_add((u64*)(r5 + 0), r6)", "r6 = atomic_fetch_add((u64 *)(r5 + 0), r6)"),
        ("r2 = xchg_32_32(r1 + 0, r2)", "r2 = xchg32_32(r1 + 0, r2)"),
        ("r0 = cmpxchg_64 (r5 + 0, r0, r6)", "r0 = cmpxchg_64(r5 + 0, r0, r6)"),
        ("r1 = - 5", "r1 = -5"),
        ("w1 = 0xffffffff", "w1 = -1"),
        ("r1 = 0x10", "r1 = 16"),
        ("gotol L0", "goto L0"),
        ("if r1==5 goto .L-0", "if r1 == 5 goto .L-0"),
        ("%a = *(u32 *)(%b - 4)", "%a = *(u32 *)(%b - 4)"),
        ("%a %= %b", "%a %= %b"),
    ] {
        let read = parse(text).unwrap_or_else(|found| panic!("{text}: {}", found.message));
        assert_eq!(print(&read), printed, "{text}");
    }
}

/// herd's hash is of what herd prints, blanks included.
#[test]
fn the_hash_has_herds_spelling() {
    for (text, text_hashed) in [
        ("r1 = *(u32 *)(r10 + 0)", "r1 = *(u32 *) (fp + 0)"),
        ("r1 = load_acquire((u32 *)(r2 - 4))", "r1 = load_acquire((u32 *) (r2 - 4))"),
        ("store_release((u32 *)(r4 + 0), r3)", "store_release ((u32 *)(r4 + 0), r3)"),
        ("*(u32 *)(r4 + 0) = -3", "*(u32 *)(r4 + 0) = -3"),
    ] {
        assert_eq!(hashed(&parse(text).expect("read above")), text_hashed);
    }
}

#[test]
fn wrong_instructions_are_refused_with_the_reason() {
    for (text, message) in [
        ("call 5", "`call`: calls of helpers and functions have no meaning in a litmus test"),
        ("mov r1, r2", "`mov` begins no instruction of BPF"),
        ("r11 = 5", "there is no register `r11`: they are `r0` to `r10`, and `w0` to `w10`"),
        ("r1 == 5", "`=` or an operator such as `+=` must stand here"),
        ("r1 = 4294967296", "an immediate must be between -2147483648 and 2147483647, not 4294967296"),
        ("r1 = 4294967295", "an immediate must be between -2147483648 and 2147483647, not 4294967295"),
        ("r1 = w2", "the whole register must stand here, `r0` and its like"),
        ("w1 += r2", "the register must have 32 bits, `w0` and its like"),
        ("w1 = 5 ll", "64 bits need a whole register, `r0` and its like"),
        ("w1 = *(u64 *)(r2 + 0)", "64 bits need a whole register, `r0` and its like"),
        ("w1 = *(s8 *)(r2 + 0)", "loads with signs need a whole register, `r0` and its like"),
        ("r1 = *(u32 *)(w2 + 0)", "the whole register must stand here, `r0` and its like"),
        ("r1 = *(u32 *)(r2 + 32768)", "an offset must be between -32768 and 32767, not 32768"),
        ("r1 = *(int *)(r2 + 0)", "`int` is no size: they are u8, u16, u32 and u64; of loads s8, s16 and s32, too"),
        ("*(s32 *)(r2 + 0) = r1", "only plain loads keep signs: the size must begin with `u`"),
        ("*(u32 *)(r2 + 0) += r1", "`=` must stand here"),
        ("lock *(u32 *)(r1 + 0) -= r2", "atomic operations are `+=`, `&=`, `|=` and `^=`"),
        ("lock *(u8 *)(r1 + 0) += r2", "atomic operations are on 32 or 64 bits"),
        (
            "r3 = atomic_fetch_add((u64 *)(r1 + 0), r2)",
            "what was there goes to the register of the operand: the two must be one",
        ),
        ("r1 = atomic_fetch_sub((u64 *)(r1 + 0), r1)", "`atomic_fetch_sub` is no operation of BPF"),
        (
            "r1 = cmpxchg_64(r1 + 0, r0, r2)",
            "a compare-and-exchange compares with `r0` and leaves there what it has found",
        ),
        (
            "r0 = cmpxchg_64(r1 + 0, r3, r2)",
            "a compare-and-exchange compares with `r0` and leaves there what it has found",
        ),
        ("r1 = -r2", "what is negated must be the register that takes the result"),
        ("w1 = be16 w1", "bytes are swapped in whole registers, `r0` and its like"),
        ("r1 = (u8)r2", "only `(s8)`, `(s16)` and, to 64 bits, `(s32)` can stand before a register"),
        ("r1 = x", "`x` is no operation of BPF"),
        ("goto +5", "jumps go to labels here, not by a distance"),
        ("if r1 = 5 goto L", "a comparison such as `==` must stand here"),
        ("if r1 == 5 L", "`goto` must stand here"),
        ("store_release((u32 *)(r1 + 0), 5)", "a register must stand here"),
        ("exit now", "left over: now"),
    ] {
        let found = parse(text).err().map(|found| found.message);
        assert_eq!(found.as_deref(), Some(message), "{text}");
    }
}

/// Texts made of BPF's words, most of them wrong: each is read or refused, and what is read is printed as it reads.
#[test]
fn no_text_stops_the_reader() {
    let words = [
        "r1",
        "w2",
        "r0",
        "fp",
        "%a",
        "=",
        "==",
        "+=",
        "|=",
        "s>>=",
        "*",
        "(",
        ")",
        "(u32 *)",
        "(s8",
        "(r1 + 0)",
        "-",
        "+",
        "5",
        "-8",
        "ll",
        "x",
        "load_acquire(",
        "store_release(",
        "lock",
        "atomic_fetch_or(",
        "xchg_64(",
        "cmpxchg32_32(",
        ",",
        "if",
        "goto",
        "L0",
        "exit",
        "be16",
        "é",
        "0x",
    ];
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for _ in 0..20_000 {
        let count = 1 + below(9);
        let text: Vec<&str> = (0..count).map(|_| words[below(words.len())]).collect();
        let text = text.join(" ");
        if let Ok(instruction) = parse(&text) {
            let printed = print(&instruction);
            assert_eq!(parse(&printed).ok(), Some(instruction), "`{text}` is printed as `{printed}`");
            let _ = lower_in(&["L0:", &text], Bpf);
        }
    }
}

#[test]
fn instructions_compute() {
    const ALL_ONES: u128 = u64::MAX as u128;
    let mut machine = Machine::<Bpf>::new();
    machine.set("r1", 7).set("r2", ALL_ONES - 6).set("r3", ALL_ONES).set("r5", 0);
    let mut r4 = |cells: &[&str]| machine.set("r4", 0xffff_ffff_0000_0007).run(cells).get("r4");
    assert_eq!(r4(&["r4 = r2", "r4 s/= 2"]), ALL_ONES - 2, "-7 by 2 is -3");
    assert_eq!(r4(&["r4 /= r5"]), 0, "by 0");
    assert_eq!(r4(&["r4 %= r5"]), 0xffff_ffff_0000_0007, "by 0");
    assert_eq!(r4(&["w4 %= w5"]), 7, "by 0, and the upper half is cleared");
    assert_eq!(r4(&["r4 = r2", "r4 s%= 4"]), ALL_ONES - 2);
    assert_eq!(r4(&["r4 = -1"]), ALL_ONES, "immediates keep their signs");
    assert_eq!(r4(&["w4 = -1"]), 0xffff_ffff);
    assert_eq!(r4(&["r4 = -1 ll"]), ALL_ONES);
    assert_eq!(r4(&["r4 &= -8"]), 0xffff_ffff_0000_0000);
    assert_eq!(r4(&["w4 += 1"]), 8);
    assert_eq!(r4(&["r4 <<= 65"]), 0xffff_fffe_0000_000e, "only the low bits of a count matter");
    assert_eq!(r4(&["w4 <<= 33"]), 14);
    assert_eq!(r4(&["r4 s>>= 32"]), ALL_ONES);
    assert_eq!(r4(&["r4 >>= 32"]), 0xffff_ffff);
    assert_eq!(r4(&["w4 = -8", "w4 s>>= 1"]), 0xffff_fffc);
    assert_eq!(r4(&["r4 = -r4"]), 0xffff_fff9);
    assert_eq!(r4(&["w4 = -w4"]), 0xffff_fff9);
    assert_eq!(r4(&["r4 = 0x1ff", "r4 = (s8)r4"]), ALL_ONES);
    assert_eq!(r4(&["w4 = 0x180", "w4 = (s8)w4"]), 0xffff_ff80);
    assert_eq!(r4(&["r4 = 0x0102030405060708 ll", "r4 = be16 r4"]), 0x0807);
    assert_eq!(r4(&["r4 = 0x0102030405060708 ll", "r4 = be64 r4"]), 0x0807_0605_0403_0201);
    assert_eq!(r4(&["r4 = 0x0102030405060708 ll", "r4 = bswap32 r4"]), 0x0807_0605);
    assert_eq!(r4(&["r4 = 0x0102030405060708 ll", "r4 = le32 r4"]), 0x0506_0708);
}

#[test]
fn branches_compare_with_signs_and_without() {
    for (test, is_taken) in [
        ("r1 == r1", true),
        ("r1 != r1", false),
        ("r1 < r2", true),
        ("r1 s< r2", false),
        ("r2 s< 5", true),
        ("r2 > -1", false),
        ("r2 s> -8", true),
        ("r1 <= 7", true),
        ("r1 >= 8", false),
        ("r2 s<= -7", true),
        ("r2 s>= -6", false),
        ("r1 & 8", false),
        ("r1 & 4", true),
        ("w2 == -7", true),
        ("r3 == 7", false),
        ("w3 == 7", true),
        ("w3 s> 6", true),
    ] {
        let mut machine = Machine::<Bpf>::new();
        machine.set("r1", 7).set("r2", u128::from(u64::MAX) - 6).set("r3", 0xf_0000_0007);
        machine.run(&[&format!("if {test} goto L0"), "r4 = 1", "exit", "L0:", "r4 = 2"]);
        assert_eq!(machine.get("r4"), if is_taken { 2 } else { 1 }, "{test}");
    }
}

#[test]
fn memory_is_accessed_in_its_size() {
    let mut machine = Machine::<Bpf>::new();
    let x = address_of(0);
    machine.set("r1", x.into()).set("r2", 0x1234_5678_9abc_def0).set("r4", u128::from(u64::MAX));
    machine.run(&["*(u64 *)(r1 + 0) = -1", "*(u16 *)(r1 + 2) = r2", "store_release((u8 *)(r1 + 0), w2)"]);
    assert_eq!(machine.peek(x, 64), 0xffff_ffff_def0_fff0);
    let mut r4 = |text: &str| machine.set("r4", u64::MAX.into()).run(&[text]).get("r4");
    assert_eq!(r4("r4 = *(u8 *)(r1 + 0)"), 0xf0);
    assert_eq!(r4("r4 = *(s8 *)(r1 + 0)"), u128::from(u64::MAX) - 15);
    assert_eq!(r4("w4 = *(u16 *)(r1 + 2)"), 0xdef0);
    assert_eq!(r4("r4 = load_acquire((u16 *)(r1 + 2))"), 0xdef0);
    assert_eq!(r4("r4 = *(s16 *)(r1 + 2)"), u128::from(u64::MAX) - 0x210f);
    assert_eq!(r4("r4 = *(s32 *)(r1 + 4)"), u64::MAX.into());
    assert_eq!(r4("r4 = *(u32 *)(r1 + 4)"), u32::MAX.into());
    assert_eq!(r4("r4 = atomic_fetch_add((u32 *)(r1 + 4), r4)"), u32::MAX.into());
    assert_eq!(machine.peek(x + 4, 32), 0xffff_fffe);
    machine.poke(x, 64, 5).set("r3", 3).run(&["lock *(u64 *)(r1 + 0) |= r3", "r3 = xchg32_32(r1 + 0, r3)"]);
    assert_eq!((machine.get("r3"), machine.peek(x, 64)), (7, 3));
}

#[test]
fn compare_and_exchange_writes_what_it_finds_to_r0() {
    for (compared, succeeds, left) in [(5, true, 9), (6, false, 5)] {
        let mut machine = Machine::<Bpf>::new();
        let x = address_of(0);
        machine.choices = vec![succeeds];
        machine.set("r1", x.into()).set("r2", 9).set("r0", 0xf_0000_0000 + compared).poke(x, 32, 5);
        machine.run(&["w0 = cmpxchg32_32(r1 + 0, w0, w2)"]);
        assert_eq!((machine.get("r0"), machine.peek(x, 32)), (5, left));
    }
}

#[test]
fn events_carry_their_orders() {
    let tags = |text: &str, choice: bool| {
        let mut machine = Machine::<Bpf>::new();
        machine.choices = vec![choice];
        machine.set("r1", address_of(0).into()).set("r0", u128::from(!choice)).run(&[text]);
        let of = |event: &Event| match event {
            Event::Load(_, tags) => Some(format!("R {}", tags.join(" "))),
            Event::Store(_, tags) => Some(format!("W {}", tags.join(" "))),
            _ => None,
        };
        machine.events.iter().filter_map(of).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(tags("r2 = *(u32 *)(r1 + 0)", true), "R ");
    assert_eq!(tags("r2 = load_acquire((u32 *)(r1 + 0))", true), "R AQ");
    assert_eq!(tags("store_release((u32 *)(r1 + 0), r2)", true), "W RL");
    assert_eq!(tags("lock *(u32 *)(r1 + 0) += r2", true), "R X, W X");
    assert_eq!(tags("r2 = atomic_fetch_add((u32 *)(r1 + 0), r2)", true), "R X SC, W X SC");
    assert_eq!(tags("r2 = xchg_64(r1 + 0, r2)", true), "R X SC, W X SC");
    assert_eq!(tags("r0 = cmpxchg_64(r1 + 0, r0, r2)", true), "R X SC, W X SC");
    assert_eq!(tags("r0 = cmpxchg_64(r1 + 0, r0, r2)", false), "R ");
}

#[test]
fn a_bar_before_an_equals_sign_ends_no_cell() {
    let text = "BPF T\n{ 0:r1=x; }\n P0        | P1 ;\n r2 |= r1  | r3 |= 5 ;\n lock *(u32 *)(r1 + 0) |= r2 | ;\nexists (x=1)\n";
    let mut sources = Sources::new();
    let id = sources.add("T.litmus", text);
    let (test, found) = litmus::parse(&sources, id, "T");
    let test = test.filter(|_| found.is_empty()).unwrap_or_else(|| panic!("{found:?}"));
    let code = test.read_code(&litmus::Table(Bpf), text).unwrap_or_else(|found| panic!("{found:?}"));
    let cells = code.cells(Spelling::Printed, &|label, out| out.push_str(label));
    assert_eq!(cells[0].iter().collect::<Vec<_>>(), ["r2 |= r1", "lock *(u32 *)(r1 + 0) |= r2"]);
    assert_eq!(cells[1].iter().collect::<Vec<_>>(), ["r3 |= 5"]);
}

#[test]
fn every_form_is_an_instruction() {
    for form in super::forms::forms() {
        let text = form.mnemonic;
        let read = parse(&text);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
}
