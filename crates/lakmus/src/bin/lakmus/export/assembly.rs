//! Threads in assembly, as inline assembly of C.
//!
//! The code of a thread is what the test has, in its canonical form. Registers keep their names, but those that belong to the system or the C compiler (stack,
//! thread, global pointers), which others stand in for. All are loaded before the code and stored behind it; labels are made local; names of
//! locations become registers with their addresses.

use std::collections::BTreeMap;

use litmus::inline::{InlineAssembly, RegisterForm};
use litmus::{Code, Spelling};
use program::{Computation, Index, ThreadId};
use sim::Test;
use source::{Diagnostic, Sources};

use super::outcome::Fields;
use super::problem;
use super::program::{ThreadCode, member, register_value, slots};

/// The code of all threads.
pub(super) fn threads(
    parsed: &litmus::Test<'_>,
    sources: &Sources,
    test: &Test,
    fields: &Fields<'_>,
) -> Result<Vec<ThreadCode>, Vec<Diagnostic>> {
    let architecture = test.language().name();
    let Some(machine) = test.language().descriptor().inline_assembly else {
        return Err(vec![problem(format!("programs are not written for {architecture}"))]);
    };
    let code = parsed.read_code(test.language(), sources.text(parsed.source))?;
    let labels: Vec<String> = code.labels().into_iter().map(str::to_owned).collect();
    // Labels are local to the asm statement: `%=` is its number.
    let all = code.cells(Spelling::Printed, &|label, out| {
        let number = labels.iter().position(|known| known == label).unwrap_or(labels.len());
        out.push_str(&format!(".Ltest_{number}_%="));
    });
    let locations: BTreeMap<String, String> = test
        .lowered()
        .program
        .locations
        .iter_enumerated()
        .map(|(id, location)| (location.name.to_string(), member(id)))
        .collect();
    let made = all.iter().enumerate().map(|(number, cells)| {
        let cells: Vec<&str> = cells.iter().collect();
        let thread = ThreadId::new(number);
        Thread { machine, code: &*code, test, fields, locations: &locations, thread }.code(&cells)
    });
    made.collect::<Result<Vec<ThreadCode>, Diagnostic>>().map_err(|error| vec![error])
}

struct Thread<'a> {
    machine: &'a InlineAssembly,
    code: &'a dyn Code,
    test: &'a Test,
    fields: &'a Fields<'a>,
    /// By name in the test the member of the instance.
    locations: &'a BTreeMap<String, String>,
    thread: ThreadId,
}

/// A piece of an instruction.
enum Piece<'t> {
    /// A name: letters, digits, dots and underscores.
    Name(&'t str),
    Other(&'t str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let (bytes, mut at, mut all) = (text.as_bytes(), 0, Vec::new());
    while at < bytes.len() {
        let start = at;
        let named = is_name(bytes[at]);
        while at < bytes.len() && is_name(bytes[at]) == named {
            at += 1;
        }
        all.push(if named { Piece::Name(&text[start..at]) } else { Piece::Other(&text[start..at]) });
    }
    all
}

impl Thread<'_> {
    fn code(&self, cells: &[&str]) -> Result<ThreadCode, Diagnostic> {
        let program = &self.test.lowered().program;
        let name = |register: program::RegisterId| program.registers[register].name.clone();
        // All registers that the thread mentions, its initial state and what is shown of it.
        let mut used: Vec<String> = Vec::new();
        let mut add = |family: String| {
            if !used.contains(&family) {
                used.push(family);
            }
        };
        for cell in cells {
            // What begins an instruction is its name.
            for piece in pieces(cell).iter().skip(1) {
                if let Piece::Name(word) = piece
                    && let Some((family, _)) = self.register(word)
                {
                    add(family);
                }
            }
        }
        let mut initial: Vec<(String, &Computation)> = Vec::new();
        for each in program.initial_registers.iter().filter(|each| each.thread == self.thread) {
            let register = name(each.register);
            let Some((family, _)) = (self.machine.family)(&register) else {
                return Err(problem(format!("`{register}` is none of the registers that programs initialise")));
            };
            add(family.clone());
            initial.push((family, &each.value));
        }
        let mut shown: Vec<(usize, String)> = Vec::new();
        for (number, part) in slots(self.fields, self.thread) {
            let register = name(part.register);
            let Some((family, _)) = (self.machine.family)(&register).filter(|_| part.low == 0) else {
                return Err(problem(format!("`{register}` is none of the registers that programs show")));
            };
            add(family.clone());
            shown.push((number, family));
        }
        let stands_for = self.stand_ins(&used)?;
        let mut lines: Vec<String> = Vec::new();
        let at = |family: &str| used.iter().position(|known| known == family).unwrap_or_default() * 8;
        let physical = |family: &str| stands_for.get(family).map_or_else(|| family.to_owned(), Clone::clone);
        for family in &used {
            lines.push((self.machine.load)(&(self.machine.spell)(&physical(family), RegisterForm::Full), at(family)));
        }
        let mut named: Vec<&str> = Vec::new();
        for cell in cells {
            lines.push(self.instruction(cell, &physical, &mut named)?);
        }
        for family in &used {
            lines.push((self.machine.store)(&(self.machine.spell)(&physical(family), RegisterForm::Full), at(family)));
        }
        let mut body = format!("  uint64_t c[{}] = {{ 0 }};\n", used.len().max(1));
        for (family, value) in &initial {
            body += &format!("  c[{}] = (uint64_t){};\n", at(family) / 8, register_value(value, family)?);
        }
        // A template without instructions is an empty string: C has none that is not there.
        body += if lines.is_empty() { "  asm volatile (\"\"\n" } else { "  asm volatile (\n" };
        for line in &lines {
            body += &format!("    \"{}\\n\"\n", line.replace('\\', "\\\\").replace('"', "\\\""));
        }
        let base = self.machine.base;
        let inputs: Vec<String> = std::iter::once(format!("[c] \"{base}\" (c)"))
            .chain(named.iter().map(|location| format!("[{location}] \"{base}\" (&memory_->{location})")))
            .collect();
        let clobbers: Vec<String> = used
            .iter()
            .map(|family| (self.machine.clobber)(&physical(family)))
            .chain(self.machine.flags.iter().map(|flag| (*flag).to_owned()))
            .chain(["memory".to_owned()])
            .map(|name| format!("\"{name}\""))
            .collect();
        body += &format!("    :\n    : {}\n    : {});\n", inputs.join(", "), clobbers.join(", "));
        for (number, family) in shown {
            body += &format!("  shown_[{number}] = c[{}];\n", at(&family) / 8);
        }
        Ok(ThreadCode { body })
    }

    /// The register that a word names, symbolic ones (`%to`) included.
    fn register(&self, word: &str) -> Option<(String, RegisterForm)> {
        (self.machine.family)(word).or_else(|| {
            let part = self.code.register(self.thread, &format!("%{word}"))?;
            let register = &self.test.lowered().program.registers[part.register];
            let (family, _) = (self.machine.family)(&register.name)?;
            let form = match part.width {
                8 => RegisterForm::Byte,
                16 => RegisterForm::Half,
                32 => RegisterForm::Word,
                _ => RegisterForm::Full,
            };
            Some((family, form))
        })
    }

    /// For registers that programs cannot use those that stand in for them.
    fn stand_ins(&self, used: &[String]) -> Result<BTreeMap<String, String>, Diagnostic> {
        let mut spare = self.machine.spare.iter().filter(|spare| !used.iter().any(|name| name == *spare));
        let reserved = used.iter().filter(|name| self.machine.reserved.contains(&name.as_str()));
        reserved
            .map(|name| match spare.next() {
                Some(other) => Ok((name.clone(), (*other).to_owned())),
                None => Err(problem("a thread uses more registers than programs have")),
            })
            .collect()
    }

    /// An instruction, or a label, as the template of an asm statement.
    fn instruction<'l>(
        &'l self,
        cell: &str,
        physical: &dyn Fn(&str) -> String,
        named: &mut Vec<&'l str>,
    ) -> Result<String, Diagnostic> {
        if cell.contains("%=") && cell.trim_end().ends_with(':') {
            return Ok(cell.trim_end().to_owned());
        }
        let mut text = String::new();
        let all = pieces(cell);
        for (number, piece) in all.iter().enumerate() {
            match piece {
                Piece::Other(other) if self.machine.escapes_percent => {
                    text.push_str(&other.replace('%', "%%").replace("%%=", "%="))
                }
                Piece::Other(other) => text.push_str(other),
                // The name of the instruction.
                Piece::Name(word) if number == 0 => text.push_str(&word.replace(".aq.rl", ".aqrl")),
                Piece::Name(word) => {
                    let is_number = word.starts_with(|first: char| first.is_ascii_digit());
                    if word.starts_with(".Ltest_") || is_number {
                        text.push_str(word);
                    } else if let Some((family, form)) = self.register(word) {
                        text.push_str(&(self.machine.spell)(&physical(&family), form));
                    } else if let Some((_, member)) =
                        self.locations.get_key_value(*word).filter(|_| self.machine.names_locations)
                    {
                        if !named.contains(&member.as_str()) {
                            named.push(member);
                        }
                        text.push_str(&format!("%[{member}]"));
                    } else {
                        text.push_str(word);
                    }
                }
            }
        }
        Ok(memory_last(text))
    }
}

/// Compare-exchanges and the like with the place in memory as the last operand, which tests may have as the first one.
fn memory_last(instruction: String) -> String {
    let Some((name, operands)) = instruction.rsplit_once(' ') else { return instruction };
    let is_meant = name.contains("cmpxchg") || name.contains("xadd");
    match operands.rsplit_once(',') {
        Some((first, last)) if is_meant && first.ends_with(')') && !last.ends_with(')') => {
            format!("{name} {last},{first}")
        }
        _ => instruction,
    }
}
