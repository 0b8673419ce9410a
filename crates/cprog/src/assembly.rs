//! What inline assembly does to memory, as far as it is recognised.
//!
//! Recognised are the barriers and hints of the architectures ([`arch`]), of whatever architecture the program is for, and x86's locked instructions: one instruction each statement of the template.
//! Everything else that says it touches memory (a `memory` clobber, or an indirect operand) is unknown.

use arch::{Barrier, Model};

use crate::ir::Assembly;

/// The effect of one piece of assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing that others see: no instruction, or only registers. With a `memory` clobber it is a compiler fence.
    None,
    /// Barriers, one after the other; none where all that is there are hints.
    Barriers(Vec<Barrier>),
    /// Unknown accesses to memory.
    Unknown,
}

/// The statements of a template. A `lock` prefix may be divided from its instruction (`lock; addl $0,(%rsp)`) and is one statement with it.
fn statements(text: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    let mut prefixed = false;
    for statement in text.split(['\n', ';']).map(str::trim).filter(|statement| !statement.is_empty()) {
        // What the prefix makes atomic is part of the locked instruction, which counts as a whole.
        if !std::mem::replace(&mut prefixed, statement.eq_ignore_ascii_case("lock")) {
            statements.push(statement);
        }
    }
    statements
}

impl Assembly {
    /// Its template, with its line ends and tabs.
    fn text(&self) -> String {
        self.template.replace("\\0A", "\n").replace("\\09", " ")
    }

    /// Whether it says that it accesses memory beside its operands.
    fn clobbers_memory(&self) -> bool {
        self.constraints.split(',').any(|one| one == "~{memory}")
    }
}

/// What `assembly` does under a model, or, without one, whatever the model. One statement that is not a barrier makes all of it unknown, if it touches memory.
pub fn effect(assembly: &Assembly, model: Option<Model>) -> Effect {
    let text = assembly.text();
    let statements = statements(&text);
    let touches_memory = assembly.clobbers_memory() || assembly.constraints.contains('*');
    if statements.is_empty() {
        return Effect::None;
    }
    let barrier = |statement: &&str| match model {
        Some(model) => model.barrier(statement),
        None => arch::barrier_of_any(statement),
    };
    let barriers: Option<Vec<Barrier>> = statements.iter().map(barrier).collect();
    match barriers {
        // A locked instruction also reads and writes what its operand is; without operands it works on the stack.
        Some(barriers) if !assembly.constraints.contains('*') => {
            Effect::Barriers(barriers.into_iter().filter(|barrier| !barrier.is_nothing()).collect())
        }
        _ if touches_memory => Effect::Unknown,
        _ => Effect::None,
    }
}

/// Whether one of its statements is a barrier that keeps reads of one location in order, under a model that lets these swap. (Such a barrier orders no other accesses, so that [`effect`] has nothing for it.)
pub fn orders_reads(assembly: &Assembly, model: Model) -> bool {
    let is_such = |statement: &&str| model.architecture().is_some_and(|own| own.orders_reads(statement));
    model.local.reads_ordered_by.is_some() && statements(&assembly.text()).iter().any(is_such)
}

/// The arguments whose memory a piece of assembly accesses, by their positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// What these point to is read.
    pub reads: Vec<usize>,
    /// What these point to is written.
    pub writes: Vec<usize>,
}

/// The memory that a piece of assembly accesses; none when that may be any. By gcc's manual ("Extended Asm"), that is its operands in memory, as long as it has no clobber `memory`. Programs
/// keep to that when they write, but there are some that read what an operand in a register points to (`crc32b (%1), %0`): such reads are taken in. No further pointers are followed.
///
/// Nothing is counted of fences, and of assembly without instructions.
pub fn footprint(assembly: &Assembly) -> Option<Footprint> {
    let accesses_nothing = match effect(assembly, None) {
        Effect::Barriers(_) => true,
        Effect::None | Effect::Unknown => statements(&assembly.text()).is_empty(),
    };
    if accesses_nothing {
        return Some(Footprint::default());
    }
    if assembly.clobbers_memory() {
        return None;
    }
    // What is put out in registers is no argument, nor is what is clobbered, and the labels of `asm goto`.
    let is_argument = |one: &&str| !(one.starts_with(['~', '!']) || one.starts_with('=') && !one.contains('*'));
    let mut footprint = Footprint::default();
    for (argument, constraint) in assembly.constraints.split(',').filter(is_argument).enumerate() {
        if constraint.starts_with('=') {
            footprint.writes.push(argument);
        } else {
            footprint.reads.push(argument);
        }
    }
    Some(footprint)
}

/// Whether `assembly` gives back the value that it is given: no text, one output, and the same register for one input. It is written so that compilers know nothing of the result.
pub fn is_identity(assembly: &Assembly) -> bool {
    let mut constraints = assembly.constraints.split(',').filter(|one| !one.starts_with("~{"));
    let (output, input) = (constraints.next().unwrap_or_default(), constraints.next());
    let is_output = output.strip_prefix('=').is_some_and(|rest| !rest.contains('*'));
    assembly.template.trim().is_empty() && is_output && input == Some("0") && constraints.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(template: &str, constraints: &str) -> Effect {
        effect(&Assembly { template: template.to_owned(), constraints: constraints.to_owned() }, None)
    }

    #[test]
    fn a_value_passes_through_an_empty_text() {
        let is_identity = |template: &str, constraints: &str| {
            super::is_identity(&Assembly { template: template.to_owned(), constraints: constraints.to_owned() })
        };
        assert!(is_identity("", "=r,0,~{dirflag},~{fpsr},~{flags}"));
        assert!(is_identity(" ", "=&r,0,~{memory}"));
        assert!(!is_identity("nop", "=r,0"));
        assert!(!is_identity("", "=r,r"));
        assert!(!is_identity("", "=r,0,r"));
        assert!(!is_identity("", "=*m,0"));
        assert!(!is_identity("", "~{memory}"));
    }

    #[test]
    fn only_what_a_memory_clobber_stands_for_is_any_memory() {
        let footprint = |template: &str, constraints: &str| {
            super::footprint(&Assembly { template: template.to_owned(), constraints: constraints.to_owned() })
        };
        let of = |reads: &[usize], writes: &[usize]| Some(Footprint { reads: reads.to_vec(), writes: writes.to_vec() });
        // A pointer in a register, and a sum that goes in and comes out.
        assert_eq!(footprint("crc32b\\09($1), $0", "=r,r,0,~{dirflag},~{fpsr},~{flags}"), of(&[0, 1], &[]));
        // `"=r"(old), "+m"(*counter)`.
        assert_eq!(footprint("xaddl $0, $1", "=r,=*m,0,*m,~{flags}"), of(&[1, 2], &[0]));
        assert_eq!(footprint("rep movsb", "r,r,r,~{memory}"), None);
        assert_eq!(footprint("", "r,~{memory}"), of(&[], &[]));
        assert_eq!(footprint("mfence", "~{memory}"), of(&[], &[]));
    }

    #[test]
    fn a_lock_prefix_belongs_to_its_instruction() {
        let full = Effect::Barriers(vec![Barrier::FULL]);
        assert_eq!(of("lock; addl $$0,0(%rsp)", "~{memory},~{cc}"), full);
        assert_eq!(of("lock\\0A\\09orl $$0,(%rsp)", "~{memory}"), full);
        assert_eq!(of("lock addl $$0,(%rsp)", "~{memory}"), full);
        // The next instruction is one of its own.
        assert_eq!(of("lock; addl $$0,0(%rsp); movl %eax,(%rdi)", "~{memory}"), Effect::Unknown);
        // Without an operand that is memory of the program, only the fence counts; with one, it is an access, too.
        assert_eq!(of("lock; incl $0", "=*m,~{memory}"), Effect::Unknown);
    }
    /// `dsb ishld` was a full fence once, as its option was not looked at.
    #[test]
    fn a_barrier_orders_what_its_operands_say() {
        use arch::Pairs;
        let barriers = |pairs: &[Pairs]| Effect::Barriers(pairs.iter().map(|pairs| Barrier::of(*pairs)).collect());
        assert_eq!(of("dsb ishld", "~{memory}"), barriers(&[Pairs::READ_ANY]));
        assert_eq!(of("dsb\\09ishst", "~{memory}"), barriers(&[Pairs::WRITE_WRITE]), "that of version 7 is weaker");
        assert_eq!(of("fence rw, w", "~{memory}"), barriers(&[Pairs::ANY_WRITE]));
        assert_eq!(of("dmb ishld; dmb ishst", "~{memory}"), barriers(&[Pairs::READ_ANY, Pairs::WRITE_WRITE]));
        assert_eq!(of("dsb foo", "~{memory}"), Effect::Unknown);
        assert_eq!(of("rep; nop", "~{memory}"), barriers(&[]));
        let assembly = Assembly { template: "dsb ishst".to_owned(), constraints: "~{memory}".to_owned() };
        assert_eq!(effect(&assembly, Some(Model::ARMV8)), barriers(&[Pairs::WRITE_ANY]));
    }
}
