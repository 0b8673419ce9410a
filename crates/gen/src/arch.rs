//! The architectures and languages that tests can be generated for, one module each: a table of words, and how accesses are written.
//!
//! Which instructions stand for which edges, and which register is given out when, are diy7's choices, so that a cycle gives its test to the letter.

mod aarch64;
mod arm;
mod attempts;
mod c;
mod java;
mod load_store;
mod loongarch;
mod mips;
mod ppc;
mod riscv;
mod s390x;
mod x86_64;

use crate::architecture::Architecture;
pub(crate) use java::Handle;

pub(crate) static ALL: &[&dyn Architecture] = &[
    &x86_64::X86_64,
    &aarch64::AArch64,
    &arm::Arm,
    &ppc::Ppc,
    &riscv::RiscV,
    &load_store::LoadStore(loongarch::LoongArch),
    &mips::Mips,
    &load_store::LoadStore(s390x::S390x),
    &c::C,
    &java::Java,
];
