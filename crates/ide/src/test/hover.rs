//! What stands in a test, in words.

use litmus::{Code, DeclaredType, InitItem, Language, Quantifier, RawProgram, Symbol, Value};
use program::{Index, Instruction, ThreadId};
use source::Span;

use super::names::{self, Entity, Word};
use super::words::{self, Names};
use super::{TestView, order};
use crate::hover::Hover;
use crate::range;
use crate::token::TokenKind;

/// What stands at a byte of a test.
pub(crate) fn hover(view: &TestView<'_>, at: usize) -> Option<Hover> {
    let all = names::words(view);
    let word = names::at(&all, at);
    let sections = view.sections?;
    let is_in_program = range(sections.program).contains(&at);
    let code = view.code();
    let about = Facts { view, code: code.as_deref(), words: &all };
    let own = word.and_then(|word| Some((word.span, about.of_word(word)?)));
    let whole = if is_in_program { about.instruction(at) } else { None };
    match (own, whole) {
        (Some((span, own)), Some((_, whole))) if word.is_some_and(|word| word.entity.is_some()) => {
            Some(Hover { range: range(span), markdown: format!("{own}\n\n---\n\n{whole}") })
        }
        (_, Some((span, whole))) => Some(Hover { range: range(span), markdown: whole }),
        (Some((span, own)), None) => Some(Hover { range: range(span), markdown: own }),
        (None, None) => None,
    }
}

struct Facts<'v> {
    view: &'v TestView<'v>,
    code: Option<&'v dyn Code>,
    words: &'v [Word],
}

impl Facts<'_> {
    fn of_word(&self, word: &Word) -> Option<String> {
        let text = self.view.sources.snippet(word.span);
        match &word.entity {
            Some(Entity::Register(thread, name)) => Some(self.register(*thread, name)),
            Some(Entity::Location(name)) => Some(self.location(name)),
            Some(Entity::Label(name)) => Some(self.label(name)),
            Some(Entity::Thread(number)) => Some(format!("thread {number}")),
            None => match word.kind {
                TokenKind::Keyword => self.condition(text),
                TokenKind::Architecture => self.architecture(),
                TokenKind::Comment
                | TokenKind::Number
                | TokenKind::String
                | TokenKind::Operator
                | TokenKind::Punctuation
                | TokenKind::Title
                | TokenKind::Key
                | TokenKind::Type
                | TokenKind::Mnemonic
                | TokenKind::Function
                | TokenKind::Register
                | TokenKind::Location
                | TokenKind::Label
                | TokenKind::Thread
                | TokenKind::Modifier
                | TokenKind::Constant
                | TokenKind::Base
                | TokenKind::Variable
                | TokenKind::Parameter
                | TokenKind::Tag
                | TokenKind::Unknown => None,
            },
        }
    }

    fn init(&self) -> &[InitItem] {
        self.view.test.as_ref().map_or(&[], |test| &test.init)
    }

    /// The items of the initial state that have this as their place.
    fn item(&self, entity: &Entity) -> Option<&InitItem> {
        let defining = self.words.iter().find(|word| word.is_definition && word.entity.as_ref() == Some(entity))?;
        let is_there = |item: &&InitItem| item.span.start <= defining.span.start && defining.span.end <= item.span.end;
        self.init().iter().find(is_there)
    }

    fn register(&self, thread: Option<u32>, name: &str) -> String {
        let is_program = matches!(self.view.test.as_ref().map(|test| &test.program), Some(RawProgram::Text(_)));
        let what = if is_program { "local variable" } else { "register" };
        let of = thread.map(|number| format!(" of P{number}")).unwrap_or_default();
        let mut text = format!("`{name}`: {what}{of}");
        let part = self.code.and_then(|code| code.register(ThreadId::new(thread? as usize), name));
        if let Some(part) = part {
            text.push_str(&format!(", {} bits", part.width));
        }
        let entity = Entity::Register(thread, name.to_owned());
        match self.item(&entity) {
            Some(item) => text.push_str(&format!("\n\ninitially {}", initial(&item.value))),
            None if !is_program => text.push_str("\n\ninitially 0"),
            None => {}
        }
        text
    }

    fn location(&self, name: &str) -> String {
        let mut text = format!("`{name}`: location in memory");
        match self.item(&Entity::Location(name.to_owned())) {
            Some(item) => {
                if let Some(declared) = declared(&item.declared) {
                    text.push_str(&format!(", {declared}"));
                }
                text.push_str(&format!("\n\ninitially {}", initial(&item.value)));
            }
            None => text.push_str("\n\ninitially 0"),
        }
        let held: Vec<String> = self
            .init()
            .iter()
            .filter(|item| is_address_of(&item.value, name))
            .map(|item| format!("`{}`", item.place))
            .collect();
        if !held.is_empty() {
            text.push_str(&format!("\n\nits address is in {}", held.join(", ")));
        }
        text
    }

    fn label(&self, name: &str) -> String {
        let place = self.code.and_then(|code| code.label(name));
        match place {
            Some(place) => format!(
                "`{name}`: label before instruction {} of P{}",
                place.instruction.index() + 1,
                place.thread.index()
            ),
            None => format!("`{name}`: label"),
        }
    }

    fn architecture(&self) -> Option<String> {
        let language = self.view.language.as_deref()?;
        let model = language.descriptor().default_model;
        let model = model
            .and_then(models::model)
            .map(|model| format!("\n\nruns under `{}` where no model is named: {}", model.name, model.summary));
        Some(format!("tests of {}{}", language.name(), model.unwrap_or_default()))
    }

    fn condition(&self, word: &str) -> Option<String> {
        let asked = match word {
            "exists" => {
                let quantifier = self.view.test.as_ref().map(|test| test.condition.quantifier);
                match quantifier {
                    Some(Quantifier::NotExists) => "asks that no execution that the model allows ends in such a state",
                    _ => "asks whether some execution that the model allows ends in such a state",
                }
            }
            "forall" => "asks that every execution that the model allows ends in such a state",
            "final" => "what holds at the end, of which the lines behind it say how",
            "locations" => "what states show beside what the condition names",
            "filter" => "only executions that end in such a state count",
            "not" => "negation",
            "fault" | "Fault" => "whether an instruction faults",
            _ => return None,
        };
        Some(format!("`{word}`: {asked}"))
    }

    /// The instruction at a byte, and what it does.
    fn instruction(&self, at: usize) -> Option<(Span, String)> {
        let (code, language) = (self.code?, self.view.language.as_deref()?);
        let (lowered, locations) = self.view.lowered(code)?;
        let is_there = |instruction: &&Instruction| {
            (instruction.span.start as usize..=instruction.span.end as usize).contains(&at)
        };
        let all = lowered.threads.iter().flat_map(|thread| thread.instructions.iter());
        let found = all.filter(is_there).min_by_key(|instruction| instruction.span.end - instruction.span.start)?;
        let names = Names { registers: &lowered.registers, locations: &locations, tags: language.tags() };
        let lines = words::block(&found.block, &names);
        let text = self.view.sources.snippet(found.span);
        let mut markdown = format!("```litmus\n{}\n```\n", text.split_whitespace().collect::<Vec<_>>().join(" "));
        markdown.push_str(&listed(&lines));
        if let Some(ordered) = barrier(language, text) {
            markdown.push_str(&format!("\n\n{ordered}"));
        }
        Some((found.span, markdown))
    }
}

/// Lines as a list, those of choices further in.
fn listed(lines: &[String]) -> String {
    if lines.is_empty() {
        return "does nothing that other threads or later instructions see".to_owned();
    }
    let line = |line: &String| {
        let inside = line.trim_start();
        format!("{}- {inside}", &line[..line.len() - inside.len()])
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What an instruction orders, where it is a barrier.
fn barrier(language: &dyn Language, text: &str) -> Option<String> {
    let architecture = arch::ARCHITECTURES.iter().find(|known| known.name == language.name())?;
    architecture.barrier(text).map(order::barrier)
}

fn is_address_of(value: &Value, name: &str) -> bool {
    matches!(value, Value::Address(Symbol::Named(symbol)) if symbol == name)
}

/// A value of the initial state in words.
fn initial(value: &Value) -> String {
    match value {
        Value::Address(symbol) => format!("the address of `{symbol}`"),
        other => format!("`{other}`"),
    }
}

fn declared(declared: &DeclaredType) -> Option<String> {
    match declared {
        DeclaredType::None => None,
        DeclaredType::AnyPointer => Some("a pointer".to_owned()),
        DeclaredType::Plain(name) => Some(format!("of type `{name}`")),
        DeclaredType::Atomic(name) => Some(format!("of type `_Atomic {name}`")),
        DeclaredType::Pointer(name) => Some(format!("of type `{name} *`")),
        DeclaredType::Array(name, size) => Some(format!("an array of {size} `{name}`")),
    }
}
