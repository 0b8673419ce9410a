//! `lakmus verify --suggest`: the fences that remove a violation of a program, and the proof that they do.
//!
//! The fences are those of `lakmus fence`, which make the program sequentially consistent. Those are left out, one after the other, without which it is still
//! proved that there is no violation. What is suggested has been verified with the fences in place; the program without them is violated.

use std::fs;
use std::path::{Path, PathBuf};

use ::fence::analysis::{Analysis, Request};
use ::fence::diff;
use ::fence::pipeline::sources;
use ::fence::rewrite::{self, Writing};
use ::fence::slots::{Slot, Text};
use ::fence::source_text::{Changed, SourceText};
use aeg::graph;
use aeg::model::{FenceKind, Model as Reordering};
use cprog::clang::{Unit, real_path};
use cprog::ir::Program;
use cprog::threads::Roots;
use cprog::{link, ll, promote};
use lakmus::clang::Units;
use lakmus::verify::{self, Options, Report, Verdict};
use rustc_hash::FxHashMap;

use crate::fence::name_for_diff;

/// The exact search of each pair's critical cycle takes no more steps than this (as `lakmus fence` does it).
const BUDGET: usize = 20_000;

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
    units: &'a Units,
    sources: Vec<SourceText>,
    options: &'a Options<'a>,
}

/// Looks for fences that remove the violations of the program that `units` make up under `model`.
pub(super) fn suggest(units: &mut Units, options: &Options<'_>) -> Result<Suggestion, String> {
    let Some(reordering) = options.model.facts() else {
        return Err("the violation is there under sequential consistency: no fence removes it".to_owned());
    };
    let texts = units.texts().map_err(|error| error.to_string())?;
    let modules: Vec<_> = texts.iter().map(|text| ll::parse(text)).collect();
    let mut program = link(&modules, &real_path);
    promote(&mut program);
    let main = program.function("main").ok_or("there is no `main`")?;
    let sources = sources(&program, units);
    let (placed, is_complete) = place(&program, &Roots::Main(main), reordering, &sources);
    let fencing = Fencing { units, sources, options };
    if placed.is_empty() {
        return Err("no reordering brings the violation about: no fence removes it".to_owned());
    }
    let all: Vec<&Placed> = placed.iter().collect();
    let first = fencing.verify(&all)?;
    if let Some(violation) = first.verdict.violation() {
        return Err(match is_complete {
            true => format!("with {} fences the program is still violated: {}", all.len(), violation.what),
            false => format!("no place was found for some fences, and without those: {}", violation.what),
        });
    }
    if let Some(why) = first.verdict.unknown() {
        return Err(format!("with {} fences there is no verdict: {why}", all.len()));
    }
    let mut states = first.statistics.states;
    let mut kept = all;
    for fence in &placed {
        let without: Vec<&Placed> = kept.iter().copied().filter(|other| !std::ptr::eq(*other, fence)).collect();
        if without.is_empty() {
            break;
        }
        let found = fencing.verify(&without)?;
        if matches!(found.verdict, Verdict::Holds) {
            (kept, states) = (without, found.statistics.states);
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
        &Request { budget: BUDGET, upgrade: false, ..Request::new(graph::Options::new(model)) },
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

    /// Verifies the program with these fences.
    fn verify(&self, fences: &[&Placed]) -> Result<Report, String> {
        let texts = self.texts(fences);
        let changed: Vec<Changed<'_>> = texts.iter().map(|(source, text)| Changed { source, text }).collect();
        let program = self.units.program_with(&changed);
        let program = program.map_err(|error| format!("the program with fences does not compile: {error}"))?;
        verify::check(&program, self.options).map_err(|refusal| refusal.to_string())
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
