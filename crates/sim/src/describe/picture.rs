//! Executions as drawings: a column a thread, program order downwards, what forbids the execution emphasised.

use std::collections::BTreeSet;

use drawing::{Colour, Column, Drawing, Edge, EdgeStyle, Node, NodeId, StyleId};
use program::IdVec;
use relation::{EventId, Index, Relation};

use super::Describer;
use crate::{EventKind, Execution, ExecutionEvent, Shown, Step};

/// What a drawing of an execution shows beside threads, program order, and what the model shows.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Picture {
    /// Relations that are left out, whatever the model says.
    pub unshow: Vec<String>,
    /// Whether initial writes are shown where nothing needs them.
    pub initial_writes: bool,
    /// Whether branches and register accesses are shown.
    pub all_events: bool,
    /// Stands above the drawing, after the test's name.
    pub headline: String,
}

impl Picture {
    /// This picture, changed: `Picture::default().with(|set| set.all_events = true)`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// An execution as a drawing, and which node each event is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pictured {
    /// The drawing.
    pub drawing: Drawing,
    /// By event its node; none for events that are not drawn. Pieces of one access are one node.
    pub nodes: IdVec<EventId, Option<NodeId>>,
}

/// A pair of events that is drawn.
struct Drawn {
    source: EventId,
    target: EventId,
    relation: String,
    label: String,
    is_emphasised: bool,
}

impl Describer<'_> {
    /// The execution as a drawing. Pairs that follow from others by transitivity are left out. The shortest of what makes checks fail is
    /// emphasised.
    pub fn drawing(&self, execution: &Execution, picture: &Picture) -> Drawing {
        self.pictured(execution, picture).drawing
    }

    /// The same drawing, and which of its nodes each event is.
    pub fn pictured(&self, execution: &Execution, picture: &Picture) -> Pictured {
        let emphasised = emphasised_steps(execution);
        let mut pairs = self.pairs(execution, picture);
        for step in &emphasised {
            self.emphasise(step, &mut pairs);
        }
        let shown = shown_events(execution, picture, &emphasised, &pairs);
        pairs.retain(|pair| shown.contains(&pair.source) && shown.contains(&pair.target));
        let name = self.test.name();
        let mut drawing = Drawing::new(match picture.headline.is_empty() {
            true => name.to_owned(),
            false => format!("{name}: {}", picture.headline),
        });
        let nodes = self.nodes(execution, &shown, &emphasised, &mut drawing);
        add_edges(&pairs, &nodes, &mut drawing);
        drawing.notes.push(execution.final_state.clone());
        for violation in &execution.violations {
            let (name, check) = (self.check_name(violation), self.check(violation));
            drawing.notes.push(if name == check { format!("fails {check}") } else { format!("fails {name}: {check}") });
        }
        Pictured { drawing, nodes }
    }

    /// All that is to be drawn, of whatever events.
    fn pairs(&self, execution: &Execution, picture: &Picture) -> Vec<Drawn> {
        let events = &execution.events;
        let is_hidden = |name: &str| picture.unshow.iter().any(|other| other == name);
        let by_thread = |event: EventId| events[event].thread.is_some();
        let mut all = Vec::new();
        let mut add = |name: &str, relation: &Relation, keep: &dyn Fn(EventId, EventId) -> bool| {
            let kept = relation.iter().filter(|&(a, b)| keep(a, b));
            all.extend(kept.map(|(source, target)| Drawn {
                source,
                target,
                relation: name.to_owned(),
                label: name.to_owned(),
                is_emphasised: false,
            }));
        };
        let po = next_in_thread(execution, picture);
        if !is_hidden("po") {
            add("po", &po, &|_, _| true);
        }
        if picture.all_events && !is_hidden("iico") {
            // Where program order is drawn between the same events, a second edge would say nothing more and take its label's room.
            add("iico", &reduced(&execution.iico), &|a, b| is_hidden("po") || !po.contains(a, b));
        }
        if !is_hidden("rf") {
            add("rf", &execution.rf, &|write, _| picture.initial_writes || by_thread(write));
        }
        if !is_hidden("co") {
            add("co", &reduced(&execution.co), &|before, _| picture.initial_writes || by_thread(before));
        }
        if !is_hidden("fr") {
            // To the first of the later writes; the others follow by coherence.
            let later = execution.fr.sequence(&execution.co);
            add("fr", &execution.fr.difference(&later), &|_, _| true);
        }
        for (name, shown) in &execution.shown {
            let Shown::Relation(relation) = shown else { continue };
            if !is_hidden(name) && !["po", "rf", "co", "fr", "ca"].contains(&name.as_str()) {
                let kept = without_fenced(execution, &reduced(relation));
                add(name, &kept, &|_, _| true);
            }
        }
        all
    }

    /// Draws a step of the evidence: emphasises what is there, or adds what is not.
    fn emphasise(&self, step: &Step, pairs: &mut Vec<Drawn>) {
        let (source, target) = match step.is_inverse {
            false => (step.source, step.target),
            true => (step.target, step.source),
        };
        let label = self.label(&Step { is_inverse: false, ..step.clone() });
        // rfe is drawn as the rf that it is.
        let relation = match label.as_str() {
            "rfe" | "rfi" => "rf",
            "coe" | "coi" => "co",
            "fre" | "fri" => "fr",
            other => other,
        };
        let known =
            pairs.iter_mut().find(|pair| (pair.source, pair.target, &*pair.relation) == (source, target, relation));
        match known {
            Some(pair) => (pair.label, pair.is_emphasised) = (label, true),
            None => pairs.push(Drawn { source, target, relation: relation.to_owned(), label, is_emphasised: true }),
        }
    }

    fn nodes(
        &self,
        execution: &Execution,
        shown: &BTreeSet<EventId>,
        emphasised: &[Step],
        drawing: &mut Drawing,
    ) -> IdVec<EventId, Option<NodeId>> {
        let mut nodes = IdVec::from_elem(None, execution.events.len());
        let in_evidence: BTreeSet<EventId> = emphasised.iter().flat_map(|step| [step.source, step.target]).collect();
        let has_initial = shown.iter().any(|&event| execution.events[event].thread.is_none());
        let initial = has_initial.then(|| drawing.columns.push(Column::new("initial")));
        let threads = self.test.lowered().program.threads.len();
        let columns: Vec<_> =
            (0..threads).map(|thread| drawing.columns.push(Column::new(format!("P{thread}")))).collect();
        let mut before: Option<&ExecutionEvent> = None;
        let sizes = has_sizes(execution);
        for &id in shown {
            let event = &execution.events[id];
            let column = match (event.thread, initial) {
                (Some(thread), _) => columns[thread.index()],
                (None, Some(initial)) => initial,
                (None, None) => continue,
            };
            if let Some(node) = event.first_piece.filter(|&first| first != id).and_then(|first| nodes[first]) {
                nodes[id] = Some(node);
                continue;
            }
            let mut lines = match event.first_piece {
                Some(first) => access_in_pieces(execution, first),
                None => vec![event.named_text()],
            };
            if sizes && let Some(line) = lines.first_mut() {
                line.push_str(&size(execution, id));
            }
            // One instruction is written beside the first of its events.
            let is_same = before.is_some_and(|b| (b.thread, b.instance) == (event.thread, event.instance));
            if !is_same || event.thread.is_none() {
                lines.extend(
                    self.instruction(event).filter(|text| *text != event.text()).iter().flat_map(|text| in_lines(text)),
                );
            }
            let is_emphasised = match event.first_piece {
                Some(_) => pieces_of(execution, id).any(|(piece, _)| in_evidence.contains(&piece)),
                None => in_evidence.contains(&id),
            };
            nodes[id] = Some(drawing.nodes.push(Node::new(column, lines).emphasised(is_emphasised)));
            before = Some(event);
        }
        nodes
    }
}

/// So many pieces of an access are in one line.
const PIECES_A_LINE: usize = 4;

/// The events of the access whose first event this is.
fn pieces_of(execution: &Execution, first: EventId) -> impl Iterator<Item = (EventId, &ExecutionEvent)> {
    execution.events.iter_enumerated().filter(move |(_, event)| event.first_piece == Some(first))
}

/// An access that is several events, in lines: what it is, then what it reads or writes piece by piece.
fn access_in_pieces(execution: &Execution, first: EventId) -> Vec<String> {
    let pieces: Vec<&ExecutionEvent> = pieces_of(execution, first).map(|(_, event)| event).collect();
    let values: Vec<String> = pieces.iter().map(|piece| format!("{}={}", piece.location, piece.value)).collect();
    let name = pieces.first().map_or("", |piece| piece.name.trim_end_matches(|c: char| c.is_ascii_digit()));
    let whole = ExecutionEvent { location: String::new(), value: String::new(), ..execution.events[first].clone() };
    let head = if name.is_empty() { whole.text() } else { format!("{name}: {}", whole.text()) };
    let mut lines: Vec<String> = values.chunks(PIECES_A_LINE).map(|some| some.join(" ")).collect();
    if let Some(line) = lines.first_mut() {
        *line = format!("{head} {line}");
    }
    lines
}

/// Whether threads access memory in different sizes, or in others than those of words and addresses: then each event says its size.
fn has_sizes(execution: &Execution) -> bool {
    let by_threads =
        execution.events.iter_enumerated().filter(|(_, event)| event.thread.is_some() && event.is_memory());
    let sizes: Vec<u32> = by_threads.map(|(id, _)| bits(execution, id)).collect();
    sizes.iter().any(|size| *size != sizes[0] || !matches!(size, 32 | 64))
}

/// How many bits an access has, all its pieces together.
fn bits(execution: &Execution, event: EventId) -> u32 {
    match execution.events[event].first_piece {
        Some(first) => pieces_of(execution, first).map(|(_, piece)| piece.bits).sum(),
        None => execution.events[event].bits,
    }
}

/// The size of an access, to stand behind it; nothing for what accesses no memory.
fn size(execution: &Execution, event: EventId) -> String {
    match bits(execution, event) {
        0 => String::new(),
        bits => format!(" ({bits} bits)"),
    }
}

/// Longer lines are broken: a drawing with a column as wide as a page is of no use.
const LINE: usize = 44;

/// So many lines an instruction has at most.
const LINES: usize = 3;

/// An instruction in lines. The orders of C's atomic operations do without the words that all of them begin with, where a line would be too long otherwise.
fn in_lines(text: &str) -> Vec<String> {
    if text.chars().count() <= LINE {
        return vec![text.to_owned()];
    }
    drawing::wrapped(&text.replace("memory_order_", ""), LINE, LINES)
}

fn add_edges(pairs: &[Drawn], nodes: &IdVec<EventId, Option<NodeId>>, drawing: &mut Drawing) {
    let mut styles: Vec<(&str, StyleId)> = Vec::new();
    let mut names: Vec<&str> = pairs.iter().map(|pair| pair.relation.as_str()).collect();
    names.sort_by_key(|name| (USUAL.iter().position(|(usual, _)| usual == name).unwrap_or(USUAL.len()), *name));
    names.dedup();
    let mut others =
        Colour::DISTINCT.into_iter().filter(|colour| !USUAL[..5].iter().any(|(_, usual)| usual == colour)).cycle();
    for (index, name) in names.iter().enumerate() {
        let usual = USUAL.iter().find(|(usual, _)| usual == name);
        let colour = usual.map(|(_, colour)| *colour).or_else(|| others.next()).unwrap_or(Colour::Ink);
        // Two relations of one colour are distinguished by their lines.
        let is_taken = styles.iter().any(|(_, style)| drawing.styles[*style].colour == colour);
        let style = EdgeStyle::new(*name, colour).dashed(is_taken || index % 2 == 1 && usual.is_none());
        styles.push((name, drawing.styles.push(style)));
    }
    // Pairs of pieces of the same two accesses are one edge.
    let mut drawn: Vec<((NodeId, NodeId, &str), usize)> = Vec::new();
    for pair in pairs {
        let (Some(from), Some(to)) = (nodes[pair.source], nodes[pair.target]) else { continue };
        if from == to && pair.source != pair.target {
            continue;
        }
        let key = (from, to, pair.relation.as_str());
        if let Some((_, known)) = drawn.iter().find(|(known, _)| *known == key) {
            let edge = &mut drawing.edges[*known];
            if pair.is_emphasised {
                (edge.label, edge.is_emphasised) = (pair.label.clone(), true);
            }
            continue;
        }
        drawn.push((key, drawing.edges.len()));
        let Some((_, style)) = styles.iter().find(|(name, _)| *name == pair.relation) else { continue };
        drawing.edges.push(Edge::new(from, to, *style, pair.label.clone()).emphasised(pair.is_emphasised));
    }
}

/// The colours that the usual relations have in all drawings.
const USUAL: &[(&str, Colour)] = &[
    ("po", Colour::Ink),
    ("iico", Colour::Grey),
    ("rf", Colour::Vermillion),
    ("co", Colour::Blue),
    ("fr", Colour::Purple),
    ("addr", Colour::Green),
    ("data", Colour::Green),
    ("ctrl", Colour::Green),
    ("pick-addr", Colour::Green),
    ("pick-data", Colour::Green),
    ("pick-ctrl", Colour::Green),
    ("rmw", Colour::Orange),
    ("hb", Colour::SkyBlue),
];

/// The steps of the first violation, or, where there is none, of the first flag.
fn emphasised_steps(execution: &Execution) -> Vec<Step> {
    let first = execution.violations.first().or(execution.flags.first());
    let evidence = first.and_then(|violation| violation.evidence.as_ref());
    evidence.map_or(Vec::new(), |evidence| evidence.base_steps().into_iter().cloned().collect())
}

fn shown_events(execution: &Execution, picture: &Picture, emphasised: &[Step], pairs: &[Drawn]) -> BTreeSet<EventId> {
    let needed: BTreeSet<EventId> = emphasised.iter().flat_map(|step| [step.source, step.target]).collect();
    let is_initial = |event: EventId| execution.events[event].thread.is_none();
    let touched: BTreeSet<EventId> = pairs.iter().flat_map(|pair| [pair.source, pair.target]).collect();
    let is_shown = |id: EventId| {
        let event = &execution.events[id];
        match is_initial(id) {
            true => needed.contains(&id) || picture.initial_writes && touched.contains(&id),
            false => event.is_usually_shown() || picture.all_events || needed.contains(&id),
        }
    };
    execution.events.ids().filter(|&id| is_shown(id)).collect()
}

/// The pairs that no fence stands between in program order: what orders those is seen already.
fn without_fenced(execution: &Execution, relation: &Relation) -> Relation {
    let fences: Vec<EventId> = execution
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.kind == EventKind::Fence)
        .map(|(id, _)| id)
        .collect();
    let is_fenced = |a: EventId, b: EventId| {
        fences.iter().any(|&fence| execution.po.contains(a, fence) && execution.po.contains(fence, b))
    };
    Relation::from_pairs(relation.universe(), relation.iter().filter(|&(a, b)| !is_fenced(a, b)))
}

/// Each event with the next one of its thread, among those that are usually shown; two events of one instruction are not ordered.
fn next_in_thread(execution: &Execution, picture: &Picture) -> Relation {
    let mut next = Relation::empty(execution.events.len());
    let shown: Vec<EventId> = execution
        .events
        .iter_enumerated()
        .filter(|(_, event)| event.thread.is_some() && (picture.all_events || event.is_usually_shown()))
        .map(|(id, _)| id)
        .collect();
    for pair in shown.windows(2) {
        if execution.po.contains(pair[0], pair[1]) {
            next.insert(pair[0], pair[1]);
        }
    }
    next
}

/// The pairs that do not follow from others by transitivity; of a relation with a cycle, all of it.
fn reduced(relation: &Relation) -> Relation {
    match relation.is_acyclic() {
        true => relation.difference(&relation.sequence(&relation.transitive_closure())),
        false => relation.clone(),
    }
}
