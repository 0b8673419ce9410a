//! Which mapping a compiler for AArch64 uses, by its options.
//!
//! Without an option, gcc (from 10 on) and clang for Linux call functions that look at the machine as the program runs (`-moutline-atomics`): with the atomic instructions of Armv8.1, or with exclusives.
//! Sources: the manuals of gcc and clang (AArch64 options), and Arm's Architecture Reference Manual (DDI 0487) for what each version has: FEAT_LSE from Armv8.1 on, FEAT_LRCPC from Armv8.3 on.

use super::{AARCH64_ABI, AARCH64_ABI_LSE, AARCH64_ABI_RCPC};
use crate::c11::Mapping;

/// What of an architecture matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Features {
    lse: bool,
    rcpc: bool,
}

const NONE: Features = Features { lse: false, rcpc: false };
const LSE: Features = Features { lse: true, rcpc: false };
const BOTH: Features = Features { lse: true, rcpc: true };

/// Processors by what their names begin with, the longest first; as the compilers' tables have them.
const PROCESSORS: &[(&str, Features)] = &[
    ("cortex-a34", NONE),
    ("cortex-a35", NONE),
    ("cortex-a53", NONE),
    ("cortex-a57", NONE),
    ("cortex-a72", NONE),
    ("cortex-a73", NONE),
    ("cortex-", BOTH),
    ("neoverse-", BOTH),
    ("apple-a7", NONE),
    ("apple-a8", NONE),
    ("apple-a9", NONE),
    ("apple-a10", NONE),
    ("apple-a11", LSE),
    ("apple-", BOTH),
    ("cyclone", NONE),
    ("ampere", BOTH),
    ("grace", BOTH),
    ("olympus", BOTH),
    ("a64fx", LSE),
    ("thunderx2t99", LSE),
    ("thunderx3t110", BOTH),
    ("thunderx", NONE),
    ("xgene1", NONE),
    ("emag", NONE),
    ("falkor", NONE),
    ("kryo", NONE),
    ("exynos-m1", NONE),
    ("exynos-m3", NONE),
    ("exynos-m4", LSE),
    ("saphira", BOTH),
    ("tsv110", LSE),
    ("oryon", BOTH),
    ("carmel", LSE),
];

/// What `armv8.2-a` has; nothing of what is no version.
fn of_version(name: &str) -> Option<Features> {
    let version = name.strip_prefix("armv")?;
    let version =
        version.strip_suffix("-a").or_else(|| version.strip_suffix("-r")).or_else(|| version.strip_suffix('a'))?;
    let (major, minor) = version.split_once('.').unwrap_or((version, "0"));
    let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
    Some(Features { lse: (major, minor) >= (8, 1), rcpc: (major, minor) >= (8, 3) })
}

fn of_processor(name: &str) -> Option<Features> {
    PROCESSORS.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, features)| *features)
}

/// What a name with extensions has: `armv8-a+lse`, `neoverse-n1+norcpc`. The second is whether the name is known.
fn with_extensions(text: &str, of: fn(&str) -> Option<Features>) -> (Features, bool) {
    let mut words = text.split('+');
    let base = of(words.next().unwrap_or_default());
    let mut features = base.unwrap_or_default();
    for word in words {
        match word {
            "lse" => features.lse = true,
            "nolse" => features.lse = false,
            "rcpc" | "rcpc2" | "rcpc3" => features.rcpc = true,
            "norcpc" => features.rcpc = false,
            _ => {}
        }
    }
    (features, base.is_some())
}

/// The mappings that a compiler with these options may use. Each option is a word of its own; later ones count.
pub(crate) fn mappings_by(options: &[&str]) -> Vec<&'static Mapping> {
    let mut features = NONE;
    let (mut is_known, mut is_outlined) = (true, true);
    for option in options {
        if let Some(name) = option.strip_prefix("-march=") {
            (features, is_known) = with_extensions(name, of_version);
        } else if let Some(name) = option.strip_prefix("-mcpu=") {
            let of = |name: &str| if name == "generic" { Some(NONE) } else { of_processor(name) };
            (features, is_known) = with_extensions(name, of);
        } else if *option == "-mno-outline-atomics" {
            is_outlined = false;
        } else if *option == "-moutline-atomics" {
            is_outlined = true;
        }
    }
    match features {
        // A processor that is not listed may be any.
        Features { .. } if !is_known => vec![&AARCH64_ABI_RCPC, &AARCH64_ABI_LSE, &AARCH64_ABI],
        Features { lse: true, rcpc: true } => vec![&AARCH64_ABI_RCPC],
        Features { lse: true, rcpc: false } => vec![&AARCH64_ABI_LSE],
        // No table has exclusives and these loads together: each of the two has what the other lacks.
        Features { lse: false, rcpc: true } => vec![&AARCH64_ABI_RCPC, &AARCH64_ABI],
        Features { lse: false, rcpc: false } if is_outlined => vec![&AARCH64_ABI_LSE, &AARCH64_ABI],
        Features { lse: false, rcpc: false } => vec![&AARCH64_ABI],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_say_which_instructions_there_are() {
        let names = |options: &[&str]| mappings_by(options).iter().map(|mapping| mapping.name).collect::<Vec<_>>();
        let (lse, exclusives, rcpc) = ("aarch64-abi-lse", "aarch64-abi", "aarch64-abi-rcpc");
        assert_eq!(names(&[]), [lse, exclusives]);
        assert_eq!(names(&["-O2", "--target=aarch64-linux-gnu", "-march=armv8-a"]), [lse, exclusives]);
        assert_eq!(names(&["-march=armv8-a", "-mno-outline-atomics"]), [exclusives]);
        assert_eq!(names(&["-mno-outline-atomics"]), [exclusives]);
        assert_eq!(names(&["-march=armv8.1-a"]), [lse]);
        assert_eq!(names(&["-march=armv8-a+lse", "-mno-outline-atomics"]), [lse]);
        assert_eq!(names(&["-march=armv8.2-a+nolse", "-mno-outline-atomics"]), [exclusives]);
        assert_eq!(names(&["-march=armv8.3-a"]), [rcpc]);
        assert_eq!(names(&["-march=armv9-a"]), [rcpc]);
        assert_eq!(names(&["-march=armv8.2-a+rcpc"]), [rcpc]);
        assert_eq!(names(&["-mcpu=neoverse-n1"]), [rcpc]);
        assert_eq!(names(&["-mcpu=neoverse-n1+norcpc"]), [lse]);
        assert_eq!(names(&["-mcpu=cortex-a72", "-mno-outline-atomics"]), [exclusives]);
        assert_eq!(names(&["-mcpu=cortex-a76"]), [rcpc]);
        assert_eq!(names(&["-mcpu=a64fx"]), [lse]);
        assert_eq!(names(&["-mcpu=somebodys"]), [rcpc, lse, exclusives]);
    }
}
