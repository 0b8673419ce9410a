// The idempotent queue: tasks are put at the tail, and taken at the head by owner and thieves.
#include "idempotent.h"

volatile long head, tail;
struct tasks *volatile tasks;

void prepare(void) { tasks = new_tasks(); }

void put(int task) {
  long begin = head;
  long end = tail;
  if (end == begin + tasks->size)
    return;
  tasks->task[end % tasks->size] = task;
  tail = end + 1;
}

int take(void) {
  long begin = head;
  long end = tail;
  if (begin == end)
    return EMPTY;
  int task = tasks->task[begin % tasks->size];
  head = begin + 1;
  return task;
}

int steal(void) {
  for (;;) {
    long begin = head;
    long end = tail;
    if (begin == end)
      return EMPTY;
    struct tasks *all = tasks;
    int task = all->task[begin % all->size];
    if (__sync_bool_compare_and_swap(&head, begin, begin + 1))
      return task;
  }
}
