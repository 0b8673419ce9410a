//! Critical cycles as litmus tests, which the simulator confirms or refutes.
//!
//! A test has the cycle's accesses and nothing else. Between the two accesses of a thread stands what surely orders them in the program: nothing, a dependency,
//! a lightweight or a full fence. A test that the model forbids means that the cycle's pair need not be ordered because of this cycle.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use lakmus::aeg::delays::{Delay, Delays};
use lakmus::aeg::graph::EventId;
use lakmus::aeg::model::{Direction, Model, Strength};
use lakmus::aeg::walk::{Slots, Walker};
use lakmus::fence::analysis::Analysis;
use lakmus::generator::{self, Generator, TopLevel};
use lakmus::sim::{self, Observation, Test};
use lakmus::source::Sources;

/// How a memory model's cycles are written.
struct Dialect {
    architecture: &'static str,
    model: &'static str,
    full: &'static str,
    lightweight: &'static str,
}

fn dialect(model: Model) -> Option<Dialect> {
    let dialect = |architecture, model, full, lightweight| Some(Dialect { architecture, model, full, lightweight });
    match model {
        Model::Tso => dialect("X86_64", "x86tso", "MFence", "MFence"),
        Model::Power => dialect("PPC", "power", "Sync", "LwSync"),
        Model::Armv7 => dialect("ARM", "arm", "DMB", "DMB"),
        Model::Armv8 => dialect("AArch64", "aarch64", "DMB.SY", "DMB.SY"),
        Model::Rvwmo => dialect("RISCV", "rvwmo", "Fence.rw.rw", "Fence.rw.rw"),
        // There are no tests of SPARC.
        Model::Pso | Model::Rmo => None,
    }
}

/// More cycles than that are not written.
const MAX_TESTS: usize = 1000;

/// Writes the tests of all cycles to a directory, each shape once, and gives a line for each: its name, how many pairs have such a cycle, and what the simulator
/// says.
pub(crate) fn write_tests(analysis: &Analysis, directory: &Path) -> Result<Vec<String>, String> {
    let model = analysis.aeg.options.model;
    let dialect = dialect(model).ok_or_else(|| format!("there are no litmus tests for {model}"))?;
    let generator =
        Generator::new(dialect.architecture, generator::Options::default()).map_err(|refusal| refusal.to_string())?;
    fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let slots = Slots::default();
    let mut walker = Walker::new(&analysis.aeg, &analysis.dependencies, &slots);
    let mut shapes: BTreeMap<String, usize> = BTreeMap::new();
    for delay in analysis.delays.pairs.iter().filter(|delay| !delay.witness.is_empty()).take(MAX_TESTS) {
        *shapes.entry(words(analysis, &mut walker, delay, &dialect)).or_default() += 1;
    }
    let mut lines = Vec::new();
    for (words, count) in shapes {
        let mut sources = Sources::new();
        let source = sources.add("cycle", words.as_str());
        let edges = generator::parse(generator.vocabulary(), &words, sources.whole(source), TopLevel::Sequence)
            .map_err(|error| format!("{words}: {}", error.message))?;
        let Some(edges) = edges.first() else { continue };
        let made = match generator.one(None, edges, &[]) {
            Ok(made) => made,
            Err(refusal) => {
                lines.push(format!("no test of {words}: {refusal}"));
                continue;
            }
        };
        let path = directory.join(format!("{}.litmus", made.name));
        fs::write(&path, &made.text).map_err(|error| format!("{}: {error}", path.display()))?;
        let verdict = verdict(&made.text, dialect.model)?;
        lines.push(format!("{}: {count} cycles, {verdict} by {}", path.display(), dialect.model));
    }
    Ok(lines)
}

fn verdict(text: &str, model: &str) -> Result<&'static str, String> {
    let mut sources = Sources::new();
    let source = sources.add("cycle.litmus", text);
    let test = Test::load(&sources, source, "cycle").map_err(|errors| format!("{errors:?}"))?;
    let model = lakmus::shipped_model(model, test.language(), &mut sources).map_err(|errors| format!("{errors:?}"))?;
    let report = sim::simulate(&test, &model, &sim::Options::default()).map_err(|error| format!("{error:?}"))?;
    Ok(match report.observation() {
        Observation::Never => "refuted",
        Observation::Sometimes | Observation::Always => "confirmed",
    })
}

/// The cycle in the words of the generator, in that rotation which comes first.
fn words(analysis: &Analysis, walker: &mut Walker, delay: &Delay, dialect: &Dialect) -> String {
    let letter = |event: EventId| match analysis.aeg.events[event].direction {
        Direction::Read => 'R',
        Direction::Write => 'W',
    };
    let pair = vec![delay.first, delay.second];
    let visits: Vec<&Vec<EventId>> = std::iter::once(&pair).chain(&delay.witness).collect();
    let mut words = Vec::new();
    for (index, visit) in visits.iter().enumerate() {
        let mut word = String::new();
        if let [first, second] = visit.as_slice() {
            let strength = if index == 0 {
                Strength::None
            } else {
                Delays::strength(&analysis.aeg, walker, *first, *second).unwrap_or(Strength::None)
            };
            let (one, other) = (letter(*first), letter(*second));
            word = match strength {
                Strength::None => format!("Pod{one}{other}"),
                Strength::Local if other == 'R' => "DpAddrdR".to_owned(),
                Strength::Local => "DpDatadW".to_owned(),
                Strength::Lightweight => format!("{}d{one}{other}", dialect.lightweight),
                Strength::Full if !analysis.aeg.options.model.relaxes(direction(one), direction(other)) => {
                    format!("Pod{one}{other}")
                }
                Strength::Full => format!("{}d{one}{other}", dialect.full),
            };
            word.push(' ');
        }
        let (from, to) = (visit[visit.len() - 1], visits[(index + 1) % visits.len()][0]);
        word.push_str(match (letter(from), letter(to)) {
            ('W', 'R') => "Rfe",
            ('R', _) => "Fre",
            _ => "Coe",
        });
        words.push(word);
    }
    let rotations = (0..words.len()).map(|by| {
        let mut rotated = words.clone();
        rotated.rotate_left(by);
        rotated.join(" ")
    });
    rotations.min().unwrap_or_default()
}

fn direction(letter: char) -> Direction {
    if letter == 'R' { Direction::Read } else { Direction::Write }
}
