//! Conformance of profiles to mapping tables, operation by operation (*Mix Testing*, section 6), and tables made from profiles (6.3).
//!
//! Code conforms to a row when it does the same to memory: the same accesses with the same annotations and sizes, fences, conditional writes and loops in
//! the same order, whatever registers it computes in. What conforms to no row is not thereby wrong: whether it fits to the table is found by
//! mixing it with the table's rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use isa::c::standalone::pieces::OperationKind;
use source::Sources;

use crate::classes::Classes;
use crate::ingest::{Body, BodyLine};
use crate::mapping::{OneOrMore, Row};
use crate::source_test::{Fragments, SourceTest, Split, Unusable};
use crate::{Architecture, FragmentId, Machine, MappingTable, Origin, Profile, ProfileId};

/// An operation that is checked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Checked {
    /// What it does.
    pub operation: OperationKind,
    /// How many bits; 0 for fences.
    pub width: u16,
    /// The memory order, and that of failure behind a comma.
    pub order: String,
    /// Whether something looks at the result.
    pub is_used: bool,
}

/// What a profile does for an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// It does what a row of these tables says.
    Row(Vec<String>),
    /// No row of the tables does the same: its code, and what that does to memory, which is equal for code that differs in spelling alone.
    Other {
        /// A line each.
        code: Vec<String>,
        /// Instruction by instruction.
        effect: Vec<String>,
    },
    /// The tables do not speak of the operation.
    NotInTables,
    /// It has no code that can be compared.
    Unknown(String),
}

/// A check, ready to be run: all operations as functions.
pub struct Checks {
    fragments: Fragments,
    operations: Vec<(Checked, FragmentId)>,
}

/// The name of a table, what one of its rows does to memory, and the machine that the row needs.
type RowEffect = (String, Vec<String>, Machine);

const ORDERS: [&str; 5] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];

/// Types by width.
const TYPES: [(u16, &str); 5] =
    [(8, "uint8_t"), (16, "uint16_t"), (32, "uint32_t"), (64, "uint64_t"), (128, "__int128")];

/// The orders that an operation takes.
fn orders(kind: OperationKind) -> Vec<(&'static str, Option<&'static str>)> {
    match kind {
        OperationKind::Load => ["relaxed", "acquire", "seq_cst"].map(|order| (order, None)).to_vec(),
        OperationKind::Store => ["relaxed", "release", "seq_cst"].map(|order| (order, None)).to_vec(),
        OperationKind::Fence => ["acquire", "release", "acq_rel", "seq_cst"].map(|order| (order, None)).to_vec(),
        OperationKind::CompareExchangeStrong | OperationKind::CompareExchangeWeak => vec![
            ("relaxed", Some("relaxed")),
            ("acquire", Some("acquire")),
            ("release", Some("relaxed")),
            ("acq_rel", Some("acquire")),
            ("seq_cst", Some("seq_cst")),
        ],
        OperationKind::Exchange
        | OperationKind::FetchAdd
        | OperationKind::FetchSub
        | OperationKind::FetchAnd
        | OperationKind::FetchOr
        | OperationKind::FetchXor
        | OperationKind::FetchNand
        | OperationKind::FetchMax
        | OperationKind::FetchMin => ORDERS.map(|order| (order, None)).to_vec(),
    }
}

/// A thread that does one operation, and the variable that holds its result.
fn statement(kind: OperationKind, ctype: &str, order: &str, failure: Option<&str>, is_used: bool) -> String {
    let result = if is_used { format!("{ctype} r = ") } else { String::new() };
    let order = format!("memory_order_{order}");
    match kind {
        OperationKind::Load => format!("{result}atomic_load_explicit(x, {order});"),
        OperationKind::Store => format!("atomic_store_explicit(x, v, {order});"),
        OperationKind::Fence => format!("atomic_thread_fence({order});"),
        OperationKind::CompareExchangeStrong | OperationKind::CompareExchangeWeak => {
            let failure = failure.unwrap_or("relaxed");
            let result = if is_used { "int r = " } else { "" };
            format!("{result}atomic_{}_explicit(x, &e, v, {order}, memory_order_{failure});", kind.name())
        }
        OperationKind::Exchange
        | OperationKind::FetchAdd
        | OperationKind::FetchSub
        | OperationKind::FetchAnd
        | OperationKind::FetchOr
        | OperationKind::FetchXor
        | OperationKind::FetchNand
        | OperationKind::FetchMax
        | OperationKind::FetchMin => format!("{result}atomic_{}_explicit(x, v, {order});", kind.name()),
    }
}

impl Checks {
    /// All operations, orders and sizes. Values are arguments, so that code has nothing but the operation in it.
    ///
    /// # Errors
    /// When a test of ours cannot be read, which would be our mistake.
    pub fn new() -> Result<Checks, Unusable> {
        let mut checks = Checks { fragments: Fragments::default(), operations: Vec::new() };
        for (kind, _) in OperationKind::NAMES {
            // The strong one stands for both: a weak one differs only in that it may fail for no reason.
            // No document has rows for the operations that C11 lacks.
            if matches!(
                kind,
                OperationKind::CompareExchangeWeak
                    | OperationKind::FetchNand
                    | OperationKind::FetchMax
                    | OperationKind::FetchMin
            ) {
                continue;
            }
            for (order, failure) in orders(kind) {
                if kind == OperationKind::Fence {
                    checks.add(kind, (0, "int"), order, None, false)?;
                    continue;
                }
                for ctype in TYPES {
                    let has_result = kind != OperationKind::Store;
                    checks.add(kind, ctype, order, failure, has_result)?;
                    // Compilers choose other instructions where nothing looks at the result (`STADD` for `LDADD`),
                    // and these order less.
                    if has_result && kind != OperationKind::Load {
                        checks.add(kind, ctype, order, failure, false)?;
                    }
                }
            }
        }
        Ok(checks)
    }

    /// The functions, for [`crate::classes::classes`].
    pub fn fragments(&self) -> &Fragments {
        &self.fragments
    }

    /// The operations, in a fixed order.
    pub fn operations(&self) -> impl Iterator<Item = &Checked> {
        self.operations.iter().map(|(operation, _)| operation)
    }

    /// The same with their functions.
    pub fn functions(&self) -> impl Iterator<Item = (&Checked, FragmentId)> {
        self.operations.iter().map(|(operation, fragment)| (operation, *fragment))
    }

    fn add(
        &mut self,
        kind: OperationKind,
        (width, ctype): (u16, &str),
        order: &str,
        failure: Option<&str>,
        is_used: bool,
    ) -> Result<(), Unusable> {
        let statement = statement(kind, ctype, order, failure, is_used);
        let shown = if is_used { "0:r; " } else { "" };
        // A first statement gives the operand, so that it is a value argument of the second one.
        let text = format!(
            "C check\n{{ }}\nP0(_Atomic {ctype} *x, _Atomic {ctype} *y) {{\n  {ctype} v = atomic_load_explicit(y, memory_order_relaxed);\n  \
             {ctype} e = atomic_load_explicit(y, memory_order_relaxed);\n  {statement}\n}}\nlocations [{shown}]\nexists (true)\n"
        );
        let mut sources = Sources::new();
        let source = sources.add("check", text);
        let test = SourceTest::load(&sources, source, "check", Split::Statement, &mut self.fragments)?;
        let order = match failure {
            Some(failure) => format!("{order},{failure}"),
            None => order.to_owned(),
        };
        if let Some((_, _, fragment)) = test.all_pieces().last() {
            self.operations.push((Checked { operation: kind, width, order, is_used }, fragment));
        }
        Ok(())
    }

    /// What each profile does for each operation, profiles in their order, operations in theirs. `tables` are those of the profiles'
    /// architectures.
    pub fn conformance(&self, profiles: &[Profile], code: &Classes, tables: &[MappingTable]) -> Vec<Vec<Conformance>> {
        let rows = |architecture: Architecture| -> Vec<Vec<RowEffect>> {
            let of = |fragment: FragmentId| {
                let mut all = Vec::new();
                for table in tables.iter().filter(|table| table.architecture == architecture) {
                    for (skeleton, machine) in table.skeletons(self.fragments.get(fragment)) {
                        all.push((table.name.clone(), skeleton, machine));
                    }
                }
                all
            };
            self.operations.iter().map(|(_, fragment)| of(*fragment)).collect()
        };
        let by_architecture: BTreeMap<Architecture, _> =
            Architecture::ALL.into_iter().map(|architecture| (architecture, rows(architecture))).collect();
        let of = |number: usize| {
            let rows = &by_architecture[&profiles[number].architecture];
            let one = |((_, fragment), rows): (&(Checked, FragmentId), &Vec<RowEffect>)| {
                self.one(&profiles[number], ProfileId::from_number(number as u32), *fragment, code, rows)
            };
            self.operations.iter().zip(rows).map(one).collect()
        };
        (0..profiles.len()).map(of).collect()
    }

    fn one(
        &self,
        of: &Profile,
        profile: ProfileId,
        fragment: FragmentId,
        code: &Classes,
        rows: &[RowEffect],
    ) -> Conformance {
        let bodies = code.code_of(profile, fragment);
        if bodies.is_empty() {
            let gap = code.gaps.iter().find(|gap| gap.profile == profile && gap.fragment == fragment);
            return Conformance::Unknown(gap.map_or_else(|| "no code".to_owned(), |gap| gap.reason.clone()));
        }
        if rows.is_empty() {
            return Conformance::NotInTables;
        }
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (_, body) in &bodies {
            // A row that relies on a stronger machine is none for code that runs elsewhere too.
            let machine = of.architecture.machine(&body.extensions);
            let is_as = |(_, row, needed): &&RowEffect| *row == body.skeleton && *needed <= machine;
            let matching: Vec<&String> = rows.iter().filter(is_as).map(|(name, ..)| name).collect();
            // One of several ways chosen at run time that fits no row is enough: it may be the one that is taken.
            if matching.is_empty() {
                return Conformance::Other { code: code_text(body), effect: body.skeleton.clone() };
            }
            names.extend(matching.into_iter().take(1).cloned());
        }
        Conformance::Row(names.into_iter().collect())
    }

    /// A mapping table of what a profile does. Operations that it has no code for are left out and given as reasons.
    pub fn table(&self, profiles: &[Profile], number: usize, code: &Classes) -> (MappingTable, Vec<String>) {
        let profile = &profiles[number];
        let id = ProfileId::from_number(number as u32);
        let mut rows = Vec::new();
        let mut missing = Vec::new();
        for (checked, fragment) in self.operations.iter().filter(|(checked, _)| !checked.is_unused_variant()) {
            // Code that chooses at run time has two ways, and a row one: that of a machine without what is asked for, which runs on both.
            let ways = code.code_of(id, *fragment);
            let Some((member, body)) =
                ways.into_iter().min_by_key(|(member, _)| (member.has_extension, member.variant))
            else {
                missing.push(format!("{checked}"));
                continue;
            };
            let asks = member.has_extension.is_some() || member.variant.is_some();
            let note = asks.then_some("as on a machine without the extension that it asks for at run time");
            let (order, failure) = match checked.order.split_once(',') {
                Some((order, failure)) => (order, Some(OneOrMore::One(failure.to_owned()))),
                None => (checked.order.as_str(), None),
            };
            rows.push(Row {
                operation: OneOrMore::One(checked.operation.name().to_owned()),
                order: OneOrMore::One(order.to_owned()),
                failure,
                size: (checked.width > 0).then_some(OneOrMore::One(checked.width)),
                code: Vec::new(),
                function: Some(code_text(body)),
                note: note.map(str::to_owned),
            });
        }
        let source = match &profile.origin {
            Origin::Compiler(compiler) => compiler.shown(),
            Origin::Table(table) => table.source.clone(),
        };
        // Of the extensions that machines are distinguished by, those that instructions show need not be said.
        let extension = match &profile.origin {
            Origin::Compiler(_) => None,
            Origin::Table(table) => table.extension,
        };
        let (name, architecture) = (profile.name.clone(), profile.architecture);
        (MappingTable { name, architecture, source, file: None, extension, rows }, missing)
    }
}

impl Checked {
    /// Whether it is there only to see what an unused result changes.
    fn is_unused_variant(&self) -> bool {
        !self.is_used && !matches!(self.operation, OperationKind::Store | OperationKind::Fence)
    }
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.operation.name())?;
        if self.width > 0 {
            write!(f, " {}", self.width)?;
        }
        write!(f, " {}", self.order)?;
        if self.is_unused_variant() { f.write_str(" (result unused)") } else { Ok(()) }
    }
}

/// The lines of a body, the label `end` behind them where it is named.
fn code_text(body: &Body) -> Vec<String> {
    let mut all = body.text();
    if body.lines.iter().any(|line| matches!(line, BodyLine::Instruction(text) if text.contains("@0@"))) {
        all.push("end:".to_owned());
    }
    all
}

/// Tests that mix an operation with a table's: classical shapes, for each width. What they bound is what [`Checks`] says of compatibility.
pub fn shapes() -> Vec<(String, String)> {
    TYPES.into_iter().flat_map(|(width, ctype)| Shapes { width, ctype }.all()).collect()
}

/// The shapes of one width.
struct Shapes {
    width: u16,
    ctype: &'static str,
}

const SC: &str = "seq_cst";

impl Shapes {
    fn all(&self) -> Vec<(String, String)> {
        let mut all = self.store_buffering();
        all.extend(self.compare_exchanges());
        all.extend(self.message_passing());
        all.push(self.independent_reads());
        all
    }

    /// A test; `z` holds the value that compare-exchanges expect.
    fn shape(&self, name: &str, z: u32, threads: &[Vec<String>], condition: &str) -> (String, String) {
        let (name, ctype) = (format!("{name}-{}", self.width), self.ctype);
        let mut text = format!("C {name}\n{{ [x]=0; [y]=0; [z]={z}; }}\n");
        for (number, lines) in threads.iter().enumerate() {
            let parameters = format!("_Atomic {ctype} *x, _Atomic {ctype} *y, _Atomic {ctype} *z");
            let _ = writeln!(text, "P{number}({parameters}) {{ {} }}", lines.join(" "));
        }
        let _ = writeln!(text, "exists ({condition})");
        (name, text)
    }

    fn store(&self, x: &str, order: &str) -> String {
        format!("atomic_store_explicit({x}, 1, memory_order_{order});")
    }

    fn load(&self, r: &str, x: &str, order: &str) -> String {
        format!("{} {r} = atomic_load_explicit({x}, memory_order_{order});", self.ctype)
    }

    fn add(&self, r: &str, x: &str, order: &str) -> String {
        format!("{} {r} = atomic_fetch_add_explicit({x}, 1, memory_order_{order});", self.ctype)
    }

    /// A compare-exchange; `e` holds what it expects before, and what it has found behind it where that is something else.
    fn compare_exchange(&self, x: &str) -> String {
        format!("atomic_compare_exchange_strong_explicit({x}, &e, 1, memory_order_{SC}, memory_order_{SC});")
    }

    fn store_buffering(&self) -> Vec<(String, String)> {
        let exchange = |x: &str| format!("atomic_exchange_explicit({x}, 1, memory_order_{SC});");
        let both = r"0:r0=0 /\ 1:r0=0";
        let threads = |first: [String; 2]| {
            let [one, other] = first;
            [vec![one, self.load("r0", "y", SC)], vec![other, self.load("r0", "x", SC)]]
        };
        vec![
            self.shape("SB", 0, &threads([self.store("x", SC), self.store("y", SC)]), both),
            self.shape("SB+xchg", 0, &threads([exchange("x"), exchange("y")]), both),
            self.shape("SB+add", 0, &threads([self.add("r1", "x", SC), self.store("y", SC)]), both),
        ]
    }

    /// Compare-exchanges that succeed in place of the stores of store buffering, and some that fail in place of its loads.
    fn compare_exchanges(&self) -> Vec<(String, String)> {
        let expected = || self.load("e", "z", "relaxed");
        let succeeds = |x: &str, y: &str| vec![expected(), self.compare_exchange(x), self.load("r0", y, SC)];
        let fails = |x: &str, y: &str| vec![expected(), self.store(x, SC), self.compare_exchange(y)];
        vec![
            self.shape("SB+cas", 0, &[succeeds("x", "y"), succeeds("y", "x")], r"0:r0=0 /\ 1:r0=0"),
            self.shape("SB+cas-fails", 5, &[fails("x", "y"), fails("y", "x")], r"0:e=0 /\ 1:e=0"),
        ]
    }

    fn message_passing(&self) -> Vec<(String, String)> {
        let fence = |order: &str| format!("atomic_thread_fence(memory_order_{order});");
        let exchange = "atomic_exchange_explicit(y, 2, memory_order_release);".to_owned();
        let get = |read: String| vec![read, self.load("r1", "x", "relaxed")];
        let behind_fence = [
            vec![self.store("x", "relaxed"), fence("release"), self.store("y", "relaxed")],
            vec![exchange, fence("acquire"), self.load("r0", "x", "relaxed")],
        ];
        let passed = |flag: String, read: String| [vec![self.store("x", "relaxed"), flag], get(read)];
        let lost = r"1:r0=1 /\ 1:r1=0";
        vec![
            self.shape("MP", 0, &passed(self.store("y", "release"), self.load("r0", "y", "acquire")), lost),
            self.shape("MP+add", 0, &passed(self.add("r0", "y", "release"), self.add("r0", "y", "acquire")), lost),
            self.shape("MP+xchg+fence", 0, &behind_fence, r"1:r0=0 /\ [y]=2"),
        ]
    }

    fn independent_reads(&self) -> (String, String) {
        let read = |one: &str, other: &str| vec![self.load("r0", one, SC), self.load("r1", other, SC)];
        let threads = [vec![self.store("x", SC)], vec![self.store("y", SC)], read("x", "y"), read("y", "x")];
        self.shape("IRIW", 0, &threads, r"2:r0=1 /\ 2:r1=0 /\ 3:r0=1 /\ 3:r1=0")
    }
}
