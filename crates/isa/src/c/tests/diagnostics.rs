use source::Sources;

use super::{describe, read};
use crate::c::{C, CWithMacros, MacroFile};

/// What is said of a thread with this body.
fn mistakes(body: &str) -> String {
    let text = format!("C test\n{{}}\nP0 (atomic_int* x, int* y) {{\n{body}\n}}\nexists (true)\n");
    match read(&text, &C) {
        Ok(_) => "nothing\n".to_owned(),
        Err((sources, diagnostics)) => describe(sources, &diagnostics),
    }
}

/// What is said of each of these bodies.
fn all(bodies: &[&str]) -> String {
    let reported = |body: &&str| format!("> {}\n{}", body.replace('\n', "\n> "), mistakes(body));
    bodies.iter().map(reported).collect::<Vec<_>>().join("\n")
}

#[test]
fn unknown_names_get_suggestions() {
    insta::assert_snapshot!(all(&[
        "int r = atomic_load_explicit(x, memory_order_aquire);",
        "int r = atomic_load_explict(x, memory_order_acquire);",
        "int r = atomic_load_explicit(x, seq_cst);",
        "int r = atomic_load_explicit(x, 5);",
        "int result = 1;\nint s = resutl;",
        "int r = *z;",
        "itn r = 1;",
        "printf(1);",
        "__fence{mmb};",
    ]));
}

#[test]
fn what_is_not_supported_is_named() {
    insta::assert_snapshot!(all(&[
        "switch (*x) { case 1: *x = 2; }",
        "goto out;",
        "out: *x = 1;",
        "int a[3];",
        "int r = x->next;",
        "int r = 7; int *p = &r;",
        "int r = atomic_load(&x);",
        "int r = *y / 0;",
        "float f = 1;",
        "int r = 1.5;",
        "char s = \"a\";",
        "#define N 1",
        "atomic_wait(x, 0);",
        "x->notify_one();",
        "int r = atomic_is_lock_free(x);",
        "int r = x.compare_exchange(0, 1, Ordering::SeqCst, Ordering::SeqCst);",
        "int *p = y; std::atomic_ref<int> a(*p);",
        "x->fetch_addd(1);",
    ]));
}

#[test]
fn syntax_errors_point_at_their_places() {
    insta::assert_snapshot!(all(&[
        "int r = *x\nint s = 1;",
        "if *x { *y = 1; }",
        "*y = ;\n*x = (1;\nint r = 08;",
        "int r = 1; int r = 2;",
        "else *y = 1;",
        "break;",
        "atomic_store_explicit(x, memory_order_relaxed);",
        "1 = 2;",
        "int r = atomic_store(x, 1);",
        "do *y = 1; until (*x);",
        "unsigned signed int r;",
        "void r;",
    ]));
}

#[test]
fn threads_are_checked() {
    let program = |program: &str| {
        let text = format!("C test\n{{}}\n{program}\nexists (true)\n");
        match read(&text, &C) {
            Ok(_) => "nothing\n".to_owned(),
            Err((sources, diagnostics)) => describe(sources, &diagnostics),
        }
    };
    let programs = [
        "P1 (int* x) { }",
        "P0 (int x) { }",
        "P0 (int* x, int* x) { }",
        "int main() { return 0; }\nP0 (int* x) { *x = ; }",
        "P0 (int* x) { if (*x) { *x = 1; }",
        "P0 (int128_t* x) { }",
        "",
    ];
    insta::assert_snapshot!(programs.map(|text| format!("> {text}\n{}", program(text))).join("\n"));
}

#[test]
fn depth_and_size_are_limited() {
    let deep = format!("int r = {}1{};", "(".repeat(5000), ")".repeat(5000));
    let long = format!("int r = 1{};", "+1".repeat(50_000));
    let blocks = format!("{}{}", "{".repeat(5000), "}".repeat(5000));
    let stars = format!("int {}p;", "*".repeat(5000));
    let not = format!("int r = {}1;", "!".repeat(5000));
    for body in [deep, long, blocks, stars, not] {
        let reported = mistakes(&body);
        assert!(reported.contains("[too-deep]") || reported.contains("[too-large]"), "{reported}");
    }
    let wide = format!("int r = {};", vec!["(1)"; 60].join(" + "));
    assert_eq!(mistakes(&wide), "nothing\n");
}

#[test]
fn macro_files_are_checked() {
    let file = |text: &str| {
        let mut sources = Sources::new();
        let id = sources.add("file.def", text);
        MacroFile::parse(text, id).map_err(|found| describe(&sources, &found))
    };
    let with = |macros: &str, body: &str| {
        let macros = match file(macros) {
            Ok(macros) => CWithMacros(macros),
            Err(reported) => return reported,
        };
        let text = format!("C test\n{{}}\nP0 (int* x) {{ {body} }}\nexists (true)\n");
        match read(&text, &macros) {
            Ok(_) => "nothing\n".to_owned(),
            Err((sources, diagnostics)) => describe(sources, &diagnostics),
        }
    };
    let reported = [
        with("get(X) __load{once}(*X)\nset(X,V) { __store{once}(*X,V); }", "set(x, get(x) + 1);"),
        with("get(X __load{once}(*X)", ""),
        with("get(X) __load{once}(*X)", "int r = get(x, 1);"),
        with("set(X) { __store{once}(*X,1); }", "int r = set(x);"),
        with("loop(X) loop(X) + loop(X)", "int r = loop(1);"),
        with("loop(X) { loop(X); loop(X); }", "loop(1);"),
        with("get(X) __load{oncee}(*X)", "int r = get(x);"),
    ];
    insta::assert_snapshot!(reported.join("--\n"));
}

/// Found by fuzzing: what flows into the target of `--` was looked for twice, at every level, which took for ever.
#[test]
fn decrements_inside_each_other_are_visited_once() {
    let reported = mistakes(&format!("int r; {}r;", "--".repeat(40)));
    assert_eq!(reported, "4:10: this cannot be assigned to [not-assignable]\n");
}
