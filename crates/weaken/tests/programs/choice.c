// A thread that ends the process, one that assumes, and a choice.
#include <stdlib.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int go, way;

static void *worker(void *unused) {
  __VERIFIER_assume(go == 1);
  if (way == 2)
    reach_error();
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  way = __VERIFIER_nondet_bool() ? 2 : 1;
#ifdef SAFE
  if (way == 2)
    exit(0);
#endif
  __sync_synchronize();
  go = 1;
  pthread_join(a, 0);
  return 0;
}
