//! Memory models as what must take effect before what.

use std::fmt;
use std::str::FromStr;

/// A memory model that all writes of which reach all threads at once (multi-copy atomic).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Sequential consistency: accesses take effect as they are entered.
    Sc,
    /// Total store order (x86): a write may be delayed past later reads of other locations.
    Tso,
    /// Partial store order (SPARC V8, appendix K): a write also past later writes to other locations.
    Pso,
    /// Relaxed memory order in the sense of section 2 of the paper: any access may be delayed past any later one of another location that does
    /// not depend on it.
    Rmo,
    /// Armv8-A at user level: Arm Architecture Reference Manual (DDI 0487), section B2.3.
    Armv8,
}

/// What is no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no model `{0}` to verify under")]
pub struct ModelError(pub String);

impl Model {
    /// All of them, the strongest first.
    pub const ALL: [Model; 5] = [Model::Sc, Model::Tso, Model::Pso, Model::Rmo, Model::Armv8];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::Rmo => "rmo",
            Model::Armv8 => "armv8",
        }
    }

    /// What is known of it; nothing of sequential consistency, which reorders nothing.
    pub const fn facts(self) -> Option<arch::Model> {
        match self {
            Model::Sc => None,
            Model::Tso => Some(arch::Model::TSO),
            Model::Pso => Some(arch::Model::PSO),
            Model::Rmo => Some(arch::Model::RMO),
            Model::Armv8 => Some(arch::Model::ARMV8),
        }
    }

    /// Whether a read may take effect after a later access.
    pub const fn delays_reads(self) -> bool {
        match self {
            Model::Sc | Model::Tso | Model::Pso => false,
            Model::Rmo | Model::Armv8 => true,
        }
    }

    /// Whether a write may take effect after a later access.
    pub const fn delays_writes(self) -> bool {
        !matches!(self, Model::Sc)
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
        Model::ALL.into_iter().find(|model| model.name() == name).ok_or_else(|| ModelError(name.to_owned()))
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
    /// The model of this name.
    pub fn find(name: &str) -> Option<LitmusModel> {
        let propagating = [Propagating::Power, Propagating::Armv7].map(LitmusModel::Propagating);
        Model::ALL.map(LitmusModel::MultiCopyAtomic).into_iter().chain(propagating).find(|model| model.name() == name)
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
            LitmusModel::Propagating(Propagating::Power) => "power",
            LitmusModel::Propagating(Propagating::Armv7) => "armv7",
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
