//! The text of a model with all that it includes, as one identity.

use identity::Identity;
use source::{Diagnostic, SourceId, Sources};

use crate::files::{Includes, SearchPath};

/// The identity of the texts of the model that the user calls `name`. What is included in some variants only counts too.
///
/// # Errors
/// When there is no such model, or its file cannot be read.
pub(crate) fn identity_of(name: &str, search: &SearchPath) -> Result<Identity, Diagnostic> {
    let mut sources = Sources::new();
    let first = search.model(name, &mut sources)?;
    let mut texts = vec![first];
    let mut names = Vec::new();
    let mut next = 0;
    while let Some(text) = texts.get(next).copied() {
        next += 1;
        for included in included(sources.text(text)) {
            let found = open(&included, text, search, &mut sources);
            // A file that is included again is there once. One that is not there is a mistake that a run reports, unless a comment speaks of it.
            let is_known =
                found.is_some_and(|found| texts.iter().any(|known| sources.name(*known) == sources.name(found)));
            if let (Some(found), false) = (found, is_known) {
                texts.push(found);
                names.push(included);
            }
        }
    }
    let contents = texts.iter().map(|text| sources.text(*text));
    Ok(Identity::of("model").parts("include", &names).parts("text", contents).finish())
}

fn open(name: &str, including: SourceId, search: &SearchPath, sources: &mut Sources) -> Option<SourceId> {
    cat::Files::open_from(&mut Includes::new(search), name, including, sources)
}

/// The names behind the word `include`.
fn included(text: &str) -> Vec<String> {
    let behind = text.split("include").skip(1);
    let names = behind.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"').map(|(name, _)| name));
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_included_is_part_of_a_model() {
        assert_eq!(included("include \"a.cat\"\nlet include_x = 1 include\n\"b.cat\""), ["a.cat", "b.cat"]);
        let directory = system::TemporaryDirectory::new("lakmus-model-texts").expect("it can be made");
        let write = |name: &str, text: &str| {
            std::fs::write(directory.path().join(name), text).expect("it is written");
        };
        let name = directory.path().join("m.cat").display().to_string();
        write("m.cat", "\"m\" include \"part.cat\" acyclic po");
        write("part.cat", "let a = po");
        let search = SearchPath::new(Vec::new());
        let of = || identity_of(&name, &search).expect("it is there");
        let first = of();
        assert_eq!(first, of());
        write("part.cat", "let a = rf");
        assert_ne!(first, of());
        assert!(identity_of("no-such-model", &search).is_err());
        let shipped = |name| identity_of(name, &search).expect("it ships");
        assert_ne!(shipped("x86tso"), shipped("sc"));
    }
}
