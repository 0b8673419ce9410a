//! Which names are visible where.

use relation::Index;
use rustc_hash::FxHashMap;

use crate::ir::{BoundSlot, Slot};

/// The visible names and the frames around the place that is being resolved.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    /// All names that were bound or looked up.
    names: FxHashMap<&'a str, Known>,
    /// The names in the order in which they were bound.
    bound: Vec<&'a str>,
    /// For each frame, outermost first, how many slots it has.
    frames: Vec<usize>,
    /// How many names have been looked up.
    clock: usize,
}

/// What is known of a name.
#[derive(Debug, Default)]
struct Known {
    /// The visible binding.
    visible: Option<Visible>,
    /// The bindings that it hides, outermost first.
    hidden: Vec<Visible>,
    /// When it was looked up last; 0 for never.
    last_lookup: usize,
}

/// A binding and the frame that it is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visible {
    frame: usize,
    pub(super) place: BoundSlot,
}

/// A point in the order of bindings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl<'a> Scope<'a> {
    /// Nothing is bound; there is room for so many bindings.
    pub(super) fn with_capacity(bindings: usize) -> Scope<'a> {
        Scope {
            names: FxHashMap::with_capacity_and_hasher(bindings, Default::default()),
            bound: Vec::with_capacity(bindings),
            ..Scope::default()
        }
    }

    pub(super) fn enter_frame(&mut self) {
        self.frames.push(0);
    }

    /// Leaves the innermost frame and returns how many slots it has; names bound in it must be left before.
    pub(super) fn leave_frame(&mut self) -> usize {
        self.frames.pop().unwrap_or(0)
    }

    pub(super) fn is_top_level(&self) -> bool {
        self.frames.len() == 1
    }

    /// A slot in the innermost frame.
    pub(super) fn new_slot(&mut self) -> Slot {
        let size = self.frames.last_mut().expect("a frame is entered before names are bound");
        *size += 1;
        Slot::new(*size - 1)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.bound.len())
    }

    /// Makes a name mean `place`, which is in the innermost frame.
    pub(super) fn bind(&mut self, name: &'a str, place: BoundSlot) {
        let known = self.names.entry(name).or_default();
        known.hidden.extend(known.visible.replace(Visible { frame: self.frames.len() - 1, place }));
        self.bound.push(name);
    }

    /// Forgets what was bound since `mark`.
    pub(super) fn leave(&mut self, mark: Mark) {
        for name in self.bound.drain(mark.0..) {
            if let Some(known) = self.names.get_mut(name) {
                known.visible = known.hidden.pop();
            }
        }
    }

    /// The names bound since `mark`, each once, in the order of the last time.
    pub(super) fn bound_since(&self, mark: Mark) -> Vec<&'a str> {
        let mut names = self.bound[mark.0..].to_vec();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The visible binding of a name, with its distance in frames.
    pub(super) fn find(&self, name: &str) -> Option<(u32, BoundSlot)> {
        Some(self.seen_from_here(self.names.get(name)?.visible?))
    }

    fn seen_from_here(&self, Visible { frame, place }: Visible) -> (u32, BoundSlot) {
        ((self.frames.len() - 1 - frame) as u32, place)
    }

    /// All names that are bound.
    pub(super) fn visible_names(&self) -> impl Iterator<Item = &'a str> {
        self.names.iter().filter(|(_, known)| known.visible.is_some()).map(|(&name, _)| name)
    }

    /// As [`Scope::find`]; notes that the name was looked up.
    pub(super) fn look_up(&mut self, name: &'a str) -> Option<(u32, BoundSlot)> {
        self.clock += 1;
        let known = self.names.entry(name).or_default();
        known.last_lookup = self.clock;
        let visible = known.visible?;
        Some(self.seen_from_here(visible))
    }

    /// How many names have been looked up so far.
    pub(super) fn clock(&self) -> usize {
        self.clock
    }

    /// Whether a name was looked up after `clock`.
    pub(super) fn was_looked_up_since(&self, name: &str, clock: usize) -> bool {
        self.names.get(name).is_some_and(|known| known.last_lookup > clock)
    }
}
