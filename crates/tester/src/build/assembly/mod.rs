//! Inline assembly made visible.
//!
//! Compilers instrument none of it for ThreadSanitizer. What they make of a source is assembly text in which it stands between two marks; so the compiler is given this command in the place of its assembler
//! ([`assembler`]). Beside each instruction that accesses memory or is a barrier this puts a call into the runtime, which preserves all registers (`rt/src/abi/assembly.rs`), and a record that says what the instruction does
//! ([`statement`]: by the tables of `isa` and `arch`). That needs stack below the stack pointer, so that there must be no red zone.
//!
//! An instruction that is not understood gets a call that reports it when it is executed. Assembly around which no call can stand (with directives that put bytes somewhere, or jumps over so many bytes) gets one call
//! before all of it. What stands outside of the functions of the compiler, and hand-written files, are reported when they are loaded. So what is not seen is never passed over.

pub(super) mod assembler;
mod statement;

use std::collections::BTreeMap;
use std::fmt::Write;

use wire::{AssemblyRecord, AssemblyStep};

use statement::{Statement, Step, statements, steps};

/// The assembly text of a file, with calls beside what its inline assembly does.
fn rewritten(text: &str) -> String {
    let mut rewriter = Rewriter::default();
    rewriter.go_through(text);
    rewriter.finish()
}

/// Compilers say at the beginning which source it is.
fn is_of_compiler(text: &str) -> bool {
    text.lines().take(10).any(|line| line.trim_start().starts_with(".file"))
}

/// What reports a hand-written file, if it has anything that is not seen.
fn report_of_file(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    // Lines of a preprocessor name the source.
    let named = lines.iter().find_map(|line| line.strip_prefix("# 1 \"")?.split('"').next());
    let count = count_of(&statements(&lines).unwrap_or_default());
    if count == 0 {
        return String::new();
    }
    let name = named.filter(|name| !name.starts_with('<')).unwrap_or("a file of assembly");
    reported_when_loaded(&format!("{name}: {}", counted(count)))
}

fn counted(count: usize) -> String {
    if count == 1 { "1 instruction".to_owned() } else { format!("{count} instructions") }
}

/// How many of these do something that the model would have to see.
fn count_of(statements: &[Statement]) -> usize {
    statements.iter().filter(|statement| !is_directive(statement) && !steps(&statement.text).is_empty()).count()
}

/// A function that the loader calls, which reports this.
fn reported_when_loaded(what: &str) -> String {
    format!(
        "\n\t.section\t.rodata.lakmus_assembly,\"a\",@progbits\n.Llakmus_unseen_text:\n\t.asciz\t{}\n\
         \t.section\t.text.lakmus_assembly,\"ax\",@progbits\n.Llakmus_unseen:\n\tleaq\t.Llakmus_unseen_text(%rip), %rdi\n\
         \tjmp\t*__lakmus_assembly_unseen@GOTPCREL(%rip)\n\
         \t.section\t.init_array,\"aw\",@init_array\n\t.balign\t8\n\t.quad\t.Llakmus_unseen\n\t.text\n",
        quoted(what)
    )
}

/// A text as assemblers take it. (A character stands for a byte.)
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            ' '..='~' => quoted.push(character),
            _ => write!(quoted, "\\{:03o}", character as u8).expect("strings take everything"),
        }
    }
    quoted + "\""
}

/// What stands before a line in a text of a compiler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    /// Code of the compiler.
    #[default]
    Code,
    /// Inline assembly of a function, or outside of one.
    Assembly,
    /// Inline assembly outside of functions, as clang marks it.
    FileScope,
}

#[derive(Default)]
struct Rewriter {
    written: String,
    within: Within,
    /// Lines of inline assembly that belong together.
    collected: Vec<String>,
    /// The file where the source says so, and the line.
    marked: Option<(String, u32)>,
    /// Sources by their numbers in the debug information.
    files: BTreeMap<u32, String>,
    located: Option<(u32, u32)>,
    source: String,
    /// The function that begins with its label.
    announced: Option<String>,
    is_in_function: bool,
    /// Whether the compiler writes Intel's syntax.
    is_intel: bool,
    records: usize,
    /// How many instructions outside of functions are not seen, by file.
    outside: BTreeMap<String, usize>,
}

impl Rewriter {
    fn go_through(&mut self, text: &str) {
        for line in text.lines() {
            match (self.within, line.trim()) {
                (Within::Code, "#APP") => self.begin(line, Within::Assembly),
                (Within::Code, trimmed) if trimmed.ends_with("# Start of file scope inline assembly") => {
                    self.begin(line, Within::FileScope);
                }
                (Within::Code, trimmed) => {
                    self.note(trimmed);
                    self.copy(line);
                }
                (Within::Assembly, "#NO_APP") => self.end(line),
                (Within::FileScope, trimmed) if trimmed.ends_with("# End of file scope inline assembly") => {
                    self.end(line)
                }
                (Within::Assembly, trimmed) if self.is_of_gcc(trimmed) => self.copy(line),
                (Within::Assembly | Within::FileScope, _) => self.collected.push(line.to_owned()),
            }
        }
    }

    fn begin(&mut self, line: &str, within: Within) {
        self.copy(line);
        self.within = within;
    }

    fn end(&mut self, line: &str) {
        self.flush();
        self.within = Within::Code;
        self.copy(line);
    }

    fn copy(&mut self, line: &str) {
        self.written.push_str(line);
        self.written.push('\n');
    }

    /// Lines that gcc writes between statements of inline assembly: `# 5 "a.c" 1` before one, `# 0 "" 2` behind it, and debug information.
    fn is_of_gcc(&mut self, line: &str) -> bool {
        if let Some((number, name)) = line.strip_prefix("# ").and_then(line_marker) {
            self.flush();
            self.marked = (!name.is_empty()).then(|| (name.to_owned(), number));
            return true;
        }
        let is_between = self.collected.is_empty() && self.marked.is_none() && self.is_in_function;
        if is_between && (line.starts_with(".loc") || line.starts_with(".L") && line.ends_with(':')) {
            self.note(line);
            return true;
        }
        false
    }

    /// What a line of the compiler says of what follows.
    fn note(&mut self, line: &str) {
        let words: Vec<&str> = line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [".file", name] => self.source = unquoted(name).to_owned(),
            [".file", number, ..] => {
                let name = line.split('"').nth(3).or_else(|| line.split('"').nth(1));
                if let (Ok(number), Some(name)) = (number.parse(), name) {
                    self.files.insert(number, name.to_owned());
                }
            }
            [".loc", file, line, ..] => self.located = file.parse().ok().zip(line.parse().ok()),
            [".type", name, "@function", ..] => self.announced = Some(format!("{name}:")),
            [".size", ..] => self.is_in_function = false,
            [".intel_syntax", ..] => self.is_intel = true,
            [".att_syntax", ..] => self.is_intel = false,
            [label, ..] if self.announced.as_deref() == Some(label) => {
                (self.announced, self.is_in_function, self.located) = (None, true, None);
            }
            _ => {}
        }
    }

    /// Where the collected lines stand in the source.
    fn place(&self) -> String {
        let located = self.located.and_then(|(file, line)| Some((self.files.get(&file)?.clone(), line)));
        match self.marked.clone().or(located) {
            Some((file, line)) => format!("{file}:{line}"),
            None => self.source.clone(),
        }
    }

    /// Writes the lines that have been collected.
    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.collected);
        let borrowed: Vec<&str> = lines.iter().map(String::as_str).collect();
        let found = statements(&borrowed);
        let count = found.as_deref().map_or(1, count_of);
        match found.filter(|found| !self.is_intel && can_be_taken_apart(found)) {
            _ if !self.is_in_function || self.within == Within::FileScope => {
                let file = self.place().rsplit_once(':').map_or(self.source.clone(), |(file, _)| file.to_owned());
                if count > 0 {
                    *self.outside.entry(file).or_default() += count;
                }
                lines.iter().for_each(|line| self.copy(line));
            }
            Some(found) if count > 0 => found.iter().for_each(|statement| self.write(statement)),
            taken => {
                let has_bytes = taken.is_none() && has_bytes(&borrowed);
                if taken.is_none() && (count > 0 || has_bytes) {
                    let text = format!("{}: assembly that cannot be taken apart", self.place());
                    self.call_before(&Step::without_operand(AssemblyStep::Unseen), &text);
                }
                lines.iter().for_each(|line| self.copy(line));
            }
        }
    }

    fn write(&mut self, statement: &Statement) {
        let label_line = statement.labels.join(" ");
        if !label_line.is_empty() {
            self.copy(&label_line);
        }
        let steps = if is_directive(statement) { Vec::new() } else { steps(&statement.text) };
        for step in &steps {
            let text = format!("{}: {}", self.place(), statement.text.split_whitespace().collect::<Vec<_>>().join(" "));
            self.call_before(step, &text);
        }
        if !statement.text.is_empty() {
            self.copy(&format!("\t{}", statement.text));
        }
        if steps.iter().any(Step::is_access) {
            self.copy("\tcall\t*__lakmus_assembly_after@GOTPCREL(%rip)");
        }
    }

    /// A call of the runtime, with its record.
    fn call_before(&mut self, step: &Step, text: &str) {
        let number = self.records;
        self.records += 1;
        let (displacement, operand) = &step.operand;
        let (label, string) = match step.step {
            AssemblyStep::Unseen => {
                (format!(".Llakmus_text{number}"), format!(".Llakmus_text{number}:\n\t.asciz\t{}\n", quoted(text)))
            }
            _ => ("0".to_owned(), String::new()),
        };
        let syntax = |directive: &str| if self.is_intel { format!("\t{directive}\n") } else { String::new() };
        let (begin, end) = (syntax(".att_syntax prefix"), syntax(".intel_syntax noprefix"));
        let record = AssemblyRecord::directives(displacement, &label, step.step, *operand);
        self.written += &format!(
            "{begin}\tcall\t*__lakmus_assembly_before@GOTPCREL(%rip)\n\tnopl\t.Llakmus_record{number}(%rip)\n\
             \t.pushsection\t.data.rel.lakmus_assembly,\"aw\",@progbits\n\t.balign\t8\n.Llakmus_record{number}:\n{record}{string}\t.popsection\n{end}"
        );
    }

    fn finish(mut self) -> String {
        for (number, (file, count)) in std::mem::take(&mut self.outside).into_iter().enumerate() {
            let report = reported_when_loaded(&format!("{file}: {} outside of functions", counted(count)));
            self.written += &report.replace(".Llakmus_unseen", &format!(".Llakmus_unseen{number}"));
        }
        self.written
    }
}

/// `5 "a.c" 1`: the line and the file.
fn line_marker(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once(' ')?;
    let (name, flag) = rest.strip_prefix('"')?.rsplit_once('"')?;
    matches!(flag.trim(), "1" | "2").then_some((number.parse().ok()?, name))
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('"')
}

fn is_directive(statement: &Statement) -> bool {
    statement.text.starts_with('.')
}

/// Directives between which calls may stand.
const HARMLESS: [&str; 4] = [".loc", ".align", ".balign", ".p2align"];

/// Whether calls may stand between these statements: none says where bytes go or how many there are.
fn can_be_taken_apart(statements: &[Statement]) -> bool {
    let is_harmless = |statement: &Statement| match is_directive(statement) {
        true => statement.text.split_whitespace().next().is_some_and(|name| HARMLESS.contains(&name)),
        false => !counts_bytes(&statement.text),
    };
    statements.iter().all(is_harmless)
}

/// Whether an instruction names a place by its distance in bytes: `jmp .+5`, `leaq 8(%rip), %rax`.
fn counts_bytes(instruction: &str) -> bool {
    let compact: String = instruction.split_whitespace().collect::<Vec<_>>().join(" ");
    let from_here = [" .+", " .-", ",.+", ",.-", " *.+"].iter().any(|text| compact.contains(text));
    let behind_number = compact.match_indices("(%rip)").any(|(at, _)| {
        let before = compact[..at].rsplit([' ', ',', '*']).next().unwrap_or_default();
        let digits = before.trim_start_matches(['-', '+']);
        !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
    });
    from_here || behind_number
}

/// Whether lines put bytes into the code that may be an instruction.
fn has_bytes(lines: &[&str]) -> bool {
    let mut depth = 0;
    let mut found = false;
    for statement in statements(lines).unwrap_or_default() {
        match statement.text.split_whitespace().next().unwrap_or_default() {
            ".pushsection" | ".section" | ".subsection" => depth += 1,
            ".popsection" | ".previous" | ".text" => depth = 0,
            ".byte" | ".word" | ".value" | ".short" | ".long" | ".int" | ".quad" | ".octa" | ".incbin" | ".insn" => {
                found |= depth == 0;
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(assembly: &str) -> String {
        format!(
            "\t.file\t\"a.c\"\n\t.file 1 \"dir\" \"dir/a.c\"\n\t.type\tf, @function\nf:\n\t.loc 1 7 3\n#APP\n{assembly}\n#NO_APP\n\tret\n\t.size\tf, .-f\n"
        )
    }

    fn inserted(assembly: &str) -> Vec<String> {
        let written = rewritten(&function(assembly));
        let is_ours = |line: &&str| line.contains("lakmus") || line.starts_with("\t.byte");
        written.lines().filter(is_ours).map(|line| line.trim().replace('\t', " ")).collect()
    }

    #[test]
    fn an_access_has_calls_before_and_behind() {
        let lines = inserted("# 7 \"a.c\" 1\n\tlock; xaddl %eax, x(%rip)\n# 0 \"\" 2");
        assert_eq!(
            lines,
            [
                "call *__lakmus_assembly_before@GOTPCREL(%rip)",
                "nopl .Llakmus_record0(%rip)",
                ".pushsection .data.rel.lakmus_assembly,\"aw\",@progbits",
                ".Llakmus_record0:",
                ".byte 6, 4, 255, 255, 1",
                "call *__lakmus_assembly_after@GOTPCREL(%rip)",
            ]
        );
    }

    #[test]
    fn what_does_nothing_stays_as_it_is() {
        for assembly in
            ["", "\trep; nop", "\tcpuid", "1:\n\tjmp 1b", "\t.pushsection .note\n\t.long 5\n\t.popsection\n\tnop"]
        {
            assert_eq!(rewritten(&function(assembly)), function(assembly));
        }
    }

    #[test]
    fn what_is_not_understood_is_reported_with_its_place() {
        let reported = |assembly: &str| {
            let written = rewritten(&function(assembly));
            assert!(!written.contains("_after"), "{written}");
            written.lines().find_map(|line| line.trim().strip_prefix(".asciz\t")).unwrap_or_default().to_owned()
        };
        assert_eq!(reported("\trep movsb"), "\"dir/a.c:7: rep movsb\"");
        assert_eq!(reported("\t.byte 0xf0\n\tincl x"), "\"dir/a.c:7: assembly that cannot be taken apart\"");
        assert_eq!(reported("\tjmp .+3\n\tincl x"), "\"dir/a.c:7: assembly that cannot be taken apart\"");
        assert_eq!(
            reported("\t.intel_syntax noprefix\n\tmov eax, [rdi]\n\t.att_syntax"),
            "\"dir/a.c:7: assembly that cannot be taken apart\""
        );
    }

    #[test]
    fn assembly_outside_of_functions_is_reported_when_it_is_loaded() {
        let text = "\t.file\t\"a.c\"\n#APP\n\t.globl g\ng:\tmovl (%rdi), %eax\n\tret\n#NO_APP\n";
        let written = rewritten(text);
        assert!(written.contains("\t.asciz\t\"a.c: 1 instruction outside of functions\"\n"), "{written}");
        assert!(written.contains(".init_array"), "{written}");
        assert_eq!(report_of_file("f:\tret\n"), "");
        assert!(report_of_file("# 1 \"f.S\"\nf:\tlock; incl (%rdi)\n").contains("\"f.S: 1 instruction\""));
    }
}
