//! Assembly text as compilers write it: functions and their lines, data and their sections.

use std::collections::BTreeMap;

use crate::Architecture;

/// A line of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Line {
    /// `name:`
    Label(String),
    /// An instruction.
    Instruction(String),
}

/// What an assembly file defines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    /// Functions and data, by their symbols.
    pub(crate) symbols: BTreeMap<String, SymbolText>,
}

/// A symbol's part of an assembly file.
#[derive(Clone, Debug, Default)]
pub(crate) struct SymbolText {
    /// Where it is placed: `.text`, `.rodata`.
    pub(crate) section: String,
    /// The lines behind its label.
    pub(crate) lines: Vec<Line>,
    /// The values that directives put there: `.word 8`.
    pub(crate) data: Vec<(String, String)>,
}

impl Listing {
    /// Reads the text of a compiler for `architecture`.
    pub(crate) fn read(text: &str, architecture: Architecture) -> Listing {
        let mut listing = Listing::default();
        let mut section = ".text".to_owned();
        let mut current: Option<String> = None;
        for line in text.lines() {
            let mut rest = without_comment(line, architecture).trim();
            while let Some((label, behind)) = label(rest) {
                rest = behind.trim_start();
                let is_local = label.starts_with(".L") || label.starts_with(|first: char| first.is_ascii_digit());
                match &current {
                    Some(symbol) if is_local => {
                        let lines = &mut listing.symbols.entry(symbol.clone()).or_default().lines;
                        lines.push(Line::Label(label.to_owned()));
                    }
                    _ if is_local => {}
                    _ => {
                        current = Some(label.to_owned());
                        let entry = listing.symbols.entry(label.to_owned()).or_default();
                        entry.section.clone_from(&section);
                    }
                }
            }
            if rest.is_empty() {
                continue;
            }
            if let Some(directive) = rest.strip_prefix('.') {
                let (name, operands) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
                let operands = operands.trim();
                match name {
                    "text" | "data" | "bss" => section = format!(".{name}"),
                    "section" => section = operands.split(',').next().unwrap_or_default().trim().to_owned(),
                    "size" => current = None,
                    _ => {
                        if let Some(symbol) = &current {
                            let entry = listing.symbols.entry(symbol.clone()).or_default();
                            entry.data.push((name.to_owned(), operands.to_owned()));
                        }
                    }
                }
                continue;
            }
            if let Some(symbol) = &current {
                let lines = &mut listing.symbols.entry(symbol.clone()).or_default().lines;
                // `lock` may stand before its instruction with a semicolon between.
                lines.push(Line::Instruction(rest.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
        }
        listing
    }

    /// The lines of a function.
    pub(crate) fn function(&self, name: &str) -> Option<&[Line]> {
        let found = self.symbols.get(name)?;
        (!found.lines.is_empty()).then_some(&*found.lines)
    }
}

fn without_comment(line: &str, architecture: Architecture) -> &str {
    let line = line.find(architecture.comment()).map_or(line, |at| &line[..at]);
    // Compilers mark assembly of the programmer's by lines that begin with `#`.
    if line.trim_start().starts_with('#') { "" } else { line }
}

/// A label at the beginning, and what is behind its colon.
fn label(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_.$".contains(c)))?;
    let rest = text[end..].strip_prefix(':')?;
    (end > 0).then_some((&text[..end], rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_data_are_found() {
        let text = "\t.text\n\t.globl f // -- Begin\n\t.type f,@function\nf: // @f\n// %bb.0:\n\tmov\tw8, #1\n.LBB0_1:\n\
                    \tcbnz\tw9, .LBB0_1\n\tret\n.Lfunc_end0:\n\t.size f, .Lfunc_end0-f\n\t.section .rodata,\"a\",@progbits\nc:\n\t.xword 5\n";
        let listing = Listing::read(text, Architecture::AArch64);
        let lines = listing.function("f").expect("f is there");
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[0], Line::Instruction("mov w8, #1".to_owned()));
        assert_eq!(lines[1], Line::Label(".LBB0_1".to_owned()));
        assert_eq!(listing.symbols["c"].section, ".rodata");
        assert_eq!(listing.symbols["c"].data, [("xword".to_owned(), "5".to_owned())]);
        assert!(listing.function("c").is_none());
    }
}
