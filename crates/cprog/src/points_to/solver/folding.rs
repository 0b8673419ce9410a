//! Cells of an object that become one, since an address into it may be that of any of them, or since there are too many to be distinguished.
//!
//! A pointer to everything that is moved by each distance in the program would make a cell of each object for each distance, and each of these cells may hold pointers to everything again. So
//! there is a bound, beyond which objects are no more than one cell. That over-approximates, and makes analyses end (CPU seconds on a busy machine): nginx, whose memory comes from one pool, 15 s (none in 100 s before),
//! redis 17 s (none in four minutes), leveldb 0.1 s (none in 90 s). In sets, cells that were folded are no more beside the one that stands for them: memcached 0.3 s, 1.0 s before.

use super::{Complex, Solver};
use crate::points_to::object::{LocationId, ObjectId};
use crate::points_to::set::Set;

/// Addresses that are computed from a pointer to more locations than that do not distinguish the parts of these objects. In memcached, no pointer has more than 200.
const MAX_TOLD_APART: usize = 1000;

impl Solver<'_> {
    /// Makes the whole object an array of elements of so many bytes.
    pub(super) fn fold_all(&mut self, object: ObjectId, element: u64) {
        if self.objects.has_parts(object) && self.objects.fold_all(object, element) {
            self.cells_changed(object);
        }
    }

    /// Makes each object that some locations are in one cell.
    fn fold_objects(&mut self, locations: &Set) {
        for location in locations.iter() {
            let object = self.objects.location(LocationId::from_number(location)).object;
            if !self.objects.is_one_cell(object) {
                self.fold_all(object, 1);
            }
        }
    }

    /// Cells that are one now hold the same from now on.
    pub(super) fn cells_changed(&mut self, object: ObjectId) {
        for cell in self.objects.drop_folded_cells(object) {
            let canonical = self.objects.canonical(cell);
            let canonical = self.cell(object, canonical.offset as i64);
            self.to_merge.push((self.objects.node(cell), canonical));
            self.folded.insert(cell.number());
        }
        // What is behind a location may be more than it was.
        for (offset, whole) in self.whole.get(&object).cloned().unwrap_or_default() {
            self.flow_whole_object(object, offset, whole);
        }
    }

    /// Folds the objects that a node points to, when it points to too many and addresses are computed of them. `news`: the locations that its constraints have not seen.
    pub(super) fn bound_addresses(&mut self, node: u32, news: &Set) {
        let of = &self.nodes[node as usize];
        let count = of.pointees.len();
        if count <= MAX_TOLD_APART || !of.complex.iter().any(|each| matches!(each, Complex::Address { .. })) {
            return;
        }
        let were_folded = count - news.len() > MAX_TOLD_APART;
        let locations = if were_folded { news.clone() } else { of.pointees.clone() };
        self.fold_objects(&locations);
    }

    /// Merges the nodes of cells that became one.
    pub(super) fn merge_folded_cells(&mut self) {
        while let Some((left, right)) = self.to_merge.pop() {
            let (left, right) = (self.find(left), self.find(right));
            if left != right {
                self.merge(&[left, right]);
            }
        }
    }

    /// Puts, in all sets, the locations that stand for others in the place of these.
    pub(super) fn drop_folded_locations(&mut self) {
        let folded = std::mem::take(&mut self.folded);
        if folded.is_empty() {
            return;
        }
        for node in 0..self.nodes.len() as u32 {
            let old = self.nodes[node as usize].pointees.remove(&folded);
            if old.is_empty() {
                continue;
            }
            self.nodes[node as usize].pending.remove(&folded);
            for location in old.iter() {
                let canonical = self.objects.canonical(LocationId::from_number(location));
                let canonical = self.location(canonical.object, canonical.offset as i64);
                self.seed(node, canonical);
            }
        }
    }
}
