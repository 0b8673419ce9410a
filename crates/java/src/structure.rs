//! One choice of a path for each thread: the first stage of jMT's construction, control flow.

use execution::{Cell, EventStructure, Visible};
use program::{CodePlace, ExprId, Expressions, IdVec, SymbolId, TagSet, ThreadId, Width};
use relation::{EventId, Relation, newtype_index};
use rustc_hash::FxHashMap;
use sim::Test;

use crate::actions::{ActionId, ActionKey, ActionKind, Actions, Identity, MOST_ACTIONS};
use crate::error::JavaError;
use crate::observed::Observed;

newtype_index! {
    /// A [`Structure`] of some executions.
    pub struct StructureId("structure");
}

/// What models of Java see.
pub(crate) const VISIBLE: Visible = Visible::NoRegisters;

/// An event.
#[derive(Clone, Debug)]
pub struct GraphEvent {
    /// Which action it is; of an update that is two actions, what it reads.
    pub action: ActionId,
    /// The action that writes: the other half of an update that is two actions, else the same.
    pub write: ActionId,
    /// Whether it is an atomic update, one that fails included.
    pub is_update: bool,
    /// The thread; `None` for initial writes.
    pub thread: Option<ThreadId>,
    /// What it does.
    pub kind: ActionKind,
    /// What it accesses; `None` for fences.
    pub cell: Option<Cell>,
    /// Its tags.
    pub tags: TagSet,
    /// The instruction.
    pub place: Option<CodePlace>,
    /// Which execution of an instruction it belongs to, in its thread.
    pub instance: u32,
    /// What stands for the value that it reads.
    pub read: Option<(SymbolId, Width)>,
    /// What it writes.
    pub written: Option<ExprId>,
}

impl GraphEvent {
    /// The actions that it is: one, or what an update reads and what it writes.
    pub fn actions(&self) -> impl Iterator<Item = ActionId> + use<> {
        let write = (self.write != self.action).then_some(self.write);
        [self.action].into_iter().chain(write)
    }

    /// Whether it reads.
    pub fn is_read(&self) -> bool {
        matches!(self.kind, ActionKind::Read | ActionKind::Update)
    }

    /// Whether it writes.
    pub fn is_write(&self) -> bool {
        matches!(self.kind, ActionKind::Write | ActionKind::Update)
    }
}

/// The events of one path for each thread, with what holds on these paths.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The initial writes, then thread by thread in program order.
    pub events: IdVec<EventId, GraphEvent>,
    /// Program order.
    pub po: Relation,
    /// Bits, and the values that they have on these paths.
    pub conditions: Vec<(ExprId, bool)>,
    /// Bits that the program has to make 1 (else it divides by 0), and where.
    pub requirements: Vec<(ExprId, CodePlace)>,
    /// What the observed registers hold at the end.
    pub observed: Vec<ExprId>,
}

/// The number of a tag, such as that of external actions.
pub(crate) fn tag_number(test: &Test, name: &str) -> Option<u32> {
    test.language().tags().iter().zip(0..).find(|(tag, _)| tag == name).map(|(_, number)| number)
}

/// What identifies the action of an event, but for its rank.
fn key_of(
    event: &execution::Event,
    kind: ActionKind,
    cell: Option<Cell>,
    is_update: bool,
    identity: Identity,
) -> ActionKey {
    let is_divided = is_update && identity.halves;
    // The two outcomes of an update have different tags, since one of them only reads.
    let has_tags = identity.mode && !is_divided || kind == ActionKind::Synchronization;
    ActionKey {
        thread: event.thread,
        kind: if is_divided { ActionKind::Update } else { kind },
        cell: cell.filter(|_| identity.location || event.thread.is_none()),
        tags: Some(event.tags).filter(|_| has_tags),
        place: event.instruction.filter(|_| identity.point),
        rank: 0,
    }
}

impl Structure {
    /// Takes over `structure`; its events become actions.
    pub(crate) fn new(
        structure: &EventStructure<'_>,
        x: &mut Expressions,
        actions: &mut Actions,
        identity: Identity,
        failed: Option<u32>,
        observed: &Observed,
    ) -> Result<Structure, JavaError> {
        let cells = structure.known_cells.as_ref();
        let mut ranks: FxHashMap<ActionKey, u32> = FxHashMap::default();
        let mut events: IdVec<EventId, GraphEvent> = Vec::with_capacity(structure.universe()).into();
        for (id, event) in structure.events.iter_enumerated() {
            let Some(kind) = ActionKind::of(event) else { continue };
            let cell = cells.and_then(|cells| cells[id]);
            let is_update = kind == ActionKind::Update || failed.is_some_and(|tag| event.tags.contains(tag));
            let mut key = key_of(event, kind, cell, is_update, identity);
            let rank = ranks.entry(key).or_default();
            *rank += 1;
            key.rank = if event.thread.is_some() { *rank } else { 0 };
            let too_many = || JavaError::TooMany { what: "different actions", limit: MOST_ACTIONS };
            let action = actions.intern(key).ok_or_else(too_many)?;
            // The write of an update has its update's rank: in another execution the update may fail.
            let write = match kind {
                ActionKind::Update if identity.halves => {
                    actions.intern(ActionKey { kind: ActionKind::UpdateWrite, ..key }).ok_or_else(too_many)?
                }
                _ => action,
            };
            events.push(GraphEvent {
                action,
                write,
                is_update,
                thread: event.thread,
                kind,
                cell,
                tags: event.tags,
                place: event.instruction,
                instance: event.instance,
                read: event.returned(),
                written: event.written(),
            });
        }
        let conditions = structure.paths.iter().flat_map(|path| path.conditions.iter().copied()).collect();
        let requirements =
            structure.paths.iter().flat_map(|path| path.requirements()).map(|(bit, _, place)| (bit, place)).collect();
        let observed = observed
            .registers
            .iter()
            .map(|&(thread, part)| structure.paths[thread].register(x, part.register, part.low, part.width))
            .collect();
        Ok(Structure { events, po: structure.po(), conditions, requirements, observed })
    }

    /// The writes that a read may read from, as far as locations decide.
    pub(crate) fn writes_for(&self, read: EventId) -> Vec<EventId> {
        let cell = self.events[read].cell;
        let events = self.events.iter_enumerated();
        events.filter(|&(id, event)| event.is_write() && event.cell == cell && id != read).map(|(id, _)| id).collect()
    }

    /// The reads, in the order of the events.
    pub(crate) fn reads(&self) -> impl Iterator<Item = EventId> + '_ {
        self.events.iter_enumerated().filter(|(_, event)| event.is_read()).map(|(id, _)| id)
    }
}
