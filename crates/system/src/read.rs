//! Reads that end.
//!
//! A device or a pipe may have no end, and the length of a file may be a hole; so all that is read of what a user names has a bound.

use std::fs::File;
use std::io::{BufRead, Error, ErrorKind, Read, Result};
use std::path::Path;

/// Bytes that a text has at most: tests, models, logs that are read whole, settings. Spans in it are small.
pub const LONGEST_TEXT: usize = 64 << 20;

/// Bytes that a line has at most where a stream is read line by line.
pub const LONGEST_LINE: usize = 1 << 20;

/// What some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file, without a byte order mark. Bytes that are no UTF-8 are replaced: they can only stand in comments and strings.
///
/// # Errors
/// When the file cannot be read, is longer than [`LONGEST_TEXT`], or is UTF-16.
pub fn read_text(path: &Path) -> Result<String> {
    read_text_up_to(path, LONGEST_TEXT)
}

/// As [`read_text`], with a bound of its own.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_up_to(path: &Path, most: usize) -> Result<String> {
    text_of(read_bytes(path, most)?)
}

/// Bytes as a text, without a byte order mark. What is no UTF-8 is replaced.
///
/// # Errors
/// When it is UTF-16.
pub fn text_of(mut bytes: Vec<u8>) -> Result<String> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(Error::other("it is in UTF-16: save it in UTF-8"));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The bytes of a file.
///
/// # Errors
/// When it cannot be read, or has more than `most` bytes.
pub fn read_bytes(path: &Path, most: usize) -> Result<Vec<u8>> {
    let mut file = File::open(path)?;
    // Most tests fit into the first piece, which is on the stack: room for a page a test on the heap, given back at once, costs 1 % of a batch.
    let mut first = [0; 1 << 10];
    if let Some(length) = read_at_once(&file, &mut first)? {
        return Ok(first[..length].to_vec());
    }
    // A file that is too long is not read first.
    if file.metadata().is_ok_and(|found| found.is_file() && found.len() > most as u64) {
        return Err(too_long(most));
    }
    let mut bytes = Vec::new();
    file.by_ref().take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(too_long(most));
    }
    Ok(bytes)
}

fn too_long(most: usize) -> Error {
    Error::other(format!("it is larger than {} MiB", most >> 20))
}

/// Reads a whole file of fewer bytes than `first` has, and gives its length. `None`: it is longer, or is none that has places to read at, as a
/// pipe; nothing is consumed then.
#[cfg(unix)]
fn read_at_once(file: &File, first: &mut [u8]) -> Result<Option<usize>> {
    use std::os::unix::fs::FileExt;
    // What has places gives less than is asked for at its end alone, so that no second read has to find the end: 1 % of a batch.
    match file.read_at(first, 0) {
        Ok(length) => Ok((length < first.len()).then_some(length)),
        Err(error) if matches!(error.kind(), ErrorKind::NotSeekable | ErrorKind::Interrupted) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Elsewhere it is read piece by piece.
#[cfg(not(unix))]
fn read_at_once(_: &File, _: &mut [u8]) -> Result<Option<usize>> {
    Ok(None)
}

/// Adds the next line with its end to `bytes`, and gives its length; 0 at the end of the input.
///
/// # Errors
/// When the input cannot be read, or the line is longer than `most` bytes.
pub fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>, most: usize) -> Result<usize> {
    let length = input.by_ref().take(most as u64 + 1).read_until(b'\n', bytes)?;
    if length > most {
        return Err(Error::other(format!("a line is longer than {} MiB", most >> 20)));
    }
    Ok(length)
}

/// The lines of an input, without their ends and a byte order mark, each of at most [`LONGEST_LINE`] bytes. Bytes that are no UTF-8 are replaced. Nothing comes behind an error.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = Result<String>> {
    let (mut is_first, mut is_over) = (true, false);
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut bytes = Vec::new();
        match read_line(&mut input, &mut bytes, LONGEST_LINE) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => {
                is_over = true;
                return Some(Err(error));
            }
        }
        if std::mem::take(&mut is_first) && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let line = String::from_utf8_lossy(&bytes);
        Some(Ok(line.trim_end_matches(['\n', '\r']).to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let marked = file(b"\xef\xbb\xbfX86_64 SB\n");
        assert_eq!(read_text(marked.path()).unwrap(), "X86_64 SB\n");
        let wide = file(b"\xff\xfeX\0");
        assert!(read_text(wide.path()).unwrap_err().to_string().contains("UTF-16"));
    }

    #[test]
    fn what_is_too_long_is_not_read() {
        let hole = tempfile::NamedTempFile::new().unwrap();
        hole.as_file().set_len(1 << 40).unwrap();
        assert_eq!(read_text(hole.path()).unwrap_err().to_string(), "it is larger than 64 MiB");
        let exact = file(&[b'x'; 5000]);
        assert_eq!(read_bytes(exact.path(), 5000).unwrap().len(), 5000);
        assert!(read_bytes(exact.path(), 4999).is_err());
        #[cfg(unix)]
        assert!(read_bytes(Path::new("/dev/zero"), 1 << 20).is_err());
    }

    #[test]
    fn a_line_without_an_end_is_an_error() {
        let mut bytes = Vec::new();
        assert_eq!(read_line(&mut &b"one\ntwo"[..], &mut bytes, 10).unwrap(), 4);
        assert_eq!(bytes, b"one\n");
        let endless = || std::io::BufReader::new(std::io::repeat(0));
        assert!(read_line(&mut endless(), &mut bytes, 1 << 20).is_err());
        assert!(lines(endless()).all(|line| line.is_err()));
        let all: Vec<String> = lines(&b"\xef\xbb\xbfone\r\n\ntwo"[..]).map(std::result::Result::unwrap).collect();
        assert_eq!(all, ["one", "", "two"]);
    }
}
