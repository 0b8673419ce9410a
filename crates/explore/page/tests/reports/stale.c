#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, ready;
static void *writer(void *a) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&data, 2, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire)) assert(atomic_load_explicit(&data, memory_order_relaxed) == 2);
  pthread_join(thread, 0);
}
