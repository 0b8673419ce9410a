//! The litmus tests that `lakmus fence --litmus` writes of cycles, against the simulator on the whole program.
//!
//! The programs are shapes of cycles, each of whose pairs has a fence, which is in a function that is called. The accesses of a program can go round one cycle only, so that its test says what the program
//! does.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::outcomes;
use super::random::{POWER, Target};
use super::shapes::{self, Between, Visit};

/// What is said of each test in a directory: `confirmed` and `refuted`, how often.
fn verdicts(directory: &Path, ir: &str, model: &str) -> (usize, usize) {
    let file = directory.join("program.ll");
    fs::write(&file, ir).expect("can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.args(["fence", "--model", model, "--write-litmus"]).arg(directory.join("cycles")).arg(&file);
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = |verdict: &str| said.lines().filter(|line| line.contains(verdict)).count();
    let without = count("no test of") + count("without a test");
    assert_eq!(without, 0, "{said}{ir}");
    (count(", confirmed by "), count(", refuted by "))
}

/// One in so many of these shapes is tried.
const STEP: usize = 3;

/// Returns how many shapes have a confirmed cycle, and how many refuted ones alone.
fn check(target: &Target, model: &str, cat: &str) -> (usize, usize) {
    let directory = tempfile::tempdir().expect("can be made");
    let is_fenced = |visit: &Visit| match visit {
        Visit::Pair(_, between, _) => matches!(between, Between::Lightweight | Between::Full),
        Visit::Write => true,
    };
    let is_tried = |shape: &&Vec<Visit>| shape.iter().all(is_fenced);
    let (mut confirmed, mut refuted) = (0, 0);
    for shape in shapes::all().iter().filter(is_tried).step_by(STEP) {
        let sample = shapes::sample(shape);
        let mut ir = sample.ir().0.replace("  fence seq_cst\n", "  call void @full()\n");
        ir = ir.replace("  fence acq_rel\n", "  call void @light()\n");
        for (name, order) in [("full", "seq_cst"), ("light", "acq_rel")] {
            ir.push_str(&format!("define void @{name}() {{\nentry:\n  fence {order}\n  ret void\n}}\n"));
        }
        let litmus = sample.litmus(target, &|_, _| Vec::new());
        let is_weak = outcomes(&litmus, cat) != outcomes(&litmus, "sc");
        let (yes, no) = verdicts(directory.path(), &ir, model);
        assert!(!is_weak || yes > 0, "no cycle of {shape:?} is confirmed under {model}:\n{litmus}");
        assert!(is_weak || yes == 0, "a cycle of {shape:?} is confirmed under {model}:\n{litmus}");
        confirmed += usize::from(yes > 0);
        refuted += usize::from(no > 0 && yes == 0);
    }
    println!("{model}: {confirmed} shapes with a cycle that is confirmed, {refuted} with refuted ones only");
    (confirmed, refuted)
}

/// On models where writes reach all threads at once a cycle whose pairs are all fenced does not happen, so that only this one can show it.
#[test]
fn cycles_are_confirmed_where_the_program_shows_them_on_power() {
    let (confirmed, refuted) = check(&POWER, "power", "power");
    assert!(confirmed > 0 && refuted > 0, "the shapes show nothing");
}
