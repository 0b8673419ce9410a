//! Calls by pointers that lead to no function, and yet are made.

use rustc_hash::FxHashSet;

use super::{Complex, Solver};
use crate::points_to::UnknownSource;
use crate::points_to::object::{LocationId, ObjectKind};

/// Why a pointer that is called leads to no function.
#[derive(Clone, Copy)]
enum Uncalled {
    /// It leads to objects of a library.
    Library,
    /// It is a number.
    Number,
}

impl Solver<'_> {
    /// Calls by pointers that lead to objects of a library and to no function, as members of its structures do, are calls of code that is not there, and so are those by numbers. Where functions are known, such an
    /// object is there only because objects were not distinguished. Returns whether there are new ones.
    /// `called`: those that were found before.
    pub(super) fn call_pointers_without_functions(&mut self, called: &mut FxHashSet<usize>) -> bool {
        let mut found = Vec::new();
        for node in &self.nodes {
            let sites = node.complex.iter().filter_map(|complex| match complex {
                Complex::Call { site } => Some(*site),
                _ => None,
            });
            let kind = |location: u32| {
                self.objects.object(self.objects.location(LocationId::from_number(location)).object).kind
            };
            let is_of_library = || {
                node.pointees.iter().any(|location| kind(location) == ObjectKind::Library)
                    && !node.pointees.iter().any(|location| matches!(kind(location), ObjectKind::Function(_)))
            };
            let sites: Vec<usize> = sites.filter(|site| !called.contains(site)).collect();
            if sites.is_empty() {
                continue;
            }
            if is_of_library() {
                found.extend(sites.into_iter().map(|site| (site, Uncalled::Library)));
            } else if self.are_numbers(&node.pointees) {
                found.extend(sites.into_iter().map(|site| (site, Uncalled::Number)));
            }
        }
        for (site, why) in &found {
            let point = self.sites[*site].point;
            self.sources.push(match why {
                Uncalled::Library => UnknownSource::LibraryPointer(point),
                Uncalled::Number => UnknownSource::Address(point),
            });
            self.unknown_call(*site);
        }
        called.extend(found.iter().map(|(site, _)| *site));
        !found.is_empty()
    }
}
