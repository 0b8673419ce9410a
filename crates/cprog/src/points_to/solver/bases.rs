//! Which event loops call a callback: those of the base that its event belongs to (libevent's manual, "Working with events").
//!
//! A callback belongs to the base that it is given to, or to one that its event is given with `event_base_set`; without that, to the one that `event_init` made last. Where it is not known which objects a base may be,
//! the callback is called in all loops, and the loop calls all callbacks. Over-approximates.

use std::collections::BTreeSet;

use crate::ir::FunctionId;
use crate::library::Effects;
use crate::points_to::constraints::selected;
use crate::points_to::object::{LocationId, ObjectId, ObjectKind};

use super::{Complex, Site, SiteKind, Solver};

/// The loops that a callback is called in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::points_to) enum Loops {
    /// All.
    All,
    /// Those of what these nodes point to.
    Of {
        /// The base, where one is given.
        base: Option<u32>,
        /// The event, which may be given another one.
        event: Option<u32>,
    },
}

/// What is known of bases, by nodes.
#[derive(Default)]
pub(in crate::points_to) struct Bases {
    /// Events, and the bases that they are given.
    pub(in crate::points_to) set: Vec<(u32, u32)>,
    /// Bases of events that are given none.
    pub(in crate::points_to) usual: Vec<u32>,
}

/// The objects that bases may be; none where that is not known.
type Objects = Option<BTreeSet<ObjectId>>;

impl Solver<'_> {
    /// What a call of a library has called in event loops, and whether it is one.
    pub(in crate::points_to) fn called_in_loops(&mut self, site: usize, effects: Effects) {
        let Site { point, arguments, result, .. } = self.sites[site].clone();
        let argument = |index: usize| arguments.get(index).copied().flatten();
        let base = effects.base.and_then(|index| argument(usize::from(index)));
        if effects.runs {
            self.loops.push((point, base));
        }
        // The event is given, or is what the call makes.
        let event = if effects.base_set_later || effects.base == Some(1) { argument(0) } else { result };
        let loops = match (base, event) {
            (Some(base), event) => Loops::Of { base: Some(base), event },
            (None, Some(event)) if effects.base_set_later => Loops::Of { base: None, event: Some(event) },
            (None, _) => Loops::All,
        };
        if effects.sets_base
            && let (Some(base), Some(event)) = (argument(0), argument(1))
        {
            self.bases.set.push((event, base));
        }
        if effects.usual_base {
            self.bases.usual.extend(result);
        }
        for index in (0..arguments.len()).filter(|index| Effects::has(effects.calls_later, *index)) {
            if let Some(function) = argument(index) {
                let arguments = vec![None, None, argument(index + 1)];
                let callback = self.add_site(Site { point, arguments, result: None, kind: SiteKind::Later(loops) });
                self.complex(function, Complex::Call { site: callback });
            }
        }
        for table in selected(effects.holds_callbacks, &arguments) {
            let held = self.new_node();
            self.complex(table, Complex::LoadAll { to: held });
            // A callback gets what stands beside it in the table, and objects of the library.
            let library = self.new_node();
            self.seed(library, self.library);
            let arguments = [held, library, library, library, library, library].map(Some).to_vec();
            let kind = SiteKind::Later(Loops::All);
            let callback = self.add_site(Site { point, arguments, result: None, kind });
            self.complex(held, Complex::Call { site: callback });
        }
    }

    /// Makes the calls of event loops.
    pub(super) fn call_in_loops(&mut self) {
        let later: Vec<(FunctionId, Objects)> =
            self.called_later.iter().map(|(function, loops)| (*function, self.bases_of(*loops))).collect();
        for (point, base) in self.loops.clone() {
            let own = base.and_then(|base| self.known(base));
            let is_called = |bases: &Objects| match (&own, bases) {
                (Some(own), Some(bases)) => !own.is_disjoint(bases),
                (None, _) | (_, None) => true,
            };
            let called = later.iter().filter(|(_, bases)| is_called(bases)).map(|(function, _)| *function);
            self.callees.entry(point).or_default().extend(called);
        }
    }

    fn bases_of(&self, loops: Loops) -> Objects {
        let Loops::Of { base, event } = loops else { return None };
        let mut bases = BTreeSet::new();
        let mut is_given = base.is_some();
        let events = match event {
            Some(event) => self.known(event)?,
            None => BTreeSet::new(),
        };
        for (other, set) in &self.bases.set {
            // A pointer to nothing known may be one to any event.
            if self.known(*other).is_none_or(|other| !events.is_disjoint(&other)) {
                is_given = true;
                bases.extend(self.known(*set)?);
            }
        }
        match base {
            Some(base) => bases.extend(self.known(base)?),
            None => {
                for usual in &self.bases.usual {
                    bases.extend(self.known(*usual)?);
                }
            }
        }
        is_given.then_some(bases)
    }

    fn objects_of(&self, node: u32) -> BTreeSet<ObjectId> {
        let mut node = node;
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        let pointees = &self.nodes[node as usize].pointees;
        pointees.iter().map(|location| self.objects.location(LocationId::from_number(location)).object).collect()
    }

    /// The objects that a node points to, if these are objects of the program that code which is not there does not know. A number beside them is taken to be no address.
    fn known(&self, node: u32) -> Objects {
        let mut objects = self.objects_of(node);
        objects.retain(|object| self.objects.object(*object).kind != ObjectKind::Number);
        let is_known = |object: &ObjectId| match self.objects.object(*object).kind {
            ObjectKind::Outside | ObjectKind::Caller | ObjectKind::Library | ObjectKind::Number => false,
            ObjectKind::Heap(_)
            | ObjectKind::Local(_)
            | ObjectKind::Global(_)
            | ObjectKind::Function(_)
            | ObjectKind::Arguments(_) => !self.outside_objects.contains(object),
        };
        (!objects.is_empty() && objects.iter().all(is_known)).then_some(objects)
    }
}
