//! What may be written in a test.

use std::collections::BTreeMap;

use litmus::{InstructionSet, Language, ProgramWords, RawProgram, Sections};

use super::TestView;
use super::names::{self, CONDITION_WORDS, Entity, Word};
use crate::completion::{Completion, CompletionKind, Completions, word_start};
use crate::range;

/// What may be written at a byte of a test.
pub(crate) fn completion(view: &TestView<'_>, at: usize) -> Completions {
    let text = view.text;
    let start = word_start(text, at, |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '%'));
    let Some(sections) = view.sections else { return in_header(view, start, at) };
    if at < sections.init.start as usize {
        return in_header(view, start, at);
    }
    let words = names::words(view);
    let all = match (place(sections, at), view.language.as_deref()) {
        (Section::Init, _) => state(view, &words, start, true),
        (Section::Conditions, _) => state(view, &words, start, false),
        (Section::Program, Some(language)) => match (language.instruction_set(), language.program_words()) {
            (Some(set), _) => cell(view, &words, set, start),
            (None, Some(program)) => program_words(view, &words, program),
            (None, None) => Vec::new(),
        },
        (Section::Program, None) => Vec::new(),
    };
    // Behind the program a condition may begin, which is a part of the program until its first word is whole.
    let begins_condition =
        place(sections, at) == Section::Program && sections.conditions.start == sections.conditions.end;
    let more = if begins_condition { condition_words() } else { Vec::new() };
    Completions { range: start..at, all: all.into_iter().chain(more).collect() }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Init,
    Program,
    Conditions,
}

fn place(sections: Sections, at: usize) -> Section {
    if at <= sections.init.end as usize {
        Section::Init
    } else if at < sections.conditions.start as usize || sections.conditions.start == sections.conditions.end {
        Section::Program
    } else {
        Section::Conditions
    }
}

/// The words that begin conditions, and are in them.
fn condition_words() -> Vec<Completion> {
    let words = CONDITION_WORDS.into_iter().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    words.map(|word| Completion::new(word, CompletionKind::Keyword, "")).collect()
}

/// The first line: architectures.
fn in_header(view: &TestView<'_>, start: usize, at: usize) -> Completions {
    let mut all = Vec::new();
    if view.text[..start].trim().is_empty() {
        for language in isa::languages() {
            let model = language.descriptor().default_model.and_then(models::model);
            let detail = model.map(|model| format!("runs under {}: {}", model.name, model.summary)).unwrap_or_default();
            all.push(Completion::new(language.name(), CompletionKind::Architecture, detail));
        }
    }
    Completions { range: start..at, all }
}

/// An initial state or a condition.
fn state(view: &TestView<'_>, words: &[Word], start: usize, is_initial: bool) -> Vec<Completion> {
    let before = view.text[..start].trim_end();
    if let Some(rest) = before.strip_suffix(':') {
        let digits = rest.len() - rest.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(number) = rest[rest.len() - digits..].parse::<u32>() {
            return registers(view, words, Some(number));
        }
    }
    let mut all = locations(view, words);
    let threads = match view.test.as_ref().map(|test| &test.program) {
        Some(RawProgram::Table(threads)) => threads.iter().map(|thread| thread.number).collect(),
        _ => Vec::new(),
    };
    for number in threads {
        all.push(Completion::new(format!("{number}:"), CompletionKind::Register, format!("a register of P{number}")));
    }
    match is_initial {
        true => all.extend(types(view)),
        false => all.extend(condition_words()),
    }
    all
}

fn types(view: &TestView<'_>) -> impl Iterator<Item = Completion> {
    let language = view.language.as_deref().and_then(Language::program_words);
    // Tests of machines have the types of C.
    let types = language.unwrap_or(&isa::C).types();
    types.into_iter().map(|name| Completion::new(name, CompletionKind::Type, "type"))
}

fn locations(view: &TestView<'_>, words: &[Word]) -> Vec<Completion> {
    let code = view.code();
    let mut names = view.locations(code.as_deref());
    names.extend(words.iter().filter_map(|word| match &word.entity {
        Some(Entity::Location(name)) => Some(name.clone()),
        _ => None,
    }));
    names.into_iter().map(|name| Completion::new(name, CompletionKind::Location, "location")).collect()
}

/// Registers that the test names, and all others.
fn registers(view: &TestView<'_>, words: &[Word], thread: Option<u32>) -> Vec<Completion> {
    let mut used: BTreeMap<&str, &str> = BTreeMap::new();
    for word in words {
        if let Some(Entity::Register(of, name)) = &word.entity
            && *of == thread
        {
            used.insert(name, view.sources.snippet(word.span));
        }
    }
    let mut all: Vec<Completion> =
        used.keys().map(|name| Completion::new(*name, CompletionKind::Register, "named in this thread")).collect();
    if let Some(set) = view.language.as_deref().and_then(Language::instruction_set) {
        let others = set.register_names().into_iter().filter(|name| !used.contains_key(name.as_str()));
        all.extend(others.map(|name| Completion::new(name, CompletionKind::Register, "register")));
    }
    all
}

/// A cell of a table.
fn cell(view: &TestView<'_>, words: &[Word], set: &dyn InstructionSet, start: usize) -> Vec<Completion> {
    let text = view.text;
    // The beginning of the cell: behind the last bar or semicolon.
    let cell = text[..start].rfind(['|', ';', '}']).map_or(0, |at| at + 1);
    let inside = text[cell..start].trim();
    let is_first =
        inside.is_empty() || inside.ends_with(':') || inside == "lock;" || text[..start].trim_end().ends_with("lock;");
    let mut all = Vec::new();
    if is_first {
        all.extend(instructions(set));
        return all;
    }
    let thread = view.test.as_ref().and_then(|test| match &test.program {
        RawProgram::Table(threads) => threads
            .iter()
            .find(|thread| thread.cells.iter().any(|cell| range(*cell).contains(&start) || cell.end as usize == start)),
        RawProgram::Text(_) => None,
    });
    let sigil = set.register_sigil();
    for register in registers(view, words, thread.map(|thread| thread.number)) {
        let name = format!("{sigil}{}", register.label);
        all.push(Completion { insert: name.clone(), label: name, ..register });
    }
    all.extend(locations(view, words));
    for word in words.iter().filter(|word| word.is_definition) {
        if let Some(Entity::Label(name)) = &word.entity {
            all.push(Completion::new(name, CompletionKind::Label, "label"));
        }
    }
    all
}

/// Mnemonics with the forms of their operands.
fn instructions(set: &dyn InstructionSet) -> Vec<Completion> {
    let mut forms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for form in set.forms() {
        forms.entry(form.mnemonic).or_default().push(form.operands);
    }
    let completion = |(mnemonic, operands): (String, Vec<String>)| {
        let detail = operands.join("\n");
        Completion::new(mnemonic, CompletionKind::Instruction, detail)
    };
    forms.into_iter().map(completion).collect()
}

/// A program that is text.
fn program_words(view: &TestView<'_>, words: &[Word], language: &dyn ProgramWords) -> Vec<Completion> {
    let function = |function: litmus::Function| {
        let detail = format!("{}({})", function.name, function.arguments);
        Completion::new(function.name, CompletionKind::Function, detail)
    };
    let mut all: Vec<Completion> = language.functions().into_iter().map(function).collect();
    all.extend(language.keywords().into_iter().map(|word| Completion::new(word, CompletionKind::Keyword, "")));
    all.extend(language.constants().into_iter().map(|word| Completion::new(word, CompletionKind::Constant, "")));
    all.extend(types(view));
    all.extend(locations(view, words));
    for word in words {
        if let Some(Entity::Register(_, name)) = &word.entity {
            all.push(Completion::new(name, CompletionKind::Register, "local variable"));
        }
    }
    all
}
