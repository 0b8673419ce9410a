use std::path::Path;

use super::{FILES, MODELS, file, file_names, model, models};

/// The directory itself: the only place where this crate looks at the disk.
const CAT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cat");

/// `text` without its comments, which nest.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("(*") {
            depth += 1;
            rest = &rest[2..];
        } else if depth > 0 && rest.starts_with("*)") {
            depth -= 1;
            rest = &rest[2..];
        } else {
            if depth == 0 || c == '\n' {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    assert_eq!(depth, 0, "a comment is not closed");
    out
}

fn included(text: &str) -> Vec<String> {
    let code = code(text);
    let words: Vec<&str> = code.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == "include").map(|pair| pair[1].trim_matches('"').to_owned()).collect()
}

/// The lines that begin a check.
fn checks(text: &str) -> Vec<String> {
    let is_check = |line: &&str| ["acyclic ", "irreflexive ", "empty "].iter().any(|word| line.starts_with(word));
    code(text).lines().filter(is_check).map(str::to_owned).collect()
}

#[test]
fn tables_are_sorted_and_unique() {
    assert!(MODELS.is_sorted_by(|a, b| a.name < b.name));
    assert!(FILES.is_sorted_by(|a, b| a.0 < b.0));
}

#[test]
fn every_file_of_the_directory_is_embedded() {
    let directory = std::fs::read_dir(Path::new(CAT)).expect("crates/models/cat");
    let mut found: Vec<String> =
        directory.map(|entry| entry.expect("readable").file_name().into_string().expect("plain name")).collect();
    found.sort();
    assert_eq!(found, file_names().collect::<Vec<_>>());
}

#[test]
fn models_are_found_by_name_and_have_a_file() {
    for entry in models() {
        assert_eq!(model(entry.name), Some(entry));
        assert_eq!(entry.file, format!("{}.cat", entry.name));
        assert!(file(entry.file).is_some(), "{}", entry.file);
        assert!(!entry.summary.is_empty() && !entry.summary.ends_with('.') && !entry.summary.contains('\n'));
    }
    assert_eq!(model("sc.cat"), None);
    assert_eq!(file("sc"), None);
}

#[test]
fn files_begin_with_their_title() {
    for &(name, text) in FILES {
        let title = text.lines().next().expect("not empty");
        assert!(title.len() > 2 && title.starts_with('"') && title.ends_with('"'), "{name}: {title}");
    }
}

#[test]
fn models_name_their_source() {
    for entry in models() {
        let text = file(entry.file).expect("listed");
        assert!(text.contains("Herding Cats"), "{} names no source", entry.file);
    }
}

#[test]
fn included_files_ship_too() {
    for &(name, text) in FILES {
        for included in included(text) {
            assert!(file(&included).is_some(), "{name} includes {included}");
        }
    }
}

#[test]
fn included_sees_the_include_lines() {
    assert_eq!(included(file("cos.cat").expect("ships")), ["cos-opt.cat", "cos-no-opt.cat"]);
}

#[test]
fn checks_of_models_are_named() {
    for entry in models() {
        for check in checks(file(entry.file).expect("listed")) {
            assert!(check.contains(" as "), "{}: {check}", entry.file);
        }
    }
}

/// A search can give a candidate up at the first check, so the one that fails soonest comes first.
#[test]
fn coherence_is_checked_first() {
    for entry in models() {
        let checks = checks(file(entry.file).expect("listed"));
        if entry.name == "minimal" {
            assert_eq!(checks, [""; 0]);
            continue;
        }
        let first = checks[0].as_str();
        assert!(first.starts_with("acyclic po-loc | "), "{}: {first}", entry.file);
        assert!(first.ends_with(" as sc-per-location") || first.ends_with(" as internal"), "{}: {first}", entry.file);
    }
}
