//! `locations`, `filter`, the condition, and `with`.
//!
//! Source: the rules `constraints` and below of herdtools7's `lib/stateParser.mly`. Of the operators `not` binds
//! tightest, then `=>` (to the right), then `/\`, then `\/`. Accepted beyond herd: `*x` and `!=` wherever a location
//! or `=` may stand.

use source::Diagnostic;

use super::init::default_output;
use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::{
    Atom, Claim, Condition, DeclaredType, Fault, Lvalue, Place, Proposition, Quantifier, Shown, ShownItem, Symbol,
    Value, Word,
};

/// How many parentheses, negations and implications may be open.
const MAX_DEPTH: usize = 256;

/// Few conjunctions have more members.
const USUAL_ATOMS: usize = 6;

/// Everything behind the program.
pub(super) struct Conditions<'s> {
    pub(super) locations: Vec<ShownItem>,
    pub(super) filter: Option<Proposition<Atom>>,
    pub(super) condition: Condition,
    pub(super) further: Vec<Condition>,
    pub(super) kinds: Vec<(Word<'s>, Quantifier)>,
}

/// Reads them. After a mistake in a list it goes on behind the next `;`; after one in a proposition it stops.
pub(super) fn parse_conditions<'s>(parser: &mut Parser<'_, 's>, diagnostics: &mut Vec<Diagnostic>) -> Conditions<'s> {
    let none =
        Condition { quantifier: Quantifier::Forall, proposition: Proposition::True, span: parser.span().slice(0, 0) };
    let mut all =
        Conditions { locations: Vec::new(), filter: None, condition: none, further: Vec::new(), kinds: Vec::new() };
    let result = conditions(parser, &mut all, diagnostics);
    diagnostics.extend(result.err());
    all
}

fn conditions<'s>(
    parser: &mut Parser<'_, 's>,
    all: &mut Conditions<'s>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Parsed<()> {
    if parser.eat_word(&["locations"]) {
        parser.expect("[")?;
        all.locations = locations(parser, diagnostics);
        parser.expect("]")?;
    }
    if parser.eat_word(&["filter"]) {
        all.filter = Some(proposition(parser)?);
    }
    all.condition = condition(parser)?;
    parser.eat(";");
    while begins_condition(parser) {
        all.further.push(condition(parser)?);
        parser.eat(";");
    }
    if parser.eat_word(&["with"]) {
        all.kinds = kinds(parser)?;
    }
    if parser.is_at_end() {
        return Ok(());
    }
    let misplaced = parser.is_word(0, &["locations", "filter"]);
    let diagnostic = with_operators(parser, parser.unexpected("the end of the test"));
    Err(if misplaced {
        diagnostic.help("`locations [...]` and `filter` come before the condition, in this order")
    } else {
        diagnostic
    })
}

fn locations(parser: &mut Parser<'_, '_>, diagnostics: &mut Vec<Diagnostic>) -> Vec<ShownItem> {
    let mut items = Vec::new();
    while !parser.is_at_end() && !parser.is(0, "]") {
        let item = shown_item(parser).and_then(|item| {
            if !parser.is(0, "]") {
                parser.expect(";")?;
            }
            Ok(item)
        });
        match item {
            Ok(item) => items.push(item),
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                while !parser.is_at_end() && !parser.is(0, "]") && !parser.eat(";") {
                    parser.bump();
                }
            }
        }
    }
    items
}

fn shown_item(parser: &mut Parser<'_, '_>) -> Parsed<ShownItem> {
    let start = parser.span();
    let what = shown(parser)?;
    Ok(ShownItem { what, span: parser.span_from(start) })
}

fn shown(parser: &mut Parser<'_, '_>) -> Parsed<Shown> {
    if fault_is_next(parser) {
        return Ok(Shown::Fault(fault(parser)?));
    }
    let place = lvalue(parser)?;
    let declared = match parser.peek(0) {
        TokenKind::Word(name) => {
            parser.bump();
            if parser.eat("*") { DeclaredType::Pointer(name.into()) } else { DeclaredType::Plain(name.into()) }
        }
        _ if parser.eat("*") => DeclaredType::AnyPointer,
        _ => DeclaredType::None,
    };
    Ok(Shown::Place(place, declared))
}

/// Whether a quantifier comes next.
fn begins_condition(parser: &Parser<'_, '_>) -> bool {
    let negated = parser.is(0, "~") || parser.is_word(0, &["not"]);
    parser.is_word(0, &["exists", "forall"]) || negated && parser.is_word(1, &["exists"])
}

fn condition(parser: &mut Parser<'_, '_>) -> Parsed<Condition> {
    let start = parser.span();
    let (quantifier, proposition) = match parser.peek(0) {
        TokenKind::Word("exists" | "final") => {
            parser.bump();
            (Quantifier::Exists, proposition(parser)?)
        }
        TokenKind::Word("forall") => {
            parser.bump();
            (Quantifier::Forall, proposition(parser)?)
        }
        TokenKind::Punctuation("~") | TokenKind::Word("not") if parser.is_word(1, &["exists"]) => {
            parser.bump();
            parser.bump();
            (Quantifier::NotExists, proposition(parser)?)
        }
        TokenKind::Word("observed" | "Observed") => {
            parser.bump();
            (Quantifier::Exists, observed(parser)?)
        }
        TokenKind::Punctuation("(") => {
            parser.bump();
            let inside = proposition(parser)?;
            parser.expect(")")?;
            (Quantifier::Exists, inside)
        }
        _ => (Quantifier::Forall, Proposition::True),
    };
    let span = parser.span_from(start);
    Ok(Condition { quantifier, proposition, span })
}

/// `a=1; b=2; and a=2; b=1;`: a list of states.
fn observed(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    let mut states = Vec::new();
    loop {
        let mut state = Vec::new();
        while !parser.is_at_end() && !parser.is_word(0, &["and", "with"]) {
            state.push(atom(parser)?);
            parser.expect(";")?;
        }
        states.push(Proposition::and(state));
        if !parser.eat_word(&["and"]) {
            return Ok(Proposition::or(states));
        }
    }
}

/// `tso: ~exists; sc: exists`.
fn kinds<'s>(parser: &mut Parser<'_, 's>) -> Parsed<Vec<(Word<'s>, Quantifier)>> {
    let mut kinds = Vec::new();
    loop {
        let span = parser.span();
        let text = parser.name("a model")?;
        parser.expect(":")?;
        let negated = parser.eat("~") || parser.eat_word(&["not"]);
        let quantifier = match parser.peek(0) {
            TokenKind::Word("exists") if negated => Quantifier::NotExists,
            TokenKind::Word("exists") => Quantifier::Exists,
            TokenKind::Word("forall") if !negated => Quantifier::Forall,
            _ => return Err(parser.unexpected("`exists`, `~exists` or `forall`")),
        };
        parser.bump();
        kinds.push((Word { text: String::from(text).into(), span }, quantifier));
        if !parser.eat(";") || parser.is_at_end() {
            return Ok(kinds);
        }
    }
}

/// Disjunctions, the loosest.
fn proposition(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    let first = conjunction(parser);
    // Handed on as it is: propositions are large.
    if first.is_err() || !parser.is(0, "\\/") {
        return first;
    }
    let mut members = vec![first?];
    while parser.eat("\\/") {
        members.push(conjunction(parser)?);
    }
    Ok(Proposition::or(members))
}

fn conjunction(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    let first = implication(parser);
    if first.is_err() || !parser.is(0, "/\\") {
        return first;
    }
    let mut members = Vec::with_capacity(USUAL_ATOMS);
    members.push(first?);
    while parser.eat("/\\") {
        members.push(implication(parser)?);
    }
    Ok(Proposition::and(members))
}

fn implication(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    let left = negation(parser);
    if left.is_err() || !parser.eat("=>") {
        return left;
    }
    let left = Box::new(left?);
    Ok(Proposition::Implies(left, Box::new(deeper(parser, implication)?)))
}

fn negation(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    match parser.peek(0) {
        TokenKind::Punctuation("~") | TokenKind::Word("not") => {
            parser.bump();
            Ok(deeper(parser, negation)?.negated())
        }
        TokenKind::Punctuation("(") => {
            parser.bump();
            let inside = deeper(parser, proposition)?;
            parser.expect(")").map_err(|diagnostic| with_operators(parser, diagnostic))?;
            Ok(inside)
        }
        TokenKind::Word("true") => {
            parser.bump();
            Ok(Proposition::True)
        }
        TokenKind::Word("false") => {
            parser.bump();
            Ok(Proposition::False)
        }
        _ => atom(parser),
    }
}

/// Names the operators when another language's comes next.
fn with_operators(parser: &Parser<'_, '_>, diagnostic: Diagnostic) -> Diagnostic {
    let foreign = parser.is(0, "&") || parser.is(0, "|") || parser.is_word(0, &["and", "or"]);
    if foreign { diagnostic.help("the operators are `/\\`, `\\/`, `=>` and `not`") } else { diagnostic }
}

fn deeper<T>(parser: &mut Parser<'_, '_>, inside: impl FnOnce(&mut Parser<'_, '_>) -> Parsed<T>) -> Parsed<T> {
    if parser.depth == MAX_DEPTH {
        let message = format!("the proposition is nested deeper than {MAX_DEPTH} levels");
        return Err(Diagnostic::error("too-deep", parser.span(), message));
    }
    parser.depth += 1;
    let result = inside(parser);
    parser.depth -= 1;
    result
}

fn atom(parser: &mut Parser<'_, '_>) -> Parsed<Proposition<Atom>> {
    let start = parser.span();
    if fault_is_next(parser) {
        let claim = Claim::Fault(fault(parser)?);
        let span = parser.span_from(start);
        return Ok(Proposition::Atom(Atom { claim, left: span, right: span }));
    }
    let place = lvalue(parser)?;
    let left = parser.span_from(start);
    let equal = parser.is(0, "=") || parser.is(0, "==");
    if !equal && !parser.is(0, "!=") && !parser.is(0, "<>") {
        return Err(parser.unexpected("`=`"));
    }
    parser.bump();
    let start = parser.span();
    let claim = claim(parser, place)?;
    let atom = Proposition::Atom(Atom { claim, left, right: parser.span_from(start) });
    Ok(if equal { atom } else { atom.negated() })
}

/// What stands behind the equality sign: a value, or another location.
fn claim(parser: &mut Parser<'_, '_>, left: Lvalue) -> Parsed<Claim> {
    let span = parser.span();
    let is_location = parser.register_is_next() || parser.is(0, "*") || parser.is(0, "[");
    if is_location {
        let right = place(parser)?;
        return match left {
            Lvalue::Whole(left) => Ok(Claim::Same(left, right)),
            Lvalue::Cell { .. } => {
                let message = "a cell of an array can only be compared with a value";
                Err(Diagnostic::error("cell-compared", parser.span_from(span), message))
            }
        };
    }
    let mut value = parser.value()?;
    if let (Lvalue::Whole(place), Value::Entry(entry)) = (&left, &mut value) {
        default_output(place, entry);
    }
    Ok(Claim::Value(left, value))
}

/// `0:X1`, `x`, `[x]`, `*x`, `a[1]`.
fn lvalue(parser: &mut Parser<'_, '_>) -> Parsed<Lvalue> {
    if let (TokenKind::Word(array), true, TokenKind::Number(_)) = (parser.peek(0), parser.is(1, "["), parser.peek(2)) {
        parser.bump();
        parser.bump();
        let index = parser.count("index")?;
        parser.expect("]")?;
        return Ok(Lvalue::Cell { array: array.into(), index });
    }
    Ok(Lvalue::Whole(place(parser)?))
}

fn place(parser: &mut Parser<'_, '_>) -> Parsed<Place> {
    parser.eat("*");
    if parser.eat("[") {
        let symbol = parser.symbol()?;
        parser.expect("]")?;
        return Ok(Place::Global(symbol));
    }
    parser.place()
}

fn fault_is_next(parser: &Parser<'_, '_>) -> bool {
    parser.is_word(0, &["fault", "Fault"]) && parser.is(1, "(")
}

/// `fault(P0:L0, x, MMU:Translation)`; everything behind the thread may be missing.
fn fault(parser: &mut Parser<'_, '_>) -> Parsed<Fault> {
    parser.bump();
    parser.expect("(")?;
    let mut fault = Fault { thread: parser.thread()?, label: None, location: None, kind: None };
    if parser.eat(":") {
        fault.label = Some(parser.name("a label")?);
    }
    while parser.eat(",") {
        let is_entry = parser.is_word(0, &["PTE", "TTD"]) && parser.is(1, "(");
        let is_last = !parser.is(1, ",");
        if is_entry {
            fault.location = Some(parser.symbol()?);
            continue;
        }
        let span = parser.span();
        let name = parser.name("a location or a kind of fault")?;
        let is_kind = fault.location.is_some() || parser.is(0, ":") || (is_last && is_fault_kind(&name));
        if !is_kind {
            fault.location = Some(Symbol::named(name));
            continue;
        }
        let mut kind = name.to_string();
        while parser.eat(":") {
            kind.push(':');
            kind.push_str(&parser.name("a kind of fault")?);
        }
        if fault.kind.replace(kind.into()).is_some() {
            return Err(Diagnostic::error("duplicate-field", span, "a second kind of fault"));
        }
    }
    parser.expect(")")?;
    Ok(fault)
}

/// The kinds of faults whose names could be taken for locations.
fn is_fault_kind(name: &str) -> bool {
    matches!(name, "TagCheck" | "UndefinedInstruction" | "SupervisorCall")
}
