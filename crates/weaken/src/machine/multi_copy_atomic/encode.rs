//! States as bytes: equal texts for equal states only.

use super::state::{AtomicRead, Monitor, MonitorState, Pending, Sources, State, ThreadState};
use crate::machine::front::{Direction, Front, Provenance, Value};

/// The state in few bytes: most numbers are small.
pub(crate) fn encode(state: &State, into: &mut Vec<u8>) {
    into.extend_from_slice(&state.memory);
    for of_thread in &state.threads {
        thread(of_thread, into);
    }
}

pub(crate) fn number(mut value: u128, into: &mut Vec<u8>) {
    if value < 0x80 {
        return into.push(value as u8);
    }
    while value >= 0x80 {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn sources(of: Sources, into: &mut Vec<u8>) {
    number(u128::from(of.strong.0), into);
    number(u128::from(of.pick.0), into);
}

fn values<S: Provenance + PartialEq>(all: &[Value<S>], sources: fn(S, &mut Vec<u8>), into: &mut Vec<u8>) {
    // Most values depend on nothing: one byte says so for all of them.
    let depends = all.iter().any(|value| value.sources != S::default());
    into.push(u8::from(depends));
    for value in all {
        number(value.bits, into);
        if depends {
            sources(value.sources, into);
        }
    }
}

/// A thread as far as its code goes; `sources` writes where a value comes from.
pub(crate) fn front<S: Provenance + PartialEq>(of: &Front<S>, sources: fn(S, &mut Vec<u8>), into: &mut Vec<u8>) {
    number(u128::from(of.at.number()), into);
    values(&of.registers, sources, into);
    number(of.temps.len() as u128, into);
    values(&of.temps, sources, into);
    sources(of.control, into);
    number(of.choices.len() as u128, into);
    of.choices.iter().for_each(|choice| sources(*choice, into));
}

fn thread(of: &ThreadState, into: &mut Vec<u8>) {
    front(&of.front, sources, into);
    sources(of.addresses, into);
    number(of.pending.len() as u128, into);
    of.pending.iter().for_each(|access| pending(access, into));
    number(of.monitors.len() as u128, into);
    of.monitors.iter().for_each(|watched| monitor(watched.as_ref(), into));
    into.push(of.reserved.map_or(0, |monitor| monitor + 1));
    match of.atomic_read {
        None => into.push(0),
        Some(AtomicRead { monitor, read, acquires }) => {
            into.push(1 + u8::from(acquires));
            into.push(monitor.map_or(0, |monitor| monitor + 1));
            number(u128::from(read.0), into);
        }
    }
}

/// What follows from the step (annotation, size) is left out.
fn pending(of: &Pending, into: &mut Vec<u8>) {
    number(u128::from(of.step.number()), into);
    into.push(of.slot);
    into.push(u8::from(of.direction == Direction::Write) | u8::from(of.pinned) << 1 | u8::from(of.orders_all) << 2);
    number(u128::from(of.range.start), into);
    number(of.value, into);
    into.push(of.fenced.bits());
    number(u128::from(of.waits.0), into);
    number(u128::from(of.sources.0), into);
    number(u128::from(of.rmw_read.0), into);
    into.push(of.monitor.map_or(0, |monitor| monitor + 1));
}

fn monitor(of: Option<&Monitor>, into: &mut Vec<u8>) {
    let Some(of) = of else {
        into.push(0);
        return;
    };
    into.push(1 + u8::from(of.locked));
    number(u128::from(of.range.start), into);
    into.push(of.range.bytes);
    into.push(match of.state {
        MonitorState::Waiting => 0,
        MonitorState::Valid => 1,
        MonitorState::Lost => 2,
        MonitorState::Forwarded(slot) => 3 + slot,
    });
}
