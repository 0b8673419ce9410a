//! What holds of all trees and of all expressions over relations.

use crate::common;

use std::collections::BTreeSet;

use common::{Plain, shown};
use lakmus_cat::ast::{
    Binding, Check, CheckMode, Condition, ElementClause, Expr, ExprKind, File, Header, Instruction, InstructionKind,
    Name, Operator, Pattern, Property, Title, UnaryOperator, VariantCondition,
};
use lakmus_cat::{Shown, parse};
use proptest::prelude::*;
use relation::Index;
use source::{Sources, Span};

/// A place that stands for none.
fn nowhere() -> Span {
    let mut sources = Sources::new();
    let source = sources.add("nowhere", "");
    sources.whole(source)
}

fn name(text: &'static str) -> Name<'static> {
    Name { text, span: nowhere() }
}

fn expr(kind: ExprKind<'static>) -> Expr<'static> {
    Expr::new(nowhere(), kind)
}

fn names() -> impl Strategy<Value = Name<'static>> {
    let known = ["x", "po-loc", "dmb.st", "_RMW", "x'", "letter", "A", "rf", "classes-loc", "e1"];
    prop::sample::select(known.to_vec()).prop_map(name)
}

fn blanks() -> impl Strategy<Value = Option<Name<'static>>> {
    prop::option::weighted(0.8, names())
}

fn patterns() -> impl Strategy<Value = Pattern<'static>> {
    let several = prop::collection::vec(blanks(), 0..4).prop_filter("one is no tuple", |names| names.len() != 1);
    prop_oneof![blanks().prop_map(Pattern::One), several.prop_map(Pattern::Tuple)]
}

fn variants() -> impl Strategy<Value = VariantCondition<'static>> {
    let leaf =
        prop::sample::select(["vmsa", "ETS2", ""].to_vec()).prop_map(|text| VariantCondition::Variant(name(text)));
    leaf.prop_recursive(3, 8, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.prop_map(|condition| VariantCondition::Not(Box::new(condition))),
            pair.clone().prop_map(|(a, b)| VariantCondition::And(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| VariantCondition::Or(Box::new(a), Box::new(b))),
        ]
    })
}

fn bindings(values: impl Strategy<Value = Expr<'static>> + Clone) -> impl Strategy<Value = Vec<Binding<'static>>> {
    let binding = (patterns(), values).prop_map(|(pattern, value)| Binding { span: nowhere(), pattern, value });
    prop::collection::vec(binding, 1..3)
}

fn applications(arguments: impl Strategy<Value = Expr<'static>> + Clone) -> impl Strategy<Value = Expr<'static>> {
    (names(), prop::collection::vec(arguments, 1..3)).prop_map(|(function, arguments)| {
        let head = expr(ExprKind::Name(function));
        arguments.into_iter().fold(head, |head, argument| expr(ExprKind::Apply(Box::new(head), Box::new(argument))))
    })
}

fn operations(parts: impl Strategy<Value = Expr<'static>> + Clone) -> impl Strategy<Value = ExprKind<'static>> {
    use Operator::{Add, Difference, Intersection, Product, Sequence, Union};
    let several =
        (prop::sample::select([Union, Sequence, Intersection].to_vec()), prop::collection::vec(parts.clone(), 2..4));
    let two = (prop::sample::select([Add, Difference, Product].to_vec()), prop::collection::vec(parts.clone(), 2));
    let unary = [
        UnaryOperator::Complement,
        UnaryOperator::Identity,
        UnaryOperator::Closure,
        UnaryOperator::ReflexiveClosure,
        UnaryOperator::Reflexive,
        UnaryOperator::Inverse,
    ];
    prop_oneof![
        several.prop_map(|(operator, parts)| ExprKind::Operation(operator, parts)),
        two.prop_map(|(operator, parts)| ExprKind::Operation(operator, parts)),
        (prop::sample::select(unary.to_vec()), parts)
            .prop_map(|(operator, part)| ExprKind::Unary(operator, Box::new(part))),
    ]
}

fn matches(parts: impl Strategy<Value = Expr<'static>> + Clone) -> impl Strategy<Value = ExprKind<'static>> {
    let boxed = || parts.clone().prop_map(Box::new);
    let clause = (prop::option::of(blanks()), blanks(), blanks(), parts.clone())
        .prop_map(|(before, element, rest, body)| Box::new(ElementClause { before, element, rest, body }));
    let on_set =
        (boxed(), boxed(), clause).prop_map(|(subject, empty, element)| ExprKind::MatchSet { subject, empty, element });
    let clauses = prop::collection::vec((names(), parts.clone()), 0..3);
    let on_tag = (boxed(), clauses, prop::option::of(boxed()))
        .prop_filter("a clause at least", |(_, clauses, default)| !clauses.is_empty() || default.is_some())
        .prop_map(|(subject, clauses, default)| ExprKind::MatchTag { subject, clauses, default });
    prop_oneof![on_set, on_tag]
}

fn exprs() -> impl Strategy<Value = Expr<'static>> + Clone {
    let leaf = prop_oneof![
        Just(ExprKind::Zero),
        Just(ExprKind::Universe),
        names().prop_map(ExprKind::Tag),
        names().prop_map(ExprKind::Name),
        Just(ExprKind::Set(Vec::new())),
        Just(ExprKind::Tuple(Vec::new())),
    ];
    let leaf = leaf.prop_map(expr);
    leaf.prop_recursive(5, 40, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let pair = || (inner.clone(), inner.clone());
        let conditions = prop_oneof![
            pair().prop_map(|(a, b)| Condition::Equal(a, b)),
            pair().prop_map(|(a, b)| Condition::Subset(a, b)),
            pair().prop_map(|(a, b)| Condition::In(a, b)),
            variants().prop_map(Condition::Variant),
        ];
        let kinds = prop_oneof![
            4 => operations(inner.clone()),
            1 => prop::collection::vec(inner.clone(), 1..4).prop_map(ExprKind::Set),
            1 => prop::collection::vec(inner.clone(), 2..4).prop_map(ExprKind::Tuple),
            1 => (patterns(), boxed()).prop_map(|(pattern, body)| ExprKind::Function(pattern, body)),
            1 => (bindings(inner.clone()), boxed()).prop_map(|(bindings, body)| ExprKind::Let(bindings, body)),
            1 => (bindings(inner.clone()), boxed()).prop_map(|(bindings, body)| ExprKind::LetRec(bindings, body)),
            1 => matches(inner.clone()),
            1 => (boxed(), boxed()).prop_map(|(attempt, fallback)| ExprKind::Try(attempt, fallback)),
            1 => (conditions.prop_map(Box::new), boxed(), boxed()).prop_map(|(condition, a, b)| ExprKind::If(condition, a, b)),
        ];
        prop_oneof![5 => kinds.prop_map(expr), 1 => applications(inner)]
    })
}

fn checks() -> impl Strategy<Value = Check<'static>> {
    let properties = prop::sample::select([Property::Acyclic, Property::Irreflexive, Property::Empty].to_vec());
    (any::<bool>(), properties, exprs(), prop::option::of(names()))
        .prop_map(|(negated, property, argument, name)| Check { span: nowhere(), negated, property, argument, name })
}

fn instructions() -> impl Strategy<Value = Vec<Instruction<'static>>> {
    let modes = [CheckMode::Require, CheckMode::Flag, CheckMode::UndefinedUnless, CheckMode::Assert];
    let leaf =
        prop_oneof![
            bindings(exprs()).prop_map(InstructionKind::Let),
            (bindings(exprs()), prop::option::of(checks()))
                .prop_map(|(bindings, when)| InstructionKind::LetRec { bindings, when }),
            (prop::sample::select(modes.to_vec()), checks())
                .prop_map(|(mode, check)| InstructionKind::Check { mode, check }),
            prop::collection::vec(names(), 1..3).prop_map(InstructionKind::Show),
            (exprs(), names()).prop_map(|(value, name)| InstructionKind::ShowAs { value, name }),
            prop::collection::vec(names(), 1..3).prop_map(InstructionKind::Unshow),
            Just(InstructionKind::Include(name("cos.cat"))),
            (names(), exprs(), prop::option::of(names()))
                .prop_map(|(procedure, argument, name)| InstructionKind::Call { procedure, argument, name }),
            exprs().prop_map(InstructionKind::Debug),
            (names(), exprs()).prop_map(|(name, set)| InstructionKind::With { name, set }),
            (names(), prop::collection::vec(exprs(), 0..3), any::<bool>()).prop_map(
                |(instruction, places, default)| { InstructionKind::Annotations { instruction, places, default } }
            ),
        ];
    let located = |kind| Instruction { span: nowhere(), kind };
    let one = leaf.prop_map(located).prop_recursive(2, 8, 3, move |inner| {
        let block = prop::collection::vec(inner, 0..3);
        let clauses = prop::collection::vec((names(), block.clone()), 1..3);
        let kinds = prop_oneof![
            (any::<bool>(), names(), patterns(), block.clone()).prop_map(|(recursive, name, parameter, body)| {
                InstructionKind::Procedure { recursive, name, parameter, body }
            }),
            (names(), exprs(), block.clone()).prop_map(|(name, set, body)| InstructionKind::Forall { name, set, body }),
            (variants(), block.clone(), block.clone()).prop_map(|(condition, then, otherwise)| InstructionKind::If {
                condition,
                then,
                otherwise
            }),
            (exprs(), clauses, prop::option::of(block))
                .prop_map(|(subject, clauses, default)| InstructionKind::Match { subject, clauses, default }),
        ];
        kinds.prop_map(located)
    });
    let enumerations =
        (names(), prop::collection::vec(names(), 1..3)).prop_map(|(name, tags)| InstructionKind::Enum { name, tags });
    prop::collection::vec(prop_oneof![8 => one, 1 => enumerations.prop_map(located)], 0..4)
}

fn headers() -> impl Strategy<Value = Header<'static>> {
    let titles = prop_oneof![Just(Title::Text(name("A title"))), names().prop_map(Title::Word)];
    (prop::option::of(names()), prop::option::of(titles), any::<bool>())
        .prop_filter("a first word is the architecture", |(architecture, title, _)| {
            architecture.is_some() || !matches!(title, Some(Title::Word(_)))
        })
        .prop_map(|(architecture, title, computes_dependencies)| Header { architecture, title, computes_dependencies })
}

proptest! {
    #[test]
    fn what_is_printed_parses_to_the_same(header in headers(), instructions in instructions()) {
        let file = File { header, instructions };
        let text = file.to_string();
        let mut sources = Sources::new();
        let source = sources.add("printed", text.clone());
        let parsed = parse(&sources, source);
        prop_assert!(parsed.diagnostics.is_empty(), "{}\n{:?}", text, parsed.diagnostics);
        prop_assert_eq!(&parsed.file, &file, "{}", text);
    }

    #[test]
    fn parsing_anything_ends(text in "([a-z_'0(){}\\[\\]|&*~+^\\\\?=;,\"-]|let |match |with |->|\\+\\+|-1|in |end |\\n){0,60}") {
        let mut sources = Sources::new();
        let source = sources.add("anything", text);
        let again = parse(&sources, source).file.to_string();
        let again = sources.add("printed", again);
        prop_assert_eq!(parse(&sources, again).file, parse(&sources, source).file);
    }
}

/// How many events the expressions are over.
const EVENTS: usize = 4;

type Pairs = BTreeSet<(usize, usize)>;

/// The meaning of an expression over the relations `r` and `s`, by definition.
fn meaning(expr: &Expr, r: &Pairs, s: &Pairs) -> Pairs {
    let events = || (0..EVENTS).flat_map(|a| (0..EVENTS).map(move |b| (a, b)));
    let compose = |a: &Pairs, b: &Pairs| -> Pairs {
        a.iter().flat_map(|&(x, y)| b.iter().filter(move |&&(z, _)| z == y).map(move |&(_, w)| (x, w))).collect()
    };
    let closure = |a: Pairs| {
        let mut all = a;
        loop {
            let longer: Pairs = all.union(&compose(&all, &all)).copied().collect();
            if longer == all {
                return all;
            }
            all = longer;
        }
    };
    let reflexive = |a: Pairs| -> Pairs { a.into_iter().chain((0..EVENTS).map(|event| (event, event))).collect() };
    match &expr.kind {
        ExprKind::Name(name) if name.text == "r" => r.clone(),
        ExprKind::Name(_) => s.clone(),
        ExprKind::Zero => Pairs::new(),
        ExprKind::Unary(operator, operand) => {
            let operand = meaning(operand, r, s);
            match operator {
                UnaryOperator::Complement => events().filter(|pair| !operand.contains(pair)).collect(),
                UnaryOperator::Identity => operand.iter().map(|&(a, _)| (a, a)).collect(),
                UnaryOperator::Closure => closure(operand),
                UnaryOperator::ReflexiveClosure => reflexive(closure(operand)),
                UnaryOperator::Reflexive => reflexive(operand),
                UnaryOperator::Inverse => operand.iter().map(|&(a, b)| (b, a)).collect(),
            }
        }
        ExprKind::Operation(operator, operands) => {
            let operands = operands.iter().map(|operand| meaning(operand, r, s));
            let fold = |combine: &dyn Fn(Pairs, Pairs) -> Pairs| operands.reduce(combine).unwrap_or_default();
            match operator {
                Operator::Union => fold(&|a, b| &a | &b),
                Operator::Intersection => fold(&|a, b| &a & &b),
                Operator::Difference => fold(&|a, b| &a - &b),
                Operator::Sequence => fold(&|a, b| compose(&a, &b)),
                Operator::Product | Operator::Add => unreachable!("not generated"),
            }
        }
        other => unreachable!("not generated: {other:?}"),
    }
}

/// Expressions whose value is a relation. `[domain e]` is written `[e]` here and printed in full.
fn relations() -> impl Strategy<Value = Expr<'static>> {
    use Operator::{Difference, Intersection, Sequence, Union};
    let leaf = prop_oneof![
        4 => Just(ExprKind::Name(name("r"))),
        4 => Just(ExprKind::Name(name("s"))),
        1 => Just(ExprKind::Zero),
    ];
    leaf.prop_map(expr).prop_recursive(5, 30, 3, |inner| {
        let unary = [
            UnaryOperator::Complement,
            UnaryOperator::Identity,
            UnaryOperator::Closure,
            UnaryOperator::ReflexiveClosure,
            UnaryOperator::Reflexive,
            UnaryOperator::Inverse,
        ];
        let several = (prop::sample::select([Union, Sequence, Intersection].to_vec()), prop::collection::vec(inner.clone(), 2..4));
        prop_oneof![
            3 => several.prop_map(|(operator, parts)| ExprKind::Operation(operator, parts)),
            1 => prop::collection::vec(inner.clone(), 2).prop_map(|parts| ExprKind::Operation(Difference, parts)),
            3 => (prop::sample::select(unary.to_vec()), inner).prop_map(|(operator, part)| ExprKind::Unary(operator, Box::new(part))),
        ]
        .prop_map(expr)
    })
}

/// The same expression with `[e]` as `[domain(e)]`.
fn with_domains(of: &Expr<'static>) -> Expr<'static> {
    match &of.kind {
        ExprKind::Unary(UnaryOperator::Identity, part) => {
            let domain = Box::new(expr(ExprKind::Name(name("domain"))));
            let set = expr(ExprKind::Apply(domain, Box::new(with_domains(part))));
            expr(ExprKind::Unary(UnaryOperator::Identity, Box::new(set)))
        }
        ExprKind::Unary(operator, part) => expr(ExprKind::Unary(*operator, Box::new(with_domains(part)))),
        ExprKind::Operation(operator, parts) => {
            expr(ExprKind::Operation(*operator, parts.iter().map(with_domains).collect()))
        }
        _ => of.clone(),
    }
}

fn base(r: &Pairs, s: &Pairs) -> Plain {
    let list = |pairs: &Pairs| pairs.iter().copied().collect::<Vec<_>>();
    Plain::new(EVENTS).with_relation("r", &list(r)).with_relation("s", &list(s))
}

fn value(model: &str, base: &Plain) -> Pairs {
    let found = shown(model, base).unwrap_or_else(|message| panic!("{message}"));
    match &found["x"] {
        Shown::Relation(relation) => relation.iter().map(|(a, b)| (a.index(), b.index())).collect(),
        Shown::Set(set) => panic!("{model} is a set: {set:?}"),
    }
}

fn pairs() -> impl Strategy<Value = Pairs> {
    prop::collection::btree_set((0..EVENTS, 0..EVENTS), 0..8)
}

proptest! {
    #[test]
    fn expressions_mean_what_the_operators_are_defined_to(e in relations(), r in pairs(), s in pairs()) {
        let model = format!("let x = {} show x", with_domains(&e));
        prop_assert_eq!(value(&model, &base(&r, &s)), meaning(&e, &r, &s), "{}", model);
    }

    /// `let rec s = e`, where `e` names `s`: from empty, until a round adds nothing.
    #[test]
    fn fixpoints_are_iterations_from_the_empty_set(e in relations(), r in pairs()) {
        let mut old = Pairs::new();
        let mut seen = BTreeSet::new();
        let expected = loop {
            let new = meaning(&e, &r, &old);
            if new.is_subset(&old) {
                break Some(new);
            }
            if !seen.insert(new.clone()) {
                break None;
            }
            old = new;
        };
        if let Some(expected) = expected {
            let body = with_domains(&e);
            for model in [
                format!("let rec s = {body} let x = s show x"),
                format!("let x = let rec s = {body} in s show x"),
                format!("let f r = let rec s = {body} in s let x = f r show x"),
            ] {
                prop_assert_eq!(value(&model, &base(&r, &Pairs::new())), expected.clone(), "{}", model);
            }
        }
    }
}
