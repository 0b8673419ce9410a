//! Threads as objects: which one is meant, and its interrupts (JLS 17.2.3).

use tree_sitter::Node;

use super::actor::Actor;
use super::classes::{BOOLEAN, Ty};
use super::reader::Reading;
use super::values::{Const, Value, What};

/// The thread of a test with this number in the litmus test, as a value.
pub(super) fn thread<'u>(number: u32) -> Value<'u> {
    Value { what: What::Const(Const::Thread(number)), ty: Ty::Object }
}

impl<'u> Actor<'_, 'u> {
    /// A call of a static method of `Thread`.
    pub(super) fn call_of_threads(&mut self, node: Node<'u>, name: &str) -> Reading<Option<Value<'u>>> {
        match name {
            // They order nothing, and wait for nothing.
            "yield" | "onSpinWait" => Ok(None),
            "currentThread" if !self.is_making => Ok(Some(thread(self.number))),
            "interrupted" => self.temporary(node, &BOOLEAN, "interrupted()").map(Some),
            _ => Err(self.refuse(node, &format!("a call of `{name}` of `Thread`"))),
        }
    }

    /// A call of a method of a thread that is known.
    pub(super) fn call_on_thread(&mut self, node: Node<'u>, number: u32, name: &str) -> Reading<Option<Value<'u>>> {
        match name {
            "interrupt" => {
                self.world.has_interrupts = true;
                self.emit(node, &format!("interrupt({number});"))?;
                Ok(None)
            }
            "isInterrupted" => self.temporary(node, &BOOLEAN, &format!("isInterrupted({number})")).map(Some),
            _ => Err(self.refuse(node, &format!("a call of `{name}` of a thread"))),
        }
    }
}
