//! The outline of a model.

use cat::ast::{Check, ExprKind, Instruction, InstructionKind, Name};
use source::{Sources, Span};

use crate::document::Document;
use crate::range;
use crate::symbol::{Symbol, SymbolKind};

/// What a model defines, asks and includes.
pub(crate) fn symbols(document: &Document<'_>) -> Vec<Symbol> {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let parsed = cat::parse(&sources, own);
    of_all(&parsed.file.instructions, &sources)
}

fn of_all(instructions: &[Instruction<'_>], sources: &Sources) -> Vec<Symbol> {
    instructions.iter().flat_map(|instruction| of_one(instruction, sources)).collect()
}

fn symbol(name: &Name<'_>, kind: SymbolKind, whole: Span) -> Symbol {
    let (range, name_range) = (range(whole), range(name.span));
    Symbol { name: name.text.to_owned(), kind, range, name_range, children: Vec::new() }
}

fn of_one(instruction: &Instruction<'_>, sources: &Sources) -> Vec<Symbol> {
    let span = instruction.span;
    match &instruction.kind {
        InstructionKind::Let(bindings) | InstructionKind::LetRec { bindings, .. } => {
            let of_binding = |binding: &cat::ast::Binding<'_>| {
                let kind = match binding.value.kind {
                    ExprKind::Function(..) => SymbolKind::Function,
                    _ => SymbolKind::Value,
                };
                binding.pattern.names().map(|name| symbol(name, kind, binding.span)).collect::<Vec<_>>()
            };
            bindings.iter().flat_map(of_binding).collect()
        }
        InstructionKind::Check { check, .. } => vec![of_check(check, span, sources)],
        InstructionKind::Include(name) => vec![symbol(name, SymbolKind::Include, span)],
        InstructionKind::Procedure { name, body, .. } => {
            vec![Symbol { children: of_all(body, sources), ..symbol(name, SymbolKind::Function, span) }]
        }
        InstructionKind::With { name, .. } => vec![symbol(name, SymbolKind::Value, span)],
        InstructionKind::Enum { name, .. } => vec![symbol(name, SymbolKind::Enumeration, span)],
        InstructionKind::Forall { body, .. } => of_all(body, sources),
        InstructionKind::If { then, otherwise, .. } => [of_all(then, sources), of_all(otherwise, sources)].concat(),
        InstructionKind::Match { clauses, default, .. } => {
            let bodies = clauses.iter().map(|(_, body)| body).chain(default);
            bodies.flat_map(|body| of_all(body, sources)).collect()
        }
        InstructionKind::Show(_)
        | InstructionKind::ShowAs { .. }
        | InstructionKind::Unshow(_)
        | InstructionKind::Call { .. }
        | InstructionKind::Debug(_)
        | InstructionKind::Annotations { .. } => Vec::new(),
    }
}

/// A check by its name, or else by what it asks.
fn of_check(check: &Check<'_>, span: Span, sources: &Sources) -> Symbol {
    if let Some(name) = &check.name {
        return symbol(name, SymbolKind::Check, span);
    }
    let text: Vec<&str> = sources.snippet(check.span).split_whitespace().collect();
    let (range, name_range) = (range(span), range(check.span));
    Symbol { name: text.join(" "), kind: SymbolKind::Check, range, name_range, children: Vec::new() }
}
