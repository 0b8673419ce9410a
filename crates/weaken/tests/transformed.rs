//! Transformed programs: which accesses are delayed, and, where a C compiler is installed, what they do.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lakmus_weaken::checker::{Delays, Dialect, Options, TransformModel, Transformed, transform};
use lakmus_weaken::{Model, Propagating};

const STORE_BUFFERING: &str = include_str!("programs/store_buffering.ll");
const STORE_BUFFERING_FENCED: &str = include_str!("programs/store_buffering_fenced.ll");
const LOAD_BUFFERING: &str = include_str!("programs/load_buffering.ll");
const LOAD_BUFFERING_CONTROL: &str = include_str!("programs/load_buffering_control.ll");
const COHERENCE: &str = include_str!("programs/coherence.ll");
const MESSAGE_ATOMIC: &str = include_str!("programs/message_atomic.ll");
const MESSAGE: &str = include_str!("programs/message.ll");
const COUNTER_LOCKED: &str = include_str!("programs/counter_locked.ll");
const STACK: &str = include_str!("programs/stack.ll");
const TOKEN: &str = include_str!("programs/token.ll");

const POWER: TransformModel = TransformModel::Propagating(Propagating::Power);
const ARMV7: TransformModel = TransformModel::Propagating(Propagating::Armv7);

fn transformed(
    text: &str,
    model: impl Into<TransformModel>,
    delays: Delays,
    dialect: Dialect,
    bound: u32,
) -> Transformed {
    let model = model.into();
    transform(&cprog::read([text]).expect("LLVM IR that LLVM takes"), &Options { model, delays, dialect, bound })
        .expect("a program")
}

#[test]
fn one_access_of_store_buffering_is_delayed_and_both_when_all_are() {
    let late = |delays| transformed(STORE_BUFFERING, Model::TSO, delays, Dialect::Cbmc, 1).late;
    let (one, all) = (late(Delays::OneACycle), late(Delays::All));
    assert_eq!(one.accesses.len(), 1, "{:?}", one.accesses);
    assert!(one.accesses[0].starts_with("the write at store_buffering.c:"), "{:?}", one.accesses);
    assert_eq!(all.accesses.len(), 2, "{:?}", all.accesses);
    assert_eq!(one.cycles, all.cycles);
}

#[test]
fn what_fences_order_is_not_delayed() {
    for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::ARMV8] {
        let late = transformed(STORE_BUFFERING_FENCED, model, Delays::All, Dialect::Cbmc, 1).late;
        assert_eq!(late.accesses, [] as [String; 0], "{model}");
    }
}

/// The accesses of `read_back.c` that are needed: the read of x, the write of what it reads, and the read of that by the thread itself.
#[test]
fn what_would_hold_up_a_delayed_access_is_delayed() {
    let late = transformed(include_str!("programs/read_back.ll"), Model::RMO, Delays::OneACycle, Dialect::Cbmc, 4).late;
    let places = ["read at read_back.c:16:10", "write at read_back.c:16:8", "read at read_back.c:17:10"];
    for place in places {
        assert!(late.accesses.contains(&format!("the {place}")), "{place}: {:?}", late.accesses);
    }
    assert_eq!(late.accesses.len(), places.len(), "{:?}", late.accesses);
}

#[test]
fn each_model_delays_what_it_relaxes() {
    let late = |text, model| transformed(text, model, Delays::All, Dialect::Cbmc, 2).late.accesses.len();
    assert_eq!((late(MESSAGE, Model::TSO), late(LOAD_BUFFERING, Model::PSO)), (0, 0));
    assert!(late(MESSAGE, Model::PSO) > 0 && late(LOAD_BUFFERING, Model::RMO) > 0);
}

#[test]
fn each_dialect_has_its_words_and_the_lines_of_the_source() {
    for (dialect, define) in [(Dialect::Cbmc, "LK_CBMC"), (Dialect::SvComp, "LK_SVCOMP"), (Dialect::Plain, "LK_PLAIN")]
    {
        let text = transformed(TOKEN, Model::ARMV8, Delays::OneACycle, dialect, 3).text;
        assert!(text.contains(&format!("#define {define} 1\n")), "{dialect:?}");
        assert!(text.contains("#define LK_BOUND 3\n"), "{dialect:?}");
        assert!(text.contains("#line 23 \"token.c\"\n"), "{dialect:?}");
    }
}

#[test]
fn memory_is_bytes_where_a_program_allocates() {
    let has_bytes =
        |text| transformed(text, Model::TSO, Delays::OneACycle, Dialect::Plain, 2).text.contains("lk_memory[");
    assert!(has_bytes(STACK) && !has_bytes(STORE_BUFFERING));
}

/// A compiled program, which goes when this does.
struct Built(PathBuf);

impl Drop for Built {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn compilers() -> Vec<&'static str> {
    let (there, missing): (Vec<&str>, Vec<&str>) =
        ["gcc", "clang"].into_iter().partition(|name| testing::is_there(name));
    for name in missing {
        testing::cases_not_run(1, "of transformed programs", &format!("{name} cannot be run"));
    }
    there
}

fn build(compiler: &str, name: &str, text: &str) -> Built {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (directory.join(format!("{name}.c")), directory.join(name));
    std::fs::write(&source, text).expect("a temporary file");
    let output = Command::new(compiler)
        .args(["-std=gnu11", "-O1", "-w", "-pthread", "-o"])
        .args([&program, &source])
        .output()
        .expect("the compiler starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Built(program)
}

/// How a run ends. None: it does not, as one may in which a part of the transformation is left out.
fn status(built: &Built, seed: u32) -> Option<i32> {
    let mut command = Command::new(&built.0);
    let mut child = command.env("LAKMUS_SEED", seed.to_string()).stderr(Stdio::null()).spawn().expect("it starts");
    let begin = Instant::now();
    let (mut pause, longest) = (Duration::from_micros(100), Duration::from_secs(20));
    while begin.elapsed() < longest {
        if let Some(status) = child.try_wait().expect("it is waited for") {
            return status.code();
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    child.kill().expect("it is ended");
    child.wait().expect("it is waited for");
    None
}

#[test]
fn what_holds_is_never_seen_to_fail() {
    for (name, text) in [
        ("fenced", STORE_BUFFERING_FENCED),
        ("locked", COUNTER_LOCKED),
        ("copies", include_str!("programs/own_copies.ll")),
        ("results", include_str!("programs/results.ll")),
    ] {
        for model in [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::ARMV8] {
            for compiler in compilers() {
                let text = transformed(text, model, Delays::Every, Dialect::Plain, 4).text;
                let built = build(compiler, &format!("{name}-{model}-{compiler}"), &text);
                let found: Vec<Option<i32>> = (0..4).map(|seed| status(&built, seed)).collect();
                assert!(found.iter().all(|status| *status == Some(0)), "{name} under {model}: {found:?}");
            }
        }
    }
}

#[test]
fn what_fails_is_seen_to_fail_by_delays_alone() {
    let Some(compiler) = compilers().first().copied() else { return };
    let fails = |name: &str, text: &str, model, seeds| {
        let text = transformed(text, model, Delays::OneACycle, Dialect::Plain, 2).text;
        let built = build(compiler, &format!("{name}-{model}-weak"), &text);
        (0..seeds).any(|seed| status(&built, seed) == Some(1))
    };
    // The system schedules the threads, which no seed repeats: what can fail is tried until it does, a few hundred times as a rule.
    assert!(fails("store_buffering", STORE_BUFFERING, Model::TSO, 20_000));
    assert!(!fails("store_buffering", STORE_BUFFERING, Model::SC, 400));
    assert!(fails("message", MESSAGE, Model::PSO, 20_000));
    assert!(!fails("message", MESSAGE, Model::TSO, 400));
    assert!(fails("load_buffering", LOAD_BUFFERING, Model::RMO, 20_000));
    assert!(fails("exchange_then_read", include_str!("programs/exchange_then_read.ll"), Model::ARMV8, 20_000));
    assert!(!fails("exchange_for_message", include_str!("programs/exchange_for_message.ll"), Model::ARMV8, 400));
}

#[test]
fn writes_that_reach_threads_at_different_times_are_seen_to() {
    let Some(compiler) = compilers().first().copied() else { return };
    let build_for = |name: &str, text: &str, model: TransformModel, delays| {
        let text = transformed(text, model, delays, Dialect::Plain, 8).text;
        build(compiler, &format!("{name}-{model}-weak"), &text)
    };
    for model in [POWER, TransformModel::Power2010, ARMV7] {
        for (name, text) in
            [("store_buffering", STORE_BUFFERING), ("message", MESSAGE), ("load_buffering", LOAD_BUFFERING)]
        {
            let built = build_for(name, text, model, Delays::OneACycle);
            assert!((0..20_000).any(|seed| status(&built, seed) == Some(1)), "{name} under {model}");
        }
        for (name, text) in [("fenced", STORE_BUFFERING_FENCED), ("coherence", COHERENCE)] {
            let built = build_for(name, text, model, Delays::Every);
            assert!((0..400).all(|seed| status(&built, seed) == Some(0)), "{name} under {model}");
        }
    }
}

/// What a part of the transformation is for: without it, a program fails that holds.
struct Mutant {
    name: &'static str,
    program: &'static str,
    model: TransformModel,
    part: &'static str,
    instead: &'static str,
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "fences-do-not-wait",
        program: STORE_BUFFERING_FENCED,
        model: TransformModel::MultiCopyAtomic(Model::TSO),
        part: "{\n  lk_settle(lk_live);\n}",
        instead: "{\n}",
    },
    Mutant {
        name: "no-coherence-of-writes",
        program: COHERENCE,
        model: TransformModel::MultiCopyAtomic(Model::PSO),
        part: "(lk_fenced[entry] & kind) || (kind == LK_WRITE && same)",
        instead: "(lk_fenced[entry] & kind)",
    },
    Mutant {
        name: "no-coherence-of-reads",
        program: COHERENCE,
        model: TransformModel::MultiCopyAtomic(Model::RMO),
        part: "  LK_ASSUME(!lk_is_pinned_elsewhere(entry));\n  lk_pin(lk_ages",
        instead: "  lk_pin(lk_ages",
    },
    Mutant {
        name: "writes-between-the-halves-of-updates",
        program: include_str!("programs/counted_by_updates.ll"),
        model: TransformModel::MultiCopyAtomic(Model::ARMV8),
        part: "    LK_ASSUME(!lk_is_pinned_elsewhere(entry));\n",
        instead: "",
    },
    Mutant {
        name: "no-fences-of-writes",
        program: MESSAGE_ATOMIC,
        model: TransformModel::MultiCopyAtomic(Model::PSO),
        part: "lk_fenced[entry] |= (unsigned char)of_writes;",
        instead: ";",
    },
    Mutant {
        name: "suppositions-are-not-checked",
        program: LOAD_BUFFERING_CONTROL,
        model: TransformModel::MultiCopyAtomic(Model::ARMV8),
        part: "LK_ASSUME(actual == lk_expected[entry]);",
        instead: "",
    },
    Mutant {
        name: "full-fences-agree-on-nothing",
        program: STORE_BUFFERING_FENCED,
        model: POWER,
        part: "  lk_agreed |= lk_fp;\n",
        instead: "",
    },
    Mutant {
        name: "no-coherence-of-what-a-thread-reads",
        program: COHERENCE,
        model: POWER,
        part: "        floor |= lk_bit(source - 1);\n",
        instead: "        ;\n",
    },
    Mutant {
        name: "full-fences-leave-accesses-pending",
        program: STORE_BUFFERING_FENCED,
        model: TransformModel::Power2010,
        part: "{\n  lk_settle(lk_listed());\n",
        instead: "{\n",
    },
];

/// Only those that drawing finds soon: control dependencies and releases would take more than ten thousand runs.
#[test]
fn no_part_of_the_transformation_can_be_left_out() {
    let Some(compiler) = compilers().first().copied() else { return };
    for Mutant { name, program, model, part, instead } in MUTANTS {
        let text = transformed(program, *model, Delays::Every, Dialect::Plain, 4).text;
        assert_eq!(text.matches(part).count(), 1, "{name}: {part}");
        let whole = build(compiler, &format!("whole-{name}"), &text);
        assert!((0..400).all(|seed| status(&whole, seed) == Some(0)), "{name}: the program holds");
        let mutant = build(compiler, &format!("mutant-{name}"), &text.replace(part, instead));
        assert!((0..20_000).any(|seed| status(&mutant, seed) == Some(1)), "{name}: nothing is seen to fail");
    }
}
