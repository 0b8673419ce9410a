//! Drawings as TikZ, for papers in LaTeX.

use std::fmt::{self, Write};

use crate::drawing::{Colour, Drawing};
use crate::geometry::Point;
use crate::layout::Layout;

/// A CSS pixel in points of TeX, a little smaller than it is on a screen: a drawing of two threads fits into a column.
const UNIT: &str = "0.6pt";

/// `text` in TeX, in which ten characters mean something.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '→' => escaped.push_str("$\\rightarrow$"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

impl Drawing {
    /// The drawing as a `tikzpicture`, which needs nothing but the package `tikz`, and is laid out as the SVG is.
    pub fn to_tikz(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = self.tikz(&Layout::new(self), &mut text);
        text
    }

    fn tikz(&self, layout: &Layout, out: &mut String) -> fmt::Result {
        for colour in Colour::DISTINCT.into_iter().chain([Colour::Grey]) {
            let number = colour.css()[0].trim_start_matches('#').to_uppercase();
            writeln!(out, "\\definecolor{{lakmus-{}}}{{HTML}}{{{number}}}", colour.class())?;
        }
        writeln!(out, "\\begin{{tikzpicture}}[x={UNIT}, y=-{UNIT}, font=\\ttfamily\\scriptsize, >=latex]")?;
        for (column, place) in self.columns.iter().zip(&layout.heads) {
            let (centre, head) = (place.centre(), escaped(&column.head));
            writeln!(out, "  \\node[font=\\bfseries\\scriptsize] at ({:.0}, {:.0}) {{{head}}};", centre.x, centre.y)?;
        }
        for (node, place) in self.nodes.iter().zip(layout.boxes.iter()) {
            let line = if node.is_emphasised { "thick" } else { "draw=lakmus-grey" };
            let (x, y, right, bottom) = (place.x, place.y, place.right(), place.bottom());
            writeln!(
                out,
                "  \\draw[rounded corners=2pt, {line}] ({x:.0}, {y:.0}) rectangle ({right:.0}, {bottom:.0});"
            )?;
            let lines: Vec<String> = node.lines.iter().map(|line| escaped(line)).collect();
            let (centre, text) = (place.centre(), lines.join("\\\\"));
            writeln!(out, "  \\node[align=center] at ({:.0}, {:.0}) {{{text}}};", centre.x, centre.y)?;
        }
        for (edge, way) in self.edges.iter().zip(&layout.ways) {
            let style = &self.styles[edge.style];
            let thick = if edge.is_emphasised { ", very thick" } else { "" };
            let dashed = if style.is_dashed { ", dashed" } else { "" };
            let corner = |point: &Point| format!("({:.0}, {:.0})", point.x, point.y);
            let corners: Vec<String> = way.iter().map(corner).collect();
            let (colour, way) = (style.colour.class(), corners.join(" -- "));
            writeln!(out, "  \\draw[->, rounded corners=4pt, lakmus-{colour}{thick}{dashed}] {way};")?;
        }
        for (edge, place) in self.edges.iter().zip(&layout.labels) {
            let Some(place) = place else { continue };
            let (colour, centre) = (self.styles[edge.style].colour.class(), place.centre());
            let label = escaped(&edge.label);
            writeln!(
                out,
                "  \\node[fill=white, inner sep=1pt, text=lakmus-{colour}] at ({:.0}, {:.0}) {{{label}}};",
                centre.x, centre.y
            )?;
        }
        writeln!(out, "\\end{{tikzpicture}}")
    }
}
