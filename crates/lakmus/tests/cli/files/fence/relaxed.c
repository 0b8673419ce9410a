#include <pthread.h>
#include <stdatomic.h>

atomic_int data, ready;

void *sender(void *unused) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  while (!atomic_load_explicit(&ready, memory_order_relaxed))
    ;
  return atomic_load_explicit(&data, memory_order_relaxed) - 42;
}
