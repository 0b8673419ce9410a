//! What the accesses of a candidate access, and what is wrong with it.

use std::borrow::Cow;

use program::{CodePlace, ExprId, Expressions, IdVec, Node, UndefinedBehaviour};
use relation::EventId;

use crate::agenda::Agenda;
use crate::event::{Action, Cell};
use crate::path::Requirement;
use crate::pieces::unforeseen;
use crate::sizes::mixed_sizes;
use crate::solution::Solution;
use crate::{EventStructure, Fault};

/// Finds the cell of each access, into `cells`, unless the structure knows them; gives the first thing that is wrong with the accesses, or with the ends of the paths.
/// `solution` knows all symbols that addresses mention.
pub(crate) fn locate_all(
    x: &mut Expressions,
    structure: &EventStructure<'_>,
    agenda: &Agenda,
    solution: &Solution,
    cells: &mut Cow<'_, IdVec<EventId, Option<Cell>>>,
) -> Option<Fault> {
    let mut fault = structure.paths.iter().find_map(|path| path.fault.clone());
    if structure.known_cells.is_some() {
        return fault.or_else(|| wrong_sizes(x, structure, cells));
    }
    let cells = cells.to_mut();
    let reads = agenda.reads.iter().map(|read| (read.event, read.address));
    let writes = agenda.writes.iter().map(|write| (write.event, write.address));
    for (event, address) in reads.chain(writes).chain(agenda.synchronizations.iter().copied()) {
        let address = solution.resolve(x, address);
        match locate(x, structure, event, address) {
            Ok(cell) => cells[event] = Some(cell),
            Err(problem) => {
                cells[event] = None;
                // What an access to no location returns is free, so that what depends on it is only a consequence.
                match &fault {
                    None | Some(Fault::ThinAir { .. }) => fault = Some(problem),
                    Some(_) => {}
                }
            }
        }
    }
    fault.or_else(|| wrong_sizes(x, structure, cells))
}

/// What is wrong with the sizes of accesses.
fn wrong_sizes(x: &Expressions, structure: &EventStructure<'_>, cells: &IdVec<EventId, Option<Cell>>) -> Option<Fault> {
    match structure.pieces {
        None => mixed_sizes(x, structure, cells),
        Some(pieces) => unforeseen(structure, pieces, cells),
    }
}

/// The cell that `event` accesses, or what is wrong with its address.
fn locate(x: &Expressions, structure: &EventStructure<'_>, event: EventId, address: ExprId) -> Result<Cell, Fault> {
    let description = &structure.events[event];
    if let Action::InitialWrite { cell, .. } = description.action {
        return Ok(cell);
    }
    let undecided = |instruction| undecided(x, address, instruction, "an address");
    let Some(instruction) = description.instruction else { return Err(undecided(None)) };
    match x.node(address) {
        Node::Address(location, offset) => structure.cell_at(location, offset).ok_or_else(|| Fault::OutOfBounds {
            instruction,
            location: structure.program.locations[location].name.to_string(),
            offset,
            is_inside: structure.has_byte(location, offset),
        }),
        Node::Code(place) => match structure.program.code_location(place) {
            Some(_) if description.is_write() => Err(Fault::WritesCode { instruction }),
            Some(location) => Ok(Cell { location, index: 0 }),
            None => Err(undecided(Some(instruction))),
        },
        Node::Constant(address) => Err(Fault::NotAnAddress { instruction, address }),
        _ => Err(undecided(Some(instruction))),
    }
}

/// `what` depends on `expr`, which is not known although all reads have chosen: because of a free symbol, or of the bits of an address.
pub(crate) fn undecided(x: &Expressions, expr: ExprId, instruction: Option<CodePlace>, what: &'static str) -> Fault {
    let mut is_free = false;
    x.visit_symbols(expr, &mut |_| is_free = true);
    match is_free {
        true => Fault::ThinAir { instruction, what },
        false => Fault::Undecided { instruction, what },
    }
}

/// What the program does and must not do. `solution` knows all symbols.
pub(crate) fn undefined_behaviour(
    x: &mut Expressions,
    structure: &EventStructure<'_>,
    solution: &Solution,
) -> Option<Fault> {
    for &Requirement { condition, behaviour: UndefinedBehaviour::DivisionByZero, place } in
        structure.paths.iter().flat_map(|path| &path.requirements)
    {
        let holds = solution.resolve(x, condition);
        match x.as_constant(holds) {
            Some(0) => return Some(Fault::DivisionByZero { instruction: place }),
            Some(_) => {}
            None => return Some(undecided(x, holds, Some(place), "a divisor")),
        }
    }
    None
}
