//! What `hash`, `filter` and `classify` have in common: they print something of each test, one test after the other.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use source::{Diagnostic, SourceId, Sources};

use crate::failure::Failure;
use crate::inputs::{self, Unusable};
use crate::output::{self, Closed};
use crate::progress::Progress;
use crate::render::Render;
use crate::{Status, files, json, panics};

/// As much text is collected before it is written.
const PIECE: usize = 1 << 16;

/// The text of a test.
pub(crate) struct TestText {
    /// The file, as its path is written.
    pub(crate) file: String,
    /// What the test is called if it does not say so itself.
    pub(crate) default_name: String,
    pub(crate) sources: Sources,
    /// Which of the sources is read.
    pub(crate) source: SourceId,
}

impl TestText {
    fn open(path: &Path) -> Result<TestText, Failure> {
        let mut sources = Sources::new();
        let source = files::add(path, &mut sources).map_err(|error| Failure::refused(vec![error]))?;
        let default_name = path.file_stem().map(OsStr::to_string_lossy).unwrap_or_default().into_owned();
        Ok(TestText { file: path.display().to_string(), default_name, sources, source })
    }

    /// Reads another text instead, under a name.
    pub(crate) fn replace(&mut self, name: String, text: String) {
        self.source = self.sources.add(name, text);
    }
}

/// Prints what `of_test` makes of each test. One that cannot be read is reported; with `json` it has an object, too.
pub(crate) fn print(
    tests: &[PathBuf],
    json: bool,
    mut of_test: impl FnMut(&mut TestText) -> Result<String, Vec<Diagnostic>>,
) -> Result<Status, Closed> {
    let (render, mut status) = (Render::for_stderr(), Status::Success);
    let mut text = String::new();
    let tests = inputs::expand(tests);
    let progress = Progress::new(tests.len());
    for test in tests {
        let (path, found, sources) = match test {
            Ok(path) => {
                progress.begin(&files::shown(&path));
                let (found, sources) = one(&path, &mut of_test);
                (path, found, sources)
            }
            Err(Unusable { path, error }) => (path, Err(Failure::refused(vec![error])), Sources::new()),
        };
        match found {
            Ok(more) => text += &more,
            Err(failure) => {
                status = Status::Refused;
                if json {
                    text += &json::UnreadRecord::line(&files::shown(&path), &failure, &sources);
                }
                failure.found.iter().for_each(|found| output::complain(&render.diagnostic(found, &sources)));
            }
        }
        progress.end();
        if text.len() > PIECE {
            output::write(text.as_bytes()).map_err(|closed| closed.after(status))?;
            text.clear();
        }
    }
    output::write(text.as_bytes()).map_err(|closed| closed.after(status))?;
    Ok(status)
}

/// What is printed of a test, and the texts that errors speak of.
fn one(
    path: &Path,
    of_test: &mut impl FnMut(&mut TestText) -> Result<String, Vec<Diagnostic>>,
) -> (Result<String, Failure>, Sources) {
    let mut test = match TestText::open(path) {
        Ok(test) => test,
        Err(failure) => return (Err(failure), Sources::new()),
    };
    let found = panics::caught(|| format!("reading {}", path.display()), || of_test(&mut test));
    let found = match found {
        Ok(found) => found.map_err(|found| Failure::refused(found).of(&test.file, test.source)),
        Err(error) => Err(Failure::internal(error)),
    };
    (found, test.sources)
}
