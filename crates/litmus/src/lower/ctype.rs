//! C's type names.
//!
//! Source: herdtools7, `lib/testType.ml`: the sizes there are those of tests, not of a C compiler (`long` has 32
//! bits, but in a language that has the type itself). Beyond it a few names that C programmers would try are known, and `atomic_` before any of them.

use program::{ElementType, Width};

/// The names that herd knows, and what they mean; a width of 0 stands for that of an address.
const NAMES: [(&str, Width, bool); 28] = [
    ("int", 32, true),
    ("long", 32, true),
    ("int32_t", 32, true),
    ("uint32_t", 32, false),
    ("atomic_t", 32, false),
    ("char", 8, true),
    ("int8_t", 8, true),
    ("uint8_t", 8, false),
    ("short", 16, true),
    ("int16_t", 16, true),
    ("uint16_t", 16, false),
    ("int64_t", 64, true),
    ("uint64_t", 64, false),
    ("int128_t", 128, true),
    ("__int128", 128, true),
    ("__int128_t", 128, false),
    ("uint128_t", 128, false),
    ("__uint128", 128, false),
    ("__uint128_t", 128, false),
    ("intptr_t", 0, true),
    ("uintptr_t", 0, false),
    ("pteval_t", 0, false),
    ("parel1_t", 0, false),
    ("ins_t", 32, false),
    // Beyond herd.
    ("bool", 8, false),
    ("_Bool", 8, false),
    ("unsigned", 32, false),
    ("size_t", 0, false),
];

/// The type that `name` stands for, `None` when it is not known.
///
/// `long` has as many bits as the language says ([`Code::long_width`](crate::Code::long_width)).
pub(super) fn element_type(name: &str, address_width: Width, long_width: Width) -> Option<ElementType> {
    let look = |name: &str| NAMES.iter().find(|(known, ..)| *known == name);
    let &(name, width, signed) = look(name).or_else(|| look(name.strip_prefix("atomic_")?))?;
    let width = match width {
        0 => address_width,
        _ if name == "long" => long_width,
        width => width,
    };
    Some(ElementType { width, signed })
}

/// All names, to suggest one.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, ..)| *name)
}
