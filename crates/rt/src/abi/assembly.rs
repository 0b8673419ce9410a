//! Accesses and barriers of inline assembly.
//!
//! The compiler instruments none of that. `lakmus cc` puts calls around such an instruction where it assembles (`tester/src/build/assembly`): one before, behind which a record stands that says what the
//! instruction does, and one behind. They preserve all registers. Between the two the instruction runs as it is: what it is to read is put into memory before, and what it has stored is looked up
//! there behind, so that nothing here has to know what it computes.
//!
//! What x86 promises is what counts (Intel SDM volume 3, 9.2): a load of an instruction acquires, a store releases, and a locked instruction is a sequentially consistent read-modify-write between two
//! sequentially consistent fences. A compare-exchange that fails writes what it has read. An instruction that reads and writes without a lock is a load and, as another step, a store.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::hash::Hasher;
use std::sync::atomic::{AtomicUsize, Ordering};

use c11::{AccessSite, Atomic, Order, PendingOperation};
use rustc_hash::FxHasher;
use wire::{AssemblyRecord, AssemblyStep};

use super::atomics::{end, enter_live, live, perform_fence};
use crate::live::Live;
use crate::stacks::Frame;
use crate::sys::cell::{Entered, enter};
use crate::sys::memory::{peek, poke};
use crate::thread::AssemblyAccess;
use crate::threads::step;

/// How many bytes the processor needs for the registers that are not general ones; 0 until the runtime is at work.
static AREA: AtomicUsize = AtomicUsize::new(0);
/// Whether it has an instruction that saves those registers whatever they are: else there are none but those of SSE.
static HAS_XSAVE: AtomicUsize = AtomicUsize::new(0);

/// The registers that are saved: those of the floating-point unit, SSE, AVX and AVX-512.
const SAVED: u32 = 0xe7;
/// What `fxsave` takes, and the head of what `xsave` takes.
const LEGACY: usize = 512;

/// Finds out what registers there are.
pub(super) fn prepare() {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    const OSXSAVE: u32 = 1 << 27;
    let has_xsave = __cpuid(1).ecx & OSXSAVE != 0;
    let mut area = LEGACY + 64;
    if has_xsave {
        for component in (2..8).filter(|component| SAVED >> component & 1 == 1) {
            let found = __cpuid_count(0xd, component);
            area = area.max((found.eax + found.ebx) as usize);
        }
    }
    HAS_XSAVE.store(usize::from(has_xsave), Ordering::Relaxed);
    AREA.store(area.next_multiple_of(64), Ordering::Relaxed);
}

/// What the functions below are given: the registers of the program, in the order of their numbers, the flags, and where the call returns to.
#[repr(C)]
struct Registers {
    general: [usize; 16],
    flags: usize,
    pc: usize,
}

const STACK_POINTER: usize = 4;

impl Registers {
    fn get(&self, number: u8) -> usize {
        match usize::from(number) {
            // Behind what the call has put on the stack.
            STACK_POINTER => std::ptr::from_ref(self).addr() + size_of::<Registers>(),
            number => self.general.get(number).copied().unwrap_or(0),
        }
    }

    /// Stands for all that the program goes on with.
    fn digest(&self, extended: *const u8) -> u64 {
        let mut hasher = FxHasher::default();
        for (number, value) in self.general.iter().enumerate() {
            hasher.write_usize(if number == STACK_POINTER { 0 } else { *value });
        }
        hasher.write_usize(self.flags);
        for index in 0..AREA.load(Ordering::Relaxed) {
            // SAFETY: so many bytes have been saved there.
            hasher.write_u8(unsafe { extended.add(index).read() });
        }
        hasher.finish()
    }
}

/// Calls `$target` with the addresses of the saved registers, general and other ones, and restores them.
macro_rules! preserving {
    ($($name:ident => $target:path;)*) => {$(
        // SAFETY: the name is one that the code knows which `lakmus cc` puts into programs; it is called with no regard to any convention, and changes no register.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name() {
            std::arch::naked_asm!(
                ".cfi_startproc",
                "pushfq",
                "cld",
                "push r15", "push r14", "push r13", "push r12", "push r11", "push r10", "push r9", "push r8",
                "push rdi", "push rsi", "push rbp", "push rsp", "push rbx", "push rdx", "push rcx", "push rax",
                "mov rbx, rsp",
                ".cfi_def_cfa rbx, 144",
                ".cfi_offset r15, -24", ".cfi_offset r14, -32", ".cfi_offset r13, -40", ".cfi_offset r12, -48",
                ".cfi_offset rbp, -104", ".cfi_offset rbx, -120",
                "mov rcx, [rip + {area}]",
                "test rcx, rcx",
                "jz 4f",
                "sub rsp, rcx",
                "and rsp, -64",
                "cmp qword ptr [rip + {has_xsave}], 0",
                "je 2f",
                "xor eax, eax",
                "mov [rsp + 512], rax", "mov [rsp + 520], rax", "mov [rsp + 528], rax", "mov [rsp + 536], rax",
                "mov [rsp + 544], rax", "mov [rsp + 552], rax", "mov [rsp + 560], rax", "mov [rsp + 568], rax",
                "mov eax, {saved}",
                "xor edx, edx",
                "xsave64 [rsp]",
                "mov rdi, rbx",
                "mov rsi, rsp",
                "call {target}",
                "mov eax, {saved}",
                "xor edx, edx",
                "xrstor64 [rsp]",
                "jmp 4f",
                "2:",
                "fxsave64 [rsp]",
                "mov rdi, rbx",
                "mov rsi, rsp",
                "call {target}",
                "fxrstor64 [rsp]",
                "4:",
                "mov rsp, rbx",
                "pop rax", "pop rcx", "pop rdx", "pop rbx", "pop rbp", "pop rbp", "pop rsi", "pop rdi",
                "pop r8", "pop r9", "pop r10", "pop r11", "pop r12", "pop r13", "pop r14", "pop r15",
                ".cfi_def_cfa rsp, 16",
                "popfq",
                ".cfi_def_cfa_offset 8",
                "ret",
                ".cfi_endproc",
                area = sym AREA,
                has_xsave = sym HAS_XSAVE,
                saved = const SAVED,
                target = sym $target,
            )
        }
    )*};
}

preserving! {
    __lakmus_assembly_before => before;
    __lakmus_assembly_after => after;
}

/// The record behind a call: an instruction that does nothing names its address, relative to its end.
///
/// # Safety
/// The call is one that `lakmus cc` has put there.
unsafe fn record_at(pc: usize) -> &'static AssemblyRecord {
    const LENGTH: usize = 7;
    // SAFETY: the caller's promise: the last four of the seven bytes are the distance to a record, which stays for as long as the code.
    unsafe {
        let distance = std::ptr::with_exposed_provenance::<i32>(pc + LENGTH - 4).read_unaligned();
        &*std::ptr::with_exposed_provenance::<AssemblyRecord>((pc + LENGTH).wrapping_add_signed(distance as isize))
    }
}

/// Where the memory operand lies.
fn address(record: &AssemblyRecord, registers: &Registers) -> usize {
    let register = |number: u8| if number == AssemblyRecord::NONE { 0 } else { registers.get(number) };
    let scaled = register(record.index).wrapping_mul(usize::from(record.scale));
    (record.displacement as usize).wrapping_add(register(record.base)).wrapping_add(scaled)
}

extern "C-unwind" fn before(registers: &Registers, extended: *const u8) {
    let Some(mut entered) = enter_live() else { return };
    // SAFETY: `lakmus cc` has put the call there.
    let record = unsafe { record_at(registers.pc) };
    if entered.runtime().exploring.is_some() {
        entered.runtime().assembly_state = Some(registers.digest(extended));
    }
    let at = Place { address: address(record, registers), size: record.size, pc: registers.pc };
    match AssemblyStep::of(record.step) {
        Some(AssemblyStep::Unseen) | None => report_unseen(&mut entered, record),
        Some(AssemblyStep::FullBarrier) => perform_fence(&mut entered, Order::SeqCst, at.pc),
        Some(AssemblyStep::ReadBarrier) => perform_fence(&mut entered, Order::Acquire, at.pc),
        Some(AssemblyStep::WriteBarrier) => perform_fence(&mut entered, Order::Release, at.pc),
        Some(AssemblyStep::Load) => at.load(&mut entered),
        Some(AssemblyStep::Store) => at.store(&mut entered),
        Some(AssemblyStep::Update) => at.update(&mut entered),
        Some(AssemblyStep::LoadAndStore) => at.load_and_store(&mut entered),
    }
    entered.runtime().assembly_state = None;
}

/// An instruction of which it is not known what it accesses.
fn report_unseen(entered: &mut Entered, record: &AssemblyRecord) {
    let runtime = entered.runtime();
    if runtime.threads.len() < 2 || record.text == 0 {
        return;
    }
    runtime.note_incomplete("assembly accesses memory in ways that are not seen");
    // SAFETY: a text of the program's, with its end.
    let text = unsafe { CStr::from_ptr(std::ptr::with_exposed_provenance::<c_char>(record.text as usize)) };
    runtime.reporter.unseen(&text.to_string_lossy());
}

/// What an instruction accesses.
#[derive(Clone, Copy)]
struct Place {
    address: usize,
    size: u8,
    pc: usize,
}

impl Place {
    /// A step of the running thread, then the access as the model takes it.
    fn begin(self, entered: &mut Entered, operation: PendingOperation, order: Order) -> Atomic {
        let place = entered.runtime().place(Frame::access(self.pc, usize::from(self.size)));
        step(entered, operation, place);
        let memory = peek(self.address, self.size);
        let runtime = entered.runtime();
        runtime.note_atomic(self.address, self.size);
        let (thread, address) = (runtime.me(), self.address as u64);
        Atomic { thread, address, size: self.size, order, place: AccessSite(place.0), memory }
    }

    fn read(self, entered: &mut Entered) -> (Atomic, u128) {
        const ORDER: Order = Order::Acquire;
        let access = self.begin(entered, PendingOperation::Load(self.address as u64, ORDER), ORDER);
        let Live { execution, strategy, .. } = live(entered);
        let value = execution.load(&access, &mut **strategy);
        if entered.runtime().looks_closely {
            entered.runtime().record_atomic(&access, ORDER, Some(value), None, false);
        }
        end(entered, value, false);
        (access, value)
    }

    /// The instruction finds in memory what it is to read, for as long as it takes.
    fn load(self, entered: &mut Entered) {
        let (access, value) = self.read(entered);
        if value != access.memory {
            poke(self.address, self.size, value);
            let Atomic { memory, .. } = access;
            entered.runtime().thread().assembly = Some(Box::new(AssemblyAccess::Load(access, memory)));
        }
    }

    fn store(self, entered: &mut Entered) {
        const ORDER: Order = Order::Release;
        let access = self.begin(entered, PendingOperation::Store(self.address as u64, ORDER), ORDER);
        entered.runtime().thread().assembly = Some(Box::new(AssemblyAccess::Store(access)));
    }

    fn update(self, entered: &mut Entered) {
        const ORDER: Order = Order::SeqCst;
        perform_fence(entered, ORDER, self.pc);
        let access = self.begin(entered, PendingOperation::ReadModifyWrite(self.address as u64, ORDER), ORDER);
        let Live { execution, strategy, .. } = live(entered);
        let begun = execution.begin_update(&access, &mut **strategy);
        poke(self.address, self.size, begun.old());
        entered.runtime().thread().assembly = Some(Box::new(AssemblyAccess::Update(access, begun)));
    }

    /// Other threads may come between the two.
    fn load_and_store(self, entered: &mut Entered) {
        let (_, value) = self.read(entered);
        self.store(entered);
        poke(self.address, self.size, value);
    }
}

extern "C-unwind" fn after(registers: &Registers, extended: *const u8) {
    let Some(mut entered) = enter_live() else { return };
    let Some(access) = entered.runtime().thread().assembly.take() else { return };
    match *access {
        AssemblyAccess::Load(access, memory) => poke(access.address as usize, access.size, memory),
        AssemblyAccess::Store(access) => {
            let stored = peek(access.address as usize, access.size);
            live(&mut entered).execution.store(&access, stored);
            if entered.runtime().looks_closely {
                entered.runtime().record_atomic(&access, access.order, None, Some(stored), false);
            }
            end(&mut entered, stored, access.memory != stored);
        }
        AssemblyAccess::Update(access, begun) => {
            let (old, stored) = (begun.old(), peek(access.address as usize, access.size));
            live(&mut entered).execution.end_update(begun, stored);
            if entered.runtime().looks_closely {
                entered.runtime().record_atomic(&access, access.order, Some(old), Some(stored), false);
            }
            end(&mut entered, old, access.memory != stored);
            if entered.runtime().exploring.is_some() {
                entered.runtime().assembly_state = Some(registers.digest(extended));
            }
            perform_fence(&mut entered, Order::SeqCst, registers.pc);
            entered.runtime().assembly_state = None;
        }
    }
}

/// Called when a file is loaded that has assembly of which nothing is seen: hand-written files, and functions outside of those of the compiler.
// SAFETY: the name is one that the code knows which `lakmus cc` puts into programs.
#[cfg_attr(not(test), unsafe(no_mangle))]
extern "C" fn __lakmus_assembly_unseen(text: *const c_char) {
    // The constructor that sets the runtime up may come later.
    super::tsan::__tsan_init();
    if let Some(mut entered) = enter() {
        // SAFETY: a text of the program's, with its end.
        let text = unsafe { CStr::from_ptr(text) };
        entered.runtime().reporter.unseen(&text.to_string_lossy());
    }
}
