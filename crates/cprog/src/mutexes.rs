//! Mutexes whose initialisers say what they are: `PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP` and `PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP`.
//!
//! A plain mutex is known by the functions that take it. What its initialiser says stands in its memory alone, where glibc has it (`__kind`, 16 bytes from the beginning).

use crate::ir::{Operand, Operation, Program, SourcePlace, Step, Type};

/// Where a mutex says what it is, in bytes from its beginning.
const KIND: u64 = 16;

/// What stands there: `PTHREAD_MUTEX_RECURSIVE` and `PTHREAD_MUTEX_ERRORCHECK`.
const TYPES: [i128; 2] = [1, 2];

/// Where a mutex is that is recursive or reports misuse by its initialiser: that of a variable, or of a local variable, which is written. Where its place is not known, none stands in the result.
pub fn typed_mutex(program: &Program) -> Option<Option<SourcePlace>> {
    for global in &program.globals {
        let mut mutexes = Vec::new();
        find_mutexes(&global.ty, 0, &mut mutexes);
        let is_kind = |offset: u64| mutexes.iter().any(|mutex| mutex + KIND == offset);
        let says_type = |value: &Operand| matches!(value, Operand::Integer(kind) if TYPES.contains(kind));
        if global.initial.iter().any(|piece| is_kind(piece.offset) && says_type(&piece.value)) {
            return Some(global.place);
        }
    }
    local_mutex(program)
}

/// The same of local variables: compilers clear them, and write what is not 0 as any member of a structure is written.
fn local_mutex(program: &Program) -> Option<Option<SourcePlace>> {
    for function in &program.functions {
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let has_mutex = instructions().any(|instruction| match &instruction.operation {
            Operation::Alloca { ty, .. } => {
                let mut mutexes = Vec::new();
                find_mutexes(ty, 0, &mut mutexes);
                !mutexes.is_empty()
            }
            _ => false,
        });
        if !has_mutex {
            continue;
        }
        // No other word of a mutex is written by a program itself.
        let words: Vec<_> = instructions()
            .filter(|instruction| match &instruction.operation {
                Operation::Address { steps, .. } => {
                    steps.iter().any(|step| matches!(step, Step::Offset(bytes) if *bytes >= KIND as i64))
                }
                _ => false,
            })
            .filter_map(|instruction| instruction.result)
            .collect();
        let writes_type = instructions().find(|instruction| match &instruction.operation {
            Operation::Store { ty: Type::Integer(32), value: Operand::Integer(kind), pointer, .. } => {
                TYPES.contains(kind) && matches!(pointer, Operand::Register(register) if words.contains(register))
            }
            _ => false,
        });
        if let Some(instruction) = writes_type {
            return Some(instruction.place);
        }
    }
    None
}

/// Where mutexes of glibc are in a type: four words, the kind, what differs between architectures, and two pointers of a list from byte 24 on.
fn find_mutexes(ty: &Type, at: u64, found: &mut Vec<u64>) {
    match ty {
        Type::Array { element, length, stride } => {
            let mut inside = Vec::new();
            find_mutexes(element, 0, &mut inside);
            let elements = 0..if inside.is_empty() { 0 } else { *length };
            found.extend(elements.flat_map(|number| inside.iter().map(move |offset| at + number * stride + offset)));
        }
        Type::Structure { fields, .. } => {
            let word = |offset: u64| fields.iter().any(|(at, ty)| *at == offset && *ty == Type::Integer(32));
            let is_list = |ty: &Type| matches!(ty, Type::Structure { fields, .. } if fields.len() == 2 && fields.iter().all(|(_, ty)| *ty == Type::Pointer));
            let has_list = fields.iter().any(|(at, ty)| *at == 24 && is_list(ty));
            if has_list && [0, 4, 8, 12, KIND].into_iter().all(word) {
                found.push(at);
                return;
            }
            fields.iter().for_each(|(offset, field)| find_mutexes(field, at + offset, found));
        }
        Type::Void | Type::Opaque | Type::Integer(_) | Type::Float(_) | Type::Pointer => {}
    }
}
