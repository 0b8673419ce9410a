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

/// Two drawings of the same nodes: one with a short edge, one with edges whose labels need room.
fn alike_but_for_edges() -> [Drawing; 2] {
    [&["rf"][..], &["rf", "a relation with a long name", "fr"][..]].map(|labels| {
        let mut drawing = Drawing::new("");
        let [p0, p1] = ["P0", "P1"].map(|head| drawing.columns.push(Column::new(head)));
        let nodes = [p0, p1, p0, p1].map(|column| drawing.nodes.push(Node::new(column, ["Wx=1", "movl $1,(x)"])));
        for (number, label) in labels.iter().enumerate() {
            let style = drawing.styles.push(EdgeStyle::new(*label, Colour::DISTINCT[number]));
            drawing.edges.push(Edge::new(nodes[number], nodes[(number + 3) % 4], style, *label));
        }
        drawing
    })
}

#[test]
fn nodes_of_drawings_alike_are_at_the_same_places() {
    let drawings = alike_but_for_edges();
    let alone = drawings.each_ref().map(Layout::new);
    assert_ne!(alone[0].boxes, alone[1].boxes, "the labels need room");
    let layouts = Layout::alike(&drawings);
    assert_eq!(layouts[0].boxes, layouts[1].boxes);
    assert!(layouts.iter().all(|layout| layout.conflicts().is_empty()));
}

#[test]
fn each_node_and_each_edge_is_an_element() {
    let [_, drawing] = alike_but_for_edges();
    let text = drawing.to_elements(&Layout::new(&drawing));
    let count = |what: &str| text.matches(what).count();
    assert_eq!((count("<g class=\"node\""), count("<g class=\"edge\"")), (4, 6));
    assert_eq!(count("data-style=\"fr\""), 2, "the edge and its label");
    assert_eq!(count("<style>"), 0);
    assert_eq!(count("<g "), count("</g>"));
}

#[test]
fn tikz_has_what_the_drawing_has_and_nothing_that_means_something_to_tex() {
    let [_, mut drawing] = alike_but_for_edges();
    drawing.nodes.iter_mut().for_each(|node| node.lines = vec!["50% & #1 {x}_y \\z".to_owned()]);
    let text = drawing.to_tikz();
    assert_eq!(text.matches("\\draw[->").count(), 3);
    assert!(text.contains("50\\% \\& \\#1 \\{x\\}\\_y \\textbackslash{}z"), "{text}");
    assert!(text.ends_with("\\end{tikzpicture}\n"));
}
