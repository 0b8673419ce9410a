//! Actions: what events of several executions are the same event.
//!
//! Source: jMT, section 4: two events are equal when thread, kind and location are, and as many events like them come before in program
//! order. Which of these count, and whether the access mode or the place in the program does, is part of the rules ([`Identity`]).
//!
//! An atomic update that succeeds and one that fails are one event and another in the paper, so that an update that has to see a race to succeed, or to fail,
//! can never be committed: before it is committed it sees what happens before it (condition 6), and is then another action. Where
//! [`Identity::halves`] says so, an update is therefore two actions, what it reads and what it writes. Of one that fails there is the first alone. Each half is
//! committed by itself, as a read and a write are; that nothing comes between them is the single-execution model's business, in every stage.

use execution::{Action, Cell, Event};
use program::{CodePlace, IdVec, TagSet, ThreadId};
use relation::{Index, newtype_index};
use rustc_hash::FxHashMap;

newtype_index! {
    /// An action of a program: one event of each execution that has it.
    pub struct ActionId("a");
}

/// No program may have more.
pub const MOST_ACTIONS: usize = 128;

/// What makes events of two executions the same. The thread and the kind always count, and the rank among the events of a thread that
/// agree in all that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The location that is accessed.
    pub location: bool,
    /// The access mode.
    pub mode: bool,
    /// The place in the program.
    pub point: bool,
    /// Whether an update is two actions, its read and its write. Otherwise it is one action when it writes, and a read when it fails.
    pub halves: bool,
}

/// The kinds of events, as far as identity is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// A write, initial ones included.
    Write,
    /// A read that does not write.
    Read,
    /// A read and a write in one; of an update that is two actions, what it reads.
    Update,
    /// Of an update that is two actions, what it writes.
    UpdateWrite,
    /// A fence.
    Fence,
    /// Something done to a monitor or a thread.
    Synchronization,
}

impl ActionKind {
    /// The kind of an event; `None` for what Java models do not see.
    pub fn of(event: &Event) -> Option<ActionKind> {
        match event.action {
            Action::InitialWrite { .. } | Action::Write { .. } => Some(ActionKind::Write),
            Action::Read { .. } => Some(ActionKind::Read),
            Action::ReadModifyWrite { .. } => Some(ActionKind::Update),
            Action::Fence => Some(ActionKind::Fence),
            Action::Synchronize { .. } => Some(ActionKind::Synchronization),
            Action::RegisterRead { .. } | Action::RegisterWrite { .. } | Action::Branch | Action::Predicate => None,
        }
    }
}

/// What identifies an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionKey {
    /// The thread; `None` for initial writes.
    pub thread: Option<ThreadId>,
    /// The kind.
    pub kind: ActionKind,
    /// What is accessed, where that counts.
    pub cell: Option<Cell>,
    /// The tags, where they count; of synchronizations they always do.
    pub tags: Option<TagSet>,
    /// The place in the program, where it counts.
    pub place: Option<CodePlace>,
    /// How many events like it come before in the thread; 0 for initial writes.
    pub rank: u32,
}

/// All actions of a program.
#[derive(Clone, Debug, Default)]
pub struct Actions {
    keys: IdVec<ActionId, ActionKey>,
    ids: FxHashMap<ActionKey, ActionId>,
}

impl Actions {
    /// The action with this key, a new one if need be; `None` when there are too many.
    pub(crate) fn intern(&mut self, key: ActionKey) -> Option<ActionId> {
        if let Some(&known) = self.ids.get(&key) {
            return Some(known);
        }
        if self.keys.len() == MOST_ACTIONS {
            return None;
        }
        let id = self.keys.push(key);
        self.ids.insert(key, id);
        Some(id)
    }

    /// What identifies an action.
    pub fn key(&self, action: ActionId) -> &ActionKey {
        &self.keys[action]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// A set of actions, or of anything else that is numbered below [`MOST_ACTIONS`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionSet(pub(crate) u128);

impl ActionSet {
    /// Nothing.
    pub const EMPTY: ActionSet = ActionSet(0);

    /// One action.
    pub fn only(action: ActionId) -> ActionSet {
        ActionSet(1 << action.index())
    }

    /// Adds an action.
    pub fn insert(&mut self, action: ActionId) {
        self.0 |= 1 << action.index();
    }

    /// Whether an action is in it.
    pub fn contains(self, action: ActionId) -> bool {
        self.0 >> action.index() & 1 == 1
    }

    /// Both together.
    #[must_use]
    pub fn union(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 | other.0)
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 & other.0)
    }

    /// What is not in the other.
    #[must_use]
    pub fn difference(self, other: ActionSet) -> ActionSet {
        ActionSet(self.0 & !other.0)
    }

    /// Whether all of it is in the other.
    pub fn is_subset(self, other: ActionSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether nothing is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many are in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// What is in it, ascending.
    pub fn iter(self) -> impl Iterator<Item = ActionId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let action = (rest != 0).then(|| ActionId::new(rest.trailing_zeros() as usize))?;
            rest &= rest - 1;
            Some(action)
        })
    }
}

impl std::fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<ActionId> for ActionSet {
    fn from_iter<I: IntoIterator<Item = ActionId>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        actions.into_iter().for_each(|action| set.insert(action));
        set
    }
}
