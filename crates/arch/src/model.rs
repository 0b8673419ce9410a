//! The memory models that programs are analysed under: what each relaxes, and what restores it.
//!
//! A pair of accesses that a model relaxes may take effect in either order when nothing stands between them. What the cat models say in axioms stands here as far as the analyses
//! of programs ask for it; the instructions of fences and accesses are those of the model's architecture.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::architecture::Architecture;
use crate::barrier::{Barrier, Direction, Pairs};
use crate::c::FenceKind;
use crate::c11::{Compiled, Mapping, Operation, Order};

/// A fence that can be put in to order pairs under a model.
#[derive(Clone, Copy, Debug)]
pub struct PlacedFence {
    /// Its kind, by which it is written in C.
    pub kind: FenceKind,
    /// What it orders at least.
    pub barrier: Barrier,
    /// What it costs beside the others.
    pub cost: f64,
}

/// A fence to put in.
pub(crate) const fn placed(kind: FenceKind, barrier: Barrier, cost: f64) -> PlacedFence {
    PlacedFence { kind, barrier, cost }
}

/// How litmus tests of a model are written.
#[derive(Clone, Copy, Debug)]
pub struct LitmusTests {
    /// What they begin with.
    pub language: &'static str,
    /// What others begin with that it is the model of, too.
    pub others: &'static [&'static str],
}

/// How an atomic read-modify-write of one instruction stands among the accesses of its thread. (A pair of a load-linked and a store-conditional is two accesses everywhere.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// It is a full barrier, whatever its instruction is.
    Barrier,
    /// It is one access, which reads and writes at one moment.
    OneAccess,
    /// It is a read and a write. Accesses behind it may come between the two, but no write of another thread to its location.
    TwoAccesses,
}

/// What a read waits for whose value would come from a read-modify-write of its own thread that has not written to memory yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnUpdates {
    /// Nothing: it may have the value before other threads do.
    Forwarded,
    /// An acquire waits for what the read-modify-write reads, any other read for nothing.
    AcquiresWaitForReads,
    /// The write.
    WaitedFor,
}

/// What is kept in order within a thread beyond fences, annotations and dependencies of single accesses, where writes reach all other threads at once.
#[derive(Clone, Copy, Debug)]
pub struct LocalOrder {
    /// How read-modify-writes stand in it.
    pub updates: Updates,
    /// What reads of what they write wait for.
    pub own_updates: OwnUpdates,
    /// Whether a write waits until the addresses of all accesses before it are known.
    pub knows_addresses: bool,
    /// Whether a sequential acquire waits for the sequential releases before it.
    pub acquires_wait_for_releases: bool,
    /// The barrier that keeps two reads of one location in order; none where the later one never sees an older write.
    pub reads_ordered_by: Option<&'static str>,
    /// Whether a load-linked waits for everything before it, and everything behind a store-conditional that stores for that.
    pub pairs_are_barriers: bool,
    /// Whether a thread that writes to a location between its load-linked and its store-conditional gives up that no other thread does.
    pub own_writes_excuse: bool,
}

impl LocalOrder {
    /// Program order is kept but for writes that are delayed; read-modify-writes are barriers.
    pub(crate) const BUFFERED: LocalOrder = LocalOrder {
        updates: Updates::Barrier,
        own_updates: OwnUpdates::Forwarded,
        knows_addresses: false,
        acquires_wait_for_releases: true,
        reads_ordered_by: None,
        pairs_are_barriers: false,
        own_writes_excuse: false,
    };
    /// Dependencies are kept, and writes wait for earlier addresses; a read-modify-write is a read and a write.
    pub(crate) const DEPENDENT: LocalOrder =
        LocalOrder { updates: Updates::TwoAccesses, knows_addresses: true, ..LocalOrder::BUFFERED };
}

impl LitmusTests {
    /// Whether it is the model of tests that begin with this word.
    pub fn are_in(&self, language: &str) -> bool {
        self.language == language || self.others.contains(&language)
    }
}

/// What is known of a model.
pub struct ModelFacts {
    /// Its one name, which is that of its cat model. Other words for it are aliases of that (`models`).
    pub name: &'static str,
    /// What it is the model of, in a few words.
    pub summary: &'static str,
    /// Its litmus tests, if there is a cat model of this name that judges them.
    pub litmus: Option<LitmusTests>,
    /// The pairs of accesses to different locations that may be reordered.
    pub relaxes: Pairs,
    /// Whether a write reaches all other threads at once.
    pub is_multi_copy_atomic: bool,
    /// Whether dependencies order anything that would not be ordered without.
    pub has_dependencies: bool,
    /// What is kept in order within a thread.
    pub local: LocalOrder,
    /// The fences to choose from; the first one orders everything.
    pub fences: &'static [PlacedFence],
    /// The mapping that programs are explored by.
    pub mapping: &'static Mapping,
    /// The mappings that compilers write. A program is robust only if it is so by each of them.
    pub compilers: &'static [&'static Mapping],
}

/// A model: what is known of it, as a value to be copied and compared.
#[derive(Clone, Copy)]
pub struct Model(&'static ModelFacts);

impl Model {
    /// The model with these facts.
    pub const fn new(facts: &'static ModelFacts) -> Model {
        Model(facts)
    }

    /// All models, in the order of their architectures.
    pub fn all() -> impl Iterator<Item = Model> + Clone {
        crate::ARCHITECTURES.iter().flat_map(|architecture| architecture.models).map(|model| **model)
    }

    /// The architecture that it is a model of.
    pub fn architecture(self) -> Option<&'static Architecture> {
        crate::ARCHITECTURES
            .iter()
            .copied()
            .find(|architecture| architecture.models.iter().any(|model| **model == self))
    }

    /// What is known of it, in constants.
    pub const fn facts(self) -> &'static ModelFacts {
        self.0
    }

    /// Whether every read-modify-write is a full barrier, whatever its instructions are.
    pub const fn updates_are_barriers(self) -> bool {
        matches!(self.0.local.updates, Updates::Barrier)
    }

    /// Whether writes may be overtaken by later reads, and nothing else by anything, and read-modify-writes are barriers: total store order, under whatever name.
    pub fn is_total_store_order(self) -> bool {
        self.relaxes == Pairs::WRITE_READ && self.updates_are_barriers()
    }

    /// Whether the model lets a pair of accesses to different locations be reordered.
    pub fn relaxes(self, first: Direction, second: Direction) -> bool {
        self.relaxes.has(first, second)
    }

    /// What a barrier instruction in a program orders: one of this model's architecture, or else of any other, which counts as what it orders there. None where no architecture knows it.
    pub fn barrier(self, instruction: &str) -> Option<Barrier> {
        let own = self.architecture().and_then(|own| own.barrier(instruction));
        own.or_else(|| crate::barrier_of_any(instruction))
    }

    /// The weakest fence of this model that orders what a barrier orders, where writes may reach threads at different times and the barrier may be one of another architecture; elsewhere the
    /// barrier itself.
    pub fn own(self, barrier: Barrier) -> Barrier {
        let is_own = barrier.needs_branch || barrier.is_nothing() || self.is_multi_copy_atomic;
        let Some(architecture) = self.architecture().filter(|_| !is_own) else { return barrier };
        let own = || architecture.barriers.iter().map(|row| row.barrier);
        if own().any(|own| own == barrier) {
            return barrier;
        }
        let orders_as_much = own().filter(|own| !own.needs_branch && own.pairs.contains(barrier.pairs));
        orders_as_much.min_by_key(|own| (own.pairs.bits().count_ones(), own.cumulativity)).unwrap_or(Barrier::FULL)
    }

    /// What each mapping that compilers write makes of an operation, as far as all of them order it.
    pub fn weakest(self, operation: Operation, order: Order) -> Compiled {
        let of = |mapping: &&'static Mapping| {
            let operation = mapping.code_of(operation, order);
            Some(self.with_barriers_of_updates(mapping, operation, order, mapping.weakest(operation, order)?))
        };
        self.compilers.iter().filter_map(of).reduce(Compiled::common).unwrap_or_default()
    }

    /// What the mapping that programs are explored by makes of an operation.
    pub fn compiled(self, operation: Operation, order: Order) -> Compiled {
        self.compiled_by(self.mapping, operation, order)
    }

    /// What a mapping makes of an operation.
    pub fn compiled_by(self, mapping: &Mapping, operation: Operation, order: Order) -> Compiled {
        let operation = mapping.code_of(operation, order);
        let compiled = mapping.compiled(operation, order).unwrap_or_default();
        self.with_barriers_of_updates(mapping, operation, order, compiled)
    }

    /// The mappings of the model's architecture, by name.
    pub fn mappings(self) -> &'static [&'static Mapping] {
        self.architecture().map_or(&[], |architecture| architecture.mappings)
    }

    /// The mappings that a compiler with these options may use for programs under the model: several where it is the machine that decides as the program runs.
    pub fn mappings_by(self, options: &[&str]) -> Vec<&'static Mapping> {
        if self == Model::ARMV8 { crate::aarch64::targets::mappings_by(options) } else { vec![self.mapping] }
    }

    fn with_barriers_of_updates(
        self,
        mapping: &Mapping,
        operation: Operation,
        order: Order,
        mut compiled: Compiled,
    ) -> Compiled {
        // A pair of a load-linked and a store-conditional is no instruction that is a barrier, whatever the others are.
        let is_one = operation.is_read_modify_write() && !mapping.is_pair(operation, order);
        compiled.access.is_locked |= self.updates_are_barriers() && is_one;
        compiled
    }
}

impl Deref for Model {
    type Target = ModelFacts;

    fn deref(&self) -> &ModelFacts {
        self.0
    }
}

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        self.name == other.name
    }
}

impl Eq for Model {}

impl PartialOrd for Model {
    fn partial_cmp(&self, other: &Model) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Model {
    fn cmp(&self, other: &Model) -> std::cmp::Ordering {
        self.name.cmp(other.name)
    }
}

impl std::hash::Hash for Model {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Model {
    type Err = ();

    fn from_str(name: &str) -> Result<Model, ()> {
        Model::all().find(|model| model.name == name).ok_or(())
    }
}
