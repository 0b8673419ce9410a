// L. Lamport: A fast mutual exclusion algorithm (TOCS 1987), algorithm 2, for two threads that enter once each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
volatile int busy[N + 1], x, y;
int inside;

static void *worker(void *argument) {
  int self = (int)(long)argument;
  for (;;) {
    busy[self] = 1;
    x = self;
    FENCE;
    if (y != 0) {
      busy[self] = 0;
      FENCE;
      while (y != 0) {
      }
      continue;
    }
    y = self;
    FENCE;
    if (x == self)
      break;
    busy[self] = 0;
    FENCE;
    for (int other = 1; other <= N; other++)
      while (busy[other]) {
      }
    if (y == self)
      break;
    while (y != 0) {
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  y = 0;
  busy[self] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, worker, (void *)(i + 1));
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
