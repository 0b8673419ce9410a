//! The architectures and languages that tests can be generated for, one module each: a table of words, and how accesses are written.
//!
//! Which instructions stand for which edges, and which register is given out when, are diy7's choices, so that a cycle gives its test to the letter.

mod aarch64;
mod arm;
mod attempts;
mod bpf;
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
    &bpf::Bpf,
    &c::C,
    &java::Java,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    /// The words are diy's, and what they are written as is; what such an instruction orders is known to `arch` alone.
    #[test]
    fn each_fence_is_a_barrier_that_arch_knows() {
        let mut count = 0;
        for vocabulary in ALL.iter().map(|architecture| architecture.vocabulary()) {
            let Some(facts) = arch::architecture(vocabulary.architecture) else {
                assert!(["C", "Java"].contains(&vocabulary.architecture), "{}", vocabulary.architecture);
                continue;
            };
            for fence in vocabulary.fences {
                let orders = facts.barrier(fence.text);
                assert!(orders.is_some(), "{}: `{}` of `{}`", vocabulary.architecture, fence.text, fence.name);
                // Where the word is the tag that models have for the fence, it is that barrier.
                if let Some(tagged) = facts.barrier_of_tag(fence.name) {
                    assert_eq!(Some(tagged), orders, "{}: `{}`", vocabulary.architecture, fence.name);
                }
                count += 1;
            }
        }
        assert!(count > 50, "{count} fences");
    }
}
