//! Accesses of several sizes to one cell: they are not simulated, so a candidate that has them is a fault.
//!
//! Memory is a set of cells that are read and written as a whole. A cell with a type is as large as the type says; one without
//! is as large as its accesses, which must agree (herd, without its variant `mixed`: `check_sizes` in herd/mem.ml).

use program::{Expressions, IdVec, Node, Width};
use relation::EventId;
use smallvec::SmallVec;

use crate::event::{Action, Cell, Event};
use crate::{EventStructure, Fault};

/// The first access, in the order of events, whose size is not that of the cell that it accesses.
pub(crate) fn mixed_sizes(
    x: &Expressions,
    structure: &EventStructure<'_>,
    cells: &IdVec<EventId, Option<Cell>>,
) -> Option<Fault> {
    let mut sizes: SmallVec<[(Cell, Width); 8]> = SmallVec::new();
    for (id, event) in structure.events.iter_enumerated() {
        let (Some(cell), Some(bits)) = (cells[id], size(x, structure, event)) else { continue };
        match sizes.iter().find(|(known, _)| *known == cell) {
            None => sizes.push((cell, bits)),
            Some(&(_, cell_bits)) if cell_bits == bits => {}
            Some(&(_, cell_bits)) => {
                let location = structure.program.locations[cell.location].name.to_string();
                return Some(Fault::MixedSizes { instruction: event.instruction, location, bits, cell_bits });
            }
        }
    }
    None
}

/// How many bits an event accesses; `None` for an initial write that fits cells of any size.
pub(crate) fn size(x: &Expressions, structure: &EventStructure<'_>, event: &Event) -> Option<Width> {
    match event.action {
        Action::InitialWrite { cell, value } => match structure.program.locations[cell.location].element {
            Some(element) => Some(element.width),
            None => matches!(x.node(value), Node::Address(..) | Node::Code(_) | Node::Word(_)).then(|| x.width(value)),
        },
        Action::Read { width, .. } | Action::ReadModifyWrite { width, .. } => Some(width),
        Action::Write { value, .. } => Some(x.width(value)),
        _ => None,
    }
}
