//! Types: which are the same, which have a size, what they consist of.

use std::cell::Cell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::syntax::{Module, NamedType, Type, Value};
use super::{Checked, mismatch};

pub(super) struct Types<'m> {
    named: FxHashMap<&'m str, &'m NamedType>,
    /// Named types that have no size: opaque ones, and those that contain one, or themselves.
    unsized_names: FxHashSet<&'m str>,
    /// Whether pointers say what they point to.
    pub(super) are_typed: bool,
    /// Where in the text what is checked stands: types that are defined behind it are not known there.
    position: Cell<u32>,
}

/// The named types that a value of type `ty` contains.
fn contained<'m>(ty: &'m Type, names: &mut Vec<&'m str>) {
    match ty {
        Type::Named(name) => names.push(name),
        Type::Array(_, element) | Type::Vector { element, .. } => contained(element, names),
        Type::Structure(fields, _) => fields.iter().for_each(|field| contained(field, names)),
        Type::Void
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Pointer { .. }
        | Type::Function(_)
        | Type::Label
        | Type::Token
        | Type::Metadata
        | Type::Mmx
        | Type::Amx
        | Type::Target(_) => {}
    }
}

impl<'m> Types<'m> {
    pub(super) fn new(module: &'m Module) -> Types<'m> {
        let named: FxHashMap<&str, &NamedType> = module.types.iter().map(|ty| (ty.name.as_str(), ty)).collect();
        let mut inside: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        let mut waiting: FxHashMap<&str, usize> = FxHashMap::default();
        let mut ready = Vec::new();
        for ty in &module.types {
            let Some(own) = &ty.ty else { continue };
            let mut names = Vec::new();
            contained(own, &mut names);
            if names.is_empty() {
                ready.push(ty.name.as_str());
            }
            waiting.insert(&ty.name, names.len());
            for name in names {
                inside.entry(name).or_default().push(&ty.name);
            }
        }
        let mut unsized_names: FxHashSet<&str> = module.types.iter().map(|ty| ty.name.as_str()).collect();
        while let Some(name) = ready.pop() {
            unsized_names.remove(name);
            for outer in inside.get(name).into_iter().flatten() {
                if let Some(left) = waiting.get_mut(outer) {
                    *left -= 1;
                    if *left == 0 {
                        ready.push(outer);
                    }
                }
            }
        }
        Types { named, unsized_names, are_typed: module.typed_pointers, position: Cell::new(0) }
    }

    /// From now on, what stands at `position` is checked.
    pub(super) fn go_to(&self, position: u32) {
        self.position.set(position);
    }

    fn known(&self, name: &str) -> Option<&'m NamedType> {
        self.named.get(name).copied().filter(|known| known.at.start < self.position.get())
    }

    /// The type that a name stands for where that is no structure. Names of structures stand for themselves.
    fn unaliased<'a>(&'a self, mut ty: &'a Type) -> &'a Type {
        for _ in 0..100 {
            let Type::Named(name) = ty else { return ty };
            match self.known(name).and_then(|known| known.ty.as_ref()) {
                Some(Type::Structure(..)) | None => return ty,
                Some(other) => ty = other,
            }
        }
        ty
    }

    /// The type itself, that of a name in its place.
    pub(super) fn resolved<'a>(&'a self, ty: &'a Type) -> &'a Type {
        match self.unaliased(ty) {
            Type::Named(name) => self.known(name).and_then(|known| known.ty.as_ref()).unwrap_or(ty),
            other => other,
        }
    }

    /// Whether two types are one. A pointer of which it is not known what it points to is like any other.
    pub(super) fn same(&self, one: &Type, other: &Type) -> bool {
        match (self.unaliased(one), self.unaliased(other)) {
            (Type::Pointer { to: one, space }, Type::Pointer { to: other, space: other_space }) => {
                space == other_space
                    && match (one, other) {
                        (Some(one), Some(other)) => !self.are_typed || self.same(one, other),
                        _ => true,
                    }
            }
            (Type::Array(length, one), Type::Array(other_length, other)) => {
                length == other_length && self.same(one, other)
            }
            (
                Type::Vector { length, element, scalable },
                Type::Vector { length: other_length, element: other, scalable: other_scalable },
            ) => length == other_length && scalable == other_scalable && self.same(element, other),
            (Type::Structure(one, packed), Type::Structure(other, other_packed)) => {
                packed == other_packed && self.all_same(one, other)
            }
            (Type::Function(one), Type::Function(other)) => {
                one.variadic == other.variadic
                    && self.same(&one.result, &other.result)
                    && self.all_same(&one.parameters, &other.parameters)
            }
            (one, other) => one == other,
        }
    }

    fn all_same(&self, one: &[Type], other: &[Type]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| self.same(one, other))
    }

    /// Whether values of the type have a size.
    pub(super) fn is_sized(&self, ty: &Type) -> bool {
        match ty {
            Type::Named(name) => self.known(name).is_some() && !self.unsized_names.contains(name.as_str()),
            Type::Array(_, element) => self.is_sized(element),
            Type::Structure(fields, _) => fields.iter().all(|field| self.is_sized(field)),
            Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer { .. }
            | Type::Vector { .. }
            | Type::Mmx
            | Type::Amx
            | Type::Target(_) => true,
            Type::Void | Type::Function(_) | Type::Label | Type::Token | Type::Metadata => false,
        }
    }

    /// Whether a register may hold a value of the type.
    pub(super) fn is_first_class(&self, ty: &Type) -> bool {
        match self.unaliased(ty) {
            Type::Void | Type::Function(_) => false,
            Type::Named(name) => self.known(name).is_some_and(|known| known.ty.is_some()),
            _ => true,
        }
    }

    /// The type of elements of a vector, or the type itself, and how many there are.
    pub(super) fn scalar<'a>(&'a self, ty: &'a Type) -> (&'a Type, Option<(u64, bool)>) {
        match self.resolved(ty) {
            Type::Vector { length, element, scalable } => (self.unaliased(element), Some((*length, *scalable))),
            other => (other, None),
        }
    }

    pub(super) fn is_integer(&self, ty: &Type) -> bool {
        matches!(self.resolved(ty), Type::Integer(_))
    }

    pub(super) fn is_integers(&self, ty: &Type) -> bool {
        matches!(self.scalar(ty).0, Type::Integer(_))
    }

    pub(super) fn is_floats(&self, ty: &Type) -> bool {
        matches!(self.scalar(ty).0, Type::Float(_))
    }

    pub(super) fn is_pointer(&self, ty: &Type) -> bool {
        matches!(self.resolved(ty), Type::Pointer { .. })
    }

    pub(super) fn is_pointers(&self, ty: &Type) -> bool {
        matches!(self.scalar(ty).0, Type::Pointer { .. })
    }

    /// How many bits an integer or a floating point number has.
    pub(super) fn bits(&self, ty: &Type) -> Option<u32> {
        match self.resolved(ty) {
            Type::Integer(bits) => Some(*bits),
            Type::Float(format) => Some(format.bits()),
            Type::Mmx => Some(64),
            _ => None,
        }
    }

    /// What a pointer points to is `pointee`, as far as it says so.
    pub(super) fn points_to(&self, pointer: &Type, pointee: &Type) -> Checked {
        match self.resolved(pointer) {
            Type::Pointer { to: Some(to), .. } if self.are_typed && !self.same(to, pointee) => {
                mismatch(format!("the pointer is one to `{to}`, not to `{pointee}`"))
            }
            Type::Pointer { .. } => Ok(()),
            _ => mismatch(format!("`{pointer}` is no pointer")),
        }
    }

    /// The type of a part of an aggregate.
    pub(super) fn part<'a>(&'a self, ty: &'a Type, path: &[u64]) -> Checked<&'a Type> {
        let mut here = ty;
        for index in path {
            let part = match self.resolved(here) {
                Type::Structure(fields, _) => usize::try_from(*index).ok().and_then(|index| fields.get(index)),
                Type::Array(length, element) => (index < length).then_some(&**element),
                _ => return mismatch(format!("`{here}` has no parts")),
            };
            let Some(part) = part else {
                return Err(("bad-index", format!("`{here}` has no part {index}")));
            };
            here = part;
        }
        Ok(here)
    }

    /// What a `getelementptr` leads to.
    pub(super) fn element<'a>(&'a self, ty: &'a Type, indices: &[(Type, Value)]) -> Checked<&'a Type> {
        let mut here = ty;
        for (index_type, index) in indices.iter().skip(1) {
            here = match self.resolved(here) {
                Type::Structure(fields, _) => {
                    let number = match index {
                        Value::Aggregate(_, elements) => elements.first().and_then(|(_, value)| value.integer()),
                        other => other.integer(),
                    };
                    let is_word = matches!(self.scalar(index_type).0, Type::Integer(32));
                    let field = number.and_then(|number| fields.get(usize::try_from(number).ok()?));
                    match field {
                        Some(field) if is_word => field,
                        _ => {
                            let message = format!("a field of `{here}` is a constant `i32` from 0 on that it has");
                            return Err(("bad-index", message));
                        }
                    }
                }
                Type::Array(_, element) | Type::Vector { element, .. } => element,
                _ => return Err(("bad-index", format!("`{here}` has no elements"))),
            };
        }
        Ok(here)
    }
}
