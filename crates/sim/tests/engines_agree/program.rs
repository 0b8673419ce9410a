//! Random litmus tests: a few short threads over up to three locations and a pointer.

use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::engines_agree::choices::Choices;
use crate::engines_agree::load_store::Machine;
use crate::engines_agree::{aarch64, c, x86, x86_64};

/// What a random test is made of.
#[derive(Clone, Debug)]
pub(crate) struct ProgramSeed {
    language: Language,
    threads: Vec<Vec<[u32; 6]>>,
    condition: Vec<u32>,
}

/// What it is written in.
#[derive(Clone, Copy, Debug)]
enum Language {
    X86_64,
    AArch64,
    C,
    X86,
    LoadStore(Machine),
}

impl Language {
    const ALL: [Language; 8] = [
        Language::X86_64,
        Language::AArch64,
        Language::C,
        Language::X86,
        Language::LoadStore(Machine::Arm),
        Language::LoadStore(Machine::Ppc),
        Language::LoadStore(Machine::RiscV),
        Language::LoadStore(Machine::Mips),
    ];

    fn instruction(self, choices: &mut Choices<'_>, program: &mut Program) {
        match self {
            Language::X86_64 => x86_64::instruction(choices, program),
            Language::AArch64 => aarch64::instruction(choices, program),
            Language::C => c::instruction(choices, program),
            Language::X86 => x86::instruction(choices, program),
            Language::LoadStore(machine) => machine.instruction(choices, program),
        }
    }

    fn program(self, program: &Program) -> String {
        match self {
            Language::X86_64 => x86_64::table(program),
            Language::AArch64 => aarch64::table(program),
            Language::C => c::functions(program),
            Language::X86 => x86::table(program),
            Language::LoadStore(machine) => machine.table(program),
        }
    }
}

pub(crate) fn seeds() -> impl Strategy<Value = ProgramSeed> {
    let instructions = vec(proptest::array::uniform6(any::<u32>()), 1..=4);
    (0..Language::ALL.len(), vec(instructions, 1..=4), vec(any::<u32>(), 12)).prop_map(
        |(language, threads, condition)| ProgramSeed { language: Language::ALL[language], threads, condition },
    )
}

/// The data locations.
pub(crate) const DATA: [&str; 3] = ["x", "y", "z"];

/// A test in the making.
#[derive(Default)]
pub(crate) struct Program {
    /// For each thread its lines.
    pub(crate) threads: Vec<Vec<String>>,
    /// For each thread the locations that it mentions.
    pub(crate) mentioned: Vec<BTreeSet<&'static str>>,
    /// What a condition can ask for.
    pub(crate) registers: BTreeSet<String>,
    /// How many labels or variables there are.
    pub(crate) named: usize,
    /// How many more accesses to memory it may have.
    left: usize,
    /// How many more fences.
    pub(crate) fences_left: usize,
}

/// How many fences a program has at most.
const FENCES: usize = 3;

impl Program {
    pub(crate) fn thread(&self) -> usize {
        self.threads.len() - 1
    }

    pub(crate) fn line(&mut self, line: impl Into<String>) {
        self.threads.last_mut().expect("a thread").push(line.into());
    }

    /// One of the data locations.
    pub(crate) fn location(&mut self, choices: &mut Choices<'_>) -> &'static str {
        let location = choices.pick(&DATA);
        self.mention(location)
    }

    pub(crate) fn mention(&mut self, location: &'static str) -> &'static str {
        self.mentioned.last_mut().expect("a thread").insert(location);
        location
    }

    pub(crate) fn observe(&mut self, register: &str) {
        let thread = self.thread();
        self.registers.insert(format!("{thread}:{register}"));
    }

    /// Makes room for `accesses` more, unless there is none.
    pub(crate) fn takes(&mut self, accesses: usize) -> bool {
        let left = self.left.checked_sub(accesses);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Adds a fence, if there may be more.
    pub(crate) fn fence(&mut self, line: impl Into<String>) {
        if self.fences_left > 0 {
            self.fences_left -= 1;
            self.line(line);
        }
    }

    pub(crate) fn fresh(&mut self) -> usize {
        self.named += 1;
        self.named
    }

    pub(crate) fn locations(&self) -> BTreeSet<&'static str> {
        self.mentioned.iter().flatten().copied().collect()
    }
}

/// The text of the test, with at most `accesses` accesses to memory.
pub(crate) fn text(seed: &ProgramSeed, accesses: usize) -> String {
    let mut program = Program { left: accesses, fences_left: FENCES, ..Program::default() };
    for instructions in &seed.threads {
        program.threads.push(Vec::new());
        program.mentioned.push(BTreeSet::new());
        for numbers in instructions {
            seed.language.instruction(&mut Choices::new(numbers), &mut program);
        }
    }
    let mut text = seed.language.program(&program);
    condition(&mut text, &mut Choices::new(&seed.condition), &program);
    text
}

/// The threads as columns.
pub(crate) fn columns(program: &Program) -> String {
    let mut text = String::new();
    let heads: Vec<String> = (0..program.threads.len()).map(|thread| format!(" P{thread}")).collect();
    let _ = writeln!(text, "{} ;", heads.join(" |"));
    let rows = program.threads.iter().map(Vec::len).max().unwrap_or_default();
    for row in 0..rows {
        let cell = |thread: &Vec<String>| format!(" {}", thread.get(row).map_or("", String::as_str));
        let cells: Vec<String> = program.threads.iter().map(cell).collect();
        let _ = writeln!(text, "{} ;", cells.join(" |"));
    }
    text
}

fn condition(text: &mut String, choices: &mut Choices<'_>, program: &Program) {
    let data: Vec<&str> = program.locations().into_iter().filter(|location| DATA.contains(location)).collect();
    let mut places: Vec<String> = program.registers.iter().cloned().collect();
    places.extend(data.iter().map(|location| format!("[{location}]")));
    let shown: Vec<&str> = data.iter().copied().filter(|_| choices.one_in(2)).collect();
    if !shown.is_empty() {
        let _ = writeln!(text, "locations [{};]", shown.join("; "));
    }
    if choices.one_in(8)
        && let Some(place) = places.first()
    {
        let _ = writeln!(text, "filter ({place}={})", choices.below(2));
    }
    let quantifier = choices.pick(&["exists", "~exists", "forall"]);
    let mut atoms = String::new();
    for index in 0..1 + choices.below(3) {
        if index > 0 {
            atoms += choices.pick(&[" /\\ ", " \\/ "]);
        }
        match places.len() {
            0 => atoms += "true",
            count => {
                let place = &places[choices.below(count)];
                let _ = write!(atoms, "{place}={}", choices.below(3));
            }
        }
    }
    let _ = writeln!(text, "{quantifier} ({atoms})");
}
