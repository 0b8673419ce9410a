//! The fences that C programs need on Power, as a diff: `cargo run --example fence -- FILE.c ...`. clang has to be installed.

use std::error::Error;
use std::fmt::Write;

use lakmus::clang::Units;
use lakmus::fence::{self, Model, Options};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/store-buffering.c");

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", example(if files.is_empty() { vec![DEFAULT.to_owned()] } else { files })?);
    Ok(())
}

pub(crate) fn example(files: Vec<String>) -> Result<String, Box<dyn Error>> {
    let mut program = Units::of_files(&files, &[])?;
    let outcome = fence::analyse(&mut program, &Options::new(Model::POWER))?;
    let mut text = String::new();
    for fence in &outcome.report().fences {
        let at = &fence.position;
        writeln!(text, "line {}: a {} fence is missing, which cuts {}", at.line, fence.kind, fence.cycles[0].shape)?;
    }
    text += &outcome.diff(&|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    if let Some(remaining) = &outcome.remaining {
        writeln!(text, "analysed again with the fences: {} pairs to order", remaining.len())?;
    }
    Ok(text)
}
