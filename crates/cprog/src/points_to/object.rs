//! Objects, the locations in them, and how offsets are folded.

use relation::{IdVec, newtype_index};
use rustc_hash::FxHashMap;

use super::Location;
use crate::ir::{FunctionId, GlobalId, Point, Type};

newtype_index! {
    /// An abstract object: all objects that one thing in the program makes.
    pub struct ObjectId("o");
    /// A location, as a number.
    pub struct LocationId("l");
}

/// What makes an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// An `alloca`: one object each time that it is executed.
    Local(Point),
    /// A call that allocates: one object each time that it is executed.
    Heap(Point),
    /// What a function with variable arguments is given beyond its parameters: one object each time that it is called.
    Arguments(FunctionId),
    /// What is known only to code that is not there.
    Outside,
    /// The memory that callers of a library's functions have, and share between their threads: one object of one cell, as callers may pass pointers to the middle of
    /// whatever they pass elsewhere from its beginning.
    Caller,
    /// What pointers point to that were made of integers which lead to no address: see `solver::numbers`.
    Number,
    /// What belongs to the C library (or to the process that starts the program): its objects lead only to each other, and to what was given to it to keep.
    Library,
}

/// Part of an object that is an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Array {
    start: u64,
    end: u64,
    element: u64,
}

/// How offsets are folded: first modulo `stride` (0: not), then within arrays, the outer before the inner.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    stride: u64,
    arrays: Vec<Array>,
}

/// More offsets than that in one object, and it is folded to one cell: constants that grow in a loop.
const MAX_CELLS: usize = 512;

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What makes it.
    pub kind: ObjectKind,
    /// Its size in bytes, when known.
    pub size: Option<u64>,
    pub(super) shape: Shape,
    cells: Vec<LocationId>,
}

fn gcd(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { gcd(right, left % right) }
}

impl Shape {
    fn of(ty: &Type) -> Shape {
        let mut shape = Shape::default();
        shape.collect(ty, 0, true);
        shape
    }

    fn collect(&mut self, ty: &Type, offset: u64, whole: bool) {
        match ty {
            Type::Array { element, stride, length } if *stride > 0 => {
                if whole && *length > 1 {
                    self.stride = *stride;
                } else if *length > 1 {
                    self.arrays.push(Array { start: offset, end: offset + length * stride, element: *stride });
                }
                self.collect(element, offset, whole);
            }
            Type::Structure { fields, .. } => {
                let whole = whole && fields.len() == 1;
                for (at, field) in fields {
                    self.collect(field, offset + at, whole);
                }
            }
            _ => {}
        }
    }

    fn fold(&self, offset: u64) -> u64 {
        let mut offset = if self.stride > 0 { offset % self.stride } else { offset };
        for array in &self.arrays {
            if (array.start..array.end).contains(&offset) {
                offset = array.start + (offset - array.start) % array.element;
            }
        }
        offset
    }

    /// Whether no other offset folds to this one.
    fn is_single(&self, offset: u64) -> bool {
        self.stride == 0 && !self.arrays.iter().any(|array| (array.start..array.end).contains(&offset))
    }

    /// Makes the whole object an array of elements of `stride` bytes; returns whether that is new.
    fn fold_all(&mut self, stride: u64) -> bool {
        // Offsets that either stride makes one are one with the greatest common divisor.
        let new = gcd(self.stride, stride).max(1);
        let changed = new != self.stride;
        self.stride = new;
        if changed {
            self.arrays.retain(|array| array.end <= new);
        }
        changed
    }

    /// Makes part of it an array; returns whether that is new.
    fn add_array(&mut self, start: u64, bytes: u64, element: u64) -> bool {
        let end = start.saturating_add(bytes);
        if element == 0 || bytes <= element {
            return false;
        }
        if self.stride > 0 && end > self.stride {
            return !self.stride_divides(element) && self.fold_all(element);
        }
        let new = Array { start, end, element };
        for array in &mut self.arrays {
            let disjoint = array.end <= start || end <= array.start;
            let inside = array.start <= start && end <= array.start + array.element;
            let around = start <= array.start && array.end <= start + element;
            if *array == new {
                return false;
            }
            if disjoint || inside || around {
                continue;
            }
            // Two views of the same bytes: one array that is both.
            let (first, last) = (array.start.min(start), array.end.max(end));
            let both = gcd(gcd(array.element, element), array.start.abs_diff(start)).max(1);
            let merged = Array { start: first, end: last, element: both };
            let changed = *array != merged;
            *array = merged;
            return changed;
        }
        self.arrays.push(new);
        // The outer ones fold first.
        self.arrays.sort_by_key(|array| (std::cmp::Reverse(array.end - array.start), array.start));
        true
    }

    fn stride_divides(&self, element: u64) -> bool {
        element.is_multiple_of(self.stride)
    }
}

/// All objects and locations.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    objects: IdVec<ObjectId, Object>,
    by_kind: FxHashMap<ObjectKind, ObjectId>,
    locations: IdVec<LocationId, Location>,
    by_location: FxHashMap<Location, LocationId>,
    /// The constraint graph's node of each location's content.
    nodes: IdVec<LocationId, u32>,
}

impl Objects {
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.objects.ids()
    }

    pub(super) fn object(&self, object: ObjectId) -> &Object {
        &self.objects[object]
    }

    pub(super) fn global(&self, global: GlobalId) -> ObjectId {
        self.by_kind[&ObjectKind::Global(global)]
    }

    pub(super) fn function(&self, function: FunctionId) -> ObjectId {
        self.by_kind[&ObjectKind::Function(function)]
    }

    /// The object of a kind, made when it is not there.
    pub(super) fn make(&mut self, kind: ObjectKind, ty: Option<&Type>, size: Option<u64>) -> ObjectId {
        if let Some(object) = self.by_kind.get(&kind) {
            return *object;
        }
        let shape = ty.map(Shape::of).unwrap_or_default();
        let object = self.objects.push(Object { kind, size, shape, cells: Vec::new() });
        self.by_kind.insert(kind, object);
        object
    }

    /// The location at an offset; `node` gives the node of one that is new.
    pub(super) fn location_at(
        &mut self,
        object: ObjectId,
        offset: i64,
        node: impl FnOnce() -> u32,
    ) -> (LocationId, bool) {
        // Before the beginning there is nothing of the object.
        let offset = u64::try_from(offset).unwrap_or(0);
        let location = Location { object, offset: self.objects[object].shape.fold(offset) };
        if let Some(id) = self.by_location.get(&location) {
            return (*id, false);
        }
        let id = self.locations.push(location);
        self.nodes.push(node());
        self.by_location.insert(location, id);
        self.objects[object].cells.push(id);
        (id, true)
    }

    pub(super) fn location(&self, id: LocationId) -> Location {
        self.locations[id]
    }

    pub(super) fn node(&self, id: LocationId) -> u32 {
        self.nodes[id]
    }

    pub(super) fn canonical_of(&self, object: ObjectId, offset: i64) -> Location {
        Location { object, offset: self.objects[object].shape.fold(u64::try_from(offset).unwrap_or(0)) }
    }

    pub(super) fn canonical(&self, id: LocationId) -> Location {
        let Location { object, offset } = self.locations[id];
        Location { object, offset: self.objects[object].shape.fold(offset) }
    }

    pub(super) fn cells(&self, object: ObjectId) -> impl Iterator<Item = u32> + '_ {
        self.objects[object].cells.iter().map(|id| self.nodes[*id])
    }

    /// Whether there are so many cells in the object that they should be one.
    pub(super) fn has_too_many_cells(&self, object: ObjectId) -> bool {
        self.objects[object].cells.len() > MAX_CELLS
    }

    /// Whether there are addresses inside the object beside its own: functions have no parts.
    pub(super) fn has_parts(&self, object: ObjectId) -> bool {
        !matches!(self.objects[object].kind, ObjectKind::Function(_))
    }

    /// Whether the whole object is one cell.
    pub(super) fn is_one_cell(&self, object: ObjectId) -> bool {
        self.objects[object].shape.stride == 1
    }

    /// Leaves only the cells that no other one stands for; gives the rest.
    pub(super) fn drop_folded_cells(&mut self, object: ObjectId) -> Vec<LocationId> {
        let cells = std::mem::take(&mut self.objects[object].cells);
        let (kept, folded) = cells.into_iter().partition(|cell| self.canonical(*cell) == self.locations[*cell]);
        self.objects[object].cells = kept;
        folded
    }

    pub(super) fn cell_ids(&self, object: ObjectId) -> Vec<LocationId> {
        self.objects[object].cells.clone()
    }

    /// Folds the whole object; returns whether cells became one.
    pub(super) fn fold_all(&mut self, object: ObjectId, stride: u64) -> bool {
        self.objects[object].shape.fold_all(stride)
    }

    /// Folds an array in the object; returns whether cells became one.
    pub(super) fn add_array(&mut self, object: ObjectId, start: u64, bytes: u64, element: u64) -> bool {
        self.objects[object].shape.add_array(start, bytes, element)
    }

    /// Whether the object at `offset` already is an array whose elements are a divisor of `scale`.
    pub(super) fn is_array_of(&self, object: ObjectId, offset: u64, scale: u64) -> bool {
        let shape = &self.objects[object].shape;
        let inner = shape
            .arrays
            .iter()
            .any(|array| (array.start..array.end).contains(&offset) && scale.is_multiple_of(array.element));
        inner || (shape.stride > 0 && scale.is_multiple_of(shape.stride))
    }

    /// The least offset of what is at an offset or behind it: the elements of an array are one, so that what is behind one of them is in the first.
    pub(super) fn begin_of_rest(&self, object: ObjectId, offset: u64) -> u64 {
        let shape = &self.objects[object].shape;
        if shape.stride > 0 {
            return 0;
        }
        let around = shape.arrays.iter().find(|array| (array.start..array.end).contains(&offset));
        around.map_or(offset, |array| array.start)
    }

    pub(super) fn stride(&self, object: ObjectId) -> u64 {
        self.objects[object].shape.stride
    }

    pub(super) fn is_single_cell(&self, object: ObjectId, offset: u64) -> bool {
        self.objects[object].shape.is_single(offset)
    }

    pub(super) fn overlap(&self, object: ObjectId, left: (u64, u64), right: (u64, u64)) -> bool {
        let shape = &self.objects[object].shape;
        if shape.stride > 0 && (left.0 + left.1 > shape.stride || right.0 + right.1 > shape.stride) {
            return true;
        }
        // An access to an element stands for all: it may begin at each multiple; one that is longer than the element covers the array.
        let widen = |(start, bytes): (u64, u64)| {
            let array = shape
                .arrays
                .iter()
                .find(|array| (array.start..array.end).contains(&start) && start + bytes > array.start + array.element);
            array.map_or((start, start.saturating_add(bytes)), |array| {
                (array.start, array.end.max(start.saturating_add(bytes)))
            })
        };
        let (left, right) = (widen(left), widen(right));
        // A long access may cover an array whose other elements are folded away.
        left.0 < right.1 && right.0 < left.1
    }
}
