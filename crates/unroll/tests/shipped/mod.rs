//! Models that ship, with what programs are compiled for under them.

use lakmus_unroll::Target;
use sim::Model;
use source::Sources;

/// Files that ship.
struct Shipped;

impl cat::Files for Shipped {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<source::SourceId> {
        models::file(name).map(|text| sources.add(name, text))
    }
}

pub(crate) fn target_and_model(name: &str) -> (Target, Model) {
    let mut target = Target::of(name, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut sources = Sources::new();
    let text = models::file(&format!("{name}.cat")).unwrap_or_else(|| panic!("no model {name}"));
    let source = sources.add(name, text);
    let model = Model::load(&mut sources, source, None, &mut Shipped, target.language, &|_| false)
        .unwrap_or_else(|found| panic!("{name}: {found:?}"));
    target.sees_registers = model.cat().computes_dependencies();
    target.has_control = model.cat().mentions("ctrl");
    (target, model)
}
