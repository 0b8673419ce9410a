//! What events and cells are called in messages and pictures.

use execution::Cell;
use sim::Test;

use crate::actions::{ActionKind, Actions};
use crate::structure::GraphEvent;

/// What an event is called: `W1(x)@2`, the second write of thread 1 to `x`.
pub(crate) fn event_name(test: &Test, actions: &Actions, event: &GraphEvent) -> String {
    let kind = match actions.key(event.action).kind {
        ActionKind::Write => "W",
        ActionKind::Read => "R",
        ActionKind::Update | ActionKind::UpdateWrite => "RMW",
        ActionKind::Fence => "F",
        ActionKind::Synchronization => "S",
    };
    let thread = event.thread.map_or("ini".to_owned(), |thread| thread.number().to_string());
    let location = event.cell.map(|cell| format!("({})", cell_name(test, cell))).unwrap_or_default();
    match actions.key(event.action).rank {
        0 | 1 => format!("{kind}{thread}{location}"),
        rank => format!("{kind}{thread}{location}@{rank}"),
    }
}

/// The name of a cell: `x`, or `a[1]`.
fn cell_name(test: &Test, cell: Cell) -> String {
    let location = &test.lowered().program.locations[cell.location];
    if location.is_array { format!("{}[{}]", location.name, cell.index) } else { location.name.to_string() }
}
