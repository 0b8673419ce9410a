//! Conditions on values, and what goes on only where they hold.

use bmc::guards::Guard;
use program::{BinaryOperator, ExprId};

use crate::objects::ObjectId;
use crate::{Execution, Flow};

impl Execution<'_> {
    /// When a value is this number.
    pub(crate) fn is_number(&mut self, value: ExprId, number: u128) -> Guard {
        let number = self.x.constant(number, self.x.width(value));
        let bit = self.x.binary(BinaryOperator::Equal, value, number);
        self.guards.of(&mut self.x, bit)
    }

    /// When an address is this place in an object.
    pub(crate) fn is_place(&mut self, address: ExprId, (object, offset): (ObjectId, u64)) -> Guard {
        let there = self.x.address(object, offset as i64, self.x.width(address));
        let bit = self.x.binary(BinaryOperator::Equal, address, there);
        self.guards.of(&mut self.x, bit)
    }

    /// Something is wrong where a condition does not hold, and nothing follows there.
    pub(crate) fn goes_on_only_where(&mut self, flow: &mut Flow, condition: Guard, what: impl Into<String>) {
        let not = self.guards.not(condition);
        self.goes_on_only_without(flow, not, what);
    }

    /// The same where one holds.
    pub(crate) fn goes_on_only_without(&mut self, flow: &mut Flow, condition: Guard, what: impl Into<String>) {
        let wrong = self.guards.and(flow.guard, condition);
        self.violation(wrong, what);
        let right = self.guards.not(condition);
        flow.guard = self.guards.and(flow.guard, right);
    }
}
