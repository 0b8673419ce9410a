// Threads count when they are done, behind a fence, and main looks at what they have left when all have. The counter is a plain variable: what orders an earlier thread before main is that a later
// one has read its count before it has written its own. With LATE defined, the second thread leaves something between the two, which its count does not vouch for.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

volatile int count, first, second;

static void *one(void *unused) {
  first = 1;
  first = first + 1;
  __sync_synchronize();
  count = count + 1;
  return 0;
}

static void *two(void *unused) {
#ifdef LATE
  __VERIFIER_assume(count == 1);
  __sync_synchronize();
  int before = count;
  first = 3;
  count = before + 1;
#else
  second = 1;
  second = second + 1;
  __sync_synchronize();
  count = count + 1;
#endif
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  __VERIFIER_assume(count == 2);
  __sync_synchronize();
#ifdef LATE
  assert(first == 3);
#else
  assert(first == 2 && second == 2);
#endif
  return 0;
}
