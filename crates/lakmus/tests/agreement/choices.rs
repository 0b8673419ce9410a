//! What may be added to a shape: orders of C11, fences, barriers of the architecture, dependencies, the kernel's primitives.

use std::collections::BTreeSet;

use crate::program::{Access, Dependent, Operation, Order, Program, Step};
use crate::targets::Target;

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}

/// A way to add to shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Each access has an order of C11.
    Orders,
    /// A fence of C11 between accesses.
    Fences,
    /// A barrier of the architecture between accesses.
    Barriers,
    /// Dependencies between accesses, with a barrier behind some branches.
    Dependencies,
    /// The kernel's accesses and barriers, as instructions.
    Kernel,
    /// All of these.
    Mixtures,
}

pub(crate) const FAMILIES: [Family; 6] =
    [Family::Orders, Family::Fences, Family::Barriers, Family::Dependencies, Family::Kernel, Family::Mixtures];

/// What a place of a program may hold: what stands before an access, and the access.
type Alternatives = Vec<Vec<Step>>;

/// How many mixtures a shape has, of those that chance decides on.
const MIXTURES: usize = 400;

impl Family {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Family::Orders => "orders",
            Family::Fences => "fences",
            Family::Barriers => "barriers",
            Family::Dependencies => "dependencies",
            Family::Kernel => "kernel",
            Family::Mixtures => "mixtures",
        }
    }

    /// The programs of a shape for a target: all of them, or, where there are more than `most`, as many by chance.
    pub(crate) fn programs(self, shape: &Program, target: &Target, most: usize, random: &mut Random) -> Vec<Program> {
        let places: Vec<Vec<Alternatives>> =
            shape.threads.iter().map(|thread| self.alternatives(thread, target)).collect();
        let count = places.iter().flatten().map(Vec::len).try_fold(1_usize, usize::checked_mul);
        let most = if self == Family::Mixtures { most.min(MIXTURES) } else { most };
        let program = |choose: &mut dyn FnMut(usize) -> usize| {
            let thread = |places: &Vec<Alternatives>| {
                places.iter().flat_map(|place| place[choose(place.len())].clone()).collect::<Vec<Step>>()
            };
            Program { threads: places.iter().map(thread).collect() }
        };
        let mut seen = BTreeSet::new();
        let mut programs = Vec::new();
        let mut keep = |program: Program| {
            if seen.insert(program.to_string()) && target.writes(&program) {
                programs.push(program);
            }
        };
        match count.filter(|count| *count <= most) {
            Some(count) => {
                for number in 0..count {
                    let mut rest = number;
                    keep(program(&mut |bound| {
                        let choice = rest % bound;
                        rest /= bound;
                        choice
                    }));
                }
            }
            None => (0..most).for_each(|_| keep(program(&mut |bound| random.below(bound)))),
        }
        programs
    }

    /// For each access of a thread what may be there.
    fn alternatives(self, thread: &[Step], target: &Target) -> Vec<Alternatives> {
        let mut reads = 0;
        let mut places = Vec::new();
        for (number, step) in thread.iter().enumerate() {
            let access = *step.access().expect("a shape has accesses only");
            let between = if number == 0 { vec![Vec::new()] } else { self.between(target, reads) };
            let accesses = self.accesses(access, target, reads);
            let both = between.iter().flat_map(|before| {
                accesses.iter().map(move |access| before.iter().chain(access).cloned().collect::<Vec<Step>>())
            });
            places.push(both.collect());
            reads += usize::from(access.operation.reads());
        }
        places
    }

    /// What may stand before an access, of whose thread there were so many reads.
    fn between(self, target: &Target, reads: usize) -> Alternatives {
        let mut all = vec![Vec::new()];
        let fences = [Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst];
        let fences = fences.into_iter().map(|order| vec![Step::Fence(order)]);
        let barriers = || target.barriers().iter().map(|text| vec![Step::Barrier(text.clone())]);
        match self {
            Family::Orders => {}
            Family::Fences => all.extend(fences),
            Family::Barriers => all.extend(barriers()),
            Family::Dependencies => {
                if let Some(last) = reads.checked_sub(1) {
                    all.push(vec![Step::Branch(last)]);
                    all.extend(
                        target.after_branch().into_iter().map(|text| vec![Step::Branch(last), Step::Barrier(text)]),
                    );
                }
            }
            Family::Kernel => {
                let steps = |texts: Vec<String>| texts.into_iter().map(Step::Barrier).collect();
                all.extend(target.kernel_barriers().into_iter().map(steps));
            }
            Family::Mixtures => {
                all.extend(fences);
                all.extend(barriers());
                if let Some(last) = reads.checked_sub(1) {
                    all.extend([vec![Step::Branch(last)], vec![Step::Branch(0)]]);
                }
                // Mostly there is nothing.
                let nothing = vec![Vec::new(); all.len()];
                all.extend(nothing);
            }
        }
        all
    }

    /// The forms of an access, with what belongs to it before and behind.
    fn accesses(self, access: Access, target: &Target, reads: usize) -> Alternatives {
        let with = |order: Order| Access { order, ..access };
        let plain = if access.operation.is_update() { Order::Relaxed } else { Order::Plain };
        let mut all = vec![vec![Step::Access(with(plain))]];
        let orders = access.operation.orders().iter().map(|order| vec![Step::Access(with(*order))]);
        match self {
            Family::Orders => all = orders.collect(),
            Family::Fences | Family::Barriers => {}
            Family::Dependencies => all.extend(dependent(with(plain), reads)),
            Family::Kernel => {
                let around = |name: &str| {
                    let around = target.kernel_access(name);
                    let order = if around.order == Order::Plain { plain } else { around.order };
                    let before = around.before.into_iter().map(Step::Barrier);
                    let behind = around.behind.into_iter().map(Step::Barrier);
                    before.chain([Step::Access(with(order))]).chain(behind).collect::<Vec<Step>>()
                };
                match access.operation {
                    Operation::Write(_) => all.push(around("smp_store_release")),
                    Operation::Read => all.push(around("smp_load_acquire")),
                    Operation::Exchange(_) | Operation::Add(_) | Operation::CompareExchange { .. } => {}
                }
            }
            Family::Mixtures => {
                all.extend(orders);
                all.extend(dependent(with(plain), reads));
            }
        }
        all
    }
}

/// The access depending on each of so many reads.
fn dependent(access: Access, reads: usize) -> Alternatives {
    let one = |how: Dependent, read: usize| vec![Step::Access(Access { dependency: Some((how, read)), ..access })];
    let of = |read: usize| match access.operation {
        Operation::Write(_) => vec![one(Dependent::Address, read), one(Dependent::Value, read)],
        Operation::Read => vec![one(Dependent::Address, read)],
        Operation::Exchange(_) | Operation::Add(_) | Operation::CompareExchange { .. } => Vec::new(),
    };
    (0..reads).flat_map(of).collect()
}
