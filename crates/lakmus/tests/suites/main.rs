//! `lakmus verify` over suites of programs whose verdicts are known: a table by folder and model.
//!
//! `LAKMUS_SUITE` names a directory with a file `expected.txt`, a program in each line: its path from there (C or LLVM IR), the model, and `holds`, `violated` or `bounded` (no violation as far as
//! loops were gone round). `LAKMUS_SUITE_ENGINE` is the engine, by default `bmc`; `LAKMUS_SUITE_TIMEOUT` the seconds for each program. A wrong verdict fails; what is not decided is counted.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, ExitCode};

/// How many programs of a folder came out how.
#[derive(Default)]
struct Row {
    right: usize,
    bounded: usize,
    undecided: usize,
    differs: usize,
    seconds: f64,
}

/// What the command says of a program, and why.
struct Said {
    verdict: String,
    why: String,
    seconds: f64,
}

fn main() -> ExitCode {
    let listed_only = std::env::args().any(|argument| argument == "--list");
    let Some(suite) = testing::variables::value("LAKMUS_SUITE") else {
        testing::cases_not_run(0, "of suites of programs", "LAKMUS_SUITE is not set");
        return ExitCode::SUCCESS;
    };
    if listed_only {
        return ExitCode::SUCCESS;
    }
    let suite = Path::new(&suite);
    let engine = testing::variables::value("LAKMUS_SUITE_ENGINE").unwrap_or_else(|| "bmc".to_owned());
    let timeout = testing::variables::number("LAKMUS_SUITE_TIMEOUT", 20).to_string();
    let list = std::fs::read_to_string(suite.join("expected.txt"))
        .unwrap_or_else(|error| panic!("{}: {error}", suite.join("expected.txt").display()));
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [file, model, wanted] = words[..] else { panic!("a line that is no `FILE MODEL VERDICT`: {line}") };
        assert!(["holds", "violated", "bounded"].contains(&wanted), "no verdict: {line}");
        let said = verify(suite, file, &["--engine", &engine, "--model", model, "--timeout", &timeout]);
        let folder = Path::new(file).parent().map_or(String::new(), |parent| parent.display().to_string());
        let row = rows.entry((folder, model.to_owned())).or_default();
        row.count(wanted, &said, line);
    }
    println!(
        "| folder | model | decided | no violation so far | unknown | differs | seconds |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    for ((folder, model), row) in &rows {
        let Row { right, bounded, undecided, differs, seconds } = row;
        println!("| {folder} | {model} | {right} | {bounded} | {undecided} | {differs} | {seconds:.1} |");
    }
    ExitCode::from(u8::from(rows.values().any(|row| row.differs > 0)))
}

impl Row {
    fn count(&mut self, wanted: &str, said: &Said, line: &str) {
        self.seconds += said.seconds;
        let of = match (wanted, said.verdict.as_str()) {
            ("violated", "violated") | ("holds" | "bounded", "holds") => &mut self.right,
            ("holds" | "bounded", "bounded") => &mut self.bounded,
            (_, "holds" | "violated") => {
                println!("differs: {line}: {} ({})", said.verdict, said.why);
                &mut self.differs
            }
            _ => {
                println!("unknown: {line}: {}", said.why);
                &mut self.undecided
            }
        };
        *of += 1;
    }
}

fn verify(suite: &Path, file: &str, options: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
    command.arg("verify").args(options).arg("--json").arg(suite.join(file));
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let Some(record) = last else {
        let why = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
        return Said { verdict: "refused".to_owned(), why, seconds: 0.0 };
    };
    let word = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
    let reason = if record["violation"].is_string() { word("violation") } else { word("reason") };
    let is_bounded = word("verdict") == "unknown" && reason.starts_with("holds up to");
    let verdict = if is_bounded { "bounded".to_owned() } else { word("verdict") };
    Said { verdict, why: reason, seconds: record["seconds"].as_f64().unwrap_or_default() }
}
