//! Code of compilers on random states of one thread: what the simulator finds for the code that is mixed is what an emulator of the processor finds for what
//! the compiler gave, for each operation, order and size.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use libtest_mimic::{Failed, Trial as Case};
use mix::abi::Checks;
use mix::classes::{Sameness, classes};
use mix::trial::{self, Trial};
use mix::{Architecture, CodeCache, FragmentId, Profile, ProfileId};

/// A compiler, and how what it gives is assembled, linked and run.
struct Target {
    /// What the test is called.
    name: &'static str,
    /// The compiler and its options.
    compiler: &'static str,
    /// What links, and compiles the driver.
    linker: &'static str,
    /// What runs the program; none where this machine does.
    emulator: Option<&'static str>,
    /// Operations that the code may lack, at most: those that take a lock in the library.
    most_gaps: usize,
}

const TARGETS: [Target; 19] = [
    target("gcc::aarch64", "aarch64-linux-gnu-gcc -O2 -march=armv8.1-a", "aarch64-linux-gnu-gcc", AARCH64, 96),
    target("gcc::aarch64-v8", "aarch64-linux-gnu-gcc -O2 -mno-outline-atomics", "aarch64-linux-gnu-gcc", AARCH64, 96),
    target("gcc::arm", "arm-linux-gnueabihf-gcc -O2 -march=armv7-a+fp -marm", "arm-linux-gnueabihf-gcc", ARM, 96),
    target("gcc::thumb", "arm-linux-gnueabihf-gcc -O2 -march=armv8-a+simd -mthumb", "arm-linux-gnueabihf-gcc", ARM, 96),
    target("gcc::riscv64", "riscv64-linux-gnu-gcc -O2", "riscv64-linux-gnu-gcc", RISCV, 96),
    target("gcc::mips64el", "mips64el-linux-gnuabi64-gcc -O2", "mips64el-linux-gnuabi64-gcc", MIPS, 96),
    target("gcc::loongarch64", "loongarch64-linux-gnu-gcc-14 -O2", "loongarch64-linux-gnu-gcc-14", LOONGARCH, 96),
    target("gcc::x86_64", "gcc -O2", "gcc", None, 96),
    target("clang::aarch64", "clang-14 --target=aarch64-linux-gnu -O2", "aarch64-linux-gnu-gcc", AARCH64, 0),
    target(
        "clang::aarch64-v8.4",
        "clang-14 --target=aarch64-linux-gnu -O2 -march=armv8.4-a",
        "aarch64-linux-gnu-gcc",
        AARCH64,
        0,
    ),
    target(
        "clang::arm",
        "clang-14 --target=arm-linux-gnueabihf -O2 -march=armv7-a -marm",
        "arm-linux-gnueabihf-gcc",
        ARM,
        96,
    ),
    target(
        "clang::thumb",
        "clang-14 --target=arm-linux-gnueabihf -O2 -march=armv8-a -mthumb",
        "arm-linux-gnueabihf-gcc",
        ARM,
        96,
    ),
    target("clang::powerpc64le", "clang-14 --target=powerpc64le-linux-gnu -O2", "powerpc64le-linux-gnu-gcc", POWER, 96),
    target(
        "clang::riscv64",
        "clang-14 --target=riscv64-linux-gnu -O2 -march=rv64gc -mabi=lp64d",
        "riscv64-linux-gnu-gcc",
        RISCV,
        96,
    ),
    target(
        "clang::mips64el",
        "clang-14 --target=mips64el-linux-gnuabi64 -O2 -march=mips64r2 -mabi=64",
        "mips64el-linux-gnuabi64-gcc",
        MIPS,
        96,
    ),
    target(
        "clang::loongarch64",
        "clang-19 --target=loongarch64-linux-gnu -O2",
        "loongarch64-linux-gnu-gcc-14",
        LOONGARCH,
        96,
    ),
    target("gcc::i686", "i686-linux-gnu-gcc -O2 -march=i686 -msse2", "i686-linux-gnu-gcc", None, 96),
    target("clang::i686", "clang-14 --target=i686-linux-gnu -O2 -march=i686", "i686-linux-gnu-gcc", None, 96),
    target("clang::x86_64", "clang-14 --target=x86_64-linux-gnu -O2 -mcx16", "gcc", None, 8),
];

const AARCH64: Option<&str> = Some("qemu-aarch64 -cpu max");
const ARM: Option<&str> = Some("qemu-arm -cpu max");
const POWER: Option<&str> = Some("qemu-ppc64le -cpu power9");
const RISCV: Option<&str> = Some("qemu-riscv64");
const MIPS: Option<&str> = Some("qemu-mips64el");
const LOONGARCH: Option<&str> = Some("qemu-loongarch64 -cpu max");

const fn target(
    name: &'static str,
    compiler: &'static str,
    linker: &'static str,
    emulator: Option<&'static str>,
    most_gaps: usize,
) -> Target {
    Target { name, compiler, linker, emulator, most_gaps }
}

/// Why code has no result here, and none in tests that are mixed: it reads the byte or halfword of an object by itself, and the word around it by LL/SC. Of accesses of
/// mixed sizes the manual of MIPS says nothing.
const OF_MIXED_SIZES: &str = "accesses of mixed sizes are not supported";

/// How many states each operation is tried on.
const CALLS: usize = 4;

/// The tests; what needs something that is not there does not run, and is said.
pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for target in TARGETS {
        match target.missing() {
            None => all.push(Case::test(format!("emulator::{}", target.name), move || target.agree())),
            Some(what) => {
                testing::cases_not_run(1, &format!("emulator::{}", target.name), &format!("{what} cannot be run"));
            }
        }
    }
    all
}

fn runs(command: &str) -> bool {
    testing::is_there(command)
}

/// The text of a command, run; an error where it fails.
fn run(command: &mut Command) -> Result<String, Failed> {
    let Output { status, stdout, stderr } = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !status.success() {
        let said: String = String::from_utf8_lossy(&stderr).chars().take(2000).collect();
        return Err(Failed::from(format!("{command:?}: {status}\n{said}")));
    }
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}

/// A command of several words.
fn command(words: &str) -> Command {
    let mut words = words.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

impl Target {
    /// What it needs that is not there.
    fn missing(&self) -> Option<String> {
        let programs = [self.compiler, self.linker].into_iter().chain(self.emulator);
        let missing = programs.filter_map(|words| words.split(' ').next()).find(|program| !runs(program));
        let library = || {
            let found = Command::new(self.linker).arg("-print-file-name=libc.a").output().ok()?;
            // The name alone means that there is none.
            let is_there = String::from_utf8_lossy(&found.stdout).contains('/');
            (!is_there).then(|| format!("the C library of {}", self.linker))
        };
        missing.map(str::to_owned).or_else(library).or_else(|| self.unable())
    }

    /// The emulator, where it cannot run what is linked here: one may be older than the instructions of the C library.
    fn unable(&self) -> Option<String> {
        let emulator = self.emulator?;
        let folder = tempfile::tempdir().ok()?;
        let [source, program] = ["nothing.c", "nothing"].map(|name| folder.path().join(name));
        std::fs::write(&source, "int main(void) { return 0; }\n").ok()?;
        let is_linked = run(command(self.linker).args(["-static", "-o"]).arg(&program).arg(&source)).is_ok();
        let has_run = is_linked && run(command(emulator).arg(&program)).is_ok();
        (!has_run).then(|| format!("an {emulator} that runs what {} links", self.linker))
    }

    fn agree(&self) -> Result<(), Failed> {
        let checks = Checks::new().map_err(|unusable| format!("{unusable:?}"))?;
        let fragments = checks.fragments();
        let profile = Profile::command(self.name, self.compiler).map_err(|error| error.to_string())?;
        let architecture = profile.architecture;
        let profiles = [profile];
        let code = classes(&profiles, fragments, Sameness::Code, 1, &CodeCache::none());
        let id = ProfileId::from_number(0);
        let ids: Vec<FragmentId> = checks.functions().map(|(_, fragment)| fragment).collect();
        let (with_code, without): (Vec<FragmentId>, Vec<FragmentId>) =
            ids.iter().partition(|fragment| !code.code_of(id, **fragment).is_empty());
        if without.len() > self.most_gaps {
            let reasons: BTreeMap<&str, usize> = code.gaps.iter().fold(BTreeMap::new(), |mut all, gap| {
                *all.entry(gap.reason.as_str()).or_default() += 1;
                all
            });
            return Err(Failed::from(format!("{} operations have no code: {reasons:?}", without.len())));
        }
        let trials = trial::trials(fragments, &with_code, CALLS, 17);
        let answers = self.answers(&profiles[0], &checks, &with_code, &trials)?;
        let model = model(architecture)?;
        let mut wrong: Vec<String> = Vec::new();
        let mut agreed = 0;
        for (number, trial) in trials.iter().enumerate() {
            // An emulator has all extensions: where code asks for one, it goes that way.
            let bodies = code.code_of(id, trial.fragment);
            let Some((_, body)) = bodies.into_iter().max_by_key(|(member, _)| member.has_extension) else { continue };
            let found = trial::expected(fragments, trial, body, architecture, &model);
            let wanted = answers.get(&number).ok_or_else(|| format!("call {number} printed nothing"))?;
            if found.as_ref().is_err_and(|reason| reason.ends_with(OF_MIXED_SIZES)) {
                continue;
            }
            if found.as_ref() == Ok(wanted) {
                agreed += 1;
            } else {
                let text = fragments.text(trial.fragment);
                let code = body.text().join("\n  ");
                wrong.push(format!(
                    "{text}on {:x?}\n  {code}\n  emulator: {wanted:x?}\n  simulator: {found:x?}\n",
                    trial.values
                ));
            }
        }
        if wrong.is_empty() && agreed * 2 > trials.len() {
            return Ok(());
        }
        if wrong.is_empty() {
            return Err(Failed::from(format!("only {agreed} of {} calls have a result", trials.len())));
        }
        let shown: Vec<&str> = wrong.iter().take(8).map(String::as_str).collect();
        Err(Failed::from(format!("{} of {} calls differ:\n{}", wrong.len(), trials.len(), shown.join("\n"))))
    }

    /// Builds the driver with what the compiler gave, and runs it.
    fn answers(
        &self,
        profile: &Profile,
        checks: &Checks,
        ids: &[FragmentId],
        trials: &[Trial],
    ) -> Result<BTreeMap<usize, trial::Answer>, Failed> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| std::fs::write(path(name), text).map_err(|error| error.to_string());
        let assembly = trial::assembly(profile, checks.fragments(), ids).map_err(|error| error.to_string())?;
        write("unit.s", &assembly)?;
        write("driver.c", &trial::driver(checks.fragments(), trials))?;
        run(command(self.compiler).args(["-c", "-o"]).args([path("unit.o"), path("unit.s")]))?;
        let objects: [&Path; 2] = [&path("driver.c"), &path("unit.o")];
        run(command(self.linker).args(["-static", "-w", "-o"]).arg(path("trials")).args(objects).arg("-latomic"))?;
        let printed = match self.emulator {
            // Emulators have errors of their own, with which a loop may never end.
            Some(emulator) => run(command("timeout 100").args(emulator.split(' ')).arg(path("trials")))?,
            None => run(&mut Command::new(path("trials")))?,
        };
        let architecture = profile.architecture;
        Ok(trial::read_answers(checks.fragments(), architecture, trials, &printed)?)
    }
}

/// The model of the oldest machine of an architecture: of one thread all say the same.
fn model(architecture: Architecture) -> Result<sim::Model, Failed> {
    let machine = architecture.machine(&Default::default());
    let mut sources = source::Sources::new();
    let name = format!("{}.cat", machine.model());
    let text = models::file(&name).ok_or_else(|| format!("there is no model {name}"))?;
    let source = sources.add(&name, text);
    let language = architecture.language();
    sim::Model::load(&mut sources, source, None, &mut lakmus::Shipped, language, &|_| false)
        .map_err(|found| Failed::from(format!("{found:?}")))
}
