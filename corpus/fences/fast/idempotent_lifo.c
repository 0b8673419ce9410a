// The idempotent stack: one word for the end and a number that changes with each task put.
#include "idempotent.h"

volatile long anchor;
struct tasks *volatile tasks;

#define END(word) ((word) & 0xffff)
#define NUMBER(word) ((word) >> 16)
#define WORD(end, number) ((end) | ((number) << 16))

void prepare(void) { tasks = new_tasks(); }

void put(int task) {
  long word = anchor;
  if (END(word) == tasks->size)
    return;
  tasks->task[END(word)] = task;
  anchor = WORD(END(word) + 1, NUMBER(word) + 1);
}

int take(void) {
  long word = anchor;
  if (END(word) == 0)
    return EMPTY;
  int task = tasks->task[END(word) - 1];
  anchor = WORD(END(word) - 1, NUMBER(word));
  return task;
}

int steal(void) {
  for (;;) {
    long word = anchor;
    if (END(word) == 0)
      return EMPTY;
    struct tasks *all = tasks;
    int task = all->task[END(word) - 1];
    if (__sync_bool_compare_and_swap(&anchor, word, WORD(END(word) - 1, NUMBER(word))))
      return task;
  }
}
