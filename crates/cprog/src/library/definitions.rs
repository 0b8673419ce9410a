//! Functions of the C and C++ libraries as programs: what only reads and writes memory, and what is done by atomic operations or by other functions of the libraries.
//!
//! They are written in C (`definitions/*.c`), and read as the IR that clang makes of that (`definitions/*.ll`), so that programs in IR need no clang.

use crate::ll::syntax::Module;
use crate::ll::{Malformed, parse};

/// The function that a thread calls as it ends, where a program has data of threads.
pub const THREAD_ENDS: &str = "__lakmus_thread_ends";

/// The function that a process calls as it ends, where a program has named functions for that.
pub const PROCESS_ENDS: &str = "__lakmus_process_ends";

/// The function by which a program comes to have data of threads; what runs it must call [`THREAD_ENDS`].
pub const MAKES_KEYS: &str = "pthread_key_create";

/// By what they are about, the text of each module.
const TEXTS: [(&str, &str); 9] = [
    ("strings", include_str!("definitions/strings.ll")),
    ("errno", include_str!("definitions/errno.ll")),
    ("once", include_str!("definitions/once.ll")),
    ("keys", include_str!("definitions/keys.ll")),
    ("conditions", include_str!("definitions/conditions.ll")),
    ("at_exit", include_str!("definitions/at_exit.ll")),
    ("guards", include_str!("definitions/guards.ll")),
    ("objects", include_str!("definitions/objects.ll")),
    ("call_once", include_str!("definitions/call_once.ll")),
];

/// All of them.
///
/// # Errors
/// That one of the texts is no IR: a mistake of this crate, which a test looks for.
pub fn modules() -> Result<Vec<Module>, Malformed> {
    TEXTS.iter().map(|(name, text)| parse(name, text)).collect()
}
