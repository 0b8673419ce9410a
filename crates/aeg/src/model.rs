//! How strongly fences and atomic accesses order pairs under a memory model.
//!
//! What models relax, what barriers order and what compilers make of C11's operations is [`arch`]'s; the source of strengths is "Herding cats" (Alglave, Maranget, Tautschnig 2014).
//!
//! A pair of accesses is ordered with a [`Strength`]. On models whose writes reach all other threads at once a cycle is forbidden when each of its pairs
//! is ordered at all.

use arch::c11::{Mapping, Operation};
use arch::{Barrier, Compiled, Cumulativity, ModelFacts, Pairs};
use cprog::ir::Order;

pub use arch::{Annotated, Direction, FenceKind, Model};

/// What an access costs more when it is a load-acquire or a store-release.
const ORDERED_ACCESS: f64 = 1.0;

/// What a dependency costs that is put in: less than a fence of any kind, and a little more than `ORDERED_ACCESS`, as more is written.
pub const DEPENDENCY: f64 = 1.05;

/// How strongly a pair of accesses is ordered, or must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Not at all.
    #[default]
    None,
    /// In its own thread: by a dependency, say.
    Local,
    /// And cumulatively for what the pair's first access has read: `lwsync`.
    Lightweight,
    /// For all threads: `sync`.
    Full,
}

/// What fences order under a model: each pair of directions, how strongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fence {
    /// By the direction of the access before, then by that of the access behind.
    strengths: [[Strength; 2]; 2],
    /// Whether what it orders are reads that a branch before it depends on, with all behind it.
    pub is_control: bool,
}

impl Fence {
    /// It orders nothing.
    pub const NONE: Fence = Fence { strengths: [[Strength::None; 2]; 2], is_control: false };
    /// It orders everything, for all threads.
    pub const FULL: Fence = Fence { strengths: [[Strength::Full; 2]; 2], is_control: false };

    /// These pairs, with this strength.
    fn with(pairs: Pairs, strength: Strength) -> Fence {
        let mut fence = Fence::NONE;
        for (before, behind) in pairs.iter() {
            fence.strengths[before as usize][behind as usize] = strength;
        }
        fence
    }

    /// A barrier of the program, or one that stands there in the place of it ([`Model::own`]).
    pub fn of(model: Model, barrier: Barrier) -> Fence {
        if barrier.needs_branch {
            return Fence { is_control: true, ..Fence::NONE };
        }
        let barrier = model.own(barrier);
        Fence::with(barrier.pairs, strength(barrier.cumulativity))
    }

    /// These pairs, as the weakest barrier of the model that orders them orders them, and no others.
    pub fn of_pairs(model: Model, pairs: Pairs) -> Fence {
        Fence::with(pairs, strength(model.own(Barrier::lightweight(pairs)).cumulativity))
    }

    /// A fence of this kind that is put in.
    pub fn placed(model: Model, kind: FenceKind) -> Fence {
        match model.fences.iter().find(|fence| fence.kind == kind) {
            Some(fence) => Fence::with(fence.barrier.pairs, strength(fence.barrier.cumulativity)),
            // What stood there already may be of a kind that would not be put in.
            None => Fence::of_pairs(model, kind.pairs()),
        }
    }

    /// How strongly it orders a pair.
    pub fn strength(self, first: Direction, second: Direction) -> Strength {
        self.strengths[first as usize][second as usize]
    }

    /// The pairs that it orders.
    fn pairs(self) -> Pairs {
        let is_ordered = |(first, second): &(Direction, Direction)| self.strength(*first, *second) > Strength::None;
        Pairs::ALL
            .iter()
            .filter(is_ordered)
            .fold(Pairs::NONE, |all, (first, second)| all.or(Pairs::only(first, second)))
    }

    /// The kind of fence that it is: the weakest that orders as much.
    pub fn kind(self) -> FenceKind {
        if self.is_control { FenceKind::Control } else { FenceKind::of(Barrier::of(self.pairs())) }
    }

    /// Whether it orders nothing, whatever stands before it.
    pub fn is_none(self) -> bool {
        self == Fence::NONE
    }

    /// What both order together.
    #[must_use]
    pub fn and(self, other: Fence) -> Fence {
        let mut both = self;
        for (first, second) in Pairs::ALL.iter() {
            let strength = &mut both.strengths[first as usize][second as usize];
            *strength = other.strength(first, second).max(*strength);
        }
        both.is_control |= other.is_control;
        both
    }

    /// Whether it orders all that the other one orders, as strongly.
    fn covers(self, other: Fence) -> bool {
        Pairs::ALL.iter().all(|(first, second)| self.strength(first, second) >= other.strength(first, second))
    }
}

fn strength(cumulativity: Cumulativity) -> Strength {
    match cumulativity {
        Cumulativity::None => Strength::Local,
        Cumulativity::Lightweight => Strength::Lightweight,
        Cumulativity::Full => Strength::Full,
    }
}

/// What an atomic access does beside reading and writing, by its mapping to the architecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtomicOrder {
    /// A fence before it.
    pub before: Fence,
    /// A fence after it.
    pub after: Fence,
    /// Its read is before everything later (`LDAR`, `lwz; cmp; bc; isync`).
    pub acquire: Annotated,
    /// Everything earlier is before its write (`STLR`). Where both are sequential, it is also before later acquires.
    pub release: Annotated,
}

/// Where an access stands on a path whose ends are to be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is the first access.
    First,
    /// It is between the two.
    Between,
    /// It is the second access.
    Second,
}

impl AtomicOrder {
    /// The order of an operation under a model: what each code orders that compilers write for it.
    pub fn of(model: Model, operation: AtomicOperation, order: Order) -> AtomicOrder {
        let Compiled { before, access, is_decided, after, .. } = model.weakest(operation.in_c11(), order.in_c11());
        if access.is_locked {
            return AtomicOrder { before: Fence::FULL, after: Fence::FULL, ..AtomicOrder::default() };
        }
        // The branch of an exchange depends on whether its write was made, and not on what was read: in the models of Power the read is not before what stands behind such a branch and barrier.
        let is_decided = is_decided && operation != AtomicOperation::ReadModifyWrite;
        let acquire = if is_decided { access.acquire.max(Annotated::ProcessorConsistent) } else { access.acquire };
        AtomicOrder {
            before: Fence::of(model, before),
            after: Fence::of(model, after),
            acquire,
            release: access.release,
        }
    }

    /// Whether its read is before everything later.
    pub fn acquires(self) -> bool {
        self.acquire > Annotated::No
    }

    /// Whether everything earlier is before its write.
    pub fn releases(self) -> bool {
        self.release > Annotated::No
    }

    /// How strongly an access of this order orders a pair by itself. `first` and `second` are the directions of the pair. That a release is ordered with a later acquire
    /// is not part of it.
    pub fn strength(&self, role: Role, first: Direction, second: Direction) -> Strength {
        let (before, after) = (self.before.strength(first, second), self.after.strength(first, second));
        match role {
            Role::First => after.max(if self.acquires() { Strength::Local } else { Strength::None }),
            Role::Between => before.max(after),
            Role::Second => before.max(if self.releases() { Strength::Full } else { Strength::None }),
        }
    }

    /// What two orders of one access order together.
    #[must_use]
    pub fn and(self, other: AtomicOrder) -> AtomicOrder {
        AtomicOrder {
            before: self.before.and(other.before),
            after: self.after.and(other.after),
            acquire: self.acquire.max(other.acquire),
            release: self.release.max(other.release),
        }
    }

    /// What of it belongs to the read of a read-modify-write: what comes before the operation stands before its read.
    #[must_use]
    pub fn of_read(self) -> AtomicOrder {
        AtomicOrder { after: Fence::NONE, release: Annotated::No, ..self }
    }

    /// What of it belongs to the write of a read-modify-write.
    #[must_use]
    pub fn of_write(self) -> AtomicOrder {
        AtomicOrder { before: Fence::NONE, acquire: Annotated::No, ..self }
    }

    /// What it costs to give an access this order: its fences cost what they do elsewhere, a load-acquire or store-release instruction less than any fence.
    pub fn cost(self, model: Model) -> f64 {
        let fence = |fence: Fence| {
            let covering = model.fences.iter().filter(|column| Fence::of(model, column.barrier).covers(fence));
            let cheapest = covering.map(|column| column.cost).min_by(f64::total_cmp);
            if fence.is_none() { 0.0 } else { cheapest.unwrap_or(0.0) }
        };
        let instruction = |is_one: bool| if is_one { ORDERED_ACCESS } else { 0.0 };
        fence(self.before) + fence(self.after) + instruction(self.acquires()) + instruction(self.releases())
    }
}

/// Which operation an order belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOperation {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write that always writes.
    ReadModifyWrite,
    /// A compare-and-exchange, which branches on what it has read.
    CompareExchange,
}

impl AtomicOperation {
    /// The operation of C11 whose code orders what the code of all operations of this kind does.
    fn in_c11(self) -> Operation {
        match self {
            AtomicOperation::Load => Operation::Load,
            AtomicOperation::Store => Operation::Store,
            AtomicOperation::ReadModifyWrite => Operation::Exchange,
            AtomicOperation::CompareExchange => Operation::CompareExchangeStrong,
        }
    }
}

/// What a fence of C11 becomes.
pub fn fence_of_c11(model: Model, order: Order) -> Fence {
    Fence::of(model, model.weakest(Operation::Fence, order.in_c11()).before)
}

/// The model, for programs that are compiled by one of these mappings alone. What it is made of is kept until the process ends.
pub fn compiled_by(model: Model, mappings: &[&'static Mapping]) -> Model {
    let compilers = Box::leak(mappings.to_vec().into_boxed_slice());
    Model::new(Box::leak(Box::new(ModelFacts { compilers, ..*model.facts() })))
}

/// Whether a read is before the writes to a location that come behind one whose data depend on the read: where writes to one location are in the order within a thread that dependencies go on with (`ppo` of
/// RISC-V, rule 1; `lws` in Armv8's `lob`; `po-loc` in `cc0` of Power). Not under Armv7, whose `cc0` has no `po-loc` ("Herding cats", section 8), and SPARC's rules ask for two dependencies.
pub(crate) fn data_is_before_later_writes(model: Model) -> bool {
    model.local.knows_addresses && model != Model::ARMV7
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fence of a RISC-V store orders it with what comes before, and nothing across it; that of an Armv7 load stands behind it.
    #[test]
    fn fences_of_sequentially_consistent_accesses_stand_where_the_mappings_have_them() {
        let of = |model: Model, operation, role| {
            AtomicOrder::of(model, operation, Order::SeqCst).strength(role, Direction::Write, Direction::Read)
        };
        assert_eq!(of(Model::RVWMO, AtomicOperation::Store, Role::Between), Strength::None);
        assert_eq!(of(Model::RVWMO, AtomicOperation::Load, Role::Between), Strength::Full);
        assert_eq!(of(Model::ARMV7, AtomicOperation::Load, Role::Second), Strength::None);
        assert_eq!(of(Model::ARMV7, AtomicOperation::Store, Role::First), Strength::Full);
        for model in [Model::PSO, Model::RMO] {
            assert_eq!(of(model, AtomicOperation::Load, Role::Second), Strength::None, "{model}");
            assert_eq!(of(model, AtomicOperation::Store, Role::First), Strength::Full, "{model}");
        }
    }

    /// `STR` and a later `LDAR`, or `STLR` and a later `LDR`, are not ordered.
    #[test]
    fn sequentially_consistent_loads_do_not_release_and_stores_do_not_acquire() {
        for model in Model::all() {
            let load = AtomicOrder::of(model, AtomicOperation::Load, Order::SeqCst);
            let store = AtomicOrder::of(model, AtomicOperation::Store, Order::SeqCst);
            assert!(!load.releases() && !store.acquires(), "{model}");
        }
        let load = AtomicOrder::of(Model::ARMV8, AtomicOperation::Load, Order::SeqCst);
        assert_eq!(load.strength(Role::Second, Direction::Write, Direction::Read), Strength::None);
        let store = AtomicOrder::of(Model::ARMV8, AtomicOperation::Store, Order::SeqCst);
        assert_eq!(store.strength(Role::First, Direction::Write, Direction::Read), Strength::None);
    }

    #[test]
    fn fences_order_what_their_barriers_do() {
        let strengths =
            |fence: Fence| Pairs::ALL.iter().map(|(first, second)| fence.strength(first, second)).collect::<Vec<_>>();
        use Strength::{Full, Lightweight, None};
        let reads = Barrier::of(Pairs::READ_ANY);
        assert_eq!(strengths(Fence::of(Model::ARMV8, reads)), [Full, Full, None, None]);
        assert_eq!(strengths(Fence::of(Model::POWER, reads)), [Lightweight, Lightweight, None, Lightweight], "lwsync");
        assert_eq!(strengths(Fence::of(Model::ARMV7, reads)), [Full; 4], "dmb");
        assert_eq!(strengths(Fence::of_pairs(Model::POWER, Pairs::READ_ANY)), [Lightweight, Lightweight, None, None]);
        for model in Model::all() {
            assert!(Fence::of(model, Barrier::CONTROL).is_control);
            for fence in model.fences {
                assert_eq!(Fence::placed(model, fence.kind).kind(), fence.kind, "{model}");
            }
        }
    }
}
