//! Calls: of functions of the program, by pointers, and of the library's, by their meanings.

use arch::c11::Operation as Atomic;
use bmc::guards::Guard;
use cprog::ir::{Callee, Operand, Type};
use cprog::library::{self, Meaning, Role};
use program::{BinaryOperator, Width};

use crate::flow::Way;
use crate::kernel;
use crate::memory::{Asked, Operands};
use crate::objects::{Object, ObjectKind};
use crate::operations::{ADDRESS, Site};
use crate::value::{Scalar, Value};
use crate::{Execution, Flow, Refused};

impl Execution<'_> {
    pub(crate) fn call(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        callee: &Callee,
        arguments: &[Operand],
    ) -> Result<Option<Value>, Refused> {
        let function = match callee {
            Callee::Function(function) => *function,
            Callee::Pointer(pointer) => {
                let pointer = self.pointer(site, pointer)?;
                return self.call_by_pointer(flow, site, &pointer, arguments);
            }
        };
        self.call_known(flow, site, function, arguments)
    }

    fn call_known(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        id: cprog::ir::FunctionId,
        arguments: &[Operand],
    ) -> Result<Option<Value>, Refused> {
        let program = self.program;
        let function = &program.functions[id];
        if !function.is_defined() {
            return match &*function.name {
                kernel::FUNCTION => self.kernel_call(flow, site, arguments),
                name => self.library_call(flow, site, name, arguments),
            };
        }
        let mut values = Vec::new();
        for (operand, parameter) in arguments.iter().zip(&function.parameters) {
            values.push(self.operand(site.frame, operand, &function.registers[*parameter])?);
        }
        match self.call_function(id, Some(site.point), values, flow.clone())? {
            Some((after, value)) => {
                *flow = after;
                Ok(value)
            }
            None => {
                flow.guard = Guard::NEVER;
                Ok(None)
            }
        }
    }

    fn call_by_pointer(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        pointer: &Scalar,
        arguments: &[Operand],
    ) -> Result<Option<Value>, Refused> {
        self.branch_event(pointer, (flow.guard, &flow.control));
        flow.control = flow.control.with(&pointer.reads, &mut self.guards);
        let mut merged: Option<Way> = None;
        let mut rest = flow.guard;
        for (function, when) in self.functions_at(pointer) {
            let guard = self.guards.and(flow.guard, when);
            let not = self.guards.not(when);
            rest = self.guards.and(rest, not);
            if guard == Guard::NEVER {
                continue;
            }
            let mut way = Flow { guard, ..flow.clone() };
            let value = self.call_known(&mut way, site, function, arguments)?;
            if way.guard == Guard::NEVER {
                continue;
            }
            merged = Some(self.merge_way(merged, (way, value))?);
        }
        self.violation(rest, "a call by a pointer that is no function's");
        match merged {
            Some((after, value)) => {
                *flow = after;
                Ok(value)
            }
            None => {
                flow.guard = Guard::NEVER;
                Ok(None)
            }
        }
    }

    /// The functions that a pointer may be, each with when it is.
    pub(crate) fn functions_at(&mut self, pointer: &Scalar) -> Vec<(cprog::ir::FunctionId, Guard)> {
        let (mut objects, is_open) = self.addresses(pointer.expr);
        if is_open {
            objects.extend(&self.sharing.escaped);
            objects.extend(&self.found.escaped);
        }
        let mut functions = Vec::new();
        for object in objects {
            if let ObjectKind::Function(function) = self.objects.all[object].kind {
                let address = self.x.address(object, 0, ADDRESS);
                let bit = self.x.binary(BinaryOperator::Equal, pointer.expr, address);
                functions.push((function, self.guards.of(&mut self.x, bit)));
            }
        }
        functions
    }

    fn library_call(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        name: &str,
        arguments: &[Operand],
    ) -> Result<Option<Value>, Refused> {
        let ty = site.result_type();
        match library::meaning(name) {
            Some(
                meaning @ (Meaning::Free
                | Meaning::MutexInit
                | Meaning::LockInit
                | Meaning::TypedLockInit
                | Meaning::LockDestroy),
            ) => {
                self.end_or_set(flow, site, meaning, (name, arguments))?;
                self.nothing(&ty)
            }
            Some(Meaning::Nothing) => self.nothing(&ty),
            Some(Meaning::Choose) => self.anything(&ty).map(Some),
            Some(meaning @ (Meaning::Allocate | Meaning::AllocateArray | Meaning::AllocateAligned)) => {
                self.allocate(flow, site, meaning, (name, arguments)).map(Some)
            }
            Some(Meaning::Identity) => {
                let number = self.x.constant(u128::from(self.current.number()), 64);
                let width = self.width(&ty)?;
                Ok(Some(Value::Scalar(Scalar::of(self.x.resize(number, width)))))
            }
            Some(Meaning::EndThread) => {
                let value = arguments
                    .first()
                    .map(|operand| self.operand(site.frame, operand, &site.type_of(operand, Type::Pointer)));
                self.end_thread(flow, value.transpose()?)?;
                Ok(None)
            }
            Some(Meaning::Exit) => {
                self.end_program(flow);
                Ok(None)
            }
            Some(Meaning::Argument) => match arguments.first() {
                Some(operand) => self.operand(site.frame, operand, &ty).map(Some),
                None => self.refuse(format!("a call of `{name}`")),
            },
            // A thread that waits may go on at any time.
            Some(Meaning::Signal | Meaning::Broadcast) => self.zero(&ty).map(Some),
            Some(
                meaning @ (Meaning::BarrierInit
                | Meaning::BarrierDestroy
                | Meaning::BarrierWait
                | Meaning::SemaphoreInit
                | Meaning::SemaphoreWait
                | Meaning::SemaphorePost
                | Meaning::SemaphoreValue),
            ) => self.count(flow, site, meaning, (name, arguments)).map(Some),
            Some(
                Meaning::MutexType | Meaning::Copy | Meaning::Fill | Meaning::ChooseMemory | Meaning::VariableArguments,
            ) => self.refuse(format!("a call of `{name}`")),
            None => match library::role(name) {
                Some(Role::End(_)) => {
                    self.end_program(flow);
                    Ok(None)
                }
                Some(Role::Nondeterministic) => self.anything(&ty).map(Some),
                _ => self.refuse(format!("a call of `{name}`")),
            },
        }
    }

    /// An argument of a call of the library.
    fn argument(
        &mut self,
        site: &Site<'_>,
        (name, arguments): (&str, &[Operand]),
        (number, otherwise): (usize, Type),
    ) -> Result<Scalar, Refused> {
        match arguments.get(number) {
            Some(operand) => self.scalar(site.frame, operand, &site.type_of(operand, otherwise)),
            None => self.refuse(format!("a call of `{name}` with too few arguments")),
        }
    }

    /// What a function gives that says that all is well.
    fn nothing(&mut self, ty: &Type) -> Result<Option<Value>, Refused> {
        if *ty == Type::Void { Ok(None) } else { self.zero(ty).map(Some) }
    }

    /// Memory is given back, or a lock made or destroyed.
    fn end_or_set(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        meaning: Meaning,
        call: (&str, &[Operand]),
    ) -> Result<(), Refused> {
        let object = self.argument(site, call, (0, Type::Pointer))?;
        match meaning {
            Meaning::Free => self.give_back(flow, &object),
            Meaning::TypedLockInit => {
                let kind = self.argument(site, call, (1, Type::Integer(32)))?;
                // `mtx_plain` and `mtx_timed`.
                match self.x.as_constant(kind.expr) {
                    Some(0 | 2) => self.set_lock(flow, &object, false),
                    _ => self.refuse("a mutex that its holder may take again"),
                }
            }
            // What a mutex may be beside a plain one is said by attributes, whose type is `MutexType`'s.
            _ => self.set_lock(flow, &object, meaning == Meaning::LockDestroy),
        }
    }

    /// A call of a function of semaphores or barriers.
    fn count(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        meaning: Meaning,
        call: (&str, &[Operand]),
    ) -> Result<Value, Refused> {
        let object = self.argument(site, call, (0, Type::Pointer))?;
        let number = match meaning {
            Meaning::BarrierInit | Meaning::SemaphoreInit => Some(self.argument(site, call, (2, Type::Integer(32)))?),
            Meaning::SemaphoreValue => Some(self.argument(site, call, (1, Type::Pointer))?),
            _ => None,
        };
        let result = self.counted(flow, meaning, &object, number)?;
        let width = self.width(&site.result_type())?;
        let expr = self.x.resize(result.expr, width);
        Ok(Value::Scalar(Scalar { expr, ..result }))
    }

    /// A primitive of the Linux kernel.
    fn kernel_call(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        arguments: &[Operand],
    ) -> Result<Option<Value>, Refused> {
        let [number, object, bytes, operand, expected] = arguments else {
            return self.refuse(format!("a call of `{}` that the header did not write", kernel::FUNCTION));
        };
        let number = self.scalar(site.frame, number, &Type::Integer(32))?;
        let bytes = self.scalar(site.frame, bytes, &Type::Integer(64))?;
        let known = [&number, &bytes].map(|scalar| self.x.as_constant(scalar.expr));
        let [Some(number), Some(bytes)] = known else {
            return self.refuse("a primitive of the Linux kernel that is not known by its number");
        };
        let number = number as usize;
        let Some(primitive) = kernel::primitives().get(number) else {
            return self.refuse("a primitive of the Linux kernel that this version does not have");
        };
        if !self.rows.is_of_the_kernel() {
            return self.refuse(format!(
                "`{}` under another model than the Linux kernel's ({})",
                primitive.name,
                kernel::MODEL
            ));
        }
        let bits = (bytes * 8) as Width;
        let row = match self.rows.primitive(number, bits) {
            Ok(row) => row,
            Err(message) => return self.refuse(message),
        };
        let operation = match kernel::kind(&row.program) {
            kernel::Kind::Fence => return self.run_fence(flow, &row).map(|()| None),
            kernel::Kind::Load => Atomic::Load,
            kernel::Kind::Store => Atomic::Store,
            kernel::Kind::Update => Atomic::Exchange,
        };
        let object = self.pointer(site, object)?;
        let [operand, expected] = [operand, expected].map(|value| self.scalar(site.frame, value, &Type::Integer(64)));
        let [operand, expected] = [operand?, expected?].map(|scalar| {
            let expr = self.x.resize(scalar.expr, bits);
            Scalar { expr, ..scalar }
        });
        let asked = Asked { operation, order: None, failure: None, bits, primitive: Some(number) };
        let operands = Operands { operand: Some(&operand), expected: Some(&expected) };
        let (read, _) = self.access(flow, &object, asked, operands)?;
        let read = read.unwrap_or_else(|| Scalar::of(self.x.constant(0, bits)));
        let ty = site.result_type();
        let width = if ty == Type::Void { ADDRESS } else { self.width(&ty)? };
        let expr = self.x.resize(read.expr, width);
        Ok(Some(Value::Scalar(Scalar { expr, ..read })))
    }

    /// An alignment is a power of two (C11 7.22.3.1): a violation where it is none.
    fn is_power_of_two(&mut self, flow: &mut Flow, alignment: &Scalar) {
        let width = self.x.width(alignment.expr);
        let [zero, one] = [0, 1].map(|number| self.x.constant(number, width));
        let less = self.x.binary(BinaryOperator::Subtract, alignment.expr, one);
        let common = self.x.binary(BinaryOperator::And, alignment.expr, less);
        let [none_common, is_zero] =
            [common, alignment.expr].map(|number| self.x.binary(BinaryOperator::Equal, number, zero));
        let [none_common, is_zero] = [none_common, is_zero].map(|bit| self.guards.of(&mut self.x, bit));
        let is_some = self.guards.not(is_zero);
        let is_right = self.guards.and(none_common, is_some);
        self.goes_on_only_where(flow, is_right, "memory is to be aligned to what is no power of two");
    }

    fn allocate(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        meaning: Meaning,
        call: (&str, &[Operand]),
    ) -> Result<Value, Refused> {
        if meaning == Meaning::AllocateAligned {
            let alignment = self.argument(site, call, (0, Type::Integer(64)))?;
            self.is_power_of_two(flow, &alignment);
        }
        // Of an array, first how many elements; of what is aligned, first the alignment.
        let size = self.argument(site, call, (usize::from(meaning != Meaning::Allocate), Type::Integer(64)))?;
        let count = match meaning {
            Meaning::AllocateArray => Some(self.argument(site, call, (0, Type::Integer(64)))?),
            _ => None,
        };
        let known = |execution: &Self, scalar: &Scalar| execution.x.as_constant(scalar.expr);
        let (Some(size), Some(count)) =
            (known(self, &size), count.as_ref().map_or(Some(1), |count| known(self, count)))
        else {
            return self.refuse("memory of variable size");
        };
        let bytes = (size as u64).saturating_mul(count as u64);
        let origin = self.origin(&format!("heap {}.{}", site.point.block.number(), site.point.index));
        let name = format!("memory of {}", site.function.source_name);
        // A loop that takes memory in each turn does not wait: it ends when there is none.
        self.effects.push(flow.guard);
        let object = self.objects.of(origin, || Object { name, kind: ObjectKind::Heap, bytes });
        Ok(Value::Scalar(Scalar::of(self.x.address(object, 0, ADDRESS))))
    }
}
