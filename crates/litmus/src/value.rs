//! Values and symbols as tests write them.
//!
//! The forms are those of herd's initial states and conditions (herdtools7, `lib/stateParser.mly`). Forms that Lakmus
//! does not simulate yet (tags, page table entries, pointer authentication) are kept as they stand, so that such
//! tests can be read, printed and hashed; [`lower`](crate::lower) refuses them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use program::{Name, Width};

/// A number as it is written: decimal, possibly negative, or hexadecimal.
///
/// The spelling is kept because the hash is made of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    text: Cow<'static, str>,
    bits: u128,
}

/// The spellings of nearly all numbers in tests.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

impl Number {
    /// A number below 10.
    fn digit(number: usize) -> Number {
        Number { text: Cow::Borrowed(DIGITS[number]), bits: number as u128 }
    }

    /// Whether it is a number of so many bits, with a sign or without.
    pub fn fits(&self, width: Width) -> bool {
        let signed = self.bits as i128;
        width >= 128 || self.bits >> width == 0 || (-1 << (width - 1)..0).contains(&signed)
    }

    /// Reads `-12`, `12` or `0xc`. `None` when it is no number or does not fit into 128 bits.
    pub fn parse(text: &str) -> Option<Number> {
        if let [digit @ b'0'..=b'9'] = text.as_bytes() {
            return Some(Number::digit(usize::from(digit - b'0')));
        }
        let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
        let digits = hexadecimal.or_else(|| text.strip_prefix('-')).unwrap_or(text);
        if !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
            return None; // `from_str_radix` would take a sign.
        }
        let bits = match hexadecimal {
            Some(digits) => u128::from_str_radix(digits, 16).ok()?,
            None if text.starts_with('-') => {
                let magnitude = digits.parse::<u128>().ok()?;
                (magnitude <= 1 << 127).then(|| magnitude.wrapping_neg())?
            }
            None => digits.parse::<u128>().ok()?,
        };
        Some(Number { text: Cow::Owned(text.to_owned()), bits })
    }

    /// The value, as a two's complement number of 128 bits.
    pub fn bits(&self) -> u128 {
        self.bits
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Number {
        match value {
            0..10 => Number::digit(value as usize),
            _ => Number { text: Cow::Owned(value.to_string()), bits: value as u128 },
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A piece of memory by name, or something that is named like one. What is rare and large is in boxes: conditions are made of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A label as an address of code: `P0:L1`.
    Label {
        /// The number of the thread whose code it is.
        thread: u32,
        /// The label.
        label: Name,
    },
    /// An ordinary location: `x`.
    Named(Name),
    /// A location with a memory tag: `x:red`.
    Tagged {
        /// The location.
        name: Name,
        /// The tag.
        tag: Name,
    },
    /// A capability of Morello: `0x7:x:1`; `x:1` has the permissions 0.
    Capability {
        /// The permissions.
        permissions: Box<Number>,
        /// The location.
        name: Name,
        /// The tag bit.
        tag: Box<Number>,
    },
    /// An address with a pointer authentication code: `pac(x,da,42)`.
    Authenticated {
        /// The location.
        name: Name,
        /// The key, in small letters: `da`, `db`, `ia`, `ib`.
        key: Name,
        /// What the code is made with.
        modifier: Box<Number>,
    },
    /// The physical address of a location: `PA(x)`.
    Physical(Name),
    /// Where the tag of a location is kept: `tag(x)`, `tag(x+16)`.
    TagOf {
        /// The location.
        name: Name,
        /// Offset in bytes.
        offset: u64,
    },
    /// The page table entry of a location (or of a label, then the name is like `0:L`): `PTE(x)`.
    Entry(Name),
    /// The page table entry of a page table entry: `PTE(PTE(x))`.
    EntryOfEntry(Name),
}

impl Symbol {
    /// The symbol that a plain name stands for. Names of old tests encode some kinds: `pte_x`, `phy_x`, `x.atag`.
    pub fn named(name: impl Into<Name>) -> Symbol {
        let name = name.into();
        let inside = |prefix: &str| name.strip_prefix(prefix).filter(|rest| !rest.is_empty()).map(Name::new);
        if let Some(name) = inside("pte_") {
            return Symbol::Entry(name);
        }
        if let Some(name) = name.strip_suffix(".atag").filter(|rest| !rest.is_empty()) {
            return Symbol::TagOf { name: name.into(), offset: 0 };
        }
        if let Some(name) = inside("phy_") {
            return Symbol::Physical(name);
        }
        Symbol::Named(name)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Label { thread, label } => write!(f, "label:\"P{thread}:{label}\""),
            Symbol::Named(name) => f.write_str(name),
            Symbol::Tagged { name, tag } => write!(f, "{name}:{tag}"),
            Symbol::Capability { permissions, name, tag } => write!(f, "{permissions}:{name}:{tag}"),
            Symbol::Authenticated { name, key, modifier } => write!(f, "pac({name},{key},{modifier})"),
            Symbol::Physical(name) => write!(f, "PA({})", with_thread(name)),
            Symbol::TagOf { name, offset: 0 } => write!(f, "tag({name})"),
            Symbol::TagOf { name, offset } => write!(f, "tag({name}+{offset})"),
            Symbol::Entry(name) => write!(f, "PTE({})", with_thread(name)),
            Symbol::EntryOfEntry(name) => write!(f, "PTE(PTE({name}))"),
        }
    }
}

/// The name of a location; that of a label, `0:L`, with the `P` that tests write before it.
fn with_thread(name: &str) -> String {
    if name.contains(':') { format!("P{name}") } else { name.to_owned() }
}

/// What a page table entry or the register `PAR_EL1` holds: `(oa:PA(x), valid:0, attrs:(NC))`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The output address.
    pub output: Option<Symbol>,
    /// Fields with values.
    pub fields: BTreeMap<Name, Name>,
    /// Attributes.
    pub attributes: BTreeSet<Name>,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.output.iter().map(|output| format!("oa:{output}")).collect();
        parts.extend(self.fields.iter().map(|(key, value)| format!("{key}:{value}")));
        if !self.attributes.is_empty() {
            let all: Vec<&str> = self.attributes.iter().map(Name::as_str).collect();
            parts.push(format!("attrs:({})", all.join(", ")));
        }
        write!(f, "({})", parts.join(", "))
    }
}

/// A value as it is written in an initial state or a condition. As in [`Symbol`], what is rare and large is in boxes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Number(Number),
    /// The address that a symbol names.
    Address(Symbol),
    /// The address of a cell of an array: `a[2]`.
    Element {
        /// The array.
        name: Name,
        /// The cell, from 0.
        index: u64,
    },
    /// The contents of an array: `{1,2}`.
    Array(Vec<Value>),
    /// An instruction as a value: `instr:"MOV X0,#1"`; `None` is `NOP`.
    Instruction(Option<String>),
    /// A memory tag: `:red`.
    Tag(Name),
    /// A set of memory tags: `{:red,:green}`.
    Tags(Vec<Name>),
    /// A page table entry.
    Entry(Box<Entry>),
    /// A value of the register `PAR_EL1`: `parel1_t:(...)`.
    AddressRegister(Box<Entry>),
    /// Anything, in backquotes, or two numbers with a colon between them.
    Raw(String),
}

impl Value {
    /// Zero: what is meant when a test gives no value.
    pub fn zero() -> Value {
        Value::Number(Number::from(0))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |values: Vec<String>| values.join(",");
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Address(symbol) => symbol.fmt(f),
            Value::Element { name, index } => write!(f, "{name}[{index}]"),
            Value::Array(values) => write!(f, "{{{}}}", list(values.iter().map(Value::to_string).collect())),
            Value::Instruction(Some(text)) => write!(f, "instr:\"{text}\""),
            Value::Instruction(None) => f.write_str("NOP"),
            Value::Tag(tag) => write!(f, ":{tag}"),
            Value::Tags(tags) => write!(f, "{{{}}}", list(tags.iter().map(|tag| format!(":{tag}")).collect())),
            Value::Entry(entry) => entry.fmt(f),
            Value::AddressRegister(entry) => write!(f, "parel1_t:{entry}"),
            Value::Raw(text) => write!(f, "`{text}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_128_bits() {
        let bits = |text: &str| Number::parse(text).map(|number| number.bits());
        assert_eq!(bits("12"), Some(12));
        assert_eq!(bits("-1"), Some(u128::MAX));
        assert_eq!(bits("0XfF"), Some(255));
        assert_eq!(bits("340282366920938463463374607431768211455"), Some(u128::MAX));
        assert_eq!(bits("-170141183460469231731687303715884105728"), Some(1 << 127));
        for bad in ["", "-", "+1", "--1", "0x", "0x+1", "x", "1x", "340282366920938463463374607431768211456"] {
            assert_eq!(bits(bad), None, "{bad}");
        }
        assert_eq!(bits("-170141183460469231731687303715884105729"), None);
    }

    #[test]
    fn old_names_encode_kinds() {
        assert_eq!(Symbol::named("pte_x"), Symbol::Entry("x".into()));
        assert_eq!(Symbol::named("phy_x"), Symbol::Physical("x".into()));
        assert_eq!(Symbol::named("x.atag"), Symbol::TagOf { name: "x".into(), offset: 0 });
        assert_eq!(Symbol::named("pte_"), Symbol::Named("pte_".into()));
    }
}
