//! Drawings as dot, the language of Graphviz.

use std::fmt::Write;

use relation::Index;

use crate::drawing::Drawing;

/// `text` between quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

impl Drawing {
    /// The drawing as one `digraph`, for Graphviz to lay out.
    pub fn to_dot(&self) -> String {
        let mut out = String::from("digraph G {\n");
        // Writing into a string cannot fail.
        let mut line = |text: std::fmt::Arguments<'_>| _ = writeln!(out, "{text}");
        let label = [std::slice::from_ref(&self.title), &self.notes].concat().join("\n");
        line(format_args!("  graph [label={}, labelloc=t, splines=true];", quoted(&label)));
        line(format_args!("  node [shape=box, fontname=\"monospace\"];"));
        line(format_args!("  edge [fontname=\"monospace\"];"));
        for (column, description) in self.columns.iter_enumerated() {
            line(format_args!("  subgraph cluster_{} {{", column.index()));
            line(format_args!("    label={};", quoted(&description.head)));
            for (node, description) in self.nodes.iter_enumerated().filter(|(_, node)| node.column == column) {
                let bold = if description.is_emphasised { ", penwidth=2" } else { "" };
                let text = quoted(&description.lines.join("\n"));
                line(format_args!("    n{} [label={text}{bold}];", node.index()));
            }
            line(format_args!("  }}"));
        }
        for edge in &self.edges {
            let style = &self.styles[edge.style];
            let colour = style.colour.css()[0];
            let mut attributes = format!("label={}, color=\"{colour}\", fontcolor=\"{colour}\"", quoted(&edge.label));
            if edge.is_emphasised {
                attributes.push_str(", penwidth=3");
            }
            if style.is_dashed {
                attributes.push_str(", style=dashed");
            }
            line(format_args!("  n{} -> n{} [{attributes}];", edge.from.index(), edge.to.index()));
        }
        out.push_str("}\n");
        out
    }
}
