// G. L. Peterson, "Myths about the mutual exclusion problem" (1981).
#include <assert.h>
#include <pthread.h>

#ifdef ATOMIC
#include <stdatomic.h>
atomic_int wants[2], turn;
#else
volatile int wants[2], turn;
#endif
int inside;

static void *worker(void *argument) {
  long self = (long)argument;
  for (int round = 0; round < 2; round++) {
    wants[self] = 1;
    turn = 1 - self;
    while (wants[1 - self] && turn == 1 - self)
      ;
    inside = inside + 1;
    assert(inside == 1);
    inside = inside - 1;
    wants[self] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)0);
  pthread_create(&b, 0, worker, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
