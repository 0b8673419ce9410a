// Both threads write where neither has seen the other, which happens on weak machines alone.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int x, y;

void *one(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&y, memory_order_relaxed))
    data = 1;
  return 0;
}

void *two(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&x, memory_order_relaxed))
    data = 2;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  return 0;
}
