// Two phases between barriers: what was written in one is read in the next, and there is one serial thread in each.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int written[2], seen[2], serial[2];

static void phase(int me) {
  written[me]++;
  int result = pthread_barrier_wait(&barrier);
  serial[me] += result == PTHREAD_BARRIER_SERIAL_THREAD;
  seen[me] += written[1 - me];
  pthread_barrier_wait(&barrier);
}

static void *worker(void *unused) {
  phase(1);
  phase(1);
  return 0;
}

int main(void) {
  pthread_t thread;
#if defined(SHORT)
  pthread_barrier_init(&barrier, 0, 3);
#else
  pthread_barrier_init(&barrier, 0, 2);
#endif
  pthread_create(&thread, 0, worker, 0);
  phase(0);
  phase(0);
  pthread_join(thread, 0);
  assert(seen[0] == 3 && seen[1] == 3 && serial[0] + serial[1] == 2);
  return 0;
}
