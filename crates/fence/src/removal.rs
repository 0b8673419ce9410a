//! Fences that are there already, as something to choose: what is not chosen may go.
//!
//! The program is analysed as if its fences were not there, and each of them is a place where just that fence can be put, a little cheaper than a new one. What the
//! placement leaves out orders no pair that the rest does not. Only fences that the source has as statements of their own are looked at; those in expressions, in assembly beside
//! other instructions and in headers of the system stay, and so do control fences. That a fence serves something else (devices, signal handlers, other processes) is not seen.

use std::collections::BTreeMap;

use aeg::graph::{Aeg, NodeId, NodeKind};
use aeg::model::FenceKind;
use aeg::walk::SlotId;
use cprog::ir::{FileId, Operation, Program, SourcePlace};
use rustc_hash::FxHashMap;

use crate::regions::{Region, RegionKind};
use crate::slots::{Found, Slot, Text};

/// A fence of the program that may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Removable {
    /// Where it stands.
    pub file: FileId,
    /// The statement that it is.
    pub region: Region,
    /// What it is.
    pub kind: FenceKind,
}

/// The fences of the program that stand as statements: place, kind, nodes. Those in functions that several files include are one.
type Standing = BTreeMap<(FileId, usize), (Region, FenceKind, Vec<NodeId>)>;

fn standing(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>) -> Standing {
    let mut standing = Standing::new();
    let mut refused: Vec<(FileId, usize)> = Vec::new();
    for (id, node) in aeg.nodes.iter_enumerated() {
        let NodeKind::Fence(fence) = node.kind else { continue };
        let kind = fence.kind();
        // What a control fence orders depends on the branches before it, and rows know only places.
        if kind == FenceKind::Control {
            continue;
        }
        let is_fence = program.instruction(node.point).is_some_and(|instruction| {
            matches!(instruction.operation, Operation::Fence { .. } | Operation::Assembly { .. })
        });
        let (true, Some(place)) = (is_fence, program.place(node.point)) else { continue };
        let Some((region, text)) = texts.get(&place.file).and_then(|text| statement(text, place)) else { continue };
        let key = (place.file, region.start);
        // One statement that is two fences, or a fence and something else, is left alone.
        let is_other = standing.get(&key).is_some_and(|(_, known, _)| *known != kind);
        if is_other || !is_fence_alone(text) {
            refused.push(key);
        }
        standing.entry(key).or_insert_with(|| (region, kind, Vec::new())).2.push(id);
    }
    for key in refused {
        standing.remove(&key);
    }
    standing
}

/// The statement that begins at a place, with its text.
fn statement<'t>(text: &Text<'t>, place: SourcePlace) -> Option<(Region, &'t str)> {
    let offset = text.offset(place)?;
    let is_statement = |region: &&Region| matches!(region.kind, RegionKind::Statement | RegionKind::Body);
    let region = text.regions().iter().filter(is_statement).find(|region| region.start == offset)?;
    Some((*region, text.slice(region.start..region.end)))
}

/// Whether a statement is a call, a macro or assembly, and nothing is assigned or declared in it.
fn is_fence_alone(statement: &str) -> bool {
    let Some(call) = statement.trim_end().strip_suffix(';').map(str::trim_end) else { return false };
    let name = call.split('(').next().unwrap_or_default();
    let is_name = name.chars().all(|character| character.is_ascii_alphanumeric() || "_: ".contains(character));
    // The parenthesis that opens first closes last: one call.
    let mut open = 0usize;
    let mut calls = 0;
    for character in call.chars() {
        match character {
            '(' => {
                calls += usize::from(open == 0);
                open += 1;
            }
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    !name.is_empty() && is_name && calls == 1 && call.ends_with(')')
}

/// Takes the fences that stand as statements out of the graph, and makes slots of them; gives these.
pub fn offer(
    program: &Program,
    aeg: &mut Aeg,
    texts: &FxHashMap<FileId, Text>,
    found: &mut Found,
) -> BTreeMap<SlotId, Removable> {
    let mut offered = BTreeMap::new();
    for ((file, _), (region, kind, nodes)) in standing(program, aeg, texts) {
        let slot = found.slots.push(Slot { file, region, behind: false });
        for node in nodes {
            aeg.nodes[node].kind = NodeKind::Plain;
            found.edges.functions.insert(aeg.nodes[node].point.function);
            for next in &aeg.nodes[node].next {
                found.edges.of_edge.entry((node, *next)).or_default().push(slot);
            }
        }
        offered.insert(slot, Removable { file, region, kind });
    }
    offered
}

#[cfg(test)]
mod tests {
    use super::is_fence_alone;

    #[test]
    fn fences_are_calls_macros_and_assembly() {
        for fence in [
            "__sync_synchronize();",
            "atomic_thread_fence(memory_order_seq_cst);",
            "std::atomic_thread_fence(std::memory_order_seq_cst);",
            "asm volatile(\"mfence\" ::: \"memory\");",
            "smp_mb ( ) ;",
        ] {
            assert!(is_fence_alone(fence), "{fence}");
        }
        for other in ["x = f();", "f() + g();", "f(), g();", "{ f(); }", "if (x) f();", "fence;", "*p();"] {
            assert!(!is_fence_alone(other), "{other}");
        }
    }
}
