//! Combined tests as herd7 reads them: instructions as herd prints them, locations in conditions without brackets, and no line that herd does not know.
//!
//! What compilers write is more than one assembler's spelling: `li 9,1`, `lock; addl`, `bne 0,L`. The language of each architecture knows the canonical form of its instructions, which is
//! herd's where herd has the instruction. What a test relies on and herd lacks stands in a comment: there the two may differ.

use std::fmt::Write;

use litmus::{Code, Spelling};
use program::LocationId;
use source::Sources;

use crate::Architecture;

/// What stands before the name of what is relied on.
const VARIANT: &str = "Variant=";

/// A combined test as herd7 reads it, as far as herd7 has its instructions. A text that cannot be read stays as it is.
pub fn as_herd_reads(text: &str, architecture: Architecture) -> String {
    rewritten(text, architecture).unwrap_or_else(|| text.to_owned())
}

/// The extension that a combined test relies on and herd7 does not have, as [`as_herd_reads`] names it; none where there is none.
pub fn assumption(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| line.starts_with(ASSUMES))?;
    line[ASSUMES.len()..].split([' ', ',']).next()
}

const ASSUMES: &str = "(* assumes ";

fn rewritten(text: &str, architecture: Architecture) -> Option<String> {
    let variant = text.lines().find_map(|line| line.strip_prefix(VARIANT));
    let language = architecture.language_under(variant);
    let mut sources = Sources::new();
    let source = sources.add("combined", text);
    let (test, _) = litmus::parse(&sources, source, "combined");
    let test = test?;
    let text_of_code = sources.text(source);
    let code = test.read_code(language, text_of_code).ok()?;
    // Only what means something else without it needs it.
    let plain = test.read_code(architecture.language_under(None), text_of_code).ok();
    let is_needed = plain.is_none_or(|plain| meaning(&*plain) != meaning(&*code));
    let needed = variant.filter(|_| is_needed);
    let label = |name: &str, out: &mut String| out.push_str(name);
    let columns: Vec<Vec<String>> = code
        .cells(Spelling::Printed, &label)
        .iter()
        .map(|column| (0..column.len()).map(|row| column.get(row).unwrap_or_default().to_owned()).collect())
        .collect();
    let mut out = String::new();
    let mut lines = text.lines();
    // The head and the initial state.
    for (number, line) in lines.by_ref().enumerate() {
        if !line.starts_with(VARIANT) {
            let _ = writeln!(out, "{line}");
        }
        if let (0, Some(variant)) = (number, needed) {
            let _ = writeln!(out, "{ASSUMES}{variant}, which herd7 does not have: lakmus run --variant {variant} *)");
        }
        if line == "}" {
            break;
        }
    }
    table(&columns, &mut out);
    // Behind the code: what is shown, and the condition.
    for line in lines.skip_while(|line| line.trim_end().ends_with(';') && !line.starts_with("locations")) {
        let _ = writeln!(out, "{}", without_brackets(line));
    }
    Some(out)
}

/// What the instructions mean, as text; none where they cannot be lowered.
fn meaning(code: &dyn Code) -> Option<String> {
    let lowered = code.lower(&|_| LocationId::from_number(0)).ok()?;
    Some(lowered.threads.iter().map(|thread| format!("{:?}", thread.instructions)).collect())
}

fn table(columns: &[Vec<String>], out: &mut String) {
    let heads: Vec<String> = (0..columns.len()).map(|number| format!("P{number}")).collect();
    let width =
        |(column, head): (&Vec<String>, &String)| column.iter().map(String::len).chain([head.len()]).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().zip(&heads).map(width).collect();
    let mut row = |cells: Vec<&str>| {
        let cells: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:width$} ", width = *width)).collect();
        let _ = writeln!(out, "{};", cells.join("|"));
    };
    row(heads.iter().map(String::as_str).collect());
    for number in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        row(columns.iter().map(|column| column.get(number).map_or("", String::as_str)).collect());
    }
}

/// The line with `y` for `[y]`. What stands behind a name is the place in an array.
fn without_brackets(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('[') {
        let (before, inside) = rest.split_at(at);
        out.push_str(before);
        let name = inside[1..].split(']').next().unwrap_or_default();
        let is_name = !name.is_empty()
            && !name.starts_with(|first: char| first.is_ascii_digit())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_index = out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if is_name && !is_index {
            out.push_str(name);
            rest = &inside[name.len() + 2..];
        } else {
            out.push('[');
            rest = &inside[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_have_no_brackets_and_arrays_keep_theirs() {
        let line = "locations [1:X21; [y]; a[1];]";
        assert_eq!(without_brackets(line), "locations [1:X21; y; a[1];]");
        assert_eq!(without_brackets(r"exists ((1:X21=0 /\ [y]=2))"), r"exists ((1:X21=0 /\ y=2))");
    }

    #[test]
    fn instructions_are_as_herd_prints_them() {
        let text = "PPC SB\n{\n  int x=0;\n  0:r14=x;\n  int 0:r17;\n}\n P0 ;\n mr r3,r14 ;\n li 9,1 ;\n sync ;\n stw 9, 0(3) ;\n \
                    lwz 3, 0(3) ;\n mr r17,r3 ;\nlocations [0:r17; [x];]\nexists ([x]=1)\n";
        let found = as_herd_reads(text, Architecture::Power);
        for part in ["li r9,1", "stw r9,0(r3)", "lwz r3,0(r3)", "locations [0:r17; x;]", "exists (x=1)"] {
            assert!(found.contains(part), "no `{part}` in {found}");
        }
        assert_eq!(assumption(&found), None);
        let text =
            "AArch64 L\nVariant=LSE2\n{\n  uint64_t x=0;\n  0:X1=x;\n}\n P0 ;\n ldp x0, x2, [x1] ;\nexists (0:X0=0)\n";
        let found = as_herd_reads(text, Architecture::AArch64);
        assert_eq!(assumption(&found), Some("LSE2"));
        assert!(!found.contains("Variant=") && found.contains("LDP X0,X2,[X1]"), "{found}");
        let found = as_herd_reads(&text.replace("ldp x0, x2", "ldr x0"), Architecture::AArch64);
        assert_eq!(assumption(&found), None);
    }
}
