// The filter lock: G. L. Peterson, "Myths about the mutual exclusion problem" (1981), for more than two threads.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
volatile int level[N], last[N];
int inside;

static void *worker(void *argument) {
  long self = (long)argument;
  for (int l = 1; l < N; l++) {
    level[self] = l;
    last[l] = self;
    for (;;) {
      int waits = 0;
      for (int other = 0; other < N; other++)
        if (other != self && level[other] >= l) {
          waits = 1;
          break;
        }
      if (!waits || last[l] != self)
        break;
    }
  }
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  level[self] = 0;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
