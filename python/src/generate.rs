//! Litmus tests from cycles of relaxations.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use lakmus::generate::{
    Generator, Limits, Mode, Options, Pool, Relaxation, Space, TopLevel, edge_names, normal_form, parse,
};
use lakmus::source::Sources;
use pyo3::prelude::*;

use crate::errors::{self, Failure};
use crate::interruptible::{interruptible, limit};

/// The architectures and languages that there are tests for.
#[pyfunction]
pub(crate) fn architectures() -> Vec<&'static str> {
    lakmus::generate::architectures().collect()
}

/// The names of the edges of an architecture.
#[pyfunction]
pub(crate) fn edges(py: Python<'_>, architecture: &str) -> PyResult<Vec<String>> {
    let generator = generator(architecture, "int", |_| {}).map_err(|failure| failure.raised(py))?;
    Ok(edge_names(generator.vocabulary()))
}

fn generator(architecture: &str, type_name: &str, change: impl FnOnce(&mut Options)) -> Result<Generator, Failure> {
    let Some((type_name, natural)) = Options::size_of_type(type_name) else {
        return Err(Failure::plain(format!("locations cannot have the type `{type_name}`")));
    };
    let options = Options::default().with(|set| {
        set.natural = natural;
        set.type_name = type_name;
        change(set);
    });
    Generator::new(architecture, options).map_err(Failure::plain)
}

/// An expression over edges.
fn expression(generator: &Generator, what: &str, text: &str, top: TopLevel) -> Result<Vec<Relaxation>, Failure> {
    let mut sources = Sources::new();
    let source = sources.add(what, text);
    parse(generator.vocabulary(), text, sources.whole(source), top)
        .map_err(|error| Failure::refused(vec![error], &sources))
}

/// The test of a cycle: its name and its text.
#[pyfunction]
#[pyo3(signature = (architecture, cycle, *, name, type_name))]
pub(crate) fn generate(
    py: Python<'_>,
    architecture: &str,
    cycle: &str,
    name: Option<&str>,
    type_name: &str,
) -> PyResult<(String, String)> {
    let made = || {
        let generator = generator(architecture, type_name, |_| {})?;
        let all = expression(&generator, "cycle", cycle, TopLevel::Sequence)?;
        let [edges] = all.as_slice() else {
            return Err(Failure::plain(format!("`{cycle}` stands for {} cycles", all.len())));
        };
        let made = generator.one(name, edges, &[]);
        made.map_err(|refusal| Failure::plain(format!("`{cycle}` has no test: {refusal}")))
    };
    made().map(|made| (made.name, made.text)).map_err(|failure| failure.raised(py))
}

/// The tests of all cycles of a pool: names and texts.
#[pyfunction]
#[pyo3(signature = (architecture, *, edges, relax, size, threads, accesses, mode, most, type_name, timeout))]
#[expect(clippy::too_many_arguments, reason = "the options of a function in Python")]
pub(crate) fn generate_all(
    py: Python<'_>,
    architecture: String,
    edges: Vec<String>,
    relax: Vec<String>,
    size: usize,
    threads: usize,
    accesses: usize,
    mode: &str,
    most: Option<usize>,
    type_name: String,
    timeout: Option<f64>,
) -> PyResult<Vec<(String, String)>> {
    let Some(mode) = Mode::named(mode) else {
        return Err(errors::value(format!("mode is one of {}", Mode::NAMES.join(", "))));
    };
    if size == 0 || threads == 0 || accesses == 0 {
        return Err(errors::value("size, threads and accesses are above 0"));
    }
    let made = move |flag: &std::sync::atomic::AtomicBool| {
        let generator = generator(&architecture, &type_name, |options| {
            options.most_threads = Some(threads);
            options.refuses_back = mode.refuses_back();
            options.allows_one_location = mode == Mode::Uni;
        })?;
        let choices = |what: &str, texts: &[String]| -> Result<Vec<Relaxation>, Failure> {
            let all: Result<Vec<_>, _> =
                texts.iter().map(|text| expression(&generator, what, text, TopLevel::Choice)).collect();
            Ok(all?.concat())
        };
        let (safe, relaxed) = (choices("edges", &edges)?, choices("relax", &relax)?);
        let pool = Pool::default().with(|set| (set.safe, set.relaxed) = (safe, relaxed));
        let limits = Limits::default().with(|set| {
            (set.size, set.threads, set.accesses, set.mode) = (size, threads, accesses, mode);
        });
        let space = Space::new(generator.vocabulary(), &pool, limits).map_err(Failure::plain)?;
        let mut writer = generator.writer();
        let mut tests = Vec::new();
        let end = space.for_each(&mut |cycle| {
            if flag.load(Ordering::Relaxed) {
                return ControlFlow::Break(Failure::Time);
            }
            // A cycle that has no test is none of them.
            if let Ok((name, text)) = writer.test(None, &normal_form(cycle), &[]) {
                tests.push((name.to_owned(), text.to_owned()));
            }
            match most {
                Some(most) if tests.len() >= most => ControlFlow::Break(Failure::plain("")),
                _ => ControlFlow::Continue(()),
            }
        });
        match end {
            ControlFlow::Break(Failure::Time) => Err(Failure::Time),
            ControlFlow::Break(_) | ControlFlow::Continue(()) => Ok(tests),
        }
    };
    interruptible(py, limit(timeout)?, made)?.map_err(|failure| failure.raised(py))
}
