// Three threads that keep what they read in memory: the second passes on what the first wrote, and the third computes an address of what it read. The second needs a fence.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE __asm__ volatile("lwsync" ::: "memory")
#else
#define FENCE
#endif

volatile int x, y, seen, passed, kept, zero, last;

static void *first(void *unused) {
  kept = 1;
  x = kept;
  return 0;
}

static void *second(void *unused) {
  seen = x;
  FENCE;
  y = 1;
  return 0;
}

static void *third(void *unused) {
  passed = y;
  zero = passed ^ passed;
  last = *(&x + zero);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(!(seen == 1 && passed == 1 && last == 0));
  return 0;
}
