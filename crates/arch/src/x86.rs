//! x86, with 64 and with 32 bits.
//!
//! Intel SDM volume 3, section 9.2, and volume 2 (LFENCE, MFENCE, SFENCE, LOCK); Owens, Sarkar, Sewell: A Better x86 Memory Model: x86-TSO. TPHOLs 2009.
//! What SFENCE and LFENCE order is kept in order anyway under TSO. It counts where a program written for x86 is analysed under a weaker model, and in tests of x86 under `pso` and `rmo`.

mod mappings;

use crate::architecture::{Architecture, BarrierRow, HerdDefault, Operands, hint, plain};
use crate::barrier::{Barrier, Pairs};
use crate::c::FenceKind;
use crate::c11::Annotation;
use crate::kernel::{self, code};
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, placed};

pub use mappings::{X86_64_ABI, X86_64_ABI_MFENCE, X86_64_LINUX};

const BARRIERS: &[BarrierRow] = &[
    plain("mfence", Barrier::FULL),
    plain("sfence", Barrier::of(Pairs::WRITE_WRITE)),
    plain("lfence", Barrier::of(Pairs::READ_ANY)),
    // A locked instruction is one, whatever it does.
    BarrierRow { mnemonic: "lock", operands: Operands::Any, barrier: Barrier::FULL },
    hint("nop"),
    hint("pause"),
    // `rep; nop`, as `pause` is written for old assemblers, as one statement or two.
    crate::architecture::barrier("rep", &["", "nop"], Barrier::NOTHING),
];

/// Whether an instruction is locked and leaves a word near the stack pointer as it is: `lock; addl $0, (%rsp)`, `lock orq $0, -64(%rsp)`. That is how compilers and programs write a barrier, and what it accesses is of no
/// interest to anybody.
pub fn is_barrier_on_stack(instruction: &str) -> bool {
    let compact: String = instruction.to_ascii_lowercase().replace([';', '\t'], " ");
    let mut words = compact.split_whitespace();
    let (Some("lock"), Some(mnemonic)) = (words.next(), words.next()) else { return false };
    let operands: String = words.collect();
    matches!(mnemonic, "orq" | "orl" | "addl" | "addq" | "orb" | "addb")
        && operands.strip_prefix("$0,").or_else(|| operands.strip_prefix("$0x0,")).is_some_and(|place| {
            // (As compilers write it, and as disassemblers do.)
            let is_number = |text: &str| {
                let digits = text.trim_start_matches('-');
                let hexadecimal = digits.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16).is_ok());
                hexadecimal.unwrap_or_else(|| digits.parse::<u32>().is_ok())
            };
            let offset = place.strip_suffix("(%rsp)").or_else(|| place.strip_suffix("(%esp)"));
            offset.is_some_and(|offset| offset.is_empty() || is_number(offset))
        })
}

fn no_computed(_: &str, _: &str) -> Option<Barrier> {
    None
}

fn annotation(mnemonic: &str) -> Annotation {
    // An exchange with memory is locked without the prefix.
    let is_locked = mnemonic.starts_with("xchg") || mnemonic == "lock";
    Annotation { is_locked, ..Annotation::default() }
}

const KERNEL: &[kernel::Code] = &[
    code("smp_mb", &["lock addl $0,-4(%rsp)"]),
    code("smp_rmb", &[]),
    code("smp_wmb", &[]),
    code("smp_store_release", &["mov{s} {operand},({object})"]),
    code("smp_load_acquire", &["mov{s} ({object}),{result}"]),
];

/// x86 with 64 bits.
pub static X86_64: Architecture = Architecture {
    name: "X86_64",
    words: &["x86_64", "amd64"],
    default_model: Some("x86tso"),
    herd_default: Some(HerdDefault { shipped: "x86tso-herd", file: "x86tso-mixed.cat" }),
    barriers: BARRIERS,
    computed: no_computed,
    annotation,
    branches: &["jne", "je", "jnz", "jz"],
    mappings: &[&X86_64_ABI, &X86_64_ABI_MFENCE, &X86_64_LINUX],
    kernel: KERNEL,
    models: &[&Model::TSO],
};

/// x86 with 32 bits.
pub static X86: Architecture = Architecture {
    name: "X86",
    words: &["i386", "i486", "i586", "i686"],
    herd_default: Some(HerdDefault { shipped: "x86-herd", file: "x86tso.cat" }),
    mappings: &[],
    models: &[],
    ..X86_64
};

/// Writes may be overtaken by later reads.
const TSO: ModelFacts = ModelFacts {
    name: "x86tso",
    summary: "x86",
    litmus: Some(LitmusTests { language: "X86_64", others: &["X86"] }),
    relaxes: Pairs::WRITE_READ,
    is_multi_copy_atomic: true,
    has_dependencies: false,
    local: LocalOrder::BUFFERED,
    fences: &[placed(FenceKind::Full, Barrier::FULL, 3.0)],
    mapping: &X86_64_ABI_MFENCE,
    compilers: &[&X86_64_ABI, &X86_64_ABI_MFENCE],
};

impl Model {
    /// x86, and SPARC in total store order.
    pub const TSO: Model = Model::new(&TSO);
}
