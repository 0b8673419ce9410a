//! Forms as patterns for people: what an editor shows where an instruction is to be written.

use litmus::InstructionForm;

use super::Architecture;
use super::address::{AddressKind, AddressSyntax, Mode, Offsets};
use super::form::{Choice, Form, Order, SlotKind, Source, Zero};
use super::register::Classes;

/// So many words of a choice are written out.
const WORDS_SHOWN: usize = 4;

/// The pattern of a form.
pub(super) fn of<A: Architecture>(form: &Form<A>) -> InstructionForm {
    let in_text = form.slots.iter().filter_map(|slot| match &slot.source {
        Source::Text(kind) | Source::Dropped(kind) => Some(kind),
        Source::Zero(_) | Source::Same(_) | Source::Next(_) => None,
    });
    let mut operands: Vec<String> = in_text.map(slot::<A>).collect();
    if form.order != Order::Forward {
        operands.reverse();
    }
    InstructionForm { mnemonic: form.name().trim_end().to_owned(), operands: operands.join(", ") }
}

fn slot<A: Architecture>(kind: &SlotKind) -> String {
    let number = || format!("{}imm", A::NUMBER_SIGIL);
    match kind {
        SlotKind::Register(classes) | SlotKind::Like(_, classes) => register::<A>(*classes),
        SlotKind::Number(_) => number(),
        SlotKind::Address(kind) => address::<A>(kind),
        SlotKind::Memory(_) => {
            let (open, close) = A::MEMORY_BRACKETS;
            format!("imm{open}base,index,scale{close}")
        }
        SlotKind::Target => "label".to_owned(),
        SlotKind::Symbol => "location".to_owned(),
        SlotKind::Relocated(relocation) => format!("{}location{}", relocation.prefix, relocation.suffix),
        SlotKind::Choice(words) => choice(words),
        SlotKind::Modifier { words, zero, .. } => {
            let text = format!("{} {}", choice(words), number());
            if *zero == Zero::Optional { format!("{} [{}]", choice(words), number()) } else { text }
        }
        SlotKind::ModifierBy { words, by } => format!("{} {}", choice(words), register::<A>(*by)),
        SlotKind::List(classes) => format!("{{{}, ...}}", register::<A>(*classes)),
        SlotKind::Moved(classes) => format!("{}!", register::<A>(*classes)),
        SlotKind::OneOf(kinds) => kinds.iter().map(slot::<A>).collect::<Vec<_>>().join(" / "),
    }
}

/// `Xn` for registers that are numbered, `%r32` for others of 32 bits; alternatives with a stroke between.
fn register<A: Architecture>(classes: Classes) -> String {
    let mut patterns: Vec<String> = Vec::new();
    for name in A::registers().names().iter().filter(|name| name.class.meets(classes)) {
        let letters = name.text.trim_end_matches(|last: char| last.is_ascii_digit());
        let is_numbered = letters.len() < name.text.len() && !letters.is_empty();
        let pattern = if is_numbered { format!("{letters}n") } else { format!("r{}", name.width) };
        // What is numbered stands for all of its size: a stack pointer among them is one more.
        let is_known = patterns.contains(&pattern);
        if !is_known && (is_numbered || patterns.is_empty()) {
            patterns.push(pattern);
        }
    }
    // Some registers of a file have names of their own before those that are numbered.
    if patterns.len() > 1 {
        patterns.retain(|pattern| pattern.ends_with('n'));
    }
    let sigil = A::REGISTER_SIGIL;
    patterns.truncate(WORDS_SHOWN);
    patterns.iter().map(|pattern| format!("{sigil}{pattern}")).collect::<Vec<_>>().join("/")
}

fn choice(words: &Choice) -> String {
    let shown: Vec<&str> = words.words.iter().map(|(word, _)| *word).take(WORDS_SHOWN).collect();
    let more = if words.words.len() > WORDS_SHOWN { "|..." } else { "" };
    format!("{}{more}", shown.join("|"))
}

fn address<A: Architecture>(kind: &AddressKind) -> String {
    let base = register::<A>(kind.base);
    let has_offset = kind.offsets != Offsets::Zero;
    let number = format!("{}imm", A::NUMBER_SIGIL);
    match A::ADDRESSES {
        AddressSyntax::Parentheses if has_offset => format!("imm({base})"),
        AddressSyntax::Parentheses => format!("({base})"),
        AddressSyntax::Brackets => {
            let offset = match (has_offset, &kind.index) {
                (true, Some((classes, _))) => format!(", {number} / {}", register::<A>(*classes)),
                (false, Some((classes, _))) => format!(", {}", register::<A>(*classes)),
                (true, None) => format!(", {number}"),
                (false, None) => String::new(),
            };
            match kind.modes {
                [Mode::PostIndexed] => format!("[{base}], {number}"),
                [Mode::PreIndexed] => format!("[{base}{offset}]!"),
                _ => format!("[{base}{offset}]"),
            }
        }
    }
}
