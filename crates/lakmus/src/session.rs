//! Texts, tests and models together.

use litmus::Language;
use sim::{Describer, Model, Options, Report, Simulation, Test};
use source::Sources;

use crate::{Error, Shipped};

/// Reads tests and models and keeps their texts, so that errors can name places and executions be put into words.
///
/// From a test to a picture of why its outcome is forbidden:
///
/// ```
/// use lakmus::drawing::Theme;
/// use lakmus::sim::{Budget, Options, Picture, Simulation, Why};
/// use lakmus::{Error, Session};
///
/// # fn main() -> Result<(), Error> {
/// let text = r"AArch64 MP+dmb+addr
/// { 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }
///  P0          | P1                  ;
///  MOV W0,#1   | LDR W0,[X1]         ;
///  STR W0,[X1] | EOR W2,W0,W0        ;
///  DMB SY      | LDR W4,[X3,W2,SXTW] ;
///  STR W0,[X3] |                     ;
/// exists (1:X0=1 /\ 1:X4=0)
/// ";
/// let mut session = Session::new();
/// let test = session.test("MP+dmb+addr.litmus", text)?;
/// let model = session.model("aarch64", &test)?;
///
/// let options = Options::default();
/// let simulation = Simulation::new(&test, &model, &options)?;
/// let Why::Forbidden(explanation) = simulation.why(Budget::default())? else { panic!("allowed") };
///
/// let describer = session.describer(&test, &model);
/// let words = describer.explanation(&explanation, false);
/// let cycle = "a: Wx=1 -po-> b: DMB.SY -po-> c: Wy=1 -rfe-> d: Ry=1 -addr-> e: Rx=0 -fre-> a: Wx=1";
/// assert!(words.contains(cycle), "{words}");
///
/// let drawing = describer.drawing(&explanation.execution, &Picture::default());
/// let svg = drawing.to_svg(Theme::Light);
/// assert!(svg.contains("rfe") && drawing.to_text().contains("DMB SY"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Session {
    sources: Sources,
}

impl Session {
    /// Nothing is read yet.
    pub fn new() -> Session {
        Session::default()
    }

    /// The texts that were read.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Reads a test. `name` is what messages call its text, mostly a path; a test that has no name of its own is called by it, directories and
    /// extension left out.
    ///
    /// # Errors
    /// All mistakes in the test.
    pub fn test(&mut self, name: &str, text: &str) -> Result<Test, Error> {
        let source = self.sources.add(name, text);
        let stem = std::path::Path::new(name).file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        Test::load(&self.sources, source, &stem).map_err(|found| Error::refused(found, &self.sources))
    }

    /// The model that ships under this name, for tests like `test`.
    ///
    /// # Errors
    /// When no such model ships.
    pub fn model(&mut self, name: &str, test: &Test) -> Result<Model, Error> {
        self.shipped(name, test.language())
    }

    fn shipped(&mut self, name: &str, language: &dyn Language) -> Result<Model, Error> {
        crate::shipped_model(name, language, &mut self.sources).map_err(|found| Error::refused(found, &self.sources))
    }

    /// Reads a model in cat, for tests like `test`; it may include shipped files. `name` is what messages call its text. No variant is on.
    ///
    /// # Errors
    /// All mistakes in the model.
    pub fn cat_model(&mut self, name: &str, text: &str, test: &Test) -> Result<Model, Error> {
        let source = self.sources.add(name, text);
        Model::load(&mut self.sources, source, None, &mut Shipped, test.language(), &|_| false)
            .map_err(|found| Error::refused(found, &self.sources))
    }

    /// Runs `test` under `model`.
    ///
    /// # Errors
    /// As [`sim::simulate`], with places.
    pub fn simulate(&self, test: &Test, model: &Model, options: &Options<'_>) -> Result<Report, Error> {
        let report = Simulation::new(test, model, options).and_then(Simulation::run);
        report.map_err(|error| Error::of_run(error, &self.sources))
    }

    /// What puts executions of `test` under `model`, both read here, into words and pictures.
    pub fn describer<'a>(&'a self, test: &'a Test, model: &'a Model) -> Describer<'a> {
        Describer::new(test, model, &self.sources)
    }
}
