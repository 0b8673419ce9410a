//! All shipped models and all tests of the corpus.

use lakmus_ide::{Severity, ShippedOnly, TokenKind, diagnostics, format, tokens};

use crate::common::{self, Text};

/// Whether all that is no blank is in a token, and what is not.
fn left_over(text: &Text) -> Option<String> {
    let mut sources = source::Sources::new();
    let own = sources.add(text.name.as_str(), text.text.as_str());
    // What has no first line or no closed initial state is no test, and has no sections to look at.
    if text.name.ends_with(".litmus") && litmus::sections(&sources, own).is_none() {
        return None;
    }
    // Lines before the initial state may say anything.
    let header = if text.name.ends_with(".litmus") { text.text.find('{').unwrap_or(0) } else { 0 };
    let mut at = header;
    for token in tokens(&text.document(), &ShippedOnly).into_iter().filter(|token| token.range.start >= header) {
        let gap = &text.text[at..token.range.start];
        if !gap.trim().is_empty() {
            return Some(gap.trim().to_owned());
        }
        at = token.range.end;
    }
    let rest = text.text[at..].trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}

#[test]
fn every_piece_of_a_model_is_a_token() {
    for model in common::models() {
        assert_eq!(left_over(&model), None, "{}", model.name);
        let unknown: Vec<String> = tokens(&model.document(), &ShippedOnly)
            .into_iter()
            .filter(|token| token.kind == TokenKind::Unknown)
            .map(|token| model.text[token.range].to_owned())
            .collect();
        // What a file for others takes from who includes it.
        let is_whole = models::models().iter().any(|entry| entry.file == model.name);
        assert!(!is_whole || unknown.is_empty(), "{}: {unknown:?}", model.name);
    }
}

#[test]
fn shipped_models_have_no_mistakes() {
    for entry in models::models() {
        let text = models::file(entry.file).expect("ships");
        let found = diagnostics(&lakmus_ide::Document::model(entry.file, text), &ShippedOnly);
        let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", entry.file);
    }
}

#[test]
fn formatted_models_mean_the_same() {
    for model in common::models() {
        let Some(formatted) = format(&model.document()) else { panic!("{} is not formatted", model.name) };
        let again = format(&model.cut(&formatted)).unwrap_or_else(|| panic!("{} is not formatted again", model.name));
        assert_eq!(again, formatted, "{}", model.name);
        let read = |text: &str| {
            let mut sources = source::Sources::new();
            let source = sources.add("model", text);
            let parsed = cat::parse(&sources, source);
            assert!(parsed.diagnostics.is_empty(), "{}: {:?}", model.name, parsed.diagnostics);
            let comments: Vec<String> = cat::lexemes(&sources, source)
                .iter()
                .filter(|lexeme| lexeme.kind == cat::LexemeKind::Comment)
                .map(|lexeme| sources.snippet(lexeme.span).split_whitespace().collect::<Vec<_>>().join(" "))
                .collect();
            (parsed.file.to_string(), comments)
        };
        assert_eq!(read(&formatted), read(&model.text), "{}", model.name);
    }
}

/// The hash of a test, its conditions, and what is wrong with it.
fn meaning(name: &str, text: &str) -> Result<(String, String), Vec<String>> {
    let mut sources = source::Sources::new();
    let source = sources.add(name, text);
    match sim::Test::load(&sources, source, "test") {
        Ok(test) => {
            let lowered = test.lowered();
            Ok((test.hash().to_owned(), lowered.print_condition(sim_base())))
        }
        Err(found) => Err(found.into_iter().map(|found| found.message).collect()),
    }
}

fn sim_base() -> litmus::Base {
    litmus::Base::Hexadecimal
}

fn check_tests(tests: &[Text]) {
    let mut failures = Vec::new();
    for test in tests {
        if let Some(rest) = left_over(test) {
            failures.push(format!("{}: `{rest}` is in no token", test.name));
        }
        let Some(formatted) = format(&test.document()) else { continue };
        if format(&test.cut(&formatted)).as_ref() != Some(&formatted) {
            failures.push(format!("{}: formatted differently the second time\n{formatted}", test.name));
        }
        if meaning(&test.name, &formatted) != meaning(&test.name, &test.text) {
            failures.push(format!("{}: means something else when it is formatted\n{formatted}", test.name));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        tests.len(),
        failures[..failures.len().min(12)].join("\n")
    );
}

#[test]
fn tests_of_the_repository_are_read_and_formatted() {
    let tests = common::tests();
    assert!(tests.len() > 100);
    check_tests(&tests);
}

#[test]
fn tests_of_the_reference_corpus_are_read_and_formatted() {
    check_tests(&common::reference_tests());
}
