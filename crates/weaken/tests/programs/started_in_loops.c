// Threads that are started and joined in loops.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

#define THREADS 2

int written[THREADS];
atomic_int ready[THREADS];

void *worker(void *argument) {
  long number = (long)argument, other = 1 - number;
  written[number] = 1;
  atomic_store_explicit(&ready[number], 1, ORDER);
  if (atomic_load_explicit(&ready[other], memory_order_acquire) == 1)
    assert(written[other] == 1);
  return 0;
}

int main(void) {
  pthread_t handles[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&handles[i], 0, worker, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(handles[i], 0);
  assert(written[0] == 1 && written[1] == 1);
  return 0;
}
