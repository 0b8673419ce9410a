//! The models that commands offer, each with its machine. What is known of architectures is looked up in the crate `arch`.

use std::sync::OnceLock;

use arch::c11::Mapping;
use arch::{Annotated, Architecture, FenceKind, Model as FenceModel, sparc, x86};
use source::Sources;
use weaken::{LitmusModel, Model, Propagating};

use crate::instructions::{AARCH64, ARM, LOONGARCH, MIPS, Machine, PPC, RISCV, S390X, SPARC, X86_64};
use crate::program::{Access, Dependent, Order, Program, Step};

/// A model, as each command names it.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) machine: &'static Machine,
    /// Whose barriers programs have.
    pub(crate) architecture: &'static Architecture,
    /// What becomes of C11's operations.
    pub(crate) mapping: &'static Mapping,
    /// The model of `run`.
    pub(crate) cat: &'static str,
    /// The model of `run` that `fence` answers for: of LoongArch, that of processors that keep reads of one location in order.
    pub(crate) cat_of_fence: &'static str,
    /// That of `verify`, if it has one.
    pub(crate) verify: Option<LitmusModel>,
    /// That of `fence`, if it has one.
    pub(crate) fence: Option<FenceModel>,
    /// Barriers beside those that the architecture lists.
    more: &'static [&'static str],
    /// All of them that litmus tests can have, once they are known.
    barriers: OnceLock<Vec<String>>,
}

/// Something of the kernel's around an access: barriers before it, the order of the access itself, barriers behind it.
pub(crate) struct Around {
    pub(crate) before: Vec<String>,
    pub(crate) order: Order,
    pub(crate) behind: Vec<String>,
}

impl Target {
    /// What its programs are drawn by: `needless.txt` is about these, so that it stays when a model is called otherwise.
    pub(crate) fn draw(&self) -> u64 {
        match self.name {
            "x86tso" => 3,
            "aarch64" | "arm" => 5,
            name => name.len() as u64,
        }
    }

    /// Barriers as inline assembly: all that the litmus tests of the machine can have.
    pub(crate) fn barriers(&self) -> &[String] {
        self.barriers.get_or_init(|| self.find_barriers())
    }

    fn find_barriers(&self) -> Vec<String> {
        let listed =
            self.architecture.instructions().filter(|(_, barrier)| !barrier.is_nothing()).map(|(text, _)| text);
        let all = listed.chain(self.more.iter().map(|text| (*text).to_owned()));
        all.filter(|text| is_known(self.machine, self.mapping, text)).collect()
    }

    /// Those that have a meaning behind branches.
    pub(crate) fn after_branch(&self) -> Vec<String> {
        let needs_branch = |text: &str| self.architecture.barrier(text).is_some_and(|barrier| barrier.needs_branch);
        self.barriers().iter().filter(|text| needs_branch(text)).cloned().collect()
    }

    /// What the kernel's barriers become that are more than the compiler's.
    pub(crate) fn kernel_barriers(&self) -> Vec<Vec<String>> {
        let codes =
            self.architecture.kernel.iter().filter(|code| code.code.iter().all(|line| !line.contains("{object}")));
        let lines = codes.map(|code| code.code.iter().map(|line| assembly(line)).collect::<Vec<String>>());
        lines.filter(|lines| !lines.is_empty()).collect()
    }

    /// What `smp_store_release` or `smp_load_acquire` becomes.
    pub(crate) fn kernel_access(&self, name: &str) -> Around {
        let code = self.architecture.kernel.iter().find(|code| code.name == name).expect("a macro of the kernel");
        let place = code.code.iter().position(|line| line.contains("{object}")).expect("an access");
        let annotation = self.architecture.annotation(code.code[place]);
        let order = match (annotation.acquire, annotation.release) {
            (Annotated::No, Annotated::No) => Order::Plain,
            (Annotated::No, _) => Order::Release,
            (_, _) => Order::Acquire,
        };
        let lines = |lines: &[&str]| lines.iter().map(|line| assembly(line)).collect();
        Around { before: lines(&code.code[..place]), order, behind: lines(&code.code[place + 1..]) }
    }

    /// What compilers make of C11's operations: a program is robust if it is so by each of these.
    pub(crate) fn compilers(&self) -> Vec<&'static Mapping> {
        match self.fence.filter(|model| model.architecture() == Some(self.architecture)) {
            Some(model) => model.compilers.to_vec(),
            None => vec![self.mapping],
        }
    }

    /// The instructions of a fence that is proposed.
    pub(crate) fn fence_lines(&self, kind: FenceKind) -> Vec<String> {
        let model = self.fence.expect("a model of `fence`");
        let wanted = model.fences.iter().find(|fence| fence.kind == kind).map(|fence| fence.barrier);
        let wanted = wanted.unwrap_or_else(|| panic!("{model} has no fence {kind}"));
        match self.barriers().iter().find(|text| self.architecture.barrier(text) == Some(wanted)) {
            Some(text) => vec![text.clone()],
            None => {
                let none = arch::Pairs::NONE;
                self.architecture.spell(wanted.pairs, none).unwrap_or_else(|| panic!("no barriers for {kind}"))
            }
        }
    }

    /// Whether the machine has all that the program does, and in the way that all commands take it for.
    pub(crate) fn writes(&self, program: &Program) -> bool {
        let steps = || program.threads.iter().flatten();
        if self.machine.language != "X86_64" {
            return true;
        }
        // The models of SPARC ask for barriers around C11's operations that x86 does not have in that form.
        let is_sparc = self.fence.is_some_and(|model| model.architecture() == Some(&sparc::SPARC));
        steps().all(|step| match step {
            Step::Access(access) => {
                let has_address = access.dependency.is_some_and(|(how, _)| how == Dependent::Address);
                !has_address && (!is_sparc || self.is_the_same(access))
            }
            Step::Fence(_) => !is_sparc,
            Step::Barrier(_) | Step::Branch(_) => true,
        })
    }

    /// Whether an access of C11 is the same under SPARC's models and on x86, whose `xchg` is a barrier.
    fn is_the_same(&self, access: &Access) -> bool {
        if access.operation.is_update() {
            self.fence.is_some_and(|model| model.updates_are_barriers()) || access.order == Order::SeqCst
        } else {
            access.order == Order::Plain
        }
    }
}

/// A line of a mapping as inline assembly.
fn assembly(line: &str) -> String {
    line.replace('$', "$$")
}

/// Whether litmus tests can have a barrier: the lists of `arch` have some that no test is written with.
pub(crate) fn is_known(machine: &'static Machine, mapping: &Mapping, barrier: &str) -> bool {
    let mut program = Program::parse("Rx");
    program.threads[0].insert(0, Step::Barrier(barrier.to_owned()));
    let litmus = crate::litmus::Litmus::of(&program, machine, mapping, &[]);
    let mut sources = Sources::new();
    let source = sources.add("barrier.litmus", litmus.text);
    sim::Test::load(&sources, source, "barrier").is_ok()
}

const X86_LOCKED: &[&str] = &["lock; addl $$0,0(%rsp)"];
const MEMBARS: &[&str] = &[
    "membar #LoadLoad|#LoadStore",
    "membar #LoadStore|#StoreStore",
    "membar #StoreLoad|#StoreStore",
    "membar #LoadLoad|#LoadStore|#StoreStore",
    "membar #StoreLoad|#StoreStore|#LoadLoad|#LoadStore",
    "membar 15",
];

/// The targets, in the order of the models' strength.
pub(crate) fn targets() -> Vec<Target> {
    let of = |model: FenceModel, machine: &'static Machine, verify: Option<LitmusModel>| {
        let architecture = model.architecture().expect("a model's architecture");
        let cat = model.name;
        let more: &[&str] = match machine.language {
            "X86_64" => X86_LOCKED,
            _ if *architecture == sparc::SPARC => MEMBARS,
            _ => &[],
        };
        let mapping = model.mapping;
        Target {
            name: model.name,
            machine,
            architecture,
            mapping,
            cat,
            cat_of_fence: if model == FenceModel::LOONGARCH { "loongarch-ld-seq-sa" } else { cat },
            verify,
            fence: Some(model),
            more,
            barriers: OnceLock::new(),
        }
    };
    let on_x86 = |name: &'static str, target: Target| Target {
        name,
        machine: &X86_64,
        architecture: &x86::X86_64,
        mapping: &x86::X86_64_ABI,
        more: X86_LOCKED,
        barriers: OnceLock::new(),
        ..target
    };
    let own = |model: FenceModel| LitmusModel::find(model.name);
    let pso = || of(FenceModel::PSO, &SPARC, Some(Model::PSO.into()));
    let rmo = || of(FenceModel::RMO, &SPARC, Some(Model::RMO.into()));
    let tso = || of(FenceModel::TSO, &X86_64, Some(Model::TSO.into()));
    vec![
        Target { name: "sc", cat: "sc", verify: Some(Model::SC.into()), fence: None, ..tso() },
        tso(),
        pso(),
        on_x86("pso-x86", pso()),
        rmo(),
        on_x86("rmo-x86", rmo()),
        of(FenceModel::ARMV8, &AARCH64, Some(Model::ARMV8.into())),
        of(FenceModel::ARMV7, &ARM, Some(Propagating::Armv7.into())),
        of(FenceModel::POWER, &PPC, Some(Propagating::Power.into())),
        of(FenceModel::RVWMO, &RISCV, own(FenceModel::RVWMO)),
        of(FenceModel::ZTSO, &RISCV, own(FenceModel::ZTSO)),
        of(FenceModel::LOONGARCH, &LOONGARCH, own(FenceModel::LOONGARCH)),
        of(FenceModel::MIPS, &MIPS, own(FenceModel::MIPS)),
        of(FenceModel::S390X, &S390X, own(FenceModel::S390X)),
    ]
}
