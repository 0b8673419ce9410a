//! What names of models mean, in words.

use cat::{BaseKind, Meaning, NameDefinition, Phase};
use source::{SourceId, Span};

use super::syntax::{self, Defining};
use super::{ModelView, Named};
use crate::document::SHIPPED;
use crate::hover::Hover;
use crate::range;

/// So many lines of a definition are shown.
const LINES_SHOWN: usize = 12;

/// What stands at a byte of the model's own text.
pub(crate) fn hover(view: &ModelView, at: usize) -> Option<Hover> {
    if let Some((span, source)) = view.included(at) {
        return Some(Hover { range: range(span), markdown: of_file(view, source) });
    }
    let Named { span, meaning } = view.named(at)?;
    let name = view.sources.snippet(span);
    Some(Hover { range: range(span), markdown: of_meaning(view, name, &meaning) })
}

/// What is said of a name by what it means.
fn of_meaning(view: &ModelView, name: &str, meaning: &Meaning) -> String {
    match meaning {
        Meaning::Defined(numbers) => {
            let definitions = numbers.iter().filter_map(|number| view.definition(*number));
            definitions.map(|definition| of_definition(view, definition)).collect::<Vec<_>>().join("\n\n---\n\n")
        }
        Meaning::Base(base) => {
            let word = view.vocabulary.get(*base);
            of_base(&word.name, word.kind, word.phase)
        }
        Meaning::Primitive(primitive) => {
            format!("```cat\n{}\n```\nfunction of cat: {}", primitive.name, lower_first(primitive.meaning))
        }
        Meaning::Tag(tag) => of_tag(view, tag),
        Meaning::Unbound(suggestion) => {
            let help = suggestion.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("`{name}` is not defined{help}")
        }
    }
}

/// What is said of a base set or relation.
pub(crate) fn of_base(name: &str, kind: BaseKind, phase: Phase) -> String {
    let kind = match kind {
        BaseKind::Set => "base set",
        BaseKind::Relation => "base relation",
    };
    let known = match phase {
        Phase::Structure => "known with the events",
        Phase::ReadsFrom => "known when reads have chosen their writes",
        Phase::FinalWrites => "known when the final writes are chosen",
    };
    format!("```cat\n{name}\n```\n{kind}: {}\n\n*{known}*", base_meaning(name))
}

/// What is in a base set or relation, in words.
pub(crate) fn base_meaning(name: &str) -> String {
    if let Some(meaning) = sim::word_meaning(name) {
        return meaning.to_owned();
    }
    let having: Vec<&str> = isa::languages()
        .iter()
        .filter(|language| language.tags().iter().any(|tag| tag == name))
        .map(|language| language.name())
        .collect();
    if having.is_empty() {
        return format!("the events that carry the tag `{name}`; tests have none");
    }
    let barrier = having.iter().find_map(|language| {
        let architecture = arch::ARCHITECTURES.iter().find(|known| known.name == *language)?;
        let instruction = architecture.instruction_of_tag(name)?;
        Some((instruction, architecture.barrier_of_tag(name)?))
    });
    match barrier {
        Some((instruction, barrier)) => {
            format!("the fences `{instruction}` ({}): {}", having.join(", "), crate::test::order::barrier(barrier))
        }
        None => format!("the events of {} that carry the tag `{name}`", having.join(", ")),
    }
}

fn of_definition(view: &ModelView, definition: &NameDefinition) -> String {
    let source = definition.span.source;
    let parsed = cat::parse(&view.sources, source);
    let kind = described(view, definition);
    let Some(defining) = syntax::defining(&parsed.file, definition.span) else {
        let role = if definition.is_parameter { "parameter" } else { "local name" };
        let kind = if kind.is_empty() { String::new() } else { format!(": {kind}") };
        return format!("`{}`: {role}{kind}", definition.name);
    };
    let shown = match &defining {
        Defining::Binding(_, is_recursive, binding) => {
            let keyword = if *is_recursive { "let rec " } else { "let " };
            format!("{keyword}{}", view.sources.snippet(whole_binding(view, binding.span)))
        }
        Defining::Procedure(_, name) => {
            let whole = view.sources.snippet(defining.instruction().span);
            whole
                .split('=')
                .next()
                .map_or_else(|| format!("procedure {}", name.text), |head| head.trim_end().to_owned())
        }
        Defining::With(instruction) | Defining::Enum(instruction) => view.sources.snippet(instruction.span).to_owned(),
    };
    let comment =
        comment_before(view, defining.instruction().span).map(|text| format!("\n\n{text}")).unwrap_or_default();
    let kind = if kind.is_empty() { String::new() } else { format!("{kind}\n\n") };
    format!("```cat\n{}\n```\n{kind}{}{comment}", cut(&shown), place(view, definition.span))
}

/// A binding's span begins with its pattern.
fn whole_binding(view: &ModelView, span: Span) -> Span {
    let text = view.sources.text(span.source);
    let end = text[..span.end as usize].trim_end().len();
    Span::new(span.source, span.start as usize, end.max(span.start as usize))
}

/// What the values of a name are; of a function, its signature.
fn described(view: &ModelView, definition: &NameDefinition) -> String {
    let Some(kind) = definition.described else { return String::new() };
    if kind != "a function" {
        return kind.to_owned();
    }
    let parsed = cat::parse(&view.sources, definition.span.source);
    let parameters = match syntax::defining(&parsed.file, definition.span) {
        Some(Defining::Binding(_, _, binding)) => match &binding.value.kind {
            cat::ast::ExprKind::Function(pattern, _) => {
                let kinds: Vec<String> = pattern.names().map(|name| kind_at(view, name.span, name.text)).collect();
                format!(" of {}", kinds.join(" and "))
            }
            _ => String::new(),
        },
        _ => String::new(),
    };
    let result = definition.result.map(|result| format!(", which gives {result}")).unwrap_or_default();
    format!("a function{parameters}{result}")
}

fn kind_at(view: &ModelView, span: Span, name: &str) -> String {
    let found = view.names.definitions.iter().find(|definition| definition.span == span);
    match found.and_then(|definition| definition.described) {
        Some(kind) => format!("`{name}` ({kind})"),
        None => format!("`{name}`"),
    }
}

fn of_tag(view: &ModelView, tag: &str) -> String {
    let declared = tag_places(view, tag);
    let names: Vec<String> = declared.iter().map(|(name, _)| format!("`{name}`")).collect();
    format!("```cat\n'{tag}\n```\ntag of the enumeration {}", names.join(", "))
}

/// The enumerations that declare a tag, by name, with the places where it stands in them; those of the texts that the model was read from.
pub(crate) fn tag_places(view: &ModelView, tag: &str) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for source in view.texts() {
        let parsed = cat::parse(&view.sources, source);
        for instruction in &parsed.file.instructions {
            if let cat::ast::InstructionKind::Enum { name, tags } = &instruction.kind {
                let tags = tags.iter().filter(|known| known.text == tag);
                found.extend(tags.map(|known| (name.text.to_owned(), known.span)));
            }
        }
    }
    found
}

/// Where a definition stands.
fn place(view: &ModelView, span: Span) -> String {
    let line = view.sources.position(span).line;
    if span.source == view.own {
        return format!("*line {line}*");
    }
    let name = view.sources.name(span.source);
    match name.strip_prefix(SHIPPED) {
        Some(shipped) => format!("*`{shipped}`, line {line}; it ships with Lakmus*"),
        None => format!("*`{name}`, line {line}*"),
    }
}

/// The comment that ends on the line before an instruction, or on its line before it.
fn comment_before(view: &ModelView, span: Span) -> Option<String> {
    let lexemes = cat::lexemes(&view.sources, span.source);
    let comment = lexemes.iter().rev().find(|lexeme| lexeme.span.end <= span.start)?;
    let gap = &view.sources.text(span.source)[comment.span.end as usize..span.start as usize];
    if comment.kind != cat::LexemeKind::Comment || gap.matches('\n').count() > 1 {
        return None;
    }
    let text = view.sources.snippet(comment.span);
    let inside = text.strip_prefix("(*").map_or(text, |text| text.strip_suffix("*)").unwrap_or(text));
    let lines = inside.trim_start_matches(['/', '#']).lines().map(str::trim).filter(|line| !line.is_empty());
    // Rules of dashes are ornaments.
    let words: Vec<&str> = lines.map(|line| line.trim_matches(['-', '*', '=']).trim()).collect();
    let text = words.join(" ");
    (!text.is_empty()).then_some(text)
}

/// What is said of a file that is included.
fn of_file(view: &ModelView, source: SourceId) -> String {
    let name = view.sources.name(source);
    let parsed = cat::parse(&view.sources, source);
    let title = match &parsed.file.header.title {
        Some(cat::ast::Title::Text(text) | cat::ast::Title::Word(text)) => format!("\n\n{}", text.text),
        None => String::new(),
    };
    let defined: Vec<String> = view
        .names
        .definitions
        .iter()
        .filter(|definition| definition.span.source == source && definition.is_top_level)
        .map(|definition| format!("`{}`", definition.name))
        .collect();
    let defined = if defined.is_empty() { String::new() } else { format!("\n\ndefines {}", defined.join(", ")) };
    match name.strip_prefix(SHIPPED) {
        Some(shipped) => format!("`{shipped}`, which ships with Lakmus{title}{defined}"),
        None => format!("`{name}`{title}{defined}"),
    }
}

/// The first lines of a definition.
fn cut(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(..LINES_SHOWN) {
        Some(first) if lines.len() > LINES_SHOWN => format!("{}\n...", first.join("\n")),
        _ => text.to_owned(),
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.trim_end_matches('.').chars();
    characters.next().map_or_else(String::new, |first| format!("{}{}", first.to_lowercase(), characters.as_str()))
}
