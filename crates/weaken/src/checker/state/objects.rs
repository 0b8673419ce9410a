//! The objects of a state that come and go: local variables in memory, and the heap.

use std::collections::BTreeSet;
use std::ops::Deref;

use crate::checker::code::ClassId;

/// The owner of a local variable that is no more.
pub(crate) const FORMER: (u8, u16) = (u8::MAX, 0);

/// An allocated object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Object {
    pub(crate) class: ClassId,
    pub(crate) bytes: u32,
    /// Where it begins in the memory of the state.
    pub(crate) start: u32,
    /// How many bytes it takes there: where that is looked at, behind its own one for each that says whether it was written.
    pub(crate) room: u32,
    pub(crate) is_live: bool,
    /// Thread and depth of the frame that it belongs to, of a local variable; of one that is no more, none of them.
    pub(crate) owner: Option<(u8, u16)>,
}

/// Objects by number. What is no more keeps its place until another one takes it.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    all: Vec<Object>,
    /// The places of local variables that are no more: those of `all`, kept so that allocating takes logarithmic time.
    free_locals: BTreeSet<u32>,
    /// The same of the heap.
    free_heap: BTreeSet<u32>,
}

impl Objects {
    fn free(&mut self, is_local: bool) -> &mut BTreeSet<u32> {
        if is_local { &mut self.free_locals } else { &mut self.free_heap }
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.free_locals.clear();
        self.free_heap.clear();
    }

    /// The first place of an object that is no more, where a new one can be: of a local variable for a local variable, of the heap for the heap.
    pub(crate) fn free_place(&self, is_local: bool) -> Option<usize> {
        let free = if is_local { &self.free_locals } else { &self.free_heap };
        free.first().map(|index| *index as usize)
    }

    /// Puts an object behind all others.
    pub(crate) fn push(&mut self, object: Object) {
        let index = self.all.len() as u32;
        self.all.push(object);
        if !object.is_live {
            self.free(object.owner.is_some()).insert(index);
        }
    }

    /// Puts an object in the place of one that is no more.
    pub(crate) fn put(&mut self, index: usize, object: Object) {
        let former = std::mem::replace(&mut self.all[index], object);
        self.free(former.owner.is_some()).remove(&(index as u32));
    }

    /// An object is no more. Its bytes go when the state is packed.
    pub(crate) fn kill(&mut self, index: usize) {
        let object = &mut self.all[index];
        object.is_live = false;
        // Its number goes to a local variable again, or to the heap again; which of the two is all that is kept of the owner.
        object.owner = object.owner.map(|_| FORMER);
        let is_local = object.owner.is_some();
        self.free(is_local).insert(index as u32);
    }

    /// Takes the last object away if it is one of these.
    pub(crate) fn pop_if(&mut self, is_one: impl FnOnce(&Object) -> bool) -> Option<Object> {
        let object = self.all.pop_if(|object| is_one(object))?;
        let index = self.all.len() as u32;
        self.free(object.owner.is_some()).remove(&index);
        Some(object)
    }
}

impl Deref for Objects {
    type Target = [Object];

    fn deref(&self) -> &[Object] {
        &self.all
    }
}

impl Clone for Objects {
    fn clone(&self) -> Objects {
        let mut copy = Objects::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, from: &Objects) {
        self.all.clone_from(&from.all);
        self.free_locals.clone_from(&from.free_locals);
        self.free_heap.clone_from(&from.free_heap);
    }
}
