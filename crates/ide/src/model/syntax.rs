//! The trees of models, looked at without names.

use cat::ast::{Binding, Check, File, Instruction, InstructionKind, Name};
use source::Span;

/// Calls `visit` on all instructions, those in blocks behind the one that they are in.
pub(crate) fn all<'i, 's>(instructions: &'i [Instruction<'s>], visit: &mut dyn FnMut(&'i Instruction<'s>)) {
    for instruction in instructions {
        visit(instruction);
        blocks(instruction).into_iter().for_each(|block| all(block, visit));
    }
}

/// The blocks of an instruction.
pub(super) fn blocks<'i, 's>(instruction: &'i Instruction<'s>) -> Vec<&'i [Instruction<'s>]> {
    match &instruction.kind {
        InstructionKind::Procedure { body, .. } | InstructionKind::Forall { body, .. } => vec![body],
        InstructionKind::If { then, otherwise, .. } => vec![then, otherwise],
        InstructionKind::Match { clauses, default, .. } => {
            clauses.iter().map(|(_, body)| body.as_slice()).chain(default.as_deref()).collect()
        }
        InstructionKind::Let(_)
        | InstructionKind::LetRec { .. }
        | InstructionKind::Check { .. }
        | InstructionKind::Show(_)
        | InstructionKind::ShowAs { .. }
        | InstructionKind::Unshow(_)
        | InstructionKind::Include(_)
        | InstructionKind::Call { .. }
        | InstructionKind::Debug(_)
        | InstructionKind::With { .. }
        | InstructionKind::Enum { .. }
        | InstructionKind::Annotations { .. } => Vec::new(),
    }
}

/// What a file includes: the places of the names, quotes included, and the names.
pub(crate) fn includes(file: &File<'_>) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    all(&file.instructions, &mut |instruction| {
        if let InstructionKind::Include(name) = &instruction.kind {
            found.push((name.span, name.text.to_owned()));
        }
    });
    found
}

/// What stands where a name is defined.
pub(crate) enum Defining<'i, 's> {
    /// `let` and `let rec`: the instruction, whether it is recursive, and the binding.
    Binding(&'i Instruction<'s>, bool, &'i Binding<'s>),
    /// `procedure p(x) = ...`, and its name.
    Procedure(&'i Instruction<'s>, &'i Name<'s>),
    /// `with x from S`.
    With(&'i Instruction<'s>),
    /// `enum t = ...`.
    Enum(&'i Instruction<'s>),
}

impl<'i, 's> Defining<'i, 's> {
    /// The whole instruction.
    pub(crate) fn instruction(&self) -> &'i Instruction<'s> {
        match self {
            Defining::Binding(instruction, ..)
            | Defining::Procedure(instruction, ..)
            | Defining::With(instruction)
            | Defining::Enum(instruction) => instruction,
        }
    }
}

/// What defines the name at `place`, where an instruction does; names of inner expressions have none.
pub(crate) fn defining<'i, 's>(file: &'i File<'s>, place: Span) -> Option<Defining<'i, 's>> {
    let mut found = None;
    all(&file.instructions, &mut |instruction| {
        let is_there = |name: &Name<'_>| name.span == place;
        match &instruction.kind {
            InstructionKind::Let(bindings) | InstructionKind::LetRec { bindings, .. } => {
                let is_recursive = matches!(instruction.kind, InstructionKind::LetRec { .. });
                let binding = bindings.iter().find(|binding| binding.pattern.names().any(is_there));
                if let Some(binding) = binding {
                    found = Some(Defining::Binding(instruction, is_recursive, binding));
                }
            }
            InstructionKind::Procedure { name, .. } if is_there(name) => {
                found = Some(Defining::Procedure(instruction, name));
            }
            InstructionKind::With { name, .. } if is_there(name) => found = Some(Defining::With(instruction)),
            InstructionKind::Enum { name, .. } if is_there(name) => found = Some(Defining::Enum(instruction)),
            _ => {}
        }
    });
    found
}

/// The names that checks, shown values and calls are given (`as name`).
pub(crate) fn labels<'i, 's>(file: &'i File<'s>) -> Vec<&'i Name<'s>> {
    let mut found = Vec::new();
    all(&file.instructions, &mut |instruction| match &instruction.kind {
        InstructionKind::Check { check: Check { name: Some(name), .. }, .. } => found.push(name),
        InstructionKind::LetRec { when: Some(Check { name: Some(name), .. }), .. } => found.push(name),
        InstructionKind::ShowAs { name, .. } => found.push(name),
        InstructionKind::Call { name: Some(name), .. } => found.push(name),
        _ => {}
    });
    found
}
