//! Litmus tests, read and ready to run.

use std::sync::{Arc, LazyLock};

use isa::MacroFile;
use litmus::{Language, LoweredTest};
use program::CodePlace;
use source::{Diagnostic, SourceId, Sources, Span};

use crate::variants;

/// A litmus test, read, checked and lowered to micro-operations.
pub struct Test {
    language: Arc<dyn Language>,
    lowered: LoweredTest,
    unroll: Option<u32>,
    variants: Vec<String>,
    /// Where the test asks for them.
    variants_place: Option<Span>,
    warnings: Vec<Diagnostic>,
}

impl Test {
    /// Reads the test in `source`, in one of the languages that [`isa`] knows. `default_name` is the name of a test that does not
    /// have one (`--`).
    ///
    /// # Errors
    /// All mistakes found, warnings among them.
    pub fn load(sources: &Sources, source: SourceId, default_name: &str) -> Result<Test, Vec<Diagnostic>> {
        Test::load_in(&[], sources, source, default_name)
    }

    /// As [`Test::load`]; `languages` stand in for the known ones of their names: C with macros for C.
    ///
    /// # Errors
    /// All mistakes found, warnings among them.
    pub fn load_in(
        languages: &[Arc<dyn Language>],
        sources: &Sources,
        source: SourceId,
        default_name: &str,
    ) -> Result<Test, Vec<Diagnostic>> {
        Test::load_under(languages, &[], sources, source, default_name)
    }

    /// As [`Test::load_in`], on a machine that has `variants` beside those that the test asks for.
    ///
    /// # Errors
    /// All mistakes found, warnings among them.
    pub fn load_under(
        languages: &[Arc<dyn Language>],
        variants: &[String],
        sources: &Sources,
        source: SourceId,
        default_name: &str,
    ) -> Result<Test, Vec<Diagnostic>> {
        let (test, mut found) = litmus::parse(sources, source, default_name);
        let test = match test {
            Some(test) if !found.iter().any(Diagnostic::is_error) => test,
            _ => return Err(found),
        };
        let add = |mut found: Vec<Diagnostic>, more: Vec<Diagnostic>| {
            found.extend(more);
            found
        };
        let more = variants;
        let variants = variants::of(&test);
        let variants_place = variants::place(&test);
        let refused = variants::refused(&test);
        if !refused.is_empty() {
            return Err(add(found, refused));
        }
        let language = match language_of(&test, languages, variants.iter().chain(more), sources.text(source)) {
            Ok(language) => language,
            Err(error) => return Err(add(found, vec![error])),
        };
        let code = match test.read_code(&*language, sources.text(source)) {
            Ok(code) => code,
            Err(errors) => return Err(add(found, errors)),
        };
        let mut lowered = match litmus::lower(&test, &*language, &*code) {
            Ok(lowered) => lowered,
            Err(errors) => return Err(add(found, errors)),
        };
        let unroll = match test.info("unroll").map(str::parse).transpose() {
            Ok(unroll) => unroll,
            Err(_) => return Err(add(found, vec![unroll_error(&test)])),
        };
        found.append(&mut lowered.warnings);
        Ok(Test { language, lowered, unroll, variants, variants_place, warnings: found })
    }

    /// The language of its program.
    pub fn language(&self) -> &dyn Language {
        &*self.language
    }

    /// The word that begins tests in this language.
    pub fn architecture(&self) -> &'static str {
        self.language.name()
    }

    /// The name of the shipped model that such tests are about where none is named; none where there is none.
    pub fn default_model(&self) -> Option<&'static str> {
        self.language.descriptor().default_model
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.lowered.name
    }

    /// Gives it another name.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.lowered.name);
    }

    /// Gives it the hash of the test that it was made from: a log identifies the test of a result by its hash.
    pub fn keep_hash(&mut self, hash: &str) {
        hash.clone_into(&mut self.lowered.hash);
    }

    /// herd's hash: tests with equal hashes have the same program, initial state and observed locations.
    pub fn hash(&self) -> &str {
        &self.lowered.hash
    }

    /// The variants that the test itself asks for (`Variant=...`).
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// Where it asks for them, if it does.
    pub(crate) fn variants_place(&self) -> Option<Span> {
        self.variants_place
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

    /// The same test with its condition of this number, counted from 0, and no other.
    ///
    /// # Panics
    /// When it does not have so many.
    #[must_use]
    pub fn with_condition(&self, number: usize) -> Test {
        let mut lowered = self.lowered.clone();
        if let Some(at) = number.checked_sub(1) {
            (lowered.quantifier, lowered.condition) = lowered.further_conditions[at].clone();
        }
        lowered.further_conditions.clear();
        let (language, variants) = (Arc::clone(&self.language), self.variants.clone());
        let Test { unroll, variants_place, .. } = *self;
        Test { language, lowered, unroll, variants, variants_place, warnings: self.warnings.clone() }
    }

    /// What to call an instruction: its label, or its number in its thread.
    pub fn place_name(&self, place: CodePlace) -> String {
        match self.lowered.program.labels(place).first() {
            Some(label) => label.to_string(),
            None => format!("P{}, instruction {}", place.thread.number(), place.instruction.number()),
        }
    }
}

/// The language of a test that is parsed alone, of the machine that `variants` choose: what is known of it before its code is read. None where it says one that is not known.
pub fn language_of_parsed(test: &litmus::Test<'_>, variants: &[String], text: &str) -> Option<Arc<dyn Language>> {
    language_of(test, &[], variants.iter(), text).ok()
}

/// The language that the test says it is in, of the machine that `variants` choose; `text` is that of the test's file.
fn language_of<'v>(
    test: &litmus::Test<'_>,
    languages: &[Arc<dyn Language>],
    variants: impl Iterator<Item = &'v String>,
    text: &str,
) -> Result<Arc<dyn Language>, Diagnostic> {
    // LISA's name in the days when bell files were new; herd7 takes both.
    let name = if test.architecture.text == "Bell" { "LISA" } else { &*test.architecture.text };
    let own = languages.iter().find(|language| language.name() == name).cloned().or_else(|| dialect(test, text));
    let known = || {
        isa::language_under(name, variants.map(String::as_str)).map(|language| Arc::new(language) as Arc<dyn Language>)
    };
    own.or_else(known).ok_or_else(|| {
        let known = || isa::languages().iter().map(|language| language.name());
        let message = format!("unknown architecture `{name}`");
        Diagnostic::error("unknown-architecture", test.architecture.span, message)
            .suggest(source::nearest(name, known()))
            .help(format!("architectures: {}", known().collect::<Vec<_>>().join(", ")))
    })
}

/// The dialect that a program in C is in, if it is in one.
fn dialect(test: &litmus::Test, text: &str) -> Option<Arc<dyn Language>> {
    if test.architecture.text != "C" {
        return None;
    }
    let dialect = isa::KernelC::of(|| &KERNEL_MACROS, &test.program, text)?;
    Some(Arc::new(dialect))
}

/// The primitives of the Linux kernel as macros: what accesses and fences each is.
pub fn kernel_macros() -> &'static MacroFile {
    &KERNEL_MACROS
}

/// The macros of the Linux kernel's tests.
static KERNEL_MACROS: LazyLock<MacroFile> = LazyLock::new(|| {
    let (file, mut sources) = ("lkmm.def", Sources::new());
    let text = models::file(file).expect("ships");
    let id = sources.add(file, text);
    MacroFile::parse(text, id).unwrap_or_else(|found| panic!("{file}: {found:?}"))
});

fn unroll_error(test: &litmus::Test) -> Diagnostic {
    let line = test.info.iter().find(|line| line.key.eq_ignore_ascii_case("unroll"));
    let span = line.map_or(test.name.span, |line| line.span);
    Diagnostic::error("bad-unroll", span, "`Unroll=` needs a number of rounds, 0 or more")
}
