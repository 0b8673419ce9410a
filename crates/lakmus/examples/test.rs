//! A litmus test in all executions of the C11 machine, and a program that `lakmus cc` has built in a thousand: `cargo run --example test -- PROGRAM LIBRARY`,
//! where LIBRARY is `liblakmus_rt.so`.

use std::error::Error;
use std::fmt::Write;

use lakmus::Session;
use lakmus::test::{self, LitmusOptions, Request, Suppressions};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", litmus()?);
    if let [name, library] = words.as_slice() {
        print!("{}", program(name, library)?);
    }
    Ok(())
}

pub(crate) fn litmus() -> Result<String, Box<dyn Error>> {
    let mut session = Session::new();
    let test = session.test("SB.litmus", include_str!("SB.litmus"))?;
    let found = test::litmus(&test, session.sources(), &LitmusOptions::default())?;
    let mut text = String::new();
    for (state, seen) in found.report.states.iter().zip(&found.seen) {
        writeln!(text, "{state} in {} executions", seen.executions)?;
    }
    Ok(text)
}

pub(crate) fn program(name: &str, library: &str) -> Result<String, Box<dyn Error>> {
    let request = Request::new(name, library);
    let tested = test::program(&request, &Suppressions::default())?;
    let mut text = String::new();
    for report in &tested.reports {
        writeln!(text, "{report}")?;
    }
    writeln!(text, "{}", test::summary(&tested.results, &tested.reports, tested.suppressed, request.seed))?;
    Ok(text)
}
