use std::path::Path;

use super::{FILES, MODELS, file, file_names, model, models, name, words};

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
    assert_eq!(name("./my.cat"), "./my.cat");
    assert_eq!(file("sc"), None);
}

#[test]
fn a_word_names_one_model() {
    let all: Vec<_> = words().collect();
    let mut different: Vec<&str> = all.iter().map(|(word, _)| *word).collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), all.len());
    for (word, of) in all {
        assert_eq!(model(word).map(|entry| entry.name), Some(of), "{word}");
        assert_eq!(name(word), of);
        assert!(file(&format!("{word}.cat")).is_none() || word == of, "{word} is a file of its own");
    }
}

/// The first line of a `.cat` file: the architecture that it is restricted to, and its title.
fn title(text: &str) -> (Option<&str>, &str) {
    let line = text.lines().next().expect("not empty");
    let line = line.strip_suffix(" catdep").unwrap_or(line);
    let (word, title) = line.split_at(line.find('"').expect("a title"));
    (Some(word.trim_end()).filter(|word| !word.is_empty()), title)
}

fn cat_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied().filter(|(name, _)| name.ends_with(".cat"))
}

#[test]
fn files_begin_with_their_title() {
    for (name, text) in cat_files() {
        let (word, title) = title(text);
        assert!(title.len() > 2 && title.starts_with('"') && title.ends_with('"'), "{name}: {title}");
        // A library is for models that include it; its first word would be checked like a model's.
        assert!(word.is_none() || models().iter().any(|entry| entry.file == name), "{name}: {word:?}");
    }
}

#[test]
fn headers_and_entries_name_the_same_architecture() {
    for entry in models() {
        if let (Some(word), _) = title(file(entry.file).expect("listed")) {
            assert_eq!(entry.architecture, Some(word), "{}", entry.file);
        }
    }
}

#[test]
fn models_name_their_source() {
    for entry in models() {
        let text = file(entry.file).expect("listed");
        let is_year = |number: &str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
        let numbers = text.split(|c: char| !c.is_ascii_digit());
        assert!(numbers.into_iter().any(is_year), "{} names no publication", entry.file);
    }
}

#[test]
fn included_files_ship_too() {
    for (name, text) in cat_files() {
        for included in included(text) {
            assert!(file(&included).is_some(), "{name} includes {included}");
        }
    }
}

#[test]
fn included_sees_the_include_lines() {
    assert_eq!(included(file("cos.cat").expect("ships")), ["cos-opt.cat", "cos-no-opt.cat"]);
}

/// The checks of a file and, in their places, of those that it includes.
fn all_checks(name: &str) -> Vec<String> {
    let text = file(name).expect("ships");
    let included: Vec<String> = included(text).iter().flat_map(|name| all_checks(name)).collect();
    checks(text).into_iter().chain(included).collect()
}

#[test]
fn checks_of_models_are_named() {
    for entry in models() {
        for check in all_checks(entry.file) {
            assert!(check.contains(" as "), "{}: {check}", entry.file);
        }
    }
}

/// A search can give a candidate up at the first check, so the one that fails soonest comes first.
#[test]
fn coherence_is_checked_first() {
    for entry in models().iter().filter(|entry| !matches!(entry.architecture, Some("C" | "Java"))) {
        // That the orders of the variant `cos-opt` agree is no axiom.
        let checks: Vec<String> =
            all_checks(entry.file).into_iter().filter(|check| !check.ends_with(" as ConsCo")).collect();
        if entry.name == "minimal" {
            assert_eq!(checks, [""; 0]);
            continue;
        }
        let first = checks[0].as_str();
        // Where reads of one location may take effect in either order, program order without these.
        let of_program_order = ["acyclic po-loc | ", "acyclic (po-loc \\ read-read) | "];
        assert!(of_program_order.iter().any(|begin| first.starts_with(begin)), "{}: {first}", entry.file);
        assert!(first.ends_with(" as sc-per-location") || first.ends_with(" as internal"), "{}: {first}", entry.file);
    }
}

/// In C, coherence is about happens-before, so that has to be there before.
#[test]
fn c_models_check_coherence() {
    for entry in models().iter().filter(|entry| entry.architecture == Some("C")) {
        let found = all_checks(entry.file).iter().any(|check| check.ends_with(" as coherence"));
        assert!(found, "{}", entry.file);
    }
}

/// The documentation lists the checks of every model, as witnesses name them.
#[test]
fn documentation_lists_models_and_checks() {
    let page = include_str!("../../../docs/models.md");
    for entry in models() {
        assert!(page.contains(&format!("| `{}` |", entry.name)), "{} is not on the page", entry.name);
        for check in all_checks(entry.file) {
            let name = check.rsplit(' ').next().expect("not empty");
            assert!(page.contains(&format!("`{name}`")), "{}: {name} is not on the page", entry.file);
        }
    }
}
