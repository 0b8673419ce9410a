//! What the tags of events mean to the machine.

use litmus::Language;
use program::TagSet;

use crate::Model;

/// What a fence orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct FenceKind(u8);

impl FenceKind {
    /// Nothing.
    pub(super) const NONE: FenceKind = FenceKind(0);
    /// Every access before it with every one after it.
    pub(super) const FULL: FenceKind = FenceKind(1);
    /// Reads before it with every access after it.
    pub(super) const READ: FenceKind = FenceKind(2);
    /// Writes before it with writes after it.
    pub(super) const WRITE_WRITE: FenceKind = FenceKind(4);
    /// Writes before it with every access after it.
    pub(super) const WRITE: FenceKind = FenceKind(8);
    /// What decides branches and addresses before it with every access after it (an instruction barrier).
    pub(super) const DECIDED: FenceKind = FenceKind(16);

    pub(super) fn has(self, kind: FenceKind) -> bool {
        self.0 & kind.0 != 0
    }

    #[must_use]
    pub(super) fn with(self, kind: FenceKind) -> FenceKind {
        FenceKind(self.0 | kind.0)
    }

    pub(super) fn bits(self) -> u8 {
        self.0
    }
}

/// How an access is annotated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Annotation {
    /// Half of an atomic instruction.
    pub(super) atomic: bool,
    /// Half of a pair of exclusives.
    pub(super) exclusive: bool,
    /// A read-acquire.
    pub(super) acquire: bool,
    /// A read-acquire that an earlier release need not precede (Armv8.3's RCpc).
    pub(super) acquire_pc: bool,
    /// A write-release.
    pub(super) release: bool,
    /// A read whose result is thrown away.
    pub(super) no_return: bool,
}

/// The tags of a language that matter.
pub(super) struct Meaning {
    atomic: TagSet,
    exclusive: TagSet,
    acquire: TagSet,
    acquire_pc: TagSet,
    release: TagSet,
    no_return: TagSet,
    fences: Vec<(TagSet, FenceKind)>,
}

impl Meaning {
    /// What the tags of `language` mean; `None` when there is no machine for it under `model`.
    pub(super) fn of(language: &dyn Language, model: Model) -> Option<Meaning> {
        let is_known = match language.name() {
            "X86_64" => matches!(model, Model::Sc | Model::Tso | Model::Pso | Model::Rmo),
            "AArch64" => matches!(model, Model::Sc | Model::Armv8),
            _ => false,
        };
        let names: Vec<_> = language.tags().iter().collect();
        let tag = |name: &str| {
            let index = names.iter().position(|known| known == name);
            index.map_or(TagSet::NONE, |index| TagSet::only(index as u32))
        };
        let fence = |name: &str| match language.name() {
            "X86_64" => match name {
                "MFENCE" => Some(FenceKind::FULL),
                // Of no effect under TSO, where writes keep their order anyway.
                "SFENCE" => Some(FenceKind::WRITE_WRITE),
                // Of none under PSO either.
                "LFENCE" => Some(FenceKind::READ),
                _ => None,
            },
            "AArch64" => Self::barrier(name),
            _ => None,
        };
        let fences = names.iter().filter_map(|name| Some((tag(name), fence(name)?))).collect();
        is_known.then(|| Meaning {
            atomic: tag("X"),
            exclusive: tag("EX"),
            acquire: tag("A"),
            acquire_pc: tag("Q"),
            release: tag("L"),
            no_return: tag("NoRet"),
            fences,
        })
    }

    /// What a barrier of AArch64 orders (DDI 0487, B2.3.10). A domain (NSH, ISH, OSH) does not weaken it.
    fn barrier(name: &str) -> Option<FenceKind> {
        if name == "ISB" {
            return Some(FenceKind::DECIDED);
        }
        let (kind, domain) = name.split_once('.')?;
        let is_synchronization = match kind {
            "DMB" => false,
            "DSB" => true,
            _ => return None,
        };
        Some(match domain {
            "SY" | "NSH" | "ISH" | "OSH" => FenceKind::FULL,
            "LD" | "NSHLD" | "ISHLD" | "OSHLD" => FenceKind::READ,
            "ST" | "NSHST" | "ISHST" | "OSHST" if is_synchronization => FenceKind::WRITE,
            "ST" | "NSHST" | "ISHST" | "OSHST" => FenceKind::WRITE_WRITE,
            _ => return None,
        })
    }

    pub(super) fn annotation(&self, tags: TagSet) -> Annotation {
        let has = |tag: TagSet| tags.0 & tag.0 != 0;
        Annotation {
            atomic: has(self.atomic),
            exclusive: has(self.exclusive),
            acquire: has(self.acquire),
            acquire_pc: has(self.acquire_pc),
            release: has(self.release),
            no_return: has(self.no_return),
        }
    }

    pub(super) fn fence(&self, tags: TagSet) -> FenceKind {
        let has = |tag: TagSet| tags.0 & tag.0 != 0;
        self.fences.iter().filter(|(tag, _)| has(*tag)).fold(FenceKind::NONE, |all, (_, kind)| all.with(*kind))
    }
}
