//! What the macros of a program do to the flow of control where they are used.
//!
//! A text is read before preprocessing ([`crate::regions`]), so that a statement `CHECK(x);` may hide a `return`: control then leaves it not only at its end, and a
//! fence behind it is not on all paths that do. The definitions are taken from the preprocessor's output (`-E -dD`). All definitions of a name count together, wherever they stand,
//! and what is unknown (names that are pasted together, braces without their partners) counts as a jump: this over-approximates what macros do.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::tokens::{Token, TokenKind, tokens};

/// How control may pass a piece of text other than from its beginning to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// It may come in by a label or a `case`.
    pub enters: bool,
    /// It may leave by a jump.
    pub leaves: bool,
}

impl Control {
    const UNKNOWN: Control = Control { enters: true, leaves: true };

    /// What either of two pieces does.
    pub fn and(self, other: Control) -> Control {
        Control { enters: self.enters || other.enters, leaves: self.leaves || other.leaves }
    }

    /// What a keyword does by itself.
    pub fn of_keyword(word: &str) -> Control {
        Control {
            enters: matches!(word, "case" | "default"),
            leaves: matches!(word, "return" | "break" | "continue" | "goto"),
        }
    }
}

/// The macros of a program, by name.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    definitions: FxHashMap<String, Definition>,
}

/// All definitions of a name together.
#[derive(Clone, Debug)]
struct Definition {
    control: Control,
    /// Whether it has parameters.
    has_parameters: bool,
    /// Whether it stands for whole statements, each with its end.
    is_complete: bool,
    /// How each of its definitions ends.
    ends: Vec<End>,
    /// Whether there may be a loop in it.
    may_loop: bool,
    /// The names in it.
    words: FxHashSet<String>,
    pasted: Vec<Pasted>,
}

/// How a definition ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum End {
    /// With a whole statement.
    Statement,
    /// With a name, with arguments or without: with a whole statement if that is a macro which stands for such.
    Name(String, bool),
    /// With something else.
    Other,
}

/// A name that is pasted together with `##`: what it begins and ends with, as far as that is known.
#[derive(Clone, Debug, Default)]
struct Pasted {
    begin: String,
    end: String,
}

impl Macros {
    /// Reads the definitions in outputs of the preprocessor.
    pub fn read<'t>(outputs: impl IntoIterator<Item = &'t str>) -> Macros {
        let mut macros = Macros::default();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for line in outputs.into_iter().flat_map(str::lines) {
            if let Some(definition) = line.strip_prefix("#define ")
                && seen.insert(definition)
            {
                macros.define(definition);
            }
        }
        macros.close();
        macros
    }

    /// Whether there is a macro of this name.
    pub fn has(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    /// What the macro of this name does, if there is one.
    pub fn control(&self, name: &str) -> Control {
        self.definitions.get(name).map_or(Control::default(), |definition| definition.control)
    }

    /// Whether a macro stands for whole statements, so that no semicolon need follow; and whether it has parameters.
    pub fn statement(&self, name: &str) -> Option<bool> {
        let definition = self.definitions.get(name)?;
        definition.is_complete.then_some(definition.has_parameters)
    }

    /// Whether there may be a loop in what this name stands for; not in what a function does.
    pub fn may_loop(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|definition| definition.may_loop)
    }

    /// Enters `NAME body` or `NAME(parameters) body`.
    fn define(&mut self, text: &str) {
        let end = text.find(|character: char| !(character.is_alphanumeric() || character == '_'));
        let (name, rest) = text.split_at(end.unwrap_or(text.len()));
        let (parameters, body) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((parameters, body)) => (Some(parameters), body),
            None => (None, rest),
        };
        // A `#` at the beginning would be taken for a directive's.
        let body = format!("{name} {body}");
        let all = tokens(&body);
        let definition = definition(&body, all.get(1..).unwrap_or_default(), parameters);
        match self.definitions.get_mut(name) {
            Some(known) => {
                known.control = known.control.and(definition.control);
                known.may_loop |= definition.may_loop;
                if known.has_parameters == definition.has_parameters {
                    known.ends.extend(definition.ends);
                } else {
                    known.ends.push(End::Other);
                }
                known.words.extend(definition.words);
                known.pasted.extend(definition.pasted);
            }
            None => {
                self.definitions.insert(name.to_owned(), definition);
            }
        }
    }

    /// Macros do what those in them do.
    fn close(&mut self) {
        loop {
            let with_control = self.definitions.iter().filter(|(_, known)| known.control != Control::default());
            let active: Vec<(String, Control)> =
                with_control.map(|(name, known)| (name.clone(), known.control)).collect();
            let mut is_changed = false;
            let names: FxHashMap<&str, Control> =
                active.iter().map(|(name, control)| (name.as_str(), *control)).collect();
            for definition in self.definitions.values_mut() {
                let of_words = definition.words.iter().filter_map(|word| names.get(word.as_str()));
                let mut control = of_words.fold(definition.control, |all, one| all.and(*one));
                for pasted in &definition.pasted {
                    let may_be = |name: &str| name.starts_with(&pasted.begin) && name.ends_with(&pasted.end);
                    let of_names = active.iter().filter(|(name, _)| may_be(name));
                    control = of_names.fold(control, |all, (_, one)| all.and(*one));
                }
                is_changed |= control != definition.control;
                definition.control = control;
            }
            if !is_changed {
                break;
            }
        }
        self.close_loops();
        self.close_statements();
    }

    fn close_loops(&mut self) {
        loop {
            let looping = self.definitions.iter().filter(|(_, known)| known.may_loop);
            let looping: FxHashSet<String> = looping.map(|(name, _)| name.clone()).collect();
            let mut is_changed = false;
            for definition in self.definitions.values_mut().filter(|definition| !definition.may_loop) {
                definition.may_loop = definition.words.iter().any(|word| looping.contains(word));
                is_changed |= definition.may_loop;
            }
            if !is_changed {
                return;
            }
        }
    }

    fn close_statements(&mut self) {
        loop {
            let is_whole = |end: &End| match end {
                End::Statement => true,
                End::Name(name, has_arguments) => self.statement(name) == Some(*has_arguments),
                End::Other => false,
            };
            let incomplete = self.definitions.iter().filter(|(_, known)| !known.is_complete);
            let complete = incomplete.filter(|(_, known)| known.ends.iter().all(is_whole));
            let complete: Vec<String> = complete.map(|(name, _)| name.clone()).collect();
            if complete.is_empty() {
                return;
            }
            for name in complete {
                self.definitions.entry(name).and_modify(|known| known.is_complete = true);
            }
        }
    }
}

/// A definition by itself.
fn definition(body: &str, tokens: &[Token], parameters: Option<&str>) -> Definition {
    let word = |token: &Token| (token.kind == TokenKind::Word).then(|| &body[token.start..token.end]);
    let is = |at: usize, byte: u8| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Other(byte));
    let words: FxHashSet<String> = tokens.iter().filter_map(word).map(str::to_owned).collect();
    let mut control = words.iter().fold(Control::default(), |all, word| all.and(Control::of_keyword(word)));
    let mut open = 0i32;
    let mut is_balanced = true;
    let mut pasted = Vec::new();
    let is_conditional = tokens.iter().any(|token| token.kind == TokenKind::Other(b'?'));
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Other(b'(' | b'[' | b'{') => open += 1,
            TokenKind::Other(b')' | b']' | b'}') => open -= 1,
            TokenKind::Other(b'#') if is(at + 1, b'#') => {
                let known = |at: Option<usize>| -> String {
                    let name = at.and_then(|at| tokens.get(at)).and_then(word).unwrap_or_default();
                    let is_parameter =
                        parameters.into_iter().flat_map(|all| all.split(',')).any(|one| one.trim() == name);
                    if is_parameter || name == "__VA_ARGS__" { String::new() } else { name.to_owned() }
                };
                pasted.push(Pasted { begin: known(at.checked_sub(1)), end: known(Some(at + 2)) });
            }
            TokenKind::Word if is(at + 1, b':') && !is_conditional => control.enters = true,
            TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => {}
        }
        is_balanced &= open >= 0;
    }
    is_balanced &= open == 0;
    if !is_balanced {
        control = Control::UNKNOWN;
    }
    let end = if is_balanced { end(tokens, word) } else { End::Other };
    let may_loop = !pasted.is_empty() || ["for", "while", "do", "goto"].iter().any(|word| words.contains(*word));
    let has_parameters = parameters.is_some();
    Definition { control, has_parameters, is_complete: false, ends: vec![end], may_loop, words, pasted }
}

/// How balanced tokens end.
fn end<'t>(tokens: &[Token], word: impl Fn(&Token) -> Option<&'t str>) -> End {
    let Some(last) = tokens.last() else { return End::Other };
    match last.kind {
        TokenKind::Other(b';' | b'}') => End::Statement,
        TokenKind::Word => word(last).map_or(End::Other, |name| End::Name(name.to_owned(), false)),
        TokenKind::Other(b')') => {
            let mut open = 0i32;
            let begin = tokens.iter().rposition(|token| {
                match token.kind {
                    TokenKind::Other(b')' | b']' | b'}') => open += 1,
                    TokenKind::Other(b'(' | b'[' | b'{') => open -= 1,
                    TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => {}
                }
                open == 0
            });
            let name = begin.and_then(|begin| begin.checked_sub(1)).and_then(|before| word(&tokens[before]));
            name.map_or(End::Other, |name| End::Name(name.to_owned(), true))
        }
        TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => End::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(definitions: &str, name: &str) -> (bool, bool) {
        let control = Macros::read([definitions]).control(name);
        (control.enters, control.leaves)
    }

    #[test]
    fn jumps_are_seen_through_macros() {
        let definitions = "#define CHECK(x) if (!(x)) FAIL\n#define FAIL return -1\n#define CASE(n) case n:\n#define INC(p) do { (p)->a++; } while (0)\n";
        assert_eq!(control(definitions, "CHECK"), (false, true));
        assert_eq!(control(definitions, "CASE"), (true, false));
        assert_eq!(control(definitions, "INC"), (false, false));
        assert_eq!(control(definitions, "UNKNOWN"), (false, false));
    }

    #[test]
    fn what_cannot_be_told_counts_as_a_jump() {
        assert_eq!(control("#define BEGIN while (x) {\n#define END }\n", "BEGIN"), (true, true));
        assert_eq!(control("#define BEGIN while (x) {\n#define END }\n", "END"), (true, true));
        assert_eq!(control("#define DO(x) DO_ ## x\n#define DO_IT goto out\n", "DO"), (false, true));
        assert_eq!(control("#define NUMBER(x) x ## UL\n#define OUT goto out\n", "NUMBER"), (false, false));
        assert_eq!(control("#define OUT x = 1\n#define OUT goto out\n", "OUT"), (false, true));
    }

    #[test]
    fn whole_statements_need_no_semicolon() {
        let macros = Macros::read(["#define A(x) x = 1;\n#define B { y(); }\n#define C(x) x = 1\n"]);
        assert_eq!(["A", "B", "C"].map(|name| macros.statement(name)), [Some(true), Some(false), None]);
        // `EACH` ends as `X` does, which is defined several times.
        let macros = Macros::read([
            "#define EACH X(a) X(b)\n#define X(a) int a;\n#define X(a) all->a += a;\n#define Y X\n#define Z Z\n",
        ]);
        assert_eq!(["EACH", "Y", "Z"].map(|name| macros.statement(name)), [Some(false), None, None]);
    }

    #[test]
    fn loops_are_seen_through_macros() {
        let macros = Macros::read(["#define A B(1)\n#define B(x) for (;;) x\n#define C 1\n#define D(x) x ## _each\n"]);
        assert_eq!(["A", "B", "C", "D"].map(|name| macros.may_loop(name)), [true, true, false, true]);
    }
}
