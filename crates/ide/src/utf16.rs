//! Lines and columns as the Language Server Protocol counts them: from 0, columns in units of UTF-16. This is the one place that knows them.

/// A place in a text: line and column, both from 0; the column counts units of UTF-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 0.
    pub line: u32,
    /// Column in units of UTF-16, from 0.
    pub column: u32,
}

/// Where the lines of a text begin. Lines end with `\n`, `\r\n` or `\r`, as the protocol has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// The lines of `text`.
    pub fn new(text: &str) -> LineIndex {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        LineIndex { starts: std::iter::once(0).chain((0..bytes.len()).filter(ends_line).map(|at| at + 1)).collect() }
    }

    /// The position of the byte `offset` of `text`, which is the one that the index was made of; one that is too large is the text's end.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let column = text[self.starts[line]..offset].encode_utf16().count();
        Position { line: line as u32, column: column as u32 }
    }

    /// The byte at a position of `text`. Beyond the end of a line it is that end, beyond the last line the end of the text; in the middle of a character it is
    /// the character's beginning.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\n', '\r']);
        let mut left = position.column as usize;
        for (at, character) in line.char_indices() {
            if left < character.len_utf16() {
                return start + at;
            }
            left -= character.len_utf16();
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf_16() {
        let text = "a\u{e9}\u{1d11e}b\r\nc\rd\n";
        let lines = LineIndex::new(text);
        let at = |line, column| Position { line, column };
        for (offset, position) in [(0, at(0, 0)), (1, at(0, 1)), (3, at(0, 2)), (7, at(0, 4)), (10, at(1, 0))] {
            assert_eq!(lines.position(text, offset), position);
            assert_eq!(lines.offset(text, position), offset);
        }
        assert_eq!(lines.offset(text, at(0, 3)), 3, "the middle of a pair");
        assert_eq!(lines.offset(text, at(0, 99)), 8, "behind the end of the line");
        assert_eq!(lines.offset(text, at(9, 0)), text.len());
        assert_eq!(lines.position(text, 99), at(3, 0));
        assert_eq!(lines.position(text, 2), at(0, 1), "the middle of a character");
        assert_eq!(lines.offset(text, at(2, 0)), 12);
    }
}
