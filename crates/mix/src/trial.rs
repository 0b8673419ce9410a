//! Calls of functions on random states of one thread: by the processor, or an emulator of it, and by the simulator. Both have to find the same results and
//! leave the same memory: a check of reading, of frames and of what instructions mean, on the code that is mixed.
//!
//! A [`Trial`] is a call with a state. [`driver`] writes a C program that makes the calls and prints what it finds, to be linked with what a compiler
//! gave ([`assembly`]) and run; [`expected`] says what the simulator finds for a body.

use std::collections::BTreeMap;
use std::fmt::Write;

use source::{Diagnostic, Sources};

use crate::cache::CodeCache;
use crate::compiler::{CompileError, Unit, compile_text};
use crate::fragment::{HEAD, NAME, Passed, argument_registers, cleared_results, result_registers};
use crate::ingest::Body;
use crate::outcome::{mask, normal, read_state};
use crate::source_test::{Fragments, function_name};
use crate::{Architecture, FragmentId, Origin, Profile};

/// A call of a function, and what it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The function.
    pub fragment: FragmentId,
    /// By argument: the number that is passed, or what stands where the address points.
    pub values: Vec<u128>,
}

/// What a call ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its results.
    pub results: Vec<u128>,
    /// By argument that is an address: what stands there.
    pub memory: Vec<u128>,
}

/// Numbers that operations treat differently, beside random ones.
const SPECIAL: [u128; 6] = [0, 1, 2, 0x7f, 0x80, u128::MAX];

/// So many calls of each of these functions, on states that `seed` chooses. Values are often equal, so that compare-exchanges succeed.
pub fn trials(fragments: &Fragments, ids: &[FragmentId], calls: usize, seed: u64) -> Vec<Trial> {
    let mut random = Random(seed);
    let mut all = Vec::new();
    for &fragment in ids {
        let of = fragments.get(fragment);
        for _ in 0..calls {
            let mut values: Vec<u128> = Vec::new();
            for (passed, pointee) in of.arguments.iter().zip(&of.pointees) {
                let width = match passed {
                    Passed::Address => pointee.unwrap_or(32),
                    Passed::Number(width) => *width,
                };
                let value = match (random.below(4), values.first()) {
                    (0, Some(&first)) => first,
                    (0 | 1, _) => SPECIAL[random.below(SPECIAL.len() as u64) as usize],
                    _ => u128::from(random.next()) << 64 | u128::from(random.next()),
                };
                values.push(mask(value, width));
            }
            all.push(Trial { fragment, values });
        }
    }
    all
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// What the compiler of a profile gives for these functions, to be assembled.
///
/// # Errors
/// When the profile is a table, or the compiler refuses one of them.
pub fn assembly(profile: &Profile, fragments: &Fragments, ids: &[FragmentId]) -> Result<String, CompileError> {
    match &profile.origin {
        Origin::Compiler(compiler) => {
            let unit = Unit::of(compiler.language, fragments, ids);
            compile_text(compiler, profile.architecture, &unit.text, &CodeCache::none())
        }
        Origin::Table(table) => {
            Err(CompileError::Run { program: table.name.clone(), message: "a table compiles nothing".to_owned() })
        }
    }
}

/// A C program that makes the calls and prints a line for each: its number, the bytes of the result, and those of memory.
pub fn driver(fragments: &Fragments, trials: &[Trial]) -> String {
    let mut text = HEAD.to_owned();
    text.push_str("#include <stdio.h>\n#include <string.h>\n");
    text.push_str(
        "static void show(const void *from, unsigned bytes) {\n  const unsigned char *all = from;\n  putchar(' ');\n  \
         while (bytes--) printf(\"%02x\", all[bytes]);\n}\n",
    );
    let mut declared: Vec<FragmentId> = Vec::new();
    for trial in trials.iter().filter(|trial| fragments.get(trial.fragment).text.contains(" {")) {
        if !declared.contains(&trial.fragment) {
            declared.push(trial.fragment);
            let head = fragments.get(trial.fragment).text.split(" {").next().unwrap_or_default();
            let _ = writeln!(text, "{};", head.replacen(NAME, &function_name(trial.fragment), 1));
        }
    }
    for (number, trial) in trials.iter().enumerate() {
        call(fragments, number, trial, &mut text);
    }
    text.push_str("int main(void) {\n");
    for number in 0..trials.len() {
        let _ = writeln!(text, "  trial_{number}();");
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// The function of the driver for one call.
fn call(fragments: &Fragments, number: usize, trial: &Trial, text: &mut String) {
    let fragment = fragments.get(trial.fragment);
    let _ = writeln!(text, "static void trial_{number}(void) {{");
    let mut passed = Vec::new();
    let mut memory = 0;
    for (argument, &value) in fragment.arguments.iter().zip(&trial.values) {
        let (low, high) = (value as u64, (value >> 64) as u64);
        match argument {
            Passed::Address => {
                let _ = writeln!(
                    text,
                    "  static _Alignas(16) unsigned long long m{memory}[2];\n  m{memory}[0] = {low}ULL; m{memory}[1] = {high}ULL;"
                );
                passed.push(format!("(void *)m{memory}"));
                memory += 1;
            }
            Passed::Number(width) if *width > 64 => {
                passed.push(format!("(unsigned __int128){high}ULL << 64 | {low}ULL"));
            }
            Passed::Number(_) => passed.push(format!("{low}ULL")),
        }
    }
    let ctype = fragment.text.split(NAME).next().unwrap_or_default().trim();
    let call = format!("{}({})", function_name(trial.fragment), passed.join(", "));
    match ctype {
        "void" => _ = writeln!(text, "  {call};\n  printf(\"{number}\");"),
        _ => _ = writeln!(text, "  {ctype} result = {call};\n  printf(\"{number}\"); show(&result, sizeof result);"),
    }
    for number in 0..memory {
        let _ = writeln!(text, "  show(m{number}, sizeof m{number});");
    }
    text.push_str("  putchar('\\n');\n}\n");
}

/// Reads what the driver prints: the answers by the numbers of trials.
///
/// # Errors
/// The line that is none of the driver's.
pub fn read_answers(
    fragments: &Fragments,
    architecture: Architecture,
    trials: &[Trial],
    printed: &str,
) -> Result<BTreeMap<usize, Answer>, String> {
    let mut all = BTreeMap::new();
    for line in printed.lines() {
        let answer = answer_of(fragments, architecture, trials, line).ok_or_else(|| format!("`{line}`"))?;
        all.insert(answer.0, answer.1);
    }
    Ok(all)
}

fn answer_of(
    fragments: &Fragments,
    architecture: Architecture,
    trials: &[Trial],
    line: &str,
) -> Option<(usize, Answer)> {
    let mut words = line.split_whitespace();
    let number: usize = words.next()?.parse().ok()?;
    let fragment = fragments.get(trials.get(number)?.fragment);
    let hexadecimal = |word: &str| u128::from_str_radix(word, 16).ok();
    let results = match fragment.results.as_slice() {
        [] => Vec::new(),
        [one] => vec![mask(hexadecimal(words.next()?)?, width_of(*one))],
        all => {
            let both = hexadecimal(words.next()?)?;
            let word = architecture.convention().word;
            let part = |(at, passed): (usize, &Passed)| mask(both >> (at as u16 * word), width_of(*passed));
            all.iter().enumerate().map(part).collect()
        }
    };
    let mut memory = Vec::new();
    for (passed, pointee) in fragment.arguments.iter().zip(&fragment.pointees) {
        if *passed == Passed::Address {
            memory.push(mask(hexadecimal(words.next()?)?, pointee.unwrap_or(32)));
        }
    }
    Some((number, Answer { results, memory }))
}

fn width_of(passed: Passed) -> u16 {
    match passed {
        Passed::Address => 64,
        Passed::Number(width) => width,
    }
}

/// What the simulator finds when a body is called.
///
/// # Errors
/// What keeps it from being simulated, and what it ends in where that is more than one state.
pub fn expected(
    fragments: &Fragments,
    trial: &Trial,
    body: &Body,
    architecture: Architecture,
    model: &sim::Model,
) -> Result<Answer, String> {
    let alone = Alone::new(fragments, trial, body, architecture)?;
    let mut sources = Sources::new();
    let source = sources.add("trial", alone.text(body));
    let printed = |found: Vec<Diagnostic>| found.first().map_or_else(String::new, |found| found.message.clone());
    let test = sim::Test::load(&sources, source, "trial").map_err(printed)?;
    let options = sim::Options::default().with(|set| set.goal = sim::Goal::States);
    let report = sim::simulate(&test, model, &options).map_err(|error| error.to_string())?;
    let [state] = report.states.as_slice() else {
        return Err(format!("it ends in {} states: {}", report.states.len(), report.states.join(" or ")));
    };
    let values = read_state(state);
    let number = |shown: &Shown| -> Result<u128, String> {
        let mut all = 0;
        for (at, name) in shown.names.iter().enumerate() {
            let part = values.get(name.as_str()).map_or_else(String::new, |value| normal(value, shown.part));
            let part: u128 = part.parse().map_err(|_| format!("`{name}` is `{part}`"))?;
            all |= part << (at as u16 * shown.part);
        }
        Ok(mask(all, shown.width))
    };
    let read = |all: &[Shown]| all.iter().map(number).collect::<Result<Vec<u128>, String>>();
    Ok(Answer { results: read(&alone.results)?, memory: read(&alone.memory)? })
}

/// A body as the only thread of a test.
struct Alone {
    architecture: Architecture,
    word: u16,
    /// Lines of the initial state.
    initial: Vec<String>,
    /// Instructions before the body.
    before: Vec<String>,
    /// Instructions behind it.
    after: Vec<String>,
    /// By result.
    results: Vec<Shown>,
    /// By argument that is an address.
    memory: Vec<Shown>,
}

/// A number in states.
struct Shown {
    /// The names of its parts, the low one first.
    names: Vec<String>,
    /// How many bits a part has.
    part: u16,
    /// How many bits it has.
    width: u16,
}

impl Alone {
    fn new(fragments: &Fragments, trial: &Trial, body: &Body, architecture: Architecture) -> Result<Alone, String> {
        let (fragment, convention) = (fragments.get(trial.fragment), architecture.convention());
        let places = argument_registers(convention, &fragment.arguments).ok_or("too many arguments")?;
        let outs = result_registers(convention, &fragment.results).ok_or("too many results")?;
        let word = convention.word;
        let mut alone = Alone {
            architecture,
            word,
            initial: Vec::new(),
            before: Vec::new(),
            after: cleared_results(architecture, &fragment.results),
            results: Vec::new(),
            memory: Vec::new(),
        };
        let mut free = convention.glue.iter().filter(|register| !body.registers.contains(**register));
        for (number, (registers, &value)) in places.iter().zip(&trial.values).enumerate() {
            if fragment.arguments[number] == Passed::Address {
                let width = fragment.pointees[number].unwrap_or(32);
                // The word that it lies in, where the code accesses that: it lies at its begin, and the rest is 0.
                let widest = body.sizes.get(number).and_then(|sizes| sizes.last()).copied().filter(|&all| all <= word);
                alone.points_to(number, registers, value, [width, widest.unwrap_or(0).max(width)], &mut free)?;
                continue;
            }
            // What the procedure calls of these say of numbers of 32 bits in registers of 64, whatever their type.
            let extends = architecture.facts().extends_words;
            let value = match fragment.arguments[number] {
                Passed::Number(32) if extends && word == 64 => value as u32 as i32 as u128,
                Passed::Number(_) | Passed::Address => value,
            };
            for (at, register) in registers.iter().enumerate() {
                let part = mask(value >> (at as u16 * word), word);
                alone.holds(register, &part.to_string(), &mut free)?;
            }
        }
        for (passed, registers) in fragment.results.iter().zip(&outs) {
            // States show as many bits of a register as its type has, and `int` is the type of those that are not mentioned.
            for register in registers {
                let is_known = |line: &String| line.contains(&format!(" 0:{register}="));
                if !alone.initial.iter().any(is_known) {
                    alone.initial.push(format!("uint{word}_t 0:{register}=0;"));
                }
            }
            let names = registers.iter().map(|register| format!("0:{register}")).collect();
            alone.results.push(Shown { names, part: word, width: width_of(*passed) });
        }
        Ok(alone)
    }

    /// A location with a value, and its address in a register. Of the width of the location, as it is declared, the value has so much.
    fn points_to<'r>(
        &mut self,
        number: usize,
        registers: &[&str],
        value: u128,
        [width, declared]: [u16; 2],
        free: &mut impl Iterator<Item = &'r &'static str>,
    ) -> Result<(), String> {
        let name = format!("m{number}");
        if self.architecture.is_halved(width) {
            let halves = [value as u64, (value >> 64) as u64];
            self.initial.push(format!("uint64_t {name}[2]={{{},{}}};", halves[0], halves[1]));
            self.memory.push(Shown { names: vec![format!("{name}[0]"), format!("{name}[1]")], part: 64, width });
        } else {
            self.initial.push(format!("uint{declared}_t {name}={value};"));
            self.memory.push(Shown { names: vec![format!("[{name}]")], part: declared, width });
        }
        for register in registers {
            self.holds(register, &name, free)?;
        }
        Ok(())
    }

    /// A register holds something at the start; a symbolic one is given it by way of a register that the body does not name.
    fn holds<'r>(
        &mut self,
        register: &str,
        value: &str,
        free: &mut impl Iterator<Item = &'r &'static str>,
    ) -> Result<(), String> {
        let mut holder = register.to_owned();
        if register.starts_with('%') {
            holder = free.next().ok_or("no register is free")?.to_string();
            self.before.push(self.architecture.dialect().copy(register, &holder));
        }
        self.initial.push(format!("uint{}_t 0:{holder}={value};", self.word));
        Ok(())
    }

    fn text(&self, body: &Body) -> String {
        let mut text = format!("{} trial\n", self.architecture.word());
        if !body.retries.is_empty() && !body.has_other_loops {
            text.push_str("Unroll=0\n");
        }
        let has_wide = self.memory.iter().any(|shown| shown.width > 64);
        if let Some(variant) = self.architecture.variant(has_wide) {
            let _ = writeln!(text, "Variant={variant}");
        }
        let _ = writeln!(text, "{{\n{}\n}}\n P0 ;", self.initial.join("\n"));
        for line in self.before.iter().cloned().chain(body.text()) {
            let _ = writeln!(text, " {line} ;");
        }
        text.push_str(" end: ;\n");
        for line in &self.after {
            let _ = writeln!(text, " {line} ;");
        }
        let shown = self.results.iter().chain(&self.memory).flat_map(|shown| &shown.names);
        let shown: Vec<String> = shown.map(|name| format!("{name};")).collect();
        let _ = writeln!(text, "locations [{}]\nexists (true)", shown.join(" "));
        text
    }
}
