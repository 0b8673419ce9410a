//! The body of an actor, statement by statement, as that of a thread of a litmus test.

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{Fence, METHODS};
use tree_sitter::Node;

use super::{Field, Reader, Reading};

/// What an `AtomicInteger`'s method is as a method of a VarHandle, and what is added to its value.
const ATOMIC: [(&str, &str, &str); 9] = [
    ("get", "getVolatile", ""),
    ("set", "setVolatile", ""),
    ("lazySet", "setRelease", ""),
    ("getAndSet", "getAndSet", ""),
    ("compareAndSet", "compareAndSet", ""),
    ("getAndAdd", "getAndAdd", ""),
    ("getAndIncrement", "getAndAdd(1)", ""),
    ("getAndDecrement", "getAndAdd(-1)", ""),
    ("incrementAndGet", "getAndAdd(1)", " + 1"),
];

/// The translation of one method.
pub(super) struct Actor<'r, 't> {
    reader: Reader<'t>,
    number: u32,
    fields: &'r BTreeMap<String, Field>,
    handles: &'r BTreeMap<String, String>,
    /// The fields that it accesses, or whose monitors it enters.
    pub(super) used: BTreeSet<String>,
    pub(super) code: String,
    /// What the method calls its result, and the state where it is given one.
    result: Option<String>,
    state: Option<String>,
    locals: BTreeSet<String>,
    depth: usize,
    temporaries: usize,
}

/// Values of results: the register of each, and whether it is a truth value.
type Shown = Vec<(Option<(u32, String)>, bool)>;

impl<'r, 't> Actor<'r, 't> {
    pub(super) fn new(
        reader: Reader<'t>,
        number: u32,
        fields: &'r BTreeMap<String, Field>,
        handles: &'r BTreeMap<String, String>,
    ) -> Actor<'r, 't> {
        Actor {
            reader,
            number,
            fields,
            handles,
            used: BTreeSet::new(),
            code: String::new(),
            result: None,
            state: None,
            locals: BTreeSet::new(),
            depth: 1,
            temporaries: 0,
        }
    }

    fn text(&self, node: Node<'_>) -> &'t str {
        self.reader.text(node)
    }

    fn line(&mut self, text: &str) {
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
                    self.result = Some(name);
                }
                None => self.state = Some(name),
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
                'I' => false,
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

    fn statement(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<()> {
        match node.kind() {
            "block" => {
                self.line("{");
                self.block(node, shown)?;
                self.line("}");
            }
            "local_variable_declaration" => self.declaration(node)?,
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

    fn condition(&mut self, node: Node<'_>) -> Reading<String> {
        let condition = self.reader.field(node, "condition")?;
        self.value(condition)
    }

    /// The name of a monitor: of `this`, or of a field.
    fn monitor(&mut self, node: Node<'_>) -> Reading<String> {
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

    fn declaration(&mut self, node: Node<'_>) -> Reading<()> {
        let kind = self.text(self.reader.field(node, "type")?);
        if !["int", "boolean", "var"].contains(&kind) {
            return Err(self.reader.refuse(node, &format!("a local variable of type `{kind}`")));
        }
        let mut cursor = node.walk();
        for declarator in node.children_by_field_name("declarator", &mut cursor) {
            let name = self.text(self.reader.field(declarator, "name")?);
            match declarator.child_by_field_name("value") {
                Some(value) => {
                    let value = self.value(value)?;
                    self.line(&format!("int l_{name} = {value};"));
                }
                None => self.line(&format!("int l_{name};")),
            }
            self.locals.insert(name.to_owned());
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
            "method_invocation" => {
                if let Some(call) = self.call(node)? {
                    self.line(&format!("{call};"));
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
            let value = if right.kind() == "update_expression" { self.update(right)? } else { self.value(right)? };
            let register = format!("r{}", place + 1);
            if shown[place].0.as_ref().is_some_and(|(thread, _)| *thread != self.number) {
                return Err(self.reader.refuse(node, "a value of a result that two methods assign"));
            }
            shown[place].0 = Some((self.number, register.clone()));
            self.line(&format!("int {register} = {value};"));
            return Ok(());
        }
        if let Some(name) = self.local(left) {
            let value = if right.kind() == "update_expression" { self.update(right)? } else { self.value(right)? };
            let value = if operator.is_empty() { value } else { format!("{name} {operator} ({value})") };
            self.line(&format!("{name} = {value};"));
            return Ok(());
        }
        let (handle, is_volatile) = self.place(left)?;
        let (get, set) = modes(is_volatile);
        if operator.is_empty() {
            let value = if right.kind() == "update_expression" { self.update(right)? } else { self.value(right)? };
            self.line(&format!("{handle}.{set}({value});"));
        } else {
            // The field is read before the right side is evaluated (JLS 15.26.2).
            let old = self.temporary();
            self.line(&format!("int {old} = {handle}.{get}();"));
            let value = self.value(right)?;
            self.line(&format!("{handle}.{set}({old} {operator} ({value}));"));
        }
        Ok(())
    }

    /// `x++` and the like; gives its value.
    fn update(&mut self, node: Node<'_>) -> Reading<String> {
        let text = self.text(node);
        let (operator, is_before) = match (text.contains("++"), text.starts_with(['+', '-'])) {
            (true, is_before) => ("+", is_before),
            (false, is_before) => ("-", is_before),
        };
        let inner = self.reader.inner(node)[0];
        if let Some(name) = self.local(inner) {
            let old = self.temporary();
            self.line(&format!("int {old} = {name};"));
            self.line(&format!("{name} = {old} {operator} 1;"));
            return Ok(if is_before { name } else { old });
        }
        let (handle, is_volatile) = self.place(inner)?;
        let (get, set) = modes(is_volatile);
        let old = self.temporary();
        self.line(&format!("int {old} = {handle}.{get}();"));
        self.line(&format!("{handle}.{set}({old} {operator} 1);"));
        Ok(if is_before { format!("({old} {operator} 1)") } else { old })
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    /// Which value of the result an expression is, counted from 0.
    fn result_place(&self, node: Node<'_>) -> Option<usize> {
        let (object, field) = self.text(node).split_once('.')?;
        (self.result.as_deref() == Some(object.trim())).then_some(())?;
        field.trim().strip_prefix('r')?.parse::<usize>().ok()?.checked_sub(1)
    }

    fn local(&self, node: Node<'_>) -> Option<String> {
        let name = self.text(node);
        (node.kind() == "identifier" && self.locals.contains(name)).then(|| format!("l_{name}"))
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
            Some(Field::Value { is_volatile, .. }) => {
                self.used.insert(name.to_owned());
                Ok((format!("F_{name}"), *is_volatile))
            }
            _ => Err(self.reader.refuse(node, &format!("`{name}`, which is no field that holds a number here,"))),
        }
    }

    fn value(&mut self, node: Node<'_>) -> Reading<String> {
        Ok(match node.kind() {
            "decimal_integer_literal" | "hex_integer_literal" | "true" | "false" => self.text(node).to_owned(),
            "parenthesized_expression" => {
                let inner = self.reader.inner(node)[0];
                format!("({})", self.value(inner)?)
            }
            "cast_expression" => {
                let kind = self.text(self.reader.field(node, "type")?);
                if !["int", "boolean"].contains(&kind) {
                    return Err(self.reader.refuse(node, &format!("a cast to `{kind}`")));
                }
                self.value(self.reader.field(node, "value")?)?
            }
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
                    let (handle, is_volatile) = self.place(node)?;
                    format!("{handle}.{}()", modes(is_volatile).0)
                }
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
            let is_known = METHODS.iter().any(|method| method.name == name) && self.fields.contains_key(&field);
            if !is_state || !is_known {
                return Err(self.reader.refuse(node, &format!("this call of `{name}`")));
            }
            return Ok(Some(self.access(&field, name, &arguments[1..])?));
        }
        match self.fields.get(object) {
            Some(Field::Atomic { .. }) => {
                let Some((_, method, more)) = ATOMIC.iter().find(|(known, ..)| *known == name) else {
                    return Err(self.reader.refuse(node, &format!("`{name}` of an `AtomicInteger`")));
                };
                if method.ends_with(')') {
                    self.used.insert(object.to_owned());
                    let call = format!("F_{object}.{method}");
                    return Ok(Some(if more.is_empty() { call } else { format!("({call}{more})") }));
                }
                Ok(Some(self.access(object, method, &arguments)?))
            }
            Some(Field::Lock) if ["lock", "unlock"].contains(&name) => {
                self.used.insert(object.to_owned());
                Ok(Some(format!("{name}(F_{object})")))
            }
            _ => Err(self.reader.refuse(node, &format!("a call of `{name}`"))),
        }
    }

    fn access(&mut self, field: &str, method: &str, arguments: &[Node<'_>]) -> Reading<String> {
        self.used.insert(field.to_owned());
        let arguments: Reading<Vec<String>> = arguments.iter().map(|argument| self.value(*argument)).collect();
        Ok(format!("F_{field}.{method}({})", arguments?.join(", ")))
    }
}

fn modes(is_volatile: bool) -> (&'static str, &'static str) {
    if is_volatile { ("getVolatile", "setVolatile") } else { ("get", "set") }
}
