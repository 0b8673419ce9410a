//! A toy assembly language: instructions are text in which registers, labels and locations are recognised by their
//! looks.
//!
//! Good enough to hash tests of real architectures whose instructions are written in canonical form.

#![allow(dead_code, reason = "no test file uses all of it")]

use std::sync::Arc;

use lakmus_litmus::{
    Assembly, CodeText, Descriptor, InstructionForm, LoweredTest, LoweringContext, Mention, RegisterPart, Table,
    TagNames, Test, lower, parse,
};
use program::{BlockBuilder, IdVec, Index, Register, RegisterId, Width};
use source::{Cursor, Diagnostic, Sources};

/// Registers `r0` to `r3` of 64 bits; `w0` to `w3` are their lower halves.
#[derive(Clone, Debug)]
pub(crate) struct Toy;

/// The toy language.
pub(crate) static TOY: Table<Toy> = Table(Toy);

const REGISTERS: u32 = 4;

impl Assembly for Toy {
    type Instruction = String;

    fn descriptor(&self) -> &'static Descriptor {
        &Descriptor { name: "X86_64", sample: "", default_model: None, inline_assembly: None }
    }

    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&[])
    }

    fn address_width(&self) -> Width {
        64
    }

    fn registers(&self) -> Arc<IdVec<RegisterId, Register>> {
        Arc::new((0..REGISTERS).map(|number| Register { name: format!("r{number}"), width: 64 }).collect())
    }

    fn register(&self, name: &str) -> Option<RegisterPart> {
        let width = match name.as_bytes().first()? {
            b'r' | b'R' => 64,
            b'w' => 32,
            _ => return None,
        };
        let number = name[1..].parse().ok().filter(|number| *number < REGISTERS)?;
        Some(RegisterPart { register: RegisterId::from_number(number), low: 0, width })
    }

    fn register_names(&self) -> Vec<String> {
        (0..REGISTERS).flat_map(|number| [format!("r{number}"), format!("w{number}")]).collect()
    }

    fn forms(&self) -> Vec<InstructionForm> {
        Vec::new()
    }

    fn allocatable(&self) -> Vec<RegisterId> {
        (0..REGISTERS as usize).map(RegisterId::new).collect()
    }

    fn parse(&self, cell: &mut Cursor<'_>) -> Result<String, Diagnostic> {
        let start = cell.offset();
        let text = cell.eat_while(|_| true);
        if text.starts_with("bad") {
            return Err(Diagnostic::error("bad-instruction", cell.span_from(start), "this instruction is bad"));
        }
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" ").replace(", ", ",").replace(" ,", ","))
    }

    fn print(&self, instruction: &String, text: &mut CodeText<'_>) {
        for piece in instruction.split_inclusive([' ', ',']) {
            let word = piece.trim_end_matches([' ', ',']);
            if is_label(word) {
                text.push_label(word)
            } else {
                text.push_str(word)
            }
            text.push_str(&piece[word.len()..]);
        }
    }

    fn mentions(&self, instruction: &String, visit: &mut dyn FnMut(Mention<'_>)) {
        for word in instruction.split([' ', ',']).skip(1) {
            if let Some(name) = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
                visit(Mention::Location(name));
            } else if let Some(name) = word.strip_prefix('%') {
                visit(Mention::Symbolic(name));
            } else if let Some(part) = self.register(word) {
                visit(Mention::Register(part.register));
            } else if is_label(word) {
                visit(Mention::Label(word));
            }
        }
    }

    fn lower(
        &self,
        instruction: &String,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        self.mentions(instruction, &mut |mention| match mention {
            Mention::Register(register) => {
                block.read(register, 0, 64);
            }
            Mention::Symbolic(name) => {
                let register = context.symbolic(name).expect("allocated before lowering");
                block.read(register, 0, 64);
            }
            Mention::Location(name) => {
                block.address(context.location(name), 0, 64);
            }
            Mention::Label(name) => block.jump(context.label(name)),
        });
        Ok(())
    }
}

/// Labels look like `L0`, `LC00`, `Exit1`, `Fail2`, `Loop3`.
fn is_label(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < word.len() && ["L", "LC", "Exit", "Fail", "Loop"].contains(&stem)
}

/// Reads a test and its code as far as it goes: all diagnostics, and the lowered test when there is no error.
pub(crate) fn load(text: &str) -> (Option<Test<'static>>, Option<LoweredTest>, &'static Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add("test.litmus", text);
    // A test borrows from its text; those here are few and short.
    let sources = Box::leak(Box::new(sources));
    let (test, mut diagnostics) = parse(sources, id, "test");
    let mut lowered = None;
    if let Some(test) = &test
        && !diagnostics.iter().any(Diagnostic::is_error)
    {
        match test.read_code(&TOY, text).and_then(|code| lower(test, &TOY, &*code)) {
            Ok(found) => {
                diagnostics.extend(found.warnings.iter().cloned());
                lowered = Some(found);
            }
            Err(found) => diagnostics.extend(found),
        }
    }
    (test, lowered, sources, diagnostics)
}

/// The lowered test of a text without mistakes.
pub(crate) fn lowered(text: &str) -> LoweredTest {
    let (_, lowered, sources, diagnostics) = load(text);
    lowered.unwrap_or_else(|| panic!("{}", render(sources, &diagnostics)))
}

/// Diagnostics as text: one block each, with its places.
pub(crate) fn render(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let severity = if diagnostic.is_error() { "error" } else { "warning" };
        out += &format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.message);
        for label in &diagnostic.labels {
            let place = sources.position(label.span);
            let snippet = sources.snippet(label.span).escape_debug();
            out += &format!("  {}:{} `{snippet}` {}\n", place.line, place.column, label.text).replace("` \n", "`\n");
        }
        for help in &diagnostic.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}
