//! What barriers are called is known in few places: what one orders is looked up in `arch`, wherever it is asked for.

use anyhow::Result;

use super::Findings;
use super::sources::read_all;

/// Mnemonics of barriers, and macros of the kernel, in small letters.
const WORDS: &[&str] = &[
    "mfence",
    "sfence",
    "lfence",
    "dmb",
    "dsb",
    "isb",
    "lwsync",
    "hwsync",
    "ptesync",
    "isync",
    "eieio",
    "membar",
    "stbar",
    "fence.tso",
    "sync_wmb",
    "sync_rmb",
    "dbar",
    "ibar",
    "smp_mb",
    "smp_rmb",
    "smp_wmb",
];

/// Where these words belong: the facts, the languages that read instructions, the models.
const HOMES: &[&str] = &["crates/arch/", "crates/isa/", "crates/models/"];

/// Where else they are. The list may only shrink.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("crates/answers/src/examples.rs", "names of tests of the corpus, which are read from there"),
    ("crates/cprog/src/ll/check/intrinsics.rs", "LLVM's functions of these names, and their types"),
    (
        "crates/gen/src/arch/aarch64.rs",
        "diy's words for fences, and what they are written as: a test holds each to `arch`",
    ),
    ("crates/gen/src/arch/arm.rs", "diy's words for fences, and what they are written as: a test holds each to `arch`"),
    (
        "crates/gen/src/arch/loongarch.rs",
        "the words for its fences, and what they are written as: a test holds each to `arch`",
    ),
    ("crates/gen/src/arch/ppc.rs", "diy's words for fences, and what they are written as: a test holds each to `arch`"),
    (
        "crates/gen/src/arch/riscv.rs",
        "diy's words for fences, and what they are written as: a test holds each to `arch`",
    ),
    (
        "crates/gen/src/arch/x86_64.rs",
        "diy's words for fences, and what they are written as: a test holds each to `arch`",
    ),
    ("crates/mix/src/architecture/x86.rs", "the instruction that a locked one on the stack stands for"),
    ("crates/mix/src/architecture/x86_64.rs", "the instruction that a locked one on the stack stands for"),
];

pub(super) fn check(findings: &mut Findings) -> Result<()> {
    let mut found = vec![false; EXCEPTIONS.len()];
    for (name, text) in read_all("rs")? {
        let is_test = name.contains("/tests/") || name.ends_with("tests.rs") || name.starts_with("xtask/");
        if is_test || HOMES.iter().any(|home| name.starts_with(home)) {
            continue;
        }
        let Some((line, word)) = first_word(&text) else { continue };
        match EXCEPTIONS.iter().position(|(known, _)| *known == name) {
            Some(exception) => found[exception] = true,
            None => findings.error(format!(
                "{name}:{line} names the barrier `{word}`: what it orders, and how it is written, is looked up in `arch`"
            )),
        }
    }
    for ((name, _), _) in EXCEPTIONS.iter().zip(&found).filter(|(_, found)| !**found) {
        findings.error(format!("{name} names no barrier any more: take it off the list in xtask/src/tidy/barriers.rs"));
    }
    Ok(())
}

/// The first line of code, its number from 1, that has one of the words, and the word. Comments and tests do not count.
fn first_word(text: &str) -> Option<(usize, &'static str)> {
    let code = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
    code.enumerate().find_map(|(index, line)| {
        let line = line.split("//").next().unwrap_or_default().to_ascii_lowercase();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let word = WORDS.iter().find(|word| {
            line.match_indices(**word)
                .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
        })?;
        Some((index + 1, *word))
    })
}

#[cfg(test)]
mod tests {
    use super::first_word;

    #[test]
    fn words_count_in_code_alone() {
        assert_eq!(first_word("// a `dmb`\nlet x = \"DMB ISH\"; // dsb\n"), Some((2, "dmb")));
        assert_eq!(first_word("let x = 1; // isb\n#[cfg(test)]\nmod tests { \"isb\" }\n"), None);
        assert_eq!(first_word("let eieios = admb;\n"), None);
    }
}
