//! Tasks: what they depend on, who executes them, and what waits for them.

use c11::Choice;

use super::{Member, OpenMp, Task, Work, team_step, wait_until};
use crate::runtime::Runtime;
use crate::sys::cell::Entered;

/// How a task is created.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewTask {
    pub(crate) work: Work,
    /// Addresses that it depends on: those that it writes to, and the others.
    pub(crate) writes: Vec<usize>,
    pub(crate) reads: Vec<usize>,
}

/// Creates a task. Gives its number.
pub(crate) fn create_task(entered: &mut Entered, new: &NewTask, pc: usize) -> u64 {
    let team = team_step(entered, pc);
    let runtime = entered.runtime();
    let parent = runtime.member().map_or(0, |member| member.task);
    runtime.openmp.made += 1;
    let number = runtime.openmp.made;
    let group = runtime.openmp.tasks.get(&parent).and_then(|task| task.groups.last().copied().or(task.group));
    let task = Task { parent, work: new.work, group, ..Task::default() };
    runtime.openmp.tasks.insert(number, task);
    runtime.sync_with(true, |openmp| openmp.tasks.get_mut(&number).map(|task| &mut task.begin));
    for (address, is_write) in
        new.writes.iter().map(|address| (*address, true)).chain(new.reads.iter().map(|address| (*address, false)))
    {
        runtime.openmp.depend(parent, number, address, is_write);
    }
    for counted in [Some(parent), group].into_iter().flatten() {
        if let Some(task) = runtime.openmp.tasks.get_mut(&counted) {
            task.children += 1;
        }
    }
    let is_ready = runtime.openmp.tasks.get(&number).is_some_and(|task| task.awaited == 0);
    if let Some(team) = runtime.team() {
        team.unfinished += 1;
        if is_ready {
            team.ready.push(number);
        }
    }
    runtime.wake_team(team);
    number
}

impl OpenMp {
    /// A task comes after those of the same parent that have used what it depends on.
    fn depend(&mut self, parent: u64, task: u64, address: usize, is_write: bool) {
        let Some(known) = self.tasks.get_mut(&parent).map(|task| task.dependences.entry(address).or_default()) else {
            return;
        };
        let mut before: Vec<u64> = known.0.into_iter().collect();
        if is_write {
            before.append(&mut known.1);
            known.0 = Some(task);
        } else {
            known.1.push(task);
        }
        for earlier in before.into_iter().filter(|earlier| *earlier != task) {
            if let Some(other) = self.tasks.get_mut(&earlier).filter(|other| !other.has_ended) {
                other.successors.push(task);
                if let Some(task) = self.tasks.get_mut(&task) {
                    task.awaited += 1;
                }
            } else if let Some(ended) = self.tasks.get(&earlier).map(|other| other.begin.clone())
                && let Some(task) = self.tasks.get_mut(&task)
            {
                task.begin.join(&ended);
            }
        }
    }
}

/// A task that the thread can execute now: one of those that are ready, as the strategy chooses.
pub(crate) fn take_task(entered: &mut Entered) -> Option<(u64, Work)> {
    let runtime = entered.runtime();
    let count = runtime.team()?.ready.len();
    let me = runtime.me();
    let picked = match &mut runtime.live {
        Some(live) if count > 1 => live.strategy.pick(me, Choice::Other, count),
        _ => 0,
    };
    if count == 0 {
        return None;
    }
    let number = runtime.team()?.ready.remove(picked.min(count - 1));
    Some((number, begin_task(runtime, number)?))
}

/// The task, if it is ready and not taken.
pub(crate) fn take_this_task(entered: &mut Entered, number: u64) -> Option<Work> {
    let runtime = entered.runtime();
    let ready = &mut runtime.team()?.ready;
    let place = ready.iter().position(|task| *task == number)?;
    ready.remove(place);
    begin_task(runtime, number)
}

/// Waits until all that a task depends on has ended, or until there is another one to execute meanwhile.
pub(crate) fn await_ready(entered: &mut Entered, number: u64, pc: usize) {
    let team = entered.runtime().member().map_or(0, |member| member.team);
    wait_until(entered, pc, move |runtime| {
        let is_ready = runtime.openmp.tasks.get(&number).is_none_or(|task| task.awaited == 0);
        is_ready || runtime.openmp.teams.get(&team).is_none_or(|team| !team.ready.is_empty())
    });
}

fn begin_task(runtime: &mut Runtime, number: u64) -> Option<Work> {
    runtime.sync_with(false, |openmp| openmp.tasks.get_mut(&number).map(|task| &mut task.begin));
    let work = runtime.openmp.tasks.get(&number)?.work;
    let current = runtime.current;
    let members = runtime.openmp.members.get_mut(&current)?;
    let outer = members.last()?.clone();
    members.push(Member { task: number, ..outer });
    Some(work)
}

/// The thread has executed a task.
pub(crate) fn end_task(entered: &mut Entered, number: u64) {
    let runtime = entered.runtime();
    let current = runtime.current;
    let team = runtime.member().map_or(0, |member| member.team);
    if let Some(members) = runtime.openmp.members.get_mut(&current) {
        members.pop();
    }
    let Some(mut task) = runtime.openmp.tasks.remove(&number) else { return };
    task.has_ended = true;
    let successors = std::mem::take(&mut task.successors);
    for joined in [Some(task.parent), task.group].into_iter().flatten() {
        runtime.sync_with(true, |openmp| openmp.tasks.get_mut(&joined).map(|task| &mut task.joined));
        if let Some(task) = runtime.openmp.tasks.get_mut(&joined) {
            task.children -= 1;
        }
    }
    runtime.sync_with(true, |openmp| openmp.teams.get_mut(&team).map(|team| &mut team.sync));
    // What comes later and depends on it comes after this.
    let me = runtime.me();
    if let Some(live) = &mut runtime.live {
        live.execution.release(me, &mut task.begin);
    }
    let mut ready = Vec::new();
    for successor in successors {
        if let Some(next) = runtime.openmp.tasks.get_mut(&successor) {
            next.begin.join(&task.begin);
            next.awaited -= 1;
            if next.awaited == 0 {
                ready.push(successor);
            }
        }
    }
    let is_wanted = runtime.openmp.tasks.get(&task.parent).is_some_and(|parent| {
        parent.dependences.values().any(|known| known.0 == Some(number) || known.1.contains(&number))
    });
    if is_wanted {
        runtime.openmp.tasks.insert(number, task);
    }
    if let Some(team) = runtime.openmp.teams.get_mut(&team) {
        team.unfinished -= 1;
        team.ready.extend(ready);
    }
    runtime.wake_team(team);
}

/// A group of tasks begins.
pub(crate) fn begin_group(entered: &mut Entered) {
    let runtime = entered.runtime();
    let Some(task) = runtime.member().map(|member| member.task) else { return };
    runtime.openmp.made += 1;
    let number = runtime.openmp.made;
    runtime.openmp.tasks.insert(number, Task { is_group: true, ..Task::default() });
    if let Some(task) = runtime.openmp.tasks.get_mut(&task) {
        task.groups.push(number);
    }
}

/// The group ends; gives its number, whose tasks are to be waited for.
pub(crate) fn end_group(entered: &mut Entered) -> Option<u64> {
    let runtime = entered.runtime();
    let task = runtime.member()?.task;
    runtime.openmp.tasks.get_mut(&task)?.groups.pop()
}

/// The task that the thread executes.
pub(crate) fn current_task(entered: &mut Entered) -> Option<u64> {
    entered.runtime().member().map(|member| member.task)
}

/// Whether all tasks that a task has created, or that are in a group, have ended: then they come before what the thread does next. If not, waits until that is so or there is a task to execute.
pub(crate) fn have_ended(entered: &mut Entered, of: u64, pc: usize) -> bool {
    let team = team_step(entered, pc);
    let has_children = move |runtime: &Runtime| runtime.openmp.tasks.get(&of).is_some_and(|task| task.children > 0);
    if !has_children(entered.runtime()) {
        let runtime = entered.runtime();
        runtime.sync_with(false, |openmp| openmp.tasks.get_mut(&of).map(|task| &mut task.joined));
        if runtime.openmp.tasks.get(&of).is_some_and(|task| task.is_group) {
            runtime.openmp.tasks.remove(&of);
        }
        return true;
    }
    wait_until(entered, pc, move |runtime| {
        !has_children(runtime) || runtime.openmp.teams.get(&team).is_none_or(|team| !team.ready.is_empty())
    });
    false
}
