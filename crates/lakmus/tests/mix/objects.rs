//! Objects give what assembly text gives: the code of each operation, order and size is of one class, whichever way it is read.

use libtest_mimic::{Failed, Trial};
use mix::abi::Checks;
use mix::classes::{Sameness, classes};
use mix::{CodeCache, CodeForm, FragmentId, Origin, Profile, ProfileId};

/// Commands, with what their tests are called.
const COMPILERS: [(&str, &str); 8] = [
    ("gcc::aarch64", "aarch64-linux-gnu-gcc -O2 -march=armv8.1-a"),
    ("gcc::aarch64-v8", "aarch64-linux-gnu-gcc -O2 -march=armv8-a -mno-outline-atomics"),
    ("gcc::aarch64-outline", "aarch64-linux-gnu-gcc -O2 -march=armv8-a -moutline-atomics"),
    ("gcc::x86_64", "x86_64-linux-gnu-gcc -O2 -mcx16"),
    ("clang::aarch64", "clang-14 --target=aarch64-linux-gnu -O2 -march=armv8-a"),
    ("clang::aarch64-v8.4", "clang-14 --target=aarch64-linux-gnu -O2 -march=armv8.4-a"),
    ("clang::x86_64", "clang-14 --target=x86_64-linux-gnu -O2 -mcx16"),
    ("clang::x86_64-v3", "clang-14 --target=x86_64-linux-gnu -O2 -march=x86-64-v3"),
];

/// The tests; those whose compilers are not there do not run, and are named.
pub(crate) fn cases() -> Vec<Trial> {
    let mut all = Vec::new();
    for (name, command) in COMPILERS {
        if super::is_there(command.split(' ').next().unwrap_or_default()) {
            all.push(Trial::test(format!("objects::{name}"), move || agree(command)));
        } else {
            let program = command.split(' ').next().unwrap_or_default();
            testing::cases_not_run(1, &format!("objects::{name}"), &format!("{program} cannot be run"));
        }
    }
    all
}

fn agree(command: &str) -> Result<(), Failed> {
    let checks = Checks::new().map_err(|unusable| format!("{unusable:?}"))?;
    let text = Profile::command("text", command).map_err(|error| error.to_string())?;
    let mut object = text.clone();
    object.name = "object".to_owned();
    match &mut object.origin {
        Origin::Compiler(compiler) => compiler.form = CodeForm::Object,
        Origin::Table(_) => return Err(Failed::from("a command is a table")),
    }
    let code = classes(&[text, object], checks.fragments(), Sameness::Events, 1, &CodeCache::none());
    let [text, object] = [0, 1].map(ProfileId::from_number);
    let functions: Vec<FragmentId> = checks.functions().map(|(_, fragment)| fragment).collect();
    let mut differences: Vec<String> = Vec::new();
    let mut with_code = 0;
    for &function in &functions {
        let of = |profile| code.code_of(profile, function);
        let [in_text, in_object] = [of(text), of(object)];
        let is_same = in_text.len() == in_object.len()
            && in_text.iter().zip(&in_object).all(|((one, first), (other, second))| {
                // A class has one body, that of its first member.
                one.has_extension == other.has_extension && std::ptr::eq(*first, *second)
            });
        with_code += usize::from(is_same && !in_text.is_empty());
        if !is_same {
            let shown = |all: Vec<(_, &mix::ingest::Body)>| {
                all.iter().map(|(_, body)| body.text().join("; ")).collect::<Vec<_>>().join(" or ")
            };
            let gap = code.gaps.iter().find(|gap| gap.fragment == function && gap.profile == object);
            let reason = gap.map(|gap| gap.reason.clone()).unwrap_or_default();
            let name = checks.fragments().text(function);
            differences.push(format!("{name}  text: {}\n  object: {} {reason}", shown(in_text), shown(in_object)));
        }
    }
    let refused: Vec<&String> = code.refused.iter().map(|(_, reason)| reason).collect();
    if differences.is_empty() && refused.is_empty() && with_code * 4 >= functions.len() * 3 {
        return Ok(());
    }
    let shown = differences.iter().take(12).cloned().collect::<Vec<_>>().join("\n");
    Err(Failed::from(format!(
        "{} of {} functions differ, {with_code} are the same with code; {refused:?}\n{shown}",
        differences.len(),
        functions.len()
    )))
}
