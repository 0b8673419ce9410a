//! Litmus tests, read and ready to run.

use litmus::{Language, LoweredTest};
use program::CodePlace;
use source::{Diagnostic, SourceId, Sources};

/// A litmus test, read, checked and lowered to micro-operations.
pub struct Test {
    language: &'static dyn Language,
    lowered: LoweredTest,
    unroll: Option<u32>,
    variants: Vec<String>,
    warnings: Vec<Diagnostic>,
}

impl Test {
    /// Reads the test in `source`. `default_name` is the name of a test that does not have one (`--`).
    ///
    /// # Errors
    /// All mistakes found, warnings among them.
    pub fn load(sources: &Sources, source: SourceId, default_name: &str) -> Result<Test, Vec<Diagnostic>> {
        let (test, mut found) = litmus::parse(sources, source, default_name);
        let test = match test {
            Some(test) if !found.iter().any(Diagnostic::is_error) => test,
            _ => return Err(found),
        };
        let add = |mut found: Vec<Diagnostic>, more: Vec<Diagnostic>| {
            found.extend(more);
            found
        };
        let language = match language_of(&test) {
            Ok(language) => language,
            Err(error) => return Err(add(found, vec![error])),
        };
        let code = match test.read_code(language, sources.text(source)) {
            Ok(code) => code,
            Err(errors) => return Err(add(found, errors)),
        };
        let mut lowered = match litmus::lower(&test, language, &*code) {
            Ok(lowered) => lowered,
            Err(errors) => return Err(add(found, errors)),
        };
        let unroll = match test.info("unroll").map(str::parse).transpose() {
            Ok(unroll) => unroll,
            Err(_) => return Err(add(found, vec![unroll_error(&test)])),
        };
        found.append(&mut lowered.warnings);
        let variants = test.info("variant").into_iter().flat_map(|line| line.split(','));
        let variants = variants.map(|variant| variant.trim().to_owned()).collect();
        Ok(Test { language, lowered, unroll, variants, warnings: found })
    }

    /// The language of its program.
    pub fn language(&self) -> &'static dyn Language {
        self.language
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.lowered.name
    }

    /// herd's hash: tests with equal hashes have the same program, initial state and observed locations.
    pub fn hash(&self) -> &str {
        &self.lowered.hash
    }

    /// The variants that the test itself asks for (`Variant=...`).
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// What is suspicious about the test but no reason to refuse it.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The program and the conditions.
    pub fn lowered(&self) -> &LoweredTest {
        &self.lowered
    }

    /// The unroll bound that the test asks for (`Unroll=...`).
    pub fn unroll(&self) -> Option<u32> {
        self.unroll
    }

    /// What to call an instruction: its label, or its number in its thread.
    pub fn place_name(&self, place: CodePlace) -> String {
        match self.lowered.program.labels(place).first() {
            Some(label) => label.clone(),
            None => format!("P{}, instruction {}", place.thread.number(), place.instruction.number()),
        }
    }
}

fn language_of(test: &litmus::Test) -> Result<&'static dyn Language, Diagnostic> {
    let name = &test.architecture.text;
    isa::language(name).ok_or_else(|| {
        let known = || isa::languages().iter().map(|language| language.name());
        let message = format!("unknown architecture `{name}`");
        Diagnostic::error("unknown-architecture", test.architecture.span, message)
            .suggest(source::nearest(name, known()))
            .help(format!("architectures: {}", known().collect::<Vec<_>>().join(", ")))
    })
}

fn unroll_error(test: &litmus::Test) -> Diagnostic {
    let line = test.info.iter().find(|line| line.key.eq_ignore_ascii_case("unroll"));
    let span = line.map_or(test.name.span, |line| line.span);
    Diagnostic::error("bad-unroll", span, "`Unroll=` needs a number of rounds, 0 or more")
}
