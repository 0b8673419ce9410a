//! Prints the pieces of texts by what they mean: for each file a line `FILE`, with `refused` behind a tab where something is wrong with it, then one `START END KIND` for each piece,
//! by bytes. The tests of the grammars in `editors/` read it.

use std::process::ExitCode;

use lakmus_ide::{Document, DocumentKind, Severity, ShippedOnly, diagnostics, tokens};

fn print(name: &str, text: &str) {
    let Some(kind) = DocumentKind::of_file(name) else { return };
    let document = Document { kind, name, text };
    let is_refused = diagnostics(&document, &ShippedOnly).iter().any(|one| one.severity == Severity::Error);
    println!("{name}{}", if is_refused { "\trefused" } else { "" });
    for token in tokens(&document, &ShippedOnly) {
        println!("{} {} {}", token.range.start, token.range.end, token.kind.name());
    }
}

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for name in std::env::args().skip(1) {
        match std::fs::read_to_string(&name) {
            Ok(text) => print(&name, &text),
            Err(error) => {
                eprintln!("{name}: {error}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
