//! What may be written in a model.

use cat::{BaseKind, NameDefinition};

use super::{ModelView, hover};
use crate::completion::{Completion, CompletionKind, Completions, word_start};
use crate::document::{Document, Texts};

/// What may be written at a byte of a model.
pub(crate) fn completion(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Completions {
    let text = document.text;
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    if let Some(quote) = in_include(&text[line..at]) {
        let files = models::file_names().filter(|name| name.ends_with(".cat"));
        let all = files.map(|name| Completion::new(name, CompletionKind::File, "ships with Lakmus")).collect();
        return Completions { range: line + quote..at, all };
    }
    let start = word_start(text, at, |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '\''));
    // What is being written may be no instruction yet, and the names of all others are wanted.
    let view = ModelView::new(document, texts);
    let is_tag = text[start..at].starts_with('\'');
    let all = if is_tag { tags(&view) } else { names(&view, at) };
    Completions { range: start..at, all }
}

/// Where the name of a file begins, if a line so far is an `include` with a quote that is not closed.
fn in_include(line: &str) -> Option<usize> {
    let quote = line.find('"')?;
    (line[..quote].trim_end().ends_with("include") && !line[quote + 1..].contains('"')).then_some(quote + 1)
}

fn names(view: &ModelView, at: usize) -> Vec<Completion> {
    let mut all: Vec<Completion> =
        cat::keywords().map(|word| Completion::new(word, CompletionKind::Keyword, "")).collect();
    for primitive in cat::primitives() {
        let completion = Completion::new(primitive.name, CompletionKind::Function, "function of cat");
        all.push(completion.documented(primitive.meaning));
    }
    for (_, word) in view.vocabulary.iter() {
        let detail = match word.kind {
            BaseKind::Set => "base set",
            BaseKind::Relation => "base relation",
        };
        let completion = Completion::new(&*word.name, CompletionKind::Base, detail);
        all.push(completion.documented(hover::base_meaning(&word.name)));
    }
    let is_visible = |definition: &&NameDefinition| {
        let is_own = definition.span.source == view.own;
        definition.is_top_level && (!is_own || (definition.span.end as usize) < at)
            || is_own && is_near(view, definition, at)
    };
    for definition in view.names.definitions.iter().filter(is_visible) {
        let kind = match definition.described {
            Some("a function" | "a procedure") => CompletionKind::Function,
            _ => CompletionKind::Variable,
        };
        let completion = Completion::new(&definition.name, kind, definition.described.unwrap_or_default());
        // A definition hides what else has its name.
        all.retain(|other| other.label != definition.name || other.kind == CompletionKind::Keyword);
        all.push(completion);
    }
    all
}

/// Whether a parameter or a local name belongs to the instruction that is being written: it stands before the place, and no blank line between.
fn is_near(view: &ModelView, definition: &NameDefinition, at: usize) -> bool {
    let end = definition.span.end as usize;
    end < at && !view.sources.text(view.own)[end..at].contains("\n\n")
}

fn tags(view: &ModelView) -> Vec<Completion> {
    let mut all = Vec::new();
    for source in view.texts() {
        let parsed = cat::parse(&view.sources, source);
        for instruction in &parsed.file.instructions {
            if let cat::ast::InstructionKind::Enum { name, tags } = &instruction.kind {
                let tag = |tag: &cat::ast::Name<'_>| {
                    Completion::new(format!("'{}", tag.text), CompletionKind::Constant, format!("tag of {}", name.text))
                };
                all.extend(tags.iter().map(tag));
            }
        }
    }
    all
}
