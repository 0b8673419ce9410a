//! Handles: VarHandles and field updaters, and what the library does by statements of litmus tests.
//!
//! Source: java.lang.invoke.VarHandle and java.util.concurrent.atomic, Java 9 and later, which says of each method which one of a VarHandle it is like.

use isa::java::ast::{AccessMethod, METHODS, Update};
use tree_sitter::Node;

use super::actor::Actor;
use super::classes::{BOOLEAN, ClassId, DOUBLE, FLOAT, INT, LONG, Ty, TypeArguments};
use super::places::Place;
use super::reader::Reading;
use super::values::{Binding, Const, Value, What};
use super::world::HandleOn;

/// How methods of field updaters are called that VarHandles call otherwise.
const UPDATERS: [(&str, &str); 5] = [
    ("get", "getVolatile"),
    ("set", "setVolatile"),
    ("lazySet", "setRelease"),
    // What it is called is not what it does: its effects are plain.
    ("weakCompareAndSet", "weakCompareAndSetPlain"),
    ("weakCompareAndSetVolatile", "weakCompareAndSet"),
];

/// What adds to a field by an updater: the number, and whether the value is that behind.
const ADDS: [(&str, i64, bool); 4] = [
    ("getAndIncrement", 1, false),
    ("getAndDecrement", -1, false),
    ("incrementAndGet", 1, true),
    ("decrementAndGet", -1, true),
];

/// What sort of handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandleKind {
    VarHandle,
    /// A field updater.
    Updater,
    /// A `Field` of `java.lang.reflect`, which accesses a field as its declaration says.
    Reflected,
}

impl<'u> Actor<'_, 'u> {
    /// The handle that a name stands for.
    pub(super) fn handle_of(&mut self, node: Node<'u>) -> Reading<Option<(HandleOn, HandleKind)>> {
        let field = match node.kind() {
            "identifier" if !self.scope.locals.contains_key(self.text(node)) => self.simple_field(self.text(node)),
            "field_access" => {
                let (object, name) = (self.child(node, "object")?, self.text(self.child(node, "field")?));
                let class = match self.class_of(object) {
                    Some(class) => Some(class),
                    None => match object.kind() {
                        "this" => Some(self.scope.class),
                        "identifier" => match self.scope.locals.get(self.text(object)) {
                            Some(Binding::Bound(Value { ty: Ty::Class(class, _), .. })) => Some(*class),
                            _ => None,
                        },
                        _ => None,
                    },
                };
                class.and_then(|class| self.world.classes.field(class, name))
            }
            _ => None,
        };
        let Some(field) = field else { return Ok(None) };
        let reader = self.world.classes[field.class].reader;
        let kind = reader.text(field.ty);
        let kind = kind.split('<').next().unwrap_or(kind);
        let sort = match kind {
            "VarHandle" => HandleKind::VarHandle,
            "Field" | "java.lang.reflect.Field" => HandleKind::Reflected,
            _ if kind.ends_with("FieldUpdater") => HandleKind::Updater,
            _ => return Ok(None),
        };
        let body = self.world.classes[field.class].node;
        let made = self.made_handle(field.class, body, field.name);
        let made = made.ok_or_else(|| self.refuse(node, &format!("the handle `{}`", field.name)))?;
        let arguments = reader.inner(reader.field(made, "arguments")?);
        if made.child_by_field_name("name").is_some_and(|name| reader.text(name) == "arrayElementVarHandle") {
            let text = reader.text(arguments[0]);
            let literal = reader.inner(arguments[0]).first().copied().filter(|_| text.ends_with(".class"));
            let ty = literal.map(|ty| self.world.classes.ty(ty, field.class, &TypeArguments::new())).transpose()?;
            return match ty {
                Some(Ty::Array(element)) => Ok(Some((HandleOn::Elements(*element), sort))),
                _ => Err(self.refuse(node, "this handle")),
            };
        }
        // `C.class.getDeclaredField("x")` has the class before it.
        let class = match sort {
            HandleKind::Reflected => made.child_by_field_name("object"),
            HandleKind::VarHandle | HandleKind::Updater => arguments.first().copied(),
        };
        let class_name = class.map(|class| reader.text(class)).and_then(|text| text.strip_suffix(".class"));
        let named =
            arguments.iter().find(|one| one.kind() == "string_literal").map(|one| reader.text(*one).trim_matches('"'));
        let found = class_name.zip(named).and_then(|(class, named)| {
            let class = self.world.classes.named(class, Some(field.class))?;
            self.world.classes.field(class, named)
        });
        let found = found.ok_or_else(|| self.refuse(node, "a handle for a field that is computed"))?;
        Ok(Some((HandleOn::Field(found.class, found.name.to_owned()), sort)))
    }

    /// The call that makes a handle.
    fn made_handle(&self, class: ClassId, node: Node<'u>, name: &str) -> Option<Node<'u>> {
        let reader = self.world.classes[class].reader;
        let (target, value) = match node.kind() {
            "assignment_expression" => ("left", "right"),
            "variable_declarator" => ("name", "value"),
            _ => ("", ""),
        };
        let is_it =
            !target.is_empty() && node.child_by_field_name(target).is_some_and(|target| reader.text(target) == name);
        if is_it {
            let mut pending = vec![node.child_by_field_name(value)?];
            while let Some(node) = pending.pop() {
                let called = node.child_by_field_name("name").filter(|_| node.kind() == "method_invocation");
                let makers = ["findVarHandle", "arrayElementVarHandle", "newUpdater", "getDeclaredField", "getField"];
                if called.is_some_and(|called| makers.contains(&reader.text(called))) {
                    return Some(node);
                }
                pending.extend(reader.inner(node));
            }
            return None;
        }
        reader.inner(node).into_iter().find_map(|inner| self.made_handle(class, inner, name))
    }

    pub(super) fn handle_call(
        &mut self,
        node: Node<'u>,
        on: &HandleOn,
        kind: HandleKind,
        name: &str,
        arguments: &[Node<'u>],
    ) -> Reading<Option<Value<'u>>> {
        let is_updater = kind == HandleKind::Updater;
        let mut values = Vec::new();
        for value in self.operands(arguments)? {
            values.push(self.settled(node, value)?);
        }
        if kind == HandleKind::Reflected {
            return self.reflected(node, on, name, &values);
        }
        let renamed = UPDATERS.iter().find(|(from, _)| is_updater && *from == name).map_or(name, |(_, to)| to);
        let adds = ADDS.iter().find(|(from, ..)| is_updater && *from == name);
        if let Some((_, number, is_new)) = adds {
            values.push(Value::number(*number, INT));
            let old = self.accessed(node, on, "getAndAdd", values)?;
            let old = old.expect("an update gives what was there");
            return match is_new {
                true => self.computed(node, "+", old, Value::number(*number, INT)).map(Some),
                false => Ok(Some(old)),
            };
        }
        if is_updater && name == "addAndGet" {
            let added = values.last().cloned().ok_or_else(|| self.refuse(node, "this call"))?;
            let old = self.accessed(node, on, "getAndAdd", values)?.expect("an update gives what was there");
            return self.computed(node, "+", old, added).map(Some);
        }
        self.accessed(node, on, renamed, values)
    }

    /// An access by reflection (java.lang.reflect.Field): plain, or volatile where the field is.
    fn reflected(
        &mut self,
        node: Node<'u>,
        on: &HandleOn,
        name: &str,
        values: &[Value<'u>],
    ) -> Reading<Option<Value<'u>>> {
        let HandleOn::Field(class, field) = on else { return Err(self.refuse(node, "this call of a field")) };
        let field = self.world.classes.field(*class, field).expect("a handle is for a field");
        let ty = self.world.erased(&field)?;
        let primitive = match ty {
            Ty::Primitive(word) => word.to_lowercase(),
            _ => String::new(),
        };
        let is_access = |verb: &str| name.strip_prefix(verb).is_some_and(|ty| ty.to_lowercase() == primitive);
        match values {
            _ if name == "setAccessible" => Ok(None),
            _ if field.is_static => Err(self.refuse(node, "a static field by reflection")),
            [object] if is_access("get") => self.read(node, &Place::Field { object: object.clone(), field }).map(Some),
            [_, _] if is_access("set") && field.is_final => {
                Err(self.refuse(node, "a final field that is changed by reflection (JLS 17.5.3)"))
            }
            [object, value] if is_access("set") => {
                self.write(node, &Place::Field { object: object.clone(), field }, value.clone())?;
                Ok(None)
            }
            _ => {
                Err(self
                    .refuse(node, &format!("a call of `{name}` of a field of type `{}`", self.world.classes.show(&ty))))
            }
        }
    }

    /// An access by a handle.
    fn accessed(
        &mut self,
        node: Node<'u>,
        on: &HandleOn,
        name: &str,
        values: Vec<Value<'u>>,
    ) -> Reading<Option<Value<'u>>> {
        let method = METHODS.iter().find(|method| method.name == name);
        let method = method.ok_or_else(|| self.refuse(node, &format!("`{name}` of a handle")))?;
        let before = if matches!(on, HandleOn::Field(..)) { 1 } else { 2 };
        if values.len() != before + method.arguments() {
            return Err(self.refuse(node, &format!("this call of `{name}`")));
        }
        let (ty, erased) = match on {
            HandleOn::Field(class, field) => {
                let field = self.world.classes.field(*class, field).expect("a handle is for a field");
                let known = self.world.classes.arguments_in(field.class, &values[0].ty);
                (self.world.classes.ty(field.ty, field.class, &known)?, self.world.erased(&field)?)
            }
            HandleOn::Elements(ty) => (ty.clone(), ty.clone()),
        };
        let ty = if ty.is_reference() { erased.clone() } else { ty };
        let mut given = Vec::new();
        for value in &values[before..] {
            given.push(self.converted(node, value.clone(), &erased)?);
        }
        if self.is_making {
            return self.computed_access(node, on, &values, given, &ty, method.operation);
        }
        let mut texts = match on {
            HandleOn::Field(..) => vec![self.show(node, &values[0])?],
            HandleOn::Elements(_) => {
                let (array, index) = self.array_and_index(node, &values[0], &values[1])?;
                vec![array, index]
            }
        };
        for value in &given {
            texts.push(self.show(node, value)?);
        }
        let handle = self.world.handle(on);
        let call = format!("{handle}.{name}({})", texts.join(", "));
        Ok(match method.operation {
            AccessMethod::Set => {
                self.emit(node, &format!("{call};"))?;
                None
            }
            AccessMethod::CompareAndSet { .. } => Some(self.temporary(node, &BOOLEAN, &call)?),
            AccessMethod::Get | AccessMethod::CompareAndExchange | AccessMethod::GetAnd(_) => {
                Some(self.temporary(node, &ty, &call)?)
            }
        })
    }

    /// An access where the state is made.
    fn computed_access(
        &mut self,
        node: Node<'u>,
        on: &HandleOn,
        values: &[Value<'u>],
        given: Vec<Value<'u>>,
        ty: &Ty,
        operation: AccessMethod,
    ) -> Reading<Option<Value<'u>>> {
        let id = values[0].as_object().ok_or_else(|| self.refuse(node, "this access"))?;
        let key = match on {
            HandleOn::Field(_, field) => field.clone(),
            HandleOn::Elements(_) => values[1].as_number().unwrap_or(0).to_string(),
        };
        let old = self.world.known[id.0].fields.get(&key).cloned();
        let old = old.map_or_else(|| Value::default_of(ty), |what| Value { what: What::Const(what), ty: ty.clone() });
        let is_same = |actor: &mut Self, expected: &Value<'u>| {
            let equal = actor.computed(node, "==", old.clone(), expected.clone())?;
            equal.as_number().map(|equal| equal != 0).ok_or_else(|| actor.refuse(node, "this comparison"))
        };
        let (new, result) = match operation {
            AccessMethod::Get => (None, Some(old)),
            AccessMethod::Set => (Some(given[0].clone()), None),
            AccessMethod::CompareAndSet { .. } | AccessMethod::CompareAndExchange => {
                let succeeds = is_same(self, &given[0])?;
                let result = match operation {
                    AccessMethod::CompareAndExchange => old.clone(),
                    _ => Value::number(i64::from(succeeds), BOOLEAN),
                };
                (succeeds.then(|| given[1].clone()), Some(result))
            }
            AccessMethod::GetAnd(update) => {
                let operator = match update {
                    Update::Set => None,
                    Update::Add => Some("+"),
                    Update::Or => Some("|"),
                    Update::And => Some("&"),
                    Update::Xor => Some("^"),
                };
                let new = match operator {
                    None => given[0].clone(),
                    Some(operator) => self.computed(node, operator, old.clone(), given[0].clone())?,
                };
                (Some(new), Some(old))
            }
        };
        if let Some(new) = new {
            let new = self.constant(node, new)?;
            self.world.known[id.0].fields.insert(key, new);
        }
        Ok(result)
    }

    /// The bits of a number as a value of another type.
    fn bits(&mut self, node: Node<'u>, function: &str, value: &Value<'u>, ty: Ty) -> Reading<Value<'u>> {
        Ok(match value.what {
            What::Const(Const::Floating(bits)) if ty == INT => Value::number(i64::from(bits as u32 as i32), ty),
            What::Const(Const::Floating(bits)) => Value::number(bits as i64, ty),
            What::Const(Const::Number(number)) if ty == FLOAT => Value::floating(u64::from(number as u32), ty),
            What::Const(Const::Number(number)) => Value::floating(number as u64, ty),
            _ => {
                let text = self.show(node, value)?;
                Value::text(format!("{function}({text})"), ty)
            }
        })
    }

    /// What the library does by statements of litmus tests.
    pub(super) fn intrinsic(
        &mut self,
        node: Node<'u>,
        name: &str,
        arguments: &[Node<'u>],
    ) -> Reading<Option<Value<'u>>> {
        let values = self.operands(arguments)?;
        match (name, values.as_slice()) {
            ("unknown", [Value { what: What::Const(Const::Random), .. }]) => {}
            ("thread", []) => return Ok(Some(Value::number(i64::from(self.number), INT))),
            ("random", []) => return Ok(Some(Value { what: What::Const(Const::Random), ty: INT })),
            ("lock" | "unlock", [monitor]) if self.is_making => {
                let id = monitor.as_object().ok_or_else(|| self.refuse(node, "this lock"))?;
                *self.world.held.entry(id).or_default() += if name == "lock" { 1 } else { -1 };
            }
            ("tries", []) => return Ok(Some(Value::number(i64::from(self.world.tries_locks), BOOLEAN))),
            ("longBitsToDouble", [bits]) => return self.bits(node, name, bits, DOUBLE).map(Some),
            ("intBitsToFloat", [bits]) => return self.bits(node, name, bits, FLOAT).map(Some),
            ("doubleToRawLongBits", [number]) => return self.bits(node, name, number, LONG).map(Some),
            ("floatToRawIntBits", [number]) => return self.bits(node, name, number, INT).map(Some),
            ("wait", [_]) if self.is_making => {}
            ("interruptible", []) => self.world.has_interruptible_locks = true,
            ("lock" | "unlock" | "wait", [monitor]) => {
                let monitor = self.named(node, monitor)?;
                self.emit(node, &format!("{name}({monitor});"))?;
            }
            _ => return Err(self.refuse(node, &format!("`{name}`"))),
        }
        Ok(None)
    }
}
