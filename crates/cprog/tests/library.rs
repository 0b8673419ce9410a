//! The table of library functions beside those who use it: which of `fence`, `verify` and `test` know each function.
//!
//! `LAKMUS_BLESS=1` writes the list anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use lakmus_cprog::library::{self, Function, Role};

/// Beginnings of names that instrumented programs, linkers and annotations have for the runtime, and no library for programs.
const INTERFACES: &[&str] = &["__tsan_", "__sanitizer", "__wrap_", "__atomic_", "Annotate", "lakmus_", "__lakmus_"];

/// The macros of the runtime that export what stands in them.
const EXPORTING: &[&str] =
    &["entry", "new", "delete", "unmodelled", "credentials", "exports", "atomics", "variadic", "word"];

fn identifier(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// The names that a source file of the runtime exports: in macros, a line each, and functions behind `no_mangle`.
fn exported(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let (mut in_macro, mut is_next) = (false, false);
    for line in text.lines() {
        let name = identifier(line);
        if line[name.len()..].starts_with("! {") {
            in_macro = EXPORTING.contains(&name);
        } else if line.starts_with('}') {
            in_macro = false;
        }
        let inner = line.trim_start();
        let name = identifier(inner);
        let rest = &inner[name.len()..];
        if in_macro && line.len() - inner.len() == 4 && !name.is_empty() {
            let is_function = rest.starts_with('(')
                && (rest.contains(" => ") || rest.contains(" as ") || rest.ends_with(';') || rest.contains('{'));
            if is_function || rest.starts_with(" => ") {
                names.push(name);
            }
        }
        is_next |= line.contains("no_mangle");
        if let (true, Some((_, behind))) = (is_next, inner.split_once("fn ")) {
            is_next = false;
            names.extend(Some(identifier(behind)).filter(|name| !name.is_empty()));
        }
    }
    names
}

/// The functions of libraries in the place of which the runtime has its own.
fn interposed() -> BTreeSet<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rt/src/abi");
    let (mut names, mut directories) = (BTreeSet::new(), vec![directory]);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).expect("the sources of the runtime") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).expect("a source");
            names.extend(exported(&text).into_iter().map(str::to_owned));
        }
    }
    names.retain(|name| !INTERFACES.iter().any(|prefix| name.starts_with(prefix)));
    names
}

/// Whether `verify` executes calls of the function.
fn is_executed(function: &Function) -> bool {
    match function.role {
        Role::Effects(_) | Role::End(_) => function.meaning.is_some(),
        Role::StartThread(..)
        | Role::JoinThread(_)
        | Role::LeaveThread { .. }
        | Role::Lock
        | Role::SharedLock
        | Role::TryLock(_)
        | Role::TrySharedLock(_)
        | Role::TryLockAsBool { .. }
        | Role::Unlock
        | Role::Wait(_)
        | Role::AtomicBegin
        | Role::AtomicEnd
        | Role::Assume
        | Role::Assert
        | Role::Violation
        | Role::Fence { .. }
        | Role::Nondeterministic => true,
    }
}

#[test]
fn the_table_says_of_each_function_who_knows_it() {
    let mut list = String::from("# Written by the test beside it: which of the three know a function of a library.\n");
    for (name, function) in library::functions() {
        let verify = if is_executed(&function) { " verify" } else { "" };
        let test = if function.is_interposed { " test" } else { "" };
        writeln!(list, "{name}: fence{verify}{test}").expect("a text takes all");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library/known.txt");
    if std::env::var_os("LAKMUS_BLESS").is_some() {
        std::fs::write(&file, &list).expect("the list is written");
    }
    let before = std::fs::read_to_string(&file).expect("the list");
    let differences: Vec<&str> = list.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    assert!(
        list == before,
        "{} differs, in these lines and perhaps others:\n{}",
        file.display(),
        differences.join("\n")
    );
}

#[test]
fn what_the_runtime_puts_its_own_functions_in_place_of_is_marked_so() {
    let exported = interposed();
    assert!(exported.len() > 150, "only {} functions were found in the runtime", exported.len());
    let is_marked = |name: &str| library::function(name).is_some_and(|function| function.is_interposed);
    let unmarked: Vec<&String> = exported.iter().filter(|name| !is_marked(name)).collect();
    assert!(
        unmarked.is_empty(),
        "the runtime has these, and the table lacks them, or `*` behind their names: {unmarked:?}"
    );
    let marked = library::functions().into_iter().filter(|(_, function)| function.is_interposed);
    let gone: Vec<&str> = marked.map(|(name, _)| name).filter(|name| !exported.contains(*name)).collect();
    assert!(gone.is_empty(), "the table says that the runtime has these: {gone:?}");
}
