// refused: partly.c:19:7: an access of `main` while some threads are joined and others are not cannot be written in a C litmus test
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *set(void *unused) {
  atomic_store(&x, 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, set, 0);
  pthread_join(a, 0);
  int seen =
      atomic_load(
         &x);
  pthread_join(b, 0);
  assert(seen == 1);
  return 0;
}
