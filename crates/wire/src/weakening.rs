use std::fmt;
use std::str::FromStr;

/// An order that an atomic operation has in the place of the one in the program.
///
/// As text it is the number of the order, a colon, and the addresses in hexadecimal with `/` between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weakening {
    /// The order, as compilers number it (`__ATOMIC_RELAXED` is 0).
    pub order: u8,
    /// Return addresses of the operation and of those of its callers that distinguish it from others, innermost first: a function that is not inlined may be the operation of several lines.
    pub calls: Vec<u64>,
}

impl fmt::Display for Weakening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls: Vec<String> = self.calls.iter().map(|address| format!("{address:x}")).collect();
        write!(f, "{}:{}", self.order, calls.join("/"))
    }
}

/// A [`Weakening`] that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakeningError;

impl FromStr for Weakening {
    type Err = WeakeningError;

    fn from_str(text: &str) -> Result<Weakening, WeakeningError> {
        let (order, calls) = text.split_once(':').ok_or(WeakeningError)?;
        let calls: Result<Vec<u64>, _> = calls.split('/').map(|call| u64::from_str_radix(call, 16)).collect();
        Ok(Weakening { order: order.parse().map_err(|_| WeakeningError)?, calls: calls.map_err(|_| WeakeningError)? })
    }
}
