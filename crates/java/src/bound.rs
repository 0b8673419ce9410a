//! What the names of a thread stand for.

use program::{Computation, LocationId, Program, ThreadId};

/// The location that a name of a thread is bound to (`0:V=x`), a VarHandle or a monitor; of several the last one counts.
pub(crate) fn location(program: &Program, thread: ThreadId, name: &str) -> Option<LocationId> {
    let bound = program.registers_at_start(thread).filter_map(|initial| match initial.value {
        Computation::Address(location, 0) if program.registers[initial.register].name == name => Some(location),
        _ => None,
    });
    bound.last()
}
