//! Integers that pointers are in, function by function.
//!
//! A function that makes pointers of integers may make them of integers that it was given: its sums and bit operations are followed. Another function may hide a pointer for it,
//! as in `key = (uintptr_t)p ^ mask`: there those are followed that are computed of a pointer in the function itself and leave it. Others compute lengths, hashes and remainders of
//! integers which share a cell with pointers; to follow them would make one object of many.

use rustc_hash::FxHashSet;

use crate::ir::{Effect, Function, Operand, Operation, RegisterId, Terminator, Type};

/// Which integers of a function are pointers, and which are computed of them.
pub(super) struct Integers {
    /// Registers that are pointers made integers.
    converted: FxHashSet<RegisterId>,
    /// Whether the function makes pointers of integers.
    pub(super) makes_pointers: bool,
    /// Where it does not: registers that are computed of a pointer, and whose value leaves the function.
    hidden: FxHashSet<RegisterId>,
}

impl Integers {
    pub(super) fn of(function: &Function) -> Integers {
        let converted: FxHashSet<RegisterId> = operations(function)
            .filter_map(|(result, operation)| match operation {
                Operation::Cast { from: Type::Pointer, to: Type::Integer(_), .. } => result,
                _ => None,
            })
            .collect();
        let makes_pointers = operations(function).any(|(_, operation)| {
            matches!(operation, Operation::Cast { from: Type::Integer(_), to: Type::Pointer, .. })
        });
        let hidden = if makes_pointers { FxHashSet::default() } else { hidden(function) };
        Integers { converted, makes_pointers, hidden }
    }

    /// Whether an operand is a pointer that was made an integer right there.
    pub(super) fn is_pointer(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Register(register) if self.converted.contains(register))
    }

    /// Whether a sum, or what a bit operation gives, is followed.
    pub(super) fn follow(&self, operator: &str, right: &Operand, result: Option<RegisterId>) -> bool {
        let is_hidden = result.is_some_and(|result| self.hidden.contains(&result));
        // The distance from what is not constant is more often a length than a pointer.
        let is_distance = operator == "sub" && !matches!(right, Operand::Integer(_));
        self.makes_pointers || is_hidden && !is_distance
    }
}

fn operations(function: &Function) -> impl Iterator<Item = (Option<RegisterId>, &Operation)> {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.map(|instruction| (instruction.result, &instruction.operation))
}

/// What an operation does with integers.
enum Use<'p> {
    /// Computes its result of these, or gives one of them.
    Computes(Vec<&'p Operand>),
    /// Gives these to other functions or to memory.
    GivesAway(Vec<&'p Operand>),
    Nothing,
}

fn use_of(operation: &Operation) -> Use<'_> {
    match operation {
        Operation::Binary { ty, left, right, .. } if ty.may_hold_pointer() => Use::Computes(vec![left, right]),
        Operation::Cast { from, value, to, .. } if from.may_hold_pointer() && to.may_hold_pointer() => {
            Use::Computes(vec![value])
        }
        Operation::Select { then, otherwise, .. } => Use::Computes(vec![then, otherwise]),
        Operation::Phi { incoming, .. } => Use::Computes(incoming.iter().map(|(_, value)| value).collect()),
        Operation::Copy(value) => Use::Computes(vec![value]),
        Operation::Any(operands) => Use::Computes(operands.iter().collect()),
        // What becomes of the aggregate is not looked at.
        Operation::Insert { value, .. } => Use::GivesAway(vec![value]),
        other => match other.effect() {
            Effect::Access { written, .. } => Use::GivesAway(written.into_iter().collect()),
            Effect::Call(_, arguments) | Effect::Assembly(_, arguments) => Use::GivesAway(arguments.iter().collect()),
            Effect::StartThread(argument) => Use::GivesAway(vec![argument]),
            Effect::Value | Effect::Local | Effect::Copy { .. } | Effect::Set { .. } | Effect::Fence => Use::Nothing,
            Effect::JoinThread | Effect::Lock | Effect::AtomicSection | Effect::Check | Effect::Unknown => Use::Nothing,
        },
    }
}

/// The registers among operands.
fn registers<'o>(operands: impl IntoIterator<Item = &'o Operand>) -> impl Iterator<Item = RegisterId> {
    operands
        .into_iter()
        .filter_map(|operand| if let Operand::Register(register) = operand { Some(*register) } else { None })
}

/// Registers whose value is computed of a pointer, by an operator, and leaves the function.
fn hidden(function: &Function) -> FxHashSet<RegisterId> {
    let of_pointers = of_pointers(function);
    if of_pointers.is_empty() {
        return FxHashSet::default();
    }
    let leaving = leaving(function);
    of_pointers.into_iter().filter(|register| leaving.contains(register)).collect()
}

/// Integers that are pointers or computed of them.
fn of_pointers(function: &Function) -> FxHashSet<RegisterId> {
    let mut found = FxHashSet::default();
    loop {
        let before = found.len();
        for (result, operation) in operations(function) {
            let Some(result) = result else { continue };
            let is_cast = matches!(operation, Operation::Cast { from: Type::Pointer, to: Type::Integer(_), .. });
            // A constant expression's pointer is the global variable itself.
            let is_constant =
                matches!(operation, Operation::Binary { left, right, .. } if is_address(left) || is_address(right));
            let is_computed = || match use_of(operation) {
                Use::Computes(operands) => registers(operands).any(|register| found.contains(&register)),
                Use::GivesAway(_) | Use::Nothing => false,
            };
            let is_of_pointer = is_cast || is_constant || is_computed();
            if is_of_pointer {
                found.insert(result);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn is_address(operand: &Operand) -> bool {
    matches!(operand, Operand::Global(..) | Operand::Function(_))
}

/// Registers whose value is stored, returned or given to another function, or is in a value that is.
fn leaving(function: &Function) -> FxHashSet<RegisterId> {
    let returned = function.blocks.iter().filter_map(|block| match &block.terminator {
        Terminator::Return(value) => value.as_ref(),
        Terminator::Jump(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Any(_)
        | Terminator::Unreachable => None,
    });
    let mut found: FxHashSet<RegisterId> = registers(returned).collect();
    loop {
        let before = found.len();
        for (result, operation) in operations(function) {
            match use_of(operation) {
                Use::GivesAway(operands) => found.extend(registers(operands)),
                Use::Computes(operands) if result.is_some_and(|result| found.contains(&result)) => {
                    found.extend(registers(operands));
                }
                Use::Computes(_) | Use::Nothing => {}
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of the registers of `@f` are hidden pointers.
    fn hidden_in(body: &str) -> Vec<u32> {
        let text = format!("@x = global i32 0\n@key = global i64 0\ndefine i64 @f(ptr %p, i64 %n) {{\n{body}}}\n");
        let program = crate::read([text.as_str()]).expect("LLVM IR that LLVM takes");
        let integers = Integers::of(&program.functions[program.function("f").expect("it is there")]);
        let mut found: Vec<u32> = integers.hidden.iter().map(|register| register.number()).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn what_is_computed_of_a_pointer_and_leaves_the_function_is_hidden() {
        let stored = "  %i = ptrtoint ptr %p to i64\n  %k = xor i64 %i, %n\n  store i64 %k, ptr @key\n  ret i64 0\n";
        assert_eq!(hidden_in(stored), [2, 3]);
        assert_eq!(hidden_in("  %k = add i64 ptrtoint (ptr @x to i64), %n\n  ret i64 %k\n").len(), 1);
        let compared = "  %i = ptrtoint ptr %p to i64\n  %k = and i64 %i, 7\n  %c = icmp eq i64 %k, 0\n  ret i64 0\n";
        assert_eq!(hidden_in(compared), [0; 0]);
        assert_eq!(hidden_in("  %k = xor i64 %n, 85\n  ret i64 %k\n"), [0; 0], "an integer of a caller");
    }
}
