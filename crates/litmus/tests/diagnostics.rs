//! What is said about tests with mistakes.

use crate::toy;

use insta::assert_snapshot;

fn said(text: &str) -> String {
    let (_, _, sources, diagnostics) = toy::load(text);
    toy::render(sources, &diagnostics)
}

/// A test with this initial state, program and condition.
fn test(init: &str, program: &str, condition: &str) -> String {
    said(&format!("X86_64 T\n{{{init}}}\n{program}\n{condition}\n"))
}

/// They lost their high bits without a word.
#[test]
fn numbers_of_more_than_64_bits() {
    let large = "18446744073709551617";
    let in_condition = test("", " P0 ;\n mov r0,(x) ;", &format!("exists (0:r0={large})"));
    let initially = test(&format!("0:r0=0x1{}; x={large}", "0".repeat(16)), " P0 ;\n mov r0,(x) ;", "exists (0:r0=1)");
    assert_snapshot!("large_in_condition", in_condition);
    assert_snapshot!("large_initially", initially);
    assert_snapshot!("large_negative", test("", " P0 ;\n mov r0,(x) ;", "exists (0:r0=-9223372036854775808)"));
}

#[test]
fn headers() {
    assert_snapshot!("empty", said(""));
    assert_snapshot!("no_name", said("X86_64\n{ }\n P0 ;\n nop ;\n"));
    assert_snapshot!("unknown_architecture", said("x86-64 T\n{ }\n P0 ;\n nop ;\n"));
    assert_snapshot!("misspelt_architecture", said("Aarch46 T\n{ }\n P0 ;\n nop ;\n"));
    assert_snapshot!("no_init", said("X86_64 T\nCom=Rf Fr\n P0 ;\n nop ;\n"));
    assert_snapshot!("unclosed_init", said("X86_64 T\n{ x={1;\n P0 }\n nop ;\n"));
    assert_snapshot!("unclosed_comment", said("X86_64 T\n{ (* one (* two *)\n}\n P0 ;\n nop ;\n"));
    // Published tests have such comments before the initial state; they end with their lines.
    assert_snapshot!("unclosed_comment_in_header", said("X86_64 T\n(* one (* two *)\n{ }\n P0 ;\n nop ;\n"));
    assert_snapshot!("duplicate_key", said("X86_64 T\nCom=Rf\ncom=Fr\n{ }\n P0 ;\n nop ;\n"));
}

/// A test ends at `<<`, and what stands behind it is ignored; but a user who writes another test there means it to be run.
#[test]
fn tests_behind_the_end() {
    let behind = |text: &str| said(&format!("X86_64 T\n{{ }}\n P0 ;\n nop ;\nexists (0:r0=0)\n<<{text}"));
    assert_snapshot!("further_test", behind("\n\nX86_64 U\n{ }\n"));
    assert_eq!(behind(""), "");
    assert_eq!(behind(" a remark on the test\nX86_64 U"), "");
    assert_eq!(behind("\nX86_64\n"), "");
}

#[test]
fn initial_states() {
    let init = |items: &str| test(items, " P0 ;\n mov r0,(x) ;", "exists (0:r0=1)");
    assert_snapshot!("init_syntax", init("x 1; y=; z=1 w=2; 0:=1; 1 2; =3; x=#; %=1; t=(oa); int a[x]"));
    assert_snapshot!(
        "init_types",
        init("int x=&y; a[0]=1; int b[2]={1,2,3}; int c[0]; int d[2]=1; e={1}; uint46_t f; *g=1")
    );
    assert_snapshot!("init_twice", init("x=1; 0:r1=2; int x=3; P0:r1=4; 0:r1=5"));
    assert_snapshot!("init_registers", init("0:r7=1; 3:r1=1; 0:rr1=1; 0:w1=x; 0:%y=1; %y=2; 0:Q1=3; unit64_t 0:r2=1"));
    assert_snapshot!(
        "init_unsupported",
        init("x:red=1; PTE(y)=(valid:0); 0:r1=pac(x,da,1); 0:r2=P0:L0; PA(z)=1; 0:r3=instr:\"NOP\"")
    );
    assert_snapshot!(
        "init_numbers",
        init("x=0x1ffffffffffffffffffffffffffffffff; 99999999999:r0=1; 0:r1=a[-1]; int a[4]; 0:r2=a[4]")
    );
}

#[test]
fn programs() {
    let program = |program: &str| test("", program, "exists (true)");
    assert_snapshot!("no_program", program(""));
    assert_snapshot!("headings", program(" P0 | P2 | Q | ;\n nop | nop | nop | nop ;"));
    assert_snapshot!("ragged_rows", program(" P0 | P1 ;\n nop ;\n nop | nop | nop ;\n nop | nop"));
    assert_snapshot!("bad_cells", program(" P0 | P1 ;\n bad 1 | nop ;\n nop | L0: bad 2 ;"));
    assert_snapshot!("labels", program(" P0 | P1 ;\n L0: nop | L0: L1: nop ;\n jump L1 | jump L3 ;\n L2: | L2: nop;"));
    assert_snapshot!("fault_handlers", program(" P0 | P0.F | P2.F ;\n nop | nop | nop ;"));
    assert_snapshot!("unclosed_string", program(" P0 ;\n nop \"x ;"));
    let many = "mov r0,r1 | ; mov %a,%b | mov r0,%c ; mov %c,(x) | mov r1,r2 ;";
    assert_snapshot!("out_of_registers", test("0:r2=1;", &format!(" P0 | P1 ;\n {many}"), "exists (1:r3=1)"));
}

#[test]
fn conditions() {
    let condition = |condition: &str| test("x=0; int a[2]; *p=x;", " P0 | P1 ;\n mov %s,(y) | mov %s,r1 ;", condition);
    assert_snapshot!("condition_syntax", condition("exists (x=1 /\\ (y=2"));
    assert_snapshot!("condition_operator", condition("exists (x=1 && y=2)"));
    assert_snapshot!("condition_no_value", condition("exists (x= /\\ y=2)"));
    assert_snapshot!("condition_order", condition("exists (x=1) locations [y;]"));
    assert_snapshot!("condition_names", condition("exists (xx=1 \\/ 0:r9=2 /\\ 5:r1=1 \\/ x=yy \\/ b[1]=1 \\/ %t=1)"));
    assert_snapshot!("condition_types", condition("exists (a[2]=1 /\\ x[0]=1 /\\ p[0]=x /\\ %s=1)"));
    assert_snapshot!("condition_unsupported", condition("exists (fault(P0,x) /\\ x:red=1 /\\ PTE(x)=(valid:0))"));
    assert_snapshot!("locations", condition("locations [x y z; 0:; a[1]; zz; fault(P0); 0:r8] exists (x=1)"));
    assert_snapshot!("filter", condition("filter (zz=1) exists (x=1)"));
    assert_snapshot!("too_deep", condition(&format!("exists {}x=1", "(".repeat(300))));
    assert_snapshot!("kinds", condition("exists (x=1) with tso: maybe"));
}
