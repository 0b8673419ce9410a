//! Instructions, as they are written.

use litmus::{CodeText, Mention};
use program::{RegisterId, TagSet};

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `r[...] r0 x`.
    Load { to: RegisterName, address: Address, annotations: Annotated },
    /// `w[...] x 1`.
    Store { address: Address, value: Value, annotations: Annotated },
    /// `f[...]`, or the older `call[...]`.
    Fence { annotations: Annotated },
    /// `rmw[...] r0 (add r0 1) x`: what is computed may be of what is read, which goes to the register.
    ReadModifyWrite { to: RegisterName, operation: Operation, address: Address, annotations: Annotated },
    /// `b[...] r0 L`: a jump where the register is not 0, or without a register always.
    Branch { condition: Option<RegisterName>, label: String, annotations: Annotated },
    /// `mov r0 (add r1 1)`.
    Move { to: RegisterName, operation: Operation },
}

/// The annotations of an instruction and the tags of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Annotated {
    pub(crate) words: Vec<String>,
    pub(crate) tags: TagSet,
}

/// A register, or a symbolic one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RegisterName {
    Numbered(RegisterId),
    Symbolic(String),
}

/// A value that is there: a register, a number or the address of a location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Register(RegisterName),
    Number(i64),
    Location(String),
}

/// An address: a base, and what is added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// No number.
    pub(crate) base: Value,
    /// No location.
    pub(crate) offset: Option<Value>,
}

/// What is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Value(Value),
    Binary(Operator, Value, Value),
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Xor,
    And,
    Equal,
    NotEqual,
}

impl Operator {
    /// All of them.
    pub(crate) const ALL: [Operator; 5] =
        [Operator::Add, Operator::Xor, Operator::And, Operator::Equal, Operator::NotEqual];

    /// As it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Operator::Add => "add",
            Operator::Xor => "xor",
            Operator::And => "and",
            Operator::Equal => "eq",
            Operator::NotEqual => "neq",
        }
    }
}

impl Operation {
    /// The values that it is made of.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        let (first, second) = match self {
            Operation::Value(value) => (value, None),
            Operation::Binary(_, left, right) => (left, Some(right)),
        };
        std::iter::once(first).chain(second)
    }

    /// Whether it uses the register.
    pub(crate) fn uses(&self, register: &RegisterName) -> bool {
        self.values().any(|value| matches!(value, Value::Register(used) if used == register))
    }

    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Operation::Value(value) => value.put(text),
            Operation::Binary(operator, left, right) => {
                text.push_str("(");
                text.push_str(operator.word());
                for value in [left, right] {
                    text.push_str(" ");
                    value.put(text);
                }
                text.push_str(")");
            }
        }
    }
}

impl RegisterName {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            RegisterName::Numbered(register) => text.push_str(&format!("r{}", register.number())),
            RegisterName::Symbolic(name) => text.push_str(&format!("%{name}")),
        }
    }
}

impl Value {
    fn put(&self, text: &mut CodeText<'_>) {
        match self {
            Value::Register(register) => register.put(text),
            Value::Number(number) => text.push_str(&number.to_string()),
            Value::Location(name) => text.push_str(name),
        }
    }
}

impl Address {
    fn values(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.base).chain(&self.offset)
    }

    fn put(&self, text: &mut CodeText<'_>) {
        self.base.put(text);
        if let Some(offset) = &self.offset {
            text.push_str("+");
            offset.put(text);
        }
    }
}

impl Instruction {
    /// Writes it as herd does.
    pub(crate) fn put(&self, text: &mut CodeText<'_>) {
        let name = match self {
            Instruction::Load { .. } => "r",
            Instruction::Store { .. } => "w",
            Instruction::Fence { .. } => "f",
            Instruction::ReadModifyWrite { .. } => "rmw",
            Instruction::Branch { .. } => "b",
            Instruction::Move { .. } => "mov",
        };
        text.push_str(name);
        if let Some(annotations) = self.annotations() {
            text.push_str(&format!("[{}]", annotations.words.join(",")));
        }
        if !matches!(self, Instruction::Fence { .. }) {
            text.push_str(" ");
        }
        match self {
            Instruction::Load { to, address, .. } => {
                to.put(text);
                text.push_str(" ");
                address.put(text);
            }
            Instruction::Store { address, value, .. } => {
                address.put(text);
                text.push_str(" ");
                value.put(text);
            }
            Instruction::Fence { .. } => {}
            Instruction::ReadModifyWrite { to, operation, address, .. } => {
                to.put(text);
                text.push_str(" ");
                operation.put(text);
                text.push_str(" ");
                address.put(text);
            }
            Instruction::Branch { condition, label, .. } => {
                if let Some(condition) = condition {
                    condition.put(text);
                    text.push_str(" ");
                }
                text.push_label(label);
            }
            Instruction::Move { to, operation } => {
                to.put(text);
                text.push_str(" ");
                operation.put(text);
            }
        }
    }

    fn annotations(&self) -> Option<&Annotated> {
        match self {
            Instruction::Load { annotations, .. }
            | Instruction::Store { annotations, .. }
            | Instruction::Fence { annotations }
            | Instruction::ReadModifyWrite { annotations, .. }
            | Instruction::Branch { annotations, .. } => Some(annotations),
            Instruction::Move { .. } => None,
        }
    }

    /// Visits what it names.
    pub(crate) fn mentions(&self, visit: &mut dyn FnMut(Mention<'_>)) {
        let visit_register = |register: &RegisterName, visit: &mut dyn FnMut(Mention<'_>)| match register {
            RegisterName::Numbered(register) => visit(Mention::Register(*register)),
            RegisterName::Symbolic(name) => visit(Mention::Symbolic(name)),
        };
        let visit_value = |value: &Value, visit: &mut dyn FnMut(Mention<'_>)| match value {
            Value::Register(register) => visit_register(register, visit),
            Value::Location(name) => visit(Mention::Location(name)),
            Value::Number(_) => {}
        };
        match self {
            Instruction::Load { to, address, .. } => {
                visit_register(to, visit);
                address.values().for_each(|value| visit_value(value, visit));
            }
            Instruction::Store { address, value, .. } => {
                address.values().chain([value]).for_each(|value| visit_value(value, visit));
            }
            Instruction::ReadModifyWrite { to, operation, address, .. } => {
                visit_register(to, visit);
                operation.values().chain(address.values()).for_each(|value| visit_value(value, visit));
            }
            Instruction::Branch { condition, label, .. } => {
                if let Some(condition) = condition {
                    visit_register(condition, visit);
                }
                visit(Mention::Label(label));
            }
            Instruction::Move { to, operation } => {
                visit_register(to, visit);
                operation.values().for_each(|value| visit_value(value, visit));
            }
            Instruction::Fence { .. } => {}
        }
    }
}
