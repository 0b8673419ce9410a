//! Words in little room.

/// A text of at most `most` characters: of a longer one the beginning and the end, with `…` between, since what distinguishes names, orders and places stands at the ends.
///
/// ```
/// assert_eq!(lakmus_drawing::clipped("std::thread::_M_start_thread(int)", 15), "std::th…ad(int)");
/// ```
pub fn clipped(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most || most == 0 {
        return text.to_owned();
    }
    let (begin, end) = ((most - 1).div_ceil(2), (most - 1) / 2);
    text.chars().take(begin).chain(['…']).chain(text.chars().skip(length - end)).collect()
}

/// A text in at most `lines` lines of at most `most` characters, broken at blanks; words, and a last line, that are longer are [`clipped`].
///
/// ```
/// let lines = lakmus_drawing::wrapped("atomic_store_explicit(x, 1, release)", 24, 3);
/// assert_eq!(lines, ["atomic_store_explicit(x,", "1, release)"]);
/// ```
pub fn wrapped(text: &str, most: usize, lines: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_last = all.len() == lines.max(1);
        match all.last_mut() {
            Some(line) if is_last || line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => all.push(word.to_owned()),
        }
    }
    all.iter().map(|line| clipped(line, most)).collect()
}
