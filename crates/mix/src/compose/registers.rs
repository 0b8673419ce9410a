//! The registers of glue: where a thread keeps addresses and values between pieces.
//!
//! Each has a register of its own that no body of the thread names, as long as there are enough. Where there are not, and the thread has neither branches nor
//! loops, a register is kept only as long as what it holds is wanted: an address until the last piece that takes it, a value from the piece that gives it.

use std::collections::BTreeSet;

use isa::c::standalone::pieces::Step;

use crate::architecture::Convention;
use crate::fragment::Argument;
use crate::ingest::Body;
use crate::source_test::SourceThread;

/// Where a thread keeps what it hands from piece to piece.
pub(super) struct Registers {
    /// By parameter: its register.
    pub(super) parameters: Vec<String>,
    /// By variable: its registers.
    pub(super) variables: Vec<Vec<String>>,
    /// By variable whose value leaves through memory: the register with the address.
    pub(super) outs: Vec<Option<String>>,
}

/// What needs a register.
#[derive(Clone, Copy)]
enum Held {
    Parameter(usize),
    /// A word of a variable.
    Variable(usize),
    Out(usize),
}

/// When something is held: moments before and behind the body of a piece have even and odd numbers, from 0.
#[derive(Clone, Copy)]
struct Span {
    from: usize,
    to: usize,
}

impl Span {
    const ALWAYS: Span = Span { from: 0, to: usize::MAX };

    fn meets(self, other: Span) -> bool {
        self.from <= other.to && other.from <= self.to
    }

    /// Whether it is held while the body of a piece runs.
    fn is_across(self, piece: usize) -> bool {
        self.from <= 2 * piece && self.to > 2 * piece
    }
}

/// Finds registers for everything that a thread hands on.
///
/// # Errors
/// When there are not enough.
pub(super) fn allocate(
    number: usize,
    thread: &SourceThread,
    bodies: &[&Body],
    convention: &Convention,
) -> Result<Registers, String> {
    let held = held(thread, convention);
    let always: Vec<(Held, Span)> = held.iter().map(|&held| (held, Span::ALWAYS)).collect();
    if let Some(found) = assign(thread, bodies, convention, &always) {
        return Ok(found);
    }
    let is_straight = thread.cut.steps.iter().all(|step| matches!(step, Step::Piece(_)));
    let while_wanted: Vec<(Held, Span)> = held.iter().map(|&held| (held, span(thread, held))).collect();
    let found = if is_straight { assign(thread, bodies, convention, &while_wanted) } else { None };
    found.ok_or_else(|| format!("P{number} has more variables than registers are free"))
}

/// What is to be held, in the order in which registers are given.
fn held(thread: &SourceThread, convention: &Convention) -> Vec<Held> {
    let arguments = || thread.calls.iter().flat_map(|(_, call)| &call.arguments);
    let results = || thread.calls.iter().flat_map(|(_, call)| &call.results);
    let mut all: Vec<Held> = (0..thread.locations.len()).map(Held::Parameter).collect();
    for (variable, declared) in thread.cut.variables.iter().enumerate() {
        let goes_out = arguments().any(|argument| *argument == Argument::Out(variable));
        let is_used = results().any(|&result| result == variable)
            || arguments().any(|argument| *argument == Argument::Variable(variable));
        if goes_out {
            all.push(Held::Out(variable));
        }
        // A variable that is only passed by its address lives in memory, and registers are scarce.
        if is_used || !goes_out {
            let count = declared.ctype.width.div_ceil(convention.word).max(1);
            all.extend((0..count).map(|_| Held::Variable(variable)));
        }
    }
    all
}

/// When something is wanted in a thread without branches.
fn span(thread: &SourceThread, held: Held) -> Span {
    let last_as = |wanted: Argument| thread.calls.iter().rposition(|(_, call)| call.arguments.contains(&wanted));
    match held {
        // (One that nothing takes keeps its register: initial states name it.)
        Held::Parameter(parameter) => match last_as(Argument::Parameter(parameter)) {
            Some(last) => Span { from: 0, to: 2 * last },
            None => Span::ALWAYS,
        },
        Held::Out(variable) => match last_as(Argument::Out(variable)) {
            Some(last) => Span { from: 0, to: 2 * last },
            None => Span::ALWAYS,
        },
        Held::Variable(variable) => {
            let first = thread.calls.iter().position(|(_, call)| {
                call.results.contains(&variable) || call.arguments.contains(&Argument::Variable(variable))
            });
            match first {
                // What is read before it is given begins as 0.
                Some(first) if !thread.calls[first].1.arguments.contains(&Argument::Variable(variable)) => {
                    Span { from: 2 * first + 1, to: usize::MAX }
                }
                Some(_) | None => Span::ALWAYS,
            }
        }
    }
}

/// Gives each the first register that nothing else is in at the same time and no body changes then; none where one finds none.
fn assign(
    thread: &SourceThread,
    bodies: &[&Body],
    convention: &Convention,
    wanted: &[(Held, Span)],
) -> Option<Registers> {
    let variables = thread.cut.variables.len();
    let mut found = Registers {
        parameters: vec![String::new(); thread.locations.len()],
        variables: vec![Vec::new(); variables],
        outs: vec![None; variables],
    };
    let mut given: Vec<(&str, Span)> = Vec::new();
    for &(held, span) in wanted {
        let changed: BTreeSet<&str> = bodies
            .iter()
            .enumerate()
            .filter(|(piece, _)| span.is_across(*piece))
            .flat_map(|(_, body)| body.registers.iter().map(String::as_str))
            .collect();
        let is_free = |register: &&&str| {
            !changed.contains(**register)
                && given.iter().all(|(known, other)| known != *register || !span.meets(*other))
        };
        let register = convention.glue.iter().find(is_free)?;
        given.push((register, span));
        match held {
            Held::Parameter(parameter) => found.parameters[parameter] = (*register).to_owned(),
            Held::Variable(variable) => found.variables[variable].push((*register).to_owned()),
            Held::Out(variable) => found.outs[variable] = Some((*register).to_owned()),
        }
    }
    Some(found)
}
