//! Modules of a crate that import each other in a circle, which can be neither read nor tested one after the other.
//!
//! An import counts for the module that defines what is imported, through all re-exports on the way. A module and those below it count as one: a submodule may use what the module
//! around it defines. Unit tests do not count.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::Findings;
use super::sources::read_all;

/// A module, by its path below the root of its crate.
type Module = Vec<String>;

/// An import: the module that its path begins at, and the rest of the path.
type Import = (Module, Vec<String>);

/// Circles that are still there: the crate, a module of the circle, and what closes it. The list only shrinks.
const KNOWN: &[(&str, &str, &str)] = &[
    ("arch", "aarch64/lse", "the mapping with LSE and the one without name each other"),
    ("arch", "architecture", "an architecture has mappings of C11 and of the kernel, and models, which name it"),
    ("cat", "interpret/value", "a value may be a set of values"),
    ("cprog", "ll/attributes", "attributes are read where metadata is, and both are parts of the syntax"),
    (
        "cprog",
        "ll/check/flow",
        "what is defined where is asked of the flow of control, which goes by the names of blocks",
    ),
    ("execution", "path", "a path holds what dividing memory and waiting loops mark on it, and both follow paths"),
    ("gen", "test", "a test is written by `write`, whose parts it keeps"),
    ("isa", "assembly/form", "a form has slots for operands, whose parts are parsed by forms"),
    ("isa", "c/ast", "statements hold calls of primitives, whose arguments are expressions"),
    ("isa", "java/ast", "expressions make objects of classes, whose constructors are statements"),
    ("isa", "java/lower/object", "accesses are to fields of objects, which expressions make and refer to"),
    ("isa", "java/code", "code is lowered by `lower`, which reads it"),
    ("java", "observed", "what is observed of a graph has places in structures, which graphs are of"),
    ("litmus", "language", "the trait of languages speaks of final states, whose places languages spell"),
    ("litmus", "lower/memory", "registers are declared with types, whose mistakes `memory` reports"),
    ("mix", "architecture", "listings, objects and calls depend on the architecture, which knows how each is read"),
    ("mix", "cache", "a compiler looks into the cache, whose keys are commands of compilers"),
    ("mix", "fragment", "a fragment has the interface by which its code is read"),
    ("mix", "ingest/path_text", "the text of a path names what was weakened, which is found on paths"),
    ("program", "expression", "expressions are printed and visited by modules that print and visit programs"),
    ("rt", "exploring", "one thing runs at a time, and each part may hand over to each other one"),
    ("sim", "simulate", "`simulate` has the options that all that runs and judges reads, and calls it"),
    ("tester", "litmus/execution", "the state has the memory cells of the execution"),
];

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    let mut crates: BTreeMap<String, BTreeMap<Module, String>> = BTreeMap::new();
    for (name, text) in read_all("rs")? {
        if let Some((crate_name, module)) = module_of(&name) {
            crates.entry(crate_name).or_default().insert(module, text);
        }
    }
    let mut found = BTreeSet::new();
    for (crate_name, texts) in &crates {
        for circle in circles(&imports(texts)) {
            let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            let known = KNOWN.iter().find(|(of, one, _)| of == crate_name && names.iter().any(|name| name == one));
            match known {
                Some(known) => _ = found.insert(known),
                None => findings.error(format!("crates/{crate_name}: modules import each other: {}", names.join(", "))),
            }
        }
    }
    for (crate_name, one, _) in KNOWN.iter().filter(|known| !found.contains(known)) {
        findings
            .error(format!("xtask/src/tidy/circles.rs: the circle of `{one}` in `{crate_name}` is gone; take it out"));
    }
    Ok(())
}

/// The crate and the module that a file is; none for tests, commands and what is no module of a library.
fn module_of(name: &str) -> Option<(String, Module)> {
    let (crate_name, file) = name.strip_prefix("crates/")?.split_once("/src/")?;
    let mut module: Module = file.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if module[0] == "bin" || module.last().is_some_and(|last| last == "tests") || crate_name.contains('/') {
        return None;
    }
    if module.last().is_some_and(|last| last == "mod" || last == "lib") {
        module.pop();
    }
    Some((crate_name.to_owned(), module))
}

/// Which modules each module imports from; those around and below it are left out.
fn imports(texts: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut named: BTreeMap<&Module, BTreeMap<String, Import>> = BTreeMap::new();
    let mut all: BTreeMap<&Module, Vec<Import>> = BTreeMap::new();
    for (module, text) in texts {
        for (path, alias) in uses(text) {
            let Some((start, mut rest)) = absolute(module, &path, texts) else { continue };
            if rest.last().is_some_and(|last| last == "self") {
                rest.pop();
            }
            let own = rest.last().or(start.last()).cloned();
            if let Some(name) = alias.or(own) {
                named.entry(module).or_default().insert(name, (start.clone(), rest.clone()));
            }
            all.entry(module).or_default().push((start, rest));
        }
    }
    let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, own) in all {
        for (start, rest) in own {
            let to = definition(start, rest, texts, &named);
            let is_family = module.starts_with(&to) || to.starts_with(module);
            if !is_family && texts.contains_key(&to) {
                imports.entry(module.clone()).or_default().insert(to);
            }
        }
    }
    imports
}

/// The module that defines what a path leads to.
fn definition(
    start: Module,
    rest: Vec<String>,
    texts: &BTreeMap<Module, String>,
    named: &BTreeMap<&Module, BTreeMap<String, Import>>,
) -> Module {
    let (mut module, mut rest) = (start, rest);
    let mut seen = BTreeSet::new();
    loop {
        while let Some(first) = rest.first() {
            let mut below = module.clone();
            below.push(first.clone());
            if !texts.contains_key(&below) {
                break;
            }
            module = below;
            rest.remove(0);
        }
        let Some(first) = rest.first().cloned() else { return module };
        let again = named.get(&module).and_then(|names| names.get(&first));
        match again {
            Some((start, path)) if seen.insert((module.clone(), first)) => {
                let behind = rest.split_off(1);
                rest = path.iter().cloned().chain(behind).collect();
                module = start.clone();
            }
            Some(_) | None => return module,
        }
    }
}

/// Where a path begins, and the rest of it; none for what is of another crate.
fn absolute(module: &Module, path: &str, texts: &BTreeMap<Module, String>) -> Option<Import> {
    let mut parts: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
    let first = parts.first()?.clone();
    let mut start = match first.as_str() {
        "crate" => Module::new(),
        "self" | "super" => module.clone(),
        _ => {
            let mut below = module.clone();
            below.push(first);
            return texts.contains_key(&below).then(|| (module.clone(), parts));
        }
    };
    while parts.first().is_some_and(|part| matches!(part.as_str(), "crate" | "self" | "super")) {
        if parts.remove(0) == "super" {
            start.pop();
        }
        if parts.first().is_some_and(|part| part == "self") && parts.len() == 1 {
            break;
        }
    }
    Some((start, parts))
}

/// The paths of all `use` declarations outside of unit tests, each with its other name.
fn uses(text: &str) -> Vec<(String, Option<String>)> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code: String = code.lines().flat_map(|line| [line.split("//").next().unwrap_or_default(), "\n"]).collect();
    let mut found = Vec::new();
    for statement in code.split(';') {
        // What is before the declaration in the same statement are items with bodies, and attributes.
        let Some(at) = statement.rfind("use ") else { continue };
        let before = statement[..at].trim_end();
        let begins = before.is_empty() || before.ends_with(['}', ']', ')', '{']) || before.ends_with("pub");
        if begins {
            expand("", &statement[at + "use ".len()..], &mut found);
        }
    }
    found
}

/// A tree of imports as paths.
fn expand(before: &str, tree: &str, found: &mut Vec<(String, Option<String>)>) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, alias) = match tree.split_once(" as ") {
            Some((path, alias)) => (path, Some(alias.trim().to_owned())),
            None => (tree, None),
        };
        let path = format!("{before}{}", path.trim());
        return found.push((path.trim_end_matches("::*").to_owned(), alias));
    };
    let before = format!("{before}{}", head.trim());
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut depth, mut start) = (0, 0);
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&before, &inner[start..at], found);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !inner[start..].trim().is_empty() {
        expand(&before, &inner[start..], found);
    }
}

/// The circles among modules: sets of which each leads to each.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reach = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut work: Vec<&Module> = imports.get(from).into_iter().flatten().collect();
        while let Some(module) = work.pop() {
            if reached.insert(module) {
                work.extend(imports.get(module).into_iter().flatten());
            }
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = imports.keys().map(|module| (module, reach(module))).collect();
    let mut circles: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    for (module, all) in reached.iter().filter(|(module, all)| all.contains(*module)) {
        let back = all.iter().filter(|other| reached.get(*other).is_some_and(|others| others.contains(module)));
        circles.insert(back.map(|other| (*other).clone()).collect());
    }
    circles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let module = |path: &str| path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let texts = files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
        let found = circles(&imports(&texts));
        found.iter().map(|circle| circle.iter().map(|module| module.join("/")).collect()).collect()
    }

    #[test]
    fn a_circle_is_seen_through_re_exports_and_braces() {
        let files = [
            ("", "mod a;\nmod b;\npub use a::First;\n"),
            ("a", "use crate::{\n    b::{self, Second as Other},\n};\npub struct First;\n"),
            ("b", "use super::First;\npub struct Second;\n"),
        ];
        assert_eq!(of(&files), [["a", "b"]]);
    }

    #[test]
    fn modules_below_and_tests_make_no_circle() {
        let files = [
            ("a", "mod inner;\nuse inner::Inner;\npub struct Outer;\n"),
            ("a/inner", "use super::Outer;\n// use crate::b::Second;\npub struct Inner;\n"),
            ("b", "use crate::a::Outer;\npub struct Second;\n"),
            ("c", "use crate::b::Second;\n\n#[cfg(test)]\nmod tests {\n    use crate::d::Fourth;\n}\n"),
            ("d", "use crate::c::Third;\n"),
        ];
        assert_eq!(of(&files), Vec::<Vec<String>>::new());
    }
}
