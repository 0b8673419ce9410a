//! Where Lakmus and the reference simulator were seen to differ, and Lakmus was wrong: one test each, with the answer that is right. Where no
//! other program is the witness, the reason stands beside it.

use lakmus_sim::{Engine, Model, Options, Report, RunError, Test, simulate};
use source::{Diagnostic, SourceId, Sources};

/// What ships, for models that include it.
struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

fn messages(found: &[Diagnostic]) -> String {
    found.iter().map(|each| each.message.clone()).collect::<Vec<_>>().join("; ")
}

fn load(text: &str) -> Result<Test, String> {
    let mut sources = Sources::new();
    let source = sources.add("difference.litmus", text);
    Test::load(&sources, source, "difference").map_err(|found| messages(&found))
}

/// What becomes of a test under a model, a shipped one or a text; both engines must say the same.
fn run(test: &str, model: &str) -> Result<Report, String> {
    let test = load(test)?;
    let mut sources = Sources::new();
    let text = models::file(&format!("{model}.cat")).unwrap_or(model);
    let source = sources.add("model.cat", text);
    let model = Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false);
    let model = model.map_err(|found| messages(&found))?;
    let run = |engine| {
        let options = Options::default().with(|set| set.engine = engine);
        simulate(&test, &model, &options).map_err(|error| match error {
            RunError::Refused(found) => messages(&found),
            RunError::Stopped(reason) => reason.to_string(),
        })
    };
    let (compiled, reference) = (run(Engine::Compiled), run(Engine::Reference));
    assert_eq!(format!("{compiled:?}"), format!("{reference:?}"), "the engines differ");
    compiled
}

/// The states, and how many executions satisfy the condition and do not.
fn counted(test: &str, model: &str) -> (Vec<String>, u64, u64) {
    let report = run(test, model).unwrap_or_else(|error| panic!("{error}\n{test}"));
    (report.states, report.positive, report.negative)
}

fn refused(test: &str, model: &str) -> String {
    match run(test, model) {
        Ok(report) => panic!("{report:?}\n{test}"),
        Err(message) => message,
    }
}

#[test]
fn a_load_outside_its_location_is_an_error() {
    // What begins inside ends outside.
    for (at, byte) in [("[X3,#1]", 4), ("[X3,#64]", 64)] {
        let test =
            format!("AArch64 outside\n{{ 0:X1=x; 0:X3=y; }}\n P0 ;\n LDR W4,[X1] ;\n LDR W5,{at} ;\nexists (0:X4=1)\n");
        assert_eq!(refused(&test, "aarch64"), format!("access to `y` at byte {byte}, where no cell begins"));
    }
    let x86 = "X86_64 outside\n{ }\n P0 ;\n movq $x,%rax ;\n movl 1(%rax),%ebx ;\nexists (0:rbx=1)\n";
    assert_eq!(refused(x86, "x86tso"), "access to `x` at byte 4, where no cell begins");
    let c = "C outside\n{ int a[2]={1,2}; }\nP0 (int *a) { int r0 = *(a+5); }\nexists (0:r0=1)\n";
    assert_eq!(refused(c, "rc11"), "access to `a` at byte 20, where no cell begins");
}

#[test]
fn executions_that_follow_a_pointer_to_nowhere_do_not_vanish() {
    let test = "AArch64 nowhere\n{ int64_t p=x; 0:X1=y; 0:X3=p; 1:X3=p; }
 P0              | P1          ;
 ADD X2,X1,#64   | LDR X4,[X3] ;
 STR X2,[X3]     | LDR W5,[X4] ;
exists (1:X4=x)\n";
    assert_eq!(refused(test, "aarch64"), "access to `y` at byte 64, where no cell begins");
}

/// A location without a type is an `int` where the initial state gives its number, as large as it is accessed.
#[test]
fn a_location_without_a_type_begins_with_a_number_of_an_int() {
    let x86 = "X86_64 begins\n{ y=-1; z=4294967297; int64_t 0:rax; int64_t 0:rbx; }
 P0 ;\n movq (y),%rax ;\n movq (z),%rbx ;\nforall (0:rax=4294967295 /\\ 0:rbx=1)\n";
    assert_eq!(counted(x86, "x86tso").0, ["0:rax=4294967295; 0:rbx=1;"]);
    // The same, where it has a type.
    let typed = x86.replace("{ y=-1; z=", "{ int64_t y=-1; int64_t z=");
    assert_eq!(counted(&typed, "x86tso").0, ["0:rax=-1; 0:rbx=4294967297;"]);
    // Types are no sizes in LISA; they are those of the numbers that locations begin with.
    let lisa = "LISA begins\n{ int8_t y=-1; uint16_t z=65537; uint64_t w=-5; }
 P0 ;\n r[] r1 y ;\n r[] r2 z ;\n r[] r3 w ;\n w[] y -1 ;\n r[] r4 y ;\nforall (0:r1=255 /\\ 0:r2=1 /\\ 0:r3=-5 /\\ 0:r4=-1)\n";
    assert_eq!(counted(lisa, "sc").1, 1);
}

/// What the faulty load returns may be anything, so that no path behind it contradicts it.
#[test]
fn a_fault_is_not_hidden_by_a_loop_behind_it() {
    let test = "AArch64 loop\n{ 0:X1=x; }\n P0 ;\n L0: ;\n LDR W4,[X1,#8] ;\n CBZ W4,L0 ;\nexists (0:X4=0)\n";
    assert_eq!(refused(test, "aarch64"), "access to `x` at byte 8, where no cell begins");
}

/// Of two linearisations of a set, those extend the relation that also follow its paths outside of the set.
#[test]
fn orders_extend_paths_that_leave_the_set() {
    let model = "\"lin\"\nlet chain = po & (SC * RLX | RLX * SC)\nwith S from linearisations(SC, chain)\n";
    let test = "C paths\n{ }\nP0 (atomic_int *x) {
  atomic_store_explicit(x, 1, memory_order_seq_cst);
  atomic_store_explicit(x, 2, memory_order_relaxed);
  atomic_store_explicit(x, 3, memory_order_seq_cst);
}\nexists (true)\n";
    assert_eq!(counted(test, model), (vec![String::new()], 1, 0), "the first store comes first");
}

const THIN_AIR: &str = "C thin-air\n{ }\nP0 (atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, r0, memory_order_relaxed);
}\nP1 (atomic_int *x, atomic_int *y) {
  int r1 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, r1, memory_order_relaxed);
}\n";

#[test]
fn values_out_of_thin_air_are_any_value() {
    let of = |condition: &str| counted(&format!("{THIN_AIR}{condition}\n"), "c11");
    let states = vec!["0:r0=0; 1:r1=0;".to_owned(), "0:r0=any; 1:r1=any;".to_owned()];
    assert_eq!(of("exists (0:r0=1 /\\ 1:r1=1)"), (states.clone(), 1, 3), "both may be 1");
    assert_eq!(of("exists (0:r0=1 /\\ 1:r1=2)"), (states.clone(), 0, 4), "they are one value");
    assert_eq!(of("forall (0:r0=0 /\\ 1:r1=0)"), (states.clone(), 3, 1), "they need not be 0");
    assert_eq!(of("forall (0:r0=1:r1)"), (states.clone(), 4, 0), "they are the same whatever they are");
    assert_eq!(of("filter (0:r0=5)\nexists (1:r1=5)"), (vec!["1:r1=any;".to_owned()], 1, 0), "5 is let in");
    assert_eq!(of("filter (0:r0=5 /\\ 1:r1=6)\nexists (1:r1=5)"), (vec![], 0, 0), "nothing is let in");
    let strict = counted(&format!("{THIN_AIR}exists (0:r0=1)\n"), "rc11");
    assert_eq!(strict.1, 0, "rc11 forbids them");
}

/// x = x + 1 has no solution; x = -x has two, which is said.
#[test]
fn values_that_are_functions_of_themselves() {
    let with = |change: &str| THIN_AIR.replace("(y, r0,", &format!("(y, {change},")) + "exists (0:r0=1)\n";
    let (states, positive, negative) = counted(&with("r0 + 1"), "c11");
    assert_eq!((states, positive, negative), (vec!["0:r0=0;".to_owned()], 0, 3));
    let message = refused(&with("-r0"), "c11");
    assert_eq!(message, "a value depends on a value out of thin air, which only itself determines");
}

#[test]
fn a_long_in_the_initial_state_of_c_has_64_bits() {
    let test = "C long\n{ long x=-1; }\nP0 (_Atomic long *x) { long r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (0:r0=-1)\n";
    assert_eq!(counted(test, "rc11"), (vec!["0:r0=-1;".to_owned()], 1, 0));
}

/// C11 6.3.1: a value of type `int8_t` is between -128 and 127 wherever it is looked at.
#[test]
fn narrow_signed_variables_are_signed_everywhere() {
    let test = "C narrow\n{ int8_t x=-1; }\nP0 (_Atomic int8_t *x) {
  int8_t r0 = atomic_load_explicit(x, memory_order_relaxed); int8_t r1 = 255; int r2 = (r0 < 0); uint8_t r3 = r0; int16_t r4 = r0;
}\nlocations [0:r0; 0:r1; 0:r2; 0:r3; 0:r4;]\nexists (0:r0=-1 /\\ 0:r1=-1 /\\ 0:r4=-1)\n";
    let state = "0:r0=-1; 0:r1=-1; 0:r2=1; 0:r3=255; 0:r4=-1;";
    assert_eq!(counted(test, "rc11"), (vec![state.to_owned()], 1, 0));
}

/// As the reference simulator orders them: by the words that it computes with.
#[test]
fn narrow_negative_numbers_stand_behind_others() {
    let test =
        "C order\n{ int8_t x=0; }\nP0 (_Atomic int8_t *x) { atomic_fetch_add_explicit(x, 255, memory_order_relaxed); }
P1 (_Atomic int8_t *x) { int8_t r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (1:r0=2)\n";
    assert_eq!(counted(test, "rc11").0, ["1:r0=0;", "1:r0=-1;"]);
}

#[test]
fn a_loop_without_end_is_cut() {
    let test = "AArch64 endless\n{ uint64_t x=0; }\n P0 | P1 ;\n DMB ST | L11: ;\n NOP | TBZ W7,#0,L11 ;\nlocations [x;]\n~exists ([x]=2)\n";
    let report = run(test, "aarch64").expect("a result");
    assert_eq!((report.states.len(), report.is_cut, report.cut_at.as_deref()), (0, true, Some("L11")));
}

/// Tests of the Linux kernel store pointers through pointers to `int`.
#[test]
fn addresses_in_what_is_declared_too_narrow() {
    let test = "C narrow-pointer\n{ int a = 0; int *y = &a; }\nP0 (int **y, int *z) {
  int **r0;
  r0 = (int**) *y;
  *r0 = z;
  int *r1 = *r0;
}\nexists (0:r1=z)\n";
    let loaded = load(test).expect("a test");
    assert_eq!(messages(loaded.warnings()), "addresses may be stored into `a`, whose type is too narrow for them");
    assert_eq!(counted(test, "rc11"), (vec!["0:r1=z;".to_owned()], 1, 0));
}

/// As `docs/models.md` says: nothing under `x86tso`, a fence between a write and a read under `x86tso-herd`.
#[test]
fn flushes_of_cache_lines() {
    for flush in ["clflush", "clflushopt"] {
        let test = format!(
            "X86_64 SB+flushes\n{{ }}\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n {flush} (x) | {flush} (y) ;
 movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n"
        );
        assert_eq!(counted(&test, "x86tso").1, 1);
        assert_eq!(counted(&test, "x86tso-herd").1, 0);
    }
}

#[test]
fn orders_that_c11_forbids() {
    let operation =
        |operation: &str| format!("C order\n{{ }}\nP0 (atomic_int *x, int *e) {{ {operation}; }}\nexists (true)\n");
    for (call, message) in [
        ("atomic_load_explicit(x, memory_order_release)", "a load cannot have the memory order `memory_order_release`"),
        ("atomic_load_explicit(x, memory_order_acq_rel)", "a load cannot have the memory order `memory_order_acq_rel`"),
        (
            "atomic_store_explicit(x, 1, memory_order_acquire)",
            "a store cannot have the memory order `memory_order_acquire`",
        ),
        (
            "atomic_store_explicit(x, 1, memory_order_consume)",
            "a store cannot have the memory order `memory_order_consume`",
        ),
        (
            "atomic_compare_exchange_strong_explicit(x, e, 1, memory_order_seq_cst, memory_order_release)",
            "a compare-exchange that fails cannot have the memory order `memory_order_release`",
        ),
        (
            "atomic_compare_exchange_weak_explicit(x, e, 1, memory_order_release, memory_order_acquire)",
            "the order on failure, `memory_order_acquire`, is stronger than that on success, `memory_order_release`",
        ),
        ("__atomic_load_n(x, __ATOMIC_RELEASE)", "a load cannot have the memory order `__ATOMIC_RELEASE`"),
    ] {
        assert_eq!(refused(&operation(call), "rc11"), message);
    }
    for call in [
        "atomic_compare_exchange_weak_explicit(x, e, 1, memory_order_acq_rel, memory_order_acquire)",
        "atomic_compare_exchange_weak_explicit(x, e, 1, memory_order_seq_cst, memory_order_seq_cst)",
        "atomic_compare_exchange_weak_explicit(x, e, 1, memory_order_release, memory_order_relaxed)",
        "atomic_exchange_explicit(x, 1, memory_order_consume)",
    ] {
        assert!(run(&operation(call), "rc11").is_ok(), "{call}");
    }
}

const SB: &str = "X86_64 SB\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n";

/// The costs of bad input are bounded by counts, which both engines have; how long that takes is not looked at here.
#[test]
fn models_without_end_are_stopped() {
    for (model, message) in [
        ("\"m\"\nlet rec f(x) = f(x)\nacyclic f(po)\n", "too many steps"),
        ("\"m\"\nlet rec f(x) = f((x | po)+)\nacyclic f(po)\n", "too many steps"),
        ("\"m\"\nlet rec f(x) = f(x) | po\nacyclic f(po)\n", "too deep a recursion"),
        // Each round doubles the number of values inside.
        ("\"m\"\nlet rec x = {x} | (x ++ x) ++ {{}}\nempty x\n", ""),
    ] {
        let found = refused(SB, model);
        assert!(found.contains(message), "{found}\n{model}");
    }
}

#[test]
fn long_sequences_are_no_trouble() {
    let model = format!("\"m\"\nacyclic {}po\n", "po;".repeat(20_000));
    assert_eq!(counted(SB, &model).0.len(), 4);
}

#[test]
fn deep_nesting_is_told_once() {
    let chain: Vec<String> = (0..4000).map(|value| format!("if (r0 == {value}) {{ r0 = 1; }}")).collect();
    let test =
        format!("C chain\n{{ }}\nP0 (atomic_int *x) {{ int r0 = 1; {} }}\nexists (true)\n", chain.join(" else "));
    assert_eq!(refused(&test, "rc11"), "nested more than 200 levels deep");
}

#[test]
fn many_paths_are_refused() {
    let mut test = "X86_64 branches\n{ }\n P0 ;\n".to_owned();
    for label in 0..40 {
        test += &format!(" movl (x),%eax ;\n cmpl ${label},%eax ;\n je L{label} ;\n L{label}: ;\n");
    }
    test += "exists (0:rax=0)\n";
    let message = refused(&test, "x86tso");
    assert_eq!(message, "the control-flow paths of the threads take more than 100 MB; lower the unroll bound");
}

#[test]
fn large_unroll_bounds_are_refused() {
    let test = "AArch64 spin\nUnroll=1000\n{ 0:X1=x; }\n P0 ;\n L0: ;\n LDR W0,[X1] ;\n CBZ W0,L0 ;\nexists (0:X0=1)\n";
    assert!(refused(test, "aarch64").contains("the limit is 512"));
}

/// An empty result says nothing about a condition: it is an error, unless the filter, contradicting values or the unroll bound lead to it.
#[test]
fn a_model_that_forbids_everything_is_an_error() {
    let forbidden = "there is no final state: the model allows no execution of this test";
    for model in [
        "\"m\"\ninclude \"cos.cat\"\nempty W as writes\n",
        "\"m\"\ninclude \"cos.cat\"\n~empty 0\n",
        "\"m\"\nwith co from {}\nacyclic co\n",
        "\"m\"\ninclude \"cos.cat\"\nacyclic po | po^-1\n",
    ] {
        assert_eq!(refused(SB, model), forbidden, "{model}");
    }
    let filtered = SB.replace("exists", "filter (0:rax=5)\nexists");
    assert_eq!(counted(&filtered, "sc"), (vec![], 0, 0), "the filter lets nothing pass");
    let endless = "X86_64 endless\n{ }\n P0 ;\n L: ;\n jmp L ;\nexists (true)\n";
    assert!(run(endless, "sc").expect("a result").is_cut, "cut at the unroll bound");
}

/// The label of the error is the check that fails, in the model.
#[test]
fn an_error_without_executions_shows_the_check() {
    let text = "\"m\"\ninclude \"cos.cat\"\nempty W as writes\n";
    let test = load(SB).expect("a test");
    let mut sources = Sources::new();
    let source = sources.add("model.cat", text);
    let model = Model::load(&mut sources, source, None, &mut Shipped, test.language(), &|_| false).expect("a model");
    let Err(RunError::Refused(found)) = simulate(&test, &model, &Options::default()) else { panic!("it is refused") };
    assert_eq!(found[0].span().map(|span| sources.snippet(span)), Some("empty W as writes"));
    let accepting = Options::default().with(|set| set.accepts_no_execution = true);
    let report = simulate(&test, &model, &accepting).expect("a result");
    assert_eq!((report.states.len(), report.positive, report.negative), (0, 0, 0));
}

/// A test of one thread, whose only state is `state`.
fn ends_in(test: &str, model: &str, state: &str) {
    assert_eq!(counted(test, model).0, [state], "{test}");
}

/// The flags of x86 (Intel's manual, volume 2, `Jcc` and `CMOVcc`): the reference simulator's carry is always 0, its sign flag means greater, and its
/// `jl` jumps on equality.
#[test]
fn flags_of_x86() {
    for (left, right, carry, sign, less, greater) in
        [(1, 2, 1, 1, 1, 0), (2, 1, 0, 0, 0, 1), (2, 2, 0, 0, 0, 0), (-1, 1, 0, 1, 1, 0), (1, -1, 1, 0, 0, 1)]
    {
        let test = format!(
            "X86_64 flags\n{{ }}\n P0 ;\n movl ${left},%eax ;\n movl $1,%ebx ;\n xorl %r8d,%r8d ;\n xorl %r9d,%r9d ;
 xorl %r10d,%r10d ;\n xorl %r11d,%r11d ;\n cmpl ${right},%eax ;\n cmovc %ebx,%r8d ;\n jns L0 ;\n movl $1,%r9d ;\n L0: ;
 jge L1 ;\n movl $1,%r10d ;\n L1: ;\n jle L2 ;\n movl $1,%r11d ;\n L2: ;
exists (0:r8={carry} /\\ 0:r9={sign} /\\ 0:r10={less} /\\ 0:r11={greater})\n"
        );
        assert_eq!(counted(&test, "x86tso").1, 1, "{test}");
        let jumps = format!(
            "X86_64 jumps\n{{ }}\n P0 ;\n movl ${left},%eax ;\n movl $1,%r9d ;\n movl $1,%r10d ;\n movl $1,%r11d ;\n cmpl ${right},%eax ;
 js L0 ;\n movl $0,%r9d ;\n L0: ;\n jl L1 ;\n movl $0,%r10d ;\n L1: ;\n jg L2 ;\n movl $0,%r11d ;\n L2: ;
exists (0:r9={sign} /\\ 0:r10={less} /\\ 0:r11={greater})\n"
        );
        assert_eq!(counted(&jumps, "x86tso").1, 1, "{jumps}");
    }
}

/// Intel's manual, volume 1, 3.4.1.1: a write to 8 or 16 bits of a register keeps the others, a write to 32 bits clears the upper ones.
#[test]
fn parts_of_registers_of_x86() {
    let start = "movabsq $0x1122334455667788,%rax";
    for (write, expected) in [
        ("movb $0,%al", 0x1122_3344_5566_7700_u64),
        ("movb $0,%ah", 0x1122_3344_5566_0088),
        ("movw $0,%ax", 0x1122_3344_5566_0000),
        ("movl $0,%eax", 0),
    ] {
        let test = format!("X86_64 parts\n{{ }}\n P0 ;\n {start} ;\n {write} ;\nexists (0:rax={expected})\n");
        assert_eq!(counted(&test, "x86tso").1, 1, "{test}");
    }
}

/// The Arm Architecture Reference Manual, C6.2: `LDUMINB` compares without signs, additions of halfwords wrap, GE is N = V, and `ASR` takes its amount modulo
/// the width.
#[test]
fn instructions_of_aarch64() {
    ends_in(
        "AArch64 minimum\n{ uint8_t x=200; 0:X3=x; 0:X1=100; }\n P0 ;\n LDUMINB W1,W2,[X3] ;\nlocations [x; 0:X2;]\nexists (true)\n",
        "aarch64",
        "0:X2=200; [x]=100;",
    );
    ends_in(
        "AArch64 wrap\n{ uint16_t x=65535; 0:X3=x; 0:X1=2; }\n P0 ;\n LDADDH W1,W2,[X3] ;\nlocations [x; 0:X2;]\nexists (true)\n",
        "aarch64",
        "0:X2=65535; [x]=1;",
    );
    for (left, right, is_ge) in [(1, 2, 0), (2, 2, 1), (3, 2, 1), (-1, 1, 0), (1, -1, 1)] {
        let test = format!(
            "AArch64 ge\n{{ 0:X1=7; }}\n P0 ;\n MOV W2,#{left} ;\n MOV W3,#{right} ;\n CMP W2,W3 ;\n CINC W4,W1,GE ;\n CSETM W5,GE ;
 CSET W6,GE ;\nexists (0:X4={} /\\ 0:X5={} /\\ 0:X6={is_ge})\n",
            7 + is_ge,
            u64::from(u32::MAX) * is_ge,
        );
        assert_eq!(counted(&test, "aarch64").1, 1, "{test}");
    }
    for (value, amount, shifted) in [(-8_i32, 1, -4_i32), (-8, 33, -4), (8, 2, 2), (-1, 31, -1)] {
        let test = format!(
            "AArch64 shift\n{{ }}\n P0 ;\n MOV W1,#{value} ;\n MOV W2,#{amount} ;\n ASR W3,W1,W2 ;\nexists (0:X3={})\n",
            shifted.cast_unsigned()
        );
        assert_eq!(counted(&test, "aarch64").1, 1, "{test}");
    }
}

/// Both tests of the Linux kernel's suite that store a pointer through one to `int`, in other words: the release store, and one by data alone. The states
/// are those of the reference simulator.
#[test]
fn the_kernels_pointers_in_ints() {
    for annotation in ["release", "once"] {
        let test = format!(
            "C pointers\n{{ int a = 0; int b = 0; int *x = &a; int *y = &b; }}\nP0 (int **x) {{ __store{{once}}(*x, x); }}
P1 (int **x, int **y) {{ int *r1; r1 = __load{{once}}(*x); __store{{{annotation}}}(*y, r1); }}
P2 (int **y, int *a) {{ int **r2; r2 = (int**) __load{{once}}(*y); __store{{once}}(*r2, a); }}
exists (1:r1=x /\\ 2:r2=x)\n"
        );
        let loaded = load(&test).expect("a test");
        let warning = "addresses may be stored into `a`, whose type is too narrow for them; \
                       addresses may be stored into `b`, whose type is too narrow for them";
        assert_eq!(messages(loaded.warnings()), warning);
        let states = ["1:r1=a; 2:r2=a;", "1:r1=a; 2:r2=b;", "1:r1=x; 2:r2=b;", "1:r1=x; 2:r2=x;"].map(str::to_owned);
        assert_eq!(counted(&test, "sc"), (states.to_vec(), 1, 3));
    }
}

/// The reference simulator's test of `__atomic_add_unless` in one thread: no flag of undefined behaviour, as all that happens is ordered by the program.
#[test]
fn adding_unless_in_one_thread_is_no_race() {
    let test = "C add-unless\n{ atomic_t x = ATOMIC_INIT(0); }\nP0 (atomic_int *x) {
  int r0;\n  r0 = __atomic_add_unless{mb}(x, 3, 0);\n  int r1;\n  r1 = __atomic_add_unless{mb}(x, 3, 3);\n}\nforall (0:r0=0 /\\ 0:r1=1 /\\ x=3)\n";
    for model in ["c11", "rc11", "c11tester"] {
        let report = run(test, model).expect("a result");
        assert_eq!((report.positive, report.negative, report.flags.len()), (1, 0, 0), "{model}: {:?}", report.flags);
        assert_eq!(report.verdict, lakmus_sim::Verdict::Ok, "{model}");
    }
}

/// A branch of C ends with its statement, so that what stands behind it does not depend on it by control; where one way leaves through `return`, what
/// stands behind is on the other way. The reference simulator says the same of the first two tests, and reads no `return`.
#[test]
fn control_dependencies_of_c_end_where_ways_join() {
    let allowed = |body: &str| {
        let test = format!(
            "C control\n{{}}\nP0(int *x, int *y, int *z) {{ int r0 = READ_ONCE(*x); {body} WRITE_ONCE(*y, 1); }}
P1(int *x, int *y) {{ int r0 = READ_ONCE(*y); WRITE_ONCE(*x, r0); }}\nexists (0:r0=1 /\\ 1:r0=1)\n"
        );
        counted(&test, "lkmm").1 > 0
    };
    assert!(allowed("if (r0) { WRITE_ONCE(*z, 1); }"));
    assert!(allowed("int r1 = r0; while (r1 == 1) { r1 = 2; }"));
    assert!(!allowed("if (!r0) { return; }"));
    assert!(!allowed("if (r0 != 2) { if (!r0) { return; } }"));
    assert!(allowed("while (1) { if (r0) { break; } WRITE_ONCE(*z, 1); break; }"));
}
