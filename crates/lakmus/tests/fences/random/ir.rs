//! Random programs as LLVM IR, with the places where a fence may be put.

use std::fmt::Write;

use super::{Anchor, Item, LOCKS, Layout, Order, VARIABLES};

/// Writes the statements of a thread as LLVM IR.
pub(super) struct IrWriter<'a> {
    text: String,
    thread: usize,
    block: u32,
    index: u32,
    fresh: u32,
    statement: usize,
    layout: Layout,
    anchors: &'a mut Vec<Anchor>,
}

impl IrWriter<'_> {
    /// The body of a thread's function; adds its anchors.
    pub(super) fn text_of(
        items: &[Item],
        thread: usize,
        variables: &[&str],
        layout: Layout,
        anchors: &mut Vec<Anchor>,
    ) -> String {
        let mut writer =
            IrWriter { text: String::new(), thread, block: 0, index: 0, fresh: 0, statement: 0, layout, anchors };
        if layout == Layout::Array {
            for (index, name) in variables.iter().enumerate() {
                writer.line(&format!("%{name} = getelementptr i8, ptr %a, i64 {}", 4 * index));
            }
        } else if layout == Layout::Object {
            for (index, name) in LOCKS.iter().enumerate() {
                writer.line(&format!("%{name} = getelementptr i8, ptr %a, i64 {}", 8 * index));
            }
            for (index, name) in variables.iter().enumerate() {
                writer.line(&format!("%{name} = getelementptr i8, ptr %a, i64 {}", 8 * LOCKS.len() + 4 * index));
            }
        }
        writer.items(items);
        writer.text
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "  {line}");
        self.index += 1;
    }

    fn pointer(&self, variable: usize) -> String {
        match self.layout {
            Layout::Apart | Layout::Called | Layout::Made | Layout::MadeAlike => format!("@{}", VARIABLES[variable]),
            Layout::Array | Layout::Object => format!("%{}", VARIABLES[variable]),
        }
    }

    /// Takes a lock, or gives it back. `name`: that of the result.
    fn lock(&mut self, lock: usize, name: &str, is_taken: bool) {
        let lock = LOCKS[lock];
        let function = if is_taken { "pthread_mutex_lock" } else { "pthread_mutex_unlock" };
        match self.layout {
            Layout::Apart | Layout::Called | Layout::Array => {
                self.line(&format!("%{name} = call i32 @{function}(ptr @{lock})"))
            }
            Layout::Object => self.line(&format!("%{name} = call i32 @{function}(ptr %{lock})")),
            Layout::Made | Layout::MadeAlike => {
                self.line(&format!("%{name}.at = load ptr, ptr @{lock}.at"));
                let function = if is_taken { "take" } else { "give" };
                self.line(&format!("%{name} = call i32 @{function}(ptr %{name}.at)"));
            }
        }
    }

    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn anchor(&mut self) {
        self.anchors.push(Anchor {
            thread: self.thread,
            statement: self.statement,
            block: self.block,
            index: self.index,
        });
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Write { variable, value, order } => {
                    self.anchor();
                    let (atomic, order) = match order {
                        Order::Plain => ("", ""),
                        Order::Synchronising => ("atomic ", " release"),
                        Order::Sequential => ("atomic ", " seq_cst"),
                    };
                    let pointer = self.pointer(*variable);
                    self.line(&format!("store {atomic}i32 {value}, ptr {pointer}{order}, align 4"));
                }
                Item::Read { variable, register, order } => {
                    self.anchor();
                    let (atomic, order) = match order {
                        Order::Plain => ("", ""),
                        Order::Synchronising => ("atomic ", " acquire"),
                        Order::Sequential => ("atomic ", " seq_cst"),
                    };
                    let pointer = self.pointer(*variable);
                    self.line(&format!("%r{register} = load {atomic}i32, ptr {pointer}{order}, align 4"));
                }
                Item::DataWrite { variable, value, of } => {
                    let name = self.fresh();
                    self.line(&format!("%d{name} = xor i32 %r{of}, %r{of}"));
                    self.line(&format!("%v{name} = add i32 %d{name}, {value}"));
                    self.anchor();
                    let pointer = self.pointer(*variable);
                    self.line(&format!("store i32 %v{name}, ptr {pointer}, align 4"));
                }
                Item::AddressRead { variable, register, of } => {
                    let name = self.fresh();
                    self.line(&format!("%d{name} = xor i32 %r{of}, %r{of}"));
                    self.line(&format!("%i{name} = sext i32 %d{name} to i64"));
                    let pointer = self.pointer(*variable);
                    self.line(&format!("%p{name} = getelementptr i32, ptr {pointer}, i64 %i{name}"));
                    self.anchor();
                    self.line(&format!("%r{register} = load i32, ptr %p{name}, align 4"));
                }
                Item::Fence => {
                    self.anchor();
                    self.line("fence seq_cst");
                }
                Item::LightFence => {
                    self.anchor();
                    self.line("fence acq_rel");
                }
                Item::Section { lock, number, body } => {
                    self.anchor();
                    self.lock(*lock, &format!("k{number}"), true);
                    self.statement += 1;
                    self.items(body);
                    self.lock(*lock, &format!("u{number}"), false);
                    continue;
                }
                Item::Loop { body } => {
                    let name = self.fresh();
                    self.line(&format!("br label %turn{name}"));
                    let _ = writeln!(self.text, "turn{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    self.items(body);
                    // The threads' argument is never null.
                    self.line(&format!("%n{name} = icmp eq ptr %a, null"));
                    self.line(&format!("br i1 %n{name}, label %turn{name}, label %left{name}"));
                    let _ = writeln!(self.text, "left{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    continue;
                }
                Item::If { register, body } => {
                    let name = self.fresh();
                    self.line(&format!("%b{name} = icmp ne i32 %r{register}, 0"));
                    self.line(&format!("br i1 %b{name}, label %then{name}, label %end{name}"));
                    let _ = writeln!(self.text, "then{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    self.statement += 1;
                    self.items(body);
                    let _ = writeln!(self.text, "  br label %end{name}\nend{name}:");
                    (self.block, self.index) = (self.block + 1, 0);
                    continue;
                }
            }
            self.statement += 1;
        }
    }
}
