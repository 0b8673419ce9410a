//! Pointers that are made of integers which lead to no address.
//!
//! Such an integer is a number, or the address of an object that was computed in a way which is not followed. An access to memory by it has the latter. So the pointer gets an
//! object of its own: where nothing else is known of what an access is to, it may be anything ([`PointsTo::is_number`](super::super::PointsTo::is_number)). Where more is known, the number is taken to be one
//! that shares a cell with pointers, as lists hold both.
//!
//! Under-approximates: what is stored through such a pointer is not seen where it is read.

use rustc_hash::FxHashSet;

use super::Solver;
use crate::points_to::object::{LocationId, ObjectKind};
use crate::points_to::set::Set;

/// Where such pointers may come about, by nodes.
#[derive(Default)]
pub(in crate::points_to) struct Numbers {
    /// Integers, and the pointers that are made of them.
    pub(in crate::points_to) made: Vec<(u32, u32)>,
    /// Pointers, and the pointers that are loaded from where they point.
    pub(in crate::points_to) loaded: Vec<(u32, u32)>,
    /// Pointers that were found to be numbers.
    found: FxHashSet<u32>,
}

impl Solver<'_> {
    /// Gives pointers that are made of integers without an address, or loaded through such a pointer, the object of numbers. Returns whether there are new ones.
    pub(super) fn find_numbers(&mut self) -> bool {
        let made = self.numbers.made.iter().filter(|(from, _)| self.pointees_of(*from).is_empty());
        let loaded = self
            .numbers
            .loaded
            .iter()
            .filter(|(from, to)| self.pointees_of(*to).is_empty() && self.are_numbers(self.pointees_of(*from)));
        let pointers: Vec<u32> = made.chain(loaded).map(|(_, to)| *to).collect();
        let new: Vec<u32> = pointers.into_iter().filter(|pointer| self.numbers.found.insert(*pointer)).collect();
        if new.is_empty() {
            return false;
        }
        let object = self.objects.make(ObjectKind::Number, None, None);
        self.objects.fold_all(object, 1);
        let location = self.location(object, 0);
        for pointer in &new {
            self.seed(*pointer, location);
        }
        true
    }

    /// What a node points to.
    fn pointees_of(&self, node: u32) -> &Set {
        let mut node = node;
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        &self.nodes[node as usize].pointees
    }

    /// Whether these are numbers, and nothing else.
    pub(super) fn are_numbers(&self, pointees: &Set) -> bool {
        let mut locations = pointees.iter().map(|location| self.objects.location(LocationId::from_number(location)));
        !pointees.is_empty() && locations.all(|at| self.objects.object(at.object).kind == ObjectKind::Number)
    }
}
