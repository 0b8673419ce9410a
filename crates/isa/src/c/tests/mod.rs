mod corpus;
mod diagnostics;
mod lowering;

use litmus::{Code, Language, Test};
use source::{Diagnostic, Sources};

/// What is wrong with a test, and the test to look it up in.
type Mistakes = (&'static Sources, Vec<Diagnostic>);

/// Reads a test and its program.
fn read<'t>(text: &'t str, language: &dyn Language) -> Result<(Test<'static>, Box<dyn Code + 't>), Mistakes> {
    let mut sources = Sources::new();
    let id = sources.add("test.litmus", text);
    // A test borrows from its text; those here are few and short.
    let sources = Box::leak(Box::new(sources));
    let (test, diagnostics) = litmus::parse(sources, id, "test");
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    let Some(test) = test.filter(|_| errors.is_empty()) else { return Err((sources, errors)) };
    match test.read_code(language, text) {
        Ok(code) => Ok((test, code)),
        Err(diagnostics) => Err((sources, diagnostics)),
    }
}

/// What is wrong, one line each.
fn describe(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let place = diagnostic.span().map(|span| sources.position(span));
        let place = place.map_or(String::new(), |at| format!("{}:{}: ", at.line, at.column));
        text += &format!("{place}{} [{}]\n", diagnostic.message, diagnostic.code);
        for label in diagnostic.labels.iter().filter(|label| !label.text.is_empty()) {
            let at = sources.position(label.span);
            text += &format!("    {}:{}: {}\n", at.line, at.column, label.text);
        }
        for help in &diagnostic.help {
            text += &format!("    help: {help}\n");
        }
    }
    text
}
