use super::*;

fn found(text: &str) -> Vec<(String, RegionKind, bool, bool)> {
    found_with(text, &Macros::default())
}

fn found_with(text: &str, macros: &Macros) -> Vec<(String, RegionKind, bool, bool)> {
    regions(text, macros)
        .into_iter()
        .map(|region| (text[region.start..region.end].to_owned(), region.kind, region.before, region.after))
        .collect()
}

#[test]
fn statements_and_conditions() {
    let text = "int x; void f(void) { x = 1; while (a && b) y = x; return x; }";
    assert_eq!(
        found(text),
        [
            ("x = 1;".to_owned(), RegionKind::Statement, true, true),
            ("1".to_owned(), RegionKind::Value, true, true),
            ("while (a && b) y = x;".to_owned(), RegionKind::Statement, true, false),
            ("a && b".to_owned(), RegionKind::Value, true, true),
            ("a".to_owned(), RegionKind::Value, true, true),
            ("b".to_owned(), RegionKind::Value, true, true),
            ("y = x;".to_owned(), RegionKind::Body, true, true),
            ("x".to_owned(), RegionKind::Value, true, true),
            ("return x;".to_owned(), RegionKind::Statement, true, false),
            ("x".to_owned(), RegionKind::Value, true, true),
        ]
    );
}

#[test]
fn braces_of_alternatives_are_counted_once() {
    let text = "void f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\nx = y;\n}\n}\nvoid g() { z = 1; }";
    let found: Vec<String> = found(text).into_iter().map(|(text, ..)| text).collect();
    assert!(found.contains(&"x = y;".to_owned()) && found.contains(&"z = 1;".to_owned()), "{found:?}");
    assert!(!found.iter().any(|text| text.contains("void")), "{found:?}");
}

#[test]
fn parentheses_of_alternatives_are_counted_once() {
    let text = "void f() {\n#if A\ng((x),\n#else\ng(\n#endif\ny);\nz = 1;\n}";
    let statements = found(text).into_iter().filter(|(_, kind, ..)| *kind == RegionKind::Statement);
    assert_eq!(statements.map(|(text, ..)| text).next_back().as_deref(), Some("z = 1;"));
}

#[test]
fn what_does_not_end_is_no_statement() {
    let all = found("void f() { g((a); x = 1; }");
    assert!(all.iter().all(|(_, kind, before, after)| *kind != RegionKind::Statement || !before && !after), "{all:?}");
}

#[test]
fn macros_that_begin_loops_have_bodies() {
    let text = "void f() { list_for_each(p, &all) { x = 1; } y = 2; }";
    let found: Vec<String> = found(text).into_iter().map(|(text, ..)| text).collect();
    assert_eq!(found, ["list_for_each(p, &all) { x = 1; }", "x = 1;", "1", "y = 2;", "2"]);
}

#[test]
fn functions_that_take_or_return_enumerations_have_bodies() {
    for text in [
        "void f(enum kind k) { x = y; }",
        "static enum kind f(int k) { x = y; }",
        "enum kind f(enum kind k) { x = y; }",
    ] {
        assert_eq!(found(text).first().map(|(text, ..)| text.as_str()), Some("x = y;"), "{text}");
    }
    assert_eq!(found("enum kind { A = 1, B };"), []);
}

#[test]
fn a_statement_that_jumps_lead_into_has_no_beginning() {
    let text = "void f() { if (a) { l: x = 1; } switch (b) { case 1: y = 2; } }";
    let all = found(text);
    let of = |start: &str| all.iter().find(|(text, ..)| text.starts_with(start)).map(|(_, _, before, _)| *before);
    assert_eq!(of("if (a)"), Some(false));
    assert_eq!(of("x = 1"), Some(true));
    assert_eq!(of("switch"), Some(true));
    assert_eq!(of("y = 2"), Some(true));
}

#[test]
fn what_is_assigned_to_is_no_operand() {
    for (text, expected) in [
        ("void f() { x = y = a ? b : c; }", ["a", "b", "c"]),
        ("void f() { x += a && b || c; }", ["a", "b", "c"]),
        ("void f() { x <<= a && b && c; }", ["a", "b", "c"]),
        ("void f() { x == a && b && c; }", ["x == a", "b", "c"]),
    ] {
        let values = found(text).into_iter().filter(|(_, kind, ..)| *kind == RegionKind::Value);
        let operands: Vec<String> =
            values.map(|(text, ..)| text).filter(|text| !text.contains('=') || text.contains("==")).collect();
        assert!(operands.ends_with(&expected.map(str::to_owned)), "{text}: {operands:?}");
    }
}

#[test]
fn macros_that_jump_have_no_place_behind_them() {
    let macros = Macros::read(["#define CHECK(x) if (x) return\n#define INC(x) x++\n#define CASE(x) case x:\n"]);
    let text = "void f() { CHECK(a); INC(b); x = CHECK(c); switch (d) { CASE(1) y = 1; } while (INC(e)) z = 1; }";
    let all = found_with(text, &macros);
    let of = |start: &str| all.iter().find(|(text, ..)| text.starts_with(start)).map(|found| (found.2, found.3));
    assert_eq!(of("CHECK(a)"), Some((true, false)));
    assert_eq!(of("INC(b)"), Some((true, true)));
    assert_eq!(of("CHECK(c)"), Some((true, false)));
    assert_eq!(of("CASE(1)"), Some((false, true)));
    assert_eq!(of("switch"), Some((false, false)));
    assert_eq!(of("INC(e)"), Some((true, true)));
}

#[test]
fn macros_that_are_statements_end_with_themselves() {
    let macros = Macros::read(["#define SET(x) x = 1;\n#define BOTH { y(); }\n#define GET(x) (x)\n"]);
    let text = "void f() { SET(a) b = 2; BOTH c = 3; SET(d); GET(e) = 4; SET(g) }";
    let statements = found_with(text, &macros).into_iter().filter(|(_, kind, ..)| *kind == RegionKind::Statement);
    let statements: Vec<String> = statements.map(|(text, ..)| text).collect();
    assert_eq!(statements, ["SET(a)", "b = 2;", "BOTH", "c = 3;", "SET(d);", "GET(e) = 4;", "SET(g)"]);
}

#[test]
fn statement_expressions_have_statements() {
    let all = found("void f() { x = ({ a = 1; if (b) return; c = 2; d; }) + e; g(({ h = 3; })); }");
    let of = |text: &str| all.iter().find(|(found, ..)| found == text).map(|found| (found.2, found.3));
    assert_eq!(of("a = 1;"), Some((true, true)));
    assert_eq!(of("c = 2;"), Some((true, true)));
    assert_eq!(of("d;"), Some((true, false)));
    assert_eq!(of("h = 3;"), Some((true, false)));
    let outer = all.iter().find(|(found, ..)| found.starts_with("x = "));
    assert_eq!(outer.map(|found| (found.2, found.3)), Some((true, false)));
}

#[test]
fn blocks_behind_words_are_read() {
    let texts: Vec<String> =
        found("void f() { try { x = y; } catch (e) { z = 1; } w = 2; }").into_iter().map(|(text, ..)| text).collect();
    assert_eq!(texts, ["try { x = y; }", "x = y;", "y", "catch (e) { z = 1; }", "z = 1;", "1", "w = 2;", "2"]);
}

#[test]
fn arguments_and_terms_have_values_where_macros_are_known() {
    let macros = Macros::read(["#define __STDC__ 1\n#define MACRO(x) #x\n"]);
    let values = |statement: &str| -> Vec<String> {
        let text = format!("void f() {{ {statement} }}");
        let all = found_with(&text, &macros).into_iter();
        all.filter(|(_, kind, ..)| *kind != RegionKind::Statement).map(|(text, ..)| text).collect()
    };
    assert_eq!(values("g(a, h(b)->c);"), ["a", "h(b)->c", "b"]);
    assert_eq!(values("MACRO(a); sizeof(a); asm(a); _Alignof(a);"), [""; 0]);
    assert_eq!(values("a[i] = b[j];"), ["b[j]", "j", "i"]);
    assert_eq!(values("x = ++a + b > -c * d;"), ["++a + b > -c * d", "++a", "b", "-c", "d"]);
    assert_eq!(values("x = a++ % (T)*b / c;"), ["a++ % (T)*b / c", "a++", "(T)", "b", "c"]);
    // A declaration, whose star belongs to the type.
    assert_eq!(values("T *x = a;"), ["a"]);
    assert_eq!(values("x += a;"), ["a"]);
    assert_eq!(values("x = y = a + z;"), ["y = a + z", "a + z", "a", "z"]);
    assert_eq!(values("x = a ? y = b : c;"), ["a ? y = b : c", "a", "b", "c"]);
    assert_eq!(values("return a && b, c;"), ["a && b, c", "a && b", "a", "b", "c"]);
    assert_eq!(values("x = (T)&a == b;"), ["(T)&a == b"]);
    assert_eq!(values("x = (a--, *b++);"), ["(a--, *b++)", "a--", "*b++"]);
    assert_eq!(values("x = a & b;"), ["a & b", "a", "b"]);
    assert_eq!(values("if (f(a)(b) && !c) ;"), ["f(a)(b) && !c", "f(a)(b)", "!c", "a", "b", ";"]);
    let in_cxx = Macros::read(["#define __STDC__ 1\n#define __cplusplus 201402L\n"]);
    assert!(!found_with("void f() { g(a, b < c); }", &in_cxx).iter().any(|found| found.1 == RegionKind::Value));
}

#[test]
fn parts_of_for_loops_have_places() {
    let macros = Macros::read(["#define __STDC__ 1\n"]);
    let of = |text: &str| -> Vec<String> {
        let all = found_with(&format!("void f() {{ {text} ; }}"), &macros).into_iter();
        let parts = all.filter(|(_, kind, ..)| !matches!(kind, RegionKind::Statement | RegionKind::Body));
        parts.map(|(text, ..)| text).collect()
    };
    assert_eq!(
        of("for (p = head->next, n = p->next; p; p = n, n = p->next)"),
        [
            "p = head->next",
            "head->next",
            "n = p->next",
            "p->next",
            "p",
            "p = n, n = p->next",
            "p = n",
            "n",
            "n = p->next",
            "p->next"
        ]
    );
    assert_eq!(of("for (struct s *p = a, *q = b; p; p++)"), ["p", "p++", "p++"]);
}

#[test]
fn names_that_are_not_compiled_end_before_the_next_statement() {
    let macros = Macros::read(["#define __STDC__ 1\n#define LOOP for (;;)\n"]);
    let statements = |text: &str| -> Vec<(String, bool)> {
        let all = found_with(text, &macros).into_iter();
        all.filter(|(_, kind, ..)| *kind == RegionKind::Statement).map(|(text, _, before, _)| (text, before)).collect()
    };
    let of = |text: &str, before| (text.to_owned(), before);
    let found = statements("void f() {\n#ifdef A\nFIELDS\n#endif\nfor (;;) { x = 1; }\n}");
    assert_eq!(found, [of("FIELDS", false), of("for (;;) { x = 1; }", true), of("x = 1;", true)]);
    // What a macro begins is no statement of its own.
    assert!(!statements("void f() { LOOP for (;;) x = 1; }").contains(&of("for (;;) x = 1;", true)));
}

#[test]
fn pointers_within_expressions_are_bases() {
    let macros = Macros::read(["#define __STDC__ 1\n#define MACRO x->y\n"]);
    let bases = |statement: &str| -> Vec<String> {
        let text = format!("void f() {{ {statement} }}");
        let base = |base: &Base| {
            let read = &text[base.read..];
            format!("{} {:?} {}", &text[base.region.start..base.region.end], base.kind, &read[..read.len().min(1)])
        };
        Places::read(&text, &macros).bases.iter().map(base).collect()
    };
    assert_eq!(bases("x = p->q.r->s;"), ["p Variable p", "p->q.r Alone r"]);
    assert_eq!(bases("p->q(a->b->c);"), ["p Variable p", "p->q Alone q", "a Variable a", "a->b Alone b"]);
    assert_eq!(bases("p[i]->q++;"), ["p Variable p", "p[i] Element p"]);
    // The two elements have one place, and so has what is called with the call.
    assert_eq!(bases("p[i]->q[j]->r;"), ["p Variable p", "p[i]->q Alone q"]);
    assert_eq!(bases("p[i][j]->q;"), ["p Variable p"]);
    assert_eq!(bases("f(x)->q;"), ["f Variable f"]);
    assert_eq!(
        bases("(*p)->q = !(*p->q)->r;"),
        ["(*p->q) Alone *", "p Variable p", "p->q Alone q", "(*p) Alone *", "p Variable p"]
    );
    assert_eq!(bases("x = ((&(p)->q))->r[MACRO];"), ["((&(p)->q))->r Alone r"]);
    assert_eq!(bases("x = (((p))->q)->r[MACRO]->s;"), ["(((p))->q) Alone q", "(((p))->q)->r Alone r"]);
    assert_eq!(bases("x = p[MACRO]->s;"), ["p Variable p", "p[MACRO] Element p"]);
    assert_eq!(bases("((struct s *)p->q)->r = 1;"), ["((struct s *)p->q) Alone q", "p Variable p"]);
    assert_eq!(bases("*p = *q->r + *f(x) + *i++;"), ["q Variable q", "q->r Alone r", "f Variable f", "p Variable p"]);
    assert_eq!(bases("(p + q)->r; (p, q)->r; MACRO->z; x.y = p.q;"), [""; 0]);
}

#[test]
fn an_alternative_belongs_to_the_macro_before_it() {
    let all = found("void f() { FOR_EACH(p) if (a) b = 1; else c = 2; d = 3; }");
    let of =
        |start: &str| all.iter().find(|(text, ..)| text.starts_with(start)).map(|found| (found.0.clone(), found.3));
    assert_eq!(of("FOR_EACH"), Some(("FOR_EACH(p) if (a) b = 1; else c = 2;".to_owned(), false)));
    assert_eq!(of("c = 2"), Some(("c = 2;".to_owned(), true)));
    let all = found("void f() { if (a) b(1); else c(2); }");
    let of =
        |start: &str| all.iter().find(|(text, ..)| text.starts_with(start)).map(|found| (found.0.clone(), found.3));
    assert_eq!(of("b("), Some(("b(1);".to_owned(), true)));
}

#[test]
fn any_text_is_read() {
    for text in
        ["", "{", "f(){", "f(){if(", "}}}", "f() { for (;;", "f(){case", "f(){x:", "f(){'", "f() { a ? b", "#\\"]
    {
        regions(text, &Macros::default());
    }
}

#[test]
fn what_begins_in_a_branch_of_the_preprocessor_ends_there() {
    let text = "void f() {\nif (a) {\nx = 1;\n#if A\n} else if (b) {\ny = 1;\n#endif\n} else {\nz = 1;\n}\n\
                g(1\n#if B\n, c\n#else\n, d\n#endif\n);\n}";
    let found: Vec<String> = found(text).into_iter().map(|(text, ..)| text).collect();
    for statement in ["x = 1;", "y = 1;", "z = 1;"] {
        assert!(found.iter().any(|text| text == statement), "{found:?}");
    }
    assert!(!found.iter().any(|text| text.starts_with("if (b)")), "{found:?}");
    assert!(!found.iter().any(|text| text.starts_with('c')), "{found:?}");
}
