//! What the runtime in a tested program and the driver `lakmus test` say to each other.
//!
//! The driver instructs the runtime through one environment variable ([`Settings`]). The runtime answers with [`Record`]s in a
//! file that both have: the *arena*. The program maps it shared, so that whatever an execution has written is there for
//! the driver however the execution ends; the driver reads it as a file.
//!
//! Neither side trusts the bytes: a tested program may write anywhere. What does not decode is left out and counted.

mod arena;
mod assembly;
mod bytes;
mod finding;
mod record;
mod schedule;
mod search;
mod settings;
mod trace;
mod weakening;

pub use arena::{Arena, Header, LOG_START, Log, place};
pub use assembly::{AssemblyRecord, AssemblyStep};
pub use finding::{Access, AccessKind, Finding, HeldLock, Memory, Stack, ThreadPlace, Wait, WaitFor};
pub use record::{Ending, Record, Stamped};
pub use schedule::{Chosen, Decision, Schedule, ScheduleError};
pub use search::{SEARCH_PATH, SearchFile, SearchWord};
pub use settings::{
    Carriers, FRUITLESS, INSTRUMENTED_STD, Model, SETTINGS_VARIABLE, Settings, SettingsError, Volatiles, Watch,
};
pub use trace::{Action, AtomicObject, Event, PlainPlace, Reading, StoreSeen};
pub use weakening::{Weakening, WeakeningError};
