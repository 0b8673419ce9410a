//! Macros expanded, where they hold pairs of accesses that no fence can be put between.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rustc_hash::FxHashMap;

use crate::analysis::Request;
use crate::pipeline::{Analysed, Event, Part, Work};
use crate::source_text::{Changed, SourceText};
use crate::written_out::{Use, WrittenOut, uses};

/// How often macros are expanded: which pairs there are changes with the text, so that more macros may hold some.
const ROUNDS: usize = 3;

/// The uses of macros to expand, by file and where they begin.
type Chosen = BTreeMap<PathBuf, BTreeSet<usize>>;

/// A source file, and its text with some macros expanded.
pub(crate) struct Expanded<'s> {
    pub(crate) source: &'s SourceText,
    pub(crate) written_out: WrittenOut,
}

impl Expanded<'_> {
    pub(crate) fn changed(&self) -> Changed<'_> {
        Changed { source: self.source, text: &self.written_out.text }
    }
}

impl Work<'_> {
    /// Where no fence can be put between the accesses of pairs, expands the macros that they are in, and analyses the program with these.
    pub(crate) fn with_macros_expanded(&mut self, request: &Request<'_>, plain: Analysed) -> Analysed {
        let mut best = plain;
        let mut chosen = Chosen::new();
        let mut all: FxHashMap<PathBuf, Vec<Use>> = FxHashMap::default();
        for _ in 0..ROUNDS {
            let was_empty = chosen.is_empty();
            if !self.choose(&best, &mut all, &mut chosen) {
                break;
            }
            if was_empty {
                (self.watch)(Event::Begins(Part::Macros));
            }
            let texts: Vec<Expanded<'_>> =
                best.sources.iter().filter_map(|source| expanded(source, &all, &chosen)).collect();
            match self.analysed(request, &texts) {
                Ok(next) if next.failed <= best.failed => {
                    let (found, known) = (&next.analysis.placement.unplaceable, &best.analysis.placement.unplaceable);
                    if found.len() >= known.len() {
                        break;
                    }
                    best = next;
                }
                Ok(_) | Err(_) => {
                    self.warn("with macros written out the program does not compile; they are left as they are");
                    break;
                }
            }
        }
        if !chosen.is_empty() {
            (self.watch)(Event::Ends(Part::Macros));
        }
        best
    }

    /// Chooses the macros that hold an access of a pair without a place; says whether there are new ones.
    fn choose(&mut self, analysed: &Analysed, all: &mut FxHashMap<PathBuf, Vec<Use>>, chosen: &mut Chosen) -> bool {
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

    /// The uses of macros in a source file, as far as they are the same in all units that are made of it.
    fn uses(&mut self, source: &SourceText) -> Vec<Use> {
        let outputs = self.front.expanded(&source.path).unwrap_or_default();
        let mut known: Option<Vec<Use>> = None;
        for output in outputs {
            let found = uses(&source.text, &source.decode(&output));
            match &mut known {
                Some(known) => known.retain(|one| found.contains(one)),
                None => known = Some(found),
            }
        }
        known.unwrap_or_default()
    }
}

/// A source file with its chosen macros expanded, if there are any.
fn expanded<'s>(source: &'s SourceText, all: &FxHashMap<PathBuf, Vec<Use>>, chosen: &Chosen) -> Option<Expanded<'s>> {
    let begins = chosen.get(&source.path)?;
    let uses: Vec<&Use> = all.get(&source.path)?.iter().filter(|one| begins.contains(&one.range.start)).collect();
    Some(Expanded { source, written_out: WrittenOut::new(&source.text, &uses) })
}
