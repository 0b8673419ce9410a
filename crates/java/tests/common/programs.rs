//! Random programs: few threads, races and volatile accesses, updates that flip between success and failure.

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
}

const LOCATIONS: [&str; 3] = ["X", "Y", "V"];

impl Program {
    pub(crate) fn random(random: &mut Random, events: usize) -> Program {
        let threads = 2 + usize::from(events > 5 && random.below(2) == 0);
        let pool = [vec![0, 1], vec![0, 2], vec![0, 2], vec![0, 1, 2]][random.below(4) as usize].clone();
        let mut program = Program { threads: vec![String::new(); threads], registers: Vec::new(), pool };
        // What each thread has read last, and where.
        let mut last: Vec<Option<(String, u64)>> = vec![None; threads];
        for number in 0..events {
            let thread = number % threads;
            let text = program.statement(random, thread, &mut last[thread]);
            program.threads[thread] += &format!("  {text}\n");
        }
        program
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
            let text =
                self.threads[thread].replace("(r", &format!("({prefix}")).replace("int r", &format!("int {prefix}"));
            body += &format!("Thread{number} {{\n{text}}}\n");
        }
        let shown = self.registers.iter().map(|register| {
            let (thread, name) = register.split_once(':').expect("a register of a thread");
            let thread: usize = thread.parse().expect("a number");
            let number = order.iter().position(|&other| other == thread).expect("all threads");
            format!("{number}:{prefix}{}; ", &name[1..])
        });
        let shown: String = shown.collect();
        format!("Java random\n{{ {init}}}\n{body}locations [{shown}]\nexists (true)\n")
    }

    /// The test as it was made.
    pub(crate) fn plain(&self) -> String {
        let order: Vec<usize> = (0..self.threads.len()).collect();
        self.text(&order, ["x", "y", "v"], "r")
    }
}
