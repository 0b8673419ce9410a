//! Transformed programs: what they are refused for, and, where a C compiler is installed, what they do.

use std::path::{Path, PathBuf};
use std::process::Command;

use lakmus_weaken::Model;
use lakmus_weaken::checker::{Dialect, TransformError, transform};

const STORE_BUFFERING_FENCED: &str = include_str!("programs/store_buffering_fenced.ll");
const COUNTER_LOCKED: &str = include_str!("programs/counter_locked.ll");
const TOKEN: &str = include_str!("programs/token.ll");

#[test]
fn delayed_reads_are_refused() {
    let program = cprog::read([TOKEN]);
    for model in [Model::Rmo, Model::Armv8] {
        assert_eq!(transform(&program, model, Dialect::Plain, 2), Err(TransformError::Model(model)));
    }
}

#[test]
fn each_dialect_has_its_words_and_the_lines_of_the_source() {
    let program = cprog::read([TOKEN]);
    for (dialect, define) in [(Dialect::Cbmc, "LK_CBMC"), (Dialect::SvComp, "LK_SVCOMP"), (Dialect::Plain, "LK_PLAIN")]
    {
        let text = transform(&program, Model::Pso, dialect, 3).expect("a program");
        assert!(text.contains(&format!("#define {define} 1\n")), "{dialect:?}");
        assert!(text.contains("#define LK_BOUND 3\n"), "{dialect:?}");
        assert!(text.contains("#line 23 \"token.c\"\n"), "{dialect:?}");
    }
}

/// A compiled program, which goes when this does.
struct Built(PathBuf);

impl Drop for Built {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn build(name: &str, text: &str) -> Option<Built> {
    let is_there = |compiler: &&str| Command::new(compiler).arg("--version").output().is_ok();
    let compiler = ["gcc", "clang"].into_iter().find(is_there)?;
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, program) = (directory.join(format!("{name}.c")), directory.join(name));
    std::fs::write(&source, text).expect("a temporary file");
    let output = Command::new(compiler)
        .args(["-std=gnu11", "-O1", "-w", "-pthread", "-o"])
        .args([&program, &source])
        .output()
        .expect("the compiler starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(Built(program))
}

fn statuses(name: &str, text: &str, model: Model, seeds: std::ops::Range<u32>) -> Vec<Option<i32>> {
    let text = transform(&cprog::read([text]), model, Dialect::Plain, 4).expect("a program");
    let Some(built) = build(name, &text) else { return Vec::new() };
    let run = |seed: u32| Command::new(&built.0).env("LAKMUS_SEED", seed.to_string()).output();
    seeds.map(|seed| run(seed).expect("it starts").status.code()).collect()
}

#[test]
fn what_holds_is_never_seen_to_fail() {
    for (name, text) in [("fenced", STORE_BUFFERING_FENCED), ("locked", COUNTER_LOCKED)] {
        for model in [Model::Sc, Model::Tso, Model::Pso] {
            let found = statuses(&format!("{name}-{model}"), text, model, 0..4);
            assert!(found.iter().all(|status| *status == Some(0)), "{name} under {model}: {found:?}");
        }
    }
}
