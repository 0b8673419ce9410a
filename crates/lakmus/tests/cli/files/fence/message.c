#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *sender(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return 0;
}

void *receiver(void *result) {
  while (!atomic_load_explicit(&ready, memory_order_acquire))
    ;
  *(int *)result = data;
  return 0;
}

int main(void) {
  int result;
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, &result);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return result;
}
