//! Slots: which edges of the graph a fence before or behind a region cuts.
//!
//! A fence before a region is executed on each edge of the control flow that enters the region; behind it, on each that leaves it. Which edges these are
//! is under-approximated, by the places that clang gives to instructions (`positions.rs`).

mod bases;
mod positions;

use std::ops::Range;
use std::path::Path;

use aeg::graph::{Aeg, NodeId};
use aeg::walk::{SlotId, Slots};
use cprog::ir::{FileId, Program, SourcePlace};
use relation::IdVec;
use rustc_hash::FxHashMap;

use crate::language::Language;
use crate::macros::Macros;
use crate::regions::{Base, Places, Region, RegionKind};
use crate::written_out::WrittenOut;
use positions::{Edge, UNWOUND};

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
    places: Places,
    written_out: Option<&'t WrittenOut>,
}

impl<'t> Text<'t> {
    /// Reads a text. `byte_characters`: each character stands for one byte of the file, which is no UTF-8; columns of places count bytes of the file.
    pub fn new(text: &'t str, byte_characters: bool) -> Text<'t> {
        Text::with_macros(text, byte_characters, &Macros::default())
    }

    /// Reads a text that may use macros.
    pub fn with_macros(text: &'t str, byte_characters: bool, macros: &Macros) -> Text<'t> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Text { text, byte_characters, lines, places: Places::read(text, macros), written_out: None }
    }

    /// Reads a text in which macros are written out.
    pub fn of_written_out(written_out: &'t WrittenOut, byte_characters: bool, macros: &Macros) -> Text<'t> {
        let text = Text::with_macros(&written_out.text, byte_characters, macros);
        Text { written_out: Some(written_out), ..text }
    }

    /// Whether macros are written out in it.
    pub fn is_written_out(&self) -> bool {
        self.written_out.is_some()
    }

    /// Its regions.
    pub fn regions(&self) -> &[Region] {
        &self.places.regions
    }

    /// Its bases.
    pub fn bases(&self) -> &[Base] {
        &self.places.bases
    }

    /// What stands between the braces of its functions.
    pub fn bodies(&self) -> &[Range<usize>] {
        &self.places.bodies
    }

    /// The language of a file with this text.
    pub fn language(&self, path: &Path) -> Language {
        Language::of(path, self.text)
    }

    /// A piece of it.
    pub fn slice(&self, range: Range<usize>) -> &'t str {
        &self.text[range]
    }

    /// What a reader finds at an offset.
    pub fn from<T>(&self, offset: usize, read: impl FnOnce(&'t str, usize) -> T) -> T {
        read(self.text, offset)
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

    /// Line and column, from 1, of an offset, as the file has it whose macros are written out here.
    pub fn original_line_column(&self, offset: usize) -> (u32, u32) {
        match self.written_out {
            Some(written_out) => written_out.original_line_column(offset),
            None => self.line_column(offset),
        }
    }

    /// Line and column, from 1, of an offset.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        (line as u32, (offset - self.lines[line - 1] + 1) as u32)
    }
}

/// Finds the slots of a program in the texts of its files, beside those that are in `found`.
pub fn find(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>, found: &mut Found) {
    let mut known: FxHashMap<Vec<(NodeId, NodeId)>, SlotId> = FxHashMap::default();
    for (file, mut edges) in positions::edges(program, aeg, texts) {
        edges.sort_unstable();
        let mut by_right = edges.clone();
        by_right.sort_unstable_by(|one, other| (&one.right, one).cmp(&(&other.right, other)));
        let text = &texts[&file];
        let is_cxx = text.language(Path::new(&program.files[file].name)) == Language::Cxx;
        let regions = text.regions().iter().zip(&text.places.loop_free);
        for ((region, is_loop_free), expression_end) in regions.zip(expression_ends(text.regions())) {
            let range = |edges: &[Edge], key: fn(&Edge) -> usize| {
                edges.partition_point(|edge| key(edge) < region.start)
                    ..edges.partition_point(|edge| key(edge) < region.end)
            };
            // What is not known has no first offset; edges that lead here have all of theirs here, so that any of them finds it.
            let from = &edges[range(&edges, |edge| edge.left.first().copied().unwrap_or(0))];
            let to = &by_right[range(&by_right, |edge| edge.right[0].0)];
            // An lvalue of C++ that is chosen by a condition is read at the place of that condition, as if control came back there.
            let comes_back = |edge: &Edge| edge.left.iter().any(|at| (region.end..expression_end).contains(at));
            if is_cxx && to.iter().any(comes_back) {
                continue;
            }
            let entry = if *is_loop_free { entry(region, to) } else { None };
            let is_outside = |at: &(usize, NodeId)| !region.holds_all(&[at.0]);
            let enters = |edge: &&Edge| match edge.right.as_slice() {
                _ if edge.left.is_empty() || edge.left.contains(&UNWOUND) => false,
                [(_, node)] if Some(*node) == entry => true,
                right => !right.iter().any(is_outside) && region.holds_none(&edge.left),
            };
            let leaves = |edge: &&Edge| {
                !edge.left.is_empty()
                    && region.holds_all(&edge.left)
                    && edge.right.iter().all(|(at, _)| *at != UNWOUND)
                    && edge.right.iter().all(|at| is_outside(at) || Some(at.1) == entry)
            };
            let (entering, leaving) = (to.iter().filter(enters), from.iter().filter(leaves));
            let cuts: [Vec<&Edge>; 2] = [entering.collect(), leaving.collect()];
            for (cut, behind) in cuts.into_iter().zip([false, true]) {
                let possible = if behind { region.after && !(is_cxx && is_copied(region)) } else { region.before };
                if !possible || cut.is_empty() {
                    continue;
                }
                let mut cut: Vec<(NodeId, NodeId)> = cut.into_iter().map(|edge| edge.nodes).collect();
                cut.sort_unstable();
                cut.dedup();
                found.add(Slot { file, region: *region, behind }, cut, &mut known);
            }
        }
    }
    bases::find(program, aeg, texts, found, &mut known);
    for (slot, edges) in known_in_order(&known) {
        for edge in edges {
            found.edges.of_edge.entry(*edge).or_default().push(slot);
        }
    }
}

/// Whether a fence behind a region makes a copy of what it is. In C++ that may be an object, whose copy is made and destroyed by functions that access memory themselves, and
/// what refers to it would refer to a copy that is gone. Of a condition only the truth is copied.
fn is_copied(region: &Region) -> bool {
    match region.kind {
        RegionKind::Value => !region.is_condition,
        RegionKind::Statement | RegionKind::Body | RegionKind::Discarded => false,
    }
}

/// The node with which a region without loops begins, if there is one alone: what goes back to it is another evaluation, whatever control has passed before.
fn entry(region: &Region, to: &[Edge]) -> Option<NodeId> {
    let mut entries = to.iter().filter_map(|edge| match edge.right.as_slice() {
        [(_, node)] if edge.left.is_empty() || !region.holds_all(&edge.left) => Some(*node),
        _ => None,
    });
    let first = entries.next()?;
    entries.all(|other| other == first).then_some(first)
}

/// For each region that is a value, where the expression or simple statement ends that it is part of; for others, where they end themselves.
fn expression_ends(regions: &[Region]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..regions.len()).collect();
    order.sort_by_key(|index| (regions[*index].start, std::cmp::Reverse(regions[*index].end)));
    let mut ends: Vec<usize> = regions.iter().map(|region| region.end).collect();
    // The regions around the one looked at, each with the end of its expression, if it is in one.
    let mut around: Vec<(usize, Option<usize>)> = Vec::new();
    for index in order {
        let region = &regions[index];
        while around.last().is_some_and(|(end, _)| *end <= region.start) {
            around.pop();
        }
        let outer = around.last().and_then(|(_, end)| *end);
        let is_expression = match region.kind {
            RegionKind::Value | RegionKind::Discarded => true,
            RegionKind::Statement | RegionKind::Body => region.after,
        };
        let end = if is_expression { Some(outer.unwrap_or(region.end)) } else { None };
        if region.kind == RegionKind::Value {
            ends[index] = end.unwrap_or(region.end);
        }
        around.push((region.end, end));
    }
    ends
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
                let known = &mut self.slots[*id];
                // Behind a comma, a condition with operands is computed as a value, and branches on it no longer show which operand has decided.
                let is_first_operand = !slot.behind
                    && !known.behind
                    && known.region.is_condition
                    && known.region.holds_all(&[slot.region.start, slot.region.end - 1]);
                if slot.effort() < known.effort() || slot.effort() == known.effort() && is_first_operand {
                    *known = slot;
                }
            }
            None => {
                let id = self.slots.push(slot);
                known.insert(cut, id);
            }
        }
    }
}
