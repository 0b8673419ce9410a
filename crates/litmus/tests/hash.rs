//! Hashes, against those that herd7 prints for the same tests.

use crate::toy;

/// The hash of a test whose instructions are written in canonical form.
fn hash(text: &str) -> String {
    let (test, _, sources, diagnostics) = toy::load(text);
    let test = test.unwrap_or_else(|| panic!("{}", toy::render(sources, &diagnostics)));
    let code = test.read_code(&toy::TOY, text).unwrap_or_else(|found| panic!("{}", toy::render(sources, &found)));
    test.hash(&*code).expect("nothing without a hash in it")
}

/// What comes behind the header in several tests.
const BODY: &str = "{ int a[3]={1,2,3}; *p=x; 1:rbx=p; int y=2; 0:rax=x; z=0x10; uint64_t q; 0:rcx=a[1]; }
 P0            | P1            ;
 movl $1,(x)   |               ;
               | L9: movq (q),%rax ;
 L1:           | jne L9        ;
 jmp L1        | movl %eax,(y) ;
";

#[test]
fn conditions_do_not_count_but_places_do() {
    let exists = format!("X86_64 H1\n{BODY}locations [a; a[1]; 0:rdx;] exists (x=1 /\\ 1:rax=2)");
    let forall = format!("X86_64 H1\n{BODY}locations [0:rdx; 1:rax; a[1]; x; a;] forall (not (x=3))");
    assert_eq!(hash(&exists), "574e9e0e7ef6b8baea77e739ba4171f1");
    assert_eq!(hash(&exists), hash(&forall));
    let other = format!("X86_64 H1\n{BODY}locations [a; 0:rdx;] exists (x=1 /\\ 1:rax=2)");
    assert_ne!(hash(&exists), hash(&other));
}

#[test]
fn some_header_lines_count() {
    let memory_type = format!("X86_64 H2\nMT=UC\nCom=Rf\nCacheType=DIC\n{BODY}exists (x=1)");
    assert_eq!(hash(&memory_type), "5eec7f69b7a94e80ca24baa83bbd4287");
    assert_eq!(hash(&memory_type.replace("Com=Rf", "Com=Fr")), hash(&memory_type));
    assert_ne!(hash(&memory_type.replace("MT=UC", "MT=WB")), hash(&memory_type));
    let given = format!("X86_64 H2\nHash=0123\n{BODY}exists (x=1)");
    assert_eq!(hash(&given), "0123");
}

#[test]
fn empty_pieces() {
    assert_eq!(hash("X86_64 H3\n{ }\n P0 ;\n mfence ;\n"), "17d47ca1e0f0f6d8a9c1a802a8721ee3");
}

#[test]
fn symbolic_registers_and_same() {
    let text = "X86_64 H4\n{ %a=x; y=1; x=2; }\n P0 ;\n movl (%a),%ebx ;\nexists ([x]=[y] /\\ %a=x)";
    assert_eq!(hash(text), "9ba0021b9594bf784f6c2c268d2dbac5");
}
