//! `cargo xtask tidy`: the rules of the house that a compiler does not check.

mod barriers;
mod circles;
mod dependencies;
mod documents;
mod facade;
mod function_length;
mod layers;
mod sources;
mod tests;
mod words;

use anyhow::{Result, bail};

use crate::cargo;
pub(crate) use documents::links as links_in;

/// What is wrong, one sentence each with the file that it is about.
#[derive(Default)]
struct Findings {
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Findings {
    fn error(&mut self, text: impl Into<String>) {
        self.errors.push(text.into());
    }

    fn warning(&mut self, text: impl Into<String>) {
        self.warnings.push(text.into());
    }
}

pub(crate) fn run() -> Result<()> {
    let metadata = cargo::metadata()?;
    let mut findings = Findings::default();
    layers::check(&metadata, &mut findings)?;
    dependencies::check(&metadata, &mut findings)?;
    documents::check(&mut findings)?;
    sources::check(&mut findings)?;
    circles::check(&mut findings)?;
    barriers::check(&mut findings)?;
    facade::check(&mut findings)?;
    words::check(&mut findings)?;
    function_length::check(&mut findings)?;
    tests::check(&metadata, &mut findings)?;
    for warning in &findings.warnings {
        eprintln!("warning: {warning}");
    }
    for error in &findings.errors {
        eprintln!("error: {error}");
    }
    match findings.errors.len() {
        0 => {
            println!("tidy: the layering, the dependencies, the documents, the sources and the tests are in order");
            Ok(())
        }
        count => bail!("tidy found {count} breaches of the house rules"),
    }
}
