//! The body of an actor, statement by statement, as that of a thread of a litmus test.

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{Fence, METHODS};
use tree_sitter::Node;

use super::{Field, Reader, Reading, Size};

/// The translation of one method.
pub(super) struct Actor<'r, 't, 'n> {
    pub(super) reader: Reader<'t>,
    number: u32,
    /// The class of the state.
    state_type: &'t str,
    pub(super) fields: &'r BTreeMap<String, Field>,
    handles: &'r BTreeMap<String, String>,
    /// The cells of arrays that it accesses: the array and the index.
    pub(super) cells: BTreeSet<(String, String)>,
    /// The fields that it accesses, or whose monitors it enters.
    pub(super) used: BTreeSet<String>,
    pub(super) code: String,
    /// What the method calls its result, and the state where it is given one.
    result: Option<String>,
    pub(super) state: Option<String>,
    /// Local variables, by their names in the source.
    pub(super) locals: BTreeMap<String, String>,
    /// Those that are `long`, by their names in the test.
    long_locals: BTreeSet<String>,
    /// The types of the values of its result, a letter each.
    letters: String,
    /// The classes of the source.
    pub(super) classes: &'r [(String, Node<'n>)],
    /// The methods of the test and its state.
    pub(super) methods: &'r [Node<'n>],
    /// In a constructor, the fields of the object that is made.
    pub(super) own_fields: Vec<String>,
    /// The classes whose objects it uses.
    pub(super) needed: Vec<String>,
    /// How deep it is in methods that are called.
    pub(super) calls: usize,
    depth: usize,
    temporaries: usize,
}

/// Values of results: the register of each, and whether it is a truth value.
pub(super) type Shown = Vec<(Option<(u32, String)>, bool)>;

impl<'r, 't, 'n> Actor<'r, 't, 'n> {
    pub(super) fn new(
        reader: Reader<'t>,
        number: u32,
        state_type: &'t str,
        fields: &'r BTreeMap<String, Field>,
        handles: &'r BTreeMap<String, String>,
        classes: &'r [(String, Node<'n>)],
        methods: &'r [Node<'n>],
    ) -> Actor<'r, 't, 'n> {
        Actor {
            reader,
            number,
            state_type,
            fields,
            handles,
            cells: BTreeSet::new(),
            used: BTreeSet::new(),
            code: String::new(),
            result: None,
            state: None,
            locals: BTreeMap::new(),
            long_locals: BTreeSet::new(),
            letters: String::new(),
            classes,
            methods,
            own_fields: Vec::new(),
            needed: Vec::new(),
            calls: 0,
            depth: 1,
            temporaries: 0,
        }
    }

    /// For the constructor of a class with these fields.
    pub(super) fn in_constructor(
        reader: Reader<'t>,
        classes: &'r [(String, Node<'n>)],
        fields: &[String],
    ) -> Actor<'r, 't, 'n> {
        static NO_FIELDS: BTreeMap<String, Field> = BTreeMap::new();
        static NO_HANDLES: BTreeMap<String, String> = BTreeMap::new();
        let mut actor = Actor::new(reader, 0, "", &NO_FIELDS, &NO_HANDLES, classes, &[]);
        (actor.own_fields, actor.depth) = (fields.to_vec(), 2);
        actor
    }

    /// A local variable of that name; variables of methods that are written out have names of their own.
    pub(super) fn new_local(&mut self, name: &str, ty: &str) -> String {
        let known = match self.calls {
            0 => format!("l_{name}"),
            _ => {
                self.temporaries += 1;
                format!("l{}_{name}", self.temporaries)
            }
        };
        match ty {
            "long" => _ = self.long_locals.insert(known.clone()),
            _ => _ = self.long_locals.remove(&known),
        }
        self.locals.insert(name.to_owned(), known.clone());
        known
    }

    pub(super) fn is_reference_field(&self, name: &str) -> bool {
        matches!(self.fields.get(name), Some(Field::Reference { .. } | Field::Alias { .. }))
    }

    pub(super) fn text(&self, node: Node<'_>) -> &'t str {
        self.reader.text(node)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.code += &format!("{}{text}\n", "  ".repeat(self.depth));
    }

    /// An actor or an arbiter. `shown` gets the values of its result.
    pub(super) fn method(&mut self, method: Node<'_>, shown: &mut Shown) -> Reading<()> {
        let parameters = self.reader.field(method, "parameters")?;
        for parameter in self.reader.inner(parameters) {
            let (kind, name) = (self.reader.field(parameter, "type")?, self.reader.field(parameter, "name")?);
            let name = self.text(name).to_owned();
            match self.text(kind).strip_suffix("_Result") {
                Some(letters) => {
                    self.values(letters, kind, shown)?;
                    self.letters = letters.to_owned();
                    self.result = Some(name);
                }
                None if self.text(kind).rsplit('.').next() == Some(self.state_type) => self.state = Some(name),
                None => return Err(self.reader.refuse(parameter, "a parameter that is no state and no result")),
            }
        }
        let is_synchronized = self.reader.has_modifier(method, "synchronized");
        if is_synchronized {
            self.used.insert("self".to_owned());
            self.line("synchronized (F_self) {");
        }
        let body = self.reader.field(method, "body")?;
        for statement in self.reader.inner(body) {
            self.statement(statement, shown)?;
        }
        if is_synchronized {
            self.line("}");
        }
        Ok(())
    }

    /// The values of a result by the letters of its type: `II`.
    fn values(&self, letters: &str, kind: Node<'_>, shown: &mut Shown) -> Reading<()> {
        for (at, letter) in letters.chars().enumerate() {
            let is_truth = match letter {
                'Z' => true,
                'I' | 'J' | 'B' | 'S' => false,
                _ => return Err(self.reader.refuse(kind, &format!("a result of type `{letter}`"))),
            };
            if at >= shown.len() {
                shown.push((None, is_truth));
            }
        }
        Ok(())
    }

    fn block(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        self.depth += 1;
        match node.kind() {
            "block" => {
                for statement in self.reader.inner(node) {
                    self.statement(statement, shown)?;
                }
            }
            _ => self.statement(node, shown)?,
        }
        self.depth -= 1;
        Ok(())
    }

    pub(super) fn statement(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        match node.kind() {
            "block" => {
                self.line("{");
                self.block(node, shown)?;
                self.line("}");
            }
            "local_variable_declaration" => self.declaration(node, shown)?,
            "expression_statement" => {
                let inner = self.reader.inner(node);
                self.effect(inner[0], shown)?;
            }
            "if_statement" => {
                let condition = self.condition(node)?;
                self.line(&format!("if ({condition}) {{"));
                self.block(self.reader.field(node, "consequence")?, shown)?;
                if let Some(otherwise) = node.child_by_field_name("alternative") {
                    self.line("} else {");
                    self.block(otherwise, shown)?;
                }
                self.line("}");
            }
            "while_statement" => {
                let condition = self.condition(node)?;
                self.line(&format!("while ({condition}) {{"));
                self.block(self.reader.field(node, "body")?, shown)?;
                self.line("}");
            }
            "do_statement" => {
                self.line("do {");
                self.block(self.reader.field(node, "body")?, shown)?;
                let condition = self.condition(node)?;
                self.line(&format!("}} while ({condition});"));
            }
            "for_statement" => self.counting(node, shown)?,
            ";" => {}
            "try_statement" => self.unless_interrupted(node, shown)?,
            "synchronized_statement" => {
                let parts = self.reader.inner(node);
                let monitor = self.monitor(parts[0])?;
                self.line(&format!("synchronized ({monitor}) {{"));
                self.block(self.reader.field(node, "body")?, shown)?;
                self.line("}");
            }
            _ => return Err(self.reader.refuse(node, &format!("a {}", node.kind().replace('_', " ")))),
        }
        Ok(())
    }

    /// A `try` that catches nothing but interrupts: no actor interrupts another one, so that nothing is caught.
    fn unless_interrupted(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        for part in self.reader.inner(node) {
            let is_interrupt = |catch: Node<'_>| {
                let parameter =
                    self.reader.inner(catch).into_iter().find(|part| part.kind() == "catch_formal_parameter");
                let kind = parameter.and_then(|parameter| {
                    self.reader.inner(parameter).into_iter().find(|part| part.kind() == "catch_type")
                });
                kind.is_some_and(|kind| self.text(kind) == "InterruptedException")
            };
            if part.kind() != "block" && !(part.kind() == "catch_clause" && is_interrupt(part)) {
                return Err(self
                    .reader
                    .refuse(part, "a `try` with something else than a catch of InterruptedException"));
            }
        }
        self.line("{");
        self.block(self.reader.field(node, "body")?, shown)?;
        self.line("}");
        Ok(())
    }

    /// `m.wait()`, `m.notify()`, `notifyAll()`: whether it is one of these.
    fn wait_set(&mut self, node: Node<'_>) -> Reading<bool> {
        let name = self.text(self.reader.field(node, "name")?);
        let has_arguments = !self.reader.inner(self.reader.field(node, "arguments")?).is_empty();
        if !["wait", "notify", "notifyAll"].contains(&name) || has_arguments {
            return Ok(false);
        }
        let monitor = match node.child_by_field_name("object") {
            Some(object) => self.monitor(object)?,
            None => {
                self.used.insert("self".to_owned());
                "F_self".to_owned()
            }
        };
        self.line(&format!("{name}({monitor});"));
        Ok(true)
    }

    /// A `for`: what is done first, and a `while` that ends with what is done behind each round.
    fn counting(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        let parts = |name: &str| {
            let mut cursor = node.walk();
            node.children_by_field_name(name, &mut cursor).collect::<Vec<_>>()
        };
        self.line("{");
        self.depth += 1;
        let before = self.locals.clone();
        for first in parts("init") {
            match first.kind() {
                "local_variable_declaration" => self.declaration(first, shown)?,
                _ => self.effect(first, shown)?,
            }
        }
        let condition = node.child_by_field_name("condition");
        let condition = condition.ok_or_else(|| self.reader.refuse(node, "a `for` without an end"))?;
        let condition = self.value(condition)?;
        self.line(&format!("while ({condition}) {{"));
        self.block(self.reader.field(node, "body")?, shown)?;
        self.depth += 1;
        for update in parts("update") {
            self.effect(update, shown)?;
        }
        self.depth -= 1;
        self.line("}");
        self.locals = before;
        self.depth -= 1;
        self.line("}");
        Ok(())
    }

    pub(super) fn condition(&mut self, node: Node<'_>) -> Reading<String> {
        let condition = self.reader.field(node, "condition")?;
        self.value(condition)
    }

    /// The name of a monitor: of `this`, or of a field.
    pub(super) fn monitor(&mut self, node: Node<'_>) -> Reading<String> {
        let text = self.text(node).trim_matches(['(', ')']).trim();
        let field = match text {
            "this" => "self",
            _ if self.state.as_deref() == Some(text) => "self",
            _ => text.rsplit('.').next().unwrap_or(text),
        };
        match self.fields.get(field) {
            Some(Field::Monitor) => {
                self.used.insert(field.to_owned());
                Ok(format!("F_{field}"))
            }
            _ => Err(self.reader.refuse(node, "a monitor that is no field of type `Object`")),
        }
    }

    fn declaration(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        let kind = self.text(self.reader.field(node, "type")?);
        let ty = self.local_type(node, kind)?;
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            let name = self.text(self.reader.field(declarator, "name")?);
            match declarator.child_by_field_name("value") {
                Some(value) => {
                    let value = self.right_side(value, shown)?;
                    let name = self.new_local(name, &ty);
                    self.line(&format!("{ty} {name} = {value};"));
                }
                None => {
                    let name = self.new_local(name, &ty);
                    self.line(&format!("{ty} {name};"));
                }
            }
        }
        Ok(())
    }

    /// An expression that stands as a statement.
    fn effect(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        match node.kind() {
            "assignment_expression" => self.assignment(node, shown),
            "update_expression" => {
                self.update(node)?;
                Ok(())
            }
            "object_creation_expression" => {
                let made = self.creation(node)?;
                self.line(&format!("{made};"));
                Ok(())
            }
            "method_invocation" => {
                if let Some(method) = self.own_method(node) {
                    self.written_out(node, method, shown)?;
                    return Ok(());
                }
                if self.wait_set(node)? {
                    return Ok(());
                }
                if let Some(call) = self.call(node)? {
                    // A value that is computed from the call's is no statement.
                    let unused =
                        if call.starts_with('(') { format!("long {} = ", self.temporary()) } else { String::new() };
                    self.line(&format!("{unused}{call};"));
                }
                Ok(())
            }
            _ => Err(self.reader.refuse(node, "this statement")),
        }
    }

    fn assignment(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        let (left, right) = (self.reader.field(node, "left")?, self.reader.field(node, "right")?);
        let operator = self.text(self.reader.field(node, "operator")?).trim_end_matches('=');
        if let Some(place) = self.result_place(left) {
            if !operator.is_empty() || place >= shown.len() {
                return Err(self.reader.refuse(node, "this assignment to a result"));
            }
            let value = self.right_side(right, shown)?;
            let register = format!("r{}", place + 1);
            if shown[place].0.as_ref().is_some_and(|(thread, _)| *thread != self.number) {
                return Err(self.reader.refuse(node, "a value of a result that two methods assign"));
            }
            shown[place].0 = Some((self.number, register.clone()));
            let ty = if self.letters.chars().nth(place) == Some('J') { "long" } else { "int" };
            self.line(&format!("{ty} {register} = {value};"));
            return Ok(());
        }
        if let Some(name) = self.local(left) {
            let value = if operator.is_empty() { self.right_side(right, shown)? } else { self.value(right)? };
            // What is computed is cast to the type of the variable (JLS 15.26.2).
            let ty = if self.long_locals.contains(&name) { "long" } else { "int" };
            let value = if operator.is_empty() { value } else { format!("({ty}) ({name} {operator} ({value}))") };
            self.line(&format!("{name} = {value};"));
            return Ok(());
        }
        if let Some(place) = self.object_place(left)? {
            // A call there would be done before the object is looked at.
            if !operator.is_empty() || right.kind() == "update_expression" {
                return Err(self.reader.refuse(node, "this assignment to a field of an object"));
            }
            let value = self.value(right)?;
            self.line(&format!("{place} = {value};"));
            return Ok(());
        }
        let (handle, is_volatile) = self.place(left)?;
        let (get, set) = modes(is_volatile);
        if operator.is_empty() {
            let value = self.right_side(right, shown)?;
            self.line(&format!("{handle}.{set}({value});"));
        } else {
            self.is_wide(left)?;
            // The field is read before the right side is evaluated (JLS 15.26.2).
            let (old, ty) = (self.temporary(), self.type_behind(&handle));
            self.line(&format!("{ty} {old} = {handle}.{get}();"));
            let value = self.value(right)?;
            self.line(&format!("{handle}.{set}(({ty}) ({old} {operator} ({value})));"));
        }
        Ok(())
    }

    /// `x++` and the like; gives its value.
    pub(super) fn update(&mut self, node: Node<'_>) -> Reading<String> {
        let text = self.text(node);
        let (operator, is_before) = match (text.contains("++"), text.starts_with(['+', '-'])) {
            (true, is_before) => ("+", is_before),
            (false, is_before) => ("-", is_before),
        };
        let inner = self.reader.inner(node)[0];
        if let Some(name) = self.local(inner) {
            let old = self.temporary();
            let ty = if self.long_locals.contains(&name) { "long" } else { "int" };
            self.line(&format!("{ty} {old} = {name};"));
            self.line(&format!("{name} = {old} {operator} 1;"));
            return Ok(if is_before { name } else { old });
        }
        self.is_wide(inner)?;
        let (handle, is_volatile) = self.place(inner)?;
        let (get, set) = modes(is_volatile);
        let (old, ty) = (self.temporary(), self.type_behind(&handle));
        self.line(&format!("{ty} {old} = {handle}.{get}();"));
        self.line(&format!("{handle}.{set}({old} {operator} 1);"));
        Ok(if is_before { format!("({old} {operator} 1)") } else { old })
    }

    /// The type of what the handle of a field stands for.
    fn type_behind(&self, handle: &str) -> &'static str {
        let field = handle.strip_prefix("F_").and_then(|field| self.fields.get(field));
        if field.is_some_and(Field::is_long) { "long" } else { "int" }
    }

    /// What is computed and stored without a cast is cut to the bits of the field (JLS 15.26.2), which is not done here.
    fn is_wide(&self, node: Node<'_>) -> Reading<()> {
        let name = self.text(node);
        let name = name.rsplit('.').next().unwrap_or(name);
        match self.fields.get(name) {
            Some(Field::Value { size: Size::Narrow, .. }) => {
                Err(self.reader.refuse(node, "arithmetic on a field of fewer bits than an `int`"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    /// Which value of the result an expression is, counted from 0.
    pub(super) fn result_place(&self, node: Node<'_>) -> Option<usize> {
        let (object, field) = self.text(node).split_once('.')?;
        (self.result.as_deref() == Some(object.trim())).then_some(())?;
        field.trim().strip_prefix('r')?.parse::<usize>().ok()?.checked_sub(1)
    }

    pub(super) fn local(&self, node: Node<'_>) -> Option<String> {
        let known = self.locals.get(self.text(node)).filter(|_| node.kind() == "identifier");
        known.cloned()
    }

    /// The VarHandle of a field of the state, and whether the field is volatile.
    fn place(&mut self, node: Node<'_>) -> Reading<(String, bool)> {
        let name = match node.kind() {
            "identifier" => self.text(node),
            "field_access" => {
                let (object, field) = (self.reader.field(node, "object")?, self.reader.field(node, "field")?);
                let object = self.text(object);
                if object != "this" && self.state.as_deref() != Some(object) {
                    return Err(self.reader.refuse(node, "a field of another object"));
                }
                self.text(field)
            }
            _ => return Err(self.reader.refuse(node, &format!("a {}", node.kind().replace('_', " ")))),
        };
        match self.fields.get(name) {
            Some(Field::Alias { .. }) => {
                self.used.insert(name.to_owned());
                Ok((format!("F_{name}"), false))
            }
            Some(Field::Value { is_volatile, .. } | Field::Reference { is_volatile, .. }) => {
                self.used.insert(name.to_owned());
                Ok((format!("F_{name}"), *is_volatile))
            }
            _ => Err(self.reader.refuse(node, &format!("`{name}`, which is no field that holds a number here,"))),
        }
    }

    pub(super) fn value(&mut self, node: Node<'_>) -> Reading<String> {
        Ok(match node.kind() {
            "decimal_integer_literal" => self.text(node).to_owned(),
            "null_literal" => "null".to_owned(),
            "object_creation_expression" | "array_creation_expression" => self.creation(node)?,
            "hex_integer_literal" | "true" | "false" => self.text(node).to_owned(),
            "parenthesized_expression" => {
                let inner = self.reader.inner(node)[0];
                format!("({})", self.value(inner)?)
            }
            "cast_expression" => self.cast(node)?,
            "unary_expression" => {
                let operator = self.text(self.reader.field(node, "operator")?);
                let operand = self.value(self.reader.field(node, "operand")?)?;
                if operator == "+" { operand } else { format!("{operator}({operand})") }
            }
            "binary_expression" => {
                let operator = self.text(self.reader.field(node, "operator")?);
                let left = self.value(self.reader.field(node, "left")?)?;
                let right = self.value(self.reader.field(node, "right")?)?;
                format!("({left} {operator} {right})")
            }
            "ternary_expression" => {
                let condition = self.condition(node)?;
                let then = self.value(self.reader.field(node, "consequence")?)?;
                let otherwise = self.value(self.reader.field(node, "alternative")?)?;
                format!("({condition} ? {then} : {otherwise})")
            }
            "method_invocation" => {
                let call = self.call(node)?;
                call.ok_or_else(|| self.reader.refuse(node, "a call without a value"))?
            }
            _ => match (self.local(node), self.result_place(node)) {
                (Some(name), _) => name,
                (None, Some(place)) => format!("r{}", place + 1),
                (None, None) => {
                    if let Some(place) = self.object_place(node)? {
                        return Ok(place);
                    }
                    let (handle, is_volatile) = self.place(node)?;
                    let read = format!("{handle}.{}()", modes(is_volatile).0);
                    // Which class it is of follows from the field.
                    match self.fields.get(&handle["F_".len()..]) {
                        Some(Field::Reference { ty, .. } | Field::Alias { ty, .. }) => format!("(({ty}) {read})"),
                        _ => read,
                    }
                }
            },
        })
    }

    fn cast(&mut self, node: Node<'_>) -> Reading<String> {
        let kind = self.text(self.reader.field(node, "type")?);
        let value = self.value(self.reader.field(node, "value")?)?;
        Ok(match kind {
            "boolean" => value,
            "int" | "long" | "byte" | "short" | "char" => format!("(({kind}) ({value}))"),
            _ => match self.reader.reference_type(kind, self.classes) {
                Some(ty) => format!("(({ty}) {value})"),
                None => return Err(self.reader.refuse(node, &format!("a cast to `{kind}`"))),
            },
        })
    }

    /// A call: of a VarHandle, an `AtomicInteger`, a lock, or a fence; `None` where it does nothing.
    fn call(&mut self, node: Node<'_>) -> Reading<Option<String>> {
        let name = self.text(self.reader.field(node, "name")?);
        let Some(object) = node.child_by_field_name("object") else {
            return Err(self.reader.refuse(node, &format!("a call of `{name}`")));
        };
        let arguments = self.reader.inner(self.reader.field(node, "arguments")?);
        let object_text = self.text(object);
        let object = object_text.rsplit('.').next().unwrap_or(object_text);
        if object == "VarHandle" && Fence::ALL.iter().any(|fence| fence.name() == name) {
            return Ok(Some(format!("{name}()")));
        }
        if object == "Thread" && ["yield", "onSpinWait"].contains(&name) {
            return Ok(None);
        }
        if let Some(field) = self.handles.get(object) {
            let field = field.clone();
            let is_state = arguments.first().map(|first| self.text(*first));
            let is_state = is_state.is_some_and(|first| first == "this" || self.state.as_deref() == Some(first));
            let fits = match self.fields.get(&field) {
                Some(Field::Value { size: Size::Int | Size::Long, .. } | Field::Reference { .. }) => true,
                // A sum is cut to the bits of the field, which is not done here.
                Some(Field::Value { size: Size::Narrow, .. }) => !name.contains("Add"),
                _ => false,
            };
            let is_known = fits && METHODS.iter().any(|method| method.name == name);
            if !is_state || !is_known {
                return Err(self.reader.refuse(node, &format!("this call of `{name}`")));
            }
            return Ok(Some(self.access(&field, name, &arguments[1..])?));
        }
        let object = if self.state.as_deref() == Some(object) || object == "this" { "self" } else { object };
        match self.fields.get(object) {
            Some(Field::Atomic { .. } | Field::AtomicArray { .. } | Field::Updater(_)) => {
                Ok(Some(self.atomic(node, object, name, &arguments)?))
            }
            Some(Field::Lock) if ["lock", "unlock"].contains(&name) => {
                self.used.insert(object.to_owned());
                Ok(Some(format!("{name}(F_{object})")))
            }
            _ => Err(self.reader.refuse(node, &format!("a call of `{name}`"))),
        }
    }

    pub(super) fn access(&mut self, field: &str, method: &str, arguments: &[Node<'_>]) -> Reading<String> {
        self.used.insert(field.to_owned());
        let arguments: Reading<Vec<String>> = arguments.iter().map(|argument| self.value(*argument)).collect();
        Ok(format!("F_{field}.{method}({})", arguments?.join(", ")))
    }
}

fn modes(is_volatile: bool) -> (&'static str, &'static str) {
    if is_volatile { ("getVolatile", "setVolatile") } else { ("get", "set") }
}
