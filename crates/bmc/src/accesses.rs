//! What events access and write, as expressions.

use execution::{Action, Event};
use program::ExprId;

/// The address of an access by a thread.
pub(crate) fn address(event: &Event) -> Option<ExprId> {
    match event.action {
        Action::Read { address, .. }
        | Action::Write { address, .. }
        | Action::ReadModifyWrite { address, .. }
        | Action::Synchronize { address } => Some(address),
        Action::InitialWrite { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => None,
    }
}

/// What an event writes.
pub(crate) fn written(event: &Event) -> Option<ExprId> {
    match event.action {
        Action::InitialWrite { value, .. } | Action::Write { value, .. } | Action::ReadModifyWrite { value, .. } => {
            Some(value)
        }
        Action::Read { .. }
        | Action::Synchronize { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => None,
    }
}
