//! Spellings and their canonical text.

use litmus::{Assembly, Code, Language, Mention, RawProgram, RawThread, Spelling, Table};
use source::Sources;

use super::{X86_64, parse};
use crate::assembly::testing::print;
use crate::assembly::{Architecture, Assembler};

fn canonical(text: &str) -> String {
    match parse(text) {
        Ok(instruction) => print(&instruction),
        Err(diagnostic) => panic!("{text}: {diagnostic:?}"),
    }
}

#[test]
fn spellings_have_one_canonical_text() {
    let cases = [
        ("MOV $1,%EAX", "mov $1,%eax"),
        ("movl  $1 , [ x ]", "movl $1,(x)"),
        ("movl $1,x", "movl $1,(x)"),
        ("movl g_s32(%rip),%eax", "movl (g_s32),%eax"),
        ("movl x+4(%rip),%eax", "movl (x+4),%eax"),
        ("movl .LCPI1140_1(%rip),%eax", "movl (.LCPI1140_1),%eax"),
        ("movl (x),eax", "movl (x),%eax"),
        ("movl $0x10,%eax", "movl $16,%eax"),
        ("movq $-0x1,%rax", "movq $-1,%rax"),
        ("movq $0xffffffffffffffff,%rax", "movq $18446744073709551615,%rax"),
        ("movabsq $1,%rax", "movq $1,%rax"),
        ("shl 2,%eax", "shl $2,%eax"),
        ("sall %cl,%eax", "shll %cl,%eax"),
        ("sar %rax", "sar %rax"),
        ("movq 0(%rax,%rbx,8),%rcx", "movq (%rax, %rbx,8),%rcx"),
        ("movl %cs:4(%rax,%rbx),%ecx", "movl 4(%rax, %rbx,1),%ecx"),
        ("movl x(,%rbx,4),%ecx", "movl x(,%rbx,4),%ecx"),
        ("movl x-8(%rax),%ecx", "movl x-8(%rax),%ecx"),
        ("movq $x+8,%rax", "movq $x+8,%rax"),
        ("LOCK; INCL (x)", "lock; incl (x)"),
        ("lock orq $0,(%rsp)", "lock; orq $0,(%rsp)"),
        ("lock cmpxchgl %ecx, (%rdi)", "lock; cmpxchgl (%rdi),%ecx"),
        ("lock cmpxchgl (%rdi),%ecx", "lock; cmpxchgl (%rdi),%ecx"),
        ("cmpxchgl %ecx,%edx", "cmpxchgl %ecx,%edx"),
        ("cmpxchg16b (x)", "cmpxchg16b (x)"),
        ("cmovc %eax,(x)", "cmovc %eax,(x)"),
        ("cmovc (x),%eax", "cmovc %eax,(x)"),
        ("cmoveq %rsi, %rax", "cmoveq %rsi,%rax"),
        ("cmovzl (x),%eax", "cmovel (x),%eax"),
        ("setnb %al", "setnb %al"),
        ("setnc %al", "setae %al"),
        ("setz (x)", "sete (x)"),
        ("jlt L0", "jl L0"),
        ("JGT .L0", "jg .L0"),
        ("jnle L0", "jg L0"),
        ("jnae L-a/b", "jb L-a/b"),
        ("retq", "ret"),
        ("jmp .LBB21_1", "jmp .LBB21_1"),
        ("endbr64", "NOP"),
        ("nopw %cs:0x0(%rax,%rax,1)", "NOP"),
        ("#membarrier", "NOP"),
        ("movl $1,(x) # a remark", "movl $1,(x)"),
        ("movl (* a (* nested *) remark *) $1,(x)", "movl $1,(x)"),
        ("movzbl (%rdi),%eax", "movzbl (%rdi),%eax"),
        ("movslq %eax,%rdx", "movslq %eax,%rdx"),
        ("vpunpcklqdq %xmm0,%xmm1,%xmm0", "vpunpcklqdq %xmm0,%xmm1,%xmm0"),
        ("movq XMM3,%rax", "movq %xmm3,%rax"),
        ("movl (%a),%b", "movl (%a),%b"),
        ("MFENCE", "mfence"),
    ];
    for (text, expected) in cases {
        assert_eq!(canonical(text), expected, "{text}");
        assert_eq!(canonical(expected), expected);
    }
}

#[test]
fn the_hash_has_vector_registers_without_a_sigil() {
    let text = "movq %xmm3,%rax|jne L0|L0:";
    let mut sources = Sources::new();
    let whole = sources.add("test", text);
    let whole = sources.whole(whole);
    let cells = [(0, 15), (16, 22), (23, 26)].map(|(start, end)| whole.slice(start, end)).to_vec();
    let thread = RawThread { number: 0, heading: whole.slice(0, 0), annotations: Vec::new(), cells };
    let code: Box<dyn Code> = Table(Assembler(X86_64)).parse(&RawProgram::Table(vec![thread]), text).expect("it reads");
    let cells = |spelling| code.cells(spelling, &|label, out| *out += &format!("<{label}>"))[0].clone();
    let (printed, hashed) = (cells(Spelling::Printed), cells(Spelling::Hashed));
    assert_eq!(printed.iter().collect::<Vec<_>>(), ["movq %xmm3,%rax", "jne <L0>", "<L0>:"]);
    assert_eq!(hashed.iter().collect::<Vec<_>>(), ["movq xmm3,%rax", "jne <L0>", "<L0>:"]);
    assert_eq!(code.labels(), ["L0"]);
}

#[test]
fn everything_named_is_mentioned() {
    let mentions = |text: &str| {
        let mut found = Vec::new();
        Assembler(X86_64).mentions(&parse(text).expect(text), &mut |mention| {
            found.push(match mention {
                Mention::Register(register) => X86_64::registers().all()[register].name.clone(),
                Mention::Symbolic(name) => format!("%{name}"),
                Mention::Label(name) => format!("{name}:"),
                Mention::Location(name) => name.to_owned(),
            });
        });
        found.join(" ")
    };
    assert_eq!(mentions("movl $1,(x)"), "x");
    assert_eq!(mentions("movq $x,%r8"), "r8 x");
    assert_eq!(mentions("addb y(%rax,%i,4),%ch"), "rax %i rcx y");
    assert_eq!(mentions("jne L0"), "L0:");
    assert_eq!(mentions("movq %xmm9,%rbx"), "xmm9 rbx");
    assert_eq!(mentions("lock cmpxchgl %ecx,(x)"), "rcx x rax", "the accumulator is not free for a symbolic register");
    assert_eq!(mentions("lock cmpxchg16b (%p)"), "%p rax rdx rbx rcx");
}

#[test]
fn sizes_come_from_suffixes_and_registers() {
    let bits = |text: &str| parse(text).expect(text).operation().width;
    assert_eq!(bits("mov $1,(x)"), 32);
    assert_eq!(bits("mov $1,%ax"), 16);
    assert_eq!(bits("mov %sil,(x)"), 8);
    assert_eq!(bits("mov (x),%rax"), 64);
    assert_eq!(bits("mov (%a),%b"), 64);
    assert_eq!(bits("movw (%a),%b"), 16);
    assert_eq!(bits("shl %cl,%rax"), 64, "the count says nothing of the size");
    assert_eq!(bits("movzb %al,%cx"), 16);
    assert_eq!(bits("cmovl (x),%ecx"), 32);
}
