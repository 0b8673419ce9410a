//! What events access and write, as expressions.

use execution::{Action, Event};
use program::{ExprId, Expressions, Node, SymbolId};
use rustc_hash::FxHashSet;

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

/// Visits each symbol in an expression once. What many expressions share is looked at once.
pub(crate) fn visit_symbols(x: &Expressions, expr: ExprId, visit: &mut impl FnMut(SymbolId)) {
    let (mut seen, mut open) = (FxHashSet::default(), vec![expr]);
    while let Some(expr) = open.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match x.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => {}
            Node::Symbol(symbol) => visit(symbol),
            Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => open.push(a),
            Node::Binary(_, a, b) | Node::Concatenate(a, b) => open.extend([a, b]),
            Node::Select(a, b, c) => open.extend([a, b, c]),
        }
    }
}
