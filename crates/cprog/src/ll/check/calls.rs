//! Calls fit what is called; attributes fit what has them.

use super::super::attributes::{Attribute, Needs};
use super::super::syntax::{Callee, Function, FunctionType, Instruction, Operation, Type, Typed, Value};
use super::{Checked, Checker, mismatch};

impl Checker<'_> {
    /// Whether the arguments of a call fit the type that it names, and this type what is called by name.
    pub(super) fn call(&self, operation: &Operation) -> Checked {
        let Operation::Call { signature, callee, arguments, space, attributes, .. } = operation else { return Ok(()) };
        arguments_fit(self, signature, arguments)?;
        let types: Vec<&Type> = arguments.iter().map(|(ty, _)| ty).collect();
        for attribute in attributes {
            self.attribute(attribute, &types, &signature.result)?;
        }
        match callee {
            Callee::Value(value) => self.callee(value, signature, *space, arguments),
            Callee::Assembly(_, constraints) => assembly_fits(self, constraints, signature),
        }
    }

    fn callee(&self, value: &Value, signature: &FunctionType, space: u32, arguments: &[Typed]) -> Checked {
        let pointer = Type::Pointer { to: Some(Box::new(Type::Function(Box::new(signature.clone())))), space };
        match value {
            // A register is looked up with the other operands.
            Value::Local(_) => Ok(()),
            Value::Global(name) => {
                let Some(known) = self.symbols.get(name.as_str()) else {
                    return Err(("undefined-symbol", format!("`@{name}` is not defined or declared")));
                };
                if !self.types.same(known, &pointer) {
                    return mismatch(format!("`@{name}` has the type `{known}`, not `{pointer}`"));
                }
                for (index, (_, argument)) in arguments.iter().enumerate() {
                    let is_constant = !matches!(argument, Value::Local(_));
                    if Checker::is_immediate(name, arguments.len(), index) && !is_constant {
                        return Err(("not-constant", format!("argument {index} of `@{name}` has to be a constant")));
                    }
                }
                Ok(())
            }
            Value::Undefined | Value::Null | Value::Expression(_) => self.constant(&pointer, value),
            _ => mismatch("this is no function"),
        }
    }

    /// Whether what has an attribute has a type that may have it.
    pub(super) fn attribute(&self, attribute: &Attribute, parameters: &[&Type], result: &Type) -> Checked {
        let ty = match attribute.position {
            Some(position) => parameters.get(position as usize).copied().unwrap_or(&Type::Void),
            None => result,
        };
        let types = &self.types;
        let is_right = match attribute.fact.needs {
            Needs::Any => true,
            Needs::Integer => types.is_integer(ty),
            Needs::Pointer => types.is_pointer(ty),
            Needs::Pointers => types.is_pointers(ty),
            Needs::Float => !types.is_integers(ty) && !types.is_pointers(ty),
        };
        if !is_right {
            return Err(("bad-attribute", format!("`{ty}` has no attribute `{}`", attribute.fact.name)));
        }
        if let Some(own) = &attribute.ty {
            if !types.is_sized(own) {
                return Err(("bad-attribute", format!("`{}` needs a type that has a size", attribute.fact.name)));
            }
            return types.points_to(ty, own);
        }
        Ok(())
    }

    /// Attributes of one position that exclude each other, and `sret` behind the second parameter.
    pub(super) fn attributes_together(attributes: &[Attribute]) -> Checked {
        for (index, one) in attributes.iter().enumerate() {
            let exclusive = |name: &str| match one.fact.name {
                "zeroext" => name == "signext",
                "signext" => name == "zeroext",
                "readnone" => matches!(name, "readonly" | "writeonly"),
                "readonly" => matches!(name, "readnone" | "writeonly"),
                "byval" | "inalloca" | "preallocated" | "sret" | "byref" => {
                    name != one.fact.name && matches!(name, "byval" | "inalloca" | "preallocated" | "sret" | "byref")
                }
                _ => false,
            };
            // A position has few attributes, which stand one behind the other.
            let other = attributes[index + 1..]
                .iter()
                .take_while(|other| other.position == one.position)
                .find(|other| exclusive(other.fact.name));
            if let Some(other) = other {
                let message =
                    format!("the attributes `{}` and `{}` exclude each other", one.fact.name, other.fact.name);
                return Err(("bad-attribute", message));
            }
            if one.fact.name == "sret" && one.position.is_some_and(|position| position > 1) {
                return Err(("bad-attribute", "`sret` stands at the first or second parameter".to_owned()));
            }
        }
        Ok(())
    }

    /// A `musttail` call ends its function: only its result is returned behind it.
    pub(super) fn must_tail(&self, function: &Function, instruction: &Instruction, rest: &[Instruction]) -> Checked {
        let Operation::Call { must_tail: true, signature, .. } = &instruction.operation else { return Ok(()) };
        let name = instruction.result.as_deref();
        let is_name = |value: &Value| matches!(value, Value::Local(own) if Some(own.as_str()) == name);
        let returned = match rest {
            [Instruction { operation: Operation::Return(value), .. }] => match value {
                Some((_, value)) => is_name(value) || *value == Value::Undefined,
                None => true,
            },
            [
                Instruction { operation: Operation::Cast { operator, value, .. }, result, .. },
                Instruction { operation: Operation::Return(Some((_, Value::Local(own)))), .. },
            ] => operator == "bitcast" && is_name(value) && Some(own) == result.as_ref(),
            _ => false,
        };
        if !returned {
            return Err(("bad-tail-call", "a `musttail` call stands before the `ret` of its result".to_owned()));
        }
        if signature.variadic != function.variadic {
            return mismatch("a `musttail` call has variable arguments where its function has");
        }
        Ok(())
    }
}

fn arguments_fit(checker: &Checker<'_>, signature: &FunctionType, arguments: &[Typed]) -> Checked {
    let (needed, given) = (signature.parameters.len(), arguments.len());
    if given < needed || given > needed && !signature.variadic {
        return mismatch(format!("the call has {given} arguments, and the function takes {needed}"));
    }
    for (parameter, (own, _)) in signature.parameters.iter().zip(arguments) {
        if !checker.types.same(parameter, own) {
            return mismatch(format!("an argument has the type `{own}`, and the parameter `{parameter}`"));
        }
    }
    for (own, _) in arguments {
        if !checker.types.is_first_class(own) || matches!(own, Type::Label) {
            return mismatch(format!("no argument has the type `{own}`"));
        }
    }
    Ok(())
}

/// Whether the outputs and inputs that the constraints of inline assembly name are there.
fn assembly_fits(checker: &Checker<'_>, constraints: &str, signature: &FunctionType) -> Checked {
    let wrong = |message: &str| Err(("bad-assembly", format!("the constraints of the inline assembly {message}")));
    let (mut outputs, mut inputs) = (0, 0);
    for constraint in constraints.split(',').filter(|_| !constraints.is_empty()) {
        let rest = constraint.trim_start_matches(['&', '%', '#', '*']);
        if rest.is_empty() {
            return wrong("have an empty one");
        }
        if let Some(clobber) = constraint.strip_prefix('~') {
            if !(clobber.starts_with('{') && clobber.ends_with('}')) {
                return wrong("have a clobber that is no register");
            }
        } else if let Some(output) = constraint.strip_prefix('=') {
            if output.is_empty() {
                return wrong("have an output of no kind");
            }
            if output.trim_start_matches('&').starts_with('*') {
                inputs += 1;
            } else {
                outputs += 1;
            }
        } else if !constraint.starts_with('!') {
            inputs += 1;
        }
    }
    let results = match checker.types.resolved(&signature.result) {
        Type::Void => 0,
        Type::Structure(fields, _) => fields.len(),
        _ => 1,
    };
    if results != outputs {
        return wrong("do not name as many outputs as there are results");
    }
    if inputs != signature.parameters.len() {
        return wrong("do not name as many inputs as there are arguments");
    }
    Ok(())
}
