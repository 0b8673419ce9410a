//! What an analysis asks of the world around it: the translation units of a program, compiled, and the texts of their files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cprog::clang::Error;

use crate::source_text::Changed;

/// A translation unit, compiled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnitIr {
    /// The file that was compiled.
    pub file: PathBuf,
    /// Its LLVM IR, as text.
    pub ir: String,
}

impl UnitIr {
    /// The IR of one file.
    pub fn new(file: PathBuf, ir: String) -> UnitIr {
        UnitIr { file, ir }
    }
}

/// Where the translation units of a program come from. An analysis opens no files and runs no compiler: it asks this.
pub trait FrontEnd {
    /// Compiles all units, with these texts in the place of their files. Why a unit is left out is added to `refused`.
    ///
    /// # Errors
    /// Why the program cannot be analysed at all.
    fn compile(&mut self, changed: &[Changed<'_>], refused: &mut Vec<Error>) -> Result<Vec<UnitIr>, Error>;

    /// Whether each unit is compiled from its source, so that a changed text changes what [`FrontEnd::compile`] gives.
    fn has_only_sources(&self) -> bool;

    /// The definitions of macros of each unit, as `clang -E -dD` prints them; none where there is no preprocessor to ask.
    fn macros(&mut self) -> Vec<String>;

    /// The source file at `path` with its macros expanded, as `clang -Xclang -rewrite-macros` prints it: once for each unit that is made of it. None where a
    /// preprocessor refuses a unit.
    fn expanded(&mut self, path: &Path) -> Option<Vec<Vec<u8>>>;

    /// What the source file at `path` contains. None where fences cannot be put into it: it cannot be read, or is the system's.
    fn read(&mut self, path: &Path) -> Option<Vec<u8>>;

    /// What identifies the file that a path leads to.
    fn identity(&self, path: &Path) -> PathBuf;
}

/// Units of LLVM IR that are there as texts, and the sources that they were compiled from. The IR stays as it is: fences are found, but the program with them is not
/// analysed again.
#[derive(Clone, Debug, Default)]
pub struct IrTexts {
    units: Vec<UnitIr>,
    sources: BTreeMap<PathBuf, String>,
}

impl IrTexts {
    /// No unit yet.
    pub fn new() -> IrTexts {
        IrTexts::default()
    }

    /// Adds a unit. `name` is what messages call it.
    pub fn unit(mut self, name: impl Into<PathBuf>, ir: impl Into<String>) -> IrTexts {
        self.units.push(UnitIr { file: name.into(), ir: ir.into() });
        self
    }

    /// Adds a source file, under the path that the debug information of the units has: the directory of the compilation and the name joined.
    pub fn source(mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> IrTexts {
        self.sources.insert(path.into(), text.into());
        self
    }
}

impl FrontEnd for IrTexts {
    fn compile(&mut self, _: &[Changed<'_>], _: &mut Vec<Error>) -> Result<Vec<UnitIr>, Error> {
        Ok(self.units.clone())
    }

    fn has_only_sources(&self) -> bool {
        false
    }

    fn macros(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn expanded(&mut self, _: &Path) -> Option<Vec<Vec<u8>>> {
        None
    }

    fn read(&mut self, path: &Path) -> Option<Vec<u8>> {
        self.sources.get(path).map(|text| text.as_bytes().to_vec())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}
