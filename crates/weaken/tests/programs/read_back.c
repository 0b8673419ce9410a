// A thread that keeps what it has read in memory, reads it back for a copy, and writes. Only the thread itself writes what it keeps, and another one looks at it: the read back competes with
// nothing, but has to wait for the first read if the write is to go first.
#include <assert.h>
#include <pthread.h>

volatile int x, z, kept, copy, seen;

static void *writer(void *unused) {
  z = 2;
  __sync_synchronize();
  x = 1;
  return 0;
}

static void *reader(void *unused) {
  kept = x;
  copy = kept;
  z = 1;
  return 0;
}

static void *observer(void *unused) {
  seen = kept;
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, observer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(!(kept == 1 && z == 2));
  return 0;
}
