//! The models that ship are compiled: the interpreter is the reference, not the engine.

use lakmus_sim::{Model, Test};
use litmus::Language;
use source::{SourceId, Sources};

struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

/// A test of the Linux kernel that does not look at locks.
fn kernel_test() -> Test {
    let mut sources = Sources::new();
    let text =
        "C lock\n{}\nP0(spinlock_t *l, int *x) { spin_lock(l); WRITE_ONCE(*x, 1); spin_unlock(l); }\nexists (x=1)\n";
    let source = sources.add("lock.litmus", text);
    Test::load(&sources, source, "lock").unwrap_or_else(|found| panic!("{found:?}"))
}

#[test]
fn all_shipped_models_are_compiled() {
    for entry in models::models() {
        let all = isa::languages().iter().copied();
        let own = |language: &&dyn Language| entry.architecture.is_none_or(|own| own == language.name());
        // What a test reads from that looks at a lock, lkmm chooses in a way that only the interpreter knows.
        let kernel = kernel_test();
        let languages: Vec<&dyn Language> = match entry.name {
            "lkmm" => vec![kernel.language()],
            _ => all.filter(own).collect(),
        };
        for language in languages {
            let mut sources = Sources::new();
            let source = cat::Files::open(&mut Shipped, entry.file, &mut sources).expect("it ships");
            for variant in [None, Some("cos-opt")] {
                let is_active = |name: &str| Some(name) == variant;
                let model = Model::load(&mut sources, source, None, &mut Shipped, language, &is_active);
                let model = model.expect("shipped models have no mistakes");
                for addresses_are_known in [true, false] {
                    if let Err(outside) = model.compiled(addresses_are_known) {
                        let at = sources.position(outside.span);
                        let (file, name) = (sources.name(outside.span.source), language.name());
                        panic!("{} for {name}: {file}:{}: {outside}", entry.name, at.line);
                    }
                }
            }
        }
    }
}

#[test]
fn default_models_ship_and_are_for_their_languages() {
    for language in isa::languages() {
        let descriptor = language.descriptor();
        if let Some(name) = descriptor.default_model {
            let entry = models::model(name).unwrap_or_else(|| panic!("{name} for {}", language.name()));
            // X86 has the model of X86_64: it is written for the instructions that both have.
            let shares = |word: &str| {
                isa::language(word).is_some_and(|own| own.descriptor().default_model == descriptor.default_model)
            };
            assert!(entry.architecture.is_none_or(|word| word == language.name() || shares(word)), "{name}");
        }
    }
}
