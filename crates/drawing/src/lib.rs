//! Columns of nodes with edges between them, drawn: as SVG, as text with box-drawing characters, as dot.
//!
//! What is drawn is plain data ([`Drawing`]): an execution has its threads as columns and its events as nodes, but so have a
//! justification, a trace of a tested program, or a critical cycle. Nothing here knows what a node stands for.
//!
//! ```
//! use lakmus_drawing::{Colour, Column, Drawing, Edge, EdgeStyle, Node, Theme};
//!
//! let mut drawing = Drawing::new("MP");
//! let [p0, p1] = ["P0", "P1"].map(|head| drawing.columns.push(Column::new(head)));
//! let write = drawing.nodes.push(Node::new(p0, ["Wy=1", "movl $1,(y)"]));
//! let read = drawing.nodes.push(Node::new(p1, ["Ry=1", "movl (y),%eax"]));
//! let rf = drawing.styles.push(EdgeStyle::new("rf", Colour::Vermillion));
//! drawing.edges.push(Edge::new(write, read, rf, "rfe"));
//!
//! assert!(drawing.to_svg(Theme::Light).starts_with("<svg"));
//! assert!(drawing.to_text().contains("rfe"));
//! assert!(drawing.to_dot().contains("label=\"rfe\""));
//! ```
//!
//! # What a layout promises
//! Nodes of a column stand below each other in their order; the n-th nodes of all columns are level. No edge runs through a node, and no two
//! labels overlap; [`Layout::conflicts`] looks whether that is so. Edges may cross. The same drawing gives the same text, always.

mod dot;
mod drawing;
mod geometry;
mod layout;
mod plan;
mod svg;
mod text;
mod tikz;
mod words;

pub use drawing::{Colour, Column, ColumnId, Drawing, Edge, EdgeStyle, Node, NodeId, StyleId, Theme};
pub use geometry::{Point, Rectangle};
pub use layout::{Conflict, Layout};
pub use svg::stylesheet;
pub use text::TooWide;
pub use words::{clipped, wrapped};
