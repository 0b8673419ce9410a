//! Conditions on final states as expressions of C.

use litmus::{Expected, FinalAtom, FinalPlace, FinalValue, LoweredTest, Proposition, ShownPlace};
use program::Width;

use super::values::mask;
use super::{NotAProgram, final_name, place_name, refuse};

pub(super) fn proposition(test: &LoweredTest, of: &Proposition<FinalAtom>) -> Result<String, NotAProgram> {
    let several = |all: &[Proposition<FinalAtom>], operator: &str, none: &str| {
        let all: Vec<String> = all.iter().map(|one| proposition(test, one)).collect::<Result<_, _>>()?;
        Ok(if all.is_empty() { none.to_owned() } else { format!("({})", all.join(operator)) })
    };
    match of {
        Proposition::True => Ok("1".to_owned()),
        Proposition::False => Ok("0".to_owned()),
        Proposition::Atom(FinalAtom::Holds { place: at, expected: Expected::Scalar(value) }) => {
            let (text, width) = place(test, at)?;
            match value {
                FinalValue::Number(bits, _) => {
                    Ok(format!("({text} & {}) == UINT64_C({})", mask(width), program::truncate(*bits, width.min(64))))
                }
                FinalValue::Address(..) | FinalValue::Label(..) | FinalValue::Text(_) => {
                    refuse("an address in a condition")
                }
            }
        }
        Proposition::Atom(FinalAtom::Holds { expected: Expected::Array(_), .. }) => refuse("an array in a condition"),
        Proposition::Atom(FinalAtom::Same(left, right)) => {
            Ok(format!("({}) == ({})", place(test, left)?.0, place(test, right)?.0))
        }
        Proposition::Not(of) => Ok(format!("!({})", proposition(test, of)?)),
        Proposition::And(all) => several(all, " && ", "1"),
        Proposition::Or(all) => several(all, " || ", "0"),
        Proposition::Implies(left, right) => {
            Ok(format!("(!({}) || ({}))", proposition(test, left)?, proposition(test, right)?))
        }
    }
}

/// What a place holds at the end, and how many bits it has.
fn place(test: &LoweredTest, shown: &ShownPlace) -> Result<(String, Width), NotAProgram> {
    let program = &test.program;
    match &shown.place {
        FinalPlace::Register(thread, part) => {
            let name = final_name(program, *thread, part.register);
            let text = if part.low == 0 { name } else { format!("({name} >> {})", part.low) };
            Ok((text, part.width.min(64)))
        }
        FinalPlace::Whole(location) | FinalPlace::Cell(location, 0) if !program.locations[*location].is_array => {
            let width = 8 * program.locations[*location].cell_bytes() as u16;
            Ok((format!("{}[0]", place_name(program, *location)), width))
        }
        FinalPlace::Cell(location, index) => {
            let width = 8 * program.locations[*location].cell_bytes() as u16;
            Ok((format!("{}[{index}]", place_name(program, *location)), width))
        }
        FinalPlace::Whole(_) => refuse("an array in a condition"),
    }
}
