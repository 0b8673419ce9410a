//! Traces as drawings: threads as columns.

use std::collections::BTreeMap;

use drawing::{Colour, Column, Drawing, Edge, EdgeStyle, Node, NodeId, clipped};

use super::Trace;
use super::actions::short;

/// Of traces with more lines the last ones are drawn: more would not be readable.
const MOST_NODES: usize = 300;

/// Characters that a line of a node has at most.
const LONGEST_LINE: usize = 52;

impl Trace {
    /// The trace, with `title` above it; of a long one the end.
    ///
    /// Nodes bear the numbers of their places in the execution. Arrows go from stores to the loads of other threads that read them, and from what a thread does before
    /// another one goes on to that one's next step.
    pub fn drawing(&self, title: &str) -> Drawing {
        let all: usize = self.turns.iter().map(|turn| turn.lines.len()).sum();
        let left_out = all.saturating_sub(MOST_NODES);
        let mut drawing = Drawing::new(title);
        let mut columns = BTreeMap::new();
        let mut threads: Vec<u64> = self.turns.iter().map(|turn| turn.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        for thread in threads {
            columns.insert(thread, drawing.columns.push(Column::new(format!("thread {thread}"))));
        }
        let reads = drawing.styles.push(EdgeStyle::new("reads from", Colour::Vermillion));
        let switches = drawing.styles.push(EdgeStyle::new("goes on", Colour::Grey).dashed(true));
        let mut by_time: BTreeMap<u64, (u64, NodeId)> = BTreeMap::new();
        let mut last: Option<NodeId> = None;
        let mut number = 0;
        for turn in &self.turns {
            for (index, line) in turn.lines.iter().enumerate() {
                number += 1;
                if number <= left_out {
                    continue;
                }
                let place = line.frame.as_ref().map_or(String::new(), short);
                let times = if line.times > 1 { format!(" ({} times)", line.times) } else { String::new() };
                let mut text = vec![format!("{number}. {}{times}", line.what), place];
                text.extend(line.part.map(str::to_owned));
                // Names of C++ are as long as a page is wide.
                let text = text.iter().map(|line| clipped(line, LONGEST_LINE));
                let is_emphasised = line.part.is_some() || line.decision.is_some();
                let node = drawing.nodes.push(Node::new(columns[&turn.thread], text).emphasised(is_emphasised));
                if index == 0
                    && let Some(last) = last
                {
                    let label = turn.decision.map_or(String::new(), |decision| decision.to_string());
                    drawing.edges.push(Edge::new(last, node, switches, label));
                }
                let store = line.reads_from.and_then(|time| by_time.get(&time));
                if let Some((_, store)) = store.filter(|(thread, _)| *thread != turn.thread) {
                    let label = line.decision.map_or("rf".to_owned(), |decision| format!("rf ({decision})"));
                    drawing.edges.push(Edge::new(*store, node, reads, label).emphasised(line.decision.is_some()));
                }
                // Plain accesses bear the time of the event before them.
                by_time.entry(line.time).or_insert((turn.thread, node));
                last = Some(node);
            }
        }
        drawing.notes.push(self.heading());
        if left_out > 0 {
            drawing.notes.push(format!("the first {left_out} events are left out"));
        }
        drawing
    }
}
