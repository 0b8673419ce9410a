//! Classes, and objects of the beginning.

use source::{Diagnostic, Span};

use super::{Parsed, Parser, TokenKind, is_keyword};
use crate::java::Dialect;
use crate::java::ast::{Expr, ExprKind, Name, ProgramText, Statement, StatementKind};
use crate::java::class::{Class, Constructor, Field, FirstObject, Type};

/// Modifiers that change nothing here.
const WITHOUT_MEANING: [&str; 3] = ["public", "private", "protected"];

impl Parser<'_> {
    /// A class or an object, if one comes next.
    pub(super) fn declaration_outside(&mut self, program: &mut ProgramText) -> Parsed<bool> {
        let start = self.span();
        let is_abstract = self.peek() == TokenKind::Word("abstract") && self.peek_at(1) == TokenKind::Word("class");
        if is_abstract {
            self.bump();
        }
        if self.eat_word("class") || self.eat_word("interface") {
            self.require_java(start)?;
            let class = self.class()?;
            if let Some(first) = program.classes.iter().find(|known| known.name.text == class.name.text) {
                let error =
                    Diagnostic::error("two-classes", class.name.span, format!("a second class `{}`", class.name.text));
                return Err(error.label(first.name.span, "the first one"));
            }
            program.classes.push(class);
        } else if self.peek() == TokenKind::Word("VarHandle") {
            self.require_java(start)?;
            self.bump();
            let name = self.name("the name of a handle")?;
            self.expect("=", "and the type of the arrays whose elements it is for")?;
            let ty = self.array_type()?;
            let Type::Array(element) = ty else {
                return Err(self.unexpected("`[]`: a handle outside of classes is one on elements of arrays"));
            };
            self.expect(";", "behind a handle")?;
            program.element_handles.push((name, *element));
        } else if self.eat_word("object") {
            self.require_java(start)?;
            let object = self.first_object()?;
            if let Some(first) = program.objects.iter().find(|known| known.name.text == object.name.text) {
                let error = Diagnostic::error(
                    "two-meanings",
                    object.name.span,
                    format!("a second object `{}`", object.name.text),
                );
                return Err(error.label(first.name.span, "the first one"));
            }
            program.objects.push(object);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn require_java(&self, span: Span) -> Parsed<()> {
        match self.dialect {
            Dialect::Java => Ok(()),
            Dialect::Herd => Err(Diagnostic::error("outside-language", span, "herd's Java has no objects")),
        }
    }

    /// `object Node h;`, `object int[2] a;`.
    fn first_object(&mut self) -> Parsed<FirstObject> {
        let ty = self.type_name()?;
        let length = if self.eat_sign("[") {
            let length = self.length()?;
            self.expect("]", "behind the length of an array")?;
            Some(length)
        } else {
            None
        };
        let ty = if length.is_some() { Type::Array(Box::new(ty)) } else { ty };
        if !ty.is_reference() {
            return Err(self.unexpected("the name of a class, or the type and length of an array, as in `int[2]`"));
        }
        let name = self.name("the name of the object")?;
        self.expect(";", "behind an object")?;
        Ok(FirstObject { name, ty, length })
    }

    /// The length of an array.
    pub(super) fn length(&mut self) -> Parsed<u32> {
        let (number, span) = self.number("the length of the array, a number")?;
        u32::try_from(number).ok().filter(|&length| length <= 64).ok_or_else(|| {
            Diagnostic::error("bad-length", span, format!("an array of {number} elements: at most 64 are supported"))
        })
    }

    fn class(&mut self) -> Parsed<Class> {
        let name = self.name("the name of the class")?;
        let mut bases = Vec::new();
        while self.eat_word("extends") || self.eat_word("implements") {
            bases.push(self.name("the name of a class")?);
            while self.eat_sign(",") {
                bases.push(self.name("the name of a class")?);
            }
        }
        self.expect("{", "before the members of the class")?;
        let mut class = Class {
            name,
            bases,
            fields: Vec::new(),
            statics: Vec::new(),
            initialiser: Vec::new(),
            initialiser_types: Vec::new(),
            constructors: Vec::new(),
            handles: Vec::new(),
        };
        while !self.eat_sign("}") {
            self.member(&mut class)?;
        }
        Ok(class)
    }

    fn member(&mut self, class: &mut Class) -> Parsed<()> {
        let (mut is_final, mut is_volatile, mut is_static) = (false, false, false);
        while let TokenKind::Word(word) = self.peek() {
            match word {
                "final" => is_final = true,
                "volatile" => is_volatile = true,
                "static"
                    if self.peek_at(1) == TokenKind::Word("final")
                        && self.peek_at(2) == TokenKind::Word("VarHandle") => {}
                "static" => is_static = true,
                _ if WITHOUT_MEANING.contains(&word) => {}
                _ => break,
            }
            self.bump();
        }
        let start = self.span();
        if is_static && self.is_sign("{") {
            return self.static_block(class, start);
        }
        if self.peek() == TokenKind::Word(&class.name.text) && self.peek_at(1) == TokenKind::Sign("(") {
            self.bump();
            let constructor = self.constructor(start)?;
            let has_it = |known: &&Constructor| known.parameters.len() == constructor.parameters.len();
            if let Some(first) = class.constructors.iter().find(has_it) {
                let message = "a second constructor with so many parameters: they are distinguished by that here";
                return Err(Diagnostic::error("two-constructors", start, message).label(first.span, "the first one"));
            }
            class.constructors.push(constructor);
            return Ok(());
        }
        if self.eat_word("VarHandle") {
            let name = self.name("the name of a handle")?;
            self.expect("=", "and the field that it is a handle on")?;
            let field = self.name("the name of a field")?;
            self.expect(";", "behind a handle")?;
            class.handles.push((name, field));
            return Ok(());
        }
        let ty = self.array_type()?;
        let name = self.name("the name of a field")?;
        if self.is_sign("(") {
            let message = format!("`{}` is a method: classes have fields and constructors here", name.text);
            return Err(
                Diagnostic::error("outside-language", name.span, message).help("write what it does in the thread")
            );
        }
        let initial = if self.eat_sign("=") { Some(self.expression()?) } else { None };
        self.expect(";", "behind a field")?;
        let field = Field { name, ty, is_final, is_volatile, initial };
        if is_static {
            self.static_field(class, field, start);
        } else {
            class.fields.push(field);
        }
        Ok(())
    }

    /// `{ ... }` behind `static`.
    fn static_block(&mut self, class: &mut Class, start: Span) -> Parsed<()> {
        let outer = std::mem::replace(&mut self.types, std::mem::take(&mut class.initialiser_types));
        let body = self.block();
        class.initialiser_types = std::mem::replace(&mut self.types, outer);
        class.initialiser.push(Statement { kind: StatementKind::Block(body?), span: self.span_from(start) });
        Ok(())
    }

    /// The value of a static field is given to it when the class is initialised.
    fn static_field(&mut self, class: &mut Class, field: Field, start: Span) {
        let Field { name, initial, .. } = &field;
        if let Some(value) = initial.clone() {
            let of_class = Expr { kind: ExprKind::Local(class.name.text.clone()), span: name.span };
            let place = Expr { kind: ExprKind::Field(Box::new(of_class), name.clone()), span: name.span };
            let span = self.span_from(start);
            class.initialiser.push(Statement { kind: StatementKind::Store { place, value }, span });
        }
        class.statics.push(Field { initial: None, ..field });
    }

    fn constructor(&mut self, span: Span) -> Parsed<Constructor> {
        self.expect("(", "before the parameters")?;
        let mut parameters = Vec::new();
        while !self.eat_sign(")") {
            if !parameters.is_empty() {
                self.expect(",", "between parameters")?;
            }
            self.eat_word("final");
            let ty = self.array_type()?;
            parameters.push((self.name("the name of a parameter")?, ty));
        }
        let outer = std::mem::take(&mut self.types);
        let body = self.block();
        let types = std::mem::replace(&mut self.types, outer);
        Ok(Constructor { span, parameters, body: body?, types })
    }

    /// A type without `[]`.
    pub(super) fn type_name(&mut self) -> Parsed<Type> {
        let TokenKind::Word(word) = self.peek() else { return Err(self.unexpected("a type")) };
        if let Some(primitive) = Type::primitive(word) {
            self.bump();
            return Ok(primitive);
        }
        if is_keyword(word) {
            return Err(super::outside(word, self.span()));
        }
        self.bump();
        Ok(Type::Class(word.to_owned()))
    }

    /// A type with as many `[]` as come.
    pub(super) fn array_type(&mut self) -> Parsed<Type> {
        let mut ty = self.type_name()?;
        while self.is_sign("[") && self.peek_at(1) == TokenKind::Sign("]") {
            self.bump();
            self.bump();
            ty = Type::Array(Box::new(ty));
        }
        Ok(ty)
    }

    /// Whether a declaration of a local variable comes next: `int x`, `Node r`, `int[] a`.
    pub(super) fn is_declaration(&self) -> bool {
        let TokenKind::Word(word) = self.peek() else { return false };
        let is_known = ["final", "var"].contains(&word) || Type::primitive(word).is_some();
        let is_class = !is_keyword(word)
            && (matches!(self.peek_at(1), TokenKind::Word(next) if !is_keyword(next))
                || self.peek_at(1) == TokenKind::Sign("[") && self.peek_at(2) == TokenKind::Sign("]"));
        is_known || is_class
    }

    /// Notes the type that a local variable is declared with.
    pub(super) fn declare(&mut self, name: &Name, ty: Type) -> Parsed<()> {
        match self.types.iter().find(|(known, _)| known.text == name.text) {
            Some((first, known)) if *known != ty => {
                let message = format!("`{}` is declared as `{ty}` here, and as `{known}` before", name.text);
                Err(Diagnostic::error("two-types", name.span, message).label(first.span, "first here"))
            }
            Some(_) => Ok(()),
            None => {
                self.types.push((name.clone(), ty));
                Ok(())
            }
        }
    }
}
