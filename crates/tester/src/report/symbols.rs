//! From addresses to functions, files and lines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use object::read::elf::ElfFile64;
use object::{Object, ObjectSegment, ObjectSymbol};

/// A frame of a call stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The function, as in the source.
    pub function: Option<String>,
    /// The source file.
    pub file: Option<String>,
    /// Line from 1; 0 if not known.
    pub line: u32,
    /// Column from 1; 0 if not known.
    pub column: u32,
    /// Whether this function was inlined into that of the next frame.
    pub is_inlined: bool,
    /// The file of the code, and the address in it: for frames of which nothing else is known.
    pub module: String,
    /// See [`Frame::module`].
    pub address: u64,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())?;
        if let Some(file) = &self.file {
            write!(f, " at {file}:{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        } else if self.function.is_some() {
            write!(f, " in {}", self.module)?;
        }
        if self.is_inlined {
            write!(f, " (inlined)")?;
        }
        Ok(())
    }
}

/// A frame as people read it: long lists of types between `<` and `>` are left out of names, and what comes before the package out of the paths of files that cargo has fetched and of Rust's library.
pub(crate) struct Shortened<'f>(pub(crate) &'f Frame);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shortened(frame) = self;
        let function = frame.function.as_deref().map(shortened);
        let file = frame.file.as_deref().map(|file| folded(file).to_owned());
        write!(f, "{}", Frame { function, file, ..(*frame).clone() })
    }
}

/// Longer lists of types are left out.
const MOST_TYPES: usize = 40;

fn shortened(name: &str) -> String {
    let mut short = String::new();
    let mut rest = name;
    // In the names of operators these are no brackets.
    while let Some(start) = rest.find('<').filter(|_| !name.contains("operator")) {
        let (mut depth, mut before) = (0, ' ');
        let end = rest[start..].char_indices().find_map(|(at, letter)| {
            match letter {
                '<' => depth += 1,
                '>' if before != '-' => depth -= 1,
                _ => {}
            }
            before = letter;
            (depth == 0).then_some(start + at + 1)
        });
        let Some(end) = end else { break };
        short += &rest[..start];
        short += if end - start > MOST_TYPES { "<..>" } else { &rest[start..end] };
        rest = &rest[end..];
    }
    short + rest
}

fn folded(path: &str) -> &str {
    let behind = |places: &str| path.split_once(places).map(|(_, rest)| rest);
    let registry = behind("/registry/src/").and_then(|rest| rest.split_once('/')).map(|(_, rest)| rest);
    let library = path.strip_prefix("/rustc/").and_then(|rest| rest.split_once("/library/")).map(|(_, rest)| rest);
    registry.or_else(|| behind("/git/checkouts/")).or(library).unwrap_or(path)
}

/// A file with code.
struct Module {
    /// Of each loadable segment: where it is in the file, how long it is there, and its address.
    segments: Vec<(u64, u64, u64)>,
    /// Functions that the file exports, by address, with their sizes.
    functions: Vec<(u64, u64, String)>,
    /// Variables likewise.
    variables: Vec<(u64, u64, String)>,
    /// What the debug information says.
    debugging: Option<addr2line::Loader>,
}

/// Looks up addresses; keeps what it has read of files.
#[derive(Default)]
pub struct Symbols {
    modules: BTreeMap<String, Option<Module>>,
    known: BTreeMap<(String, u64), Vec<Frame>>,
}

/// One line of `/proc/self/maps`.
struct Mapping<'m> {
    start: u64,
    end: u64,
    offset: u64,
    path: &'m str,
}

impl<'m> Mapping<'m> {
    fn parse(line: &'m str) -> Option<Mapping<'m>> {
        let mut words = line.splitn(6, ' ');
        let (start, end) = words.next()?.split_once('-')?;
        let _rights = words.next()?;
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let offset = number(words.next()?)?;
        Some(Mapping { start: number(start)?, end: number(end)?, offset, path: words.nth(2)?.trim() })
    }
}

/// The size of a page of memory.
const PAGE: u64 = 4096;

/// Files whose frames at the outer end of a stack say how threads are started, not what the program does.
const STARTERS: [&str; 3] = ["libc.so", crate::library::FILE_NAME, "ld-linux"];

/// In the paths of files of standard libraries: those of C++ as gcc and clang install them, and of Rust as rustc names them.
const LIBRARIES: [&str; 4] = ["/include/c++/", "/rustc/", "/library/std/src/", "/library/core/src/"];

impl Symbols {
    /// The frames of return addresses, innermost first. `maps` are lines of `/proc/self/maps`.
    pub fn trace(&mut self, addresses: &[u64], maps: &[u8]) -> Vec<Frame> {
        let maps = String::from_utf8_lossy(maps);
        let mappings: Vec<Mapping<'_>> = maps.lines().filter_map(Mapping::parse).collect();
        let mut frames = Vec::new();
        for address in addresses {
            // A return address is behind its call.
            let call = address.saturating_sub(1);
            match mappings.iter().find(|mapping| (mapping.start..mapping.end).contains(&call)) {
                Some(mapping) => frames.extend(self.frames(mapping.path, call - mapping.start + mapping.offset)),
                None => frames.push(Frame::unknown("?", call)),
            }
        }
        while frames.last().is_some_and(Frame::is_starter) {
            frames.pop();
        }
        // Functions that the program gives to one of the runtime's (`pthread_once`, say) are called by the runtime: that stands between what the program calls and what is called.
        let called = frames.iter().position(|frame| !frame.is_of_runtime()).unwrap_or(frames.len());
        let mut index = 0;
        frames.retain(|frame| {
            index += 1;
            index <= called || !frame.is_of_runtime()
        });
        frames
    }

    /// Of the frames of return addresses the one that says best where the program is: the innermost that is not of a standard library.
    pub fn own_frame(&mut self, addresses: &[u64], maps: &[u8]) -> Option<Frame> {
        let frames = self.trace(addresses, maps);
        let own = frames.iter().position(|frame| frame.file.is_some() && !frame.is_of_standard_library());
        frames.into_iter().nth(own.unwrap_or(0))
    }

    /// The variable at an address, with how many bytes behind its beginning that is; none if there is none that some file has a symbol for. `maps` are as for [`Symbols::trace`]: of a
    /// file that is mapped its code is enough to know where its variables are.
    pub fn variable(&mut self, address: u64, maps: &[u8]) -> Option<(String, u64)> {
        let maps = String::from_utf8_lossy(maps);
        let mappings: Vec<Mapping<'_>> = maps.lines().filter_map(Mapping::parse).collect();
        // What is written to lies behind the code of its file, and before that of the next.
        let before = mappings.iter().filter(|mapping| mapping.path.starts_with('/') && mapping.start <= address);
        let mapping = before.max_by_key(|mapping| mapping.start)?;
        let module = self.module(mapping.path)?;
        let moved = mapping.start.wrapping_sub(module.address_of_mapping(mapping.offset)?);
        module.variable_at(address.wrapping_sub(moved))
    }

    fn module(&mut self, path: &str) -> Option<&Module> {
        self.modules.entry(path.to_owned()).or_insert_with(|| Module::read(path)).as_ref()
    }

    /// The frames at an offset in a file.
    fn frames(&mut self, path: &str, offset: u64) -> Vec<Frame> {
        let key = (path.to_owned(), offset);
        if let Some(frames) = self.known.get(&key) {
            return frames.clone();
        }
        let name = Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy());
        let frames = match self.module(path) {
            Some(module) => module.frames(&name, offset),
            None => vec![Frame::unknown(&name, offset)],
        };
        self.known.insert(key, frames.clone());
        frames
    }
}

impl Frame {
    /// Whether it says how threads are started, not what the program does.
    fn is_starter(&self) -> bool {
        STARTERS.iter().any(|name| self.module.starts_with(name)) || self.function.as_deref() == Some("_start")
    }

    /// Whether its code is the runtime library's.
    fn is_of_runtime(&self) -> bool {
        self.module.starts_with(crate::library::FILE_NAME)
    }

    /// Whether its code is of a header or a file of the standard library of C++ or Rust.
    pub(crate) fn is_of_standard_library(&self) -> bool {
        let has = |file: &String| LIBRARIES.iter().any(|place| file.contains(place));
        self.file.as_ref().is_some_and(has)
    }

    /// The function, or where the code is if that is not known.
    pub fn name(&self) -> String {
        self.function.clone().unwrap_or_else(|| format!("{}+{:#x}", self.module, self.address))
    }

    pub(crate) fn unknown(module: &str, address: u64) -> Frame {
        let (module, function, file) = (module.to_owned(), None, None);
        Frame { function, file, line: 0, column: 0, is_inlined: false, module, address }
    }
}

impl Module {
    fn read(path: &str) -> Option<Module> {
        let bytes = std::fs::read(path).ok()?;
        let file = ElfFile64::<object::Endianness>::parse(&*bytes).ok()?;
        let segments = file.segments().map(|segment| {
            let (offset, size) = segment.file_range();
            (offset, size, segment.address())
        });
        let (mut functions, mut variables) = (Vec::new(), Vec::new());
        for symbol in file.dynamic_symbols().chain(file.symbols()) {
            let (true, Ok(name)) = (symbol.is_definition(), symbol.name()) else { continue };
            let list = match symbol.kind() {
                object::SymbolKind::Text => &mut functions,
                object::SymbolKind::Data => &mut variables,
                _ => continue,
            };
            list.push((symbol.address(), symbol.size(), name.to_owned()));
        }
        functions.sort();
        variables.sort();
        Some(Module {
            segments: segments.collect(),
            functions,
            variables,
            debugging: addr2line::Loader::new(path).ok(),
        })
    }

    fn frames(&self, name: &str, offset: u64) -> Vec<Frame> {
        let in_segment = |(start, size, _): &&(u64, u64, u64)| (*start..start + size).contains(&offset);
        let Some((start, _, base)) = self.segments.iter().find(in_segment) else {
            return vec![Frame::unknown(name, offset)];
        };
        let address = offset - start + base;
        let mut frames = self.lines(name, address);
        if frames.is_empty() {
            frames.push(Frame::unknown(name, address));
        }
        let outermost = frames.len() - 1;
        // Debug information may have lines without functions.
        if frames[outermost].function.is_none() {
            frames[outermost].function = self.function_at(address);
        }
        for frame in &mut frames[..outermost] {
            frame.is_inlined = true;
        }
        frames
    }

    fn lines(&self, name: &str, address: u64) -> Vec<Frame> {
        let mut frames = Vec::new();
        let Some(Ok(mut found)) = self.debugging.as_ref().map(|lines| lines.find_frames(address)) else {
            return frames;
        };
        while let Ok(Some(found)) = found.next() {
            let mut frame = Frame::unknown(name, address);
            frame.function = found.function.and_then(|function| Some(function.demangle().ok()?.into_owned()));
            if let Some(location) = found.location {
                frame.file = location.file.map(str::to_owned);
                (frame.line, frame.column) = (location.line.unwrap_or(0), location.column.unwrap_or(0));
            }
            if frame.function.is_some() || frame.file.is_some() {
                frames.push(frame);
            }
        }
        frames
    }

    fn function_at(&self, address: u64) -> Option<String> {
        let after = self.functions.partition_point(|(start, _, _)| *start <= address);
        let (start, size, name) = self.functions[..after].last()?;
        (address < start + size).then(|| demangled(name))
    }

    /// The variable at an address of the file, and how far behind its beginning that is.
    fn variable_at(&self, address: u64) -> Option<(String, u64)> {
        let after = self.variables.partition_point(|(start, _, _)| *start <= address);
        let (start, size, name) = self.variables[..after].last()?;
        let offset = address - start;
        (offset < *size).then(|| (demangled(name), offset))
    }

    /// The address that the file asks for, for what is mapped from this offset on.
    fn address_of_mapping(&self, offset: u64) -> Option<u64> {
        // Whole pages are mapped, wherever in them a segment begins.
        let page = |address: u64| address & !(PAGE - 1);
        let begins_there = |(start, _, _): &&(u64, u64, u64)| page(*start) == offset;
        self.segments.iter().find(begins_there).map(|(_, _, base)| page(*base))
    }
}

/// A symbol as its language writes it. What is not mangled stays as it is: in the mangling of C++ `m` alone is a type, and a variable of C may be called so.
fn demangled(name: &str) -> String {
    match name.starts_with("_Z") || name.starts_with("_R") {
        true => addr2line::demangle_auto(name.into(), None).into_owned(),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_and_says_little_is_left_out() {
        let long = "core::ops::FnOnce::call_once<a::b<alloc::sync::Arc<x::Y, z::W>, fn(i32) -> core::result::R>, ()>";
        assert_eq!(shortened(long), "core::ops::FnOnce::call_once<..>");
        assert_eq!(shortened("queue<int>::push"), "queue<int>::push");
        assert_eq!(
            shortened("bool operator< <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>"),
            "bool operator< <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>"
        );
        assert_eq!(
            folded("/home/me/.cargo/registry/src/index.crates.io-1949/spin-0.5.0/src/rw_lock.rs"),
            "spin-0.5.0/src/rw_lock.rs"
        );
        assert_eq!(folded("/rustc/5980761/library/std/src/thread/mod.rs"), "std/src/thread/mod.rs");
        assert_eq!(folded("/home/me/src/main.rs"), "/home/me/src/main.rs");
    }

    #[test]
    fn a_mapping_is_read() {
        let line = "7f1c2a000000-7f1c2a022000 r-xp 00026000 08:01 1234                       /usr/lib/a b.so";
        let mapping = Mapping::parse(line).unwrap();
        assert_eq!((mapping.start, mapping.end), (0x7f1c_2a00_0000, 0x7f1c_2a02_2000));
        assert_eq!((mapping.offset, mapping.path), (0x26000, "/usr/lib/a b.so"));
        assert!(Mapping::parse("nonsense").is_none());
    }

    static VARIABLE: [std::sync::atomic::AtomicU64; 2] =
        [std::sync::atomic::AtomicU64::new(1), std::sync::atomic::AtomicU64::new(2)];

    #[test]
    fn a_variable_is_found() {
        let maps = std::fs::read("/proc/self/maps").unwrap();
        let lines = maps.split(|byte| *byte == b'\n');
        let executable: Vec<&[u8]> = lines.filter(|line| line.windows(4).any(|rights| rights == b"r-xp")).collect();
        let address = std::hint::black_box(&VARIABLE).as_ptr().addr() as u64;
        let (name, offset) = Symbols::default().variable(address + 8, &executable.join(&b'\n')).unwrap();
        assert!(name.contains("VARIABLE") && offset == 8, "{name}+{offset}");
    }

    #[inline(never)]
    fn here() -> u64 {
        here as *const () as u64
    }

    #[test]
    fn this_very_test_is_found() {
        let maps = std::fs::read("/proc/self/maps").unwrap();
        let frames = Symbols::default().trace(&[here() + 1], &maps);
        let function = frames[0].function.as_deref().unwrap();
        assert!(function.contains("here"), "{function}");
        assert!(frames[0].file.as_deref().unwrap().ends_with("symbols.rs"), "{frames:?}");
    }
}
