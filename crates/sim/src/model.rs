//! Memory models, loaded for the tests of one language.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use cat::plan::Op;
use cat::{Compiled, Failure, Files, Outside, Run};
use execution::{Candidate, ExecutionError, FinalWrites};
use litmus::Language;
use program::MicroOp;
use source::{Diagnostic, Severity, SourceId, Sources};

use crate::simulate::Options;
use crate::variants::{VariantStanding, nearest_variant, variant_standing};
use crate::vocabulary::{StructureWords, View, phase, vocabulary};
use crate::{RunError, Test};

/// A cat model, resolved against the words that tests of one language offer, under a choice of variants.
#[derive(Debug)]
pub struct Model {
    cat: cat::Model,
    /// Compiled when first asked for: for structures whose addresses are not all known, and for those where they are.
    compiled: [OnceLock<Result<Compiled, Outside>>; 2],
    language: &'static str,
    warnings: Vec<Diagnostic>,
}

impl Model {
    /// Reads the model in `source` behind the bell file in `bell`, if there is one, and the standard library and what they include by
    /// way of `files`.
    ///
    /// # Errors
    /// All mistakes found, warnings among them.
    pub fn load(
        sources: &mut Sources,
        source: SourceId,
        bell: Option<SourceId>,
        files: &mut dyn Files,
        language: &dyn Language,
        is_active: &dyn Fn(&str) -> bool,
    ) -> Result<Model, Vec<Diagnostic>> {
        let words = vocabulary(language);
        let loaded = cat::Model::load(sources, source, bell, files, &words, is_active);
        match loaded.model {
            Some(cat) => {
                let undefined = undefined(&cat);
                if !undefined.is_empty() {
                    return Err([loaded.diagnostics, undefined].concat());
                }
                Ok(Model { cat, compiled: Default::default(), language: language.name(), warnings: loaded.diagnostics })
            }
            None => Err(loaded.diagnostics),
        }
    }

    /// The language whose tests it is for.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// The architecture that the model's header claims to be for, if it begins with an architecture's name. Other words are
    /// just names.
    pub fn architecture(&self) -> Option<&str> {
        self.cat.architecture().filter(|word| arch::headers::names_a_language(word))
    }

    /// Whether the model is for tests of `language`: whether it was loaded for it, and its header does not claim another architecture.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check_language(&self, language: &dyn Language) -> Result<(), Diagnostic> {
        let test = language.name();
        let wrong = self.architecture().filter(|word| *word != test);
        let Some(word) = wrong.or_else(|| (self.language != test).then_some(self.language)) else { return Ok(()) };
        let message = format!("architecture mismatch between test and model ({test} vs. {word})");
        Err(Diagnostic::new(Severity::Error, "architecture-mismatch", message))
    }

    /// Whether the model speaks of all that the program of a test does which would be passed over otherwise ([`Language::constructs`]).
    ///
    /// # Errors
    /// The first thing that it does not know, at its place in the test.
    pub fn check_constructs(&self, test: &Test) -> Result<(), Diagnostic> {
        let tags = test.language().tags();
        for (tag, name) in test.language().constructs().iter().filter(|(tag, _)| !self.cat.mentions(tag)) {
            let Some(number) = tags.iter().zip(0..).find(|(known, _)| known == tag).map(|(_, number)| number) else {
                continue;
            };
            let has_it = |op: &MicroOp| matches!(op, MicroOp::Synchronize { tags, .. } if tags.contains(number));
            let threads = &test.lowered().program.threads;
            let mut instructions = threads.iter().flat_map(|thread| thread.instructions.iter());
            if let Some(instruction) = instructions.find(|instruction| instruction.block.iter().any(has_it)) {
                let title = self.cat.title().map(|title| format!(" {title}")).unwrap_or_default();
                let message = format!("the model{title} knows no {name}: it does not mention `{tag}`");
                let error = Diagnostic::error("unknown-construct", instruction.span, message);
                return Err(error
                    .label(instruction.span, "used here")
                    .help("ask a model that has them, such as `jls04`"));
            }
        }
        Ok(())
    }

    /// Whether each variant that a test asks for is one that Lakmus knows, or that the model looks at.
    ///
    /// # Errors
    /// The first one that means nothing, at its place in the test.
    pub fn check_variants(&self, test: &Test) -> Result<(), Diagnostic> {
        let means_nothing =
            |variant: &&String| variant_standing(variant) == VariantStanding::Unknown && !self.cat.looks_at(variant);
        let (Some(place), Some(variant)) = (test.variants_place(), test.variants().iter().find(means_nothing)) else {
            return Ok(());
        };
        let message = format!("there is no variant `{variant}`, and the model does not look at one");
        Err(Diagnostic::error("unknown-variant", place, message).suggest(nearest_variant(variant)))
    }

    /// Whether a test says how its threads lie in what the model asks for: a tree of scopes, or of levels.
    ///
    /// # Errors
    /// The first scope or level that the test is silent about.
    pub fn check_hierarchy(&self, test: &Test) -> Result<(), Diagnostic> {
        let Some(hierarchy) = test.language().hierarchy() else { return Ok(()) };
        let asks_for = |word: &str| match (self.compiled(true), self.cat.vocabulary().find(word)) {
            (Ok(compiled), Some(word)) => {
                compiled.plan().nodes.iter().any(|node| matches!(node.op, Op::Base(base) if base == word))
            }
            // What the interpreter comes to is not known before.
            _ => self.cat.may_ask_for(word),
        };
        let given = &test.lowered().program.thread_relations.products;
        let mut open = hierarchy.words().iter().zip(given).filter(|(_, products)| products.is_none());
        match open.find(|(word, _)| asks_for(word)) {
            Some((word, _)) => {
                let message =
                    format!("the model asks for `{word}`, and the test has no tree that says which threads share one");
                let help = "behind the program, as in `scopes: (system (gpu (cta P0) (cta P1)))`";
                Err(Diagnostic::new(Severity::Error, "no-tree", message).help(help))
            }
            None => Ok(()),
        }
    }

    /// What is suspicious about the model but no reason to refuse it.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The model as the cat language has it.
    pub fn cat(&self) -> &cat::Model {
        &self.cat
    }

    /// Takes a clause out: one of [`cat::Model::clauses`] of the same text under the same variants.
    pub fn take_out(&mut self, clause: &cat::Clause) {
        self.cat.take_out(clause);
        self.compiled = Default::default();
    }

    /// The model as the compiled evaluator runs it, for event structures all of whose addresses are known (the usual case), or not.
    ///
    /// # Errors
    /// What in the model only the interpreter can do.
    pub fn compiled(&self, addresses_are_known: bool) -> Result<&Compiled, &Outside> {
        let place = &self.compiled[usize::from(addresses_are_known)];
        place.get_or_init(|| self.cat.compile(&|word| phase(word, addresses_are_known))).as_ref()
    }

    /// Shows a candidate to the interpreter, final writes left open, and reports each way through the model's choices. `options` may ask for values of
    /// names: what the model exports. What depends on the structure alone is kept in `words` for its next candidate.
    ///
    /// # Errors
    /// As [`cat::interpret`].
    pub fn interpret(
        &self,
        candidate: &Candidate<'_, '_>,
        words: &StructureWords,
        options: &cat::Options,
        cancelled: &dyn Fn() -> bool,
        report: &mut dyn FnMut(Run<'_>) -> ControlFlow<()>,
    ) -> Result<(), Failure> {
        let mut finals = FinalWrites::new(&[]);
        finals.begin(candidate);
        let view = View { candidate, finals: &finals, words };
        let limits = cat::Limits { cancelled, ..cat::Limits::default() };
        cat::interpret(&self.cat, &view, options, &limits, report)
    }

    /// Shows a candidate to the model; `allow` is called once for each way through the model's choices that it allows, with the
    /// flags that are raised.
    pub(crate) fn judge(
        &self,
        view: &View<'_>,
        options: &Options<'_>,
        allow: &mut dyn FnMut(&mut dyn Iterator<Item = &str>),
    ) -> Result<(), RunError> {
        let cancelled = || options.is_cancelled();
        let limits = cat::Limits { cancelled: &cancelled, ..cat::Limits::default() };
        let result = cat::interpret(&self.cat, view, &options.checks, &limits, &mut |run| {
            // With strict skipping, all that is skipped fails.
            if let Run::Accepted(accepted) = run
                && (!options.checks.strict_skip || accepted.skipped.len() == options.checks.skip.len())
            {
                allow(&mut accepted.flags.iter().copied());
            }
            ControlFlow::Continue(())
        });
        match result {
            Ok(_) => Ok(()),
            Err(Failure::Cancelled) => Err(ExecutionError::Cancelled.into()),
            Err(failure) => Err(failure.to_diagnostic().into()),
        }
    }
}

/// What can be said against a model without running it, whichever of the languages that it is for its tests are written in: what all of them have in
/// common. `found` is asked for what is found for tests of one language; it has none where the model is not for that language.
pub fn common_mistakes(found: &mut dyn FnMut(&'static dyn Language) -> Option<Vec<Diagnostic>>) -> Vec<Diagnostic> {
    let mut common: Option<Vec<Diagnostic>> = None;
    for language in isa::languages() {
        let Some(found) = found(*language) else { continue };
        common = Some(match common {
            None => found,
            // Suggestions may differ: each language has words of its own.
            Some(earlier) => {
                let says = |one: &Diagnostic, other: &Diagnostic| {
                    (one.code, one.span(), &one.message) == (other.code, other.span(), &other.message)
                };
                earlier.into_iter().filter(|one| found.iter().any(|other| says(one, other))).collect()
            }
        });
    }
    common.unwrap_or_default()
}

/// Errors for names that mean nothing, in whatever language tests are: models for several languages mention what some of them do not have.
pub(crate) fn undefined(model: &cat::Model) -> Vec<Diagnostic> {
    let is_word = |name: &str| isa::languages().iter().any(|language| vocabulary(*language).find(name).is_some());
    let undefined = model.undefined().into_iter().filter(|(name, _)| !is_word(name));
    undefined.map(|(_, error)| error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with the model `text`, loaded for tests in C, for tests of `language`.
    fn mismatch(text: &str, language: &dyn Language) -> Option<String> {
        let mut sources = Sources::new();
        let source = sources.add("model.cat", text);
        let model = Model::load(&mut sources, source, None, &mut cat::NoFiles, &isa::C, &|_| false);
        let checked = model.expect("a model").check_language(language);
        checked.err().map(|found| found.message)
    }

    #[test]
    fn a_model_is_for_the_language_that_it_was_loaded_for_unless_its_header_says_otherwise() {
        let x86 = isa::language("X86_64").expect("known");
        assert_eq!(mismatch("\"any\" acyclic po", &isa::C), None);
        assert_eq!(mismatch("C \"for C\" acyclic po", &isa::C), None);
        let message = |test: &str, model: &str| {
            Some(format!("architecture mismatch between test and model ({test} vs. {model})"))
        };
        assert_eq!(mismatch("RISCV \"not for C\" acyclic po", &isa::C), message("C", "RISCV"));
        assert_eq!(mismatch("\"any\" acyclic po", x86), message("X86_64", "C"));
        assert_eq!(mismatch("X86_64 \"loaded for C\" acyclic po", x86), message("X86_64", "C"));
    }
}
