//! Threads from bodies: a litmus test in assembly for one choice of code for each piece.
//!
//! Between bodies stands glue: addresses of locations and values of variables are kept in registers that no body of the thread names, copied to
//! where the next body wants its arguments, and taken from where it leaves its results. What a value argument carries from one piece to the next is
//! a dependency of the source too.

mod memory;
mod registers;

use std::collections::BTreeSet;
use std::fmt::Write;

use isa::c::standalone::pieces::Step;
use litmus::{Atom, Claim, Lvalue, Place, Proposition, Quantifier, Value};

use crate::Architecture;
use crate::fragment::{Argument, argument_registers, cleared_results, result_registers};
use crate::ingest::{Body, BodyLine, with_labels};
use crate::outcome::mask;
use crate::source_test::{Fragments, SourceTest, SourceThread, observed_place};

use memory::{Memory, containers, element, in_words, names_of};
use registers::Registers;

/// A combined test.
#[derive(Clone, Debug)]
pub(crate) struct Composed {
    /// The test, as `lakmus run` and herd read it.
    pub(crate) text: String,
    /// By observed place: the names under which its states show the value; two for 128 bits, the low half first.
    pub(crate) names: Vec<Vec<String>>,
    /// The labels of loops that only retry.
    pub(crate) retries: BTreeSet<String>,
    /// How many bits each name has where a place has two.
    pub(crate) half: u16,
    /// Where its condition begins.
    condition_at: usize,
}

impl Composed {
    /// Its text but for the name and the condition: all that its outcomes depend on.
    pub(crate) fn body(&self) -> &str {
        let name_end = self.text.find('\n').unwrap_or(0);
        &self.text[name_end..self.condition_at]
    }

    /// Its text with two other conditions: that it ends in none of these outcomes, and that it ends.
    pub(crate) fn with_conditions(&self, outcomes: &BTreeSet<Vec<String>>) -> String {
        let mut text = self.text[..self.condition_at].to_owned();
        let all: Vec<String> = outcomes.iter().map(|outcome| format!("({})", self.claim(outcome))).collect();
        let any = if all.is_empty() { "false".to_owned() } else { all.join(r" \/ ") };
        let _ = writeln!(text, "exists (~({any}))\nexists (true)");
        text
    }

    /// That it ends in this outcome, as a proposition.
    pub(crate) fn claim(&self, outcome: &[String]) -> String {
        let values = outcome.iter().zip(&self.names).flat_map(|(value, names)| self.equations(value, names));
        let all: Vec<String> = values.collect();
        if all.is_empty() { "true".to_owned() } else { all.join(r" /\ ") }
    }

    /// That a place has a value.
    fn equations(&self, value: &str, names: &[String]) -> Vec<String> {
        match (names, value.parse::<u128>()) {
            ([low, high], Ok(number)) => {
                let halves = [mask(number, self.half), mask(number >> self.half, self.half)];
                vec![format!("{low}={}", halves[0]), format!("{high}={}", halves[1])]
            }
            (names, _) => names.iter().map(|name| format!("{name}={value}")).collect(),
        }
    }
}

/// Which lines of bodies a combined test has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Those of the compilers, for reports.
    AsCompiled,
    /// Those that have the same outcomes and are found out sooner.
    ForSimulation,
}

/// A thread in the making.
struct ThreadText<'a> {
    number: usize,
    architecture: Architecture,
    form: Form,
    thread: &'a SourceThread,
    fragments: &'a Fragments,
    bodies: &'a [&'a Body],
    /// By variable: its registers.
    variables: Vec<Vec<String>>,
    /// By parameter: its register.
    parameters: Vec<String>,
    /// By variable whose value leaves through memory: the register with the address.
    outs: Vec<Option<String>>,
    lines: Vec<String>,
    labels: usize,
    retries: BTreeSet<String>,
    /// Where `break` and `continue` go, innermost last.
    loops: Vec<(String, String)>,
    /// Whether the source has a loop.
    has_loops: bool,
    end: String,
}

/// Puts the test together from the bodies of its pieces, in the order of [`SourceTest::all_pieces`].
///
/// # Errors
/// Why it cannot be.
pub(crate) fn compose(
    test: &SourceTest,
    fragments: &Fragments,
    bodies: &[&Body],
    architecture: Architecture,
    form: Form,
) -> Result<Composed, String> {
    let mut first = 0;
    let mut threads = Vec::new();
    for (number, thread) in test.threads.iter().enumerate() {
        // `bodies` are in the order of the threads, and within each in that of its calls.
        let own = &bodies[first..first + thread.calls.len()];
        first += thread.calls.len();
        threads.push(ThreadText::write(number, thread, fragments, own, (architecture, form))?);
    }
    let (in_words, containers) = (in_words(test, bodies, architecture), containers(test, bodies, architecture));
    let memory = Memory { cells: &test.memory, architecture, in_words, containers };
    let names: Vec<Vec<String>> = test.observed.iter().map(|part| names_of(part, &memory, &threads)).collect();
    let mut text = format!("{} {}\n", architecture.word(), test.name);
    let loops = bodies.iter().any(|body| body.has_other_loops) || threads.iter().any(|thread| thread.has_loops);
    if !loops && bodies.iter().any(|body| !body.retries.is_empty()) {
        // Loops that only retry need one round: what more rounds end in, one does.
        text.push_str("Unroll=0\n");
    }
    let has_wide = test.memory.iter().any(|cell| cell.width > 64) || threads.iter().any(|thread| thread.has_wide_out());
    if let Some(variant) = architecture.variant(has_wide) {
        let _ = writeln!(text, "Variant={variant}");
    }
    text.push_str("{\n");
    for cell in &test.memory {
        let _ = writeln!(text, "  {}", memory.declaration(cell));
    }
    for thread in &threads {
        thread.initial_state(&mut text);
    }
    text.push_str("}\n");
    table(&threads, &mut text);
    let shown: Vec<String> = names.iter().flatten().map(|name| format!("{name};")).collect();
    if !shown.is_empty() {
        let _ = writeln!(text, "locations [{}]", shown.join(" "));
    }
    let condition_at = text.len();
    let (quantifier, proposition) = &test.condition;
    let quantifier = match quantifier {
        Quantifier::Exists => "exists",
        Quantifier::NotExists => "~exists",
        Quantifier::Forall => "forall",
    };
    // Halves of 128 bits in memory have 64 bits, and so have registers where there are such values.
    let half = architecture.convention().word;
    let condition = Condition { test, threads: &threads, memory: &memory, half };
    let _ = writeln!(text, "{quantifier} ({})", condition.proposition(proposition)?);
    let retries = threads.iter().flat_map(|thread| thread.retries.iter().cloned()).collect();
    Ok(Composed { text, names, retries, half, condition_at })
}

/// The threads side by side.
fn table(threads: &[ThreadText<'_>], text: &mut String) {
    let rows = threads.iter().map(|thread| thread.lines.len()).max().unwrap_or(0).max(1);
    let heading = |number: usize| format!("P{number}");
    let width = |thread: &ThreadText<'_>| thread.lines.iter().map(String::len).max().unwrap_or(0).max(2);
    let widths: Vec<usize> = threads.iter().map(width).collect();
    let mut row = |cells: Vec<&str>| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell:width$} ", width = *width)).collect();
        let _ = writeln!(text, "{};", padded.join("|"));
    };
    let headings: Vec<String> = threads.iter().map(|thread| heading(thread.number)).collect();
    row(headings.iter().map(String::as_str).collect());
    for number in 0..rows {
        row(threads.iter().map(|thread| thread.lines.get(number).map_or("", String::as_str)).collect());
    }
}

impl<'a> ThreadText<'a> {
    fn write(
        number: usize,
        thread: &'a SourceThread,
        fragments: &'a Fragments,
        bodies: &'a [&'a Body],
        (architecture, form): (Architecture, Form),
    ) -> Result<ThreadText<'a>, String> {
        let Registers { parameters, variables, outs } =
            registers::allocate(number, thread, bodies, architecture.convention())?;
        let end = format!("L{number}_0");
        let mut text = ThreadText {
            number,
            architecture,
            form,
            thread,
            fragments,
            bodies,
            variables,
            parameters,
            outs,
            lines: Vec::new(),
            labels: 1,
            retries: BTreeSet::new(),
            loops: Vec::new(),
            has_loops: false,
            end,
        };
        text.steps(&thread.cut.steps)?;
        // A label that nothing jumps to would be noise in each test.
        let is_end_used = text.lines.iter().any(|line| line.split([' ', ',']).any(|word| word == text.end));
        if is_end_used {
            let end = format!("{}:", text.end);
            text.lines.push(end);
        }
        Ok(text)
    }

    /// Whether a variable of 128 bits leaves through memory.
    fn has_wide_out(&self) -> bool {
        let is_wide = |(variable, out): (usize, &Option<String>)| {
            out.is_some() && self.thread.cut.variables[variable].ctype.width > 64
        };
        self.outs.iter().enumerate().any(is_wide)
    }

    /// The location that holds the value of a variable at the end.
    fn out_name(&self, variable: usize) -> String {
        format!("P{}_{}", self.number, self.thread.cut.variables[variable].identifier)
    }

    fn initial_state(&self, text: &mut String) {
        let number = self.number;
        let word = self.architecture.convention().word;
        for (variable, out) in self.outs.iter().enumerate() {
            if let Some(register) = out {
                let name = self.out_name(variable);
                let width = self.thread.cut.variables[variable].ctype.width;
                let _ = match self.architecture.is_halved(width) {
                    true => writeln!(text, "  {} {name}[2];", element(64)),
                    false => writeln!(text, "  {} {name};", element(width)),
                };
                let _ = writeln!(text, "  {number}:{register}={name};");
            }
        }
        for (register, location) in self.parameters.iter().zip(&self.thread.locations) {
            let _ = writeln!(text, "  {number}:{register}={location};");
        }
        for (registers, variable) in self.variables.iter().zip(&self.thread.cut.variables) {
            // One that held an address before its variable had a value begins with that.
            let is_shared = |register: &&String| {
                self.parameters.contains(register) || self.outs.iter().flatten().any(|out| out == *register)
            };
            for register in registers.iter().filter(|register| !is_shared(register)) {
                let _ = writeln!(text, "  {} {number}:{register};", element(variable.ctype.width.min(word)));
            }
        }
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}_{}", self.number, self.labels - 1)
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), String> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn jump(&mut self, label: &str) {
        self.lines.push(self.architecture.dialect().jump(label));
    }

    fn put_label(&mut self, label: &str) {
        self.lines.push(format!("{label}:"));
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Piece(piece) => {
                self.call(*piece)?;
            }
            Step::If { condition, then, otherwise } => {
                let (other, end) = (self.label(), self.label());
                self.test(*condition, true, &other)?;
                self.steps(then)?;
                if otherwise.is_empty() {
                    self.put_label(&other);
                } else {
                    self.jump(&end);
                    self.put_label(&other);
                    self.steps(otherwise)?;
                    self.put_label(&end);
                }
            }
            Step::Loop { condition, tests_first, body, next } => {
                self.has_loops = true;
                // `continue` goes to where the round ends, not to the head: `next` is still to be done.
                let (head, round_end, end) = (self.label(), self.label(), self.label());
                self.put_label(&head);
                if let (Some(condition), true) = (condition, *tests_first) {
                    self.test(*condition, true, &end)?;
                }
                self.loops.push((end.clone(), round_end.clone()));
                let written = self.steps(body);
                self.loops.pop();
                written?;
                self.put_label(&round_end);
                self.steps(next)?;
                match (condition, *tests_first) {
                    (Some(condition), false) => self.test(*condition, false, &head)?,
                    _ => self.jump(&head),
                }
                self.put_label(&end);
            }
            Step::Break => {
                let target = self.loops.last().map(|(end, _)| end.clone());
                self.jump(&target.ok_or("`break` outside of a loop")?);
            }
            Step::Continue => {
                let target = self.loops.last().map(|(_, next)| next.clone());
                self.jump(&target.ok_or("`continue` outside of a loop")?);
            }
            Step::Return => {
                let end = self.end.clone();
                self.jump(&end);
            }
        }
        Ok(())
    }

    /// A condition, and a jump where it is 0 or is not.
    fn test(&mut self, piece: usize, when_zero: bool, target: &str) -> Result<(), String> {
        let result = self.call(piece)?.into_iter().flatten().next();
        let register = result.ok_or("a condition without a value")?;
        self.lines.extend(self.architecture.dialect().branch(register, when_zero, target));
        Ok(())
    }

    /// Arguments, the body, and results; gives the registers of the results.
    fn call(&mut self, piece: usize) -> Result<Vec<Vec<&'static str>>, String> {
        let (id, call) = &self.thread.calls[piece];
        let (fragment, body) = (self.fragments.get(*id), self.bodies[piece]);
        let (convention, dialect) = (self.architecture.convention(), self.architecture.dialect());
        let arguments = argument_registers(convention, &fragment.arguments).ok_or("too many arguments")?;
        let mut lines = Vec::new();
        for (argument, registers) in call.arguments.iter().zip(&arguments) {
            let from: Vec<&String> = match argument {
                Argument::Parameter(parameter) => vec![&self.parameters[*parameter]],
                Argument::Variable(variable) => self.variables[*variable].iter().collect(),
                Argument::Out(variable) => self.outs[*variable].iter().collect(),
            };
            lines.extend(registers.iter().zip(from).map(|(to, from)| dialect.copy(to, from)));
        }
        self.lines.append(&mut lines);
        self.body(body);
        // The upper bits of a narrow result are anybody's by the procedure-call standard.
        self.lines.extend(cleared_results(self.architecture, &fragment.results));
        let results = result_registers(convention, &fragment.results).ok_or("too many results")?;
        for (variable, registers) in call.results.iter().zip(&results) {
            let to = &self.variables[*variable];
            let copies = to.iter().zip(registers).map(|(to, from)| dialect.copy(to, from));
            self.lines.extend(copies.collect::<Vec<_>>());
        }
        Ok(results)
    }

    fn body(&mut self, body: &Body) {
        // A body numbers its labels from 0 wherever it stands; in a thread with several bodies they have to differ.
        let first = self.labels;
        let most = body.lines.iter().chain(&body.simulated).map(|line| match line {
            BodyLine::Label(number) => *number,
            BodyLine::Instruction(_) => 0,
        });
        self.labels += most.max().unwrap_or(0) + 1;
        let number = self.number;
        let name = |label: usize| format!("L{number}_{}", first + label);
        let mut jumps_to_end = false;
        let lines = match self.form {
            Form::AsCompiled => &body.lines,
            Form::ForSimulation => &body.simulated,
        };
        for line in lines {
            match line {
                BodyLine::Label(label) => self.lines.push(format!("{}:", name(*label))),
                BodyLine::Instruction(text) => {
                    jumps_to_end |= text.contains("@0@");
                    self.lines.push(with_labels(text, &name));
                }
            }
        }
        if jumps_to_end {
            self.lines.push(format!("{}:", name(0)));
        }
        self.retries.extend(body.retries.iter().map(|label| name(*label)));
    }
}

/// Writes conditions of the source with the names of the combined test.
struct Condition<'a> {
    test: &'a SourceTest,
    threads: &'a [ThreadText<'a>],
    memory: &'a Memory<'a>,
    /// How many bits a half of a value has that has two names.
    half: u16,
}

impl Condition<'_> {
    fn proposition(&self, proposition: &Proposition<Atom>) -> Result<String, String> {
        let all = |all: &[Proposition<Atom>], sign: &str| {
            let parts = all.iter().map(|part| self.proposition(part)).collect::<Result<Vec<String>, String>>()?;
            Ok(format!("({})", parts.join(sign)))
        };
        match proposition {
            Proposition::True => Ok("true".to_owned()),
            Proposition::False => Ok("false".to_owned()),
            Proposition::Atom(atom) => self.atom(atom),
            Proposition::Not(inner) => Ok(format!("~({})", self.proposition(inner)?)),
            Proposition::And(parts) => all(parts, r" /\ "),
            Proposition::Or(parts) => all(parts, r" \/ "),
            Proposition::Implies(left, right) => {
                Ok(format!("(({}) => ({}))", self.proposition(left)?, self.proposition(right)?))
            }
        }
    }

    fn names(&self, place: &Lvalue) -> Result<Vec<String>, String> {
        let cuts: Vec<_> = self.test.threads.iter().map(|thread| thread.cut.clone()).collect();
        match observed_place(place, &cuts, &self.test.memory) {
            Ok(part) => Ok(names_of(&part, self.memory, self.threads)),
            Err(_) => Err("a condition on something that is not known".to_owned()),
        }
    }

    fn atom(&self, atom: &Atom) -> Result<String, String> {
        match &atom.claim {
            Claim::Value(place, value) => {
                let names = self.names(place)?;
                match (names.as_slice(), value) {
                    ([one], value) => Ok(format!("{one}={value}")),
                    ([low, high], Value::Number(number)) => {
                        let bits = number.bits();
                        let halves = [bits, bits >> self.half].map(|half| mask(half, self.half));
                        Ok(format!(r"({low}={} /\ {high}={})", halves[0], halves[1]))
                    }
                    _ => Err("a condition on two registers that is no number".to_owned()),
                }
            }
            Claim::Same(left, right) => {
                let whole = |place: &Place| Lvalue::Whole(place.clone());
                let (left, right) = (self.names(&whole(left))?, self.names(&whole(right))?);
                let parts: Vec<String> =
                    left.iter().zip(&right).map(|(left, right)| format!("{left}={right}")).collect();
                Ok(format!("({})", parts.join(r" /\ ")))
            }
            Claim::Fault(_) => Err("a condition on faults".to_owned()),
        }
    }
}
