//! What stands behind the program of a Bell test: `scopes:`, `levels:` and `regions:`.

use source::{Cursor, Diagnostic, Span};

use super::lexer::{skip_blanks, thread_number};
use crate::layout::{Layout, ThreadTree};

/// Reads all that is left.
pub(super) fn parse_layout(text: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Layout {
    let mut layout = Layout { span, scopes: None, levels: None, regions: None };
    let mut reader = Reader { cursor: Cursor::new(text, span) };
    if let Err(error) = reader.parts(&mut layout) {
        diagnostics.push(error);
    }
    layout
}

struct Reader<'s> {
    cursor: Cursor<'s>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'s> Reader<'s> {
    fn parts(&mut self, layout: &mut Layout) -> Parsed<()> {
        loop {
            skip_blanks(&mut self.cursor)?;
            if self.cursor.is_at_end() {
                return Ok(());
            }
            let start = self.cursor.offset();
            let word = self.word();
            let span = self.cursor.span_from(start);
            skip_blanks(&mut self.cursor)?;
            if !self.cursor.eat(":") {
                return Err(self.expected("`scopes:`, `levels:` or `regions:`"));
            }
            let place = match word {
                "scopes" => &mut layout.scopes,
                "levels" => &mut layout.levels,
                "regions" => {
                    // They are refused where they are needed; nothing stands behind them that is.
                    let rest = self.cursor.rest().len();
                    self.cursor.advance(rest);
                    layout.regions = Some(self.cursor.span_from(start));
                    return Ok(());
                }
                _ => return Err(Diagnostic::error("bad-tree", span, format!("`{word}:` is not known here"))),
            };
            if place.is_some() {
                return Err(Diagnostic::error("bad-tree", span, format!("`{word}:` stands here twice")));
            }
            *place = Some(self.trees()?);
        }
    }

    /// Trees one behind the other; at least one.
    fn trees(&mut self) -> Parsed<Vec<ThreadTree>> {
        let mut trees = Vec::new();
        loop {
            skip_blanks(&mut self.cursor)?;
            if !self.cursor.is_at("(") {
                break;
            }
            trees.push(self.tree()?);
        }
        if trees.is_empty() { Err(self.expected("a tree in parentheses")) } else { Ok(trees) }
    }

    fn tree(&mut self) -> Parsed<ThreadTree> {
        // Trees are as deep as the parentheses that are open; an explicit stack keeps deep ones off the machine's.
        let mut open: Vec<ThreadTree> = Vec::new();
        loop {
            skip_blanks(&mut self.cursor)?;
            let start = self.cursor.offset();
            if self.cursor.eat("(") {
                skip_blanks(&mut self.cursor)?;
                let start = self.cursor.offset();
                let name = self.word().to_owned();
                if name.is_empty() {
                    return Err(self.expected("the name of a scope or level"));
                }
                let span = self.cursor.span_from(start);
                open.push(ThreadTree { name, span, threads: Vec::new(), parts: Vec::new() });
                continue;
            }
            if self.cursor.eat(")") {
                let Some(tree) = open.pop() else { return Err(self.expected("a tree in parentheses")) };
                match open.last_mut() {
                    Some(parent) => parent.parts.push(tree),
                    None => return Ok(tree),
                }
                continue;
            }
            let word = self.word();
            let number = thread_number(word.strip_prefix('P').unwrap_or(word)).filter(|_| !word.is_empty());
            match (number, open.last_mut()) {
                (Some(number), Some(tree)) => tree.threads.push((number, self.cursor.span_from(start))),
                _ => return Err(self.expected("a thread, as `P0`, a tree, or `)`")),
            }
        }
    }

    fn word(&mut self) -> &'s str {
        self.cursor.eat_while(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
    }

    fn expected(&self, what: &str) -> Diagnostic {
        Diagnostic::error("bad-tree", self.cursor.next_span(), format!("expected {what}"))
    }
}
