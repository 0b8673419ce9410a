//! The difference between two texts.

use std::fmt::Write;

/// The difference between two texts as a unified diff; empty when there is none. The new text should hold the lines of the old one in order, some of
/// them changed or gone: else the diff is longer than it need be.
pub fn unified_diff(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let operations = align(&old, &new);
    let mut diff = String::new();
    let changed: Vec<usize> =
        operations.iter().enumerate().filter(|(_, operation)| operation.0 != b' ').map(|(index, _)| index).collect();
    if changed.is_empty() {
        return diff;
    }
    let _ = write!(diff, "--- a/{name}\n+++ b/{name}\n");
    let mut at = 0;
    while at < changed.len() {
        let first = changed[at].saturating_sub(CONTEXT);
        let mut last = changed[at];
        while at < changed.len() && changed[at] <= last + 2 * CONTEXT {
            last = changed[at];
            at += 1;
        }
        hunk(&operations, first, (last + CONTEXT + 1).min(operations.len()), &mut diff);
    }
    diff
}

/// Lines around a change.
const CONTEXT: usize = 3;

fn hunk(operations: &[(u8, &str)], first: usize, end: usize, diff: &mut String) {
    let count = |range: &[(u8, &str)], mark: u8| {
        range.iter().filter(|operation| operation.0 == b' ' || operation.0 == mark).count()
    };
    let (old_start, new_start) = (count(&operations[..first], b'-') + 1, count(&operations[..first], b'+') + 1);
    let (old_count, new_count) = (count(&operations[first..end], b'-'), count(&operations[first..end], b'+'));
    let _ = writeln!(diff, "@@ -{old_start},{old_count} +{new_start},{new_count} @@");
    for (mark, line) in &operations[first..end] {
        diff.push(*mark as char);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// How many lines are looked ahead for one that both texts have.
const AHEAD: usize = 16;

/// How many lines at the beginning of both are the same, counted up to a few.
fn common(old: &[&str], new: &[&str]) -> usize {
    old.iter().zip(new).take(AHEAD).take_while(|(left, right)| left == right).count()
}

/// Which lines stay, go and come. A line that both have is found by looking ahead, in the new text for what was put in and in the old one for what is gone; where both
/// would do, the one with more in common behind it is taken.
fn align<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(u8, &'t str)> {
    let mut operations = Vec::new();
    let (mut left, mut right) = (0, 0);
    while left < old.len() || right < new.len() {
        if left < old.len() && right < new.len() && old[left] == new[right] {
            operations.push((b' ', old[left]));
            left += 1;
            right += 1;
            continue;
        }
        let ahead = (right..new.len().min(right + AHEAD)).position(|at| left < old.len() && old[left] == new[at]);
        let gone = (left..old.len().min(left + AHEAD)).position(|at| right < new.len() && old[at] == new[right]);
        if let Some(lines) = gone
            && common(&old[left + lines..], &new[right..])
                > ahead.map_or(0, |put_in| common(&old[left..], &new[right + put_in..]))
        {
            operations.extend(old[left..left + lines].iter().map(|line| (b'-', *line)));
            left += lines;
            continue;
        }
        match ahead {
            Some(lines) => {
                operations.extend(new[right..right + lines].iter().map(|line| (b'+', *line)));
                right += lines;
            }
            None => {
                // The old line was changed: to all new lines before the next one that both have.
                if left < old.len() {
                    operations.push((b'-', old[left]));
                    left += 1;
                }
                let until = if left < old.len() {
                    (right..new.len().min(right + AHEAD))
                        .find(|at| new[*at] == old[left])
                        .unwrap_or((right + 1).min(new.len()))
                } else {
                    new.len()
                };
                operations.extend(new[right..until].iter().map(|line| (b'+', *line)));
                right = until;
            }
        }
    }
    operations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_is_what_patch_takes() {
        let old = "a\nb\nc\nd\ne\n";
        let new = "a\nb\nx\nc\nd\ne\n";
        assert_eq!(unified_diff("f.c", old, new), "--- a/f.c\n+++ b/f.c\n@@ -1,5 +1,6 @@\n a\n b\n+x\n c\n d\n e\n");
        assert_eq!(unified_diff("f.c", old, old), "");
        let (old, new) = ("f;\nx;\nf;\ny;\nz;\n", "x;\nf;\ny;\nz;\n");
        assert_eq!(unified_diff("f.c", old, new), "--- a/f.c\n+++ b/f.c\n@@ -1,4 +1,3 @@\n-f;\n x;\n f;\n y;\n");
        assert_eq!(unified_diff("f.c", new, old), "--- a/f.c\n+++ b/f.c\n@@ -1,3 +1,4 @@\n+f;\n x;\n f;\n y;\n");
    }
}
