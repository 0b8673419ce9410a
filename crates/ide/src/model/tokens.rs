//! The pieces of a model by what they mean.

use std::collections::{HashMap, HashSet};

use cat::{LexemeKind, Meaning, NameDefinition};
use source::Span;

use super::{ModelView, syntax};
use crate::range;
use crate::token::{Token, TokenKind};

/// The pieces of the model's own text.
pub(crate) fn tokens(view: &ModelView) -> Vec<Token> {
    let used: HashMap<Span, &Meaning> = view.names.uses.iter().map(|used| (used.span, &used.meaning)).collect();
    let defined: HashMap<Span, &NameDefinition> =
        view.names.definitions.iter().map(|definition| (definition.span, definition)).collect();
    let parsed = cat::parse(&view.sources, view.own);
    let labels: HashSet<Span> = syntax::labels(&parsed.file).into_iter().map(|name| name.span).collect();
    let header = parsed.file.header.architecture.map(|name| name.span);
    let text = view.sources.text(view.own);
    let token = |lexeme: cat::Lexeme| {
        let span = lexeme.span;
        let (kind, is_definition) = match lexeme.kind {
            LexemeKind::Comment => (TokenKind::Comment, false),
            LexemeKind::Keyword => (TokenKind::Keyword, false),
            LexemeKind::Text => (TokenKind::String, false),
            LexemeKind::Tag => (TokenKind::Tag, false),
            LexemeKind::Operator if matches!(&text[range(span)], "_" | "0") => (TokenKind::Constant, false),
            LexemeKind::Operator => (TokenKind::Operator, false),
            LexemeKind::Punctuation => (TokenKind::Punctuation, false),
            LexemeKind::Name => match (defined.get(&span), used.get(&span)) {
                (Some(definition), _) => (of_definition(definition), true),
                (None, Some(meaning)) => (of_meaning(view, meaning), false),
                (None, None) if header == Some(span) => (TokenKind::Architecture, false),
                (None, None) if labels.contains(&span) => (TokenKind::Title, true),
                (None, None) => (TokenKind::Variable, false),
            },
        };
        Token { range: range(span), kind, is_definition }
    };
    cat::lexemes(&view.sources, view.own).into_iter().map(token).collect()
}

fn of_definition(definition: &NameDefinition) -> TokenKind {
    match definition.described {
        Some("a function" | "a procedure") => TokenKind::Function,
        _ if definition.is_parameter => TokenKind::Parameter,
        _ => TokenKind::Variable,
    }
}

fn of_meaning(view: &ModelView, meaning: &Meaning) -> TokenKind {
    match meaning {
        Meaning::Defined(numbers) => {
            let first = numbers.first().and_then(|number| view.definition(*number));
            first.map_or(TokenKind::Variable, of_definition)
        }
        Meaning::Base(_) | Meaning::Primitive(_) => TokenKind::Base,
        Meaning::Tag(_) => TokenKind::Tag,
        Meaning::Unbound(_) => TokenKind::Unknown,
    }
}
