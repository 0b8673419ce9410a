//! The units of a shard, in a file: tests with their texts, so that nothing else is read when it is run, and nothing that changes meanwhile has an effect.
//!
//! An entry is a line of fields separated by tabs, then the text of the test. What a process that answers units reads has the same form.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{Error, Identity};

/// The first word of each entry.
const MARK: &str = "test";

/// A test with its units.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its name, as far as it is known without reading its code.
    pub name: String,
    /// Where it came from: a file, or a generator.
    pub file: String,
    /// Its text.
    pub text: String,
    /// An identity of its text alone.
    pub test: Identity,
    /// Its units.
    pub units: Vec<UnitRef>,
    /// Results that are expected of it.
    pub expected: Vec<ExpectedResult>,
}

/// A result that is expected of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpectedResult {
    /// The numbers of the models in the manifest whose results are compared with it.
    pub models: Vec<usize>,
    /// The log that has it.
    pub log: String,
    /// Its text there.
    pub text: String,
}

impl ExpectedResult {
    /// Under these models, what this log says.
    pub fn new(models: Vec<usize>, log: String, text: String) -> ExpectedResult {
        ExpectedResult { models, log, text }
    }
}

/// A unit of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitRef {
    /// The number of its model in the manifest.
    pub model: usize,
    /// Its identity.
    pub id: Identity,
    /// Whether it is to be run: it is not where its result is known from before, or the same unit stands elsewhere in the campaign.
    pub is_to_run: bool,
}

impl UnitRef {
    /// A unit.
    pub fn new(model: usize, id: Identity, is_to_run: bool) -> UnitRef {
        UnitRef { model, id, is_to_run }
    }
}

impl Entry {
    /// A test with its units.
    pub fn new(name: String, file: String, text: String, test: Identity, units: Vec<UnitRef>) -> Entry {
        Entry { name, file, text, test, units, expected: Vec::new() }
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut head = String::with_capacity(128 + 40 * self.units.len());
        // Writing into a string cannot fail.
        let _ = write!(head, "{MARK}\t{}\t{}\t", self.text.len(), self.test);
        for (number, unit) in self.units.iter().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            let mark = if unit.is_to_run { ':' } else { '=' };
            let _ = write!(head, "{separator}{}{mark}{}", unit.model, unit.id);
        }
        let _ = write!(head, "\t{}\t{}", plain(&self.name), plain(&self.file));
        // Most tests have none, and no field for them.
        for ExpectedResult { models, log, text } in &self.expected {
            let models: Vec<String> = models.iter().map(usize::to_string).collect();
            let _ = write!(head, "\t{}:{}:{}", models.join(","), text.len(), plain(log));
        }
        head.push('\n');
        out.write_all(head.as_bytes())?;
        for text in std::iter::once(&self.text).chain(self.expected.iter().map(|expected| &expected.text)) {
            out.write_all(text.as_bytes())?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Reads the next one, with its text or without; none at the end.
    ///
    /// # Errors
    /// Those of `input`; [`InvalidData`](std::io::ErrorKind::InvalidData) where it has not this form.
    pub fn read(input: &mut impl BufRead) -> std::io::Result<Option<Entry>> {
        let Some((mut entry, lengths)) = Entry::read_head(input)? else { return Ok(None) };
        entry.text = read_text(input, lengths.text)?;
        for (expected, length) in entry.expected.iter_mut().zip(lengths.expected) {
            expected.text = read_text(input, length)?;
        }
        Ok(Some(entry))
    }

    fn read_head(input: &mut impl BufRead) -> std::io::Result<Option<(Entry, Lengths)>> {
        let mut head = Vec::new();
        if system::read_line(input, &mut head, system::LONGEST_TEXT)? == 0 {
            return Ok(None);
        }
        let head = String::from_utf8(head).map_err(|_| invalid("a line is no UTF-8"))?;
        let head = head.strip_suffix('\n').ok_or_else(|| invalid("the last line has no end"))?;
        Entry::of_head(head).map(Some).ok_or_else(|| invalid("a line is no entry"))
    }

    fn of_head(head: &str) -> Option<(Entry, Lengths)> {
        let fields: Vec<&str> = head.split('\t').collect();
        let [MARK, length, test, units, name, file, expected @ ..] = fields.as_slice() else { return None };
        let units = units.split(',').filter(|unit| !unit.is_empty()).map(|unit| {
            let at = unit.find([':', '='])?;
            let (model, id) = (unit[..at].parse().ok()?, unit[at + 1..].parse().ok()?);
            Some(UnitRef { model, id, is_to_run: unit.as_bytes()[at] == b':' })
        });
        let length_of = |text: &str| text.parse().ok().filter(|length| *length <= system::LONGEST_TEXT);
        let mut lengths = Lengths { text: length_of(length)?, expected: Vec::new() };
        let mut results = Vec::new();
        for result in expected {
            let (models, rest) = result.split_once(':')?;
            let (length, log) = rest.split_once(':')?;
            let models = models.split(',').map(|model| model.parse().ok()).collect::<Option<Vec<usize>>>()?;
            results.push(ExpectedResult::new(models, log.to_owned(), String::new()));
            lengths.expected.push(length_of(length)?);
        }
        let (name, file, text) = ((*name).to_owned(), (*file).to_owned(), String::new());
        let (test, units) = (test.parse().ok()?, units.collect::<Option<Vec<_>>>()?);
        Some((Entry { name, file, text, test, units, expected: results }, lengths))
    }
}

/// How long the texts of an entry are, in bytes without the ends of their lines.
struct Lengths {
    text: usize,
    expected: Vec<usize>,
}

impl Lengths {
    /// Of all texts together, with the ends of their lines.
    fn sum(&self) -> usize {
        self.expected.iter().fold(self.text + 1, |sum, length| sum + length + 1)
    }
}

/// Reads a text of this many bytes and the end of its line.
fn read_text(input: &mut impl BufRead, length: usize) -> std::io::Result<String> {
    let mut text = vec![0; length + 1];
    input.read_exact(&mut text)?;
    if text.pop() != Some(b'\n') {
        return Err(invalid("a text is longer than it should be"));
    }
    String::from_utf8(text).map_err(|_| invalid("a text is no UTF-8"))
}

/// A text as a field of a line.
fn plain(text: &str) -> String {
    if text.contains(['\t', '\n', '\r']) { text.replace(['\t', '\n', '\r'], " ") } else { text.to_owned() }
}

fn invalid(what: &str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, what)
}

/// Reads the units of a shard one test after the other.
#[derive(Debug)]
pub struct ShardReader {
    path: PathBuf,
    input: BufReader<File>,
}

impl ShardReader {
    /// From its beginning.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(path: &Path) -> Result<ShardReader, Error> {
        let file = File::open(path).map_err(Error::read(path))?;
        Ok(ShardReader { path: path.to_owned(), input: BufReader::with_capacity(1 << 16, file) })
    }

    /// From a position that [`position`](Self::position) gave.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open_at(path: &Path, position: u64) -> Result<ShardReader, Error> {
        let mut reader = ShardReader::open(path)?;
        reader.input.seek(SeekFrom::Start(position)).map_err(Error::read(path))?;
        Ok(reader)
    }

    /// Where the next entry begins, in bytes.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn position(&mut self) -> Result<u64, Error> {
        self.input.stream_position().map_err(Error::read(&self.path))
    }

    /// The next test, with its text.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        Entry::read(&mut self.input).map_err(|error| damaged(&self.path, error))
    }

    /// The next test without its text, sooner.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub fn next_head(&mut self) -> Result<Option<Entry>, Error> {
        let head = Entry::read_head(&mut self.input).map_err(|error| damaged(&self.path, error))?;
        let Some((entry, lengths)) = head else { return Ok(None) };
        let skipped = i64::try_from(lengths.sum()).map_err(|_| damaged(&self.path, invalid("a text is too long")))?;
        self.input.seek_relative(skipped).map_err(Error::read(&self.path))?;
        Ok(Some(entry))
    }
}

fn damaged(path: &Path, error: std::io::Error) -> Error {
    match error.kind() {
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => Error::Damaged {
            path: path.to_owned(),
            what: error.to_string(),
            advice: "Plan the campaign again into another directory; `--reuse` keeps its results",
        },
        _ => Error::read(path)(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str) -> Entry {
        let id = Identity::of("run").part("text", text).finish();
        let units = vec![UnitRef::new(0, id, true), UnitRef::new(12, id, false)];
        Entry::new("SB".to_owned(), "a b.litmus".to_owned(), text.to_owned(), id, units)
    }

    #[test]
    fn entries_are_read_back() {
        let results = [("Test SB\n", vec![0, 12]), ("", vec![3])];
        let expected =
            results.map(|(text, models)| ExpectedResult::new(models, "a:b.log".to_owned(), text.to_owned())).to_vec();
        let all = [
            Entry { expected: expected[..1].to_vec(), ..entry("X86 SB\n{}\n") },
            Entry { expected, ..entry("") },
            entry("test\t1\t\n\n"),
            Entry { units: Vec::new(), ..entry("é") },
        ];
        let directory = tempfile::tempdir().expect("it can be made");
        let path = directory.path().join("0.units");
        let mut bytes = Vec::new();
        all.iter().for_each(|entry| entry.write(&mut bytes).expect("memory takes it"));
        std::fs::write(&path, &bytes).expect("it is written");
        let mut reader = ShardReader::open(&path).expect("it is there");
        let mut heads = ShardReader::open(&path).expect("it is there");
        for one in &all {
            let position = reader.position().expect("a file has one");
            assert_eq!(reader.next_entry().expect("it is whole").as_ref(), Some(one));
            let head = heads.next_head().expect("it is whole").expect("it is there");
            let without =
                one.expected.iter().map(|one| ExpectedResult { text: String::new(), ..one.clone() }).collect();
            assert_eq!(head, Entry { text: String::new(), expected: without, ..one.clone() });
            let again = ShardReader::open_at(&path, position).expect("it is there").next_entry().expect("it is whole");
            assert_eq!(again.as_ref(), Some(one));
        }
        assert!(reader.next_entry().expect("it is whole").is_none());
        std::fs::write(&path, &bytes[..bytes.len() - 2]).expect("it is written");
        let mut reader = ShardReader::open(&path).expect("it is there");
        let mut next = || reader.next_entry();
        assert!(next().is_ok() && next().is_ok() && next().is_ok());
        assert!(matches!(next(), Err(Error::Damaged { .. })));
    }
}
