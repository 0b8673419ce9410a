//! Tests of cycles: the shapes of the literature with each choice of what orders the accesses of a thread.

use generator::{Generator, Options, TopLevel, parse};
use source::{Sources, Span};

/// Edges in the place of each other, between blanks.
const POWER: &[(&str, &str)] = &[
    ("WW", "PodWW EieiodWW LwSyncdWW SyncdWW"),
    ("WR", "PodWR LwSyncdWR SyncdWR"),
    ("RR", "PodRR DpAddrdR DpCtrldR DpCtrlIsyncdR LwSyncdRR SyncdRR"),
    ("RW", "PodRW DpDatadW DpCtrldW LwSyncdRW SyncdRW"),
];

const ARM: &[(&str, &str)] = &[
    ("WW", "PodWW DMB.STdWW DMBdWW"),
    ("WR", "PodWR DMBdWR"),
    ("RR", "PodRR DpAddrdR DpCtrlIsbdR DMBdRR"),
    ("RW", "PodRW DpAddrdW DpCtrldW DMBdRW"),
];

/// Shapes in which the words above stand for their choices.
const SHAPES: &[&str] = &[
    "WW Rfe RR Fre",
    "RW Rfe RW Rfe",
    "WR Fre WR Fre",
    "WW Rfe RW Coe",
    "WW Coe WR Fre",
    "WW Coe WW Coe",
    "Rfe RW Rfe RR Fre",
    "Rfe RR Fre WR Fre",
    "Rfe RR Fre Rfe RR Fre",
    "WW Rfe PosRR DpAddrdR Fre",
    "WW Rfe DpDatadW Rfi DpAddrdR Fre",
    "WW Rfe DpCtrldW Rfi DpAddrdR Fre",
    "WW Rfe DpAddrdW Coe Rfe PodRR DpAddrdR Fre",
];

/// All of them for an architecture: the cycle, and the text.
pub(crate) fn tests(architecture: &str) -> Vec<(String, String)> {
    let choices = if architecture == "PPC" { POWER } else { ARM };
    let generator = Generator::new(architecture, Options::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut sources = Sources::new();
    let mut tests = Vec::new();
    for shape in SHAPES {
        let mut cycles = vec![String::new()];
        for word in shape.split(' ') {
            let edges = choices.iter().find(|(name, _)| *name == word).map_or(word, |(_, edges)| *edges);
            let longer = cycles.iter().flat_map(|cycle| edges.split(' ').map(move |edge| format!("{cycle} {edge}")));
            cycles = longer.collect();
        }
        for cycle in cycles {
            let cycle = cycle.trim_start().to_owned();
            let span = Span::new(sources.add("cycle", cycle.clone()), 0, cycle.len());
            let edges = parse(generator.vocabulary(), &cycle, span, TopLevel::Sequence);
            let edges = edges.unwrap_or_else(|error| panic!("{cycle}: {error:?}"));
            let made = edges.first().and_then(|edges| generator.one(None, edges, &[]).ok());
            // A shape with a word that the architecture does not have is none of it.
            tests.extend(made.map(|made| (cycle, made.text)));
        }
    }
    assert!(tests.len() > 100, "{architecture}: {} tests", tests.len());
    tests
}
