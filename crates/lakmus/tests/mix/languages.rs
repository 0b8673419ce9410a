//! Pieces in C++ and Rust.

use libtest_mimic::{Failed, Trial};

use crate::{CLEAN, expect, is_there, mix, needing};

/// The pieces as C++ for the host: the exchange without a result is a store here too, and there is code for everything.
fn an_unused_exchange_of_cxx() -> Result<(), Failed> {
    let (text, status) = mix(&["--profile", "cxx=clang++-14 --target=x86_64-linux-gnu -O3"], &["MPx"]);
    expect(status == 1 && text.contains("outcome 1:r0=0; [y]=2;") && text.contains("0 code gaps"), &text)?;
    let both = ["--profile", "cxx=x86_64-linux-gnu-g++ -O3", "--profile", "c=x86_64-linux-gnu-gcc -O3"];
    let (text, status) = mix(&both, &[&CLEAN[..], &["MPx", "SBx", "SBcas", "SB64", "SBfence"]].concat());
    expect(status == 0 && text.contains("0 code gaps"), &text)
}

/// The pieces as Rust, beside C. What is no single atomic operation has no code in Rust, which is reported.
fn rust_beside_c() -> Result<(), Failed> {
    let profiles = ["--profile", "rust=rustc -Copt-level=3", "--profile", "c=gcc -O3"];
    let (text, status) = mix(&profiles, &[&CLEAN[..], &["MPx", "SBx", "SBcas"]].concat());
    expect(status == 0 && text.contains("0 code gaps") && text.contains("2 profiles"), &text)?;
    let (text, status) = mix(&profiles, &["SB128"]);
    expect(status == 3 && text.contains("it cannot be written in Rust"), &text)
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut all = needing(
        is_there("clang++-14") && is_there("x86_64-linux-gnu-g++"),
        "clang++-14 and x86_64-linux-gnu-g++",
        vec![Trial::test("languages::an_unused_exchange_of_cxx", an_unused_exchange_of_cxx)],
    );
    all.extend(needing(
        cfg!(target_arch = "x86_64") && is_there("rustc") && is_there("gcc"),
        "rustc and gcc",
        vec![Trial::test("languages::rust_beside_c", rust_beside_c)],
    ));
    all
}
