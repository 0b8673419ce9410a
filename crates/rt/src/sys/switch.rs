//! From one stack to another.
#![allow(unsafe_code)]

use std::arch::{asm, naked_asm};

/// Saves what a function must preserve on the stack and the stack pointer at `save`; goes on from the saved stack `to`, with
/// the thread pointer `fs` unless that is 0.
///
/// The control words of the floating point units are mostly the same on both sides, and slow to load: they are loaded where they differ.
///
/// # Safety
/// `to` was saved by this function or by [`lend`], and is not used again before it is saved anew. `fs` is the thread pointer
/// of the thread whose stack that is.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn switch(save: *mut usize, to: usize, fs: usize) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov eax, [rsp]",
        "movzx ecx, word ptr [rsp + 4]",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "test rdx, rdx",
        "jz 2f",
        "wrfsbase rdx",
        "2:",
        "cmp eax, [rsp]",
        "je 2f",
        "ldmxcsr [rsp]",
        "2:",
        "cmp cx, [rsp + 4]",
        "je 2f",
        "fldcw [rsp + 4]",
        "2:",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Saves the context at `save` as [`switch`] does, and calls `f(argument)` on the fresh stack that ends at `top`.
///
/// # Safety
/// `top` is the end of unused memory and a multiple of 16; `f` never returns.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn lend(
    save: *mut usize,
    top: usize,
    f: extern "C" fn(*mut libc::c_void) -> !,
    argument: *mut libc::c_void,
) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "mov rdi, rcx",
        "xor ebp, ebp",
        "call rdx",
        "ud2",
    )
}

/// What goes on from the saved stack `to` begins with the floating-point settings that are in force now, as a new thread does.
///
/// # Safety
/// `to` was saved by [`switch`] or [`lend`], and no thread goes on from it meanwhile.
pub(super) unsafe fn inherit_floating_point(to: usize) {
    // SAFETY: the settings are the first thing on a saved stack.
    unsafe { asm!("stmxcsr [{0}]", "fnstcw [{0} + 4]", in(reg) to, options(nostack, preserves_flags)) };
}

/// The thread pointer: it identifies the thread, and whose thread-local storage the running code sees.
#[inline(always)]
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: on x86-64 the first word of the thread control block is its own address (System V ABI, thread-local storage).
    unsafe { asm!("mov {}, fs:[0]", out(reg) pointer, options(nostack, readonly, preserves_flags)) };
    pointer
}

/// Whether user code may set the thread pointer (`wrfsbase`).
pub(super) fn can_set_thread_pointer() -> bool {
    const HWCAP2_FSGSBASE: libc::c_ulong = 1 << 1;
    // SAFETY: only looks at the process's auxiliary vector.
    unsafe { libc::getauxval(libc::AT_HWCAP2) & HWCAP2_FSGSBASE != 0 }
}
