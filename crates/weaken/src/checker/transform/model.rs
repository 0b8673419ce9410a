//! The models that programs are transformed for.

use std::fmt;

use crate::checker::code::Step;
use crate::checker::code::effect::{AccessKind, MemoryAccess};
use crate::{LitmusModel, Model, Propagating};

/// What a program is transformed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransformModel {
    /// Writes reach all other threads at once.
    MultiCopyAtomic(Model),
    /// They need not.
    Propagating(Propagating),
    /// Power as the framework of 2010 has it, to which the theorems of the paper apply: what coherence orders is ordered for all threads, and a write may be read before
    /// it is in memory, by every thread.
    Power2010,
}

impl TransformModel {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            TransformModel::MultiCopyAtomic(model) => model.name(),
            TransformModel::Propagating(model) => LitmusModel::Propagating(model).name(),
            TransformModel::Power2010 => "power-2010",
        }
    }

    /// The model for litmus tests, and for programs that are not transformed.
    pub const fn litmus(self) -> Option<LitmusModel> {
        match self {
            TransformModel::MultiCopyAtomic(model) => Some(LitmusModel::MultiCopyAtomic(model)),
            TransformModel::Propagating(model) => Some(LitmusModel::Propagating(model)),
            TransformModel::Power2010 => None,
        }
    }

    /// Its name in the output; none where programs are not transformed for it.
    pub(super) fn constant(self) -> Option<&'static str> {
        let multi_copy_atomic = [
            (Model::SC, "LK_SC"),
            (Model::TSO, "LK_TSO"),
            (Model::PSO, "LK_PSO"),
            (Model::RMO, "LK_RMO"),
            (Model::ARMV8, "LK_ARMV8"),
        ];
        match self {
            TransformModel::MultiCopyAtomic(model) => {
                multi_copy_atomic.into_iter().find(|(known, _)| *known == model).map(|(_, constant)| constant)
            }
            TransformModel::Propagating(Propagating::Power) => Some("LK_POWER"),
            TransformModel::Propagating(Propagating::Armv7) => Some("LK_ARMV7"),
            TransformModel::Power2010 => Some("LK_POWER_2010"),
        }
    }

    /// Whether writes may reach threads at different times.
    pub(in crate::checker) const fn propagates(self) -> bool {
        !matches!(self, TransformModel::MultiCopyAtomic(_))
    }

    /// Whether a read may take effect after a later access.
    pub(in crate::checker) const fn delays_reads(self) -> bool {
        match self {
            TransformModel::MultiCopyAtomic(model) => model.delays_reads(),
            TransformModel::Propagating(_) | TransformModel::Power2010 => true,
        }
    }

    /// Whether a step is an access that may take effect after a later one.
    pub(in crate::checker) fn delays(self, step: &Step) -> bool {
        let may_delay = |access: MemoryAccess| {
            // What a pair of instructions writes may be delayed as any write, though its read is not.
            access.kind == AccessKind::Write || access.annotation.paired || self.delays_reads()
        };
        step.access().is_some_and(may_delay)
    }

    /// What is known of it: what it reorders, and what compilers make of orders; nothing under sequential consistency.
    pub(in crate::checker) const fn facts(self) -> Option<arch::Model> {
        match self {
            TransformModel::MultiCopyAtomic(model) => model.facts(),
            TransformModel::Propagating(model) => Some(model.facts()),
            TransformModel::Power2010 => Some(arch::Model::POWER),
        }
    }
}

impl fmt::Display for TransformModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Model> for TransformModel {
    fn from(model: Model) -> TransformModel {
        TransformModel::MultiCopyAtomic(model)
    }
}

impl From<LitmusModel> for TransformModel {
    fn from(model: LitmusModel) -> TransformModel {
        match model {
            LitmusModel::MultiCopyAtomic(model) => TransformModel::MultiCopyAtomic(model),
            LitmusModel::Propagating(model) => TransformModel::Propagating(model),
        }
    }
}
