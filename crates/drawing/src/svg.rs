//! Drawings as SVG.

use std::fmt::{self, Write};

use relation::Index;

use crate::drawing::{Colour, Drawing, NodeId, Theme};
use crate::geometry::{Point, Rectangle, point};
use crate::layout::{LABEL_SIZE, LINE, Layout, SAMPLE, TEXT_SIZE};

/// The fonts that text is meant for: all their characters are as wide as each other, three fifths of their size.
const FONTS: &str = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace";
/// Length of an arrow's head.
const HEAD: f64 = 9.0;
/// How far before a corner the line begins to turn.
const ROUNDING: f64 = 9.0;

impl Drawing {
    /// The drawing as an SVG element of a page that has a style for it ([`stylesheet`]): no title, no legend, no notes, and each node and each edge an
    /// element of its own. `layout` is its own layout, or one of [`Layout::alike`].
    ///
    /// A node is `<g class="node" data-node="N">`, by its number; an edge is `<g class="edge" data-edge="N" data-from="N" data-to="N" data-style="rf">`, and its label
    /// once more such an element, since no line is to run over a label.
    pub fn to_elements(&self, layout: &Layout) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = Svg { drawing: self, layout, out: &mut text }.elements();
        text
    }

    /// The drawing as an SVG document of its own.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = Svg { drawing: self, layout: &Layout::new(self), out: &mut text }.write(theme);
        text
    }
}

struct Svg<'d> {
    drawing: &'d Drawing,
    layout: &'d Layout,
    out: &'d mut String,
}

/// What `text` is in XML. Characters that XML 1.0 has no way to write become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// What drawings of [`Drawing::to_elements`] look like below what the selector `scope` selects.
pub fn stylesheet(scope: &str, theme: Theme) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{scope} {{");
    let _ = rules(&mut text, theme);
    text.push_str("}\n");
    text
}

/// The rules of the style of a drawing.
fn rules(out: &mut String, theme: Theme) -> fmt::Result {
    writeln!(out, "text {{ white-space: pre; }} .strong {{ font-weight: bold; }}")?;
    writeln!(out, ".line {{ fill: none; stroke-width: 1.3; }} .line.emphasised {{ stroke-width: 3; }}")?;
    writeln!(out, ".dashed {{ stroke-dasharray: 5 3; }}")?;
    writeln!(out, ".label {{ font-size: {LABEL_SIZE}px; }} .note {{ font-size: {LABEL_SIZE}px; }}")?;
    let ground = match theme {
        Theme::Light | Theme::Auto => 0,
        Theme::Dark => 1,
    };
    colours(out, ground)?;
    if theme == Theme::Auto {
        writeln!(out, "@media (prefers-color-scheme: dark) {{")?;
        colours(out, 1)?;
        writeln!(out, "}}")?;
    }
    Ok(())
}

/// The colours on a light (0) or a dark (1) ground.
fn colours(out: &mut String, ground: usize) -> fmt::Result {
    let [paper, frame] = [["#ffffff", "#8a8a8a"], ["#16181c", "#83888f"]][ground];
    let fill = ["#f7f7f5", "#22252b"][ground];
    writeln!(out, ".ground {{ fill: {paper}; }} .behind {{ fill: {paper}; fill-opacity: 0.85; }}")?;
    writeln!(out, ".box {{ fill: {fill}; stroke: {frame}; }}")?;
    let ink = Colour::Ink.css()[ground];
    writeln!(out, ".box.emphasised {{ stroke: {ink}; stroke-width: 1.8; }}")?;
    for colour in Colour::DISTINCT.into_iter().chain([Colour::Grey]) {
        let (class, css) = (colour.class(), colour.css()[ground]);
        writeln!(out, ".{class} {{ fill: {css}; }} .line.{class} {{ fill: none; stroke: {css}; }}")?;
    }
    Ok(())
}

impl Svg<'_> {
    fn write(&mut self, theme: Theme) -> fmt::Result {
        let Layout { width, height, .. } = *self.layout;
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"{FONTS}\" font-size=\"{TEXT_SIZE}\" role=\"img\">"
        )?;
        if !self.drawing.title.is_empty() {
            writeln!(self.out, "<title>{}</title>", escaped(&self.drawing.title))?;
        }
        self.style(theme)?;
        writeln!(self.out, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>")?;
        if !self.drawing.title.is_empty() {
            let place = self.layout.title;
            let y = place.y + TEXT_SIZE;
            let title = escaped(&self.drawing.title);
            writeln!(self.out, "<text class=\"ink strong\" x=\"{:.1}\" y=\"{y:.1}\">{title}</text>", place.x)?;
        }
        self.heads()?;
        self.drawing.nodes.ids().try_for_each(|node| self.node(node))?;
        self.edges()?;
        self.below()?;
        writeln!(self.out, "</svg>")
    }

    fn elements(&mut self) -> fmt::Result {
        let (width, height) = (self.layout.width, self.layout.plain_height());
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FONTS}\" font-size=\"{TEXT_SIZE}\">"
        )?;
        self.heads()?;
        for node in self.drawing.nodes.ids() {
            writeln!(self.out, "<g class=\"node\" data-node=\"{}\">", node.index())?;
            self.node(node)?;
            writeln!(self.out, "</g>")?;
        }
        let mut order: Vec<usize> = (0..self.drawing.edges.len()).collect();
        order.sort_by_key(|&edge| self.drawing.edges[edge].is_emphasised);
        for &edge in &order {
            self.begin_edge(edge)?;
            let description = &self.drawing.edges[edge];
            let style = &self.drawing.styles[description.style];
            self.line(&self.layout.ways[edge], style.colour, style.is_dashed, description.is_emphasised)?;
            writeln!(self.out, "</g>")?;
        }
        for &edge in &order {
            self.begin_edge(edge)?;
            self.label(edge)?;
            writeln!(self.out, "</g>")?;
        }
        writeln!(self.out, "</svg>")
    }

    fn begin_edge(&mut self, edge: usize) -> fmt::Result {
        let description = &self.drawing.edges[edge];
        let style = escaped(&self.drawing.styles[description.style].name);
        let (from, to) = (description.from.index(), description.to.index());
        writeln!(
            self.out,
            "<g class=\"edge\" data-edge=\"{edge}\" data-from=\"{from}\" data-to=\"{to}\" data-style=\"{style}\">"
        )
    }

    fn style(&mut self, theme: Theme) -> fmt::Result {
        writeln!(self.out, "<style>")?;
        rules(self.out, theme)?;
        writeln!(self.out, "</style>")
    }

    fn heads(&mut self) -> fmt::Result {
        for (column, head) in self.drawing.columns.iter().zip(&self.layout.heads) {
            let (centre, y) = (head.centre().x, head.y + LABEL_SIZE);
            let text = escaped(&column.head);
            writeln!(
                self.out,
                "<text class=\"ink strong\" text-anchor=\"middle\" x=\"{centre:.1}\" y=\"{y:.1}\">{text}</text>"
            )?;
        }
        Ok(())
    }

    fn node(&mut self, id: NodeId) -> fmt::Result {
        let (node, area) = (&self.drawing.nodes[id], self.layout.boxes[id]);
        let Rectangle { x, y, width, height } = area;
        let emphasis = if node.is_emphasised { " emphasised" } else { "" };
        writeln!(
            self.out,
            "<rect class=\"box{emphasis}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"4\"/>"
        )?;
        let centre = area.centre();
        let top = centre.y - node.lines.len() as f64 * LINE / 2.0;
        for (number, line) in node.lines.iter().enumerate() {
            let class = if number == 0 { "ink strong" } else { "grey" };
            let y = top + number as f64 * LINE + TEXT_SIZE;
            let text = escaped(line);
            writeln!(
                self.out,
                "<text class=\"{class}\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{y:.1}\">{text}</text>",
                centre.x
            )?;
        }
        Ok(())
    }

    fn edges(&mut self) -> fmt::Result {
        let mut order: Vec<usize> = (0..self.drawing.edges.len()).collect();
        order.sort_by_key(|&edge| self.drawing.edges[edge].is_emphasised);
        for &edge in &order {
            let description = &self.drawing.edges[edge];
            let style = &self.drawing.styles[description.style];
            self.line(&self.layout.ways[edge], style.colour, style.is_dashed, description.is_emphasised)?;
        }
        // After all lines, so that none runs over a label.
        for &edge in &order {
            self.label(edge)?;
        }
        Ok(())
    }

    fn label(&mut self, edge: usize) -> fmt::Result {
        let description = &self.drawing.edges[edge];
        let Some(place) = self.layout.labels[edge] else { return Ok(()) };
        let Rectangle { x, y, width, height } = place;
        let class = self.drawing.styles[description.style].colour.class();
        let strong = if description.is_emphasised { " strong" } else { "" };
        let (centre, base) = (place.centre().x, y + LABEL_SIZE - 0.5);
        writeln!(
            self.out,
            "<rect class=\"behind\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\
             <text class=\"label {class}{strong}\" text-anchor=\"middle\" x=\"{centre:.1}\" y=\"{base:.1}\">{}</text>",
            escaped(&description.label)
        )
    }

    /// A way with rounded corners and a head at its end.
    fn line(&mut self, way: &[Point], colour: Colour, is_dashed: bool, is_emphasised: bool) -> fmt::Result {
        let [.., before, end] = *way else { return Ok(()) };
        let length = before.distance(end).max(0.01);
        let head = HEAD * if is_emphasised { 1.35 } else { 1.0 };
        let (dx, dy) = ((end.x - before.x) / length, (end.y - before.y) / length);
        // The line ends inside the head, so that its blunt end does not show.
        let stop = point(end.x - dx * head.min(length) * 0.7, end.y - dy * head.min(length) * 0.7);
        let mut path = format!("M{:.1} {:.1}", way[0].x, way[0].y);
        for corner in way.windows(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]];
            let part = |length: f64| if length > 0.0 { (ROUNDING / length).min(0.5) } else { 0.0 };
            let (enter, leave) = (b.towards(a, part(a.distance(b))), b.towards(c, part(b.distance(c))));
            write!(path, " L{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}", enter.x, enter.y, b.x, b.y, leave.x, leave.y)?;
        }
        write!(path, " L{:.1} {:.1}", stop.x, stop.y)?;
        let class = colour.class();
        let dashed = if is_dashed { " dashed" } else { "" };
        let emphasis = if is_emphasised { " emphasised" } else { "" };
        writeln!(self.out, "<path class=\"line {class}{dashed}{emphasis}\" d=\"{path}\"/>")?;
        let (base, half) = (point(end.x - dx * head, end.y - dy * head), head * 0.38);
        let (left, right) =
            (point(base.x - dy * half, base.y + dx * half), point(base.x + dy * half, base.y - dx * half));
        writeln!(
            self.out,
            "<path class=\"{class}\" d=\"M{:.1} {:.1} L{:.1} {:.1} L{:.1} {:.1} Z\"/>",
            end.x, end.y, left.x, left.y, right.x, right.y
        )
    }

    /// Legend and notes.
    fn below(&mut self) -> fmt::Result {
        let styles: Vec<_> = self.drawing.legend().map(|(_, style)| style).collect();
        for (style, place) in styles.into_iter().zip(&self.layout.legend) {
            let y = place.centre().y;
            self.line(&[point(place.x, y), point(place.x + SAMPLE, y)], style.colour, style.is_dashed, false)?;
            let (x, base) = (place.x + SAMPLE + 6.0, place.y + LABEL_SIZE - 0.5);
            let (class, name) = (style.colour.class(), escaped(&style.name));
            writeln!(self.out, "<text class=\"label {class}\" x=\"{x:.1}\" y=\"{base:.1}\">{name}</text>")?;
        }
        for (note, place) in self.drawing.notes.iter().zip(&self.layout.notes) {
            let y = place.y + LABEL_SIZE;
            writeln!(self.out, "<text class=\"note ink\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", place.x, escaped(note))?;
        }
        Ok(())
    }
}
