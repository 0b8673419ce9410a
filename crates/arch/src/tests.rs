//! The tables as a whole.

use super::*;
use crate::c11::{Operation, Order};

#[test]
fn names_are_given_once() {
    let mut names: Vec<&str> = mappings().map(|mapping| mapping.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    for mapping in mappings() {
        let architecture = architecture(mapping.architecture).unwrap_or_else(|| panic!("{}", mapping.architecture));
        assert!(architecture.mappings.iter().any(|one| one.name == mapping.name), "{}", mapping.name);
    }
    let words: Vec<&str> = ARCHITECTURES.iter().flat_map(|architecture| architecture.words).copied().collect();
    for (index, word) in words.iter().enumerate() {
        assert!(!words[..index].contains(word), "{word}");
    }
}

/// Every code that has an access is read to the end: each line is a label, an access, a barrier, or computes in registers.
#[test]
fn what_code_orders_does_not_depend_on_the_operation() {
    for mapping in mappings() {
        for order in Order::ALL {
            let of = |operation| mapping.compiled(operation, order);
            let Some(exchange) = of(Operation::Exchange) else { continue };
            for operation in
                [Operation::FetchAdd, Operation::FetchSub, Operation::FetchAnd, Operation::FetchOr, Operation::FetchXor]
            {
                let Some(other) = of(operation) else { continue };
                assert_eq!(exchange, other, "{} {} {}", mapping.name, operation.name(), order.name());
            }
        }
    }
}

#[test]
fn every_model_has_rows_for_every_order() {
    for model in Model::all() {
        for mapping in model.compilers.iter().chain([&model.mapping]) {
            for operation in [Operation::Load, Operation::Store, Operation::Exchange, Operation::Fence] {
                for order in operation.orders().iter().filter(|order| **order != Order::Consume) {
                    assert!(mapping.code(operation, *order, 32).is_some(), "{} {operation:?} {order:?}", mapping.name);
                }
            }
        }
    }
}

/// What programs are explored by is one of the codes that fences are chosen for, or orders more.
#[test]
fn the_mapping_of_a_model_orders_what_the_weakest_one_does() {
    for model in Model::all() {
        for operation in [Operation::Load, Operation::Store, Operation::Exchange, Operation::Fence] {
            for order in operation.orders().iter().filter(|order| **order != Order::Consume) {
                let (explored, weakest) = (model.compiled(operation, *order), model.weakest(operation, *order));
                let what = format!("{model} {operation:?} {order:?}: {explored:?} {weakest:?}");
                assert!(explored.acquires() || !weakest.acquires(), "{what}");
                assert!(explored.releases() || !weakest.releases(), "{what}");
                assert!(explored.access.is_locked || explored.before.covers(weakest.before), "{what}");
                assert!(explored.access.is_locked || explored.after.covers(weakest.after), "{what}");
            }
        }
    }
}

/// Where `verify` and `fence` once disagreed.
#[test]
fn sequentially_consistent_accesses_of_sparc_have_their_barrier_behind_the_store() {
    for model in [Model::PSO, Model::RMO] {
        for compiled in [Model::compiled, Model::weakest] {
            let (load, store) =
                (compiled(model, Operation::Load, Order::SeqCst), compiled(model, Operation::Store, Order::SeqCst));
            assert!(!load.before.pairs.has(Direction::Write, Direction::Read), "{load:?}");
            assert!(store.after.pairs.has(Direction::Write, Direction::Read), "{store:?}");
        }
    }
}

#[test]
fn what_compilers_write_is_read() {
    use Annotated::{No, ProcessorConsistent, Sequential};
    let nothing = Compiled::default();
    let of = |model: Model, operation, order| model.weakest(operation, order);
    // `xchg`, or `mov; mfence`.
    let store = of(Model::TSO, Operation::Store, Order::SeqCst);
    assert_eq!(store, Compiled { after: Barrier::FULL, ..nothing });
    assert_eq!(of(Model::TSO, Operation::Load, Order::SeqCst), nothing);
    assert!(of(Model::TSO, Operation::Exchange, Order::Relaxed).access.is_locked);
    // `LDAR`, or `LDAPR` where the machine has it.
    let load = of(Model::ARMV8, Operation::Load, Order::Acquire);
    assert_eq!(load.access.acquire, ProcessorConsistent);
    assert_eq!(of(Model::ARMV8, Operation::Load, Order::SeqCst).access.acquire, Sequential);
    assert_eq!(of(Model::ARMV8, Operation::Load, Order::Relaxed).access.acquire, No);
    let exchange = of(Model::ARMV8, Operation::Exchange, Order::AcquireRelease);
    assert_eq!((exchange.access.acquire, exchange.access.release), (Sequential, Sequential));
    // A release fence may be `DMB ISHLD; DMB ISHST`.
    assert_eq!(of(Model::ARMV8, Operation::Fence, Order::Release).before, Barrier::of(Pairs::LIGHTWEIGHT));
    assert_eq!(of(Model::ARMV8, Operation::Fence, Order::SeqCst).before, Barrier::FULL);
    let load = of(Model::POWER, Operation::Load, Order::SeqCst);
    assert_eq!((load.before, load.is_decided, load.after), (Barrier::FULL, true, Barrier::NOTHING));
    let exchange = of(Model::POWER, Operation::Exchange, Order::Acquire);
    assert_eq!((exchange.is_decided, exchange.after), (true, Barrier::NOTHING));
    let explored = Model::POWER.compiled(Operation::Exchange, Order::Acquire);
    assert_eq!((explored.is_decided, explored.after), (false, Barrier::lightweight(Pairs::LIGHTWEIGHT)));
    // gcc has a barrier before it, clang has not.
    let load = of(Model::ARMV7, Operation::Load, Order::SeqCst);
    assert_eq!((load.before, load.after), (Barrier::NOTHING, Barrier::FULL));
    assert_eq!(of(Model::RVWMO, Operation::Load, Order::SeqCst).before, Barrier::FULL);
    assert_eq!(of(Model::RVWMO, Operation::Store, Order::SeqCst).after, Barrier::NOTHING);
}

#[test]
fn every_option_of_dmb_and_dsb_orders_what_the_manual_says() {
    let aarch64 = architecture("AArch64").expect("it is listed");
    let options = |of: &str| ["", "ish", "osh", "nsh"].map(|domain| format!("{domain}{of}"));
    for option in options("") {
        let option = if option.is_empty() { "sy" } else { &option };
        assert_eq!(aarch64.barrier(&format!("dmb {option}")), Some(Barrier::FULL));
        assert_eq!(aarch64.barrier(&format!("DSB  {option}")), Some(Barrier::FULL));
    }
    for option in options("ld") {
        assert_eq!(aarch64.barrier(&format!("dmb {option}")), Some(Barrier::of(Pairs::READ_ANY)));
        assert_eq!(aarch64.barrier(&format!("dsb\t{option}")), Some(Barrier::of(Pairs::READ_ANY)));
        assert_eq!(Model::ARMV7.barrier(&format!("dsb {option}")), Some(Barrier::FULL));
    }
    for option in options("st") {
        assert_eq!(aarch64.barrier(&format!("dmb {option}")), Some(Barrier::of(Pairs::WRITE_WRITE)));
        assert_eq!(aarch64.barrier(&format!("dsb {option}")), Some(Barrier::of(Pairs::WRITE_ANY)));
        assert_eq!(Model::ARMV7.barrier(&format!("dsb {option}")), Some(Barrier::of(Pairs::WRITE_WRITE)));
    }
    // CRm, as compilers print what has no name for them.
    assert_eq!(aarch64.barrier("dmb #9"), aarch64.barrier("dmb ishld"));
    assert_eq!(aarch64.barrier("dsb #14"), aarch64.barrier("dsb st"));
    assert_eq!(aarch64.barrier("dsb #0"), None);
    assert_eq!(aarch64.barrier("dmb foo"), None);
    assert_eq!(aarch64.barrier("dmb"), None);
    assert_eq!(Model::ARMV8.barrier("dmb"), Some(Barrier::FULL), "that of 32-bit code");
}

#[test]
fn every_fence_of_riscv_orders_its_predecessors_with_its_successors() {
    let riscv = architecture("riscv64").expect("it is listed");
    let sets = ["i", "o", "r", "w", "io", "ir", "iw", "or", "ow", "rw", "ior", "iow", "irw", "orw", "iorw"];
    for before in sets {
        for behind in sets {
            let barrier = riscv.barrier(&format!("fence {before}, {behind}")).expect("a fence");
            for (first, second) in Pairs::ALL.iter() {
                let is_ordered = before.contains(first.letter()) && behind.contains(second.letter());
                assert_eq!(barrier.pairs.has(first, second), is_ordered, "fence {before},{behind}");
            }
        }
    }
    assert_eq!(riscv.barrier("fence.tso"), Some(Barrier::of(Pairs::LIGHTWEIGHT)));
    assert_eq!(riscv.barrier("fence"), Some(Barrier::FULL));
    assert_eq!(riscv.barrier("fence.i"), Some(Barrier::NOTHING));
    assert_eq!(riscv.barrier("fence x,y"), None);
    assert_eq!(riscv.barrier_of_tag("Fence.r.rw"), Some(Barrier::of(Pairs::READ_ANY)));
    assert_eq!(riscv.barrier_of_tag("Fence.tso"), Some(Barrier::of(Pairs::LIGHTWEIGHT)));
    assert_eq!(riscv.barrier_of_tag("Fence.i"), Some(Barrier::NOTHING));
}

#[test]
fn barriers_of_the_others() {
    let power = |text: &str| Model::POWER.barrier(text);
    let light = Barrier::lightweight(Pairs::LIGHTWEIGHT);
    for (text, wanted) in [
        ("sync", Barrier::FULL),
        ("sync 0", Barrier::FULL),
        ("hwsync", Barrier::FULL),
        ("ptesync", Barrier::FULL),
        ("sync 2", Barrier::FULL),
        ("lwsync", light),
        ("sync 1", light),
        ("eieio", Barrier::lightweight(Pairs::WRITE_WRITE)),
        ("isync", Barrier::CONTROL),
    ] {
        assert_eq!(power(text), Some(wanted), "{text}");
    }
    assert_eq!(power("sync 9"), None);
    let sparc = |text: &str| Model::RMO.barrier(text);
    let names = [
        ("#LoadLoad", Pairs::READ_READ),
        ("#StoreLoad", Pairs::WRITE_READ),
        ("#LoadStore", Pairs::READ_WRITE),
        ("#StoreStore", Pairs::WRITE_WRITE),
    ];
    for mask in 1..16_u8 {
        let chosen: Vec<_> =
            names.iter().enumerate().filter(|(bit, _)| mask & 1 << bit != 0).map(|(_, name)| name).collect();
        let text: Vec<&str> = chosen.iter().map(|(name, _)| *name).collect();
        let pairs = chosen.iter().fold(Pairs::NONE, |all, (_, pair)| all.or(*pair));
        assert_eq!(sparc(&format!("membar {}", text.join(" | "))), Some(Barrier::of(pairs)));
        assert_eq!(sparc(&format!("membar {mask}")), Some(Barrier::of(pairs)));
    }
    assert_eq!(sparc("membar #Sync"), Some(Barrier::FULL));
    assert_eq!(sparc("membar #Lookaside"), Some(Barrier::NOTHING));
    assert_eq!(sparc("membar 0x40"), Some(Barrier::FULL));
    assert_eq!(sparc("membar #Else"), None);
    assert_eq!(sparc("stbar"), Some(Barrier::of(Pairs::WRITE_WRITE)));
    let x86 = |text: &str| Model::TSO.barrier(text);
    assert_eq!(x86("lock addl $0,(%rsp)"), Some(Barrier::FULL));
    assert_eq!(x86("rep movsb"), None);
    let mips = architecture("mips64el").expect("it is listed");
    assert_eq!(mips.barrier("sync 4"), mips.barrier("sync_wmb"));
    assert_eq!(mips.barrier("sync 0x13"), Some(Barrier::of(Pairs::READ_READ)));
    assert_eq!(mips.barrier_of_tag("SYNC.RELEASE"), Some(Barrier::of(Pairs::ANY_WRITE)));
    assert_eq!(architecture("arm").and_then(|arm| arm.barrier("mcr p15, 0, r0, c7, c10, 5")), Some(Barrier::FULL));
}

/// A barrier of another architecture counts as what it orders, where the machine can say it; else as the weakest own one that does.
#[test]
fn barriers_of_other_architectures() {
    assert_eq!(Model::POWER.barrier("mfence"), Some(Barrier::FULL));
    assert_eq!(Model::TSO.barrier("dmb ishld"), Some(Barrier::of(Pairs::READ_ANY)));
    assert_eq!(Model::TSO.barrier("sync 1"), Some(Barrier::lightweight(Pairs::LIGHTWEIGHT)), "MIPS does not know it");
    assert_eq!(Model::TSO.barrier("movl %eax,%ebx"), None);
    let reads = Barrier::of(Pairs::READ_ANY);
    assert_eq!(Model::ARMV8.own(reads), reads);
    assert_eq!(Model::POWER.own(reads), Barrier::lightweight(Pairs::LIGHTWEIGHT));
    assert_eq!(Model::ARMV7.own(reads), Barrier::FULL);
    assert_eq!(Model::ARMV7.own(Barrier::of(Pairs::WRITE_WRITE)), Barrier::of(Pairs::WRITE_WRITE));
    assert_eq!(Model::POWER.own(Barrier::of(Pairs::WRITE_READ)), Barrier::FULL);
    assert_eq!(Model::POWER.own(Barrier::CONTROL), Barrier::CONTROL);
}

#[test]
fn pairs_are_spelt_with_the_barriers_of_an_architecture() {
    let x86 = architecture("X86_64").expect("it is listed");
    let spell = |pairs| x86.spell(pairs, Pairs::NONE);
    assert_eq!(spell(Pairs::ALL), Some(vec!["mfence".to_owned()]));
    assert_eq!(spell(Pairs::LIGHTWEIGHT), Some(vec!["sfence".to_owned(), "lfence".to_owned()]));
    assert_eq!(spell(Pairs::NONE), Some(Vec::new()));
    assert_eq!(spell(Pairs::ANY_WRITE), None);
    assert_eq!(x86.spell(Pairs::ANY_WRITE, Model::PSO.relaxes.complement()), Some(vec!["sfence".to_owned()]));
    let riscv = architecture("RISCV").expect("it is listed");
    for pairs in Pairs::sets() {
        let text = riscv.spell(pairs, Pairs::NONE).unwrap_or_else(|| panic!("{pairs:?}"));
        let barriers: Vec<Barrier> = text.iter().filter_map(|line| riscv.barrier(line)).collect();
        assert_eq!(together(&barriers).pairs, pairs);
    }
}

/// `smp_rmb` orders reads with reads alone on some architectures, so that it is never enough for what orders a write as well.
#[test]
fn fences_are_written_in_each_dialect() {
    let linux = FenceKind::PLACED.map(|kind| Dialect::Linux.fence(kind));
    assert_eq!(linux, ["smp_mb()", "smp_mb()", "smp_mb()", "smp_mb()", "smp_wmb()"]);
    let gnu = FenceKind::PLACED.map(|kind| Dialect::Gnu.fence(kind));
    let orders =
        ["ACQ_REL", "ACQUIRE", "RELEASE", "RELEASE"].map(|order| format!("__atomic_thread_fence(__ATOMIC_{order})"));
    assert_eq!(gnu[0], "__sync_synchronize()");
    assert_eq!(gnu[1..], orders);
    for (architecture, code) in
        ARCHITECTURES.iter().flat_map(|known| known.kernel.iter().map(move |code| (known, code)))
    {
        let Some(known) = kernel::BARRIERS.iter().find(|known| known.name == code.name) else { continue };
        let barriers: Vec<Barrier> = code.code.iter().filter_map(|line| architecture.barrier(line)).collect();
        assert_eq!(barriers.len(), code.code.len(), "{architecture:?} {}", code.name);
        // What the models of the architecture keep in order anyway takes no instruction.
        let relaxes = architecture.models.iter().fold(Pairs::NONE, |all, model| all.or(model.relaxes));
        if architecture.name != "SPARC" && !architecture.models.is_empty() {
            assert!(together(&barriers).pairs.contains(known.pairs.and(relaxes)), "{architecture:?} {}", code.name);
        }
    }
}

/// The rows of the kernel's tables are what its macros become.
#[test]
fn the_rows_of_kernel_tables_are_those_of_its_macros() {
    let tables: Vec<&Mapping> = mappings().filter(|mapping| mapping.name.contains("-linux")).collect();
    assert!(tables.len() >= 3);
    for table in tables {
        let architecture = architecture(table.architecture).expect("it is known");
        let code = |name: &str| architecture.kernel.iter().find(|code| code.name == name).map(|code| code.code);
        assert_eq!(table.code(Operation::Load, Order::Acquire, 32), code("smp_load_acquire"), "{}", table.name);
        assert_eq!(table.code(Operation::Store, Order::Release, 32), code("smp_store_release"), "{}", table.name);
        assert_eq!(table.code(Operation::Fence, Order::SeqCst, 32), code("smp_mb"), "{}", table.name);
        assert!(table.code(Operation::Load, Order::SeqCst, 32).is_none(), "{}", table.name);
    }
}
