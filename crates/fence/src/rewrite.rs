//! Fences into the text: edits, and the difference as a unified diff.

use std::fmt::Write;
use std::ops::Range;

use aeg::model::FenceKind;

use crate::regions::{Region, RegionKind};
use crate::slots::Slot;

/// How a project writes its fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `__sync_synchronize()`, `__atomic_thread_fence(...)`.
    Gnu,
    /// `atomic_thread_fence(...)` of `<stdatomic.h>`.
    C11,
    /// `std::atomic_thread_fence(...)` of `<atomic>`.
    Cxx,
    /// `smp_mb()` and its kin.
    Linux,
}

impl Dialect {
    /// The dialect of a text: what it uses or includes.
    pub fn of(text: &str) -> Dialect {
        let uses = |word: &str| text.contains(word);
        if uses("smp_mb()") || uses("smp_rmb()") || uses("smp_wmb()") {
            Dialect::Linux
        } else if uses("<stdatomic.h>") {
            Dialect::C11
        } else if uses("#include <atomic>") {
            Dialect::Cxx
        } else {
            Dialect::Gnu
        }
    }

    /// A fence as an expression without value.
    pub fn fence(self, kind: FenceKind) -> &'static str {
        use FenceKind::{Control, Full, Lightweight, Load, Release, Store};
        match (self, kind) {
            (Dialect::Gnu, Full) => "__sync_synchronize()",
            (Dialect::Gnu, Lightweight) => "__atomic_thread_fence(__ATOMIC_ACQ_REL)",
            (Dialect::Gnu, Load | Control) => "__atomic_thread_fence(__ATOMIC_ACQUIRE)",
            (Dialect::Gnu, Release | Store) => "__atomic_thread_fence(__ATOMIC_RELEASE)",
            (Dialect::C11, Full) => "atomic_thread_fence(memory_order_seq_cst)",
            (Dialect::C11, Lightweight) => "atomic_thread_fence(memory_order_acq_rel)",
            (Dialect::C11, Load | Control) => "atomic_thread_fence(memory_order_acquire)",
            (Dialect::C11, Release | Store) => "atomic_thread_fence(memory_order_release)",
            (Dialect::Cxx, Full) => "std::atomic_thread_fence(std::memory_order_seq_cst)",
            (Dialect::Cxx, Lightweight) => "std::atomic_thread_fence(std::memory_order_acq_rel)",
            (Dialect::Cxx, Load | Control) => "std::atomic_thread_fence(std::memory_order_acquire)",
            (Dialect::Cxx, Release | Store) => "std::atomic_thread_fence(std::memory_order_release)",
            // `smp_rmb` orders reads with reads alone, and so on RISC-V; the fences asked for order a write as well.
            (Dialect::Linux, Full | Lightweight | Load | Control | Release) => "smp_mb()",
            (Dialect::Linux, Store) => "smp_wmb()",
        }
    }
}

/// Text to put in at an offset. Of several at one offset, those with the lower rank stand first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Insertion {
    offset: usize,
    rank: i64,
    text: String,
}

/// The text with fences in slots.
pub fn insert(text: &str, fences: &[(Slot, FenceKind)], dialect: Dialect) -> String {
    change(text, fences, &[], dialect)
}

/// What goes of the text when a statement goes: its line, if it stands there alone.
fn extent(text: &str, statement: &Region) -> Range<usize> {
    let rest = &text[statement.end..];
    let line_end = rest.find('\n').map_or(rest.len(), |end| end + 1);
    match indentation(text, statement.start) {
        Some(blanks) if rest[..line_end].trim().is_empty() && statement.kind == RegionKind::Statement => {
            statement.start - blanks.len()..statement.end + line_end
        }
        _ => statement.start..statement.end,
    }
}

/// The text with fences in slots, and without some statements that are fences. Nested edits keep their nesting: at one offset, what opens further out stands first, what closes
/// further out last.
pub fn change(text: &str, fences: &[(Slot, FenceKind)], removed: &[Region], dialect: Dialect) -> String {
    let mut insertions: Vec<Insertion> = Vec::new();
    for (number, (slot, kind)) in fences.iter().enumerate() {
        edits(text, *slot, dialect.fence(*kind), number, &mut insertions);
    }
    let mut gone: Vec<Range<usize>> = removed.iter().map(|statement| extent(text, statement)).collect();
    gone.sort_by_key(|range| range.start);
    for statement in removed.iter().filter(|statement| statement.kind == RegionKind::Body) {
        // An `if` or a loop needs a statement all the same.
        insertions.push(Insertion { offset: statement.start, rank: i64::MAX, text: ";".to_owned() });
    }
    insertions.sort();
    let mut result = String::with_capacity(text.len() + 64 * fences.len());
    let (mut at, mut gone) = (0, gone.into_iter().peekable());
    let mut copy = |result: &mut String, at: &mut usize, until: usize| {
        while let Some(range) = gone.next_if(|range| range.start < until) {
            result.push_str(&text[*at..range.start.max(*at)]);
            *at = range.end.max(*at);
        }
        if *at < until {
            result.push_str(&text[*at..until]);
            *at = until;
        }
    };
    for insertion in insertions {
        copy(&mut result, &mut at, insertion.offset);
        result.push_str(&insertion.text);
    }
    copy(&mut result, &mut at, text.len());
    result
}

/// The blanks that begin the line of an offset, when nothing else stands before it there.
fn indentation(text: &str, offset: usize) -> Option<&str> {
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &text[line..offset];
    before.bytes().all(|byte| byte == b' ' || byte == b'\t').then_some(before)
}

fn edits(text: &str, slot: Slot, fence: &str, number: usize, insertions: &mut Vec<Insertion>) {
    let region = slot.region;
    // What opens at an offset stands behind what closes there, the longer region first; what closes, the shorter first. A fence before a region is
    // outside of one behind it.
    let nesting = 2 * (region.end - region.start) as i64 + i64::from(!slot.behind);
    // More than any text is long, so that all that closes comes before all that opens.
    let close = nesting - (1 << 40);
    let mut open = |text: String| insertions.push(Insertion { offset: region.start, rank: (1 << 40) - nesting, text });
    match (region.kind, slot.behind) {
        (RegionKind::Statement, false) => match indentation(text, region.start) {
            Some(blanks) => open(format!("{fence};\n{blanks}")),
            None => open(format!("{fence}; ")),
        },
        (RegionKind::Statement, true) => {
            let line_ends =
                text[region.end..].bytes().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|byte| byte == b'\n');
            let added = match indentation(text, region.start) {
                Some(blanks) if line_ends => format!("\n{blanks}{fence};"),
                _ => format!(" {fence};"),
            };
            insertions.push(Insertion { offset: region.end, rank: close, text: added });
        }
        (RegionKind::Body, false) => {
            open(format!("{{ {fence}; "));
            insertions.push(Insertion { offset: region.end, rank: close, text: " }".to_owned() });
        }
        (RegionKind::Body, true) => {
            open("{ ".to_owned());
            insertions.push(Insertion { offset: region.end, rank: close, text: format!(" {fence}; }}") });
        }
        (RegionKind::Value | RegionKind::Discarded, false) => {
            open(format!("({fence}, "));
            insertions.push(Insertion { offset: region.end, rank: close, text: ")".to_owned() });
        }
        (RegionKind::Discarded, true) => {
            insertions.push(Insertion { offset: region.end, rank: close, text: format!(", {fence}") });
        }
        (RegionKind::Value, true) => {
            let value = &text[region.start..region.end];
            let name = format!("lakmus_value_{number}");
            open(format!("({{ __typeof__({}) {name} = ", value.replace('\n', " ")));
            insertions.push(Insertion { offset: region.end, rank: close, text: format!("; {fence}; {name}; }})") });
        }
    }
}

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
    use crate::regions::regions;
    use cprog::ir::FileId;

    fn with_fence(text: &str, piece: &str, behind: bool) -> String {
        let region =
            regions(text).into_iter().find(|region| &text[region.start..region.end] == piece).expect("such a region");
        let slot = Slot { file: FileId::from_number(0), region, behind };
        insert(text, &[(slot, FenceKind::Full)], Dialect::Gnu)
    }

    #[test]
    fn fences_go_where_the_grammar_lets_them() {
        let text = "void f() {\n  x = 1;\n  while (a && b) y = x;\n}\n";
        assert_eq!(
            with_fence(text, "x = 1;", false),
            "void f() {\n  __sync_synchronize();\n  x = 1;\n  while (a && b) y = x;\n}\n"
        );
        assert_eq!(
            with_fence(text, "x = 1;", true),
            "void f() {\n  x = 1;\n  __sync_synchronize();\n  while (a && b) y = x;\n}\n"
        );
        assert_eq!(
            with_fence(text, "y = x;", false),
            "void f() {\n  x = 1;\n  while (a && b) { __sync_synchronize(); y = x; }\n}\n"
        );
        assert_eq!(
            with_fence(text, "b", false),
            "void f() {\n  x = 1;\n  while (a && (__sync_synchronize(), b)) y = x;\n}\n"
        );
        assert!(
            with_fence(text, "x", true)
                .contains("y = ({ __typeof__(x) lakmus_value_0 = x; __sync_synchronize(); lakmus_value_0; });")
        );
    }

    #[test]
    fn statements_go_with_their_lines() {
        let text = "void f() {\n  x = 1;\n  fence();\n  y = 2; fence();\n  if (x) fence();\n}\n";
        let all = regions(text);
        let removed: Vec<Region> =
            all.into_iter().filter(|region| &text[region.start..region.end] == "fence();").collect();
        assert_eq!(removed.len(), 3);
        let new = change(text, &[], &removed, Dialect::Gnu);
        assert_eq!(new, "void f() {\n  x = 1;\n  y = 2; \n  if (x) ;\n}\n");
    }

    #[test]
    fn fences_before_and_behind_one_region_nest() {
        let text = "void f() { while (a) ; }";
        let region =
            regions(text).into_iter().find(|region| &text[region.start..region.end] == "a").expect("such a region");
        let slot = |behind| (Slot { file: FileId::from_number(0), region, behind }, FenceKind::Full);
        for fences in [[slot(false), slot(true)], [slot(true), slot(false)]] {
            let new = insert(text, &fences, Dialect::Gnu);
            assert!(new.contains("while ((__sync_synchronize(), ({ __typeof__(a) "), "{new}");
            assert!(new.contains("; }))) ;"), "{new}");
        }
    }

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
