//! The profiles that a machine has: every compiler on the path, for every target that it takes, with every choice of options that changes atomics.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{Architecture, CodeForm, CompilerCommand, Language, Profile};

/// Every compiler that is found, with the options above. Nothing is compiled here: their code shows what the profiles really do.
///
/// `path` are the directories to look in; `extra` are directories that hold other installations: those of PyPI's `ziglang`, which are taken for C, and any with
/// compilers in their `bin`.
/// Compilers of other languages than `languages` are passed over.
pub fn discover(path: &[PathBuf], extra: &[PathBuf], languages: &[Language]) -> Vec<Profile> {
    let mut all = Vec::new();
    let mut seen: BTreeSet<(Language, PathBuf)> = BTreeSet::new();
    let installs: Vec<PathBuf> = extra.iter().flat_map(|folder| entries(folder)).collect();
    let folders = path.iter().cloned().chain(installs.iter().map(|install| install.join("bin")));
    let mut files: Vec<PathBuf> = folders.flat_map(|folder| entries(&folder)).collect();
    files.sort_by_key(|file| natural(&file_name(file)));
    for file in files {
        let name = file_name(&file);
        let Some((language, kind)) = CompilerKind::of(&name) else { continue };
        let real = std::fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        // One file may be two compilers: `clang++` is mostly a link to `clang`.
        if !languages.contains(&language) || !seen.insert((language, real)) {
            continue;
        }
        let program = file.display().to_string();
        match kind {
            CompilerKind::Clang => {
                for architecture in Architecture::ALL {
                    let target = format!("--target={}", architecture.triple());
                    add(&name, &[program.clone(), target], architecture, &mut all);
                }
            }
            CompilerKind::Gcc(architecture) => {
                let kind = if language == Language::C { "gcc" } else { "g++" };
                let version = name.split(kind).last().unwrap_or_default();
                let name = format!("{kind}{version}");
                add(&name, std::slice::from_ref(&program), architecture, &mut all);
                if architecture == Architecture::X86_64 {
                    // The same version may be there as a compiler for i686 alone.
                    add(&format!("{name}-m32"), &[program, "-m32".to_owned()], Architecture::X86, &mut all);
                }
            }
            CompilerKind::Rustc(architecture) => {
                for (variant, options) in architecture.facts().rust_options {
                    let options = ["-Copt-level=3"].iter().chain(*options);
                    let mut words = vec![program.clone()];
                    words.extend(options.map(|option| (*option).to_owned()));
                    all.push(profile(&format!("{name}-{}-{variant}", architecture.name()), words, architecture));
                }
            }
        }
    }
    for install in installs.iter().filter(|_| languages.contains(&Language::C)) {
        let zig = install.join("ziglang/zig");
        if !zig.is_file() {
            continue;
        }
        let include = install.join("ziglang/lib/include").display().to_string();
        for architecture in Architecture::ALL {
            let target = format!("--target={}", architecture.triple());
            let words = [zig.display().to_string(), "clang".to_owned(), target, "-isystem".to_owned(), include.clone()];
            add(&file_name(install), &words, architecture, &mut all);
        }
    }
    give_own_names(&mut all);
    all
}

/// Numbers profiles that have the name of an earlier one: the same version may be installed twice.
fn give_own_names(all: &mut [Profile]) {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for profile in all {
        let first = profile.name.clone();
        let mut next = 2;
        while !known.insert(profile.name.clone()) {
            profile.name = format!("{first}-{next}");
            next += 1;
        }
    }
}

/// Adds the profiles of one compiler.
fn add(name: &str, words: &[String], architecture: Architecture, all: &mut Vec<Profile>) {
    for (variant, options) in architecture.facts().options {
        let mut command = words.to_vec();
        command.push("-O3".to_owned());
        command.extend(options.iter().map(|option| (*option).to_owned()));
        all.push(profile(&format!("{name}-{}-{variant}", architecture.name()), command, architecture));
    }
}

fn profile(name: &str, words: Vec<String>, architecture: Architecture) -> Profile {
    let language = Language::of_command(&words);
    let (form, time_limit) = (CodeForm::Text, CompilerCommand::TIME_LIMIT);
    let compiler =
        CompilerCommand { words, language, code_generator: None, linker: None, disassembler: None, form, time_limit };
    let (name, group) = (name.to_owned(), "default".to_owned());
    Profile { name, architecture, origin: super::Origin::Compiler(compiler), group }
}

enum CompilerKind {
    Clang,
    Gcc(Architecture),
    Rustc(Architecture),
}

impl CompilerKind {
    /// What a file of this name is: `clang`, `clang-16`, `gcc-12`, `aarch64-linux-gnu-gcc-12`, `clang++-14`, `rustc`.
    fn of(name: &str) -> Option<(Language, CompilerKind)> {
        let is_version =
            |rest: &str| rest.is_empty() || rest.strip_prefix('-').is_some_and(|rest| rest.parse::<u32>().is_ok());
        let is = |word: &str| name.strip_prefix(word).is_some_and(is_version);
        let host = Architecture::find(std::env::consts::ARCH);
        if is("rustc") {
            return Some((Language::Rust, CompilerKind::Rustc(host?)));
        }
        for (language, clang, gcc) in [(Language::C, "clang", "gcc"), (Language::Cxx, "clang++", "g++")] {
            if is(clang) {
                return Some((language, CompilerKind::Clang));
            }
            if is(gcc) {
                return Some((language, CompilerKind::Gcc(host?)));
            }
            let Some((target, rest)) = name.split_once(&format!("-{gcc}")) else { continue };
            // Another triple of the same architecture is another ABI: `arm-linux-gnueabi` passes floating-point numbers elsewhere.
            let architecture = Architecture::find(target).filter(|found| found.triple() == target)?;
            return is_version(rest).then_some((language, CompilerKind::Gcc(architecture)));
        }
        None
    }
}

fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(all) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut all: Vec<PathBuf> = all.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    all.sort();
    all
}

/// Names with their versions as numbers: `clang-9` before `clang-16`, names with a version before those without.
fn natural(name: &str) -> (String, u32, String) {
    match name.rsplit_once('-') {
        Some((stem, version)) => match version.parse() {
            Ok(version) => (stem.to_owned(), version, name.to_owned()),
            Err(_) => (name.to_owned(), u32::MAX, name.to_owned()),
        },
        None => (name.to_owned(), u32::MAX, name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_of_one_version_have_names_of_their_own() {
        let directory = tempfile::tempdir().expect("it can be made");
        let folder = directory.path().to_owned();
        std::fs::create_dir_all(&folder).expect("it can be made");
        let triples = Architecture::ALL.map(|architecture| format!("{}-gcc-12", architecture.triple()));
        for name in triples.iter().map(String::as_str).chain(["gcc-12", "clang-14", "clang-16"]) {
            std::fs::write(folder.join(name), name).expect("it can be written");
        }
        let all = discover(std::slice::from_ref(&folder), &[], &[Language::C]);
        let names: BTreeSet<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
        assert!(names.contains("gcc-12-i686-base") && names.contains("clang-14-i686-base"));
        assert_eq!(names.len(), all.len());
    }

    #[test]
    fn other_installations_have_their_compilers_in_bin() {
        let directory = tempfile::tempdir().expect("it can be made");
        let folder = directory.path().to_owned();
        let commands = folder.join("debian-sid/bin");
        std::fs::create_dir_all(&commands).expect("it can be made");
        std::fs::write(commands.join("aarch64-linux-gnu-gcc-16"), "").expect("it can be written");
        let all = discover(&[], std::slice::from_ref(&folder), &[Language::C]);
        assert!(all.iter().any(|profile| profile.name == "gcc-16-aarch64-lse"));
    }
}
