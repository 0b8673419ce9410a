//! What is a fact about an architecture and no text of its assembly, as data: one [`Facts`] in the module of each.

use execution::Visible;

/// A kind of machine that models distinguish.
#[derive(Debug)]
pub(crate) struct MachineFacts {
    /// What reports call it, where models distinguish machines of its architecture.
    pub(crate) name: Option<&'static str>,
    /// The model that judges what runs on it, where none is named.
    pub(crate) model: &'static str,
    /// The extension that code for it asks for; the first machine asks for none.
    pub(crate) extension: Option<&'static str>,
}

/// Sets of options, each with a name.
pub(crate) type OptionSets = &'static [(&'static str, &'static [&'static str])];

/// By the names of tags, what annotations and barriers of an architecture stand for each other.
#[derive(Debug)]
pub(crate) struct OrderTags {
    /// The annotations of accesses that only order.
    pub(crate) only_order: &'static [&'static str],
    /// An annotation, and a weaker one that it stands for.
    pub(crate) weaker: &'static [(&'static str, &'static str)],
    /// Annotations that all later accesses come behind.
    pub(crate) acquires: &'static [&'static str],
    /// Those of them that come behind earlier releases.
    pub(crate) ordered_acquires: &'static [&'static str],
    /// Annotations that come behind all earlier accesses.
    pub(crate) releases: &'static [&'static str],
}

impl OrderTags {
    /// Nothing stands for something else, and no annotation only orders.
    pub(crate) const NONE: OrderTags =
        OrderTags { only_order: &[], weaker: &[], acquires: &[], ordered_acquires: &[], releases: &[] };
}

/// Which idle writes (of what is there already) reads of their thread may come behind when the writes are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdleWrites {
    /// None: no idle write is left out.
    Stay,
    /// All.
    Go,
    /// Those whose reads have no annotation of order and nothing depends on.
    GoBeforePlainReads,
}

/// The facts of one architecture.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The word that begins a litmus test.
    pub(crate) word: &'static str,
    /// The name that profiles have for it, which is that of target triples.
    pub(crate) name: &'static str,
    /// Other names that it is found by.
    pub(crate) also_called: &'static [&'static str],
    /// The target triple of Linux, without a vendor.
    pub(crate) triple: &'static str,
    /// Its machines, the weakest first.
    pub(crate) machines: &'static [MachineFacts],
    /// What the shipped models of its machines are shown.
    pub(crate) views: &'static [Visible],
    /// Whether the first byte of a word is its highest one.
    pub(crate) is_big_endian: bool,
    /// How many bits the widest access has; wider memory is two cells in combined tests.
    pub(crate) widest_access: u16,
    /// The variants that its tests ask for: without locations of 128 bits, and with them.
    pub(crate) variants: [Option<&'static str>; 2],
    /// Whether functions of integers and pointers are called as on x86-64 but for the registers' names.
    pub(crate) takes_host_calls: bool,
    /// Whether who passes a number of 32 bits in a wider register fills that with copies of its sign, whatever its type.
    pub(crate) extends_words: bool,
    /// Options of C and C++ compilers that change how atomics are compiled.
    pub(crate) options: OptionSets,
    /// The same for rustc.
    pub(crate) rust_options: OptionSets,
    /// Options for a compiler that keep out of the code what pieces have no use for.
    pub(crate) plain_code: &'static [&'static str],
    pub(crate) order: OrderTags,
    pub(crate) idle_writes: IdleWrites,
    /// Whether the annotation of a load-exclusive says nothing where no store-exclusive comes behind. Elsewhere it orders, or nothing loads so.
    pub(crate) single_halves_are_plain: bool,
}
