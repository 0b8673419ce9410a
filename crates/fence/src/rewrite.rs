//! Fences into the text: edits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use arch::kernel::{FULL_BARRIER, READ_BARRIER, WRITE_BARRIER};
use arch::{Dialect, FenceKind, Model, Pairs};
use cprog::ir::{FileId, Order};

use crate::accesses::{self, Site};
use crate::analysis::Analysis;
use crate::dependencies::{Dependency, Target};
use crate::language::Language;
use crate::regions::{Region, RegionKind};
use crate::slots::Slot;
use crate::tokens::{TokenKind, tokens};
use crate::written_out::WrittenOut;

/// The dialect of a text: what it uses or includes.
pub fn dialect(text: &str) -> Dialect {
    if calls_linux_fences(text) {
        Dialect::Linux
    } else if text.contains("<stdatomic.h>") {
        Dialect::C11
    } else if text.contains("#include <atomic>") {
        Dialect::Cxx
    } else {
        Dialect::Gnu
    }
}

/// Whether a text calls a fence of Linux. Names that only end so (`cmm_smp_mb` of liburcu), and comments, do not say that the program has `smp_mb`: C would take it for a function that
/// is defined elsewhere.
fn calls_linux_fences(text: &str) -> bool {
    calls(text, &arch::kernel::is_barrier)
}

/// Whether a text calls something of such a name.
fn calls(text: &str, is_meant: &dyn Fn(&str) -> bool) -> bool {
    let tokens = tokens(text);
    tokens.windows(2).any(|pair| is_meant(&text[pair[0].start..pair[0].end]) && pair[1].kind == TokenKind::Other(b'('))
}

/// What begins a statement expression where compilers refuse GNU's extensions, too (`-pedantic -Werror`).
const STATEMENT_EXPRESSION: &str = "__extension__ ({ ";

/// How fences are written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The fences.
    pub dialect: Dialect,
    /// What is around them.
    pub language: Language,
    /// Whether the text has `smp_rmb`, and that orders reads with later writes, too, on the machine that is asked about.
    pub has_read_barrier: bool,
    /// Whether there is `smp_wmb`: a file that defines `smp_mb` itself has no others than it defines.
    pub has_write_barrier: bool,
}

impl Writing {
    /// That of a file.
    pub fn of(path: &Path, text: &str) -> Writing {
        Writing {
            dialect: dialect(text),
            language: Language::of(path, text),
            has_read_barrier: false,
            has_write_barrier: true,
        }
    }
}

impl Writing {
    /// The same for a model: what its `smp_rmb` orders is known.
    fn under(self, model: Model, text: &str) -> Writing {
        let code = model.architecture().and_then(|own| own.kernel.iter().find(|code| code.name == READ_BARRIER.name));
        let barrier = code.and_then(|code| model.barrier(&code.code.first()?.to_ascii_lowercase()));
        let orders_all = barrier.is_some_and(|barrier| barrier.pairs.contains(Pairs::READ_ANY));
        let defines = |name: &str| text.contains(&format!("define {name}"));
        let has = |wanted: &str| defines(wanted) || calls(text, &|name| name == wanted);
        let has_write_barrier = !defines(FULL_BARRIER.name) || has(WRITE_BARRIER.name);
        Writing { has_read_barrier: orders_all && has(READ_BARRIER.name), has_write_barrier, ..self }
    }

    /// A fence as an expression without value.
    fn fence(self, kind: FenceKind) -> &'static str {
        match (self.dialect, kind) {
            (Dialect::Linux, FenceKind::Load) if self.has_read_barrier => READ_BARRIER.call,
            (Dialect::Linux, FenceKind::Store) if !self.has_write_barrier => FULL_BARRIER.call,
            (dialect, kind) => dialect.fence(kind),
        }
    }
}

/// The text of a file with what an analysis changes in it; none when that is nothing. `written_out`: where the text differs from the original; macros that were written out for nothing
/// are put back.
pub fn rewritten(
    analysis: &Analysis,
    file: FileId,
    text: &str,
    written_out: Option<&WrittenOut>,
    writing: Writing,
) -> Option<String> {
    let slots = &analysis.found.slots;
    let writing = writing.under(analysis.aeg.options.model, text);
    let fences: Vec<(Slot, FenceKind)> = analysis
        .placement
        .fences
        .iter()
        .filter(|fence| slots[fence.slot].file == file)
        .map(|fence| (slots[fence.slot], fence.kind))
        .collect();
    let removed: Vec<Region> =
        analysis.removable.iter().filter(|fence| fence.file == file).map(|fence| fence.region).collect();
    let stronger = analysis.placement.stronger.iter().map(|stronger| &stronger.upgrade);
    let stronger = stronger.map(|upgrade| (upgrade.file, &upgrade.site, upgrade.order));
    let relaxed = analysis.relaxed.iter().map(|(file, site)| (*file, site, Order::Relaxed));
    let orders: Vec<(Site, Order)> =
        stronger.chain(relaxed).filter(|(at, ..)| *at == file).map(|(_, site, order)| (site.clone(), order)).collect();
    let dependent = analysis.placement.dependent.iter().filter_map(|dependent| dependent.dependency.as_ref());
    let dependencies: Vec<Dependency> = dependent.filter(|dependency| dependency.file == file).cloned().collect();
    let changes =
        Changes { fences: &fences, removed: &removed, orders: &orders, dependencies: &dependencies, restored: &[] };
    let is_changed = !fences.is_empty() || !removed.is_empty() || !orders.is_empty() || !dependencies.is_empty();
    if !is_changed {
        return None;
    }
    let Some(written_out) = written_out else { return Some(change(text, &changes, writing)) };
    let original = |range: &Range<usize>| &written_out.original[range.clone()];
    let needless = written_out.pieces.iter().filter(|(piece, _)| !changes.touch(piece));
    let restored: Vec<(Range<usize>, &str)> = needless.map(|(piece, range)| (piece.clone(), original(range))).collect();
    Some(change(text, &Changes { restored: &restored, ..changes }, writing))
}

/// Text to put in at an offset. Of several at one offset, those with the lower rank stand first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Insertion {
    offset: usize,
    rank: i64,
    text: String,
}

/// The text with fences in slots.
pub fn insert(text: &str, fences: &[(Slot, FenceKind)], writing: Writing) -> String {
    change(text, &Changes { fences, ..Changes::default() }, writing)
}

/// What goes of the text when a statement goes: its line, if it stands there alone.
fn extent(text: &str, statement: &Region) -> Range<usize> {
    let rest = &text[statement.end..];
    let line_end = rest.find('\n').map_or(rest.len(), |end| end + 1);
    match indentation(text, statement.start) {
        Some(blanks) if rest[..line_end].trim().is_empty() && statement.kind == RegionKind::Statement => {
            statement.start - blanks.len()..statement.end + line_end
        }
        _ => statement.start..statement.end,
    }
}

/// What is written around one piece, from the innermost to the outermost.
#[derive(Clone, Copy)]
enum Layer {
    /// An address that depends on something.
    Address,
    /// An order.
    Order,
    /// What takes a value for a dependency.
    Value,
    /// A fence behind it.
    Behind,
    /// A fence before it.
    Before,
}

/// How far out something stands that is written around a piece: longer pieces are further out.
fn nesting(range: &Range<usize>, layer: Layer) -> i64 {
    8 * (range.end - range.start) as i64 + layer as i64
}

/// Writes dependencies: a variable at the beginning of the function, which the read sets to a 0 that is computed of its value, and which is added to addresses.
fn write_dependencies(text: &str, dependencies: &[Dependency], insertions: &mut Vec<Insertion>) {
    let mut around = |range: &Range<usize>, layer: Layer, before: String, behind: String| {
        let nesting = nesting(range, layer);
        insertions.push(Insertion { offset: range.start, rank: (1 << 40) - nesting, text: before });
        insertions.push(Insertion { offset: range.end, rank: nesting - (1 << 40), text: behind });
    };
    let reads: BTreeMap<(usize, usize), usize> = dependencies
        .iter()
        .map(|dependency| (dependency.read.start, dependency.read.end))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .zip(0..)
        .collect();
    let number = |dependency: &Dependency| reads[&(dependency.read.start, dependency.read.end)];
    let mut declared: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut added: BTreeMap<(usize, usize), (&Target, BTreeSet<usize>)> = BTreeMap::new();
    for dependency in dependencies {
        let range = dependency.target.range();
        declared.entry(dependency.body).or_default().insert(number(dependency));
        let known = added.entry((range.start, range.end)).or_insert((&dependency.target, BTreeSet::new()));
        known.1.insert(number(dependency));
    }
    for ((start, end), number) in &reads {
        let (value, copy) = (format!("lakmus_read_{number}"), format!("lakmus_copy_{number}"));
        // The copy is whatever a compiler does not know, so that it cannot compute the 0 itself.
        let behind = format!(
            "; __auto_type {copy} = {value}; __asm__(\"\" : \"+r\"({copy})); lakmus_zero_{number} = (unsigned long){value} ^ (unsigned long){copy}; {value}; }})"
        );
        around(&(*start..*end), Layer::Value, format!("{STATEMENT_EXPRESSION}__auto_type {value} = "), behind);
    }
    for (target, numbers) in added.values() {
        let range = target.range();
        let piece = &text[range.clone()];
        let sum: String = numbers.iter().map(|number| format!(" + lakmus_zero_{number}")).collect();
        let (before, behind) = match target {
            Target::Lvalue(_) => (format!("(*(__typeof__({piece}) *)((char *)&("), format!("){sum}))")),
            Target::Pointer(_) => (format!("((__typeof__({piece}))((char *)("), format!("){sum}))")),
        };
        around(range, Layer::Address, before, behind);
    }
    for (body, numbers) in declared {
        let variables: Vec<String> = numbers.iter().map(|number| format!("lakmus_zero_{number} = 0")).collect();
        // Behind the brace, before whatever else begins there.
        insertions.push(Insertion {
            offset: body,
            rank: i64::MIN,
            text: format!(" unsigned long {};", variables.join(", ")),
        });
    }
}

/// Writes the order of an access: over the old one, or around an lvalue or an assignment, as a call of the compiler's function.
fn write_order(text: &str, site: &Site, order: Order, insertions: &mut Vec<Insertion>, gone: &mut Vec<Range<usize>>) {
    let mut around = |range: &Range<usize>, function: &str| {
        // Inside of all fences that are put around the same piece.
        let nesting = nesting(range, Layer::Order);
        let open = format!("{function}(&");
        insertions.push(Insertion { offset: range.start, rank: (1 << 40) - nesting, text: open });
        let close = format!(", {})", accesses::name(order, None));
        insertions.push(Insertion { offset: range.end, rank: nesting - (1 << 40), text: close });
    };
    match site {
        Site::Order(range) => {
            let new = accesses::name(order, Some(&text[range.clone()]));
            insertions.push(Insertion { offset: range.start, rank: i64::MAX, text: new });
            gone.push(range.clone());
        }
        Site::Load(range) => around(range, "__atomic_load_n"),
        Site::Once(name, lvalue) => {
            insertions.push(Insertion {
                offset: name.start,
                rank: i64::MAX,
                text: accesses::of_kernel(order).to_owned(),
            });
            insertions.push(Insertion { offset: lvalue.start, rank: i64::MAX, text: "&".to_owned() });
            gone.push(name.clone());
        }
        Site::Store(range, equals) => {
            around(range, "__atomic_store_n");
            let lvalue = text[range.start..*equals].trim_end().len();
            insertions.push(Insertion { offset: *equals, rank: i64::MAX, text: ",".to_owned() });
            gone.push(range.start + lvalue..equals + 1);
        }
    }
}

/// What is changed in a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'c> {
    /// Fences, and their slots.
    pub fences: &'c [(Slot, FenceKind)],
    /// Statements that are fences and go.
    pub removed: &'c [Region],
    /// New orders of accesses. Of several at one place, the one that is as strong as all together is written.
    pub orders: &'c [(Site, Order)],
    /// Dependencies.
    pub dependencies: &'c [Dependency],
    /// Pieces that get another text, and hold nothing else that is changed.
    pub restored: &'c [(Range<usize>, &'c str)],
}

impl Changes<'_> {
    /// Whether something is changed within a piece, not only around it.
    fn touch(&self, piece: &Range<usize>) -> bool {
        let within = |offset: usize| piece.start < offset && offset < piece.end;
        let overlaps = |range: &Range<usize>| range.start < piece.end && piece.start < range.end;
        let orders = self.orders.iter().map(|(site, _)| match site {
            Site::Order(range) | Site::Load(range) | Site::Store(range, _) => range.clone(),
            Site::Once(name, lvalue) => name.start..lvalue.end,
        });
        // A fence beside a statement stands at one end of it; elsewhere something is written at both.
        let is_within = |(slot, _): &(Slot, FenceKind)| match (slot.region.kind, slot.behind) {
            (RegionKind::Statement, false) => within(slot.region.start),
            (RegionKind::Statement, true) => within(slot.region.end),
            (RegionKind::Body | RegionKind::Value | RegionKind::Discarded, _) => {
                within(slot.region.start) || within(slot.region.end)
            }
        };
        self.fences.iter().any(is_within)
            || self.removed.iter().any(|region| overlaps(&(region.start..region.end)))
            || orders.into_iter().any(|range| overlaps(&range))
            || self.dependencies.iter().any(|dependency| {
                overlaps(&dependency.read) || overlaps(dependency.target.range()) || within(dependency.body)
            })
    }
}

/// The weakest order that is as strong as two.
fn join(one: Order, other: Order) -> Order {
    match (one, other) {
        (Order::Acquire, Order::Release) | (Order::Release, Order::Acquire) => Order::AcquireRelease,
        _ => one.max(other),
    }
}

/// The text with changes. Nested edits keep their nesting: at one offset, what opens further out stands first, what closes
/// further out last.
pub fn change(text: &str, changes: &Changes, writing: Writing) -> String {
    let Changes { fences, removed, orders, dependencies, restored } = *changes;
    let mut insertions: Vec<Insertion> = Vec::new();
    for (number, (slot, kind)) in fences.iter().enumerate() {
        edits(text, *slot, writing.fence(*kind), writing.language, number, &mut insertions);
    }
    let mut gone: Vec<Range<usize>> = removed.iter().map(|statement| extent(text, statement)).collect();
    let mut at_sites: BTreeMap<&Site, Order> = BTreeMap::new();
    for (site, order) in orders {
        let known = at_sites.entry(site).or_insert(*order);
        *known = join(*known, *order);
    }
    for (site, order) in at_sites {
        write_order(text, site, order, &mut insertions, &mut gone);
    }
    write_dependencies(text, dependencies, &mut insertions);
    for (range, original) in restored {
        insertions.push(Insertion { offset: range.start, rank: i64::MAX, text: (*original).to_owned() });
        gone.push(range.clone());
    }
    gone.sort_by_key(|range| range.start);
    for statement in removed.iter().filter(|statement| statement.kind == RegionKind::Body) {
        // An `if` or a loop needs a statement all the same.
        insertions.push(Insertion { offset: statement.start, rank: i64::MAX, text: ";".to_owned() });
    }
    insertions.sort();
    let mut result = String::with_capacity(text.len() + 64 * fences.len());
    let (mut at, mut gone) = (0, gone.into_iter().peekable());
    let mut copy = |result: &mut String, at: &mut usize, until: usize| {
        while let Some(range) = gone.next_if(|range| range.start < until) {
            result.push_str(&text[*at..range.start.max(*at)]);
            *at = range.end.max(*at);
        }
        if *at < until {
            result.push_str(&text[*at..until]);
            *at = until;
        }
    };
    for insertion in insertions {
        copy(&mut result, &mut at, insertion.offset);
        result.push_str(&insertion.text);
    }
    copy(&mut result, &mut at, text.len());
    result
}

/// The blanks that begin the line of an offset, when nothing else stands before it there.
fn indentation(text: &str, offset: usize) -> Option<&str> {
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &text[line..offset];
    before.bytes().all(|byte| byte == b' ' || byte == b'\t').then_some(before)
}

fn edits(text: &str, slot: Slot, fence: &str, language: Language, number: usize, insertions: &mut Vec<Insertion>) {
    let region = slot.region;
    // What opens at an offset stands behind what closes there, the longer region first; what closes, the shorter first. A fence before a region is
    // outside of one behind it.
    let layer = if slot.behind { Layer::Behind } else { Layer::Before };
    let nesting = nesting(&(region.start..region.end), layer);
    // More than any text is long, so that all that closes comes before all that opens.
    let close = nesting - (1 << 40);
    let mut open = |text: String| insertions.push(Insertion { offset: region.start, rank: (1 << 40) - nesting, text });
    match (region.kind, slot.behind) {
        (RegionKind::Statement, false) => match indentation(text, region.start) {
            Some(blanks) => open(format!("{fence};\n{blanks}")),
            None => open(format!("{fence}; ")),
        },
        (RegionKind::Statement, true) => {
            let line_ends =
                text[region.end..].bytes().find(|byte| !matches!(byte, b' ' | b'\t')).is_none_or(|byte| byte == b'\n');
            let added = match indentation(text, region.start) {
                Some(blanks) if line_ends => format!("\n{blanks}{fence};"),
                _ => format!(" {fence};"),
            };
            insertions.push(Insertion { offset: region.end, rank: close, text: added });
        }
        (RegionKind::Body, false) => {
            open(format!("{{ {fence}; "));
            insertions.push(Insertion { offset: region.end, rank: close, text: " }".to_owned() });
        }
        (RegionKind::Body, true) => {
            open("{ ".to_owned());
            insertions.push(Insertion { offset: region.end, rank: close, text: format!(" {fence}; }}") });
        }
        (RegionKind::Value | RegionKind::Discarded, false) => {
            open(format!("({fence}, "));
            insertions.push(Insertion { offset: region.end, rank: close, text: ")".to_owned() });
        }
        (RegionKind::Discarded, true) => {
            insertions.push(Insertion { offset: region.end, rank: close, text: format!(", {fence}") });
        }
        (RegionKind::Value, true) => {
            let name = format!("lakmus_value_{number}");
            let (before, behind) = language.declaration(&name);
            open(format!("{STATEMENT_EXPRESSION}{before}"));
            insertions.push(Insertion {
                offset: region.end,
                rank: close,
                text: format!("{behind}; {fence}; {name}; }})"),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::macros::Macros;
    use crate::regions::regions;

    const WRITING: Writing =
        Writing { dialect: Dialect::Gnu, language: Language::C, has_read_barrier: false, has_write_barrier: true };

    fn with_fence(text: &str, piece: &str, behind: bool) -> String {
        let region = regions(text, &Macros::default())
            .into_iter()
            .find(|region| &text[region.start..region.end] == piece)
            .expect("such a region");
        let slot = Slot { file: FileId::from_number(0), region, behind };
        insert(text, &[(slot, FenceKind::Full)], WRITING)
    }

    #[test]
    fn fences_of_linux_are_written_only_where_there_are_such() {
        assert_eq!(dialect("void f(void) { x = 1; smp_wmb(); y = 1; }"), Dialect::Linux);
        let of_liburcu = "/* pairs with smp_mb() */ void f(void) { x = 1; cmm_smp_mb(); urcu_smp_mb_slave(); }";
        assert_eq!(dialect(of_liburcu), Dialect::Gnu);
        assert_eq!(dialect("#include <stdatomic.h>\nvoid f(void) { cmm_smp_mb(); }"), Dialect::C11);
    }

    #[test]
    fn fences_go_where_the_grammar_lets_them() {
        let text = "void f() {\n  x = 1;\n  while (a && b) y = x;\n}\n";
        assert_eq!(
            with_fence(text, "x = 1;", false),
            "void f() {\n  __sync_synchronize();\n  x = 1;\n  while (a && b) y = x;\n}\n"
        );
        assert_eq!(
            with_fence(text, "x = 1;", true),
            "void f() {\n  x = 1;\n  __sync_synchronize();\n  while (a && b) y = x;\n}\n"
        );
        assert_eq!(
            with_fence(text, "y = x;", false),
            "void f() {\n  x = 1;\n  while (a && b) { __sync_synchronize(); y = x; }\n}\n"
        );
        assert_eq!(
            with_fence(text, "b", false),
            "void f() {\n  x = 1;\n  while (a && (__sync_synchronize(), b)) y = x;\n}\n"
        );
        assert!(with_fence(text, "x", true).contains(
            "y = __extension__ ({ __auto_type lakmus_value_0 = x; __sync_synchronize(); lakmus_value_0; });"
        ));
    }

    #[test]
    fn orders_are_written_around_plain_accesses() {
        let text = "void f() { p->x = y; while (a) ; }";
        let at = |piece: &str| text.find(piece).expect("such a piece");
        let orders = [
            (Site::Store(at("p->x")..at("; while"), at("= y")), Order::Release),
            (Site::Load(at("p->")..at("->x")), Order::Relaxed),
            (Site::Load(at("y;")..at("; while")), Order::Relaxed),
            (Site::Load(at("a)")..at(") ;")), Order::Acquire),
            (Site::Load(at("a)")..at(") ;")), Order::Relaxed),
        ];
        let new = change(text, &Changes { orders: &orders, ..Changes::default() }, WRITING);
        assert_eq!(
            new,
            "void f() { __atomic_store_n(&__atomic_load_n(&p, __ATOMIC_RELAXED)->x, __atomic_load_n(&y, __ATOMIC_RELAXED), \
             __ATOMIC_RELEASE); while (__atomic_load_n(&a, __ATOMIC_ACQUIRE)) ; }"
        );
    }

    #[test]
    fn statements_go_with_their_lines() {
        let text = "void f() {\n  x = 1;\n  fence();\n  y = 2; fence();\n  if (x) fence();\n}\n";
        let all = regions(text, &Macros::default());
        let removed: Vec<Region> =
            all.into_iter().filter(|region| &text[region.start..region.end] == "fence();").collect();
        assert_eq!(removed.len(), 3);
        let new = change(text, &Changes { removed: &removed, ..Changes::default() }, WRITING);
        assert_eq!(new, "void f() {\n  x = 1;\n  y = 2; \n  if (x) ;\n}\n");
    }

    #[test]
    fn what_holds_no_change_gets_its_text_back() {
        let text = "void f() { p -> a = 1 ; p -> b; q -> a = 1 ; q -> b; }";
        let region = |piece: &str| {
            regions(text, &Macros::default()).into_iter().find(|region| &text[region.start..region.end] == piece)
        };
        let slot = |piece: &str, behind| {
            (
                Slot { file: FileId::from_number(0), region: region(piece).expect("such a region"), behind },
                FenceKind::Full,
            )
        };
        let fences = [slot("p -> a = 1 ;", true), slot("q -> a = 1 ;", false)];
        let pieces = ["p -> a = 1 ; p -> b", "q -> a = 1 ; q -> b"].map(|piece| {
            let at = text.find(piece).expect("such a piece");
            at..at + piece.len()
        });
        let changes = Changes { fences: &fences, ..Changes::default() };
        assert_eq!(pieces.clone().map(|piece| changes.touch(&piece)), [true, false]);
        let restored = [(pieces[1].clone(), "BOTH(q)")];
        assert_eq!(
            change(text, &Changes { restored: &restored, ..changes }, WRITING),
            "void f() { p -> a = 1 ; __sync_synchronize(); p -> b; __sync_synchronize(); BOTH(q); }"
        );
    }

    #[test]
    fn fences_before_and_behind_one_region_nest() {
        let text = "void f() { while (a) ; }";
        let region = regions(text, &Macros::default())
            .into_iter()
            .find(|region| &text[region.start..region.end] == "a")
            .expect("such a region");
        let slot = |behind| (Slot { file: FileId::from_number(0), region, behind }, FenceKind::Full);
        for fences in [[slot(false), slot(true)], [slot(true), slot(false)]] {
            let new = insert(text, &fences, WRITING);
            assert!(new.contains("while ((__sync_synchronize(), __extension__ ({ __auto_type "), "{new}");
            assert!(new.contains("; }))) ;"), "{new}");
        }
    }
}
