//! What is read of tests without mistakes. All tests here are such that herd7 reads them in the same way, unless a
//! comment tells.

use lakmus_litmus::{DeclaredType, Quantifier, RawProgram, Style, Test, Value, parse};
use source::{Diagnostic, Sources, Span};

/// A test without errors, and its text.
struct Read {
    test: Test<'static>,
    text: &'static str,
}

impl Read {
    fn snippet(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The cells of each thread.
    fn cells(&self) -> Vec<Vec<&str>> {
        match &self.test.program {
            RawProgram::Table(threads) => {
                threads.iter().map(|thread| thread.cells.iter().map(|cell| self.snippet(*cell)).collect()).collect()
            }
            RawProgram::Text(span) => vec![vec![self.snippet(*span)]],
        }
    }

    /// The condition, with all parentheses that it needs.
    fn condition(&self) -> String {
        let condition = &self.test.condition;
        let mut proposition = String::new();
        condition.proposition.print(Style::Exact, &|atom, out| *out += &atom.to_string(), &mut proposition);
        format!("{} {proposition}", condition.quantifier)
    }
}

fn read(text: &str) -> Read {
    let mut sources = Sources::new();
    let id = sources.add("test.litmus", text);
    // A test borrows from its text; those here are few and short.
    let sources = Box::leak(Box::new(sources));
    let (test, diagnostics) = parse(sources, id, "given");
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    Read { test: test.expect("a test without errors"), text: sources.text(id) }
}

const PROGRAM: &str = " P0 ;\n nop ;\n";

#[test]
fn first_lines() {
    let header = |line: &str| {
        let test = read(&format!("{line}\n{{ }}\n{PROGRAM}")).test;
        (test.name.text, test.tex_name, test.doc)
    };
    let plain = |name: &'static str| (name.into(), None, None);
    assert_eq!(header("X86_64 SB"), plain("SB"));
    assert_eq!(header("  PPC\t2+2W+[a]-b/c.d:e  "), plain("2+2W+[a]-b/c.d:e"));
    assert_eq!(header("X86_64 SB.litmus"), plain("SB"));
    assert_eq!(header("X86_64 --"), plain("given"));
    assert_eq!(
        header("X86_64 SB (tex.sb) \"doc (* string\" ;"),
        ("SB".into(), Some("tex.sb".into()), Some("doc (* string".into()))
    );
    assert_eq!(header("X86_64 SB\n  \"two\nlines\"\nmore junk = (*"), ("SB".into(), None, Some("two\nlines".into())));
    assert_eq!(header("X86_64 SB (no tex) junk"), plain("SB"));
    assert_eq!(header("X86_64 SB\r"), plain("SB"));
}

#[test]
fn header_lines() {
    let read = read(
        "X86_64 T\n(* { (* nested *)\n Key=in a comment *)\nCom=Rf { Fr }\nOrig = a=b \r\n Blank=first is junk\njunk\nA.b-c=\nHash=12 { x=1; }\n{ y=1; }\n P0;\n",
    );
    let info: Vec<_> = read.test.info.iter().map(|line| (&*line.key, &*line.value)).collect();
    assert_eq!(info, [("Com", "Rf { Fr }"), ("Orig", "a=b "), ("A.b-c", ""), ("Hash", "12 { x=1; }")]);
    assert_eq!(read.test.info("ORIG"), Some("a=b "));
    assert_eq!(read.test.init.len(), 1);
}

#[test]
fn programs_end_where_conditions_begin() {
    let program = |text: &str| read(&format!("AArch64 T\n{{}}\n{text}")).cells().concat().join("/");
    assert_eq!(program("P0;\n a ; exists_x ; b-exists ; forall2 ;"), "a/exists_x/b-exists/forall2");
    assert_eq!(program("P0;\n (* exists *) a (* filter *) ;\n exists (x=1)"), "a");
    assert_eq!(program("P0;\n a \"exists\" ;\n~ exists (x=1)"), "a \"exists\"");
    assert_eq!(program("P0;\n a ;\nlocations [x;]"), "a");
    assert_eq!(program("P0;\n a;"), "a");
    let functions = read("C T\n{}\nP0(int* x) { /* (* */ int r0 = *x; }\nexists (0:r0=1) << any {;\" text");
    assert_eq!(functions.cells()[0][0].trim(), "P0(int* x) { /* (* */ int r0 = *x; }");
}

#[test]
fn tables() {
    let table = read("PPC T\n{}\n;P0 | P1 : a, b\t;\n a (* c *) | ;\n | b (* d ; | *) c ; |;\nexists (true)");
    assert_eq!(table.cells(), [["a", "", ""], ["", "b (* d ; | *) c", ""]]);
}

#[test]
fn initial_states() {
    let init = |items: &str| {
        let read = read(&format!("AArch64 T\n{{{items}}}\n{PROGRAM}"));
        let items: Vec<String> = read.test.init.iter().map(ToString::to_string).collect();
        items.join("; ")
    };
    let same = |items: &str| assert_eq!(init(items), items);
    assert_eq!(init(""), "");
    assert_eq!(init(" ; x=1;; (* y=2 *) [z]=0x1F ;"), "x=1; z=0x1F");
    assert_eq!(
        init("x; 0:r1; int y; *p; int *q; _Atomic int z; int a[2]"),
        "x=0; 0:r1=0; int y=0; *p=0; int *q=0; _Atomic int z=0; int a[2]={0,0}"
    );
    same("uint64_t x=-1; uint64_t 0:X1=5; 1:X1=x; 0:$2=7; 0:%x=x; %y=1");
    assert_eq!(init("P1:X1=2; int [x]=3; int x1=ATOMIC_INIT(3)"), "1:X1=2; int x=3; int x1=3");
    assert_eq!(init("*p=&x; int *q=&a[1]; 0:X1=&x; 0:X2=a[2]; y=&x"), "*p=x; int *q=a[1]; *0:X1=x; 0:X2=a[2]; *y=x");
    same("int a[3]={1,0x2,x}; _Atomic int x=3");
    assert_eq!(
        init("0:X0=P1:L0; 0:X1=1:L0; 0:X2=label:\"P1:L0\"; int *f=P0:L1"),
        "0:X0=label:\"P1:L0\"; 0:X1=label:\"P1:L0\"; 0:X2=label:\"P1:L0\"; int *f=label:\"P0:L1\""
    );
    assert_eq!(
        init("0:W1=instr:\"B .+4\"; 0:W2=nop; int x=NOP"),
        "ins_t 0:W1=instr:\"B .+4\"; ins_t 0:W2=NOP; ins_t x=NOP"
    );
    assert_eq!(
        init("x:red=1; tag(x)=:green; TAG(x+16)=:red; y={:red,:blue}; z.atag=:red"),
        "x:red=1; tag(x)=:green; tag(x+16)=:red; y={:red,:blue}; tag(z)=:red"
    );
    assert_eq!(
        init("PTE(x)=(valid:0, oa:PA(y)); [TTD(y)]=(db:0); pte_z=(oa:phy_w, attrs:(b, a)); PTE(PTE(x))=(af:0)"),
        "pteval_t PTE(x)=(oa:PA(y), valid:0); pteval_t PTE(y)=(oa:PA(y), db:0); pteval_t PTE(z)=(oa:PA(w), attrs:(a, b)); pteval_t PTE(PTE(x))=(oa:PTE(x), af:0)"
    );
    assert_eq!(
        init("0:X0=pac(x,DA,42); 0:X1=pacda(x,0x2a); PA(x)=1; 0:X3=0x7:x:1; 0:X4=x:1; 0:X5=`12`; 0:X6=1:2"),
        "0:X0=pac(x,da,42); 0:X1=pac(x,da,0x2a); PA(x)=1; 0:X3=0x7:x:1; 0:X4=0:x:1; 0:X5=12; 0:X6=`1:2`"
    );
    assert_eq!(
        init("SS(s,2)=ssval_t:{P0:L0,x}; SS(t,1); 0:X0=SSCap(s,1)"),
        "uintptr_t s[2]={label:\"P0:L0\",x}; uintptr_t t[1]={0}; 0:X0=s[1]"
    );
}

#[test]
fn places_of_items() {
    let read = read(&format!("X86_64 T\n{{ int  x = 0x1 ; 0:rax ; int a[2]={{1, 2}} }}\n{PROGRAM}"));
    let spans: Vec<_> = read.test.init.iter().map(|item| [item.span, item.place_span, item.value_span]).collect();
    let texts: Vec<_> = spans.iter().map(|spans| spans.map(|span| read.snippet(span))).collect();
    assert_eq!(texts, [["int  x = 0x1", "x", "0x1"], ["0:rax", "0:rax", ""], ["int a[2]={1, 2}", "a", "{1, 2}"]]);
    assert_eq!(read.test.init[2].declared, DeclaredType::Array("int".into(), 2));
    assert!(matches!(&read.test.init[2].value, Value::Array(cells) if cells.len() == 2));
}

#[test]
fn quantifiers() {
    let condition = |text: &str| read(&format!("X86_64 T\n{{}}\n{PROGRAM}{text}")).condition();
    assert_eq!(condition(""), "forall true");
    assert_eq!(condition("exists (x=1)"), "exists [x]=1");
    assert_eq!(condition("exists x=1;"), "exists [x]=1");
    assert_eq!(condition("~exists x=1"), "~exists [x]=1");
    assert_eq!(condition("~ \texists x=1"), "~exists [x]=1");
    assert_eq!(condition("forall (x=1)"), "forall [x]=1");
    assert_eq!(condition("final x=1 << ignored ("), "exists [x]=1");
    assert_eq!(condition("locations [x;] (x=1)"), "exists [x]=1");
    assert_eq!(condition("observed x=1; y=2; and Z=3;"), "exists [x]=1 /\\ [y]=2 \\/ [Z]=3");
    let kinds =
        read(&format!("X86_64 T\n{{}}\n{PROGRAM}exists (x=1) with tso: ~exists; sc: forall; rc: exists;")).test.kinds;
    let kinds: Vec<_> = kinds.iter().map(|(model, kind)| (&*model.text, *kind)).collect();
    assert_eq!(kinds, [("tso", Quantifier::NotExists), ("sc", Quantifier::Forall), ("rc", Quantifier::Exists)]);
}

#[test]
fn precedence() {
    let condition = |text: &str| read(&format!("X86_64 T\n{{}}\n{PROGRAM}exists {text}")).condition()[7..].to_owned();
    assert_eq!(condition("a=1 /\\ b=1 => c=1 \\/ d=1"), "[a]=1 /\\ ([b]=1 => [c]=1) \\/ [d]=1");
    assert_eq!(condition("a=1 => b=1 => c=1"), "[a]=1 => [b]=1 => [c]=1");
    assert_eq!(condition("(a=1 => b=1) => c=1"), "([a]=1 => [b]=1) => [c]=1");
    assert_eq!(condition("not a=1 => b=1"), "not ([a]=1) => [b]=1");
    assert_eq!(condition("~~a=1 /\\ (b=1 /\\ c=1)"), "not (not ([a]=1)) /\\ [b]=1 /\\ [c]=1");
    assert_eq!(condition("true /\\ (false \\/ a=1)"), "true /\\ (false \\/ [a]=1)");
    assert_eq!(condition("(((a=1)))"), "[a]=1");
}

#[test]
fn atoms() {
    let condition =
        |text: &str| read(&format!("AArch64 T\n{{}}\n{PROGRAM}exists ({text})")).condition()[7..].to_owned();
    assert_eq!(condition("0:X1=1 /\\ P1:X2==0x2 /\\ [x]=-3"), "0:X1=1 /\\ 1:X2=0x2 /\\ [x]=-3");
    assert_eq!(condition("x<>1 \\/ x!=y"), "not ([x]=1) \\/ not ([x]=y)");
    assert_eq!(condition("a[1]=2 /\\ a={1,2} /\\ a <> {3}"), "a[1]=2 /\\ a={1,2} /\\ not (a={3})");
    assert_eq!(
        condition("x=*y /\\ [x]=[y] /\\ [x]=0:X1 /\\ 0:X1=1:X2 /\\ 0:X1=[x]"),
        "[x]=[y] /\\ [x]=[y] /\\ [x]=0:X1 /\\ 0:X1=1:X2 /\\ 0:X1=[x]"
    );
    assert_eq!(
        condition("%a=x /\\ 0:X0=label:\"P0:L0\" /\\ 0:X0=instr:\"NOP\""),
        "%a=x /\\ 0:X0=label:\"P0:L0\" /\\ 0:X0=instr:\"NOP\""
    );
    assert_eq!(
        condition(
            "fault(P0) /\\ Fault(P1:L0,x) /\\ fault(P0:L0,PTE(x),MMU:Translation) /\\ fault(P0,TagCheck) /\\ fault(P0,A:B)"
        ),
        "fault(P0) /\\ fault(P1:L0,x) /\\ fault(P0:L0,PTE(x),MMU:Translation) /\\ fault(P0,TagCheck) /\\ fault(P0,A:B)"
    );
    // herd needs a blank before this operator, since names may contain a slash.
    assert_eq!(condition("0:X1=x/\\y=1"), "0:X1=x /\\ [y]=1");
    // herd reads no star here.
    assert_eq!(condition(" *x=1"), "[x]=1");
}

#[test]
fn locations() {
    let read = read(&format!(
        "X86_64 T\n{{}}\n{PROGRAM}locations [x; 0:rax; a[1]; x int; p int*; q*; fault(P0); x:red]\nfilter x=1\nexists (x=1)"
    ));
    let items: Vec<_> = read.test.locations.iter().map(|item| read.snippet(item.span)).collect();
    assert_eq!(items, ["x", "0:rax", "a[1]", "x int", "p int*", "q*", "fault(P0)", "x:red"]);
    assert!(read.test.filter.is_some());
}

#[test]
fn bell_tests_have_layouts() {
    let read =
        read("LISA T\n{}\nP0 | P1;\n r[] r1 x | w[] x 1 ;\nscopes: (system 0 1)\nregions: (x: a)\nexists (0:r1=1)");
    assert_eq!(
        read.test.layout.as_ref().map(|layout| read.snippet(layout.span)),
        Some("scopes: (system 0 1)\nregions: (x: a)")
    );
}

#[test]
fn a_semicolon_behind_the_word_lock_belongs_to_the_cell() {
    let test = read("X86_64 t\n{}\n P0 | P1 ;\n lock; incl (x) | L0: LOCK ; incl (x);\n locked | nop ;\nexists true\n");
    assert_eq!(test.cells(), [["lock; incl (x)", "locked"], ["L0: LOCK ; incl (x)", "nop"]]);
}
