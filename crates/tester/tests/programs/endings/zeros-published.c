// Finds: data race:
// Finds: write of 40 bytes
// Finds: atomic read of 4 bytes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
  atomic_int values[10];
};
static _Atomic(struct block *) published;

static void *look(void *argument) {
  struct block *block = atomic_load_explicit(&published, memory_order_relaxed);
  // The zeros are those of the allocation, which does not happen before this.
  if (block) atomic_load_explicit(&block->values[3], memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  struct block *block = calloc(1, sizeof *block);
  atomic_store_explicit(&published, block, memory_order_relaxed);
  pthread_join(thread, 0);
  free(block);
  return 0;
}
