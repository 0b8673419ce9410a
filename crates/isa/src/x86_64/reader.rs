//! Tokens of AT&T syntax.

use source::Cursor;

pub(super) use crate::assembly::reader::Spanned;
use crate::assembly::reader::{self, IN_NAME, NO_LINE_END, Syntax};

/// The tokens of AT&T syntax.
pub(super) enum Att {}

/// Reads the tokens of an instruction.
pub(super) type Reader<'c, 's> = reader::Reader<'c, 's, Att>;

impl Syntax for Att {
    const NUMBER_SIGIL: &'static str = "";

    /// `(* *)` (they nest), and from `#` to the end of the line.
    fn eat_comment(cursor: &mut Cursor<'_>) -> bool {
        if cursor.eat("#") {
            cursor.skip_all(&NO_LINE_END);
        } else if cursor.eat("(*") {
            end_comment(cursor);
        } else {
            return false;
        }
        true
    }
}

/// Reads to behind the end of the comment inside which `cursor` stands.
fn end_comment(cursor: &mut Cursor<'_>) {
    let mut depth = 1usize;
    while depth > 0 && !cursor.is_at_end() {
        if cursor.eat("(*") {
            depth += 1;
        } else if cursor.eat("*)") {
            depth -= 1;
        } else {
            cursor.bump();
        }
    }
}

impl<'s> Reader<'_, 's> {
    /// Reads a name as it stands.
    pub(super) fn dashed_name(&mut self) -> Option<Spanned<&'s str>> {
        if !self.at_name() {
            return None;
        }
        let start = self.offset();
        self.cursor.skip_all(&IN_NAME);
        // herd's names may contain dashes; before a digit a dash is a minus.
        while self.dash_inside_name() {
            self.cursor.bump();
            self.cursor.skip_all(&IN_NAME);
        }
        let value = self.cursor.text_from(start);
        self.end_token();
        Some(Spanned { value, span: self.span_from(start) })
    }

    fn dash_inside_name(&self) -> bool {
        matches!(self.rest().as_bytes(), [b'-', next, ..] if Att::name_start().has(*next))
    }
}
