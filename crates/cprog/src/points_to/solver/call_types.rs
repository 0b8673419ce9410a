//! Which functions a call by a pointer cannot be of, as they have another type than the call.
//!
//! Source: C11 6.5.2.2 paragraph 9, C++ [expr.call]: to call a function by a pointer whose type is not compatible with that of its definition is undefined. Sets of points-to hold such functions where objects are not
//! distinguished; taken for callees, they would let each thread execute what another one alone does. Compilers' checks of indirect calls (clang's `cfi-icall`, WebAssembly) stop a program there.
//!
//! Leaves out less than the standard would allow: what is compared is how many arguments there are, and whether each is a floating point number, an integer of less than 64 bits, or neither. Where all functions that a pointer
//! leads to have another type, the program does not keep to the rule, and each is called.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Solver;
use crate::ir::{Callee, Function, FunctionId, Operand, Operation, Program, Type};
use crate::points_to::Calls;

/// Functions of another type than the calls that their pointers are called by.
#[derive(Default)]
pub(in crate::points_to) struct CallTypes {
    pub(in crate::points_to) calls: Calls,
    /// Calls that the program makes, and threads that it starts, by a pointer: those that libraries make of what they are given have other arguments.
    pub(in crate::points_to) by_pointer: FxHashSet<usize>,
    /// By call.
    left_out: FxHashMap<usize, Vec<FunctionId>>,
    /// Calls by a pointer that leads to a function of the call's type.
    matched: FxHashSet<usize>,
    /// Calls of whatever their pointer leads to.
    untyped: FxHashSet<usize>,
}

impl CallTypes {
    /// How many functions are left out, counted for each call.
    pub(super) fn count(&self) -> usize {
        self.left_out.values().map(Vec::len).sum()
    }
}

/// What is compared of the type of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Float(u32),
    Narrow,
    /// A pointer, or an integer that may hold one.
    Wide,
}

fn class(ty: &Type) -> Option<Class> {
    match ty {
        Type::Float(bits) => Some(Class::Float(*bits)),
        Type::Integer(bits) if *bits < 64 => Some(Class::Narrow),
        Type::Integer(_) | Type::Pointer => Some(Class::Wide),
        Type::Void | Type::Array { .. } | Type::Structure { .. } | Type::Opaque => None,
    }
}

fn class_of(caller: &Function, operand: &Operand) -> Option<Class> {
    match operand {
        Operand::Register(register) => class(&caller.registers[*register]),
        Operand::Global(..) | Operand::Function(_) => Some(Class::Wide),
        // A constant does not say how wide it is.
        Operand::Integer(_) | Operand::Float(_) | Operand::Zero | Operand::Aggregate(_) | Operand::Undefined => None,
    }
}

/// Whether a function may be what a call with these arguments is of.
fn fits(program: &Program, caller: FunctionId, arguments: &[Operand], target: &Function, calls: Calls) -> bool {
    let parameters = target.parameters.len();
    let is_count = parameters == arguments.len() || target.is_variadic && parameters < arguments.len();
    let caller = &program.functions[caller];
    let mut pairs = arguments.iter().zip(&target.parameters);
    let fits = is_count
        && pairs.all(|(argument, parameter)| {
            let classes = class_of(caller, argument).zip(class(&target.registers[*parameter]));
            classes.is_none_or(|(one, other)| one == other)
        });
    match calls {
        Calls::OfAnyType => true,
        Calls::OfTheirType => fits,
        Calls::TooNarrow => fits && target.parameters.is_empty(),
    }
}

impl Solver<'_> {
    /// Calls a function by a pointer that leads to it, if its type is that of the call.
    pub(super) fn call_by_pointer(&mut self, site: usize, function: FunctionId) {
        let program = self.program;
        let point = self.sites[site].point;
        let target = &program.functions[function];
        let is_typed = self.call_types.by_pointer.contains(&site) && !self.call_types.untyped.contains(&site);
        let operation = program.instruction(point).map(|instruction| &instruction.operation);
        let (true, Some(Operation::Call { callee: Callee::Pointer(_), arguments })) =
            (is_typed && target.is_defined(), operation)
        else {
            self.call(site, function);
            return;
        };
        if fits(program, point.function, arguments, target, self.call_types.calls) {
            self.call_types.matched.insert(site);
            self.call(site, function);
        } else {
            let left_out = self.call_types.left_out.entry(site).or_default();
            if !left_out.contains(&function) {
                left_out.push(function);
            }
        }
    }

    /// Makes the calls by pointers that lead to no function of their type. Returns whether there are new ones.
    pub(super) fn call_whatever_their_type(&mut self) -> bool {
        if self.call_types.calls == Calls::TooNarrow {
            return false;
        }
        let left_out = self.call_types.left_out.keys().copied();
        let mut sites: Vec<usize> = left_out.filter(|site| !self.call_types.matched.contains(site)).collect();
        sites.sort_unstable();
        for site in &sites {
            self.call_types.untyped.insert(*site);
            for function in self.call_types.left_out.remove(site).unwrap_or_default() {
                self.call(*site, function);
            }
        }
        !sites.is_empty()
    }
}
