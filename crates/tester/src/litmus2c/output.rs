//! What `main` does: threads, and the final state as text.

use isa::c::standalone::TypeKind;
use litmus::{Expected, FinalAtom, FinalPlace, FinalValue, LoweredTest, Proposition, Quantifier, ShownPlace};

use super::{Ending, Untold, VARIABLE, Writer, Written, final_name, memory};

/// The places that are shown or asserted, and those that the filter looks at.
pub(super) fn places(lowered: &LoweredTest, ending: Ending) -> Vec<&ShownPlace> {
    let mut places: Vec<&ShownPlace> = Vec::new();
    let condition = match ending {
        Ending::FinalState => {
            places.extend(&lowered.displayed);
            None
        }
        Ending::Assertion => Some(&lowered.condition),
    };
    for proposition in lowered.filter.iter().chain(condition) {
        atoms(proposition, &mut |atom| match atom {
            FinalAtom::Holds { place, .. } => places.push(place),
            FinalAtom::Same(left, right) => places.extend([left, right]),
        });
    }
    places
}

fn atoms<'p>(proposition: &'p Proposition<FinalAtom>, visit: &mut dyn FnMut(&'p FinalAtom)) {
    match proposition {
        Proposition::True | Proposition::False => {}
        Proposition::Atom(atom) => visit(atom),
        Proposition::Not(inner) => atoms(inner, visit),
        Proposition::And(all) | Proposition::Or(all) => all.iter().for_each(|inner| atoms(inner, visit)),
        Proposition::Implies(left, right) => {
            atoms(left, visit);
            atoms(right, visit);
        }
    }
}

/// A final value as an expression of C.
struct Value {
    text: String,
    is_pointer: bool,
}

impl Writer<'_> {
    pub(super) fn main(&mut self) -> Written {
        let lowered = self.test.lowered();
        let filter = match &lowered.filter {
            None => None,
            Some(filter) => Some(self.proposition(filter)?),
        };
        let shown = match self.ending {
            Ending::FinalState => self.shown()?,
            Ending::Assertion => vec![self.assertion()?],
        };
        if shown.iter().any(|line| line.contains("state_address(")) {
            self.address_function();
        }
        self.line("\nint main(void) {");
        self.line(&format!("  pthread_t state_thread[{}];", self.threads.len().max(1)));
        for (index, thread) in self.threads.iter().enumerate() {
            let start = format!("pthread_create(&state_thread[{index}], NULL, thread_P{}, NULL)", thread.number);
            self.line(&format!("  if ({start} != 0) {{\n    perror(\"pthread_create\");\n    return 2;\n  }}"));
        }
        for index in 0..self.threads.len() {
            self.line(&format!("  pthread_join(state_thread[{index}], NULL);"));
        }
        if let Some(filter) = filter {
            self.line(&format!("  if (!({filter})) {{\n    return 0;\n  }}"));
        }
        if self.ending == Ending::Assertion {
            for line in shown {
                self.line(&format!("  {line}"));
            }
            self.line("  return 0;\n}");
            return Ok(());
        }
        self.line(&format!("  const char *state_path = getenv(\"{VARIABLE}\");"));
        self.line("  FILE *state_out = state_path != NULL ? fopen(state_path, \"a\") : stdout;");
        self.line("  if (state_out == NULL) {\n    perror(state_path);\n    return 2;\n  }");
        for line in shown {
            self.line(&format!("  {line}"));
        }
        self.line("  return fclose(state_out) == 0 ? 0 : 2;\n}");
        Ok(())
    }

    /// The statement that asserts that the final state is none of those that are looked for.
    fn assertion(&self) -> Result<String, Untold> {
        let lowered = self.test.lowered();
        let condition = self.proposition(&lowered.condition)?;
        Ok(match lowered.quantifier {
            Quantifier::Exists | Quantifier::NotExists => format!("assert(!({condition}));"),
            Quantifier::Forall => format!("assert({condition});"),
        })
    }

    /// Statements that write the final state to `out`.
    fn shown(&self) -> Result<Vec<String>, Untold> {
        let mut lines = Vec::new();
        let displayed = &self.test.lowered().displayed;
        for (index, place) in displayed.iter().enumerate() {
            let is_whole = matches!(place.place, FinalPlace::Whole(_)) && place.cells.is_none();
            let name = if is_whole { format!("[{}]", place.name) } else { place.name.to_string() };
            let end = if index + 1 == displayed.len() { ";\\n" } else { "; " };
            let (open, close) = if place.cells.is_some() { ("{", "}") } else { ("", "") };
            // What is to be written before the next value.
            let mut before = format!("{name}={open}");
            let values = self.values(place)?;
            for (cell, value) in values.iter().enumerate() {
                let behind = if cell + 1 == values.len() { format!("{close}{end}") } else { ",".to_owned() };
                lines.extend(show(value, place, &std::mem::take(&mut before), &behind));
            }
        }
        if displayed.is_empty() {
            lines.push("fputs(\"\\n\", state_out);".to_owned());
        }
        Ok(lines)
    }

    /// The final values of a place, cell by cell.
    fn values(&self, place: &ShownPlace) -> Result<Vec<Value>, Untold> {
        let refused = |message: String| Err(Untold(self.program, message));
        let cells = 0..place.cells.unwrap_or(1);
        match place.place {
            FinalPlace::Register(id, _) => {
                let thread = self.threads.iter().find(|thread| thread.number == id.number());
                let variables = thread.map(|thread| (thread.number, self.kept(thread)));
                let known = variables.as_ref().and_then(|(thread, kept)| {
                    let variable = kept.iter().find(|variable| format!("{thread}:{}", variable.name) == *place.name)?;
                    Some(Value {
                        text: final_name(*thread, variable),
                        is_pointer: variable.ctype.kind == TypeKind::Pointer,
                    })
                });
                known.map_or_else(|| refused(format!("the final value of `{}`", place.name)), |value| Ok(vec![value]))
            }
            FinalPlace::Whole(location) => cells.map(|cell| self.cell(location.number() as usize, cell)).collect(),
            FinalPlace::Cell(location, cell) => Ok(vec![self.cell(location.number() as usize, cell)?]),
        }
    }

    /// The final value of a cell. All threads are joined: an atomic object is read by an atomic operation all the same, as the checker wants it.
    fn cell(&self, location: usize, cell: u32) -> Result<Value, Untold> {
        let global = &self.globals[location];
        let is_pointer = match global.ctype.kind {
            TypeKind::Pointer => true,
            TypeKind::Integer { .. } => false,
            TypeKind::Mutex | TypeKind::Void => {
                return Err(Untold(self.program, format!("the final value of `{}`, a mutex", global.name)));
            }
        };
        let place = match global.cells {
            Some(_) => format!("{}[{cell}]", global.identifier),
            None => global.identifier.clone(),
        };
        let atomic = || format!("atomic_load_explicit(&{place}, memory_order_relaxed)");
        Ok(Value { text: if global.ctype.is_atomic { atomic() } else { place }, is_pointer })
    }

    /// The name of the location that a pointer points to, with the distance in bytes.
    fn address_function(&mut self) {
        self.line("\nstatic void state_address(FILE *state_out, const volatile void *state_pointer) {");
        self.line("  uintptr_t state_bits = (uintptr_t)state_pointer;");
        for global in self.globals {
            let (name, start, size) = (&global.name, global.address(), &global.identifier);
            self.line(&format!("  if (state_bits - (uintptr_t){start} < sizeof {size}) {{"));
            self.line(&format!("    fputs(\"{name}\", state_out);"));
            self.line(&format!("    if (state_bits != (uintptr_t){start}) {{"));
            self.line(&format!("      fprintf(state_out, \"+%d\", (int)(state_bits - (uintptr_t){start}));"));
            self.line("    }\n    return;\n  }");
        }
        self.line("  fprintf(state_out, \"%lld\", (long long)state_bits);\n}");
    }

    /// A proposition on the final state as an expression of C.
    fn proposition(&self, proposition: &Proposition<FinalAtom>) -> Result<String, Untold> {
        let joined = |all: &[Proposition<FinalAtom>], sign: &str| {
            let all: Result<Vec<String>, Untold> = all.iter().map(|inner| self.proposition(inner)).collect();
            Ok(format!("({})", all?.join(sign)))
        };
        match proposition {
            Proposition::True => Ok("1".to_owned()),
            Proposition::False => Ok("0".to_owned()),
            Proposition::Atom(atom) => self.atom(atom),
            Proposition::Not(inner) => Ok(format!("!{}", self.proposition(inner)?)),
            Proposition::And(all) => joined(all, " && "),
            Proposition::Or(all) => joined(all, " || "),
            Proposition::Implies(left, right) => {
                Ok(format!("(!{} || {})", self.proposition(left)?, self.proposition(right)?))
            }
        }
    }

    fn atom(&self, atom: &FinalAtom) -> Result<String, Untold> {
        let refused = || Untold(self.program, "a condition or filter that compares this way".to_owned());
        let (place, expected) = match atom {
            FinalAtom::Holds { place, expected } => (place, expected),
            FinalAtom::Same(left, right) => {
                let (left, right) = (self.values(left)?, self.values(right)?);
                let ([left], [right]) = (&left[..], &right[..]) else { return Err(refused()) };
                return Ok(format!("({} == {})", pointer_as_integer(left), pointer_as_integer(right)));
            }
        };
        let expected = match expected {
            Expected::Scalar(value) => std::slice::from_ref(value),
            Expected::Array(values) => values,
        };
        let values = self.values(place)?;
        if values.len() != expected.len() {
            return Ok("0".to_owned());
        }
        let mut all = Vec::new();
        for (value, expected) in values.iter().zip(expected) {
            all.push(match expected {
                FinalValue::Number(bits, width) => {
                    let number = memory::number(*bits, *width).ok_or_else(refused)?;
                    let ctype = format_type(place);
                    format!("({ctype}){} == ({ctype}){number}", pointer_as_integer(value))
                }
                FinalValue::Address(location, offset) => {
                    let address = self.globals[location.number() as usize].address();
                    format!("(intptr_t){} == (intptr_t){address} + {offset}", value.text)
                }
                FinalValue::Label(..) | FinalValue::Text(_) => return Err(refused()),
            });
        }
        Ok(format!("({})", all.join(" && ")))
    }
}

fn pointer_as_integer(value: &Value) -> String {
    if value.is_pointer { format!("(intptr_t){}", value.text) } else { value.text.clone() }
}

/// The type by which the numbers in a place print and compare.
fn format_type(place: &ShownPlace) -> String {
    let sign = if place.format.signed { "" } else { "u" };
    let width = [8, 16, 32].into_iter().find(|width| place.format.width <= *width).unwrap_or(64);
    format!("{sign}int{width}_t")
}

/// Statements that write a value with a text before and one behind it.
fn show(value: &Value, place: &ShownPlace, before: &str, behind: &str) -> Vec<String> {
    if value.is_pointer {
        let text = |text: &str| format!("fputs(\"{text}\", state_out);");
        return vec![text(before), format!("state_address(state_out, {});", value.text), text(behind)];
    }
    let text = &value.text;
    let ctype = format_type(place);
    vec![match (place.format.signed, place.format.width) {
        (true, ..=32) => format!("fprintf(state_out, \"{before}%d{behind}\", ({ctype}){text});"),
        (true, _) => format!("fprintf(state_out, \"{before}%lld{behind}\", (long long){text});"),
        (false, ..=32) => format!("fprintf(state_out, \"{before}%u{behind}\", ({ctype}){text});"),
        (false, _) => format!("fprintf(state_out, \"{before}%llu{behind}\", (unsigned long long){text});"),
    }]
}
