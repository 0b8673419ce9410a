//! Slots: which edges of the graph a fence before or behind a region cuts.
//!
//! A fence before a region is executed on each edge of the control flow that enters the region; behind it, on each that leaves it. Where an instruction
//! has no place of its own, it belongs to what comes before it.

use std::collections::BTreeMap;

use aeg::graph::{Aeg, NodeId, NodeKind};
use aeg::walk::{SlotId, Slots};
use cprog::ir::{FileId, Program, SourcePlace};
use relation::IdVec;
use rustc_hash::FxHashMap;

use crate::regions::{Region, RegionKind, regions};

/// A place where a fence can be put.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The source file.
    pub file: FileId,
    /// The region.
    pub region: Region,
    /// Behind the region, else before it.
    pub behind: bool,
}

/// The slots of a program, and which edges they lie on.
#[derive(Debug, Default)]
pub struct Found {
    /// All slots.
    pub slots: IdVec<SlotId, Slot>,
    /// The edges that each lies on, as the graph's walks want it.
    pub edges: Slots,
}

/// The text of a source file, with its lines.
pub struct Text<'t> {
    text: &'t str,
    /// Whether each character stands for one byte of the file, which is no UTF-8.
    byte_characters: bool,
    lines: Vec<usize>,
    regions: Vec<Region>,
}

impl<'t> Text<'t> {
    /// Reads a text. `byte_characters`: each character stands for one byte of the file, which is no UTF-8; columns of places count bytes of the file.
    pub fn new(text: &'t str, byte_characters: bool) -> Text<'t> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, byte_characters, lines, regions: regions(text) }
    }

    /// Its regions.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// A piece of it.
    pub fn slice(&self, range: std::ops::Range<usize>) -> &'t str {
        &self.text[range]
    }

    /// The offset of a line and column, if there is such a place.
    pub fn offset(&self, place: SourcePlace) -> Option<usize> {
        let line = *self.lines.get((place.line as usize).checked_sub(1)?)?;
        let column = (place.column as usize).saturating_sub(1);
        if self.byte_characters {
            return self.text[line..].char_indices().nth(column).map(|(offset, _)| line + offset);
        }
        let offset = line + column;
        (offset < self.text.len()).then_some(offset)
    }

    /// Line and column, from 1, of an offset.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        (line as u32, (offset - self.lines[line - 1] + 1) as u32)
    }
}

/// What each node's place is: that of its instruction, or of what comes before it.
fn places(program: &Program, aeg: &Aeg) -> IdVec<NodeId, Option<SourcePlace>> {
    let mut places: IdVec<NodeId, Option<SourcePlace>> = aeg
        .nodes
        .iter()
        .map(|node| match node.kind {
            // Where a function begins is before its first statement.
            NodeKind::Entry => {
                program.functions[node.point.function].place.map(|place| SourcePlace { column: 0, ..place })
            }
            // clang places it where the whole condition begins, which is also where its first operand does: as if control went back there.
            NodeKind::Branch => None,
            NodeKind::Plain | NodeKind::Event(_) | NodeKind::Fence(_) | NodeKind::Call { .. } | NodeKind::Return => {
                program.place(node.point).filter(|place| place.column > 0)
            }
        })
        .collect();
    loop {
        let mut changed = false;
        for id in aeg.nodes.ids() {
            let Some(place) = places[id] else { continue };
            for next in &aeg.nodes[id].next {
                if places[*next].is_none() {
                    places[*next] = Some(place);
                    changed = true;
                }
            }
        }
        if !changed {
            return places;
        }
    }
}

/// An edge: the offsets of the places of its nodes (`usize::MAX` outside of all regions), and the nodes.
type Edge = (usize, usize, NodeId, NodeId);

/// Finds the slots of a program in the texts of its files, beside those that are in `found`.
pub fn find(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>, found: &mut Found) {
    let places = places(program, aeg);
    // For each file, the edges between nodes of different places, as offsets.
    let mut edges: BTreeMap<FileId, Vec<Edge>> = BTreeMap::new();
    for (from, node) in aeg.nodes.iter_enumerated() {
        for to in &node.next {
            let (Some(one), Some(other)) = (places[from], places[*to]) else { continue };
            // An edge between files: from or to a place that no region of the file holds.
            for file in [one.file, other.file] {
                let Some(text) = texts.get(&file) else { continue };
                let offset =
                    |place: SourcePlace| if place.file == file { text.offset(place) } else { Some(usize::MAX) };
                // The beginning of a function is outside of all regions, so that a fence before its first statement
                // cuts this edge.
                let is_entry = node.kind == NodeKind::Entry;
                let (Some(left), Some(right)) = (if is_entry { Some(usize::MAX) } else { offset(one) }, offset(other))
                else {
                    continue;
                };
                // Between instructions of one place there is no room for a fence.
                if left != right {
                    edges.entry(file).or_default().push((left, right, from, *to));
                }
                if one.file == other.file {
                    break;
                }
            }
        }
    }
    let mut known: FxHashMap<Vec<(NodeId, NodeId)>, SlotId> = FxHashMap::default();
    for (file, mut edges) in edges {
        edges.sort_unstable();
        edges.dedup();
        let mut by_right = edges.clone();
        by_right.sort_unstable_by_key(|(left, right, from, to)| (*right, *left, *from, *to));
        for region in &texts[&file].regions {
            let inside = |offset: usize| (region.start..region.end).contains(&offset);
            let within = |edges: &[Edge], key: fn(&Edge) -> usize| {
                edges.partition_point(|edge| key(edge) < region.start)
                    ..edges.partition_point(|edge| key(edge) < region.end)
            };
            let leaving = edges[within(&edges, |edge| edge.0)].iter().filter(|edge| !inside(edge.1));
            let entering = by_right[within(&by_right, |edge| edge.1)].iter().filter(|edge| !inside(edge.0));
            let cuts: [Vec<&Edge>; 2] = [entering.collect(), leaving.collect()];
            for (cut, behind) in cuts.into_iter().zip([false, true]) {
                let possible = if behind { region.after } else { region.before };
                if !possible || cut.is_empty() {
                    continue;
                }
                let mut cut: Vec<(NodeId, NodeId)> = cut.into_iter().map(|(_, _, from, to)| (*from, *to)).collect();
                cut.sort_unstable();
                found.add(Slot { file, region: *region, behind }, cut, &mut known);
            }
        }
    }
    for (slot, edges) in known_in_order(&known) {
        for edge in edges {
            found.edges.of_edge.entry(*edge).or_default().push(slot);
        }
    }
}

fn known_in_order(known: &FxHashMap<Vec<(NodeId, NodeId)>, SlotId>) -> Vec<(SlotId, &Vec<(NodeId, NodeId)>)> {
    let mut all: Vec<_> = known.iter().map(|(edges, slot)| (*slot, edges)).collect();
    all.sort_unstable();
    all
}

impl Slot {
    /// How much is to be written for it; what is simpler is preferred.
    pub fn effort(&self) -> u32 {
        match (self.region.kind, self.behind) {
            (RegionKind::Statement, _) => 0,
            (RegionKind::Body, _) => 1,
            (RegionKind::Discarded, _) => 2,
            (RegionKind::Value, false) => 3,
            (RegionKind::Value, true) => 5,
        }
    }
}

impl Found {
    /// Adds a slot; of several that cut the same edges the simplest is kept.
    fn add(&mut self, slot: Slot, cut: Vec<(NodeId, NodeId)>, known: &mut FxHashMap<Vec<(NodeId, NodeId)>, SlotId>) {
        match known.get(&cut) {
            Some(id) => {
                if slot.effort() < self.slots[*id].effort() {
                    self.slots[*id] = slot;
                }
            }
            None => {
                let id = self.slots.push(slot);
                known.insert(cut, id);
            }
        }
    }
}
