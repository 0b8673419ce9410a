//! To micro-operations.
//!
//! **Instructions.** In Java each access is an instruction of its own: program order is the order of evaluation, from left to right. What is
//! read is kept in registers without names until it is used. In herd's dialect a statement is one instruction.
//!
//! **Order of evaluation.** `&&`, `||` and `?:` whose right operands access memory or divide are control flow.
//!
//! **Compare-and-exchange.** A path forks: either one event that reads and writes, on the condition that it finds what is expected, or a
//! read on the condition that it does not. (jMT, section 3, stage 1; with the expected value and the value read kept apart.)
//!
//! **`long`.** A plain access may be one to each half (JLS 17.7). A plain read is two reads of the location, of which each gives its half; a plain write is one event. Who sees which write is decided for each half
//! by itself then, as with two writes that stand side by side: in program order and happens-before these have the same places. All other accesses are of the whole; that one of them would read what a plain write
//! left in halves is refused (`flow`). A `double` is accessed in the same way.
//!
//! **`float` and `double`** are their bits; what is computed of them is in `lower/floating`.

mod access;
mod expression;
mod floating;
mod initialisation;
mod leaving;
mod object;

use litmus::LoweredCode;
use program::{
    BlockBuilder, IdVec, Index, Instruction, InstructionId, LocationId, MicroOp, Register, RegisterId, Target,
    ThreadId, Width,
};
use relation::newtype_index;
use source::{Diagnostic, Span};

use self::expression::Value;
use self::leaving::Around;
use self::object::{Frame, Held, Meaning};
use std::collections::{BTreeMap, BTreeSet};

use super::ast::{Binary, Expr, Method, Name, ProgramText, Statement, StatementKind, ThreadText};
use super::class::{Exception, Object, Type};
use super::code::JavaCode;
use super::types::Scope;
use super::{ADDRESS_WIDTH, CONSOLE, Dialect, LONG_WIDTH, lifetime_of, tags};

newtype_index! {
    /// A place in the code that jumps go to.
    pub(super) struct LabelId("L");
}

/// What a loop's beginning is called when the loop is cut.
const LOOP_LABEL: &str = "While";

/// Lowers all threads; `location` finds a location by name.
pub(super) fn lower(
    code: &JavaCode<'_>,
    location: &dyn Fn(&str) -> LocationId,
) -> Result<LoweredCode, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    check_lifetimes(&code.program.threads, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut hidden = 0;
    let mut wide = BTreeSet::new();
    let mut threads = IdVec::new();
    for (number, text) in code.program.threads.iter().enumerate() {
        let mut lowering = ThreadLowering::new(code, number, location);
        lowering.whole(text);
        hidden = hidden.max(lowering.hidden);
        wide.extend(lowering.wide.iter().copied());
        threads.push(lowering.finish());
    }
    let mut registers: IdVec<RegisterId, Register> = code.registers_cloned();
    for number in 0..hidden {
        let is_wide = wide.contains(&RegisterId::new(registers.len()));
        let width = if is_wide { LONG_WIDTH } else { code.dialect.int_width() };
        registers.push(Register { name: format!("value {number}"), width });
    }
    Ok(LoweredCode { threads, registers: registers.into(), default_registers: Vec::new() })
}

/// The objects that each `new` of the threads makes.
///
/// # Errors
/// Constructors that call each other without an end.
pub(super) fn objects(code: &JavaCode<'_>) -> Result<Vec<Object>, Diagnostic> {
    let nowhere = |_: &str| LocationId::new(0);
    let mut all = Vec::new();
    for (number, text) in code.program.threads.iter().enumerate() {
        let mut lowering = ThreadLowering::new(code, number, &nowhere);
        lowering.whole(text);
        if lowering.too_deep {
            let message = format!("constructors that thread {number} calls call each other without an end");
            return Err(Diagnostic::error("endless-constructor", text.heading, message));
        }
        all.append(&mut lowering.made);
    }
    Ok(all)
}

/// Threads are started and joined by others, in all executions, and started once.
fn check_lifetimes(threads: &[ThreadText], errors: &mut Vec<Diagnostic>) {
    let mut started: Vec<Option<Span>> = vec![None; threads.len()];
    for thread in threads {
        for outer in &thread.body {
            outer.visit(&mut |statement| {
                if let StatementKind::Interrupt { thread: other, span } = statement.kind
                    && other as usize >= threads.len()
                {
                    errors.push(Diagnostic::error("bad-lifetime", span, format!("there is no thread {other}")));
                }
                let StatementKind::Lifetime { thread: other, span, starts } = statement.kind else { return };
                let word = if starts { "start" } else { "join" };
                let error = |message: String| Diagnostic::error("bad-lifetime", span, message);
                if other as usize >= threads.len() {
                    errors.push(error(format!("there is no thread {other}")));
                } else if other == thread.number {
                    errors.push(error(format!("thread {other} cannot {word} itself")));
                } else if !std::ptr::eq(statement, outer) {
                    let help = "write it as a statement of the thread itself: every execution must do it";
                    errors.push(error(format!("`{word}` within another statement is not supported")).help(help));
                } else if starts && let Some(first) = started[other as usize].replace(span) {
                    errors.push(error(format!("thread {other} is started twice")).label(first, "first here"));
                }
            });
        }
    }
}

/// Whether a thread does this to the thread of that number.
fn has_lifetime(threads: &[ThreadText], number: u32, starting: bool) -> bool {
    let is_one = |statement: &Statement| matches!(statement.kind, StatementKind::Lifetime { thread, starts, .. } if thread == number && starts == starting);
    threads.iter().flat_map(|thread| &thread.body).any(is_one)
}

/// The lowering of one thread.
struct ThreadLowering<'a, 's> {
    code: &'a JavaCode<'s>,
    thread: ThreadId,
    location: &'a dyn Fn(&str) -> LocationId,
    done: Vec<Instruction>,
    /// The instruction that is being made.
    block: BlockBuilder,
    /// The place of the statement.
    span: Span,
    /// The instruction that a label stands before, once it is known.
    labels: IdVec<LabelId, Option<usize>>,
    /// Instructions that end with a jump to a label.
    jumps: Vec<(usize, LabelId)>,
    /// Labels that loops begin with.
    beginnings: Vec<LabelId>,
    /// How many registers without names are in use.
    hidden: usize,
    /// Those of them that have the size of a `long`.
    wide: BTreeSet<RegisterId>,
    program: &'a ProgramText,
    /// What names stand for in the thread itself.
    outer: Scope<'a>,
    /// The constructors that are being written out.
    frames: Vec<Frame<'a>>,
    /// All objects of the test.
    objects: &'a [Object],
    /// Those that this thread makes, as far as it got.
    made: Vec<Object>,
    /// How many times `new` came by.
    sites: usize,
    /// How many loops are open.
    loops: usize,
    has_final_fields: bool,
    /// The registers with references that were read, where that matters.
    reads: Vec<RegisterId>,
    /// The statements that control is in and that something is done about when they are left, the outermost first.
    around: Vec<Around<'a>>,
    /// The classes that the thread is initialising.
    initialising: Vec<&'a str>,
    /// How often the thread holds each of the monitors that are counted, by name.
    holds: BTreeMap<&'a str, Option<RegisterId>>,
    /// Where exceptions go.
    end: LabelId,
    /// Whether constructors call each other without an end.
    too_deep: bool,
}

/// What is done to a field, an element or a location.
#[derive(Clone, Copy)]
struct Operation {
    method: Method,
    /// What is said of the place.
    tags: program::TagSet,
    /// Whether a `long` or a `double` is there.
    is_wide: bool,
    /// Whether a floating-point number is there.
    is_floating: bool,
}

impl<'a, 's> ThreadLowering<'a, 's> {
    fn new(code: &'a JavaCode<'s>, number: usize, location: &'a dyn Fn(&str) -> LocationId) -> ThreadLowering<'a, 's> {
        let program = &code.program;
        let text = &program.threads[number];
        let mut labels = IdVec::new();
        let end = labels.push(None);
        ThreadLowering {
            code,
            thread: ThreadId::new(number),
            location,
            done: Vec::new(),
            block: BlockBuilder::new(),
            span: text.heading,
            labels,
            jumps: Vec::new(),
            beginnings: Vec::new(),
            hidden: 0,
            wide: BTreeSet::new(),
            program,
            outer: Scope::of_thread(program, &text.types),
            frames: Vec::new(),
            objects: &code.objects,
            made: Vec::new(),
            sites: 0,
            loops: 0,
            has_final_fields: program.classes.iter().any(|class| class.fields.iter().any(|field| field.is_final)),
            reads: Vec::new(),
            around: Vec::new(),
            initialising: Vec::new(),
            holds: program.counted_monitors(text).into_iter().map(|name| (name, None)).collect(),
            end,
            too_deep: false,
        }
    }

    fn whole(&mut self, text: &'a ThreadText) {
        if has_lifetime(&self.program.threads, text.number, true) {
            self.synchronize_with(&lifetime_of(text.number), tags::FIRST);
        }
        self.statements(&text.body);
        self.place(self.end);
        if has_lifetime(&self.program.threads, text.number, false) {
            self.synchronize_with(&lifetime_of(text.number), tags::LAST);
        }
        self.flush();
    }

    fn finish(self) -> program::Thread {
        let ThreadLowering { mut done, labels, jumps, beginnings, .. } = self;
        for (at, label) in jumps {
            let to = labels[label].map_or(Target::Exit, |index| Target::Instruction(InstructionId::new(index)));
            match done[at].block.last_mut() {
                Some(MicroOp::Jump(target) | MicroOp::Branch { target, .. }) => *target = to,
                _ => debug_assert!(false, "a block that was noted as a jump ends with one"),
            }
        }
        for label in beginnings {
            let first = labels[label].and_then(|index| done.get_mut(index));
            if let Some(first) = first.filter(|first| first.labels.is_empty()) {
                first.labels.push(LOOP_LABEL.into());
            }
        }
        program::Thread { instructions: done.into(), end_labels: Vec::new() }
    }

    fn int_width(&self) -> Width {
        self.code.dialect.int_width()
    }

    fn statements(&mut self, statements: &'a [Statement]) {
        for statement in statements {
            self.span = statement.span;
            self.statement(&statement.kind);
            self.flush();
        }
    }

    fn statement(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::Declare(_) => {}
            StatementKind::Assign { target, value } => {
                let ty = self.scope().type_of_name(&target.text);
                let value = self.value_as(value, &ty);
                match self.meaning(&target.text) {
                    Meaning::Register(register) => self.put(register, &value),
                    Meaning::Field(this, field) => {
                        let class = self.scope().this.expect("own fields are those of a constructor");
                        self.set_field(this, class, field, &value);
                    }
                    Meaning::First(_) => unreachable!("types were checked"),
                }
            }
            StatementKind::Store { place, value } => self.write_place(place, value),
            StatementKind::Evaluate(value) => _ = self.value(value),
            StatementKind::Access(access) => {
                self.access(access);
            }
            &StatementKind::Fence(fence) => self.block.fence(tags::of_fence(fence)),
            StatementKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            StatementKind::Loop { condition, body, test_first } => self.repeat(condition, body, *test_first),
            StatementKind::Block(body) => self.statements(body),
            StatementKind::Synchronized { monitor, body } => {
                let held = self.held_by(monitor);
                self.change(&held, tags::LOCK);
                self.around.push(Around::Monitor(held.clone()));
                self.statements(body);
                self.around.pop();
                self.change(&held, tags::UNLOCK);
            }
            StatementKind::Monitor { monitor, enters } => {
                let held = self.held_by(monitor);
                self.count_holds(monitor, *enters);
                self.change(&held, if *enters { tags::LOCK } else { tags::UNLOCK });
            }
            StatementKind::WaitSet { monitor, waits: true } => self.wait(monitor),
            StatementKind::WaitSet { waits: false, .. } => {}
            StatementKind::Labelled { label, body } => self.labelled(label, body),
            StatementKind::Break(label) => self.leave(label),
            StatementKind::Try { body, catches, finally } => self.attempt(body, catches, finally),
            StatementKind::Throw(class) => self.throw_named(class),
            StatementKind::Freeze(name) => self.freeze_named(name),
            StatementKind::Interrupt { thread, .. } => self.interrupt(*thread),
            StatementKind::Lifetime { thread, starts, .. } => {
                self.synchronize_with(&lifetime_of(*thread), if *starts { tags::START } else { tags::JOIN });
            }
            StatementKind::Print(value) => {
                let value = self.value(value);
                let value = self.temp(&value);
                let address = self.block.address((self.location)(CONSOLE), 0, ADDRESS_WIDTH);
                self.block.store(address, value, tags::EXTERNAL);
            }
        }
    }

    /// The monitor that a name stands for.
    fn held_by(&mut self, monitor: &Name) -> Held {
        let ty = self.scope().type_of_name(&monitor.text);
        if !ty.is_reference() {
            return Held::Location(monitor.clone());
        }
        let value = self.value(&Expr { kind: super::ast::ExprKind::Local(monitor.text.clone()), span: monitor.span });
        // The variable may change before the monitor is left.
        let copy = self.fresh();
        self.put(copy, &value);
        self.flush();
        Held::Object { name: monitor.text.clone(), reference: copy, ty }
    }

    /// JLS 17.2.1: the monitor is left as often as it was entered, and entered so often again. Between, the thread waits; that it goes on without a notification is permitted (spurious wake-ups), so that
    /// notifications allow nothing that would not be allowed without them.
    fn wait(&mut self, monitor: &Name) {
        let entered = self.around.iter().filter_map(|one| match one {
            Around::Monitor(held) if held.name() == monitor.text => Some(held.clone()),
            Around::Monitor(_) | Around::Label(..) | Around::Catches(..) | Around::Finally(..) => None,
        });
        let mut entered: Vec<Held> = entered.collect();
        if entered.is_empty() {
            entered.push(self.held_by(monitor));
        }
        self.throw_if_interrupted();
        entered.iter().rev().for_each(|held| self.change(held, tags::UNLOCK));
        entered.iter().for_each(|held| self.change(held, tags::LOCK));
        // An interrupt before the monitor is free again ends the wait as well; one that comes then may be found out about later.
        self.throw_if_interrupted_meanwhile();
    }

    /// Who leaves a monitor that it does not hold goes on with an exception (java.lang.IllegalMonitorStateException).
    fn count_holds(&mut self, monitor: &Name, enters: bool) {
        let Some((&name, &known)) = self.holds.get_key_value(&*monitor.text) else { return };
        let count = known.unwrap_or_else(|| self.fresh());
        self.holds.insert(name, Some(count));
        if !enters {
            let is_held = self.label();
            self.branch(Value::Register(count), is_held, true);
            self.throw(Exception::ILLEGAL_MONITOR_STATE);
            self.place(is_held);
        }
        let one = Box::new(Value::Number(1));
        let operator = if enters { Binary::Add } else { Binary::Subtract };
        self.put(count, &Value::Binary(operator, Box::new(Value::Register(count)), one));
        self.flush();
    }

    fn change(&mut self, held: &Held, tags: program::TagSet) {
        match held {
            Held::Location(monitor) => self.monitor(monitor, tags),
            Held::Object { reference, ty, .. } => self.object_monitor(*reference, ty, tags),
        }
        self.flush();
    }

    fn monitor(&mut self, monitor: &Name, tags: program::TagSet) {
        let address = self.block.read(self.code.register_of(self.thread, &monitor.text), 0, ADDRESS_WIDTH);
        self.block.synchronize(address, tags);
    }

    fn synchronize_with(&mut self, location: &str, tags: program::TagSet) {
        let address = self.block.address((self.location)(location), 0, ADDRESS_WIDTH);
        self.block.synchronize(address, tags);
        self.flush();
    }

    fn choice(&mut self, condition: &Expr, then: &'a [Statement], otherwise: &'a [Statement]) {
        let (behind_then, end) = (self.label(), self.label());
        self.jump_unless(condition, behind_then);
        self.statements(then);
        if !otherwise.is_empty() {
            self.jump(end);
        }
        self.place(behind_then);
        self.statements(otherwise);
        self.place(end);
    }

    /// The body stands before the condition: the bound on jumps back is then the number of rounds.
    fn repeat(&mut self, condition: &Expr, body: &'a [Statement], test_first: bool) {
        let span = self.span;
        let [beginning, test] = [(); 2].map(|()| self.label());
        if test_first {
            self.jump(test);
        }
        self.place(beginning);
        self.beginnings.push(beginning);
        self.loops += 1;
        self.statements(body);
        self.span = span;
        self.place(test);
        let bit = self.truth(condition);
        self.loops -= 1;
        self.branch(bit, beginning, true);
    }

    fn label(&mut self) -> LabelId {
        self.labels.push(None)
    }

    /// Puts the label here.
    fn place(&mut self, label: LabelId) {
        self.flush();
        self.labels[label] = Some(self.done.len());
    }

    /// Ends the instruction that is being made.
    fn flush(&mut self) {
        if !self.block.is_empty() {
            self.done.push(Instruction { span: self.span, block: self.block.take(), labels: Vec::new() });
        }
    }

    /// Ends an instruction behind an access, where each access is an instruction.
    fn flush_access(&mut self) {
        if self.code.dialect == Dialect::Java {
            self.flush();
        }
    }

    fn jump(&mut self, label: LabelId) {
        self.flush();
        self.block.jump(Target::Exit);
        self.flush();
        self.jumps.push((self.done.len() - 1, label));
    }

    fn jump_unless(&mut self, condition: &Expr, label: LabelId) {
        let bit = self.truth(condition);
        self.branch(bit, label, false);
    }

    /// Jumps when the value, which is not 0 for true, is `when`.
    fn branch(&mut self, condition: Value, label: LabelId, when: bool) {
        let bit = self.bit(&condition);
        let taken = if when { bit } else { self.block.not(bit) };
        self.block.branch_unseen(taken, Target::Exit);
        self.flush();
        self.jumps.push((self.done.len() - 1, label));
    }

    /// A register without a name that is not in use.
    fn fresh(&mut self) -> RegisterId {
        self.hidden += 1;
        RegisterId::new(self.code.named_registers() + self.hidden - 1)
    }

    /// One for values of this type.
    fn fresh_of(&mut self, ty: &Type) -> RegisterId {
        let register = self.fresh();
        if ty.is_wide() {
            self.wide.insert(register);
        }
        register
    }

    /// How many bits a register has in this thread.
    fn width_of(&self, register: RegisterId) -> Width {
        let is_wide = match register.index() < self.code.named_registers() {
            true => self.code.is_wide(self.thread, register),
            false => self.wide.contains(&register),
        };
        if is_wide { LONG_WIDTH } else { self.int_width() }
    }

    /// The address of a cell: where the handle points to, and the index.
    fn address(&mut self, handle: &Name, index: Option<&Value>) -> program::Temp {
        let register = self.code.register_of(self.thread, &handle.text);
        let start = self.block.read(register, 0, ADDRESS_WIDTH);
        let Some(index) = index else { return start };
        let index = self.temp(index);
        let index =
            if self.block.width(index) < ADDRESS_WIDTH { self.block.sign_extend(index, ADDRESS_WIDTH) } else { index };
        let is_wide = self.program.typed_handles.get(&handle.text).is_some_and(Type::is_wide);
        let size = if is_wide { LONG_WIDTH } else { self.int_width() };
        let size = self.block.constant(i128::from(size / 8), ADDRESS_WIDTH);
        let offset = self.block.binary(program::BinaryOperator::Multiply, index, size);
        self.block.binary(program::BinaryOperator::Add, start, offset)
    }
}

impl JavaCode<'_> {
    fn named_registers(&self) -> usize {
        litmus::Code::registers(self).len()
    }

    fn registers_cloned(&self) -> IdVec<RegisterId, Register> {
        litmus::Code::registers(self).iter().cloned().collect()
    }
}
