// The one-bit algorithm of J. E. Burns (see L. Lamport: The mutual exclusion problem, part II, JACM 1986), for two threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
volatile int flag[2];
int inside;

static void *worker(void *argument) {
  long self = (long)argument;
  for (;;) {
    flag[self] = 0;
    FENCE;
    if (self == 1 && flag[0])
      continue;
    flag[self] = 1;
    FENCE;
    if (self == 1 && flag[0])
      continue;
    break;
  }
  if (self == 0)
    while (flag[1]) {
    }
  inside++;
  assert(inside == 1);
  inside--;
  flag[self] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
