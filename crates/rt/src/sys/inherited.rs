//! What executions would share although each is a process of its own: shared mappings, files without a name, positions in open files, and what lies in pipes and
//! their like ([`kernel_objects`]).
//!
//! The process that forks the executions has all of that too. It keeps what was there when the first thread was created, and puts it back before each execution:
//! in the same memory and in the same files, so that a mapping and the descriptors of its file still agree. A file with a name that is
//! mapped shared for writing belongs to more than this program; unless it lies in the directory that is given to each execution as it was, the
//! run is refused.
#![allow(unsafe_code)]

mod kernel_objects;

use kernel_objects::KernelObjects;

use super::memory::PAGE;
use super::process::read_file;
use super::syscall::raw;

/// A piece of a file or of memory that is not all zero.
type Extent = (usize, Vec<u8>);

/// Shared memory that has no file, or one that nothing but the mapping leads to.
struct Region {
    start: usize,
    size: usize,
    protection: i32,
    extents: Vec<Extent>,
}

/// A file that has no name.
struct Contents {
    /// A descriptor of ours.
    descriptor: i32,
    size: usize,
    extents: Vec<Extent>,
}

/// All of it, as it was.
pub(crate) struct Inherited {
    regions: Vec<Region>,
    contents: Vec<Contents>,
    /// Descriptors of regular files and their positions.
    positions: Vec<(i32, i64)>,
    objects: KernelObjects,
    /// What executions change for each other all the same, in words: memory of devices that are mapped shared, for it is not known to be memory.
    pub(crate) unmodelled: Vec<String>,
}

/// A line of `/proc/self/maps` for a shared mapping.
struct Mapping {
    start: usize,
    size: usize,
    protection: i32,
    file: File,
    path: String,
}

/// The device and the number of a file.
type File = (u64, u64);

impl Mapping {
    fn parse(line: &str) -> Option<Mapping> {
        let mut words = line.splitn(6, ' ');
        let (start, end) = words.next()?.split_once('-')?;
        let rights = words.next()?.as_bytes();
        // A private mapping is copied by the fork.
        if rights.get(3) != Some(&b's') {
            return None;
        }
        let number = |text: &str| usize::from_str_radix(text, 16).ok();
        let _offset = words.next()?;
        let (major, minor) = words.next()?.split_once(':')?;
        let device = libc::makedev(number(major)? as u32, number(minor)? as u32);
        let inode = words.next()?.parse().ok()?;
        let flag = |index: usize, letter: u8, value: i32| if rights[index] == letter { value } else { 0 };
        let protection =
            flag(0, b'r', libc::PROT_READ) | flag(1, b'w', libc::PROT_WRITE) | flag(2, b'x', libc::PROT_EXEC);
        let (start, end) = (number(start)?, number(end)?);
        let path = words.next().unwrap_or_default().trim().to_owned();
        Some(Mapping { start, size: end - start, protection, file: (device, inode), path })
    }

    /// Whether it is memory that has a file only inside the kernel: `MAP_ANONYMOUS`, `/dev/zero`, `shmget`.
    fn is_anonymous(&self) -> bool {
        self.path.starts_with("/dev/zero") || self.path.starts_with("/SYSV") || self.path.starts_with("/anon_hugepage")
    }
}

/// A descriptor for a regular file.
struct Open {
    descriptor: i32,
    file: File,
    is_named: bool,
}

/// All descriptors, in their order.
fn descriptors() -> Vec<i32> {
    let entries = std::fs::read_dir("/proc/self/fd").into_iter().flatten();
    let mut numbers: Vec<i32> = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

fn open_files(descriptors: &[i32]) -> Vec<Open> {
    let mut found = Vec::new();
    for &descriptor in descriptors {
        // SAFETY: the result goes to a live variable, of which all bytes may be zero.
        let status = unsafe {
            let mut status: libc::stat = std::mem::zeroed();
            (libc::fstat(descriptor, &mut status) == 0).then_some(status)
        };
        if let Some(status) = status.filter(|status| status.st_mode & libc::S_IFMT == libc::S_IFREG) {
            found.push(Open { descriptor, file: (status.st_dev, status.st_ino), is_named: status.st_nlink > 0 });
        }
    }
    found
}

/// The path of the file of a descriptor, if it is a regular file with a name that does not lie in `scratch`.
pub(crate) fn named_file(descriptor: i32, scratch: &str) -> Option<String> {
    // SAFETY: the result goes to a live variable, of which all bytes may be zero.
    let status = unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        (libc::fstat(descriptor, &mut status) == 0).then_some(status)?
    };
    let is_named = status.st_mode & libc::S_IFMT == libc::S_IFREG && status.st_nlink > 0;
    let path = std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?.to_string_lossy().into_owned();
    (is_named && !is_within(&path, scratch)).then_some(path)
}

/// Why there can be no executions.
pub(crate) struct Refusal(pub(crate) String);

impl Inherited {
    /// Keeps what is there now. `own` is the memory of the arena, `output` the file that takes the output, and `scratch` the directory that is seen to otherwise.
    ///
    /// # Errors
    /// When executions would change something for each other all the same.
    pub(crate) fn keep(
        own: &[std::ops::Range<usize>],
        output: Option<File>,
        scratch: &str,
    ) -> Result<Inherited, Refusal> {
        let is_own = |mapping: &Mapping| own.iter().any(|own| own.contains(&mapping.start));
        let maps = String::from_utf8_lossy(&read_file("/proc/self/maps")).into_owned();
        let descriptors = descriptors();
        let open = open_files(&descriptors);
        let mut unmodelled = Vec::new();
        let objects = KernelObjects::keep(&descriptors, &mut unmodelled);
        let mut kept =
            Inherited { regions: Vec::new(), contents: Vec::new(), positions: Vec::new(), objects, unmodelled };
        let mut files: Vec<File> = output.into_iter().collect();
        for mapping in maps.lines().filter_map(Mapping::parse).filter(|mapping| !is_own(mapping)) {
            if mapping.is_anonymous() {
                kept.regions.push(Region::keep(&mapping));
            } else if mapping.path.ends_with(" (deleted)") {
                // By its descriptor where there is one: several mappings of a file are one thing to put back.
                let known = open.iter().find(|open| open.file == mapping.file && !open.is_named);
                let by_file = known.is_some_and(|open| kept.keep_contents(open, &mut files));
                if !by_file {
                    kept.regions.push(Region::keep(&mapping));
                }
            } else if mapping.protection & libc::PROT_WRITE != 0 && !is_within(&mapping.path, scratch) {
                if mapping.path.starts_with("/dev/") && !mapping.path.starts_with("/dev/shm/") {
                    kept.unmodelled.push(format!("the device `{}` mapped shared", mapping.path));
                    continue;
                }
                return Err(Refusal(format!(
                    "the program maps `{}` shared for writing before its first thread, so that executions would change it for each other; \
                     `--scratch DIR` gives each its own copy of a directory",
                    mapping.path
                )));
            }
        }
        for file in &open {
            if !file.is_named {
                kept.keep_contents(file, &mut files);
            }
            // SAFETY: takes no pointers.
            let position = unsafe { libc::lseek(file.descriptor, 0, libc::SEEK_CUR) };
            if position >= 0 && Some(file.file) != output {
                kept.positions.push((file.descriptor, position));
            }
        }
        Ok(kept)
    }

    /// Keeps a file without a name, unless that has been done. Gives whether it is kept.
    fn keep_contents(&mut self, open: &Open, done: &mut Vec<File>) -> bool {
        if done.contains(&open.file) {
            return true;
        }
        let Ok(path) = std::ffi::CString::new(format!("/proc/self/fd/{}", open.descriptor)) else { return false };
        // SAFETY: the path is a C string.
        let descriptor = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
        if descriptor < 0 {
            return false;
        }
        done.push(open.file);
        // SAFETY: takes no pointers.
        let size = unsafe { libc::lseek(descriptor, 0, libc::SEEK_END) }.max(0) as usize;
        self.contents.push(Contents { descriptor, size, extents: extents_of(descriptor, size) });
        true
    }

    /// Puts everything back.
    pub(crate) fn restore(&self) {
        self.objects.restore();
        for region in &self.regions {
            region.restore();
        }
        for contents in &self.contents {
            contents.restore();
        }
        for &(descriptor, position) in &self.positions {
            // SAFETY: takes no pointers.
            unsafe { libc::lseek(descriptor, position, libc::SEEK_SET) };
        }
    }
}

/// Whether a file lies in a directory.
fn is_within(path: &str, directory: &str) -> bool {
    !directory.is_empty() && path.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

/// The data of a file, without its holes.
pub(crate) fn extents_of(descriptor: i32, size: usize) -> Vec<Extent> {
    let mut extents = Vec::new();
    let mut at = 0;
    while at < size {
        // SAFETY: takes no pointers.
        let (start, end) = unsafe {
            let start = libc::lseek(descriptor, at as i64, libc::SEEK_DATA);
            if start < 0 {
                break;
            }
            (start as usize, libc::lseek(descriptor, start, libc::SEEK_HOLE).max(start) as usize)
        };
        let end = end.min(size);
        if end <= start {
            break;
        }
        let mut bytes = vec![0; end - start];
        let mut filled = 0;
        while filled < bytes.len() {
            let rest = &mut bytes[filled..];
            // SAFETY: the kernel writes at most as many bytes as there are.
            let read =
                unsafe { libc::pread(descriptor, rest.as_mut_ptr().cast(), rest.len(), (start + filled) as i64) };
            if read <= 0 {
                break;
            }
            filled += read as usize;
        }
        extents.push((start, bytes));
        at = end;
    }
    extents
}

/// Makes a file have this size and these data, and holes between them.
pub(crate) fn write_extents(descriptor: i32, size: usize, extents: &[Extent]) {
    // SAFETY: takes no pointers.
    unsafe {
        // To nothing first, so that what is not written again is a hole that reads as zero.
        libc::ftruncate(descriptor, 0);
        libc::ftruncate(descriptor, size as i64);
    }
    for (start, bytes) in extents {
        let mut written = 0;
        while written < bytes.len() {
            let rest = &bytes[written..];
            // SAFETY: the kernel reads as many bytes as there are.
            let count = unsafe { libc::pwrite(descriptor, rest.as_ptr().cast(), rest.len(), (start + written) as i64) };
            if count <= 0 {
                break;
            }
            written += count as usize;
        }
    }
}

impl Contents {
    fn restore(&self) {
        write_extents(self.descriptor, self.size, &self.extents);
    }
}

/// Of larger regions only the pages are looked at that the kernel says are in memory: looking at a page that was never used would make it one.
const LOOKED_THROUGH: usize = 1 << 28;

impl Region {
    fn keep(mapping: &Mapping) -> Region {
        let &Mapping { start, size, protection, .. } = mapping;
        let mut region = Region { start, size, protection, extents: Vec::new() };
        let resident = if size > LOOKED_THROUGH { region.resident() } else { Vec::new() };
        let is_looked_at = |page: usize| resident.get(page).is_none_or(|flags| flags & 1 == 1);
        region.protect(protection | libc::PROT_READ);
        for page in (0..size / PAGE).filter(|page| is_looked_at(*page)) {
            // SAFETY: a page of a mapping that can be read now; no thread of the program runs in this process.
            let bytes = unsafe { std::slice::from_raw_parts((start + page * PAGE) as *const u8, PAGE) };
            if bytes.iter().any(|byte| *byte != 0) {
                region.extents.push((page * PAGE, bytes.to_vec()));
            }
        }
        region.protect(protection);
        region
    }

    fn resident(&self) -> Vec<u8> {
        let mut resident = vec![0u8; self.size / PAGE];
        // SAFETY: the kernel writes a byte for each page.
        unsafe { raw(libc::SYS_mincore, [self.start, self.size, resident.as_mut_ptr().addr(), 0, 0, 0]) };
        resident
    }

    fn protect(&self, protection: i32) {
        if protection != self.protection || self.protection & libc::PROT_READ == 0 {
            // SAFETY: a mapping of the program's, none of whose threads runs in this process.
            unsafe { raw(libc::SYS_mprotect, [self.start, self.size, protection as usize, 0, 0, 0]) };
        }
    }

    fn restore(&self) {
        let writable = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a shared mapping of the program's, whose owner does not run in this process; all kept pages are in it.
        unsafe {
            raw(libc::SYS_mprotect, [self.start, self.size, writable as usize, 0, 0, 0]);
            // Punching a hole gives the memory back, too. Not every kind of mapping can do that.
            let gone = raw(libc::SYS_madvise, [self.start, self.size, libc::MADV_REMOVE as usize, 0, 0, 0]);
            if gone < 0 {
                (self.start as *mut u8).write_bytes(0, self.size);
            }
            for (offset, bytes) in &self.extents {
                ((self.start + offset) as *mut u8).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            }
            raw(libc::SYS_mprotect, [self.start, self.size, self.protection as usize, 0, 0, 0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_mapping_is_read() {
        let line = "7f1c2a000000-7f1c2a022000 rw-s 00026000 08:01 1234                       /tmp/a b (deleted)";
        let mapping = Mapping::parse(line).unwrap();
        assert_eq!((mapping.start, mapping.size), (0x7f1c_2a00_0000, 0x22000));
        assert_eq!((mapping.file, mapping.path.as_str()), ((libc::makedev(8, 1), 1234), "/tmp/a b (deleted)"));
        assert_eq!(mapping.protection, libc::PROT_READ | libc::PROT_WRITE);
        assert!(Mapping::parse(&line.replace("rw-s", "rw-p")).is_none());
    }

    #[test]
    fn files_in_a_directory_are_distinguished_from_names_with_the_same_prefix() {
        assert!(is_within("/a/b/c", "/a/b"));
        assert!(!is_within("/a/bc", "/a/b") && !is_within("/a/b", "/a/b") && !is_within("/a", ""));
    }
}
