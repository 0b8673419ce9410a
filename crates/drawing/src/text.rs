//! Drawings with box-drawing characters, for terminals.
//!
//! Lines run along rows and columns of characters only. Each edge has a track of its own in its gutter, a line of its own in its channel and a row
//! of its own at each box, so that no two edges ever share a stretch; where two cross, the characters say so. A label stands on the row where
//! its edge leaves its source.

use relation::Index;

use crate::drawing::{Drawing, NodeId};
use crate::plan::{Plan, Side, Way};
use crate::words::wrapped;

const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;
const HEAVY: u8 = 16;

/// What is in one place: lines that leave it in some directions, or a character over them.
#[derive(Clone, Copy, Default)]
struct Square {
    lines: u8,
    character: Option<char>,
}

impl Square {
    fn character(self) -> char {
        if let Some(character) = self.character {
            return character;
        }
        let is_heavy = self.lines & HEAVY != 0;
        let [light, heavy] = match self.lines & !HEAVY {
            0 => [' ', ' '],
            UP | DOWN | 3 => ['│', '┃'],
            LEFT | RIGHT | 12 => ['─', '━'],
            10 => ['╭', '┏'],
            6 => ['╮', '┓'],
            9 => ['╰', '┗'],
            5 => ['╯', '┛'],
            11 => ['├', '┣'],
            7 => ['┤', '┫'],
            14 => ['┬', '┳'],
            13 => ['┴', '┻'],
            _ => ['┼', '╋'],
        };
        if is_heavy { heavy } else { light }
    }
}

/// Characters in rows and columns. Positions are (row, column).
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<Square>>,
}

impl Canvas {
    fn at(&mut self, row: usize, column: usize) -> &mut Square {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let row = &mut self.rows[row];
        if row.len() <= column {
            row.resize(column + 1, Square::default());
        }
        &mut row[column]
    }

    fn write(&mut self, row: usize, column: usize, text: &str) {
        for (index, character) in text.chars().enumerate() {
            let character = if character.is_control() { ' ' } else { character };
            self.at(row, column + index).character = Some(character);
        }
    }

    fn horizontal(&mut self, row: usize, a: usize, b: usize, heavy: u8) {
        for column in a.min(b)..a.max(b) {
            self.at(row, column).lines |= RIGHT | heavy;
            self.at(row, column + 1).lines |= LEFT | heavy;
        }
    }

    fn vertical(&mut self, column: usize, a: usize, b: usize, heavy: u8) {
        for row in a.min(b)..a.max(b) {
            self.at(row, column).lines |= DOWN | heavy;
            self.at(row + 1, column).lines |= UP | heavy;
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let line: String = row.iter().map(|square| square.character()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

struct Sketch<'d> {
    drawing: &'d Drawing,
    plan: &'d Plan,
    /// For each gutter: its first column of characters, and how much room labels have at its left and its right.
    gutters: Vec<(usize, [usize; 2])>,
    /// For each column: its first column of characters and how many it has.
    columns: Vec<(usize, usize)>,
    /// For each row: its first row of characters and how many it has.
    rows: Vec<(usize, usize)>,
    /// For each channel its first row of characters.
    channels: Vec<usize>,
}

impl Drawing {
    /// The drawing as lines of text with box-drawing characters, emphasised edges heavy.
    pub fn to_text(&self) -> String {
        let plan = Plan::new(self);
        let mut sketch = Sketch {
            drawing: self,
            plan: &plan,
            gutters: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
            channels: Vec::new(),
        };
        sketch.measure();
        let mut canvas = Canvas::default();
        sketch.heads(&mut canvas);
        self.nodes.ids().for_each(|node| sketch.node(&mut canvas, node));
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|&edge| self.edges[edge].is_emphasised);
        order.into_iter().for_each(|edge| sketch.edge(&mut canvas, edge));
        let mut text = if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        text.push_str(&canvas.text());
        self.notes.iter().for_each(|note| text.extend([note, "\n"]));
        text
    }
}

/// Lengths of the lines of nodes that are tried where a drawing is too wide.
const SHORTER: [usize; 6] = [36, 30, 25, 20, 16, 12];

/// As many lines a node's line becomes at most where it is too long.
const BROKEN: usize = 3;

/// A drawing that has more columns of characters than there are, however its nodes are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// How many columns it has as it is.
    pub width: usize,
}

impl Drawing {
    /// As [`Drawing::to_text`], in at most `most` columns of characters: lines of nodes are broken, and at last clipped, until it fits.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn to_text_within(&self, most: usize) -> Result<String, TooWide> {
        let text = self.to_text();
        let width = widest(&text);
        if width <= most {
            return Ok(text);
        }
        let narrower = SHORTER.iter().map(|&longest| self.with_lines_up_to(longest).to_text());
        narrower.into_iter().find(|text| widest(text) <= most).ok_or(TooWide { width })
    }

    fn with_lines_up_to(&self, longest: usize) -> Drawing {
        let mut narrow = self.clone();
        for node in narrow.nodes.iter_mut() {
            node.lines = node.lines.iter().flat_map(|line| wrapped(line, longest, BROKEN)).collect();
        }
        narrow
    }
}

fn widest(text: &str) -> usize {
    text.lines().map(length).max().unwrap_or(0)
}

impl Sketch<'_> {
    fn measure(&mut self) {
        let mut at = 0;
        for column in 0..=self.drawing.columns.len() {
            let labels = [Side::Left, Side::Right].map(|side| self.label_room(column, side));
            self.gutters.push((at, labels));
            let is_outside = column == 0 || column == self.drawing.columns.len();
            let least = if is_outside { 0 } else { 4 };
            at += (labels[0] + self.plan.tracks[column] + labels[1]).max(least);
            if let Some(head) = self.drawing.columns.as_slice().get(column) {
                let own = self.drawing.nodes.iter().filter(|node| node.column.index() == column);
                let texts = own.flat_map(|node| &node.lines).map(|line| length(line)).max().unwrap_or(0);
                let width = texts.max(length(&head.head)).max(self.lanes_width(column)) + 4;
                self.columns.push((at, width));
                at += width;
            }
        }
        let has_heads = self.drawing.columns.iter().any(|column| !column.head.is_empty());
        let mut at = usize::from(has_heads);
        for channel in 0..=self.plan.height {
            let between = channel > 0 && channel < self.plan.height;
            self.channels.push(at);
            at += if between { 2 } else { 0 } + self.plan.lines[channel];
            if channel < self.plan.height {
                let own = self.drawing.nodes.iter_enumerated().filter(|&(node, _)| self.plan.rows[node] == channel);
                let height = own.map(|(node, description)| {
                    let [left, right] =
                        [Side::Left, Side::Right].map(|side| self.plan.ports[node][side as usize].len());
                    description.lines.len().max(right).max(self.first_left_port(node) + left) + 2
                });
                let height = height.max().unwrap_or(0);
                self.rows.push((at, height));
                at += height;
            }
        }
    }

    /// How much room the labels need that stand at one side of a gutter, with their arrow heads and a bit of line.
    fn label_room(&self, gutter: usize, side: Side) -> usize {
        let edges = self.drawing.edges.iter().zip(&self.plan.ways);
        let own = edges.filter_map(|(edge, way)| {
            let (first, last, from, to) = match *way {
                Way::Between { .. } => return None,
                Way::Gutter { gutter, from, to, .. } => (gutter, gutter, from, to),
                Way::Across { first, last, from, to, .. } => (first.0, last.0, from, to),
            };
            // What leaves a column at its right side is at the left of the gutter.
            let starts = first == gutter && from != side;
            let ends = last == gutter && to != side;
            (starts || ends).then(|| if starts { length(&edge.label) + 3 } else { 2 })
        });
        own.max().unwrap_or(0)
    }

    fn lanes(&self, column: usize) -> Vec<usize> {
        let mut widths = Vec::new();
        for (edge, way) in self.drawing.edges.iter().zip(&self.plan.ways) {
            if let Way::Between { lane } = *way
                && self.drawing.nodes[edge.from].column.index() == column
            {
                widths.resize(widths.len().max(lane + 1), 0);
                widths[lane] = widths[lane].max(length(&edge.label) + 3);
            }
        }
        widths
    }

    fn lanes_width(&self, column: usize) -> usize {
        self.lanes(column).iter().sum()
    }

    fn heads(&self, canvas: &mut Canvas) {
        for (column, &(at, width)) in self.drawing.columns.iter().zip(&self.columns) {
            canvas.write(0, at + (width - length(&column.head)) / 2, &column.head);
        }
    }

    fn place(&self, node: NodeId) -> (usize, usize, usize, usize) {
        let (column, width) = self.columns[self.drawing.nodes[node].column.index()];
        let (row, height) = self.rows[self.plan.rows[node]];
        (row, column, height, width)
    }

    fn node(&self, canvas: &mut Canvas, node: NodeId) {
        let (row, column, height, width) = self.place(node);
        let description = &self.drawing.nodes[node];
        let (bottom, right) = (row + height - 1, column + width - 1);
        let heavy = if description.is_emphasised { HEAVY } else { 0 };
        canvas.horizontal(row, column, right, heavy);
        canvas.horizontal(bottom, column, right, heavy);
        canvas.vertical(column, row, bottom, heavy);
        canvas.vertical(right, row, bottom, heavy);
        let above = (height - 2 - description.lines.len()) / 2;
        for (number, line) in description.lines.iter().enumerate() {
            canvas.write(row + 1 + above + number, column + (width - length(line)) / 2, line);
        }
    }

    /// The place beside a box where an edge begins or ends.
    fn port(&self, node: NodeId, side: Side, edge: usize, is_target: bool) -> (usize, usize) {
        let (row, column, _, width) = self.place(node);
        let (place, _) = self.plan.port(node, side, edge, is_target);
        match side {
            Side::Left => (row + 1 + self.first_left_port(node) + place, column - 1),
            Side::Right => (row + 1 + place, column + width),
        }
    }

    /// On which row inside a box the ports at its left begin: below those that face them from the other side of the gutter, so that
    /// no row of the gutter belongs to two edges.
    fn first_left_port(&self, node: NodeId) -> usize {
        let Some(before) = self.drawing.nodes[node].column.index().checked_sub(1) else { return 0 };
        let mut level = self.drawing.nodes.iter_enumerated().filter(|&(other, description)| {
            description.column.index() == before && self.plan.rows[other] == self.plan.rows[node]
        });
        level.next().map_or(0, |(other, _)| self.plan.ports[other][Side::Right as usize].len())
    }

    fn track(&self, gutter: usize, track: usize) -> usize {
        let (at, [left, _]) = self.gutters[gutter];
        at + left + track
    }

    fn edge(&self, canvas: &mut Canvas, number: usize) {
        let edge = &self.drawing.edges[number];
        let heavy = if edge.is_emphasised { HEAVY } else { 0 };
        let (from, to) = match self.plan.ways[number] {
            Way::Between { lane } => return self.between(canvas, number, lane, heavy),
            Way::Gutter { from, to, .. } | Way::Across { from, to, .. } => (from, to),
        };
        let (start_row, start) = self.port(edge.from, from, number, false);
        let (end_row, end) = self.port(edge.to, to, number, true);
        match self.plan.ways[number] {
            Way::Between { .. } => {}
            Way::Gutter { gutter, track, .. } => {
                let track = self.track(gutter, track);
                canvas.horizontal(start_row, start, track, heavy);
                canvas.vertical(track, start_row, end_row, heavy);
                canvas.horizontal(end_row, track, end, heavy);
            }
            Way::Across { first, channel, line, last, .. } => {
                let (first, last) = (self.track(first.0, first.1), self.track(last.0, last.1));
                let row = self.channels[channel] + line + usize::from(channel > 0 && channel < self.plan.height);
                canvas.horizontal(start_row, start, first, heavy);
                canvas.vertical(first, start_row, row, heavy);
                canvas.horizontal(row, first, last, heavy);
                canvas.vertical(last, row, end_row, heavy);
                canvas.horizontal(end_row, last, end, heavy);
            }
        }
        canvas.at(end_row, end).character = Some(if to == Side::Left { '▶' } else { '◀' });
        let label = match from {
            Side::Right => start + 1,
            Side::Left => start.saturating_sub(length(&edge.label)),
        };
        canvas.write(start_row, label, &edge.label);
    }

    fn between(&self, canvas: &mut Canvas, number: usize, lane: usize, heavy: u8) {
        let edge = &self.drawing.edges[number];
        let column = self.drawing.nodes[edge.from].column.index();
        let lanes = self.lanes(column);
        let (from_row, at, from_height, width) = self.place(edge.from);
        let (to_row, _, to_height, _) = self.place(edge.to);
        let left = at + 1 + (width - 2 - lanes.iter().sum::<usize>()) / 2 + lanes[..lane].iter().sum::<usize>();
        let goes_down = from_row < to_row;
        let (first, last) = match goes_down {
            true => (from_row + from_height, to_row - 1),
            false => (to_row + to_height, from_row - 1),
        };
        canvas.vertical(left, first, last, heavy);
        let head = if goes_down { last } else { first };
        canvas.at(head, left).character = Some(if goes_down { '▼' } else { '▲' });
        let label = if goes_down { first } else { last };
        canvas.write(label, left + 2, &edge.label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Colour, Column, Edge, EdgeStyle, Node};

    /// Two threads with long instructions.
    fn long() -> Drawing {
        let mut drawing = Drawing::new("");
        let columns = ["P0", "P1"].map(|head| drawing.columns.push(Column::new(head)));
        let line = "atomic_store_explicit(x, 1, relaxed)";
        let nodes = columns.map(|column| drawing.nodes.push(Node::new(column, ["a: W(RLX)x=1", line])));
        let rf = drawing.styles.push(EdgeStyle::new("rf", Colour::Vermillion));
        drawing.edges.push(Edge::new(nodes[0], nodes[1], rf, "rf"));
        drawing
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let drawing = long();
        assert_eq!(drawing.to_text_within(200), Ok(drawing.to_text()));
    }

    #[test]
    fn nodes_become_narrower_until_the_drawing_fits() {
        let text = long().to_text_within(70).expect("there is a way");
        assert!(text.lines().all(|line| length(line) <= 70), "{text}");
        // Broken, not cut: each word is there.
        assert!(["W(RLX)x=1", "atomic_store_explicit(x,", "relaxed)"].iter().all(|word| text.contains(word)), "{text}");
    }

    #[test]
    fn what_does_not_fit_says_how_wide_it_is() {
        let width = widest(&long().to_text());
        assert_eq!(long().to_text_within(20), Err(TooWide { width }));
    }
}
