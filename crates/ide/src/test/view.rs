//! A test, read as far as it can be.

use std::collections::BTreeSet;
use std::sync::Arc;

use litmus::{Code, Language, LoweredCode, RawProgram, Sections, Test};
use program::Index;
use source::{SourceId, Sources, Span};

use crate::document::Document;

/// A test with its text.
pub(crate) struct TestView<'s> {
    pub(crate) sources: &'s Sources,
    pub(crate) own: SourceId,
    pub(crate) text: &'s str,
    /// The test, with what could be read of it: none where it has no first line or no initial state.
    pub(crate) test: Option<Test<'s>>,
    /// Where its sections stand, where there is a test.
    pub(crate) sections: Option<Sections>,
    /// The language that it says it is in.
    pub(crate) language: Option<Arc<dyn Language>>,
}

impl TestView<'_> {
    /// Reads a test, and looks at it.
    pub(crate) fn with<T>(document: &Document<'_>, look: impl FnOnce(&TestView<'_>) -> T) -> T {
        let mut sources = Sources::new();
        let own = sources.add(document.name, document.text);
        let sections = litmus::sections(&sources, own);
        let (test, _) = litmus::parse(&sources, own, document.stem());
        let variants: Vec<String> = test.iter().flat_map(sim::variants_of).collect();
        let language = test.as_ref().and_then(|test| sim::language_of_parsed(test, &variants, document.text));
        look(&TestView { sources: &sources, own, text: sources.text(own), test, sections, language })
    }

    /// The threads of the program, each instruction that can be read on its own: those that cannot are left out. None where nothing can be read.
    pub(crate) fn code(&self) -> Option<Box<dyn Code + '_>> {
        let (test, language) = (self.test.as_ref()?, self.language.as_ref()?);
        let mut raw = test.program.clone();
        // Each round takes out what is wrong with the one before; labels are missing only then.
        for _ in 0..ROUNDS {
            match language.parse(&raw, self.text) {
                Ok(mut code) => {
                    let _ = code.learn(test);
                    return Some(code);
                }
                Err(found) => {
                    let wrong: Vec<Span> = found.iter().filter_map(source::Diagnostic::span).collect();
                    if !leave_out(&mut raw, &wrong) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// The threads as micro-operations, with the names of the locations that they access; as [`TestView::code`], without what cannot be lowered.
    pub(crate) fn lowered(&self, code: &dyn Code) -> Option<(LoweredCode, Vec<String>)> {
        let locations: Vec<String> = code.locations().iter().map(|name| name.to_string()).collect();
        let location = |name: &str| {
            let at = locations.iter().position(|known| known == name).unwrap_or_default();
            program::LocationId::new(at)
        };
        let lowered = code.lower(&location).ok()?;
        Some((lowered, locations))
    }

    /// The names of the locations that the initial state, the code and the conditions speak of.
    pub(crate) fn locations(&self, code: Option<&dyn Code>) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        let mut add = |place: &litmus::Place| {
            if let litmus::Place::Global(litmus::Symbol::Named(name)) = place {
                all.insert(name.to_string());
            }
        };
        if let Some(test) = &self.test {
            for item in &test.init {
                add(&item.place);
                if let litmus::Value::Address(symbol) = &item.value {
                    add(&litmus::Place::Global(symbol.clone()));
                }
            }
        }
        all.extend(code.iter().flat_map(|code| code.locations()).map(|name| name.to_string()));
        all
    }
}

/// So often is what is wrong taken out of a program.
const ROUNDS: usize = 4;

/// Empties the cells in which one of the places lies; gives whether there was one.
fn leave_out(raw: &mut RawProgram, wrong: &[Span]) -> bool {
    let RawProgram::Table(threads) = raw else { return false };
    let mut found = false;
    for cell in threads.iter_mut().flat_map(|thread| &mut thread.cells) {
        let is_wrong = |place: &Span| place.start <= cell.end && cell.start <= place.end;
        if cell.start < cell.end && wrong.iter().any(is_wrong) {
            *cell = cell.end_point();
            found = true;
        }
    }
    found
}
