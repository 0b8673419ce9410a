//! Random programs: few threads, races and volatile accesses, updates that flip between success and failure; objects with final fields, exceptions, monitors.

/// Random numbers (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
}

/// A program of at most `events` events besides initial writes on each path.
pub(crate) struct Program {
    pub(crate) threads: Vec<String>,
    registers: Vec<String>,
    /// The numbers of the locations that it accesses.
    pool: Vec<u64>,
    /// Classes and objects of the beginning.
    classes: String,
}

const LOCATIONS: [&str; 3] = ["X", "Y", "V"];

impl Program {
    pub(crate) fn random(random: &mut Random, events: usize) -> Program {
        let threads = 2 + usize::from(events > 5 && random.below(2) == 0);
        let pool = [vec![0, 1], vec![0, 2], vec![0, 2], vec![0, 1, 2]][random.below(4) as usize].clone();
        let threads_text = vec![String::new(); threads];
        let mut program = Program { threads: threads_text, registers: Vec::new(), pool, classes: String::new() };
        // What each thread has read last, and where.
        let mut last: Vec<Option<(String, u64)>> = vec![None; threads];
        for number in 0..events {
            let thread = number % threads;
            let text = program.statement(random, thread, &mut last[thread]);
            program.threads[thread] += &format!("  {text}\n");
        }
        program
    }

    /// A program of updates in weak modes, which race with each other and with what is read and written: some see a race and write, some fail.
    pub(crate) fn updates(random: &mut Random) -> Program {
        let threads = vec![String::new(); 2];
        let mut program = Program { threads, registers: Vec::new(), pool: vec![0, 1], classes: String::new() };
        let mut last: [Option<String>; 2] = [None, None];
        // An update in the first thread, and most of the time one of the same location in the other.
        for number in 0..4_u64 {
            let thread = (number % 2) as usize;
            let register = format!("r{}", program.registers.len());
            let location = if number < 2 || random.below(2) == 0 { "X" } else { "Y" };
            let value = match &last[thread] {
                Some(read) if random.below(2) == 0 => read.clone(),
                _ => (1 + random.below(2)).to_string(),
            };
            let kind = if number == 0 { random.below(4) } else { random.below(7) };
            let call = match kind {
                0 => format!("compareAndExchangeAcquire({}, {value})", random.below(2)),
                1 => format!("getAndAddAcquire({value})"),
                2 => format!("getAndSetRelease({value})"),
                3 => format!("compareAndExchangeRelease(0, {value})"),
                4 => "get()".to_owned(),
                5 => {
                    program.threads[thread] += &format!("  {location}.set({value});\n");
                    continue;
                }
                _ if number > 1 => continue,
                _ => format!("getAndAddRelease({value})"),
            };
            program.registers.push(format!("{thread}:{register}"));
            program.threads[thread] += &format!("  int {register} = {location}.{call};\n");
            last[thread] = Some(register);
        }
        program
    }

    /// A program in which a write may have to be committed in an execution that synchronizes otherwise than the end: one thread publishes by `V`, one writes on what
    /// it finds there or what comes back by a race, one sends that back. Accesses to `V` are volatile reads and writes and updates, some of which flip between success
    /// and failure.
    pub(crate) fn bait(random: &mut Random) -> Program {
        let mut pick = |choices: &[&str]| choices[random.below(choices.len() as u64) as usize].to_owned();
        let publish = pick(&[
            "V.setVolatile(1);",
            "V.setVolatile(1);",
            "V.setVolatile(1);",
            "int r0 = V.compareAndSet(0, 1);",
            "int r0 = V.getAndAdd(1);",
        ]);
        let before = pick(&["", "", "X.set(0); ", "Y.set(0); "]);
        let look = pick(&[
            "int r1 = V.getVolatile();",
            "int r1 = V.getVolatile();",
            "int r1 = V.compareAndExchange(1, 1);",
            "int r1 = V.compareAndSet(1, 2);",
            "int r1 = V.getAndAdd(0);",
        ]);
        let write = pick(&[
            "Y.set(r1 | r2);",
            "Y.set(r1 | r2);",
            "Y.set(r1 == 1 | r2 == 1);",
            "if (r1 == 1) Y.set(1); else Y.set(r2);",
            "if (r2 == 1) Y.set(1); else Y.set(r1);",
            "Y.set(r1 | r2); Y.set(r2);",
        ]);
        let back = pick(&["X.set(r3);", "X.set(r3);", "if (r3 == 1) X.set(1);", "X.set(r3 & 1);", "X.set(r3 + 1);"]);
        let (first, second) = match pick(&["look", "look", "read"]).as_str() {
            "look" => (look.as_str(), "int r2 = X.get();"),
            _ => ("int r2 = X.get();", look.as_str()),
        };
        let send = pick(&["", "", "V"]);
        let mut threads = vec![
            format!("  {before}{publish}\n"),
            format!("  {first} {second} {write}\n"),
            format!("  int r3 = Y.get(); {back}\n"),
        ];
        if send == "V" {
            // Published by the thread that sends back: two threads are enough.
            let publisher = threads.remove(0);
            threads[1] = format!("{publisher}{}", threads[1]);
        }
        Program::of(threads, String::new())
    }

    /// A program with the registers that its threads declare.
    fn of(threads: Vec<String>, classes: String) -> Program {
        let mut registers = Vec::new();
        for (number, thread) in threads.iter().enumerate() {
            let names = thread.split("int ").skip(1).filter_map(|piece| piece.split(' ').next());
            registers.extend(names.map(|name| format!("{number}:{name}")));
        }
        Program { threads, registers, pool: vec![0, 1, 2], classes }
    }

    /// A program in which one thread makes an object, with a field that is mostly final, and shows it to another one: by a race, a volatile access, an update or within a monitor. That one
    /// looks into it, where it may find null, and may send back what it finds.
    pub(crate) fn objects(random: &mut Random) -> Program {
        let mut pick = |choices: &[&str]| choices[random.below(choices.len() as u64) as usize].to_owned();
        let kind = pick(&["final ", "final ", ""]);
        let assign = pick(&["f = v;", "f = v;", "f = v; f = f;", "if (v == 1) f = 2; else f = v;"]);
        // A final field is assigned once.
        let assign = if kind.is_empty() { assign } else { "f = v;".to_owned() };
        let classes = format!("class N {{ {kind}int f; N(int v) {{ {assign} }} }}\nobject N h;\n");
        let value = pick(&["1", "2", "r0", "r0"]);
        let before = if value == "r0" { "int r0 = X.get(); " } else { "" };
        let publish = pick(&[
            "P.set(n);",
            "P.set(n);",
            "P.setVolatile(n);",
            "P.set(h); P.set(n);",
            "int r4 = P.compareAndSet(null, n);",
            "int r4 = P.weak(null, n);",
            "synchronized (M) { P.set(n); }",
            "try { P.set(n); } finally { X.set(1); }",
        ]);
        let publish = publish.replace("weak(null, n)", "compareAndExchangeAcquire(null, n) == null");
        let find = pick(&["P.get()", "P.get()", "P.getVolatile()", "guarded"]);
        let find = match find.as_str() {
            "guarded" => "N n = null; synchronized (M) { n = P.get(); }".to_owned(),
            find => format!("N n = {find};"),
        };
        let look = pick(&[
            "if (n != null) r1 = n.f;",
            "if (n != null) { r1 = n.f; X.set(r1); }",
            "if (n != null) { r1 = n.f; X.set(r1); }",
            "if (n != null) { r1 = n.f; X.set(r1 + 1); }",
            "if (n != null) { r1 = n.f; X.set(2); }",
            "try { r1 = n.f; } catch (NullPointerException e) { r1 = 7; }",
            "try { r1 = n.f; } finally { X.set(1); }",
            "r1 = n.f; X.set(r1);",
            "int r2 = n == h; if (n != null) r1 = n.f;",
        ]);
        let threads =
            vec![format!("  {before}N n = new N({value}); {publish}\n"), format!("  int r1 = 5; {find} {look}\n")];
        Program::of(threads, classes)
    }

    fn statement(&mut self, random: &mut Random, thread: usize, last: &mut Option<(String, u64)>) -> String {
        let register = format!("r{}", self.registers.len());
        // Reads come first, mostly, and what is read is mostly written on to another location.
        let place = match last {
            Some((_, read)) if random.below(4) > 0 => {
                let others: Vec<u64> = self.pool.iter().copied().filter(|place| place != read).collect();
                others[random.below(others.len() as u64) as usize]
            }
            _ => self.pool[random.below(self.pool.len() as u64) as usize],
        };
        let location = LOCATIONS[place as usize];
        let (get, set) = if location == "V" { ("getVolatile", "setVolatile") } else { ("get", "set") };
        let is_read = random.below(8) < if last.is_some() { 2 } else { 5 };
        if random.below(7) == 0 {
            self.registers.push(format!("{thread}:{register}"));
            *last = Some((register.clone(), 2));
            let methods =
                ["compareAndSet(0, 1)", "getAndAdd(1)", "compareAndExchange(1, 2)", "compareAndExchange(0, 1)"];
            return format!("int {register} = V.{};", methods[random.below(4) as usize]);
        }
        // Updates that race, with each other and with plain accesses.
        if random.below(3) == 0 {
            self.registers.push(format!("{thread}:{register}"));
            let number = match &*last {
                Some((read, other)) if *other != place && random.below(3) == 0 => read.clone(),
                _ => (1 + random.below(2)).to_string(),
            };
            *last = Some((register.clone(), if location == "V" { 0 } else { place }));
            let methods = [
                format!("compareAndExchangeAcquire(0, {number})"),
                format!("compareAndExchangeRelease(1, {number})"),
                format!("getAndAddAcquire({number})"),
                format!("getAndSetRelease({number})"),
            ];
            let location = if location == "V" { "X" } else { location };
            return format!("int {register} = {location}.{};", methods[random.below(4) as usize]);
        }
        if is_read {
            self.registers.push(format!("{thread}:{register}"));
            *last = Some((register.clone(), place));
            return format!("int {register} = {location}.{get}();");
        }
        let Some((read, _)) = last else { return format!("{location}.{set}({});", 1 + random.below(2)) };
        match random.below(8) {
            0..=3 => format!("{location}.{set}({read});"),
            4 => format!("{location}.{set}({read} + 1);"),
            5 => format!("{location}.{set}({read} | 1);"),
            6 => format!("if ({read} == 1) {location}.{set}(1);"),
            _ => format!("if ({read} == 1) {location}.{set}(1); else Y.set({});", random.below(3)),
        }
    }

    /// The test, threads in this order, with these names of locations and this prefix of registers.
    pub(crate) fn text(&self, order: &[usize], locations: [&str; 3], prefix: &str) -> String {
        let mut init = String::new();
        let mut body = String::new();
        for (number, &thread) in order.iter().enumerate() {
            for (handle, location) in LOCATIONS.iter().zip(locations) {
                init += &format!("{number}:{handle}={location}; ");
            }
            if !self.classes.is_empty() {
                init += &format!("{number}:P=p; {number}:M=m; ");
            }
            let text = self.threads[thread]
                .replace("(r", &format!("({prefix}"))
                .replace(", r", &format!(", {prefix}"))
                .replace("int r", &format!("int {prefix}"));
            body += &format!("Thread{number} {{\n{text}}}\n");
        }
        let shown = self.registers.iter().map(|register| {
            let (thread, name) = register.split_once(':').expect("a register of a thread");
            let thread: usize = thread.parse().expect("a number");
            let number = order.iter().position(|&other| other == thread).expect("all threads");
            format!("{number}:{prefix}{}; ", &name[1..])
        });
        let shown: String = shown.collect();
        format!("Java random\n{{ {init}}}\n{}{body}locations [{shown}]\nexists (true)\n", self.classes)
    }

    /// The test as it was made.
    pub(crate) fn plain(&self) -> String {
        let order: Vec<usize> = (0..self.threads.len()).collect();
        self.text(&order, ["x", "y", "v"], "r")
    }
}
