//! Expressions, and the places that they read and write.

use tree_sitter::Node;

use super::actor::{Actor, Shown};
use super::classes::{BOOLEAN, ClassId, FieldDeclaration, INT, LONG, Ty};
use super::reader::Reading;
use super::values::{Binding, Const, KnownId, Lambda, Value, What};

/// What an expression stands for that can be assigned.
#[derive(Clone)]
pub(super) enum Place<'u> {
    Local(&'u str),
    Result(usize, char),
    Field { object: Value<'u>, field: FieldDeclaration<'u> },
    Static(FieldDeclaration<'u>),
    Element { array: Value<'u>, index: Value<'u> },
    Length(Value<'u>),
}

impl<'u> Actor<'_, 'u> {
    /// The value of an expression; what it does is done.
    pub(super) fn value(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let text = self.text(node);
        Ok(match node.kind() {
            "decimal_integer_literal" | "hex_integer_literal" | "binary_integer_literal" => {
                let number = self.reader().number(node);
                let number = number.ok_or_else(|| self.refuse(node, "this number"))?;
                Value::number(number, if text.ends_with(['l', 'L']) { LONG } else { INT })
            }
            "true" | "false" => Value::number(i64::from(text == "true"), BOOLEAN),
            "null_literal" => Value::null(),
            "string_literal" => self.world.string(text.trim_matches('"'))?,
            "character_literal" => match text.trim_matches('\'').chars().collect::<Vec<_>>()[..] {
                [one] if one != '\\' => Value::number(i64::from(u32::from(one)), Ty::Primitive("char")),
                _ => return Err(self.refuse(node, "this character")),
            },
            "parenthesized_expression" => self.value(self.inner(node)[0])?,
            "this" => {
                let this = self.scope.this.clone();
                this.ok_or_else(|| self.refuse(node, "`this`"))?
            }
            "cast_expression" => self.cast(node)?,
            "unary_expression" => self.unary(node)?,
            "binary_expression" => self.binary(node)?,
            "ternary_expression" => self.ternary(node)?,
            "instanceof_expression" => self.instance_of(node)?,
            "lambda_expression" => {
                let lambda = Lambda { node, scope: self.scope.clone() };
                Value { what: What::Const(Const::Lambda(lambda.into())), ty: Ty::Object }
            }
            "object_creation_expression" => self.creation(node)?,
            "array_creation_expression" => self.array_creation(node)?,
            "method_invocation" => {
                let value = self.invocation(node)?;
                value.ok_or_else(|| self.refuse(node, "a call without a value"))?
            }
            "assignment_expression" | "update_expression" => {
                let value = self.effect(node)?;
                value.ok_or_else(|| self.refuse(node, "this assignment as a value"))?
            }
            "identifier" | "field_access" | "array_access" => {
                let place = self.place(node)?;
                self.read(node, &place)?
            }
            kind => return Err(self.refuse(node, &format!("a {}", kind.replace('_', " ")))),
        })
    }

    /// Several operands, from left to right.
    pub(super) fn operands(&mut self, nodes: &[Node<'u>]) -> Reading<Vec<Value<'u>>> {
        let changes = ["assignment_expression", "update_expression"];
        let mut all = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let mut value = self.value(*node)?;
            let later = &nodes[at + 1..];
            let may_change =
                later.iter().any(|node| changes.contains(&node.kind()) || self.reader().has_below(*node, &changes));
            if may_change {
                value = self.settled(*node, value)?;
            }
            all.push(value);
        }
        Ok(all)
    }

    /// A value that stays what it is when variables are assigned.
    pub(super) fn settled(&mut self, node: Node<'u>, value: Value<'u>) -> Reading<Value<'u>> {
        let What::Text(text) = &value.what else { return Ok(value) };
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let is_settled = !words.into_iter().any(|word| self.world.variables.contains(word));
        if is_settled { Ok(value) } else { self.temporary(node, &value.ty.clone(), &text.clone()) }
    }

    /// A value as one of a place of this type (JLS 5.2).
    pub(super) fn converted(&mut self, node: Node<'u>, value: Value<'u>, ty: &Ty) -> Reading<Value<'u>> {
        let value = match (value.ty.is_reference(), ty.is_reference()) {
            (false, true) if value.ty != Ty::Void => self.boxed(node, value)?,
            (true, false) if *ty != Ty::Void => self.unboxed(node, &value)?,
            _ => value,
        };
        let What::Text(text) = &value.what else { return Ok(Value { ty: ty.clone(), ..value }) };
        if !ty.is_reference() {
            return Ok(Value { ty: ty.clone(), ..value });
        }
        // The text has the type that it was declared with, which says more.
        if self.world.classes.is_subtype(&value.ty, ty) {
            let is_same = matches!((&value.ty, ty), (Ty::Class(one, _), Ty::Class(other, _)) if one == other);
            return Ok(if is_same { Value { ty: ty.clone(), ..value } } else { value });
        }
        let declared = self.declared(ty);
        Ok(Value::text(format!("(({declared}) {text})"), ty.clone()))
    }

    fn boxed(&mut self, node: Node<'u>, value: Value<'u>) -> Reading<Value<'u>> {
        let name = match value.ty {
            Ty::Primitive("int") => "Integer",
            Ty::Primitive("long") => "Long",
            Ty::Primitive("boolean") => "Boolean",
            _ => return Err(self.refuse(node, &format!("a `{}` in a box", self.world.classes.show(&value.ty)))),
        };
        let class = self.world.classes.by_name(name).expect("the library has boxes");
        if let Some(number) = value.as_number() {
            return Ok(self.world.boxed(class, number, name == "Boolean"));
        }
        self.construct(node, &Ty::Class(class, Vec::new()), vec![value])
    }

    fn unboxed(&mut self, node: Node<'u>, value: &Value<'u>) -> Reading<Value<'u>> {
        let class = match &value.ty {
            Ty::Class(class, _) if ["Integer", "Long", "Boolean"].contains(&&*self.world.classes[*class].name) => {
                *class
            }
            _ => return Err(self.refuse(node, &format!("a `{}` as a number", self.world.classes.show(&value.ty)))),
        };
        let field = self.world.classes.field(class, "value").expect("boxes have a value");
        self.read(node, &Place::Field { object: value.clone(), field })
    }

    /// A value that is computed with: a number.
    fn operand(&mut self, node: Node<'u>, value: Value<'u>) -> Reading<Value<'u>> {
        if value.ty.is_reference() { self.unboxed(node, &value) } else { Ok(value) }
    }

    fn cast(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let written = self.child(node, "value")?;
        let value = self.value(written)?;
        let ty = self.ty(self.child(node, "type")?)?;
        if let Ty::Primitive(word) = ty {
            let value = if value.ty.is_reference() { self.unboxed_as(node, value, &ty)? } else { value };
            return self.cut(node, value, word);
        }
        let is_checked = matches!(ty, Ty::Class(..)) && written.kind() != "method_invocation";
        if is_checked
            && matches!(value.what, What::Text(_))
            && value.ty != Ty::Object
            && !self.world.classes.is_subtype(&value.ty, &ty)
        {
            let (text, declared) = (self.show(node, &value)?, self.declared(&ty));
            let line =
                format!("if ({text} != null && !({text} instanceof {declared})) {{ throw new ClassCastException(); }}");
            self.emit(node, &line)?;
        }
        self.converted(node, value, &ty)
    }

    /// What a handle gives is an `Object`, as far as it is written, and a number where that is what it is cast to.
    fn unboxed_as(&mut self, node: Node<'u>, value: Value<'u>, ty: &Ty) -> Reading<Value<'u>> {
        let name = match ty {
            Ty::Primitive("int") => "Integer",
            Ty::Primitive("long") => "Long",
            Ty::Primitive("boolean") => "Boolean",
            _ => return Err(self.refuse(node, "this cast")),
        };
        let class = self.world.classes.by_name(name).expect("the library has boxes");
        let value = self.converted(node, value, &Ty::Class(class, Vec::new()))?;
        self.unboxed(node, &value)
    }

    /// A number as one of a primitive type (JLS 5.1.3).
    pub(super) fn cut(&mut self, node: Node<'u>, value: Value<'u>, word: &'static str) -> Reading<Value<'u>> {
        let ty = Ty::Primitive(word);
        if value.ty == ty || word == "boolean" {
            return Ok(value);
        }
        if let Some(number) = value.as_number() {
            let number = match word {
                "byte" => i64::from(number as i8),
                "short" => i64::from(number as i16),
                "char" => i64::from(number as u16),
                "int" => i64::from(number as i32),
                "long" => number,
                _ => return Err(self.refuse(node, &format!("a cast to `{word}`"))),
            };
            return Ok(Value::number(number, ty));
        }
        if ["float", "double"].contains(&word) {
            return Err(self.refuse(node, &format!("a cast to `{word}`")));
        }
        let text = self.show(node, &value)?;
        Ok(Value::text(format!("(({word}) ({text}))"), ty))
    }

    fn unary(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let operator = self.text(self.child(node, "operator")?);
        let value = self.value(self.child(node, "operand")?)?;
        let value = self.operand(node, value)?;
        let ty = if operator == "!" { BOOLEAN } else { promoted(&[&value.ty]) };
        if let Some(number) = value.as_number() {
            let number = match operator {
                "-" => number.wrapping_neg(),
                "~" => !number,
                "!" => i64::from(number == 0),
                _ => number,
            };
            return Ok(Value::number(fit(number, &ty), ty));
        }
        let text = self.show(node, &value)?;
        Ok(if operator == "+" { value } else { Value::text(format!("({operator}({text}))"), ty) })
    }

    fn binary(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let operator = self.text(self.child(node, "operator")?);
        let (left, right) = (self.child(node, "left")?, self.child(node, "right")?);
        if ["&&", "||"].contains(&operator) {
            return self.lazy(node, operator, left, right);
        }
        let mut values = self.operands(&[left, right])?;
        let (right, left) = (values.pop().expect("two"), values.pop().expect("two"));
        self.computed(node, operator, left, right)
    }

    pub(super) fn computed(
        &mut self,
        node: Node<'u>,
        operator: &str,
        left: Value<'u>,
        right: Value<'u>,
    ) -> Reading<Value<'u>> {
        if ["==", "!="].contains(&operator) && left.ty.is_reference() && right.ty.is_reference() {
            return self.same_reference(node, operator, &left, &right);
        }
        let is_string =
            |value: &Value<'u>| matches!(value.ty, Ty::Class(class, _) if self.world.classes[class].name == "String");
        if is_string(&left) || is_string(&right) {
            return Err(self.refuse(node, "a text that is put together"));
        }
        let (left, right) = (self.operand(node, left)?, self.operand(node, right)?);
        let is_comparison = ["==", "!=", "<", ">", "<=", ">="].contains(&operator);
        let ty = match operator {
            _ if is_comparison => BOOLEAN,
            "<<" | ">>" | ">>>" => promoted(&[&left.ty]),
            _ if left.ty == BOOLEAN && right.ty == BOOLEAN => BOOLEAN,
            _ => promoted(&[&left.ty, &right.ty]),
        };
        if let (Some(first), Some(second)) = (left.as_number(), right.as_number())
            && let Some(number) = fold(operator, first, second, promoted(&[&left.ty]).is_long())
        {
            return Ok(Value::number(fit(number, &ty), ty));
        }
        if !["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"].contains(&operator) && !is_comparison {
            return Err(self.refuse(node, &format!("the operator `{operator}`")));
        }
        let (left, right) = (self.show(node, &left)?, self.show(node, &right)?);
        let value = Value::text(format!("({left} {operator} {right})"), ty.clone());
        // A division may throw, so that it is done where it stands.
        if ["/", "%"].contains(&operator) {
            self.temporary(node, &ty, &format!("({left} {operator} {right})"))
        } else {
            Ok(value)
        }
    }

    fn same_reference(
        &mut self,
        node: Node<'u>,
        operator: &str,
        left: &Value<'u>,
        right: &Value<'u>,
    ) -> Reading<Value<'u>> {
        let is_equal = operator == "==";
        let known = match (&left.what, &right.what) {
            (What::Const(Const::Null), What::Const(Const::Null)) => Some(true),
            (What::Const(Const::Object(left)), What::Const(Const::Object(right))) => Some(left == right),
            (What::Const(Const::Null), What::Const(Const::Object(_) | Const::Lambda(_)))
            | (What::Const(Const::Object(_) | Const::Lambda(_)), What::Const(Const::Null)) => Some(false),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(Value::number(i64::from(known == is_equal), BOOLEAN));
        }
        let are_related = self.world.classes.is_subtype(&left.ty, &right.ty)
            || self.world.classes.is_subtype(&right.ty, &left.ty)
            || left.is_null()
            || right.is_null();
        let cast = if are_related { "" } else { "(Object) " };
        let (left, right) = (self.show(node, left)?, self.show(node, right)?);
        Ok(Value::text(format!("({cast}{left} {operator} {right})"), BOOLEAN))
    }

    fn lazy(&mut self, node: Node<'u>, operator: &str, left: Node<'u>, right: Node<'u>) -> Reading<Value<'u>> {
        let first = self.value(left)?;
        let first = self.operand(left, first)?;
        let decides = i64::from(operator == "||");
        match first.as_number() {
            Some(number) if (number != 0) == (decides != 0) => return Ok(Value::number(decides, BOOLEAN)),
            Some(_) => {
                let value = self.value(right)?;
                return self.operand(right, value);
            }
            None => {}
        }
        let first = self.show(left, &first)?;
        let (code, second) = self.apart(self.depth + 1, |actor| {
            let value = actor.value(right)?;
            let value = actor.operand(right, value)?;
            actor.show(right, &value)
        })?;
        if code.is_empty() {
            return Ok(Value::text(format!("({first} {operator} {second})"), BOOLEAN));
        }
        let name = self.world.fresh("t");
        let not = if operator == "||" { "!" } else { "" };
        self.emit(node, &format!("boolean {name} = {first};"))?;
        self.emit(node, &format!("if ({not}({name})) {{"))?;
        self.code += &code;
        self.emit(node, &format!("  {name} = {second};"))?;
        self.emit(node, "}")?;
        Ok(Value::text(name, BOOLEAN))
    }

    fn ternary(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let condition = self.value(self.child(node, "condition")?)?;
        let (then, otherwise) = (self.child(node, "consequence")?, self.child(node, "alternative")?);
        if let Some(number) = condition.as_number() {
            return self.value(if number != 0 { then } else { otherwise });
        }
        let condition = self.show(node, &condition)?;
        let depth = self.depth + 1;
        let (first, then) = self.apart(depth, |actor| actor.value(then))?;
        let (second, otherwise) = self.apart(depth, |actor| actor.value(otherwise))?;
        let ty = match (then.ty.is_reference(), otherwise.ty.is_reference()) {
            (true, true) if self.world.classes.is_subtype(&then.ty, &otherwise.ty) => otherwise.ty.clone(),
            (true, true) if then.is_null() => otherwise.ty.clone(),
            (true, true) => then.ty.clone(),
            _ if then.ty == BOOLEAN => BOOLEAN,
            _ => promoted(&[&then.ty, &otherwise.ty]),
        };
        let name = self.world.fresh("t");
        let declared = self.declared(&ty);
        self.emit(node, &format!("{declared} {name};"))?;
        self.emit(node, &format!("if ({condition}) {{"))?;
        for (code, value, before) in [(first, then, "} else {"), (second, otherwise, "}")] {
            self.code += &code;
            let (code, value) = self.apart(depth, |actor| {
                let value = actor.converted(node, value, &ty)?;
                actor.show(node, &value)
            })?;
            self.code += &code;
            self.emit(node, &format!("  {name} = {value};"))?;
            self.emit(node, before)?;
        }
        Ok(Value::text(name, ty))
    }

    fn instance_of(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let parts = self.inner(node);
        let (value, ty) = (self.value(parts[0])?, self.ty(parts[1])?);
        let known = match &value.what {
            What::Const(Const::Null) => Some(false),
            What::Const(Const::Object(id)) => Some(self.world.classes.is_subtype(&self.world.known[id.0].ty, &ty)),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(Value::number(i64::from(known), BOOLEAN));
        }
        if parts.len() != 2 || !matches!(ty, Ty::Class(..)) {
            return Err(self.refuse(node, "this `instanceof`"));
        }
        let (text, declared) = (self.show(node, &value)?, self.declared(&ty));
        Ok(Value::text(format!("({text} instanceof {declared})"), BOOLEAN))
    }

    /// What an identifier, a field or an element stands for.
    pub(super) fn place(&mut self, node: Node<'u>) -> Reading<Place<'u>> {
        let text = self.text(node);
        match node.kind() {
            "parenthesized_expression" => self.place(self.inner(node)[0]),
            "identifier" => {
                if self.scope.locals.contains_key(text) {
                    return Ok(Place::Local(text));
                }
                let field = self.simple_field(text).ok_or_else(|| self.refuse(node, &format!("`{text}`")))?;
                if field.is_static {
                    return Ok(Place::Static(field));
                }
                let this = self.scope.this.clone();
                let object = this.ok_or_else(|| self.refuse(node, &format!("the field `{text}` of another object")))?;
                let is_own = matches!(&object.ty, Ty::Class(class, _) if self.world.classes.lineage(*class).contains(&field.class));
                if !is_own {
                    return Err(self.refuse(node, &format!("the field `{text}` of the object around this one")));
                }
                Ok(Place::Field { object, field })
            }
            "field_access" => {
                if let Some((at, letter)) = self.result_place(node) {
                    return Ok(Place::Result(at, letter));
                }
                let (object, name) = (self.child(node, "object")?, self.text(self.child(node, "field")?));
                if let Some(class) = self.class_of(object) {
                    let field = self.world.classes.field(class, name).filter(|field| field.is_static);
                    return field.map(Place::Static).ok_or_else(|| self.refuse(node, &format!("`{text}`")));
                }
                let object = self.value(object)?;
                match &object.ty {
                    Ty::Array(_) if name == "length" => Ok(Place::Length(object)),
                    Ty::Class(class, _) => {
                        let field = self.world.classes.field(*class, name);
                        let field = field.ok_or_else(|| self.refuse(node, &format!("the field `{name}`")))?;
                        Ok(if field.is_static { Place::Static(field) } else { Place::Field { object, field } })
                    }
                    _ => Err(self.refuse(node, &format!("the field `{name}`"))),
                }
            }
            "array_access" => {
                let operands = [self.child(node, "array")?, self.child(node, "index")?];
                let mut values = self.operands(&operands)?;
                let (index, array) = (values.pop().expect("two"), values.pop().expect("two"));
                let index = self.operand(node, index)?;
                Ok(Place::Element { array, index })
            }
            kind => Err(self.refuse(node, &format!("a {} as a place", kind.replace('_', " ")))),
        }
    }

    /// The class that an expression names, if it is no variable or field.
    pub(super) fn class_of(&self, node: Node<'u>) -> Option<ClassId> {
        let text = self.text(node);
        let first = text.split('.').next().unwrap_or(text);
        let is_name = ["identifier", "field_access", "scoped_identifier"].contains(&node.kind());
        let is_value = self.scope.locals.contains_key(first) || self.simple_field(first).is_some() || first == "this";
        if !is_name || is_value { None } else { self.world.classes.named(text, Some(self.scope.class)) }
    }

    /// The field that a simple name stands for: of the class, or of one around it.
    pub(super) fn simple_field(&self, name: &str) -> Option<FieldDeclaration<'u>> {
        let mut around = Some(self.scope.class);
        while let Some(class) = around {
            if let Some(field) = self.world.classes.field(class, name) {
                return Some(field);
            }
            around = self.world.classes[class].outer;
        }
        None
    }

    /// The type of a field, as far as parameters of types are known.
    fn field_type(&self, object: &Value<'u>, field: &FieldDeclaration<'u>) -> Reading<Ty> {
        let known = match (&self.scope.this, &object.ty) {
            // Within the class its parameters stand for what they do there.
            (Some(this), ty) if *ty == this.ty && field.class == self.scope.class => self.scope.arguments.clone(),
            (_, ty) => self.world.classes.arguments_in(field.class, ty),
        };
        self.world.classes.ty(field.ty, field.class, &known)
    }

    pub(super) fn read(&mut self, node: Node<'u>, place: &Place<'u>) -> Reading<Value<'u>> {
        match place {
            Place::Local(name) => match &self.scope.locals[name] {
                Binding::Bound(value) => Ok(value.clone()),
                Binding::Variable { name, ty } => Ok(Value::text(name.clone(), ty.clone())),
                Binding::Result(letters) => {
                    Ok(Value { what: What::Const(Const::Result(letters.clone())), ty: Ty::Object })
                }
                Binding::Caught => Err(self.refuse(node, &format!("`{name}` as a value"))),
            },
            Place::Result(at, letter) => match self.shown.get(*at).and_then(|shown| shown.place.clone()) {
                Some((thread, register)) if thread == self.number => Ok(Value::text(register, result_type(*letter))),
                Some(_) => Err(self.refuse(node, "a value of a result that another method assigns")),
                None => Ok(Value::default_of(&result_type(*letter))),
            },
            Place::Field { object, field } => self.read_field(node, object, field),
            Place::Static(field) => self.static_value(node, field),
            Place::Length(array) => {
                if let Some(length) = array.as_object().and_then(|id| self.world.known[id.0].length) {
                    return Ok(Value::number(i64::from(length), INT));
                }
                let array = self.show(node, array)?;
                self.temporary(node, &INT, &format!("{array}.length"))
            }
            Place::Element { array, index } => {
                let Ty::Array(element) = &array.ty else { return Err(self.refuse(node, "an element of this")) };
                let element = (**element).clone();
                if self.is_making {
                    let (id, at) = self.known_element(node, array, index)?;
                    let known = self.world.known[id.0].fields.get(&at.to_string()).cloned();
                    return Ok(known.map_or_else(
                        || Value::default_of(&element),
                        |what| Value { what: What::Const(what), ty: element.clone() },
                    ));
                }
                let text = self.element(node, array, index)?;
                self.temporary(node, &element, &text)
            }
        }
    }

    fn read_field(&mut self, node: Node<'u>, object: &Value<'u>, field: &FieldDeclaration<'u>) -> Reading<Value<'u>> {
        let ty = self.field_type(object, field)?;
        if let Some(id) = object.as_object()
            && (self.is_making || field.is_final)
        {
            let known = self.world.known[id.0].fields.get(field.name).cloned();
            return Ok(
                known.map_or_else(|| Value::default_of(&ty), |what| Value { what: What::Const(what), ty: ty.clone() })
            );
        }
        if self.is_making {
            return Err(self.refuse(node, "a field of an object that is not there yet"));
        }
        let held = object.as_object().and_then(|id| self.world.known[id.0].fields.get(field.name));
        if matches!(held, Some(Const::Random)) && !self.world.is_assigned(field) {
            return Ok(Value { what: What::Const(Const::Random), ty });
        }
        let erased = self.world.erased(field)?;
        self.world.touch(field);
        let object = self.show(node, object)?;
        let value = format!("{object}.{}", field.name);
        match self.world.classes.is_subtype(&erased, &ty) || !ty.is_reference() {
            true => self.temporary(node, &ty, &value),
            false => {
                let declared = self.declared(&ty);
                self.temporary(node, &ty, &format!("({declared}) {value}"))
            }
        }
    }

    /// A known array and a known index of it.
    fn known_element(&self, node: Node<'u>, array: &Value<'u>, index: &Value<'u>) -> Reading<(KnownId, u32)> {
        let id = array.as_object().ok_or_else(|| self.refuse(node, "this array"))?;
        let index = index.as_number().and_then(|index| u32::try_from(index).ok());
        let index = index.filter(|index| Some(*index) < self.world.known[id.0].length);
        Ok((id, index.ok_or_else(|| self.refuse(node, "this index"))?))
    }

    /// An element as an expression.
    pub(super) fn element(&mut self, node: Node<'u>, array: &Value<'u>, index: &Value<'u>) -> Reading<String> {
        let (array, index) = self.array_and_index(node, array, index)?;
        Ok(format!("{array}[{index}]"))
    }

    /// An array and an index as expressions. An index that is not known is the first: other indices of the array are refused.
    pub(super) fn array_and_index(
        &mut self,
        node: Node<'u>,
        array: &Value<'u>,
        index: &Value<'u>,
    ) -> Reading<(String, String)> {
        let is_random = matches!(index.what, What::Const(Const::Random));
        let known = array.as_object();
        if let Some(id) = known {
            let length = self.world.known[id.0].length.unwrap_or(0);
            let number = index.as_number().and_then(|index| u32::try_from(index).ok()).filter(|index| *index < length);
            self.world.note_index(id, if is_random { Some(0) } else { number });
            let indices = &mut self.world.known[id.0].indices;
            if is_random {
                indices.0 = true
            } else {
                indices.1 = true
            }
            if *indices == (true, true) {
                return Err(self.refuse(node, "an array with two indices that may be equal"));
            }
        }
        let index = match is_random && known.is_some() {
            true => "0".to_owned(),
            false => self.show(node, index)?,
        };
        let array = match known {
            Some(id) => self.world.name_of(id),
            None => self.show(node, array)?,
        };
        Ok((array, index))
    }

    pub(super) fn write(&mut self, node: Node<'u>, place: &Place<'u>, value: Value<'u>) -> Reading<()> {
        match place {
            Place::Local(name) => self.write_local(node, name, value)?,
            Place::Result(at, letter) => self.write_result(node, *at, *letter, value)?,
            Place::Field { object, field } => {
                let erased = self.world.erased(field)?;
                let value = self.converted(node, value, &erased)?;
                if let (Some(id), true) = (object.as_object(), self.is_making) {
                    let value = self.constant(node, value)?;
                    self.world.known[id.0].fields.insert(field.name.to_owned(), value);
                    return Ok(());
                }
                self.world.touch(field);
                let (object, value) = (self.show(node, object)?, self.show(node, &value)?);
                self.emit(node, &format!("{object}.{} = {value};", field.name))?;
            }
            Place::Static(field) => {
                if self.world.is_initialised(field.class) {
                    return Err(self.refuse(node, "an assignment to a static field"));
                }
                let erased = self.world.erased(field)?;
                let value = self.converted(node, value, &erased)?;
                let value = self.show(node, &value)?;
                self.world.use_statics(field);
                let class = self.world.classes[field.class].litmus.clone();
                self.emit(node, &format!("{class}.{} = {value};", field.name))?;
            }
            Place::Length(_) => return Err(self.refuse(node, "an assignment to a length")),
            Place::Element { array, index } => {
                let Ty::Array(element) = &array.ty else { return Err(self.refuse(node, "an element of this")) };
                let value = self.converted(node, value, element)?;
                if self.is_making {
                    let (id, at) = self.known_element(node, array, index)?;
                    let value = self.constant(node, value)?;
                    self.world.known[id.0].fields.insert(at.to_string(), value);
                    return Ok(());
                }
                let place = self.element(node, array, index)?;
                let value = self.show(node, &value)?;
                self.emit(node, &format!("{place} = {value};"))?;
            }
        }
        Ok(())
    }

    fn write_local(&mut self, node: Node<'u>, name: &'u str, value: Value<'u>) -> Reading<()> {
        match self.scope.locals[name].clone() {
            Binding::Bound(old) => {
                if !self.is_making {
                    return Err(self.refuse(node, &format!("this assignment to `{name}`")));
                }
                let value = self.converted(node, value, &old.ty)?;
                self.scope.locals.insert(name, Binding::Bound(value));
                Ok(())
            }
            Binding::Variable { name, ty } => {
                let value = self.converted(node, value, &ty)?;
                let value = self.show(node, &value)?;
                self.emit(node, &format!("{name} = {value};"))
            }
            Binding::Result(_) | Binding::Caught => Err(self.refuse(node, &format!("an assignment to `{name}`"))),
        }
    }

    pub(super) fn constant(&self, node: Node<'u>, value: Value<'u>) -> Reading<Const<'u>> {
        match value.what {
            What::Const(value) => Ok(value),
            What::Text(_) => Err(self.refuse(node, "a value that is not known where the state is made")),
        }
    }

    fn write_result(&mut self, node: Node<'u>, at: usize, letter: char, value: Value<'u>) -> Reading<()> {
        let ty = result_type(letter);
        let value = self.converted(node, value, &ty)?;
        let value = self.show(node, &value)?;
        let register = format!("r{}", at + 1);
        let number = self.number;
        let Some(Shown { place, .. }) = self.shown.get_mut(at) else {
            return Err(self.refuse(node, "this value of a result"));
        };
        if place.as_ref().is_some_and(|(thread, _)| *thread != number) {
            return Err(self.refuse(node, "a value of a result that two methods assign"));
        }
        *place = Some((number, register.clone()));
        let declared = match letter {
            'J' => "long",
            'L' => "Object",
            _ => "int",
        };
        self.emit(node, &format!("{declared} {register} = {value};"))
    }

    /// An expression that stands as a statement; gives its value where it has one.
    pub(super) fn effect(&mut self, node: Node<'u>) -> Reading<Option<Value<'u>>> {
        match node.kind() {
            "assignment_expression" => self.assignment(node).map(Some),
            "update_expression" => self.update(node).map(Some),
            "method_invocation" => self.invocation(node),
            _ => self.value(node).map(Some),
        }
    }

    fn assignment(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let (left, right) = (self.child(node, "left")?, self.child(node, "right")?);
        let operator = self.text(self.child(node, "operator")?).trim_end_matches('=');
        let place = self.place(left)?;
        if operator.is_empty() {
            let value = self.value(right)?;
            let value = self.settled(right, value)?;
            self.write(node, &place, value.clone())?;
            return Ok(value);
        }
        // The place is read before the right side is evaluated, and what is computed is cast to its type (JLS 15.26.2).
        let old = self.read(left, &place)?;
        let old = self.settled(left, old)?;
        let right = self.value(right)?;
        let (old_type, old) = (old.ty.clone(), self.operand(left, old)?);
        let new = self.computed(node, operator, old, right)?;
        let new = self.cast_back(node, new, &old_type)?;
        self.write(node, &place, new.clone())?;
        Ok(new)
    }

    fn cast_back(&mut self, node: Node<'u>, value: Value<'u>, ty: &Ty) -> Reading<Value<'u>> {
        match ty {
            Ty::Primitive(word) => self.cut(node, value, word),
            _ => Ok(value),
        }
    }

    /// `x++` and the like; gives its value.
    fn update(&mut self, node: Node<'u>) -> Reading<Value<'u>> {
        let text = self.text(node);
        let operator = if text.contains("++") { "+" } else { "-" };
        let is_before = text.starts_with(['+', '-']);
        let inner = self.inner(node)[0];
        let place = self.place(inner)?;
        let old = self.read(inner, &place)?;
        let old = self.settled(inner, old)?;
        let (ty, number) = (old.ty.clone(), self.operand(inner, old.clone())?);
        let new = self.computed(node, operator, number, Value::number(1, INT))?;
        let new = self.cast_back(node, new, &ty)?;
        self.write(node, &place, new.clone())?;
        Ok(if is_before { new } else { old })
    }
}

/// The type of a value of a result.
pub(super) fn result_type(letter: char) -> Ty {
    match letter {
        'J' => LONG,
        'Z' => BOOLEAN,
        'B' => Ty::Primitive("byte"),
        'S' => Ty::Primitive("short"),
        'C' => Ty::Primitive("char"),
        'L' => Ty::Object,
        _ => INT,
    }
}

/// The type that numbers of these types are computed in (JLS 5.6).
fn promoted(types: &[&Ty]) -> Ty {
    if types.iter().any(|ty| ty.is_long()) { LONG } else { INT }
}

/// A number as one of a type.
fn fit(number: i64, ty: &Ty) -> i64 {
    match ty {
        Ty::Primitive("long") => number,
        _ => i64::from(number as i32),
    }
}

/// What an operator computes, if it does: shifts as those of a `long` or an `int`.
fn fold(operator: &str, left: i64, right: i64, is_long: bool) -> Option<i64> {
    let distance = if is_long { right & 63 } else { right & 31 };
    Some(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if right != 0 => left.wrapping_div(right),
        "%" if right != 0 => left.wrapping_rem(right),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "<<" => left.wrapping_shl(distance as u32),
        ">>" => left.wrapping_shr(distance as u32),
        ">>>" if is_long => (left as u64).wrapping_shr(distance as u32) as i64,
        ">>>" => i64::from((left as u32).wrapping_shr(distance as u32) as i32),
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        _ => return None,
    })
}
