//! Sets of outcomes that can be compared, whatever the test that they come from calls its places.

use std::collections::{BTreeMap, BTreeSet};

/// Outcomes: each a value for every observed place, in the order of the places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The outcomes.
    pub all: BTreeSet<Vec<String>>,
    /// Whether some may be missing, and why.
    pub cut: Option<String>,
}

/// A state as logs print it: `0:X1=0; [x]=2;`.
pub(crate) fn read_state(state: &str) -> BTreeMap<&str, &str> {
    state
        .split(';')
        .filter_map(|part| part.trim().split_once('='))
        .map(|(place, value)| (place.trim(), value.trim()))
        .collect()
}

/// A printed value as one of `width` bits: numbers without their sign, anything else as it stands.
pub(crate) fn normal(value: &str, width: u16) -> String {
    match value.parse::<i128>() {
        Ok(number) => mask(number as u128, width).to_string(),
        Err(_) => value.parse::<u128>().map_or_else(|_| value.to_owned(), |number| mask(number, width).to_string()),
    }
}

pub(crate) fn mask(value: u128, width: u16) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_without_their_signs() {
        assert_eq!(normal("-1", 8), "255");
        assert_eq!(normal("255", 8), "255");
        assert_eq!(normal("x", 64), "x");
    }

    #[test]
    fn states_are_read_by_place() {
        let state = read_state("0:X1=0; [y]=2; a[1]=3;");
        assert_eq!(state.len(), 3);
        assert_eq!(state["[y]"], "2");
    }
}
