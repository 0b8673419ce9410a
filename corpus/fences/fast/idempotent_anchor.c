// The idempotent deque: one word for the head, the number of tasks, and a number that changes with each task put; the owner works at the tail.
#include "idempotent.h"

volatile long anchor;
struct tasks *volatile tasks;

#define HEAD(word) ((word) & 0xffff)
#define COUNT(word) (((word) >> 16) & 0xffff)
#define NUMBER(word) ((word) >> 32)
#define WORD(head, count, number) ((head) | ((count) << 16) | ((number) << 32))

void prepare(void) { tasks = new_tasks(); }

void put(int task) {
  long word = anchor;
  if (COUNT(word) == tasks->size)
    return;
  tasks->task[(HEAD(word) + COUNT(word)) % tasks->size] = task;
  anchor = WORD(HEAD(word), COUNT(word) + 1, NUMBER(word) + 1);
}

int take(void) {
  long word = anchor;
  if (COUNT(word) == 0)
    return EMPTY;
  int task = tasks->task[(HEAD(word) + COUNT(word) - 1) % tasks->size];
  anchor = WORD(HEAD(word), COUNT(word) - 1, NUMBER(word));
  return task;
}

int steal(void) {
  for (;;) {
    long word = anchor;
    if (COUNT(word) == 0)
      return EMPTY;
    struct tasks *all = tasks;
    int task = all->task[HEAD(word) % all->size];
    long next = WORD((HEAD(word) + 1) % all->size, COUNT(word) - 1, NUMBER(word));
    if (__sync_bool_compare_and_swap(&anchor, word, next))
      return task;
  }
}
