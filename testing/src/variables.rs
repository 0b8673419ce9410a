//! Environment variables that tests look at. docs/variables.md says what each means.

/// The value of a variable, where it is set.
///
/// # Panics
/// When docs/variables.md does not have the variable.
pub fn value(name: &str) -> Option<String> {
    assert!(documented().any(|known| known == name), "{name} is not in docs/variables.md");
    std::env::var(name).ok()
}

/// The number that a variable is set to, or `default`.
///
/// # Panics
/// When it is set to something else than a number, or docs/variables.md does not have it.
pub fn number(name: &str, default: u64) -> u64 {
    let parse = |text: String| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}"));
    value(name).map_or(default, parse)
}

/// Whether a variable is set to `all`, or everything that takes long is to run.
pub fn is_all(name: &str) -> bool {
    value(name).is_some_and(|value| value == "all") || crate::is_thorough()
}

/// Whether expected output is to be written anew.
pub fn is_blessed() -> bool {
    value("LAKMUS_BLESS").is_some_and(|value| value == "1")
}

/// The variables in the first columns of the tables.
fn documented() -> impl Iterator<Item = &'static str> {
    let rows = include_str!("../../docs/variables.md").lines().filter_map(|line| line.strip_prefix("| `"));
    rows.flat_map(|row| row.split('|').next().unwrap_or_default().split(['`', ',', ' ']))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The names in quotes in sources below a directory.
    fn quoted(directory: &Path, names: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(directory).expect("readable").map(|entry| entry.expect("readable")) {
            let path = entry.path();
            if path.is_dir() {
                quoted(&path, names);
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "c") {
                let text = std::fs::read_to_string(&path).expect("text");
                let rest = text.split("\"LAKMUS_").skip(1);
                let name = |rest: &str| rest.split('"').next().map(|name| format!("LAKMUS_{name}"));
                let is_letter = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
                // A name that ends there is the beginning of names.
                let is_name = |name: &String| name.chars().all(is_letter) && !name.ends_with('_');
                names.extend(rest.filter_map(name).filter(is_name));
            }
        }
    }

    #[test]
    fn the_tables_have_the_variables_of_the_sources() {
        let mut names = BTreeSet::new();
        for directory in ["crates", "launcher", "testing", "xtask"] {
            quoted(&crate::root().join(directory), &mut names);
        }
        // Of a macro of generated C code.
        names.remove("LAKMUS_TWO");
        let documented: BTreeSet<String> = super::documented().map(str::to_owned).collect();
        assert_eq!(documented, names);
    }
}
