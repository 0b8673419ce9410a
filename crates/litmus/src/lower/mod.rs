//! From a test as it is written to a program and resolved conditions.

mod ctype;
mod memory;
mod places;
mod registers;

use std::fmt::Write;

use program::{IdVec, Program, ThreadRelations, Width};
use source::Diagnostic;

use self::memory::Memory;
use self::places::{Places, Resolver, Unknown};
use self::registers::Registers;
use crate::layout::Relating;
use crate::state::{Names, NumberFormat};
use crate::{
    Base, Code, FinalAtom, FinalPlace, FinalState, Language, Outcome, Proposition, Quantifier, RawProgram, ShownPlace,
    Test,
};

/// A test that can be simulated.
#[derive(Clone, Debug)]
pub struct LoweredTest {
    /// Its name.
    pub name: String,
    /// Its hash ([`Test::hash`]).
    pub hash: String,
    /// The threads and the initial state.
    pub program: Program,
    /// How the condition speaks about the final states.
    pub quantifier: Quantifier,
    /// What it says of one.
    pub condition: Proposition<FinalAtom>,
    /// The conditions behind the first one.
    pub further_conditions: Vec<(Quantifier, Proposition<FinalAtom>)>,
    /// Executions whose final state does not satisfy it are left out.
    pub filter: Option<Proposition<FinalAtom>>,
    /// What states show, in order: the places of the condition and of `locations [...]`.
    pub displayed: Vec<ShownPlace>,
    /// The places whose final values matter: those displayed, and those of the filter. In order, without duplicates.
    pub observed: Vec<FinalPlace>,
    /// The width of the numbers in the condition.
    pub number_width: Width,
    /// Numbers with so many bits and more sort by their sign among final states.
    pub signed_from: Width,
    /// What is suspicious about the test, but no reason to refuse it.
    pub warnings: Vec<Diagnostic>,
}

impl LoweredTest {
    pub(crate) fn names(&self) -> Names<'_> {
        Names { locations: &self.program.locations, signed_from: self.signed_from }
    }

    /// What `state` shows.
    pub fn outcome(&self, state: &dyn FinalState) -> Outcome {
        Outcome(self.displayed.iter().flat_map(|place| place.look(state)).collect())
    }

    /// Sorts outcomes as logs list them.
    pub fn sort_outcomes(&self, outcomes: &mut [Outcome]) {
        let names = self.names();
        outcomes.sort_by(|left, right| names.compare(left, right));
    }

    /// The line of a log that shows `outcome`, without a line end: `0:rax=0; [x]=1;`.
    pub fn print_outcome(&self, outcome: &Outcome, base: Base) -> String {
        self.names().print_outcome(&self.displayed, outcome, base)
    }

    /// The condition as logs show it: `exists (0:rax=0 /\ [x]=1)`.
    pub fn print_condition(&self, base: Base) -> String {
        self.print_quantified(self.quantifier, &self.condition, base)
    }

    /// A condition on final states of this test, as logs show it.
    pub fn print_quantified(&self, quantifier: Quantifier, condition: &Proposition<FinalAtom>, base: Base) -> String {
        let names = self.names();
        // Most conditions fit.
        let mut text = String::with_capacity(64);
        // Writing to a string does not fail.
        let _ = write!(text, "{quantifier} (");
        names.write_proposition(condition, self.number_width, base, &mut text);
        text.push(')');
        text
    }
}

impl Test<'_> {
    /// Reads the program of the test in `language`. `source` is the text that the test was read from.
    ///
    /// # Errors
    /// Every mistake in the program.
    pub fn read_code<'t>(
        &self,
        language: &dyn Language,
        source: &'t str,
    ) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
        let mut code = language.parse(&self.program, source)?;
        code.learn(self)?;
        registers::reserve_named(self, &mut *code);
        code.holds_addresses(&memory::locations_of_addresses(self));
        Ok(code)
    }
}

/// Lowers a test whose program, in `language`, is `code` (from [`Test::read_code`]).
///
/// # Errors
/// Every mistake found: unknown registers, labels and locations, types that do not fit, and what is not supported yet.
pub fn lower(test: &Test, language: &dyn Language, code: &dyn Code) -> Result<LoweredTest, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let address_width = language.address_width();
    let mut memory = Memory::new(test, code, address_width, &mut diagnostics);
    let mut registers = Registers::new(code);
    registers.read_types(test, address_width, &mut diagnostics);
    let initial_registers = memory.initial_registers(test, &registers, &mut diagnostics);
    let conditions = resolve(test, &mut memory, &registers, &mut diagnostics);
    let unsupported = |place| Diagnostic::error("not-supported", place, "not supported yet: fault handlers");
    diagnostics.extend(test.handlers.iter().map(|handler| unsupported(handler.heading)));
    let thread_relations = thread_relations(test, language, &mut diagnostics);
    let location = |name: &str| match memory.find(name) {
        Some(location) => location,
        None => panic!("the code names `{name}`, which `Code::locations` does not list"),
    };
    let lowered = code.lower(&location).map_err(|more| diagnostics.extend(more)).ok();
    match (conditions, lowered) {
        (Some(conditions), Some(lowered)) if !diagnostics.iter().any(Diagnostic::is_error) => {
            let displayed = conditions.displayed.sorted(&memory);
            let observed = match conditions.observed {
                Some(observed) => observed.sorted(&memory).iter().map(|place| place.place).collect(),
                None => displayed.iter().map(|place| place.place).collect(),
            };
            let mut program = Program {
                threads: lowered.threads,
                registers: lowered.registers,
                locations: std::mem::take(&mut memory.locations),
                initial_registers,
                default_registers: lowered.default_registers,
                address_width,
                initial_tags: language.initial_tags(),
                follows_known_branches: language.follows_known_branches(),
                words: IdVec::new(),
                mixed_sizes: language.mixed_sizes(),
                thread_relations,
            };
            memory.add_code(&mut program);
            program.words = memory.words;
            diagnostics.extend(code.check(&program));
            if diagnostics.iter().any(Diagnostic::is_error) {
                return Err(diagnostics);
            }
            Ok(LoweredTest {
                name: test.name.text.to_string(),
                // What has no hash was refused above.
                hash: test.hash(code).unwrap_or_default(),
                program,
                quantifier: test.condition.quantifier,
                condition: conditions.condition,
                further_conditions: conditions.further,
                filter: conditions.filter,
                displayed,
                observed,
                number_width: language.number_width(),
                signed_from: NumberFormat::INT.width + Width::from(arch::herd_masks_words(&test.architecture.text)),
                warnings: diagnostics,
            })
        }
        _ => Err(diagnostics),
    }
}

/// How the threads lie in the hierarchy that the language knows, if it knows one.
fn thread_relations(test: &Test, language: &dyn Language, diagnostics: &mut Vec<Diagnostic>) -> ThreadRelations {
    let Some(hierarchy) = language.hierarchy() else { return ThreadRelations::default() };
    // Its words stand behind those of the tags.
    let first = (language.tags().len() + language.absent_tags().len()) as u32;
    match &test.layout {
        Some(layout) => {
            let threads = match &test.program {
                RawProgram::Table(threads) => threads.len(),
                RawProgram::Text(_) => 0,
            };
            Relating { hierarchy, threads, diagnostics }.of(layout, first)
        }
        None => ThreadRelations { first, products: vec![None; hierarchy.words().len()] },
    }
}

/// Few names of registers are longer, with the numbers of their threads.
const USUAL_NAME: usize = 16;

/// The conditions of a test, resolved.
struct Conditions {
    condition: Proposition<FinalAtom>,
    further: Vec<(Quantifier, Proposition<FinalAtom>)>,
    filter: Option<Proposition<FinalAtom>>,
    /// What states show.
    displayed: Places,
    /// With the places of the filter, if there is one.
    observed: Option<Places>,
}

/// Resolves the condition, `locations` and the filter; `None` when one of the propositions has a mistake.
fn resolve(
    test: &Test,
    memory: &mut Memory<'_>,
    registers: &Registers<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Conditions> {
    let mut displayed = Places::default();
    let mut resolver =
        Resolver { memory, registers, unknown: Unknown::Refuse, diagnostics, name: String::with_capacity(USUAL_NAME) };
    let condition = resolver.proposition(&test.condition.proposition, &mut displayed);
    let further = test
        .further_conditions
        .iter()
        .map(|further| Some((further.quantifier, resolver.proposition(&further.proposition, &mut displayed)?)));
    let further: Option<Vec<_>> = further.collect();
    resolver.unknown = Unknown::Add;
    resolver.shown(test, &mut displayed);
    let (filter, observed) = match &test.filter {
        Some(filter) => {
            let mut observed = displayed.clone();
            (Some(resolver.proposition(filter, &mut observed)?), Some(observed))
        }
        None => (None, None),
    };
    Some(Conditions { condition: condition?, further: further?, filter, displayed, observed })
}
