//! From a stream of tests to shards. What is held in memory is one test, and 16 bytes for each unit: its identity, by which a unit that comes again is known.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::layout::{Beside, synchronise_all_names};
use crate::shard::{Entry, ExpectedResult, UnitRef};
use crate::{
    Definition, Error, Identity, KindName, Layout, Manifest, ModelEntry, ShardEntry, ShardReader, ShardSize, Store,
    UnitOptions,
};

/// A test of a campaign that is planned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlannedTest {
    /// Its name.
    pub name: String,
    /// Where it came from.
    pub file: String,
    /// Its text.
    pub text: String,
    /// An identity of its text alone.
    pub test: Identity,
    /// Its units.
    pub units: Vec<PlannedUnit>,
    /// Results that are expected of it.
    pub expected: Vec<ExpectedResult>,
    /// How many models it was not paired with, as they are of another architecture.
    pub left_out: u64,
    /// Seconds that a unit of it is expected to take, where nothing is known from before.
    pub seconds: f64,
}

/// A unit of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlannedUnit {
    /// The number of its model in the manifest.
    pub model: usize,
    /// Its identity.
    pub id: Identity,
}

impl PlannedTest {
    /// A test without units.
    pub fn new(name: String, file: String, text: String, test: Identity) -> PlannedTest {
        PlannedTest { name, file, text, test, units: Vec::new(), expected: Vec::new(), left_out: 0, seconds: 0.0 }
    }
}

impl PlannedUnit {
    /// The unit with the model of this number.
    pub fn new(model: usize, id: Identity) -> PlannedUnit {
        PlannedUnit { model, id }
    }
}

/// What is known from earlier campaigns: results by their identities, and how long units took.
#[derive(Debug, Default)]
pub struct Earlier {
    stores: Vec<Store>,
    /// The store that has a result that another campaign may use.
    known: HashMap<u128, u32>,
    /// Microseconds, by the test and the model's name: other options and other versions take about as long.
    costs: HashMap<u128, u64>,
}

impl Earlier {
    /// What the stores in these files know.
    ///
    /// # Errors
    /// When one cannot be read, or is none.
    pub fn read(paths: &[PathBuf]) -> Result<Earlier, Error> {
        let mut earlier = Earlier::default();
        for (number, path) in (0..).zip(paths) {
            let store = Store::open_to_read(path)?;
            store.each_cost(|id, is_final, test, model, micros| {
                if is_final {
                    earlier.known.insert(id.number(), number);
                }
                earlier.costs.insert(work(test, model), micros);
            })?;
            earlier.stores.push(store);
        }
        Ok(earlier)
    }
}

/// What a unit is divided into that was given up: a setting and an identity for each part. Nothing where it cannot be divided.
pub type Division<'a, E> = dyn FnMut(&Entry, UnitRef) -> Result<Vec<(ModelEntry, Identity)>, E> + 'a;

/// Plans a campaign once more, into another directory, with `times` the time and memory for each unit: what was given up at a limit or crashed is to be run, divided into `parts` where that is
/// possible, and each in a shard of its own, so that heavy units do not wait for one another; all else is known. Nothing but the campaign itself is read. None where nothing was given up.
///
/// # Errors
/// When the campaign has no results yet, or files cannot be read or written, and those of `parts`.
pub fn plan_again<E: From<Error>>(
    from: &Layout,
    manifest: &Manifest,
    to: Layout,
    times: f64,
    parts: &mut Division<'_, E>,
) -> Result<Option<Manifest>, E> {
    let earlier = Earlier::read(&[from.store()])?;
    let mut options = manifest.options.clone();
    options.timeout *= times;
    // As many megabytes as a number has room for.
    options.memory = options.memory.map(|megabytes| (megabytes as f64 * times) as u64);
    let size = ShardSize { units: 1, ..ShardSize::default() };
    let (kind, models) = ((manifest.kind, options), manifest.models.clone());
    let mut planner = Planner::begin(to, size, kind, manifest.directory.clone(), models, earlier)?;
    planner.manifest.left_out = manifest.left_out;
    for number in 0..manifest.shards.len() {
        let mut reader = ShardReader::open(&from.shard(number))?;
        while let Some(entry) = reader.next_entry()? {
            planner.again(entry, parts)?;
        }
    }
    if planner.manifest.to_run == 0 {
        return Ok(None);
    }
    planner.take_programs(from)?;
    Ok(Some(planner.finish()?))
}

impl Planner {
    /// A test of the campaign that is planned again.
    fn again<E: From<Error>>(&mut self, entry: Entry, parts: &mut Division<'_, E>) -> Result<(), E> {
        let (known, heavy): (Vec<UnitRef>, Vec<UnitRef>) =
            entry.units.iter().copied().partition(|unit| self.earlier.known.contains_key(&unit.id.number()));
        let planned = |units: Vec<PlannedUnit>| {
            let Entry { name, file, text, test, expected, .. } = entry.clone();
            PlannedTest { units, expected, ..PlannedTest::new(name, file, text, test) }
        };
        self.manifest.tests += 1;
        if !known.is_empty() {
            let units = known.iter().map(|unit| PlannedUnit::new(unit.model, unit.id)).collect();
            self.place(planned(units))?;
        }
        for unit in heavy {
            let mut pieces = parts(&entry, unit)?;
            if pieces.is_empty() {
                pieces.push((self.manifest.models[unit.model].clone(), unit.id));
            }
            for (setting, id) in pieces {
                let model = self.model(setting);
                self.place(planned(vec![PlannedUnit::new(model, id)]))?;
            }
        }
        Ok(())
    }

    /// Takes over the programs that were built for a campaign.
    fn take_programs(&self, from: &Layout) -> Result<(), Error> {
        for program in std::fs::read_dir(from.programs()).into_iter().flatten().flatten() {
            let directory = self.layout.programs();
            std::fs::create_dir_all(&directory).map_err(Error::write(&directory))?;
            let place = directory.join(program.file_name());
            // The same file under two names; where the directories are on two disks, a copy.
            std::fs::hard_link(program.path(), &place)
                .or_else(|_| std::fs::copy(program.path(), &place).and_then(|_| File::open(&place)?.sync_all()))
                .map_err(Error::write(&place))?;
        }
        Ok(())
    }
}

/// A test under a model, whatever else is asked.
fn work(test: Identity, model: &str) -> u128 {
    test.number() ^ Identity::of_text("model", model).number()
}

/// The first shards are smaller by this factor, and each is half as large again as the one before: few tests are divided among processes too, and first results are soon there.
const FIRST: f64 = 64.0;
const GROWTH: f64 = 1.5;

/// Writes the plan of a campaign.
#[derive(Debug)]
pub struct Planner {
    layout: Layout,
    manifest: Manifest,
    size: ShardSize,
    earlier: Earlier,
    seen: HashSet<u128>,
    all: chain::Ids,
    open: Option<OpenShard>,
    reused: Option<BufWriter<Beside>>,
    is_whole: bool,
}

/// A plan that is not finished leaves nothing, so that the same directory can be given again.
impl Drop for Planner {
    fn drop(&mut self) {
        if !self.is_whole {
            // It was empty before.
            let _ = std::fs::remove_dir_all(self.layout.root());
        }
    }
}

#[derive(Debug)]
struct OpenShard {
    path: PathBuf,
    out: BufWriter<File>,
    units: u64,
    seconds: f64,
}

/// An identity of all units in their order.
mod chain {
    use crate::Identity;

    /// A chain of identities: each is of the one before and of the next unit.
    #[derive(Debug)]
    pub(super) struct Ids {
        parts: Vec<u8>,
        last: Identity,
    }

    /// As many identities are hashed at a time.
    const PIECE: usize = 16 << 10;

    impl Default for Ids {
        fn default() -> Ids {
            Ids { parts: Vec::new(), last: Identity::of_text("campaign", "") }
        }
    }

    impl Ids {
        pub(super) fn add(&mut self, id: Identity) {
            self.parts.extend(id.bytes());
            if self.parts.len() >= PIECE {
                self.fold();
            }
        }

        fn fold(&mut self) {
            self.last = Identity::of("campaign").part("last", self.last.bytes()).part("units", &self.parts).finish();
            self.parts.clear();
        }

        pub(super) fn finish(mut self) -> Identity {
            self.fold();
            self.last
        }
    }
}

impl Planner {
    /// Into a directory that is not there or empty. `directory` is where relative paths of the definition count from.
    ///
    /// # Errors
    /// When the directory has something in it, or cannot be written.
    pub fn new(
        layout: Layout,
        definition: &Definition,
        directory: PathBuf,
        models: Vec<ModelEntry>,
        earlier: Earlier,
    ) -> Result<Planner, Error> {
        let (kind, options) = (definition.kind, definition.options.clone());
        Planner::begin(layout, definition.shards, (kind, options), directory, models, earlier)
    }

    fn begin(
        layout: Layout,
        size: ShardSize,
        (kind, options): (KindName, UnitOptions),
        directory: PathBuf,
        models: Vec<ModelEntry>,
        earlier: Earlier,
    ) -> Result<Planner, Error> {
        let root = layout.root();
        let is_used = std::fs::read_dir(root).is_ok_and(|mut entries| entries.next().is_some());
        if is_used || root.is_file() {
            return Err(Error::NotEmpty(root.to_owned()));
        }
        std::fs::create_dir_all(root).map_err(Error::write(root))?;
        let manifest = Manifest {
            format: Manifest::FORMAT,
            meaning: identity::meaning(),
            campaign: String::new(),
            kind,
            models,
            options,
            directory,
            tests: 0,
            units: 0,
            to_run: 0,
            reused: 0,
            left_out: 0,
            expected: 0,
            shards: Vec::new(),
        };
        let (seen, all) = (HashSet::new(), chain::Ids::default());
        Ok(Planner { layout, manifest, size, earlier, seen, all, open: None, reused: None, is_whole: false })
    }

    /// A model that was not known at the beginning: its number.
    pub fn model(&mut self, model: ModelEntry) -> usize {
        let known = self.manifest.models.iter().position(|known| *known == model);
        known.unwrap_or_else(|| {
            self.manifest.models.push(model);
            self.manifest.models.len() - 1
        })
    }

    /// The models that are known so far, by their numbers.
    pub fn models(&self) -> &[ModelEntry] {
        &self.manifest.models
    }

    /// One more test.
    ///
    /// # Errors
    /// When its shard cannot be written.
    pub fn add(&mut self, test: PlannedTest) -> Result<(), Error> {
        self.manifest.tests += 1;
        self.place(test)
    }

    /// Gives a test with its units a place in a shard, or in several.
    fn place(&mut self, test: PlannedTest) -> Result<(), Error> {
        let PlannedTest { name, file, text, test, units, expected, left_out, seconds } = test;
        self.manifest.left_out += left_out;
        let is_bare = units.is_empty();
        let mut entry = Entry { expected, ..Entry::new(name, file, text, test, Vec::with_capacity(units.len())) };
        for PlannedUnit { model, id } in units {
            self.manifest.units += 1;
            self.manifest.expected += u64::from(entry.expected.iter().any(|one| one.models.contains(&model)));
            self.all.add(id);
            let is_first = self.seen.insert(id.number());
            let is_known = is_first && self.reuse(id)?;
            let is_to_run = is_first && !is_known;
            entry.units.push(UnitRef::new(model, id, is_to_run));
            if is_to_run {
                let key = (!self.earlier.costs.is_empty()).then(|| work(test, &self.manifest.models[model].name));
                let known = key.and_then(|key| self.earlier.costs.get(&key).copied());
                let open = self.open_shard()?;
                open.units += 1;
                open.seconds += known.map_or(seconds, |micros| micros as f64 / 1e6);
                self.manifest.to_run += 1;
            }
            if self.is_full() {
                // What the test has besides stands in the next one.
                self.write(&entry)?;
                self.close()?;
                entry.units.clear();
            }
        }
        // (A test that no model fits stands in a shard too.)
        if is_bare || !entry.units.is_empty() {
            self.write(&entry)?;
        }
        Ok(())
    }

    fn write(&mut self, entry: &Entry) -> Result<(), Error> {
        let open = self.open_shard()?;
        entry.write(&mut open.out).map_err(Error::write(&open.path))
    }

    /// Whether the open shard has as many units as it should.
    fn is_full(&self) -> bool {
        let turn = i32::try_from(self.manifest.shards.len()).unwrap_or(i32::MAX);
        let wanted = (self.size.seconds / FIRST * GROWTH.powi(turn)).min(self.size.seconds);
        let is_full = |open: &OpenShard| open.seconds >= wanted || open.units >= self.size.units as u64;
        self.open.as_ref().is_some_and(is_full)
    }

    /// Writes the result of a unit beside the shards where an earlier campaign has it.
    fn reuse(&mut self, id: Identity) -> Result<bool, Error> {
        let Some(store) = self.earlier.known.get(&id.number()) else { return Ok(false) };
        let Some(outcome) = self.earlier.stores[*store as usize].outcome(id)? else { return Ok(false) };
        if self.reused.is_none() {
            let beside = Beside::new(&self.layout.reused())?;
            self.reused = Some(BufWriter::new(beside));
        }
        let path = self.layout.reused();
        let out = self.reused.as_mut().expect("it was opened above");
        out.write_all(outcome.line().as_bytes()).map_err(Error::write(&path))?;
        self.manifest.reused += 1;
        Ok(true)
    }

    fn open_shard(&mut self) -> Result<&mut OpenShard, Error> {
        if self.open.is_none() {
            let path = self.layout.shard(self.manifest.shards.len());
            let directory = path.parent().unwrap_or(Path::new("."));
            std::fs::create_dir_all(directory).map_err(Error::write(directory))?;
            let file = File::create_new(&path).map_err(Error::write(&path))?;
            let out = BufWriter::with_capacity(1 << 18, file);
            self.open = Some(OpenShard { path, out, units: 0, seconds: 0.0 });
        }
        Ok(self.open.as_mut().expect("it was opened above"))
    }

    fn close(&mut self) -> Result<(), Error> {
        let Some(OpenShard { path, mut out, units, seconds }) = self.open.take() else { return Ok(()) };
        out.flush().and_then(|()| out.get_ref().sync_all()).map_err(Error::write(&path))?;
        self.manifest.shards.push(ShardEntry { units, seconds });
        Ok(())
    }

    /// How many tests there are so far.
    pub fn tests(&self) -> u64 {
        self.manifest.tests
    }

    /// Writes the manifest, with which the campaign is there.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<Manifest, Error> {
        self.close()?;
        if let Some(reused) = self.reused.take() {
            let path = self.layout.reused();
            let beside = reused.into_inner().map_err(|error| Error::write(&path)(error.into_error()))?;
            beside.put_in_place()?;
        }
        self.manifest.campaign = std::mem::take(&mut self.all).finish().to_string();
        // The manifest says that the rest is there, after a loss of power too.
        synchronise_all_names(self.layout.root());
        self.manifest.write(&self.layout)?;
        self.is_whole = true;
        Ok(self.manifest.clone())
    }
}
