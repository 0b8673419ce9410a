//! One change of a text of LLVM IR.

/// Words that take the place of others.
const WORDS: &[&str] = &[
    "i1",
    "i8",
    "i32",
    "i64",
    "i8*",
    "i32*",
    "i64*",
    "float",
    "double",
    "void",
    "seq_cst",
    "acquire",
    "release",
    "monotonic",
    "unordered",
    "acq_rel",
    "null",
    "undef",
    "0",
    "1",
    "4",
    "add",
    "load",
    "store",
    "align",
    "label",
    "br",
    "ret",
    "%0",
    "%1",
    "%5",
    "true",
    "zeroinitializer",
    "x",
    "...",
    "nonnull",
    "signext",
    "noundef",
    "zext",
    "trunc",
    "bitcast",
    "eq",
    "volatile",
    "atomic",
    "internal",
    "external",
];

/// A source of numbers that look random: the generator `splitmix64` of Steele, Lea and Flood (OOPSLA 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_of<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// Where the tokens of a line stand.
fn tokens(line: &str) -> Vec<(usize, usize)> {
    let bytes = line.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let begin = at;
        at += 1;
        match bytes[begin] {
            b' ' | b'\t' => continue,
            b'"' => {
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1;
                }
                at = (at + 1).min(bytes.len());
            }
            byte if is_name(byte) || matches!(byte, b'%' | b'@' | b'!' | b'#') => {
                while at < bytes.len() && is_name(bytes[at]) {
                    at += 1;
                }
            }
            _ => {}
        }
        if line.is_char_boundary(begin) && line.is_char_boundary(at) {
            found.push((begin, at));
        }
    }
    found
}

/// Mostly a line of code: of metadata there is much, and of the same kind.
fn pick_line(lines: &[String], numbers: &mut Numbers) -> usize {
    for _ in 0..50 {
        let index = numbers.below(lines.len());
        let is_code = !lines[index].starts_with('!') || numbers.below(8) == 0;
        if is_code && !lines[index].trim().is_empty() {
            return index;
        }
    }
    numbers.below(lines.len())
}

/// Changes a token of a line.
fn change_token(lines: &mut [String], how: usize, numbers: &mut Numbers) {
    let index = pick_line(lines, numbers);
    let line = lines[index].clone();
    let found = tokens(&line);
    if found.is_empty() {
        return;
    }
    let (begin, end) = found[numbers.below(found.len())];
    let with = |middle: &str| format!("{}{middle}{}", &line[..begin], &line[end..]);
    lines[index] = match how {
        0 => with(""),
        1 => with(&format!("{} {}", &line[begin..end], &line[begin..end])),
        2 => with(numbers.one_of(WORDS)),
        3 => {
            // With one of the same kind from another line.
            let other = lines[pick_line(lines, numbers)].clone();
            let same = tokens(&other).into_iter().filter(|(at, _)| other.as_bytes()[*at] == line.as_bytes()[begin]);
            let same: Vec<&str> = same.map(|(begin, end)| &other[begin..end]).collect();
            if same.is_empty() { line.clone() } else { with(numbers.one_of(&same)) }
        }
        _ => {
            let (other, other_end) = found[numbers.below(found.len())];
            let (one, two) =
                if begin < other { ((begin, end), (other, other_end)) } else { ((other, other_end), (begin, end)) };
            if one.1 > two.0 {
                return;
            }
            let (first, second) = (&line[one.0..one.1], &line[two.0..two.1]);
            format!("{}{second}{}{first}{}", &line[..one.0], &line[one.1..two.0], &line[two.1..])
        }
    };
}

fn change(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    match numbers.below(14) {
        0 => {
            lines.remove(pick_line(&lines, numbers));
        }
        1 => {
            let index = pick_line(&lines, numbers);
            lines.insert(index, lines[index].clone());
        }
        2 => {
            let (one, other) = (pick_line(&lines, numbers), pick_line(&lines, numbers));
            lines.swap(one, other);
        }
        3 => {
            let index = pick_line(&lines, numbers);
            let next = (index + 1).min(lines.len() - 1);
            lines.swap(index, next);
        }
        4 => {
            let mut end = numbers.below(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            return text[..end].to_owned();
        }
        5 => {
            // One character.
            let index = pick_line(&lines, numbers);
            let found: Vec<usize> = lines[index].char_indices().map(|(at, _)| at).collect();
            if !found.is_empty() {
                let at = found[numbers.below(found.len())];
                lines[index].remove(at);
                if numbers.below(2) == 0 {
                    let other =
                        numbers.one_of(&["a", "0", "9", "%", "@", "!", "#", "\"", "(", ")", "{", "}", ",", "*", " "]);
                    lines[index].insert_str(at, other);
                }
            }
        }
        how => change_token(&mut lines, (how - 6) % 5, numbers),
    }
    lines.join("\n") + "\n"
}

/// The changed text of a number: always the same one, for the same seeds.
pub(super) fn mutant(seeds: &[String], index: u64) -> String {
    let mut numbers = Numbers(index.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let seed = &seeds[numbers.below(seeds.len())];
    loop {
        let changed = change(seed, &mut numbers);
        if changed != *seed {
            return changed;
        }
    }
}
