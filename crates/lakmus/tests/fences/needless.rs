//! Programs that look as if they needed fences, and have only sequentially consistent outcomes: the analysis asks for none, and the simulator says that it is right.

use aeg::model::Model;

use super::check_sample;
use super::random::{ARM, ARM32, Item, Layout, Order, POWER, RISCV, Sample, Target, X86};

fn write(variable: usize, value: u64) -> Item {
    Item::Write { variable, value, order: Order::Plain }
}

fn read(variable: usize, register: usize) -> Item {
    Item::Read { variable, register, order: Order::Plain }
}

const MODELS: [(&Target, Model, &str); 5] = [
    (&X86, Model::TSO, "x86tso"),
    (&ARM, Model::ARMV8, "aarch64"),
    (&ARM32, Model::ARMV7, "arm"),
    (&POWER, Model::POWER, "power"),
    (&RISCV, Model::RVWMO, "rvwmo"),
];

/// Checks that nothing is asked for under these models, and that there is nothing to ask for.
fn robust(name: &str, threads: Vec<Vec<Item>>, is_meant: impl Fn(Model) -> bool) {
    let sample = Sample { threads, variables: 3, layout: Layout::Apart };
    for (target, model, cat) in MODELS.iter().filter(|(_, model, _)| is_meant(*model)) {
        let (is_robust, _) = check_sample(&sample, name, target, *model, cat);
        assert!(is_robust, "{name} gets fences under {model}");
    }
}

fn everywhere(_: Model) -> bool {
    true
}

fn has_dependencies(model: Model) -> bool {
    model.has_dependencies
}

#[test]
fn coherence_needs_no_fence() {
    robust("CoRR", vec![vec![write(0, 1)], vec![read(0, 0), read(0, 1)]], everywhere);
    robust("CoRW2+pos-fri", vec![vec![write(0, 1)], vec![read(0, 0), read(0, 1), write(0, 2)]], everywhere);
    robust("CoRR+pos-rfi", vec![vec![write(0, 1)], vec![write(0, 2), read(0, 0), read(0, 1)]], everywhere);
    robust("CoWR0+pos-fri", vec![vec![write(0, 1)], vec![write(0, 2), read(0, 0), write(0, 3)]], everywhere);
}

/// Writes wait for the address of a read before them, and not for what is read there.
#[test]
fn writes_wait_for_addresses() {
    let threads = |variable| {
        vec![
            vec![read(0, 0), Item::AddressRead { variable, register: 1, of: 0 }, write(1, 1)],
            vec![read(1, 0), Item::DataWrite { variable: 0, value: 1, of: 0 }],
        ]
    };
    robust("LB+addrR-po+data", threads(2), has_dependencies);
    let sample = Sample { threads: threads(0), variables: 3, layout: Layout::Apart };
    let (is_robust, is_needless) = check_sample(&sample, "LB+addr-po+data", &ARM, Model::ARMV8, "aarch64");
    assert!(!is_robust && !is_needless);
}

/// A read of what the thread itself has written there is on no cycle that the write is not on.
#[test]
fn own_writes_stand_for_the_reads_behind_them() {
    let message = vec![write(1, 2), Item::Fence, write(0, 1)];
    let data = Item::DataWrite { variable: 1, value: 1, of: 0 };
    robust("S+fence+data-rfi", vec![message.clone(), vec![read(0, 0), data.clone(), read(1, 1)]], has_dependencies);
    // The second write is behind the first one in coherence; on Armv7 that says nothing of what its data depend on.
    let later = vec![read(0, 0), data, write(1, 3)];
    let has_order = |model: Model| model.has_dependencies && model != Model::ARMV7;
    robust("S+fence+data-coi", vec![message, later], has_order);
    let forwarded = vec![write(0, 1), write(1, 1), read(1, 0)];
    let other = vec![write(1, 2), Item::Fence, read(0, 0)];
    robust("R+poW-pos+fence", vec![forwarded, other.clone()], |model| model == Model::TSO);
    let overwritten = vec![write(1, 3), Item::Fence, read(0, 0)];
    robust("R+rfi+fence", vec![vec![write(0, 1), read(0, 0), write(1, 1), read(1, 1)], overwritten], |model| {
        model == Model::TSO
    });
}

/// On Armv7 the model allows what dependencies of data and coherence forbid elsewhere.
#[test]
fn coherence_behind_data_orders_nothing_on_arm_before_version_8() {
    let threads = vec![
        vec![read(0, 0), Item::DataWrite { variable: 1, value: 1, of: 0 }, write(1, 2)],
        vec![read(1, 0), Item::DataWrite { variable: 0, value: 1, of: 0 }],
    ];
    let sample = Sample { threads, variables: 2, layout: Layout::Apart };
    let (is_robust, is_needless) = check_sample(&sample, "LB+data-coi+data", &ARM32, Model::ARMV7, "arm");
    assert!(!is_robust && !is_needless);
}

/// `STLR` and a later `LDAR`, which are what sequentially consistent accesses become.
#[test]
fn sequentially_consistent_pairs_need_no_fence() {
    let ordered = |first, second| {
        let (value, order) = (1, Order::Sequential);
        vec![Item::Write { variable: first, value, order }, Item::Read { variable: second, register: 0, order }]
    };
    robust("SB+sc", vec![ordered(0, 1), ordered(1, 0)], everywhere);
}
