//! Sources of jcstress as tests: the subset of Java that they are written in, as litmus tests with declared outcomes.
//!
//! Source: OpenJDK jcstress, the documentation of its annotations: `@Actor` methods run concurrently, once each, on a fresh `@State` object; an `@Arbiter` runs when all
//! have ended and sees what they did; of the `@Outcome`s the first one whose `id` fits counts, one without `id` is for all others, and what nothing fits is forbidden.
//!
//! A source is read (`reader`) together with those of the classes that it names, and the library's (`library/library.java`); `classes` is the table of all classes. The state is made
//! before the actors begin: that is computed (`world`). `values` has what expressions are. What actors do is written as threads of a litmus test, with all calls written out (`actor`, `expressions`, `places`, `calls`). What is outside of
//! the Java that is read is refused at its place.

mod actor;
mod calls;
mod classes;
mod expressions;
mod floating;
mod handles;
mod outcomes;
mod places;
mod reader;
mod statics;
mod threads;
mod values;
mod world;

use std::collections::{BTreeMap, BTreeSet};

use isa::java::class::Exception;
use source::{Diagnostic, SourceId, Span};
use tree_sitter::Node;

pub use actor::Shown;
pub use outcomes::{Declared, Expect, Mismatch};

use actor::{Actor, Flow};
use classes::{ClassId, Classes, Ty};
use reader::{Reader, Reading, Unit};
use values::{Binding, Const, Scope, Value, What};
use world::World;

/// The classes of the library.
const LIBRARY: &str = include_str!("../library/library.java");

/// How many sources are read beside a test's own.
const MOST_SOURCES: usize = 100;

/// A test of a source.
#[derive(Clone, Debug)]
pub struct JcstressTest {
    /// The name of the class; of one within others, with theirs before it.
    pub name: String,
    /// The litmus test, or why there is none.
    pub litmus: Result<String, Diagnostic>,
    /// What `id`s show.
    pub shown: Vec<Shown>,
    /// What references show, by the numbers that they are in the litmus test.
    pub names: BTreeMap<i64, String>,
    /// The declared outcomes, in order.
    pub declared: Vec<Declared>,
    /// Whether it asks if its actor ends (`Mode.Termination`): its outcomes are [`TERMINATED`] and [`STALE`].
    pub asks_for_end: bool,
}

/// The outcome of an actor that ends, where that is what a test asks.
pub const TERMINATED: &str = "TERMINATED";

/// The outcome of an actor that goes on for ever.
pub const STALE: &str = "STALE";

/// Gives the source of a class by its qualified name, where there is one.
pub type Finder<'f> = dyn FnMut(&str) -> Option<(String, SourceId)> + 'f;

/// Reads all tests of a source that needs no others.
///
/// # Errors
/// As [`read_with`].
pub fn read(text: &str, source: SourceId) -> Result<Vec<JcstressTest>, Vec<Diagnostic>> {
    read_with(text, source, &mut |_| None)
}

/// Reads all tests of a source; `others` gives those of the classes that it names.
///
/// # Errors
/// Where it is no Java, and when it has no test.
pub fn read_with(text: &str, source: SourceId, others: &mut Finder<'_>) -> Result<Vec<JcstressTest>, Vec<Diagnostic>> {
    let own = Unit::parse(text, source, false).map_err(|error| vec![error])?;
    let mut units = vec![own];
    let (mut at, mut asked) = (0, BTreeSet::new());
    while at < units.len() && units.len() < MOST_SOURCES {
        for name in units[at].wanted() {
            if asked.insert(name.clone())
                && let Some((text, found)) = others(&name)
                && found != source
                && let Ok(unit) = Unit::parse(&text, found, false)
            {
                units.push(unit);
            }
        }
        at += 1;
    }
    units.push(Unit::parse(LIBRARY, source, true).map_err(|error| vec![error])?);
    let classes = Classes::of(&units);
    let is_test = |id: &ClassId| {
        let class = &classes[*id];
        !class.reader.is_library
            && class.reader.source == source
            && class.reader.has_annotation(class.node, "JCStressTest")
    };
    let tests: Vec<JcstressTest> = classes.ids().filter(is_test).map(|id| test(&units, &classes, id)).collect();
    if tests.is_empty() {
        let message = "the source has no class with `@JCStressTest`";
        return Err(vec![Diagnostic::error("no-tests", Span::new(source, 0, 0), message)]);
    }
    Ok(tests)
}

fn test(units: &[Unit], classes: &Classes<'_>, id: ClassId) -> JcstressTest {
    let class = &classes[id];
    let mut test = JcstressTest {
        name: class.name.clone(),
        litmus: Err(class.reader.refuse(class.node, "this")),
        shown: Vec::new(),
        names: BTreeMap::new(),
        declared: Vec::new(),
        asks_for_end: asks_for_end(class.reader, class.node),
    };
    test.litmus = outcomes::declared(classes, id).and_then(|declared| {
        test.declared = declared;
        let translation = Translation { world: World::new(Classes::of(units)), class: id, shown: Vec::new() };
        let (litmus, shown, names) = translation.litmus()?;
        (test.shown, test.names) = (shown, names);
        Ok(litmus)
    });
    test
}

/// A test that becomes a litmus test.
struct Translation<'u> {
    world: World<'u>,
    class: ClassId,
    shown: Vec<Shown>,
}

/// A litmus test, what its registers are for, and what its references show.
type Translated = (String, Vec<Shown>, BTreeMap<i64, String>);

impl<'u> Translation<'u> {
    fn reader(&self) -> Reader<'u> {
        self.world.classes[self.class].reader
    }

    fn litmus(mut self) -> Reading<Translated> {
        let methods = self.methods();
        let of_kind = |word: &str| -> Vec<(ClassId, Node<'u>)> {
            let has = |(class, method): &&(ClassId, Node<'u>)| {
                self.world.classes[*class].reader.has_annotation(*method, word)
            };
            methods.iter().filter(has).copied().collect()
        };
        let (mut actors, signals, arbiters) = (of_kind("Actor"), of_kind("Signal"), of_kind("Arbiter"));
        self.is_answered(actors.len(), &signals)?;
        actors.extend(signals);
        let state_class = self.state(&actors)?;
        let mut initialised = Some(self.class);
        while let Some(class) = initialised {
            self.world.initialised.extend(self.world.classes.lineage(class));
            initialised = self.world.classes[class].outer;
        }
        self.world.initialised.extend(self.world.classes.lineage(state_class));
        let state = self.made(state_class, "state")?;
        let this = if state_class == self.class { state.clone() } else { self.made(self.class, "test")? };
        let mut threads = String::new();
        for (number, (class, method)) in (0..).zip(actors.iter().chain(&arbiters)) {
            let joins: String = match number as usize >= actors.len() {
                true => (0..actors.len()).map(|other| format!("  join({other});\n")).collect(),
                false => String::new(),
            };
            let code = self.thread(number, *class, *method, &this, &state)?;
            threads += &format!("Thread{number} {{\n{joins}{code}}}\n");
        }
        while let Some(class) = self.world.unwritten() {
            let scope = Scope::new(class, None, self.world.classes.own_arguments(class));
            let mut actor = Actor::new(&mut self.world, u32::MAX, scope);
            actor.depth = 2;
            actor.static_initialiser()?;
            let code = actor.code;
            self.world.initialisers.insert(class, code);
        }
        self.can_block(&threads)?;
        let finished = self.world.finish()?;
        let places = self.shown.iter().flat_map(|shown| &shown.place);
        let mut registers: String = places.map(|(thread, register)| format!("{thread}:{register}; ")).collect();
        // What is named there need not be looked for besides.
        registers
            .extend((0..actors.len() + arbiters.len()).map(|thread| format!("{thread}:{}; ", Exception::VARIABLE)));
        let name = self.world.classes[self.class].name.replace('.', "_");
        let head = format!(
            "Java {name}\n{{ {}}}\nclass Object {{ }}\n{}{}",
            finished.init, finished.classes, finished.objects
        );
        Ok((format!("{head}{threads}locations [{registers}]\nexists (true)\n"), self.shown, finished.names))
    }

    /// Refuses what blocks a thread in a way that litmus tests do not know.
    fn can_block(&self, threads: &str) -> Reading<()> {
        let waits = |line: &str| ["wait(", "park("].iter().any(|word| line.trim_start().starts_with(word));
        let (reader, node) = (self.reader(), self.world.classes[self.class].node);
        let what = if asks_for_end(reader, node) && threads.lines().any(waits) {
            "a test that asks whether a thread ends that waits for a notification or `unpark`"
        } else if self.world.held.values().any(|times| *times != 0) {
            "a lock that is held before the actors begin"
        } else if self.world.has_interrupts && self.world.has_interruptible_locks {
            "a lock that is given up at an interrupt"
        } else {
            return Ok(());
        };
        Err(reader.refuse(node, what))
    }

    /// The methods of the test, the inherited ones behind its own.
    fn methods(&self) -> Vec<(ClassId, Node<'u>)> {
        let mut all: Vec<(ClassId, Node<'u>)> = Vec::new();
        for class in self.world.classes.lineage(self.class) {
            let reader = self.world.classes[class].reader;
            let name =
                |reader: Reader<'u>, method: Node<'u>| method.child_by_field_name("name").map(|name| reader.text(name));
            for method in self.world.classes.members(class, "method_declaration") {
                let is_overridden = all.iter().any(|(other, known)| {
                    *other != class && name(self.world.classes[*other].reader, *known) == name(reader, method)
                });
                if !is_overridden {
                    all.push((class, method));
                }
            }
        }
        all
    }

    /// Refuses a signal where nothing asks whether an actor ends, and several actors or signals where something does.
    fn is_answered(&self, actors: usize, signals: &[(ClassId, Node<'u>)]) -> Reading<()> {
        let (reader, node) = (self.reader(), self.world.classes[self.class].node);
        if !asks_for_end(reader, node) {
            return match signals.first() {
                Some((class, signal)) => Err(self.world.classes[*class]
                    .reader
                    .refuse(*signal, "a signal, other than of `Mode.Termination`,")),
                None => Ok(()),
            };
        }
        if actors != 1 || signals.len() != 1 {
            return Err(reader.refuse(node, "a test of `Mode.Termination` other than of one actor and one signal"));
        }
        Ok(())
    }

    /// The class of the state: the test itself, or the one that its actors take.
    fn state(&self, actors: &[(ClassId, Node<'u>)]) -> Reading<ClassId> {
        let classes = &self.world.classes;
        let is_state = |id: ClassId| classes[id].reader.has_annotation(classes[id].node, "State");
        if is_state(self.class) {
            return Ok(self.class);
        }
        for (class, method) in actors {
            let reader = classes[*class].reader;
            for parameter in reader.inner(reader.field(*method, "parameters")?) {
                let ty = reader.field(parameter, "type")?;
                if reader.text(ty).ends_with("_Result") || is_thread(reader.text(ty)) {
                    continue;
                }
                return match classes.ty(ty, *class, &classes.own_arguments(*class))? {
                    Ty::Class(found, _) => Ok(found),
                    _ => Err(reader.refuse(parameter, "a parameter that is no state and no result")),
                };
            }
        }
        // What asks whether it ends may be without one.
        match asks_for_end(self.reader(), classes[self.class].node) {
            true => Ok(self.class),
            false => Err(self.reader().refuse(classes[self.class].node, "a test without a state")),
        }
    }

    /// An object that is made before the actors begin.
    fn made(&mut self, class: ClassId, name: &str) -> Reading<Value<'u>> {
        let ty = Ty::Class(class, Vec::new());
        let id = self.world.make(ty.clone(), None, name);
        let this = Value { what: What::Const(Const::Object(id)), ty };
        let node = self.world.classes[class].node;
        let scope = Scope::new(class, Some(this.clone()), self.world.classes.own_arguments(class));
        Actor::making(&mut self.world, scope).constructor(node, class, &this, Vec::new())?;
        Ok(this)
    }

    /// What an actor or an arbiter does.
    fn thread(
        &mut self,
        number: u32,
        class: ClassId,
        method: Node<'u>,
        this: &Value<'u>,
        state: &Value<'u>,
    ) -> Reading<String> {
        let reader = self.world.classes[class].reader;
        let known = self.world.classes.arguments_in(class, &this.ty);
        let mut scope = Scope::new(class, Some(this.clone()), known);
        for parameter in reader.inner(reader.field(method, "parameters")?) {
            let (kind, name) = (reader.field(parameter, "type")?, reader.text(reader.field(parameter, "name")?));
            if is_thread(reader.text(kind)) {
                // A signal is given the thread of the actor, of which there is one.
                scope.locals.insert(name, Binding::Bound(threads::thread(0)));
                continue;
            }
            let binding = match reader.text(kind).rsplit('.').next().and_then(|kind| kind.strip_suffix("_Result")) {
                Some(letters) => {
                    self.values(reader, letters, kind)?;
                    Binding::Result(letters.to_owned())
                }
                None => Binding::Bound(state.clone()),
            };
            scope.locals.insert(name, binding);
        }
        let body = reader.field(method, "body")?;
        scope.body = Some(body);
        let mut actor = Actor::new(&mut self.world, number, scope);
        actor.shown = std::mem::take(&mut self.shown);
        if reader.has_modifier(method, "synchronized") {
            actor.holding(body, this, |actor| {
                actor.returning(body, body, &Ty::Void)?;
                Ok(Flow::Next)
            })?;
        } else {
            actor.returning(body, body, &Ty::Void)?;
        }
        let Actor { code, shown, .. } = actor;
        self.shown = shown;
        Ok(code)
    }

    /// The values of a result by the letters of its type: `II`.
    fn values(&mut self, reader: Reader<'u>, letters: &str, kind: Node<'u>) -> Reading<()> {
        for (at, letter) in letters.chars().enumerate() {
            if !['Z', 'I', 'J', 'B', 'S', 'C', 'F', 'D', 'L'].contains(&letter) {
                return Err(reader.refuse(kind, &format!("a result of type `{letter}`")));
            }
            if at >= self.shown.len() {
                self.shown.push(Shown { place: None, letter });
            }
        }
        Ok(())
    }
}

/// Whether a test asks if its actor ends, and not for results.
fn asks_for_end(reader: Reader<'_>, class: Node<'_>) -> bool {
    let is_it = |(name, node): (&str, Node<'_>)| {
        name == "JCStressTest" && node.kind() == "annotation" && reader.text(node).contains("Termination")
    };
    reader.annotations(class).into_iter().any(is_it)
}

/// Whether a type is that of threads.
fn is_thread(ty: &str) -> bool {
    ["Thread", "java.lang.Thread"].contains(&ty)
}
