//! What is said about mistakes, and where.

use std::fmt::Write;

use super::parse;

/// The text, with the diagnostic under its place.
fn render(text: &str) -> String {
    let diagnostic = match parse(text) {
        Ok(instruction) => return format!("{text}\n(no mistake: {instruction:?})\n"),
        Err(diagnostic) => diagnostic,
    };
    let mut out = format!("{text}\n");
    for (number, label) in diagnostic.labels.iter().enumerate() {
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        let mark = "^".repeat((end - start).max(1));
        let remark = match number {
            0 => format!("{}: {} {}", diagnostic.code, diagnostic.message, label.text),
            _ => label.text.clone(),
        };
        let _ = writeln!(out, "{}{mark} {}", " ".repeat(start), remark.trim_end());
    }
    for help in &diagnostic.help {
        let _ = writeln!(out, "  help: {help}");
    }
    out
}

#[test]
fn mistakes_have_places_and_reasons() {
    let texts = [
        // Names.
        "mvol $1,(x)",
        "mfnece",
        "movlq $1,(x)",
        "vmovdqa %ymm0,(x)",
        "movl %st(0),%eax",
        "pushq %rbx",
        "call f@PLT",
        "rep movsb",
        // Numbers and kinds of operands.
        "movl $1",
        "mfence (x)",
        "addl (x),(y)",
        "movl (x),$1",
        "addl $1,%xmm0",
        "leaq %rax,%rbx",
        "shll %dl,%eax",
        "jne $1",
        "jmp *%rax",
        "jmp f@PLT",
        "movdqa %rax,%xmm0",
        "cmpxchg16b %rax",
        // Sizes.
        "movl $1,%rax",
        "movw %ecx,%ax",
        "mov %eax,%rbx",
        "movzbl %cx,%eax",
        "leab (x),%al",
        "lea (x),%al",
        "movb $256,(x)",
        "movb $-129,(x)",
        "shll $999,%eax",
        // Addresses.
        "movl (%ax),%ebx",
        "movl (%rax,%ebx),%ecx",
        "movl (%rax,%rbx,3),%ecx",
        "movl (%rax,%rsp,2),%ecx",
        "movl (%xmm0),%ecx",
        "movl 8(%rip),%ecx",
        "movl %rip,%ecx",
        "movl %cs,%ecx",
        "movl %fs:0,%eax",
        "movl %fs:(%rax),%eax",
        "movl x@GOTPCREL(%rip),%eax",
        "movl 4(x),%eax",
        // Prefixes.
        "lock movl $1,(x)",
        "lock addl (x),%eax",
        "lock xchgl %eax,%ebx",
        "lock lock incl (x)",
        "lock",
        // Syntax.
        "movl $1,(x",
        "movl $1,(x]",
        "movl $1 (x)",
        "movl $1,",
        "movl $,(x)",
        "movl $0x,(x)",
        "movl $12ab,(x)",
        "movl $99999999999999999999,(x)",
        "movl 9223372036854775808(%rax),%ecx",
        "movl %,(x)",
        "movl $1,(x) extra",
        "movl $é,(x)",
        "$1",
    ];
    let rendered: Vec<String> = texts.iter().map(|text| render(text)).collect();
    insta::assert_snapshot!(rendered.join("\n"));
}
