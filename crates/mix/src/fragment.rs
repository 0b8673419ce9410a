//! Functions that compilers are given: one for each piece of a thread.
//!
//! Shared locations are pointer arguments, variables that the piece reads are arguments by value, and what later pieces or the test's condition
//! want to know is the result: a value, a structure of two, or, beyond that, what is stored through further pointers to memory
//! of the thread's own. A variable that nothing looks at any more is no result: compilers may see that it is unused.

use std::fmt::Write;

use isa::c::standalone::pieces::{AtomicOperation, CutThread, Piece};

use crate::architecture::Convention;

/// A function that compilers are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    /// Its definition in C, with [`NAME`] for its name.
    pub(crate) text: String,
    /// How many bits each argument has.
    pub(crate) arguments: Vec<u16>,
    /// How many bits each result has: none, one, or two.
    pub(crate) results: Vec<u16>,
    /// What it does, when it is one atomic operation; variables in it are numbers of arguments and results.
    pub(crate) operation: Option<FragmentOperation>,
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

/// What the translation unit begins with.
pub(crate) const HEAD: &str = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\
    struct lakmus_two { unsigned long first, second; };\n";

/// The function for `piece` of `thread`, and how it is called. `wanted` are the variables that are looked at behind it, ascending;
/// `is_last` tells that nothing comes behind it.
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
    let goes_out = results.len() > 2 || (results.len() == 2 && results.iter().any(|&variable| width(variable) > 64));
    if goes_out && !is_last {
        return Err("a piece with more results than registers can hold".to_owned());
    }
    // What is only written on some ways keeps its value on the others.
    let kept = results.iter().filter(|_| !piece.always_writes);
    let mut reads: Vec<usize> = piece.reads.iter().chain(kept).copied().collect();
    reads.sort_unstable();
    reads.dedup();

    let mut parameters = Vec::new();
    let (mut arguments, mut widths) = (Vec::new(), Vec::new());
    for &number in &piece.parameters {
        let variable = &thread.parameters[number].variable;
        parameters.push(declaration(&variable.ctype.text, &variable.identifier));
        arguments.push(Argument::Parameter(number));
        widths.push(64);
    }
    for &number in &reads {
        let variable = &thread.variables[number];
        parameters.push(declaration(&variable.ctype.text, &variable.identifier));
        arguments.push(Argument::Variable(number));
        widths.push(variable.ctype.width);
    }
    if goes_out {
        for &number in &results {
            let variable = &thread.variables[number];
            parameters.push(format!("{} *out_{}", variable.ctype.text, variable.identifier));
            arguments.push(Argument::Out(number));
            widths.push(64);
        }
    }
    let (ctype, ending) = ending(thread, piece, &results, goes_out);
    let list = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let mut text = format!("{ctype} {NAME}({list}) {{\n");
    if piece.is_condition {
        let _ = writeln!(text, "  return ({}) != 0;", piece.text);
    } else {
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
        true => vec![32],
        false => taken.iter().map(|&variable| if taken.len() == 2 { 64 } else { width(variable) }).collect(),
    };
    let call = Call { arguments, results: taken };
    let operation = piece.operation.as_ref().and_then(|operation| in_arguments(operation, &call));
    Ok((Fragment { text, arguments: widths, results: result_widths, operation }, call))
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
            let value = |number: usize| format!("(unsigned long){}", name(number));
            let ending = format!("  return (struct lakmus_two){{ {}, {} }};\n", value(*first), value(*second));
            ("struct lakmus_two".to_owned(), ending)
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

/// The registers that hold each value, by the procedure-call standard; none when there are not enough.
pub(crate) fn argument_registers(convention: &Convention, widths: &[u16]) -> Option<Vec<Vec<&'static str>>> {
    let mut next = 0;
    let mut all = Vec::new();
    for &width in widths {
        let count = if width > 64 { 2 } else { 1 };
        if count == 2 && convention.pairs_are_even {
            next += next % 2;
        }
        all.push(convention.arguments.get(next..next + count)?.to_vec());
        next += count;
    }
    Some(all)
}

/// The registers that hold each result.
pub(crate) fn result_registers(convention: &Convention, widths: &[u16]) -> Vec<Vec<&'static str>> {
    let results = convention.results;
    match widths {
        [] => Vec::new(),
        [one] if *one > 64 => vec![results.to_vec()],
        [_] => vec![vec![results[0]]],
        [..] => results.iter().map(|register| vec![*register]).collect(),
    }
}
