//! Where nodes and edges go, in terms of columns and rows. What that is in pixels or characters is decided elsewhere.
//!
//! Nodes stand in a grid: the n-th node of a column in the n-th row. Beside each column there is a *gutter* on either side (gutter g is to the left of
//! column g, and there is one more at the right), and above each row a *channel* (and one more below the last). Gutters and
//! channels hold no nodes; edges that keep to them cross none.

use relation::{IdVec, Index};

use crate::drawing::{ColumnId, Drawing, NodeId};

/// One of the two sides of a node that face gutters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Which way an edge takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through the channel between two nodes that stand directly below each other; the `lane`-th there.
    Between { lane: usize },
    /// Through one gutter, on its `track`-th track, from the one side to the other: of one column, or of neighbours.
    Gutter { gutter: usize, track: usize, from: Side, to: Side },
    /// Past other columns: into the gutter beside the source, through a channel on its `line`-th line, and out of the gutter
    /// beside the target.
    Across { first: (usize, usize), channel: usize, line: usize, last: (usize, usize), from: Side, to: Side },
}

/// An end of an edge at a side of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    /// The number of the edge.
    pub(crate) edge: usize,
    /// Whether it is the end with the head.
    pub(crate) is_target: bool,
}

#[derive(Debug)]
pub(crate) struct Plan {
    /// The row of each node.
    pub(crate) rows: IdVec<NodeId, usize>,
    /// How many rows there are.
    pub(crate) height: usize,
    /// For each edge.
    pub(crate) ways: Vec<Way>,
    /// For each node what ends at its left and its right side, from top to bottom.
    pub(crate) ports: IdVec<NodeId, [Vec<Port>; 2]>,
    /// How many tracks each gutter has.
    pub(crate) tracks: Vec<usize>,
    /// How many lines each channel has.
    pub(crate) lines: Vec<usize>,
}

impl Plan {
    pub(crate) fn new(drawing: &Drawing) -> Plan {
        let mut filled: IdVec<ColumnId, usize> = IdVec::from_elem(0, drawing.columns.len());
        let rows: IdVec<NodeId, usize> = drawing
            .nodes
            .iter()
            .map(|node| {
                filled[node.column] += 1;
                filled[node.column] - 1
            })
            .collect::<Vec<_>>()
            .into();
        let height = filled.iter().copied().max().unwrap_or(0);
        let mut plan = Plan {
            rows,
            height,
            ways: Vec::with_capacity(drawing.edges.len()),
            ports: drawing.nodes.iter().map(|_| Default::default()).collect::<Vec<_>>().into(),
            tracks: vec![0; drawing.columns.len() + 1],
            lines: vec![0; height + 1],
        };
        for number in 0..drawing.edges.len() {
            let way = plan.way(drawing, number);
            plan.ways.push(way);
        }
        plan.order_ports(drawing);
        plan
    }

    /// The port of an end of an edge: its place among those on its side, and how many these are.
    pub(crate) fn port(&self, node: NodeId, side: Side, edge: usize, is_target: bool) -> (usize, usize) {
        let ports = &self.ports[node][side as usize];
        let place = ports.iter().position(|&port| port == Port { edge, is_target });
        (place.expect("an edge has a port at either end"), ports.len())
    }

    fn way(&mut self, drawing: &Drawing, number: usize) -> Way {
        let edge = &drawing.edges[number];
        let column = |node: NodeId| drawing.nodes[node].column.index();
        let (from, to) = (column(edge.from), column(edge.to));
        let (from_row, to_row) = (self.rows[edge.from], self.rows[edge.to]);
        if from == to && from_row.abs_diff(to_row) == 1 {
            let is_beside = |other: &&crate::Edge| {
                (other.from, other.to) == (edge.from, edge.to) || (other.to, other.from) == (edge.from, edge.to)
            };
            return Way::Between { lane: drawing.edges[..number].iter().filter(is_beside).count() };
        }
        let (from_side, to_side) = match from.cmp(&to) {
            std::cmp::Ordering::Less => (Side::Right, Side::Left),
            std::cmp::Ordering::Greater => (Side::Left, Side::Right),
            // Outside, where no edges between threads are, if there is an outside.
            std::cmp::Ordering::Equal if from == 0 => (Side::Left, Side::Left),
            std::cmp::Ordering::Equal => (Side::Right, Side::Right),
        };
        for (node, side, is_target) in [(edge.from, from_side, false), (edge.to, to_side, true)] {
            self.ports[node][side as usize].push(Port { edge: number, is_target });
        }
        let beside = |column: usize, side: Side| if side == Side::Left { column } else { column + 1 };
        let (first, last) = (beside(from, from_side), beside(to, to_side));
        if first == last {
            return Way::Gutter { gutter: first, track: self.track(first), from: from_side, to: to_side };
        }
        // Half-way between the rows, where the way is shortest.
        let channel = (from_row + to_row).div_ceil(2);
        // Along the row itself it would run into the nodes between.
        let channel = if from_row == to_row { to_row + 1 } else { channel };
        self.lines[channel] += 1;
        Way::Across {
            first: (first, self.track(first)),
            channel,
            line: self.lines[channel] - 1,
            last: (last, self.track(last)),
            from: from_side,
            to: to_side,
        }
    }

    fn track(&mut self, gutter: usize) -> usize {
        self.tracks[gutter] += 1;
        self.tracks[gutter] - 1
    }

    /// Sorts the ports of each side by where the other ends are, so that edges cross no more than they must.
    fn order_ports(&mut self, drawing: &Drawing) {
        let Plan { rows, ports, .. } = self;
        for node in rows.ids() {
            let own = rows[node];
            for port in &mut ports[node] {
                port.sort_by_key(|port| {
                    let edge = &drawing.edges[port.edge];
                    let other = if port.is_target { edge.from } else { edge.to };
                    // Of edges within the column, those that go far lie outside.
                    let is_own_column = drawing.nodes[other].column == drawing.nodes[node].column;
                    let far = if is_own_column { rows[other].abs_diff(own) } else { 0 };
                    let far = if rows[other] < own { far } else { usize::MAX - far };
                    (rows[other], far, port.is_target, port.edge)
                });
            }
        }
    }
}
