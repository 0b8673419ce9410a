//! A hash of tests up to the names of registers, labels and locations, and the order of threads.
//!
//! Names are replaced by their numbers in the order in which they first come, thread by thread; of all orders of the threads, the one with the smallest text counts. Threads
//! are sorted by their texts with names of their own numbers first, so that only orders of threads that look alike need to be tried.

use std::collections::BTreeMap;
use std::fmt::Write;

use litmus::{Code, Spelling};
use md5::{Digest, Md5};
use program::ThreadId;
use source::{Diagnostic, Severity, SourceId, Sources};

/// So many orders of threads that look alike are tried; a test with more is refused.
const MOST_ORDERS: usize = 50_000;

/// The canonical hash of a test.
pub(super) fn hash(sources: &Sources, source: SourceId, default_name: &str) -> Result<String, Vec<Diagnostic>> {
    let (test, found) = litmus::parse(sources, source, default_name);
    let Some(test) = test else { return Err(found) };
    let Some(language) = isa::language(&test.architecture.text) else { return Err(found) };
    let code = test.read_code(language, sources.text(source))?;
    let threads = threads(&*code);
    let places = places(&test);
    let numbered = |order: &[usize]| text_of(&*code, &threads, &places, order);
    let count = threads.len();
    let mut alone: Vec<(String, usize)> = (0..count).map(|thread| (numbered(&[thread]), thread)).collect();
    alone.sort();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    let mut start = 0;
    while start < count {
        let end = (start..count).find(|index| alone[*index].0 != alone[start].0).unwrap_or(count);
        let group: Vec<usize> = alone[start..end].iter().map(|(_, thread)| *thread).collect();
        let permutations = permutations(&group);
        if orders.len().saturating_mul(permutations.len()) > MOST_ORDERS {
            let message = format!("{} threads look alike, too many to find an order for", group.len());
            return Err(vec![Diagnostic::new(Severity::Error, "too-many-threads", message)]);
        }
        orders = orders
            .iter()
            .flat_map(|order| permutations.iter().map(move |more| [order.as_slice(), more].concat()))
            .collect();
        start = end;
    }
    let best = orders.iter().map(|order| numbered(order)).min().unwrap_or_default();
    let digest = Md5::digest(format!("{}\n{best}", test.architecture.text).as_bytes());
    let mut hash = String::new();
    digest.iter().for_each(|byte| {
        let _ = write!(hash, "{byte:02x}");
    });
    Ok(hash)
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.len() > 8 {
        // More than the most orders in any case.
        return vec![Vec::new(); MOST_ORDERS + 1];
    }
    let Some((first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for one in permutations(rest) {
        for place in 0..=one.len() {
            let mut longer = one.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// The code of each thread, a line a cell.
fn threads(code: &dyn Code) -> Vec<String> {
    let cells = code.cells(Spelling::Hashed, &|label, out| out.push_str(label));
    cells.iter().map(|cells| cells.iter().collect::<Vec<_>>().join("\n")).collect()
}

/// A thing that the initial state or the condition speaks of: the thread of a register, its name or a location's, and what it holds at the start.
struct PlaceText {
    thread: Option<usize>,
    name: String,
    value: Option<String>,
}

fn places(test: &litmus::Test<'_>) -> Vec<PlaceText> {
    use litmus::{Claim, Lvalue, Place, Shown};
    let of = |place: &Place, value: Option<String>| match place {
        Place::Register { thread, name } => PlaceText { thread: Some(*thread as usize), name: name.to_string(), value },
        Place::Symbolic { thread, name } => {
            PlaceText { thread: thread.map(|thread| thread as usize), name: format!("%{name}"), value }
        }
        Place::Global(symbol) => PlaceText { thread: None, name: symbol.to_string(), value },
    };
    let mut all: Vec<PlaceText> = test.init.iter().map(|item| of(&item.place, Some(item.value.to_string()))).collect();
    let observed = |place: &Lvalue, all: &mut Vec<PlaceText>| match place {
        Lvalue::Whole(place) => all.push(of(place, None)),
        Lvalue::Cell { array, index } => {
            all.push(PlaceText { thread: None, name: array.to_string(), value: Some(format!("cell {index}")) });
        }
    };
    test.condition.proposition.visit(&mut |atom| match &atom.claim {
        Claim::Value(place, _) => observed(place, &mut all),
        Claim::Same(left, right) => all.extend([of(left, None), of(right, None)]),
        Claim::Fault(_) => {}
    });
    for item in &test.locations {
        if let Shown::Place(place, _) = &item.what {
            observed(place, &mut all);
        }
    }
    all
}

/// The numbers that names have been given.
#[derive(Default)]
struct Numbers {
    registers: BTreeMap<(usize, u32), usize>,
    names: BTreeMap<String, usize>,
}

/// The threads in this order with numbers for names, and behind them what initial state and condition say of these threads and their locations.
fn text_of(code: &dyn Code, threads: &[String], places: &[PlaceText], order: &[usize]) -> String {
    let mut numbers = Numbers::default();
    let mut text = String::new();
    for thread in order {
        text.push_str("thread\n");
        put(code, *thread, &threads[*thread], &mut numbers, &mut text);
        text.push('\n');
    }
    let mut lines: Vec<String> = Vec::new();
    for place in places {
        let mut line = String::new();
        match place.thread {
            Some(thread) => {
                let Some(position) = order.iter().position(|one| *one == thread) else { continue };
                line += &format!("{position}:");
                put(code, thread, &place.name, &mut numbers, &mut line);
            }
            None if numbers.names.contains_key(&place.name) || order.len() == threads.len() => {
                put(code, usize::MAX, &place.name, &mut numbers, &mut line);
            }
            None => continue,
        }
        match &place.value {
            Some(value) => {
                line.push('=');
                put(code, usize::MAX, value, &mut numbers, &mut line);
            }
            None => line += " observed",
        }
        lines.push(line);
    }
    lines.sort();
    lines.dedup();
    text + &lines.join("\n")
}

/// Writes code or a name with numbers for the names in it.
fn put(code: &dyn Code, thread: usize, text: &str, numbers: &mut Numbers, out: &mut String) {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if !(c.is_alphabetic() || c == '_' || c == '%' || c == '$') {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            // The digits of a number are no name.
            if c.is_ascii_digit() {
                let end = rest.find(|c: char| !is_inner(c)).unwrap_or(rest.len());
                out.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            continue;
        }
        let end = rest[c.len_utf8()..].find(|c: char| !is_inner(c)).map_or(rest.len(), |end| end + c.len_utf8());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        let bare = word.trim_start_matches('%');
        let register = (thread != usize::MAX)
            .then(|| {
                code.register(ThreadId::from_number(thread as u32), word)
                    .or_else(|| code.register(ThreadId::from_number(thread as u32), bare))
            })
            .flatten();
        if let Some(part) = register {
            let next = numbers.registers.len();
            let number = *numbers.registers.entry((thread, part.register.number())).or_insert(next);
            // The same register has another number in another thread; what counts is which ones of a thread are the same.
            let _ = write!(out, "r{number}.{}.{:?}", part.low, part.width);
        } else if code.label(word).is_some()
            || code.locations().iter().any(|location| location == word)
            || thread == usize::MAX
        {
            let next = numbers.names.len();
            let number = *numbers.names.entry(word.to_owned()).or_insert(next);
            let _ = write!(out, "n{number}");
        } else {
            out.push_str(word);
        }
    }
}
