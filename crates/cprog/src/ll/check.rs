//! What LLVM refuses in a module that is written as its grammar has it: names that nothing defines, types that do not fit, uses before definitions.
//!
//! Source: the LLVM Language Reference, of LLVM 14 to 22. What only later ones allow is allowed. Debug information that contradicts itself is no error, as LLVM passes over it.

mod calls;
mod constants;
mod dominators;
mod flow;
mod globals;
mod intrinsics;
mod locals;
mod operands;
mod operations;
mod types;

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::problem::Problem;
use super::syntax::{Module, Type};
use types::Types;

/// Of very many errors the first are enough.
const MOST_PROBLEMS: usize = 200;

/// All that LLVM refuses in a module; none when it is well-formed. Takes time in proportion to the text, but for a logarithm.
pub(crate) fn problems(module: &Module, text: &str) -> Vec<Problem> {
    let mut checker = Checker::new(module, text);
    checker.globals();
    checker.metadata();
    for function in module.functions.iter().filter(|function| !function.blocks.is_empty()) {
        if checker.problems.len() > MOST_PROBLEMS {
            break;
        }
        checker.function(function);
    }
    checker.problems
}

/// Why something is refused: code and message.
type Refusal = (&'static str, String);

/// Whether something is right.
type Checked<T = ()> = Result<T, Refusal>;

/// That types do not fit.
fn mismatch<T>(message: impl Into<String>) -> Checked<T> {
    Err(("type-mismatch", message.into()))
}

struct Checker<'m> {
    module: &'m Module,
    text: &'m str,
    types: Types<'m>,
    /// The types of global variables, functions and aliases: pointers.
    symbols: FxHashMap<&'m str, Type>,
    problems: Vec<Problem>,
}

impl<'m> Checker<'m> {
    fn new(module: &'m Module, text: &'m str) -> Checker<'m> {
        Checker { module, text, types: Types::new(module), symbols: FxHashMap::default(), problems: Vec::new() }
    }

    fn report(&mut self, at: Range<u32>, refusal: Refusal) {
        self.problems.push(Problem::new(refusal.0, at, refusal.1));
    }

    /// Where the name `name` with its sigil first stands in the text `at`; all of that where it does not.
    fn place_of(&self, at: &Range<u32>, name: &str) -> Range<u32> {
        let text = &self.text[at.start as usize..at.end as usize];
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
        let found = text
            .match_indices(name)
            .find(|(position, _)| !text.as_bytes().get(position + name.len()).copied().is_some_and(is_name));
        match found {
            Some((position, _)) => {
                let start = at.start + position as u32;
                start..start + name.len() as u32
            }
            None => at.clone(),
        }
    }

    /// Metadata that is no debug information.
    fn metadata(&mut self) {
        use super::metadata::Element;
        let mut identifiers: Vec<&str> = Vec::new();
        for (name, nodes, at) in &self.module.metadata.named {
            let wrong = |message: &str| Problem::new("bad-metadata", at.clone(), message);
            let lists = nodes.iter().map(|number| self.module.metadata.lists.get(number));
            match name.as_str() {
                "llvm.module.flags" => {
                    for list in lists {
                        match list.map(Vec::as_slice) {
                            Some([Element::Integer(behaviour), Element::Text(identifier), value]) => {
                                if !(1..=8).contains(behaviour) {
                                    self.problems
                                        .push(wrong("the behaviour of a module flag is no number from 1 to 8"));
                                }
                                if matches!(behaviour, 3 | 5 | 6) && !matches!(value, Element::Node(_) | Element::Other)
                                {
                                    self.problems.push(wrong("the value of this module flag is a node"));
                                }
                                if *behaviour != 3 && identifiers.contains(&identifier.as_str()) {
                                    self.problems.push(wrong("two module flags have one name"));
                                }
                                identifiers.push(identifier);
                            }
                            _ => self.problems.push(wrong("a module flag is a behaviour, a name and a value")),
                        }
                    }
                }
                "llvm.ident" => {
                    for list in lists {
                        if !matches!(list.map(Vec::as_slice), Some([Element::Text(_)])) {
                            self.problems.push(wrong("`llvm.ident` has nodes with one string each"));
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
