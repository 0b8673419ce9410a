//! What generation needs to know of an architecture: its words, and how accesses are written.

use crate::cycle::{Access, Location};
use crate::edge::{DependencyId, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::Vocabulary;

/// On what an access depends.
#[derive(Clone, Copy)]
pub(crate) struct DependsOn<'a> {
    pub(crate) dependency: DependencyId,
    /// The register that the value was read into.
    pub(crate) register: Register,
    /// The read.
    pub(crate) read: &'a Access,
    /// What is in the register when the cycle is executed.
    pub(crate) value: u64,
}

/// What an emission gives: the register of what was read, if anything was.
pub(crate) type Emitted = Result<Option<Register>, Refusal>;

/// An architecture, or a language, that tests can be generated for.
pub(crate) trait Architecture: Sync {
    /// Its words.
    fn vocabulary(&self) -> &'static Vocabulary;

    /// How many registers there are to give out.
    fn registers(&self) -> u8;

    /// The name of a register as initial states and conditions write it.
    fn register_name(&self, register: Register) -> &'static str;

    /// Writes an access.
    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, from: Option<DependsOn<'_>>) -> Emitted;

    /// Writes a read-modify-write.
    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        both: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted;

    /// Writes a fence.
    fn fence(&self, emitter: &mut Emitter<'_>, fence: FenceId) -> Result<(), Refusal> {
        emitter.line(format_args!("{}", self.vocabulary().fence(fence).text));
        Ok(())
    }

    /// Writes a branch that depends on a value read, for a dependency from a read to a fence. `false` where the dependency passes through the fence.
    fn branch(&self, emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<bool, Refusal>;

    /// Writes a plain read of all of a location, by an observer.
    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal>;

    /// Writes a store of the count of passed checks.
    fn store_checks(&self, emitter: &mut Emitter<'_>, count: Register, address: Register) -> Result<(), Refusal> {
        let _ = (emitter, count, address);
        Err(Refusal::new("this architecture has no attempts to count"))
    }

    /// Whether the sizes of locations that a test may have include this one.
    fn has_size(&self, size: Size) -> bool;
}
