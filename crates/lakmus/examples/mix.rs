//! A C litmus test, compiled by two tables of mappings for RISC-V that may not be mixed: `cargo run --example mix`.

use std::error::Error;
use std::fmt::Write;

use lakmus::mix::{self, MappingTable, Options, Profile};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", example()?);
    Ok(())
}

pub(crate) fn example() -> Result<String, Box<dyn Error>> {
    let table = |name| MappingTable::shipped(name).map(Profile::table).ok_or(format!("no table `{name}`"));
    let profiles = [table("riscv-a6c")?, table("riscv-a7")?];
    let tests = [("SB.litmus", include_str!("SB.litmus"))];
    let mixed = mix::run(tests, &profiles, &Options::default())?;
    let mut text = String::new();
    for result in &mixed.summary.results {
        writeln!(text, "{}: {} bugs", result.name, result.bugs.len())?;
        for bug in &result.bugs {
            let claims: Vec<String> = bug.extra.iter().map(|outcome| result.claim(outcome)).collect();
            writeln!(text, "the code ends in what the source does not: {}", claims.join("; "))?;
        }
    }
    Ok(text)
}
