//! Drawings as data: what is drawn, without where it stands.

use ::drawing::{Colour, Column, ColumnId, Drawing, Edge, EdgeStyle, Node, NodeId, StyleId};
use ::relation::Index;
use serde::{Deserialize, Serialize};

/// A drawing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DrawingRecord {
    title: String,
    /// What stands above the columns, from left to right.
    columns: Vec<String>,
    nodes: Vec<NodeRecord>,
    styles: Vec<StyleRecord>,
    edges: Vec<EdgeRecord>,
    notes: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct NodeRecord {
    /// Its place among the columns.
    column: usize,
    lines: Vec<String>,
    emphasised: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StyleRecord {
    name: String,
    colour: String,
    dashed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct EdgeRecord {
    /// Places among the nodes.
    from: usize,
    to: usize,
    /// Its place among the styles.
    style: usize,
    label: String,
    emphasised: bool,
}

impl DrawingRecord {
    /// Of a drawing.
    pub fn new(drawing: &Drawing) -> DrawingRecord {
        DrawingRecord {
            title: drawing.title.clone(),
            columns: drawing.columns.iter().map(|column| column.head.clone()).collect(),
            nodes: drawing
                .nodes
                .iter()
                .map(|node| NodeRecord {
                    column: node.column.index(),
                    lines: node.lines.clone(),
                    emphasised: node.is_emphasised,
                })
                .collect(),
            styles: drawing
                .styles
                .iter()
                .map(|style| StyleRecord {
                    name: style.name.clone(),
                    colour: style.colour.class().to_owned(),
                    dashed: style.is_dashed,
                })
                .collect(),
            edges: drawing
                .edges
                .iter()
                .map(|edge| EdgeRecord {
                    from: edge.from.index(),
                    to: edge.to.index(),
                    style: edge.style.index(),
                    label: edge.label.clone(),
                    emphasised: edge.is_emphasised,
                })
                .collect(),
            notes: drawing.notes.clone(),
        }
    }

    /// The drawing, which may come from anyone.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn drawing(&self) -> Result<Drawing, String> {
        let within = |number: usize, all: usize, what: &str| match number < all {
            true => Ok(number),
            false => Err(format!("there is no {what} {number} in the drawing")),
        };
        let mut drawing = Drawing::new(&self.title);
        drawing.columns = self.columns.iter().map(Column::new).collect();
        for node in &self.nodes {
            if node.lines.is_empty() {
                return Err("a node of the drawing has no text".to_owned());
            }
            let column = ColumnId::new(within(node.column, self.columns.len(), "column")?);
            drawing.nodes.push(Node::new(column, &node.lines).emphasised(node.emphasised));
        }
        for style in &self.styles {
            let colour = Colour::of_class(&style.colour);
            let colour = colour.ok_or_else(|| format!("the drawing has a colour `{}`", style.colour))?;
            drawing.styles.push(EdgeStyle::new(&style.name, colour).dashed(style.dashed));
        }
        for edge in &self.edges {
            let node = |number| Ok::<_, String>(NodeId::new(within(number, self.nodes.len(), "node")?));
            let style = StyleId::new(within(edge.style, self.styles.len(), "style")?);
            let edge_of = Edge::new(node(edge.from)?, node(edge.to)?, style, &edge.label);
            drawing.edges.push(edge_of.emphasised(edge.emphasised));
        }
        drawing.notes.clone_from(&self.notes);
        Ok(drawing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn() -> Drawing {
        let mut drawing = Drawing::new("two threads");
        let columns = [drawing.columns.push(Column::new("P0")), drawing.columns.push(Column::new("P1"))];
        let nodes = columns.map(|column| drawing.nodes.push(Node::new(column, ["a", "b"]).emphasised(true)));
        let style = drawing.styles.push(EdgeStyle::new("rf", Colour::SkyBlue).dashed(true));
        drawing.edges.push(Edge::new(nodes[0], nodes[1], style, "rf"));
        drawing.notes.push("x=1".to_owned());
        drawing
    }

    #[test]
    fn a_drawing_comes_back() {
        let text = serde_json::to_string(&DrawingRecord::new(&drawn())).expect("texts and numbers");
        let record: DrawingRecord = serde_json::from_str(&text).expect("what was written");
        assert_eq!(record.drawing(), Ok(drawn()));
    }

    #[test]
    fn places_that_are_not_there_are_refused() {
        let right = DrawingRecord::new(&drawn());
        let mut wrong = [right.clone(), right.clone(), right.clone(), right.clone(), right];
        wrong[0].nodes[0].column = 2;
        wrong[1].edges[0].to = 7;
        wrong[2].edges[0].style = 1;
        wrong[3].styles[0].colour = "url(x)".to_owned();
        wrong[4].nodes[1].lines.clear();
        for record in wrong {
            assert!(record.drawing().is_err(), "{record:?}");
        }
    }
}
