// A message behind a flag: whether that is a race is a matter of the orders.
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif

int data;
atomic_int flag;

void *writer(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, STORE);
  return 0;
}

void *reader(void *unused) {
  if (atomic_load_explicit(&flag, LOAD))
    data++;
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  data = 3;
  return 0;
}
