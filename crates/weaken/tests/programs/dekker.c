// T. J. Dekker's algorithm for two threads, as E. W. Dijkstra has it (Cooperating sequential processes, 1965).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
volatile int wants[2], turn;
int inside;

static void *worker(void *argument) {
  long self = (long)argument, other = 1 - self;
  wants[self] = 1;
  FENCE;
  while (wants[other])
    if (turn != self) {
      wants[self] = 0;
      while (turn != self) {
      }
      wants[self] = 1;
      FENCE;
    }
  inside++;
  assert(inside == 1);
  inside--;
  turn = (int)other;
  wants[self] = 0;
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
