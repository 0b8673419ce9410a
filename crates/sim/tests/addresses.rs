//! No execution vanishes because of an address.
//!
//! Random tests access an array of two cells inside and outside, directly and through a pointer that other threads change. Beside each runs its
//! twin, in which the array is so large that all these accesses are inside, each beside the others. Then:
//! - where the twin has an execution that the model allows and that accesses what is outside in the test, the test is an error;
//! - where the test has a result, the twin has the same;
//! - both engines say the same of the test.
//!
//! The first shows in the twin's states: every pointer that is followed is observed. A test that accesses the outside directly does so in
//! every execution.
//!
//! `LAKMUS_ADDRESSES` says how many tests are tried; number n is always the same.

use std::fmt::Write;

use lakmus_sim::{Engine, Model, Options, Report, RunError, Test, simulate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use source::{SourceId, Sources};

/// How many tests are tried where the environment does not say it.
const TESTS: u32 = 600;

/// What a thread does; numbers are reduced to what there is.
#[derive(Clone, Debug)]
enum Action {
    /// Stores a number to the scalar or to a cell inside.
    Store { at: u8, value: u8 },
    /// Loads from there.
    Load { at: u8 },
    /// Accesses the array at an offset.
    Direct { offset: u8, writes: bool },
    /// Makes the pointer point there.
    Publish { offset: u8 },
    /// Follows the pointer.
    Follow { writes: bool },
    /// Loads from the scalar and does the rest of the thread only if it is 1.
    Branch,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => (any::<u8>(), 1..3u8).prop_map(|(at, value)| Action::Store { at, value }),
        3 => any::<u8>().prop_map(|at| Action::Load { at }),
        1 => (any::<u8>(), any::<bool>()).prop_map(|(offset, writes)| Action::Direct { offset, writes }),
        4 => any::<u8>().prop_map(|offset| Action::Publish { offset }),
        4 => any::<bool>().prop_map(|writes| Action::Follow { writes }),
        1 => Just(Action::Branch),
    ]
}

/// Offsets in the array of two cells of 4 bytes, and those of the twin. What begins inside and ends outside is of mixed sizes, which the reference
/// engine takes long for; the tests of mixed sizes have it.
const OFFSETS: [(i32, i32); 8] = [(0, 0), (4, 4), (8, 8), (64, 64), (10, 100), (12, 104), (-4, 108), (128, 128)];

/// How many of them are inside.
const INSIDE: usize = 2;

/// How many cells the array of the twin has.
const LARGE: usize = 40;

/// A test in the making.
struct Program {
    is_twin: bool,
    threads: Vec<Vec<String>>,
    observed: Vec<String>,
    named: usize,
    /// Whether each execution accesses the array outside.
    leaves: bool,
    /// Whether what comes now is behind a branch.
    is_behind: bool,
}

impl Program {
    fn new(is_twin: bool) -> Program {
        Program { is_twin, threads: Vec::new(), observed: Vec::new(), named: 0, leaves: false, is_behind: false }
    }

    fn line(&mut self, line: String) {
        self.threads.last_mut().expect("a thread").push(line);
    }

    fn offset(&self, number: u8) -> i32 {
        let (small, large) = OFFSETS[usize::from(number) % OFFSETS.len()];
        if self.is_twin { large } else { small }
    }

    fn meets(&mut self, number: u8) {
        self.leaves |= usize::from(number) % OFFSETS.len() >= INSIDE && !self.is_behind;
    }

    /// A register that the thread does not use yet, of those with numbers from 8 on.
    fn fresh(&mut self) -> usize {
        self.named += 1;
        7 + self.named
    }

    fn observe(&mut self, register: String) {
        self.observed.push(format!("{}:{register}", self.threads.len() - 1));
    }

    fn cells(&self) -> usize {
        if self.is_twin { LARGE } else { 2 }
    }

    fn columns(&self) -> String {
        let heads: Vec<String> = (0..self.threads.len()).map(|thread| format!(" P{thread}")).collect();
        let mut text = heads.join(" |") + " ;\n";
        for row in 0..self.threads.iter().map(Vec::len).max().unwrap_or(0) {
            let cells: Vec<&str> = self.threads.iter().map(|lines| lines.get(row).map_or("", String::as_str)).collect();
            let _ = writeln!(text, " {} ;", cells.join(" | "));
        }
        text
    }

    fn condition(&self) -> String {
        format!(
            "locations [{}]\nexists (true)\n",
            self.observed.iter().fold(String::new(), |all, one| all + one + "; ")
        )
    }
}

/// How a language writes the actions. Register 1 is x, 2 the array, 3 the pointer where registers hold addresses.
trait Dialect {
    fn act(&self, action: &Action, program: &mut Program);
    fn whole(&self, program: &Program) -> String;
    fn models(&self) -> [&'static str; 3];
}

/// A language in which loads and stores are instructions of their own: registers 1 to 3 hold the addresses, 4 to 6 are for what comes between.
struct LoadStore {
    name: &'static str,
    model: &'static str,
    /// What the names of registers begin with.
    register: &'static str,
    /// The type of a location that holds an address.
    pointer: &'static str,
    /// Puts a number into register 4.
    number: fn(u8) -> String,
    load: fn(Access) -> String,
    store: fn(Access) -> String,
    /// Puts the address at an offset of the array into register 5.
    add: fn(i32) -> String,
    /// Goes to a label if register 6 is 0.
    branch: fn(&str) -> Vec<String>,
}

/// An access by a load or a store.
struct Access {
    /// The register of the value.
    value: usize,
    /// The register of the address.
    base: usize,
    offset: i32,
    /// Whether the value is an address; otherwise it has 32 bits.
    is_address: bool,
}

impl Access {
    fn cell(value: usize, base: usize, offset: i32) -> Access {
        Access { value, base, offset, is_address: false }
    }

    fn pointer(value: usize) -> Access {
        Access { value, base: 3, offset: 0, is_address: true }
    }
}

const LOAD_STORE: [LoadStore; 4] = [
    LoadStore {
        name: "AArch64",
        model: "aarch64",
        register: "X",
        pointer: "int64_t",
        number: |value| format!("MOV W4,#{value}"),
        load: |Access { value, base, offset, is_address }| {
            format!("LDUR {}{value},[X{base},#{offset}]", if is_address { "X" } else { "W" })
        },
        store: |Access { value, base, offset, is_address }| {
            format!("STUR {}{value},[X{base},#{offset}]", if is_address { "X" } else { "W" })
        },
        add: |offset| match offset {
            0.. => format!("ADD X5,X2,#{offset}"),
            _ => format!("SUB X5,X2,#{}", -offset),
        },
        branch: |label| vec![format!("CBZ W6,{label}")],
    },
    LoadStore {
        name: "RISCV",
        model: "rvwmo",
        register: "x",
        pointer: "int64_t",
        number: |value| format!("li x4,{value}"),
        load: |Access { value, base, offset, is_address }| {
            format!("l{} x{value},{offset}(x{base})", if is_address { "d" } else { "w" })
        },
        store: |Access { value, base, offset, is_address }| {
            format!("s{} x{value},{offset}(x{base})", if is_address { "d" } else { "w" })
        },
        add: |offset| format!("addi x5,x2,{offset}"),
        branch: |label| vec![format!("beq x6,x0,{label}")],
    },
    LoadStore {
        name: "PPC",
        model: "power",
        register: "r",
        pointer: "int64_t",
        number: |value| format!("li r4,{value}"),
        load: |Access { value, base, offset, is_address }| {
            format!("{} r{value},{offset}(r{base})", if is_address { "ld" } else { "lwz" })
        },
        store: |Access { value, base, offset, is_address }| {
            format!("st{} r{value},{offset}(r{base})", if is_address { "d" } else { "w" })
        },
        add: |offset| format!("addi r5,r2,{offset}"),
        branch: |label| vec!["cmpwi r6,0".to_owned(), format!("beq {label}")],
    },
    // Addresses have 32 bits here.
    LoadStore {
        name: "ARM",
        model: "arm",
        register: "R",
        pointer: "int32_t",
        number: |value| format!("MOV R4,#{value}"),
        load: |Access { value, base, offset, .. }| format!("LDR R{value},[R{base},#{offset}]"),
        store: |Access { value, base, offset, .. }| format!("STR R{value},[R{base},#{offset}]"),
        add: |offset| match offset {
            0.. => format!("ADD R5,R2,#{offset}"),
            _ => format!("SUB R5,R2,#{}", -offset),
        },
        branch: |label| vec!["CMP R6,#0".to_owned(), format!("BEQ {label}")],
    },
];

impl Dialect for LoadStore {
    fn act(&self, action: &Action, program: &mut Program) {
        // The scalar, or the second cell of the array.
        let inside = |at: u8| [(1, 0), (2, 4)][usize::from(at % 2)];
        match *action {
            Action::Store { at, value } => {
                let (base, offset) = inside(at);
                program.line((self.number)(value));
                program.line((self.store)(Access::cell(4, base, offset)));
            }
            Action::Load { at } => {
                let ((base, offset), register) = (inside(at), program.fresh());
                program.observe(format!("{}{register}", self.register));
                program.line((self.load)(Access::cell(register, base, offset)));
            }
            Action::Direct { offset, writes } => {
                program.meets(offset);
                let access = Access::cell(4, 2, program.offset(offset));
                program.line(if writes { (self.store)(access) } else { (self.load)(access) });
            }
            Action::Publish { offset } => {
                program.line((self.add)(program.offset(offset)));
                program.line((self.store)(Access::pointer(5)));
            }
            Action::Follow { writes } => {
                let register = program.fresh();
                program.observe(format!("{}{register}", self.register));
                program.line((self.load)(Access::pointer(register)));
                let access = Access::cell(4, register, 0);
                program.line(if writes { (self.store)(access) } else { (self.load)(access) });
            }
            Action::Branch => {
                program.is_behind = true;
                program.line((self.load)(Access::cell(6, 1, 0)));
                let label = format!("E{}", program.threads.len());
                (self.branch)(&label).into_iter().for_each(|line| program.line(line));
            }
        }
    }

    fn whole(&self, program: &Program) -> String {
        let LoadStore { name, pointer, register, .. } = self;
        let mut text = format!("{name} addresses\n{{ int x=0; int a[{}]; {pointer} p=a; ", program.cells());
        for thread in 0..program.threads.len() {
            for (number, location) in [(1, "x"), (2, "a"), (3, "p")] {
                let _ = write!(text, "{thread}:{register}{number}={location}; ");
            }
        }
        text + "}\n" + &program.columns() + &program.condition()
    }

    fn models(&self) -> [&'static str; 3] {
        ["any", "sc", self.model]
    }
}

struct X86_64;

impl Dialect for X86_64 {
    fn act(&self, action: &Action, program: &mut Program) {
        match *action {
            Action::Store { at, value } => {
                program.line(format!("movl ${value},{}", ["(x)", "4(%rbx)"][usize::from(at % 2)]));
            }
            Action::Load { at } => {
                let register = program.fresh();
                program.observe(format!("r{register}"));
                program.line(format!("movl {},%r{register}d", ["(x)", "4(%rbx)"][usize::from(at % 2)]));
            }
            Action::Direct { offset, writes } => {
                program.meets(offset);
                let at = program.offset(offset);
                program.line(match writes {
                    true => format!("movl $1,{at}(%rbx)"),
                    false => format!("movl {at}(%rbx),%eax"),
                });
            }
            Action::Publish { offset } => {
                program.line("movq %rbx,%rcx".to_owned());
                program.line(format!("addq ${},%rcx", program.offset(offset)));
                program.line("movq %rcx,(p)".to_owned());
            }
            Action::Follow { writes } => {
                let register = program.fresh();
                program.observe(format!("r{register}"));
                program.line(format!("movq (p),%r{register}"));
                program.line(match writes {
                    true => format!("movl $1,(%r{register})"),
                    false => format!("movl (%r{register}),%eax"),
                });
            }
            Action::Branch => {
                program.is_behind = true;
                program.line("movl (x),%eax".to_owned());
                program.line("cmpl $0,%eax".to_owned());
                program.line(format!("je E{}", program.threads.len()));
            }
        }
    }

    fn whole(&self, program: &Program) -> String {
        let mut text = format!("X86_64 addresses\n{{ int x=0; int a[{}]; int64_t p=a; ", program.cells());
        for thread in 0..program.threads.len() {
            let _ = write!(text, "{thread}:rbx=a; ");
        }
        text + "}\n" + &program.columns() + &program.condition()
    }

    fn models(&self) -> [&'static str; 3] {
        ["any", "sc", "x86tso"]
    }
}

/// C counts in cells, so that its offsets are those of whole ones.
struct C;

impl C {
    fn cell(program: &Program, offset: u8) -> i32 {
        let at = program.offset(offset);
        // Where the twin has a cell of its own the test has one beside the array.
        if program.is_twin { at / 4 } else { [0, 1, 2, 16, 25, 26, -1, 32][usize::from(offset) % OFFSETS.len()] }
    }
}

impl Dialect for C {
    fn act(&self, action: &Action, program: &mut Program) {
        let relaxed = "memory_order_relaxed";
        match *action {
            Action::Store { at, value } => {
                program.line(match at % 2 {
                    0 => format!("atomic_store_explicit(x, {value}, {relaxed});"),
                    _ => format!("*(a+1) = {value};"),
                });
            }
            Action::Load { at } => {
                let register = program.fresh();
                program.observe(format!("r{register}"));
                program.line(match at % 2 {
                    0 => format!("int r{register} = atomic_load_explicit(x, {relaxed});"),
                    _ => format!("int r{register} = *(a+1);"),
                });
            }
            Action::Direct { offset, writes } => {
                program.meets(offset);
                let (cell, register) = (C::cell(program, offset), program.fresh());
                program.line(match writes {
                    true => format!("*(a+{cell}) = 1;"),
                    false => format!("int r{register} = *(a+{cell});"),
                });
            }
            Action::Publish { offset } => {
                let cell = C::cell(program, offset);
                program.line(format!("*p = a+{cell};"));
            }
            Action::Follow { writes } => {
                let register = program.fresh();
                program.observe(format!("r{register}"));
                program.line(format!("int *r{register} = *p;"));
                program.line(match writes {
                    true => format!("*r{register} = 1;"),
                    false => format!("int s{register} = *r{register};"),
                });
            }
            Action::Branch => {
                program.is_behind = true;
                let register = program.fresh();
                program.line(format!("int r{register} = atomic_load_explicit(x, {relaxed});"));
                program.line(format!("if (r{register} == 1) {{"));
            }
        }
    }

    fn whole(&self, program: &Program) -> String {
        let mut text = format!("C addresses\n{{ int a[{}]; int *p=a; }}\n", program.cells());
        for (thread, lines) in program.threads.iter().enumerate() {
            let opened = lines.iter().filter(|line| line.ends_with('{')).count();
            let _ = writeln!(
                text,
                "P{thread} (atomic_int *x, int *a, int **p) {{ {} {} }}",
                lines.join(" "),
                "}".repeat(opened)
            );
        }
        text + &program.condition()
    }

    fn models(&self) -> [&'static str; 3] {
        ["any", "sc", "rc11"]
    }
}

/// The text of the test, or of its twin, and whether each of its executions accesses the array outside.
fn text(dialect: &dyn Dialect, threads: &[Vec<Action>], is_twin: bool) -> (String, bool) {
    let mut program = Program::new(is_twin);
    for actions in threads {
        program.threads.push(Vec::new());
        program.named = 0;
        program.is_behind = false;
        // Branches go to the end, and more than one there is not.
        let mut branches = 0;
        for action in actions {
            branches += usize::from(matches!(action, Action::Branch));
            if branches <= 1 || !matches!(action, Action::Branch) {
                dialect.act(action, &mut program);
            }
        }
        if branches > 0 && program.threads.last().is_some_and(|lines| lines.iter().all(|line| !line.ends_with('{'))) {
            program.line(format!("E{}:", program.threads.len()));
        }
    }
    (dialect.whole(&program), program.leaves)
}

/// What ships, for models that include it.
struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

fn model(name: &str, test: &Test, sources: &mut Sources) -> Model {
    let text = match name {
        "any" => "\"any\"\ninclude \"cos.cat\"\n",
        "sc" => "\"sc\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n",
        shipped => models::file(&format!("{shipped}.cat")).expect("it ships"),
    };
    let source = sources.add(name, text);
    Model::load(sources, source, None, &mut Shipped, test.language(), &|_| false).expect("a model")
}

fn run(text: &str, name: &str, engine: Engine) -> Result<Report, String> {
    let mut sources = Sources::new();
    let source = sources.add("addresses.litmus", text);
    let test = Test::load(&sources, source, "addresses").unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let model = model(name, &test, &mut sources);
    simulate(&test, &model, &Options::default().with(|set| set.engine = engine)).map_err(|error| match error {
        RunError::Refused(found) => found[0].message.clone(),
        RunError::Stopped(reason) => panic!("{reason}\n{text}"),
    })
}

/// Whether a state shows an address outside the array of two cells, where the array is large.
fn shows_outside(state: &str) -> bool {
    let offsets = state.split("=a+").skip(1).map(|rest| rest.split(';').next().unwrap_or_default());
    offsets.into_iter().any(|offset| offset.parse::<u32>().is_ok_and(|offset| offset >= 8))
}

/// Tries one program; gives whether it was an error.
fn holds(dialect: &dyn Dialect, threads: &[Vec<Action>], name: &str) -> Result<bool, TestCaseError> {
    let (test, leaves) = text(dialect, threads, false);
    let (twin, _) = text(dialect, threads, true);
    let found = run(&test, name, Engine::Compiled);
    let reference = run(&test, name, Engine::Reference);
    prop_assert_eq!(format!("{found:?}"), format!("{reference:?}"), "the engines differ under {}\n{}", name, test);
    let expected = run(&twin, name, Engine::Compiled).unwrap_or_else(|error| panic!("{error}\n{twin}"));
    let is_outside = leaves && !expected.states.is_empty() || expected.states.iter().any(|state| shows_outside(state));
    match found {
        Err(message) => {
            prop_assert!(message.contains("access"), "{} under {}\n{}", message, name, test);
            Ok(true)
        }
        Ok(report) => {
            prop_assert!(!is_outside, "executions vanish under {}\n{}\n{:?}", name, test, expected.states);
            let counted = |report: &Report| (report.states.clone(), report.positive, report.negative);
            prop_assert_eq!(counted(&report), counted(&expected), "under {}\n{}", name, test);
            Ok(false)
        }
    }
}

#[test]
fn no_execution_vanishes_because_of_an_address() {
    let cases = testing::variables::number("LAKMUS_ADDRESSES", TESTS.into());
    let cases = u32::try_from(cases).expect("a small number");
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let errors = std::cell::Cell::new([0u32; 2]);
    let threads = vec(vec(action(), 1..=4), 1..=2);
    let mut dialects: Vec<&dyn Dialect> = vec![&X86_64, &C];
    dialects.extend(LOAD_STORE.iter().map(|language| language as &dyn Dialect));
    let tried = runner.run(&(threads, 0..dialects.len(), 0..3usize), |(threads, language, model)| {
        let dialect = dialects[language];
        let is_error = holds(dialect, &threads, dialect.models()[model])?;
        let mut counts = errors.get();
        counts[usize::from(is_error)] += 1;
        errors.set(counts);
        Ok(())
    });
    if let Err(failure) = tried {
        panic!("{failure}");
    }
    let [results, errors] = errors.get();
    println!("{results} tests with a result, {errors} with an error");
    assert!(cases < 100 || errors > cases / 5 && results > cases / 5, "both must be met");
}
