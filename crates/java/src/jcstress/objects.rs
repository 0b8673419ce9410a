//! Objects and methods in sources of jcstress: classes of the file as those of litmus tests, and calls of methods of the test written out.

use tree_sitter::Node;

use super::statements::{Actor, Shown};
use super::{Reader, Reading};

/// How deep methods call each other.
const MOST_CALLS: usize = 8;

impl<'t> Reader<'t> {
    /// The class of the file with this simple name, if there is one and it is no test.
    pub(super) fn class_named<'n>(self, name: &str, classes: &[(String, Node<'n>)]) -> Option<Node<'n>> {
        let mut all = classes.iter().filter(|(known, _)| known.rsplit('.').next() == Some(name));
        let (_, class) = all.next()?;
        let is_test = self.annotations(*class).iter().any(|(name, _)| ["JCStressTest", "State"].contains(name));
        (all.next().is_none() && !is_test).then_some(*class)
    }

    /// The type of a variable as litmus tests write it, if it is one of references: a class of the file, `Object`, or an array of numbers.
    pub(super) fn reference_type(self, kind: &str, classes: &[(String, Node<'_>)]) -> Option<String> {
        let element = kind.trim_end_matches("[]");
        let is_array = element.len() < kind.len();
        let is_number = ["int", "boolean", "byte", "short", "char", "long"].contains(&element);
        let is_class = element == "Object" || self.class_named(element, classes).is_some();
        (is_class || is_array && is_number).then(|| kind.to_owned())
    }

    /// A class as litmus tests write it; `needed` gets the classes that it names.
    pub(super) fn class_text<'n>(
        self,
        name: &str,
        classes: &[(String, Node<'n>)],
        needed: &mut Vec<String>,
    ) -> Reading<String> {
        let Some(class) = self.class_named(name, classes) else { return Ok(format!("class {name} {{ }}\n")) };
        for base in ["superclass", "interfaces", "type_parameters"] {
            if let Some(base) = class.child_by_field_name(base) {
                return Err(self.refuse(base, "a class of objects that extends something, or has parameters,"));
            }
        }
        let mut text = format!("class {name} {{\n");
        let mut fields = Vec::new();
        let members = self.inner(self.field(class, "body")?);
        for member in members.iter().filter(|member| member.kind() == "field_declaration") {
            if self.has_modifier(*member, "static") {
                return Err(self.refuse(*member, "a static field"));
            }
            let kind = self.text(self.field(*member, "type")?);
            let is_number = ["int", "boolean", "byte", "short", "char", "long"].contains(&kind);
            let Some(ty) = self.reference_type(kind, classes).or_else(|| is_number.then(|| kind.to_owned())) else {
                return Err(self.refuse(*member, &format!("a field of type `{kind}`")));
            };
            needed.push(ty.trim_end_matches("[]").to_owned());
            let modifiers: String = ["final", "volatile"]
                .into_iter()
                .filter(|word| self.has_modifier(*member, word))
                .map(|word| format!("{word} "))
                .collect();
            let mut cursor = member.walk();
            for declarator in member.children_by_field_name("declarator", &mut cursor) {
                let name = self.text(self.field(declarator, "name")?);
                fields.push(name.to_owned());
                let initial = match declarator.child_by_field_name("value") {
                    Some(value) => {
                        let mut actor = Actor::in_constructor(self, classes, &fields);
                        let initial = actor.value(value)?;
                        needed.append(&mut actor.needed);
                        format!(" = {initial}")
                    }
                    None => String::new(),
                };
                text += &format!("  {modifiers}{ty} {name}{initial};\n");
            }
        }
        for member in members.iter().filter(|member| member.kind() == "constructor_declaration") {
            let mut actor = Actor::in_constructor(self, classes, &fields);
            let (parameters, code) = self.constructor(*member, &mut actor)?;
            text += &format!("  {name}({parameters}) {{\n{code}  }}\n");
            needed.append(&mut actor.needed);
        }
        Ok(text + "}\n")
    }

    /// The parameters and the body of a constructor.
    fn constructor(self, member: Node<'_>, actor: &mut Actor<'_, '_, '_>) -> Reading<(String, String)> {
        let parameters = actor.parameters(self.field(member, "parameters")?)?;
        let mut shown = Vec::new();
        for statement in self.inner(self.field(member, "body")?) {
            if statement.kind() == "explicit_constructor_invocation" {
                return Err(self.refuse(statement, "a constructor that calls another one"));
            }
            actor.statement(statement, &mut shown)?;
        }
        Ok((parameters.join(", "), std::mem::take(&mut actor.code)))
    }

    /// All classes that a test needs.
    pub(super) fn class_texts(self, mut needed: Vec<String>, classes: &[(String, Node<'_>)]) -> Reading<String> {
        let mut done: Vec<String> = ["int", "boolean", "byte", "short", "char", "long"].map(str::to_owned).to_vec();
        let mut text = String::new();
        while let Some(name) = needed.pop() {
            if !done.contains(&name) {
                text += &self.class_text(&name, classes, &mut needed)?;
                done.push(name);
            }
        }
        Ok(text)
    }
}

impl<'r, 't, 'n> Actor<'r, 't, 'n> {
    /// Parameters as litmus tests write them; they are local variables from here on.
    pub(super) fn parameters(&mut self, node: Node<'_>) -> Reading<Vec<String>> {
        let mut all = Vec::new();
        for parameter in self.reader.inner(node) {
            let kind = self.text(self.reader.field(parameter, "type")?);
            let ty = self.local_type(parameter, kind)?;
            let name = self.text(self.reader.field(parameter, "name")?);
            all.push(format!("{ty} {}", self.new_local(name, &ty)));
        }
        Ok(all)
    }

    /// The type of a local variable as litmus tests write it.
    pub(super) fn local_type(&mut self, node: Node<'_>, kind: &str) -> Reading<String> {
        if let Some(ty) = self.reader.reference_type(kind, self.classes) {
            self.needed.push(ty.trim_end_matches("[]").to_owned());
            return Ok(ty);
        }
        match kind {
            "int" | "boolean" => Ok("int".to_owned()),
            "long" => Ok("long".to_owned()),
            "var" => Ok("var".to_owned()),
            _ => Err(self.reader.refuse(node, &format!("a local variable of type `{kind}`"))),
        }
    }

    /// A field of an object that is not the state, or an element of an array.
    pub(super) fn object_place(&mut self, node: Node<'_>) -> Reading<Option<String>> {
        match node.kind() {
            "identifier" => {
                let name = self.text(node);
                let is_own = self.own_fields.iter().any(|field| field == name);
                Ok((is_own && self.local(node).is_none()).then(|| format!("this.{name}")))
            }
            "field_access" => {
                let (object, field) = (self.reader.field(node, "object")?, self.reader.field(node, "field")?);
                let (object_text, field) = (self.text(object), self.text(field));
                if object_text == "this" {
                    let is_own = self.own_fields.iter().any(|known| known == field);
                    return Ok(is_own.then(|| format!("this.{field}")));
                }
                if self.state.as_deref() == Some(object_text) || self.result_place(node).is_some() {
                    return Ok(None);
                }
                let is_value = match object.kind() {
                    "identifier" => self.local(object).is_some() || self.is_reference_field(object_text),
                    kind => ["field_access", "array_access", "parenthesized_expression", "object_creation_expression"]
                        .contains(&kind),
                };
                if !is_value {
                    return Ok(None);
                }
                let object = self.value(object)?;
                Ok(Some(format!("{object}.{field}")))
            }
            "array_access" => {
                let (array, index) = (self.reader.field(node, "array")?, self.reader.field(node, "index")?);
                let (array, index) = (self.value(array)?, self.value(index)?);
                Ok(Some(format!("{array}[{index}]")))
            }
            _ => Ok(None),
        }
    }

    /// `new C(e)`, `new int[3]`.
    pub(super) fn creation(&mut self, node: Node<'_>) -> Reading<String> {
        let kind = self.text(self.reader.field(node, "type")?);
        if node.kind() == "array_creation_expression" {
            let mut cursor = node.walk();
            let dimensions: Vec<Node<'_>> = node.children_by_field_name("dimensions", &mut cursor).collect();
            let length = match dimensions.as_slice() {
                [only] if node.child_by_field_name("value").is_none() => self.reader.inner(*only).first().copied(),
                _ => None,
            };
            let length = length.filter(|length| length.kind() == "decimal_integer_literal");
            let length = length.ok_or_else(|| self.reader.refuse(node, "an array of a length that is no number"))?;
            let known = self.reader.reference_type(&format!("{kind}[]"), self.classes);
            known.ok_or_else(|| self.reader.refuse(node, &format!("an array of `{kind}`")))?;
            self.needed.push(kind.to_owned());
            return Ok(format!("new {kind}[{}]", self.text(length)));
        }
        let has_body = self.reader.inner(node).iter().any(|part| part.kind() == "class_body");
        if has_body || self.reader.reference_type(kind, self.classes).is_none() {
            return Err(self.reader.refuse(node, &format!("a new `{kind}`")));
        }
        self.needed.push(kind.to_owned());
        let arguments = self.reader.inner(self.reader.field(node, "arguments")?);
        let arguments: Reading<Vec<String>> = arguments.iter().map(|argument| self.value(*argument)).collect();
        Ok(format!("new {kind}({})", arguments?.join(", ")))
    }

    /// The right side of an assignment: what is evaluated first there may be a call of a method of the test, which is written out before.
    pub(super) fn right_side(&mut self, node: Node<'_>, shown: &mut Shown) -> Reading<String> {
        match node.kind() {
            "update_expression" => self.update(node),
            "method_invocation" => match self.own_method(node) {
                Some(method) => {
                    let value = self.written_out(node, method, shown)?;
                    value.ok_or_else(|| self.reader.refuse(node, "a call without a value"))
                }
                None => self.value(node),
            },
            "field_access" => {
                let object = self.reader.field(node, "object")?;
                match self.own_method(object) {
                    Some(_) => {
                        let object = self.right_side(object, shown)?;
                        Ok(format!("{object}.{}", self.text(self.reader.field(node, "field")?)))
                    }
                    None => self.value(node),
                }
            }
            _ => self.value(node),
        }
    }

    /// The method of the test, or of its state, that is called.
    pub(super) fn own_method(&self, node: Node<'_>) -> Option<Node<'n>> {
        let name = self.text(node.child_by_field_name("name").filter(|_| node.kind() == "method_invocation")?);
        if let Some(object) = node.child_by_field_name("object") {
            let object = self.text(object);
            if object != "this" && self.state.as_deref() != Some(object) {
                return None;
            }
        }
        let is_one =
            |method: &&Node<'n>| method.child_by_field_name("name").is_some_and(|known| self.text(known) == name);
        let mut all = self.methods.iter().filter(is_one);
        let first = all.next()?;
        all.next().is_none().then_some(*first)
    }

    /// Writes a method out where it is called; gives the variable with what it returns.
    pub(super) fn written_out(
        &mut self,
        call: Node<'_>,
        method: Node<'_>,
        shown: &mut Shown,
    ) -> Reading<Option<String>> {
        if self.calls == MOST_CALLS {
            return Err(self.reader.refuse(call, "a method that calls itself"));
        }
        let arguments = self.reader.inner(self.reader.field(call, "arguments")?);
        let arguments: Reading<Vec<String>> = arguments.iter().map(|argument| self.value(*argument)).collect();
        let arguments = arguments?;
        let kind = self.text(self.reader.field(method, "type")?);
        let result = match kind {
            "void" => None,
            _ => {
                let ty = self.local_type(method, kind)?;
                let name = self.temporary();
                let nothing = if ["int", "boolean", "long"].contains(&&*ty) { "0" } else { "null" };
                self.line(&format!("{ty} {name} = {nothing};"));
                Some(name)
            }
        };
        let outer = std::mem::take(&mut self.locals);
        self.calls += 1;
        let parameters = self.parameters(self.reader.field(method, "parameters")?)?;
        if parameters.len() != arguments.len() {
            return Err(self.reader.refuse(call, "a call with another number of arguments"));
        }
        for (parameter, argument) in parameters.iter().zip(&arguments) {
            self.line(&format!("{parameter} = {argument};"));
        }
        let is_synchronized = self.reader.has_modifier(method, "synchronized");
        if is_synchronized {
            self.used.insert("self".to_owned());
            self.line("synchronized (F_self) {");
        }
        let body = self.reader.inner(self.reader.field(method, "body")?);
        self.up_to_return(&body, result.as_deref(), shown)?;
        if is_synchronized {
            self.line("}");
        }
        self.calls -= 1;
        self.locals = outer;
        Ok(result)
    }

    /// Statements up to a `return`, what is behind an `if` that returns as its other branch.
    fn up_to_return(&mut self, statements: &[Node<'_>], result: Option<&str>, shown: &mut Shown) -> Reading<()> {
        let Some((first, rest)) = statements.split_first() else { return Ok(()) };
        if first.kind() == "return_statement" {
            if let (Some(value), Some(result)) = (self.reader.inner(*first).first(), result) {
                let value = self.right_side(*value, shown)?;
                self.line(&format!("{result} = {value};"));
            }
            return Ok(());
        }
        if !self.returns(*first) {
            self.statement(*first, shown)?;
            return self.up_to_return(rest, result, shown);
        }
        match first.kind() {
            "if_statement" => {
                let condition = self.condition(*first)?;
                let then = self.reader.field(*first, "consequence")?;
                let otherwise = first.child_by_field_name("alternative");
                // What may go on behind the branch that does not return is the same for both.
                if otherwise.is_some_and(|_| !rest.is_empty()) || !self.ends_with_return(then) && !rest.is_empty() {
                    return Err(self.reader.refuse(*first, "a `return` in a place like this"));
                }
                self.line(&format!("if ({condition}) {{"));
                self.branch(then, &[], result, shown)?;
                self.line("} else {");
                match otherwise {
                    Some(otherwise) => self.branch(otherwise, &[], result, shown)?,
                    None => self.up_to_return(rest, result, shown)?,
                }
                self.line("}");
                Ok(())
            }
            "synchronized_statement" if rest.is_empty() => {
                let parts = self.reader.inner(*first);
                let monitor = self.monitor(parts[0])?;
                self.line(&format!("synchronized ({monitor}) {{"));
                self.branch(self.reader.field(*first, "body")?, &[], result, shown)?;
                self.line("}");
                Ok(())
            }
            "block" if rest.is_empty() => self.branch(*first, &[], result, shown),
            _ => Err(self.reader.refuse(*first, "a `return` in a place like this")),
        }
    }

    fn branch(&mut self, node: Node<'_>, rest: &[Node<'_>], result: Option<&str>, shown: &mut Shown) -> Reading<()> {
        let mut all = if node.kind() == "block" { self.reader.inner(node) } else { vec![node] };
        all.extend(rest);
        self.up_to_return(&all, result, shown)
    }

    fn returns(&self, node: Node<'_>) -> bool {
        node.kind() == "return_statement" || self.reader.inner(node).into_iter().any(|inner| self.returns(inner))
    }

    fn ends_with_return(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "return_statement" => true,
            "block" => self.reader.inner(node).last().is_some_and(|last| self.ends_with_return(*last)),
            _ => false,
        }
    }
}
