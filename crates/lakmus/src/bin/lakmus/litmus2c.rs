//! `lakmus litmus2c`: litmus tests as stand-alone C programs. Those in C are run, those of architectures have an assertion, for verifiers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sim::Test;
use source::{Diagnostic, Severity, Sources};
use tester::litmus2c::{self, Ending};

use crate::args::Litmus2cArgs;
use crate::failure::Failure;
use crate::inputs::{self, Unusable};
use crate::output::{self, Closed};
use crate::render::Render;
use crate::request::TranslationRequest;
use crate::{Status, files, panics};

/// Does what is asked.
pub(crate) fn run(args: Litmus2cArgs) -> Status {
    let tests = inputs::expand(&args.tests);
    let ending = if args.assert { Ending::Assertion } else { Ending::FinalState };
    let request = match TranslationRequest::new(args, tests.len()) {
        Ok(request) => request,
        Err(message) => return crate::usage(&message),
    };
    let render = Render::for_stderr();
    let mut batch =
        Batch { request, ending, sources: Sources::new(), render, written: BTreeMap::new(), status: Status::Success };
    for test in &tests {
        let written = match test {
            Ok(path) => batch.one(path),
            Err(Unusable { error, .. }) => {
                batch.failed(&Failure::refused(vec![error.clone()]));
                Ok(())
            }
        };
        if let Err(closed) = written {
            return closed.after(batch.status).status();
        }
    }
    batch.status
}

/// A test of an architecture, for verifiers.
fn with_assertion(test: &Test) -> Result<String, Vec<Diagnostic>> {
    weaken::as_program(test.lowered(), test.language())
        .map_err(|error| vec![Diagnostic::new(Severity::Error, "not-a-program", error.to_string())])
}

struct Batch {
    request: TranslationRequest,
    ending: Ending,
    sources: Sources,
    render: Render,
    /// The files that are written, each with its test.
    written: BTreeMap<PathBuf, PathBuf>,
    status: Status,
}

impl Batch {
    fn one(&mut self, path: &Path) -> Result<(), Closed> {
        match self.translate(path) {
            Ok((name, program)) => self.write(path, &name, &program),
            Err(failure) => {
                self.failed(&failure);
                Ok(())
            }
        }
    }

    /// The name of the program's file, and the program.
    fn translate(&mut self, path: &Path) -> Result<(String, String), Failure> {
        let file = path.display().to_string();
        let source = files::add(path, &mut self.sources).map_err(|error| Failure::refused(vec![error]))?;
        let default_name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (sources, ending) = (&self.sources, self.ending);
        let translated = panics::caught(
            || format!("translating {file}"),
            || {
                let test = Test::load(sources, source, &default_name)?;
                let program = match test.language().name() {
                    "C" => litmus2c::translate(&test, sources, source, ending)?,
                    _ => with_assertion(&test)?,
                };
                Ok((format!("{}.c", litmus::file_name(test.name())), program))
            },
        );
        translated.map_err(Failure::internal)?.map_err(|found| Failure::refused(found).of(&file, source))
    }

    fn write(&mut self, test: &Path, name: &str, program: &str) -> Result<(), Closed> {
        let file = match &self.request {
            TranslationRequest::Output => return output::write(program.as_bytes()),
            TranslationRequest::File(file) => file.clone(),
            TranslationRequest::Directory(directory) => directory.join(name),
        };
        if let Some(other) = self.written.get(&file) {
            let (test, other, file) = (test.display(), other.display(), file.display());
            self.error("duplicate-name", format!("`{test}` and `{other}` have one name, and `{file}` is the latter's"));
            return Ok(());
        }
        if let Err(error) = std::fs::write(&file, program) {
            self.error("unwritable", format!("cannot write `{}`: {error}", file.display()));
        }
        self.written.insert(file, test.to_owned());
        Ok(())
    }

    fn error(&mut self, code: &'static str, message: String) {
        self.failed(&Failure::refused(vec![Diagnostic::new(Severity::Error, code, message)]));
    }

    fn failed(&mut self, failure: &Failure) {
        self.status = self.status.max(Status::Refused);
        for diagnostic in &failure.found {
            output::complain(&self.render.diagnostic(diagnostic, &self.sources));
        }
    }
}
