//! x86, of 64 and of 32 bits.

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, expect, is_there, lakmus, mix, mix_of, needing};

/// The fence of gcc for x86-64 is a locked instruction on the stack.
fn a_fence_of_x86() -> Result<(), Failed> {
    let all = [("gcc", "x86_64-linux-gnu-gcc -O3".to_owned())];
    let (text, status) = mix_of(&all, &["gcc"], &["SBfence"]);
    expect(status == 0, &text)?;
    let options = ["--profile", "gcc=x86_64-linux-gnu-gcc -O3", "--table", "x86_64-abi"];
    let (text, status) = mix(&options, &["SBfence"]);
    expect(status == 0 && text.contains("0 code gaps"), &text)
}

/// 32-bit x86: 64 bits by way of the floating-point stack, of vector registers and of compare-exchanges fit together.
fn mixes_of_32_bit_x86(gcc: &str) -> Result<(), Failed> {
    let all = [
        ("gcc", format!("{gcc} -O3 -march=i686")),
        ("gcc-sse2", format!("{gcc} -O3 -march=i686 -msse2")),
        ("clang", "clang-14 --target=i686-linux-gnu -O3 -march=i686".to_owned()),
        ("clang-general", "clang-14 --target=i686-linux-gnu -O3 -march=i686 -mgeneral-regs-only".to_owned()),
    ];
    let names = all.each_ref().map(|(name, _)| *name);
    let (text, status) = mix_of(&all, &names, &[&CLEAN[..], &["SB64", "SBx", "SBcas", "SBfence"]].concat());
    expect(status == 0 && text.contains("4 profiles") && text.contains("0 code gaps"), &text)?;
    // The exchange whose result is not used is a store here too.
    let (text, status) = mix_of(&all, &["clang"], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;"), &text)
}

/// LLVM 64969: without the floating-point stack and vector registers, 64 bits are loaded by a compare-exchange, which writes; a constant is where nothing may be
/// written.
fn a_constant_that_is_written() -> Result<(), Failed> {
    let structure = |options: &str| {
        let profile = format!("c=clang-14 --target=i686-linux-gnu -O3 -march=i686 {options}");
        let output = lakmus(&["mix", "structure", "--profile", &profile]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let finding = "constant-load (i686): const atomic objects of 64 bits";
    let text = structure("-mgeneral-regs-only");
    expect(text.contains(finding), &text)?;
    for options in ["", "-msse2"] {
        let text = structure(options);
        expect(!text.contains("constant-load"), &text)?;
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Trial> {
    let gcc_32 = ["i686-linux-gnu-gcc", "x86_64-linux-gnu-gcc"].into_iter().find(|name| is_there(name));
    let mut all = needing(
        is_there("clang-14") && gcc_32.is_some(),
        "clang-14 and i686-linux-gnu-gcc or x86_64-linux-gnu-gcc",
        vec![Trial::test("two_compilers::of_32_bit_x86", move || match gcc_32 {
            Some("i686-linux-gnu-gcc") => mixes_of_32_bit_x86("i686-linux-gnu-gcc"),
            _ => mixes_of_32_bit_x86("x86_64-linux-gnu-gcc -m32"),
        })],
    );
    all.extend(needing(
        is_there("clang-14"),
        "clang-14",
        vec![Trial::test("clang-14::a_constant_that_is_written", a_constant_that_is_written)],
    ));
    all.extend(needing(
        is_there("x86_64-linux-gnu-gcc"),
        "x86_64-linux-gnu-gcc",
        vec![Trial::test("gcc::a_fence_of_x86", a_fence_of_x86)],
    ));
    all
}
