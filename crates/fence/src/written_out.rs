//! Macros written out, so that fences can be put into what they stand for.
//!
//! clang gives all that a macro stands for one place, that of its name. Where two accesses in there must be ordered, the macro is written out: its use is replaced in the text
//! by its expansion, which the compiler gives (`-rewrite-macros`), and the program is compiled and analysed again. A use that gets no fence is put back ([`crate::rewrite`]).

use std::ops::Range;

use crate::tokens::{Token, TokenKind, tokens};

/// A use of a macro in a text, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where it stands.
    pub range: Range<usize>,
    /// What it stands for: tokens with blanks between them, on one line.
    pub expansion: String,
}

/// The uses of macros in a text, in order; those in arguments of others are left out. `expanded` is the same text as clang's `-rewrite-macros` prints it: on each line,
/// expansions stand before the names of macros, and these and their arguments in comments. Lines that do not look like that are passed over.
pub fn uses(text: &str, expanded: &str) -> Vec<Use> {
    let tokens = tokens(text);
    let mut found: Vec<Use> = Vec::new();
    let mut start = 0;
    let mut expanded_lines = expanded.split('\n');
    for line in text.split('\n') {
        let Some(expanded) = expanded_lines.next() else { break };
        for (at, expansion, has_arguments) in on_line(line, expanded) {
            let begin = start + at;
            if found.last().is_some_and(|last| begin < last.range.end) {
                continue;
            }
            if let Some(end) = end_of_use(text, &tokens, begin, has_arguments) {
                found.push(Use { range: begin..end, expansion: expansion.to_owned() });
            }
        }
        start += line.len() + 1;
    }
    found
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The macros of a line: where their names stand, what they stand for, and whether arguments follow.
fn on_line<'t>(line: &'t str, expanded: &'t str) -> Vec<(usize, &'t str, bool)> {
    let (text, other) = (line.as_bytes(), expanded.as_bytes());
    let mut found = Vec::new();
    let (mut at, mut there) = (0, 0);
    while at < text.len() {
        let begins_name = is_name(text[at]) && !(at > 0 && is_name(text[at - 1]));
        if other.get(there) == Some(&text[at]) {
            at += 1;
            there += 1;
        } else if let Some(skipped) = comment_mark(&other[there.min(other.len())..]) {
            there += skipped;
        } else if begins_name && other.get(there) == Some(&b' ') {
            let length = text[at..].iter().take_while(|byte| is_name(**byte)).count();
            let mark = format!("/*{}*/", &line[at..at + length]);
            let Some(end) = expanded[there..].find(&mark) else { break };
            let behind = expanded[there + end + mark.len()..].trim_start();
            let has_arguments = behind.starts_with("/*(") || behind.is_empty();
            found.push((at, expanded[there..there + end].trim(), has_arguments));
            there += end + mark.len();
            at += length;
        } else {
            break;
        }
    }
    found
}

/// The length of what begins or ends a comment that the other text has not.
fn comment_mark(text: &[u8]) -> Option<usize> {
    [" /*", "/*", "*/"].into_iter().find(|mark| text.starts_with(mark.as_bytes())).map(str::len)
}

/// Where the use of a macro ends; none when it cannot be replaced.
fn end_of_use(text: &str, tokens: &[Token], begin: usize, has_arguments: bool) -> Option<usize> {
    let at = tokens.binary_search_by_key(&begin, |token| token.start).ok()?;
    let is = |at: usize, byte: u8| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Other(byte));
    if !has_arguments || !is(at + 1, b'(') {
        return Some(tokens[at].end);
    }
    let mut open = 0i32;
    for (index, token) in tokens.iter().enumerate().skip(at + 1) {
        open += i32::from(is(index, b'(')) - i32::from(is(index, b')'));
        if open == 0 {
            // A directive among the arguments would be lost.
            let has_directive = text[begin..token.end].lines().skip(1).any(|line| line.trim_start().starts_with('#'));
            return (!has_directive).then_some(token.end);
        }
    }
    None
}

/// A text in which some macros are written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOut {
    /// The text, with as many lines as the original.
    pub text: String,
    /// The original.
    pub original: String,
    /// What was written out: where it stands in the text, and in the original; ascending.
    pub pieces: Vec<(Range<usize>, Range<usize>)>,
    /// Where the lines of the original begin.
    lines: Vec<usize>,
}

impl WrittenOut {
    /// Writes uses out, which are in order and apart.
    pub fn new(original: &str, uses: &[&Use]) -> WrittenOut {
        let mut text = String::with_capacity(original.len());
        let mut pieces = Vec::new();
        let mut at = 0;
        for one in uses {
            text.push_str(&original[at..one.range.start]);
            let start = text.len();
            text.push_str(&one.expansion);
            text.extend(original[one.range.clone()].bytes().filter(|byte| *byte == b'\n').map(char::from));
            pieces.push((start..text.len(), one.range.clone()));
            at = one.range.end;
        }
        text.push_str(&original[at..]);
        let lines = std::iter::once(0).chain(original.match_indices('\n').map(|(at, _)| at + 1)).collect();
        WrittenOut { text, original: original.to_owned(), pieces, lines }
    }

    /// Line and column, from 1, in the original of an offset in the text.
    pub fn original_line_column(&self, offset: usize) -> (u32, u32) {
        let offset = self.original_offset(offset);
        let line = self.lines.partition_point(|start| *start <= offset);
        (line as u32, (offset - self.lines[line - 1] + 1) as u32)
    }

    /// The offset in the original of an offset in the text; that of the macro for what it stands for.
    pub fn original_offset(&self, offset: usize) -> usize {
        let before = self.pieces.partition_point(|(new, _)| new.start <= offset);
        match before.checked_sub(1).map(|last| &self.pieces[last]) {
            Some((new, original)) if offset < new.end => original.start,
            Some((new, original)) => original.end + (offset - new.end),
            None => offset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "void f() {\n  BOTH(g, /* and */ h);\n  if (x==N && (N))\n    INC(\n      h\n    );\n  // N\n  NOTHING y = N;\n}\n";
    const EXPANDED: &str = "void f() {\n   ( g ) ++ ; ( h ) ++ /*BOTH*/ /*(g,*/ /* and */ /*h)*/;\n  if (x== 3 /*N*/ && ( 3 /*N*/))\n     h ++ /*INC*/ /*(*/\n      /*h*/\n    /*)*/;\n  /*// N*/\n  /*NOTHING*/ y =  3 /*N*/;\n}\n";

    #[test]
    fn uses_are_found_with_their_arguments() {
        let found: Vec<(&str, String)> =
            uses(TEXT, EXPANDED).into_iter().map(|one| (&TEXT[one.range], one.expansion)).collect();
        let expected = [
            ("BOTH(g, /* and */ h)", "( g ) ++ ; ( h ) ++"),
            ("N", "3"),
            ("N", "3"),
            ("INC(\n      h\n    )", "h ++"),
            ("N", "3"),
        ];
        assert_eq!(found, expected.map(|(use_, expansion)| (use_, expansion.to_owned())));
    }

    #[test]
    fn offsets_lead_back() {
        let all = uses(TEXT, EXPANDED);
        let written = WrittenOut::new(TEXT, &[&all[0], &all[3]]);
        assert!(written.text.contains("  ( g ) ++ ; ( h ) ++;\n  if (x==N"), "{}", written.text);
        assert_eq!(written.text.lines().count(), TEXT.lines().count());
        for piece in ["void", "if (x", ";\n  // N", "NOTHING"] {
            let (new, original) = (written.text.find(piece), TEXT.find(piece));
            assert_eq!(new.map(|offset| written.original_offset(offset)), original, "{piece}");
        }
        let inside = written.text.find("( h )").expect("it is there");
        assert_eq!(written.original_offset(inside), TEXT.find("BOTH").expect("it is there"));
    }

    #[test]
    fn any_text_is_aligned() {
        for (text, expanded) in
            [("a", ""), ("", "a"), ("a b", "a  x /*b"), ("é N", "é  3 /*N*/"), ("N(", " 3 /*N*/ /*(*/")]
        {
            uses(text, expanded);
        }
    }
}
