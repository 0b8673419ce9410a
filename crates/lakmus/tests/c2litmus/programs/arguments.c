// rc11: allowed, sc: forbidden
// Store buffering by one function; where it writes and reads is in a structure that `main` prepares, and so is what it has read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct task {
  atomic_int *to;
  atomic_int *from;
  int seen;
};

static atomic_int places[2];

static void *side(void *argument) {
  struct task *task = argument;
  atomic_store_explicit(task->to, 1, memory_order_release);
  task->seen = atomic_load_explicit(task->from, memory_order_acquire);
  return 0;
}

int main(void) {
  struct task tasks[2];
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    tasks[i] = (struct task){&places[i], &places[1 - i], -1};
    pthread_create(&threads[i], 0, side, &tasks[i]);
  }
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(tasks[0].seen + tasks[1].seen >= 1);
  return 0;
}
