//! Where the order of an access stands in the text, or could: only what is surely one access of a known form.
//!
//! A plain access is known by its place: clang gives a load of a variable the place of its name, one of a member that of the member's name, and a store that of its `=`. Elements of arrays and what is
//! reached by `*` are left alone, as a pointer's own access may have their place, and so is everything in a macro.

use std::cmp::Ordering;
use std::ops::Range;

use aeg::model::AtomicOperation;
use cprog::ir::{GlobalId, Operand, Operation, Program, Type};

use super::FUNCTIONS;
use crate::regions::{Region, RegionKind};

/// Where an access's order is written, or can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// An order that stands there.
    Order(Range<usize>),
    /// An lvalue that is read: a load can be written around it.
    Load(Range<usize>),
    /// `WRITE_ONCE(x, value)` or `READ_ONCE(x)` of the kernel: the name, and the lvalue that is its first argument. It can be written as another macro, which takes a pointer.
    Once(Range<usize>, Range<usize>),
    /// A statement `lvalue = value`, without its semicolon, in which the `=` is known: it can be written as a store.
    Store(Range<usize>, usize),
}

impl Site {
    /// Where it begins.
    pub fn start(&self) -> usize {
        self.key().0
    }

    /// Beginning, end, and where the `=` is.
    fn key(&self) -> (usize, usize, usize) {
        match self {
            Site::Order(range) => (range.start, range.end, 0),
            Site::Load(range) => (range.start, range.end, 1),
            Site::Once(name, lvalue) => (name.start, lvalue.end, 2),
            Site::Store(range, equals) => (range.start, range.end, *equals),
        }
    }
}

/// In the order of the text.
impl Ord for Site {
    fn cmp(&self, other: &Site) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Site {
    fn partial_cmp(&self, other: &Site) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The last argument of the call that begins at an offset, and what is called.
pub(super) fn last_argument(text: &str, start: usize) -> Option<(AtomicOperation, Range<usize>)> {
    let rest = &text[start..];
    let length = rest.find(|character: char| !character.is_ascii_alphanumeric() && character != '_')?;
    let (_, operation) = FUNCTIONS.iter().find(|(name, _)| *name == &rest[..length])?;
    let (mut open, mut begin) = (0usize, None);
    for (at, byte) in rest.bytes().enumerate().skip(length) {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    let begin: usize = begin?;
                    let argument = &rest[begin..at];
                    let blanks = argument.len() - argument.trim_start().len();
                    let from = start + begin + blanks;
                    return Some((*operation, from..from + argument.trim().len()));
                }
            }
            b',' if open == 1 => begin = Some(at + 1),
            // Strings and comments may hold anything.
            b'"' | b'\'' | b'/' | b';' => return None,
            _ if open == 0 && !byte.is_ascii_whitespace() => return None,
            _ => {}
        }
    }
    None
}

/// A call in the text.
pub(crate) struct Call<'t> {
    /// What is called.
    pub(crate) name: &'t str,
    /// All of it.
    pub(crate) range: Range<usize>,
    /// Its arguments, without the blanks around them.
    pub(crate) arguments: Vec<Range<usize>>,
}

/// The call that begins at an offset with the name of what is called.
pub(crate) fn call(text: &str, start: usize) -> Option<Call<'_>> {
    let name = word(text, start)?;
    let open = start + name.len() + text[start + name.len()..].find(|character: char| !character.is_whitespace())?;
    if !text[open..].starts_with('(') {
        return None;
    }
    let end = open + closing(&text[open..])?;
    let (mut arguments, mut depth, mut begin) = (Vec::new(), 0usize, open + 1);
    for (at, byte) in text[open..end].bytes().enumerate() {
        let is_end = match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                false
            }
            b')' | b']' | b'}' => {
                depth = depth.checked_sub(1)?;
                depth == 0
            }
            b',' => depth == 1,
            _ => false,
        };
        if is_end {
            let argument = &text[begin..open + at];
            let from = begin + (argument.len() - argument.trim_start().len());
            arguments.push(from..from + argument.trim().len());
            begin = open + at + 1;
        }
    }
    Some(Call { name, range: start..end, arguments })
}

/// The kernel's macro that begins at an offset and is one access.
pub(super) fn once(text: &str, start: usize) -> Option<(AtomicOperation, Site)> {
    let call = call(text, start)?;
    let operation = match (call.name, call.arguments.len()) {
        ("READ_ONCE", 1) => AtomicOperation::Load,
        ("WRITE_ONCE", 2) => AtomicOperation::Store,
        _ => return None,
    };
    let lvalue = call.arguments[0].clone();
    is_lvalue(&text[lvalue.clone()]).then(|| (operation, Site::Once(start..start + call.name.len(), lvalue)))
}

/// The call of a known function that begins at an offset, and its first argument.
pub(crate) fn call_with_pointer(text: &str, start: usize) -> Option<(Range<usize>, Range<usize>)> {
    last_argument(text, start)?;
    let open = start + text[start..].find('(')?;
    let end = open + closing(&text[open..])?;
    let mut depth = 0usize;
    for (at, byte) in text[open..end].bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 1 => {
                let argument = &text[open + 1..open + at];
                let blanks = argument.len() - argument.trim_start().len();
                let from = open + 1 + blanks;
                return Some((start..end, from..from + argument.trim().len()));
            }
            _ => {}
        }
    }
    None
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The word at an offset.
fn word(text: &str, at: usize) -> Option<&str> {
    let rest = &text.as_bytes()[at..];
    let length = rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len());
    let begins_here = at == 0 || !is_word(text.as_bytes()[at - 1]);
    (length > 0 && begins_here && !rest[0].is_ascii_digit()).then(|| &text[at..at + length])
}

/// What stands before an offset, without the blanks between.
fn before(text: &str, at: usize) -> &str {
    text[..at].trim_end()
}

/// Where the bracket opens that closes at the end of a text.
fn opening(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' | b']' => open += 1,
            b'(' | b'[' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(at);
                }
            }
            b';' | b'{' | b'}' | b'"' | b'\'' => return None,
            _ => {}
        }
    }
    None
}

/// Where the postfix expression begins whose last member's name begins at `member`; none when that is no member.
fn beginning_of_member(text: &str, member: usize) -> Option<usize> {
    let mut rest = before(text, member);
    rest = rest.strip_suffix("->").or_else(|| rest.strip_suffix('.'))?.trim_end();
    loop {
        if rest.ends_with([')', ']']) {
            let at = opening(rest)?;
            let behind = before(rest, at);
            // A call or an element of what comes before, else parentheses around an expression.
            if behind.bytes().last().is_some_and(is_word) || behind.ends_with([')', ']']) {
                rest = behind;
                continue;
            }
            return rest[at..].starts_with('(').then_some(at);
        }
        let at = rest.bytes().rposition(|byte| !is_word(byte)).map_or(0, |at| at + 1);
        word(rest, at)?;
        let behind = before(rest, at);
        match behind.strip_suffix("->").or_else(|| behind.strip_suffix('.')) {
            Some(outer) => rest = outer.trim_end(),
            None => return Some(at),
        }
    }
}

/// Whether a variable is called that in the source. A static one of a function has the function's name before its own.
fn is_called(program: &Program, global: GlobalId, name: &str) -> bool {
    let known = &program.globals[global].name;
    known == name || known.rsplit('.').any(|part| part == name)
}

/// The lvalue that a load at an offset reads.
fn read_lvalue(program: &Program, text: &str, at: usize, pointer: &Operand) -> Option<Range<usize>> {
    let name = word(text, at)?;
    let end = at + name.len();
    let start = match beginning_of_member(text, at) {
        Some(start) => start,
        None => match pointer {
            Operand::Global(global, 0) if is_called(program, *global, name) => at,
            _ => return None,
        },
    };
    let (left, right) = (before(text, start), text[end..].trim_start());
    let is_changed = ["++", "--", "(", "[", "."].iter().any(|next| right.starts_with(next))
        || (right.starts_with('=') && !right.starts_with("=="))
        || ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="].iter().any(|next| right.starts_with(next));
    let is_addressed = left.ends_with('&') && !left.ends_with("&&") || left.ends_with("++") || left.ends_with("--");
    (!is_changed && !is_addressed).then_some(start..end)
}

/// Whether a text is a variable or a member, element or result of one.
fn is_lvalue(text: &str) -> bool {
    let mut rest = text.trim().trim_start_matches('*');
    let Some(name) = word(rest, 0) else { return false };
    rest = rest[name.len()..].trim_start();
    while !rest.is_empty() {
        let member = rest.strip_prefix("->").or_else(|| rest.strip_prefix('.')).map(str::trim_start);
        rest = match member {
            Some(member) => match word(member, 0) {
                Some(name) => member[name.len()..].trim_start(),
                None => return false,
            },
            None if rest.starts_with(['[', '(']) => match closing(rest) {
                Some(end) => rest[end..].trim_start(),
                None => return false,
            },
            None => return false,
        };
    }
    true
}

/// Behind the bracket that closes what a text opens.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => open += 1,
            b')' | b']' => {
                open -= 1;
                if open == 0 {
                    return Some(at + 1);
                }
            }
            b'"' | b'\'' => return None,
            _ => {}
        }
    }
    None
}

/// Whether a value can be an argument of a call: no comma and no assignment outside of parentheses.
fn is_argument(text: &str) -> bool {
    let mut open = 0i32;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open -= 1,
            b',' if open == 0 => return false,
            b'=' if open == 0 => {
                let compares =
                    |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|byte| b"=!<>".contains(byte));
                let is_comparison = compares(at.checked_sub(1)) || bytes.get(at + 1) == Some(&b'=');
                if !is_comparison {
                    return false;
                }
            }
            _ => {}
        }
    }
    !text.trim().is_empty()
}

/// The statement that a store at an offset is.
fn stored(text: &str, regions: &[Region], at: usize) -> Option<Site> {
    let is_assignment = text[at..].starts_with('=') && !text[at..].starts_with("==");
    let is_statement = |region: &&Region| {
        matches!(region.kind, RegionKind::Statement | RegionKind::Body)
            && region.after
            && (region.start..region.end).contains(&at)
    };
    let region = regions.iter().filter(is_statement).min_by_key(|region| region.end - region.start)?;
    let statement = text[region.start..region.end].strip_suffix(';')?;
    let equals = at - region.start;
    let is_simple = is_assignment && is_lvalue(&statement[..equals]) && is_argument(&statement[equals + 1..]);
    is_simple.then(|| Site::Store(region.start..region.end - 1, at))
}

/// The site of a plain access at an offset.
pub(crate) fn of_plain(
    program: &Program,
    text: &str,
    regions: &[Region],
    at: usize,
    operation: &Operation,
) -> Option<(AtomicOperation, Site)> {
    let is_scalar = |ty: &Type| match ty {
        Type::Integer(bits) => matches!(bits, 8 | 16 | 32 | 64),
        Type::Pointer => true,
        Type::Void | Type::Float(_) | Type::Array { .. } | Type::Structure { .. } | Type::Opaque => false,
    };
    match operation {
        Operation::Load { ty, pointer, .. } if is_scalar(ty) => {
            Some((AtomicOperation::Load, Site::Load(read_lvalue(program, text, at, pointer)?)))
        }
        Operation::Store { ty, .. } if is_scalar(ty) => Some((AtomicOperation::Store, stored(text, regions, at)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::macros::Macros;
    use crate::regions::regions;

    #[test]
    fn the_order_is_the_last_argument() {
        let of = |text: &'static str| last_argument(text, 0).map(|(_, range)| &text[range]);
        assert_eq!(of("atomic_load_explicit(&x, memory_order_relaxed)"), Some("memory_order_relaxed"));
        assert_eq!(of("__atomic_store_n (&a[f(1, 2)], (g(), 3),\n  __ATOMIC_RELAXED );"), Some("__ATOMIC_RELAXED"));
        assert_eq!(of("atomic_load(&x)"), None);
        assert_eq!(of("__atomic_load_n"), None);
        assert_eq!(of("__atomic_load_n(&x"), None);
    }

    #[test]
    fn the_pointer_is_the_first_argument() {
        let of = |text: &'static str| call_with_pointer(text, 0).map(|(call, pointer)| (&text[call], &text[pointer]));
        assert_eq!(
            of("atomic_load_explicit( &a[f(1, 2)] , memory_order_relaxed) + 1"),
            Some(("atomic_load_explicit( &a[f(1, 2)] , memory_order_relaxed)", "&a[f(1, 2)]"))
        );
        assert_eq!(of("atomic_load(&x, y)"), None);
    }

    #[test]
    fn members_begin_where_their_objects_do() {
        for (text, expected) in [
            ("x = p->q->r;", Some("p->q->r")),
            ("if (f(a, b)->r)", Some("f(a, b)->r")),
            ("y + (*p).r;", Some("(*p).r")),
            ("a[i].b.r", Some("a[i].b.r")),
            ("x + r", None),
        ] {
            let at = text.rfind('r').expect("a member");
            let found = beginning_of_member(text, at).map(|start| &text[start..=at]);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn assignments_to_lvalues_are_stores() {
        for (text, expected) in [
            ("void f() { p->x = g(a, b) == 1; }", Some("p->x = g(a, b) == 1")),
            ("void f() { if (a) x = y; }", Some("x = y")),
            ("void f() { int x = y; }", None),
            ("void f() { x = y = 1; }", None),
            ("void f() { x = 1, z = 2; }", None),
        ] {
            let at = text.find(" = ").expect("an assignment") + 1;
            let found = stored(text, &regions(text, &Macros::default()), at).map(|site| match site {
                Site::Store(range, _) => &text[range],
                Site::Order(_) | Site::Load(_) | Site::Once(..) => "",
            });
            assert_eq!(found, expected, "{text}");
        }
    }
}
