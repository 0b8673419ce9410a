//! Which classes extend which, and what they inherit.
//!
//! Source: The Java Language Specification, 4.10 (subtyping), 8.1.4, 8.1.5, 9.1.3 (what is extended), 8.3 (inherited fields). There is one kind of declaration for
//! classes and interfaces: what has no fields and is never made is an interface. A field that has the name of an inherited one is refused, so that a name stands for one field.

use source::Diagnostic;

use super::ast::{Name, ProgramText};
use super::class::{Class, Exception, Field, Type};

/// The class that all others extend.
pub(super) const OBJECT: &str = "Object";

impl ProgramText {
    /// The class of that name.
    pub(super) fn class(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.name.text == name)
    }

    /// The class and all that it extends, itself first, each once.
    pub(super) fn lineage(&self, name: &str) -> Vec<&Class> {
        let mut found: Vec<&Class> = self.class(name).into_iter().collect();
        let mut at = 0;
        while let Some(class) = found.get(at) {
            let bases: Vec<&Class> = class.bases.iter().filter_map(|base| self.class(&base.text)).collect();
            for base in bases {
                if !found.iter().any(|known| known.name.text == base.name.text) {
                    found.push(base);
                }
            }
            at += 1;
        }
        found
    }

    /// A field that objects of a class have, with the class that declares it.
    pub(super) fn field_in(&self, class: &str, name: &str) -> Option<(&Class, &Field)> {
        self.lineage(class).into_iter().find_map(|class| Some((class, class.field(name)?)))
    }

    /// A static field of a class, or of one that it extends, with the class that declares it.
    pub(super) fn static_in(&self, class: &str, name: &str) -> Option<(&Class, &Field)> {
        self.lineage(class)
            .into_iter()
            .find_map(|class| Some((class, class.statics.iter().find(|field| field.name.text == name)?)))
    }

    /// All fields that objects of a class have.
    pub(super) fn fields_of(&self, class: &str) -> Vec<&Field> {
        self.lineage(class).into_iter().flat_map(|class| &class.fields).collect()
    }

    /// Whether a reference of one type is one of the other.
    pub(super) fn is_subtype(&self, found: &Type, wanted: &Type) -> bool {
        match (found, wanted) {
            (Type::Class(_) | Type::Array(_), Type::Class(wanted)) if wanted == OBJECT => true,
            (Type::Class(found), Type::Class(wanted)) => {
                found == wanted || self.lineage(found).iter().any(|class| class.name.text == *wanted)
            }
            (Type::Array(found), Type::Array(wanted)) => {
                found == wanted || found.is_reference() && self.is_subtype(found, wanted)
            }
            _ => found == wanted,
        }
    }

    /// Whether the constructors of a class are written out in threads: it declares none, and has final fields without a value.
    pub(super) fn is_written_out(&self, class: &Class) -> bool {
        let has_no_value = |field: &&Field| field.is_final && field.initial.is_none();
        class.constructors.is_empty() && self.fields_of(&class.name.text).iter().any(has_no_value)
    }

    /// What is wrong with what classes extend.
    pub(super) fn check_bases(&self, class: &Class, errors: &mut Vec<Diagnostic>) {
        for base in &class.bases {
            if self.class(&base.text).is_none() && base.text != OBJECT && !Exception::is_known(&base.text) {
                errors.push(self.unknown_class(base));
            }
        }
        let is_own_base = class
            .bases
            .iter()
            .any(|base| self.lineage(&base.text).iter().any(|known| known.name.text == class.name.text));
        if is_own_base {
            let message = format!("`{}` extends itself", class.name.text);
            return errors.push(Diagnostic::error("circular-class", class.name.span, message));
        }
        for base in class.bases.iter().filter_map(|base| Some((base, self.class(&base.text)?))) {
            if !base.1.constructors.is_empty() {
                let message =
                    format!("`{}` has constructors, which one of a class that extends it does not call", base.0.text);
                let error = Diagnostic::error("outside-language", base.0.span, message);
                errors.push(error.help("write what they do in the constructors of the class that extends it"));
            }
        }
        for field in &class.fields {
            let inherited = class.bases.iter().find_map(|base| self.field_in(&base.text, &field.name.text));
            if let Some((_, first)) = inherited {
                let message = format!("`{}` is a field that the class inherits", field.name.text);
                let error = Diagnostic::error("two-meanings", field.name.span, message);
                errors.push(error.label(first.name.span, "this one").help("give it another name"));
            }
        }
    }

    pub(super) fn unknown_class(&self, name: &Name) -> Diagnostic {
        let known = self.classes.iter().map(|class| &*class.name.text);
        let error = Diagnostic::error("unknown-class", name.span, format!("there is no class `{}`", name.text));
        let help = "declare it before the threads: `class Node { int value; Node next; }`";
        error.suggest(source::nearest(&name.text, known)).help(help)
    }
}
