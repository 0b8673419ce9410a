//! One way through one thread.

use program::{CodePlace, ExprId, RegisterId, UndefinedBehaviour, Width};
use smallvec::SmallVec;

use crate::Fault;
use crate::event::Event;
use crate::pieces::Split;
use crate::register_file::RegisterFile;

/// A path that was given up because it jumped back too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where the jump would have gone.
    pub target: CodePlace,
}

/// Something that the program must see to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requirement {
    /// The bit that must be 1.
    pub(crate) condition: ExprId,
    /// What is wrong where it is 0.
    pub(crate) behaviour: UndefinedBehaviour,
    /// The instruction.
    pub(crate) place: CodePlace,
}

/// Pairs of events of one path, by their indices, source first. Mostly there are few.
pub type Pairs = SmallVec<[(u32, u32); 4]>;

/// One way through one thread, executed symbolically.
///
/// Pairs are of indices into `events`.
#[derive(Clone, Debug)]
pub struct ThreadPath {
    /// Those that are visible, in program order; within one instruction in the order of its micro-operations.
    pub events: Vec<Event>,
    /// Intra-instruction causality, data: a value flows from the one event to the other.
    pub iico_data: Pairs,
    /// Intra-instruction causality, control: the second event happens because of what the first one read.
    pub iico_control: Pairs,
    /// Intra-instruction order that comes from neither data nor control.
    pub iico_order: Pairs,
    /// Program order between events of one instruction.
    pub po_within: Pairs,
    /// Different events of one single-copy atomic access, both ways.
    pub single_copy: Pairs,
    /// The memory accesses that are several events, ascending; none where memory is not divided into pieces.
    pub splits: Vec<Split>,
    /// From register writes to the register reads that read from them.
    pub rf_register: Pairs,
    /// Events directly before an access whose address they give.
    pub address_ports: Pairs,
    /// Events directly before a write whose value they give.
    pub data_ports: Pairs,
    /// Address dependencies, from memory reads.
    pub addr: Pairs,
    /// Data dependencies, from memory reads.
    pub data: Pairs,
    /// Control dependencies through branches, from memory reads, to memory accesses, fences and branches.
    pub ctrl: Pairs,
    /// What must hold on this path: a bit and its value, in the order in which they were met.
    pub conditions: SmallVec<[(ExprId, bool); 2]>,
    /// For each of them how many events there were when it was met: those that follow do not happen without it.
    pub decided_at: SmallVec<[u32; 2]>,
    /// The program has undefined behaviour where it does not hold.
    pub(crate) requirements: Vec<Requirement>,
    /// Set when the path was cut at the unroll bound.
    pub cut: Option<Cut>,
    /// Set when the path ends in something that no thread can do.
    pub fault: Option<Fault>,
    pub(crate) registers: RegisterFile,
}

impl ThreadPath {
    /// A path on which nothing happens.
    pub(crate) fn without_events(registers: RegisterFile) -> ThreadPath {
        ThreadPath {
            events: Vec::new(),
            iico_data: Pairs::new(),
            iico_control: Pairs::new(),
            iico_order: Pairs::new(),
            po_within: Pairs::new(),
            single_copy: Pairs::new(),
            splits: Vec::new(),
            rf_register: Pairs::new(),
            address_ports: Pairs::new(),
            data_ports: Pairs::new(),
            addr: Pairs::new(),
            data: Pairs::new(),
            ctrl: Pairs::new(),
            conditions: SmallVec::new(),
            decided_at: SmallVec::new(),
            requirements: Vec::new(),
            cut: None,
            fault: None,
            registers,
        }
    }

    /// A path of a thread of `program` on which nothing happens, for who writes down the events of all paths at once.
    pub fn empty(program: &program::Program) -> ThreadPath {
        ThreadPath::without_events(RegisterFile::new(&program.registers))
    }

    /// A bit must have this value from here on.
    pub(crate) fn suppose(&mut self, bit: ExprId, value: bool) {
        self.conditions.push((bit, value));
        self.decided_at.push(self.events.len() as u32);
    }

    /// All relations between its events, in the order of the fields.
    pub fn relations(&self) -> [&Pairs; 11] {
        [
            &self.iico_data,
            &self.iico_control,
            &self.iico_order,
            &self.po_within,
            &self.single_copy,
            &self.rf_register,
            &self.address_ports,
            &self.data_ports,
            &self.addr,
            &self.data,
            &self.ctrl,
        ]
    }

    /// How many bytes it takes, about.
    pub(crate) fn bytes(&self) -> usize {
        let pairs = self.relations();
        let spilled = |pairs: &&Pairs| if pairs.spilled() { pairs.capacity() * size_of::<(u32, u32)>() } else { 0 };
        size_of::<ThreadPath>()
            + self.events.capacity() * size_of::<Event>()
            + self.splits.capacity() * size_of::<Split>()
            + pairs.iter().map(spilled).sum::<usize>()
            + self.conditions.len() * size_of::<(ExprId, bool)>()
            + self.registers.bytes()
    }

    /// The program has undefined behaviour where it does not hold: a bit that must be 1, what is wrong where it is 0, and the instruction.
    pub fn requirements(&self) -> impl Iterator<Item = (ExprId, UndefinedBehaviour, CodePlace)> {
        self.requirements.iter().map(|requirement| (requirement.condition, requirement.behaviour, requirement.place))
    }

    /// What the bits `low .. low + width` of a register hold at the end.
    pub fn register(
        &self,
        expressions: &mut program::Expressions,
        register: RegisterId,
        low: u16,
        width: Width,
    ) -> ExprId {
        self.registers.value(expressions, register, low, width)
    }
}
