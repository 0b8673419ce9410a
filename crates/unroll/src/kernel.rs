//! The primitives of the Linux kernel in C programs.
//!
//! A program includes [`HEADER`], in which each primitive is a macro that calls [`FUNCTION`] with its number. What accesses and fences a primitive is, says the file of macros of the kernel's
//! litmus tests (`sim::kernel_macros`), from which the header is written, too: so a program has the events of the litmus test that calls the same primitives.

use std::sync::LazyLock;

use arch::c11::{Operation, Order};
use cprog::ir;
use program::{Block, MicroOp, Program, Width};

/// How a program includes the header: `#include <lakmus/kernel.h>`.
pub const HEADER: &str = "lakmus/kernel.h";

/// What the macros of the header call: the number of the primitive, the address of an object, how many bytes it has, and two values.
pub const FUNCTION: &str = "__lakmus_kernel";

/// The name of the model that knows the primitives.
pub const MODEL: &str = "lkmm";

/// What an argument of a primitive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Argument {
    /// The object itself.
    Place,
    /// A pointer to it.
    Pointer,
    /// What is written or added.
    Operand,
    /// What is compared with.
    Expected,
}

/// A primitive.
#[derive(Clone, Debug)]
pub(crate) struct Primitive {
    pub(crate) name: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    gives_value: bool,
}

/// What a primitive does to its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Fence,
    Load,
    Store,
    /// Anything else that has an object.
    Update,
}

/// All of them; a primitive is known by its place here.
pub(crate) fn primitives() -> &'static [Primitive] {
    static ALL: LazyLock<Vec<Primitive>> = LazyLock::new(|| {
        let all = sim::kernel_macros().signatures().into_iter();
        all.map(|(name, formals, gives_value)| Primitive {
            name,
            arguments: formals.iter().map(|formal| (formal.as_str(), argument(formal))).collect(),
            gives_value,
        })
        .collect()
    });
    &ALL
}

/// What an argument of this name is.
fn argument(formal: &str) -> Argument {
    match formal {
        "PLACE" => Argument::Place,
        "P" | "L" | "S" => Argument::Pointer,
        "OLD" | "EXCEPT" => Argument::Expected,
        _ => Argument::Operand,
    }
}

impl Primitive {
    fn object(&self) -> Option<(&'static str, Argument)> {
        self.arguments.iter().copied().find(|(_, argument)| matches!(argument, Argument::Place | Argument::Pointer))
    }

    /// The type of its object where that has always the same.
    fn fixed_type(&self) -> Option<&'static str> {
        match self.object()?.0 {
            "L" => Some("spinlock_t"),
            "S" => Some("struct srcu_struct"),
            _ if self.name.starts_with("atomic_") => Some("atomic_t"),
            _ => None,
        }
    }

    /// The macro of the header.
    fn definition(&self, number: usize) -> String {
        let formals: Vec<&str> = self.arguments.iter().map(|(formal, _)| *formal).collect();
        let value = |wanted: Argument| {
            let found = self.arguments.iter().find(|(_, argument)| *argument == wanted);
            found.map_or("0ul".to_owned(), |(formal, _)| format!("(unsigned long)({formal})"))
        };
        let (object, size, own) = match self.object() {
            None => ("(volatile void *)0".to_owned(), "0ul".to_owned(), None),
            Some((formal, Argument::Place)) => {
                (format!("&({formal})"), format!("sizeof({formal})"), Some(formal.to_owned()))
            }
            Some((formal, _)) => (format!("({formal})"), format!("sizeof(*({formal}))"), Some(format!("*({formal})"))),
        };
        let (size, own) = match self.fixed_type() {
            Some(_) => ("sizeof(int)".to_owned(), Some("int".to_owned())),
            None => (size, own),
        };
        let ty = match (self.gives_value, own) {
            (true, Some(own)) => format!("__typeof__({own})"),
            _ => "void".to_owned(),
        };
        format!(
            "#define {}({}) (({ty}){FUNCTION}({number}u, (volatile void *)({object}), {size}, {}, {}))\n",
            self.name,
            formals.join(", "),
            value(Argument::Operand),
            value(Argument::Expected),
        )
    }

    /// The litmus test of one thread that calls it once, with an object of so many bits.
    pub(crate) fn test(&self, size: Width) -> Option<String> {
        let value = match (size, self.fixed_type()) {
            (_, Some(_)) | (0 | 32, None) => "int",
            (8, None) => "char",
            (16, None) => "short",
            (64, None) => "long",
            _ => return None,
        };
        let object = self.fixed_type().unwrap_or(value);
        let arguments = self.arguments.iter().map(|(_, argument)| match argument {
            Argument::Place => "*object",
            Argument::Pointer => "object",
            Argument::Operand => "operand",
            Argument::Expected => "expected",
        });
        let call = format!("{}({})", self.name, arguments.collect::<Vec<_>>().join(", "));
        let statement = if self.gives_value { format!("{value} result = {call};") } else { format!("{call};") };
        Some(format!(
            "C row\n{{ }}\nP0({object}* object) {{\n  {value} operand;\n  {value} expected;\n  {statement}\n}}\nexists (true)\n"
        ))
    }
}

/// What a program of one thread does to its object.
pub(crate) fn kind(program: &Program) -> Kind {
    let mut found = (0, 0, 0);
    let instructions = program.threads.iter().flat_map(|thread| &thread.instructions);
    instructions.for_each(|instruction| count(&instruction.block, &mut found));
    match found {
        (0, 0, 0) => Kind::Fence,
        (1, 0, 0) => Kind::Load,
        (0, 1, 0) => Kind::Store,
        _ => Kind::Update,
    }
}

/// Counts loads, stores, and everything else that has an address.
fn count(block: &Block, found: &mut (u32, u32, u32)) {
    for op in block {
        match op {
            MicroOp::Load { .. } => found.0 += 1,
            MicroOp::Store { .. } => found.1 += 1,
            MicroOp::ReadModifyWrite { .. } | MicroOp::Synchronize { .. } => found.2 += 1,
            MicroOp::If { then, otherwise, .. } => {
                count(then, found);
                count(otherwise, found);
            }
            MicroOp::Let { .. }
            | MicroOp::ReadRegister { .. }
            | MicroOp::WriteRegister { .. }
            | MicroOp::Written { .. }
            | MicroOp::Fence { .. }
            | MicroOp::Mark(_)
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. }
            | MicroOp::Branch { .. } => {}
        }
    }
}

/// The primitive that does what an atomic operation of C11 does. The thread library is made of these.
pub(crate) fn of_c11(operation: Operation, order: Order) -> Option<&'static str> {
    Some(match (operation, order) {
        (Operation::Load, Order::Relaxed) => "READ_ONCE",
        (Operation::Load, Order::Acquire | Order::Consume) => "smp_load_acquire",
        (Operation::Store, Order::Relaxed) => "WRITE_ONCE",
        (Operation::Store, Order::Release) => "smp_store_release",
        (Operation::Exchange, Order::Acquire) => "xchg_acquire",
        (Operation::Exchange, Order::Release) => "xchg_release",
        (Operation::Exchange, _) => "xchg",
        (Operation::CompareExchangeStrong | Operation::CompareExchangeWeak, Order::Acquire) => "cmpxchg_acquire",
        (Operation::CompareExchangeStrong | Operation::CompareExchangeWeak, Order::Release) => "cmpxchg_release",
        (Operation::CompareExchangeStrong | Operation::CompareExchangeWeak, _) => "cmpxchg",
        (Operation::FetchAdd, _) => "atomic_fetch_add",
        (Operation::Fence, Order::SeqCst) => arch::kernel::FULL_BARRIER.name,
        _ => return None,
    })
}

/// The place of a primitive in [`primitives`].
pub(crate) fn number_of(name: &str) -> Option<usize> {
    primitives().iter().position(|primitive| primitive.name == name)
}

/// Types and initialisers of the kernel, as far as programs need them to call its primitives.
const TYPES: &str = "typedef struct { int counter; } atomic_t;
typedef struct { int taken; } spinlock_t;
struct srcu_struct { int index; };

#define ATOMIC_INIT(VALUE) { (VALUE) }
#define __SPIN_LOCK_UNLOCKED(NAME) { 0 }
#define DEFINE_SPINLOCK(NAME) spinlock_t NAME = __SPIN_LOCK_UNLOCKED(NAME)
#define DEFINE_SRCU(NAME) struct srcu_struct NAME = { 0 }
#define DEFINE_STATIC_SRCU(NAME) static struct srcu_struct NAME = { 0 }
#define spin_lock_init(LOCK) ((void)(LOCK))

#define likely(CONDITION) (CONDITION)
#define unlikely(CONDITION) (CONDITION)
#define cpu_relax() ((void)0)
#define smp_cond_load_relaxed(P, CONDITION) \\
    ({ __typeof__(*(P)) VAL; do VAL = READ_ONCE(*(P)); while (!(CONDITION)); VAL; })
#define smp_cond_load_acquire(P, CONDITION) \\
    ({ __typeof__(*(P)) VAL; do VAL = smp_load_acquire(P); while (!(CONDITION)); VAL; })
#define atomic_cond_read_relaxed(P, CONDITION) \\
    ({ int VAL; do VAL = atomic_read(P); while (!(CONDITION)); VAL; })
#define atomic_cond_read_acquire(P, CONDITION) \\
    ({ int VAL; do VAL = atomic_read_acquire(P); while (!(CONDITION)); VAL; })
";

/// The headers that programs may include, each with its text: [`HEADER`], and the names that Dartagnan's programs for the kernel's model know it by.
pub fn headers() -> [(&'static str, String); 3] {
    let other = |more: &str| format!("#include <stdint.h>\n#include <{HEADER}>\n{more}");
    [(HEADER, header()), ("lkmm.h", other("")), ("rcu.h", other("#define init_rcu() ((void)0)\n"))]
}

/// The text of [`HEADER`].
fn header() -> String {
    let definitions = primitives().iter().enumerate().map(|(number, primitive)| primitive.definition(number));
    format!(
        "/* The primitives of the Linux kernel, for `lakmus verify --model {MODEL}`. */\n#ifndef LAKMUS_KERNEL_H\n#define LAKMUS_KERNEL_H\n\n{TYPES}\n\
         #ifdef __cplusplus\nextern \"C\"\n#endif\nunsigned long {FUNCTION}(unsigned primitive, volatile void *object, unsigned long bytes, unsigned long \
         operand, unsigned long expected);\n\n{}\n#endif\n",
        definitions.collect::<String>()
    )
}

/// Whether a program calls primitives of the kernel.
pub fn is_called(program: &ir::Program) -> bool {
    program.function(FUNCTION).is_some()
}

/// The language of the kernel's litmus tests.
pub(crate) fn language(looks_at_locks: bool) -> &'static isa::KernelC {
    static LANGUAGES: LazyLock<[isa::KernelC; 2]> =
        LazyLock::new(|| [false, true].map(|looks| isa::KernelC::new(sim::kernel_macros(), looks)));
    &LANGUAGES[usize::from(looks_at_locks)]
}

/// Whether a program looks at locks otherwise than by taking them.
pub(crate) fn looks_at_locks(program: &ir::Program) -> bool {
    let looks = ["spin_trylock", "spin_is_locked"].map(number_of);
    let Some(function) = program.function(FUNCTION) else { return false };
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.operation {
        ir::Operation::Call { callee: ir::Callee::Function(called), arguments } if *called == function => {
            // A number that is computed may be any.
            let known = arguments.first().and_then(|argument| match argument {
                ir::Operand::Integer(number) => Some(*number as usize),
                ir::Operand::Zero => Some(0),
                _ => None,
            });
            known.is_none() || looks.contains(&known)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Rows;

    #[test]
    fn every_primitive_is_a_row_and_a_macro() {
        let header = header();
        let mut rows = Rows::of_the_kernel();
        for (number, primitive) in primitives().iter().enumerate() {
            let name = primitive.name;
            for (formal, argument) in &primitive.arguments {
                let is_known =
                    matches!(*formal, "PLACE" | "P" | "L" | "S" | "OLD" | "EXCEPT" | "VALUE" | "NEW" | "INDEX");
                assert!(is_known, "{name}: {formal} is {argument:?}");
            }
            let row = rows.primitive(number, 32).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(row.object.is_some(), primitive.object().is_some(), "{name}");
            assert_eq!(row.result.is_some(), primitive.gives_value, "{name}");
            // Those that have names of C11's are not C11's.
            let is_of_c11 = tags(&row.program).any(|tag| matches!(tag, "SC" | "ACQ" | "REL" | "RLX"));
            assert!(!is_of_c11, "{name}");
            assert!(header.contains(&format!("#define {name}(")), "{name}");
        }
    }

    /// The tags of all accesses and fences of a program.
    fn tags(program: &Program) -> impl Iterator<Item = &'static str> {
        let mut all = program::TagSet::NONE;
        fn collect(block: &Block, all: &mut program::TagSet) {
            for op in block {
                match op {
                    MicroOp::Load { tags, .. }
                    | MicroOp::Store { tags, .. }
                    | MicroOp::ReadModifyWrite { tags, .. }
                    | MicroOp::Synchronize { tags, .. }
                    | MicroOp::Fence { tags } => *all = all.with(*tags),
                    MicroOp::If { then, otherwise, .. } => {
                        collect(then, all);
                        collect(otherwise, all);
                    }
                    _ => {}
                }
            }
        }
        let instructions = program.threads.iter().flat_map(|thread| &thread.instructions);
        instructions.for_each(|instruction| collect(&instruction.block, &mut all));
        let litmus::TagNames::Fixed(names) = litmus::Language::tags(language(true)) else { panic!("fixed tags") };
        names.iter().enumerate().filter(move |(bit, _)| all.contains(*bit as u32)).map(|(_, name)| *name)
    }

    #[test]
    fn kinds_are_those_of_the_accesses() {
        let mut rows = Rows::of_the_kernel();
        let mut of = |name: &str| kind(&rows.primitive(number_of(name).unwrap(), 32).unwrap().program);
        assert_eq!(of("READ_ONCE"), Kind::Load);
        assert_eq!(of("smp_store_mb"), Kind::Store);
        assert_eq!(of("rcu_read_lock"), Kind::Fence);
        assert_eq!(of("synchronize_srcu"), Kind::Update);
        assert_eq!(of("spin_lock"), Kind::Update);
        assert_eq!(of("atomic_inc"), Kind::Update);
        assert_eq!(of("srcu_read_lock"), Kind::Load);
    }

    #[test]
    fn what_the_thread_library_is_made_of_is_there() {
        let mut rows = Rows::of_the_kernel();
        for of in arch::Synchronisation::ALL {
            let (operation, order) = of.operation();
            let wanted = crate::rows::Wanted { operation, order: Some(order), failure: None, size: 32 };
            rows.row(wanted).unwrap_or_else(|error| panic!("{of:?}: {error}"));
        }
    }
}
