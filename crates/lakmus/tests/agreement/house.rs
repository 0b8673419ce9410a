//! Programs in C on which `fence` and `verify` gave opposite answers, or both wrong ones: read by clang, and compared with what the simulator says of the same program.
//!
//! Where clang is missing they count as not run.

use std::path::Path;

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, Options};
use cprog::clang::{Clang, Unit};
use cprog::{points_to, promote, read, threads};
use libtest_mimic::Trial;
use weaken::LitmusModel;
use weaken::checker::{Limits, Verdict, check};

use crate::litmus::Litmus;
use crate::program::Program;
use crate::targets::{Target, targets};

/// The files, the models, and what they are in the notation of the suite.
const FILES: [(&str, &[&str], &str); 4] = [
    ("sb-rlx-stores-sc-loads", &["x86tso", "pso", "rmo", "aarch64"], "Wx1:rlx Ry:sc | Wy1:rlx Rx:sc"),
    ("sb-sc-stores-rlx-loads", &["x86tso", "pso", "rmo", "aarch64"], "Wx1:sc Ry:rlx | Wy1:sc Rx:rlx"),
    ("sb-dsb-ishld", &["aarch64"], "Wx1 {dsb ishld} Ry | Wy1 {dsb ishld} Rx"),
    ("mp-dsb-ishst", &["aarch64"], "Wx1 {dmb ish} Wy1 | Ry {dsb ishst} Rx"),
];

pub(crate) fn trials() -> Vec<Trial> {
    let clang = Clang::find(None).ok();
    let mut trials = Vec::new();
    for (file, models, notation) in FILES {
        for model in models {
            let clang = clang.clone();
            let is_run = clang.is_some();
            let trial = Trial::test(format!("c::{file}::{model}"), move || {
                let clang = clang.as_ref().ok_or("there is no clang")?;
                agree(clang, file, model, notation).map_err(Into::into)
            });
            trials.push(trial.with_ignored_flag(!is_run));
        }
    }
    trials
}

fn agree(clang: &Clang, file: &str, model: &str, notation: &str) -> Result<(), String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement/c");
    let unit = Unit { file: directory.join(format!("{file}.c")), directory, options: Vec::new() };
    let ir = clang.ir(&unit).map_err(|error| error.to_string())?;
    let target = targets().into_iter().find(|target| target.name == model).ok_or("no such model")?;
    let litmus = Litmus::of(&Program::parse(notation), target.machine, target.mapping, &[]);
    let is_robust = litmus.outcomes(target.cat) == litmus.outcomes("sc");
    // Each of these asserts that the one outcome is not there that sequential consistency has not.
    let verified = is_verified(&ir, &target)?;
    if verified != is_robust {
        return Err(format!("verify holds: {verified}; run has the outcomes of SC alone: {is_robust}"));
    }
    let pairs = pairs(&ir, &target);
    if (pairs == 0) != is_robust {
        return Err(format!("fence wants {pairs} pairs ordered; run has the outcomes of SC alone: {is_robust}"));
    }
    Ok(())
}

fn is_verified(ir: &str, target: &Target) -> Result<bool, String> {
    let Some(LitmusModel::MultiCopyAtomic(model)) = target.verify else { return Err("no model of verify".to_owned()) };
    let report = check(&read([ir]).map_err(|error| error.to_string())?, model, &Limits::default())
        .map_err(|refusal| refusal.to_string())?;
    match report.verdict {
        Verdict::Holds => Ok(true),
        Verdict::Violated(_) => Ok(false),
        Verdict::Unknown(why) => Err(why.to_string()),
    }
}

fn pairs(ir: &str, target: &Target) -> usize {
    let mut program = read([ir]).expect("LLVM IR that LLVM takes");
    promote(&mut program);
    let roots = threads::Roots::Main(program.function("main").expect("main"));
    let points_to = points_to::analyse(&program, roots.functions());
    let threads = threads::find(&program, &points_to, &roots);
    let model = target.fence.expect("a model of fence");
    let aeg = Aeg::build(&program, &points_to, threads, Options::new(model));
    let dependencies = Dependencies::find(&program, &aeg);
    Delays::find_some(&program, &points_to, &aeg, &dependencies, 20_000, usize::MAX).pairs.len()
}
