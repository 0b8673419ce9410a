//! Tests of ARM, MIPS and RISC-V in instructions that the reference simulator does not read, as compilers write them. What they must give is
//! worked out by hand, or is what the same test gives in instructions that it does read.

use lakmus_sim::{Model, Observation, Options, Report, Test, simulate};
use source::{SourceId, Sources};

struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

fn run(text: &str, model: &str) -> Report {
    let mut sources = Sources::new();
    let source = sources.add("test", text);
    let test = Test::load(&sources, source, "test").unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let entry = models::model(model).expect("it ships");
    let model = cat::Files::open(&mut Shipped, entry.file, &mut sources).expect("it ships");
    let model = Model::load(&mut sources, model, None, &mut Shipped, test.language(), &|_| false).expect("no mistakes");
    simulate(&test, &model, &Options::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// How the condition is observed, and how often it holds and does not.
fn observed(text: &str, model: &str) -> (Observation, u64, u64) {
    let report = run(text, model);
    (report.observation(), report.positive, report.negative)
}

/// A sequentially consistent store by a compiler for Armv8, and a load by one for Armv7 or with a barrier before it.
fn store_buffering(load: &[&str], header: &str) -> String {
    let store = ["mov r2,#1", "mov r3,#0", "L:", "ldaexd r4,r5,[r0]", "stlexd r1,r2,r3,[r0]", "cmp r1,#0", "bne L"];
    let mut text = format!("ARM SB\n{header}{{ int64_t x; int64_t y; 0:r0=x; 0:r6=y; 1:r0=y; 1:r6=x; }}\nP0 | P1 ;\n");
    for line in store.iter().chain(load) {
        let labelled = |thread: usize| match *line {
            "L:" => format!("L{thread}:"),
            "bne L" => format!("bne L{thread}"),
            other => other.to_owned(),
        };
        text += &format!("{} | {} ;\n", labelled(0), labelled(1));
    }
    text + "exists (0:r8=0 /\\ 1:r8=0)\n"
}

/// GCC 111416: the load of 64 bits lacks the barrier before it. The counts are those of the same test with words.
#[test]
fn mixed_stores_and_loads_of_64_bits_show_what_those_of_32_bits_do() {
    for (load, header) in [("ldrexd r8,r9,[r6]", ""), ("ldrd r8,r9,[r6]", "Variant=LPAE\n")] {
        let text = store_buffering(&[load, "dmb ish"], header);
        assert_eq!(observed(&text, "aarch32"), (Observation::Sometimes, 9, 27), "{load}");
        let text = store_buffering(&["dmb ish", load, "dmb ish"], header);
        assert_eq!(observed(&text, "aarch32"), (Observation::Never, 0, 27), "{load}");
    }
}

#[test]
fn functions_with_frames_return_under_conditions() {
    let text = "ARM frame
{ int s[8]; 0:r0=x; 0:sp=s[4]; 1:r0=x; }
 P0                      | P1         ;
 bl f                    | mov r1,#7  ;
 b done                  | str r1,[r0];
 f: push {r4,r5,r11,lr}  |            ;
 ldr r5,[r0]             |            ;
 cmp r5,#7               |            ;
 ite eq                  |            ;
 moveq r6,#1             |            ;
 movne r6,#2             |            ;
 popeq {r4,r5,r11,pc}    |            ;
 mov r6,#3               |            ;
 pop {r4,r5,r11,pc}      |            ;
 done: add r6,r6,#4      |            ;
forall (0:r6=5 \\/ 0:r6=7)";
    for model in ["arm", "aarch32"] {
        assert_eq!(observed(text, model), (Observation::Always, 2, 0), "{model}");
    }
}

/// A jump by a register under a condition is a branch: stores behind it wait for what decides it, loads do not.
#[test]
fn returns_under_conditions_are_branches() {
    let test = |last: &str| {
        format!(
            "ARM MP
{{ 0:r0=x; 0:r1=y; 1:r0=x; 1:r1=y; }}
 P0         | P1         ;
 mov r2,#2  | ldr r3,[r1];
 str r2,[r0]| cmp r3,#0  ;
 dmb        | bxeq lr    ;
 mov r2,#1  | mov r2,#1  ;
 str r2,[r1]| {last}     ;
exists (1:r3=1 /\\ (1:r4=0 /\\ [x]=2))"
        )
    };
    assert_eq!(observed(&test("ldr r4,[r0]"), "aarch32").0, Observation::Sometimes);
    let stored = test("str r2,[r0]").replace("(1:r4=0 /\\ [x]=2)", "[x]=2");
    assert_eq!(observed(&stored, "aarch32").0, Observation::Never);
    assert_eq!(observed(&stored, "arm").0, Observation::Never);
}

#[test]
fn barriers_of_all_kinds_order_what_they_say() {
    let test = |before: &str, behind: &str| {
        format!(
            "ARM MP
{{ 0:r0=x; 0:r1=y; 1:r0=x; 1:r1=y; }}
 P0         | P1         ;
 mov r2,#1  | ldr r3,[r1];
 str r2,[r0]| {behind}   ;
 {before}   | ldr r4,[r0];
 str r2,[r1]|            ;
exists (1:r3=1 /\\ 1:r4=0)"
        )
    };
    for domain in ["", "ISH", "OSH", "NSH"] {
        for kind in ["DMB", "DSB"] {
            let (stores, loads) = (format!("{kind} {domain}ST"), format!("{kind} {domain}LD"));
            for model in ["arm", "aarch32"] {
                assert_eq!(observed(&test(&stores, &loads), model).0, Observation::Never, "{stores} {loads} {model}");
                assert_eq!(observed(&test(&stores, &stores), model).0, Observation::Sometimes, "{stores} {model}");
            }
            assert_eq!(observed(&test(&loads, &loads), "aarch32").0, Observation::Sometimes, "{loads}");
            // Before version 8, what is reserved is a full barrier.
            assert_eq!(observed(&test(&loads, &loads), "arm").0, Observation::Never, "{loads}");
        }
    }
}

#[test]
fn stypes_of_sync_order_what_they_say() {
    let test = |before: &str, behind: &str| {
        format!(
            "MIPS MP
{{ 0:$4=x; 0:$5=y; 1:$4=x; 1:$5=y; }}
 P0         | P1         ;
 li $2,1    | lw $6,0($5);
 sw $2,0($4)| {behind}   ;
 {before}   | lw $7,0($4);
 sw $2,0($5)|            ;
exists (1:$6=1 /\\ 1:$7=0)"
        )
    };
    let (for_stores, for_loads) =
        (["sync", "sync_mb", "sync_wmb", "sync_release"], ["sync", "sync_mb", "sync_rmb", "sync_acquire"]);
    for all in ["sync", "sync 1", "sync_mb", "sync_wmb", "sync_rmb", "sync_acquire", "sync_release"] {
        let is_for = |kinds: [&str; 4]| kinds.contains(&all) || all == "sync 1";
        let expected = |orders: bool| if orders { Observation::Never } else { Observation::Sometimes };
        assert_eq!(observed(&test(all, "sync"), "mips").0, expected(is_for(for_stores)), "{all} between stores");
        assert_eq!(observed(&test("sync", all), "mips").0, expected(is_for(for_loads)), "{all} between loads");
    }
}

/// A compare-and-exchange as clang writes it for release 6; with a `sync` behind what it jumps to when it fails, or only on the way there.
#[test]
fn compact_branches_jump() {
    let test = |on_the_way: &str, behind: &str| {
        format!(
            "MIPS MP+cas
{{ 0:$4=x; 0:$5=y; 1:$4=x; 1:$5=y; 1:$9=5; }}
 P0         | P1                ;
 li $2,1    | .L1: ll $6,0($5)  ;
 sw $2,0($4)| bnec $6,$9,.L3    ;
 sync       | move $2,$9        ;
 sw $2,0($5)| sc $2,0($5)       ;
            | beqzc $2,.L1      ;
            | {on_the_way}      ;
            | .L3: {behind}     ;
            | lw $7,0($4)       ;
exists (1:$6=1 /\\ 1:$7=0)"
        )
    };
    assert_eq!(observed(&test("nop", "sync"), "mips").0, Observation::Never);
    assert_eq!(observed(&test("sync", "nop"), "mips").0, Observation::Sometimes);
    assert_eq!(observed(&test("sync", "nop"), "mips-herd").0, Observation::Never);
}

#[test]
fn rv32_has_the_verdicts_of_rv64() {
    for (fence, expected) in [("fence rw,w", Observation::Never), ("fence r,w", Observation::Sometimes)] {
        let text = format!(
            "RISCV MP
Variant=rv32
{{ int *p=x; 0:a0=z; 0:a1=p; 1:a1=p; }}
 P0        | P1         ;
 li a2,1   | lw a3,0(a1);
 sw a2,0(a0)| lw a4,0(a3);
 {fence}   |            ;
 sw a0,0(a1)|           ;
exists (1:a3=z /\\ 1:a4=0)"
        );
        assert_eq!(
            observed(&text, "rvwmo").0,
            expected,
            "a pointer of 32 bits, and the dependency through it: {fence}"
        );
    }
}

#[test]
fn pairs_of_registers_are_compared_and_swapped_in_one_access() {
    let text = "RISCV increments
Variant=rv32
{ int64_t x; 0:a4=x; 1:a4=x; }
 P0                     | P1                     ;
 li a2,1                | li a2,1                ;
 li a3,2                | li a3,3                ;
 amocas.d a0,a2,(a4)    | amocas.d a0,a2,(a4)    ;
forall (0:a0=0 /\\ 0:a1=0 /\\ 1:a0=1 /\\ 1:a1=2 /\\ [x]=0x200000001 \\/ 1:a0=0 /\\ 1:a1=0 /\\ 0:a0=1 /\\ 0:a1=3 /\\ [x]=0x300000001)";
    assert_eq!(observed(text, "rvwmo"), (Observation::Always, 2, 0));
}
