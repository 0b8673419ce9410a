//! An execution as the page shows it: a drawing with its parts as elements, and what the model says about it.

use lakmus::drawing::{Drawing, Layout};
use lakmus::sim::{Describer, Evidence, Execution, Label, Picture, Step, Violation};
use lakmus::source::Sources;
use serde::Serialize;

use crate::places::{Place, place};

/// An execution.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    /// Its number among those that were asked for, from 0.
    index: usize,
    allowed: bool,
    state: String,
    satisfies: bool,
    flags: Vec<String>,
    /// The drawing as SVG, without a style of its own.
    svg: String,
    /// What the relations that are drawn look like: name, colour, whether lines are broken.
    styles: Vec<(String, &'static str, bool)>,
    /// By event, the node that it is drawn as.
    nodes: Vec<Option<usize>>,
    /// For each node the line of the test that its instruction is in.
    lines: Vec<Option<usize>>,
    checks: Vec<Check>,
}

/// A check that fails, or one that raises a flag.
#[derive(Debug, Serialize)]
struct Check {
    /// Empty where it has none.
    name: String,
    text: String,
    place: Place,
    is_flag: bool,
    chains: Vec<String>,
    sentences: Vec<Sentence>,
    steps: Vec<Unfolded>,
}

/// A sentence about some of the base steps.
#[derive(Debug, Serialize)]
struct Sentence {
    text: String,
    from: usize,
    to: usize,
}

/// A step, and what it consists of.
#[derive(Debug, Serialize)]
struct Unfolded {
    from: usize,
    to: usize,
    source: String,
    target: String,
    relation: String,
    /// Where the model defines the relation.
    place: Option<Place>,
    parts: Vec<Unfolded>,
}

/// An execution with its drawing, before it is known how large that is to be.
pub(crate) struct Drawn {
    pub(crate) drawing: Drawing,
    shown: Shown,
}

impl Drawn {
    pub(crate) fn new(index: usize, describer: &Describer<'_>, execution: &Execution, picture: &Picture) -> Drawn {
        let mut pictured = describer.pictured(execution, picture);
        // The page has a title, a legend and a state of its own.
        pictured.drawing.title.clear();
        pictured.drawing.notes.clear();
        let lines = node_lines(describer, execution, &pictured.nodes, pictured.drawing.nodes.len());
        let check = |violation: &Violation, is_flag| check(describer, execution, violation, is_flag);
        let shown = Shown {
            index,
            allowed: execution.is_allowed(),
            state: execution.final_state.clone(),
            satisfies: execution.satisfies_condition,
            flags: execution.raised_flags(describer.model).map(str::to_owned).collect(),
            svg: String::new(),
            styles: pictured
                .drawing
                .styles
                .iter()
                .map(|style| (style.name.clone(), style.colour.class(), style.is_dashed))
                .collect(),
            nodes: pictured.nodes.iter().map(|node| node.map(relation::Index::index)).collect(),
            lines,
            checks: execution
                .violations
                .iter()
                .map(|violation| check(violation, false))
                .chain(execution.flags.iter().map(|flag| check(flag, true)))
                .collect(),
        };
        Drawn { drawing: pictured.drawing, shown }
    }

    /// How far the execution is from being allowed: how many checks it fails, and the length of the shortest reason.
    pub(crate) fn distance(&self) -> (usize, usize) {
        let length = |check: &Check| check.steps.iter().map(Unfolded::length).sum::<usize>();
        let failed = self.shown.checks.iter().filter(|check| !check.is_flag);
        (failed.clone().count(), failed.map(length).min().unwrap_or(0))
    }

    /// With the drawing in this layout.
    pub(crate) fn laid_out(self, index: usize, layout: &Layout) -> Shown {
        Shown { index, svg: self.drawing.to_elements(layout), ..self.shown }
    }
}

impl Unfolded {
    /// How many base steps it has.
    fn length(&self) -> usize {
        if self.parts.is_empty() { 1 } else { self.parts.iter().map(Unfolded::length).sum() }
    }
}

/// For each node the line of its instruction.
fn node_lines(
    describer: &Describer<'_>,
    execution: &Execution,
    nodes: &relation::IdVec<relation::EventId, Option<lakmus::drawing::NodeId>>,
    count: usize,
) -> Vec<Option<usize>> {
    let mut lines = vec![None; count];
    for (event, node) in nodes.iter_enumerated() {
        let instruction = execution.events[event].instruction;
        let found = instruction.and_then(|place| describer.test.lowered().program.instruction(place));
        if let (Some(node), Some(found)) = (node, found) {
            lines[relation::Index::index(*node)] = Some(describer.sources.position(found.span).line);
        }
    }
    lines
}

fn check(describer: &Describer<'_>, execution: &Execution, violation: &Violation, is_flag: bool) -> Check {
    let evidence = violation.evidence.as_ref();
    let steps: Vec<&Step> = match evidence {
        Some(Evidence::Cycle(steps)) => steps.iter().collect(),
        Some(Evidence::Pair { ways, .. }) => ways.iter().flatten().collect(),
        Some(Evidence::Members(_) | Evidence::Nothing) | None => Vec::new(),
    };
    let sentences = describer.sentences(execution, violation);
    Check {
        name: violation.name.clone().unwrap_or_default(),
        text: describer.check(violation),
        place: place(violation.span, describer.sources),
        is_flag,
        chains: evidence.map_or(Vec::new(), |evidence| describer.evidence(execution, evidence)),
        sentences: sentences
            .into_iter()
            .map(|sentence| Sentence { text: sentence.text, from: sentence.steps.start, to: sentence.steps.end })
            .collect(),
        steps: steps.iter().map(|step| unfolded(describer, execution, step)).collect(),
    }
}

fn unfolded(describer: &Describer<'_>, execution: &Execution, step: &Step) -> Unfolded {
    let definition = match &step.label {
        Label::Name { definition, .. } => *definition,
        Label::Text(span) | Label::Filter(span) => Some(*span),
    };
    Unfolded {
        from: relation::Index::index(step.source),
        to: relation::Index::index(step.target),
        source: describer.event(execution, step.source),
        target: describer.event(execution, step.target),
        relation: describer.label(step),
        place: definition.map(|span| in_sources(span, describer.sources)),
        parts: step.parts.iter().map(|part| unfolded(describer, execution, part)).collect(),
    }
}

fn in_sources(span: lakmus::source::Span, sources: &Sources) -> Place {
    place(span, sources)
}
