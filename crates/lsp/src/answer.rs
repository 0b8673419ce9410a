//! Answers of the library as the protocol has them.

use std::collections::HashMap;
use std::ops::Range;

use gen_lsp_types as lsp;
use ide::{CompletionKind, LineIndex, Place, Position, SHIPPED, Severity, SymbolKind, TokenKind};

use crate::documents::{Documents, Open};
use crate::uri;

fn position(text: &str, lines: &LineIndex, offset: usize) -> lsp::Position {
    let Position { line, column } = lines.position(text, offset);
    lsp::Position { line, character: column }
}

fn range_in(text: &str, lines: &LineIndex, range: &Range<usize>) -> lsp::Range {
    lsp::Range { start: position(text, lines, range.start), end: position(text, lines, range.end) }
}

/// A range of an open document.
pub(crate) fn range(open: &Open, range: &Range<usize>) -> lsp::Range {
    range_in(&open.text, &open.lines, range)
}

fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent { kind: lsp::MarkupKind::Markdown, value }
}

/// Where places of other texts than the document are.
pub(crate) struct Elsewhere<'a> {
    pub(crate) documents: &'a Documents,
    /// Where shipped files are written to.
    pub(crate) cache: Option<&'a std::path::Path>,
}

impl Elsewhere<'_> {
    /// A place of the document `uri` or of a text that it includes.
    pub(crate) fn location(&self, uri: &lsp::Uri, open: &Open, place: &Place) -> Option<lsp::Location> {
        let Some(file) = &place.file else {
            return Some(lsp::Location { uri: uri.clone(), range: range(open, &place.range) });
        };
        let (path, text) = match file.strip_prefix(SHIPPED) {
            Some(name) => {
                let text = ide::shipped(name)?;
                (uri::shipped(self.cache?, name, text)?, text.to_owned())
            }
            None => {
                let path = std::path::PathBuf::from(file);
                let text = self.documents.text(&path)?;
                (path, text)
            }
        };
        let range = range_in(&text, &LineIndex::new(&text), &place.range);
        Some(lsp::Location { uri: uri::of_path(&path), range })
    }
}

/// What is wrong with a document.
pub(crate) fn diagnostics(uri: &lsp::Uri, open: &Open, elsewhere: &Elsewhere<'_>) -> Vec<lsp::Diagnostic> {
    let found = ide::diagnostics(&open.document(), elsewhere.documents);
    found.into_iter().map(|found| diagnostic(uri, open, elsewhere, found)).collect()
}

fn diagnostic(uri: &lsp::Uri, open: &Open, elsewhere: &Elsewhere<'_>, found: ide::Diagnostic) -> lsp::Diagnostic {
    let mut message = found.message;
    for label in found.labels.iter().filter(|label| label.file.is_none() && label.range == found.range) {
        if !label.text.is_empty() && !message.contains(&label.text) {
            message.push_str(&format!("\n{}", label.text));
        }
    }
    for help in &found.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let others = found.labels.iter().filter(|label| label.file.is_some() || label.range != found.range);
    let related = others.filter_map(|label| {
        let place = Place { file: label.file.clone(), range: label.range.clone() };
        let location = elsewhere.location(uri, open, &place)?;
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(lsp::DiagnosticRelatedInformation { location, message })
    });
    let related: Vec<_> = related.collect();
    lsp::Diagnostic {
        range: range(open, &found.range),
        severity: Some(match found.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        }),
        code: Some(lsp::Code::String(found.code.to_owned())),
        code_description: None,
        source: Some("lakmus".to_owned()),
        message: lsp::Message::String(message),
        tags: None,
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

pub(crate) fn hover(open: &Open, documents: &Documents, at: usize) -> Option<lsp::Hover> {
    let hover = ide::hover(&open.document(), documents, at)?;
    let contents = lsp::Contents::MarkupContent(markdown(hover.markdown));
    Some(lsp::Hover { contents, range: Some(range(open, &hover.range)) })
}

/// What the types of tokens are called: by the protocol where it has a word for them.
pub(crate) fn token_types() -> Vec<String> {
    TokenKind::ALL.iter().map(|kind| token_type(*kind).to_owned()).collect()
}

fn token_type(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Comment => "comment",
        TokenKind::Keyword => "keyword",
        TokenKind::Number => "number",
        TokenKind::String => "string",
        TokenKind::Operator | TokenKind::Punctuation => "operator",
        TokenKind::Architecture => "namespace",
        TokenKind::Title => "class",
        TokenKind::Key => "property",
        TokenKind::Type => "type",
        TokenKind::Mnemonic => "keyword",
        TokenKind::Function => "function",
        TokenKind::Register => "parameter",
        TokenKind::Location => "variable",
        TokenKind::Label => "label",
        TokenKind::Thread => "struct",
        TokenKind::Modifier => "modifier",
        TokenKind::Constant => "enumMember",
        TokenKind::Base => "macro",
        TokenKind::Variable => "variable",
        TokenKind::Parameter => "parameter",
        TokenKind::Tag => "enumMember",
        TokenKind::Unknown => "unknown",
    }
}

/// What the one modifier of tokens is called.
pub(crate) const DEFINITION: &str = "definition";

/// The pieces of a document, each by its distance from the one before. Punctuation is left to the editor, and so are pieces of several lines but for their first.
pub(crate) fn semantic_tokens(open: &Open, documents: &Documents) -> lsp::SemanticTokens {
    let mut data = Vec::new();
    let mut before = lsp::Position { line: 0, character: 0 };
    for token in ide::tokens(&open.document(), documents) {
        if token.kind == TokenKind::Punctuation {
            continue;
        }
        let mut start = token.range.start;
        for line in open.text[token.range.clone()].split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            let at = range(open, &(start..end));
            start += line.len();
            if at.start == at.end {
                continue;
            }
            let delta_line = at.start.line - before.line;
            let from = if delta_line == 0 { before.character } else { 0 };
            data.push(lsp::SemanticToken {
                delta_line,
                delta_start: at.start.character - from,
                length: at.end.character - at.start.character,
                token_type: TokenKind::ALL.iter().position(|kind| *kind == token.kind).unwrap_or_default() as u32,
                token_modifiers_bitset: u32::from(token.is_definition),
            });
            before = at.start;
        }
    }
    lsp::SemanticTokens { result_id: None, data }
}

pub(crate) fn completion(open: &Open, documents: &Documents, at: usize) -> lsp::CompletionList {
    let found = ide::completion(&open.document(), documents, at);
    let place = range(open, &found.range);
    let item = |completion: &ide::Completion| {
        let mut detail = completion.detail.lines();
        let first = detail.next().unwrap_or_default().to_owned();
        // Further forms of an instruction.
        let more: Vec<String> = detail.map(|form| format!("- `{} {form}`", completion.label)).collect();
        let documentation =
            [completion.documentation.clone(), more.join("\n")].into_iter().filter(|text| !text.is_empty());
        let documentation = documentation.collect::<Vec<_>>().join("\n\n");
        lsp::CompletionItem {
            label: completion.label.clone(),
            kind: Some(completion_kind(completion.kind)),
            detail: (!first.is_empty()).then_some(first),
            documentation: (!documentation.is_empty())
                .then(|| lsp::Documentation::MarkupContent(markdown(documentation))),
            filter_text: Some(completion.label.clone()),
            text_edit: Some(lsp::TextEdit { range: place, new_text: completion.insert.clone() }.into()),
            ..lsp::CompletionItem::default()
        }
    };
    let items = found.matching(&open.text).map(item).collect();
    lsp::CompletionList { is_incomplete: false, items, ..lsp::CompletionList::default() }
}

fn completion_kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Keyword => lsp::CompletionItemKind::Keyword,
        CompletionKind::Base | CompletionKind::Constant => lsp::CompletionItemKind::Constant,
        CompletionKind::Function => lsp::CompletionItemKind::Function,
        CompletionKind::Variable | CompletionKind::Location | CompletionKind::Register => {
            lsp::CompletionItemKind::Variable
        }
        CompletionKind::Instruction => lsp::CompletionItemKind::Operator,
        CompletionKind::Label => lsp::CompletionItemKind::Reference,
        CompletionKind::Type => lsp::CompletionItemKind::Class,
        CompletionKind::Architecture => lsp::CompletionItemKind::Module,
        CompletionKind::File => lsp::CompletionItemKind::File,
    }
}

pub(crate) fn symbols(open: &Open) -> Vec<lsp::DocumentSymbol> {
    ide::symbols(&open.document()).iter().map(|one| symbol(open, one)).collect()
}

#[allow(deprecated, reason = "the field `deprecated` is there, and has to be said nothing in")]
fn symbol(open: &Open, symbol: &ide::Symbol) -> lsp::DocumentSymbol {
    let children: Vec<lsp::DocumentSymbol> = symbol.children.iter().map(|child| self::symbol(open, child)).collect();
    lsp::DocumentSymbol {
        // The protocol has no empty names.
        name: if symbol.name.is_empty() { "?".to_owned() } else { symbol.name.clone() },
        detail: None,
        kind: match symbol.kind {
            SymbolKind::Include => lsp::SymbolKind::File,
            SymbolKind::Value => lsp::SymbolKind::Variable,
            SymbolKind::Function => lsp::SymbolKind::Function,
            SymbolKind::Check | SymbolKind::Condition => lsp::SymbolKind::Event,
            SymbolKind::Enumeration => lsp::SymbolKind::Enum,
            SymbolKind::InitialState => lsp::SymbolKind::Object,
            SymbolKind::Thread => lsp::SymbolKind::Class,
            SymbolKind::Label => lsp::SymbolKind::Key,
        },
        tags: None,
        deprecated: None,
        range: range(open, &symbol.range),
        selection_range: range(open, &symbol.name_range),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Changes of a document and of files that it includes.
pub(crate) fn workspace_edit(
    uri: &lsp::Uri,
    open: &Open,
    edits: &[ide::Edit],
    elsewhere: &Elsewhere<'_>,
) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for edit in edits {
        if let Some(lsp::Location { uri, range }) = elsewhere.location(uri, open, &edit.place) {
            changes.entry(uri).or_default().push(lsp::TextEdit { range, new_text: edit.text.clone() });
        }
    }
    lsp::WorkspaceEdit { changes: Some(changes), ..lsp::WorkspaceEdit::default() }
}

/// The whole text replaced, where its layout changes.
pub(crate) fn formatting(open: &Open) -> Option<Vec<lsp::TextEdit>> {
    let formatted = ide::format(&open.document())?;
    if formatted == open.text {
        return Some(Vec::new());
    }
    Some(vec![lsp::TextEdit { range: range(open, &(0..open.text.len())), new_text: formatted }])
}
