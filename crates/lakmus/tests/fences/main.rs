//! The fence analysis against the simulator: a program that is called robust has only sequentially consistent outcomes, and so has every program with the
//! fences that were found for it.
//!
//! `LAKMUS_FENCES=10000` tries so many programs, `LAKMUS_SEED=N` begins with program N.

mod random;

use std::collections::BTreeSet;

use lakmus::aeg::delays::Delays;
use lakmus::aeg::dependencies::Dependencies;
use lakmus::aeg::graph::{Aeg, NodeId, NodeKind, Options};
use lakmus::aeg::model::{FenceKind, Model};
use lakmus::cprog::ir::FileId;
use lakmus::cprog::threads::{self, Roots};
use lakmus::cprog::{points_to, read};
use lakmus::fence::placement;
use lakmus::fence::regions::{Kind, Region};
use lakmus::fence::slots::{Found, Slot};
use lakmus::sim::{self, Test};
use lakmus::source::Sources;

use random::{ARM, Anchor, Random, Sample, Target, X86};

/// The final states of a test under a model, as text.
fn outcomes(text: &str, model: &str) -> BTreeSet<String> {
    let mut sources = Sources::new();
    let source = sources.add("random.litmus", text);
    let test = Test::load(&sources, source, "random").unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let model = lakmus::shipped_model(model, test.language(), &mut sources).expect("ships with Lakmus");
    let report =
        sim::simulate(&test, &model, &sim::Options::default()).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    report.states.iter().map(|state| format!("{state:?}")).collect()
}

/// What the analysis says of a sample: the number of pairs to order, and the fences before statements.
fn analyse(sample: &Sample, model: Model) -> (usize, Vec<(Anchor, FenceKind)>) {
    let (ir, anchors) = sample.ir();
    let program = read([ir.as_str()]);
    assert_eq!(program.gaps, [], "{ir}");
    let roots = Roots::Main(program.function("main").expect("main"));
    let points_to = points_to::analyse(&program, roots.functions());
    let threads = threads::find(&program, &points_to, &roots);
    let aeg = Aeg::build(&program, &points_to, threads, Options::new(model));
    let dependencies = Dependencies::find(&program, &aeg);
    let mut delays = Delays::find(&program, &points_to, &aeg, &dependencies, 20_000);
    // A slot before each statement: all edges to its node.
    let mut found = Found::default();
    for anchor in &anchors {
        let function = program.function(&format!("t{}", anchor.thread)).expect("a thread");
        let is_anchor = |node: &lakmus::aeg::graph::Node| {
            let point = node.point;
            point.function == function
                && (point.block.number(), point.index) == (anchor.block, anchor.index)
                && node.kind != NodeKind::Entry
        };
        let target = aeg.nodes.iter_enumerated().find(|(_, node)| is_anchor(node)).map(|(id, _)| id).expect("a node");
        let region = Region { start: 0, end: 1, kind: Kind::Statement, before: true, after: false, loops: 0 };
        let slot = found.slots.push(Slot { file: FileId::from_number(0), region, behind: false });
        let sources: Vec<NodeId> =
            aeg.nodes.iter_enumerated().filter(|(_, node)| node.next.contains(&target)).map(|(id, _)| id).collect();
        for from in sources {
            found.edges.of_edge.entry((from, target)).or_default().push(slot);
        }
    }
    let placed = placement::place(&aeg, &dependencies, &mut delays, &mut found);
    assert_eq!(placed.unplaceable, [], "{ir}");
    let fences = placed.fences.iter().map(|fence| (anchors[fence.slot.number() as usize], fence.kind)).collect();
    (delays.pairs.len(), fences)
}

fn instruction(target: &Target, kind: FenceKind) -> &'static str {
    match (target.is_arm, kind) {
        (false, _) => "mfence",
        (true, FenceKind::Load) => "DMB LD",
        (true, FenceKind::Store) => "DMB ST",
        (true, _) => "DMB SY",
    }
}

/// Checks one sample; tells whether it was called robust, and whether it needlessly was not.
fn check(seed: u64, target: &Target, model: Model, cat: &str) -> (bool, bool) {
    let sample = Sample::new(&mut Random(seed));
    let (pairs, fences) = analyse(&sample, model);
    let bare = sample.litmus(target, &|_, _| Vec::new());
    let sequential = outcomes(&bare, "sc");
    let weak = outcomes(&bare, cat);
    if pairs == 0 {
        assert_eq!(weak, sequential, "program {seed} is called robust under {model}:\n{bare}");
    } else {
        let put = |thread, statement| {
            let here = fences.iter().filter(|(anchor, _)| (anchor.thread, anchor.statement) == (thread, statement));
            here.map(|(_, kind)| instruction(target, *kind)).collect()
        };
        let fenced = sample.litmus(target, &put);
        assert_eq!(outcomes(&fenced, cat), sequential, "program {seed} with fences under {model}:\n{fenced}");
    }
    (pairs == 0, pairs > 0 && weak == sequential)
}

fn campaign(target: &Target, model: Model, cat: &str) {
    let number =
        |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (count, first) = (number("LAKMUS_FENCES", 400), number("LAKMUS_SEED", 0));
    let (mut robust, mut needless) = (0, 0);
    for seed in first..first + count {
        let (is_robust, is_needless) = check(seed, target, model, cat);
        robust += u64::from(is_robust);
        needless += u64::from(is_needless);
    }
    println!(
        "{model}: {count} programs from {first}, {robust} robust, {needless} fenced though their outcomes are those of SC"
    );
    assert!(robust > count / 50 && robust < count, "the samples show nothing: {robust} of {count} are robust");
}

#[test]
fn robust_and_fenced_programs_are_sequentially_consistent_on_x86() {
    campaign(&X86, Model::Tso, "x86tso");
}

#[test]
fn robust_and_fenced_programs_are_sequentially_consistent_on_arm() {
    campaign(&ARM, Model::Armv8, "aarch64");
}
