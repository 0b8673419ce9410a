//! Bodies of functions, and what is the same or orders less.

use super::outline::Assumed;
use super::*;
use crate::runtime_calls::NoHelpers;

fn body_of(architecture: Architecture, text: &str, arguments: &[u16], results: &[u16]) -> Result<Body, String> {
    let listing = Listing::read(&format!("f:\n{text}"), architecture);
    let passed = |widths: &[u16]| widths.iter().map(|width| Passed::Number(*width)).collect::<Vec<Passed>>();
    let (arguments, results) = (passed(arguments), passed(results));
    let interface = Interface { arguments: &arguments, results: &results, is_wide: false };
    ingest(&listing, "f", interface, architecture, &NoHelpers)
}

fn body(text: &str, arguments: &[u16], results: &[u16]) -> Result<Body, String> {
    body_of(Architecture::AArch64, text, arguments, results)
}

fn text_of(architecture: Architecture, text: &str, arguments: &[u16], results: &[u16]) -> Vec<String> {
    body_of(architecture, text, arguments, results).map_or_else(|error| panic!("{error}"), |body| body.text())
}

fn key(text: &str, arguments: &[u16], results: &[u16]) -> String {
    body(text, arguments, results).map_or_else(|error| panic!("{error}"), |body| body.key)
}

#[test]
fn scratch_registers_have_no_names() {
    let clang = key("mov w8, #2\nswpl w8, wzr, [x0]\nret", &[64], &[]);
    let other = key("mov w1, 2\nswpl w1, wzr, [x0]\nret", &[64], &[]);
    assert_eq!(clang, other);
    let fixed = key("mov w8, #2\nswpl w8, w8, [x0]\nret", &[64], &[]);
    assert_ne!(clang, fixed);
}

#[test]
fn arguments_and_results_keep_theirs() {
    assert_ne!(key("ldr w0, [x0]\nret", &[64, 64], &[32]), key("ldr w0, [x1]\nret", &[64, 64], &[32]));
}

/// Whether the first of two functions with the address of so many bits orders no more than the second.
fn is_below(one: &str, other: &str, width: u16, results: &[u16], assumed: Assumed) -> bool {
    let outline = |text: &str| {
        let listing = Listing::read(&format!("f:\n{text}"), Architecture::AArch64);
        let results: Vec<Passed> = results.iter().map(|width| Passed::Number(*width)).collect();
        let interface = Interface { arguments: &[Passed::Address], results: &results, is_wide: width > 64 };
        let body = ingest(&listing, "f", interface, Architecture::AArch64, &NoHelpers);
        body.unwrap_or_else(|error| panic!("{error}")).outline.expect("it has no loop but retries")
    };
    outline(one).orders_no_more_than(&outline(other), assumed)
}

const NOTHING_KNOWN: Assumed =
    Assumed { idle_writes_may_go: false, passes_no_results: false, no_release_before: false, no_acquire_behind: false };

const STORE: &str = "mov w8, #1\nstilp x8, xzr, [x0]\nret";
const STORE_EXCLUSIVE: &str = "mov w8, #1\n.L1:\nldxp xzr, x9, [x0]\nstlxp w9, x8, xzr, [x0]\ncbnz w9, .L1\nret";
const COMPARE_AND_SWAP: &str = "ldp x4, x5, [x0]\nmov w2, #1\n.L1:\nmov x3, xzr\nmov x6, x4\nmov x7, x5\n\
    caspl x6, x7, x2, x3, [x0]\ncmp x7, x5\nccmp x6, x4, #0, eq\nmov x4, x6\nmov x5, x7\nb.ne .L1\nret";

#[test]
fn stores_order_no_more_than_what_reads_besides() {
    let is_store_below = |other: &str| is_below(STORE, other, 128, &[], NOTHING_KNOWN);
    assert!(is_store_below(STORE_EXCLUSIVE));
    assert!(is_store_below(COMPARE_AND_SWAP));
    assert!(!is_below(STORE_EXCLUSIVE, STORE, 128, &[], NOTHING_KNOWN));
    // A barrier is no annotation, nor the other way round; and what has neither is below both.
    let fenced = "mov w8, #1\ndmb ish\nstp x8, xzr, [x0]\nret";
    assert!(!is_store_below(fenced));
    assert!(!is_below(fenced, STORE, 128, &[], NOTHING_KNOWN));
    let plain = "mov w8, #1\nstp x8, xzr, [x0]\nret";
    assert!(is_below(plain, fenced, 128, &[], NOTHING_KNOWN) && is_below(plain, STORE, 128, &[], NOTHING_KNOWN));
    let other_value = "mov w8, #2\nstilp x8, xzr, [x0]\nret";
    assert!(!is_below(other_value, STORE_EXCLUSIVE, 128, &[], NOTHING_KNOWN));
}

#[test]
fn acquires_order_no_less_than_weaker_ones() {
    let [ldapr, ldar] = ["ldapr w0, [x0]\nret", "ldar w0, [x0]\nret"];
    assert!(is_below(ldapr, ldar, 32, &[32], NOTHING_KNOWN));
    assert!(!is_below(ldar, ldapr, 32, &[32], NOTHING_KNOWN));
}

#[test]
fn loads_that_write_are_compared_where_idle_writes_may_go() {
    let load = "ldp x0, x1, [x0]\nret";
    let exclusive = "mov x8, x0\n.L1:\nldxp x0, x1, [x8]\nstxp w9, x0, x1, [x8]\ncbnz w9, .L1\nret";
    assert!(!is_below(load, exclusive, 128, &[64, 64], NOTHING_KNOWN));
    let is_last = Assumed { idle_writes_may_go: true, ..NOTHING_KNOWN };
    assert!(is_below(load, exclusive, 128, &[64, 64], is_last));
    // Where it finds what it expects, the result need not come from what was read.
    let swap = "mov x2, xzr\nmov x3, xzr\ncasp x2, x3, x2, x3, [x0]\nmov x0, x2\nmov x1, x3\nret";
    assert!(!is_below(load, swap, 128, &[64, 64], is_last));
    let is_unused = Assumed { passes_no_results: true, ..is_last };
    assert!(is_below(load, swap, 128, &[64, 64], is_unused));
    assert!(!is_below(load, swap, 128, &[64, 64], Assumed { idle_writes_may_go: false, ..is_unused }));
}

#[test]
fn what_depends_on_reads_may_not_follow_idle_writes() {
    let may_follow = |text: &str, arguments: &[u16], results: &[u16]| {
        let body = body_of(Architecture::AArch64, text, arguments, results).unwrap_or_else(|error| panic!("{error}"));
        body.outline.expect("it has no loop but retries").may_follow_idle_writes
    };
    let exclusive = "mov x8, x0\n.L1:\nldxr x0, [x8]\nstxr w9, x0, [x8]\ncbnz w9, .L1\nret";
    assert!(may_follow("ldr x0, [x0]\nret", &[64], &[64]));
    assert!(may_follow(exclusive, &[64], &[64]));
    assert!(may_follow("mov x2, xzr\ncas x2, x2, [x0]\nmov x0, x2\nret", &[64], &[64]));
    assert!(may_follow("stlr x1, [x0]\nret", &[64, 64], &[]));
    // An acquire, a branch, an address and a write to another location.
    assert!(!may_follow("ldar x0, [x0]\nret", &[64], &[64]));
    assert!(!may_follow(&exclusive.replace("stxr", "cbz x0, .L2\nstxr").replace("ret", ".L2:\nret"), &[64], &[64]));
    assert!(!may_follow("ldr x2, [x0]\nldr x0, [x1, x2]\nret", &[64, 64], &[64]));
    assert!(!may_follow("ldr x2, [x0]\nstr x2, [x1]\nret", &[64, 64], &[]));
}

/// Whether the first of two A32 functions with the address of 64 bits orders no more than the second.
fn is_below_on_arm(one: &str, other: &str, results: &[u16], assumed: Assumed) -> bool {
    let outline = |text: &str| {
        let body = body_of(Architecture::Arm, text, &[32], results).unwrap_or_else(|error| panic!("{error}"));
        body.outline.expect("it has no loop but retries")
    };
    outline(one).orders_no_more_than(&outline(other), assumed)
}

#[test]
fn load_exclusives_alone_are_loads() {
    let [plain, exclusive] = ["ldrd r0, r1, [r0]\nbx lr", "ldrexd r0, r1, [r0]\nbx lr"];
    assert!(is_below_on_arm(plain, exclusive, &[64], NOTHING_KNOWN));
    assert!(is_below_on_arm(exclusive, plain, &[64], NOTHING_KNOWN));
    // With a store-exclusive behind it, one is half of an atomic access.
    let store = "mov r2, #1\n.L1:\nldrex r12, [r0]\nstrex r1, r2, [r0]\ncmp r1, #0\nbne .L1\nbx lr";
    assert!(!is_below_on_arm(&store.replace("ldrex", "ldr"), store, &[], NOTHING_KNOWN));
}

#[test]
fn barriers_stand_in_for_releases_where_no_acquire_is_behind() {
    let store = |before: &str, write: &str, behind: &str| {
        format!("mov r2, #1\n{before}.L1:\nldrex r12, [r0]\n{write} r1, r2, [r0]\ncmp r1, #0\nbne .L1\n{behind}bx lr")
    };
    let (release, fenced) = (store("", "stlex", ""), store("dmb ish\n", "strex", ""));
    let no_acquire_behind = Assumed { no_acquire_behind: true, ..NOTHING_KNOWN };
    assert!(is_below_on_arm(&release, &fenced, &[], no_acquire_behind));
    assert!(!is_below_on_arm(&release, &fenced, &[], NOTHING_KNOWN), "a later acquire stays behind the release");
    assert!(!is_below_on_arm(&fenced, &release, &[], no_acquire_behind));
    assert!(is_below_on_arm(&release, &store("dmb ish\n", "strex", "dmb ish\n"), &[], NOTHING_KNOWN));
    assert!(!is_below_on_arm(&release, &store("", "strex", "dmb ish\n"), &[], no_acquire_behind));
    assert!(!is_below_on_arm(&release, &store("dmb ishst\n", "strex", ""), &[], no_acquire_behind));
    // An acquire is not given by a barrier before it.
    let both = store("", "stlex", "").replace("ldrex", "ldaex");
    assert!(!is_below_on_arm(&both, &fenced, &[], no_acquire_behind));
    assert!(is_below_on_arm(&both, &store("dmb ish\n", "strex", "dmb ish\n"), &[], NOTHING_KNOWN));
}

#[test]
fn barriers_stand_in_for_acquires_where_no_release_is_before() {
    let [acquire, fenced] = ["lda r0, [r0]\nbx lr", "ldr r0, [r0]\ndmb ish\nbx lr"];
    let no_release_before = Assumed { no_release_before: true, ..NOTHING_KNOWN };
    assert!(is_below_on_arm(acquire, fenced, &[32], no_release_before));
    // This is bug 1 of the paper.
    assert!(!is_below_on_arm(acquire, fenced, &[32], NOTHING_KNOWN));
    assert!(is_below_on_arm(acquire, "dmb ish\nldr r0, [r0]\ndmb ish\nbx lr", &[32], NOTHING_KNOWN));
    assert!(!is_below_on_arm(acquire, "dmb ish\nldr r0, [r0]\nbx lr", &[32], no_release_before));
    // An atomic instruction that acquires and releases comes before what is behind it.
    let [swap, other] = ["swpal w1, w0, [x0]\nret", "dmb ish\nswpa w1, w0, [x0]\nret"];
    let all = Assumed { no_acquire_behind: true, ..no_release_before };
    assert!(!is_below(swap, other, 32, &[32], all));
    assert!(is_below(swap, "dmb ish\nswp w1, w0, [x0]\ndmb ish\nret", 32, &[32], NOTHING_KNOWN));
}

#[test]
fn paths_on_which_both_halves_are_equal_and_the_whole_is_not_are_none() {
    let listing = Listing::read(&format!("f:\n{COMPARE_AND_SWAP}"), Architecture::AArch64);
    let interface = Interface { arguments: &[Passed::Address], results: &[], is_wide: true };
    let body = ingest(&listing, "f", interface, Architecture::AArch64, &NoHelpers);
    let events = body.ok().and_then(|body| body.events).expect("it has events");
    // The register with what is expected is written again or not.
    assert_eq!(events.matches("path\n").count(), 2);
}

#[test]
fn saved_registers_disappear() {
    let saved = "stp x29, x30, [sp, #-16]!\nmov x29, sp\nldar w0, [x0]\nldp x29, x30, [sp], #16\nret";
    assert_eq!(key(saved, &[64], &[32]), key("ldar w0, [x0]\nret", &[64], &[32]));
}

#[test]
fn slots_become_registers() {
    let body =
        body("sub sp, sp, #16\nldr w8, [x0]\nstr w8, [sp, #8]\nldr w0, [sp, #8]\nadd sp, sp, #16\nret", &[64], &[32]);
    let lines = body.map_or_else(|error| panic!("{error}"), |body| body.lines);
    let texts: Vec<&str> = lines
        .iter()
        .map(|line| match line {
            BodyLine::Instruction(text) => text.as_str(),
            BodyLine::Label(_) => "",
        })
        .collect();
    assert_eq!(texts, ["ldr w8, [x0]", "MOV W%s0,W8", "MOV W0,W%s0"]);
}

#[test]
fn broken_rules_are_reported() {
    let error = body("mov x19, x0\nldr w0, [x19]\nret", &[64], &[32]).err();
    assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: X19 is not restored"));
    let error = body("sub sp, sp, #16\nldr w0, [x0]\nret", &[64], &[32]).err();
    assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: SP is not restored"));
}

#[test]
fn what_is_not_known_is_named() {
    let error = body("b __atomic_load_16", &[64], &[128]).err();
    assert_eq!(error.as_deref(), Some("it calls `__atomic_load_16`, whose code is not known"));
    let error = body("frobnicate x0\nret", &[64], &[]).err().unwrap_or_default();
    assert!(error.contains("frobnicate"), "{error}");
}
#[test]
fn arm_frames_and_returns_disappear() {
    let exchange = "push {r4, r5, r11, lr}\nmov r5, #0\ndmb ish\nmov r4, #1\n.L1:\nldrexd r2, r3, [r0]\nstrexd r1, r4, r5, [r0]\n\
                    cmp r1, #0\nbne .L1\nmov r0, r2\nmov r1, r3\ndmb ish\npop {r4, r5, r11, pc}";
    let body = body_of(Architecture::Arm, exchange, &[32], &[64]).unwrap_or_else(|error| panic!("{error}"));
    assert!(body.text().iter().all(|line| !line.contains("push") && !line.contains("pop")), "{:?}", body.text());
    assert_eq!((body.retries.len(), body.has_other_loops), (1, false));
    let early = "ldr r1, [r0]\ncmp r1, #0\nbxeq lr\nstr r1, [r0, #4]\nbx lr";
    assert_eq!(
        text_of(Architecture::Arm, early, &[32], &[]),
        ["ldr r1, [r0]", "cmp r1, #0", "beq end", "str r1, [r0, #4]"]
    );
}

#[test]
fn a_loop_that_stores_twice_does_more_than_retry() {
    let loops = |text: &str| {
        let body = body_of(Architecture::AArch64, text, &[64, 64], &[]).unwrap_or_else(|error| panic!("{error}"));
        (body.retries.len(), body.has_other_loops)
    };
    assert_eq!(loops(".L1:\nldxr w2, [x0]\nstxr w3, w2, [x0]\ncbnz w3, .L1\nret"), (1, false));
    // The first store may have succeeded when the second one fails.
    let twice = ".L1:\nldxr w2, [x0]\nstxr w3, w2, [x0]\nldxr w2, [x1]\nstxr w3, w2, [x1]\ncbnz w3, .L1\nret";
    assert_eq!(loops(twice), (0, true));
    // A comparison that fails stores what it read, and goes back when that fails.
    let either = ".L1:\nldxr w2, [x0]\ncmp w2, w1\nb.ne .L2\nstxr w3, w4, [x0]\ncbnz w3, .L1\nret\n.L2:\nstxr w3, w2, [x0]\ncbnz w3, .L1\nret";
    assert_eq!(loops(either), (1, false));
}

#[test]
fn arm_arguments_on_the_stack_are_symbolic_registers() {
    let store = "push {r4, lr}\nldrd r4, r5, [sp, #8]\nstrd r4, r5, [r0]\npop {r4, pc}";
    let error = body_of(Architecture::Arm, store, &[32, 64, 64], &[]).err();
    assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: R5 is not restored"));
    let store = "push {r4, r5}\nldrd r4, r5, [sp, #8]\nstrd r4, r5, [r0]\npop {r4, r5}\nbx lr";
    assert_eq!(
        text_of(Architecture::Arm, store, &[32, 64, 64], &[]),
        ["MOV R4,%in0", "MOV R5,%in1", "strd r4, r5, [r0]"]
    );
}

#[test]
fn risc_v_slots_that_are_read_with_their_sign_become_registers() {
    let spill = "addi sp,sp,-16\nlw a0,0(a0)\nsw a0,12(sp)\nlw a0,12(sp)\naddi sp,sp,16\nret";
    assert_eq!(
        text_of(Architecture::RiscV, spill, &[64], &[32]),
        ["lw a0,0(a0)", "slli %s0h,x10,32", "srli %s0h,%s0h,32", "sext.w x10,%s0h"]
    );
}

#[test]
fn code_without_a_barrier_orders_less() {
    let outline = |architecture, text: &str, arguments: &[u16], results: &[u16]| {
        body_of(architecture, text, arguments, results).ok().and_then(|body| body.outline)
    };
    let is_less = |architecture, one: &str, other: &str| {
        let of = |text| outline(architecture, text, &[64, 32], &[]);
        of(one).zip(of(other)).is_some_and(|(one, other)| one.orders_no_more_than(&other, NOTHING_KNOWN))
    };
    let (plain, fenced) = ("sw a1,0(a0)\nret", "fence rw,w\nsw a1,0(a0)\nret");
    assert!(is_less(Architecture::RiscV, plain, fenced) && is_less(Architecture::RiscV, plain, plain));
    assert!(!is_less(Architecture::RiscV, fenced, plain));
    // Behind the store is another place than before it, and another barrier another one.
    assert!(!is_less(Architecture::RiscV, fenced, "sw a1,0(a0)\nfence rw,w\nret"));
    assert!(!is_less(Architecture::RiscV, fenced, "fence w,w\nsw a1,0(a0)\nret"));
    let (plain, ordered) = ("amoswap.w zero,a1,(a0)\nret", "amoswap.w.aqrl zero,a1,(a0)\nret");
    assert!(is_less(Architecture::RiscV, plain, ordered) && !is_less(Architecture::RiscV, ordered, plain));
    // What stores another value does something else.
    let other = "addi a1,a1,1\nsw a1,0(a0)\nret";
    assert!(!is_less(Architecture::RiscV, "sw a1,0(a0)\nret", other));
    let (plain, ordered) = ("str w1, [x0]\nret", "dmb ish\nstlr w1, [x0]\nret");
    assert!(is_less(Architecture::AArch64, plain, ordered) && !is_less(Architecture::AArch64, ordered, plain));
}

#[test]
fn the_machine_is_that_of_the_newest_instruction() {
    let machine = |text: &str| {
        let body = body_of(Architecture::Arm, text, &[32], &[32]).unwrap_or_else(|error| panic!("{error}"));
        Architecture::Arm.machine(&body.extensions).name()
    };
    assert_eq!(machine("ldr r0, [r0]\ndmb ish\nbx lr"), Some("Armv7-A"));
    assert_eq!(machine("lda r0, [r0]\nbx lr"), Some("Armv8-A in AArch32 state"));
}

#[test]
fn flags_that_nothing_reads_make_no_difference() {
    let key = |text: &str| match body_of(Architecture::Arm, text, &[32, 32], &[]) {
        Ok(body) => body.key,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(key("movs r3, #1\nstl r3, [r0]\nbx lr"), key("mov r2, #1\nstl r2, [r0]\nbx lr"));
    assert_eq!(key("subs r3, r1, #1\nstr r3, [r0]\nbx lr"), key("sub r3, r1, #1\nstr r3, [r0]\nbx lr"));
    let reads = "subs r3, r1, #1\nmovne r3, #2\nstr r3, [r0]\nbx lr";
    assert_ne!(key(reads), key("sub r3, r1, #1\nmovne r3, #2\nstr r3, [r0]\nbx lr"));
}

#[test]
fn halves_that_are_found_again_are_simulated_as_a_whole() {
    let body = |text: &str| {
        let listing = Listing::read(&format!("f:\n{text}"), Architecture::X86_64);
        let interface = Interface { arguments: &[Passed::Address], results: &[], is_wide: true };
        ingest(&listing, "f", interface, Architecture::X86_64, &NoHelpers).unwrap_or_else(|error| panic!("{error}"))
    };
    let store = "movq (%rdi), %rax\nmovq 8(%rdi), %rdx\nxorl %ecx, %ecx\n.L1:\nlock cmpxchg16b (%rdi)\njne .L1\nret";
    let with_loop = body(store);
    let is_whole = |line: &BodyLine| matches!(line, BodyLine::Instruction(text) if text.contains("movdqa"));
    assert_eq!(with_loop.simulated.iter().filter(|line| is_whole(line)).count(), 1);
    assert!(!with_loop.lines.iter().any(is_whole), "reports show what the compiler wrote");
    // Halves that nothing finds again are what they are.
    let plain = body("movq (%rdi), %rax\nmovq 8(%rdi), %rdx\nret");
    assert_eq!(plain.simulated, plain.lines);
}

#[test]
fn sizes_of_accesses_are_known_by_argument() {
    let sizes = |text: &str| {
        let listing = Listing::read(&format!("f:\n{text}"), Architecture::Arm);
        let interface = Interface { arguments: &[Passed::Address; 2], results: &[], is_wide: false };
        ingest(&listing, "f", interface, Architecture::Arm, &NoHelpers).map(|body| body.sizes)
    };
    let expected = Ok(vec![BTreeSet::from([64]), BTreeSet::from([32])]);
    assert_eq!(sizes("ldr r2, [r1]\nldr r3, [r1, #4]\nldrexd r2, r3, [r0]\nbx lr"), expected);
}
