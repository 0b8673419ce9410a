//! C and C++ as tokens, before preprocessing: as far as it takes to find statements.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word,
    /// Any other byte.
    Other(u8),
    /// `&&`, `||`, `==` and the like: two bytes.
    Pair([u8; 2]),
    /// A number, character or string.
    Literal,
}

/// A token: the bytes `start..end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

fn skip_to_line_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

fn skip_quoted(bytes: &[u8], mut at: usize) -> usize {
    let quote = bytes[at];
    at += 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// A conditional of the preprocessor that has not ended yet: where its tokens begin and, behind `#else`, where those of its first branch end.
struct Conditional {
    begin: usize,
    end_of_first: Option<usize>,
    /// The branch that it is in.
    branch: u32,
}

/// The branches of the preprocessor's conditionals in a text: what begins and ends in one branch is there as a whole or not at all.
#[derive(Debug, Default)]
pub(crate) struct Branches {
    /// Where a branch begins or goes on, ascending, and its number; 0 outside of all.
    begins: Vec<(usize, u32)>,
}

impl Branches {
    /// The innermost branch that an offset is in.
    pub(crate) fn at(&self, offset: usize) -> u32 {
        let next = self.begins.partition_point(|(begin, _)| *begin <= offset);
        next.checked_sub(1).map_or(0, |index| self.begins[index].1)
    }
}

/// Follows a directive. Where the first branch of a conditional opens more braces or parentheses than it closes, or the other way round, the other branches are alternatives to that, and left out: else
/// they would not match behind them.
/// `branch`: the number of a branch that begins here.
fn directive(line: &str, branch: u32, conditionals: &mut Vec<Conditional>, tokens: &mut Vec<Token>) {
    let word = line.trim_start_matches('#').trim_start();
    if word.starts_with("if") {
        conditionals.push(Conditional { begin: tokens.len(), end_of_first: None, branch });
    } else if word.starts_with("el") {
        if let Some(conditional) = conditionals.last_mut() {
            conditional.end_of_first.get_or_insert(tokens.len());
            conditional.branch = branch;
        }
    } else if word.starts_with("endif")
        && let Some(Conditional { begin, end_of_first: Some(end), .. }) = conditionals.pop()
    {
        let surplus = |open: u8, close: u8| -> i32 {
            let signs = tokens[begin..end].iter().map(|token| match token.kind {
                TokenKind::Other(byte) => i32::from(byte == open) - i32::from(byte == close),
                TokenKind::Word | TokenKind::Pair(_) | TokenKind::Literal => 0,
            });
            signs.sum()
        };
        if surplus(b'{', b'}') != 0 || surplus(b'(', b')') != 0 {
            tokens.truncate(end);
        }
    }
}

/// The tokens of a text, comments and directives left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    tokens_and_branches(text).0
}

/// The tokens of a text, and the branches of its conditionals.
pub(crate) fn tokens_and_branches(text: &str) -> (Vec<Token>, Branches) {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut branches = Branches::default();
    let mut conditionals = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while at < bytes.len() {
        let start = at;
        let byte = bytes[at];
        let kind = match byte {
            b'\n' => {
                line_begins = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'#' if line_begins => {
                at = skip_to_line_end(bytes, at);
                directive(&text[start..at], branches.begins.len() as u32 + 1, &mut conditionals, &mut tokens);
                branches.begins.push((start, conditionals.last().map_or(0, |conditional| conditional.branch)));
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = skip_to_line_end(bytes, at);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                continue;
            }
            b'"' | b'\'' => {
                at = skip_quoted(bytes, at);
                TokenKind::Literal
            }
            _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => {
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' || bytes[at] >= 0x80)
                {
                    at += 1;
                }
                if byte.is_ascii_digit() { TokenKind::Literal } else { TokenKind::Word }
            }
            _ => {
                let pair = [byte, bytes.get(at + 1).copied().unwrap_or(0)];
                let is_pair = matches!(
                    &pair,
                    b"&&"
                        | b"||"
                        | b"=="
                        | b"!="
                        | b"<="
                        | b">="
                        | b"->"
                        | b"++"
                        | b"--"
                        | b"+="
                        | b"-="
                        | b"*="
                        | b"/="
                        | b"%="
                        | b"&="
                        | b"|="
                        | b"^="
                        | b"::"
                        | b"<<"
                        | b">>"
                );
                at += if is_pair { 2 } else { 1 };
                if is_pair { TokenKind::Pair(pair) } else { TokenKind::Other(byte) }
            }
        };
        line_begins = false;
        tokens.push(Token { kind, start, end: at.min(bytes.len()) });
    }
    (tokens, branches)
}
