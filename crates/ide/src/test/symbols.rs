//! The outline of a test.

use litmus::RawProgram;
use source::Span;

use super::TestView;
use super::names::{self, Entity};
use crate::range;
use crate::symbol::{Symbol, SymbolKind};

/// The sections of a test.
pub(crate) fn symbols(view: &TestView<'_>) -> Vec<Symbol> {
    let (Some(test), Some(sections)) = (&view.test, view.sections) else { return Vec::new() };
    let entry = |name: String, kind, whole: Span, at: Span| Symbol {
        name,
        kind,
        range: range(whole),
        name_range: range(at),
        children: Vec::new(),
    };
    let init = sections.init;
    let mut all = vec![entry("initial state".to_owned(), SymbolKind::InitialState, init, init)];
    if let RawProgram::Table(threads) = &test.program {
        for thread in threads {
            // A column is no piece of the text; its outline has its heading.
            all.push(entry(format!("P{}", thread.number), SymbolKind::Thread, thread.heading, thread.heading));
        }
    }
    for word in names::words(view).iter().filter(|word| word.is_definition) {
        match &word.entity {
            Some(Entity::Thread(number)) if matches!(test.program, RawProgram::Text(_)) => {
                all.push(entry(format!("P{number}"), SymbolKind::Thread, word.span, word.span));
            }
            Some(Entity::Label(name)) => all.push(entry(name.clone(), SymbolKind::Label, word.span, word.span)),
            Some(Entity::Thread(_) | Entity::Location(_) | Entity::Register(..)) | None => {}
        }
    }
    for condition in [&test.condition].into_iter().chain(&test.further_conditions) {
        if condition.span.start < condition.span.end {
            let text: Vec<&str> = view.sources.snippet(condition.span).split_whitespace().collect();
            all.push(entry(text.join(" "), SymbolKind::Condition, condition.span, condition.span));
        }
    }
    all
}
