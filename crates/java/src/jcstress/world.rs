//! What a test has at its beginning, and what all of its threads use: objects, classes, handles.
//!
//! The state of a test is made before its actors begin, so that what its constructors do is computed here (`actor`, in a world that is being made). What is there then are *known* objects: those
//! of the beginning in the litmus test. Their final fields never change and are constants.

use std::collections::{BTreeMap, BTreeSet};

use source::Diagnostic;
use tree_sitter::Node;

use super::classes::{Class, ClassId, Classes, FieldDeclaration, Ty};
use super::reader::{Reader, Reading};
use super::values::{Const, KnownId, Value, What};

/// An object of the beginning.
pub(super) struct Known<'u> {
    name: String,
    pub(super) ty: Ty,
    /// What its fields and elements hold.
    pub(super) fields: BTreeMap<String, Const<'u>>,
    /// How many elements it has, if it is an array.
    pub(super) length: Option<u32>,
    /// How many of the first are used by their numbers; all, where an index is computed.
    used_length: u32,
    /// Whether one is used by an index that is not known, and whether some are by their numbers.
    pub(super) indices: (bool, bool),
    is_used: bool,
    /// What results show, where it is a string or a number in a box.
    shown: Option<String>,
}

/// Handles, of fields and of elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HandleOn {
    Field(ClassId, String),
    Elements(Ty),
}

pub(super) struct World<'u> {
    pub(super) classes: Classes<'u>,
    pub(super) known: Vec<Known<'u>>,
    strings: BTreeMap<String, KnownId>,
    boxes: BTreeMap<(ClassId, i64), KnownId>,
    /// Constants that static fields hold.
    pub(super) statics: BTreeMap<(ClassId, String), Const<'u>>,
    /// The classes that are initialised before the actors begin.
    pub(super) initialised: BTreeSet<ClassId>,
    /// The fields that are accessed.
    touched: BTreeSet<(ClassId, String)>,
    used: BTreeSet<ClassId>,
    handles: BTreeSet<(ClassId, String)>,
    element_handles: BTreeSet<String>,
    /// The static fields that are read and whose classes are initialised by their first use.
    statics_used: BTreeSet<(ClassId, String)>,
    /// What is done when classes are used first.
    pub(super) initialisers: BTreeMap<ClassId, String>,
    /// The variables that are assigned more than once.
    pub(super) variables: BTreeSet<String>,
    /// The simple names of the classes that are made somewhere.
    made: BTreeSet<&'u str>,
    /// How often each lock was entered, and not left, where the state is made.
    pub(super) held: BTreeMap<KnownId, i32>,
    /// Whether an actor interrupts another one.
    pub(super) has_interrupts: bool,
    /// Whether a lock is taken that an interrupt gives up.
    pub(super) has_interruptible_locks: bool,
    /// Whether a method of the test tries to take a lock, so that who holds one can be seen.
    pub(super) tries_locks: bool,
    /// How many names were made.
    names: usize,
}

impl<'u> World<'u> {
    pub(super) fn new(classes: Classes<'u>) -> World<'u> {
        let mut made = BTreeSet::new();
        // Of the library, what is made in the classes that are named.
        let mut named: BTreeSet<&'u str> = BTreeSet::new();
        let mut pending: Vec<&Class<'u>> = classes.all.iter().filter(|class| !class.reader.is_library).collect();
        while let Some(class) = pending.pop() {
            let mut types = Vec::new();
            made_in(class.reader, class.node, &mut made);
            class.reader.types_in(class.node, &mut types);
            for name in types.into_iter().filter(|name| named.insert(*name)) {
                pending.extend(classes.all.iter().filter(|class| class.reader.is_library && class.name == name));
            }
        }
        let own = classes.all.iter().filter(|class| !class.reader.is_library);
        let tries_locks = own.into_iter().any(|class| class.reader.text(class.node).contains("tryLock"));
        World {
            classes,
            known: Vec::new(),
            strings: BTreeMap::new(),
            boxes: BTreeMap::new(),
            statics: BTreeMap::new(),
            initialised: BTreeSet::new(),
            touched: BTreeSet::new(),
            used: BTreeSet::new(),
            handles: BTreeSet::new(),
            element_handles: BTreeSet::new(),
            statics_used: BTreeSet::new(),
            initialisers: BTreeMap::new(),
            variables: BTreeSet::new(),
            made,
            held: BTreeMap::new(),
            has_interrupts: false,
            has_interruptible_locks: false,
            tries_locks,
            names: 0,
        }
    }

    /// Whether objects of a class are made anywhere in the sources.
    pub(super) fn is_made(&self, class: ClassId) -> bool {
        let name = &self.classes[class].name;
        self.made.contains(name.rsplit('.').next().unwrap_or(name))
    }

    /// Whether a field is assigned anywhere in its class, other than where it is declared.
    pub(super) fn is_assigned(&self, field: &FieldDeclaration<'u>) -> bool {
        let class = &self.classes[field.class];
        assigns(class.reader, class.node, field.name)
    }

    /// Whether a static field is a constant (JLS 15.28, as far as literals go).
    pub(super) fn is_constant(&self, field: &FieldDeclaration<'u>) -> bool {
        let is_primitive = matches!(self.erased(field), Ok(Ty::Primitive(_)));
        let is_written = |initial: Node<'u>| {
            is_primitive && initial.kind() != "method_invocation" || initial.kind() == "string_literal"
        };
        field.is_final && field.initial.is_some_and(is_written)
    }

    /// Whether a class is initialised before the actors begin.
    pub(super) fn is_initialised(&self, class: ClassId) -> bool {
        self.initialised.contains(&class) || self.classes[class].reader.is_library
    }

    /// A class whose static fields are used and whose initialiser is not written yet.
    pub(super) fn unwritten(&self) -> Option<ClassId> {
        self.statics_used.iter().map(|(class, _)| *class).find(|class| !self.initialisers.contains_key(class))
    }

    pub(super) fn use_statics(&mut self, field: &FieldDeclaration<'u>) {
        self.statics_used.insert((field.class, field.name.to_owned()));
        self.use_type(&Ty::Class(field.class, Vec::new()));
        if let Ok(ty) = self.erased(field) {
            self.use_type(&ty);
        }
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A new object of the beginning.
    pub(super) fn make(&mut self, ty: Ty, length: Option<u32>, stem: &str) -> KnownId {
        let stem: String = stem.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let stem = format!("o_{stem}");
        let is_taken = |name: &str, known: &[Known<'_>]| known.iter().any(|known| known.name == name);
        let name = match is_taken(&stem, &self.known) {
            true => self.fresh(&format!("{stem}_")),
            false => stem,
        };
        self.known.push(Known {
            name,
            ty,
            fields: BTreeMap::new(),
            length,
            used_length: 0,
            indices: (false, false),
            is_used: false,
            shown: None,
        });
        KnownId(self.known.len() - 1)
    }

    /// The object that all constants with these characters are (JLS 3.10.5).
    pub(super) fn string(&mut self, text: &str) -> Reading<Value<'u>> {
        let class = self.classes.by_name("String").expect("the library has strings");
        let ty = Ty::Class(class, Vec::new());
        let id = match self.strings.get(text) {
            Some(id) => *id,
            None => {
                let id = self.make(ty.clone(), None, &format!("s_{text}"));
                self.known[id.0].shown = Some(text.to_owned());
                self.strings.insert(text.to_owned(), id);
                id
            }
        };
        Ok(Value { what: What::Const(Const::Object(id)), ty })
    }

    /// The box of a number that is known (JLS 5.1.7).
    pub(super) fn boxed(&mut self, class: ClassId, number: i64, is_truth: bool) -> Value<'u> {
        let ty = Ty::Class(class, Vec::new());
        let id = match self.boxes.get(&(class, number)) {
            Some(id) => *id,
            None => {
                let id = self.make(ty.clone(), None, &format!("box_{number}"));
                self.known[id.0].shown = Some(if is_truth { (number != 0).to_string() } else { number.to_string() });
                self.known[id.0].fields.insert("value".to_owned(), Const::Number(number));
                self.boxes.insert((class, number), id);
                id
            }
        };
        Value { what: What::Const(Const::Object(id)), ty }
    }

    /// The name of a known object, which is used then.
    pub(super) fn name_of(&mut self, id: KnownId) -> String {
        self.known[id.0].is_used = true;
        let ty = self.known[id.0].ty.clone();
        self.use_type(&ty);
        self.known[id.0].name.clone()
    }

    /// An element of a known array, by its number.
    pub(super) fn note_index(&mut self, id: KnownId, index: Option<u32>) {
        let known = &mut self.known[id.0];
        let length = known.length.unwrap_or(0);
        known.used_length = known.used_length.max(index.map_or(length, |index| index + 1));
    }

    pub(super) fn use_type(&mut self, ty: &Ty) {
        match ty {
            Ty::Class(class, _) => {
                for base in self.classes.lineage(*class) {
                    self.used.insert(base);
                }
            }
            Ty::Array(element) => self.use_type(element),
            Ty::Primitive(_) | Ty::Object | Ty::Void => {}
        }
    }

    pub(super) fn touch(&mut self, field: &FieldDeclaration<'u>) {
        self.touched.insert((field.class, field.name.to_owned()));
        self.use_type(&Ty::Class(field.class, Vec::new()));
        if let Ok(ty) = self.erased(field) {
            self.use_type(&ty);
        }
    }

    /// What a handle is called in the litmus test.
    pub(super) fn handle(&mut self, on: &HandleOn) -> String {
        match on {
            HandleOn::Field(class, field) => {
                self.handles.insert((*class, field.clone()));
                self.touched.insert((*class, field.clone()));
                self.use_type(&Ty::Class(*class, Vec::new()));
                format!("H_{}_{field}", self.classes[*class].litmus)
            }
            HandleOn::Elements(ty) => {
                let element = self.classes.litmus(ty);
                self.use_type(ty);
                self.element_handles.insert(element.clone());
                format!("E_{element}")
            }
        }
    }

    /// The type of a field as it is where a test runs: parameters stand for `Object`.
    pub(super) fn erased(&self, field: &FieldDeclaration<'u>) -> Reading<Ty> {
        let mut arguments = self.classes.own_arguments(field.class);
        // A parameter with a bound is one of the bound, which matters for nothing here.
        arguments.values_mut().for_each(|ty| *ty = Ty::Object);
        self.classes.ty(field.ty, field.class, &arguments)
    }

    /// The objects, classes and handles of the litmus test, its initial state, and what results show of references.
    pub(super) fn finish(&mut self) -> Result<Finished, Diagnostic> {
        // What known objects refer to is used as well.
        let mut at = 0;
        let mut pending: Vec<usize> = (0..self.known.len()).filter(|at| self.known[*at].is_used).collect();
        while let Some(&next) = pending.get(at) {
            at += 1;
            let referred = self.known[next].fields.iter().filter(|(field, _)| self.is_shown(next, field));
            let referred: Vec<KnownId> = referred
                .filter_map(|(_, value)| match value {
                    Const::Object(id) => Some(*id),
                    _ => None,
                })
                .collect();
            for id in referred {
                self.name_of(id);
                self.note_index(id, None);
                if !pending.contains(&id.0) {
                    pending.push(id.0);
                }
            }
        }
        pending.sort_unstable();
        let numbers: BTreeMap<usize, usize> =
            pending.iter().enumerate().map(|(number, at)| (*at, number + 1)).collect();
        let mut finished = Finished::default();
        for &at in &pending {
            let known = &self.known[at];
            let ty = match (&known.ty, known.length) {
                (Ty::Array(element), Some(_)) => format!("{}[{}]", self.classes.litmus(element), known.used_length),
                (ty, _) => self.classes.litmus(ty),
            };
            finished.objects += &format!("object {ty} {};\n", known.name);
            for (field, value) in known.fields.iter().filter(|(field, _)| self.is_shown(at, field)) {
                let value = match value {
                    Const::Number(number) => *number,
                    Const::Floating(bits) => *bits as i64,
                    Const::Object(id) => numbers[&id.0] as i64,
                    Const::Null | Const::Random | Const::Result(_) | Const::Thread(_) => 0,
                    Const::Lambda(lambda) => {
                        let reader = self.classes[lambda.scope.class].reader;
                        return Err(reader.refuse(lambda.node, "a lambda that a field holds which is not final"));
                    }
                };
                if value != 0 {
                    finished.init += &format!("{}.{field}={value}; ", known.name);
                }
            }
            finished.names.insert(numbers[&at] as i64, known.shown.clone().unwrap_or_else(|| known.name.clone()));
        }
        for &class in &self.used {
            finished.classes += &self.class_text(class)?;
        }
        finished
            .classes
            .extend(self.element_handles.iter().map(|element| format!("VarHandle E_{element} = {element}[];\n")));
        Ok(finished)
    }

    /// Whether a field of a known object is a location, or an element that is used.
    fn is_shown(&self, at: usize, field: &str) -> bool {
        let known = &self.known[at];
        match &known.ty {
            Ty::Class(class, _) => {
                self.classes.lineage(*class).into_iter().any(|base| self.touched.contains(&(base, field.to_owned())))
            }
            _ => field.parse::<u32>().is_ok_and(|index| index < known.used_length),
        }
    }

    fn class_text(&self, id: ClassId) -> Reading<String> {
        let class = &self.classes[id];
        let bases: Vec<String> = self.classes.bases(id).iter().map(|ty| self.classes.litmus(ty)).collect();
        let exception = class.node.child_by_field_name("superclass").map(|base| class.reader.text(base));
        let exception = exception.and_then(|text| text.strip_prefix("extends")).map(str::trim);
        let exception = exception.filter(|name| bases.is_empty() && isa::java::class::Exception::is_known(name));
        let extended = match (bases.is_empty(), exception) {
            (_, Some(name)) => format!(" extends {name}"),
            (true, None) => String::new(),
            (false, None) => format!(" extends {}", bases.join(", ")),
        };
        let mut text = format!("class {}{extended} {{\n", class.litmus);
        for field in self.classes.own_fields(id) {
            let key = (id, field.name.to_owned());
            if !self.touched.contains(&key) && !self.statics_used.contains(&key) {
                continue;
            }
            let ty = self.classes.litmus(&self.erased(&field)?);
            if field.is_static {
                text += "  static ";
            }
            let word = match (field.is_final, field.is_volatile) {
                (true, _) => "final ",
                (_, true) => "volatile ",
                _ => "",
            };
            text += &format!("  {word}{ty} {};\n", field.name);
        }
        for (_, field) in self.handles.iter().filter(|(class, _)| *class == id) {
            text += &format!("  VarHandle H_{}_{field} = {field};\n", class.litmus);
        }
        if let Some(code) = self.initialisers.get(&id).filter(|code| !code.is_empty()) {
            text += &format!("  static {{\n{code}  }}\n");
        }
        Ok(text + "}\n")
    }
}

/// The simple names of the classes of `new` below a node.
fn made_in<'u>(reader: Reader<'u>, node: Node<'u>, made: &mut BTreeSet<&'u str>) {
    if node.kind() == "object_creation_expression"
        && let Some(ty) = node.child_by_field_name("type")
    {
        let name = reader.text(ty).split('<').next().unwrap_or_default();
        made.insert(name.rsplit('.').next().unwrap_or(name).trim());
    }
    reader.inner(node).into_iter().for_each(|inner| made_in(reader, inner, made));
}

fn assigns(reader: Reader<'_>, node: Node<'_>, name: &str) -> bool {
    let target = match node.kind() {
        "assignment_expression" => node.child_by_field_name("left"),
        "update_expression" => reader.inner(node).first().copied(),
        _ => None,
    };
    target.is_some_and(|target| reader.text(target).rsplit('.').next().is_some_and(|last| last.trim() == name))
        || reader.inner(node).into_iter().any(|inner| assigns(reader, inner, name))
}

/// What stands before the threads of the litmus test.
#[derive(Default)]
pub(super) struct Finished {
    pub(super) objects: String,
    pub(super) classes: String,
    pub(super) init: String,
    /// What results show of references, by their numbers.
    pub(super) names: BTreeMap<i64, String>,
}
