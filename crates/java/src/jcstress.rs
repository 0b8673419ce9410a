//! Sources of jcstress as tests: the subset of Java that they are written in, as litmus tests with declared outcomes.
//!
//! Source: OpenJDK jcstress, the documentation of its annotations: `@Actor` methods run concurrently, once each, on a fresh `@State` object; an `@Arbiter` runs when all
//! have ended and sees what they did; of the `@Outcome`s the first one whose `id` fits counts, one without `id` is for all others, and what nothing fits is forbidden.
//!
//! Fields are locations, of the types `int`, `boolean`, `byte`, `short`, `char` and `long`, or `AtomicInteger`, `AtomicLong` and `AtomicBoolean`, which the state may
//! also extend; a `volatile` field is accessed in that mode; a VarHandle or a field updater stands for the field that it is made for. A cell of an `AtomicIntegerArray` is a location by its index, a number or a final
//! field. Monitors are those of `this`, of fields of type `Object`, and `ReentrantLock`s. The arbiter is a thread that joins all actors. What is outside of that is refused at its place.
//!
//! What is narrower than an `int` is one in litmus tests; a `long` is a `long`, whose halves plain accesses may see from different writes (JLS 17.7).

mod atomic;
mod objects;
mod outcomes;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, SourceId, Span};
use tree_sitter::{Node, Parser};

pub use outcomes::{Declared, Expect, Mismatch};
use statements::Actor;

/// A test of a source.
#[derive(Clone, Debug)]
pub struct JcstressTest {
    /// The name of the class; of one within others, with theirs before it.
    pub name: String,
    /// The litmus test, or why there is none.
    pub litmus: Result<String, Diagnostic>,
    /// What `id`s show: for each value the thread and the register, `None` where nothing is assigned, and whether it is a truth value.
    pub shown: Vec<(Option<(u32, String)>, bool)>,
    /// The declared outcomes, in order.
    pub declared: Vec<Declared>,
}

/// Reads all tests of a source.
///
/// # Errors
/// Where it is no Java, and when it has no test.
pub fn read(text: &str, source: SourceId) -> Result<Vec<JcstressTest>, Vec<Diagnostic>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into()).expect("the grammar is of a version that the parser reads");
    let whole = Span::new(source, 0, 0);
    let Some(tree) = parser.parse(text, None) else {
        return Err(vec![Diagnostic::error("bad-java", whole, "the source cannot be parsed")]);
    };
    let reader = Reader { text, source };
    if let Some(wrong) = first_error(tree.root_node()) {
        let message = "this is no Java, as far as the grammar goes";
        return Err(vec![Diagnostic::error("bad-java", reader.span(wrong), message)]);
    }
    let mut classes = Vec::new();
    reader.classes(tree.root_node(), "", &mut classes);
    let tests: Vec<JcstressTest> = classes
        .iter()
        .filter(|(_, class)| reader.annotations(*class).iter().any(|(name, _)| *name == "JCStressTest"))
        .map(|(name, class)| reader.test(name, *class, &classes))
        .collect();
    if tests.is_empty() {
        let message = "the source has no class with `@JCStressTest`";
        return Err(vec![Diagnostic::error("no-tests", whole, message)]);
    }
    Ok(tests)
}

fn first_error(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    if node.has_error() { node.children(&mut cursor).find_map(first_error) } else { None }
}

/// A text and where it is from.
#[derive(Clone, Copy)]
struct Reader<'t> {
    text: &'t str,
    source: SourceId,
}

type Reading<T> = Result<T, Diagnostic>;

/// How many bits a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Fewer than an `int`.
    Narrow,
    /// As an `int`, or a truth value.
    Int,
    /// More.
    Long,
}

/// A field of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Field {
    /// A number or a truth value.
    Value { is_volatile: bool, size: Size, initial: i64 },
    /// An `AtomicInteger`, `AtomicLong` or `AtomicBoolean`.
    Atomic { initial: i64, is_long: bool },
    /// An `AtomicIntegerArray` or `AtomicLongArray`.
    AtomicArray { is_long: bool },
    /// A field updater of the field of that name.
    Updater(String),
    /// A final field whose number is not known, but is the same in a whole run.
    Fixed,
    /// A reference to an object of a class of the source, or to an array; and what makes the object that it refers to at first.
    Reference { is_volatile: bool, ty: String, initial: Option<String> },
    /// A final field that refers to what another field of that name does.
    Alias { ty: String, of: String },
    /// An object that is nothing but a monitor.
    Monitor,
    /// A `ReentrantLock`.
    Lock,
}

impl Field {
    /// Whether what is there is a `long`.
    fn is_long(&self) -> bool {
        match self {
            Field::Value { size, .. } => *size == Size::Long,
            Field::Atomic { is_long, .. } | Field::AtomicArray { is_long } => *is_long,
            Field::Updater(_)
            | Field::Fixed
            | Field::Reference { .. }
            | Field::Alias { .. }
            | Field::Monitor
            | Field::Lock => false,
        }
    }
}

impl<'t> Reader<'t> {
    fn span(self, node: Node<'_>) -> Span {
        Span::new(self.source, node.start_byte(), node.end_byte())
    }

    fn text(self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    fn refuse(self, node: Node<'_>, what: &str) -> Diagnostic {
        let message = format!("{what} is outside the Java of jcstress that is read here");
        Diagnostic::error("outside-language", self.span(node), message)
    }

    /// The children with names, without comments.
    fn inner<'n>(self, node: Node<'n>) -> Vec<Node<'n>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
    }

    fn field<'n>(self, node: Node<'n>, name: &str) -> Reading<Node<'n>> {
        node.child_by_field_name(name).ok_or_else(|| self.refuse(node, "what is missing something"))
    }

    fn classes<'n>(self, node: Node<'n>, outer: &str, all: &mut Vec<(String, Node<'n>)>) {
        for child in self.inner(node) {
            if child.kind() == "class_declaration"
                && let (Some(name), Some(body)) = (child.child_by_field_name("name"), child.child_by_field_name("body"))
            {
                let name = self.text(name);
                let name = if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") };
                all.push((name.clone(), child));
                self.classes(body, &name, all);
            }
        }
    }

    fn modifiers<'n>(self, node: Node<'n>) -> Vec<Node<'n>> {
        let mut cursor = node.walk();
        let Some(modifiers) = node.children(&mut cursor).find(|child| child.kind() == "modifiers") else {
            return Vec::new();
        };
        let mut cursor = modifiers.walk();
        modifiers.children(&mut cursor).collect()
    }

    fn has_modifier(self, node: Node<'_>, word: &str) -> bool {
        self.modifiers(node).iter().any(|modifier| self.text(*modifier) == word)
    }

    /// The annotations of a declaration, by the last part of their names.
    fn annotations<'n>(self, node: Node<'n>) -> Vec<(&'t str, Node<'n>)> {
        let is_one = |modifier: &Node<'_>| ["annotation", "marker_annotation"].contains(&modifier.kind());
        let all = self.modifiers(node).into_iter().filter(is_one);
        all.filter_map(|one| {
            let name = self.text(one.child_by_field_name("name")?);
            Some((name.strip_prefix("Outcome.").unwrap_or(name.rsplit('.').next().unwrap_or(name)), one))
        })
        .collect()
    }

    fn test<'n>(self, name: &str, class: Node<'n>, classes: &[(String, Node<'n>)]) -> JcstressTest {
        let mut test = JcstressTest {
            name: name.to_owned(),
            litmus: Err(self.refuse(class, "this")),
            shown: Vec::new(),
            declared: Vec::new(),
        };
        test.litmus = self.declared(class, classes).and_then(|declared| {
            test.declared = declared;
            let (litmus, shown) = self.litmus(name, class, classes)?;
            test.shown = shown;
            Ok(litmus)
        });
        test
    }

    /// The litmus test of a class, and what results show.
    #[allow(clippy::type_complexity)] // as the fields of `JcstressTest`
    fn litmus<'n>(
        self,
        name: &str,
        class: Node<'n>,
        classes: &[(String, Node<'n>)],
    ) -> Reading<(String, Vec<(Option<(u32, String)>, bool)>)> {
        self.is_of_results(class)?;
        let state = self.state(class, classes)?;
        let classes = &visible(name, classes);
        let mut needed = Vec::new();
        let fields = self.fields(state, classes, &mut needed)?;
        let state_name = self.text(self.field(state, "name")?);
        let mut handles = self.handles(state)?;
        if state != class {
            handles.extend(self.handles(class)?);
        }
        let body = self.field(class, "body")?;
        let methods: Vec<Node<'_>> =
            self.inner(body).into_iter().filter(|member| member.kind() == "method_declaration").collect();
        let annotated = |word: &str| -> Vec<Node<'_>> {
            let has = |method: &&Node<'_>| self.annotations(**method).iter().any(|(name, _)| *name == word);
            methods.iter().filter(has).copied().collect()
        };
        let (actors, arbiters) = (annotated("Actor"), annotated("Arbiter"));
        if let Some(signal) = annotated("Signal").first() {
            return Err(self.refuse(*signal, "a signal"));
        }
        let mut own_methods = methods.clone();
        if state != class {
            own_methods.extend(self.members(state, "method_declaration")?);
        }
        let mut shown: Vec<(Option<(u32, String)>, bool)> = Vec::new();
        let (mut threads, mut used, mut cells) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for (number, method) in (0..).zip(actors.iter().chain(&arbiters)) {
            let mut actor = Actor::new(self, number, state_name, &fields, &handles, classes, &own_methods);
            actor.method(*method, &mut shown)?;
            let joins: String = match number as usize >= actors.len() {
                true => (0..actors.len()).map(|other| format!("  join({other});\n")).collect(),
                false => String::new(),
            };
            needed.append(&mut actor.needed);
            cells.append(&mut actor.cells);
            used.extend(actor.used.iter().map(|field| (number, field.clone())));
            threads.push(format!("Thread{number} {{\n{joins}{}}}\n", actor.code));
        }
        let first = threads.len() as u32;
        if let Some(thread) = maker(&fields, first, actors.len(), &mut used) {
            threads.push(thread);
        }
        let class_texts = self.class_texts(needed, classes)?;
        self.distinct(class, &fields, &cells)?;
        let init = initial_state(&fields, &cells, &used);
        let places = shown.iter().flat_map(|(place, _)| place);
        let registers: String = places.map(|(thread, register)| format!("{thread}:{register}; ")).collect();
        let (name, threads) = (name.replace('.', "_"), threads.concat());
        let head = format!("Java {name}\n{{ {init}}}\n{class_texts}{threads}");
        Ok((format!("{head}locations [{registers}]\nexists (true)\n"), shown))
    }

    /// Refuses a test that asks whether it ends, and not for results.
    fn is_of_results(self, class: Node<'_>) -> Reading<()> {
        for (annotation, node) in self.annotations(class) {
            if annotation == "JCStressTest" && node.kind() == "annotation" {
                return Err(self.refuse(node, "a test that asks whether it ends"));
            }
        }
        Ok(())
    }

    /// Cells of arrays are locations of their own: two indices of one array, one of them not known, may be the same, and names are not to clash.
    fn distinct(
        self,
        class: Node<'_>,
        fields: &BTreeMap<String, Field>,
        cells: &BTreeSet<(String, String)>,
    ) -> Reading<()> {
        let is_number = |index: &str| index.bytes().all(|byte| byte.is_ascii_digit());
        for (array, index) in cells {
            let others = cells.iter().filter(|(other, at)| other == array && at != index);
            if others.clone().next().is_some() && !is_number(index) {
                return Err(self.refuse(class, &format!("an array, `{array}`, with two indices that may be equal,")));
            }
            if fields.contains_key(&atomic::cell(array, index)) {
                return Err(self.refuse(class, "a field with the name that a cell of an array has here"));
            }
        }
        Ok(())
    }

    /// The class of the state: the test itself, or the one that its actors take.
    fn state<'n>(self, class: Node<'n>, classes: &[(String, Node<'n>)]) -> Reading<Node<'n>> {
        let is_state = |node: Node<'_>| self.annotations(node).iter().any(|(name, _)| *name == "State");
        let state = if is_state(class) {
            class
        } else {
            let wanted = self.state_type(class)?;
            let is_wanted = |(name, node): &&(String, Node<'n>)| {
                is_state(*node) && name.rsplit('.').next() == wanted.rsplit('.').next()
            };
            let found: Vec<Node<'n>> = classes.iter().filter(is_wanted).map(|(_, node)| *node).collect();
            let inside = |node: &&Node<'n>| class.byte_range().contains(&node.start_byte());
            match found.as_slice() {
                [only] => *only,
                several => {
                    let inner = several.iter().find(inside).copied();
                    inner.ok_or_else(|| self.refuse(class, "a test whose state is a class of another file"))?
                }
            }
        };
        let bases = ["superclass", "interfaces"];
        for node in [class, state] {
            for base in bases.iter().filter_map(|name| node.child_by_field_name(name)) {
                if node == class || self.base(base).is_none() {
                    return Err(self.refuse(base, "a class that extends another one"));
                }
            }
        }
        Ok(state)
    }

    /// The type of the state that the actors of a test take.
    fn state_type<'n>(self, class: Node<'n>) -> Reading<&'t str> {
        for method in self.members(class, "method_declaration")? {
            if !self.annotations(method).iter().any(|(name, _)| *name == "Actor") {
                continue;
            }
            for parameter in self.inner(self.field(method, "parameters")?) {
                let kind = self.text(self.field(parameter, "type")?);
                if !kind.ends_with("_Result") {
                    return Ok(kind);
                }
            }
        }
        Err(self.refuse(class, "a test without a state"))
    }

    /// What a state is that extends a class of the library.
    fn base(self, node: Node<'_>) -> Option<Field> {
        let name = self.text(node).strip_prefix("extends")?.trim();
        match name.rsplit('.').next()? {
            "AtomicInteger" | "AtomicBoolean" => Some(Field::Atomic { initial: 0, is_long: false }),
            "AtomicLong" => Some(Field::Atomic { initial: 0, is_long: true }),
            "ReentrantLock" => Some(Field::Lock),
            _ => None,
        }
    }

    fn members<'n>(self, class: Node<'n>, kind: &str) -> Reading<Vec<Node<'n>>> {
        let body = self.field(class, "body")?;
        Ok(self.inner(body).into_iter().filter(|member| member.kind() == kind).collect())
    }

    /// The fields of the state that hold values or are monitors.
    fn fields(
        self,
        state: Node<'_>,
        classes: &[(String, Node<'_>)],
        needed: &mut Vec<String>,
    ) -> Reading<BTreeMap<String, Field>> {
        let base = state.child_by_field_name("superclass").and_then(|base| self.base(base));
        let mut fields = BTreeMap::from([("self".to_owned(), base.unwrap_or(Field::Monitor))]);
        if let Some(constructor) = self.members(state, "constructor_declaration")?.first() {
            return Err(self.refuse(*constructor, "a constructor"));
        }
        for member in self.members(state, "field_declaration")? {
            let kind = self.text(self.field(member, "type")?);
            if kind == "VarHandle" {
                continue;
            }
            let mut cursor = member.walk();
            for declarator in member.children_by_field_name("declarator", &mut cursor) {
                let name = self.text(self.field(declarator, "name")?).to_owned();
                let value = declarator.child_by_field_name("value");
                let is_monitor = kind == "Object" && self.has_modifier(member, "final");
                let alias = value.filter(|value| value.kind() == "identifier" && self.has_modifier(member, "final"));
                let alias = alias.map(|value| self.text(value));
                let field = match self.reference_type(kind, classes).filter(|_| !is_monitor) {
                    Some(ty)
                        if alias.is_some_and(
                            |of| matches!(fields.get(of), Some(Field::Reference { ty: other, .. }) if *other == ty),
                        ) =>
                    {
                        Field::Alias { ty, of: alias.unwrap_or_default().to_owned() }
                    }
                    Some(ty) => self.reference(member, ty, value, classes, needed)?,
                    None => self.one_field(member, kind, value)?,
                };
                fields.insert(name, field);
            }
        }
        Ok(fields)
    }

    /// A field with references.
    fn reference(
        self,
        member: Node<'_>,
        ty: String,
        value: Option<Node<'_>>,
        classes: &[(String, Node<'_>)],
        needed: &mut Vec<String>,
    ) -> Reading<Field> {
        needed.push(ty.trim_end_matches("[]").to_owned());
        let mut actor = Actor::in_constructor(self, classes, &[]);
        let initial =
            value.filter(|value| value.kind() != "null_literal").map(|value| actor.value(value)).transpose()?;
        needed.append(&mut actor.needed);
        // What a final field of the state refers to is seen by all actors, as these begin when it is made.
        let is_volatile = self.has_modifier(member, "volatile");
        Ok(Field::Reference { is_volatile, ty, initial })
    }

    fn one_field(self, member: Node<'_>, kind: &str, value: Option<Node<'_>>) -> Reading<Field> {
        let is_volatile = self.has_modifier(member, "volatile");
        Ok(match kind {
            "int" if self.has_modifier(member, "final") && value.is_some_and(|value| self.constant(value).is_err()) => {
                Field::Fixed
            }
            "int" | "boolean" | "byte" | "short" | "char" => {
                let initial = value.map_or(Ok(0), |value| self.constant(value))?;
                let size = if ["int", "boolean"].contains(&kind) { Size::Int } else { Size::Narrow };
                Field::Value { is_volatile, size, initial }
            }
            "long" => {
                let initial = value.map_or(Ok(0), |value| self.constant(value))?;
                Field::Value { is_volatile, size: Size::Long, initial }
            }
            "AtomicInteger" | "AtomicLong" | "AtomicBoolean" => {
                let arguments = self.arguments(member, value)?;
                let initial = arguments.first().map_or(Ok(0), |one| self.constant(*one))?;
                Field::Atomic { initial, is_long: kind == "AtomicLong" }
            }
            "AtomicIntegerArray" | "AtomicLongArray" if self.has_modifier(member, "final") => {
                self.size(member, value)?;
                Field::AtomicArray { is_long: kind == "AtomicLongArray" }
            }
            _ if kind.starts_with("AtomicIntegerFieldUpdater<") || kind.starts_with("AtomicLongFieldUpdater<") => {
                let arguments = self.arguments(member, value)?;
                let name = arguments.get(1).filter(|name| name.kind() == "string_literal");
                let name = name.ok_or_else(|| self.refuse(member, "an updater of a field that is computed"))?;
                Field::Updater(self.text(*name).trim_matches('"').to_owned())
            }
            "Object" if self.has_modifier(member, "final") => Field::Monitor,
            "ReentrantLock" | "Lock" if value.is_some() => Field::Lock,
            _ => return Err(self.refuse(member, &format!("a field of type `{kind}`"))),
        })
    }

    /// What the initial value of a field is made of.
    fn arguments<'n>(self, member: Node<'n>, value: Option<Node<'n>>) -> Reading<Vec<Node<'n>>> {
        let Some(value) = value else { return Err(self.refuse(member, "a reference that is null")) };
        Ok(value.child_by_field_name("arguments").map(|all| self.inner(all)).unwrap_or_default())
    }

    /// An array is made by its size: its cells are 0 at first.
    fn size(self, member: Node<'_>, value: Option<Node<'_>>) -> Reading<()> {
        let arguments = self.arguments(member, value)?;
        let is_size =
            |node: &Node<'_>| ["identifier", "field_access", "decimal_integer_literal"].contains(&node.kind());
        match arguments.as_slice() {
            [size] if is_size(size) => Ok(()),
            _ => Err(self.refuse(member, "an array that is made of something else than its size")),
        }
    }

    /// A number that is written out.
    fn constant(self, node: Node<'_>) -> Reading<i64> {
        let text = self.text(node).replace('_', "");
        let (text, is_long) = match text.strip_suffix(['l', 'L']) {
            Some(text) => (text, true),
            None => (&*text, false),
        };
        let number = match node.kind() {
            "true" => Some(1),
            "false" => Some(0),
            "decimal_integer_literal" => text.parse().ok(),
            "hex_integer_literal" if is_long => u64::from_str_radix(&text[2..], 16).ok().map(|number| number as i64),
            "hex_integer_literal" => u32::from_str_radix(&text[2..], 16).ok().map(|number| i64::from(number as i32)),
            "unary_expression" if text.starts_with('-') => text[1..].trim().parse::<i64>().ok().map(|number| -number),
            _ => None,
        };
        number.ok_or_else(|| self.refuse(node, "an initial value that is no number"))
    }

    /// The fields that VarHandles stand for.
    fn handles(self, class: Node<'_>) -> Reading<BTreeMap<String, String>> {
        let mut handles = BTreeMap::new();
        let mut pending = vec![self.field(class, "body")?];
        while let Some(node) = pending.pop() {
            let (name, value) = match node.kind() {
                "assignment_expression" => ("left", "right"),
                "variable_declarator" => ("name", "value"),
                // Those of classes inside are theirs.
                "class_declaration" => continue,
                _ => {
                    pending.extend(self.inner(node));
                    continue;
                }
            };
            let (Some(name), Some(value)) = (node.child_by_field_name(name), node.child_by_field_name(value)) else {
                continue;
            };
            let called = value.child_by_field_name("name").map(|method| self.text(method));
            if value.kind() == "method_invocation" && called == Some("findVarHandle") {
                let arguments = self.inner(self.field(value, "arguments")?);
                let field = arguments.get(1).filter(|field| field.kind() == "string_literal");
                let field = field.ok_or_else(|| self.refuse(value, "a VarHandle for a field that is computed"))?;
                handles.insert(self.text(name).to_owned(), self.text(*field).trim_matches('"').to_owned());
            }
        }
        Ok(handles)
    }
}

/// The classes that simple names stand for within a class: of several with one name the innermost (JLS 6.3, 6.4.1).
fn visible<'n>(inside: &str, classes: &[(String, Node<'n>)]) -> Vec<(String, Node<'n>)> {
    let mut all: BTreeMap<&str, &(String, Node<'n>)> = BTreeMap::new();
    for class in classes {
        let (outer, simple) = class.0.rsplit_once('.').unwrap_or(("", &class.0));
        let is_around = outer.is_empty() || outer == inside || inside.starts_with(&format!("{outer}."));
        let is_inner = all.get(simple).is_none_or(|known| known.0.len() < class.0.len());
        if is_around && is_inner {
            all.insert(simple, class);
        }
    }
    all.into_values().cloned().collect()
}

/// The initial state: values of fields and cells, and what handles stand for.
fn initial_state(
    fields: &BTreeMap<String, Field>,
    cells: &BTreeSet<(String, String)>,
    used: &BTreeSet<(u32, String)>,
) -> String {
    let mut init = String::new();
    for (field, kind) in fields {
        if let Field::Value { initial, .. } | Field::Atomic { initial, .. } = kind {
            let ty = if kind.is_long() { "long " } else { "" };
            init += &format!("{ty}{field}={initial}; ");
        }
    }
    for (array, index) in cells {
        let ty = if fields.get(array).is_some_and(Field::is_long) { "long " } else { "" };
        init += &format!("{ty}{}=0; ", atomic::cell(array, index));
    }
    init.extend(used.iter().map(|(number, field)| format!("{number}:F_{field}={field}; ")));
    init
}

/// The thread, of this number, that makes the objects that the state has at first, and then starts the actors; `None` where there are none.
fn maker(
    fields: &BTreeMap<String, Field>,
    number: u32,
    actors: usize,
    used: &mut BTreeSet<(u32, String)>,
) -> Option<String> {
    let mut code = String::new();
    for (name, field) in fields {
        if let Field::Reference { initial: Some(initial), .. } = field {
            code += &format!("  F_{name}.set({initial});\n");
            used.insert((number, name.clone()));
        }
    }
    for (name, field) in fields {
        if let Field::Alias { of, .. } = field {
            code += &format!("  F_{name}.set(F_{of}.get());\n");
            used.extend([name, of].map(|field| (number, field.clone())));
        }
    }
    if code.is_empty() {
        return None;
    }
    code.extend((0..actors).map(|actor| format!("  start({actor});\n")));
    Some(format!("Thread{number} {{\n{code}}}\n"))
}
