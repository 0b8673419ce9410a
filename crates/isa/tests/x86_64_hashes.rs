//! Hashes of tests with single instructions, as herd7 (7.58) prints them: they stand for the canonical text.

use source::Sources;

/// The hash of a test whose thread is `instruction` and, behind it, a no-op with the label `L0`.
fn hash(instruction: &str) -> String {
    let text = format!("X86_64 H\n{{ 0:rbx=x; 0:rcx=1; 0:rdx=0; }}\nP0;\n{instruction};\nL0: nop;\nexists (0:rsi=0)\n");
    let mut sources = Sources::new();
    let id = sources.add("test", text.clone());
    let (test, diagnostics) = litmus::parse(&sources, id, "H");
    let test = test.filter(|_| diagnostics.is_empty()).unwrap_or_else(|| panic!("{instruction}: {diagnostics:?}"));
    let language = lakmus_isa::language("X86_64").expect("the language");
    let code = test.read_code(language, &text).unwrap_or_else(|found| panic!("{instruction}: {found:?}"));
    test.hash(&*code).expect("a hash")
}

#[test]
fn canonical_text_is_that_of_herd() {
    let expected = [
        ("MOV $1,%EAX", "59ea9d4ab466e9051693c6dd7de39963"),
        ("mov (x),%rax", "1e9b7c76c3b524ff7f03a59b8b7be2ed"),
        ("movb $2,(x)", "59311f679a2144c834c413e90c7e74a2"),
        ("movw %cx,[x]", "6a98a4c06a8f351a8c2497e2a57e9286"),
        ("movl %ecx,(rbx)", "163513fa4ef9f16ccb074d4740af5e48"),
        ("movl $-5,0(%rbx)", "8ee01eb56daa076bd2ba48a158f01d3f"),
        ("movq (%rbx,%rdx,4),%rdi", "a6248c0ff179a8b982482d8d88175233"),
        ("xorq %rcx,%RCX", "d5e1ad74782448402e112e5b52a36f36"),
        ("addl 3,%ecx", "58929f5330270221b4c4ac94ccd4d5a9"),
        ("orw $1,(x)", "d6d233255be18480181d7a4d7427bfba"),
        ("inc %ecx", "998bdef13b7d154209ae11337cbc9821"),
        ("decl (x)", "411344678a2c7eb16550a7d6a838eee8"),
        ("cmpl $1,(x)", "c4910358844d2c41c78ae3c5bab91b2f"),
        ("je L0", "16f0e5c45e998ea37d3b1aefac6dda7a"),
        ("jlt L0", "d898decee5b2301e8c887bff4cc59920"),
        ("jgt L0", "de8f5f19de68873ba72770d0a94a3259"),
        ("JLE L0", "d766ef68a5b0a43fb1f4737c9e6e1496"),
        ("jge L0", "9b432b66d4ee73d22e71161d527c6ae0"),
        ("js L0", "e49e3b5faad085ea95ab34e3001e24b4"),
        ("jns L0", "0adb39946e576112ed772d38719cbab8"),
        ("jmp L0", "f9d34c4b462092b6c4414812b2ed23a5"),
        ("xchg %rcx,(x)", "1827360bbadaa318171748086e6ff299"),
        ("xchgl (x),%ecx", "f2250d224190a400de7c23c5be639c26"),
        ("uxchl (x),%ecx", "b67c192df0a3699654997c4479b15515"),
        ("lock xchgl (x),%ecx", "403c875ceb416aeed324f9334ce2de81"),
        ("LOCK INCL (x)", "87943319533849def7968b85d72d960a"),
        ("lock addl $1,(x)", "359dc07ca27cf7bb96ce617d4e3e5a1a"),
        ("lock xorl $1,[x]", "2b3896c35a4632fbaa81f1cc2283fdc1"),
        ("cmpxchgl (x),%ecx", "cc7e595849fcb0582cbb488ea3560ac2"),
        ("lock cmpxchgl (x),%ecx", "7903eef83873f9d32aec9b154b20ba5a"),
        ("cmpxchg (x),%rcx", "9546b5683564f7339f159480447998f7"),
        ("cmpxchgl %edx,%ecx", "41f50de41372f51bee3cd57aeddbe547"),
        ("cmovc %rcx,(x)", "70401cee6bbc1cc4d108e4c1bca1d978"),
        ("cmovcl %ecx,(x)", "0cb7c756ea83bd0c1988380074eed871"),
        ("cmovcl %ecx,%edx", "f589d20985f533cd8f1003620c6ab3f8"),
        ("setnb %al", "778af8a9ab8207d55f33db7c37c0e66d"),
        ("setnb (x)", "d27870eb78d11fffbeb4cc12a0b805a0"),
        ("movntil %ecx,(x)", "4de478655b6577b19eb8e45f522882d8"),
        ("movnti %ecx,(x)", "33001b65d4d4cf939c6acd25d32d3e4c"),
        ("mfence", "e2b059a9b9977fa2174a8f68e1a36630"),
        ("SFENCE", "dc84a829ec9640101d07954dcb4b0f31"),
        ("lfence", "6b0f53fcc45aa7794777606d684ed395"),
        ("clflush (x)", "67368aae1d1ba0f40c266fc93a2efa20"),
        ("clflushopt [x]", "2fca1a93f0bedcfe59f877678ab7afcb"),
        ("endbr64", "6188e086594dab01695b315c7703e2ff"),
        ("nopw %cs:0(%rax,%rax,1)", "6188e086594dab01695b315c7703e2ff"),
        ("shl 2,%ecx", "a6ae26440acb1bb84c2a4e836e057de6"),
        ("and %ecx,%ecx", "29f13781bba9b6a1dd6894cf4e4ea58d"),
        ("movl (x),%r8d", "05c2357f66c0b75a5db10ec7e62ad17c"),
        ("movb %r9b,(x)", "31279350f85666c61b4b2a0bce68fa74"),
        ("movb %sil,(x)", "51fa6b3926543b67855e6f2d392f7a8d"),
    ];
    for (instruction, expected) in expected {
        assert_eq!(hash(instruction), expected, "{instruction}");
    }
}
