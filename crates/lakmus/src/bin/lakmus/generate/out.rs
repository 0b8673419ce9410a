//! Where generated tests go: the standard output, or files in a directory with a list of them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use litmus::FileNames;
use serde::Serialize;

use crate::output::{self, Closed};
use crate::{Status, json, progress};

/// Why nothing more is generated.
pub(crate) enum Stopped {
    /// The command line makes no sense: how.
    Usage(String),
    /// What is wrong has been shown.
    Reported(Status),
    /// The standard output takes nothing more.
    Closed(Closed),
}

impl From<Closed> for Stopped {
    fn from(closed: Closed) -> Stopped {
        Stopped::Closed(closed)
    }
}

/// As much is collected before it is written.
const PIECE: usize = 1 << 16;

/// The number is shown when it has grown by so much.
const EVERY: usize = 256;

/// How tests are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The tests themselves.
    Tests,
    /// Names and cycles alone.
    Cycles,
    /// JSON, with the tests.
    JsonTests,
    /// JSON, names and cycles alone.
    JsonCycles,
}

impl Form {
    /// By the options `--cycles` and `--json`.
    pub(crate) fn new(cycles: bool, json: bool) -> Form {
        match (cycles, json) {
            (false, false) => Form::Tests,
            (true, false) => Form::Cycles,
            (false, true) => Form::JsonTests,
            (true, true) => Form::JsonCycles,
        }
    }
}

/// A test, as `--json` prints it.
#[derive(Serialize)]
struct TestRecord<'a> {
    name: &'a str,
    cycle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a str>,
}

/// Where tests go.
pub(crate) struct Out {
    /// The directory, and the list in it.
    directory: Option<(PathBuf, BufWriter<File>)>,
    /// The files in the directory.
    names: FileNames,
    waiting: String,
    is_first: bool,
    /// How many tests there are so far.
    made: usize,
}

impl Out {
    /// To `directory`, which is made if it is not there, or to the standard output.
    pub(crate) fn new(directory: Option<&Path>) -> Result<Out, Stopped> {
        let open = |path: &Path| -> Result<(PathBuf, BufWriter<File>), Stopped> {
            let list = path.join("@all");
            let made = std::fs::create_dir_all(path).and_then(|()| File::create(&list));
            let file = made.map_err(|error| unwritable(&list, &error))?;
            Ok((path.to_owned(), BufWriter::new(file)))
        };
        let directory = directory.map(open);
        Ok(Out {
            directory: directory.transpose()?,
            names: FileNames::default(),
            waiting: String::new(),
            is_first: true,
            made: 0,
        })
    }

    /// Whether tests are files.
    pub(crate) fn is_directory(&self) -> bool {
        self.directory.is_some()
    }

    /// One more test in a form; its cycle is asked for where that is printed: most tests by far are printed without.
    pub(crate) fn put(
        &mut self,
        form: Form,
        name: &str,
        cycle: impl FnOnce() -> String,
        text: &str,
    ) -> Result<(), Stopped> {
        let test = match form {
            Form::Tests => return self.test(name, text),
            Form::Cycles => return self.line(&format!("{name}: {}\n", cycle())),
            Form::JsonTests => Some(text),
            Form::JsonCycles => None,
        };
        self.line(&json::line(&TestRecord { name, cycle: &cycle(), test }))
    }

    /// One more test, as it is.
    pub(crate) fn test(&mut self, name: &str, text: &str) -> Result<(), Stopped> {
        self.made += 1;
        if self.made.is_multiple_of(EVERY) {
            progress::say(|| format!("{} tests,", self.made));
        }
        if let Some((directory, list)) = &mut self.directory {
            let file = self.names.take(name).map_err(|error| {
                output::complain(&format!("error: {error}"));
                Stopped::Reported(Status::Refused)
            })?;
            let file = format!("{file}.litmus");
            let path = directory.join(&file);
            std::fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
            return writeln!(list, "{file}").map_err(|error| unwritable(&directory.join("@all"), &error));
        }
        if !self.is_first {
            let separator = if self.waiting.ends_with('\n') || self.waiting.is_empty() { "<<\n" } else { "\n<<\n" };
            self.waiting.push_str(separator);
        }
        self.is_first = false;
        self.line(text)
    }

    /// Text for the standard output.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Stopped> {
        self.waiting.push_str(text);
        if self.waiting.len() >= PIECE {
            // The last character stays: what separates tests depends on it.
            let last = self.waiting.pop();
            output::write(self.waiting.as_bytes())?;
            self.waiting.clear();
            self.waiting.extend(last);
        }
        Ok(())
    }

    /// Writes the rest.
    pub(crate) fn end(mut self, status: Status) -> Result<Status, Stopped> {
        if let Some((directory, list)) = &mut self.directory {
            list.flush().map_err(|error| unwritable(&directory.join("@all"), &error))?;
        }
        output::write(self.waiting.as_bytes()).map_err(|closed| closed.after(status))?;
        Ok(status)
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> Stopped {
    output::complain(&format!("error: cannot write `{}`: {error}", path.display()));
    Stopped::Reported(Status::Refused)
}
