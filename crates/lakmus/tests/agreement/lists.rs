//! Programs that are always compared, and those for which `fence` asks for more than `run` needs.

use std::collections::BTreeMap;
use std::path::Path;

use crate::program::Program;
use crate::targets::Target;

/// Where `fence` asks for fences though the outcomes are those of sequential consistency.
pub(crate) struct Needless {
    /// A program of the shape for which it is so.
    pub(crate) witness: Program,
    pub(crate) reason: String,
}

/// By model and shape. The list only shrinks.
pub(crate) fn needless() -> BTreeMap<(String, String), Needless> {
    let entry = |line: &str| {
        let (rest, reason) = line.split_once(" -- ").unwrap_or_else(|| panic!("no reason in needless.txt: {line}"));
        let (key, program) = rest.split_once(": ").unwrap_or_else(|| panic!("no program in needless.txt: {line}"));
        let (model, shape) = key.split_once(' ').unwrap_or_else(|| panic!("no shape in needless.txt: {line}"));
        ((model.to_owned(), shape.to_owned()), Needless { witness: Program::parse(program), reason: reason.to_owned() })
    };
    lines("needless.txt").iter().map(|line| entry(line)).collect()
}

/// Programs on which commands differed once, of a target: those that are listed for it or for all.
pub(crate) fn cases(target: &Target) -> Vec<(String, Program)> {
    let case = |line: &str| {
        let (key, program) = line.split_once(": ").unwrap_or_else(|| panic!("no program in cases.txt: {line}"));
        let (model, name) = key.split_once(' ').unwrap_or_else(|| panic!("no name in cases.txt: {line}"));
        (model == "any" || model == target.name).then(|| (name.to_owned(), Program::parse(program)))
    };
    lines("cases.txt").iter().filter_map(|line| case(line)).filter(|(_, program)| target.writes(program)).collect()
}

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}
