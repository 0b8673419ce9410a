//! The places that expressions stand for, and how they are read and written.

use tree_sitter::Node;

use super::actor::{Actor, Shown};
use super::classes::{BOOLEAN, ClassId, DOUBLE, FLOAT, FieldDeclaration, INT, LONG, Ty};
use super::reader::Reading;
use super::values::{Binding, Const, KnownId, Value, What};

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
            'F' => "float",
            'D' => "double",
            'L' => "Object",
            _ => "int",
        };
        self.emit(node, &format!("{declared} {register} = {value};"))
    }
}

/// The type of a value of a result.
pub(super) fn result_type(letter: char) -> Ty {
    match letter {
        'J' => LONG,
        'F' => FLOAT,
        'D' => DOUBLE,
        'Z' => BOOLEAN,
        'B' => Ty::Primitive("byte"),
        'S' => Ty::Primitive("short"),
        'C' => Ty::Primitive("char"),
        'L' => Ty::Object,
        _ => INT,
    }
}
