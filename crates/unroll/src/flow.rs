//! Functions: their blocks in order, loops turn by turn, ways that come together.

use std::collections::BTreeMap;
use std::rc::Rc;

use bmc::guards::Guard;
use bmc::unrolled::Awaited;
use cprog::ir::{BlockId, Function, FunctionId, Operand, Operation, Point, RegisterId, Terminator, Type};
use program::{BinaryOperator, IdVec, Index, ThreadId};

use crate::loops::{Order, joins};
use crate::memory::Private;
use crate::value::{Origins, Scalar, Value};
use crate::{Execution, Flow, Refused};

/// The most turns of a loop that nothing read decides.
const MOST_TURNS: u32 = 1 << 14;

/// What registers of a function hold.
pub(crate) type Frame = BTreeMap<RegisterId, Value>;

/// A part of a function that is to be executed.
struct State {
    flow: Flow,
    frame: Frame,
    /// By loop around it, the outermost first: its head, the turn, and how many turns something read has decided.
    turns: Vec<(BlockId, u32, u32)>,
    /// Where control dependencies end with the branches that they come from: by block at which branches come together the reads that they are about, each with when it counted before.
    scopes: BTreeMap<BlockId, BTreeMap<u32, Guard>>,
}

/// Where a part of a function is executed: the loops around it, each with its place and turn, then its own place.
type Key = Vec<(u32, u32)>;

/// The turn of a loop that is being executed.
pub(crate) struct Turn {
    pub(crate) guard: Guard,
    pub(crate) control: Origins,
    /// What the joined values at its head are.
    pub(crate) joined: Vec<(RegisterId, Value)>,
    pub(crate) private: Private,
    pub(crate) events: usize,
    pub(crate) effects: usize,
    pub(crate) symbols: usize,
    forks: u32,
    /// The turn before, of the same loop.
    pub(crate) before: Option<Box<Turn>>,
}

impl Turn {
    /// The turn so many before.
    fn back(&self, turns: u32) -> Option<&Turn> {
        (0..turns).try_fold(self, |turn, _| turn.before.as_deref())
    }

    /// Forgets what was so many turns before, and all before that.
    fn forget(&mut self, turns: u32) {
        match (turns, &mut self.before) {
            (0 | 1, before) => *before = None,
            (_, Some(before)) => before.forget(turns - 1),
            (_, None) => {}
        }
    }
}

/// As many turns that change nothing, one after the other, are looked at for whether one could be left out.
const WAITING_TURNS: u32 = 3;

/// How a function returns or a thread ends, and with what value.
pub(crate) type Way = (Flow, Option<Value>);

/// A call that is being executed.
struct Call<'f> {
    id: FunctionId,
    function: &'f Function,
    order: Rc<Order>,
    /// Where control dependencies end that branches make; none where they do not end.
    joins: Option<IdVec<BlockId, Option<BlockId>>>,
    pending: BTreeMap<Key, (BlockId, State)>,
    turns: BTreeMap<BlockId, Turn>,
    /// How many branches of the function had several ways.
    forks: u32,
    returned: Option<Way>,
}

impl Call<'_> {
    /// Where what depends on the branch at the end of a block ends.
    fn join(&self, block: BlockId) -> Option<BlockId> {
        self.joins.as_ref().and_then(|joins| joins[block])
    }
}

impl<'p> Execution<'p> {
    /// Executes a call of a function. Gives what follows it, if anything does, and the value that it returns.
    pub(crate) fn call_function(
        &mut self,
        id: FunctionId,
        from: Option<Point>,
        arguments: Vec<Value>,
        flow: Flow,
    ) -> Result<Option<Way>, Refused> {
        let program = self.program;
        let function = &program.functions[id];
        let depth = self.calls.iter().filter(|(open, _)| *open == id).count();
        if depth > self.limits.turns as usize && depth > 0 {
            let what = format!("the recursion of {}", function.source_name);
            self.cut(flow.guard, what, self.place);
            return Ok(None);
        }
        if self.calls.len() > 200 {
            return self.refuse("calls that are nested too deep");
        }
        let order = Rc::new(Order::of(function));
        if let Some(block) = order.irreducible {
            self.place = function.blocks[block].place.or(self.place);
            return self.refuse("a loop that can be entered in the middle");
        }
        let place = self.place;
        self.calls.push((id, from));
        self.locals.push(Vec::new());
        let frame: Frame = function.parameters.iter().copied().zip(arguments).collect();
        let entry = BlockId::new(0);
        let joins = self.rows.is_of_the_kernel().then(|| joins(function));
        let (pending, turns) = (BTreeMap::new(), BTreeMap::new());
        let mut call = Call { id, function, order, joins, pending, turns, forks: 0, returned: None };
        let first = State { flow, frame, turns: Vec::new(), scopes: BTreeMap::new() };
        self.enter(&mut call, entry, first)?;
        // In the order of places and turns, all states that lead to a block have come together before it is executed.
        while let Some((_, (block, state))) = call.pending.pop_first() {
            if (self.limits.cancelled)() {
                return self.refuse(crate::CANCELLED);
            }
            self.run_block_of(&mut call, block, state)?;
        }
        let locals = self.locals.pop().unwrap_or_default();
        // With `main` the program ends.
        if let Some((flow, _)) = &call.returned
            && (self.calls.len() > 1 || self.current != ThreadId::new(0))
        {
            for object in locals {
                self.end_local(flow, object)?;
            }
        }
        self.calls.pop();
        self.place = place;
        Ok(call.returned)
    }

    /// A state arrives at a block.
    fn enter(&mut self, call: &mut Call<'p>, block: BlockId, state: State) -> Result<(), Refused> {
        let place = |block: BlockId| call.order.place[block].unwrap_or(u32::MAX);
        let mut key: Key = state.turns.iter().map(|&(head, turn, _)| (place(head), turn)).collect();
        key.push((place(block), 0));
        let merged = match call.pending.remove(&key) {
            Some((_, other)) => self.merge_states(other, state)?,
            None => state,
        };
        call.pending.insert(key, (block, merged));
        Ok(())
    }

    fn merge_states(&mut self, one: State, other: State) -> Result<State, Refused> {
        let either = self.guards.or(one.flow.guard, other.flow.guard);
        let condition = self.guards.restrict(one.flow.guard, either);
        let mut frame = Frame::new();
        for (register, value) in &one.frame {
            // What only one way has defined is not looked at any more.
            if let Some(found) = other.frame.get(register) {
                frame.insert(*register, value.choose(condition, found, &mut self.x, &mut self.guards));
            }
        }
        let turns = one.turns.iter().zip(&other.turns);
        // The turns are equal, as they are part of the key; how many were decided by what was read may differ.
        let turns = turns.map(|(&(head, turn, decided), &(_, _, more))| (head, turn, decided.max(more))).collect();
        let scopes = self.merge_scopes(&one, &other, condition);
        let flow = self.merge_flows(one.flow, other.flow)?;
        Ok(State { flow, frame, turns, scopes })
    }

    /// What ends where branches come together. Where only one of two ways has gone through such a branch, the other one has nothing to lose.
    fn merge_scopes(
        &mut self,
        one: &State,
        other: &State,
        condition: Guard,
    ) -> BTreeMap<BlockId, BTreeMap<u32, Guard>> {
        let mut merged: BTreeMap<BlockId, BTreeMap<u32, Guard>> = BTreeMap::new();
        for (join, event) in
            one.scopes.iter().chain(&other.scopes).flat_map(|(join, reads)| reads.keys().map(|event| (*join, *event)))
        {
            let [a, b] = [one, other].map(|way| {
                let before = way.scopes.get(&join).and_then(|reads| reads.get(&event)).copied();
                before.unwrap_or_else(|| way.flow.control.when(event))
            });
            let before = self.guards.choose(condition, a, b);
            merged.entry(join).or_default().insert(event, before);
        }
        merged
    }

    /// One more way to where functions return, or threads end, comes together with those before, if there are some.
    pub(crate) fn merge_way(&mut self, before: Option<Way>, (flow, value): Way) -> Result<Way, Refused> {
        let Some((other, known)) = before else { return Ok((flow, value)) };
        let either = self.guards.or(other.guard, flow.guard);
        let condition = self.guards.restrict(other.guard, either);
        let value = match (known, value) {
            (Some(known), Some(value)) => Some(known.choose(condition, &value, &mut self.x, &mut self.guards)),
            (known, value) => known.or(value),
        };
        Ok((self.merge_flows(other, flow)?, value))
    }

    /// Two ways come together.
    pub(crate) fn merge_flows(&mut self, mut one: Flow, mut other: Flow) -> Result<Flow, Refused> {
        if one.is_alone != other.is_alone {
            let alone = if one.is_alone { &mut one } else { &mut other };
            // Only one of the ways has started a thread: behind both, memory is shared.
            self.publish(alone)?;
        }
        let guard = self.guards.or(one.guard, other.guard);
        let condition = self.guards.restrict(one.guard, guard);
        let control = one.control.choose(condition, &other.control, &mut self.guards);
        let private = if Rc::ptr_eq(&one.private, &other.private) || one.private == other.private {
            Rc::clone(&one.private)
        } else {
            self.merge_private(&one, &other, condition)?
        };
        Ok(Flow { guard, control, private, is_alone: one.is_alone })
    }

    fn merge_private(&mut self, one: &Flow, other: &Flow, condition: Guard) -> Result<Private, Refused> {
        let mut places: Vec<_> =
            one.private.iter().chain(other.private.iter()).map(|(&at, (size, _))| (at, *size)).collect();
        places.sort_unstable();
        places.dedup();
        let mut merged = Flow {
            guard: Guard::ALWAYS,
            control: crate::value::Origins::NONE,
            private: Private::default(),
            is_alone: false,
        };
        for (at, size) in places {
            let a = self.private_value(one, at, size)?;
            let b = self.private_value(other, at, size)?;
            let value = a.choose(condition, &b, &mut self.x, &mut self.guards);
            // Of pieces that overlap the later one is put over the earlier: both are right.
            self.put(&mut merged, at, value)?;
        }
        Ok(merged.private)
    }

    fn run_block_of(&mut self, call: &mut Call<'p>, block: BlockId, mut state: State) -> Result<(), Refused> {
        let data = &call.function.blocks[block];
        for (event, before) in state.scopes.remove(&block).into_iter().flatten() {
            state.flow.control.set(event, before);
        }
        if call.order.heads[block].last() == Some(&block) {
            self.begin_turn(call, block, &state);
            if let Some(turns) = self.could_leave_out_turns(&call.turns[&block]) {
                let now = &call.turns[&block];
                // That the loop goes on is decided by what the turn before the last one has read. What the last one has read is the same where both have read what memory holds
                // in the end.
                let since = now.back(turns).map_or(now.events, |first| first.events);
                let place = call.function.blocks[block].place.or(self.place);
                self.waits(now.guard, Awaited::Loop, since..now.events, place);
                return Ok(());
            }
        }
        for (index, instruction) in data.instructions.iter().enumerate() {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return self.refuse("more steps than the limit");
            }
            self.place = instruction.place.or(self.place);
            if matches!(instruction.operation, Operation::Phi { .. }) {
                continue;
            }
            let point = Point { function: call.id, block, index: index as u32 };
            self.point = Some(point);
            self.has_meaning(&instruction.operation)?;
            let value = self.operation(&mut state.flow, &state.frame, point, instruction, call.function)?;
            // An assertion, or an access to nothing, has ended this way.
            if state.flow.guard == Guard::NEVER {
                return Ok(());
            }
            if let (Some(register), Some(value)) = (instruction.result, value) {
                state.frame.insert(register, value);
            }
        }
        self.place = data.place.or(self.place);
        match &data.terminator {
            Terminator::Return(value) => self.return_from(call, state, value.as_ref()),
            Terminator::Jump(to) => self.follow(call, (block, *to), state),
            Terminator::Branch { condition, then, otherwise } => {
                self.branch(call, block, state, (condition, *then, *otherwise))
            }
            Terminator::Switch { value, default, cases } => self.switch(call, block, state, (value, *default, cases)),
            Terminator::Any(blocks) => match blocks[..] {
                [only] => self.follow(call, (block, only), state),
                _ => self.refuse("a computed jump"),
            },
            Terminator::Unreachable => Ok(()),
        }
    }

    /// A turn of the loop with this head begins.
    fn begin_turn(&mut self, call: &mut Call<'p>, head: BlockId, state: &State) {
        let instructions = &call.function.blocks[head].instructions;
        let joined = instructions.iter().filter(|instruction| matches!(instruction.operation, Operation::Phi { .. }));
        let joined = joined.filter_map(|instruction| instruction.result);
        let joined = joined.filter_map(|register| Some((register, state.frame.get(&register)?.clone()))).collect();
        let is_first = state.turns.last().is_none_or(|&(_, turn, _)| turn == 0);
        let before = call.turns.remove(&head).filter(|_| !is_first).map(|turn| {
            let mut turn = Box::new(turn);
            turn.forget(WAITING_TURNS);
            turn
        });
        let turn = Turn {
            guard: state.flow.guard,
            control: state.flow.control.clone(),
            joined,
            private: Rc::clone(&state.flow.private),
            events: self.own().path.events.len(),
            effects: self.effects.len(),
            symbols: self.symbols,
            forks: call.forks,
            before,
        };
        call.turns.insert(head, turn);
    }

    fn return_from(&mut self, call: &mut Call<'p>, state: State, value: Option<&Operand>) -> Result<(), Refused> {
        let value = match value {
            Some(operand) => Some(self.operand(&state.frame, operand, &call.function.result)?),
            None => None,
        };
        let returned = call.returned.take();
        call.returned = Some(self.merge_way(returned, (state.flow, value))?);
        Ok(())
    }

    fn branch(
        &mut self,
        call: &mut Call<'p>,
        block: BlockId,
        mut state: State,
        (condition, then, otherwise): (&Operand, BlockId, BlockId),
    ) -> Result<(), Refused> {
        let condition = self.scalar(&state.frame, condition, &Type::Integer(1))?;
        self.decide(&mut state, &condition, call.join(block));
        let holds = self.guards.of(&mut self.x, condition.expr);
        let not = self.guards.not(holds);
        for (when, to) in [(holds, then), (not, otherwise)] {
            self.follow_if(call, (block, to), &state, when)?;
        }
        Ok(())
    }

    fn switch(
        &mut self,
        call: &mut Call<'p>,
        block: BlockId,
        mut state: State,
        (value, default, cases): (&Operand, BlockId, &[(i128, BlockId)]),
    ) -> Result<(), Refused> {
        let width = match value {
            Operand::Register(register) => match &call.function.registers[*register] {
                Type::Integer(bits) => *bits,
                _ => return self.refuse("a switch on what is no integer"),
            },
            _ => 64,
        };
        let value = self.scalar(&state.frame, value, &Type::Integer(width))?;
        self.decide(&mut state, &value, call.join(block));
        // LLVM's cases are different numbers, so that only the default needs what the others leave.
        let mut rest = Guard::ALWAYS;
        for &(case, to) in cases {
            let width = self.x.width(value.expr);
            let constant = self.x.constant(program::truncate(case as u128, width), width);
            let bit = self.x.binary(BinaryOperator::Equal, value.expr, constant);
            let is_case = self.guards.of(&mut self.x, bit);
            self.follow_if(call, (block, to), &state, is_case)?;
            let not = self.guards.not(is_case);
            rest = self.guards.and(rest, not);
        }
        self.follow_if(call, (block, default), &state, rest)
    }

    /// What follows depends on a value. In the kernel's C that ends at the join: a compiler may move what stands there out of the branches (explanation.txt, "Dependency relations").
    fn decide(&mut self, state: &mut State, condition: &Scalar, join: Option<BlockId>) {
        if self.x.is_known(condition.expr) {
            return;
        }
        let flow = &mut state.flow;
        if let Some(join) = join {
            let reads = state.scopes.entry(join).or_default();
            for (event, _) in condition.reads.iter() {
                reads.entry(event).or_insert_with(|| flow.control.when(event));
            }
        }
        self.branch_event(condition, (flow.guard, &flow.control));
        flow.control = flow.control.with(&condition.reads, &mut self.guards);
    }

    fn follow_if(
        &mut self,
        call: &mut Call<'p>,
        edge: (BlockId, BlockId),
        state: &State,
        when: Guard,
    ) -> Result<(), Refused> {
        let guard = self.guards.and(state.flow.guard, when);
        if guard == Guard::NEVER {
            return Ok(());
        }
        call.forks += u32::from(guard != state.flow.guard);
        let flow = Flow { guard, ..state.flow.clone() };
        let State { frame, turns, scopes, .. } = state;
        self.follow(call, edge, State { flow, frame: frame.clone(), turns: turns.clone(), scopes: scopes.clone() })
    }

    /// Goes along an edge.
    fn follow(&mut self, call: &mut Call<'p>, (from, to): (BlockId, BlockId), mut state: State) -> Result<(), Refused> {
        self.join_values(call, (from, to), &mut state)?;
        let order = Rc::clone(&call.order);
        let heads = &order.heads[to];
        // Loops that do not contain the target are left here.
        state.turns.truncate(state.turns.iter().zip(heads).take_while(|((own, ..), head)| own == *head).count());
        let is_back = order.place[to] <= order.place[from];
        if is_back {
            self.decide_selections(call, to, &mut state);
            if self.leaves_all_as_it_was(call, to, &state) {
                let now = self.own().path.events.len();
                let since = call.turns.get(&to).map_or(now, |turn| turn.events);
                let place = call.function.blocks[to].place.or(self.place);
                self.waits(state.flow.guard, Awaited::Loop, since..now, place);
                return Ok(());
            }
            // A turn in which a thread only waits is not decided by what is read: it comes, or the thread stops.
            let mut is_decided =
                call.turns.get(&to).is_none_or(|turn| turn.guard != state.flow.guard && turn.forks != call.forks);
            if is_decided && state.turns.last().is_some_and(|&(_, turn, _)| turn < WAITING_TURNS) {
                let turn = call.turns.get(&to).map(|turn| (turn.events, turn.effects));
                is_decided = turn.is_none_or(|since| !self.has_changed_nothing(since, state.flow.guard));
            }
            let Some((_, turn, decided)) = state.turns.last_mut() else { return Ok(()) };
            *turn += 1;
            // Turns of a loop with a constant bound cost no more than time: the limit is for those whose number executions choose.
            *decided += u32::from(is_decided);
            if *decided >= self.limits.turns || *turn >= MOST_TURNS {
                let place = call.function.blocks[to].place.or(self.place);
                self.cut(state.flow.guard, format!("the loop in {}", call.function.source_name), place);
                return Ok(());
            }
        }
        for head in &heads[state.turns.len()..] {
            state.turns.push((*head, 0, 0));
        }
        self.enter(call, to, state)
    }

    /// The joined values at the head of a block, for who comes from `from`.
    fn join_values(
        &mut self,
        call: &Call<'p>,
        (from, to): (BlockId, BlockId),
        state: &mut State,
    ) -> Result<(), Refused> {
        let mut joined = Vec::new();
        for instruction in &call.function.blocks[to].instructions {
            let (Some(register), Operation::Phi { ty, incoming }) = (instruction.result, &instruction.operation) else {
                continue;
            };
            if let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) {
                joined.push((register, self.operand(&state.frame, operand, ty)?));
            }
        }
        // Only now: the joined values of a block are taken at the same time, and may name each other.
        state.frame.extend(joined);
        Ok(())
    }

    /// Selects in the values at the head of a loop what is decided where it goes on. What a failing compare-exchange has left is what it has read, and no longer that or what was expected: so the
    /// next turn has the same decisions.
    fn decide_selections(&mut self, call: &Call<'p>, head: BlockId, state: &mut State) {
        let within = state.flow.guard;
        let instructions = &call.function.blocks[head].instructions;
        let phis = instructions.iter().filter(|instruction| matches!(instruction.operation, Operation::Phi { .. }));
        for register in phis.filter_map(|instruction| instruction.result) {
            if let Some(Value::Scalar(scalar)) = state.frame.get_mut(&register) {
                scalar.expr = self.guards.value_within(&mut self.x, scalar.expr, within);
            }
        }
        let before = call.turns.get(&head).map(|turn| Rc::clone(&turn.private)).unwrap_or_default();
        let mut decided = Vec::new();
        for (place, (bytes, scalar)) in state.flow.private.iter() {
            // What the turn has left as it was has been looked at.
            if before.get(place).is_some_and(|(_, was)| was.expr == scalar.expr) {
                continue;
            }
            let expr = self.guards.value_within(&mut self.x, scalar.expr, within);
            if expr != scalar.expr {
                decided.push((*place, (*bytes, Scalar { expr, ..scalar.clone() })));
            }
        }
        if !decided.is_empty() {
            Rc::make_mut(&mut state.flow.private).extend(decided);
        }
    }

    /// Whether a turn of a loop has changed nothing, and leaves all values as they were.
    fn leaves_all_as_it_was(&mut self, call: &Call<'p>, head: BlockId, state: &State) -> bool {
        let Some(turn) = call.turns.get(&head) else { return false };
        if turn.private != state.flow.private {
            return false;
        }
        let is_same = |(register, value): &(RegisterId, Value)| {
            state.frame.get(register).is_some_and(|now| is_same_value(value, now))
        };
        if !turn.joined.iter().all(is_same) {
            return false;
        }
        let since = (turn.events, turn.effects);
        self.has_changed_nothing(since, state.flow.guard)
    }

    /// Whether a thread that is where `guard` holds has neither written anything but back (see [`crate::waits`]) nor done something else to others since the event and the effect of these
    /// numbers.
    pub(crate) fn has_changed_nothing(&mut self, (events, effects): (usize, usize), guard: Guard) -> bool {
        let own = &self.threads[self.current];
        let is_change = |at: usize| own.path.events[at].is_write() && !self.is_written_back(at);
        let changes = (events..own.path.events.len()).filter(|&at| is_change(at));
        let changes: Vec<Guard> = changes.map(|at| own.happens[at]).collect();
        let effects: Vec<Guard> = self.effects[effects.min(self.effects.len())..].to_vec();
        changes.into_iter().chain(effects).all(|when| self.guards.and(when, guard) == Guard::NEVER)
    }
}

fn is_same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Scalar(one), Value::Scalar(other)) => one.expr == other.expr,
        (Value::Aggregate(one), Value::Aggregate(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same_value(one, other))
        }
        (Value::Scalar(_), Value::Aggregate(_)) | (Value::Aggregate(_), Value::Scalar(_)) => false,
    }
}
