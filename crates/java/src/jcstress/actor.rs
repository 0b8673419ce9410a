//! Methods as threads of a litmus test: calls are written out, and each access is a statement of its own.
//!
//! Source: The Java Language Specification, chapter 14 (statements) and 15 (expressions); 15.7: operands are evaluated from left to right. An access is done where it is evaluated, into a variable of
//! its own, so that what stands behind is made of variables that do not change.
//!
//! Before the actors begin, the state is made. What is done then is computed, and not written (`is_making`): all that it uses is known.

use source::Diagnostic;
use tree_sitter::Node;

use super::classes::Ty;
use super::reader::{Reader, Reading};
use super::values::{Around, Binding, Const, Returns, Scope, Value, What};
use super::world::World;

/// How deep methods call each other.
pub(super) const MOST_CALLS: usize = 24;

/// How often a loop goes round where the state is made.
const MOST_ROUNDS: usize = 10_000;

/// How control goes on behind a statement.
#[derive(Clone)]
pub(super) enum Flow<'u> {
    Next,
    /// It does not: what stands behind is never done.
    Never,
    /// Where the state is made: with the value.
    Return(Option<Value<'u>>),
    Break(Option<&'u str>),
    Continue(Option<&'u str>),
}

/// A value of a result: the thread that assigns it, and the letter of its type.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The thread and the register; `None` where nothing is assigned.
    pub place: Option<(u32, String)>,
    /// `I`, `Z`, `J`, `L` and so on.
    pub letter: char,
}

/// The translation of what one thread does, or of how the state is made.
pub(super) struct Actor<'w, 'u> {
    pub(super) world: &'w mut World<'u>,
    /// Whether the state is being made.
    pub(super) is_making: bool,
    pub(super) number: u32,
    pub(super) code: String,
    pub(super) depth: usize,
    pub(super) scope: Scope<'u>,
    pub(super) calls: usize,
    pub(super) shown: Vec<Shown>,
}

impl<'w, 'u> Actor<'w, 'u> {
    pub(super) fn new(world: &'w mut World<'u>, number: u32, scope: Scope<'u>) -> Actor<'w, 'u> {
        Actor { world, is_making: false, number, code: String::new(), depth: 1, scope, calls: 0, shown: Vec::new() }
    }

    /// For what is done before the actors begin.
    pub(super) fn making(world: &'w mut World<'u>, scope: Scope<'u>) -> Actor<'w, 'u> {
        Actor { is_making: true, ..Actor::new(world, 0, scope) }
    }

    pub(super) fn reader(&self) -> Reader<'u> {
        self.world.classes[self.scope.class].reader
    }

    pub(super) fn text(&self, node: Node<'u>) -> &'u str {
        self.reader().text(node)
    }

    pub(super) fn child(&self, node: Node<'u>, name: &str) -> Reading<Node<'u>> {
        self.reader().field(node, name)
    }

    pub(super) fn inner(&self, node: Node<'u>) -> Vec<Node<'u>> {
        self.reader().inner(node)
    }

    pub(super) fn refuse(&self, node: Node<'u>, what: &str) -> Diagnostic {
        self.reader().refuse(node, what)
    }

    pub(super) fn ty(&self, node: Node<'u>) -> Reading<Ty> {
        self.world.classes.ty(node, self.scope.class, &self.scope.arguments)
    }

    /// Writes a line of the litmus test.
    pub(super) fn emit(&mut self, node: Node<'u>, text: &str) -> Reading<()> {
        if self.is_making {
            return Err(self.refuse(node, "this, where the state is made before the actors begin,"));
        }
        self.code += &format!("{}{text}\n", "  ".repeat(self.depth));
        Ok(())
    }

    /// The type of a variable as the litmus test writes it.
    pub(super) fn declared(&mut self, ty: &Ty) -> String {
        self.world.use_type(ty);
        self.world.classes.litmus(ty)
    }

    /// A new variable with a value that is an expression of the litmus test.
    pub(super) fn temporary(&mut self, node: Node<'u>, ty: &Ty, value: &str) -> Reading<Value<'u>> {
        let name = self.world.fresh("t");
        let declared = self.declared(ty);
        self.emit(node, &format!("{declared} {name} = {value};"))?;
        Ok(Value::text(name, ty.clone()))
    }

    /// A value as an expression.
    pub(super) fn show(&mut self, node: Node<'u>, value: &Value<'u>) -> Reading<String> {
        Ok(match &value.what {
            What::Text(text) => text.clone(),
            What::Const(Const::Number(number)) => {
                let suffix = if value.ty.is_long() { "L" } else { "" };
                match number {
                    ..0 => format!("(-{}{suffix})", number.unsigned_abs()),
                    0.. => format!("{number}{suffix}"),
                }
            }
            What::Const(Const::Floating(bits)) => super::floating::show(*bits, &value.ty),
            What::Const(Const::Null) => "null".to_owned(),
            What::Const(Const::Object(id)) => {
                self.world.note_index(*id, None);
                self.world.name_of(*id)
            }
            What::Const(Const::Lambda(_)) => return Err(self.refuse(node, "a lambda that is kept")),
            What::Const(Const::Result(_)) => return Err(self.refuse(node, "a result that is kept")),
            What::Const(Const::Thread(_)) => return Err(self.refuse(node, "a thread that is kept")),
            What::Const(Const::Random) => {
                return Err(self.refuse(node, "a number that is not known, other than as an index,"));
            }
        })
    }

    /// What a block writes, apart.
    pub(super) fn apart<T>(
        &mut self,
        depth: usize,
        inside: impl FnOnce(&mut Self) -> Reading<T>,
    ) -> Reading<(String, T)> {
        let code = std::mem::take(&mut self.code);
        let outer = std::mem::replace(&mut self.depth, depth);
        let result = inside(self);
        self.depth = outer;
        let inner = std::mem::replace(&mut self.code, code);
        Ok((inner, result?))
    }

    pub(super) fn block(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let before = self.scope.locals.clone();
        self.depth += 1;
        let flow = match node.kind() {
            "block" | "constructor_body" => self.statements(&self.inner(node)),
            _ => self.statement(node),
        };
        self.depth -= 1;
        // Where the state is made, variables change.
        let inner = std::mem::replace(&mut self.scope.locals, before);
        if self.is_making {
            for (name, binding) in inner {
                if let Some(known) = self.scope.locals.get_mut(name) {
                    *known = binding;
                }
            }
        }
        flow
    }

    pub(super) fn statements(&mut self, all: &[Node<'u>]) -> Reading<Flow<'u>> {
        for one in all {
            let flow = self.statement(*one)?;
            if !matches!(flow, Flow::Next) {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    pub(super) fn statement(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        match node.kind() {
            ";" | "assert_statement" | "class_declaration" => {}
            "block" => {
                if !self.is_making {
                    self.emit(node, "{")?;
                }
                let flow = self.block(node)?;
                if !self.is_making {
                    self.emit(node, "}")?;
                }
                return Ok(flow);
            }
            "local_variable_declaration" => self.declaration(node)?,
            "expression_statement" => _ = self.effect(self.inner(node)[0])?,
            "explicit_constructor_invocation" => return Err(self.refuse(node, "this call of a constructor")),
            "if_statement" => return self.choice(node),
            "while_statement" | "do_statement" | "for_statement" => return self.repeat(node, None),
            "labeled_statement" => return self.labelled(node),
            "break_statement" | "continue_statement" => {
                let name = self.inner(node).first().map(|label| self.text(*label));
                return self.leave(node, name, node.kind() == "continue_statement");
            }
            "return_statement" => return self.give_back(node),
            "try_statement" => return self.attempt(node),
            "throw_statement" => return self.throw(node),
            "synchronized_statement" => {
                let parts = self.inner(node);
                let monitor = self.value(parts[0])?;
                return self.holding(node, &monitor, |actor| {
                    let body = actor.child(node, "body")?;
                    actor.block(body)
                });
            }
            kind => return Err(self.refuse(node, &format!("a {}", kind.replace('_', " ")))),
        }
        Ok(Flow::Next)
    }

    /// Does something while it holds a monitor.
    pub(super) fn holding(
        &mut self,
        node: Node<'u>,
        monitor: &Value<'u>,
        inside: impl FnOnce(&mut Self) -> Reading<Flow<'u>>,
    ) -> Reading<Flow<'u>> {
        if self.is_making {
            return inside(self);
        }
        let monitor = self.named(node, monitor)?;
        self.emit(node, &format!("synchronized ({monitor}) {{"))?;
        let flow = inside(self)?;
        self.emit(node, "}")?;
        Ok(flow)
    }

    /// A value as a variable.
    pub(super) fn named(&mut self, node: Node<'u>, value: &Value<'u>) -> Reading<String> {
        let text = self.show(node, value)?;
        let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && text != "null";
        if is_name {
            return Ok(text);
        }
        let kept = self.temporary(node, &value.ty, &text)?;
        self.show(node, &kept)
    }

    fn declaration(&mut self, node: Node<'u>) -> Reading<()> {
        let written = self.child(node, "type")?;
        let mut cursor = node.walk();
        for one in node.children_by_field_name("declarator", &mut cursor) {
            let name = self.text(self.child(one, "name")?);
            let initial = one.child_by_field_name("value");
            let value = match initial {
                Some(value) if value.kind() == "array_initializer" => {
                    let ty = self.ty(written)?;
                    Some(self.array_of(value, &ty)?)
                }
                Some(value) => Some(self.value(value)?),
                None => None,
            };
            let ty = match (self.text(written), &value) {
                ("var", Some(value)) => value.ty.clone(),
                _ => self.ty(written)?,
            };
            let value = value.map(|value| self.converted(node, value, &ty)).transpose()?;
            self.variable(node, name, &ty, value)?;
        }
        Ok(())
    }

    /// A new local variable. One that is assigned once is its value.
    pub(super) fn variable(&mut self, node: Node<'u>, name: &'u str, ty: &Ty, value: Option<Value<'u>>) -> Reading<()> {
        if let Some(Value { what: What::Const(Const::Result(letters)), .. }) = &value {
            self.scope.locals.insert(name, Binding::Result(letters.clone()));
            return Ok(());
        }
        let changes = self.scope.body.is_none_or(|body| self.assigns(body, name));
        let binding = match value {
            Some(value) if !changes || self.is_making => {
                let value = self.settled(node, value)?;
                let is_text = matches!(value.what, What::Text(_)) && value.ty.is_reference();
                Binding::Bound(if is_text { value } else { Value { ty: ty.clone(), ..value } })
            }
            None if self.is_making => Binding::Bound(Value::default_of(ty)),
            value => {
                let variable = self.world.fresh(&format!("{name}_"));
                self.world.variables.insert(variable.clone());
                let declared = self.declared(ty);
                match value {
                    Some(value) => {
                        let value = self.show(node, &value)?;
                        self.emit(node, &format!("{declared} {variable} = {value};"))?;
                    }
                    None => self.emit(node, &format!("{declared} {variable};"))?,
                }
                Binding::Variable { name: variable, ty: ty.clone() }
            }
        };
        self.scope.locals.insert(name, binding);
        Ok(())
    }

    /// Whether a variable is assigned somewhere below, other than where it is declared.
    pub(super) fn assigns(&self, node: Node<'u>, name: &str) -> bool {
        let is_it = |target: Option<Node<'u>>| {
            target.is_some_and(|target| target.kind() == "identifier" && self.text(target) == name)
        };
        let here = match node.kind() {
            "assignment_expression" => is_it(node.child_by_field_name("left")),
            "update_expression" => is_it(self.inner(node).first().copied()),
            "variable_declarator" => {
                is_it(node.child_by_field_name("name")) && node.child_by_field_name("value").is_none()
            }
            _ => false,
        };
        here || self.inner(node).into_iter().any(|inner| self.assigns(inner, name))
    }

    fn choice(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let condition = self.value(self.child(node, "condition")?)?;
        let then = self.child(node, "consequence")?;
        let otherwise = node.child_by_field_name("alternative");
        if let Some(number) = condition.as_number() {
            let taken = if number != 0 { Some(then) } else { otherwise };
            return match taken {
                Some(taken) if self.is_making => self.block(taken),
                Some(taken) => {
                    self.emit(node, "{")?;
                    let flow = self.block(taken)?;
                    self.emit(node, "}")?;
                    Ok(flow)
                }
                None => Ok(Flow::Next),
            };
        }
        let condition = self.show(node, &condition)?;
        self.emit(node, &format!("if ({condition}) {{"))?;
        let first = self.block(then)?;
        let mut second = Flow::Next;
        if let Some(otherwise) = otherwise {
            self.emit(node, "} else {")?;
            second = self.block(otherwise)?;
        }
        self.emit(node, "}")?;
        Ok(if matches!(first, Flow::Next) || matches!(second, Flow::Next) { Flow::Next } else { Flow::Never })
    }

    fn labelled(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let parts = self.inner(node);
        let name = self.text(parts[0]);
        if ["while_statement", "do_statement", "for_statement"].contains(&parts[1].kind()) {
            return self.repeat(parts[1], Some(name));
        }
        let behind = self.world.fresh("L");
        self.scope.around.push(Around { name: Some(name), is_loop: false, behind: behind.clone(), next: None });
        if !self.is_making {
            self.emit(node, &format!("{behind}: {{"))?;
        }
        let flow = self.block(parts[1])?;
        self.scope.around.pop();
        if !self.is_making {
            self.emit(node, "}")?;
            return Ok(Flow::Next);
        }
        Ok(if matches!(flow, Flow::Break(Some(found)) if found == name) { Flow::Next } else { flow })
    }

    /// `while`, `do` and `for`. What is accessed in the condition is part of the body in the litmus test.
    fn repeat(&mut self, node: Node<'u>, name: Option<&'u str>) -> Reading<Flow<'u>> {
        let before = self.scope.locals.clone();
        let parts = |name: &str| {
            let mut cursor = node.walk();
            node.children_by_field_name(name, &mut cursor).collect::<Vec<_>>()
        };
        for first in parts("init") {
            match first.kind() {
                "local_variable_declaration" => self.declaration(first)?,
                _ => _ = self.effect(first)?,
            }
        }
        let (body, condition) = (self.child(node, "body")?, node.child_by_field_name("condition"));
        let is_do = node.kind() == "do_statement";
        let flow = match self.is_making {
            true => self.goes_round(node, name, condition, body, &parts("update"), is_do)?,
            false => {
                self.loops(node, name, condition, body, &parts("update"), is_do)?;
                Flow::Next
            }
        };
        if !self.is_making {
            self.scope.locals = before;
        }
        Ok(flow)
    }

    fn loops(
        &mut self,
        node: Node<'u>,
        name: Option<&'u str>,
        condition: Option<Node<'u>>,
        body: Node<'u>,
        update: &[Node<'u>],
        is_do: bool,
    ) -> Reading<()> {
        let (behind, next) = (self.world.fresh("L"), self.world.fresh("L"));
        let around = Around { name, is_loop: true, behind: behind.clone(), next: Some(next.clone()) };
        self.scope.around.push(around);
        let depth = self.depth + 1;
        let (test, bit) = self.apart(depth, |actor| match condition {
            Some(condition) => {
                let value = actor.value(condition)?;
                actor.show(condition, &value)
            }
            None => Ok("true".to_owned()),
        })?;
        let (inside, ()) = self.apart(depth, |actor| {
            let (round, _) = actor.apart(depth, |actor| actor.block(body))?;
            // A round that is left in the middle ends with what is done behind each.
            let is_left = round.contains(&format!("break {next};"));
            actor.code += &match is_left {
                true => format!("{0}{next}: {{\n{round}{0}}}\n", "  ".repeat(depth)),
                false => round,
            };
            update.iter().try_for_each(|one| actor.effect(*one).map(drop))
        })?;
        self.scope.around.pop();
        let margin = "  ".repeat(depth);
        let is_left = inside.contains(&format!("break {behind};"));
        let label = if is_left || !test.is_empty() && !is_do { format!("{behind}: ") } else { String::new() };
        if is_do {
            self.emit(node, &format!("{label}do {{"))?;
            self.code += &inside;
            self.code += &test;
            return self.emit(node, &format!("}} while ({bit});"));
        }
        let before = if test.is_empty() { bit.clone() } else { "true".to_owned() };
        self.emit(node, &format!("{label}while ({before}) {{"))?;
        if !test.is_empty() {
            self.code += &test;
            self.code += &format!("{margin}if (!({bit})) {{ break {behind}; }}\n");
        }
        self.code += &inside;
        self.emit(node, "}")
    }

    /// A loop where the state is made.
    fn goes_round(
        &mut self,
        node: Node<'u>,
        name: Option<&'u str>,
        condition: Option<Node<'u>>,
        body: Node<'u>,
        update: &[Node<'u>],
        is_do: bool,
    ) -> Reading<Flow<'u>> {
        for round in 0..MOST_ROUNDS {
            if let Some(condition) = condition.filter(|_| round > 0 || !is_do) {
                let value = self.value(condition)?;
                match value.as_number() {
                    Some(0) => return Ok(Flow::Next),
                    Some(_) => {}
                    None => return Err(self.refuse(condition, "a condition that is not known where the state is made")),
                }
            }
            match self.block(body)? {
                Flow::Break(to) if to.is_none() || to == name => return Ok(Flow::Next),
                Flow::Continue(to) if to.is_none() || to == name => {}
                Flow::Next => {}
                other => return Ok(other),
            }
            for one in update {
                self.effect(*one)?;
            }
        }
        Err(self.refuse(node, "a loop without an end, where the state is made,"))
    }

    fn leave(&mut self, node: Node<'u>, name: Option<&'u str>, goes_on: bool) -> Reading<Flow<'u>> {
        if self.is_making {
            return Ok(if goes_on { Flow::Continue(name) } else { Flow::Break(name) });
        }
        let is_it = |around: &&Around<'u>| match name {
            Some(name) => around.name == Some(name),
            None => around.is_loop,
        };
        let found = self.scope.around.iter().rev().find(is_it).cloned();
        let found = found.ok_or_else(|| self.refuse(node, "this way out of a statement"))?;
        let label = if goes_on { found.next.unwrap_or(found.behind) } else { found.behind };
        self.emit(node, &format!("break {label};"))?;
        Ok(Flow::Never)
    }

    fn give_back(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let value = self.inner(node).first().map(|value| self.value(*value)).transpose()?;
        if self.is_making {
            return Ok(Flow::Return(value));
        }
        let Some(returns) = self.scope.returns.clone() else {
            return Err(self.refuse(node, "this `return`"));
        };
        if let (Some(value), Some(result)) = (value, &returns.result) {
            let value = self.converted(node, value, &returns.ty)?;
            let value = self.show(node, &value)?;
            self.emit(node, &format!("{result} = {value};"))?;
        }
        self.emit(node, &format!("break {};", returns.label))?;
        Ok(Flow::Never)
    }

    /// Executes a body from which `return` may be called anywhere; gives what it returns.
    pub(super) fn returning(&mut self, node: Node<'u>, body: Node<'u>, ty: &Ty) -> Reading<Option<Value<'u>>> {
        if body.kind() != "block" && body.kind() != "constructor_body" {
            let value = if *ty == Ty::Void { self.effect(body)? } else { Some(self.value(body)?) };
            return value.filter(|_| *ty != Ty::Void).map(|value| self.converted(node, value, ty)).transpose();
        }
        let statements = self.inner(body);
        if self.is_making {
            return match self.statements(&statements)? {
                Flow::Return(value) => value.map(|value| self.converted(node, value, ty)).transpose(),
                _ => Ok(None),
            };
        }
        // Where the only `return` is the last statement, its value needs no variable.
        let (last, others) = match statements.split_last() {
            Some((last, others)) if last.kind() == "return_statement" => (Some(*last), others),
            _ => (None, &statements[..]),
        };
        let is_return = |node: &Node<'u>| {
            node.kind() == "return_statement" || self.reader().has_below(*node, &["return_statement"])
        };
        if !others.iter().any(is_return) {
            let outer = self.scope.returns.take();
            let flow = self.statements(others)?;
            let value =
                match last.and_then(|last| self.inner(last).first().copied()).filter(|_| matches!(flow, Flow::Next)) {
                    Some(value) => Some(self.value(value)?),
                    None => None,
                };
            self.scope.returns = outer;
            let nothing = || (*ty != Ty::Void).then(|| Value::default_of(ty));
            return value.map(|value| self.converted(node, value, ty)).transpose().map(|value| value.or_else(nothing));
        }
        let label = self.world.fresh("L");
        let result = match ty {
            Ty::Void => None,
            _ => {
                let name = self.world.fresh("t");
                let nothing = if ty.is_reference() {
                    "null"
                } else if ty.is_long() {
                    "0L"
                } else {
                    "0"
                };
                let declared = self.declared(ty);
                self.emit(node, &format!("{declared} {name} = {nothing};"))?;
                Some(name)
            }
        };
        let returns = Returns { label: label.clone(), result: result.clone(), ty: ty.clone() };
        let outer = self.scope.returns.replace(returns);
        self.emit(node, &format!("{label}: {{"))?;
        self.depth += 1;
        self.statements(&statements)?;
        self.depth -= 1;
        self.emit(node, "}")?;
        self.scope.returns = outer;
        Ok(result.map(|name| Value::text(name, ty.clone())))
    }

    fn attempt(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let body = self.child(node, "body")?;
        let parts = self.inner(node);
        if self.is_making {
            let flow = self.block(body)?;
            for finally in parts.iter().filter(|part| part.kind() == "finally_clause") {
                self.block(self.inner(*finally)[0])?;
            }
            return Ok(flow);
        }
        self.emit(node, "try {")?;
        let mut flow = self.block(body)?;
        for part in parts {
            match part.kind() {
                "block" => {}
                "catch_clause" => {
                    let parameter = self.inner(part).into_iter().find(|inner| inner.kind() == "catch_formal_parameter");
                    let parameter = parameter.ok_or_else(|| self.refuse(part, "this `catch`"))?;
                    let inner = self.inner(parameter);
                    let types = inner.iter().find(|inner| inner.kind() == "catch_type");
                    let types = types.map(|types| self.inner(*types)).unwrap_or_default();
                    let names: Vec<String> = types.into_iter().filter_map(|ty| self.exception(self.text(ty))).collect();
                    // Others are thrown by nothing that is modelled.
                    if names.is_empty() {
                        continue;
                    }
                    let name = self.text(self.child(parameter, "name")?);
                    self.emit(part, &format!("}} catch ({} e) {{", names.join(" | ")))?;
                    let before = self.scope.locals.insert(name, Binding::Caught);
                    let body = self.child(part, "body")?;
                    if matches!(self.block(body)?, Flow::Next) {
                        flow = Flow::Next;
                    }
                    match before {
                        Some(before) => _ = self.scope.locals.insert(name, before),
                        None => _ = self.scope.locals.remove(name),
                    }
                }
                "finally_clause" => {
                    self.emit(part, "} finally {")?;
                    self.block(self.inner(part)[0])?;
                }
                _ => return Err(self.refuse(part, "this part of a `try`")),
            }
        }
        self.emit(node, "}")?;
        Ok(flow)
    }

    /// A class of exceptions as the litmus test calls it.
    fn exception(&mut self, name: &str) -> Option<String> {
        let simple = name.rsplit('.').next().unwrap_or(name);
        if isa::java::class::Exception::is_known(simple) {
            return Some(simple.to_owned());
        }
        let class = self.world.classes.named(name, Some(self.scope.class))?;
        self.world.use_type(&Ty::Class(class, Vec::new()));
        Some(self.world.classes[class].litmus.clone())
    }

    fn throw(&mut self, node: Node<'u>) -> Reading<Flow<'u>> {
        let thrown = self.inner(node)[0];
        if thrown.kind() != "object_creation_expression" {
            return Err(self.refuse(node, "an exception that is not new"));
        }
        let written = self.text(self.child(thrown, "type")?);
        let name = self.exception(written).ok_or_else(|| self.refuse(thrown, &format!("the exception `{written}`")))?;
        self.emit(node, &format!("throw new {name}();"))?;
        Ok(Flow::Never)
    }

    /// Of the result of a test: which value it is, counted from 0.
    pub(super) fn result_place(&self, node: Node<'u>) -> Option<(usize, char)> {
        let object = node.child_by_field_name("object").filter(|_| node.kind() == "field_access")?;
        let Some(Binding::Result(letters)) = self.scope.locals.get(self.text(object)) else { return None };
        let field = self.text(node.child_by_field_name("field")?);
        let at = field.strip_prefix('r')?.parse::<usize>().ok()?.checked_sub(1)?;
        Some((at, letters.chars().nth(at)?))
    }
}
