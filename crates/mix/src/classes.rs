//! Classes of code: the profiles whose code for a piece means the same are one class, and combinations are taken of classes.
//!
//! Code means the same where it has the same event structures ([`Sameness::Events`]), so that scheduling, registers and ways to compute a value
//! make no difference: what models see is equal, and with it the outcomes of every combined test.
//!
//! 84 profiles and 4 pieces are 5e7 combinations on paper (*Mix Testing*, section 3.6) and a few dozen in truth.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::cache::CodeCache;
use crate::compiler::{self, Compiled};
use crate::fragment::Fragment;
use crate::ingest::{Body, ingest};
use crate::listing::{Line, Listing};
use crate::runtime_calls::{Choice, Libraries, Library, NoHelpers};
use crate::source_test::{Fragments, function_name};
use crate::{Architecture, FragmentId, Origin, Profile, ProfileId};

/// A profile, and which way its code goes that chooses at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    /// The profile.
    pub profile: ProfileId,
    /// Where its code asks what the machine has: whether it has that.
    pub has_extension: Option<bool>,
    /// Where its code calls functions of which libatomic selects one of several variants when the program begins: which one, 0 for those of any machine.
    pub variant: Option<u8>,
}

impl Member {
    /// A profile whose code has one way.
    pub(crate) fn of(profile: ProfileId) -> Member {
        Member { profile, has_extension: None, variant: None }
    }

    /// What distinguishes it from the profile's other code, for reports; nothing where that has one way.
    pub fn way(&self) -> String {
        let lse = self.has_extension.map(|has| if has { "with LSE" } else { "without LSE" }.to_owned());
        let variant = self.variant.map(|variant| match variant {
            0 => "libatomic's code for any machine".to_owned(),
            number => format!("libatomic's _i{number}"),
        });
        lse.into_iter().chain(variant).collect::<Vec<String>>().join(", ")
    }
}

/// When the code of two profiles for a piece is one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sameness {
    /// It is the same up to the names of registers. For listings of what compilers do, and for models that look at registers.
    Code,
    /// It has the same event structures, as models see them that get dependencies.
    #[default]
    Events,
}

/// Profiles whose code for a piece means the same.
#[derive(Clone, Debug)]
pub struct Class {
    /// The code: that of the first profile.
    pub body: Arc<Body>,
    /// Code that means the same, one for all functions of the batch that have such code, whichever machine they need: combined tests are made of it, so
    /// that equal ones have one text.
    pub(crate) shared: Arc<Body>,
    /// The profiles.
    pub members: Vec<Member>,
    /// Their different codes, names of registers aside; `body` is the first.
    pub spellings: Vec<Arc<Body>>,
}

impl Class {
    /// Whether `body`, for the same function, belongs to it.
    fn has(&self, body: &Body, architecture: Architecture, sameness: Sameness) -> bool {
        let own = &self.body;
        let is_same = match (sameness, &own.events, &body.events) {
            (Sameness::Events, Some(own), Some(other)) => own == other,
            (Sameness::Events, ..) | (Sameness::Code, ..) => own.key == body.key,
        };
        let machine = |body: &Body| architecture.machine(&body.extensions);
        // Equal code for different machines may not be linked with the same other code.
        is_same && own.excludes == body.excludes && own.extensions == body.extensions && machine(own) == machine(body)
    }
}

/// What cannot be mixed: the code of a function by a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The function.
    pub fragment: FragmentId,
    /// The profile.
    pub profile: ProfileId,
    /// Why.
    pub reason: String,
}

/// Profiles that may be linked together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pool {
    /// Their architecture.
    pub architecture: Architecture,
    /// Their group.
    pub group: String,
}

/// All code of a batch.
#[derive(Debug, Default)]
pub struct Classes {
    /// By pool, and in it by function.
    pub(crate) pools: BTreeMap<Pool, FxHashMap<FragmentId, Vec<Class>>>,
    /// What is missing.
    pub gaps: Vec<Gap>,
    /// Profiles that compile nothing: the compiler cannot be run, or refuses its options.
    pub refused: Vec<(ProfileId, String)>,
}

impl Classes {
    /// What a profile gives for every function: equal for profiles that need not be distinguished.
    pub fn signature(&self, profile: u32) -> String {
        let profile = ProfileId::from_number(profile);
        let mut all: Vec<String> = Vec::new();
        for (pool, code) in &self.pools {
            for (fragment, classes) in code {
                for (number, class) in classes.iter().enumerate() {
                    for member in class.members.iter().filter(|member| member.profile == profile) {
                        all.push(format!(
                            "{} {fragment:?} {number} {:?}",
                            pool.architecture.name(),
                            member.has_extension
                        ));
                    }
                }
            }
        }
        let gaps = self.gaps.iter().filter(|gap| gap.profile == profile);
        all.extend(gaps.map(|gap| format!("{:?} {}", gap.fragment, gap.reason)));
        // Pools are hash maps inside.
        all.sort();
        all.join("\n")
    }
}

impl Classes {
    /// The code of a profile for a function: one body, or one for each way that it chooses at run time; none where there is a gap.
    pub fn code_of(&self, profile: ProfileId, fragment: FragmentId) -> Vec<(Member, &Body)> {
        let classes = self.pools.values().filter_map(|pool| pool.get(&fragment)).flatten();
        let of = |class: &'_ Class| -> Vec<Member> {
            class.members.iter().filter(|member| member.profile == profile).copied().collect()
        };
        classes.flat_map(|class| of(class).into_iter().map(|member| (member, &*class.body))).collect()
    }
}

impl Classes {
    /// The code of these profiles alone.
    pub fn restricted(&self, to: &[ProfileId]) -> Classes {
        let of_class = |class: &Class| {
            let members: Vec<Member> =
                class.members.iter().filter(|member| to.contains(&member.profile)).copied().collect();
            (!members.is_empty()).then(|| Class { members, ..class.clone() })
        };
        let of_pool = |code: &FxHashMap<FragmentId, Vec<Class>>| {
            code.iter().map(|(&fragment, classes)| (fragment, classes.iter().filter_map(of_class).collect())).collect()
        };
        Classes {
            pools: self.pools.iter().map(|(pool, code)| (pool.clone(), of_pool(code))).collect(),
            gaps: self.gaps.iter().filter(|gap| to.contains(&gap.profile)).cloned().collect(),
            refused: self.refused.iter().filter(|(profile, _)| to.contains(profile)).cloned().collect(),
        }
    }
}

/// A function whose code two profiles give differently.
#[derive(Clone, Debug)]
pub struct Change {
    /// The function.
    pub fragment: FragmentId,
    /// The code of the first profile, a line each; none when it has none.
    pub old: Option<Vec<String>>,
    /// The code of the second one.
    pub new: Option<Vec<String>>,
}

impl Classes {
    /// The functions whose code differs between two profiles.
    pub fn changes(&self, old: ProfileId, new: ProfileId) -> Vec<Change> {
        let mut all: BTreeMap<FragmentId, [Option<&Body>; 2]> = BTreeMap::new();
        for (&fragment, class) in self
            .pools
            .values()
            .flatten()
            .flat_map(|(fragment, classes)| classes.iter().map(move |class| (fragment, class)))
        {
            for (place, profile) in [old, new].into_iter().enumerate() {
                if class.members.iter().any(|member| member.profile == profile) {
                    all.entry(fragment).or_default()[place] = Some(&class.body);
                }
            }
        }
        let change = |(fragment, [old, new]): (FragmentId, [Option<&Body>; 2])| {
            let is_same = old.map(|body| &body.key) == new.map(|body| &body.key);
            (!is_same).then(|| Change { fragment, old: old.map(Body::text), new: new.map(Body::text) })
        };
        all.into_iter().filter_map(change).collect()
    }
}

type Cache = Mutex<FxHashMap<(Architecture, String), Result<Arc<Body>, String>>>;

/// What one profile gives for each function.
#[derive(Default)]
struct Given {
    code: Vec<(FragmentId, Member, Result<Arc<Body>, String>)>,
    refused: Option<String>,
}

/// Compiles all functions by all profiles, `jobs` at a time, and makes classes.
pub fn classes(
    profiles: &[Profile],
    fragments: &Fragments,
    sameness: Sameness,
    jobs: usize,
    kept: &CodeCache,
) -> Classes {
    let next = AtomicUsize::new(0);
    let cache: Cache = Mutex::default();
    let libraries = Libraries::default();
    let results: Mutex<BTreeMap<usize, Given>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(profile) = profiles.get(number) else { return };
                    let worker =
                        Worker { profile, id: ProfileId::from_number(number as u32), fragments, cache: &cache, kept };
                    let given = worker.all(&libraries);
                    // By number: the first profile gives a class its code, which must not depend on which thread was faster.
                    results.lock().unwrap_or_else(PoisonError::into_inner).insert(number, given);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Classes::of(results.into_values(), profiles, fragments, sameness)
}

impl Classes {
    /// Makes classes of what the profiles gave, in their order.
    fn of(
        given: impl Iterator<Item = Given>,
        profiles: &[Profile],
        fragments: &Fragments,
        sameness: Sameness,
    ) -> Classes {
        let mut classes = Classes::default();
        let mut shared: FxHashMap<String, Arc<Body>> = FxHashMap::default();
        for (number, given) in given.enumerate() {
            let profile = &profiles[number];
            let pool = Pool { architecture: profile.architecture, group: profile.group.clone() };
            let pool = classes.pools.entry(pool).or_default();
            if let Some(reason) = given.refused {
                classes.refused.push((ProfileId::from_number(number as u32), reason));
            }
            for (fragment, member, body) in given.code {
                let body = match body {
                    Ok(body) => body,
                    Err(reason) => {
                        classes.gaps.push(Gap { fragment, profile: member.profile, reason });
                        continue;
                    }
                };
                let of = pool.entry(fragment).or_default();
                let found = of.iter_mut().find(|class| class.has(&body, profile.architecture, sameness));
                match found {
                    Some(class) => {
                        class.members.push(member);
                        if class.spellings.iter().all(|known| known.key != body.key) {
                            class.spellings.push(body);
                        }
                    }
                    None => {
                        let of_batch = meaning(&body, profile.architecture, fragments.get(fragment), sameness);
                        let shared = Arc::clone(shared.entry(of_batch).or_insert_with(|| Arc::clone(&body)));
                        let spellings = vec![Arc::clone(&body)];
                        of.push(Class { body, shared, members: vec![member], spellings });
                    }
                }
            }
        }
        classes
    }
}

/// Equal for code of any function that means the same and is called alike.
fn meaning(body: &Body, architecture: Architecture, fragment: &Fragment, sameness: Sameness) -> String {
    let does = match (sameness, &body.events) {
        (Sameness::Events, Some(events)) => format!("events {events}"),
        (Sameness::Events, None) | (Sameness::Code, _) => format!("code {}", body.key),
    };
    let (arguments, results) = (&fragment.arguments, &fragment.results);
    format!("{architecture:?} {arguments:?} {results:?} {does}")
}

/// One profile's work.
struct Worker<'a> {
    profile: &'a Profile,
    id: ProfileId,
    fragments: &'a Fragments,
    cache: &'a Cache,
    kept: &'a CodeCache,
}

impl Worker<'_> {
    fn all(&self, libraries: &Libraries) -> Given {
        let member = Member::of(self.id);
        let compiler = match &self.profile.origin {
            Origin::Table(table) => {
                let body = |id: FragmentId| table.body(self.fragments.get(id)).map(Arc::new);
                let code = self.fragments.ids().map(|id| (id, member, body(id))).collect();
                return Given { code, refused: None };
            }
            Origin::Compiler(compiler) => compiler,
        };
        let architecture = self.profile.architecture;
        let ids: Vec<FragmentId> = self.fragments.ids().collect();
        let compiled = compiler::compile(compiler, architecture, self.fragments, &ids, self.kept);
        let mut given = Given { refused: compiled.refused.as_ref().map(ToString::to_string), ..Given::default() };
        for (id, error) in &compiled.failed {
            given.code.push((*id, member, Err(error.to_string())));
        }
        // The libraries are looked for only when something calls them.
        let library = || libraries.of(&compiler.words, compiler.disassembler.as_deref(), architecture);
        for id in ids {
            self.one(id, &compiled, &library, &mut given);
        }
        given
    }

    fn one(&self, id: FragmentId, compiled: &Compiled, library: &dyn Fn() -> Arc<Library>, given: &mut Given) {
        let name = function_name(id);
        // Where there is no listing, what the compiler failed with is there.
        let Some(listing) = compiled.with(&name) else { return };
        let member = Member::of(self.id);
        let called = listing.function(&name).map(|lines| called(lines, self.profile.architecture)).unwrap_or_default();
        if called.is_empty() {
            given.code.push((id, member, self.cached(id, listing, &name)));
            return;
        }
        let library = library();
        let variants = called.iter().map(|symbol| library.variants_of(symbol)).max().unwrap_or(0);
        let asks = called.iter().any(|symbol| library.asks_for_lse(symbol));
        let mut ways = Vec::new();
        for variant in 0..=variants {
            for has_lse in if asks { &[true, false][..] } else { &[true] } {
                let choice = Choice { has_lse: *has_lse, variant };
                let body = self.ingest(id, listing, &name, &library.on(choice)).map(Arc::new);
                let variant = (variants > 0).then_some(variant);
                ways.push((Member { has_extension: asks.then_some(*has_lse), variant, ..member }, body));
            }
        }
        for (member, body) in ways {
            let of_way = |reason: String| if variants > 0 { format!("{}: {reason}", member.way()) } else { reason };
            given.code.push((id, member, body.map_err(of_way)));
        }
    }

    /// Code that calls nothing is the same for all profiles that give it.
    fn cached(&self, id: FragmentId, listing: &Listing, name: &str) -> Result<Arc<Body>, String> {
        let fragment = self.fragments.get(id);
        let text = format!("{:?} {:?} {:?}", listing.extensions, listing.function(name), fragment.interface());
        let key = (self.profile.architecture, text);
        if let Some(known) = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let body = self.ingest(id, listing, name, &NoHelpers).map(Arc::new);
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).insert(key, body.clone());
        body
    }

    fn ingest(
        &self,
        id: FragmentId,
        listing: &Listing,
        name: &str,
        helpers: &dyn crate::runtime_calls::Helpers,
    ) -> Result<Body, String> {
        let fragment = self.fragments.get(id);
        let interface = fragment.interface();
        ingest(listing, name, interface, self.profile.architecture, helpers)
    }
}

/// The functions that a function calls or ends in.
fn called(lines: &[Line], architecture: Architecture) -> Vec<String> {
    use crate::architecture::Flow;
    let is_local = |label: &str| lines.iter().any(|line| matches!(line, Line::Label(known) if known == label));
    let called = |line: &Line| match line {
        Line::Label(_) => None,
        Line::Instruction(text) => match architecture.dialect().flow(text, &is_local) {
            Flow::Call(symbol) | Flow::TailCall(symbol) => Some(symbol),
            _ => None,
        },
    };
    lines.iter().filter_map(called).collect()
}
