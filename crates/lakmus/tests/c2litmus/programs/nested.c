// refused: nested.c:13:21: a thread that is started by another one than `main` cannot be written in a C litmus test
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int seen;

static void *inner(void *unused) {
  atomic_store(&seen, 1);
  return 0;
}
static void *outer(void *unused) {
  pthread_t thread; pthread_create(&thread, 0, inner, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, outer, 0);
  pthread_join(thread, 0);
  assert(seen == 1);
  return 0;
}
