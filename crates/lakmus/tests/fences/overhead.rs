//! What fences cost at run time, by strategy: the programs of `corpus/fences/overhead`, compiled for the machine that this runs on.
//!
//! As figures 1 and 26 of *Don't Sit on the Fence*: M is what `lakmus fence` places, P pensieve's fences, V Visual Studio's (nothing on x86), E a fence behind each shared access, H behind
//! each access to static or heap memory. Needs clang, and is of use on x86 only. By default each program runs once, for what it computes; `LAKMUS_OVERHEADS=100` runs each a hundred times, in turn,
//! and prints the table of `docs/fences.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use aeg::graph::{Options, Strategy};
use aeg::model::Model;
use cprog::clang::{Clang, Unit};
use cprog::ir::FileId;
use cprog::read;
use cprog::threads::Roots;
use fence::analysis::{Analysis, Request};
use fence::rewrite::{self, Writing};
use fence::slots::Text;
use rustc_hash::FxHashMap;

const STRATEGIES: &[(&str, Strategy)] = &[
    ("M", Strategy::Cycles),
    ("P", Strategy::Pensieve),
    ("V", Strategy::Volatile),
    ("E", Strategy::Shared),
    ("H", Strategy::Memory),
];

/// A program with the fences of a strategy: how many there are, and the executable.
struct Fenced {
    fences: usize,
    executable: PathBuf,
}

/// A directory that goes away with its owner.
struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn compile(directory: &Path, name: &str, text: &str) -> PathBuf {
    let (source, executable) = (directory.join(format!("{name}.c")), directory.join(name));
    fs::write(&source, text).expect("can be written");
    let mut command = Command::new("cc");
    command.args(["-O1", "-pthread", "-o"]).arg(&executable).arg(&source);
    assert!(command.status().expect("cc runs").success(), "{text}");
    executable
}

/// The program with the fences of a strategy under TSO, as text, and their number.
fn fenced(clang: &Clang, directory: &Path, file: &str, strategy: Strategy) -> (String, usize) {
    let options = vec!["-ffile-compilation-dir=.".to_owned()];
    let unit = Unit { directory: directory.to_owned(), file: file.into(), options };
    let program = read([clang.ir(&unit).unwrap_or_else(|error| panic!("{error}")).as_str()]);
    let text = fs::read_to_string(directory.join(file)).expect("a source");
    let is_source = |id: &FileId| program.files[*id].name == file;
    let id = program.files.ids().find(is_source).expect("the source");
    let texts = FxHashMap::from_iter([(id, Text::new(&text, false))]);
    let roots = Roots::Main(program.function("main").expect("main"));
    let request = Request::new(Options { strategy, ..Options::new(Model::TSO) });
    let analysis = Analysis::run(&program, &roots, &request, &texts, &mut |_| {});
    assert_eq!(analysis.placement.unplaceable, [0usize; 0], "{file}, {strategy:?}");
    let fences = analysis.placement.fences.len();
    let new = rewrite::rewritten(&analysis, id, &text, None, Writing::of(file.as_ref(), &text));
    (new.unwrap_or(text), fences)
}

/// Seconds that a program takes, which must end well.
fn seconds(executable: &Path, turns: u32) -> f64 {
    let begin = Instant::now();
    let output = Command::new(executable).arg(turns.to_string()).output().expect("it runs");
    assert!(output.status.success(), "{}: {output:?}", executable.display());
    begin.elapsed().as_secs_f64()
}

/// The mean of figures, and how far it may be from the true one with 95 % confidence (normal approximation).
fn mean(figures: &[f64]) -> (f64, f64) {
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let variance = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

#[test]
fn fenced_data_structures_run() {
    let runs = usize::try_from(testing::variables::number("LAKMUS_OVERHEADS", 0)).expect("a small number");
    let (Ok(clang), true) = (Clang::find(None), cfg!(target_arch = "x86_64")) else {
        testing::not_run("clang cannot be run, or this is no x86-64");
        return;
    };
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/fences/overhead");
    let directory = Directory(tempfile::tempdir().expect("can be made").keep());
    for name in ["stack", "queue"] {
        let file = format!("{name}.c");
        let text = fs::read_to_string(sources.join(&file)).expect("the corpus");
        let plain = compile(&directory.0, name, &text);
        let variants = STRATEGIES.iter().map(|(letter, strategy)| {
            fs::write(directory.0.join(&file), &text).expect("can be written");
            let (text, fences) = fenced(&clang, &directory.0, &file, *strategy);
            Fenced { fences, executable: compile(&directory.0, &format!("{name}-{letter}"), &text) }
        });
        let variants: Vec<Fenced> = variants.collect();
        let turns = if runs == 0 { 1000 } else { 2_000_000 };
        let mut plain_times = Vec::new();
        let mut overheads = vec![Vec::new(); variants.len()];
        for _ in 0..runs.max(1) {
            let base = seconds(&plain, turns);
            plain_times.push(base);
            for (variant, overheads) in variants.iter().zip(&mut overheads) {
                overheads.push(100.0 * (seconds(&variant.executable, turns) / base - 1.0));
            }
        }
        if runs > 0 {
            let (base, error) = mean(&plain_times);
            let cells = variants.iter().zip(&overheads).map(|(variant, overheads)| {
                let (overhead, error) = mean(overheads);
                format!(" {} fences, {overhead:.1} ± {error:.1} % |", variant.fences)
            });
            println!("| {name} | {base:.3} ± {error:.3} |{}", cells.collect::<String>());
        }
    }
}
