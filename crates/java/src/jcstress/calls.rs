//! Calls: methods are written out where they are called, one for each class that the object can be of; constructors.
//!
//! Source: The Java Language Specification, 12.5 (creation of objects), 15.9, 15.12 (which method is called), 15.27 (lambda expressions).

use isa::java::ast::Fence;
use tree_sitter::Node;

use super::actor::{Actor, Flow, MOST_CALLS};
use super::classes::{ClassId, INT, Ty, TypeArguments};
use super::places::Place;
use super::reader::Reading;
use super::values::{Const, Lambda, Scope, Value, What};

/// The class of the library whose methods are those of litmus tests.
const INTRINSICS: &str = "Lakmus";

impl<'u> Actor<'_, 'u> {
    /// A call; gives its value where it has one.
    pub(super) fn invocation(&mut self, node: Node<'u>) -> Reading<Option<Value<'u>>> {
        let name = self.text(self.child(node, "name")?);
        let arguments = self.inner(self.child(node, "arguments")?);
        let Some(object) = node.child_by_field_name("object") else {
            return self.own_call(node, name, &arguments);
        };
        if object.kind() == "super" {
            return self.super_call(node, name, &arguments);
        }
        if let Some((on, kind)) = self.handle_of(object)? {
            return self.handle_call(node, &on, kind, name, &arguments);
        }
        if let Some(class) = self.class_of(object) {
            if self.world.classes[class].name == INTRINSICS && self.reader().is_library {
                return self.intrinsic(node, name, &arguments);
            }
            let arguments = self.operands(&arguments)?;
            return self.static_call(node, class, name, arguments);
        }
        let object_text = self.text(object);
        let simple = object_text.rsplit('.').next().unwrap_or(object_text);
        if simple == "VarHandle" && Fence::ALL.iter().any(|fence| fence.name() == name) {
            // What is done before the actors begin is seen by all of them.
            if !self.is_making {
                self.emit(node, &format!("{name}();"))?;
            }
            return Ok(None);
        }
        if simple == "Thread" {
            return self.call_of_threads(node, name);
        }
        let receiver = self.value(object)?;
        if let What::Const(Const::Thread(number)) = receiver.what {
            return self.call_on_thread(node, number, name);
        }
        self.call_on(node, &receiver, name, &arguments)
    }

    /// A call without an object before it: of the class or one around it.
    fn own_call(&mut self, node: Node<'u>, name: &str, arguments: &[Node<'u>]) -> Reading<Option<Value<'u>>> {
        let mut around = Some(self.scope.class);
        while let Some(class) = around {
            let found = self.world.classes.methods(class, name, arguments.len()).first().copied();
            if let Some((declaring, method)) = found {
                let is_static = self.world.classes[declaring].reader.has_modifier(method, "static");
                return match (&self.scope.this, is_static) {
                    (_, true) => {
                        let arguments = self.operands(arguments)?;
                        self.static_call(node, class, name, arguments)
                    }
                    (Some(this), false) if class == self.scope.class => {
                        let this = this.clone();
                        self.call_on(node, &this, name, arguments)
                    }
                    _ => Err(self.refuse(node, &format!("a call of `{name}` of another object"))),
                };
            }
            around = self.world.classes[class].outer;
        }
        match self.scope.this.clone() {
            Some(this) if is_of_all_objects(name) => self.call_on(node, &this, name, arguments),
            _ => Err(self.refuse(node, &format!("a call of `{name}`"))),
        }
    }

    fn super_call(&mut self, node: Node<'u>, name: &str, arguments: &[Node<'u>]) -> Reading<Option<Value<'u>>> {
        let unknown = |actor: &Self| actor.refuse(node, &format!("a call of `{name}`"));
        let base = self.world.classes.super_class(self.scope.class).ok_or_else(|| unknown(self))?;
        let this = self.scope.this.clone().ok_or_else(|| unknown(self))?;
        let arguments = self.operands(arguments)?;
        let method = self.method(base, name, &arguments).ok_or_else(|| unknown(self))?;
        self.written_out(node, method, Some(this), arguments)
    }

    fn static_call(
        &mut self,
        node: Node<'u>,
        class: ClassId,
        name: &str,
        arguments: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        let method = self.method(class, name, &arguments);
        let method = method.ok_or_else(|| self.refuse(node, &format!("a call of `{name}`")))?;
        self.written_out(node, method, None, arguments)
    }

    /// The method that is called on an object of this class (JLS 15.12.2, as far as numbers and references, and known classes, go).
    fn method(&self, class: ClassId, name: &str, arguments: &[Value<'u>]) -> Option<(ClassId, Node<'u>)> {
        let classes = &self.world.classes;
        let fits = |(declaring, method): &(ClassId, Node<'u>)| {
            let reader = classes[*declaring].reader;
            let Some(parameters) = method.child_by_field_name("parameters") else { return false };
            reader.inner(parameters).into_iter().zip(arguments).all(|(parameter, value)| {
                if let What::Const(Const::Result(_)) = value.what {
                    return true;
                }
                let ty = parameter.child_by_field_name("type");
                let ty = ty.and_then(|ty| classes.ty(ty, *declaring, &classes.own_arguments(*declaring)).ok());
                let is_lambda = matches!(value.what, What::Const(Const::Lambda(_)));
                ty.is_some_and(|ty| {
                    let is_related = classes.is_subtype(&value.ty, &ty) || classes.is_subtype(&ty, &value.ty);
                    ty.is_reference() && (value.is_null() || is_lambda || is_related)
                        || !ty.is_reference() && !value.ty.is_reference()
                        // In a box.
                        || ty == Ty::Object && value.ty != Ty::Void
                        || value.ty == Ty::Object
                })
            })
        };
        let all = classes.methods(class, name, arguments.len());
        let bodies = all.into_iter().filter(|(_, method)| method.child_by_field_name("body").is_some());
        bodies.into_iter().find(fits)
    }

    /// A call of a method of an object.
    fn call_on(
        &mut self,
        node: Node<'u>,
        receiver: &Value<'u>,
        name: &str,
        arguments: &[Node<'u>],
    ) -> Reading<Option<Value<'u>>> {
        if ["wait", "notify", "notifyAll"].contains(&name) && arguments.len() < 3 {
            let monitor = self.named(node, receiver)?;
            self.emit(node, &format!("{name}({monitor});"))?;
            return Ok(None);
        }
        let receiver = &self.settled(node, receiver.clone())?;
        let arguments = self.operands(arguments)?;
        let mut settled = Vec::new();
        for value in arguments {
            settled.push(self.settled(node, value)?);
        }
        match &receiver.what {
            What::Const(Const::Lambda(lambda)) => self.applied(node, &lambda.clone(), settled),
            What::Const(Const::Null) => {
                self.emit(node, "throw new NullPointerException();")?;
                Err(self.refuse(node, "a call of a method of null"))
            }
            What::Const(Const::Object(id)) => {
                let ty = self.world.known[id.0].ty.clone();
                self.call_of_class(node, &ty, receiver, name, settled)
            }
            What::Const(
                Const::Number(_) | Const::Floating(_) | Const::Random | Const::Result(_) | Const::Thread(_),
            ) => Err(self.refuse(node, "a call of a method of a number")),
            What::Text(_) => self.dispatched(node, receiver, name, settled),
        }
    }

    /// A call of a method of an object whose class is known.
    fn call_of_class(
        &mut self,
        node: Node<'u>,
        ty: &Ty,
        this: &Value<'u>,
        name: &str,
        arguments: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        let Ty::Class(class, _) = ty else { return Err(self.refuse(node, &format!("a call of `{name}`"))) };
        let method = self.method(*class, name, &arguments);
        let method = method.ok_or_else(|| {
            self.refuse(node, &format!("a call of `{name}` of `{}`", self.world.classes[*class].name))
        })?;
        // How the object is known says more of its parameters than how it was made.
        let this = match &this.ty {
            Ty::Class(known, _) if known == class => this.clone(),
            known => {
                let arguments = self.world.classes.arguments_in(*class, known);
                let parameters = self.world.classes[*class].parameters.iter();
                let given = parameters.map(|name| arguments.get(name).cloned().unwrap_or(Ty::Object)).collect();
                Value { ty: Ty::Class(*class, given), ..this.clone() }
            }
        };
        self.written_out(node, method, Some(this), arguments)
    }

    /// A call of a method of an object that may be of several classes.
    fn dispatched(
        &mut self,
        node: Node<'u>,
        receiver: &Value<'u>,
        name: &str,
        arguments: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        let text = self.show(node, receiver)?;
        let all: Vec<ClassId> = self.world.classes.concrete(&receiver.ty);
        let all: Vec<ClassId> = all
            .into_iter()
            .filter(|class| self.world.is_made(*class) && self.method(*class, name, &arguments).is_some())
            .collect();
        let Some((last, others)) = all.split_last() else {
            let shown = self.world.classes.show(&receiver.ty);
            return Err(self.refuse(node, &format!("a call of `{name}` of `{shown}`")));
        };
        if receiver_may_be_null(&self.scope, receiver) {
            self.emit(node, &format!("if ({text} == null) {{ throw new NullPointerException(); }}"))?;
        }
        if others.is_empty() {
            let this = self.narrowed(node, receiver, *last)?;
            let ty = this.ty.clone();
            return self.call_of_class(node, &ty, &this, name, arguments);
        }
        let mut results = Vec::new();
        for class in &all {
            let (body, value) = self.apart(self.depth + 1, |actor| {
                let this = actor.narrowed(node, receiver, *class)?;
                let ty = this.ty.clone();
                actor.call_of_class(node, &ty, &this, name, arguments.clone())
            })?;
            results.push((*class, body, value));
        }
        let types: Vec<Ty> = results.iter().filter_map(|(_, _, value)| Some(value.as_ref()?.ty.clone())).collect();
        let ty = self.common(&types);
        let result = match &ty {
            Some(ty) => {
                let (variable, declared) = (self.world.fresh("t"), self.declared(ty));
                self.emit(node, &format!("{declared} {variable};"))?;
                Some(variable)
            }
            None => None,
        };
        self.branches(node, &text, results, result.as_deref().zip(ty.as_ref()))?;
        Ok(result.zip(ty).map(|(result, ty)| Value::text(result, ty)))
    }

    /// The bodies of a method, one for each class, and what each gives.
    fn branches(
        &mut self,
        node: Node<'u>,
        text: &str,
        bodies: Vec<(ClassId, String, Option<Value<'u>>)>,
        result: Option<(&str, &Ty)>,
    ) -> Reading<()> {
        let (margin, count) = ("  ".repeat(self.depth), bodies.len());
        let mut code = String::new();
        for (at, (class, body, value)) in bodies.into_iter().enumerate() {
            let declared = self.declared(&Ty::Class(class, Vec::new()));
            let test = format!("if ({text} instanceof {declared}) ");
            code += &match at {
                0 => format!("{margin}{test}{{\n"),
                at if at + 1 < count => format!("{margin}}} else {test}{{\n"),
                _ => format!("{margin}}} else {{\n"),
            };
            code += &body;
            if let (Some((result, ty)), Some(value)) = (result, value) {
                let (more, value) = self.apart(self.depth + 1, |actor| {
                    let value = actor.converted(node, value, ty)?;
                    actor.show(node, &value)
                })?;
                code += &format!("{more}{margin}  {result} = {value};\n");
            }
        }
        self.code += &format!("{code}{margin}}}\n");
        Ok(())
    }

    /// A type that values of all of these types have.
    fn common(&self, types: &[Ty]) -> Option<Ty> {
        let first = types.first()?;
        let is_for_all = |wanted: &Ty| types.iter().all(|ty| ty == wanted || self.world.classes.is_subtype(ty, wanted));
        if is_for_all(first) || !first.is_reference() {
            return Some(first.clone());
        }
        let bases = match first {
            Ty::Class(class, _) => self.world.classes.lineage(*class),
            _ => Vec::new(),
        };
        Some(bases.into_iter().map(|base| Ty::Class(base, Vec::new())).find(is_for_all).unwrap_or(Ty::Object))
    }

    /// An object as one of a class that it is known to be of.
    fn narrowed(&mut self, node: Node<'u>, value: &Value<'u>, class: ClassId) -> Reading<Value<'u>> {
        if matches!(&value.ty, Ty::Class(known, _) if *known == class) {
            return Ok(value.clone());
        }
        let arguments = self.world.classes.arguments_in(class, &value.ty);
        let parameters = self.world.classes[class].parameters.iter();
        let given = parameters.map(|name| arguments.get(name).cloned().unwrap_or(Ty::Object)).collect();
        let ty = Ty::Class(class, given);
        let (text, declared) = (self.show(node, value)?, self.declared(&ty));
        self.temporary(node, &ty, &format!("(({declared}) {text})"))
    }

    /// Writes a method out.
    fn written_out(
        &mut self,
        node: Node<'u>,
        (class, method): (ClassId, Node<'u>),
        this: Option<Value<'u>>,
        arguments: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        if self.calls == MOST_CALLS {
            return Err(self.refuse(node, "a method that calls itself"));
        }
        let mut settled = Vec::new();
        for value in arguments {
            settled.push(self.settled(node, value)?);
        }
        let known: TypeArguments<'u> = match &this {
            Some(this) => self.world.classes.arguments_in(class, &this.ty),
            None => self.world.classes.own_arguments(class),
        };
        let scope = Scope::new(class, this.clone(), known);
        self.calls += 1;
        let result = self.within(scope, |actor| {
            let body = actor.child(method, "body")?;
            actor.scope.body = Some(body);
            actor.parameters(actor.child(method, "parameters")?, settled)?;
            let ty = actor.ty(actor.child(method, "type")?)?;
            if !actor.reader().has_modifier(method, "synchronized") {
                return actor.returning(body, body, &ty);
            }
            let Some(monitor) = this else { return Err(actor.refuse(method, "a static method that is synchronized")) };
            let mut value = None;
            actor.holding(body, &monitor, |actor| {
                value = actor.returning(body, body, &ty)?;
                Ok(Flow::Next)
            })?;
            Ok(value)
        });
        self.calls -= 1;
        result
    }

    /// Does something where names stand for other things.
    pub(super) fn within<T>(&mut self, scope: Scope<'u>, inside: impl FnOnce(&mut Self) -> Reading<T>) -> Reading<T> {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = inside(self);
        self.scope = outer;
        result
    }

    fn parameters(&mut self, node: Node<'u>, arguments: Vec<Value<'u>>) -> Reading<()> {
        for (parameter, value) in self.inner(node).into_iter().zip(arguments) {
            if parameter.kind() != "formal_parameter" {
                return Err(self.refuse(parameter, "this parameter"));
            }
            let name = self.text(self.child(parameter, "name")?);
            if let What::Const(Const::Result(_)) = value.what {
                self.variable(parameter, name, &Ty::Object, Some(value))?;
                continue;
            }
            let ty = self.ty(self.child(parameter, "type")?)?;
            let value = self.converted(parameter, value, &ty)?;
            self.variable(parameter, name, &ty, Some(value))?;
        }
        Ok(())
    }

    /// A lambda expression is called.
    fn applied(
        &mut self,
        node: Node<'u>,
        lambda: &Lambda<'u>,
        arguments: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        if self.calls == MOST_CALLS {
            return Err(self.refuse(node, "a lambda that calls itself"));
        }
        self.calls += 1;
        let result = self.within(lambda.scope.clone(), |actor| {
            let body = actor.child(lambda.node, "body")?;
            (actor.scope.body, actor.scope.returns) = (Some(body), None);
            let parameters = actor.child(lambda.node, "parameters")?;
            let names = match parameters.kind() {
                "identifier" => vec![parameters],
                _ => actor.inner(parameters),
            };
            for (parameter, value) in names.into_iter().zip(arguments) {
                let name = parameter.child_by_field_name("name").unwrap_or(parameter);
                let (name, ty) = (actor.text(name), value.ty.clone());
                actor.variable(parameter, name, &ty, Some(value))?;
            }
            if body.kind() != "block" {
                return actor.effect(body);
            }
            let has_value = |node: &Node<'u>| node.kind() == "return_statement" && !actor.inner(*node).is_empty();
            let ty = if actor.finds(body, &has_value) { Ty::Object } else { Ty::Void };
            actor.returning(body, body, &ty)
        });
        self.calls -= 1;
        result
    }

    fn finds(&self, node: Node<'u>, is_it: &dyn Fn(&Node<'u>) -> bool) -> bool {
        self.inner(node).into_iter().any(|inner| is_it(&inner) || self.finds(inner, is_it))
    }

    /// `new C(e)`.
    pub(super) fn creation(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        if self.inner(node).iter().any(|part| part.kind() == "class_body") {
            return Err(self.refuse(node, "a class without a name"));
        }
        let ty = self.ty(self.child(node, "type")?)?;
        let arguments = self.inner(self.child(node, "arguments")?);
        let arguments = self.operands(&arguments)?;
        self.construct(node, &ty, arguments)
    }

    /// Makes an object (JLS 12.5).
    pub(super) fn construct(&mut self, node: Node<'u>, ty: &Ty, arguments: Vec<Value<'u>>) -> Reading<Value<'u>> {
        let stem = match self.scope.body.is_none() && self.is_making {
            true => node.parent().and_then(|parent| parent.child_by_field_name("name")).map(|name| self.text(name)),
            false => None,
        };
        let class = match ty {
            Ty::Class(class, _) if self.world.classes.is_concrete(*class) => Some(*class),
            Ty::Object => None,
            other => return Err(self.refuse(node, &format!("a new `{}`", self.world.classes.show(other)))),
        };
        let this = if self.is_making {
            let litmus = self.world.classes.litmus(ty).to_lowercase();
            let id = self.world.make(ty.clone(), None, stem.unwrap_or(&litmus));
            Value { what: What::Const(Const::Object(id)), ty: ty.clone() }
        } else {
            let declared = self.declared(ty);
            self.temporary(node, ty, &format!("new {declared}()"))?
        };
        let Some(class) = class else { return Ok(this) };
        if self.calls == MOST_CALLS {
            return Err(self.refuse(node, "a constructor that calls itself"));
        }
        self.calls += 1;
        let result = self.constructor(node, class, &this, arguments);
        self.calls -= 1;
        result?;
        let lineage = self.world.classes.lineage(class).into_iter();
        let has_final = lineage
            .flat_map(|base| self.world.classes.own_fields(base))
            .any(|field| field.is_final && !field.is_static);
        if has_final && !self.is_making {
            let this = self.show(node, &this)?;
            self.emit(node, &format!("freeze({this});"))?;
        }
        Ok(this)
    }

    /// What a constructor of a class does with an object.
    pub(super) fn constructor(
        &mut self,
        node: Node<'u>,
        class: ClassId,
        this: &Value<'u>,
        arguments: Vec<Value<'u>>,
    ) -> Reading<()> {
        let constructors = self.world.classes.members(class, "constructor_declaration");
        let reader = self.world.classes[class].reader;
        let has_as_many = |one: &&Node<'u>| {
            one.child_by_field_name("parameters").is_some_and(|all| reader.inner(all).len() == arguments.len())
        };
        let found = constructors.iter().find(has_as_many).copied();
        if found.is_none() && !(constructors.is_empty() && arguments.is_empty()) {
            return Err(self.refuse(node, "this call of a constructor"));
        }
        let base = self.world.classes[class].node.child_by_field_name("superclass");
        if let Some(base) = base.filter(|_| self.world.classes.super_class(class).is_none()) {
            return Err(reader.refuse(base, "a class that extends this one"));
        }
        let known = self.world.classes.arguments_in(class, &this.ty);
        let scope = Scope::new(class, Some(this.clone()), known);
        self.within(scope, |actor| {
            let mut statements = Vec::new();
            if let Some(constructor) = found {
                let body = actor.child(constructor, "body")?;
                actor.scope.body = Some(body);
                actor.parameters(actor.child(constructor, "parameters")?, arguments)?;
                statements = actor.inner(body);
            }
            let explicit =
                statements.first().copied().filter(|first| first.kind() == "explicit_constructor_invocation");
            let mut initialises = true;
            if let Some(explicit) = explicit {
                statements.remove(0);
                let which = actor.text(actor.child(explicit, "constructor")?);
                let values = actor.inner(actor.child(explicit, "arguments")?);
                let values = actor.operands(&values)?;
                initialises = which != "this";
                let of = if initialises { actor.world.classes.super_class(class) } else { Some(class) };
                if let Some(of) = of {
                    actor.constructor(explicit, of, this, values)?;
                }
            } else if let Some(base) = actor.world.classes.super_class(class) {
                actor.constructor(reader_node(actor, class), base, this, Vec::new())?;
            }
            if initialises {
                actor.initialisers(class)?;
            }
            actor.until_return(&statements)
        })
    }

    /// The statements of a constructor; a `return` ends it.
    fn until_return(&mut self, statements: &[Node<'u>]) -> Reading<()> {
        let is_return = |node: &Node<'u>| {
            node.kind() == "return_statement" || self.reader().has_below(*node, &["return_statement"])
        };
        if let Some(node) = statements.iter().find(|node| is_return(node)).filter(|_| !self.is_making) {
            return Err(self.refuse(*node, "a `return` of a constructor"));
        }
        self.statements(statements).map(drop)
    }

    /// The values that fields are declared with, and blocks of the class, in order.
    fn initialisers(&mut self, class: ClassId) -> Reading<()> {
        let fields = self.world.classes.own_fields(class);
        let outer = self.scope.body;
        let node = self.world.classes[class].node;
        let members = self.inner(self.child(node, "body")?);
        for member in members {
            if member.kind() == "block" {
                self.block(member)?;
            }
            for field in fields.iter().filter(|field| field.declaration == member && !field.is_static) {
                let Some(initial) = field.initial else { continue };
                let kind = self.text(field.ty);
                if is_handle(kind) {
                    continue;
                }
                // Names of known objects are those of the fields that they are made for.
                if self.is_making {
                    self.scope.body = None;
                }
                let value = match initial.kind() {
                    "array_initializer" => {
                        let ty = self.ty(field.ty)?;
                        self.array_of(initial, &ty)?
                    }
                    _ => self.initial(initial, field.is_final)?,
                };
                self.scope.body = outer;
                let this = self.scope.this.clone().expect("a constructor has an object");
                self.write(initial, &Place::Field { object: this, field: *field }, value)?;
            }
        }
        Ok(())
    }

    /// What a field is declared with. A number that a final field gets from a call that is not known is the same in a whole run.
    fn initial(&mut self, node: Node<'u>, is_final: bool) -> Reading<Value<'u>> {
        match self.value(node) {
            Err(error) if self.is_making && is_final && node.kind() == "method_invocation" => {
                let is_known = self.text(node).contains("newCondition");
                if is_known { Err(error) } else { Ok(Value { what: What::Const(Const::Random), ty: INT }) }
            }
            other => other,
        }
    }

    /// `new int[3]`, `new T[] { ... }`.
    pub(super) fn array_creation(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let mut ty = self.ty(self.child(node, "type")?)?;
        if let Some(value) = node.child_by_field_name("value") {
            ty = Ty::Array(Box::new(ty));
            return self.array_of(value, &ty);
        }
        let mut cursor = node.walk();
        let dimensions: Vec<Node<'u>> = node.children_by_field_name("dimensions", &mut cursor).collect();
        let length = match dimensions.as_slice() {
            [only] if only.kind() == "dimensions_expr" => self.inner(*only).first().copied(),
            _ => None,
        };
        let length = length.ok_or_else(|| self.refuse(node, "an array of arrays"))?;
        let value = self.value(length)?;
        let known = value.as_number().and_then(|length| u32::try_from(length).ok());
        let known = known.ok_or_else(|| self.refuse(length, "an array of a length that is no number"))?;
        self.array(node, Ty::Array(Box::new(ty)), known)
    }

    fn array(&mut self, node: Node<'u>, ty: Ty, length: u32) -> Reading<Value<'u>> {
        if self.is_making {
            let id = self.world.make(ty.clone(), Some(length), "array");
            return Ok(Value { what: What::Const(Const::Object(id)), ty });
        }
        let Ty::Array(element) = &ty else { return Err(self.refuse(node, "this array")) };
        let declared = self.declared(element);
        self.temporary(node, &ty, &format!("new {declared}[{length}]"))
    }

    /// `{ a, b }` as an array of this type.
    pub(super) fn array_of(&mut self, node: Node<'u>, ty: &Ty) -> Reading<Value<'u>> {
        let elements = self.inner(node);
        let array = self.array(node, ty.clone(), elements.len() as u32)?;
        for (at, element) in elements.into_iter().enumerate() {
            let value = self.value(element)?;
            let index = Value::number(at as i64, INT);
            self.write(element, &Place::Element { array: array.clone(), index }, value)?;
        }
        Ok(array)
    }
}

/// Methods that all objects have and litmus tests have statements for.
fn is_of_all_objects(name: &str) -> bool {
    ["wait", "notify", "notifyAll"].contains(&name)
}

/// Whether fields of this type are handles, whose meaning is where they are used.
pub(super) fn is_handle(ty: &str) -> bool {
    ty.contains("FieldUpdater") || ["VarHandle", "Field", "java.lang.reflect.Field"].contains(&ty)
}

/// Whether a receiver may be null: the object that a method runs on is not.
fn receiver_may_be_null<'u>(scope: &Scope<'u>, receiver: &Value<'u>) -> bool {
    let text = |value: &Value<'u>| match &value.what {
        What::Text(text) => Some(text.clone()),
        What::Const(_) => None,
    };
    scope.this.as_ref().and_then(text) != text(receiver)
}

/// The node of a class, for what stands nowhere else.
fn reader_node<'u>(actor: &Actor<'_, 'u>, class: ClassId) -> Node<'u> {
    actor.world.classes[class].node
}
