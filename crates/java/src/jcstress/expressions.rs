//! Expressions: what they compute. The places that they read and write are in `places`.

use tree_sitter::Node;

use super::actor::Actor;
use super::classes::{BOOLEAN, DOUBLE, FLOAT, INT, LONG, Ty};
use super::places::Place;
use super::reader::Reading;
use super::values::{Const, Lambda, Value, What};

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
            "decimal_floating_point_literal" => {
                super::floating::literal(text).ok_or_else(|| self.refuse(node, "this number"))?
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
        if let Ty::Primitive(word) = ty
            && (ty.is_floating() || ty.is_long())
        {
            return self.cut(node, value, word);
        }
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
    pub(super) fn operand(&mut self, node: Node<'u>, value: Value<'u>) -> Reading<Value<'u>> {
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
        if let Some(known) = super::floating::converted(&value, word) {
            return Ok(known);
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
        if let ("-", What::Const(Const::Floating(_))) = (operator, &value.what) {
            let minus_one =
                super::floating::converted(&Value::number(-1, INT), if ty == FLOAT { "float" } else { "double" });
            return self.computed(node, "*", value, minus_one.expect("a number can be converted"));
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
        if let Some(known) = super::floating::folded(operator, &left, &right) {
            return Ok(known);
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

/// The type that numbers of these types are computed in (JLS 5.6).
pub(super) fn promoted(types: &[&Ty]) -> Ty {
    [DOUBLE, FLOAT, LONG].into_iter().find(|wide| types.contains(&wide)).unwrap_or(INT)
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
