//! A C program under x86-TSO, and a litmus test under Power: `cargo run --example verify -- FILE.c ...`. clang has to be installed.

use std::error::Error;
use std::fmt::Write;

use lakmus::Session;
use lakmus::clang::Units;
use lakmus::verify::{self, MultiCopyAtomic, Options, Propagating};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/message-passing.c");

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", example(if files.is_empty() { vec![DEFAULT.to_owned()] } else { files })?);
    Ok(())
}

pub(crate) fn example(files: Vec<String>) -> Result<String, Box<dyn Error>> {
    let program = Units::of_files(&files, &[])?.program()?;
    let report = verify::check(&program, &Options::new(MultiCopyAtomic::TSO))?;
    let mut text = format!("the program under {}: {}\n", report.model, report.verdict.name());

    let mut session = Session::new();
    let test = session.test("MP.litmus", include_str!("MP.litmus"))?;
    let report = verify::check((&test, session.sources()), &Options::new(Propagating::Power))?;
    writeln!(text, "{} under {}: {}", test.name(), report.model, report.verdict.name())?;
    for step in report.verdict.violation().iter().flat_map(|violation| &violation.steps) {
        writeln!(text, "P{}  {}  {}", step.thread, step.code, step.what)?;
    }
    Ok(text)
}
