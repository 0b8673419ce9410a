//! Types as C11 spells them.

use std::borrow::Cow;

use source::{Cursor, Sources};

use crate::c::ctype::{ATOMIC, Around, CType, Integer, Type};
use crate::c::parse::Parser;

/// A type as C11 spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelled {
    /// Its text, which can stand before a name and in a cast.
    pub text: String,
    /// How many bits a value has.
    pub width: u16,
    /// What it is.
    pub kind: TypeKind,
    /// Whether it is atomic.
    pub is_atomic: bool,
}

/// What a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// An integer.
    Integer {
        /// Whether it has a sign.
        signed: bool,
    },
    /// A pointer.
    Pointer,
    /// A `pthread_mutex_t`.
    Mutex,
    /// `void`.
    Void,
}

impl Spelled {
    /// Reads a type as tests write it: `int`, `_Atomic long`, `int *`. None for what is no type or has no spelling in C11.
    pub fn parse(text: &str) -> Option<Spelled> {
        let mut sources = Sources::new();
        let source = sources.add("type", text);
        let mut parser = Parser::new(Cursor::new(text, sources.whole(source)), Cow::Borrowed);
        let ctype = parser.type_name().ok().filter(|_| parser.is_at_end())?;
        if parser.finish().is_empty() { ctype.spelled() } else { None }
    }
}

/// What the writer asks of a type.
pub(super) trait CText {
    /// As C11 spells it; none for what C11 does not have.
    fn spelled(&self) -> Option<Spelled>;

    /// Whether it is an integer too small for an address.
    fn is_narrow_integer(&self) -> bool;
}

impl CText for CType {
    fn spelled(&self) -> Option<Spelled> {
        let kind = match self.value() {
            value if value.is_pointer() => TypeKind::Pointer,
            value if value.as_base().is_some_and(is_mutex) => TypeKind::Mutex,
            value if value.as_base().is_some_and(is_known_by_address) => TypeKind::Integer { signed: true },
            value => match value.meaning() {
                Type::Integer(Integer { signed, .. }) => TypeKind::Integer { signed },
                Type::Void => TypeKind::Void,
                Type::Opaque | Type::Pointer(_) => return None,
            },
        };
        let is_word = self.as_base().is_some_and(is_known_by_address);
        let width = if is_word { Integer::INT.width } else { self.meaning().width() };
        Some(Spelled { text: text(self)?, width, kind, is_atomic: self.is_atomic() })
    }

    fn is_narrow_integer(&self) -> bool {
        matches!(self.meaning(), Type::Integer(integer) if integer.width < Integer::LONG.width)
    }
}

/// What the kernel's locks and sleepable RCU are known by: only its address matters.
fn is_known_by_address(name: &str) -> bool {
    matches!(name, "spinlock_t" | "struct srcu_struct")
}

fn is_mutex(name: &str) -> bool {
    matches!(name, "mtx_t" | "mutex")
}

fn text(ctype: &CType) -> Option<String> {
    let (name, around) = ctype.parts();
    let (mut text, around) = match around {
        [Around::Atomic, around @ ..] => (atomic(name)?, around),
        around => (base(name)?, around),
    };
    for around in around {
        match around {
            Around::Const => text.push_str(" const"),
            Around::Volatile => text.push_str(" volatile"),
            Around::Atomic => text = format!("_Atomic({text})"),
            Around::Pointer => text.push_str(if text.ends_with('*') { "*" } else { " *" }),
        }
    }
    Some(text)
}

/// An atomic base type.
fn atomic(name: &str) -> Option<String> {
    Some(match ATOMIC.iter().find(|(word, canonical)| *canonical == name && *word != "flag") {
        Some((word, _)) => format!("atomic_{word}"),
        // With parentheses C++ can read it too.
        None => format!("_Atomic({})", base(name)?),
    })
}

fn base(name: &str) -> Option<String> {
    let known = match name {
        "mtx_t" | "mutex" => "pthread_mutex_t",
        // Types of headers that the program does not include, or of C++.
        "wchar_t" => "int",
        "char8_t" => "unsigned char",
        "char16_t" => "uint_least16_t",
        "char32_t" => "uint_least32_t",
        "ptrdiff_t" => "intptr_t",
        "__uint128" => "unsigned __int128",
        // The kernel's: its primitives take any pointer.
        "atomic_t" | "spinlock_t" | "struct srcu_struct" => "int",
        "atomic64_t" | "atomic_long_t" => "long",
        _ if name.starts_with("struct ") => return None,
        _ => name,
    };
    Some(known.to_owned())
}
