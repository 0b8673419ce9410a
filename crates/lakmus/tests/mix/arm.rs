//! 32-bit Arm: code of Armv7 beside code of Armv8, by gcc and by clang.

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, classes_are_sound, expect, is_there, mix_of, needing};

/// What a compiler for 32-bit Arm is called with, by machine and instruction set.
fn arm_profiles(compiler: &str) -> Vec<(&'static str, String)> {
    let of = |options: &str| format!("{compiler} -O3 -mfloat-abi=hard {options}");
    vec![
        ("v7", of("-march=armv7-a -mfpu=vfpv3-d16 -marm")),
        ("v7-thumb", of("-march=armv7-a -mfpu=vfpv3-d16 -mthumb")),
        ("v7ve", of("-march=armv7ve -mfpu=vfpv3-d16 -marm")),
        ("v8", of("-march=armv8-a -mfpu=fp-armv8 -marm")),
        ("v8-thumb", of("-march=armv8-a -mfpu=fp-armv8 -mthumb")),
    ]
}

const ARM_CLANG: &str = "clang-14 --target=arm-linux-gnueabihf";
const ARM_GCC: &str = "arm-linux-gnueabihf-gcc";

/// What a bug of Armv7 code beside Armv8 code shows: neither alone has it, together they do, whether A32 or T32, and the mapping with a leading barrier
/// takes it away.
fn behind_version_8(compiler: &str, old: &[&str], test: &str, outcome: &str) -> Result<(), Failed> {
    let all = arm_profiles(compiler);
    for old in old {
        for alone in [&[*old][..], &["v8", "v8-thumb"]] {
            let (text, status) = mix_of(&all, alone, &[test]);
            expect(status == 0, &text)?;
        }
        let (text, status) = mix_of(&all, &[old, "v8"], &[test]);
        expect(status == 1 && text.contains(outcome) && text.contains("on Armv8-A in AArch32 state"), &text)?;
        expect(text.contains("as armv7-abi has it"), &text)?;
    }
    Ok(())
}

/// LLVM 65541: a 32-bit load of Armv7 without a barrier before it, behind a store of Armv8.
fn a_load_of_armv7() -> Result<(), Failed> {
    behind_version_8(ARM_CLANG, &["v7", "v7-thumb"], "SB", "outcome 0:r0=0; 1:r0=0;")
}

/// The same by a compare-exchange that fails.
fn a_failing_compare_exchange_of_armv7() -> Result<(), Failed> {
    behind_version_8(ARM_CLANG, &["v7"], "SBcas", "outcome 0:e=0; 1:e=0;")
}

/// GCC 111416, and the same in LLVM: 64-bit loads.
fn a_wide_load_of_armv7(compiler: &str, old: &[&str]) -> Result<(), Failed> {
    behind_version_8(compiler, old, "SB64", "outcome 0:r0=0; 1:r0=0;")
}

/// GCC has a barrier before loads and compare-exchanges of 32 bits.
fn gcc_of_armv7_and_armv8() -> Result<(), Failed> {
    let tests: Vec<&str> = CLEAN.into_iter().chain(["SBcas"]).collect();
    let (text, status) = mix_of(&arm_profiles(ARM_GCC), &["v7", "v7-thumb", "v8", "v8-thumb"], &tests);
    expect(status == 0, &text)
}

/// Armv7 code of two compilers, and Armv8 code of two compilers.
fn two_compilers_of_arm() -> Result<(), Failed> {
    let both = |name: &str| -> Vec<(&'static str, String)> {
        let of = |compiler: &str, as_name: &'static str| {
            let found = arm_profiles(compiler).into_iter().find(|(known, _)| *known == name);
            (as_name, found.map(|(_, command)| command).unwrap_or_default())
        };
        vec![of(ARM_CLANG, "clang"), of(ARM_GCC, "gcc")]
    };
    for name in ["v7", "v8"] {
        let (text, status) = mix_of(&both(name), &["clang", "gcc"], &CLEAN);
        expect(status == 0, &text)?;
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Trial> {
    let [clang, gcc] = ["clang-14", ARM_GCC].map(is_there);
    let mut all = needing(
        clang,
        "clang-14",
        vec![
            Trial::test("clang-14::a_load_of_armv7", a_load_of_armv7),
            Trial::test("clang-14::a_failing_compare_exchange_of_armv7", a_failing_compare_exchange_of_armv7),
            Trial::test("clang-14::a_wide_load_of_armv7", || a_wide_load_of_armv7(ARM_CLANG, &["v7", "v7-thumb"])),
        ],
    );
    all.extend(needing(
        gcc,
        ARM_GCC,
        vec![
            Trial::test("gcc::a_wide_load_of_armv7", || a_wide_load_of_armv7(ARM_GCC, &["v7", "v7-thumb", "v7ve"])),
            Trial::test("gcc::of_armv7_and_armv8", gcc_of_armv7_and_armv8),
        ],
    ));
    all.extend(needing(
        clang && gcc,
        "clang-14 and arm-linux-gnueabihf-gcc",
        vec![
            Trial::test("two_compilers_of_arm", two_compilers_of_arm),
            Trial::test("two_compilers::classes_are_sound_on_arm", || {
                classes_are_sound(&[arm_profiles(ARM_CLANG), arm_profiles(ARM_GCC)].concat())
            }),
        ],
    ));
    all
}
