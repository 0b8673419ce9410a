//! What holds for each target: two compilers fit together, and code of one class has the same outcomes.

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, classes_are_sound, expect, is_there, mix, mix_of, needing, profiles};

/// A compiler of Debian for another machine and clang for the same give code that fits together; with a mapping that is known not to fit there is an
/// alarm.
fn a_clean_pair(target: &str, options: &str, table: Option<&str>) -> Result<(), Failed> {
    let all = [
        ("gcc", format!("{target}-gcc -O3 {options}")),
        ("clang", format!("clang-14 --target={target} -O3 {options}")),
    ];
    let (text, status) = mix_of(&all, &["gcc", "clang"], &CLEAN);
    expect(status == 0, &text)?;
    let Some(table) = table else { return Ok(()) };
    let mut options = profiles(&all);
    options.extend(["--table".to_owned(), table.to_owned()]);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let (text, status) = mix(&options, &["SB"]);
    expect(status == 1 && text.contains("outcome 0:r0=0; 1:r0=0;"), &text)
}

/// Options of one compiler with which it writes the same operations differently: a name, a target, and options.
const SPELLINGS: [(&str, &str, [&str; 4]); 5] = [
    ("aarch64", "aarch64-linux-gnu", ["-O0", "-O1", "-O3 -mcpu=cortex-a57", "-O3 -mcpu=neoverse-v1"]),
    (
        "arm",
        "arm-linux-gnueabihf",
        [
            "-O1 -march=armv7-a -marm",
            "-O3 -march=armv7-a -mthumb",
            "-O1 -march=armv8-a -marm",
            "-Os -march=armv8-a -mthumb",
        ],
    ),
    ("powerpc64le", "powerpc64le-linux-gnu", ["-O0", "-O1", "-O3 -mcpu=power8", "-O3 -mcpu=power9"]),
    (
        "riscv64",
        "riscv64-linux-gnu",
        ["-O0 -march=rv64gc", "-O1 -march=rv64gc", "-O3 -march=rv64gc", "-Os -march=rv64g"],
    ),
    ("x86_64", "x86_64-linux-gnu", ["-O0", "-O1", "-O3", "-Os -march=haswell"]),
];

pub(crate) fn cases() -> Vec<Trial> {
    let clang = is_there("clang-14");
    let sound = SPELLINGS.map(|(name, target, options)| {
        Trial::test(format!("clang-14::classes_are_sound::{name}"), move || {
            let of = |options: &str| ("c", format!("clang-14 --target={target} {options}"));
            classes_are_sound(&options.map(of))
        })
    });
    let mut all = needing(clang, "clang-14", sound.into());
    let pairs: [(&str, &str, &str, Option<&str>); 3] = [
        ("mips", "mips64el-linux-gnuabi64", "-march=mips64r2 -mabi=64", None),
        ("power", "powerpc64le-linux-gnu", "-mcpu=power8", Some("power-trailing-sync")),
        ("risc_v", "riscv64-linux-gnu", "-march=rv64gc -mabi=lp64d", Some("riscv-a7")),
    ];
    for (name, target, options, table) in pairs {
        let gcc = format!("{target}-gcc");
        let pair = Trial::test(format!("a_clean_pair::{name}"), move || a_clean_pair(target, options, table));
        all.extend(needing(clang && is_there(&gcc), &format!("clang-14 and {gcc}"), vec![pair]));
    }
    all
}
