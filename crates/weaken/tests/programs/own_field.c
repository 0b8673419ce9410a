// Store buffering, with a write between the two accesses of a thread that competes with nothing: it is to a field that no other thread looks at, of an object with a field for which threads
// do race. Under TSO it waits for the write before it.
#include <assert.h>
#include <pthread.h>

volatile int x, y, a = 1, b = 1, seen;
volatile struct {
  int own, raced_for;
} both;

static void *first(void *unused) {
  x = 1;
  both.own = 1;
  a = y;
  return 0;
}

static void *second(void *unused) {
  y = 1;
  __sync_synchronize();
  b = x;
  both.raced_for = 1;
  return 0;
}

static void *observer(void *unused) {
  seen = both.raced_for;
  return 0;
}

int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_create(&u, 0, observer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(a == 1 || b == 1);
  return 0;
}
