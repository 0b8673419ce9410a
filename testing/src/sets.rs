//! The sets of the reference corpus with one log each.

/// The directories, and the model that has to give the results of their logs.
pub const REFERENCE_SETS: &[(&str, &str)] = &[
    ("generated/AArch64", "aarch64"),
    ("catalogue/aarch64", "aarch64"),
    ("catalogue/aarch64-cas", "aarch64"),
    ("catalogue/aarch64-readers-guide", "aarch64"),
    ("catalogue/instructions-AArch64", "aarch64"),
    ("catalogue/aarch64-mixed", "aarch64"),
    ("catalogue/instructions-AArch64.mixed", "aarch64"),
    ("generated/ARM", "arm"),
    ("catalogue/instructions-ARM", "arm"),
    ("catalogue/instructions-AArch32", "aarch32"),
    ("generated/C", "rc11"),
    ("catalogue/c11popl15-c11_partialSC", "c11"),
    ("catalogue/c11popl15-rc11", "rc11"),
    ("catalogue/instructions-C", "rc11"),
    ("catalogue/linux", "lkmm"),
    ("generated/MIPS", "mips-herd"),
    ("catalogue/instructions-MIPS", "mips-herd"),
    ("generated/PPC", "power"),
    ("catalogue/herding-cats-ppc", "power"),
    ("catalogue/instructions-PPC", "power"),
    ("generated/X86_64", "x86tso-herd"),
    ("catalogue/instructions-X86_64", "x86tso-herd"),
    ("catalogue/x86_64", "x86tso-herd"),
    ("catalogue/x86", "x86tso"),
    ("generated/RISCV", "rvwmo-herd"),
    ("catalogue/instructions-RISCV", "rvwmo-herd"),
    ("catalogue/riscv-sample300", "rvwmo-herd"),
    ("catalogue/bpf", "bpf-herd"),
];

/// The generated tests of this repository of which the reference corpus has none like them, by language, and the model.
pub const GENERATED_ONLY_HERE: &[(&str, &str)] = &[("BPF", "bpf-herd")];

/// How many more cases there are with the reference corpus than without it, as counted on 2026-11-29: of the simulator. So many are not run without.
pub const REFERENCE_CASES: usize = 13_028;
/// As [`REFERENCE_CASES`], of the tester.
pub const TESTER_CASES: usize = 1_432;
/// As [`REFERENCE_CASES`], of the verifier.
pub const VERIFY_CASES: usize = 7_721;

/// The families of growing tests: what the names of their directories begin with, and the model.
pub const SCALING_FAMILIES: &[(&str, &str)] =
    &[("a64-", "aarch64"), ("c-", "rc11"), ("ppc-", "power"), ("riscv-", "rvwmo-herd"), ("x86-", "x86tso-herd")];
