//! The layout of tests.
//!
//! The header stays as it is. The initial state, the program and the conditions are each printed anew, as `lakmus` prints tests, but for those that have comments, which
//! are not lost.

use litmus::{RawProgram, Sections};
use source::{Diagnostic, SourceId, Sources, Span};

use crate::document::Document;
use crate::range;

/// The text in its usual layout; none where its sections have mistakes.
pub(crate) fn format(document: &Document<'_>) -> Option<String> {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let (test, sections) = read(&sources, own)?;
    let text = document.text;
    let printed = test.print_sections(text);
    let has_comments = |section: Span| !litmus::comments_in(text, section).is_empty();
    let is_table = matches!(test.program, RawProgram::Table(_));
    // A line may have comments of its language, too.
    let keeps_program = is_table && (has_comments(sections.program) || has_line_comments(&test, text));
    let mut out = text[..sections.init.start as usize - 1].to_owned();
    if has_comments(sections.init) {
        out.push_str(&text[sections.init.start as usize - 1..sections.init.end as usize + 1]);
    } else {
        out.push_str(printed.init.trim_end());
    }
    if keeps_program {
        out.push_str(text[range(sections.program)].trim_end());
        out.push('\n');
    } else {
        out.push('\n');
        out.push_str(&printed.program);
    }
    if has_comments(sections.conditions) {
        out.push_str(&text[range(sections.conditions)]);
    } else {
        out.push_str(&printed.conditions);
    }
    out.push_str(&text[sections.conditions.end as usize..]);
    let mut others = Sources::new();
    let other = others.add(document.name, out.as_str());
    let (again, _) = read(&others, other)?;
    (again.print(&out) == test.print(text)).then_some(out)
}

fn read(sources: &Sources, own: SourceId) -> Option<(litmus::Test<'_>, Sections)> {
    let (test, found) = litmus::parse(sources, own, "test");
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    Some((test?, litmus::sections(sources, own)?))
}

/// Whether cells of the program have comments that end with their lines.
fn has_line_comments(test: &litmus::Test<'_>, text: &str) -> bool {
    let RawProgram::Table(threads) = &test.program else { return false };
    let all = threads.iter().chain(&test.handlers).flat_map(|thread| &thread.cells);
    all.into_iter().any(|cell| text[range(*cell)].contains('\n'))
}
