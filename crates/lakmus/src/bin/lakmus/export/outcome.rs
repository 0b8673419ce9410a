//! What a program shows of a run of its test: places, their values, and the condition on them, as C.

use litmus::{Expected, FinalAtom, FinalPlace, FinalValue, LoweredTest, Proposition, Quantifier, ShownPlace};
use source::Diagnostic;

use super::problem;

/// A string of C.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The values that an outcome has, in order: those displayed, those that the filter and the condition speak of besides.
pub(super) struct Fields<'a> {
    test: &'a LoweredTest,
    places: Vec<ShownPlace>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(test: &'a LoweredTest) -> Result<Fields<'a>, Diagnostic> {
        let mut fields = Fields { test, places: Vec::new() };
        for place in &test.displayed {
            fields.number(place)?;
        }
        fields.atoms(&test.condition)?;
        if let Some(filter) = &test.filter {
            fields.atoms(filter)?;
        }
        Ok(fields)
    }

    pub(super) fn places(&self) -> &[ShownPlace] {
        &self.places
    }

    /// The location of this name.
    pub(super) fn location(&self, name: &str) -> Option<program::LocationId> {
        self.test.program.locations.iter_enumerated().find(|(_, location)| location.name == name).map(|(id, _)| id)
    }

    /// What a register, in C a variable, is called.
    pub(super) fn register_name(&self, register: program::RegisterId) -> &str {
        &self.test.program.registers[register].name
    }

    fn number(&mut self, place: &ShownPlace) -> Result<usize, Diagnostic> {
        if place.cells.is_some() {
            return Err(problem(format!("the whole array `{}` is shown; its cells can be", place.name)));
        }
        let known = self.places.iter().position(|known| known.place == place.place && known.format == place.format);
        Ok(known.unwrap_or_else(|| {
            self.places.push(place.clone());
            self.places.len() - 1
        }))
    }

    fn atoms(&mut self, proposition: &Proposition<FinalAtom>) -> Result<(), Diagnostic> {
        match proposition {
            Proposition::True | Proposition::False => Ok(()),
            Proposition::Atom(FinalAtom::Holds { place, .. }) => self.number(place).map(|_| ()),
            Proposition::Atom(FinalAtom::Same(left, right)) => {
                self.number(left)?;
                self.number(right).map(|_| ())
            }
            Proposition::Not(inner) => self.atoms(inner),
            Proposition::And(members) | Proposition::Or(members) => {
                members.iter().try_for_each(|each| self.atoms(each))
            }
            Proposition::Implies(left, right) => {
                self.atoms(left)?;
                self.atoms(right)
            }
        }
    }

    /// A proposition as an expression of C over the values `v`.
    pub(super) fn expression(&self, proposition: &Proposition<FinalAtom>) -> Result<String, Diagnostic> {
        let all = |members: &[Proposition<FinalAtom>], operator: &str| -> Result<String, Diagnostic> {
            let members: Result<Vec<String>, Diagnostic> = members.iter().map(|each| self.expression(each)).collect();
            Ok(format!("({})", members?.join(operator)))
        };
        Ok(match proposition {
            Proposition::True => "1".to_owned(),
            Proposition::False => "0".to_owned(),
            Proposition::Atom(FinalAtom::Holds { place, expected }) => {
                let Expected::Scalar(value) = expected else {
                    return Err(problem(format!("the condition is about the whole array `{}`", place.name)));
                };
                let at = self.at(place)?;
                match value {
                    FinalValue::Number(bits, _) => {
                        let text = place.format.print(*bits, litmus::Base::Decimal);
                        format!("is_number(v[{at}], {})", literal(&text))
                    }
                    FinalValue::Address(location, 0) => {
                        format!("is_location(v[{at}], {})", location_number(*location))
                    }
                    FinalValue::Address(..) | FinalValue::Label(..) | FinalValue::Text(_) => {
                        return Err(problem(format!(
                            "the value that is asked of `{}` is none of a program",
                            place.name
                        )));
                    }
                }
            }
            Proposition::Atom(FinalAtom::Same(left, right)) => {
                format!("is_same(v[{}], v[{}])", self.at(left)?, self.at(right)?)
            }
            Proposition::Not(inner) => format!("!({})", self.expression(inner)?),
            Proposition::And(members) => all(members, " && ")?,
            Proposition::Or(members) => all(members, " || ")?,
            Proposition::Implies(left, right) => {
                format!("(!({}) || {})", self.expression(left)?, self.expression(right)?)
            }
        })
    }

    fn at(&self, place: &ShownPlace) -> Result<usize, Diagnostic> {
        let known = self.places.iter().position(|known| known.place == place.place && known.format == place.format);
        known.ok_or_else(|| problem(format!("`{}` is not shown", place.name)))
    }

    /// What the program knows of its outcomes: how many values are shown, their names, the condition, and the filter.
    pub(super) fn declarations(&self, hash: &str) -> Result<String, Diagnostic> {
        let test = self.test;
        let names: Vec<String> = self.places.iter().map(|place| quoted(&shown_name(place))).collect();
        let signs: Vec<String> = self.places.iter().map(|place| u8::from(place.format.signed).to_string()).collect();
        let locations: Vec<String> = test.program.locations.iter().map(|location| quoted(&location.name)).collect();
        let list = |items: &[String]| if items.is_empty() { "\"\"".to_owned() } else { items.join(", ") };
        let filter = test.filter.as_ref().map_or(Ok("1".to_owned()), |filter| self.expression(filter))?;
        let (kind, quantifier) = match test.quantifier {
            Quantifier::Exists => ("Allowed", "EXISTS"),
            Quantifier::NotExists => ("Forbidden", "NOT_EXISTS"),
            Quantifier::Forall => ("Required", "FORALL"),
        };
        Ok(format!(
            "enum {{ VALUES = {}, SHOWN = {} }};\nstatic const char *const value_names[] = {{ {} }};\n\
             static const char value_is_signed[] = {{ {} }};\n\
             static const char *const location_names[] = {{ {} }};\n\
             static const char test_name[] = {};\nstatic const char test_kind[] = \"{kind}\";\n\
             static const char test_condition[] = {};\nstatic const char test_hash[] = {};\n#define QUANTIFIER {quantifier}\n\n\
             static int condition_holds(const value_t *v)\n{{\n  (void)v;\n  return {};\n}}\n\n\
             static int is_counted(const value_t *v)\n{{\n  (void)v;\n  return {filter};\n}}\n\n",
            self.places.len().max(1),
            test.displayed.len(),
            list(&names),
            if signs.is_empty() { "0".to_owned() } else { signs.join(", ") },
            list(&locations),
            quoted(&test.name),
            quoted(&test.print_condition(litmus::Base::Decimal)),
            quoted(hash),
            self.expression(&test.condition)?,
        ))
    }
}

/// The number of a location, counted from 0 in the order of the test.
pub(super) fn location_number(location: program::LocationId) -> usize {
    program::Index::index(location)
}

fn shown_name(place: &ShownPlace) -> String {
    match place.place {
        FinalPlace::Register(..) => place.name.to_string(),
        FinalPlace::Whole(_) | FinalPlace::Cell(..) => format!("[{}]", place.name),
    }
}

/// A number in C: one with a sign is one of `long long`, and one without may be greater than these are.
fn literal(text: &str) -> String {
    match text {
        // C has no negative literals, and the number without its sign is too great for its type.
        "-9223372036854775808" => "-9223372036854775807LL - 1".to_owned(),
        _ if text.starts_with('-') => format!("{text}LL"),
        _ => format!("{text}ULL"),
    }
}

/// The expression of C that cuts a value to how its place shows numbers, and extends that to 64 bits.
pub(super) fn cut(place: &ShownPlace, expression: &str) -> Result<String, Diagnostic> {
    let sign = if place.format.signed { "int" } else { "uint" };
    let bits = match place.format.width {
        8 => 8,
        16 => 16,
        32 => 32,
        64 => 64,
        other => return Err(problem(format!("`{}` has {other} bits", place.name))),
    };
    Ok(format!("(uint64_t)({sign}{bits}_t)({expression})"))
}
