//! Slots behind pointers within expressions: between the read of a pointer and the access through it.
//!
//! Other slots are found by what lies between two places of a text. Here that would not do, as several accesses of one operand may have the same place. A fence behind a pointer is executed behind each read of
//! it and nowhere else, so that it is enough to find the read: one of a pointer, the only one of its kind that has that place in its function.

use aeg::graph::{Aeg, NodeId, NodeKind};
use aeg::walk::SlotId;
use cprog::ir::{Access, FileId, Function, FunctionId, Operand, Operation, Order, Point, Program, RegisterId, Type};
use rustc_hash::FxHashMap;

use super::positions::file_of;
use super::{Found, Slot, Text};
use crate::regions::BaseKind;

/// Reads with their nodes.
type Reads = Vec<(Point, NodeId)>;

/// Adds the slots behind bases.
pub(super) fn find(
    program: &Program,
    aeg: &Aeg,
    texts: &FxHashMap<FileId, Text>,
    found: &mut Found,
    known: &mut FxHashMap<Vec<(NodeId, NodeId)>, SlotId>,
) {
    let reads = reads(program, aeg, texts);
    let mut files: Vec<FileId> = texts.keys().copied().collect();
    files.sort_unstable();
    for file in files {
        for base in texts[&file].bases() {
            let Some(here) = reads.get(&(file, base.read)) else { continue };
            let of_kind = here.iter().filter(|(point, _)| match base.kind {
                BaseKind::Variable => is_of_variable(program, *point),
                BaseKind::Element => !is_of_variable(program, *point),
                BaseKind::Alone => true,
            });
            let of_kind: Reads = of_kind.copied().collect();
            // A function that several units have a copy of has a read in each.
            let mut functions: Vec<FunctionId> = of_kind.iter().map(|(point, _)| point.function).collect();
            functions.sort_unstable();
            if functions.windows(2).any(|pair| pair[0] == pair[1]) {
                continue;
            }
            let mut cut: Vec<(NodeId, NodeId)> = of_kind
                .iter()
                .filter(|(point, _)| is_of_pointer(program, *point))
                .flat_map(|(_, node)| aeg.nodes[*node].next.iter().map(|next| (*node, *next)))
                .collect();
            cut.sort_unstable();
            cut.dedup();
            if !cut.is_empty() {
                found.add(Slot { file, region: base.region, behind: true }, cut, known);
            }
        }
    }
}

/// The loads of all functions, by their places in the texts.
fn reads(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>) -> FxHashMap<(FileId, usize), Reads> {
    let mut reads: FxHashMap<(FileId, usize), Reads> = FxHashMap::default();
    for (id, node) in aeg.nodes.iter_enumerated() {
        let is_itself = matches!(node.kind, NodeKind::Plain | NodeKind::Event(_));
        if !is_itself || load(program, node.point).is_none() {
            continue;
        }
        let Some(place) = program.place(node.point).filter(|place| place.column > 0) else { continue };
        if Some(place.file) != file_of(program, node.point.function) {
            continue;
        }
        if let Some(offset) = texts.get(&place.file).and_then(|text| text.offset(place)) {
            reads.entry((place.file, offset)).or_default().push((node.point, id));
        }
    }
    reads
}

fn load(program: &Program, point: Point) -> Option<(&Type, &Operand, Access)> {
    match &program.instruction(point)?.operation {
        Operation::Load { ty, pointer, access } => Some((ty, pointer, *access)),
        _ => None,
    }
}

/// Whether a plain pointer is read.
fn is_of_pointer(program: &Program, point: Point) -> bool {
    load(program, point).is_some_and(|(ty, _, access)| *ty == Type::Pointer && access.order == Order::Plain)
}

/// Whether a variable that is a pointer is read: not an element of an array, or a member, that happens to be its first.
fn is_of_variable(program: &Program, point: Point) -> bool {
    match load(program, point) {
        Some((_, Operand::Global(global, 0), _)) => program.globals[*global].ty == Type::Pointer,
        Some((_, Operand::Register(register), _)) => is_variable(&program.functions[point.function], *register),
        _ => false,
    }
}

/// Whether a register holds the address of a local variable that is a pointer.
fn is_variable(function: &Function, register: RegisterId) -> bool {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter(|instruction| instruction.result == Some(register)).any(|instruction| {
        matches!(&instruction.operation, Operation::Alloca { ty: Type::Pointer, count: Operand::Integer(1) })
    })
}
