//! "Did you mean": the known name nearest to one that is not known.

/// The candidate nearest to `written`, if one is near enough to be worth suggesting: at most one edit for each
/// three characters, none for a single character, letter case counting for nothing. Among equals the first one wins.
///
/// An edit inserts, deletes or replaces a character or swaps two neighbours (optimal string alignment).
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One edit makes any letter of any other.
    let limit = match written.chars().count() {
        0 | 1 => 0,
        length => length.div_ceil(3),
    };
    let wanted: Vec<char> = written.to_lowercase().chars().collect();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != written)
        .map(|candidate| (distance(&wanted, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate))
        .filter(|&(edits, _)| edits <= limit)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

fn distance(a: &[char], b: &[char]) -> usize {
    // rows[i][j]: edits from the first i characters of `a` to the first j of `b`; three rows are alive.
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_near_names_only() {
        let known = ["mfence", "sfence", "movl", "movq"];
        assert_eq!(nearest("mfnece", known), Some("mfence"));
        assert_eq!(nearest("MOVL", known), Some("movl"));
        assert_eq!(nearest("cmpxchg", known), None);
        assert_eq!(nearest("x", ["y", "z"]), None);
        assert_eq!(nearest("movl", known), Some("movq"), "a name is no suggestion for itself");
    }
}
