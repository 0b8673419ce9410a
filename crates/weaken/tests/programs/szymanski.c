// B. K. Szymanski: A simple solution to Lamport's concurrent programming problem with linear wait (ICS 1988), for two threads that enter once each.
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
  long self = (long)argument, other = 1 - self;
  flag[self] = 1;
  FENCE;
  while (flag[other] >= 3) {
  }
  flag[self] = 3;
  FENCE;
  if (flag[other] == 1) {
    flag[self] = 2;
    FENCE;
    while (flag[other] != 4) {
    }
  }
  flag[self] = 4;
  FENCE;
  if (self == 1)
    while (flag[0] >= 2) {
    }
  inside++;
  assert(inside == 1);
  inside--;
  if (self == 0)
    while (flag[1] == 2 || flag[1] == 3) {
    }
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
