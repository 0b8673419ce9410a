//! Random models over one small candidate execution: each run ends, within its limits, with a verdict or an error.

#![no_main]

use std::ops::ControlFlow;

use cat::{Base, BaseId, Limits, Model, NoFiles, Options, Phase, Vocabulary};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use relation::{EventId, EventSet, Index, Relation};
use source::Sources;

/// Store buffering: two initial writes, and on each thread a write and a read.
const EVENTS: usize = 6;
const SETS: &[(&str, &[usize])] = &[("W", &[0, 1, 2, 4]), ("R", &[3, 5]), ("IW", &[0, 1]), ("none", &[])];
const RELATIONS: &[(&str, &[(usize, usize)])] = &[
    ("po", &[(2, 3), (4, 5)]),
    ("rf", &[(1, 3), (0, 5)]),
    ("co", &[(0, 2), (1, 4)]),
    ("loc", &[(0, 2), (2, 0), (0, 5), (5, 0), (2, 5), (5, 2), (1, 4), (4, 1), (1, 3), (3, 1), (3, 4), (4, 3)]),
    ("nothing", &[]),
];

struct Candidate<'v>(&'v Vocabulary);

impl Base for Candidate<'_> {
    fn universe(&self) -> usize {
        EVENTS
    }

    fn set(&self, name: BaseId) -> EventSet {
        let name = &self.0.get(name).name;
        let (_, members) = SETS.iter().find(|(set, _)| set == name).expect("a declared set");
        EventSet::from_fn(EVENTS, |event| members.contains(&event.index()))
    }

    fn relation(&self, name: BaseId) -> Relation {
        let name = &self.0.get(name).name;
        let (_, pairs) = RELATIONS.iter().find(|(relation, _)| relation == name).expect("a declared relation");
        Relation::from_pairs(EVENTS, pairs.iter().map(|&(from, to)| (EventId::new(from), EventId::new(to))))
    }
}

fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    SETS.iter().for_each(|(name, _)| _ = vocabulary.set(*name, Phase::Structure));
    RELATIONS.iter().for_each(|(name, _)| _ = vocabulary.relation(*name, Phase::Structure));
    vocabulary
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = model(&mut Unstructured::new(data)) else { return };
    let vocabulary = vocabulary();
    let mut sources = Sources::new();
    let source = sources.add("model.cat", text);
    let loaded = Model::load(&mut sources, source, None, &mut NoFiles, &vocabulary, &|_| false);
    let Some(model) = loaded.model else { return };
    let limits = Limits { steps: 20_000, depth: 10_000, elements: 1_000, ..Limits::default() };
    let _ = cat::interpret(&model, &Candidate(&vocabulary), &Options::default(), &limits, &mut |_| {
        ControlFlow::Continue(())
    });
});

/// The text of a model: definitions, some recursive, and checks.
fn model(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::from("\"random\"\n");
    for index in 0..u.int_in_range(1..=6)? {
        let (a, b) = (expression(u, 3)?, expression(u, 3)?);
        text += &match u.int_in_range(0..=7)? {
            0 | 1 => format!("let x{index} = {a}\n"),
            2 => format!("let rec x{index} = {a} | (x{index} ; {b})\n"),
            3 => format!("let f{index} (r) = {a}\nacyclic f{index} ({b})\n"),
            4 => format!("with x{index} from linearisations({a}, {b})\n"),
            5 => format!("procedure p{index} (r) =\n  empty {a}\nend\ncall p{index} ({b})\n"),
            6 => format!("flag ~empty {a} as raised\nirreflexive {b}\n"),
            _ => format!("acyclic {a} as c{index}\nlet x{index} = {{ {b} }}\n"),
        };
    }
    Ok(text)
}

fn expression(u: &mut Unstructured<'_>, depth: u32) -> Result<String> {
    const LEAVES: &[&str] =
        &["W", "R", "IW", "none", "po", "rf", "co", "loc", "nothing", "_", "0", "x0", "x1", "x2", "r", "{}"];
    if depth == 0 || u.ratio(1, 4)? {
        return Ok((*u.choose(LEAVES)?).to_owned());
    }
    let a = expression(u, depth - 1)?;
    let unary = ["+", "*", "?", "^-1"];
    let binary = ["|", "&", "\\", ";", "*", "++"];
    Ok(match u.int_in_range(0..=9)? {
        0 => format!("({a}){}", u.choose(&unary)?),
        1 => format!("[{a}]"),
        2 => format!("~({a})"),
        3 => format!("domain({a})"),
        4 => format!("range({a})"),
        5 => format!("let y = {a} in (y | {})", expression(u, depth - 1)?),
        6 => format!("try ({a}) with ({})", expression(u, depth - 1)?),
        _ => format!("({a} {} {})", u.choose(&binary)?, expression(u, depth - 1)?),
    })
}
