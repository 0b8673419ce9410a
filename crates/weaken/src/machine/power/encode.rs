//! States as bytes: equal texts for equal states only.

use crate::machine::multi_copy_atomic::encode::{front, number};
use crate::machine::multi_copy_atomic::state::Mask;

use super::state::{History, Kind, Origin, Partner, Pending, State, ThreadState};
use super::writes::{Source, View, WriteSet};

/// The state in few bytes: most numbers are small.
pub(super) fn encode(state: &State, into: &mut Vec<u8>) {
    set(state.storage.agreed, into);
    into.push(state.storage.writes.len() as u8);
    for (id, write) in state.storage.writes.iter() {
        into.push(id.0);
        number(u128::from(write.range.start), into);
        number(write.value, into);
        view(write.initiated, into);
        view(write.view, into);
        set(write.before, into);
        source(write.replaced, into);
    }
    for (range, order) in state.storage.order.iter() {
        number(u128::from(range.start), into);
        into.push(order.len() as u8);
        into.extend(order.iter().map(|write| write.0));
    }
    state.threads.iter().for_each(|of_thread| thread(of_thread, into));
}

fn set(of: WriteSet, into: &mut Vec<u8>) {
    number(of.0, into);
}

fn mask(of: Mask, into: &mut Vec<u8>) {
    number(u128::from(of.0), into);
}

fn view(of: View, into: &mut Vec<u8>) {
    set(of.propagated, into);
    set(of.agreed, into);
}

fn origin(of: Origin, into: &mut Vec<u8>) {
    mask(of.reads, into);
    view(of.initiated, into);
    view(of.committed, into);
}

fn source(of: Option<Source>, into: &mut Vec<u8>) {
    match of {
        None => into.push(0),
        Some(Source::Initial) => into.push(1),
        Some(Source::Write(id)) => into.extend([2, id.0]),
    }
}

fn partner(of: Option<Partner>, into: &mut Vec<u8>) {
    match of {
        None => into.push(0),
        Some(Partner::Pending(slot)) => into.extend([1, slot]),
        Some(Partner::Done(read)) => {
            into.push(2);
            source(Some(read), into);
        }
    }
}

fn thread(of: &ThreadState, into: &mut Vec<u8>) {
    front(&of.front, origin, into);
    origin(of.addresses, into);
    origin(of.before_control, into);
    [of.done, of.done_writes, of.passed_on, of.passed_to_writes].into_iter().for_each(|part| view(part, into));
    into.push(of.pending.len() as u8);
    of.pending.iter().for_each(|access| pending(access, into));
    into.push(of.histories.len() as u8);
    for (range, history) in of.histories.iter() {
        number(u128::from(range.start), into);
        let History { latest, readers, earlier_readers, own, committed } = *history;
        source(Some(latest), into);
        [readers, earlier_readers, own, committed].into_iter().for_each(|part| view(part, into));
    }
    partner(of.reserved, into);
    partner(of.atomic_read, into);
}

/// What follows from the step (size) is left out, and so is the slot, which is the place.
fn pending(of: &Pending, into: &mut Vec<u8>) {
    number(u128::from(of.step.number()), into);
    match of.kind {
        Kind::Read => into.push(0),
        Kind::Write(id) => into.extend([1, id.0]),
        Kind::Fence { .. } => into.push(2),
    }
    into.push(
        of.progress as u8
            | u8::from(of.before_lightweight) << 2
            | u8::from(of.before_stores) << 3
            | u8::from(of.is_overtaken) << 4
            | u8::from(of.is_passed) << 5,
    );
    number(u128::from(of.range.start), into);
    number(of.value, into);
    [of.initiation.initiations, of.initiation.commits, of.commit.initiations, of.commit.commits, of.ordered]
        .into_iter()
        .for_each(|part| mask(part, into));
    [of.initiated, of.committed, of.fenced].into_iter().for_each(|part| view(part, into));
    source(of.source, into);
    partner(of.partner, into);
}
