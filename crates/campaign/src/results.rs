//! Files of results: a first line that says of which shard, a line for each unit, and a last line that says how many there are and how they ended. Between these there are notes of units that were begun
//! where a process ended before, see [`supervisor`](crate::supervisor).

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::{Error, Identity, Manifest, UnitOutcome};

/// The first line of a file of results.
pub(crate) fn results_head(manifest: &Manifest, number: usize) -> String {
    format!("results\t{}\t{}\t{number}\n", manifest.format, manifest.campaign)
}

/// What begins a note that a unit was begun.
const TRY: &str = "try\t";

/// A note that a unit is begun.
pub(crate) fn try_line(id: Identity) -> String {
    format!("{TRY}{id}\n")
}

/// A file that is not as it was written.
pub(crate) fn damaged(path: &Path, what: &str) -> Error {
    Error::Damaged {
        path: path.to_owned(),
        what: what.to_owned(),
        advice: "Remove it and run the campaign again: the shard is run again",
    }
}

/// Reads a file of results.
pub(crate) struct ResultsReader {
    path: PathBuf,
    input: BufReader<File>,
    line: Vec<u8>,
    count: u64,
    /// What the last line says, when it was read.
    end: Option<u64>,
    /// The units that were noted as begun, as far as lines were read.
    pub(crate) tries: Vec<Identity>,
}

impl ResultsReader {
    /// Nothing where its first line is another one.
    pub(crate) fn open(path: &Path, head: &str) -> Result<Option<ResultsReader>, Error> {
        let mut reader = ResultsReader::of_lines(path)?;
        Ok((reader.next_line()? && reader.line == head.as_bytes()).then_some(reader))
    }

    /// A file that has lines of results alone.
    pub(crate) fn of_lines(path: &Path) -> Result<ResultsReader, Error> {
        let file = File::open(path).map_err(Error::read(path))?;
        let input = BufReader::with_capacity(1 << 16, file);
        Ok(ResultsReader { path: path.to_owned(), input, line: Vec::new(), count: 0, end: None, tries: Vec::new() })
    }

    fn next_line(&mut self) -> Result<bool, Error> {
        self.line.clear();
        let read = self.input.read_until(b'\n', &mut self.line).map_err(Error::read(&self.path))?;
        Ok(read > 0)
    }

    /// The next result; none at the end, or at the last line.
    pub(crate) fn next_outcome(&mut self) -> Result<Option<UnitOutcome>, Error> {
        let line = loop {
            if !self.next_line()? {
                return Ok(None);
            }
            let line = std::str::from_utf8(&self.line).ok().and_then(|line| line.strip_suffix('\n'));
            let line = line.ok_or_else(|| damaged(&self.path, "a line is cut off"))?;
            let Some(id) = line.strip_prefix(TRY) else { break line.to_owned() };
            self.tries.push(id.parse().map_err(|_| damaged(&self.path, "a line names no unit"))?);
        };
        if let Some(end) = line.strip_prefix("end\t") {
            self.end = end.split('\t').next().and_then(|count| count.parse().ok());
            return Ok(None);
        }
        let outcome = UnitOutcome::read(&line).ok_or_else(|| damaged(&self.path, "a line is no result"))?;
        self.count += 1;
        Ok(Some(outcome))
    }

    /// That all results were read, which are to be so many.
    pub(crate) fn check_end(&self, units: u64) -> Result<(), Error> {
        if self.end == Some(self.count) && self.count == units {
            return Ok(());
        }
        Err(damaged(&self.path, &format!("it has {} results, and there are {units} units", self.count)))
    }
}

/// The last line of a file of results, if that is whole.
pub(crate) fn end_line(path: &Path) -> Option<String> {
    use std::io::{Seek, SeekFrom};
    let mut file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4096))).ok()?;
    let mut end = Vec::new();
    file.read_to_end(&mut end).ok()?;
    let end = String::from_utf8_lossy(&end);
    let line = end.strip_suffix('\n')?.rsplit('\n').next()?;
    line.starts_with("end\t").then(|| line.to_owned())
}
