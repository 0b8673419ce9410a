//! A log, block by block.

use std::io::BufRead;

use crate::block::Block;
use crate::json;

/// Why a log cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The environment's.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A line that does not fit.
    #[error("line {line}: {what}")]
    Syntax {
        /// From 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
}

/// Bytes that a block has at most: some millions of states.
const LONGEST_BLOCK: usize = 256 << 20;

/// Reads blocks one after the other.
pub struct Reader<R> {
    input: R,
    line: String,
    number: u64,
    /// Whether `line` holds a line that belongs to the next block.
    is_waiting: bool,
    /// Whether anything that is part of a block has been read.
    has_block: bool,
}

impl<R: BufRead> Reader<R> {
    /// From text.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: String::new(), number: 0, is_waiting: false, has_block: false }
    }

    /// Reads the next line into `line`; `false` at the end. Bytes that are no UTF-8 are replaced.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.line.clear();
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        // A test in JSON is one line, with all its states.
        let is_data = self.input.fill_buf()?.first() == Some(&b'{');
        let most = if is_data { system::LONGEST_TEXT } else { system::LONGEST_LINE };
        let length = system::read_line(&mut self.input, &mut bytes, most).map_err(|error| self.at_next(error))?;
        self.line =
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        if self.number == 0 && self.line.starts_with('\u{feff}') {
            // A byte order mark, as some editors write it.
            self.line.remove(0);
        }
        self.number += 1;
        Ok(length > 0)
    }

    /// What keeps the next line from being read.
    fn at_next(&self, error: std::io::Error) -> ReadError {
        match error.kind() {
            std::io::ErrorKind::Other => ReadError::Syntax { line: self.number + 1, what: error.to_string() },
            _ => ReadError::Io(error),
        }
    }

    fn syntax(&self, what: impl Into<String>) -> ReadError {
        ReadError::Syntax { line: self.number, what: what.into() }
    }

    /// The next block, or `None` at the end. What stands between blocks (warnings, machine descriptions) is passed over.
    ///
    /// # Errors
    /// When reading fails, a block is not complete, or the text has lines and no block.
    #[expect(clippy::should_implement_trait, reason = "an iterator would have to own each block twice")]
    pub fn next(&mut self) -> Result<Option<Block>, ReadError> {
        let mut has_text = self.number > 0;
        loop {
            if !self.is_waiting && !self.advance()? {
                if has_text && !self.has_block {
                    return Err(self.syntax("the end, and there was no block `Test NAME KIND`"));
                }
                return Ok(None);
            }
            self.is_waiting = false;
            if self.line.starts_with("Test ") {
                self.has_block = true;
                return self.text_block().map(Some);
            }
            if self.line.starts_with('{') {
                // Litmus tests have braces, too.
                self.has_block |= self.line.contains("\"test\"");
                match json::block(self.line.trim_end()) {
                    Ok(Some(block)) => return Ok(Some(block)),
                    Ok(None) => continue,
                    Err(what) => return Err(self.syntax(what)),
                }
            }
            has_text |= !self.line.trim().is_empty();
        }
    }

    fn text_block(&mut self) -> Result<Block, ReadError> {
        let mut text = std::mem::take(&mut self.line);
        let name = text[5..].trim_end().rsplit_once(' ').map(|(name, _)| name.trim().to_owned());
        let Some(name) = name else { return Err(self.syntax("expected `Test NAME KIND`")) };
        let states = self.states(&mut text)?;
        loop {
            if !self.advance()? {
                break;
            }
            if self.line.starts_with("Test ") || self.line.starts_with('{') {
                self.is_waiting = true;
                break;
            }
            // What follows the last line of a block belongs to nothing.
            let is_end = self.line.trim().is_empty() && text[states.1..].contains("\nObservation ");
            self.add_to(&mut text)?;
            if is_end {
                break;
            }
        }
        Ok(Block { name, text, states, data: None })
    }

    /// Adds the line to a block.
    fn add_to(&self, text: &mut String) -> Result<(), ReadError> {
        if text.len() + self.line.len() > LONGEST_BLOCK {
            return Err(self.syntax(format!("a test takes more than {} MiB", LONGEST_BLOCK >> 20)));
        }
        text.push_str(&self.line);
        Ok(())
    }

    /// Reads the states behind `text`, and gives their place there.
    fn states(&mut self, text: &mut String) -> Result<(usize, usize), ReadError> {
        if !self.advance()? {
            return Err(self.syntax("the block ends behind its first line"));
        }
        let line = self.line.trim_end();
        let count = line.strip_prefix("States ").or_else(|| line.strip_prefix("Histogram (")?.strip_suffix(" states)"));
        let count = count.and_then(|count| count.trim().parse::<usize>().ok());
        let Some(count) = count else { return Err(self.syntax("expected `States N` or `Histogram (N states)`")) };
        text.push_str(&self.line);
        let start = text.len();
        for read in 0..count {
            if !self.advance()? {
                return Err(self.syntax(format!("the log ends behind {read} of {count} states")));
            }
            self.add_to(text)?;
        }
        Ok((start, text.len()))
    }
}
