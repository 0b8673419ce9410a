// A thread that goes round for ever in memory that no other thread writes, beside one that is wrong.
#include <assert.h>
#include <pthread.h>

volatile int turn, x;

static void *round_and_round(void *unused) {
  for (;;)
    turn = 1 - turn;
  return 0;
}

static void *wrong(void *unused) {
  x = 1;
  assert(x == 0);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, round_and_round, 0);
  pthread_create(&b, 0, wrong, 0);
  pthread_join(a, 0);
  return 0;
}
