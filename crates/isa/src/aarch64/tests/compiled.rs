//! The forms that clang and gcc emit for C atomics must all be read and lowered.

use super::lower;
use crate::aarch64::Pairs;

/// One example a line.
const FORMS: &str = include_str!("compiled.txt");

#[test]
fn what_compilers_emit_is_lowered() {
    let mut failures = Vec::new();
    for form in FORMS.lines() {
        let label = form.split([' ', ',']).next_back().filter(|word| word.starts_with(".L"));
        let label = label.map_or("end:".to_owned(), |label| format!("{label}:"));
        for pairs in [Pairs::Elements, Pairs::Whole] {
            if let Err(diagnostics) = lower(&[form, &label], pairs) {
                failures.push(format!("{form}: {}", diagnostics[0].message));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(FORMS.lines().count() > 250);
}
