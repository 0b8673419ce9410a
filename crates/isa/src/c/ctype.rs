//! Types as they are written, and what they mean.
//!
//! Sizes are those of C on 64-bit Unix (LP64). herd computes on 32 bits whatever the type; up to there results agree.

use std::borrow::Cow;
use std::sync::LazyLock;

use program::Width;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The width of an address.
pub(crate) const ADDRESS_WIDTH: Width = 64;

/// A type as it is written: the order of qualifiers matters to the hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CType {
    /// The canonical name of the type inside, which has no qualifiers.
    base: Cow<'static, str>,
    /// What is around it, from the inside to the outside.
    around: SmallVec<[Around; 16]>,
}

/// What a type can have around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    Const,
    Volatile,
    Atomic,
    Pointer,
}

impl CType {
    /// A base type by its canonical name.
    pub(crate) fn base(name: impl Into<Cow<'static, str>>) -> CType {
        CType { base: name.into(), around: SmallVec::new() }
    }

    /// This around it.
    pub(crate) fn within(mut self, outside: Around) -> CType {
        self.around.push(outside);
        self
    }

    /// A pointer to it.
    pub(crate) fn pointer(self) -> CType {
        self.within(Around::Pointer)
    }

    /// The base type, and what is around it, from the inside to the outside.
    pub(crate) fn parts(&self) -> (&str, &[Around]) {
        (&self.base, &self.around)
    }

    /// Its name, when it is a base type.
    pub(crate) fn as_base(&self) -> Option<&str> {
        self.around.is_empty().then_some(&*self.base)
    }

    /// Whether its values are addresses, qualifiers or not.
    pub(crate) fn is_pointer(&self) -> bool {
        self.around.contains(&Around::Pointer)
    }

    /// The type that it points to.
    pub(crate) fn pointee(&self) -> Option<CType> {
        let pointer = self.around.iter().rposition(|&around| around == Around::Pointer)?;
        Some(CType { base: self.base.clone(), around: self.around[..pointer].into() })
    }

    /// Without the qualifiers at the outside: the type of a value.
    pub(crate) fn value(&self) -> CType {
        let inside = self.around.len() - self.outside().len();
        CType { base: self.base.clone(), around: self.around[..inside].into() }
    }

    /// Whether its values are accessed atomically.
    pub(crate) fn is_atomic(&self) -> bool {
        self.outside().contains(&Around::Atomic)
    }

    /// The qualifiers at the outside.
    fn outside(&self) -> &[Around] {
        let pointer = self.around.iter().rposition(|&around| around == Around::Pointer);
        &self.around[pointer.map_or(0, |pointer| pointer + 1)..]
    }

    /// Writes the text that herd prints and hashes.
    pub(crate) fn print(&self, out: &mut String) {
        for (depth, around) in self.around.iter().enumerate().rev() {
            out.push_str(match (around, depth) {
                (Around::Volatile, 0) => "volatile ",
                (Around::Atomic, 0) => "_Atomic ",
                (Around::Atomic, _) => "_Atomic (",
                (Around::Const | Around::Volatile | Around::Pointer, _) => "",
            });
        }
        out.push_str(&self.base);
        for (depth, around) in self.around.iter().enumerate() {
            out.push_str(match (around, depth) {
                (Around::Volatile | Around::Atomic, 0) => "",
                (Around::Volatile, _) => " volatile",
                (Around::Atomic, _) => ")",
                (Around::Const, _) => " const",
                (Around::Pointer, _) => "*",
            });
        }
    }

    /// What it means.
    pub(crate) fn meaning(&self) -> Type {
        let base = base_type(&self.base).unwrap_or(Type::Opaque);
        let (meaning, _) = self.around.iter().fold((base, false), |(inner, is_atomic), around| match around {
            Around::Pointer if is_atomic => (inner.pointer_to_atomic(), false),
            Around::Pointer => (inner.pointer(), false),
            Around::Atomic => (inner, true),
            Around::Const | Around::Volatile => (inner, is_atomic),
        });
        meaning
    }
}

/// A type without qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Integer(Integer),
    Pointer(Pointee),
    Void,
    /// Known by name only: structures, locks.
    Opaque,
}

/// What a pointer points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointee {
    base: Base,
    /// How many pointers there are between.
    pointers: u16,
    /// Which of the types on the way are atomic: bit `n` is for the one with `n` pointers between it and the base.
    atomic: u64,
}

/// A type that is no pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Integer(Integer),
    Void,
    Opaque,
}

impl Pointee {
    /// The type.
    pub(crate) fn get(self) -> Type {
        match (self.pointers.checked_sub(1), self.base) {
            (Some(pointers), base) => Type::Pointer(Pointee { base, pointers, atomic: self.atomic & !self.bit() }),
            (None, Base::Integer(integer)) => Type::Integer(integer),
            (None, Base::Void) => Type::Void,
            (None, Base::Opaque) => Type::Opaque,
        }
    }

    /// Whether it is atomic: then `*p` is an atomic access.
    pub(crate) fn is_atomic(self) -> bool {
        self.atomic & self.bit() != 0
    }

    /// The bit of `atomic` that is its own. (No type that is read has so many pointers that there is none.)
    fn bit(self) -> u64 {
        1_u64.checked_shl(self.pointers.into()).unwrap_or(0)
    }
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    pub(crate) width: Width,
    pub(crate) signed: bool,
    /// Conversion to it compares with 0.
    pub(crate) boolean: bool,
}

impl Integer {
    /// An integer type of so many bits.
    pub(crate) const fn new(width: Width, signed: bool) -> Integer {
        Integer { width, signed, boolean: false }
    }

    /// `int`.
    pub(crate) const INT: Integer = Integer::new(32, true);

    /// `long`, which also holds addresses.
    pub(crate) const LONG: Integer = Integer::new(ADDRESS_WIDTH, true);

    /// Integer promotion (C11 6.3.1.1).
    pub(crate) fn promoted(self) -> Integer {
        if self.width < 32 { Integer::INT } else { Integer { boolean: false, ..self } }
    }

    /// The usual arithmetic conversions (C11 6.3.1.8): the type that both operands are converted to.
    pub(crate) fn common(self, other: Integer) -> Integer {
        let (left, right) = (self.promoted(), other.promoted());
        match left.width.cmp(&right.width) {
            std::cmp::Ordering::Less => right,
            std::cmp::Ordering::Greater => left,
            std::cmp::Ordering::Equal => Integer::new(left.width, left.signed && right.signed),
        }
    }
}

impl Type {
    /// `int`.
    pub(crate) const INT: Type = Type::Integer(Integer::INT);

    /// A pointer to it.
    pub(crate) fn pointer(self) -> Type {
        Type::Pointer(self.pointee())
    }

    /// A pointer to the atomic type of it.
    pub(crate) fn pointer_to_atomic(self) -> Type {
        let pointee = self.pointee();
        Type::Pointer(Pointee { atomic: pointee.atomic | pointee.bit(), ..pointee })
    }

    /// It as what a pointer points to.
    fn pointee(self) -> Pointee {
        let (base, pointers, atomic) = match self {
            Type::Integer(integer) => (Base::Integer(integer), 0, 0),
            Type::Void => (Base::Void, 0, 0),
            Type::Opaque => (Base::Opaque, 0, 0),
            // No type that is read is so long.
            Type::Pointer(pointee) => (pointee.base, pointee.pointers.saturating_add(1), pointee.atomic),
        };
        Pointee { base, pointers, atomic }
    }

    /// How many bits a value has. What is opaque is taken for an `int`.
    pub(crate) fn width(&self) -> Width {
        match self {
            Type::Integer(integer) => integer.width,
            Type::Pointer(_) => ADDRESS_WIDTH,
            Type::Void | Type::Opaque => Integer::INT.width,
        }
    }

    /// Size in bytes, for pointer arithmetic and `sizeof`.
    pub(crate) fn bytes(&self) -> i128 {
        match self {
            Type::Void => 1,
            other => i128::from(other.width() / 8),
        }
    }

    /// As an integer type: addresses are unsigned.
    pub(crate) fn integer(&self) -> Integer {
        match self {
            Type::Integer(integer) => *integer,
            Type::Pointer(_) => Integer::new(ADDRESS_WIDTH, false),
            Type::Void | Type::Opaque => Integer::INT,
        }
    }

    /// Whether it is a pointer.
    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(_))
    }
}

/// The names of types that are one word, with their widths (0: those of an address) and signs.
///
/// `atomic_` before the names that C11 7.17.6 lists makes the atomic type.
pub(crate) const NAMED: [(&str, Width, bool); 33] = [
    ("__int128_t", 128, true),
    ("__uint128_t", 128, false),
    ("__int128", 128, true),
    ("__uint128", 128, false),
    ("int8_t", 8, true),
    ("uint8_t", 8, false),
    ("int16_t", 16, true),
    ("uint16_t", 16, false),
    ("int32_t", 32, true),
    ("uint32_t", 32, false),
    ("int64_t", 64, true),
    ("uint64_t", 64, false),
    ("intptr_t", 0, true),
    ("uintptr_t", 0, false),
    ("intmax_t", 64, true),
    ("uintmax_t", 64, false),
    ("size_t", 0, false),
    ("ptrdiff_t", 0, true),
    ("int_least8_t", 8, true),
    ("uint_least8_t", 8, false),
    ("int_least16_t", 16, true),
    ("uint_least16_t", 16, false),
    ("int_least32_t", 32, true),
    ("uint_least32_t", 32, false),
    ("int_least64_t", 64, true),
    ("uint_least64_t", 64, false),
    ("wchar_t", 32, true),
    ("char8_t", 8, false),
    ("char16_t", 16, false),
    ("char32_t", 32, false),
    // The Linux kernel's.
    ("atomic_t", 32, true),
    ("atomic64_t", 64, true),
    ("atomic_long_t", 64, true),
];

/// Types known by name only.
pub(crate) const OPAQUE: [&str; 3] = ["mtx_t", "mutex", "spinlock_t"];

/// What `atomic_` is put before for an atomic type, with the canonical name of the type meant.
pub(crate) const ATOMIC: [(&str, &str); 13] = [
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("llong", "long long"),
    ("ullong", "unsigned long long"),
    ("flag", "_Bool"),
];

/// Rust's atomic types, with the canonical name of the type that is atomic.
const RUST: [(&str, &str); 11] = [
    ("AtomicBool", "_Bool"),
    ("AtomicI8", "int8_t"),
    ("AtomicU8", "uint8_t"),
    ("AtomicI16", "int16_t"),
    ("AtomicU16", "uint16_t"),
    ("AtomicI32", "int32_t"),
    ("AtomicU32", "uint32_t"),
    ("AtomicI64", "int64_t"),
    ("AtomicU64", "uint64_t"),
    ("AtomicIsize", "intptr_t"),
    ("AtomicUsize", "size_t"),
];

/// The meaning of a canonical name.
pub(crate) fn base_type(name: &str) -> Option<Type> {
    let integer = |width, signed| Some(Type::Integer(Integer::new(width, signed)));
    match name {
        "void" => return Some(Type::Void),
        "_Bool" => return Some(Type::Integer(Integer { width: 8, signed: false, boolean: true })),
        "char" | "signed char" => return integer(8, true),
        "unsigned char" => return integer(8, false),
        "short" => return integer(16, true),
        "unsigned short" => return integer(16, false),
        "int" => return integer(32, true),
        "unsigned int" => return integer(32, false),
        "long" | "long long" => return integer(64, true),
        "unsigned long" | "unsigned long long" => return integer(64, false),
        _ => {}
    }
    let &(_, width, signed) = NAMED.iter().find(|(known, ..)| *known == name)?;
    integer(if width == 0 { ADDRESS_WIDTH } else { width }, signed)
}

/// The names of types, beside [`TYPE_WORDS`].
pub(crate) fn names() -> impl Iterator<Item = String> {
    let plain = NAMED.iter().map(|(name, ..)| *name).chain(OPAQUE).chain(RUST.iter().map(|(name, _)| *name));
    plain.map(str::to_owned).chain(ATOMIC.iter().map(|(name, _)| format!("atomic_{name}")))
}

/// Words that begin a type or qualify it.
pub(crate) const TYPE_WORDS: [&str; 18] = [
    "void", "char", "short", "int", "long", "signed", "unsigned", "_Bool", "bool", "const", "volatile", "restrict",
    "_Atomic", "struct", "union", "enum", "float", "double",
];

/// What a word has to do with types.
#[derive(Clone, Copy)]
enum Word {
    /// It is a part of a type.
    Part,
    /// It is a type, by its canonical name.
    Whole(&'static str),
    /// It is an atomic type; the canonical name of the type that is atomic.
    Atomic(&'static str),
}

/// The words by their spellings.
static WORDS: LazyLock<FxHashMap<Cow<'static, str>, Word>> = LazyLock::new(|| {
    let parts = TYPE_WORDS.into_iter().chain(["__restrict"]).map(|word| (word.into(), Word::Part));
    let fixed = NAMED[..30].iter().map(|&(name, ..)| (name, name));
    let atomic =
        fixed.chain(ATOMIC).map(|(name, canonical)| (format!("atomic_{name}").into(), Word::Atomic(canonical)));
    let named = NAMED.iter().map(|&(name, ..)| name).chain(OPAQUE).map(|name| (name.into(), Word::Whole(name)));
    let of_rust = RUST.map(|(name, canonical)| (name.into(), Word::Atomic(canonical)));
    parts.chain(atomic).chain(named).chain(of_rust).collect()
});

/// Whether a word is a type or a part of one.
pub(crate) fn is_type_word(word: &str) -> bool {
    WORDS.contains_key(word)
}

/// A type that is one word without being a keyword.
pub(crate) fn named_type(word: &str) -> Option<CType> {
    match *WORDS.get(word)? {
        Word::Part => None,
        Word::Whole(name) => Some(CType::base(name)),
        Word::Atomic(name) => Some(CType::base(name).within(Around::Atomic)),
    }
}
