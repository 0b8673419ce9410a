// rc11: allowed, sc: forbidden
// A structure is published by its address, by a store that is not a release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first = 1, second = 2;
static _Atomic(atomic_int *) shown = &first;

static void *writer(void *unused) {
  atomic_store_explicit(&second, 3, memory_order_relaxed);
  atomic_store_explicit(&shown, &second, memory_order_relaxed);
  return 0;
}

static void *reader(void *unused) {
  atomic_int *found = atomic_load_explicit(&shown, memory_order_relaxed);
  int value = atomic_load_explicit(found, memory_order_relaxed);
  assert(value != 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
