//! CBMC's regression programs for weak memory (`regression/goto-instrument-wmm-core` of its sources): litmus tests as C programs, each with whether its assertion may
//! fail under TSO, PSO, RMO and Power.
//!
//! A program whose assertion may fail is not robust, as none of them fails under sequential consistency. The programs are not in this repository: they are looked for where
//! `LAKMUS_WMM_PROGRAMS` says, and beside the reference corpus; needs clang. The table that this prints is the one in `docs/fences.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use aeg::graph::Options;
use aeg::model::Model;
use cprog::clang::{Clang, Unit};
use cprog::ir::FileId;
use cprog::read;
use cprog::threads::Roots;
use fence::analysis::{Analysis, Request};
use fence::slots::Text;
use rustc_hash::FxHashMap;

const ARCHITECTURES: [(&str, Model); 4] =
    [("TSO", Model::TSO), ("PSO", Model::PSO), ("RMO", Model::RMO), ("POWER", Model::POWER)];

/// Where the list of expected verdicts is, and the programs.
fn places() -> Option<(PathBuf, PathBuf)> {
    let place = |variable, shared: &str| match testing::variables::value(variable) {
        Some(path) => Some(PathBuf::from(path)),
        None => testing::shared(&format!("c-programs/cbmc-wmm/{shared}")),
    };
    Some((place("LAKMUS_WMM_EXPECTED", "expected.tsv")?, place("LAKMUS_WMM_PROGRAMS", "c")?))
}

/// For each program and architecture, whether its assertion may fail.
fn expected(list: &Path) -> BTreeMap<(String, String), bool> {
    let text = fs::read_to_string(list).expect("the list");
    let mut verdicts = BTreeMap::new();
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_, program, architecture, strategy, _, _, verdict, ..] = columns.as_slice() else { continue };
        // The three strategies instrument other pairs, and expect the same.
        if ["ALL", "OPC", "OPT"].contains(strategy) {
            *verdicts.entry(((*program).to_owned(), (*architecture).to_owned())).or_insert(false) |=
                *verdict == "FAILED";
        }
    }
    verdicts
}

/// What became of the programs under one model.
#[derive(Default)]
struct Row {
    programs: usize,
    violated: usize,
    robust: usize,
    /// Programs with fences although no assertion may fail; many of them have executions that are not sequentially consistent all the same.
    fenced: usize,
    fences: usize,
    /// Programs with a pair that no fence can be put between: two operands of the assertion's argument, which the analysis reports.
    unplaceable: usize,
}

#[test]
fn programs_whose_assertion_may_fail_are_not_robust() {
    if !testing::has(&["clang"]) {
        return;
    }
    let (Some((list, directory)), Ok(clang)) = (places(), Clang::find(None)) else { return };
    let verdicts = expected(&list);
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut programs: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for ((name, architecture), may_fail) in &verdicts {
        let Some((architecture, model)) = ARCHITECTURES.iter().find(|(known, _)| known == architecture) else {
            continue;
        };
        let ir = programs.entry(name).or_insert_with(|| {
            let file = directory.join(format!("{name}.c"));
            let unit = Unit { directory: directory.clone(), file, options: Vec::new() };
            clang.ir(&unit).ok()
        });
        let Some(ir) = ir else {
            wrong.push(format!("{name} does not compile"));
            continue;
        };
        let program = read([ir.as_str()]);
        assert_eq!(program.gaps, [], "{name}");
        let roots = Roots::Main(program.function("main").expect("main"));
        let source = fs::read_to_string(directory.join(format!("{name}.c"))).expect("the program");
        let texts: FxHashMap<FileId, Text> =
            program.files.ids().map(|file| (file, Text::new(&source, false))).collect();
        let analysis = Analysis::run(&program, &roots, &Request::new(Options::new(*model)), &texts, &mut |_| {});
        let row = rows.entry(architecture).or_default();
        row.programs += 1;
        row.violated += usize::from(*may_fail);
        row.robust += usize::from(analysis.is_robust());
        row.fenced += usize::from(!analysis.is_robust() && !may_fail);
        row.fences += analysis.placement.fences.len();
        if *may_fail && analysis.is_robust() {
            wrong.push(format!("{name} is called robust under {architecture}"));
        }
        row.unplaceable += usize::from(!analysis.placement.unplaceable.is_empty());
    }
    println!("| model | programs | may fail | robust | fenced, may not fail | fences | with a pair without a place |");
    for (architecture, Row { programs, violated, robust, fenced, fences, unplaceable }) in &rows {
        println!("| {architecture} | {programs} | {violated} | {robust} | {fenced} | {fences} | {unplaceable} |");
    }
    assert_eq!(wrong, Vec::<String>::new());
}
