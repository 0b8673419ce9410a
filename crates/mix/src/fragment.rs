//! Functions that compilers are given: one for each piece of a thread.
//!
//! Shared locations are pointer arguments, variables that the piece reads are arguments by value, and what later pieces or the test's condition
//! want to know is the result: a value, a structure of two, or, beyond that, what is stored through further pointers to memory
//! of the thread's own. A variable that nothing looks at any more is no result: compilers may see that it is unused.

use std::collections::BTreeSet;
use std::fmt::Write;

use isa::c::standalone::Spelled;
use isa::c::standalone::pieces::{AtomicOperation, CutThread, Piece};

use crate::Architecture;
use crate::architecture::Convention;
use crate::ingest::Interface;

/// What is passed to a function or given by it, as far as a procedure-call standard asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Passed {
    /// An address, as wide as the architecture's registers.
    Address,
    /// A number of so many bits.
    Number(u16),
}

impl Passed {
    /// How many registers of `word` bits hold it.
    fn registers(self, word: u16) -> usize {
        match self {
            Passed::Address => 1,
            Passed::Number(width) => usize::from(width.div_ceil(word).max(1)),
        }
    }
}

/// A function that compilers are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    /// Its definition in C, with [`NAME`] for its name.
    pub(crate) text: String,
    /// The arguments.
    pub(crate) arguments: Vec<Passed>,
    /// By argument that is an address: how many bits of memory it points to.
    pub(crate) pointees: Vec<Option<u16>>,
    /// The results: none, one, or two.
    pub(crate) results: Vec<Passed>,
    /// The types that it names, and how many bits each has in C as tests have it; on machines where one has another size there is no such
    /// function.
    pub(crate) types: BTreeSet<(String, u16)>,
    /// The parameters, for languages other than C.
    pub(crate) parameters: Vec<FragmentParameter>,
    /// The types of the results.
    pub(crate) given: Vec<Spelled>,
    /// What it does, when it is one atomic operation; variables in it are numbers of arguments and results.
    pub(crate) operation: Option<FragmentOperation>,
}

impl Fragment {
    /// What a procedure call of it has to do with.
    pub(crate) fn interface(&self) -> Interface<'_> {
        let is_wide = self.pointees.iter().flatten().any(|width| *width > 64);
        Interface { arguments: &self.arguments, results: &self.results, is_wide }
    }
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FragmentParameter {
    /// Its name.
    pub(crate) name: String,
    /// Its type in C.
    pub(crate) ctype: Spelled,
    /// The type of the location that it points to, if it is a location's address.
    pub(crate) pointee: Option<Spelled>,
}

/// An atomic operation in terms of its function's arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FragmentOperation {
    /// What it does.
    pub(crate) operation: AtomicOperation,
    /// The number of the argument that points to the object.
    pub(crate) object: Option<usize>,
    /// The number of the argument that is the operand, if that is one.
    pub(crate) operand: Option<usize>,
    /// The number of the argument that is the expected value.
    pub(crate) expected: Option<usize>,
    /// What each result is.
    pub(crate) gives: Vec<Given>,
}

/// What a result of an atomic operation's function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The result of the operation.
    Result,
    /// The value found by a compare-exchange that fails, the expected one otherwise.
    Expected,
}

/// What a call of a fragment passes and takes, in terms of its thread.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What is passed.
    pub(crate) arguments: Vec<Argument>,
    /// The variables that the results go to. A condition has none and gives its truth value.
    pub(crate) results: Vec<usize>,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// The address that the thread's parameter of this number holds.
    Parameter(usize),
    /// The value of the thread's variable of this number.
    Variable(usize),
    /// The address of the memory that holds the thread's variable of this number at the end.
    Out(usize),
}

/// What stands for the function's name in [`Fragment::text`].
pub(crate) const NAME: &str = "@";

/// What the translation unit begins with. Two results are a structure where the standard gives that in two registers, and the halves of a number
/// elsewhere.
pub(crate) const HEAD: &str = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\
    #if __SIZEOF_POINTER__ == 8\n\
    typedef struct { unsigned long first, second; } lakmus_two;\n\
    #define LAKMUS_TWO(first, second) ((lakmus_two){ (unsigned long)(first), (unsigned long)(second) })\n\
    #else\n\
    typedef unsigned long long lakmus_two;\n\
    #define LAKMUS_TWO(first, second) ((lakmus_two)(uint32_t)(second) << 32 | (uint32_t)(first))\n\
    #endif\n";

/// The function for `piece` of `thread`, and how it is called. `wanted` are the variables that are looked at behind it, ascending;
/// `is_last` states that nothing follows it.
///
/// # Errors
/// Why there is none.
pub(crate) fn fragment(
    thread: &CutThread,
    piece: &Piece,
    wanted: &[usize],
    is_last: bool,
) -> Result<(Fragment, Call), String> {
    let results: Vec<usize> = piece.writes.iter().copied().filter(|variable| wanted.contains(variable)).collect();
    if piece.may_return && !is_last {
        return Err("a `return` inside a piece that others follow".to_owned());
    }
    let width = |variable: usize| thread.variables[variable].ctype.width;
    if piece.is_condition && !results.is_empty() {
        return Err("a condition that changes a variable".to_owned());
    }
    // Calling conventions give two results in registers; what is more or wider goes through memory.
    let goes_out = results.len() > 2 || (results.len() == 2 && results.iter().any(|&variable| width(variable) > 64));
    let mut types = BTreeSet::new();
    if goes_out && !is_last {
        return Err("a piece with more results than registers can hold".to_owned());
    }
    // What is only written on some ways keeps its value on the others.
    let kept = results.iter().filter(|_| !piece.always_writes);
    let mut reads: Vec<usize> = piece.reads.iter().chain(kept).copied().collect();
    reads.sort_unstable();
    reads.dedup();

    let (mut parameters, mut typed) = (Vec::new(), Vec::new());
    let (mut arguments, mut widths, mut pointees) = (Vec::new(), Vec::new(), Vec::new());
    let typed_as = |name: &str, ctype: &Spelled, pointee: Option<&Spelled>| FragmentParameter {
        name: name.to_owned(),
        ctype: ctype.clone(),
        pointee: pointee.cloned(),
    };
    for &number in &piece.parameters {
        let variable = &thread.parameters[number].variable;
        parameters.push(declaration(&variable.ctype.text, &variable.identifier));
        arguments.push(Argument::Parameter(number));
        widths.push(Passed::Address);
        let pointee = &thread.parameters[number].pointee;
        types.insert((format!("*({})0", variable.ctype.text), pointee.width));
        pointees.push(Some(pointee.width));
        typed.push(typed_as(&variable.identifier, &variable.ctype, Some(pointee)));
    }
    for &number in &reads {
        let variable = &thread.variables[number];
        parameters.push(declaration(&variable.ctype.text, &variable.identifier));
        arguments.push(Argument::Variable(number));
        widths.push(Passed::Number(variable.ctype.width));
        pointees.push(None);
        typed.push(typed_as(&variable.identifier, &variable.ctype, None));
    }
    for &number in reads.iter().chain(&piece.writes) {
        let ctype = &thread.variables[number].ctype;
        types.insert((ctype.text.clone(), ctype.width));
    }
    if goes_out {
        for &number in &results {
            let variable = &thread.variables[number];
            parameters.push(format!("{} *out_{}", variable.ctype.text, variable.identifier));
            arguments.push(Argument::Out(number));
            widths.push(Passed::Address);
            pointees.push(Some(variable.ctype.width));
            typed.push(typed_as(&format!("out_{}", variable.identifier), &variable.ctype, Some(&variable.ctype)));
        }
    }
    let (ctype, ending) = ending(thread, piece, &results, goes_out);
    let list = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let mut text = format!("{ctype} {NAME}({list}) {{\n");
    if piece.is_condition {
        let _ = writeln!(text, "  return ({}) != 0;", piece.text);
    } else {
        // Defined on every way: to read an indeterminate value is undefined behaviour, of which compilers make use.
        for &number in piece.writes.iter().filter(|number| !reads.contains(number)) {
            let variable = &thread.variables[number];
            let _ = writeln!(text, "  {} = 0;", declaration(&variable.ctype.text, &variable.identifier));
        }
        text.push_str(&piece.text);
        if piece.may_return {
            text.push_str("done:;\n");
        }
        text.push_str(&ending);
    }
    text.push_str("}\n");
    let taken = if goes_out { Vec::new() } else { results };
    let result_widths = match piece.is_condition {
        true => vec![Passed::Number(32)],
        false => taken.iter().map(|&variable| Passed::Number(width(variable))).collect(),
    };
    let given = taken.iter().map(|&variable| thread.variables[variable].ctype.clone()).collect();
    let call = Call { arguments, results: taken };
    let operation = piece.operation.as_ref().and_then(|operation| in_arguments(operation, &call));
    let fragment = Fragment {
        text,
        arguments: widths,
        pointees,
        results: result_widths,
        types,
        parameters: typed,
        given,
        operation,
    };
    Ok((fragment, call))
}

/// The type of the function, and what gives the results.
fn ending(thread: &CutThread, piece: &Piece, results: &[usize], goes_out: bool) -> (String, String) {
    let name = |number: usize| &thread.variables[number].identifier;
    match results {
        _ if piece.is_condition => ("int".to_owned(), String::new()),
        [] => ("void".to_owned(), String::new()),
        all if goes_out => {
            let store = |&number: &usize| format!("  *out_{0} = {0};\n", name(number));
            ("void".to_owned(), all.iter().map(store).collect())
        }
        [one] => (thread.variables[*one].ctype.text.clone(), format!("  return {};\n", name(*one))),
        [first, second, ..] => {
            let ending = format!("  return LAKMUS_TWO({}, {});\n", name(*first), name(*second));
            ("lakmus_two".to_owned(), ending)
        }
    }
}

/// `ctype name`.
fn declaration(ctype: &str, name: &str) -> String {
    if ctype.ends_with('*') { format!("{ctype}{name}") } else { format!("{ctype} {name}") }
}

/// The operation with numbers of arguments in place of the thread's variables.
fn in_arguments(operation: &AtomicOperation, call: &Call) -> Option<FragmentOperation> {
    let place = |wanted: Argument| call.arguments.iter().position(|argument| *argument == wanted);
    let object = operation.object.map(|number| place(Argument::Parameter(number)));
    let operand = match operation.operand {
        Some(isa::c::standalone::pieces::Operand::Variable(number)) => Some(place(Argument::Variable(number))?),
        Some(isa::c::standalone::pieces::Operand::Number(_)) | None => None,
    };
    let expected = operation.expected.map(|number| place(Argument::Variable(number)));
    let give = |number: &usize| {
        if operation.result == Some(*number) {
            Some(Given::Result)
        } else {
            (operation.expected == Some(*number)).then_some(Given::Expected)
        }
    };
    Some(FragmentOperation {
        operation: operation.clone(),
        object: match object {
            Some(found) => Some(found?),
            None => None,
        },
        operand,
        expected: match expected {
            Some(found) => Some(found?),
            None => None,
        },
        gives: call.results.iter().map(give).collect::<Option<Vec<Given>>>()?,
    })
}

/// The symbolic registers that stand for the words of the stack in which arguments are passed.
const STACK_ARGUMENTS: [&str; 8] = ["%in0", "%in1", "%in2", "%in3", "%in4", "%in5", "%in6", "%in7"];

/// The symbolic register for the word of the stack at so many bytes above the stack pointer of the function's beginning.
pub(crate) fn stack_argument(convention: &Convention, offset: i64) -> Option<&'static str> {
    let bytes = i64::from(convention.word / 8);
    let above = offset - convention.stack_arguments?;
    let number = usize::try_from(above / bytes).ok().filter(|_| above >= 0 && above % bytes == 0)?;
    STACK_ARGUMENTS.get(number).copied()
}

/// The registers that hold each argument, by the procedure-call standard; symbolic ones stand for words of the stack. None when there are not enough.
pub(crate) fn argument_registers(convention: &Convention, arguments: &[Passed]) -> Option<Vec<Vec<&'static str>>> {
    let (mut next, mut next_on_stack) = (0, 0);
    let mut all = Vec::new();
    for passed in arguments {
        let count = passed.registers(convention.word);
        let aligned = |place: usize| if count == 2 && convention.pairs_are_even { place + place % 2 } else { place };
        if count > convention.results.len() {
            return None;
        }
        let first = aligned(next);
        if let Some(registers) = convention.arguments.get(first..first + count) {
            all.push(registers.to_vec());
            next = first + count;
            continue;
        }
        // What comes behind an argument on the stack is there too.
        next = convention.arguments.len();
        let first = aligned(next_on_stack);
        convention.stack_arguments?;
        all.push(STACK_ARGUMENTS.get(first..first + count)?.to_vec());
        next_on_stack = first + count;
    }
    Some(all)
}

/// The instructions behind a function that clear what its results leave open (see `Dialect::clear_above_result`).
pub(crate) fn cleared_results(architecture: Architecture, results: &[Passed]) -> Vec<String> {
    let registers = result_registers(architecture.convention(), results).unwrap_or_default();
    let clear = |(passed, registers): (&Passed, &Vec<&'static str>)| match (passed, registers.as_slice()) {
        (Passed::Number(width), [register]) => architecture.dialect().clear_above_result(register, *width),
        _ => None,
    };
    results.iter().zip(&registers).filter_map(clear).collect()
}

/// The registers that hold each result; none when there are not enough.
pub(crate) fn result_registers(convention: &Convention, results: &[Passed]) -> Option<Vec<Vec<&'static str>>> {
    let registers = convention.results;
    let count = |passed: &Passed| passed.registers(convention.word);
    match results {
        [] => Some(Vec::new()),
        [one] => registers.get(..count(one)).map(|registers| vec![registers.to_vec()]),
        [first, second] if count(first) == 1 && count(second) == 1 => {
            Some(registers.get(..2)?.iter().map(|register| vec![*register]).collect())
        }
        [..] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Architecture;

    #[test]
    fn wide_arguments_of_32_bit_arm_go_to_even_pairs_and_to_the_stack() {
        let convention = Architecture::Arm.convention();
        let wide = Passed::Number(64);
        let found = argument_registers(convention, &[Passed::Address, wide]);
        assert_eq!(found, Some(vec![vec!["R0"], vec!["R2", "R3"]]));
        let found = argument_registers(convention, &[Passed::Address, wide, wide, Passed::Number(8)]);
        let expected = vec![vec!["R0"], vec!["R2", "R3"], vec!["%in0", "%in1"], vec!["%in2"]];
        assert_eq!(found, Some(expected));
        assert_eq!(stack_argument(convention, 4), Some("%in1"));
        assert_eq!(stack_argument(convention, -4), None);
        assert_eq!(result_registers(convention, &[wide]), Some(vec![vec!["R0", "R1"]]));
        assert_eq!(result_registers(convention, &[wide, Passed::Number(32)]), None);
    }

    #[test]
    fn where_stack_arguments_are_not_followed_there_are_none() {
        let convention = Architecture::Power.convention();
        assert!(argument_registers(convention, &[Passed::Address; 8]).is_some());
        assert!(argument_registers(convention, &[Passed::Address; 9]).is_none());
    }
}
