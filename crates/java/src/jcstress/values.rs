//! What expressions of a source are, and what names in a method stand for.

use std::collections::BTreeMap;
use std::rc::Rc;

use tree_sitter::Node;

use super::classes::{ClassId, Ty, TypeArguments};

/// An object of the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnownId(pub(super) usize);

/// A value that is known before the test runs.
#[derive(Clone)]
pub(super) enum Const<'u> {
    Number(i64),
    /// The bits of a floating-point number of the value's type.
    Floating(u64),
    Null,
    Object(KnownId),
    Lambda(Rc<Lambda<'u>>),
    /// A number that is the same in a whole run, and not known.
    Random,
    /// The result of the test, with the letters of its type.
    Result(String),
    /// A thread, by its number in the litmus test.
    Thread(u32),
}

/// A lambda expression, and where it stands.
pub(super) struct Lambda<'u> {
    pub(super) node: Node<'u>,
    pub(super) scope: Scope<'u>,
}

/// A value.
#[derive(Clone)]
pub(super) enum What<'u> {
    Const(Const<'u>),
    /// An expression of the litmus test that accesses nothing, of variables that are not assigned again.
    Text(String),
}

/// A value with its type.
#[derive(Clone)]
pub(super) struct Value<'u> {
    pub(super) what: What<'u>,
    pub(super) ty: Ty,
}

impl<'u> Value<'u> {
    pub(super) fn number(number: i64, ty: Ty) -> Value<'u> {
        Value { what: What::Const(Const::Number(number)), ty }
    }

    /// A floating-point number by its bits.
    pub(super) fn floating(bits: u64, ty: Ty) -> Value<'u> {
        Value { what: What::Const(Const::Floating(bits)), ty }
    }

    pub(super) fn text(text: impl Into<String>, ty: Ty) -> Value<'u> {
        Value { what: What::Text(text.into()), ty }
    }

    pub(super) fn null() -> Value<'u> {
        Value { what: What::Const(Const::Null), ty: Ty::Object }
    }

    /// What a place of this type holds at first.
    pub(super) fn default_of(ty: &Ty) -> Value<'u> {
        match ty.is_reference() {
            true => Value { ty: ty.clone(), ..Value::null() },
            false if ty.is_floating() => Value::floating(0, ty.clone()),
            false => Value::number(0, ty.clone()),
        }
    }

    /// The number, where it is known.
    pub(super) fn as_number(&self) -> Option<i64> {
        match self.what {
            What::Const(Const::Number(number)) => Some(number),
            _ => None,
        }
    }

    pub(super) fn as_object(&self) -> Option<KnownId> {
        match self.what {
            What::Const(Const::Object(id)) => Some(id),
            _ => None,
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self.what, What::Const(Const::Null))
    }
}

/// What a name stands for in a method.
#[derive(Clone)]
pub(super) enum Binding<'u> {
    /// A value that does not change.
    Bound(Value<'u>),
    /// A variable of the litmus test.
    Variable { name: String, ty: Ty },
    /// The result of the test, with the letters of its type.
    Result(String),
    /// An exception that was caught.
    Caught,
}

/// Where `return` goes.
#[derive(Clone)]
pub(super) struct Returns {
    pub(super) label: String,
    /// The variable with what is returned, if something is.
    pub(super) result: Option<String>,
    pub(super) ty: Ty,
}

/// A loop, or a statement with a label.
#[derive(Clone)]
pub(super) struct Around<'u> {
    /// What the source calls it.
    pub(super) name: Option<&'u str>,
    pub(super) is_loop: bool,
    pub(super) behind: String,
    /// Behind a round.
    pub(super) next: Option<String>,
}

/// A method that is written out.
#[derive(Clone)]
pub(super) struct Scope<'u> {
    pub(super) class: ClassId,
    pub(super) this: Option<Value<'u>>,
    pub(super) arguments: TypeArguments<'u>,
    pub(super) locals: BTreeMap<&'u str, Binding<'u>>,
    /// The method, or what else is executed: its variables are those below.
    pub(super) body: Option<Node<'u>>,
    pub(super) returns: Option<Returns>,
    pub(super) around: Vec<Around<'u>>,
}

impl<'u> Scope<'u> {
    pub(super) fn new(class: ClassId, this: Option<Value<'u>>, arguments: TypeArguments<'u>) -> Scope<'u> {
        let (locals, around) = (BTreeMap::new(), Vec::new());
        Scope { class, this, arguments, locals, body: None, returns: None, around }
    }
}
