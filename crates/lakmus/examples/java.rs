//! What the Java memory model of 2004 allows of a test, and why: `cargo run --example java`.

use std::error::Error;
use std::fmt::Write;

use lakmus::Session;
use lakmus::java::{self, Explain, Semantics, Setting};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", example()?);
    Ok(())
}

pub(crate) fn example() -> Result<String, Box<dyn Error>> {
    let source = include_str!("thin-air.litmus");
    let mut session = Session::new();
    let test = session.test("thin-air.litmus", source)?;
    let model = session.model("jls04", &test)?;
    let semantics = Semantics::shipped("jls").ok_or("no rules `jls`")?;
    let setting = Setting::new(&model, &semantics);
    let mut text = String::new();
    for checked in &java::check(&test, source, setting)?.behaviours {
        writeln!(text, "{}: {}", checked.behaviour.text, checked.verdict.word())?;
    }
    let mut what = Explain::default();
    what.justify = true;
    let (words, _drawings) = java::explain(&test, source, setting, what)?;
    Ok(text + &words)
}
