//! What is to be drawn.

use relation::{IdVec, newtype_index};

newtype_index! {
    /// A column of a drawing.
    pub struct ColumnId("column");
    /// A node of a drawing.
    pub struct NodeId("node");
    /// A style of edges of a drawing.
    pub struct StyleId("style");
}

/// Columns of nodes, and edges between these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// Stands above all; may be empty.
    pub title: String,
    /// From left to right.
    pub columns: IdVec<ColumnId, Column>,
    /// Those of one column stand in it from top to bottom.
    pub nodes: IdVec<NodeId, Node>,
    /// What edges look like. Those that some edge has are explained in the legend.
    pub styles: IdVec<StyleId, EdgeStyle>,
    /// Later ones are drawn over earlier ones, emphasised ones over all others.
    pub edges: Vec<Edge>,
    /// Lines below the drawing, such as the final state.
    pub notes: Vec<String>,
}

/// A column: a thread, a translation unit, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Stands at its top; may be empty.
    pub head: String,
}

/// A box with text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands, below the nodes of this column that come before it.
    pub column: ColumnId,
    /// What is written in it. The first line is set off from the others. At least one.
    pub lines: Vec<String>,
    /// Whether it is one of those that the reader should see first.
    pub is_emphasised: bool,
}

/// An arrow from one node to another one, or to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: NodeId,
    /// Where its head is.
    pub to: NodeId,
    /// What it looks like.
    pub style: StyleId,
    /// What is written on it; may be empty.
    pub label: String,
    /// Whether it is one of those that the reader should see first.
    pub is_emphasised: bool,
}

/// What edges of one kind look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeStyle {
    /// What the legend calls them.
    pub name: String,
    /// Their colour.
    pub colour: Colour,
    /// Whether the line is broken.
    pub is_dashed: bool,
}

/// Colours that people with any kind of colour vision can distinguish, on a light and on a dark background.
///
/// Source: M. Okabe, K. Ito, *Color Universal Design*, 2008; on a dark ground the same hues, lightened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black, or white on a dark ground.
    Ink,
    /// For what is there and of no interest.
    Grey,
    /// Blue.
    Blue,
    /// Orange-red.
    Vermillion,
    /// Bluish green.
    Green,
    /// Reddish purple.
    Purple,
    /// Orange.
    Orange,
    /// Sky blue.
    SkyBlue,
}

/// The ground that a drawing stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on black.
    Dark,
    /// As the reader's system prefers; light where it does not say. (No paper prefers anything: for print, use [`Theme::Light`].)
    Auto,
}

impl Colour {
    /// All colours that are good for edges that are to be distinguished, those that differ most first.
    pub const DISTINCT: [Colour; 7] =
        [Colour::Vermillion, Colour::Blue, Colour::Green, Colour::Purple, Colour::Orange, Colour::SkyBlue, Colour::Ink];

    /// All colours.
    const ALL: [Colour; 8] = [
        Colour::Ink,
        Colour::Grey,
        Colour::Blue,
        Colour::Vermillion,
        Colour::Green,
        Colour::Purple,
        Colour::Orange,
        Colour::SkyBlue,
    ];

    /// The colour that [`Colour::class`] gives this name.
    pub fn of_class(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.class() == name)
    }

    /// What its elements are called in SVG, and it in TikZ.
    pub fn class(self) -> &'static str {
        match self {
            Colour::Ink => "ink",
            Colour::Grey => "grey",
            Colour::Blue => "blue",
            Colour::Vermillion => "vermillion",
            Colour::Green => "green",
            Colour::Purple => "purple",
            Colour::Orange => "orange",
            Colour::SkyBlue => "skyblue",
        }
    }

    /// Its number in CSS on a light ground, and on a dark one.
    pub(crate) fn css(self) -> [&'static str; 2] {
        match self {
            Colour::Ink => ["#000000", "#f2f2f2"],
            Colour::Grey => ["#6b6b6b", "#a8a8a8"],
            Colour::Blue => ["#0072b2", "#4db3ec"],
            Colour::Vermillion => ["#d55e00", "#ff8f45"],
            Colour::Green => ["#00835f", "#2fd0a1"],
            Colour::Purple => ["#b0508a", "#e6a3cb"],
            Colour::Orange => ["#b87900", "#f0b432"],
            Colour::SkyBlue => ["#2b88bd", "#86ccf2"],
        }
    }
}

impl Drawing {
    /// Nothing but a title.
    pub fn new(title: impl Into<String>) -> Drawing {
        Drawing { title: title.into(), ..Drawing::default() }
    }

    /// The columns of `other` to the right of its own, under one legend: styles of one name are one. The title stays its own; the notes of both follow each
    /// other.
    #[must_use]
    pub fn beside(mut self, other: Drawing) -> Drawing {
        let columns: IdVec<ColumnId, ColumnId> =
            other.columns.into_iter().map(|column| self.columns.push(column)).collect();
        let styles: IdVec<StyleId, StyleId> = other
            .styles
            .into_iter()
            .map(|style| {
                let known = self.styles.iter_enumerated().find(|(_, known)| known.name == style.name);
                match known.map(|(id, _)| id) {
                    Some(known) => known,
                    None => self.styles.push(style),
                }
            })
            .collect();
        let nodes: IdVec<NodeId, NodeId> = other
            .nodes
            .into_iter()
            .map(|node| self.nodes.push(Node { column: columns[node.column], ..node }))
            .collect();
        self.edges.extend(other.edges.into_iter().map(|edge| Edge {
            from: nodes[edge.from],
            to: nodes[edge.to],
            style: styles[edge.style],
            ..edge
        }));
        self.notes.extend(other.notes);
        self
    }

    /// Leaves out the edges of styles whose names do not satisfy `is_kept`.
    pub fn retain_styles(&mut self, is_kept: impl Fn(&str) -> bool) {
        let styles = &self.styles;
        self.edges.retain(|edge| is_kept(&styles[edge.style].name));
    }

    /// The styles that some edge has, in their order.
    pub(crate) fn legend(&self) -> impl Iterator<Item = (StyleId, &EdgeStyle)> {
        self.styles.iter_enumerated().filter(|(id, _)| self.edges.iter().any(|edge| edge.style == *id))
    }
}

impl Column {
    /// A column with this head.
    pub fn new(head: impl Into<String>) -> Column {
        Column { head: head.into() }
    }
}

impl Node {
    /// A node in `column` with these lines.
    pub fn new<T: Into<String>>(column: ColumnId, lines: impl IntoIterator<Item = T>) -> Node {
        Node { column, lines: lines.into_iter().map(Into::into).collect(), is_emphasised: false }
    }

    /// The same, emphasised if `is_emphasised`.
    #[must_use]
    pub fn emphasised(self, is_emphasised: bool) -> Node {
        Node { is_emphasised, ..self }
    }
}

impl Edge {
    /// An edge that is not emphasised.
    pub fn new(from: NodeId, to: NodeId, style: StyleId, label: impl Into<String>) -> Edge {
        Edge { from, to, style, label: label.into(), is_emphasised: false }
    }

    /// The same, emphasised if `is_emphasised`.
    #[must_use]
    pub fn emphasised(self, is_emphasised: bool) -> Edge {
        Edge { is_emphasised, ..self }
    }
}

impl EdgeStyle {
    /// A style whose lines are not broken.
    pub fn new(name: impl Into<String>, colour: Colour) -> EdgeStyle {
        EdgeStyle { name: name.into(), colour, is_dashed: false }
    }

    /// The same with broken lines if `is_dashed`.
    #[must_use]
    pub fn dashed(self, is_dashed: bool) -> EdgeStyle {
        EdgeStyle { is_dashed, ..self }
    }
}
