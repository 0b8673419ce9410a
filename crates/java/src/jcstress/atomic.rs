//! Calls of the classes of `java.util.concurrent.atomic`, as accesses by VarHandles.
//!
//! Source: the package's documentation, Java 9 and later, which says of each method which method of a VarHandle it is like.

use isa::java::ast::METHODS;
use tree_sitter::Node;

use super::statements::Actor;
use super::{Field, Reading};

/// How a method is done by one of a VarHandle.
enum Means {
    /// By this one, with the same arguments.
    Method(&'static str),
    /// By adding this number; the result is the new value where `is_new`.
    Adds { number: &'static str, is_new: bool },
    /// By adding the argument; the result is the new value.
    AddsArgument,
}

fn means(name: &str) -> Option<Means> {
    Some(match name {
        "get" => Means::Method("getVolatile"),
        "set" => Means::Method("setVolatile"),
        "getPlain" => Means::Method("get"),
        "setPlain" => Means::Method("set"),
        "lazySet" => Means::Method("setRelease"),
        // What it is called is not what it does: its effects are plain.
        "weakCompareAndSet" => Means::Method("weakCompareAndSetPlain"),
        "weakCompareAndSetVolatile" => Means::Method("weakCompareAndSet"),
        "getAndIncrement" => Means::Adds { number: "1", is_new: false },
        "getAndDecrement" => Means::Adds { number: "-1", is_new: false },
        "incrementAndGet" => Means::Adds { number: "1", is_new: true },
        "decrementAndGet" => Means::Adds { number: "-1", is_new: true },
        "addAndGet" => Means::AddsArgument,
        _ => {
            // The others have the names that VarHandles have, those aside that only VarHandles have.
            let is_shared = |method: &&str| {
                !method.contains("Bitwise")
                    && !["getAndAddAcquire", "getAndAddRelease", "getAndSetAcquire", "getAndSetRelease"]
                        .contains(method)
            };
            Means::Method(METHODS.iter().map(|method| method.name).filter(is_shared).find(|method| *method == name)?)
        }
    })
}

/// The location of a cell of an array.
pub(super) fn cell(array: &str, index: &str) -> String {
    format!("{array}__{index}")
}

impl Actor<'_, '_, '_> {
    /// A call of a method of the atomic `object`.
    pub(super) fn atomic(
        &mut self,
        node: Node<'_>,
        object: &str,
        name: &str,
        arguments: &[Node<'_>],
    ) -> Reading<String> {
        let (place, arguments) = match (self.fields.get(object), arguments) {
            (Some(Field::AtomicArray { .. }), [index, rest @ ..]) => {
                let index = self.index(*index)?;
                self.cells.insert((object.to_owned(), index.clone()));
                (cell(object, &index), rest)
            }
            (Some(Field::Updater(field)), [first, rest @ ..])
                if ["this"].into_iter().chain(self.state.as_deref()).any(|state| state == self.text(*first))
                    && matches!(self.fields.get(field), Some(Field::Value { is_volatile: true, .. })) =>
            {
                (field.clone(), rest)
            }
            (Some(Field::Atomic { .. }), all) => (object.to_owned(), all),
            _ => return Err(self.reader.refuse(node, &format!("this call of `{name}`"))),
        };
        let means = means(name).ok_or_else(|| self.reader.refuse(node, &format!("`{name}` of an atomic")))?;
        Ok(match means {
            Means::Method(method) => self.access(&place, method, arguments)?,
            Means::Adds { number, is_new } => {
                self.used.insert(place.clone());
                let call = format!("F_{place}.getAndAdd({number})");
                if is_new { format!("({call} + ({number}))") } else { call }
            }
            Means::AddsArgument => {
                let [argument] = arguments else {
                    return Err(self.reader.refuse(node, &format!("this call of `{name}`")));
                };
                // It stands twice, so that its evaluation must do nothing.
                let negated = argument.kind() == "unary_expression"
                    && argument
                        .child_by_field_name("operand")
                        .is_some_and(|operand| operand.kind() == "decimal_integer_literal");
                if argument.kind() != "decimal_integer_literal" && !negated && self.local(*argument).is_none() {
                    return Err(self.reader.refuse(*argument, "an argument that is no number and no local variable"));
                }
                let value = self.value(*argument)?;
                format!("({} + ({value}))", self.access(&place, "getAndAdd", arguments)?)
            }
        })
    }

    /// An index that is the same whenever the test runs: a number, or a final field.
    fn index(&self, node: Node<'_>) -> Reading<String> {
        let text = self.text(node);
        let name = text.rsplit('.').next().unwrap_or(text);
        let is_number = node.kind() == "decimal_integer_literal" && text.parse::<u32>().is_ok();
        match self.fields.get(name) {
            _ if is_number => Ok(text.to_owned()),
            Some(Field::Fixed) => Ok(name.to_owned()),
            _ => Err(self.reader.refuse(node, "an index that is no number and no final field")),
        }
    }
}
