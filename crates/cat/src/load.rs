//! All the files of a model: the standard library, the bell file, the model itself and what they include.
//!
//! Each file is parsed once, however often it is included. Which branch of an `if "variant" ... end` is taken is decided here already, so
//! what the other branch includes need not exist. This crate opens no files; a [`Files`] does.

use relation::{IdVec, newtype_index};
use rustc_hash::FxHashMap;
use source::{Diagnostic, SourceId, Sources};
use typed_arena::Arena;

use crate::ast::{File, Instruction, InstructionKind, Name};
use crate::parser::parse;

/// The library that every model begins with.
pub const STANDARD_LIBRARY: &str = "stdlib.cat";

/// How deep files may include files.
const INCLUDE_DEPTH: usize = 64;

/// Where included files come from.
pub trait Files {
    /// The text that `include "name"` means, added to `sources`; `None` when there is no such file.
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId>;

    /// The same in the text `including`, for files whose includes are looked for in places of their own. Asked once a name and file.
    fn open_from(&mut self, name: &str, including: SourceId, sources: &mut Sources) -> Option<SourceId> {
        let _ = including;
        self.open(name, sources)
    }
}

/// No files at all, besides an empty standard library.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        (name == STANDARD_LIBRARY).then(|| sources.add(name, ""))
    }
}

newtype_index! {
    pub(crate) struct FileId("file");
}

/// The parsed files of one model.
#[derive(Debug)]
pub(crate) struct Program<'s> {
    pub(crate) files: IdVec<FileId, File<'s>>,
    /// What each `include "name"` that can be reached stands for in each text.
    pub(crate) included: FxHashMap<(SourceId, &'s str), FileId>,
    /// Executed one after the other: the standard library, the bell file, the model.
    pub(crate) roots: Vec<FileId>,
    /// The model, the last of the roots.
    pub(crate) model: FileId,
    pub(crate) model_source: SourceId,
    /// The variants that conditions ask for.
    pub(crate) variants: Vec<&'s str>,
}

/// Parses the model, its bell file, the standard library and everything they include under the active variants.
pub(crate) fn load<'s>(
    sources: &mut Sources,
    texts: &'s Arena<Sources>,
    model: SourceId,
    bell: Option<SourceId>,
    files: &mut dyn Files,
    is_active: &dyn Fn(&str) -> bool,
) -> (Program<'s>, Vec<Diagnostic>) {
    let mut loader = Loader {
        sources,
        texts,
        opener: files,
        is_active,
        files: IdVec::new(),
        included: FxHashMap::default(),
        parsed: FxHashMap::default(),
        open: Vec::new(),
        variants: Vec::new(),
        diagnostics: Vec::new(),
    };
    let mut roots = Vec::new();
    roots.extend(loader.standard_library(model));
    roots.extend(bell.map(|bell| loader.file(bell)));
    let model_source = model;
    let model = loader.file(model);
    roots.push(model);
    let Loader { files, included, variants, diagnostics, .. } = loader;
    let included = included.into_iter().filter_map(|(name, file)| Some((name, file?))).collect();
    (Program { files, included, roots, model, model_source, variants }, diagnostics)
}

struct Loader<'a, 's> {
    sources: &'a mut Sources,
    /// The texts of the files that are parsed: trees point into them while other files are opened.
    texts: &'s Arena<Sources>,
    opener: &'a mut dyn Files,
    is_active: &'a dyn Fn(&str) -> bool,
    files: IdVec<FileId, File<'s>>,
    /// By the text that includes and the name; `None` for names that cannot be opened.
    included: FxHashMap<(SourceId, &'s str), Option<FileId>>,
    /// What is parsed, by the names of texts.
    parsed: FxHashMap<String, FileId>,
    /// The includes that lead to the file being read, outermost first, with the names of the texts.
    open: Vec<(&'s str, String)>,
    /// The variants that conditions ask for.
    variants: Vec<&'s str>,
    diagnostics: Vec<Diagnostic>,
}

impl<'s> Loader<'_, 's> {
    fn standard_library(&mut self, model: SourceId) -> Option<FileId> {
        let Some(source) = self.opener.open_from(STANDARD_LIBRARY, model, self.sources) else {
            let message = format!("the standard library `{STANDARD_LIBRARY}` is not found");
            let place = self.sources.whole(model).slice(0, 0);
            self.diagnostics.push(Diagnostic::error("missing-include", place, message));
            return None;
        };
        Some(self.included_file(STANDARD_LIBRARY, source))
    }

    /// Parses a file and what it includes.
    fn file(&mut self, source: SourceId) -> FileId {
        let parsed = parse(self.texts.alloc(self.sources.clone()), source);
        self.diagnostics.extend(parsed.diagnostics);
        self.variants.extend(parsed.variants);
        let mut includes = Vec::new();
        collect_includes(&parsed.file.instructions, self.is_active, &mut includes);
        let id = self.files.push(parsed.file);
        for include in includes {
            self.include(include);
        }
        id
    }

    /// A file that is included as `name`, parsed unless it is already.
    fn included_file(&mut self, name: &'s str, source: SourceId) -> FileId {
        let text = self.sources.name(source).to_owned();
        if let Some(known) = self.parsed.get(&text) {
            return *known;
        }
        self.open.push((name, text.clone()));
        let file = self.file(source);
        self.open.pop();
        self.parsed.insert(text, file);
        file
    }

    fn include(&mut self, include: Name<'s>) {
        let key = (include.span.source, include.text);
        if let Some(known) = self.included.get(&key) {
            if known.is_none() {
                self.missing(&include);
            }
            return;
        }
        let Some(source) = self.opener.open_from(include.text, include.span.source, self.sources) else {
            self.included.insert(key, None);
            self.missing(&include);
            return;
        };
        if let Some(first) = self.open.iter().position(|(_, text)| text == self.sources.name(source)) {
            let way: Vec<&str> = self.open[first..].iter().map(|&(name, _)| name).collect();
            let message = format!("`{}` includes itself", include.text);
            let mut diagnostic = Diagnostic::error("include-cycle", include.span, message);
            if way.len() > 1 {
                diagnostic = diagnostic.help(format!("the way is {} -> {}", way.join(" -> "), include.text));
            }
            self.diagnostics.push(diagnostic);
            return;
        }
        if self.open.len() == INCLUDE_DEPTH {
            let message = format!("files include files more than {INCLUDE_DEPTH} levels deep");
            self.diagnostics.push(Diagnostic::error("include-depth", include.span, message));
            return;
        }
        let file = self.included_file(include.text, source);
        self.included.insert(key, Some(file));
    }

    fn missing(&mut self, include: &Name<'_>) {
        let message = format!("there is no file `{}`", include.text);
        self.diagnostics.push(Diagnostic::error("missing-include", include.span, message));
    }
}

/// The includes that can be reached, in order.
fn collect_includes<'s>(instructions: &[Instruction<'s>], is_active: &dyn Fn(&str) -> bool, found: &mut Vec<Name<'s>>) {
    for instruction in instructions {
        match &instruction.kind {
            InstructionKind::Include(name) => found.push(*name),
            InstructionKind::If { condition, then, otherwise } => {
                let taken = if condition.holds(is_active) { then } else { otherwise };
                collect_includes(taken, is_active, found);
            }
            InstructionKind::Procedure { body, .. } | InstructionKind::Forall { body, .. } => {
                collect_includes(body, is_active, found);
            }
            InstructionKind::Match { clauses, default, .. } => {
                let bodies = clauses.iter().map(|(_, body)| body).chain(default);
                bodies.for_each(|body| collect_includes(body, is_active, found));
            }
            _ => {}
        }
    }
}
