//! Sources of jcstress as tests: the subset of Java that they are written in, as litmus tests with declared outcomes.
//!
//! Source: OpenJDK jcstress, the documentation of its annotations: `@Actor` methods run concurrently, once each, on a fresh `@State` object; an `@Arbiter` runs when all
//! have ended and sees what they did; of the `@Outcome`s the first one whose `id` fits counts, one without `id` is for all others, and what nothing fits is forbidden.
//!
//! Fields are locations, of type `int` or `boolean`, or `AtomicInteger`; a `volatile` field is accessed in that mode; a VarHandle stands for the field that `findVarHandle` names. Monitors are
//! those of `this`, of fields of type `Object`, and `ReentrantLock`s. The arbiter is a thread that joins all actors. What is outside of that is refused at its place.

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

/// A field of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// A number or a truth value.
    Value { is_volatile: bool, initial: i64 },
    /// An `AtomicInteger`.
    Atomic { initial: i64 },
    /// An object that is nothing but a monitor.
    Monitor,
    /// A `ReentrantLock`.
    Lock,
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
        for (annotation, node) in self.annotations(class) {
            if annotation == "JCStressTest" && node.kind() == "annotation" {
                return Err(self.refuse(node, "a test that asks whether it ends"));
            }
        }
        let state = self.state(class, classes)?;
        let fields = self.fields(state)?;
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
        let mut shown: Vec<(Option<(u32, String)>, bool)> = Vec::new();
        let (mut threads, mut used) = (Vec::new(), BTreeSet::new());
        for (number, method) in (0..).zip(actors.iter().chain(&arbiters)) {
            let mut actor = Actor::new(self, number, &fields, &handles);
            actor.method(*method, &mut shown)?;
            let joins: String = match number as usize >= actors.len() {
                true => (0..actors.len()).map(|other| format!("  join({other});\n")).collect(),
                false => String::new(),
            };
            used.extend(actor.used.iter().map(|field| (number, field.clone())));
            threads.push(format!("Thread{number} {{\n{joins}{}}}\n", actor.code));
        }
        let mut init = String::new();
        for (field, kind) in &fields {
            if let Field::Value { initial, .. } | Field::Atomic { initial } = kind {
                init += &format!("{field}={initial}; ");
            }
        }
        for (number, field) in &used {
            init += &format!("{number}:F_{field}={field}; ");
        }
        let registers: String = shown
            .iter()
            .flat_map(|(place, _)| place)
            .map(|(thread, register)| format!("{thread}:{register}; "))
            .collect();
        let name = name.replace('.', "_");
        let text = format!("Java {name}\n{{ {init}}}\n{}locations [{registers}]\nexists (true)\n", threads.concat());
        Ok((text, shown))
    }

    /// The class of the state: the test itself, or one that its methods take.
    fn state<'n>(self, class: Node<'n>, classes: &[(String, Node<'n>)]) -> Reading<Node<'n>> {
        let is_state = |node: Node<'_>| self.annotations(node).iter().any(|(name, _)| *name == "State");
        let state = if is_state(class) {
            class
        } else {
            let inside = |other: &&(String, Node<'n>)| {
                let (start, end) = (class.start_byte(), class.end_byte());
                is_state(other.1) && start < other.1.start_byte() && other.1.end_byte() <= end
            };
            let found = classes.iter().find(inside).map(|(_, node)| *node);
            found.ok_or_else(|| self.refuse(class, "a test whose state is another class"))?
        };
        for node in [class, state] {
            if let Some(base) = node.child_by_field_name("superclass").or(node.child_by_field_name("interfaces")) {
                return Err(self.refuse(base, "a class that extends another one"));
            }
        }
        Ok(state)
    }

    fn members<'n>(self, class: Node<'n>, kind: &str) -> Reading<Vec<Node<'n>>> {
        let body = self.field(class, "body")?;
        Ok(self.inner(body).into_iter().filter(|member| member.kind() == kind).collect())
    }

    /// The fields of the state that hold values or are monitors.
    fn fields(self, state: Node<'_>) -> Reading<BTreeMap<String, Field>> {
        let mut fields = BTreeMap::from([("self".to_owned(), Field::Monitor)]);
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
                fields.insert(name, self.one_field(member, kind, value)?);
            }
        }
        Ok(fields)
    }

    fn one_field(self, member: Node<'_>, kind: &str, value: Option<Node<'_>>) -> Reading<Field> {
        let argument = |value: Option<Node<'_>>| -> Reading<i64> {
            let Some(value) = value else { return Err(self.refuse(member, "a reference that is null")) };
            let arguments = value.child_by_field_name("arguments").map(|all| self.inner(all)).unwrap_or_default();
            arguments.first().map_or(Ok(0), |one| self.constant(*one))
        };
        Ok(match kind {
            "int" | "boolean" => {
                let initial = value.map_or(Ok(0), |value| self.constant(value))?;
                Field::Value { is_volatile: self.has_modifier(member, "volatile"), initial }
            }
            "AtomicInteger" => Field::Atomic { initial: argument(value)? },
            "Object" if self.has_modifier(member, "final") => Field::Monitor,
            "ReentrantLock" | "Lock" if value.is_some() => Field::Lock,
            "long" | "double" => {
                return Err(self.refuse(member, &format!("`{kind}`, which may be read in halves (JLS 17.7),")));
            }
            _ => return Err(self.refuse(member, &format!("a field of type `{kind}`"))),
        })
    }

    /// A number that is written out.
    fn constant(self, node: Node<'_>) -> Reading<i64> {
        let text = self.text(node).replace('_', "");
        let number = match node.kind() {
            "true" => Some(1),
            "false" => Some(0),
            "decimal_integer_literal" => text.parse().ok(),
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
