//! Justification sequences as drawings: one for each stage, a column a thread, program order downwards (jMT, figure 3).

use drawing::{Colour, Column, ColumnId, Drawing, Edge, EdgeStyle, Node, NodeId};
use program::{Index, ThreadId};
use relation::EventId;

use crate::actions::ActionSet;
use crate::search::Stage;
use crate::show::Show;

impl Show<'_> {
    /// A drawing of a stage. What is committed with it is emphasised; what was committed before says so; reads-from edges that are no race are dashed.
    pub(crate) fn stage(&self, number: usize, stages: usize, stage: &Stage, before: ActionSet) -> Drawing {
        let (structure, symbolic) =
            (self.executions.structure_of(stage.graph), self.executions.symbolic_of(stage.graph));
        let graph = &self.executions.graphs[stage.graph];
        let mut drawing = Drawing::new(format!("{}: stage {number} of {stages}", self.test.name()));
        let initial = drawing.columns.push(Column::new("initial"));
        let threads = self.test.lowered().program.threads.len();
        let columns: Vec<ColumnId> = (0..threads)
            .map(|thread| drawing.columns.push(Column::new(format!("Thread{}", ThreadId::new(thread).number()))))
            .collect();
        let mut nodes: Vec<NodeId> = Vec::new();
        for (event, description) in structure.events.iter_enumerated() {
            let column = description.thread.map_or(initial, |thread| columns[thread.index()]);
            let value = graph.read[event].or(graph.written[event]);
            let value = value.map_or(String::new(), |value| format!("={}", self.number(structure, event, value)));
            let mut lines = vec![self.event(structure, event) + &value];
            let is_new = description.actions().any(|one| stage.committed.contains(one) && !before.contains(one));
            let is_whole = description.actions().all(|one| stage.committed.contains(one));
            if is_new {
                lines.push(if is_whole { "committed" } else { "committed by half" }.to_owned());
            } else if description.actions().any(|one| before.contains(one)) {
                lines.push(if is_whole { "committed before" } else { "half committed before" }.to_owned());
            }
            nodes.push(drawing.nodes.push(Node::new(column, lines).emphasised(is_new)));
        }
        let node = |event: EventId| nodes[event.index()];
        let po = drawing.styles.push(EdgeStyle::new("po", Colour::Ink));
        let events: Vec<(EventId, Option<ThreadId>)> =
            structure.events.iter_enumerated().map(|(event, description)| (event, description.thread)).collect();
        for pair in events.windows(2) {
            if pair[0].1.is_some() && pair[0].1 == pair[1].1 {
                drawing.edges.push(Edge::new(node(pair[0].0), node(pair[1].0), po, "po"));
            }
        }
        let race = drawing.styles.push(EdgeStyle::new("rf, a race", Colour::Vermillion));
        let ordered = drawing.styles.push(EdgeStyle::new("rf", Colour::Vermillion).dashed(true));
        for (read, write) in symbolic.reads_from.iter_enumerated() {
            if let Some(write) = *write {
                let style = if symbolic.comes_before(write, read) { ordered } else { race };
                drawing.edges.push(Edge::new(node(write), node(read), style, "rf"));
            }
        }
        let sw = drawing.styles.push(EdgeStyle::new("sw", Colour::Blue));
        for (source, target) in symbolic.sw.iter() {
            if structure.events[source].thread.is_some() && source != target {
                drawing.edges.push(Edge::new(node(source), node(target), sw, "sw"));
            }
        }
        if let Some(order) = &stage.order {
            let names: Vec<String> = order.iter().map(|&action| self.event_of(action)).collect();
            if !names.is_empty() {
                drawing.notes.push(format!("so: {}", names.join(", ")));
            }
        }
        drawing
    }
}
