//! Canonical code, written piece by piece.

use std::fmt::Write;

use litmus::CodeText;
use program::Name;

/// A piece of canonical code.
pub(crate) trait Put {
    /// Writes it.
    fn put(&self, text: &mut CodeText<'_>);
}

/// Writes pieces one behind the other: `put!(text; "MOV ", to, ",", from)`.
macro_rules! put {
    ($text:expr; $($piece:expr),+) => {{ $($crate::assembly::put::Put::put(&$piece, $text);)+ }};
}

pub(crate) use put;

impl Put for str {
    fn put(&self, text: &mut CodeText<'_>) {
        text.push_str(self);
    }
}

impl Put for Name {
    fn put(&self, text: &mut CodeText<'_>) {
        text.push_str(self);
    }
}

impl Put for String {
    fn put(&self, text: &mut CodeText<'_>) {
        text.push_str(self);
    }
}

impl Put for i128 {
    fn put(&self, text: &mut CodeText<'_>) {
        /// Nearly all numbers in tests.
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        match usize::try_from(*self).ok().and_then(|number| DIGITS.get(number)) {
            Some(digit) => text.push_str(digit),
            // Writing to a text does not fail.
            None => _ = write!(text, "{self}"),
        }
    }
}

impl Put for i64 {
    fn put(&self, text: &mut CodeText<'_>) {
        i128::from(*self).put(text);
    }
}

impl Put for u8 {
    fn put(&self, text: &mut CodeText<'_>) {
        i128::from(*self).put(text);
    }
}

/// A number with its sign.
pub(crate) struct Signed(pub(crate) i64);

impl Put for Signed {
    fn put(&self, text: &mut CodeText<'_>) {
        // Writing to a text does not fail.
        let _ = write!(text, "{:+}", self.0);
    }
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, text: &mut CodeText<'_>) {
        (**self).put(text);
    }
}

impl<T: Put + ?Sized> Put for Box<T> {
    fn put(&self, text: &mut CodeText<'_>) {
        (**self).put(text);
    }
}
