//! OpenMP as far as threads, work and order go: teams, worksharing constructs, tasks. The functions that compilers call are in `abi::openmp`; they stand in the place of gcc's library, whose own synchronisation cannot be
//! seen.
//!
//! What orders threads is what the specification says (OpenMP 5.0, 1.4.4): the beginning of a region before its threads, all that comes before a barrier before all that comes after it, critical and ordered regions,
//! a task's creation before its execution, that before the end of waits for it and before tasks that depend on it. Who gets which iterations orders nothing.

mod tasks;

use std::collections::BTreeMap;
use std::rc::Rc;

use c11::{PendingOperation, SyncObject, ThreadId};
use rustc_hash::FxHashMap;
use wire::WaitFor;

use crate::runtime::{Blocked, Runtime};
use crate::stacks::{Frame, StackId};
use crate::sys::cell::Entered;
use crate::threads::{step, step_when};

pub(crate) use tasks::{
    NewTask, await_ready, begin_group, create_task, current_task, end_group, end_task, have_ended, take_task,
    take_this_task,
};

/// In place of addresses, for the scheduler: a number for each team.
const TEAMS: u64 = 0xffff_7000_0000_0000;

/// A task that can be executed: the function and its argument, as the caller of these functions understands them.
pub(crate) type Work = (usize, usize);

/// What is known of OpenMP in a program.
#[derive(Debug, Default)]
pub(crate) struct OpenMp {
    teams: BTreeMap<u64, Team>,
    tasks: BTreeMap<u64, Task>,
    /// What each thread is in, innermost last.
    members: FxHashMap<usize, Vec<Member>>,
    made: u64,
    /// The threads that work for another one, by that, and what they are to do.
    pools: FxHashMap<usize, Vec<usize>>,
    jobs: Vec<Option<Job>>,
    /// The number of threads that regions have that do not say, if the program has said so.
    pub(crate) wanted: Option<usize>,
    /// The schedule of loops that leave it open.
    pub(crate) schedule: Option<Schedule>,
}

/// A thread in a team.
#[derive(Clone, Debug)]
struct Member {
    team: u64,
    index: usize,
    /// The task that it executes.
    task: u64,
    /// How many worksharing constructs it has come to.
    constructs: u64,
    /// The loop that it is in.
    bounds: Bounds,
    /// Its chunk of a loop: the number of the next one of a static schedule, and of the one that it has.
    next_chunk: u64,
    chunk: Option<u64>,
}

#[derive(Debug)]
struct Team {
    size: usize,
    shares: BTreeMap<u64, Share>,
    /// Those that have come to the barrier: threads.
    arrived: Vec<usize>,
    generation: u64,
    /// From all that come to a barrier to all that leave it.
    sync: SyncObject,
    /// Tasks that can be executed.
    ready: Vec<u64>,
    /// How many have not ended.
    unfinished: usize,
}

#[derive(Debug, Default)]
struct Task {
    parent: u64,
    work: Work,
    group: Option<u64>,
    /// From its creation, and from those that it depends on, to its execution.
    begin: SyncObject,
    /// How many of those have not ended.
    awaited: usize,
    /// Those that depend on it.
    successors: Vec<u64>,
    /// How many tasks that it has created have not ended; from their ends to its waits.
    children: usize,
    joined: SyncObject,
    /// By address: the last task that it has created that writes there, and those that read after that.
    dependences: BTreeMap<usize, (Option<u64>, Vec<u64>)>,
    /// The groups of tasks that it is in, innermost last.
    groups: Vec<u64>,
    has_ended: bool,
    /// Of a group of tasks, which is kept as one of these.
    is_group: bool,
}

/// How iterations are given to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Schedule {
    /// Chunks of so many in turn; one for each thread where it is none.
    Static(Option<u64>),
    /// Chunks of so many to who asks.
    Dynamic(u64),
    /// Chunks that become smaller, down to so many.
    Guided(u64),
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule::Static(None)
    }
}

/// A loop, as a thread that is in it knows it: iteration i has the value `start + i * step`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) start: i128,
    pub(crate) step: i128,
    pub(crate) count: u64,
    pub(crate) schedule: Schedule,
    pub(crate) is_ordered: bool,
}

/// What a thread of a pool is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) work: Work,
    pub(crate) team: u64,
    pub(crate) index: usize,
    /// The loop, or the sections, that the region is.
    pub(crate) bounds: Option<Bounds>,
}

/// A worksharing construct that some threads have come to.
#[derive(Debug, Default)]
struct Share {
    /// How many threads are through with it.
    done: usize,
    /// Iterations, or sections, that are left: from this one on, so many.
    next: u64,
    total: u64,
    chunks: u64,
    /// Whose chunk may do its ordered part.
    turn: u64,
    ordered: SyncObject,
    /// What a single thread hands to the others.
    copied: Option<usize>,
    handed_on: SyncObject,
    /// Iterations that others wait for and that are there.
    posted: BTreeMap<Vec<i64>, SyncObject>,
}

impl Runtime {
    fn member(&self) -> Option<&Member> {
        self.openmp.members.get(&self.current)?.last()
    }

    fn member_mut(&mut self) -> Option<&mut Member> {
        let current = self.current;
        self.openmp.members.get_mut(&current)?.last_mut()
    }

    fn team(&mut self) -> Option<&mut Team> {
        let team = self.member()?.team;
        self.openmp.teams.get_mut(&team)
    }

    /// The number of threads of the innermost region, and the one of this thread.
    pub(crate) fn team_size(&self) -> (usize, usize) {
        let Some(member) = self.member() else { return (1, 0) };
        (self.openmp.teams.get(&member.team).map_or(1, |team| team.size), member.index)
    }

    /// How many regions the thread is in, and how many of them have several threads.
    pub(crate) fn levels(&self) -> (usize, usize) {
        let Some(members) = self.openmp.members.get(&self.current) else { return (0, 0) };
        let is_active = |member: &&Member| self.openmp.teams.get(&member.team).is_some_and(|team| team.size > 1);
        (members.len(), members.iter().filter(is_active).count())
    }

    /// A region begins that has so many threads. Gives its number.
    pub(crate) fn begin_team(&mut self, size: usize) -> u64 {
        self.openmp.made += 1;
        let number = self.openmp.made;
        let team = Team {
            size,
            shares: BTreeMap::new(),
            arrived: Vec::new(),
            generation: 0,
            sync: SyncObject::new(),
            ready: Vec::new(),
            unfinished: 0,
        };
        self.openmp.teams.insert(number, team);
        number
    }

    /// The thread whose turn it is takes part in a region.
    pub(crate) fn join_team(&mut self, team: u64, index: usize) {
        self.openmp.made += 1;
        let task = self.openmp.made;
        // The implicit task of the thread (OpenMP 5.0, 1.2.5), which tasks that it creates have as their parent.
        self.openmp.tasks.insert(task, Task::default());
        let member = Member {
            team,
            index,
            task,
            constructs: 0,
            bounds: Bounds::default(),
            next_chunk: index as u64,
            chunk: None,
        };
        self.openmp.members.entry(self.current).or_default().push(member);
    }

    /// How many threads work for this one.
    pub(crate) fn pool_size(&self) -> usize {
        self.openmp.pools.get(&self.current).map_or(0, Vec::len)
    }

    /// One more will. Gives its number among all.
    pub(crate) fn add_to_pool(&mut self) -> usize {
        let number = self.openmp.jobs.len();
        self.openmp.jobs.push(None);
        self.openmp.pools.entry(self.current).or_default().push(number);
        number
    }

    /// What the worker with this number is to do.
    pub(crate) fn take_job(&mut self, worker: usize) -> Option<Job> {
        self.openmp.jobs.get_mut(worker)?.take()
    }

    /// A worker of this thread is to do something. Gives its number.
    pub(crate) fn give_job(&mut self, worker: usize, job: Job) -> Option<usize> {
        let number = *self.openmp.pools.get(&self.current)?.get(worker)?;
        self.openmp.jobs[number] = Some(job);
        Some(number)
    }

    /// It leaves the region, whose end all have come to.
    pub(crate) fn leave_team(&mut self) {
        let current = self.current;
        let Some(member) = self.openmp.members.get_mut(&current).and_then(Vec::pop) else { return };
        self.openmp.tasks.remove(&member.task);
        // The last to leave takes the team along: threads leave in any order.
        let is_used = self.openmp.members.values().flatten().any(|other| other.team == member.team);
        if !is_used {
            self.openmp.teams.remove(&member.team);
        }
    }

    fn sync_with(&mut self, releases: bool, object: impl FnOnce(&mut OpenMp) -> Option<&mut SyncObject>) {
        let me = self.me();
        if let (Some(live), Some(object)) = (&mut self.live, object(&mut self.openmp)) {
            match releases {
                true => live.execution.release(me, object),
                false => live.execution.acquire(me, object),
            }
        }
    }

    /// Lets those look again who wait for something of this team.
    fn wake_team(&mut self, team: u64) {
        self.wake_all(WaitFor::Barrier, (TEAMS + team) as usize);
        self.progress();
    }

    /// The share of the construct that this thread is in.
    fn share(&mut self) -> Option<&mut Share> {
        let construct = self.member()?.constructs;
        self.team()?.shares.get_mut(&construct)
    }

    /// The next chunk of the loop that this thread is in: its first iteration and the one behind its last.
    fn next_chunk(&mut self, schedule: Schedule) -> Option<(u64, u64)> {
        let (size, _) = self.team_size();
        let size = size as u64;
        let own = self.member()?.next_chunk;
        let share = self.share()?;
        let left = share.total - share.next;
        let (chunk, from, to) = match schedule {
            Schedule::Static(None) => {
                // The first threads have one iteration more where they do not come out even.
                let (least, more) = (share.total / size, share.total % size);
                let start = own * least + own.min(more);
                (own, start, start + least + u64::from(own < more))
            }
            Schedule::Static(Some(length)) => {
                (own, own.saturating_mul(length), own.saturating_add(1).saturating_mul(length).min(share.total))
            }
            Schedule::Dynamic(length) => (share.chunks, share.next, share.next + length.max(1).min(left)),
            Schedule::Guided(least) => {
                let length = left.div_ceil(size).max(least.max(1)).min(left);
                (share.chunks, share.next, share.next + length)
            }
        };
        let is_given = matches!(schedule, Schedule::Static(_)) && (schedule != Schedule::Static(None) || own < size);
        if from >= to || !(is_given || matches!(schedule, Schedule::Dynamic(_) | Schedule::Guided(_))) {
            return None;
        }
        // Chunks of a static schedule follow from the number of the thread; the others are taken from what all share.
        if !matches!(schedule, Schedule::Static(_)) {
            (share.next, share.chunks) = (to, share.chunks + 1);
        }
        let member = self.member_mut()?;
        (member.chunk, member.next_chunk) = (Some(chunk), own + size);
        Some((from, to))
    }
}

/// The place of a call, and the team of the thread.
fn at(entered: &mut Entered, pc: usize) -> (StackId, u64) {
    let runtime = entered.runtime();
    (runtime.place(Frame::call(pc)), runtime.member().map_or(0, |member| member.team))
}

/// A step that others of the team may come before or after.
fn team_step(entered: &mut Entered, pc: usize) -> u64 {
    let (place, team) = at(entered, pc);
    if entered.runtime().live.is_some() {
        step(entered, PendingOperation::Sync(TEAMS + team), place);
    }
    team
}

/// Waits until something holds of the team.
fn wait_until(entered: &mut Entered, pc: usize, holds: impl Fn(&Runtime) -> bool + 'static) {
    let (place, team) = at(entered, pc);
    if entered.runtime().live.is_none() {
        return;
    }
    let object = TEAMS + team;
    let blocked = Blocked { what: WaitFor::Barrier, object: object as usize, deadline: None };
    // There is no time limit.
    let _held = step_when(entered, PendingOperation::Sync(object), place, blocked, holds);
}

/// Comes to a loop, to sections, or to what a single thread does.
pub(crate) fn begin_share(entered: &mut Entered, bounds: Bounds, pc: usize) {
    team_step(entered, pc);
    let runtime = entered.runtime();
    let Some(member) = runtime.member_mut() else { return };
    // All threads of a team come to the same constructs in the same order (OpenMP 5.0, 2.8), so that the number names the construct.
    member.constructs += 1;
    (member.next_chunk, member.chunk, member.bounds) = (member.index as u64, None, bounds);
    let construct = member.constructs;
    if let Some(team) = runtime.team() {
        team.shares.entry(construct).or_insert_with(|| Share { total: bounds.count, ..Share::default() });
    }
}

/// The next iterations of the loop: the value of the first and of the one behind the last. None when there are none left for the thread.
pub(crate) fn next_iterations(entered: &mut Entered, pc: usize) -> Option<(i128, i128)> {
    let Bounds { start, step, schedule, is_ordered, .. } = entered.runtime().member()?.bounds;
    if is_ordered {
        pass_turn(entered, pc);
    }
    // Who asks first gets what is next: that depends on the schedule of threads, so that asking is a step.
    if !matches!(schedule, Schedule::Static(_)) {
        team_step(entered, pc);
    }
    let (from, to) = entered.runtime().next_chunk(schedule)?;
    Some((start + i128::from(from) * step, start + i128::from(to) * step))
}

/// The chunk that the thread has is done, in its turn.
fn pass_turn(entered: &mut Entered, pc: usize) {
    if entered.runtime().member().is_none_or(|member| member.chunk.is_none()) {
        return;
    }
    await_turn(entered, pc);
    let runtime = entered.runtime();
    let current = runtime.current;
    runtime.sync_with(true, |openmp| openmp.ordered_of(current));
    let team = runtime.member().map_or(0, |member| member.team);
    if let Some(share) = runtime.share() {
        share.turn += 1;
    }
    if let Some(member) = runtime.member_mut() {
        member.chunk = None;
    }
    runtime.wake_team(team);
}

/// Comes to the ordered part of an iteration.
pub(crate) fn begin_ordered(entered: &mut Entered, pc: usize) {
    await_turn(entered, pc);
}

/// It is done: what comes in the next one comes after it.
pub(crate) fn end_ordered(entered: &mut Entered) {
    let current = entered.runtime().current;
    entered.runtime().sync_with(true, |openmp| openmp.ordered_of(current));
}

fn await_turn(entered: &mut Entered, pc: usize) {
    let current = entered.runtime().current;
    wait_until(entered, pc, move |runtime| {
        let members = runtime.openmp.members.get(&current).and_then(|members| members.last());
        let Some(member) = members else { return true };
        let share = runtime.openmp.teams.get(&member.team).and_then(|team| team.shares.get(&member.constructs));
        share.is_none_or(|share| member.chunk.is_none_or(|chunk| share.turn == chunk))
    });
    entered.runtime().sync_with(false, |openmp| openmp.ordered_of(current));
}

impl OpenMp {
    fn ordered_of(&mut self, thread: usize) -> Option<&mut SyncObject> {
        let member = self.members.get(&thread)?.last()?;
        Some(&mut self.teams.get_mut(&member.team)?.shares.get_mut(&member.constructs)?.ordered)
    }
}

/// The next section, from 1 on; 0 when there are none left.
pub(crate) fn next_section(entered: &mut Entered, pc: usize) -> u64 {
    team_step(entered, pc);
    let Some(share) = entered.runtime().share() else { return 0 };
    if share.next == share.total {
        return 0;
    }
    share.next += 1;
    share.next
}

/// Whether this thread is the one that does what a single thread does.
pub(crate) fn is_single(entered: &mut Entered, pc: usize) -> bool {
    begin_share(entered, Bounds { count: 1, ..Bounds::default() }, pc);
    entered.runtime().share().is_none_or(|share| std::mem::replace(&mut share.next, 1) == 0)
}

/// The thread is through with the construct.
pub(crate) fn end_share(entered: &mut Entered, pc: usize) {
    // The thread may have a chunk whose ordered part it has not come to: the others wait for that turn.
    if entered.runtime().member().is_some_and(|member| member.bounds.is_ordered) {
        pass_turn(entered, pc);
    }
    let runtime = entered.runtime();
    let Some(construct) = runtime.member().map(|member| member.constructs) else { return };
    let Some(team) = runtime.team() else { return };
    let size = team.size;
    if let Some(share) = team.shares.get_mut(&construct) {
        share.done += 1;
        if share.done == size {
            team.shares.remove(&construct);
        }
    }
}

/// The single thread hands something to the others.
pub(crate) fn hand_on(entered: &mut Entered, what: usize) {
    let runtime = entered.runtime();
    let (me, team) = (runtime.me(), runtime.member().map_or(0, |member| member.team));
    let construct = runtime.member().map_or(0, |member| member.constructs);
    let share = runtime.openmp.teams.get_mut(&team).and_then(|team| team.shares.get_mut(&construct));
    if let Some(share) = share {
        share.copied = Some(what);
        if let Some(live) = &mut runtime.live {
            live.execution.release(me, &mut share.handed_on);
        }
    }
    runtime.wake_team(team);
}

/// What the single thread has handed on, when it has.
pub(crate) fn handed_on(entered: &mut Entered, pc: usize) -> usize {
    let runtime = entered.runtime();
    let (me, team) = (runtime.me(), runtime.member().map_or(0, |member| member.team));
    let construct = runtime.member().map_or(0, |member| member.constructs);
    wait_until(entered, pc, move |runtime| {
        let share = runtime.openmp.teams.get(&team).and_then(|team| team.shares.get(&construct));
        share.is_none_or(|share| share.copied.is_some())
    });
    let runtime = entered.runtime();
    let share = runtime.openmp.teams.get(&team).and_then(|team| team.shares.get(&construct));
    let Some(share) = share else { return 0 };
    if let Some(live) = &mut runtime.live {
        live.execution.acquire(me, &share.handed_on);
    }
    share.copied.unwrap_or(0)
}

/// An iteration of a loop has come to what others wait for.
pub(crate) fn post(entered: &mut Entered, iteration: Vec<i64>, pc: usize) {
    let team = team_step(entered, pc);
    let runtime = entered.runtime();
    let me = runtime.me();
    let construct = runtime.member().map_or(0, |member| member.constructs);
    let share = runtime.openmp.teams.get_mut(&team).and_then(|team| team.shares.get_mut(&construct));
    if let Some(share) = share {
        let sync = share.posted.entry(iteration).or_default();
        if let Some(live) = &mut runtime.live {
            live.execution.release(me, sync);
        }
    }
    runtime.wake_team(team);
}

/// Waits for an iteration to come there.
pub(crate) fn await_post(entered: &mut Entered, iteration: Vec<i64>, pc: usize) {
    let runtime = entered.runtime();
    let (me, team) = (runtime.me(), runtime.member().map_or(0, |member| member.team));
    let construct = runtime.member().map_or(0, |member| member.constructs);
    let iteration = Rc::new(iteration);
    let wanted = iteration.clone();
    wait_until(entered, pc, move |runtime| {
        let share = runtime.openmp.teams.get(&team).and_then(|team| team.shares.get(&construct));
        share.is_none_or(|share| share.posted.contains_key(&*wanted))
    });
    let runtime = entered.runtime();
    let share = runtime.openmp.teams.get(&team).and_then(|team| team.shares.get(&construct));
    if let (Some(live), Some(sync)) = (&mut runtime.live, share.and_then(|share| share.posted.get(&*iteration))) {
        live.execution.acquire(me, sync);
    }
}

/// Comes to a barrier.
pub(crate) fn arrive(entered: &mut Entered, pc: usize) -> u64 {
    let team = team_step(entered, pc);
    let runtime = entered.runtime();
    // Before the thread counts as arrived: the last one may open the barrier at once.
    runtime.sync_with(true, |openmp| openmp.teams.get_mut(&team).map(|team| &mut team.sync));
    let current = runtime.current;
    let Some(team) = runtime.team() else { return 0 };
    team.arrived.push(current);
    team.generation
}

/// Whether all threads of the team have come to the barrier and all tasks have ended. If not, waits until that is so or there is a task to execute.
pub(crate) fn is_open(entered: &mut Entered, generation: u64, pc: usize) -> bool {
    let team = entered.runtime().member().map_or(0, |member| member.team);
    open(entered.runtime(), team);
    let is_passed =
        move |runtime: &Runtime| runtime.openmp.teams.get(&team).is_none_or(|team| team.generation != generation);
    if is_passed(entered.runtime()) {
        return true;
    }
    wait_until(entered, pc, move |runtime| {
        is_passed(runtime) || runtime.openmp.teams.get(&team).is_none_or(|team| !team.ready.is_empty())
    });
    is_passed(entered.runtime())
}

/// Opens the barrier of a team if nothing is left to wait for.
fn open(runtime: &mut Runtime, number: u64) {
    let Some(team) = runtime.openmp.teams.get_mut(&number) else { return };
    if team.arrived.len() < team.size || team.unfinished > 0 {
        return;
    }
    // All leave at once, so that no thread that comes for the next round is ordered before those who leave late.
    if let Some(live) = &mut runtime.live {
        for thread in &team.arrived {
            live.execution.acquire(ThreadId::from_number(*thread as u32), &team.sync);
        }
    }
    team.arrived.clear();
    // The next round orders nothing by what came before this one.
    team.sync.reset();
    team.generation += 1;
    runtime.wake_team(number);
}
