//! How text is grouped, and what is said about text that cannot be.

use crate::common;

use common::render;
use lakmus_cat::ast::{Expr, ExprKind, InstructionKind, Operator, UnaryOperator};
use lakmus_cat::{Parsed, parse};
use source::Sources;

fn parsed(text: &str) -> (&'static Sources, Parsed<'static>) {
    let mut sources = Sources::new();
    let source = sources.add(common::MODEL, text);
    let sources = Box::leak(Box::new(sources));
    (sources, parse(sources, source))
}

/// An expression with all its parentheses.
fn grouped(expr: &Expr) -> String {
    let inner = |expr: &Expr| grouped(expr);
    match &expr.kind {
        ExprKind::Operation(operator, parts) => {
            let parts: Vec<String> = parts.iter().map(inner).collect();
            format!("({})", parts.join(&format!(" {} ", operator.text())))
        }
        ExprKind::Unary(UnaryOperator::Complement, part) => format!("(~{})", inner(part)),
        ExprKind::Unary(UnaryOperator::Identity, part) => format!("[{}]", inner(part)),
        ExprKind::Unary(UnaryOperator::Closure, part) => format!("({}+)", inner(part)),
        ExprKind::Unary(UnaryOperator::ReflexiveClosure, part) => format!("({}*)", inner(part)),
        ExprKind::Unary(UnaryOperator::Reflexive, part) => format!("({}?)", inner(part)),
        ExprKind::Unary(UnaryOperator::Inverse, part) => format!("({}^-1)", inner(part)),
        ExprKind::Apply(function, argument) => format!("({} {})", inner(function), inner(argument)),
        ExprKind::Tuple(parts) => format!("<{}>", parts.iter().map(inner).collect::<Vec<_>>().join(", ")),
        ExprKind::Function(_, body) => format!("(fun {})", inner(body)),
        _ => expr.to_string(),
    }
}

/// How the value of `let x = text` is grouped.
#[track_caller]
fn groups(text: &str, expected: &str) {
    let (sources, parsed) = parsed(&format!("let x = {text}"));
    assert!(parsed.diagnostics.is_empty(), "{}", render(sources, &parsed.diagnostics));
    let [instruction] = &parsed.file.instructions[..] else { panic!("one instruction") };
    let InstructionKind::Let(bindings) = &instruction.kind else { panic!("a definition") };
    assert_eq!(grouped(&bindings[0].value), expected);
}

#[test]
fn operators_from_loose_to_tight() {
    groups("a | b ++ c ; d \\ e & f * g", "(a | (b ++ (c ; (d \\ (e & (f * g))))))");
    groups("a & b | c & d", "((a & b) | (c & d))");
    groups("a ; b | c ; d", "((a ; b) | (c ; d))");
    groups("a \\ b ; c \\ d", "((a \\ b) ; (c \\ d))");
    groups("~a & b", "((~a) & b)");
    groups("~a^-1", "(~(a^-1))");
    groups("f a ; b", "((f a) ; b)");
    groups("f [a] {b} c", "((((f [a]) {b})) c)".replace("((((f", "(((f").replace("{b}))", "{b})").as_str());
}

#[test]
fn operators_to_their_side() {
    groups("a | b | c", "(a | b | c)");
    groups("(a | b) | c", "((a | b) | c)");
    groups("a ++ b ++ c", "(a ++ (b ++ c))");
    groups("a \\ b \\ c", "((a \\ b) \\ c)");
    groups("a; b; c", "(a ; b ; c)");
}

#[test]
fn a_star_is_a_product_where_an_operand_follows() {
    groups("a* ; b", "((a*) ; b)");
    groups("a*b", "(a * b)");
    groups("a * ~b", "(a * (~b))");
    groups("a+ * b^-1", "((a+) * (b^-1))");
    groups("a**b", "((a*) * b)");
    groups("r^-1+?", "(((r^-1)+)?)");
    let (_, parsed) = parsed("let x = a*\n~empty x");
    assert_eq!(parsed.file.instructions.len(), 2, "the tilde begins a check");
}

#[test]
fn the_loosest_constructs_take_all_that_follows() {
    groups("fun x -> x | y", "(fun (x | y))");
    groups("a, b | c", "<a, (b | c)>");
    groups("begin a | b end ; c", "((a | b) ; c)");
}

#[test]
fn names_tags_and_comments() {
    let (_, parsed) = parsed(
        "
        let dmb.st = po-loc // to the end of the line
        # and so does this
        let _RMW = x' (* nested (* comment *) *) & 'tag-1
        let f = fun r->r
        ",
    );
    assert!(parsed.diagnostics.is_empty());
    insta::assert_snapshot!(parsed.file.to_string());
}

#[test]
fn headers() {
    let header = |text: &str| parsed(text).1.file.header.to_string();
    assert_eq!(header("C RC11 catdep let x = 0"), "C RC11 catdep\n");
    assert_eq!(header("RISCV \"a title\""), "RISCV \"a title\"\n");
    assert_eq!(header("\"a title\" let x = 0"), "\"a title\"\n");
    assert_eq!(header("let x = 0"), "");
}

#[test]
fn every_instruction() {
    let text = include_str!("data/every-instruction.cat");
    let (sources, parsed) = parsed(text);
    assert!(parsed.diagnostics.is_empty(), "{}", render(sources, &parsed.diagnostics));
    insta::assert_snapshot!(parsed.file.to_string());
}

/// All mistakes of a file, one after the other.
#[test]
fn several_mistakes_are_reported_at_once() {
    let (sources, parsed) = parsed(
        "let x = (po | rf
let y = po &
acyclic y as 3
let f x y = x
  let inner = broken (
let good = po
show po | rf
call p
procedure q(x) =
  empty x
let z = ~r+
let u = a * b * c
let v = rf -1
match t with A -> empty x end
procedure q(x) = enum t = 'a end
let let = x
include cos.cat
if vmsa let x = 0 end
flag empty x as",
    );
    insta::assert_snapshot!(render(sources, &parsed.diagnostics));
    let defined: Vec<String> = parsed.file.instructions.iter().map(ToString::to_string).collect();
    assert_eq!(defined, ["let good = po", "let v = rf"]);
}

#[test]
fn mistakes_of_the_lexer() {
    for text in ["let x = po % rf", "let x = 0 (* no end", "include \"no end", "let x = € 12"] {
        let (sources, parsed) = parsed(text);
        insta::assert_snapshot!(render(sources, &parsed.diagnostics));
    }
}

#[test]
fn operators_print_as_written() {
    assert_eq!(Operator::Difference.text(), "\\");
}
