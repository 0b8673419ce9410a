//! Tests of the Linux kernel's memory model as kernel modules.
//!
//! A module runs its test with kernel threads when it is loaded, as herdtools' klitmus7 does, and shows the log in `/proc/litmus_NAME`.

use std::sync::Arc;

use isa::{CWithMacros, MacroFile};
use litmus::{FinalPlace, Language, RawProgram};
use program::{Index, ThreadId};
use sim::Test;
use source::{Diagnostic, SourceId, Sources};

use super::c::{functions, statements};
use super::outcome::{self, Fields, location_number};
use super::program::{cell_type, member, slots};
use super::{Exported, problem};

/// What modules share.
pub(super) const HARNESS: &str = include_str!("kernel.h");

/// The module of a test; `macros` is a file that defines the macros of the kernel for the simulator, which reads the test here.
pub(super) fn module(
    sources: &Sources,
    source: SourceId,
    name: &str,
    macros: Option<SourceId>,
) -> Result<Exported, Vec<Diagnostic>> {
    let languages: Vec<Arc<dyn Language>> = match macros {
        Some(file) => vec![Arc::new(CWithMacros(MacroFile::parse(sources.text(file), file)?))],
        None => Vec::new(),
    };
    let test = Test::load_in(&languages, sources, source, name)?;
    let text = text(&test, sources, source, name).map_err(|error| vec![error])?;
    Ok(Exported { name: test.name().to_owned(), text, architecture: "C".to_owned() })
}

fn text(test: &Test, sources: &Sources, source: SourceId, name: &str) -> Result<String, Diagnostic> {
    if test.language().name() != "C" {
        return Err(problem("kernel modules are written of tests in C"));
    }
    let lowered = test.lowered();
    let fields = Fields::new(lowered)?;
    let (parsed, _) = litmus::parse(sources, source, name);
    let parsed = parsed.ok_or_else(|| problem("the test cannot be read"))?;
    let RawProgram::Text(span) = &parsed.program else { return Err(problem("the program is no C")) };
    let functions = functions(sources.snippet(*span))?;
    let mut text = format!("/* {} */\n#include \"harness.h\"\n\nstruct memory {{\n", lowered.name);
    for (location, memory) in lowered.program.locations.iter_enumerated() {
        let cell = cell_type(lowered, location)?;
        text += &format!(
            "  {cell} {}[{}] ____cacheline_aligned; /* {} */\n",
            member(location),
            memory.cells.len(),
            memory.name
        );
    }
    text += &format!(
        "  char end;\n}};\n\nenum {{ THREADS = {}, LOCATIONS = {} }};\n\n",
        functions.len(),
        lowered.program.locations.len()
    );
    text += &fields.declarations(&lowered.hash)?;
    text += "static void initialise(struct memory *m)\n{\n";
    for (location, memory) in lowered.program.locations.iter_enumerated() {
        for (index, initial) in memory.cells.iter().enumerate() {
            let program::Computation::Constant(value, _) = initial else {
                return Err(problem(format!("`{}` holds no number at the start", memory.name)));
            };
            text += &format!("  m->{}[{index}] = {};\n", member(location), *value as i64);
        }
    }
    text += "}\n\n";
    for function in &functions {
        text += &format!("static void P{}(struct memory *m, u64 *r)\n{{\n", function.number);
        for (of_type, name) in &function.parameters {
            let location = fields.location(name).ok_or_else(|| problem(format!("there is no location `{name}`")))?;
            text += &format!("  {of_type} {name} = ({of_type})&m->l{};\n", location_number(location));
        }
        text += &statements(function.body);
        for (number, part) in slots(&fields, ThreadId::new(function.number)) {
            text += &format!("  r[{number}] = (u64){};\n", fields.register_name(part.register));
        }
        text += "}\n\n";
    }
    text += "static void run_thread(int thread, struct memory *m, u64 *r)\n{\n  switch (thread) {\n";
    for function in &functions {
        text += &format!("  case {0}: P{0}(m, r); break;\n", function.number);
    }
    text +=
        "  default: break;\n  }\n}\n\nstatic void collect(const struct memory *m, u64 (*r)[VALUES], value_t *v)\n{\n";
    for (number, place) in fields.places().iter().enumerate() {
        let raw = match place.place {
            FinalPlace::Register(thread, _) => format!("r[{}][{number}]", thread.index()),
            FinalPlace::Whole(location) => format!("(u64)m->{}[0]", member(location)),
            FinalPlace::Cell(location, index) => format!("(u64)m->{}[{index}]", member(location)),
        };
        text += &format!("  v[{number}] = {};\n", outcome::cut(place, &raw)?);
    }
    text += "}\n\n#include \"harness.h\"\n";
    Ok(text)
}

/// How to build all modules for the running kernel.
pub(super) fn makefile(names: &[&str]) -> String {
    let objects: Vec<String> = names.iter().map(|name| format!("{name}.o")).collect();
    format!(
        "obj-m := {}\nKERNEL ?= /lib/modules/$(shell uname -r)/build\n\nall:\n\t$(MAKE) -C $(KERNEL) M=$(CURDIR) modules\n\nclean:\n\t$(MAKE) -C $(KERNEL) M=$(CURDIR) clean\n",
        objects.join(" ")
    )
}

/// A script that loads each module, prints its log and removes it.
pub(super) fn script(names: &[&str]) -> String {
    let mut text = "#!/bin/sh\n# Runs all tests, as root; options go to each module: instances=N rounds=N.\ncd \"$(dirname \"$0\")\" || exit 1\n".to_owned();
    for name in names {
        text += &format!("insmod ./{name}.ko \"$@\" && cat /proc/litmus && rmmod {}\n", name.replace('-', "_"));
    }
    text
}
