//! Vector registers.

use super::{Event, Machine, address_of};

const A: u128 = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff;
const B: u128 = 0xf0e1_d2c3_b4a5_9687_7869_5a4b_3c2d_1e0f;

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine.set("xmm0", A).set("xmm1", B).poke(address_of(0), 128, B);
    machine
}

#[test]
fn moves_of_whole_registers_are_one_access() {
    for name in ["movdqa", "movaps", "movups", "movdqu", "vmovdqa", "vmovaps", "movapd", "vmovdqu"] {
        let mut machine = machine();
        machine.run(&[&format!("{name} (x),%xmm0"), &format!("{name} %xmm0,(y)")]);
        assert_eq!((machine.get("xmm0"), machine.peek(address_of(1), 128)), (B, B), "{name}");
        let accesses = machine.events.iter().filter(|event| matches!(event, Event::Load(..) | Event::Store(..)));
        let expected = [Event::Load(128, vec![]), Event::Store(128, vec![])];
        assert_eq!(accesses.cloned().collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn scalar_moves() {
    let run = |text: &str, register: &str| machine().set("rax", 0x1_2345_6789).run(&[text]).get(register);
    assert_eq!(run("movd %eax,%xmm0", "xmm0"), 0x2345_6789);
    assert_eq!(run("movq %rax,%xmm0", "xmm0"), 0x1_2345_6789);
    assert_eq!(run("vmovq %rax,%xmm15", "xmm15"), 0x1_2345_6789);
    assert_eq!(run("movd %xmm1,%eax", "rax"), 0x3c2d_1e0f);
    assert_eq!(run("movq %xmm1,%rax", "rax"), B & u128::from(u64::MAX));
    assert_eq!(run("movq %xmm1,%xmm0", "xmm0"), B & u128::from(u64::MAX));
    assert_eq!(run("movq (x),%xmm0", "xmm0"), B & u128::from(u64::MAX));
    assert_eq!(run("movss x(%rip),%xmm0", "xmm0"), B & u128::from(u32::MAX));
    assert_eq!(run("movss %xmm1,%xmm0", "xmm0"), A >> 32 << 32 | B & u128::from(u32::MAX));
    assert_eq!(run("movsd %xmm1,%xmm0", "xmm0"), A >> 64 << 64 | B & u128::from(u64::MAX));
}

#[test]
fn bitwise_operations_and_halves() {
    let run = |text: &str, register: &str| machine().set("rax", 5).run(&[text]).get(register);
    let low = u128::from(u64::MAX);
    assert_eq!(run("pxor %xmm0,%xmm0", "xmm0"), 0);
    assert_eq!(run("xorps %xmm1,%xmm0", "xmm0"), A ^ B);
    assert_eq!(run("pand (x),%xmm0", "xmm0"), A & B);
    assert_eq!(run("vpxor %xmm0,%xmm1,%xmm2", "xmm2"), A ^ B);
    assert_eq!(run("vpor %xmm0,%xmm1,%xmm2", "xmm2"), A | B);
    assert_eq!(run("punpcklqdq %xmm1,%xmm0", "xmm0"), (B & low) << 64 | A & low);
    assert_eq!(run("vpunpcklqdq %xmm0,%xmm1,%xmm0", "xmm0"), (A & low) << 64 | B & low);
    assert_eq!(run("punpckhqdq %xmm1,%xmm0", "xmm0"), B >> 64 << 64 | A >> 64);
    assert_eq!(run("pextrq $1,%xmm0,%rax", "rax"), A >> 64);
    assert_eq!(run("vpextrq $0,%xmm0,%rax", "rax"), A & low);
    assert_eq!(run("pinsrq $1,%rax,%xmm0", "xmm0"), 5 << 64 | A & low);
    assert_eq!(run("vpinsrq $0,%rax,%xmm1,%xmm0", "xmm0"), B >> 64 << 64 | 5);
}

#[test]
fn double_words_and_quad_words() {
    let run = |text: &str, register: &str| machine().set("rax", 5).run(&[text]).get(register);
    let lane = |from: u128, number: u32| from >> (32 * number) & 0xffff_ffff;
    let of = |lanes: [u128; 4]| lanes.iter().rev().fold(0, |all, lane| all << 32 | lane);
    assert_eq!(run("pshufd $85,%xmm1,%xmm0", "xmm0"), of([lane(B, 1); 4]));
    assert_eq!(run("pshufd $228,(x),%xmm0", "xmm0"), B);
    assert_eq!(run("punpckldq %xmm1,%xmm0", "xmm0"), of([lane(A, 0), lane(B, 0), lane(A, 1), lane(B, 1)]));
    assert_eq!(run("pextrd $3,%xmm0,%eax", "rax"), lane(A, 3));
    assert_eq!(run("pinsrd $2,%eax,%xmm0", "xmm0"), of([lane(A, 0), lane(A, 1), 5, lane(A, 3)]));
    assert_eq!(run("vpinsrd $0,%eax,%xmm1,%xmm0", "xmm0"), B >> 32 << 32 | 5);
    let low = u128::from(u64::MAX);
    let sum = |from: u32| u128::from(((A >> from) as u64).wrapping_add((B >> from) as u64));
    assert_eq!(run("paddq %xmm1,%xmm0", "xmm0"), sum(64) << 64 | sum(0));
    assert_eq!(run("psrlq $32,%xmm0", "xmm0"), (A >> 64 >> 32) << 64 | (A & low) >> 32);
    assert_eq!(run("psrlq $64,%xmm0", "xmm0"), 0);
    let mut machine = machine();
    machine.run(&["movlps %xmm0,(y)"]);
    assert_eq!(machine.peek(address_of(1), 64), A & low);
}

#[test]
fn non_temporal_stores_carry_their_tag() {
    let mut machine = machine();
    machine.run(&["movntdq %xmm0,(y)", "movntiq %rax,(z)", "movntdqa (x),%xmm3"]);
    assert_eq!(machine.peek(address_of(1), 128), A);
    let accesses = machine.events.iter().filter(|event| matches!(event, Event::Load(..) | Event::Store(..)));
    let expected = [Event::Store(128, vec!["NT"]), Event::Store(64, vec!["NT"]), Event::Load(128, vec![])];
    assert_eq!(accesses.cloned().collect::<Vec<_>>(), expected);
}
