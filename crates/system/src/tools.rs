//! Programs of others that commands start: the names that they are looked for by, what they are for, and what installs them.
//!
//! `lakmus doctor` goes through all of them. The messages of commands that miss one ([`advice`]), `lakmus mix setup` and `cargo xtask setup` name the same
//! packages: there is no second list.

/// What a command does with a program.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The command of `lakmus`.
    pub command: &'static str,
    /// What for, behind the name of the command.
    pub purpose: &'static str,
    /// Whether the command is of no use without.
    pub is_main: bool,
}

/// A program, or several of one package.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// What it is called.
    pub name: &'static str,
    /// The names that it is looked for by in `PATH`, the best first; any of them will do.
    pub programs: &'static [&'static str],
    /// What it is asked for its version with; nothing where its place says it.
    pub version: &'static [&'static str],
    /// The package of Debian and Ubuntu; empty where there is none.
    pub package: &'static str,
    /// Where it comes from otherwise.
    pub elsewhere: &'static str,
    /// What it is for.
    pub uses: &'static [Use],
}

const fn main(command: &'static str, purpose: &'static str) -> Use {
    Use { command, purpose, is_main: true }
}

const fn also(command: &'static str, purpose: &'static str) -> Use {
    Use { command, purpose, is_main: false }
}

/// What asks most programs for their version.
const VERSION: &[&str] = &["--version"];

/// clang 14 or later.
pub const CLANG: Tool = Tool {
    name: "clang",
    programs: &[
        "clang", "clang-22", "clang-21", "clang-20", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15",
        "clang-14",
    ],
    version: VERSION,
    package: "clang",
    elsewhere: "https://releases.llvm.org",
    uses: &[
        main("fence", "reads C and C++"),
        main("verify", "reads C"),
        main("weaken", "reads C"),
        main("c2litmus", "reads C"),
        also("cc", "compiles, where it is chosen"),
        also("mix", "is a profile"),
        also("export", "compiles tests of BPF"),
    ],
};

/// GCC's C compiler.
pub const GCC: Tool = Tool {
    name: "gcc",
    programs: &["gcc"],
    version: VERSION,
    package: "gcc",
    elsewhere: "https://gcc.gnu.org",
    uses: &[main("cc", "compiles for `lakmus test`"), also("mix", "is a profile")],
};

/// GCC's C++ compiler.
pub const GXX: Tool = Tool {
    name: "g++",
    programs: &["g++"],
    version: VERSION,
    package: "g++",
    elsewhere: "https://gcc.gnu.org",
    uses: &[also("cxx", "compiles for `lakmus test`"), also("mix", "is a profile of C++")],
};

/// rustc, which comes with cargo.
pub const RUST: Tool = Tool {
    name: "Rust",
    programs: &["rustc"],
    version: VERSION,
    package: "",
    elsewhere: "https://rustup.rs",
    uses: &[also("cargo", "builds packages for `lakmus test`"), also("mix", "is a profile of Rust")],
};

/// A Java development kit.
pub const JDK: Tool = Tool {
    name: "a JDK",
    programs: &["javac"],
    // It takes half a second to say it.
    version: &[],
    package: "default-jdk-headless",
    elsewhere: "https://adoptium.net",
    uses: &[also("java stress", "compiles and runs tests")],
};

/// make.
pub const MAKE: Tool = Tool {
    name: "make",
    programs: &["make"],
    version: VERSION,
    package: "make",
    elsewhere: "https://www.gnu.org/software/make",
    uses: &[also("export", "builds what is written")],
};

/// The debugger.
pub const GDB: Tool = Tool {
    name: "gdb",
    programs: &["gdb"],
    version: VERSION,
    package: "gdb",
    elsewhere: "https://sourceware.org/gdb",
    uses: &[also("test --gdb", "stops where something is found")],
};

/// The disassembler.
pub const OBJDUMP: Tool = Tool {
    name: "objdump",
    programs: &["objdump", "llvm-objdump"],
    version: VERSION,
    package: "binutils",
    elsewhere: "https://www.gnu.org/software/binutils",
    uses: &[also("mix", "shows what functions of libraries do")],
};

/// CBMC.
pub const CBMC: Tool = Tool {
    name: "CBMC",
    programs: &["cbmc"],
    version: VERSION,
    package: "cbmc",
    elsewhere: "https://www.cprover.org/cbmc",
    uses: &[also("verify --engine cbmc", "looks for violations")],
};

/// GenMC.
pub const GENMC: Tool = Tool {
    name: "GenMC",
    programs: &["genmc"],
    version: VERSION,
    package: "",
    elsewhere: "https://github.com/MPI-SWS/genmc",
    uses: &[also("verify --engine genmc", "looks for violations")],
};

/// Slurm's commands.
pub const SLURM: Tool = Tool {
    name: "Slurm",
    programs: &["sbatch"],
    version: VERSION,
    package: "slurm-client",
    elsewhere: "https://slurm.schedmd.com",
    uses: &[also("campaign submit --slurm", "runs shards on a cluster")],
};

/// GNU parallel.
pub const PARALLEL: Tool = Tool {
    name: "GNU parallel",
    programs: &["parallel"],
    // It takes a second to say it.
    version: &[],
    package: "parallel",
    elsewhere: "https://www.gnu.org/software/parallel",
    uses: &[also("campaign submit --parallel", "runs shards here and elsewhere")],
};

/// Python, for compilers that come from PyPI.
pub const PYTHON: Tool = Tool {
    name: "Python",
    programs: &["python3"],
    version: VERSION,
    package: "python3",
    elsewhere: "https://www.python.org",
    uses: &[also("mix setup", "installs clang of several ages")],
};

/// What compilers for other machines are for.
const OF_MIX: &[Use] = &[also("mix", "is a profile")];

const fn cross(name: &'static str, programs: &'static [&'static str], package: &'static str) -> Tool {
    Tool { name, programs, version: VERSION, package, elsewhere: "`lakmus mix setup` installs it", uses: OF_MIX }
}

/// Compilers for other machines that `mix` has profiles for, by the packages of Debian.
pub static CROSS_COMPILERS: &[Tool] = &[
    cross("gcc for AArch64", &["aarch64-linux-gnu-gcc"], "gcc-aarch64-linux-gnu"),
    cross("gcc for Arm", &["arm-linux-gnueabihf-gcc"], "gcc-arm-linux-gnueabihf"),
    cross("gcc for 32-bit x86", &["i686-linux-gnu-gcc"], "gcc-i686-linux-gnu"),
    cross("gcc for MIPS", &["mips64el-linux-gnuabi64-gcc"], "gcc-mips64el-linux-gnuabi64"),
    cross("gcc for Power", &["powerpc64le-linux-gnu-gcc"], "gcc-powerpc64le-linux-gnu"),
    cross("gcc for RISC-V", &["riscv64-linux-gnu-gcc"], "gcc-riscv64-linux-gnu"),
    cross("gcc for z/Architecture", &["s390x-linux-gnu-gcc"], "gcc-s390x-linux-gnu"),
];

/// The emulators of other machines.
pub const QEMU: Tool = Tool {
    name: "QEMU",
    programs: &["qemu-aarch64"],
    version: VERSION,
    package: "qemu-user",
    elsewhere: "https://www.qemu.org",
    uses: &[also("export", "runs what is written for other machines"), also("mix", "its tests run code by it")],
};

/// All but the cross compilers.
static OWN: &[Tool] = &[CLANG, GCC, GXX, RUST, JDK, MAKE, GDB, OBJDUMP, CBMC, GENMC, SLURM, PARALLEL, PYTHON, QEMU];

/// All of them.
pub fn tools() -> impl Iterator<Item = &'static Tool> {
    OWN.iter().chain(CROSS_COMPILERS)
}

impl Tool {
    /// Whether some command is of no use without it.
    pub fn is_main(&self) -> bool {
        self.uses.iter().any(|purpose| purpose.is_main)
    }

    /// How it is had, as a sentence without its full stop.
    pub fn installation(&self) -> String {
        match self.package {
            "" => format!("{} has it", self.elsewhere),
            package => format!("`sudo apt-get install {package}` installs it on Debian and Ubuntu"),
        }
    }
}

/// What to say where a program cannot be run because it is not there: what installs it, if it is one of these. Begins with `; `, and is empty for other programs and other errors.
pub fn advice(program: &std::ffi::OsStr, error: &std::io::Error) -> String {
    if error.kind() != std::io::ErrorKind::NotFound {
        return String::new();
    }
    let name = program.to_str().unwrap_or_default();
    // What comes with another one.
    let name = match name {
        "java" => "javac",
        "clang++" => "clang",
        "cargo" => "rustc",
        "scancel" => "sbatch",
        other => other,
    };
    match tools().find(|tool| tool.programs.contains(&name)) {
        Some(tool) => format!("; {}, and `lakmus doctor` says what else is missing", tool.installation()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::OsStr;
    use std::io::{Error, ErrorKind};

    use super::{advice, tools};

    #[test]
    fn a_program_is_of_one_tool() {
        let programs: Vec<&str> = tools().flat_map(|tool| tool.programs).copied().collect();
        assert_eq!(programs.len(), programs.iter().collect::<BTreeSet<_>>().len());
        assert!(tools().all(|tool| !tool.programs.is_empty() && !tool.uses.is_empty() && !tool.elsewhere.is_empty()));
    }

    #[test]
    fn what_is_missing_can_be_installed() {
        let missing = Error::from(ErrorKind::NotFound);
        assert!(advice(OsStr::new("clang-14"), &missing).contains("apt-get install clang`"));
        assert!(advice(OsStr::new("java"), &missing).contains("default-jdk-headless"));
        assert_eq!(advice(OsStr::new("/opt/cc"), &missing), "");
        assert_eq!(advice(OsStr::new("clang"), &Error::from(ErrorKind::PermissionDenied)), "");
    }
}
