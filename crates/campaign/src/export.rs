//! Answers as CSV (RFC 4180, with line ends of one character).

use std::io::Write;

use crate::{Error, Query, Store};

impl Store {
    /// Writes the answer to a query as CSV, with a line of names first.
    ///
    /// # Errors
    /// Those of the database, and of `out`.
    pub fn csv(&self, query: &Query, out: &mut impl Write) -> Result<(), CsvError> {
        // One at a time has it, and both need it.
        let out = std::cell::RefCell::new(out);
        self.each_row::<CsvError>(
            query,
            |names| Ok(write_row(&mut **out.borrow_mut(), names)?),
            |row| Ok(write_row(&mut **out.borrow_mut(), row)?),
        )
    }
}

/// Why an answer cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CsvError {
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] Error),
    /// It cannot be written.
    #[error(transparent)]
    Output(#[from] std::io::Error),
}

fn write_row(out: &mut impl Write, fields: &[impl AsRef<str>]) -> std::io::Result<()> {
    let mut line = String::new();
    for (number, field) in fields.iter().map(AsRef::as_ref).enumerate() {
        if number > 0 {
            line.push(',');
        }
        match field.contains(['"', ',', '\n', '\r']) {
            true => {
                line.push('"');
                line.push_str(&field.replace('"', "\"\""));
                line.push('"');
            }
            false => line.push_str(field),
        }
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut out = Vec::new();
        super::write_row(&mut out, &["a", "b,c", "d\"e", "f\ng", ""]).expect("memory takes it");
        assert_eq!(String::from_utf8_lossy(&out), "a,\"b,c\",\"d\"\"e\",\"f\ng\",\n");
    }
}
