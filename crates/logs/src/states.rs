//! Final states of a test.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A final state, in a form that does not depend on who wrote it: bindings `place=value` by their text, numbers in decimal, locations in brackets (logs of litmus7 before version 7.56 have `x=1`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(String);

impl State {
    /// From a line of a log without its count.
    pub fn new(line: &str) -> State {
        if is_in_usual_form(line) {
            return State(line.to_owned());
        }
        let mut bindings: Vec<Cow<'_, str>> =
            line.split(';').map(str::trim).filter(|part| !part.is_empty()).map(binding).collect();
        if !bindings.is_sorted() {
            bindings.sort_unstable();
        }
        let mut text = String::with_capacity(line.len());
        for binding in bindings {
            text.push_str(&binding);
            text.push_str("; ");
        }
        text.truncate(text.trim_end().len());
        State(text)
    }

    /// As a line of a log.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The bindings, place and value.
    pub fn bindings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.split(';').filter_map(|part| part.trim().split_once('='))
    }
}

/// Whether a line is a state's text already, as nearly all are: `a=1; b=2;`, in order, decimal. Gigabytes of lines pass here.
fn is_in_usual_form(line: &str) -> bool {
    let bytes = line.as_bytes();
    let (mut last, mut start): (&[u8], usize) = (b"", 0);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b';' => {
                let binding = &bytes[start..at];
                // (What begins with a letter is a location without brackets, an array or a fault.)
                let is_trimmed = binding.first().is_some_and(|first| first.is_ascii_graphic() && !is_letter(*first))
                    && binding.last().is_some_and(u8::is_ascii_graphic);
                if !is_trimmed || binding < last {
                    return false;
                }
                last = binding;
                start = at + 1;
                if start < bytes.len() {
                    if bytes[start] != b' ' {
                        return false;
                    }
                    start += 1;
                }
            }
            // A hexadecimal number, or white space that is not ASCII's, perhaps.
            b'x' if at > 0 && bytes[at - 1] == b'0' => return false,
            128.. => return false,
            _ => {}
        }
    }
    !bytes.is_empty() && start == bytes.len()
}

/// `place=value` with a hexadecimal value in decimal, and a location in brackets.
fn binding(text: &str) -> Cow<'_, str> {
    let Some((place, value)) = text.split_once('=') else { return Cow::Borrowed(text) };
    let number = value.strip_prefix("0x").and_then(|digits| u128::from_str_radix(digits, 16).ok());
    let is_bare = place.bytes().next().is_some_and(is_letter)
        && place.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
        && !value.starts_with('{');
    match (number, is_bare) {
        (None, false) => Cow::Borrowed(text),
        (Some(number), false) => Cow::Owned(format!("{place}={number}")),
        (None, true) => Cow::Owned(format!("[{place}]={value}")),
        (Some(number), true) => Cow::Owned(format!("[{place}]={number}")),
    }
}

/// Of the name of a location.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// What one set of states has and another has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Only in the second.
    pub added: Vec<State>,
    /// Only in the first.
    pub missing: Vec<State>,
}

impl Difference {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.missing.is_empty()
    }
}

/// In what two sets of states differ, each part in order. Both are maps to counts, which count for nothing.
pub fn difference(first: &BTreeMap<State, u64>, second: &BTreeMap<State, u64>) -> Difference {
    let (mut first, mut second) = (first.keys().peekable(), second.keys().peekable());
    let mut found = Difference::default();
    loop {
        let order = match (first.peek(), second.peek()) {
            (None, None) => return found,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one.cmp(other),
        };
        // The smaller one is in one set alone.
        let one = first.next_if(|_| order.is_le());
        let other = second.next_if(|_| order.is_ge());
        match (one, other) {
            (Some(one), None) => found.missing.push(one.clone()),
            (None, Some(other)) => found.added.push(other.clone()),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn locations_are_in_brackets_whoever_wrote_them() {
        for (line, text) in [
            ("x=1; 0:x5=2;", "0:x5=2; [x]=1;"),
            ("[x]=1; 0:x5=y;", "0:x5=y; [x]=1;"),
            ("y=0x10; x_1=x;", "[x_1]=x; [y]=16;"),
            ("a={1,2}; x=0;", "[x]=0; a={1,2};"),
            ("Fault(P0:L0,x); a[1]=2;", "Fault(P0:L0,x); a[1]=2;"),
        ] {
            assert_eq!(State::new(line).text(), text);
        }
    }

    proptest! {
        /// Lines of few characters, so that many are in the usual form and many nearly so.
        #[test]
        fn the_usual_form_is_what_comes_out(line in "([ab]=(0x)?[0-9x]{1,2}[; ]{0,2}){0,4}") {
            let state = State::new(&line);
            prop_assert!(is_in_usual_form(state.text()) || state.text().is_empty() || state.text().contains("0x"), "{state:?}");
            prop_assert_eq!(State::new(state.text()), state.clone());
            if is_in_usual_form(&line) {
                prop_assert_eq!(state.text(), line);
            }
        }

        #[test]
        fn differences_are_those_of_sets(first in proptest::collection::btree_set(0_u8..9, 0..9), second in proptest::collection::btree_set(0_u8..9, 0..9)) {
            let states = |numbers: &std::collections::BTreeSet<u8>| -> BTreeMap<State, u64> {
                numbers.iter().map(|number| (State::new(&format!("x={number};")), 0)).collect()
            };
            let alone = |these: &std::collections::BTreeSet<u8>, those| -> Vec<State> {
                these.difference(those).map(|number| State::new(&format!("x={number};"))).collect()
            };
            let expected = Difference { added: alone(&second, &first), missing: alone(&first, &second) };
            prop_assert_eq!(difference(&states(&first), &states(&second)), expected);
        }
    }
}
