//! Where everything in a drawing goes, in CSS pixels.
//!
//! Boxes of a column are equally wide, rows equally high in all columns: so gutters and channels ([`Plan`]) are free of boxes. An edge to the next column is one
//! straight line through the gutter between; one that stays in its column without being between neighbours bows out into the gutter; one
//! that passes other columns goes through a channel. Labels lie on their edges where nothing is in their way, by preference at the
//! middle; where there is no such place, the whole layout is made wider and tried again.

use relation::{IdVec, Index};

use crate::drawing::{Drawing, NodeId};
use crate::geometry::{Point, Rectangle, along, point, segments};
use crate::plan::{Plan, Side, Way};

/// Width of a character of node text: of monospaced fonts at [`TEXT_SIZE`] pixels.
const ADVANCE: f64 = 7.85;
/// Width of a character of a label at [`LABEL_SIZE`].
const LABEL_ADVANCE: f64 = 7.3;
pub(crate) const TEXT_SIZE: f64 = 13.0;
pub(crate) const LABEL_SIZE: f64 = 12.0;
/// From one line of text to the next.
pub(crate) const LINE: f64 = 17.0;
const PADDING: f64 = 8.0;
const MARGIN: f64 = 14.0;
const LABEL_HEIGHT: f64 = 15.0;
/// From one track of a gutter to the next.
const TRACK: f64 = 16.0;
/// How far beside its box the first track of a gutter is.
const FIRST_TRACK: f64 = 18.0;
/// From one line of a channel to the next.
const CHANNEL_LINE: f64 = 9.0;
/// What a line of the legend shows of an edge.
pub(crate) const SAMPLE: f64 = 30.0;

/// How often the layout is widened until labels have room; each time by a fifth. Forty times as wide, there is room.
const ATTEMPTS: i32 = 20;

/// Where everything goes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Layout {
    /// Of the whole drawing.
    pub width: f64,
    /// Of the whole drawing.
    pub height: f64,
    /// The box of each node.
    pub boxes: IdVec<NodeId, Rectangle>,
    /// For each edge the corners of its way, from its source to its head.
    pub ways: Vec<Vec<Point>>,
    /// For each edge where its label goes; `None` when it has none.
    pub labels: Vec<Option<Rectangle>>,
    /// For each column where its head goes.
    pub heads: Vec<Rectangle>,
    /// For each style of the legend, in order.
    pub legend: Vec<Rectangle>,
    /// Where the title goes.
    pub title: Rectangle,
    /// For each note.
    pub notes: Vec<Rectangle>,
}

/// Something that no layout should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two labels, heads or lines of the legend overlap, identified by their indices in the drawing.
    Labels(usize, usize),
    /// The label of this edge overlaps this node.
    LabelOnNode(usize, NodeId),
    /// This edge runs through this node.
    EdgeThroughNode(usize, NodeId),
    /// Two nodes overlap.
    Nodes(NodeId, NodeId),
    /// Something is not all inside.
    Outside,
}

impl Layout {
    /// The layout of a drawing.
    pub fn new(drawing: &Drawing) -> Layout {
        Layout::within(drawing, &Frame::default()).0
    }

    /// Layouts in which the nodes of the same column and row are at the same place in all of these drawings, so that those that are shown one after the other are
    /// compared by eye.
    pub fn alike<'d>(drawings: impl IntoIterator<Item = &'d Drawing> + Clone) -> Vec<Layout> {
        let mut frame = Frame::default();
        // Mostly the second turn is the last: where there is more room than a drawing needs, labels find a place, too.
        for _ in 0..ATTEMPTS {
            let all = drawings.clone().into_iter().map(|drawing| Layout::within(drawing, &frame));
            let (layouts, frames): (Vec<Layout>, Vec<Frame>) = all.unzip();
            let widest = frames.iter().fold(frame.clone(), Frame::widened);
            if frames.iter().all(|own| *own == widest.cut(own)) {
                return layouts;
            }
            frame = widest;
        }
        drawings.into_iter().map(|drawing| Layout::within(drawing, &frame).0).collect()
    }

    /// A layout whose columns, rows, gutters and channels are at least as large as those of `least`, and how large they are.
    fn within(drawing: &Drawing, least: &Frame) -> (Layout, Frame) {
        let plan = Plan::new(drawing);
        let mut scale = 1.0;
        for _ in 0..ATTEMPTS {
            let mut builder = Builder::new(drawing, &plan, scale, least);
            if let Some(layout) = builder.layout(false) {
                return (layout, std::mem::take(&mut builder.frame));
            }
            scale *= 1.2;
        }
        let mut builder = Builder::new(drawing, &plan, scale, least);
        (builder.layout(true).expect("labels may overlap"), std::mem::take(&mut builder.frame))
    }

    /// How high it is without legend and notes.
    pub(crate) fn plain_height(&self) -> f64 {
        let boxes = self.boxes.iter().map(Rectangle::bottom);
        let labels = self.labels.iter().flatten().map(Rectangle::bottom);
        let ways = self.ways.iter().flatten().map(|point| point.y);
        boxes.chain(labels).chain(ways).fold(0.0_f64, f64::max) + MARGIN
    }

    /// All that is wrong with it: nothing, for any drawing that was ever tried.
    pub fn conflicts(&self) -> Vec<Conflict> {
        let mut found = Vec::new();
        let labels = self.labels.iter().flatten();
        let texts: Vec<&Rectangle> = labels.chain(&self.heads).chain(&self.legend).chain(&self.notes).collect();
        for (a, one) in texts.iter().enumerate() {
            let others = texts.iter().enumerate().skip(a + 1).filter(|(_, other)| one.overlaps(other));
            found.extend(others.map(|(b, _)| Conflict::Labels(a, b)));
        }
        for (node, area) in self.boxes.iter_enumerated() {
            let inside = area.shrunk(0.01);
            for (edge, way) in self.ways.iter().enumerate() {
                if segments(way).any(|(a, b)| inside.is_crossed(a, b)) {
                    found.push(Conflict::EdgeThroughNode(edge, node));
                }
                if self.labels[edge].is_some_and(|label| label.overlaps(area)) {
                    found.push(Conflict::LabelOnNode(edge, node));
                }
            }
            let others = self.boxes.iter_enumerated().filter(|&(other, _)| other > node);
            found.extend(others.filter(|(_, o)| o.overlaps(area)).map(|(other, _)| Conflict::Nodes(node, other)));
        }
        let all = Rectangle { x: 0.0, y: 0.0, width: self.width, height: self.height };
        let is_in = |r: &&Rectangle| r.x >= 0.0 && r.y >= 0.0 && r.right() <= all.width && r.bottom() <= all.height;
        if !texts.iter().all(is_in) || !self.boxes.iter().all(|area| is_in(&area)) {
            found.push(Conflict::Outside);
        }
        found
    }
}

/// How large the parts of a layout are.
#[derive(Clone, Debug, Default, PartialEq)]
struct Frame {
    columns: Vec<f64>,
    /// One more than columns.
    gutters: Vec<f64>,
    rows: Vec<f64>,
    /// One more than rows.
    channels: Vec<f64>,
}

impl Frame {
    fn parts(&self) -> [&Vec<f64>; 4] {
        [&self.columns, &self.gutters, &self.rows, &self.channels]
    }

    fn of(parts: [Vec<f64>; 4]) -> Frame {
        let [columns, gutters, rows, channels] = parts;
        Frame { columns, gutters, rows, channels }
    }

    /// One in which each part is as large as in both.
    fn widened(self, other: &Frame) -> Frame {
        let larger = |one: &Vec<f64>, other: &Vec<f64>| {
            (0..one.len().max(other.len())).map(|index| at(one, index).max(at(other, index))).collect()
        };
        let (own, others) = (self.parts(), other.parts());
        Frame::of(std::array::from_fn(|part| larger(own[part], others[part])))
    }

    /// As much of it as `other` has.
    fn cut(&self, other: &Frame) -> Frame {
        let (own, others) = (self.parts(), other.parts());
        Frame::of(std::array::from_fn(|part| own[part][..others[part].len()].to_vec()))
    }
}

/// What `sizes` asks for at a place: nothing where it has none.
fn at(sizes: &[f64], index: usize) -> f64 {
    sizes.get(index).copied().unwrap_or(0.0)
}

struct Builder<'d> {
    drawing: &'d Drawing,
    plan: &'d Plan,
    /// How much wider than needed gutters and channels are.
    scale: f64,
    /// What its parts are at least.
    least: &'d Frame,
    /// What they are.
    frame: Frame,
    /// Left side and width of each column.
    columns: Vec<(f64, f64)>,
    /// Upper side and height of each row.
    rows: Vec<(f64, f64)>,
    /// Upper side and height of each channel.
    channels: Vec<(f64, f64)>,
}

fn label_width(label: &str) -> f64 {
    label.chars().count() as f64 * LABEL_ADVANCE + 4.0
}

fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * ADVANCE
}

impl<'d> Builder<'d> {
    fn new(drawing: &'d Drawing, plan: &'d Plan, scale: f64, least: &'d Frame) -> Builder<'d> {
        let (frame, columns) = (Frame::default(), Vec::new());
        let (rows, channels) = (Vec::new(), Vec::new());
        let mut builder = Builder { drawing, plan, scale, least, frame, columns, rows, channels };
        builder.place_columns();
        builder.place_rows();
        builder
    }

    /// The labels of edges between neighbours of column `column`, the widest of each lane.
    fn lanes(&self, column: usize) -> Vec<f64> {
        let mut widths = Vec::new();
        for (edge, way) in self.drawing.edges.iter().zip(&self.plan.ways) {
            if let Way::Between { lane } = *way
                && self.drawing.nodes[edge.from].column.index() == column
            {
                widths.resize(widths.len().max(lane + 1), 0.0_f64);
                widths[lane] = widths[lane].max(label_width(&edge.label) + 12.0);
            }
        }
        widths
    }

    fn place_columns(&mut self) {
        let count = self.drawing.columns.len();
        let mut x = MARGIN;
        for column in 0..count {
            let gutter = self.gutter(column);
            self.frame.gutters.push(gutter);
            x += gutter;
            let nodes = self.drawing.nodes.iter().filter(|node| node.column.index() == column);
            let texts = nodes.flat_map(|node| &node.lines).map(|line| text_width(line));
            let head = label_width(&self.drawing.columns.as_slice()[column].head);
            let lanes: f64 = self.lanes(column).iter().skip(1).sum::<f64>() * 2.0;
            let width = texts.fold(44.0_f64, f64::max).max(head).max(lanes) + 2.0 * PADDING;
            let width = width.max(at(&self.least.columns, column));
            self.frame.columns.push(width);
            self.columns.push((x, width));
            x += width;
        }
        self.frame.gutters.push(self.gutter(count));
    }

    /// The width of a gutter.
    fn gutter(&self, gutter: usize) -> f64 {
        let count = self.drawing.columns.len();
        let through = self.drawing.edges.iter().zip(&self.plan.ways).filter(|(_, way)| match way {
            Way::Between { .. } => false,
            Way::Gutter { gutter: own, .. } => *own == gutter,
            Way::Across { first, last, .. } => first.0 == gutter || last.0 == gutter,
        });
        let labels: Vec<f64> = through.map(|(edge, _)| label_width(&edge.label)).collect();
        let widest = labels.iter().copied().fold(0.0, f64::max);
        let tracks = if labels.is_empty() { 0.0 } else { FIRST_TRACK + labels.len() as f64 * TRACK };
        let is_outside = gutter == 0 || gutter == count;
        let least = if is_outside { 0.0 } else { 56.0 };
        ((tracks + widest).max(least) * self.scale).max(at(&self.least.gutters, gutter))
    }

    fn place_rows(&mut self) {
        let mut heights = vec![0.0_f64; self.plan.height];
        for (node, row) in self.drawing.nodes.iter().zip(self.plan.rows.iter()) {
            heights[*row] = heights[*row].max(node.lines.len() as f64 * LINE + PADDING);
        }
        for (node, sides) in self.plan.ports.iter_enumerated() {
            let ports = sides.iter().map(Vec::len).max().unwrap_or(0) as f64;
            let row = self.plan.rows[node];
            heights[row] = heights[row].max((ports + 1.0) * 9.0);
        }
        for (row, height) in heights.iter_mut().enumerate() {
            *height = height.max(at(&self.least.rows, row));
        }
        self.frame.rows.clone_from(&heights);
        let mut y = self.top();
        let between = self.plan.ways.iter().any(|way| matches!(way, Way::Between { .. }));
        for (channel, &count) in self.plan.lines.iter().enumerate() {
            let is_inside = channel > 0 && channel < self.plan.height;
            let lines = count as f64 * CHANNEL_LINE * self.scale;
            let least = if is_inside { if between { 34.0 } else { 20.0 } } else { 6.0 };
            let labels = if count > 0 { LABEL_HEIGHT + 4.0 } else { 0.0 };
            let height = (lines + labels).max(least) * if is_inside { 1.0 + (self.scale - 1.0) / 3.0 } else { 1.0 };
            let height = height.max(at(&self.least.channels, channel));
            self.frame.channels.push(height);
            self.channels.push((y, height));
            y += height;
            // There is one channel more than rows.
            if let Some(&height) = heights.get(channel) {
                self.rows.push((y, height));
                y += height;
            }
        }
    }

    /// Where the first channel begins: below title and heads.
    fn top(&self) -> f64 {
        let title = if self.drawing.title.is_empty() { 0.0 } else { LINE + 6.0 };
        let has_heads = self.drawing.columns.iter().any(|column| !column.head.is_empty());
        MARGIN + title + if has_heads { LINE + 2.0 } else { 0.0 }
    }

    fn node_box(&self, node: NodeId) -> Rectangle {
        let (x, width) = self.columns[self.drawing.nodes[node].column.index()];
        let (y, height) = self.rows[self.plan.rows[node]];
        Rectangle { x, y, width, height }
    }

    /// Where an edge ends at a side of a node.
    fn port(&self, node: NodeId, side: Side, edge: usize, is_target: bool) -> Point {
        let area = self.node_box(node);
        let (place, count) = self.plan.port(node, side, edge, is_target);
        let y = area.y + area.height * (place + 1) as f64 / (count + 1) as f64;
        point(if side == Side::Left { area.x } else { area.right() }, y)
    }

    fn way(&self, number: usize) -> Vec<Point> {
        let edge = &self.drawing.edges[number];
        let column = |node: NodeId| self.drawing.nodes[node].column.index();
        match self.plan.ways[number] {
            Way::Between { lane } => {
                let (from, to) = (self.node_box(edge.from), self.node_box(edge.to));
                let widths = self.lanes(column(edge.from));
                let x = from.centre().x + widths[1..].iter().take(lane).sum::<f64>()
                    - widths.iter().skip(1).sum::<f64>() / 2.0;
                match from.y < to.y {
                    true => vec![point(x, from.bottom()), point(x, to.y)],
                    false => vec![point(x, from.y), point(x, to.bottom())],
                }
            }
            Way::Gutter { from, to, .. } => {
                let (start, end) = (self.port(edge.from, from, number, false), self.port(edge.to, to, number, true));
                if from != to {
                    return vec![start, end];
                }
                let out = FIRST_TRACK + self.bow(number) * TRACK * self.scale;
                let x = if from == Side::Left { start.x - out } else { start.x + out };
                vec![start, point(x, start.y), point(x, end.y), end]
            }
            Way::Across { channel, line, from, to, .. } => {
                let (start, end) = (self.port(edge.from, from, number, false), self.port(edge.to, to, number, true));
                let (top, height) = self.channels[channel];
                let lines = self.plan.lines[channel] as f64;
                let y = top + height * (line as f64 + 1.0) / (lines + 1.0);
                // From the near side of the first column that is passed to the far side of the last.
                let (a, b) = (column(edge.from), column(edge.to));
                let sides = |column: usize| (self.columns[column].0, self.columns[column].0 + self.columns[column].1);
                let (near, far) = match a < b {
                    true => (sides(a + 1).0 - 4.0, sides(b - 1).1 + 4.0),
                    false => (sides(a - 1).1 + 4.0, sides(b + 1).0 - 4.0),
                };
                vec![start, point(near, y), point(far, y), end]
            }
        }
    }

    /// The place of an edge among those that bow out into its gutter from its column, those that span the fewest rows first.
    fn bow(&self, number: usize) -> f64 {
        let span = |other: usize| {
            let edge = &self.drawing.edges[other];
            (self.plan.rows[edge.from].abs_diff(self.plan.rows[edge.to]), other)
        };
        let column = |other: usize| self.drawing.nodes[self.drawing.edges[other].from].column;
        let is_bow = |way: &Way| matches!(way, Way::Gutter { from, to, .. } if from == to);
        let all = (0..self.plan.ways.len()).filter(|&other| is_bow(&self.plan.ways[other]));
        all.filter(|&other| column(other) == column(number) && span(other) < span(number)).count() as f64
    }

    /// The whole layout; `None` when labels would overlap, unless they may.
    fn layout(&self, may_overlap: bool) -> Option<Layout> {
        let boxes: IdVec<NodeId, Rectangle> =
            self.drawing.nodes.ids().map(|node| self.node_box(node)).collect::<Vec<_>>().into();
        let ways: Vec<Vec<Point>> = (0..self.drawing.edges.len()).map(|edge| self.way(edge)).collect();
        let heads = self.heads();
        let mut taken: Vec<Rectangle> = boxes.iter().chain(&heads).copied().collect();
        let labels = self.labels(&ways, &mut taken, may_overlap)?;
        let right_gutter = self.gutter(self.drawing.columns.len());
        let right = self.columns.last().map_or(MARGIN, |(x, width)| x + width) + right_gutter + MARGIN;
        let (y, height) = self.channels[self.plan.height];
        let mut layout = Layout {
            width: right,
            height: y + height,
            boxes,
            ways,
            labels,
            heads,
            legend: Vec::new(),
            title: Rectangle { x: MARGIN, y: MARGIN, width: text_width(&self.drawing.title), height: LINE },
            notes: Vec::new(),
        };
        self.place_below(&mut layout);
        Some(layout)
    }

    fn heads(&self) -> Vec<Rectangle> {
        let y = self.top() - LINE;
        let heads = self.drawing.columns.iter().zip(&self.columns);
        heads
            .map(|(column, &(x, width))| {
                Rectangle::around(
                    point(x + width / 2.0, y + LABEL_HEIGHT / 2.0),
                    text_width(&column.head),
                    LABEL_HEIGHT,
                )
            })
            .collect()
    }

    /// Legend and notes, and the size of all.
    fn place_below(&self, layout: &mut Layout) {
        let mut right: f64 = layout.width.max(layout.title.right() + MARGIN);
        let (mut x, mut y) = (MARGIN, layout.height + 6.0);
        let widths: Vec<f64> =
            self.drawing.legend().map(|(_, style)| SAMPLE + 6.0 + label_width(&style.name)).collect();
        for width in widths {
            if x > MARGIN && x + width > right - MARGIN {
                (x, y) = (MARGIN, y + LINE);
            }
            layout.legend.push(Rectangle { x, y, width, height: LABEL_HEIGHT });
            right = right.max(x + width + MARGIN);
            x += width + 14.0;
        }
        if !layout.legend.is_empty() {
            y += LINE + 4.0;
        }
        for note in &self.drawing.notes {
            let width = label_width(note);
            layout.notes.push(Rectangle { x: MARGIN, y, width, height: LABEL_HEIGHT });
            right = right.max(MARGIN + width + MARGIN);
            y += LINE;
        }
        (layout.width, layout.height) = (right.ceil(), (y + MARGIN - 4.0).ceil());
    }

    /// Labels, emphasised edges first; `None` when there is no room for one, unless they may overlap.
    fn labels(
        &self,
        ways: &[Vec<Point>],
        taken: &mut Vec<Rectangle>,
        may_overlap: bool,
    ) -> Option<Vec<Option<Rectangle>>> {
        let edges = &self.drawing.edges;
        let mut labels = vec![None; edges.len()];
        let mut order: Vec<usize> = (0..edges.len()).filter(|&edge| !edges[edge].label.is_empty()).collect();
        // Between neighbours there are two places for a label only, so those choose first.
        order.sort_by_key(|&edge| (!matches!(self.plan.ways[edge], Way::Between { .. }), !edges[edge].is_emphasised));
        for edge in order {
            let candidates = self.label_places(edge, &ways[edge]);
            let free = candidates.iter().filter(|place| !taken.iter().any(|other| other.overlaps(place)));
            let crossings = |place: &Rectangle| {
                let others = ways.iter().enumerate().filter(|(other, _)| *other != edge);
                others.filter(|(_, way)| segments(way).any(|(a, b)| place.is_crossed(a, b))).count()
            };
            // The first of those that the fewest lines run through.
            let mut best: Option<(usize, Rectangle)> = None;
            for place in free {
                let lines = crossings(place);
                if best.is_none_or(|(least, _)| lines < least) {
                    best = Some((lines, *place));
                }
            }
            let place = match best {
                Some((_, place)) => place,
                None if may_overlap => candidates[0],
                None => return None,
            };
            taken.push(place);
            labels[edge] = Some(place);
        }
        Some(labels)
    }

    /// Where the label of an edge might go, the best place first.
    fn label_places(&self, edge: usize, way: &[Point]) -> Vec<Rectangle> {
        let width = label_width(&self.drawing.edges[edge].label);
        if let Way::Between { .. } = self.plan.ways[edge] {
            // Beside its line, so that a short line is still seen.
            let middle = along(way, 0.5);
            let beside = |x: f64| Rectangle { x, y: middle.y - LABEL_HEIGHT / 2.0, width, height: LABEL_HEIGHT };
            return vec![beside(middle.x + 4.0), beside(middle.x - 4.0 - width)];
        }
        const PARTS: [f64; 13] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86];
        let on_line = PARTS.iter().map(|&t| Rectangle::around(along(way, t), width, LABEL_HEIGHT));
        on_line.filter(|place| place.x >= 2.0).collect()
    }
}
