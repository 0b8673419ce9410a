//! `lakmus verify --suggest`: the fences that remove a violation of a program, and the proof that they do.
//!
//! The fences are those of `lakmus fence`, which make the program sequentially consistent. Those are left out, one after the other, without which it is still
//! proved that there is no violation. What is suggested has been verified with the fences in place; the program without them is violated.

use std::fs;
use std::path::{Path, PathBuf};

use lakmus::aeg::graph::Options;
use lakmus::aeg::model::{FenceKind, Model as Reordering};
use lakmus::cprog::clang::{Clang, Unit, real_path};
use lakmus::cprog::ir::Program;
use lakmus::cprog::threads::Roots;
use lakmus::cprog::{self, link, ll, promote};
use lakmus::fence::analysis::{Analysis, Request};
use lakmus::fence::diff;
use lakmus::fence::rewrite::{self, Writing};
use lakmus::fence::slots::{Slot, Text};
use lakmus::weaken::checker::{Limits, Verdict};
use lakmus::weaken::{LitmusModel, Model, Propagating};
use rustc_hash::FxHashMap;

use super::programs;
use crate::fence::{SourceText, name_for_diff, overlay, sources};

/// The exact search of each pair's critical cycle takes no more steps than this (as `lakmus fence` does it).
const BUDGET: usize = 20_000;

/// What `lakmus fence` orders accesses against, under a model.
fn reordering(model: LitmusModel) -> Option<Reordering> {
    match model {
        LitmusModel::MultiCopyAtomic(Model::Sc) => None,
        LitmusModel::MultiCopyAtomic(Model::Tso) => Some(Reordering::Tso),
        LitmusModel::MultiCopyAtomic(Model::Pso) => Some(Reordering::Pso),
        LitmusModel::MultiCopyAtomic(Model::Rmo) => Some(Reordering::Rmo),
        LitmusModel::MultiCopyAtomic(Model::Armv8) => Some(Reordering::Armv8),
        LitmusModel::Propagating(Propagating::Power) => Some(Reordering::Power),
        LitmusModel::Propagating(Propagating::Armv7) => Some(Reordering::Armv7),
    }
}

/// Fences that were verified.
pub(super) struct Suggestion {
    /// The changes of the sources.
    pub(super) diff: String,
    /// How many fences they are,
    pub(super) fences: usize,
    /// and how many make the program sequentially consistent.
    pub(super) of: usize,
    /// States of the search that proved it.
    pub(super) states: usize,
}

/// A place for a fence, and which source it is in.
struct Placed {
    source: usize,
    fence: (Slot, FenceKind),
}

/// A program that its fences can be put into.
struct Fencing<'a> {
    units: &'a [Unit],
    clang: &'a Clang,
    sources: Vec<SourceText>,
    model: LitmusModel,
    limits: &'a Limits<'a>,
}

/// Looks for fences that remove the violations of the program that `units` make up under `model`.
pub(super) fn suggest(
    units: &[Unit],
    clang: &Clang,
    model: LitmusModel,
    limits: &Limits<'_>,
) -> Result<Suggestion, String> {
    let Some(reordering) = reordering(model) else {
        return Err("the violation is there under sequential consistency: no fence removes it".to_owned());
    };
    let mut modules = Vec::new();
    for unit in units {
        let text = clang.ir(unit).map_err(|error| error.to_string())?;
        modules.push(ll::parse(&unit.file.display().to_string(), &text).map_err(|error| error.to_string())?);
    }
    let mut program = link(&modules, &real_path);
    promote(&mut program);
    let main = program.function("main").ok_or("there is no `main`")?;
    let sources = sources(&program);
    let (placed, is_complete) = place(&program, &Roots::Main(main), reordering, &sources);
    let fencing = Fencing { units, clang, sources, model, limits };
    if placed.is_empty() {
        return Err("no reordering brings the violation about: no fence removes it".to_owned());
    }
    let all: Vec<&Placed> = placed.iter().collect();
    let mut states = match fencing.verify(&all)? {
        (Verdict::Holds, states) => states,
        (Verdict::Violated(violation), _) if is_complete => {
            return Err(format!("with {} fences the program is still violated: {}", all.len(), violation.kind));
        }
        (Verdict::Violated(violation), _) => {
            return Err(format!("no place was found for some fences, and without those: {}", violation.kind));
        }
        (Verdict::Unknown(why), _) => return Err(format!("with {} fences there is no verdict: {why}", all.len())),
    };
    let mut kept = all;
    for fence in &placed {
        let without: Vec<&Placed> = kept.iter().copied().filter(|other| !std::ptr::eq(*other, fence)).collect();
        if without.is_empty() {
            break;
        }
        if let (Verdict::Holds, found) = fencing.verify(&without)? {
            (kept, states) = (without, found);
        }
    }
    let texts = fencing.texts(&kept);
    let diffs = texts.iter().map(|(source, new)| diff::unified_diff(&name_for_diff(&source.path), &source.text, new));
    Ok(Suggestion { diff: diffs.collect(), fences: kept.len(), of: placed.len(), states })
}

/// Where `lakmus fence` puts fences, and whether it found places for all.
fn place(program: &Program, roots: &Roots, model: Reordering, sources: &[SourceText]) -> (Vec<Placed>, bool) {
    let texts: FxHashMap<_, Text> =
        sources.iter().map(|source| (source.file, Text::new(&source.text, source.byte_characters))).collect();
    let analysis = Analysis::run(
        program,
        roots,
        &Request { budget: BUDGET, upgrade: false, ..Request::new(Options::new(model)) },
        &texts,
        &mut |_| {},
    );
    let placed = analysis.placement.fences.iter().filter_map(|fence| {
        let slot = analysis.found.slots[fence.slot];
        let source = sources.iter().position(|source| source.file == slot.file)?;
        Some(Placed { source, fence: (slot, fence.kind) })
    });
    (placed.collect(), analysis.placement.unplaceable.is_empty())
}

impl Fencing<'_> {
    /// The texts that these fences change.
    fn texts(&self, fences: &[&Placed]) -> Vec<(&SourceText, String)> {
        let changed = self.sources.iter().enumerate().map(|(number, source)| {
            let here: Vec<_> =
                fences.iter().filter(|placed| placed.source == number).map(|placed| placed.fence).collect();
            (source, here)
        });
        changed
            .filter(|(_, here)| !here.is_empty())
            .map(|(source, here)| {
                (source, rewrite::insert(&source.text, &here, Writing::of(&source.path, &source.text)))
            })
            .collect()
    }

    /// Verifies the program with these fences; gives how many states that took.
    fn verify(&self, fences: &[&Placed]) -> Result<(Verdict, usize), String> {
        let (scratch, path) = overlay(&self.texts(fences))?;
        let texts = self.units.iter().map(|unit| {
            let mut unit = unit.clone();
            unit.options.extend(["-ivfsoverlay".to_owned(), path.display().to_string()]);
            self.clang.ir(&unit).map_err(|error| format!("the program with fences does not compile: {error}"))
        });
        let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
        drop(scratch);
        let program = cprog::read(texts.iter().map(String::as_str)).map_err(|error| error.to_string())?;
        let report = programs::check(&program, self.model, self.limits).map_err(|refusal| refusal.to_string())?;
        Ok((report.verdict, report.statistics.states))
    }
}

/// The files as clang compiles them; refused where one is IR, which no fence can be put into.
pub(super) fn units(files: &[PathBuf], options: &[String]) -> Result<Vec<Unit>, String> {
    let directory = std::env::current_dir().map_err(|error| format!(".: {error}"))?;
    let is_ir = |file: &Path| file.extension().is_some_and(|end| end == "ll");
    if let Some(file) = files.iter().find(|file| is_ir(file)) {
        return Err(format!("no fence can be put into `{}`: it is no source", file.display()));
    }
    if let Some(file) = files.iter().find(|file| fs::metadata(file).is_err()) {
        return Err(format!("`{}` cannot be read", file.display()));
    }
    let unit = |file: &PathBuf| Unit { directory: directory.clone(), file: file.clone(), options: options.to_vec() };
    Ok(files.iter().map(unit).collect())
}
