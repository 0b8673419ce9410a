//! Global names: each is defined once, and holds what its type says.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::syntax::{Function, Global, Operation, Type, Value};
use super::{Checked, Checker, mismatch};

impl<'m> Checker<'m> {
    /// Checks all that stands outside of bodies, and gets the types of symbols.
    pub(super) fn globals(&mut self) {
        let module = self.module;
        self.types.go_to(u32::MAX);
        let pointer = |ty: Type, space| Type::Pointer { to: Some(Box::new(ty)), space };
        for function in &module.functions {
            let ty = pointer(Type::Function(Box::new(function.signature())), function.space);
            self.define(&function.name, ty, &function.at);
        }
        for global in &module.globals {
            self.define(&global.name, pointer(global.ty.clone(), global.space), &global.at);
        }
        for alias in &module.aliases {
            let space = match self.types.resolved(&alias.target.0) {
                Type::Pointer { space, .. } => *space,
                _ => 0,
            };
            self.define(&alias.name, pointer(alias.ty.clone(), space), &alias.at);
        }
        for function in &module.functions {
            self.types.go_to(u32::MAX);
            if let Err(refusal) = self.head(function) {
                self.report(function.at.clone(), refusal);
            }
        }
        for global in &module.globals {
            self.types.go_to(global.at.start);
            if let Err(refusal) = self.variable(global) {
                self.report(global.at.clone(), refusal);
            }
        }
        let declared = module.functions.iter().filter(|function| function.blocks.is_empty());
        let variables = module.globals.iter().filter(|global| global.initial.is_none());
        let targets = Targets {
            aliases: module.aliases.iter().map(|alias| (alias.name.as_str(), &alias.target.1)).collect(),
            declared: declared
                .map(|function| function.name.as_str())
                .chain(variables.map(|global| global.name.as_str()))
                .collect(),
        };
        for alias in &module.aliases {
            let (ty, target) = &alias.target;
            self.types.go_to(alias.at.start);
            let checked = self.types.points_to(ty, &alias.ty).and_then(|()| self.constant(ty, target));
            if let Err(refusal) = checked.and_then(|()| targets.check(target)) {
                self.report(alias.at.clone(), refusal);
            }
        }
    }

    fn define(&mut self, name: &'m str, ty: Type, at: &Range<u32>) {
        if self.symbols.insert(name, ty).is_some() {
            self.report(at.clone(), ("duplicate-symbol", format!("`@{name}` is defined or declared twice")));
        }
    }

    /// The head of a function: types of parameters, attributes, data.
    fn head(&self, function: &Function) -> Checked {
        let is_intrinsic = function.name.starts_with("llvm.");
        for (_, ty) in &function.parameters {
            let is_special = matches!(ty, Type::Metadata | Type::Token | Type::Label);
            if is_special && !is_intrinsic || !self.types.is_first_class(ty) && !function.blocks.is_empty() {
                return mismatch(format!("no parameter has the type `{ty}`"));
            }
        }
        if matches!(function.result, Type::Token) && !is_intrinsic {
            return mismatch("no function returns a token");
        }
        let parameters: Vec<&Type> = function.parameters.iter().map(|(_, ty)| ty).collect();
        // LLVM gives its own functions their attributes, whatever is written.
        if !is_intrinsic {
            for attribute in &function.attributes {
                self.attribute(attribute, &parameters, &function.result)?;
            }
            Checker::attributes_together(&function.attributes)?;
        }
        for (ty, value) in &function.data {
            self.constant(ty, value)?;
        }
        if !is_intrinsic {
            return Ok(());
        }
        if !function.blocks.is_empty() {
            return Err((
                "bad-intrinsic",
                format!("`@{}` is an intrinsic function, which is not defined", function.name),
            ));
        }
        if !self.is_intrinsic_type(&function.name, &function.signature()) {
            return Err(("bad-intrinsic", format!("the intrinsic function `@{}` has another type", function.name)));
        }
        Ok(())
    }

    fn variable(&self, global: &Global) -> Checked {
        let Some(initial) = &global.initial else { return Ok(()) };
        self.constant(&global.ty, initial)?;
        match global.linkage.as_str() {
            "common" => {
                let is_zero = matches!(initial, Value::Zero | Value::Null) || initial.integer() == Some(0);
                if !is_zero || global.constant {
                    return Err(("bad-linkage", "a `common` variable is zero at first, and no constant".to_owned()));
                }
            }
            "appending" if !matches!(self.types.resolved(&global.ty), Type::Array(..)) => {
                return Err(("bad-linkage", "an `appending` variable is an array".to_owned()));
            }
            _ => {}
        }
        Ok(())
    }
}

/// What a constant expression takes its address from.
fn base(operation: &Operation) -> Option<&Value> {
    match operation {
        Operation::Cast { value, .. } => Some(value),
        Operation::Address { base, .. } => Some(&base.1),
        _ => None,
    }
}

/// What names stand for.
struct Targets<'m> {
    aliases: FxHashMap<&'m str, &'m Value>,
    declared: FxHashSet<&'m str>,
}

impl Targets<'_> {
    /// What an alias stands for, at last, is defined in the same text.
    fn check(&self, target: &Value) -> Checked {
        let wrong = |message: &str| Err(("bad-alias", message.to_owned()));
        let mut target = target;
        // Aliases of aliases are few; a chain that is longer than all of them goes round.
        for _ in 0..100 {
            target = match target {
                Value::Global(symbol) => match self.aliases.get(symbol.as_str()) {
                    Some(next) => next,
                    None if self.declared.contains(symbol.as_str()) => {
                        return wrong("an alias stands for what is defined in the same text");
                    }
                    None => return Ok(()),
                },
                Value::Expression(operation) => match base(operation) {
                    Some(base) => base,
                    None => return Ok(()),
                },
                _ => return Ok(()),
            };
        }
        wrong("the alias stands for itself")
    }
}
