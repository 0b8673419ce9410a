//! What is written for jcstress and for our own harness is Java: `javac` takes it, with stubs of what it uses of jcstress.

use crate::common;

use std::fs;
use std::path::Path;
use std::process::Command;

use isa::java::ast::ThreadText;
use isa::java::{Dialect, read_threads};
use lakmus_java::harness::{ExpectedOutcome, Shown, all_registers, class_name, jcstress, stress};
use sim::Test;
use source::Sources;

/// What jcstress declares of what tests use, as its documentation describes it.
const ANNOTATIONS: [(&str, &str); 7] = [
    ("JCStressTest", "public @interface JCStressTest {}"),
    ("Description", "public @interface Description { String value(); }"),
    ("Expect", "public enum Expect { ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN }"),
    (
        "Outcome",
        "@java.lang.annotation.Repeatable(Outcomes.class)
public @interface Outcome { String[] id() default {}; Expect expect(); String desc() default \"\"; }",
    ),
    ("Outcomes", "public @interface Outcomes { Outcome[] value(); }"),
    ("State", "public @interface State {}"),
    ("Actor", "public @interface Actor {}"),
];

/// Writes the stubs, and says where they begin.
fn write_stubs(root: &Path) {
    let annotations = root.join("org/openjdk/jcstress/annotations");
    let results = root.join("org/openjdk/jcstress/infra/results");
    fs::create_dir_all(&annotations).unwrap();
    fs::create_dir_all(&results).unwrap();
    for (name, text) in ANNOTATIONS {
        let text = format!("package org.openjdk.jcstress.annotations;\n{text}\n");
        fs::write(annotations.join(format!("{name}.java")), text).unwrap();
    }
    for count in 1..=8 {
        let fields: String = (1..=count).map(|number| format!("public int r{number}; ")).collect();
        let name = format!("{}_Result", "I".repeat(count));
        let text = format!("package org.openjdk.jcstress.infra.results;\npublic class {name} {{ {fields}}}\n");
        fs::write(results.join(format!("{name}.java")), text).unwrap();
    }
}

/// A test of the corpus, and its threads.
fn read(path: &Path) -> (Test, Vec<ThreadText>) {
    let text = fs::read_to_string(path).unwrap();
    let mut sources = Sources::new();
    let source = sources.add("test", text.as_str());
    let (parsed, _) = litmus::parse(&sources, source, "test");
    let Some(litmus::RawProgram::Text(span)) = parsed.map(|test| test.program) else { panic!("{text}") };
    let threads = read_threads(&text, span, Dialect::Java).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    (common::test_of(&text), threads)
}

/// Has `javac` compile all files below a directory.
fn compile(root: &Path) {
    let mut files = Vec::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    let result =
        Command::new("javac").arg("-proc:none").arg("-d").arg(root.join("classes")).args(&files).output().unwrap();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
}

#[test]
fn javac_takes_what_is_written() {
    if !testing::has(&["javac"]) {
        return;
    }
    let (jcstress_root, stress_root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_stubs(jcstress_root.path());
    let (mut written, mut refused) = (0, Vec::new());
    for (path, _) in common::corpus() {
        let (test, threads) = read(&path);
        let shown: Shown = all_registers(&threads);
        let outcome = |value, is_allowed| ExpectedOutcome {
            values: vec![value; shown.len()],
            is_allowed,
            description: "for the compiler's eyes".to_owned(),
        };
        // Each source in a directory of its own: two files of the corpus may have tests of one name.
        let file = path.file_stem().unwrap().to_string_lossy().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let class = class_name(&test);
        let put = |root: &Path, text: String| {
            let directory = root.join(format!("p_{file}"));
            fs::create_dir_all(&directory).unwrap();
            let text = text.strip_prefix("package lakmus;\n").unwrap_or(&text);
            fs::write(directory.join(format!("{class}.java")), format!("package p_{file};\n{text}")).unwrap();
        };
        match jcstress(&test, &threads, &shown, &[outcome(0, true), outcome(1, false)]) {
            Ok(text) => {
                written += 1;
                put(jcstress_root.path(), text);
            }
            Err(why) => refused.push(format!("{file}: {}", why.message)),
        }
        if let Ok(text) = stress(&test, &threads, &shown) {
            put(stress_root.path(), text);
        }
    }
    if written == 0 && refused.is_empty() {
        return;
    }
    compile(jcstress_root.path());
    compile(stress_root.path());
    println!("{written} sources; refused: {refused:#?}");
    assert!(written > 5 * refused.len(), "{refused:#?}");
}
