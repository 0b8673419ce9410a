// rc11: forbidden, sc: forbidden
// Executions in which the flag is not seen do not count, and a thread that fails an assumption writes nothing more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int flag, data, end;

static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}

static void *reader(void *unused) {
  __VERIFIER_assume(atomic_load_explicit(&flag, memory_order_acquire) == 1);
  atomic_store_explicit(&end, atomic_load_explicit(&data, memory_order_relaxed), memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(end == 1);
  return 0;
}
