//! What a layout promises, on random drawings, and what drawings look like.

use lakmus_drawing::{Colour, Column, Drawing, Edge, EdgeStyle, Layout, Node, NodeId, Theme};
use proptest::prelude::*;
use relation::Index;

/// Columns of so many nodes, and edges between random ones.
fn drawing(columns: &[usize], edges: &[(usize, usize, usize)]) -> Drawing {
    let mut drawing = Drawing::new("random");
    for (number, &count) in columns.iter().enumerate() {
        let column = drawing.columns.push(Column::new(format!("P{number}")));
        for node in 0..count {
            let lines = vec![format!("{number}.{node}: Wx={node}"); 1 + (number + node) % 2];
            drawing.nodes.push(Node::new(column, lines));
        }
    }
    let styles = ["rf", "co", "fr", "po"].into_iter().zip(Colour::DISTINCT);
    let styles: Vec<_> = styles.map(|(name, colour)| drawing.styles.push(EdgeStyle::new(name, colour))).collect();
    let nodes = drawing.nodes.len();
    for &(from, to, style) in edges.iter().filter(|_| nodes > 0) {
        let style = styles[style % styles.len()];
        let (from, to) = (NodeId::new(from % nodes), NodeId::new(to % nodes));
        let label = drawing.styles[style].name.clone();
        drawing.edges.push(Edge::new(from, to, style, label).emphasised(to.index() % 3 == 0));
    }
    drawing
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Nothing overlaps, whatever is drawn, and text is made of it without a panic.
    #[test]
    fn a_layout_has_no_conflicts(
        columns in prop::collection::vec(0..7_usize, 1..7),
        edges in prop::collection::vec((0..64_usize, 0..64_usize, 0..4_usize), 0..14),
    ) {
        let drawing = drawing(&columns, &edges);
        prop_assert_eq!(Layout::new(&drawing).conflicts(), []);
        let both = drawing.clone().beside(drawing.clone());
        prop_assert_eq!(Layout::new(&both).conflicts(), []);
        prop_assert_eq!((both.nodes.len(), both.edges.len()), (2 * drawing.nodes.len(), 2 * drawing.edges.len()));
        prop_assert_eq!(both.styles.len(), drawing.styles.len());
        let text = drawing.to_text();
        prop_assert!(drawing.edges.iter().all(|edge| text.contains(edge.label.as_str())), "{}", text);
    }
}

#[test]
fn two_threads_and_a_cycle() {
    let mut drawing = Drawing::new("SB");
    let columns = ["P0", "P1"].map(|head| drawing.columns.push(Column::new(head)));
    let [a, b] =
        ["a: W[x]=1", "b: R[y]=0"].map(|line| drawing.nodes.push(Node::new(columns[0], [line]).emphasised(true)));
    let [c, d] =
        ["c: W[y]=1", "d: R[x]=0"].map(|line| drawing.nodes.push(Node::new(columns[1], [line, "movl (x),%eax"])));
    let po = drawing.styles.push(EdgeStyle::new("po", Colour::Ink));
    let fr = drawing.styles.push(EdgeStyle::new("fr", Colour::Purple).dashed(true));
    for (from, to, style, label) in [(a, b, po, "po"), (c, d, po, "po"), (b, c, fr, "fre"), (d, a, fr, "fre")] {
        drawing.edges.push(Edge::new(from, to, style, label).emphasised(style == fr));
    }
    drawing.notes.push("0:rax=0; 1:rax=0;".to_owned());
    insta::assert_snapshot!(drawing.to_text());
    insta::assert_snapshot!(drawing.to_dot());
    insta::assert_snapshot!(drawing.to_svg(Theme::Auto));
}
