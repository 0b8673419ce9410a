//! Programs in C and C++ as clang compiles them, for [`fence`](crate::fence) and [`verify`](crate::verify).
//!
//! The one part of these two that opens files and runs processes; it comes with the feature `programs`.

use std::fs;
use std::path::{Path, PathBuf};

use cprog::clang::{Clang, real_path};
use cprog::ir::Program;
use fence::front_end::{FrontEnd, UnitIr};
use fence::source_text::Changed;
use system::TemporaryDirectory;

pub use cprog::clang::{Error, Unit};

/// The translation units of a program: source files, or textual LLVM IR in files that end in `.ll`.
#[derive(Clone, Debug)]
pub struct Units {
    units: Vec<Unit>,
    /// None where all units are IR.
    clang: Option<Clang>,
}

impl Units {
    /// These units, compiled by the clang of that name, or by the newest one that is installed.
    ///
    /// # Errors
    /// When there is no clang, and one is needed.
    pub fn new(units: Vec<Unit>, clang: Option<&Path>) -> Result<Units, Error> {
        let needs_clang = units.iter().any(|unit| !is_ir(&unit.file));
        let clang = if needs_clang { Some(Clang::find(clang)?) } else { None };
        Ok(Units { units, clang })
    }

    /// These files, each with the same options, compiled in the current directory.
    ///
    /// # Errors
    /// When there is no clang, and one is needed, or no current directory.
    pub fn of_files(files: &[impl AsRef<Path>], options: &[&str]) -> Result<Units, Error> {
        let directory = std::env::current_dir().map_err(|error| file_error(Path::new("."), error))?;
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        let unit = |file: &Path| Unit { directory: directory.clone(), file: file.to_owned(), options: options.clone() };
        Units::new(files.iter().map(|file| unit(file.as_ref())).collect(), None)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The LLVM IR of each unit, as text.
    ///
    /// # Errors
    /// When a unit cannot be read or compiled.
    pub fn texts(&self) -> Result<Vec<String>, Error> {
        self.texts_with(&[])
    }

    /// The text of each unit behind the preprocessor, with the lines that say where it came from; of IR itself.
    ///
    /// # Errors
    /// When a unit cannot be read or preprocessed.
    pub fn preprocessed(&self) -> Result<Vec<String>, Error> {
        let of = |unit: &Unit| match &self.clang {
            Some(clang) if !is_ir(&unit.file) => clang.preprocessed(unit),
            _ => read_ir(&unit.directory.join(&unit.file)),
        };
        self.units.iter().map(of).collect()
    }

    /// The program that all units make up.
    ///
    /// # Errors
    /// When a unit cannot be read or compiled.
    pub fn program(&self) -> Result<Program, Error> {
        self.read(&self.texts()?)
    }

    /// The same, with these texts in the place of source files.
    ///
    /// # Errors
    /// When a unit cannot be read or compiled.
    pub fn program_with(&self, changed: &[Changed<'_>]) -> Result<Program, Error> {
        self.read(&self.texts_with(changed)?)
    }

    /// The program as it is to be run: with what it calls of the C library, as far as that is known as a program itself.
    ///
    /// # Errors
    /// When a unit cannot be read or compiled.
    pub fn program_to_run(&self, changed: &[Changed<'_>]) -> Result<Program, Error> {
        let texts = self.texts_with(changed)?;
        Ok(cprog::read_to_run(self.named(&texts, &self.names()))?)
    }

    fn read(&self, texts: &[String]) -> Result<Program, Error> {
        Ok(cprog::read(self.named(texts, &self.names()))?)
    }

    fn names(&self) -> Vec<String> {
        self.units.iter().map(|unit| unit.file.display().to_string()).collect()
    }

    fn named<'t>(&self, texts: &'t [String], names: &'t [String]) -> Vec<cprog::Unit<'t>> {
        names.iter().zip(texts).map(|(name, text)| cprog::Unit { name, text }).collect()
    }

    fn texts_with(&self, changed: &[Changed<'_>]) -> Result<Vec<String>, Error> {
        let overlay = Overlay::of(changed)?;
        self.units.iter().map(|unit| self.ir(unit, overlay.as_ref())).collect()
    }

    fn ir(&self, unit: &Unit, overlay: Option<&Overlay>) -> Result<String, Error> {
        match &self.clang {
            Some(clang) if !is_ir(&unit.file) => match overlay {
                Some(overlay) => clang.ir(&overlay.over(unit)),
                None => clang.ir(unit),
            },
            _ => read_ir(&unit.directory.join(&unit.file)),
        }
    }

    fn sources(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| !is_ir(&unit.file))
    }
}

impl FrontEnd for Units {
    fn compile(&mut self, changed: &[Changed<'_>], refused: &mut Vec<Error>) -> Result<Vec<UnitIr>, Error> {
        let overlay = Overlay::of(changed)?;
        let mut units = Vec::new();
        for unit in &self.units {
            match self.ir(unit, overlay.as_ref()) {
                Ok(ir) => units.push(UnitIr::new(unit.file.clone(), ir)),
                Err(error @ Error::Refused { .. }) if self.units.len() > 1 => refused.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok(units)
    }

    fn has_only_sources(&self) -> bool {
        self.units.iter().all(|unit| !is_ir(&unit.file))
    }

    fn macros(&mut self) -> Vec<String> {
        let Some(clang) = &self.clang else { return Vec::new() };
        // What the compiler refuses is reported when it is compiled.
        self.sources().filter_map(|unit| clang.macros(unit).ok()).collect()
    }

    fn expanded(&mut self, path: &Path) -> Option<Vec<Vec<u8>>> {
        let clang = self.clang.as_ref()?;
        let is_it = |unit: &&Unit| fs::canonicalize(unit.directory.join(&unit.file)).is_ok_and(|own| own == path);
        self.sources().filter(is_it).map(|unit| clang.with_macros_written_out(unit).ok()).collect()
    }

    fn read(&mut self, path: &Path) -> Option<Vec<u8>> {
        // Fences do not go into the headers of the system.
        if path.starts_with("/usr") || !path.is_file() {
            return None;
        }
        system::read_bytes(&real_path(path), system::LONGEST_TEXT).ok()
    }

    fn identity(&self, path: &Path) -> PathBuf {
        real_path(path)
    }
}

/// A file that makes clang read other texts in the place of files. It is there as long as this.
struct Overlay {
    _directory: TemporaryDirectory,
    file: PathBuf,
}

impl Overlay {
    /// None where no text changes.
    fn of(changed: &[Changed<'_>]) -> Result<Option<Overlay>, Error> {
        if changed.is_empty() {
            return Ok(None);
        }
        let directory = TemporaryDirectory::new("sources with fences").map_err(|error| {
            let message = error.to_string();
            file_error(&std::env::temp_dir(), std::io::Error::other(message))
        })?;
        let mut roots = Vec::new();
        for (number, file) in changed.iter().enumerate() {
            let path = directory.path().join(format!("{number}.c"));
            fs::write(&path, file.bytes()).map_err(|error| file_error(&path, error))?;
            for name in file.paths() {
                roots.push(serde_json::json!({ "type": "file", "name": name, "external-contents": path }));
            }
        }
        let file = directory.path().join("overlay.json");
        let content = serde_json::json!({ "version": 0, "use-external-names": false, "roots": roots });
        fs::write(&file, content.to_string()).map_err(|error| file_error(&file, error))?;
        Ok(Some(Overlay { _directory: directory, file }))
    }

    /// A unit, compiled with these texts.
    fn over(&self, unit: &Unit) -> Unit {
        let mut unit = unit.clone();
        unit.options.extend(["-ivfsoverlay".to_owned(), self.file.display().to_string()]);
        unit
    }
}

/// Whether a file is textual LLVM IR, by its name: nothing has to compile it.
pub fn is_ir(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "ll")
}

/// Bytes that a file of LLVM IR has at most: as textual IR, programs of a million lines are as long.
const LONGEST_IR: usize = 512 << 20;

/// The text of a file of LLVM IR.
fn read_ir(path: &Path) -> Result<String, Error> {
    let text = system::read_text_up_to(path, LONGEST_IR).map_err(|error| file_error(path, error))?;
    // Devices and holes consist of such bytes, and bitcode has some.
    if text.contains('\0') {
        return Err(Error::Unsuitable {
            path: path.to_owned(),
            what: "is binary: only textual LLVM IR is read (`llvm-dis` writes it)",
        });
    }
    Ok(text)
}

fn file_error(path: &Path, error: std::io::Error) -> Error {
    Error::File { path: path.to_owned(), error }
}
