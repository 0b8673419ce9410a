//! Where names are defined and used, and giving them other names.

use std::ops::Range;

use cat::Meaning;
use source::{SourceId, Span};

use crate::document::{Document, DocumentKind, SHIPPED, Texts};
use crate::model::ModelView;
use crate::test::names::{self, Entity, Word};
use crate::{range, test};

/// A place, maybe in another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the text, as [`Texts`] gave it or with [`SHIPPED`] before it; none for the document.
    pub file: Option<String>,
    /// The place in it.
    pub range: Range<usize>,
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub place: Place,
    /// By what.
    pub text: String,
}

/// Where what stands at a byte of a text is defined: several places where it depends on variants or on a `match` which of them counts. For `include` the
/// beginning of the file.
pub fn definition(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Vec<Place> {
    match document.kind {
        DocumentKind::Model => {
            let view = ModelView::new(document, texts);
            if let Some((_, source)) = view.included(at) {
                return vec![of_span(&view, Span::new(source, 0, 0))];
            }
            match view.named(at).map(|named| named.meaning) {
                Some(Meaning::Defined(numbers)) => {
                    let definitions = numbers.iter().filter_map(|number| view.definition(*number));
                    definitions.map(|definition| of_span(&view, definition.span)).collect()
                }
                Some(Meaning::Tag(tag)) => {
                    crate::model::hover::tag_places(&view, &tag).iter().map(|(_, span)| of_span(&view, *span)).collect()
                }
                Some(Meaning::Base(_) | Meaning::Primitive(_) | Meaning::Unbound(_)) | None => Vec::new(),
            }
        }
        DocumentKind::Test => test::TestView::with(document, |view| {
            let words = names::words(view);
            let same = words_for(&words, at);
            let defining: Vec<&Word> = same.iter().copied().filter(|word| word.is_definition).collect();
            // What nothing defines begins where it is first named.
            let places = if defining.is_empty() { same.into_iter().take(1).collect() } else { defining };
            places.into_iter().map(|word| Place { file: None, range: range(word.span) }).collect()
        }),
    }
}

/// All places of what stands at a byte of a text, its definitions included: those in the text itself, and those in the texts that it includes.
pub fn references(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Vec<Place> {
    let mut found = match document.kind {
        DocumentKind::Model => {
            let view = ModelView::new(document, texts);
            let meaning = view.named(at).map(|named| named.meaning);
            meaning.map_or_else(Vec::new, |meaning| of_meaning(&view, &meaning))
        }
        DocumentKind::Test => test::TestView::with(document, |view| {
            let words = names::words(view);
            words_for(&words, at).into_iter().map(|word| Place { file: None, range: range(word.span) }).collect()
        }),
    };
    found.sort_by_key(|place| (place.file.clone(), place.range.start));
    found.dedup();
    found
}

/// The name at a byte of a text, where it can be given another one.
///
/// # Errors
/// Why it cannot.
pub fn rename_range(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Result<Range<usize>, String> {
    match document.kind {
        DocumentKind::Model => {
            let view = ModelView::new(document, texts);
            let named = view.named(at).ok_or("there is no name here")?;
            renamable(&view, &named.meaning)?;
            Ok(range(named.span))
        }
        DocumentKind::Test => test::TestView::with(document, |view| {
            let words = names::words(view);
            let word = names::at(&words, at).ok_or("there is no name here")?;
            match &word.entity {
                Some(Entity::Location(_) | Entity::Label(_)) => Ok(range(word.span)),
                Some(Entity::Register(..)) if !has_registers(view) => Ok(range(word.span)),
                Some(Entity::Register(..)) => Err("registers have the names that their machine gives them".to_owned()),
                Some(Entity::Thread(_)) | None => {
                    Err("only locations, labels and local variables can be renamed".to_owned())
                }
            }
        }),
    }
}

/// The changes that give what stands at a byte of a text another name, everywhere.
///
/// # Errors
/// Why it cannot have that name.
pub fn rename(document: &Document<'_>, texts: &dyn Texts, at: usize, name: &str) -> Result<Vec<Edit>, String> {
    let written = rename_range(document, texts, at)?;
    let old = document.text.get(written).unwrap_or_default().to_owned();
    if old != name {
        is_free(document, texts, name)?;
    }
    let places = references(document, texts, at);
    Ok(places.into_iter().map(|place| Edit { place, text: name.to_owned() }).collect())
}

/// Whether a text may call something by a name that nothing has there.
fn is_free(document: &Document<'_>, texts: &dyn Texts, name: &str) -> Result<(), String> {
    match document.kind {
        DocumentKind::Model => {
            let mut sources = source::Sources::new();
            let source = sources.add("name", name);
            let lexemes = cat::lexemes(&sources, source);
            let is_name = lexemes.len() == 1
                && lexemes[0].kind == cat::LexemeKind::Name
                && (lexemes[0].span.end - lexemes[0].span.start) as usize == name.len();
            if !is_name {
                return Err(format!("`{name}` is no name in cat"));
            }
            let view = ModelView::new(document, texts);
            let is_known = view.names.definitions.iter().any(|definition| definition.name == name)
                || view.vocabulary.find(name).is_some()
                || cat::primitives().any(|primitive| primitive.name == name);
            if is_known { Err(format!("`{name}` has a meaning here already")) } else { Ok(()) }
        }
        DocumentKind::Test => test::TestView::with(document, |view| {
            let mut letters = name.chars();
            let is_name = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
                && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            if !is_name {
                return Err(format!("`{name}` is no name in a test"));
            }
            let set = view.language.as_deref().and_then(litmus::Language::instruction_set);
            let words = view.language.as_deref().and_then(litmus::Language::program_words);
            let is_word = |words: &dyn litmus::ProgramWords| {
                words.keywords().iter().chain(&words.types()).any(|word| word == name)
                    || words.functions().iter().any(|function| function.name == name)
            };
            let is_known = names::CONDITION_WORDS.contains(&name)
                || set.is_some_and(|set| set.is_register(name))
                || words.is_some_and(is_word)
                || names::words(view).iter().any(|word| match &word.entity {
                    Some(Entity::Location(known) | Entity::Label(known) | Entity::Register(_, known)) => known == name,
                    Some(Entity::Thread(_)) | None => false,
                });
            if is_known { Err(format!("`{name}` has a meaning here already")) } else { Ok(()) }
        }),
    }
}

fn has_registers(view: &test::TestView<'_>) -> bool {
    view.language.as_deref().and_then(litmus::Language::instruction_set).is_some()
}

/// The words that name the same as the one at a byte.
fn words_for(words: &[Word], at: usize) -> Vec<&Word> {
    let Some(entity) = names::at(words, at).and_then(|word| word.entity.as_ref()) else { return Vec::new() };
    words.iter().filter(|word| word.entity.as_ref() == Some(entity)).collect()
}

/// Whether what a name means can have another name.
fn renamable(view: &ModelView, meaning: &Meaning) -> Result<(), String> {
    match meaning {
        Meaning::Defined(numbers) => {
            let definitions = numbers.iter().filter_map(|number| view.definition(*number));
            for definition in definitions {
                let file = view.sources.name(definition.span.source);
                if let Some(shipped) = file.strip_prefix(SHIPPED) {
                    return Err(format!("`{}` is defined in `{shipped}`, which ships with Lakmus", definition.name));
                }
            }
            Ok(())
        }
        Meaning::Base(_) => Err("base sets and relations have the names that they have".to_owned()),
        Meaning::Primitive(_) => Err("functions of cat have the names that they have".to_owned()),
        Meaning::Tag(_) => Err("the names of tags are those of annotations in tests".to_owned()),
        Meaning::Unbound(_) => Err("nothing defines this name".to_owned()),
    }
}

fn of_meaning(view: &ModelView, meaning: &Meaning) -> Vec<Place> {
    let uses = view.names.uses.iter();
    match meaning {
        Meaning::Defined(numbers) => {
            // Where one name may mean several definitions, they all go together.
            let mut together = numbers.clone();
            loop {
                let before = together.len();
                for used in &view.names.uses {
                    if let Meaning::Defined(more) = &used.meaning
                        && more.iter().any(|number| together.contains(number))
                    {
                        together.extend(more.iter().filter(|number| !numbers.contains(number)));
                        together.sort_unstable();
                        together.dedup();
                    }
                }
                if together.len() == before {
                    break;
                }
            }
            let defining = together.iter().filter_map(|number| view.definition(*number)).map(|found| found.span);
            let used = uses.filter(|used| {
                matches!(&used.meaning, Meaning::Defined(more) if more.iter().any(|number| together.contains(number)))
            });
            defining.chain(used.map(|used| used.span)).map(|span| of_span(view, span)).collect()
        }
        Meaning::Base(_) | Meaning::Primitive(_) => {
            uses.filter(|used| used.meaning == *meaning).map(|used| of_span(view, used.span)).collect()
        }
        Meaning::Tag(tag) => {
            let declared = crate::model::hover::tag_places(view, tag).into_iter().map(|(_, span)| span);
            let used = uses.filter(|used| used.meaning == *meaning).map(|used| used.span);
            declared.chain(used).map(|span| of_span(view, span)).collect()
        }
        Meaning::Unbound(_) => Vec::new(),
    }
}

fn of_span(view: &ModelView, span: Span) -> Place {
    let file = |source: SourceId| (source != view.own).then(|| view.sources.name(source).to_owned());
    Place { file: file(span.source), range: range(span) }
}
