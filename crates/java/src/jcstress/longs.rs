//! Whether the values of type `long` of a test fit an `int`, so that the model may compute with those.
//!
//! A number of `b` bits and `n` additions make at most `b + n` bits, as each at most doubles. So what has no other arithmetic, and no loops around it, fits where that is at most 30.

use tree_sitter::Node;

use super::{Reader, Reading};

/// How many bits a value may have, its sign aside, with some to spare.
const BITS: u32 = 30;

/// Refuses a test that uses `long`s whose values may not fit.
pub(super) fn fit<'n>(reader: Reader<'_>, state: Node<'n>, methods: &[Node<'n>]) -> Reading<()> {
    let mut found = Found::default();
    if let Some(base) = state.child_by_field_name("superclass") {
        found.walk(reader, base);
    }
    let fields = reader.members(state, "field_declaration")?;
    // Methods that are called are written out.
    for part in fields.into_iter().chain(methods.iter().copied()) {
        found.walk(reader, part);
    }
    let Some(long) = found.long else { return Ok(()) };
    if let Some(other) = found.other {
        return Err(reader.refuse(other, "this in a test with `long`s: values that may not fit an `int`"));
    }
    match found.bits + found.additions > BITS {
        true => Err(reader.refuse(long, "a `long` with values that may not fit an `int`")),
        false => Ok(()),
    }
}

#[derive(Default)]
struct Found<'n> {
    /// Where a `long` is used.
    long: Option<Node<'n>>,
    /// Arithmetic that is no addition, and loops.
    other: Option<Node<'n>>,
    additions: u32,
    /// Of the largest number.
    bits: u32,
}

impl<'n> Found<'n> {
    fn walk(&mut self, reader: Reader<'_>, node: Node<'n>) {
        match node.kind() {
            // They say nothing of values.
            "annotation" | "marker_annotation" => return,
            "+" | "-" | "+=" | "-=" | "++" | "--" => self.additions += 1,
            "*" | "<<" | ">>>" | "/" | "%" | "*=" | "<<=" | ">>>=" | "while" | "do" | "for" => {
                self.other = self.other.or(Some(node));
            }
            "decimal_integer_literal" | "hex_integer_literal" => self.number(reader, node),
            "integral_type" | "type_identifier" | "identifier" => {
                let text = reader.text(node);
                let names_long = text == "long" || text.contains("AtomicLong");
                let is_result = text.ends_with("_Result") && text.contains('J');
                if names_long || is_result {
                    self.long = self.long.or(Some(node));
                }
                let adds = ["Add", "addAnd", "Increment", "increment", "Decrement", "decrement"];
                self.additions += u32::from(adds.iter().any(|word| text.contains(word)));
            }
            _ => {}
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            self.walk(reader, child);
        }
    }

    fn number(&mut self, reader: Reader<'_>, node: Node<'_>) {
        let text = reader.text(node).replace('_', "");
        let digits = text.trim_end_matches(['l', 'L']);
        let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        self.bits = self.bits.max(number.map_or(u64::BITS, |number| u64::BITS - number.leading_zeros()));
    }
}
