//! Tests of the Linux kernel's memory model as kernel modules.
//!
//! A module runs its test with kernel threads when it is loaded, as herdtools' klitmus7 does, and shows the log in `/proc/litmus_NAME`.

use std::sync::Arc;

use isa::{CWithMacros, MacroFile};
use litmus::Language;
use sim::Test;
use source::{Diagnostic, SourceId, Sources};

use super::outcome::Fields;
use super::{Exported, c, problem, program};

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
    if test.language().name() != "C" {
        return Err(vec![problem("kernel modules are written of tests in C")]);
    }
    let one = |error| vec![error];
    let fields = Fields::new(test.lowered()).map_err(one)?;
    let (parsed, _) = litmus::parse(sources, source, name);
    let threads = c::threads(&parsed.ok_or_else(Vec::new)?, sources, &fields)?;
    let text = program::text(test.lowered(), &fields, &threads).map_err(one)?;
    Ok(Exported { name: test.name().to_owned(), text, architecture: "C".to_owned() })
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
