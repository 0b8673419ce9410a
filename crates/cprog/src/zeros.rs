//! Indices that are 0 whatever they are computed of.
//!
//! `value ^ value` is written to make an address depend on a value, and changes no address. An index that is surely such a zero stays the operand of its step, so that
//! the dependency is seen, and the step's scale becomes 0, so that the address is.

use relation::IdVec;
use rustc_hash::FxHashSet;

use crate::ir::{Function, Operand, Operation, RegisterId, Step};

/// What computes each register; none for parameters.
type Definitions<'f> = IdVec<RegisterId, Option<&'f Operation>>;

/// Sets the scale of steps by such indices to 0.
pub(crate) fn set_scales(function: &mut Function) {
    let mut definitions: Definitions = IdVec::from_elem(None, function.registers.len());
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some(result) = instruction.result {
            definitions[result] = Some(&instruction.operation);
        }
    }
    let mut zeros: FxHashSet<RegisterId> = FxHashSet::default();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        let Operation::Address { steps, .. } = &instruction.operation else { continue };
        for step in steps {
            if let Step::Index { index: Operand::Register(index), .. } = step
                && is_zero(&definitions, *index, &mut Vec::new())
            {
                zeros.insert(*index);
            }
        }
    }
    if zeros.is_empty() {
        return;
    }
    for instruction in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        let Operation::Address { steps, .. } = &mut instruction.operation else { continue };
        for step in steps {
            if let Step::Index { index: Operand::Register(index), scale, .. } = step
                && zeros.contains(index)
            {
                *scale = 0;
            }
        }
    }
}

/// Whether a register holds 0 always. `assumed`: phis that are looked at, which are 0 if all that comes into them from elsewhere is.
fn is_zero(definitions: &Definitions, register: RegisterId, assumed: &mut Vec<RegisterId>) -> bool {
    let mut of = |operand: &Operand| match operand {
        Operand::Integer(value) => *value == 0,
        Operand::Register(register) => assumed.contains(register) || is_zero(definitions, *register, assumed),
        _ => false,
    };
    match definitions[register] {
        Some(Operation::Binary { operator, left, right, .. }) => match operator.as_str() {
            "xor" | "sub" if same(definitions, left, right) => true,
            "xor" | "sub" | "add" | "or" => of(left) && of(right),
            "and" => of(left) || of(right),
            _ => false,
        },
        Some(Operation::Copy(value) | Operation::Cast { value, .. }) => of(value),
        Some(Operation::Phi { incoming, .. }) => {
            assumed.push(register);
            let all = incoming.iter().all(|(_, value)| match value {
                Operand::Integer(value) => *value == 0,
                Operand::Register(value) => assumed.contains(value) || is_zero(definitions, *value, assumed),
                _ => false,
            });
            assumed.pop();
            all
        }
        _ => false,
    }
}

/// Whether two operands are one value, as far as copies and equal conversions of it go.
fn same(definitions: &Definitions, left: &Operand, right: &Operand) -> bool {
    let (left, right) = (origin(definitions, left), origin(definitions, right));
    match (left, right) {
        (Some(left), Some(right)) if left == right => true,
        (Some(left), Some(right)) => match (definitions[left], definitions[right]) {
            (
                Some(Operation::Cast { operator: one, from: of_one, value: left, to: to_one, .. }),
                Some(Operation::Cast { operator: other, from: of_other, value: right, to: to_other, .. }),
            ) => one == other && of_one == of_other && to_one == to_other && same(definitions, left, right),
            _ => false,
        },
        _ => false,
    }
}

/// The register that a register is a copy of.
fn origin(definitions: &Definitions, operand: &Operand) -> Option<RegisterId> {
    let &Operand::Register(mut register) = operand else { return None };
    // Registers are defined before they are used, so that copies lead back to something else.
    while let Some(Operation::Copy(Operand::Register(of))) = definitions[register] {
        register = *of;
    }
    Some(register)
}

#[cfg(test)]
mod tests {
    use crate::ir::{Operation, Step};

    fn scales(body: &str) -> Vec<u64> {
        let program = crate::read([format!(
            "@x = global [4 x i8] zeroinitializer\ndefine void @f(i64 %a, i64 %b) {{\n{body}  ret void\n}}\n"
        )
        .as_str()])
        .expect("LLVM IR that LLVM takes");
        let function = &program.functions[program.function("f").expect("f")];
        let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        let mut scales = Vec::new();
        for instruction in instructions {
            if let Operation::Address { steps, .. } = &instruction.operation {
                scales.extend(steps.iter().filter_map(|step| match step {
                    Step::Index { scale, .. } => Some(*scale),
                    Step::Offset(_) => None,
                }));
            }
        }
        scales
    }

    #[test]
    fn a_value_without_itself_is_no_distance() {
        let use_of = |index: &str| format!("  %p = getelementptr i8, ptr @x, i64 {index}\n  store i8 1, ptr %p\n");
        let copy = "  %c = call i64 asm \"\", \"=r,0\"(i64 %a)\n";
        assert_eq!(scales(&format!("{copy}  %d = xor i64 %a, %c\n{}", use_of("%d"))), [0]);
        assert_eq!(scales(&format!("{copy}  %d = xor i64 %c, %b\n{}", use_of("%d"))), [1]);
        assert_eq!(scales(&use_of("%a")), [1]);
        let narrow = "  %n = trunc i64 %a to i32\n  %m = call i32 asm \"\", \"=r,0\"(i32 %n)\n";
        let wide = "  %v = zext i32 %n to i64\n  %w = zext i32 %m to i64\n  %d = xor i64 %v, %w\n";
        assert_eq!(scales(&format!("{narrow}{wide}{}", use_of("%d"))), [0]);
        let other = wide.replace("zext i32 %m", "sext i32 %m");
        assert_eq!(scales(&format!("{narrow}{other}{}", use_of("%d"))), [1]);
    }
}
