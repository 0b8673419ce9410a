//! Where the steps of an address computation lead from a location.

use super::Solver;
use crate::points_to::object::{LocationId, ObjectId};

/// Steps of an address computation, as far as they count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::points_to) struct Steps {
    steps: Vec<Followed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Followed {
    Offset(i64),
    /// Into an array of so many bytes, elements of so many bytes.
    Array {
        element: u64,
        bytes: u64,
    },
    /// By an unknown number of elements of so many bytes, up or down.
    Arithmetic(u64),
}

impl Steps {
    pub(in crate::points_to) fn is_nothing(&self) -> bool {
        self.steps.is_empty()
    }

    pub(in crate::points_to) fn add_offset(&mut self, offset: i64) {
        if offset != 0 {
            self.steps.push(Followed::Offset(offset));
        }
    }

    /// An index into an array. All elements are one, whatever the index.
    pub(in crate::points_to) fn add_array(&mut self, element: u64, bytes: u64, _constant: Option<i128>) {
        if bytes > element {
            self.steps.push(Followed::Array { element, bytes });
        }
    }

    pub(in crate::points_to) fn add_arithmetic(&mut self, element: u64) {
        self.steps.push(Followed::Arithmetic(element.max(1)));
    }
}

impl Solver<'_> {
    /// The location so many steps on; none beyond the end of an object whose size is known, where C lets no pointer go. (In loops over pointers to everything, each short string
    /// would have as many cells as there may be.)
    pub(super) fn moved(&mut self, steps: &Steps, location: u32) -> Option<u32> {
        let at = self.objects.location(LocationId::from_number(location));
        if !self.objects.has_parts(at.object) {
            return None;
        }
        let mut offset = at.offset as i64;
        for step in &steps.steps {
            offset = self.follow(at.object, offset, *step);
        }
        // What is declared without a size, as a variable of another library may be, has none of its bytes here.
        let size = self.objects.object(at.object).size.filter(|size| *size > 0);
        let is_beyond = size.is_some_and(|size| u64::try_from(offset).is_ok_and(|offset| offset > size));
        (!is_beyond).then(|| self.location(at.object, offset).number())
    }

    fn follow(&mut self, object: ObjectId, offset: i64, step: Followed) -> i64 {
        match step {
            Followed::Offset(bytes) => offset.saturating_add(bytes).clamp(0, 1 << 40),
            Followed::Array { element, bytes } => {
                if let Ok(start) = u64::try_from(offset)
                    && self.objects.add_array(object, start, bytes, element)
                {
                    self.cells_changed(object);
                }
                offset
            }
            Followed::Arithmetic(element) => {
                if !self.objects.is_array_of(object, u64::try_from(offset).unwrap_or(0), element) {
                    self.fold_all(object, element);
                }
                offset
            }
        }
    }
}
