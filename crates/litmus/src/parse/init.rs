//! The initial state.
//!
//! Source: the rules `atom_init` and below of herdtools7's `lib/stateParser.mly`. Accepted beyond them: `x=&y`
//! without a star.

use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::{DeclaredType, Entry, InitItem, Place, Symbol, Value};

/// More cells than any test has; bounds what a number in a test can make this program allocate.
const MAX_CELLS: u64 = 1 << 16;

/// So few items are compared with each other.
const FEW_ITEMS: usize = 16;

/// Reads the items. After a mistake it goes on behind the next `;`.
pub(super) fn parse_init(parser: &mut Parser<'_, '_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<InitItem> {
    // An item is mostly `0:X1=x;`, six tokens.
    let mut items = Vec::with_capacity(parser.len() / 6);
    let reported = diagnostics.len();
    while !parser.is_at_end() {
        if parser.eat(";") {
            continue;
        }
        match item(parser) {
            Ok(item) => items.push(item),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                while !parser.is_at_end() && !parser.eat(";") {
                    parser.bump();
                }
            }
        }
    }
    let repeated = repeated_places(&items);
    if !repeated.is_empty() {
        diagnostics.extend(repeated);
        // In the order of the text.
        diagnostics[reported..].sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    }
    items
}

/// What is wrong with items whose places were initialised already.
fn repeated_places(items: &[InitItem]) -> Vec<Diagnostic> {
    let mut places: FxHashMap<&Place, Span> = FxHashMap::default();
    let mut errors = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let first = match items.len() {
            0..=FEW_ITEMS => {
                items[..number].iter().find(|first| first.place == item.place).map(|first| first.place_span)
            }
            _ => match places.get(&item.place) {
                Some(&first) => Some(first),
                None => places.insert(&item.place, item.place_span),
            },
        };
        if let Some(first) = first {
            let message = format!("{} is initialised twice", item.place);
            let diagnostic = Diagnostic::error("duplicate-initialisation", item.place_span, message);
            errors.push(diagnostic.label(first, "first here"));
        }
    }
    errors
}

fn item(parser: &mut Parser<'_, '_>) -> Parsed<InitItem> {
    let start = parser.span();
    let mut item = if parser.is_word(0, &["SS"]) && parser.is(1, "(") {
        shadow_stack(parser)?
    } else {
        let declared = declared_type(parser)?;
        let mut item = place(parser, declared)?;
        if parser.eat("=") {
            value(parser, &mut item)?;
        }
        item
    };
    item.span = parser.span_from(start);
    if !parser.is_at_end() {
        parser.expect(";")?;
    }
    Ok(item)
}

/// What stands before the place: nothing, `*`, `int`, `int *`, `_Atomic int`.
fn declared_type(parser: &mut Parser<'_, '_>) -> Parsed<DeclaredType> {
    if parser.eat("*") {
        return Ok(DeclaredType::AnyPointer);
    }
    if parser.eat_word(&["_Atomic"]) {
        return Ok(DeclaredType::Atomic(parser.name("a type")?));
    }
    let TokenKind::Word(name) = parser.peek(0) else { return Ok(DeclaredType::None) };
    let begins_place = match parser.peek(1) {
        TokenKind::Word(_) | TokenKind::Processor(_) | TokenKind::Symbolic(_) | TokenKind::Punctuation("*") => true,
        TokenKind::Number(_) => parser.is(2, ":"),
        // `int [x]`; but `a[3]` is an array.
        TokenKind::Punctuation("[") => !matches!(parser.peek(2), TokenKind::Number(_)),
        _ => false,
    };
    if !begins_place {
        return Ok(DeclaredType::None);
    }
    if parser.is_word(0, &["union", "struct"]) && matches!(parser.peek(1), TokenKind::Word(_)) {
        let message = format!("`{name}`: objects with members are not supported");
        let help = "a location has one type, and memory models of C know accesses to whole objects";
        return Err(Diagnostic::error("not-supported", parser.span(), message).help(help));
    }
    parser.bump();
    Ok(if parser.eat("*") { DeclaredType::Pointer(name.into()) } else { DeclaredType::Plain(name.into()) })
}

/// The place, and the size of an array, which belongs to the type.
fn place(parser: &mut Parser<'_, '_>, declared: DeclaredType) -> Parsed<InitItem> {
    let start = parser.span();
    let in_brackets = parser.eat("[");
    let place = parser.place()?;
    if in_brackets {
        parser.expect("]")?;
    }
    let mut item = InitItem::zero(place, declared, parser.span_from(start));
    if !in_brackets && parser.is(0, "[") {
        array_size(parser, &mut item)?;
    }
    Ok(item)
}

impl InitItem {
    /// A place, which stands at `span`, without a value.
    fn zero(place: Place, declared: DeclaredType, span: Span) -> InitItem {
        InitItem { place, declared, value: Value::zero(), place_span: span, value_span: span.end_point(), span }
    }
}

fn array_size(parser: &mut Parser<'_, '_>, item: &mut InitItem) -> Parsed<()> {
    parser.bump();
    let span = parser.span();
    let size = parser.count("size")?;
    parser.expect("]")?;
    let DeclaredType::Plain(element) = &item.declared else {
        let span = parser.span_from(item.place_span);
        let message = "a cell of an array cannot be initialised by itself";
        let help = format!("write `int {0}[...]={{...}}` for the whole array {0}", item.place);
        return Err(Diagnostic::error("cell-in-initial-state", span, message).help(help));
    };
    check_size(size, span)?;
    item.value = Value::Array(vec![Value::zero(); size as usize]);
    item.declared = DeclaredType::Array(element.clone(), size);
    Ok(())
}

fn check_size(size: u64, span: Span) -> Parsed<()> {
    if (1..=MAX_CELLS).contains(&size) {
        return Ok(());
    }
    let message = format!("an array has 1 to {MAX_CELLS} cells, not {size}");
    Err(Diagnostic::error("bad-array-size", span, message))
}

/// What stands behind `=`; some values say something about the type.
fn value(parser: &mut Parser<'_, '_>, item: &mut InitItem) -> Parsed<()> {
    let start = parser.span();
    let by_address = parser.is(0, "&");
    item.value = if parser.eat_word(&["ATOMIC_INIT"]) {
        parser.expect("(")?;
        let value = parser.value()?;
        parser.expect(")")?;
        value
    } else {
        parser.value()?
    };
    item.value_span = parser.span_from(start);
    let fits = match (&item.declared, &item.value) {
        (DeclaredType::Array(_, size), Value::Array(cells)) => {
            return check_cells(*size, cells.len(), item.value_span);
        }
        (DeclaredType::Array(..), _) | (_, Value::Array(_)) => false,
        _ => true,
    };
    if !fits {
        let message = match item.declared {
            DeclaredType::Array(..) => format!("{} is an array: `{{...}}` expected", item.place),
            _ => format!("{} is no array", item.place),
        };
        return Err(Diagnostic::error("type-mismatch", item.value_span, message));
    }
    match (&item.declared, &mut item.value) {
        (DeclaredType::None, _) if by_address => item.declared = DeclaredType::AnyPointer,
        (DeclaredType::Plain(_) | DeclaredType::Atomic(_), _) if by_address => {
            let message = format!("{} is no pointer", item.place);
            let help = "put `*` before the name, or leave `&` away";
            return Err(Diagnostic::error("type-mismatch", item.value_span, message).help(help));
        }
        (DeclaredType::None | DeclaredType::Plain(_), Value::Instruction(_)) => {
            item.declared = DeclaredType::Plain("ins_t".into());
        }
        (declared, Value::Entry(entry)) => {
            default_output(&item.place, entry);
            if *declared == DeclaredType::None {
                item.declared = DeclaredType::Plain("pteval_t".into());
            }
        }
        _ => {}
    }
    Ok(())
}

fn check_cells(size: u64, cells: usize, span: Span) -> Parsed<()> {
    if cells as u64 == size {
        return Ok(());
    }
    let message = format!("the array has {size} cells, but {cells} values are given");
    Err(Diagnostic::error("array-size-mismatch", span, message))
}

/// A page table entry whose output address is not given has that of its location.
pub(super) fn default_output(place: &Place, entry: &mut Entry) {
    if entry.output.is_none() {
        entry.output = match place {
            Place::Global(Symbol::Entry(name)) => Some(Symbol::Physical(name.clone())),
            Place::Global(Symbol::EntryOfEntry(name)) => Some(Symbol::Entry(name.clone())),
            _ => None,
        };
    }
}

/// `SS(s,2)=ssval_t:{...}`: an array of addresses in other words.
fn shadow_stack(parser: &mut Parser<'_, '_>) -> Parsed<InitItem> {
    parser.bump();
    parser.expect("(")?;
    let start = parser.span();
    let place = Place::Global(Symbol::named(parser.name("a shadow stack")?));
    let place_span = parser.span_from(start);
    parser.expect(",")?;
    let size_span = parser.span();
    let size = parser.count("size")?;
    check_size(size, size_span)?;
    parser.expect(")")?;
    let mut item = InitItem::zero(place, DeclaredType::Array("uintptr_t".into(), size), place_span);
    item.value = Value::Array(vec![Value::zero(); size as usize]);
    item.value_span = parser.last_span().end_point();
    if parser.eat("=") {
        if !parser.eat_word(&["ssval_t"]) {
            return Err(parser.unexpected("`ssval_t`"));
        }
        parser.expect(":")?;
        let start = parser.span();
        let cells = parser.array()?;
        item.value_span = parser.span_from(start);
        check_cells(size, cells.len(), item.value_span)?;
        item.value = Value::Array(cells);
    }
    Ok(item)
}
