//! The types of operands and results of each instruction.

use super::super::syntax::{Operation, Type, Typed};
use super::{Checked, Checker, mismatch};

const BOOLEAN: Type = Type::Integer(1);

/// `ty`, as a vector of so many elements where the operands are vectors.
fn shaped(ty: Type, shape: Option<(u64, bool)>) -> Type {
    match shape {
        Some((length, scalable)) => Type::Vector { length, element: Box::new(ty), scalable },
        None => ty,
    }
}

fn pointer_to(ty: &Type, space: u32) -> Type {
    Type::Pointer { to: Some(Box::new(ty.clone())), space }
}

fn need(is_right: bool, message: impl FnOnce() -> String) -> Checked {
    if is_right { Ok(()) } else { mismatch(message()) }
}

impl Checker<'_> {
    /// The type of what an operation yields, if its operands have the types that it needs. What is called is checked elsewhere.
    pub(super) fn result(&self, operation: &Operation) -> Checked<Type> {
        if let Some(result) = self.memory_result(operation) {
            return result;
        }
        let types = &self.types;
        Ok(match operation {
            Operation::Address { ty, base, indices } => return self.address(ty, base, indices),
            Operation::Binary { operator, ty, .. } => {
                let is_float = operator.starts_with('f');
                let is_right = if is_float { types.is_floats(ty) } else { types.is_integers(ty) };
                need(is_right, || format!("`{operator}` has no operands of type `{ty}`"))?;
                ty.clone()
            }
            Operation::Negate { ty, .. } => {
                need(types.is_floats(ty), || format!("`fneg` has no operand of type `{ty}`"))?;
                ty.clone()
            }
            Operation::Compare { float, ty, .. } => {
                let is_right =
                    if *float { types.is_floats(ty) } else { types.is_integers(ty) || types.is_pointers(ty) };
                let name = if *float { "fcmp" } else { "icmp" };
                need(is_right, || format!("`{name}` has no operands of type `{ty}`"))?;
                shaped(BOOLEAN, types.scalar(ty).1)
            }
            Operation::Cast { operator, from, to, .. } => {
                need(self.casts(operator, from, to), || format!("`{operator}` makes no `{to}` of `{from}`"))?;
                to.clone()
            }
            Operation::Select { condition, ty, otherwise, .. } => {
                let (scalar, shape) = types.scalar(&condition.0);
                let fits = shape.is_none() || shape == types.scalar(ty).1;
                need(*scalar == BOOLEAN && fits, || format!("the condition has the type `{}`, not `i1`", condition.0))?;
                need(types.same(ty, &otherwise.0), || {
                    format!("the two values have the types `{ty}` and `{}`", otherwise.0)
                })?;
                let is_value = types.is_first_class(ty) && !matches!(ty, Type::Label | Type::Token | Type::Metadata);
                need(is_value, || format!("`select` has no operands of type `{ty}`"))?;
                ty.clone()
            }
            Operation::Phi { ty, .. } => {
                let is_value = types.is_first_class(ty) && !matches!(ty, Type::Label | Type::Token | Type::Metadata);
                need(is_value, || format!("no register holds a `{ty}`"))?;
                ty.clone()
            }
            Operation::Extract { aggregate, path } => types.part(&aggregate.0, path)?.clone(),
            Operation::Insert { aggregate, value, path } => {
                let part = types.part(&aggregate.0, path)?;
                need(types.same(part, &value.0), || format!("this part has the type `{part}`, not `{}`", value.0))?;
                aggregate.0.clone()
            }
            Operation::Freeze { value } => value.0.clone(),
            Operation::Call { signature, .. } => signature.result.clone(),
            Operation::Branch { condition, .. } => {
                let message = || format!("the condition of a branch has the type `i1`, not `{}`", condition.0);
                need(*types.resolved(&condition.0) == BOOLEAN, message)?;
                Type::Void
            }
            Operation::Switch { value, cases, .. } => {
                need(types.is_integer(&value.0), || format!("`switch` has no operand of type `{}`", value.0))?;
                self.cases(&value.0, cases)?;
                Type::Void
            }
            Operation::IndirectJump { address, .. } => {
                need(types.is_pointer(&address.0), || format!("`indirectbr` goes to no `{}`", address.0))?;
                Type::Void
            }
            Operation::Resume(value) => {
                need(types.is_first_class(&value.0), || format!("`resume` has no operand of type `{}`", value.0))?;
                Type::Void
            }
            Operation::Pure { operator, operands, ty } => return self.pure(operator, operands, ty.as_ref()),
            Operation::Unknown { ty, .. } => ty.clone(),
            _ => Type::Void,
        })
    }

    fn cases(&self, ty: &Type, cases: &[(Type, i128, String)]) -> Checked {
        let mut seen = rustc_hash::FxHashSet::default();
        for (own, case, _) in cases {
            need(self.types.same(ty, own), || format!("a case has the type `{ty}`, not `{own}`"))?;
            // Numbers are the same where their bits are.
            let bits = self.types.bits(ty).unwrap_or(128).min(128);
            let cut = (*case << (128 - bits)) >> (128 - bits);
            if !seen.insert(cut) {
                return Err(("duplicate-case", format!("the case {case} is there twice")));
            }
        }
        Ok(())
    }

    fn memory_result(&self, operation: &Operation) -> Option<Checked<Type>> {
        Some(match operation {
            Operation::Alloca { ty, count, space } => self.alloca(ty, count.as_ref()).map(|()| pointer_to(ty, *space)),
            Operation::Load { ty, pointer, order, .. } => {
                self.accessed(ty, pointer, *order != super::super::syntax::Order::Plain).map(|()| ty.clone())
            }
            Operation::Store { ty, pointer, order, .. } => {
                self.accessed(ty, pointer, *order != super::super::syntax::Order::Plain).map(|()| Type::Void)
            }
            Operation::ReadModifyWrite { operation, ty, pointer, .. } => {
                self.update(operation, ty, pointer).map(|()| ty.clone())
            }
            Operation::CompareExchange { ty, pointer, new, .. } => self.exchange(ty, pointer, new),
            _ => return None,
        })
    }

    fn alloca(&self, ty: &Type, count: Option<&Typed>) -> Checked {
        need(self.types.is_sized(ty), || format!("no variable has the type `{ty}`, which has no size"))?;
        if let Some((count, _)) = count {
            need(self.types.is_integer(count), || format!("the number of elements is no `{count}`"))?;
        }
        Ok(())
    }

    fn accessed(&self, ty: &Type, pointer: &Typed, atomic: bool) -> Checked {
        self.types.points_to(&pointer.0, ty)?;
        let is_value = self.types.is_first_class(ty) && self.types.is_sized(ty);
        need(is_value && !matches!(ty, Type::Label | Type::Metadata | Type::Token), || {
            format!("memory holds no `{ty}`")
        })?;
        if atomic {
            let is_scalar = matches!(self.types.resolved(ty), Type::Integer(_) | Type::Float(_) | Type::Pointer { .. });
            let is_vector = matches!(self.types.resolved(ty), Type::Vector { .. });
            need(is_scalar || is_vector, || format!("no atomic access has the type `{ty}`"))?;
            self.atomic_size(ty)?;
        }
        Ok(())
    }

    fn atomic_size(&self, ty: &Type) -> Checked {
        let is_right = match self.types.resolved(ty) {
            Type::Integer(bits) => bits.is_power_of_two() && *bits >= 8,
            // `x86_fp80` takes 128 bits.
            _ => true,
        };
        need(is_right, || format!("`{ty}` is not as large as an atomic access: bytes, a power of two"))
    }

    fn update(&self, operation: &str, ty: &Type, pointer: &Typed) -> Checked {
        self.types.points_to(&pointer.0, ty)?;
        let is_right = match operation {
            "xchg" => matches!(self.types.resolved(ty), Type::Integer(_) | Type::Float(_) | Type::Pointer { .. }),
            "fadd" | "fsub" | "fmax" | "fmin" | "fmaximum" | "fminimum" => self.types.is_floats(ty),
            _ => self.types.is_integer(ty),
        };
        need(is_right, || format!("`atomicrmw {operation}` has no operand of type `{ty}`"))?;
        self.atomic_size(ty)
    }

    fn exchange(&self, ty: &Type, pointer: &Typed, new: &Typed) -> Checked<Type> {
        self.types.points_to(&pointer.0, ty)?;
        need(self.types.same(ty, &new.0), || format!("the two values have the types `{ty}` and `{}`", new.0))?;
        let is_right = matches!(self.types.resolved(ty), Type::Integer(_) | Type::Pointer { .. });
        need(is_right, || format!("`cmpxchg` has no operands of type `{ty}`"))?;
        self.atomic_size(ty)?;
        Ok(Type::Structure(vec![ty.clone(), BOOLEAN], false))
    }

    fn address(&self, ty: &Type, base: &Typed, indices: &[Typed]) -> Checked<Type> {
        let (pointer, mut shape) = self.types.scalar(&base.0);
        let Type::Pointer { space, .. } = pointer else {
            return mismatch(format!("`getelementptr` has no base of type `{}`", base.0));
        };
        self.types.points_to(pointer, ty)?;
        need(self.types.is_sized(ty) || indices.is_empty(), || format!("`{ty}` has no size"))?;
        for (index, _) in indices {
            need(self.types.is_integers(index), || format!("an index is no `{index}`"))?;
            let own = self.types.scalar(index).1;
            if own.is_some() && shape.is_some() && own != shape {
                return mismatch("vectors of indices have different lengths");
            }
            shape = shape.or(own);
        }
        let element = self.types.element(ty, indices)?;
        Ok(shaped(pointer_to(element, *space), shape))
    }

    /// Whether a cast between two types is one that there is.
    fn casts(&self, operator: &str, from: &Type, to: &Type) -> bool {
        let types = &self.types;
        let ((one, shape), (other, other_shape)) = (types.scalar(from), types.scalar(to));
        let spaces = match (one, other) {
            (Type::Pointer { space, .. }, Type::Pointer { space: other, .. }) => Some(space == other),
            _ => None,
        };
        if operator == "bitcast" {
            return match (one, other) {
                (Type::Pointer { .. }, Type::Pointer { .. }) => spaces == Some(true) && shape == other_shape,
                (Type::Pointer { .. }, _) | (_, Type::Pointer { .. }) => false,
                _ => match (types.bits(one), types.bits(other)) {
                    (Some(one), Some(other)) => {
                        let all = |bits: u32, shape: Option<(u64, bool)>| {
                            u64::from(bits).checked_mul(shape.map_or(1, |(length, _)| length))
                        };
                        all(one, shape) == all(other, other_shape)
                    }
                    _ => types.same(from, to) && types.is_first_class(from) && !self.is_aggregate(from),
                },
            };
        }
        if shape != other_shape {
            return false;
        }
        let integers = types.is_integer(one) && types.is_integer(other);
        let floats = types.is_floats(one) && types.is_floats(other);
        match operator {
            "trunc" => integers && types.bits(one) > types.bits(other),
            "zext" | "sext" => integers && types.bits(one) < types.bits(other),
            "fptrunc" => floats && types.bits(one) > types.bits(other),
            "fpext" => floats && types.bits(one) < types.bits(other),
            "fptoui" | "fptosi" => types.is_floats(one) && types.is_integer(other),
            "uitofp" | "sitofp" => types.is_integer(one) && types.is_floats(other),
            "ptrtoint" | "ptrtoaddr" => types.is_pointer(one) && types.is_integer(other),
            "inttoptr" => types.is_integer(one) && types.is_pointer(other),
            "addrspacecast" => spaces == Some(false),
            _ => false,
        }
    }

    fn is_aggregate(&self, ty: &Type) -> bool {
        matches!(self.types.resolved(ty), Type::Structure(..) | Type::Array(..))
    }

    fn pure(&self, operator: &str, operands: &[Typed], ty: Option<&Type>) -> Checked<Type> {
        let wrong = || mismatch(format!("the operands of `{operator}` do not fit"));
        let vector = |ty: &Type| match self.types.resolved(ty) {
            Type::Vector { length, element, scalable } => Some((*length, (**element).clone(), *scalable)),
            _ => None,
        };
        if let Some(ty) = ty {
            if operator == "va_arg" {
                need(self.types.is_pointer(&operands[0].0), || "`va_arg` reads through a pointer".to_owned())?;
            }
            return Ok(ty.clone());
        }
        match (operator, operands) {
            ("extractelement", [(from, _), (index, _)]) => match vector(from) {
                Some((_, element, _)) if self.types.is_integer(index) => Ok(element),
                _ => wrong(),
            },
            ("insertelement", [(into, _), (value, _), (index, _)]) => match vector(into) {
                Some((_, element, _)) if self.types.is_integer(index) && self.types.same(&element, value) => {
                    Ok(into.clone())
                }
                _ => wrong(),
            },
            ("shufflevector", [(one, _), (other, _), (mask, _)]) => match (vector(one), vector(mask)) {
                (Some((_, element, _)), Some((length, Type::Integer(32), scalable))) if self.types.same(one, other) => {
                    Ok(Type::Vector { length, element: Box::new(element), scalable })
                }
                _ => wrong(),
            },
            ("ptrauth", [(pointer, _), ..]) => Ok(pointer.clone()),
            _ => wrong(),
        }
    }
}
