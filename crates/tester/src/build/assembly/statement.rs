//! Statements of x86-64 assembly in AT&T syntax, and what they are to the model.

use arch::{Barrier, Pairs};
use isa::x86::{MemoryAccess, MemoryOperand, memory_access};
use wire::{AssemblyRecord, AssemblyStep};

/// A statement of an assembler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statement {
    /// What stands before it, with the colons.
    pub(super) labels: Vec<String>,
    /// An instruction with its prefixes, or a directive; empty behind the last labels.
    pub(super) text: String,
}

/// Prefixes that may stand as statements of their own.
const PREFIXES: [&str; 12] =
    ["lock", "rep", "repe", "repz", "repne", "repnz", "xacquire", "xrelease", "data16", "addr32", "notrack", "bnd"];

/// The statements of some lines, without comments. A prefix is part of the instruction that it stands before. None where a label stands between the two.
pub(super) fn statements(lines: &[&str]) -> Option<Vec<Statement>> {
    let mut all: Vec<Statement> = Vec::new();
    let mut prefix = String::new();
    for piece in pieces(&lines.join("\n")) {
        let (labels, text) = split_labels(&piece);
        if text.is_empty() && labels.is_empty() {
            continue;
        }
        if !prefix.is_empty() && !labels.is_empty() {
            return None;
        }
        if PREFIXES.contains(&text.to_ascii_lowercase().as_str()) {
            if labels.is_empty() {
                prefix = format!("{prefix}{text} ");
            } else {
                all.push(Statement { labels, text: String::new() });
                prefix = format!("{text} ");
            }
            continue;
        }
        all.push(Statement { labels, text: std::mem::take(&mut prefix) + &text });
    }
    if !prefix.is_empty() {
        all.push(Statement { labels: Vec::new(), text: prefix.trim_end().to_owned() });
    }
    Some(all)
}

/// The text between ends of lines and semicolons, comments left out.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut rest = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(character) = rest.next() {
        match character {
            '"' => is_quoted = !is_quoted,
            '\\' if is_quoted => {
                pieces.last_mut().expect("one at least").push(character);
                pieces.last_mut().expect("one at least").extend(rest.next());
                continue;
            }
            '\n' | ';' if !is_quoted => {
                pieces.push(String::new());
                continue;
            }
            '#' if !is_quoted => {
                while rest.peek().is_some_and(|next| *next != '\n') {
                    rest.next();
                }
                continue;
            }
            '/' if !is_quoted && rest.peek() == Some(&'*') => {
                let mut before = ' ';
                rest.next();
                for next in rest.by_ref() {
                    if (before, next) == ('*', '/') {
                        break;
                    }
                    before = next;
                }
                pieces.last_mut().expect("one at least").push(' ');
                continue;
            }
            _ => {}
        }
        pieces.last_mut().expect("one at least").push(character);
    }
    pieces
}

/// Labels with their colons, and what stands behind them.
fn split_labels(statement: &str) -> (Vec<String>, String) {
    let mut labels = Vec::new();
    let mut rest = statement.trim();
    loop {
        let end = rest.find(|character: char| !(character.is_alphanumeric() || "_.$".contains(character)));
        match end {
            Some(end) if end > 0 && rest[end..].starts_with(':') => {
                labels.push(rest[..=end].to_owned());
                rest = rest[end + 1..].trim_start();
            }
            _ => return (labels, rest.to_owned()),
        }
    }
}

/// A record to be put before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) step: AssemblyStep,
    /// The displacement of its operand, an expression; and size, base, index and scale as in an [`AssemblyRecord`].
    pub(super) operand: (String, [u8; 4]),
}

impl Step {
    pub(super) fn without_operand(step: AssemblyStep) -> Step {
        Step { step, operand: ("0".to_owned(), [0, AssemblyRecord::NONE, AssemblyRecord::NONE, 1]) }
    }

    /// Whether the runtime has to see the memory behind the instruction.
    pub(super) fn is_access(&self) -> bool {
        matches!(
            self.step,
            AssemblyStep::Load | AssemblyStep::Store | AssemblyStep::Update | AssemblyStep::LoadAndStore
        )
    }
}

/// What an instruction is to the model, in the order in which that counts; nothing where it accesses no memory and orders nothing.
pub(super) fn steps(instruction: &str) -> Vec<Step> {
    if arch::x86::is_barrier_on_stack(instruction) {
        return vec![Step::without_operand(AssemblyStep::FullBarrier)];
    }
    let barrier = arch::x86::X86_64.barrier(instruction).and_then(step_of_barrier).map(Step::without_operand);
    let unseen = || Step::without_operand(AssemblyStep::Unseen);
    match memory_access(&symbols_first(instruction)) {
        Ok(Some(access)) => vec![step_of_access(&access).unwrap_or_else(unseen)],
        Ok(None) => barrier.into_iter().collect(),
        Err(_) if may_access_memory(instruction) => barrier.into_iter().chain([unseen()]).collect(),
        Err(_) => barrier.into_iter().collect(),
    }
}

/// gcc writes `8+x(%rip)` for `x+8(%rip)`.
fn symbols_first(instruction: &str) -> String {
    let mut written = String::new();
    let mut rest = instruction;
    while let Some(at) = rest.find('+') {
        let (before, behind) = (&rest[..at], &rest[at + 1..]);
        let digits = before.len() - before.trim_end_matches(|digit: char| digit.is_ascii_digit()).len();
        let (start, number) = before.split_at(before.len() - digits);
        let name =
            behind.find(|other: char| !(other.is_alphanumeric() || "_.$".contains(other))).unwrap_or(behind.len());
        let is_sum = digits > 0
            && start.ends_with([' ', '\t', ','])
            && behind.starts_with(|first: char| !first.is_ascii_digit());
        match is_sum && name > 0 {
            true => written += &format!("{start}{}+{number}", &behind[..name]),
            false => written += &format!("{before}+{}", &behind[..name]),
        }
        rest = &behind[name..];
    }
    written + rest
}

/// A barrier of writes with later reads orders everything on x86, where no other pairs are reordered but by accesses that ask for it.
fn step_of_barrier(barrier: Barrier) -> Option<AssemblyStep> {
    let has = |pairs: Pairs| barrier.pairs.contains(pairs);
    if barrier.is_nothing() {
        None
    } else if has(Pairs::WRITE_READ) {
        Some(AssemblyStep::FullBarrier)
    } else if has(Pairs::READ_ANY) {
        Some(AssemblyStep::ReadBarrier)
    } else {
        Some(AssemblyStep::WriteBarrier)
    }
}

fn step_of_access(access: &MemoryAccess) -> Option<Step> {
    let step = match (access.read, access.written) {
        (Some(read), Some(written)) if read != written => return None,
        (Some(_), Some(_)) if access.is_locked => AssemblyStep::Update,
        (Some(_), Some(_)) => AssemblyStep::LoadAndStore,
        (Some(_), None) => AssemblyStep::Load,
        (None, Some(_)) => AssemblyStep::Store,
        (None, None) => return None,
    };
    let size = u8::try_from(access.read.or(access.written)? / 8).ok().filter(|size| (1..=16).contains(size))?;
    let MemoryOperand { symbol, offset, base, index } = &access.operand;
    // A local label stands for another place where the record is.
    let is_local = symbol.as_ref().is_some_and(|symbol| symbol.starts_with(|first: char| first.is_ascii_digit()));
    let register = |name: Option<&String>| match name {
        Some(name) => register_number(name),
        None => Some(AssemblyRecord::NONE),
    };
    let base = register(base.as_ref())?;
    let scale = index.as_ref().map_or(1, |(_, scale)| *scale);
    let index = register(index.as_ref().map(|(name, _)| name))?;
    let displacement = match symbol {
        Some(symbol) => format!("{symbol}{offset:+}"),
        None => offset.to_string(),
    };
    (!is_local).then_some(Step { step, operand: (displacement, [size, base, index, scale]) })
}

/// The number of a whole register in instructions.
fn register_number(name: &str) -> Option<u8> {
    const NAMES: [&str; 16] =
        ["rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"];
    (0..).zip(NAMES).find(|(_, known)| *known == name).map(|(number, _)| number)
}

/// Instructions that access memory without naming it, where they have no operands: those on strings.
const STRINGS: [&str; 7] = ["movs", "stos", "lods", "cmps", "scas", "ins", "outs"];
/// Instructions that access memory, or do anything, without operands in memory.
const UNNAMED: [&str; 8] = ["xlat", "xlatb", "maskmovq", "maskmovdqu", "vmaskmovdqu", "syscall", "sysenter", "int"];
/// Instructions with operands in memory that access nothing.
const HINTS: [&str; 4] = ["prefetch", "lea", "nop", "clflush"];

/// Whether an instruction that is not known may access memory that other threads see. (Its own stack, by pushing and popping, is not that.)
fn may_access_memory(instruction: &str) -> bool {
    let mut words = instruction.split_whitespace();
    let Some(mnemonic) = words.by_ref().map(str::to_ascii_lowercase).find(|word| !PREFIXES.contains(&word.as_str()))
    else {
        return false;
    };
    let operands: String = words.collect();
    let is_on_strings = || {
        let letter = |kind: &&str| matches!(mnemonic.strip_prefix(*kind), Some("b" | "w" | "l" | "q" | "d"));
        operands.is_empty() && STRINGS.iter().any(letter)
    };
    if UNNAMED.contains(&mnemonic.as_str()) || is_on_strings() {
        return true;
    }
    if HINTS.iter().any(|hint| mnemonic.starts_with(hint)) {
        return false;
    }
    let is_jump = mnemonic.starts_with('j') || mnemonic.starts_with("call") || mnemonic.starts_with("loop");
    let is_in_memory = |operand: &str| {
        let is_named = operand.contains('(') || operand.contains(':');
        is_named || !is_jump && !operand.is_empty() && !operand.starts_with(['%', '$', '*', '{'])
    };
    operands_of(&operands).iter().any(|operand| is_in_memory(operand))
}

/// Operands one by one: the commas between that are in no brackets.
fn operands_of(operands: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_between = |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    };
    operands.split(is_between).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(instruction: &str) -> Vec<AssemblyStep> {
        steps(instruction).iter().map(|step| step.step).collect()
    }

    #[test]
    fn barriers_are_those_of_the_table() {
        assert_eq!(kinds("mfence"), [AssemblyStep::FullBarrier]);
        assert_eq!(kinds("lfence"), [AssemblyStep::ReadBarrier]);
        assert_eq!(kinds("sfence"), [AssemblyStep::WriteBarrier]);
        assert_eq!(kinds("lock addl $0,0(%rsp)"), [AssemblyStep::FullBarrier]);
        assert_eq!(kinds("rep nop"), []);
        assert_eq!(kinds("pause"), []);
        assert_eq!(kinds("cpuid"), []);
    }

    #[test]
    fn accesses_name_their_operands() {
        let [step] = &steps("lock xaddl %eax, x(%rip)")[..] else { panic!("one step") };
        assert_eq!((step.step, &*step.operand.0), (AssemblyStep::Update, "x+0"));
        let [step] = &steps("movq %rax, -8(%rdi,%r9,8)")[..] else { panic!("one step") };
        assert_eq!((step.step, &*step.operand.0, step.operand.1), (AssemblyStep::Store, "-8", [8, 7, 9, 8]));
        let [step] = &steps("lock addb $1, 8+object(%rip)")[..] else { panic!("one step") };
        assert_eq!((step.step, &*step.operand.0), (AssemblyStep::Update, "object+8"));
        let [step] = &steps("movl $3, x+4+8(%rax)")[..] else { panic!("one step") };
        assert_eq!((step.step, &*step.operand.0), (AssemblyStep::Store, "x+12"));
        assert_eq!(kinds("xchgb %al, (%rcx)"), [AssemblyStep::Update]);
        assert_eq!(kinds("incl (%rcx)"), [AssemblyStep::LoadAndStore]);
    }

    #[test]
    fn what_is_not_known_is_unseen_where_it_may_access_memory() {
        for unseen in [
            "rep movsb",
            "stosq",
            "vmovdqu (%rdi), %ymm0",
            "crc32b (%rsi), %eax",
            "movl %fs:16, %eax",
            "syscall",
            "movl (%edi), %eax",
            "addl 1f(%rip), %eax",
            "fldt counter",
            "call *8(%rax)",
            "lock decl %gs:(%rdi)",
        ] {
            assert!(kinds(unseen).contains(&AssemblyStep::Unseen), "{unseen}: {:?}", kinds(unseen));
        }
        assert_eq!(kinds("lock decl %gs:(%rdi)"), [AssemblyStep::FullBarrier, AssemblyStep::Unseen]);
        for nothing in
            ["rdtsc", "call f", "jmp 1b", "pushq %rax", "vpaddd %ymm0, %ymm1, %ymm2", "prefetcht0 (%rdi)", "bswap %eax"]
        {
            assert_eq!(kinds(nothing), [], "{nothing}");
        }
    }

    #[test]
    fn statements_have_no_comments_and_keep_their_prefixes() {
        let lines =
            ["1: lock; addl $1, (%rdi) # one", "\tlock /* two;", "three */", "\tincl x; jne 1b", ".ascii \"a;b#\""];
        let found = statements(&lines).expect("statements");
        let texts: Vec<&str> = found.iter().map(|statement| &*statement.text).collect();
        assert_eq!(texts, ["", "lock addl $1, (%rdi)", "lock incl x", "jne 1b", ".ascii \"a;b#\""]);
        assert_eq!(found[0].labels, ["1:"]);
    }
}
