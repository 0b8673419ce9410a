//! Cycles of relaxations to litmus tests.
//!
//! A cycle is a sequence of [`Edge`]s, each from one memory access to the next. Its test is the smallest program that can have an execution with these
//! edges, with a condition that asks for that execution. The idea, and the vocabulary, are those of diy (Alglave, Maranget, Sarkar,
//! Sewell: *Litmus: Running Tests Against Hardware*, TACAS 2011; *Fences in weak memory models (extended version)*, FMSD 2012), and so are the choices that
//! a cycle leaves open (which location is `x`, which thread is `P0`, which registers are used, what conditions speak of): the text of a test is diy7's.
//!
//! [`Generator::one`] makes the test of a cycle. This crate knows no files and prints nothing.

mod arch;
mod architecture;
mod condition;
mod cycle;
mod edge;
mod emitter;
mod expression;
mod mode;
mod name;
mod options;
mod pool;
mod program;
mod refusal;
mod resolve;
mod space;
mod test;
mod vocabulary;
mod word;
mod write;

pub use edge::{
    AccessId, Annotation, Communication, DependencyId, Direction, Edge, EdgeKind, FenceId, Part, Reach, Sameness, Size,
    UpdateId,
};
pub use emitter::Atomics;
pub use expression::{TopLevel, parse};
pub use mode::Mode;
pub use name::normal_form;
pub use options::{ConditionKind, Observers, Options};
pub use pool::{NAMES as POOLS, edge_names, named as pool};
pub use program::{Doing, Item, Program, ProgramWriter, ShownPlace, Words, for_each_program};
pub use refusal::Refusal;
pub use resolve::resolve;
pub use space::{Limits, Pool, Relaxation, Samples, Space};
pub use vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

use architecture::Architecture;
use cycle::Cycle;

/// Makes tests of cycles for one architecture.
pub struct Generator {
    architecture: &'static dyn Architecture,
    options: Options,
}

/// A test that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its cycle, with all directions and annotations.
    pub cycle: Vec<Edge>,
    /// Whether two writes of a location leave the same value, so that the condition also holds in executions without the cycle.
    pub is_ambiguous: bool,
    /// Whether each value of the cycle is computed from the value that depends on it, so that a simulator that wants values to come from somewhere (herd's, and
    /// ours) finds no execution with the cycle.
    pub is_self_justifying: bool,
}

/// The names of the architectures and languages that there are tests for.
pub fn architectures() -> impl Iterator<Item = &'static str> {
    arch::ALL.iter().map(|architecture| architecture.vocabulary().architecture)
}

impl Generator {
    /// For the architecture of this name.
    ///
    /// # Errors
    /// When there is none, or locations cannot have the size that is wanted.
    pub fn new(architecture: &str, options: Options) -> Result<Generator, Refusal> {
        let found = arch::ALL.iter().find(|known| known.vocabulary().architecture.eq_ignore_ascii_case(architecture));
        let Some(found) = found else {
            let known: Vec<&str> = architectures().collect();
            return Err(Refusal::new(format!(
                "there are no tests for `{architecture}` to generate, but for {}",
                known.join(", ")
            )));
        };
        let is_wide = options.type_name == Options::WIDE && found.vocabulary().architecture != "C";
        if is_wide || !found.has_size(options.natural) {
            let name = found.vocabulary().architecture;
            return Err(Refusal::new(format!("locations of type {} are not generated for {name}", options.type_name)));
        }
        Ok(Generator { architecture: *found, options })
    }

    /// The words of the architecture.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.architecture.vocabulary()
    }

    /// How tests are made.
    pub fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn is_java(&self) -> bool {
        self.vocabulary().architecture == "Java"
    }

    pub(crate) fn is_c(&self) -> bool {
        self.vocabulary().architecture == "C"
    }

    /// The test of a cycle; without `name` it is called by its normal form. `header` are more lines `Key=Value` for it.
    ///
    /// # Errors
    /// When the edges do not fit together, or what they make has no test.
    pub fn one(&self, name: Option<&str>, edges: &[Edge], header: &[(&str, &str)]) -> Result<Generated, Refusal> {
        let edges = resolve(self.vocabulary(), edges)?;
        let mut writer = self.writer();
        let (name, text) = writer.test(name, &edges, header)?;
        let (name, text) = (name.to_owned(), text.to_owned());
        let cycle = Cycle::new(self.vocabulary(), &edges, self.options.natural)?;
        let is_ambiguous = test::is_ambiguous(self, &cycle);
        let is_self_justifying = test::is_self_justifying(self, &cycle);
        Ok(Generated { name, text, cycle: edges, is_ambiguous, is_self_justifying })
    }

    /// What writes many tests one after the other.
    pub fn writer(&self) -> TestWriter<'_> {
        TestWriter { generator: self, parts: test::Parts::default(), name: String::new(), text: String::new() }
    }
}

/// Writes tests one after the other; what it needs for one serves for the next.
pub struct TestWriter<'a> {
    generator: &'a Generator,
    parts: test::Parts,
    name: String,
    text: String,
}

impl TestWriter<'_> {
    /// Name and text of the test of a cycle that [`resolve`] gave; as for [`Generator::one`].
    ///
    /// # Errors
    /// When the cycle has no test.
    pub fn test(
        &mut self,
        name: Option<&str>,
        resolved: &[Edge],
        header: &[(&str, &str)],
    ) -> Result<(&str, &str), Refusal> {
        self.name.clear();
        match name {
            Some(name) => self.name.push_str(name),
            None => self.name = self.generator.vocabulary().name_of(resolved),
        }
        self.text.clear();
        self.generator.put_test(&self.name, resolved, header, &mut self.parts, &mut self.text)?;
        Ok((&self.name, &self.text))
    }
}
