//! Functions of the C library that read and write the program's memory: strings, blocks, and what `printf` and its like are given.
//!
//! They are accesses of the calling thread. Called by libraries they count as well: what a library does to a string that two threads share is a race
//! of the program. Blocks (`memcpy` and its like) are in [`memory`](super::memory).
#![allow(unsafe_code)]

use libc::{c_char, c_int, c_void, size_t};

use super::entry;
use super::plain::access;
use super::printf::{VaList, arguments};
use crate::sys::next::real;

type Text = *const c_char;
type TextOut = *mut c_char;
type File = *mut c_void;

fn read(address: *const c_void, size: usize, pc: usize) {
    if size > 0 {
        access(address.addr(), size, false, pc);
    }
}

fn written(address: *const c_void, size: usize, pc: usize) {
    if size > 0 {
        access(address.addr(), size, true, pc);
    }
}

// SAFETY (for the blocks below): the real functions get what the program gave, with its promises.

/// The length of a string, not looking further than `most` bytes.
unsafe fn length(text: Text, most: usize) -> usize {
    unsafe { real!(fn strnlen(Text, size_t) -> size_t)(text, most) }
}

/// A string is read to its end, or up to `most` bytes.
unsafe fn read_text(text: Text, most: usize, pc: usize) -> usize {
    let length = unsafe { length(text, most) };
    read(text.cast(), length.saturating_add(1).min(most), pc);
    length
}

entry! { rsi:
    strlen(Text) -> size_t => text_length;
    strdup(Text) -> TextOut => duplicate;
    puts(Text) -> c_int => put_line;
    __wrap_strlen(Text) -> size_t => text_length;
    __wrap_strdup(Text) -> TextOut => duplicate;
}

entry! { rdx:
    strnlen(Text, size_t) -> size_t => limited_length;
    strcpy(TextOut, Text) -> TextOut => copy;
    stpcpy(TextOut, Text) -> TextOut => copy_to_end;
    strcat(TextOut, Text) -> TextOut => append;
    strcmp(Text, Text) -> c_int => compare;
    strcasecmp(Text, Text) -> c_int => compare_folded;
    strchr(Text, c_int) -> TextOut => find;
    strrchr(Text, c_int) -> TextOut => find_last;
    strstr(Text, Text) -> TextOut => find_text;
    strndup(Text, size_t) -> TextOut => duplicate_limited;
    fputs(Text, File) -> c_int => put;
    vprintf(Text, *mut VaList) -> c_int => print;
}

entry! { rcx:
    strncpy(TextOut, Text, size_t) -> TextOut => copy_limited;
    strncat(TextOut, Text, size_t) -> TextOut => append_limited;
    strncmp(Text, Text, size_t) -> c_int => compare_limited;
    strncasecmp(Text, Text, size_t) -> c_int => compare_folded_limited;
    fgets(TextOut, c_int, File) -> TextOut => get_line;
    vfprintf(File, Text, *mut VaList) -> c_int => print_to_file;
    vsprintf(TextOut, Text, *mut VaList) -> c_int => print_to_text;
    vdprintf(c_int, Text, *mut VaList) -> c_int => print_to_descriptor;
    __wrap_memcmp(*const c_void, *const c_void, size_t) -> c_int => compare_blocks;
    __wrap_bcmp(*const c_void, *const c_void, size_t) -> c_int => compare_blocks;
    __wrap_memchr(*const c_void, c_int, size_t) -> *mut c_void => find_byte;
}

entry! { r8:
    fwrite(*const c_void, size_t, size_t, File) -> size_t => write_blocks;
    fread(*mut c_void, size_t, size_t, File) -> size_t => read_blocks;
    vsnprintf(TextOut, size_t, Text, *mut VaList) -> c_int => print_to_limited_text;
}

extern "C-unwind" fn text_length(text: Text, pc: usize) -> size_t {
    unsafe {
        let length = real!(fn strlen(Text) -> size_t)(text);
        read(text.cast(), length + 1, pc);
        length
    }
}

extern "C-unwind" fn limited_length(text: Text, most: size_t, pc: usize) -> size_t {
    unsafe { read_text(text, most, pc) }
}

extern "C-unwind" fn duplicate(text: Text, pc: usize) -> TextOut {
    unsafe {
        read_text(text, usize::MAX, pc);
        real!(fn strdup(Text) -> TextOut)(text)
    }
}

extern "C-unwind" fn duplicate_limited(text: Text, most: size_t, pc: usize) -> TextOut {
    unsafe {
        read_text(text, most, pc);
        real!(fn strndup(Text, size_t) -> TextOut)(text, most)
    }
}

extern "C-unwind" fn put_line(text: Text, pc: usize) -> c_int {
    unsafe {
        read_text(text, usize::MAX, pc);
        real!(fn puts(Text) -> c_int)(text)
    }
}

extern "C-unwind" fn put(text: Text, file: File, pc: usize) -> c_int {
    unsafe {
        read_text(text, usize::MAX, pc);
        real!(fn fputs(Text, File) -> c_int)(text, file)
    }
}

extern "C-unwind" fn copy(to: TextOut, from: Text, pc: usize) -> TextOut {
    unsafe {
        let length = read_text(from, usize::MAX, pc);
        written(to.cast(), length + 1, pc);
        real!(fn strcpy(TextOut, Text) -> TextOut)(to, from)
    }
}

extern "C-unwind" fn copy_to_end(to: TextOut, from: Text, pc: usize) -> TextOut {
    unsafe {
        let length = read_text(from, usize::MAX, pc);
        written(to.cast(), length + 1, pc);
        real!(fn stpcpy(TextOut, Text) -> TextOut)(to, from)
    }
}

extern "C-unwind" fn copy_limited(to: TextOut, from: Text, size: size_t, pc: usize) -> TextOut {
    unsafe {
        read_text(from, size, pc);
        written(to.cast(), size, pc);
        real!(fn strncpy(TextOut, Text, size_t) -> TextOut)(to, from, size)
    }
}

extern "C-unwind" fn append(to: TextOut, from: Text, pc: usize) -> TextOut {
    append_limited(to, from, usize::MAX, pc)
}

extern "C-unwind" fn append_limited(to: TextOut, from: Text, most: size_t, pc: usize) -> TextOut {
    unsafe {
        let taken = read_text(from, most, pc);
        let before = read_text(to, usize::MAX, pc);
        written(to.wrapping_add(before).cast(), taken + 1, pc);
        real!(fn strncat(TextOut, Text, size_t) -> TextOut)(to, from, most)
    }
}

/// What a comparison has looked at: up to the first difference or the end. `fold` makes bytes equal that count as equal.
unsafe fn compared(one: Text, other: Text, most: usize, fold: fn(u8) -> u8, pc: usize) {
    let mut size = 0;
    while size < most {
        let [a, b] = unsafe { [one, other].map(|text| fold(text.add(size).read() as u8)) };
        size += 1;
        if a != b || a == 0 {
            break;
        }
    }
    read(one.cast(), size, pc);
    read(other.cast(), size, pc);
}

fn same(byte: u8) -> u8 {
    byte
}

fn folded(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

extern "C-unwind" fn compare(one: Text, other: Text, pc: usize) -> c_int {
    unsafe {
        compared(one, other, usize::MAX, same, pc);
        real!(fn strcmp(Text, Text) -> c_int)(one, other)
    }
}

extern "C-unwind" fn compare_limited(one: Text, other: Text, most: size_t, pc: usize) -> c_int {
    unsafe {
        compared(one, other, most, same, pc);
        real!(fn strncmp(Text, Text, size_t) -> c_int)(one, other, most)
    }
}

extern "C-unwind" fn compare_folded(one: Text, other: Text, pc: usize) -> c_int {
    unsafe {
        compared(one, other, usize::MAX, folded, pc);
        real!(fn strcasecmp(Text, Text) -> c_int)(one, other)
    }
}

extern "C-unwind" fn compare_folded_limited(one: Text, other: Text, most: size_t, pc: usize) -> c_int {
    unsafe {
        compared(one, other, most, folded, pc);
        real!(fn strncasecmp(Text, Text, size_t) -> c_int)(one, other, most)
    }
}

extern "C-unwind" fn find(text: Text, byte: c_int, pc: usize) -> TextOut {
    unsafe {
        let found = real!(fn strchr(Text, c_int) -> TextOut)(text, byte);
        if found.is_null() {
            read_text(text, usize::MAX, pc);
        } else {
            read(text.cast(), found.addr() - text.addr() + 1, pc);
        }
        found
    }
}

extern "C-unwind" fn find_last(text: Text, byte: c_int, pc: usize) -> TextOut {
    unsafe {
        read_text(text, usize::MAX, pc);
        real!(fn strrchr(Text, c_int) -> TextOut)(text, byte)
    }
}

extern "C-unwind" fn find_text(text: Text, wanted: Text, pc: usize) -> TextOut {
    unsafe {
        read_text(text, usize::MAX, pc);
        read_text(wanted, usize::MAX, pc);
        real!(fn strstr(Text, Text) -> TextOut)(text, wanted)
    }
}

extern "C-unwind" fn compare_blocks(one: *const c_void, other: *const c_void, size: size_t, pc: usize) -> c_int {
    read(one, size, pc);
    read(other, size, pc);
    unsafe { libc::memcmp(one, other, size) }
}

extern "C-unwind" fn find_byte(block: *const c_void, byte: c_int, size: size_t, pc: usize) -> *mut c_void {
    let found = unsafe { libc::memchr(block, byte, size) };
    read(block, if found.is_null() { size } else { found.addr() - block.addr() + 1 }, pc);
    found
}

extern "C-unwind" fn get_line(to: TextOut, size: c_int, file: File, pc: usize) -> TextOut {
    unsafe {
        let line = real!(fn fgets(TextOut, c_int, File) -> TextOut)(to, size, file);
        if !line.is_null() {
            written(to.cast(), length(line, size.max(0) as usize) + 1, pc);
        }
        line
    }
}

extern "C-unwind" fn write_blocks(from: *const c_void, size: size_t, count: size_t, file: File, pc: usize) -> size_t {
    read(from, size.saturating_mul(count), pc);
    unsafe { real!(fn fwrite(*const c_void, size_t, size_t, File) -> size_t)(from, size, count, file) }
}

extern "C-unwind" fn read_blocks(to: *mut c_void, size: size_t, count: size_t, file: File, pc: usize) -> size_t {
    let done = unsafe { real!(fn fread(*mut c_void, size_t, size_t, File) -> size_t)(to, size, count, file) };
    written(to, size.saturating_mul(done), pc);
    done
}

/// The arguments of a format are read and written as it says.
unsafe fn formatted(format: Text, list: *mut VaList, pc: usize) {
    let length = unsafe { read_text(format, usize::MAX, pc) };
    let format = unsafe { std::slice::from_raw_parts(format.cast(), length) };
    for argument in unsafe { arguments(format, list) } {
        match argument.written {
            0 => drop(unsafe { read_text(argument.address as Text, argument.most, pc) }),
            size => written(argument.address as *const c_void, size, pc),
        }
    }
}

extern "C-unwind" fn print(format: Text, list: *mut VaList, pc: usize) -> c_int {
    unsafe {
        formatted(format, list, pc);
        real!(fn vprintf(Text, *mut VaList) -> c_int)(format, list)
    }
}

extern "C-unwind" fn print_to_file(file: File, format: Text, list: *mut VaList, pc: usize) -> c_int {
    unsafe {
        formatted(format, list, pc);
        real!(fn vfprintf(File, Text, *mut VaList) -> c_int)(file, format, list)
    }
}

extern "C-unwind" fn print_to_descriptor(descriptor: c_int, format: Text, list: *mut VaList, pc: usize) -> c_int {
    unsafe {
        formatted(format, list, pc);
        real!(fn vdprintf(c_int, Text, *mut VaList) -> c_int)(descriptor, format, list)
    }
}

extern "C-unwind" fn print_to_text(to: TextOut, format: Text, list: *mut VaList, pc: usize) -> c_int {
    unsafe {
        formatted(format, list, pc);
        let count = real!(fn vsprintf(TextOut, Text, *mut VaList) -> c_int)(to, format, list);
        written(to.cast(), count.max(0) as usize + 1, pc);
        count
    }
}

extern "C-unwind" fn print_to_limited_text(
    to: TextOut,
    size: size_t,
    format: Text,
    list: *mut VaList,
    pc: usize,
) -> c_int {
    unsafe {
        formatted(format, list, pc);
        let count = real!(fn vsnprintf(TextOut, size_t, Text, *mut VaList) -> c_int)(to, size, format, list);
        written(to.cast(), (count.max(0) as usize + 1).min(size), pc);
        count
    }
}

// With `-D_FORTIFY_SOURCE`: a flag more, and the room of the destination. What these check the compiler's own functions check as well.

extern "C-unwind" fn checked_print(_flag: c_int, format: Text, list: *mut VaList, pc: usize) -> c_int {
    print(format, list, pc)
}

extern "C-unwind" fn checked_print_to_file(
    file: File,
    _flag: c_int,
    format: Text,
    list: *mut VaList,
    pc: usize,
) -> c_int {
    print_to_file(file, format, list, pc)
}

/// Exports a function with a variable number of arguments that calls `$target` with the named ones, the list of the others and the return address.
///
/// It lays down the registers in which arguments come, as `va_start` does (System V ABI for x86-64, 3.5.7).
macro_rules! variadic {
    ($($name:ident($($type:ty),*) in $named:literal: $list:literal, $pc:literal => $target:path;)*) => {$(
        // SAFETY: the name is that of the C library's function, which is called with this convention.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[unsafe(naked)]
        extern "C-unwind" fn $name($(_: $type),*) -> c_int {
            std::arch::naked_asm!(
                "sub rsp, 216",
                "mov [rsp + 32], rdi",
                "mov [rsp + 40], rsi",
                "mov [rsp + 48], rdx",
                "mov [rsp + 56], rcx",
                "mov [rsp + 64], r8",
                "mov [rsp + 72], r9",
                "test al, al",
                "jz 2f",
                "movaps [rsp + 80], xmm0",
                "movaps [rsp + 96], xmm1",
                "movaps [rsp + 112], xmm2",
                "movaps [rsp + 128], xmm3",
                "movaps [rsp + 144], xmm4",
                "movaps [rsp + 160], xmm5",
                "movaps [rsp + 176], xmm6",
                "movaps [rsp + 192], xmm7",
                "2:",
                concat!("mov dword ptr [rsp], 8 * ", $named),
                "mov dword ptr [rsp + 4], 48",
                "lea rax, [rsp + 224]",
                "mov [rsp + 8], rax",
                "lea rax, [rsp + 32]",
                "mov [rsp + 16], rax",
                concat!("mov ", $list, ", rsp"),
                concat!("mov ", $pc, ", [rsp + 216]"),
                "call {target}",
                "add rsp, 216",
                "ret",
                target = sym $target,
            )
        }
    )*};
}

variadic! {
    printf(Text) in 1: "rsi", "rdx" => print;
    fprintf(File, Text) in 2: "rdx", "rcx" => print_to_file;
    sprintf(TextOut, Text) in 2: "rdx", "rcx" => print_to_text;
    dprintf(c_int, Text) in 2: "rdx", "rcx" => print_to_descriptor;
    snprintf(TextOut, size_t, Text) in 3: "rcx", "r8" => print_to_limited_text;
    __printf_chk(c_int, Text) in 2: "rdx", "rcx" => checked_print;
    __fprintf_chk(File, c_int, Text) in 3: "rcx", "r8" => checked_print_to_file;
}
