//! `lakmus verify --suggest`: the stronger orders of accesses and the fences that remove a violation of a program, and the proof that they do.
//!
//! They are those of `lakmus fence`, which make the program sequentially consistent. Those are left out, one after the other, without which it is still
//! proved that there is no violation. What is suggested has been verified as it is printed; the program as it stands is violated.

use std::fs;
use std::path::PathBuf;

use ::fence::analysis::{Analysis, Request};
use ::fence::assertion;
use ::fence::diff;
use ::fence::pipeline::sources;
use ::fence::placement::{Fence, Stronger};
use ::fence::rewrite::{self, Writing};
use ::fence::slots::Text;
use ::fence::source_text::{Changed, SourceText};
use aeg::graph;
use aeg::model::Model as Reordering;
use cprog::clang::{Unit, real_path};
use cprog::ir::Program;
use cprog::threads::Roots;
use cprog::{link, ll, promote};
use lakmus::clang::{Units, is_ir};
use lakmus::verify::{self, Options, Report, Verdict};
use rustc_hash::FxHashMap;

use crate::fence::name_for_diff;

/// The exact search of each pair's critical cycle takes no more steps than this (as `lakmus fence` does it).
const BUDGET: usize = 20_000;

/// Changes that were verified.
pub(super) struct Suggestion {
    /// The changes of the sources.
    pub(super) diff: String,
    /// How many of what they are,
    pub(super) changes: String,
    /// and of how many, which make the program sequentially consistent.
    pub(super) of: String,
    /// States of the search that proved it.
    pub(super) states: usize,
}

/// A change of the program.
#[derive(Clone, Debug)]
enum Change {
    Fence(Fence),
    /// A stronger order of an access.
    Order(Stronger),
}

/// A program that changes can be made to.
struct Fencing<'a> {
    units: &'a Units,
    sources: Vec<SourceText>,
    options: &'a Options<'a>,
}

/// Looks for orders of accesses and fences that remove the violations of the program that `units` make up under `model`: orders first, and where these are not enough, fences alone.
pub(super) fn suggest(units: &mut Units, options: &Options<'_>) -> Result<Suggestion, String> {
    let Some(reordering) = options.model.facts() else {
        return Err("the violation is there under sequential consistency: no fence removes it".to_owned());
    };
    let texts = units.texts().map_err(|error| error.to_string())?;
    let modules = texts.iter().map(|text| ll::parse("the source", text)).collect::<Result<Vec<_>, _>>();
    let modules = modules.map_err(|error| error.to_string())?;
    let mut program = link(&modules, &real_path);
    promote(&mut program);
    let main = program.function("main").ok_or("there is no `main`")?;
    let sources = sources(&program, units);
    let fencing = Fencing { units, sources, options };
    let with_orders = fencing.attempt(&program, &Roots::Main(main), (reordering, true));
    with_orders.or_else(|_| fencing.attempt(&program, &Roots::Main(main), (reordering, false)))
}

impl Fencing<'_> {
    /// What `lakmus fence` changes, without what can be left out.
    fn attempt(
        &self,
        program: &Program,
        roots: &Roots,
        (model, with_orders): (Reordering, bool),
    ) -> Result<Suggestion, String> {
        let mut analysis = self.analyse(program, roots, (model, with_orders));
        let is_complete = analysis.placement.unplaceable.is_empty();
        let fences = std::mem::take(&mut analysis.placement.fences).into_iter().map(Change::Fence);
        let orders = std::mem::take(&mut analysis.placement.stronger).into_iter().map(Change::Order);
        // Fences are left out first: they cost more.
        let all: Vec<Change> = fences.chain(orders).collect();
        if all.is_empty() {
            return Err("no reordering brings the violation about: no fence removes it".to_owned());
        }
        let first = self.verify(&mut analysis, &all)?;
        if let Some(violation) = first.verdict.violation() {
            return Err(match is_complete {
                true => format!("with {} the program is still violated: {}", counted(&all), violation.what),
                false => format!("no place was found for some fences, and without those: {}", violation.what),
            });
        }
        if let Some(why) = first.verdict.unknown() {
            return Err(format!("with {} there is no verdict: {why}", counted(&all)));
        }
        let mut states = first.statistics.states;
        // Without any change there is the violation.
        let made = |levels: &[usize]| -> Vec<Change> {
            let changes = all.iter().zip(levels).filter(|(_, level)| **level > 0);
            changes.map(|(change, _)| change.clone()).collect()
        };
        let levels = assertion::weakest(&vec![1; all.len()], &mut |levels| {
            let rest = made(levels);
            let found = if rest.is_empty() { return Ok(false) } else { self.verify(&mut analysis, &rest)? };
            let holds = matches!(found.verdict, Verdict::Holds);
            if holds {
                states = found.statistics.states;
            }
            Ok::<bool, String>(holds)
        })?;
        let kept = made(&levels);
        let texts = self.texts(&mut analysis, &kept);
        let diffs =
            texts.iter().map(|(source, new)| diff::unified_diff(&name_for_diff(&source.path), &source.text, new));
        Ok(Suggestion { diff: diffs.collect(), changes: counted(&kept), of: counted(&all), states })
    }

    fn analyse(&self, program: &Program, roots: &Roots, (model, upgrade): (Reordering, bool)) -> Analysis {
        let texts: FxHashMap<_, Text> =
            self.sources.iter().map(|source| (source.file, Text::new(&source.text, source.byte_characters))).collect();
        // Dependencies are nothing that a programmer would write in the place of an order.
        let request = Request { budget: BUDGET, upgrade, depend: false, ..Request::new(graph::Options::new(model)) };
        Analysis::run(program, roots, &request, &texts, &mut |_| {})
    }

    /// The texts that these changes are made to.
    fn texts(&self, analysis: &mut Analysis, changes: &[Change]) -> Vec<(&SourceText, String)> {
        let fence = |change: &Change| if let Change::Fence(fence) = change { Some(fence.clone()) } else { None };
        let order = |change: &Change| if let Change::Order(order) = change { Some(order.clone()) } else { None };
        analysis.placement.fences = changes.iter().filter_map(fence).collect();
        analysis.placement.stronger = changes.iter().filter_map(order).collect();
        let changed = self.sources.iter().filter_map(|source| {
            let writing = Writing::of(&source.path, &source.text);
            Some((source, rewrite::rewritten(analysis, source.file, &source.text, None, writing)?))
        });
        changed.collect()
    }

    /// Verifies the program with these changes.
    fn verify(&self, analysis: &mut Analysis, changes: &[Change]) -> Result<Report, String> {
        let texts = self.texts(analysis, changes);
        let changed: Vec<Changed<'_>> = texts.iter().map(|(source, text)| Changed::new(source, text)).collect();
        let program = self.units.program_to_run(&changed);
        let program = program.map_err(|error| format!("the changed program does not compile: {error}"))?;
        verify::check(&program, self.options).map_err(|refusal| refusal.to_string())
    }
}

/// How many of which changes: `1 order and 2 fences`.
fn counted(changes: &[Change]) -> String {
    let fences = changes.iter().filter(|change| matches!(change, Change::Fence(_))).count();
    let orders = changes.len() - fences;
    let count = |number: usize, what: &str| match number {
        0 => None,
        1 => Some(format!("1 {what}")),
        number => Some(format!("{number} {what}s")),
    };
    let parts: Vec<String> = [count(orders, "stronger order"), count(fences, "fence")].into_iter().flatten().collect();
    parts.join(" and ")
}

/// The files as clang compiles them; refused where one is IR, which no fence can be put into.
pub(super) fn units(files: &[PathBuf], options: &[String]) -> Result<Vec<Unit>, String> {
    let directory = std::env::current_dir().map_err(|error| format!(".: {error}"))?;
    if let Some(file) = files.iter().find(|file| is_ir(file)) {
        return Err(format!("no fence can be put into `{}`: it is no source", file.display()));
    }
    if let Some(file) = files.iter().find(|file| fs::metadata(file).is_err()) {
        return Err(format!("`{}` cannot be read", file.display()));
    }
    let unit = |file: &PathBuf| Unit { directory: directory.clone(), file: file.clone(), options: options.to_vec() };
    Ok(files.iter().map(unit).collect())
}
