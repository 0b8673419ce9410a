//! Programs whose IR is checked in: what they need, with no clang at hand.

use aeg::graph::Options;
use aeg::model::{MODELS, Model};
use cprog::ir::{FileId, Program};
use cprog::threads::Roots;
use lakmus_fence::analysis::Analysis;
use lakmus_fence::slots::Text;
use rustc_hash::FxHashMap;

const DEKKER: (&str, &str) = (
    include_str!("../../lakmus/tests/cli/files/fence/dekker.ll"),
    include_str!("../../lakmus/tests/cli/files/fence/dekker.c"),
);
const MESSAGE: (&str, &str) = (
    include_str!("../../lakmus/tests/cli/files/fence/message.ll"),
    include_str!("../../lakmus/tests/cli/files/fence/message.c"),
);

fn analyse((ir, source): (&str, &str), model: Model) -> (Program, Analysis) {
    let program = cprog::read([ir]);
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let is_source = |file: &FileId| program.files[*file].name.ends_with(".c");
    let texts: FxHashMap<FileId, Text> =
        program.files.ids().filter(is_source).map(|file| (file, Text::new(source, false))).collect();
    let analysis = Analysis::run(&program, &roots, Options::new(model), &texts, 20_000, &mut |_| {});
    (program, analysis)
}

#[test]
fn dekker_needs_one_fence_a_thread_on_tso() {
    let (_, analysis) = analyse(DEKKER, Model::Tso);
    assert_eq!(analysis.placement.fences.len(), 2);
    assert_eq!(analysis.placement.unplaceable, []);
    assert!(analysis.placement.cost <= analysis.placement.bound + 1e-6);
    assert!(analysis.delays.pairs.iter().all(|pair| !pair.witness.is_empty()));
}

#[test]
fn dekker_can_be_fenced_on_every_model() {
    for model in MODELS {
        let (_, analysis) = analyse(DEKKER, *model);
        assert!(!analysis.is_robust(), "{model}");
        assert_eq!(analysis.placement.unplaceable, [], "{model}");
    }
}

#[test]
fn a_message_by_release_and_acquire_needs_nothing_where_writes_reach_all_at_once() {
    for model in [Model::Tso, Model::Pso, Model::Armv8, Model::Rvwmo] {
        assert!(analyse(MESSAGE, model).1.is_robust(), "{model}");
    }
}
