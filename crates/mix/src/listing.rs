//! Assembly text as compilers write it: functions and their lines, data and their sections.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::Architecture;
use crate::architecture::Flow;

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
    /// The extensions that its attributes say its code needs.
    pub(crate) extensions: BTreeSet<&'static str>,
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
        let mut reader = Reader {
            architecture,
            listing: Listing::default(),
            section: ".text".to_owned(),
            current: None,
            numbered: FxHashMap::default(),
            is_ordered: false,
            is_in_slot: false,
            aliases: Vec::new(),
        };
        for line in text.lines() {
            for statement in statements(without_comment(line, architecture)) {
                reader.statement(statement);
            }
        }
        reader.listing_with_aliases()
    }

    /// The lines of a function.
    pub(crate) fn function(&self, name: &str) -> Option<&[Line]> {
        let found = self.symbols.get(name)?;
        (!found.lines.is_empty()).then_some(&*found.lines)
    }
}

/// What a line holds: statements with semicolons between. `lock` belongs to the instruction behind it, with a semicolon or without.
fn statements(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let prefix = text.trim_start().strip_prefix("lock;").map_or(0, |behind| text.len() - behind.len());
        match text[prefix..].find(';') {
            Some(at) => {
                rest = Some(&text[prefix + at + 1..]);
                Some(&text[..prefix + at])
            }
            None => {
                rest = None;
                Some(text)
            }
        }
    })
}

/// Reads an assembly file statement by statement.
struct Reader {
    architecture: Architecture,
    listing: Listing,
    section: String,
    /// The symbol whose part of the file this is.
    current: Option<String>,
    /// By the numbers that are labels: how many there were in the current symbol.
    numbered: FxHashMap<String, usize>,
    /// Whether a directive forbids the assembler to reorder, so that delay slots are written down.
    is_ordered: bool,
    /// Whether the next instruction stands in a delay slot.
    is_in_slot: bool,
    /// Names for symbols that have others: functions with equal code are one.
    aliases: Vec<(String, String)>,
}

impl Reader {
    fn symbol(&mut self) -> Option<&mut SymbolText> {
        let symbol = self.current.clone()?;
        Some(self.listing.symbols.entry(symbol).or_default())
    }

    /// The listing, in which each name of a symbol has what the symbol has.
    fn listing_with_aliases(mut self) -> Listing {
        // An alias may be one of another alias; each turn finds at least one more.
        for _ in 0..self.aliases.len() {
            let symbols = &mut self.listing.symbols;
            for (alias, symbol) in &self.aliases {
                if let Some(found) = symbols.get(symbol).filter(|_| !symbols.contains_key(alias)).cloned() {
                    symbols.insert(alias.clone(), found);
                }
            }
            if self.aliases.iter().all(|(alias, _)| symbols.contains_key(alias)) {
                break;
            }
        }
        self.listing
    }

    fn statement(&mut self, statement: &str) {
        let mut rest = statement.trim();
        while let Some((label, behind)) = label(rest) {
            rest = behind.trim_start();
            self.label(label);
        }
        if rest.is_empty() {
            return;
        }
        match rest.strip_prefix('.') {
            Some(directive) => {
                let (name, operands) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
                self.directive(name, operands.trim());
            }
            None => {
                let words = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                if let Some((alias, symbol)) = words.split_once(" = ") {
                    return self.aliases.push((alias.to_owned(), symbol.to_owned()));
                }
                let text = self.with_numbered_label(words);
                self.instruction(text);
            }
        }
    }

    /// What stands in a delay slot is put before its jump. Where it writes what the jump reads, the jump reads a copy.
    fn instruction(&mut self, text: String) {
        let dialect = self.architecture.dialect();
        let was_in_slot = std::mem::take(&mut self.is_in_slot);
        self.is_in_slot = self.is_ordered && !was_in_slot && dialect.has_delay_slot(&text);
        let Some(symbol) = self.symbol() else { return };
        match symbol.lines.pop() {
            Some(Line::Instruction(jump)) if was_in_slot => {
                let (name, operands) = jump.split_once(' ').unwrap_or((&jump, ""));
                let written = first_register(&text);
                let mut operands: Vec<&str> = operands.split(',').map(str::trim).collect();
                if let Some(written) = written.filter(|written| operands.contains(written)) {
                    symbol.lines.push(Line::Instruction(dialect.copy(BEFORE_SLOT, written)));
                    for operand in operands.iter_mut().filter(|operand| **operand == written) {
                        *operand = BEFORE_SLOT;
                    }
                }
                let jump = format!("{name} {}", operands.join(","));
                symbol.lines.extend([Line::Instruction(text), Line::Instruction(jump)]);
            }
            last => {
                symbol.lines.extend(last);
                symbol.lines.push(Line::Instruction(text));
            }
        }
    }

    fn label(&mut self, label: &str) {
        let is_number = label.bytes().all(|byte| byte.is_ascii_digit());
        let is_local = is_number || label.starts_with(".L") || label.starts_with("$L");
        if !is_local {
            self.current = Some(label.to_owned());
            self.numbered.clear();
            let section = self.section.clone();
            if let Some(symbol) = self.symbol() {
                symbol.section = section;
            }
            return;
        }
        let name = match is_number {
            true => {
                let count = self.numbered.entry(label.to_owned()).or_default();
                *count += 1;
                numbered(label, *count)
            }
            false => label.to_owned(),
        };
        if let Some(symbol) = self.symbol() {
            symbol.lines.push(Line::Label(name));
        }
    }

    /// `bnez a3,1b` with the label that is meant: the last one of the number, for `f` the next one.
    fn with_numbered_label(&self, text: String) -> String {
        let at = text.rfind([' ', ',']).map_or(0, |at| at + 1);
        let (before, target) = text.split_at(at);
        let Some(number) = target.strip_suffix(['f', 'b']) else { return text };
        if at == 0 || number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return text;
        }
        let known = self.numbered.get(number).copied().unwrap_or(0);
        let count = if target.ends_with('f') { known + 1 } else { known };
        format!("{before}{}", numbered(number, count))
    }

    fn directive(&mut self, name: &str, operands: &str) {
        match name {
            "text" | "data" | "bss" => self.section = format!(".{name}"),
            "section" => self.section = operands.split(',').next().unwrap_or_default().trim().to_owned(),
            "size" => self.current = None,
            "set" if operands == "noreorder" => self.is_ordered = true,
            "set" if operands == "reorder" => self.is_ordered = false,
            "set" | "equ" | "equiv" => {
                let both = operands.split_once(',').map(|(alias, symbol)| (alias.trim(), symbol.trim()));
                self.aliases.extend(both.map(|(alias, symbol)| (alias.to_owned(), symbol.to_owned())));
            }
            "attribute" => self.listing.extensions.extend(self.architecture.extension_of_attribute(operands)),
            // It is kept as an instruction, and none that is known: the function that has it is refused by its name.
            // MIPS: what follows is code, as the label before it is to know; the instruction has a line of its own.
            "insn" if operands.is_empty() => {}
            _ if self.is_code(name) => self.instruction(format!(".{name} {operands}")),
            _ => {
                if let Some(symbol) = self.symbol() {
                    symbol.data.push((name.to_owned(), operands.to_owned()));
                }
            }
        }
    }

    /// Whether a directive gives an instruction by its number: outright, or as a number where execution comes by.
    fn is_code(&mut self, name: &str) -> bool {
        if name == "inst" || name.starts_with("inst.") || name == "insn" {
            return true;
        }
        if !NUMBERS.contains(&name) || !self.section.starts_with(".text") {
            return false;
        }
        let dialect = self.architecture.dialect();
        let Some(Line::Instruction(before)) = self.symbol().and_then(|symbol| symbol.lines.last()) else {
            return false;
        };
        match dialect.flow(before, &|_| true) {
            Flow::Return | Flow::TailCall(_) => false,
            Flow::ReturnAfter { unless, .. } => unless.is_some(),
            Flow::Nothing | Flow::ReturnIf(_) | Flow::Call(_) => true,
            Flow::Instructions(_) => !JUMPS.contains(&before.split(' ').next().unwrap_or_default()),
        }
    }
}

/// Directives that put numbers where they stand.
const NUMBERS: [&str; 12] =
    ["byte", "2byte", "4byte", "8byte", "short", "hword", "half", "long", "word", "quad", "xword", "dword"];

/// Jumps behind which nothing is executed.
const JUMPS: [&str; 7] = ["b", "b.n", "b.w", "bx", "j", "jmp", "bctr"];

/// The symbolic register that holds what a jump reads and its delay slot writes.
const BEFORE_SLOT: &str = "%slot";

/// The first register of an instruction, which it may write.
fn first_register(text: &str) -> Option<&str> {
    let (_, operands) = text.split_once(' ')?;
    operands.split(',').next().map(str::trim).filter(|operand| operand.starts_with('$'))
}

/// The name of the `count`th label with this number.
fn numbered(number: &str, count: usize) -> String {
    format!(".L{number}.{count}")
}

fn without_comment(line: &str, architecture: Architecture) -> &str {
    let line = line.find(architecture.dialect().comment()).map_or(line, |at| &line[..at]);
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

    #[test]
    fn numbered_labels_are_told_apart() {
        let text = "f:\n\tfence iorw,ow;  1: lr.w.aq a5,0(a0); bne a5,a1,1f; sc.w.aq a3,a4,0(a0); bnez a3,1b; 1:\n1:\tbnez a5,1b\n";
        let listing = Listing::read(text, Architecture::RiscV);
        let line = |line: &Line| match line {
            Line::Label(label) => format!("{label}:"),
            Line::Instruction(text) => text.clone(),
        };
        let lines: Vec<String> = listing.function("f").unwrap_or_default().iter().map(line).collect();
        let expected = [
            "fence iorw,ow",
            ".L1.1:",
            "lr.w.aq a5,0(a0)",
            "bne a5,a1,.L1.2",
            "sc.w.aq a3,a4,0(a0)",
            "bnez a3,.L1.1",
            ".L1.2:",
            ".L1.3:",
            "bnez a5,.L1.3",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn what_is_in_a_delay_slot_comes_before_its_jump() {
        let text = "f:\n\t.set noreorder\n\tbeqz $3,$L2\n\tnop\n\tjr $31\n\tsll $2,$1,0\n$L2:\n\tbnez $2,$L2\n\tmove $2,$4\n\t.set reorder\n\tjr $31\n\tmove $2,$5\n";
        let listing = Listing::read(text, Architecture::Mips);
        let lines = listing.function("f").unwrap_or_default();
        let expected = [
            Line::Instruction("nop".to_owned()),
            Line::Instruction("beqz $3,$L2".to_owned()),
            Line::Instruction("sll $2,$1,0".to_owned()),
            Line::Instruction("jr $31".to_owned()),
            Line::Label("$L2".to_owned()),
            Line::Instruction("move %slot,$2".to_owned()),
            Line::Instruction("move $2,$4".to_owned()),
            Line::Instruction("bnez %slot,$L2".to_owned()),
            Line::Instruction("jr $31".to_owned()),
            Line::Instruction("move $2,$5".to_owned()),
        ];
        assert_eq!(lines, expected);
    }

    /// LLVM folds functions with equal code: the second is a name of the first.
    #[test]
    fn aliases_are_the_functions_that_they_name() {
        let text = "f:\n\tret\n\t.size f, 1\n\t.type g,@function\ng = f\n\t.set h, g\n";
        let listing = Listing::read(text, Architecture::AArch64);
        for name in ["f", "g", "h"] {
            assert_eq!(listing.function(name), Some(&[Line::Instruction("ret".to_owned())][..]), "{name}");
        }
    }

    /// An instruction that is given as a number is none that is left out; tables behind a function are data.
    #[test]
    fn numbers_among_instructions_are_code() {
        let lines = |text: &str, architecture| -> Vec<String> {
            let listing = Listing::read(text, architecture);
            let line = |line: &Line| match line {
                Line::Label(label) => format!("{label}:"),
                Line::Instruction(text) => text.clone(),
            };
            listing.function("f").unwrap_or_default().iter().map(line).collect()
        };
        let text = "\t.text\nf:\n\t.inst 0x889ffc01\n\tmov w1, 1\n\t.long 0xd5033bbf\n\tret\n";
        let expected = [".inst 0x889ffc01", "mov w1, 1", ".long 0xd5033bbf", "ret"];
        assert_eq!(lines(text, Architecture::AArch64), expected);
        let text = "\t.text\nf:\n\tsync\n\tblr\n\t.long 0\n\t.byte 0,0,0,0,0,0,0,0\n";
        assert_eq!(lines(text, Architecture::Power), ["sync", "blr"]);
        let text = "\t.text\nf:\n\tldr r0, .L2\n\tbx lr\n.L2:\n\t.word 5\n";
        assert_eq!(lines(text, Architecture::Arm), ["ldr r0, .L2", "bx lr", ".L2:"]);
    }

    #[test]
    fn a_lock_stays_with_its_instruction() {
        let all = |line: &'static str| statements(line).map(str::trim).collect::<Vec<&str>>();
        assert_eq!(all("\tlock; addl $1,(%rdi); ret"), ["lock; addl $1,(%rdi)", "ret"]);
        assert_eq!(all("lock addl $1,(%rdi)"), ["lock addl $1,(%rdi)"]);
    }
}
