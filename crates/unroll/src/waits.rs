//! Loops that wait and keep what they read.
//!
//! Be two turns of a loop, one behind the other, such that neither changes memory, and that the second one is the first one with the symbols of its own reads in the place of those of the first:
//! the same accesses under the same conditions, the same values at its end, and the same or more dependencies, wherever the loop goes on behind both. Then an execution that goes on
//! behind both has one without the first turn: its reads go, with what they order, and the reads of the second turn are those of the first. So no third turn is needed: only
//! its beginning differs from that of the second, in which the value is looked at that the first one has read.
//!
//! Be there three turns of a loop around a compare-exchange that expects what it has found before: each has found something else than the one before it. The last one alone could have come first, or,
//! where it has found what was expected before all of them, the last two could, as the second last has found something else than that. One of both is so of three turns whose conditions say it
//! (`Guards::contradicts_equality`), and then no fourth turn is needed.
//!
//! A turn that writes may change nothing, too: a compare-and-swap of `CAS` or `cmpxchg` that fails may write back what it has read, or does so always. Let `I` be its read, `B` its write,
//! and `W` the write that `I` reads from; `B` comes directly behind `W` in coherence. When the turn goes, reads `R` that have read from `B` read from `W`. Only these edges are new:
//!
//! - `W` is no write of this thread. `W`, `I`, `B` are in the order of the model (`rfe`, and `rmw`, or coherence in a thread). If another thread has `R`, `B` is before `R`. If this one has it, what is
//!   behind `R` is behind `I`: by the bit that `R` is in x86-TSO and its kin, where atomic accesses are barriers; in Arm's model since barriers, acquires of the same instruction and coherence
//!   are behind `I` as well, and what depends on `R` depends on `I` through memory (`lmrs`); in RISC-V's since a read of what an AMO wrote is behind it.
//! - `W` is a write of this thread. Then what is before `W` is before `B`, since both write the same place (`lmws` in Arm's model, rule 1 in RISC-V's, `cc` in Power's).
//!
//! The test `write_backs` compares such loops, turn by turn, with those that go round as often as they can.

use std::ops::Range;

use bmc::guards::{Guard, Guards};
use bmc::unrolled::{Awaited, Wait};
use cprog::ir::SourcePlace;
use execution::{Action, Event};
use program::{ExprId, Expressions, Index, Node, SymbolId, Width};
use rustc_hash::FxHashMap;

use crate::Execution;
use crate::flow::Turn;
use crate::value::{Origins, Scalar, Value};

/// How many bits a choice has that a store-conditional makes between success and failure.
const CHOICE: Width = 1;

/// The most expressions that are looked at in two turns.
const MOST_EXPRESSIONS: usize = 20_000;

/// From turns of a loop to as many that come later.
struct Renaming {
    /// The symbols of the first ones.
    symbols: Range<usize>,
    /// How many symbols and events are between a turn and the one that is compared with it.
    apart: (usize, usize),
    /// By symbol of the first turns that of the later ones.
    by_symbol: FxHashMap<SymbolId, ExprId>,
    expressions: FxHashMap<ExprId, ExprId>,
    guards: FxHashMap<Guard, Guard>,
    /// The events of the first ones.
    events: Range<usize>,
}

impl Renaming {
    fn of(symbols: Range<usize>, events: Range<usize>, apart: (usize, usize)) -> Renaming {
        Renaming {
            symbols,
            apart,
            by_symbol: FxHashMap::default(),
            expressions: FxHashMap::default(),
            guards: FxHashMap::default(),
            events,
        }
    }

    /// From the turns between two heads to those behind them that end `apart` later.
    fn between(from: &Turn, to: &Turn, later: &Turn) -> Renaming {
        let apart = (later.symbols - to.symbols, later.events - to.events);
        Renaming::of(from.symbols..to.symbols, from.events..to.events, apart)
    }

    fn event(&self, event: u32) -> u32 {
        match self.events.contains(&(event as usize)) {
            true => event + self.apart.1 as u32,
            false => event,
        }
    }

    fn expression(&mut self, x: &mut Expressions, expr: ExprId) -> ExprId {
        if let Some(&known) = self.expressions.get(&expr) {
            return known;
        }
        if self.expressions.len() > MOST_EXPRESSIONS {
            return expr;
        }
        let width = x.width(expr);
        let new = match x.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => expr,
            Node::Symbol(symbol) => self.by_symbol.get(&symbol).copied().unwrap_or(expr),
            Node::Unary(operator, a) => {
                let a = self.expression(x, a);
                x.unary(operator, a)
            }
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.expression(x, a), self.expression(x, b));
                x.binary(operator, a, b)
            }
            Node::Extract(a, low) => {
                let a = self.expression(x, a);
                x.extract(a, low, width)
            }
            Node::ZeroExtend(a) => {
                let a = self.expression(x, a);
                x.zero_extend(a, width)
            }
            Node::SignExtend(a) => {
                let a = self.expression(x, a);
                x.sign_extend(a, width)
            }
            Node::Concatenate(a, b) => {
                let (a, b) = (self.expression(x, a), self.expression(x, b));
                x.concatenate(a, b)
            }
            Node::Select(a, b, c) => {
                let (a, b, c) = (self.expression(x, a), self.expression(x, b), self.expression(x, c));
                x.select(a, b, c)
            }
        };
        self.expressions.insert(expr, new);
        new
    }

    fn guard(&mut self, (x, guards): (&mut Expressions, &mut Guards), guard: Guard) -> Guard {
        let Some((bit, then, otherwise)) = guards.decision(guard) else { return guard };
        if let Some(&known) = self.guards.get(&guard) {
            return known;
        }
        let bit = self.expression(x, bit);
        let condition = guards.of(x, bit);
        let then = self.guard((x, guards), then);
        let otherwise = self.guard((x, guards), otherwise);
        let new = guards.choose(condition, then, otherwise);
        self.guards.insert(guard, new);
        new
    }
}

impl Execution<'_> {
    /// Whether an event of the current thread writes what a read of the same instruction has read, to where it has read it.
    pub(crate) fn is_written_back(&self, at: usize) -> bool {
        let events = &self.threads[self.current].path.events;
        let Action::Write { address, value } = events[at].action else { return false };
        let Node::Symbol(written) = self.x.node(value) else { return false };
        let own = events[..at].iter().rev().take_while(|event| event.same_instance(&events[at]));
        let mut reads = own.filter_map(|event| match event.action {
            Action::Read { address, symbol, .. } => Some((address, symbol)),
            _ => None,
        });
        reads.any(|(from, symbol)| from == address && symbol == written)
    }

    /// Notes that the current thread stops here where `when` holds, by what it has read in these events. Store-conditionals do not fail for ever that need not: it waits only where it
    /// does so whichever of them fail.
    pub(crate) fn waits(&mut self, when: Guard, awaited: Awaited, events: Range<usize>, place: Option<SourcePlace>) {
        let when = self.without_failures(when);
        if when == Guard::NEVER {
            return;
        }
        let own = &self.threads[self.current].path.events;
        let those = |is: fn(&Event) -> bool| events.clone().filter(|&at| is(&own[at])).map(|at| at as u32).collect();
        let (reads, writes) = (those(Event::is_read), those(Event::is_write));
        let wait = Wait { thread: self.current, awaited, when, reads, writes };
        let function = self.function_name();
        self.waits.push((wait, (function, place)));
    }

    /// Where a condition holds whatever the choices of one bit are that nothing was read for.
    fn without_failures(&mut self, when: Guard) -> Guard {
        let choices: Vec<SymbolId> =
            self.free.iter().filter(|(_, width)| *width == CHOICE).map(|&(symbol, _)| symbol).collect();
        let mut all = when;
        for symbol in choices {
            let [no, yes] = [false, true].map(|value| {
                let mut renaming = Renaming::of(0..0, 0..0, (0, 0));
                let bit = self.x.bit(value);
                renaming.by_symbol.insert(symbol, bit);
                renaming.guard((&mut self.x, &mut self.guards), all)
            });
            // Whichever way the choice goes: a store-conditional that may succeed does so in the end.
            all = self.guards.and(no, yes);
        }
        all
    }

    /// Whether some of the turns before this one could be left out, where the loop goes on; then it need not go on. Gives how many turns were looked at.
    pub(crate) fn could_leave_out_turns(&mut self, now: &Turn) -> Option<u32> {
        let third = now.before.as_deref()?;
        let second = third.before.as_deref()?;
        // Events and symbols are numbered in the order of execution: equal turns differ by a constant.
        let size = |from: &Turn, to: &Turn| (to.events - from.events, to.symbols - from.symbols);
        if size(second, third) != size(third, now) {
            return None;
        }
        if self.has_changed_nothing((second.events, second.effects), now.guard) {
            let stands_for_both = self.stands_for(now.guard, (second, third), now)?;
            if self.guards.implies(now.guard, stands_for_both) {
                return Some(2);
            }
        }
        let first = second.before.as_deref().filter(|first| size(first, second) == size(second, third))?;
        if !self.has_changed_nothing((first.events, first.effects), now.guard) {
            return None;
        }
        let last = self.stands_for(now.guard, (first, second), now)?;
        let last_two = self.stands_for(now.guard, (first, third), now)?;
        let either = self.guards.or(last, last_two);
        let neither = self.guards.not(either);
        let neither = self.guards.and(now.guard, neither);
        self.guards.contradicts_equality(&self.x, neither).then_some(3)
    }

    /// Where the last turns before `now` could be the first ones: as many as there are between the two heads. Nothing where they differ there.
    fn stands_for(&mut self, within: Guard, (from, to): (&Turn, &Turn), now: &Turn) -> Option<Guard> {
        let mut renaming = Renaming::between(from, to, now);
        if !self.name_symbols(&mut renaming) {
            return None;
        }
        // The first ones, renamed, must have gone on.
        let goes_on = renaming.guard((&mut self.x, &mut self.guards), to.guard);
        let within = self.guards.and(within, goes_on);
        let are_equal = self.has_the_same_events(&mut renaming, within)
            && self.has_no_more_dependencies(&mut renaming, within)
            && self.leads_to_the_same(&mut renaming, (to, now), within);
        are_equal.then_some(goes_on)
    }

    /// Names the symbols of the second turn for those of the first. Gives whether both are read, or free, in the same places.
    fn name_symbols(&mut self, renaming: &mut Renaming) -> bool {
        let mut widths: FxHashMap<SymbolId, Width> = FxHashMap::default();
        let events = &self.threads[self.current].path.events;
        for event in &events[renaming.events.start..] {
            if let Action::Read { symbol, width, .. } | Action::ReadModifyWrite { symbol, width, .. } = event.action {
                widths.insert(symbol, width);
            }
        }
        let free: FxHashMap<SymbolId, Width> =
            self.free.iter().copied().filter(|(symbol, _)| symbol.index() >= renaming.symbols.start).collect();
        for number in renaming.symbols.clone() {
            let [one, other] = [SymbolId::new(number), SymbolId::new(number + renaming.apart.0)];
            let (found, of_other) = (widths.get(&one), widths.get(&other));
            // A symbol of a read stands for one of a read of the same width, and a choice for a choice.
            if found != of_other || free.get(&one) != free.get(&other) {
                return false;
            }
            if let Some(&width) = found.or(free.get(&one)) {
                let symbol = self.x.symbol(other, width);
                renaming.by_symbol.insert(one, symbol);
            }
        }
        true
    }

    fn has_the_same_events(&mut self, renaming: &mut Renaming, within: Guard) -> bool {
        let count = renaming.apart.1;
        for at in renaming.events.clone() {
            let own = &self.threads[self.current];
            let (one, other) = (own.path.events[at], own.path.events[at + count]);
            let (when, when_other) = (own.happens[at], own.happens[at + count]);
            let when = renaming.guard((&mut self.x, &mut self.guards), when);
            if self.guards.and(when, within) != self.guards.and(when_other, within) {
                return false;
            }
            // What does not happen where the loop goes on is the same in both.
            if self.guards.and(when, within) != Guard::NEVER && !self.does_the_same(renaming, &one, &other) {
                return false;
            }
        }
        true
    }

    fn does_the_same(&mut self, renaming: &mut Renaming, one: &Event, other: &Event) -> bool {
        if one.tags != other.tags {
            return false;
        }
        let mut is_same = |a: ExprId, b: ExprId| renaming.expression(&mut self.x, a) == b;
        match (one.action, other.action) {
            (Action::Read { address, width, symbol }, Action::Read { address: to, width: bits, symbol: read }) => {
                let renamed = renaming.by_symbol.get(&symbol).copied();
                width == bits
                    && renaming.expression(&mut self.x, address) == to
                    && renamed == Some(self.x.symbol(read, bits))
            }
            (Action::Write { address, value }, Action::Write { address: to, value: written }) => {
                is_same(address, to) && is_same(value, written)
            }
            (Action::Fence, Action::Fence)
            | (Action::Branch, Action::Branch)
            | (Action::Predicate, Action::Predicate) => true,
            // Only the beginning of the second turn may look at what the first one has read: that is no matter of values here.
            (Action::RegisterRead { register, .. }, Action::RegisterRead { register: other, .. }) => register == other,
            (Action::RegisterWrite { register, value }, Action::RegisterWrite { register: other, value: new }) => {
                register == other && is_same(value, new)
            }
            _ => false,
        }
    }

    /// Whether what the first turn depends on the second one depends on, too.
    fn has_no_more_dependencies(&mut self, renaming: &mut Renaming, within: Guard) -> bool {
        let path = &self.threads[self.current].path;
        let all = [
            &path.addr,
            &path.data,
            &path.ctrl,
            &path.rf_register,
            &path.iico_data,
            &path.iico_control,
            &path.iico_order,
            &path.po_within,
        ];
        let mut wanted = Vec::new();
        for (number, pairs) in all.iter().enumerate() {
            // More dependencies of the second turn restrict only what is left.
            let known: std::collections::BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
            for &(source, target) in known.iter().filter(|(_, target)| renaming.events.contains(&(*target as usize))) {
                let renamed = (renaming.event(source), renaming.event(target));
                if !known.contains(&renamed) {
                    if source < renaming.events.start as u32 && self.is_only_branched_on(target) {
                        continue;
                    }
                    return false;
                }
                wanted.push((number, (source, target), renamed));
            }
        }
        wanted.into_iter().all(|(number, pair, renamed)| {
            let [one, other] = [pair, renamed].map(|pair| self.when(number, pair));
            let one = renaming.guard((&mut self.x, &mut self.guards), one);
            let one = self.guards.and(one, within);
            self.guards.implies(one, other)
        })
    }

    /// Whether a register read is one for branches alone. The first turn begins with the same branch as its second copy, and all of the second turn is behind both.
    fn is_only_branched_on(&self, event: u32) -> bool {
        let path = &self.threads[self.current].path;
        let targets = |pairs: &[(u32, u32)]| -> Vec<u32> {
            pairs.iter().filter(|(source, _)| *source == event).map(|&(_, target)| target).collect()
        };
        let is_branch = |target: u32| path.events[target as usize].action == Action::Branch;
        matches!(path.events[event as usize].action, Action::RegisterRead { .. })
            && targets(&path.iico_data).into_iter().all(is_branch)
            && [&path.iico_control, &path.iico_order, &path.address_ports, &path.data_ports]
                .into_iter()
                .all(|pairs| targets(pairs).is_empty())
    }

    /// When a pair of the current thread is there, in the relation of this number above.
    fn when(&self, number: usize, ends: (u32, u32)) -> Guard {
        use bmc::unrolled::Dependency;
        let dependency = match number {
            0 => Dependency::Address,
            1 => Dependency::Data,
            2 => Dependency::Control,
            3 => Dependency::Register,
            4 => Dependency::Within,
            5 => Dependency::Decides,
            _ => return Guard::ALWAYS,
        };
        let is_it = |pair: &&bmc::unrolled::Pair| {
            pair.thread == self.current && pair.dependency == dependency && pair.ends == ends
        };
        self.conditional.iter().find(is_it).map_or(Guard::ALWAYS, |pair| pair.when)
    }

    /// Whether what is there at the later of two heads is what there is at the other.
    fn leads_to_the_same(&mut self, renaming: &mut Renaming, (one, other): (&Turn, &Turn), within: Guard) -> bool {
        if !self.has_origins(renaming, (&one.control, &other.control), within) {
            return false;
        }
        if one.joined.len() != other.joined.len() || one.private.len() != other.private.len() {
            return false;
        }
        let joined = one.joined.iter().zip(&other.joined);
        for ((register, value), (of, now)) in joined {
            if register != of || !self.is_renamed_value(renaming, (value, now), within) {
                return false;
            }
        }
        for ((place, (bytes, scalar)), (at, (size, now))) in one.private.iter().zip(other.private.iter()) {
            if place != at || bytes != size || !self.is_renamed(renaming, (scalar, now), within) {
                return false;
            }
        }
        true
    }

    fn is_renamed_value(&mut self, renaming: &mut Renaming, (one, other): (&Value, &Value), within: Guard) -> bool {
        match (one, other) {
            (Value::Scalar(one), Value::Scalar(other)) => self.is_renamed(renaming, (one, other), within),
            (Value::Aggregate(one), Value::Aggregate(other)) => {
                let mut both = one.iter().zip(other);
                one.len() == other.len() && both.all(|pair| self.is_renamed_value(renaming, pair, within))
            }
            (Value::Scalar(_), Value::Aggregate(_)) | (Value::Aggregate(_), Value::Scalar(_)) => false,
        }
    }

    fn is_renamed(&mut self, renaming: &mut Renaming, (one, other): (&Scalar, &Scalar), within: Guard) -> bool {
        renaming.expression(&mut self.x, one.expr) == other.expr
            && self.has_origins(renaming, (&one.reads, &other.reads), within)
            && self.has_origins(renaming, (&one.writers, &other.writers), within)
    }

    /// Whether the second has all that the first one has, renamed.
    fn has_origins(&mut self, renaming: &mut Renaming, (one, other): (&Origins, &Origins), within: Guard) -> bool {
        let known: FxHashMap<u32, Guard> = other.iter().collect();
        one.iter().all(|(event, when)| {
            let Some(&now) = known.get(&renaming.event(event)) else { return false };
            let when = renaming.guard((&mut self.x, &mut self.guards), when);
            let when = self.guards.and(when, within);
            self.guards.implies(when, now)
        })
    }
}
