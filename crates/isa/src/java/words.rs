//! The words of Java, for editors.

use litmus::{Function, Lexeme, LexemeKind, ProgramWords};
use source::{Cursor, Span};

use super::ast::{Fence, METHODS};
use super::lexer::{self, TokenKind};
use super::{Java, parse};

/// Those of the keywords that types are written with.
const TYPES: [&str; 9] = ["int", "boolean", "var", "long", "byte", "short", "char", "float", "double"];

impl ProgramWords for Java {
    fn lexemes(&self, text: &str, program: Span) -> Vec<Lexeme> {
        let mut all = Vec::new();
        let mut behind = program.start as usize;
        for token in lexer::tokens(Cursor::new(text, program), &mut Vec::new()) {
            comments(text, Span::new(program.source, behind, token.span.start as usize), &mut all);
            behind = token.span.end as usize;
            let kind = match token.kind {
                TokenKind::Word(_) => LexemeKind::Word,
                TokenKind::Number(_) | TokenKind::Long(_) | TokenKind::Floating(..) => LexemeKind::Number,
                TokenKind::Sign(_) => LexemeKind::Punctuation,
                TokenKind::End => continue,
            };
            all.push(Lexeme { kind, span: token.span });
        }
        all
    }

    fn keywords(&self) -> Vec<String> {
        let keywords = parse::KEYWORDS.into_iter().filter(|word| !TYPES.contains(word));
        keywords.map(str::to_owned).collect()
    }

    fn types(&self) -> Vec<String> {
        TYPES.map(str::to_owned).to_vec()
    }

    fn functions(&self) -> Vec<Function> {
        let arguments =
            |count: usize| ["", "value", "expected, value"].get(count).copied().unwrap_or_default().to_owned();
        let methods = METHODS.iter().map(|method| (method.name, arguments(method.arguments())));
        let fences = Fence::ALL.into_iter().map(|fence| (fence.name(), String::new()));
        let all = methods.chain(fences);
        let mut all: Vec<Function> =
            all.map(|(name, arguments)| Function { name: name.to_owned(), arguments }).collect();
        all.sort_unstable();
        all
    }

    fn constants(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The comments of a piece between two tokens.
fn comments(text: &str, gap: Span, all: &mut Vec<Lexeme>) {
    let mut at = gap.start as usize;
    let end = gap.end as usize;
    while let Some(start) = text[at..end].find(['/', '(']).map(|offset| at + offset) {
        let rest = &text[start..end];
        let length = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") || rest.starts_with("(*") {
            let closing = if rest.starts_with('/') { "*/" } else { "*)" };
            rest[2..].find(closing).map(|length| length + 4)
        } else {
            at = start + 1;
            continue;
        };
        at = length.map_or(end, |length| start + length);
        all.push(Lexeme { kind: LexemeKind::Comment, span: Span::new(gap.source, start, at) });
    }
}
