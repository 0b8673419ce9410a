// What the three idempotent queues have in common (M. M. Michael, M. T. Vechev, V. A. Saraswat: Idempotent Work Stealing, PPoPP 2009): a task may be taken more
// than once, so that the owner needs no read-modify-write. None of the orders that the paper asks for is here.
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 16, EMPTY = -1 };

struct tasks {
  long size;
  int task[SIZE];
};

void put(int task);
int take(void);
int steal(void);
void prepare(void);

static struct tasks *new_tasks(void) {
  struct tasks *tasks = calloc(1, sizeof *tasks);
  tasks->size = SIZE;
  return tasks;
}

void *owner(void *unused) {
  put(1);
  put(2);
  take();
  put(3);
  take();
  return unused;
}

void *thief(void *unused) {
  steal();
  steal();
  return unused;
}

int main(void) {
  pthread_t one, two;
  prepare();
  pthread_create(&one, 0, owner, 0);
  pthread_create(&two, 0, thief, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
