//! `lakmus java compile`: tests by a scheme.

use std::path::Path;

use java::scheme::{Compiled, SCHEMES, Scheme, compile};
use java::{JavaError, Rules};
use litmus::FileNames;
use source::{Diagnostic, Severity, SourceId, Sources, nearest};

use super::args::{CompileArgs, DialectName, ModelArgs};
use super::batch::Setting;
use super::source_outcomes::Program;
use crate::Status;
use crate::files::SearchPath;
use crate::output;
use crate::render::Render;

/// Does what is asked.
pub(super) fn run(args: CompileArgs) -> Status {
    let Some(scheme) = load(&args.target.scheme) else { return Status::Usage };
    // The Java model is not asked.
    let model = ModelArgs {
        sem: "jls04".to_owned(),
        rules: Rules::jls().name,
        include: Vec::new(),
        variants: Vec::new(),
        unroll: None,
        dialect: DialectName::Java,
    };
    let Some(setting) = Setting::load(&model) else { return Status::Usage };
    let mut names = FileNames::default();
    setting.each(&args.tests, &|_| None, &mut |loaded| {
        let program = Program::of(&setting, loaded)?;
        let compiled = compile(&scheme, &loaded.test, &program.threads).map_err(JavaError::Refused)?;
        let text = with_mapping(&compiled);
        match &args.output {
            None => Ok((text, Status::Success)),
            Some(directory) => {
                write_new(directory, &mut names, loaded.test.name(), "litmus", &text)?;
                Ok((String::new(), Status::Success))
            }
        }
    })
}

/// The test, with what its registers stand for in a comment behind the first line.
fn with_mapping(compiled: &Compiled) -> String {
    let (first, rest) = compiled.text.split_once('\n').unwrap_or((&compiled.text, ""));
    let mapping: Vec<String> =
        compiled.registers.iter().map(|(source, target)| format!("{source} is {target}")).collect();
    format!("{first}\n(* {} *)\n{rest}", mapping.join(", "))
}

/// Writes the file of the test called `name`, or of its class.
///
/// # Errors
/// Where another test has the file, or it cannot be written.
pub(super) fn write_new(
    directory: &Path,
    names: &mut FileNames,
    name: &str,
    ending: &str,
    text: &str,
) -> Result<(), JavaError> {
    let file = names
        .take(name)
        .map_err(|error| JavaError::from(Diagnostic::new(Severity::Error, "duplicate-name", error.to_string())))?;
    write(&directory.join(format!("{file}.{ending}")), text)
}

/// Writes a file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), JavaError> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Diagnostic::new(Severity::Error, "unwritable", message).into()
    })
}

/// The scheme of this name or file; what is wrong with it is reported.
pub(super) fn load(name: &str) -> Option<Scheme> {
    let mut sources = Sources::new();
    let found = source_of(name, &mut sources).map_err(|error| vec![error]);
    match found.and_then(|source| Scheme::parse(&sources, source)) {
        Ok(scheme) => Some(scheme),
        Err(found) => {
            let render = Render::for_stderr();
            found.iter().for_each(|error| output::complain(&render.diagnostic(error, &sources)));
            None
        }
    }
}

fn source_of(name: &str, sources: &mut Sources) -> Result<SourceId, Diagnostic> {
    if let Some((name, text)) = SCHEMES.iter().find(|(known, _)| *known == name) {
        return Ok(sources.add(format!("<lakmus>/{name}.scheme"), *text));
    }
    if name.contains(['/', '.']) {
        return SearchPath::new(Vec::new()).file(name, "scheme", sources);
    }
    let error = Diagnostic::new(Severity::Error, "unknown-scheme", format!("there is no scheme `{name}`"));
    let known = SCHEMES.map(|(name, _)| name);
    let error = error.suggest(nearest(name, known)).help(format!("the shipped schemes are {}", known.join(", ")));
    Err(error.help("a file is named by a path with a `/` or a name with an ending: `./mine.scheme`"))
}
