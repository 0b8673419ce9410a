//! Macros, as far as fences depend on them: what they do to the flow of control, and writing out those that hold pairs which no fence can be put between.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lakmus::cprog::clang::Unit;
use lakmus::cprog::ll::syntax::Module;
use lakmus::fence::macros::Macros;
use lakmus::fence::written_out::{Use, WrittenOut, uses};
use rustc_hash::FxHashMap;

use super::{Analysed, Session, SourceText, is_ir, overlay};
use crate::output::complain;

/// Writing macros out changes which pairs there are, so that others may be found; so often it is tried.
const ROUNDS: usize = 3;

/// The uses of macros to write out, by file and where they begin.
type Chosen = BTreeMap<PathBuf, BTreeSet<usize>>;

impl Session<'_> {
    /// Reads the definitions of all macros.
    pub(super) fn read_macros(&mut self) {
        let Some(clang) = &self.clang else { return };
        // What the compiler refuses is reported when it is compiled.
        let outputs: Vec<String> = self.sources_of_units().filter_map(|unit| clang.macros(unit).ok()).collect();
        self.macros = Macros::read(outputs.iter().map(String::as_str));
    }

    fn sources_of_units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| !is_ir(&unit.file))
    }

    /// The modules of all units, compiled with these texts in the place of files, and how many units gave none.
    pub(super) fn modules_with(
        &mut self,
        written_out: &[(&SourceText, WrittenOut)],
    ) -> Result<(Vec<Module>, usize), String> {
        if written_out.is_empty() {
            return self.modules(None);
        }
        let texts: Vec<(&SourceText, String)> =
            written_out.iter().map(|(source, written_out)| (*source, written_out.text.clone())).collect();
        let (_scratch, overlay) = overlay(&texts)?;
        self.modules(Some(&overlay))
    }

    /// Where no fence can be put between the accesses of pairs, writes out the macros that they are in, and analyses the program with these.
    pub(super) fn with_macros_written_out(&mut self, first: Analysed) -> Result<Analysed, String> {
        let mut best = first;
        if self.clang.is_none() {
            return Ok(best);
        }
        let (laps, begin) = (self.times.len(), Instant::now());
        let mut chosen = Chosen::new();
        let mut all: FxHashMap<PathBuf, Vec<Use>> = FxHashMap::default();
        for _ in 0..ROUNDS {
            if !self.choose(&best, &mut all, &mut chosen) {
                break;
            }
            let texts = best.sources.iter().filter_map(|source| {
                let begins = chosen.get(&source.path)?;
                let uses: Vec<&Use> =
                    all.get(&source.path)?.iter().filter(|one| begins.contains(&one.range.start)).collect();
                Some((source, WrittenOut::new(&source.text, &uses)))
            });
            let texts: Vec<(&SourceText, WrittenOut)> = texts.collect();
            match self.analyse(&texts) {
                Ok(next) if next.failed <= best.failed => {
                    let is_better =
                        next.analysis.placement.unplaceable.len() < best.analysis.placement.unplaceable.len();
                    if !is_better {
                        break;
                    }
                    best = next;
                }
                Ok(_) | Err(_) => {
                    complain(
                        "warning: with macros written out the program does not compile; they are left as they are",
                    );
                    break;
                }
            }
        }
        if !chosen.is_empty() {
            self.times.truncate(laps);
            self.times.push(("macros".to_owned(), begin.elapsed()));
        }
        Ok(best)
    }

    /// Chooses the macros that hold an access of a pair without a place; says whether there are new ones.
    fn choose(&self, analysed: &Analysed, all: &mut FxHashMap<PathBuf, Vec<Use>>, chosen: &mut Chosen) -> bool {
        let Analysed { program, sources, analysis, .. } = analysed;
        let texts = analysed.texts(&self.macros);
        let mut is_new = false;
        let pairs = analysis.placement.unplaceable.iter().map(|pair| &analysis.delays.pairs[*pair]);
        let events: BTreeSet<_> = pairs.flat_map(|pair| [pair.first, pair.second]).collect();
        for event in events {
            let Some(place) = program.place(analysis.aeg.events[event].point) else { continue };
            let Some(source) = sources.iter().find(|source| source.file == place.file) else { continue };
            let Some(offset) = texts[&place.file].offset(place) else { continue };
            let offset = source.written_out.as_ref().map_or(offset, |text| text.original_offset(offset));
            let uses = all.entry(source.path.clone()).or_insert_with(|| self.uses(source));
            if uses.binary_search_by_key(&offset, |one| one.range.start).is_ok() {
                is_new |= chosen.entry(source.path.clone()).or_default().insert(offset);
            }
        }
        is_new
    }

    /// The uses of macros in a source file, as far as they are the same in all units that compile it.
    fn uses(&self, source: &SourceText) -> Vec<Use> {
        let Some(clang) = &self.clang else { return Vec::new() };
        let is_it = |unit: &&Unit| {
            fs::canonicalize(unit.directory.join(&unit.file)).is_ok_and(|path: PathBuf| path == Path::new(&source.path))
        };
        let mut known: Option<Vec<Use>> = None;
        for unit in self.sources_of_units().filter(is_it) {
            let Ok(expanded) = clang.with_macros_written_out(unit) else { return Vec::new() };
            let found = uses(&source.text, &source.decode(&expanded));
            match &mut known {
                Some(known) => known.retain(|one| found.contains(one)),
                None => known = Some(found),
            }
        }
        known.unwrap_or_default()
    }
}
