//! Threads in C: their bodies as they are, parameters made local pointers to the instance, and their variables stored behind.

use litmus::RawProgram;
use program::{Index, ThreadId};
use source::{Diagnostic, Sources};

use super::outcome::{Fields, location_number};
use super::problem;
use super::program::{ThreadCode, slots};

/// A function `P0 (...) { ... }` of a test.
struct Function<'t> {
    number: usize,
    /// The parameters, each type and name.
    parameters: Vec<(&'t str, &'t str)>,
    /// What is between the braces.
    body: &'t str,
}

/// Cuts the program of a test into its functions.
fn functions<'t>(text: &'t str) -> Result<Vec<Function<'t>>, Diagnostic> {
    let mut functions = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let head = rest[..open].trim_end();
        let name = head.rsplit(|each: char| !each.is_ascii_alphanumeric()).next().unwrap_or_default();
        let number = name.strip_prefix('P').and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| problem("the program has something that is no thread"))?;
        // A type may have parentheses of its own: `_Atomic(int) *x`.
        let close =
            end_of(&rest[open..], b'(', b')').ok_or_else(|| problem("a thread's parameters do not end"))? + open;
        let begin = rest[close..].find('{').ok_or_else(|| problem("a thread has no body"))? + close;
        let end = end_of(&rest[begin..], b'{', b'}').ok_or_else(|| problem("a thread's body does not end"))? + begin;
        let parameters = rest[open + 1..close].split(',').map(str::trim).filter(|each| !each.is_empty());
        let split = |each: &'t str| {
            let at = each.rfind(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
            let at = at.ok_or_else(|| problem(format!("the parameter `{each}` has no type")))?;
            Ok((each[..=at].trim(), &each[at + 1..]))
        };
        let parameters: Result<Vec<_>, Diagnostic> = parameters.map(split).collect();
        functions.push(Function { number, parameters: parameters?, body: &rest[begin + 1..end] });
        rest = &rest[end + 1..];
    }
    functions.sort_by_key(|function| function.number);
    Ok(functions)
}

/// Where what begins with a bracket ends: the place of the one that closes it.
fn end_of(text: &str, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0;
    text.bytes().position(|byte| {
        depth += i32::from(byte == open) - i32::from(byte == close);
        depth == 0
    })
}

/// The code of all threads.
pub(super) fn threads(
    parsed: &litmus::Test<'_>,
    sources: &Sources,
    fields: &Fields<'_>,
) -> Result<Vec<ThreadCode>, Vec<Diagnostic>> {
    let RawProgram::Text(span) = &parsed.program else { return Err(vec![problem("the program is no C")]) };
    let functions = functions(sources.snippet(*span)).map_err(|error| vec![error])?;
    functions
        .iter()
        .map(|function| one(function, fields))
        .collect::<Result<_, Diagnostic>>()
        .map_err(|error| vec![error])
}

fn one(function: &Function<'_>, fields: &Fields<'_>) -> Result<ThreadCode, Diagnostic> {
    let mut body = String::new();
    for (of_type, name) in &function.parameters {
        let location = fields.location(name).ok_or_else(|| problem(format!("there is no location `{name}`")))?;
        body += &format!("  {of_type} {name} = ({of_type})&memory_->l{};\n", location_number(location));
    }
    let mut code = function.body.to_owned();
    let mut shown = String::new();
    for (number, part) in slots(fields, ThreadId::new(function.number)) {
        let register = fields.register_name(part.register);
        let (declaration, rest) = outside_blocks(&code, register).ok_or_else(|| {
            let thread = function.number;
            problem(format!("`{thread}:{register}` has no declaration of its own that all of the thread could see"))
        })?;
        code = rest;
        body += &declaration;
        shown += &format!("  shown_[{number}] = (uint64_t){register};\n");
    }
    Ok(ThreadCode { body: body + &statements(&code) + &shown })
}

/// The declaration of a variable where all of the thread sees it, and the body without it. In tests a variable is that of its thread, even where it is declared in a
/// block, and 0 until then; in C its value would be lost behind the block. Nothing is moved where the first mention, the declaration, is in no block.
///
/// `None` when there is none, or there are several of different types.
fn outside_blocks(body: &str, name: &str) -> Option<(String, String)> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = body.as_bytes();
    let (mut depth, mut at, mut statement) = (0, 0, 0);
    let (mut of_type, mut rest, mut copied) = (None, String::new(), 0);
    while at < bytes.len() {
        if !is_name(bytes[at]) {
            depth += i32::from(bytes[at] == b'{') - i32::from(bytes[at] == b'}');
            if matches!(bytes[at], b'{' | b'}' | b';') {
                statement = at + 1;
            }
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_name(bytes[at]) {
            at += 1;
        }
        if &body[start..at] != name {
            continue;
        }
        if depth == 0 && of_type.is_none() {
            return Some((String::new(), body.to_owned()));
        }
        let before = body[statement..start].trim();
        let behind = body[at..].trim_start();
        let is_type =
            !before.is_empty() && before.bytes().all(|byte| is_name(byte) || matches!(byte, b' ' | b'\t' | b'*'));
        let ends = behind.starts_with(';') || (behind.starts_with('=') && !behind.starts_with("=="));
        if is_type && ends && before != "return" {
            if *of_type.get_or_insert(before) != before {
                return None;
            }
            rest += &body[copied..statement];
            rest.push(' ');
            copied = start;
        } else {
            of_type?;
        }
    }
    rest += &body[copied..];
    Some((format!("  {} {name} = 0;\n", of_type?), rest))
}

/// The statements of a thread, one level in.
fn statements(body: &str) -> String {
    body.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("  {line}\n")).collect()
}
