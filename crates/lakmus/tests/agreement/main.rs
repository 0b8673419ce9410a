//! The commands check each other: the same programs go through `fence` and `verify` as LLVM IR, and through `run` and `verify` as litmus tests of what
//! compilers make of them, under every model that `fence` or `verify` has.
//!
//! - `verify` ends in exactly the outcomes of `run`, whatever it delays.
//! - Where `fence` says that a program is robust, `run` has the outcomes of sequential consistency alone, and so it has with the fences that `fence` proposes.
//! - Where `fence` asks for fences that `run` does not need, model and shape are listed in `needless.txt`, with a program and the reason; when the program is robust, its line must go.
//!
//! Beside that each row of the crate `arch` is held to the cat model (`rows`).
//!
//! A sample of the programs by default, `LAKMUS_AGREEMENT=all` for all of them (where a shape has more than some hundred of a family, as many by chance), `LAKMUS_AGREEMENT=50` for so many of each
//! shape and family; `LAKMUS_SEED=N` for another sample; `LAKMUS_PROGRAM='power: Wx1 {sync} Wy1 | Ry Rx'` for one program.

mod choices;
mod compare;
mod house;
mod instructions;
mod ir;
mod lists;
mod litmus;
#[path = "../placement/mod.rs"]
mod placement;
mod program;
mod rows;
mod shapes;
mod targets;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Mutex;

use choices::{FAMILIES, Family, Random};
use libtest_mimic::{Arguments, Trial};
use program::Program;
use targets::{Target, targets};

/// How many programs of each shape and family are compared where all are asked for and there are more.
const ALL: usize = 300;
/// One program is compared of so many pairs of a shape and a family where nothing is asked for.
const SPARSE: usize = 3;

/// How many differences of a trial are printed whole.
const PRINTED: usize = 3;

/// What was done under a model.
#[derive(Debug, Default)]
struct Totals {
    programs: usize,
    comparisons: usize,
    differences: usize,
    needless: usize,
}

static TOTALS: Mutex<BTreeMap<&str, Totals>> = Mutex::new(BTreeMap::new());

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let all: &'static [Target] = targets().leak();
    if let Ok(one) = std::env::var("LAKMUS_PROGRAM") {
        return try_one(&one, all);
    }
    let most = match std::env::var("LAKMUS_AGREEMENT").as_deref() {
        Ok("all") => Some(ALL),
        Ok(number) => number.parse().ok(),
        Err(_) => None,
    };
    let seed = std::env::var("LAKMUS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut trials = house::trials();
    for target in all {
        for family in FAMILIES {
            let name = format!("{}::{}", target.name, family.name());
            trials.push(Trial::test(name, move || family_agrees(target, family, most, seed).map_err(Into::into)));
        }
        let name = format!("{}::cases", target.name);
        trials.push(Trial::test(name, move || cases_agree(target).map_err(Into::into)));
        let name = format!("{}::needless", target.name);
        trials.push(Trial::test(name, move || is_still_needless(target).map_err(Into::into)));
        trials.extend(rows::trials(target));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        match most {
            Some(most) => println!("seed {seed}: at most {most} programs of each shape and family"),
            None => println!("seed {seed}: a program of one in {SPARSE} pairs of a shape and a family"),
        }
        for (name, totals) in TOTALS.lock().expect("no trial holds it").iter() {
            println!(
                "{name}: {} programs, {} comparisons, {} differences, {} fenced though their outcomes are those of SC",
                totals.programs, totals.comparisons, totals.differences, totals.needless
            );
        }
    }
    conclusion.exit_code()
}

/// Compares one program, given as `power: Wx1 {sync} Wy1 | Ry Rx`, and prints what comes of it.
fn try_one(text: &str, all: &'static [Target]) -> ExitCode {
    let (name, program) = text.split_once(": ").unwrap_or_else(|| panic!("no model: {text}"));
    let target = all.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no model {name}"));
    let findings = compare::compare(&Program::parse(program), target);
    println!("comparisons: {}, needless: {}", findings.comparisons, findings.is_needless);
    println!("{}", findings.differences.join("\n"));
    ExitCode::from(u8::from(!findings.differences.is_empty()))
}

/// What a trial has found.
struct Tally {
    target: &'static Target,
    totals: Totals,
    wrong: Vec<String>,
}

impl Tally {
    fn new(target: &'static Target) -> Tally {
        Tally { target, totals: Totals::default(), wrong: Vec::new() }
    }

    /// Compares a program; whether fences are asked for that it does not need.
    fn compare(&mut self, name: &str, program: &Program) -> bool {
        let findings = compare::compare(program, self.target);
        self.totals.programs += 1;
        self.totals.comparisons += findings.comparisons;
        self.totals.needless += usize::from(findings.is_needless);
        if !findings.differences.is_empty() {
            self.totals.differences += 1;
            self.wrong.push(format!("{name}: {program}\n{}", findings.differences.join("\n")));
        }
        findings.is_needless
    }

    fn finish(self) -> Result<(), String> {
        let mut all = TOTALS.lock().expect("no trial holds it");
        let sum = all.entry(self.target.name).or_default();
        sum.programs += self.totals.programs;
        sum.comparisons += self.totals.comparisons;
        sum.differences += self.totals.differences;
        sum.needless += self.totals.needless;
        if self.wrong.is_empty() {
            return Ok(());
        }
        let printed: Vec<&str> = self.wrong.iter().take(PRINTED).map(String::as_str).collect();
        Err(format!("{} of {} programs\n{}", self.wrong.len(), self.totals.programs, printed.join("\n")))
    }
}

/// Compares the programs of a family.
fn family_agrees(target: &'static Target, family: Family, most: Option<usize>, seed: u64) -> Result<(), String> {
    let mut random = Random(seed.wrapping_mul(1 + target.draw() + family as u64 * 0x1_0001));
    let mut tally = Tally::new(target);
    let listed: BTreeSet<(String, String)> = lists::needless().into_keys().collect();
    let mut unlisted = BTreeSet::new();
    for (name, shape) in shapes::shapes() {
        if most.is_none() && random.below(SPARSE) > 0 {
            continue;
        }
        for program in family.programs(&shape, target, most.unwrap_or(1), &mut random) {
            let is_needless = tally.compare(name, &program);
            let key = (target.name.to_owned(), name.to_owned());
            if is_needless && !listed.contains(&key) && unlisted.insert(name) {
                tally.wrong.push(format!("not in needless.txt:\n{} {name}: {program} -- ", target.name));
            }
        }
    }
    tally.finish()
}

/// Compares the programs that are always compared.
fn cases_agree(target: &'static Target) -> Result<(), String> {
    let mut tally = Tally::new(target);
    for (name, program) in lists::cases(target) {
        tally.compare(&name, &program);
    }
    tally.finish()
}

/// Whether what is listed is so.
fn is_still_needless(target: &'static Target) -> Result<(), String> {
    let mut tally = Tally::new(target);
    for ((_, shape), entry) in lists::needless().into_iter().filter(|((name, _), _)| name == target.name) {
        if !tally.compare(&shape, &entry.witness) {
            tally.wrong.push(format!(
                "{} {shape}: {} is robust now ({}): take it off needless.txt, or name another program",
                target.name, entry.witness, entry.reason
            ));
        }
    }
    tally.finish()
}
