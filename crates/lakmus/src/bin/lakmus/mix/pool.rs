//! `lakmus mix pool`: tests for mixing, from a seed.

use mix::pool::{CLASSES, Class, pool};

use crate::{Status, output};

use super::args::MixPoolArgs;

/// Writes the pool.
pub(super) fn run(args: &MixPoolArgs) -> Status {
    match written(args) {
        Ok(count) => output::print(format!("{count} tests in {}\n", args.output.display()).as_bytes()),
        Err(message) => crate::usage(&message),
    }
}

fn written(args: &MixPoolArgs) -> Result<usize, String> {
    let find = |name: &String| {
        CLASSES.iter().find(|class| class.name == *name).copied().ok_or_else(|| {
            let near = source::nearest(name, CLASSES.iter().map(|class| class.name));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("there is no class `{name}`{near}")
        })
    };
    let classes: Vec<Class> = match args.class.as_slice() {
        [] => CLASSES.to_vec(),
        names => names.iter().map(find).collect::<Result<_, String>>()?,
    };
    let cannot = |path: &std::path::Path, error| format!("cannot write `{}`: {error}", path.display());
    std::fs::create_dir_all(&args.output).map_err(|error| cannot(&args.output, error))?;
    let tests = pool(&classes, args.count, args.seed);
    for test in &tests {
        let path = args.output.join(format!("{}.litmus", test.name));
        std::fs::write(&path, &test.text).map_err(|error| cannot(&path, error))?;
    }
    Ok(tests.len())
}
