//! Facts about architectures as data: what each is called, what its barriers order, what compilers make of C11's atomic operations and the kernel of its macros, how a fence is written,
//! and which models speak of it.
//!
//! Everything that has to know such a fact looks it up here: the reading of inline assembly (`cprog`), the choice of fences (`aeg`, `fence`), the machines that programs are explored on
//! (`weaken`), mapping tables (`mix`). It is held to the cat models by tests of the `lakmus` crate: what a row claims to order is ordered there, and what it does not is not.
//!
//! - [`Architecture`]: one file each, listed in [`ARCHITECTURES`]. Its table of barriers gives for a mnemonic with operands a [`Barrier`]: which [`Pairs`] of accesses it orders, and how
//!   cumulatively. An instruction that no table has is unknown, and never taken for a barrier.
//! - [`Mapping`]: rows of instructions for C11's operations, by order and size, several a target. [`Mapping::code`] gives the instructions of an operation, [`Mapping::compiled`] what
//!   they order, read off the instructions.
//! - [`Model`]: what a model relaxes, the fences that can be put in, the mapping that `verify` explores programs by ([`Model::compiled`]), and those that compilers write, of which `fence` takes the weakest
//!   ([`Model::weakest`]).
//! - [`Synchronisation`]: what locks, starts and ends of threads, semaphores and their like order: the atomic operations that they usually are made of, and so the mapping's rows.
//! - [`c`], [`kernel`]: how fences are written in C, C++ and the kernel; [`Architecture::kernel`]: the code of the kernel's macros.
//! - [`java`]: compilation schemes for Java. [`headers`]: the words that litmus tests begin with.
//!
//! To add an architecture: one file with a `static` [`Architecture`] (and its mappings and models, if there are any), and one line in [`ARCHITECTURES`].
//!
//! It is data and look-up: no analysis, no file, no instruction's meaning beyond what it orders.
//!
//! ```
//! use lakmus_arch::{Barrier, Model, Pairs, c11};
//!
//! let aarch64 = lakmus_arch::architecture("aarch64").expect("it is listed");
//! assert_eq!(aarch64.barrier("dsb ishld"), Some(Barrier::of(Pairs::READ_ANY)));
//! assert_eq!(aarch64.barrier("dsb st"), Some(Barrier::of(Pairs::WRITE_ANY)));
//! assert_eq!(aarch64.barrier("add x0,x0,x1"), None);
//!
//! let table = lakmus_arch::mapping("power-leading-sync").expect("it is listed");
//! assert_eq!(table.code(c11::Operation::Store, c11::Order::Release, 32).map(<[_]>::len), Some(2));
//! let release = Model::POWER.compiled(c11::Operation::Store, c11::Order::Release);
//! assert_eq!(release.before, Barrier::lightweight(Pairs::LIGHTWEIGHT));
//! ```

pub mod aarch64;
pub mod architecture;
pub mod arm;
pub mod barrier;
pub mod bpf;
pub mod c;
pub mod c11;
pub mod headers;
pub mod java;
pub mod kernel;
pub mod loongarch;
pub mod mips;
pub mod model;
pub mod power;
pub mod riscv;
pub mod s390x;
pub mod sparc;
pub mod synchronisation;
pub mod x86;

pub use architecture::{Architecture, HerdDefault};
pub use barrier::{Barrier, Cumulativity, Direction, Pairs, together};
pub use c::{Dialect, FenceKind};
pub use c11::{Annotated, Annotation, Compiled, Mapping};
pub use model::{LocalOrder, Model, ModelFacts, OwnUpdates, PlacedFence, Updates};
pub use synchronisation::{Locks, Synchronisation};

/// All architectures.
pub static ARCHITECTURES: &[&Architecture] = &[
    &x86::X86_64,
    &x86::X86,
    &sparc::SPARC,
    &power::POWER,
    &arm::ARMV7,
    &arm::AARCH32,
    &aarch64::AARCH64,
    &riscv::RISCV,
    &loongarch::LOONGARCH,
    &mips::MIPS,
    &s390x::S390X,
    &bpf::BPF,
];

/// The architecture that a word names: what litmus tests begin with, or one of its other words. Of two with one name it is the first.
pub fn architecture(word: &str) -> Option<&'static Architecture> {
    ARCHITECTURES.iter().copied().find(|architecture| architecture.is_called(word))
}

/// herd7's default model for tests that begin with this word; none where herd7 has none.
pub fn herd_default(header: &str) -> Option<HerdDefault> {
    match header {
        "C" => Some(HerdDefault { shipped: "c11", file: "c11_partialSC.cat" }),
        _ => ARCHITECTURES.iter().find(|architecture| architecture.name == header)?.herd_default,
    }
}

/// Whether stores of words keep no sign in herd7's memory, for tests that begin with this word: negative words come last there among final states.
pub fn herd_masks_words(header: &str) -> bool {
    matches!(header, "AArch64" | "RISCV")
}

/// All mappings, in the order of their architectures.
pub fn mappings() -> impl Iterator<Item = &'static Mapping> {
    ARCHITECTURES.iter().flat_map(|architecture| architecture.mappings).copied()
}

/// The mapping of this name.
pub fn mapping(name: &str) -> Option<&'static Mapping> {
    mappings().find(|mapping| mapping.name == name)
}

/// What a barrier instruction orders on every architecture that has it; none where none has it, or where it stands for different things.
pub fn barrier_of_any(instruction: &str) -> Option<Barrier> {
    let known: Vec<Barrier> =
        ARCHITECTURES.iter().filter_map(|architecture| architecture.barrier(instruction)).collect();
    let is_mixed =
        known.iter().any(|barrier| barrier.needs_branch) && !known.iter().all(|barrier| barrier.needs_branch);
    if is_mixed { None } else { known.into_iter().reduce(Barrier::common) }
}

#[cfg(test)]
mod tests;
