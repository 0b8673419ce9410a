//! The verifier against the simulator: the machine of `weaken`, which does not use the simulator, ends in exactly the states that the
//! simulator allows. One case a test and model; cycles of relaxations (`generated.rs`) are there without any corpus.
//!
//! `exceptions.txt` lists what cannot be compared, with the reason; when it can, or fails for another reason, its line must go.

mod generated;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use sim::{Options, Test, simulate};
use source::{Diagnostic, Sources};
use weaken::{Limits, LitmusModel, Model, Propagating, Verdict, verify};

/// More states than any of these tests has.
const MOST_STATES: usize = 4_000_000;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let exceptions = exceptions();
    let root = testing::root();
    let shared = root.join("../shared/corpus");
    let mut trials = Vec::new();
    let mut found = BTreeSet::new();
    let sets: [(&str, PathBuf, &str, LitmusModel); _] = [
        ("x86_64-tso", root.join("corpus/x86_64"), "x86tso", Model::TSO.into()),
        ("generated-x86_64-tso", testing::generated("X86_64"), "x86tso", Model::TSO.into()),
        ("s390x-tso", root.join("corpus/s390x"), "s390x", Model::TSO.into()),
        ("s390x", root.join("corpus/s390x"), "s390x", own("s390x")),
        ("loongarch", root.join("corpus/loongarch"), "loongarch", own("loongarch")),
        ("mips", root.join("corpus/mips"), "mips", own("mips")),
        ("generated-mips", testing::generated("MIPS"), "mips", own("mips")),
        ("instructions-mips", shared.join("catalogue/instructions-MIPS"), "mips", own("mips")),
        ("riscv", root.join("corpus/riscv"), "rvwmo", own("rvwmo")),
        ("generated-riscv", testing::generated("RISCV"), "rvwmo", own("rvwmo")),
        ("instructions-riscv", shared.join("catalogue/instructions-RISCV"), "rvwmo", own("rvwmo")),
        ("catalogue-riscv", shared.join("catalogue/riscv-sample300"), "rvwmo", own("rvwmo")),
        ("generated-riscv-ztso", testing::generated("RISCV"), "ztso", own("ztso")),
        ("generated-riscv-pso", testing::generated("RISCV"), "pso", own("pso")),
        ("generated-riscv-rmo", testing::generated("RISCV"), "rmo", own("rmo")),
        ("generated-riscv-sc", testing::generated("RISCV"), "sc", own("sc")),
        ("x86_64-pso", root.join("corpus/x86_64"), "pso", Model::PSO.into()),
        ("generated-x86_64-pso", testing::generated("X86_64"), "pso", Model::PSO.into()),
        ("catalogue-x86_64-pso", shared.join("catalogue/x86_64"), "pso", Model::PSO.into()),
        ("x86_64-rmo", root.join("corpus/x86_64"), "rmo", Model::RMO.into()),
        ("generated-x86_64-rmo", testing::generated("X86_64"), "rmo", Model::RMO.into()),
        ("catalogue-x86_64-rmo", shared.join("catalogue/x86_64"), "rmo", Model::RMO.into()),
        ("generated-x86_64-sc", testing::generated("X86_64"), "sc", Model::SC.into()),
        ("catalogue-x86_64-tso", shared.join("catalogue/x86_64"), "x86tso", Model::TSO.into()),
        ("aarch64", root.join("corpus/aarch64"), "aarch64", Model::ARMV8.into()),
        ("generated-aarch64", testing::generated("AArch64"), "aarch64", Model::ARMV8.into()),
        ("catalogue-aarch64", shared.join("catalogue/aarch64"), "aarch64", Model::ARMV8.into()),
        ("generated-ppc", testing::generated("PPC"), "power", Propagating::Power.into()),
        ("catalogue-ppc", shared.join("catalogue/herding-cats-ppc"), "power", Propagating::Power.into()),
        ("instructions-ppc", shared.join("catalogue/instructions-PPC"), "power", Propagating::Power.into()),
        ("arm", root.join("corpus/arm"), "arm", Propagating::Armv7.into()),
        ("generated-arm", testing::generated("ARM"), "arm", Propagating::Armv7.into()),
    ];
    for (set, directory, cat, model) in sets {
        for file in tests(&directory) {
            let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let name = format!("{set}::{stem}");
            found.insert(name.clone());
            trials.push(match exceptions.get(&name).cloned() {
                None => Trial::test(name, move || agree_on(&file, cat, model).map_err(Into::into)),
                Some(reason) => Trial::test(name, move || match agree_on(&file, cat, model) {
                    Ok(()) => Err(format!("this agrees now ({reason}): take it off exceptions.txt").into()),
                    Err(message) if message.contains(&reason) => Ok(()),
                    Err(message) => Err(format!("not for the reason in exceptions.txt ({reason}):\n{message}").into()),
                })
                .with_kind("exception"),
            });
        }
    }
    // Delayed reads return what accesses of other sizes have left of a value, or put together.
    for (name, text, cat, model) in [
        ("LB+halves", include_str!("mixed_sizes/aarch64-LB+halves.litmus"), "aarch64", Model::ARMV8.into()),
        ("LB+pieces", include_str!("mixed_sizes/aarch64-LB+pieces.litmus"), "aarch64", Model::ARMV8.into()),
        ("LB+low-halves", include_str!("mixed_sizes/rmo-LB+low-halves.litmus"), "rmo", Model::RMO.into()),
    ] {
        let agree = move || agree(name.to_owned(), text.to_owned(), cat, model).map_err(Into::into);
        trials.push(Trial::test(format!("mixed-sizes::{name}"), agree));
    }
    let fails =
        move || agree("cs-fails".to_owned(), include_str!("s390x-cs-fails.litmus").to_owned(), "s390x", own("s390x"));
    trials.push(Trial::test("s390x::a-comparison-that-fails", move || fails().map_err(Into::into)));
    for (architecture, cat, model) in
        [("PPC", "power", Propagating::Power.into()), ("ARM", "arm", Propagating::Armv7.into())]
    {
        for (cycle, text) in generated::tests(architecture) {
            let name = format!("cycles-{}::{cycle}", architecture.to_lowercase());
            trials.push(Trial::test(name, move || agree(cycle, text, cat, model).map_err(Into::into)));
        }
    }
    let is_whole = testing::find_shared("").is_some();
    if !is_whole {
        testing::cases_not_run(testing::sets::VERIFY_CASES, "of the verifier", "../shared/corpus is not there");
    }
    for name in exceptions.into_keys().filter(|name| is_whole && !found.contains(name)) {
        trials.push(Trial::test(format!("exceptions.txt::{name}"), || Err("there is no such test".into())));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The model of this name.
fn own(name: &str) -> LitmusModel {
    LitmusModel::find(name).unwrap_or_else(|| panic!("no model {name}"))
}

/// By name the reasons of tests that cannot be compared.
fn exceptions() -> BTreeMap<String, String> {
    let lines = include_str!("exceptions.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once(": ").unwrap_or_else(|| panic!("no reason in exceptions.txt: {line}"));
        (name.to_owned(), reason.to_owned())
    };
    lines.map(entry).collect()
}

fn tests(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "litmus")).collect();
    tests.sort();
    tests
}

fn agree_on(file: &Path, cat: &str, model: LitmusModel) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    agree(file.display().to_string(), text, cat, model)
}

fn agree(name: String, text: String, cat: &str, model: LitmusModel) -> Result<(), String> {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let plain = |found: Vec<Diagnostic>| found.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ");
    let test = Test::load(&sources, source, "test").map_err(plain)?;
    let cat = lakmus::shipped_model(cat, test.language(), &mut sources).map_err(|error| format!("{error:?}"))?;
    let report = simulate(&test, &cat, &Options::default()).map_err(|error| format!("the simulator: {error:?}"))?;
    let limits = Limits {
        states: MOST_STATES,
        memory: usize::MAX,
        progress: &|_| {},
        cancelled: &|| false,
        delayed: 2,
        stop_at_violation: false,
        reduction: true,
        progress_is_checked: false,
    };
    let found = match verify(test.lowered(), test.language(), model, &limits) {
        Ok(found) => found,
        Err(error) => return Err(format!("the machine refuses: {error}")),
    };
    if let Verdict::Unknown(why) = &found.verdict {
        return Err(format!("no verdict: {why}"));
    }
    let print = |outcome| test.lowered().print_outcome(outcome, litmus::Base::Decimal);
    let ours: BTreeSet<String> = found.outcomes.iter().map(print).collect();
    let theirs: BTreeSet<String> = report.states.iter().cloned().collect();
    if ours == theirs {
        return Ok(());
    }
    let list = |set: BTreeSet<&String>| set.into_iter().cloned().collect::<Vec<_>>().join("\n  ");
    Err(format!(
        "only the machine:\n  {}\nonly the simulator:\n  {}\n({:?})",
        list(ours.difference(&theirs).collect()),
        list(theirs.difference(&ours).collect()),
        found.statistics
    ))
}
