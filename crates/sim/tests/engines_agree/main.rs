//! The compiled engine gives what the reference engine gives.

mod regressions;

use std::panic::{AssertUnwindSafe, catch_unwind};

use cat::Files;
use lakmus_sim::{Engine, Model, Options, Report, RunError, Test, simulate};
use source::{Diagnostic, SourceId, Sources};

/// What ships, for models that include it.
struct Shipped;

impl Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// What became of a pair.
#[derive(Debug, Default)]
struct Told {
    is_compiled: bool,
    has_errors: bool,
    has_states: bool,
    has_flags: bool,
    is_cut: bool,
}

/// A test and a model, read.
fn read(test: &str, model: &str, is_variant: bool) -> Result<(Test, Model), String> {
    let mut sources = Sources::new();
    let (of_test, of_model) = (sources.add("random.litmus", test), sources.add("random.cat", model));
    let told = |found: Vec<Diagnostic>, sources: &Sources| {
        let line = |each: &Diagnostic| format!("{}: {:?}", each.message, each.span().map(|span| sources.snippet(span)));
        format!("{}\n{test}\n{model}", found.iter().map(line).collect::<Vec<_>>().join("\n"))
    };
    let test = Test::load(&sources, of_test, "random").map_err(|found| told(found, &sources))?;
    let is_active = |name: &str| name == "cos-opt" && is_variant;
    let model = Model::load(&mut sources, of_model, None, &mut Shipped, test.language(), &is_active);
    Ok((test, model.map_err(|found| told(found, &sources))?))
}

/// Runs a test under both engines; an error when they differ.
fn same(test: &str, model: &str, is_variant: bool) -> Result<Told, String> {
    let both = || format!("{test}\n{model}");
    let (test, model) = read(test, model, is_variant)?;
    let run = |engine| simulate(&test, &model, &Options { engine, ..Options::default() });
    let compiled = catch_unwind(AssertUnwindSafe(|| run(Engine::Compiled)));
    let compiled = compiled.map_err(|_| format!("the compiled engine panics\n{}", both()))?;
    let reference = run(Engine::Reference);
    if print(&compiled) != print(&reference) {
        return Err(format!("compiled: {}\nreference: {}\n{}", print(&compiled), print(&reference), both()));
    }
    let report = reference.as_ref().ok();
    Ok(Told {
        is_compiled: model.compiled(true).is_ok(),
        has_errors: report.is_none(),
        has_states: report.is_some_and(|report| !report.states.is_empty()),
        has_flags: report.is_some_and(|report| !report.flags.is_empty()),
        is_cut: report.is_some_and(|report| report.is_cut),
    })
}

/// What the reference engine makes of a test, as text.
fn outcome(test: &str, model: &str) -> String {
    match read(test, model, false) {
        Ok((test, model)) => {
            print(&simulate(&test, &model, &Options { engine: Engine::Reference, ..Options::default() }))
        }
        Err(mistakes) => mistakes,
    }
}

fn print(result: &Result<Report, RunError>) -> String {
    format!("{result:?}")
}
