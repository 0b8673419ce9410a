//! Types with their layout.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use crate::ir::Type;
use crate::ll::syntax::{self, Module, Typed};

/// The named types of a module.
pub(super) struct Layout<'m> {
    named: FxHashMap<&'m str, Option<&'m syntax::Type>>,
    /// How many more types a type may consist of.
    left: Cell<u32>,
    /// Whether a type was too large or nested too deep, and taken for one that is not known.
    is_cut: Cell<bool>,
}

/// Types contain each other finitely; the bounds are for texts that no compiler wrote.
const MAX_DEPTH: u32 = 100;
const MOST_PARTS: u32 = 1 << 14;

impl<'m> Layout<'m> {
    pub(super) fn new(module: &'m Module) -> Layout<'m> {
        Layout {
            named: module.types.iter().map(|known| (known.name.as_str(), known.ty.as_ref())).collect(),
            left: Cell::new(0),
            is_cut: Cell::new(false),
        }
    }

    pub(super) fn resolve(&self, ty: &syntax::Type) -> Type {
        self.left.set(MOST_PARTS);
        self.resolve_at(ty, 0)
    }

    /// Whether a type was too large or nested too deep to be laid out.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.get()
    }

    fn resolve_at(&self, ty: &syntax::Type, depth: u32) -> Type {
        if depth > MAX_DEPTH || self.left.get() == 0 {
            self.is_cut.set(true);
            return Type::Opaque;
        }
        self.left.set(self.left.get() - 1);
        match ty {
            syntax::Type::Void => Type::Void,
            syntax::Type::Integer(bits) => Type::Integer(*bits),
            syntax::Type::Float(format) => Type::Float(format.bits()),
            syntax::Type::Pointer { .. } => Type::Pointer,
            syntax::Type::Array(length, element) => {
                let element = self.resolve_at(element, depth + 1);
                Type::Array { stride: element.size(), element: Box::new(element), length: *length }
            }
            syntax::Type::Vector { length, element, .. } => {
                let element = self.resolve_at(element, depth + 1);
                Type::Array { stride: element.stored_bytes(), element: Box::new(element), length: *length }
            }
            syntax::Type::Structure(fields, packed) => self.structure(fields, *packed, depth),
            syntax::Type::Named(name) => match self.named.get(name.as_str()) {
                Some(Some(ty)) => self.resolve_at(ty, depth + 1),
                _ => Type::Opaque,
            },
            syntax::Type::Mmx => Type::Array { stride: 8, element: Box::new(Type::Integer(64)), length: 1 },
            syntax::Type::Function(_)
            | syntax::Type::Label
            | syntax::Type::Token
            | syntax::Type::Metadata
            | syntax::Type::Amx
            | syntax::Type::Target(_) => Type::Opaque,
        }
    }

    fn structure(&self, fields: &[syntax::Type], packed: bool, depth: u32) -> Type {
        let mut size: u64 = 0;
        let mut alignment = 1;
        let mut placed = Vec::with_capacity(fields.len());
        for field in fields {
            let field = self.resolve_at(field, depth + 1);
            let own = if packed { 1 } else { field.alignment() };
            alignment = alignment.max(own);
            size = size.next_multiple_of(own);
            let bytes = field.size();
            placed.push((size, field));
            size = size.saturating_add(bytes).min(1 << 60);
        }
        Type::Structure { fields: placed, size: size.next_multiple_of(alignment), alignment }
    }

    /// The steps of a `getelementptr`: for each index its constant value if it is one, its scale, and the size of the array that it stays in.
    /// A structure's field is a constant with scale 1.
    pub(super) fn steps(&self, ty: &syntax::Type, indices: &[Typed]) -> Vec<AddressStep> {
        let mut steps = Vec::new();
        let mut here = self.resolve(ty);
        for (position, (_, index)) in indices.iter().enumerate() {
            if position == 0 {
                steps.push(AddressStep::Index { position, scale: here.size(), extent: None });
                continue;
            }
            let next = match &here {
                Type::Structure { fields, .. } => {
                    let field = index.integer().and_then(|number| fields.get(usize::try_from(number).ok()?));
                    let Some((offset, field)) = field else { return steps };
                    steps.push(AddressStep::Field(*offset));
                    field.clone()
                }
                Type::Array { element, stride, length } => {
                    let extent = (*length > 0).then(|| length.saturating_mul(*stride));
                    steps.push(AddressStep::Index { position, scale: *stride, extent });
                    (**element).clone()
                }
                Type::Void | Type::Integer(_) | Type::Float(_) | Type::Pointer | Type::Opaque => return steps,
            };
            here = next;
        }
        steps
    }

    /// The sum of all steps when all indices are constants.
    pub(super) fn constant_offset(&self, ty: &syntax::Type, indices: &[Typed]) -> Option<i64> {
        let mut offset: i64 = 0;
        for step in self.steps(ty, indices) {
            let step = match step {
                AddressStep::Field(bytes) => i64::try_from(bytes).ok()?,
                AddressStep::Index { position, scale, .. } => {
                    let index = i64::try_from(indices[position].1.integer()?).ok()?;
                    index.checked_mul(i64::try_from(scale).ok()?)?
                }
            };
            offset = offset.checked_add(step)?;
        }
        Some(offset)
    }
}

/// A step of a `getelementptr`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AddressStep {
    /// To a field, so many bytes on.
    Field(u64),
    /// The index at `position` among the operands, times `scale`.
    Index { position: usize, scale: u64, extent: Option<u64> },
}
