//! What barriers order, in words.

use arch::{Barrier, Cumulativity, Direction, Pairs};

/// What a barrier orders.
pub(crate) fn barrier(barrier: Barrier) -> String {
    if barrier.needs_branch {
        let base = "orders reads that a branch before it depends on with everything behind it";
        return format!("{base}; without such a branch it orders nothing");
    }
    if barrier.is_nothing() {
        return "orders no accesses of memory".to_owned();
    }
    let whom = match barrier.cumulativity {
        Cumulativity::Full => "for all threads",
        Cumulativity::Lightweight => "for its own thread, and for threads that read what is behind it",
        Cumulativity::None => "for its own thread alone",
    };
    format!("orders {}, {whom}", pairs(barrier.pairs))
}

/// Pairs of accesses before and behind a barrier.
fn pairs(pairs: Pairs) -> String {
    if pairs == Pairs::ALL {
        return "all accesses before it with all behind it".to_owned();
    }
    let behind = |before| {
        let has: Vec<Direction> = Direction::ALL.into_iter().filter(|behind| pairs.has(before, *behind)).collect();
        match has.as_slice() {
            [] => None,
            [Direction::Read] => Some("reads"),
            [Direction::Write] => Some("writes"),
            _ => Some("reads and writes"),
        }
    };
    match (behind(Direction::Read), behind(Direction::Write)) {
        (Some(reads), Some(writes)) if reads == writes => format!("reads and writes before it with {reads} behind it"),
        (Some(reads), Some(writes)) => {
            format!("reads before it with {reads} behind it, and writes before it with {writes} behind it")
        }
        (Some(reads), None) => format!("reads before it with {reads} behind it"),
        (None, Some(writes)) => format!("writes before it with {writes} behind it"),
        (None, None) => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_are_put_into_words() {
        let of = |architecture: &str, instruction: &str| {
            let architecture = arch::architecture(architecture).expect("it is listed");
            barrier(architecture.barrier(instruction).expect("a barrier"))
        };
        assert_eq!(of("x86_64", "mfence"), "orders all accesses before it with all behind it, for all threads");
        assert_eq!(
            of("ppc", "lwsync"),
            "orders reads before it with reads and writes behind it, and writes before it with writes behind it, for its own thread, and for threads that read what is behind it"
        );
        assert_eq!(of("aarch64", "dmb ishst"), "orders writes before it with writes behind it, for all threads");
        assert!(of("aarch64", "isb").contains("a branch before it"));
        assert_eq!(of("x86_64", "nop"), "orders no accesses of memory");
    }
}
