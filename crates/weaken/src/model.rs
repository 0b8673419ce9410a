//! Memory models as what must take effect before what.

use std::fmt;
use std::str::FromStr;

use arch::Pairs;

/// A memory model that all writes of which reach all threads at once (multi-copy atomic): sequential consistency, or what `arch` knows of another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Model(Option<arch::Model>);

/// An unknown model name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no model `{0}` to verify under")]
pub struct ModelError(pub String);

impl Model {
    /// Sequential consistency: accesses take effect as they are entered.
    pub const SC: Model = Model(None);
    /// Total store order (x86): a write may be delayed past later reads of other locations.
    pub const TSO: Model = Model(Some(arch::Model::TSO));
    /// Partial store order (SPARC V8, appendix K): a write also past later writes to other locations.
    pub const PSO: Model = Model(Some(arch::Model::PSO));
    /// Relaxed memory order in the sense of section 2 of the paper: any access may be delayed past any later one of another location that does
    /// not depend on it.
    pub const RMO: Model = Model(Some(arch::Model::RMO));
    /// Armv8-A at user level: Arm Architecture Reference Manual (DDI 0487), section B2.3.
    pub const ARMV8: Model = Model(Some(arch::Model::ARMV8));
    /// RISC-V: The RISC-V Instruction Set Manual, volume I, chapter "RVWMO Memory Consistency Model".
    pub const RVWMO: Model = Model(Some(arch::Model::RVWMO));
    /// RISC-V in total store order: the same, chapter "Ztso".
    pub const ZTSO: Model = Model(Some(arch::Model::ZTSO));

    /// All of them: sequential consistency, and those of all architectures, in the order of these.
    pub fn all() -> impl Iterator<Item = Model> {
        let others = arch::Model::all().filter(|model| model.is_multi_copy_atomic);
        std::iter::once(Model::SC).chain(others.map(|model| Model(Some(model))))
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self.0 {
            None => "sc",
            Some(facts) => facts.facts().name,
        }
    }

    /// What is known of it; nothing of sequential consistency, which reorders nothing.
    pub const fn facts(self) -> Option<arch::Model> {
        self.0
    }

    /// Whether it reorders nothing.
    pub const fn is_sequential(self) -> bool {
        self.0.is_none()
    }

    /// What is kept in order within a thread, apart from pairs that are never reordered; none under sequential consistency.
    pub(crate) const fn local(self) -> Option<arch::LocalOrder> {
        match self.0 {
            None => None,
            Some(facts) => Some(facts.facts().local),
        }
    }

    /// The pairs of accesses to different locations that may be reordered.
    pub(crate) const fn relaxes(self) -> Pairs {
        match self.0 {
            None => Pairs::NONE,
            Some(facts) => facts.facts().relaxes,
        }
    }

    /// Whether a read may take effect after a later access.
    pub const fn delays_reads(self) -> bool {
        !self.relaxes().and(Pairs::READ_ANY).is_empty()
    }

    /// Whether a write may take effect after a later access.
    pub const fn delays_writes(self) -> bool {
        !self.relaxes().and(Pairs::WRITE_ANY).is_empty()
    }

    /// Whether a write may take effect after a later write.
    pub(crate) const fn delays_writes_past_writes(self) -> bool {
        !self.relaxes().and(Pairs::WRITE_WRITE).is_empty()
    }

    /// Whether dependencies order anything that would not be ordered without.
    pub(crate) const fn has_dependencies(self) -> bool {
        match self.0 {
            None => false,
            Some(facts) => facts.facts().has_dependencies,
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(name: &str) -> Result<Model, ModelError> {
        Model::all().find(|model| model.name() == name).ok_or_else(|| ModelError(name.to_owned()))
    }
}

/// A memory model in which a write may reach other threads at different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Propagating {
    /// Power: J. Alglave, L. Maranget, M. Tautschnig: Herding Cats. TOPLAS 36(2), 2014, section 6.
    Power,
    /// 32-bit Arm before version 8, as the same paper proposes it (table VII): as Power, but that accesses to one location may commit in any order.
    Armv7,
}

impl Propagating {
    /// All of them.
    pub const ALL: [Propagating; 2] = [Propagating::Power, Propagating::Armv7];

    /// What is known of it.
    pub const fn facts(self) -> arch::Model {
        match self {
            Propagating::Power => arch::Model::POWER,
            Propagating::Armv7 => arch::Model::ARMV7,
        }
    }
}

/// What a litmus test is verified under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LitmusModel {
    /// Writes reach all other threads at once.
    MultiCopyAtomic(Model),
    /// They need not.
    Propagating(Propagating),
}

impl LitmusModel {
    /// All of them: sequential consistency, and those of all architectures, in the order of these.
    pub fn all() -> impl Iterator<Item = LitmusModel> {
        let of = |model: arch::Model| match Propagating::ALL.into_iter().find(|known| known.facts() == model) {
            Some(propagating) => Some(LitmusModel::Propagating(propagating)),
            None => model.is_multi_copy_atomic.then_some(LitmusModel::MultiCopyAtomic(Model(Some(model)))),
        };
        std::iter::once(LitmusModel::MultiCopyAtomic(Model::SC)).chain(arch::Model::all().filter_map(of))
    }

    /// The model of this name.
    pub fn find(name: &str) -> Option<LitmusModel> {
        LitmusModel::all().find(|model| model.name() == name)
    }

    /// What it is the model of, in a few words.
    pub const fn summary(self) -> &'static str {
        match self.facts() {
            None => "sequential consistency",
            Some(facts) => facts.facts().summary,
        }
    }

    /// What is known of it; nothing of sequential consistency.
    pub const fn facts(self) -> Option<arch::Model> {
        match self {
            LitmusModel::MultiCopyAtomic(model) => model.facts(),
            LitmusModel::Propagating(model) => Some(model.facts()),
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            LitmusModel::MultiCopyAtomic(model) => model.name(),
            LitmusModel::Propagating(model) => model.facts().facts().name,
        }
    }
}

impl fmt::Display for LitmusModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Model> for LitmusModel {
    fn from(model: Model) -> LitmusModel {
        LitmusModel::MultiCopyAtomic(model)
    }
}

impl From<Propagating> for LitmusModel {
    fn from(model: Propagating) -> LitmusModel {
        LitmusModel::Propagating(model)
    }
}
