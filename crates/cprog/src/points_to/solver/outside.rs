//! Code that is not there: what it is given, and what it may do with that.

use super::{Site, SiteKind, Solver};
use crate::points_to::object::{LocationId, ObjectId, ObjectKind};

impl Solver<'_> {
    /// A call of code that is not there: it gets the arguments, may return anything, and may call every function that it knows.
    pub(in crate::points_to) fn unknown_call(&mut self, site: usize) {
        if self.unknown_sites.contains(&site) {
            return;
        }
        let Site { arguments, result, kind, .. } = self.sites[site].clone();
        match kind {
            SiteKind::Call | SiteKind::Thread | SiteKind::At(_) | SiteKind::Start(_) => self.unknown_sites.push(site),
            SiteKind::Later(_) => self.unknown_later = true,
        }
        for argument in arguments.into_iter().flatten() {
            self.copy(argument, self.outside);
        }
        if let Some(result) = result {
            self.copy(self.outside, result);
        }
    }

    pub(super) fn join_outside(&mut self, location: LocationId) {
        let cell = self.objects.node(location);
        self.copy(cell, self.outside);
        // What is constant holds what it holds at first.
        if !self.is_constant(self.objects.location(location).object) {
            self.copy(self.outside, cell);
            self.outside_locations.insert(location.number());
        }
    }

    /// Code that is not there learns of an object.
    pub(super) fn know_outside(&mut self, object: ObjectId) {
        if !self.outside_objects.insert(object) {
            return;
        }
        if let ObjectKind::Function(function) = self.objects.object(object).kind {
            let program = self.program;
            for parameter in &program.functions[function].parameters {
                let parameter = self.register(function, *parameter);
                self.copy(self.outside, parameter);
            }
            let returned = self.returned(function);
            self.copy(returned, self.outside);
            return;
        }
        // Constraints look no more into cells that code which is not there knows: one is made here, so that the object leads somewhere.
        self.location(object, 0);
        for location in self.objects.cell_ids(object) {
            self.join_outside(location);
        }
    }
}
