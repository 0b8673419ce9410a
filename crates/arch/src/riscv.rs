//! RISC-V.
//!
//! The RISC-V Instruction Set Manual, volume I, chapters "RVWMO", "Zifencei", "A", and section 2.7 (FENCE): predecessors with successors, of which those of devices (`i`, `o`) order nothing of memory.
//! `fence.tso` is all but writes with later reads. `fence.i` orders the fetching of instructions.

mod annotations;
mod fences;
mod updates;

use crate::architecture::{Architecture, BarrierRow, HerdDefault, barrier, hint, plain};
use crate::barrier::{Barrier, Direction, Pairs};
use crate::c::FenceKind;
use crate::c11::{Annotated, Annotation};
use crate::kernel::code;
use crate::model::{LitmusTests, LocalOrder, Model, ModelFacts, OwnUpdates, Updates, placed};

pub use annotations::{RISCV_A7, RISCV_ZTSO};
pub use fences::{RISCV_A6C, RISCV_A6S};

const BARRIERS: &[BarrierRow] = &[
    barrier("fence", &["rw,rw", ""], Barrier::FULL),
    // The fetching of instructions, which is no access that models order.
    barrier("fence.i", &[""], Barrier::NOTHING),
    barrier("fence", &["rw,w"], Barrier::of(Pairs::ANY_WRITE)),
    barrier("fence", &["rw,r"], Barrier::of(Pairs::ANY_READ)),
    barrier("fence", &["r,rw"], Barrier::of(Pairs::READ_ANY)),
    barrier("fence", &["r,r"], Barrier::of(Pairs::READ_READ)),
    barrier("fence", &["r,w"], Barrier::of(Pairs::READ_WRITE)),
    barrier("fence", &["w,rw"], Barrier::of(Pairs::WRITE_ANY)),
    barrier("fence", &["w,r"], Barrier::of(Pairs::WRITE_READ)),
    barrier("fence", &["w,w"], Barrier::of(Pairs::WRITE_WRITE)),
    plain("fence.tso", Barrier::of(Pairs::LIGHTWEIGHT)),
    hint("nop"),
    hint("pause"),
];

/// Fences that name devices, too.
fn computed(mnemonic: &str, operands: &str) -> Option<Barrier> {
    let (before, behind) = operands.split_once(',').filter(|_| mnemonic == "fence")?;
    let directions = |set: &str| {
        let is_set = set == "0" || !set.is_empty() && set.chars().all(|letter| "iorw".contains(letter));
        is_set.then(|| {
            Direction::ALL.into_iter().filter(|direction| set.contains(direction.letter())).collect::<Vec<_>>()
        })
    };
    let (before, behind) = (directions(before)?, directions(behind)?);
    let pairs = before.iter().flat_map(|before| behind.iter().map(|behind| Pairs::only(*before, *behind)));
    Some(Barrier::of(pairs.fold(Pairs::NONE, Pairs::or)))
}

fn annotation(mnemonic: &str) -> Annotation {
    let if_it_ends = |with: [&str; 2]| {
        if with.iter().any(|suffix| mnemonic.ends_with(suffix)) { Annotated::Sequential } else { Annotated::No }
    };
    Annotation { acquire: if_it_ends([".aq", ".aqrl"]), release: if_it_ends([".rl", ".aqrl"]), is_locked: false }
}

/// RISC-V with 64 and with 32 bits.
pub static RISCV: Architecture = Architecture {
    name: "RISCV",
    words: &["riscv64", "riscv32", "riscv"],
    default_model: Some("rvwmo"),
    herd_default: Some(HerdDefault { shipped: "rvwmo-herd", file: "riscv.cat" }),
    barriers: BARRIERS,
    computed,
    annotation,
    branches: &["bne", "beq", "bnez", "beqz"],
    mappings: &[&RISCV_A6C, &RISCV_A6S, &RISCV_ZTSO, &RISCV_A7],
    kernel: &[
        code("smp_mb", &["fence rw,rw"]),
        code("smp_rmb", &["fence r,r"]),
        code("smp_wmb", &["fence w,w"]),
        code("smp_store_release", &["fence rw,w", "s{s} {operand},0({object})"]),
        code("smp_load_acquire", &["l{s} {result},0({object})", "fence r,rw"]),
    ],
    models: &[&Model::RVWMO, &Model::ZTSO],
};

/// Multi-copy atomic, with fences of any pairs.
const FACTS: ModelFacts = ModelFacts {
    name: "rvwmo",
    summary: "RISC-V",
    litmus: Some(LitmusTests { language: "RISCV", others: &[] }),
    relaxes: Pairs::ALL,
    is_multi_copy_atomic: true,
    has_dependencies: true,
    local: LocalOrder { updates: Updates::OneAccess, own_updates: OwnUpdates::WaitedFor, ..LocalOrder::DEPENDENT },
    fences: &[
        placed(FenceKind::Full, Barrier::FULL, 3.0),
        placed(FenceKind::Lightweight, Barrier::of(Pairs::LIGHTWEIGHT), 2.0),
        placed(FenceKind::Load, Barrier::of(Pairs::READ_ANY), 2.0),
        placed(FenceKind::Release, Barrier::of(Pairs::ANY_WRITE), 2.0),
        placed(FenceKind::Store, Barrier::of(Pairs::WRITE_WRITE), 2.0),
    ],
    mapping: &RISCV_A6C,
    // A7 is not to be linked with A6C, so that it is no alternative to it.
    compilers: &[&RISCV_A6C, &RISCV_A6S],
};

/// With Ztso writes may be overtaken by later reads.
const ZTSO_FACTS: ModelFacts = ModelFacts {
    name: "ztso",
    summary: "RISC-V with Ztso",
    litmus: Some(LitmusTests { language: "RISCV", others: &[] }),
    relaxes: Pairs::WRITE_READ,
    has_dependencies: false,
    local: LocalOrder { own_updates: OwnUpdates::WaitedFor, ..LocalOrder::BUFFERED },
    fences: &[placed(FenceKind::Full, Barrier::FULL, 3.0)],
    mapping: &RISCV_ZTSO,
    compilers: &[&RISCV_ZTSO],
    ..FACTS
};

impl Model {
    /// RISC-V.
    pub const RVWMO: Model = Model::new(&FACTS);
    /// RISC-V in total store order.
    pub const ZTSO: Model = Model::new(&ZTSO_FACTS);
}
