// Szymanski's mutual exclusion for two threads (B. K. Szymanski: A Simple Solution to Lamport's Concurrent Programming Problem with Linear Wait, 1988):
// a waiting room with a door in and a door out.
#include <pthread.h>

enum { OUTSIDE, WANTS_IN, WAITS_FOR_OTHERS, IN_DOORWAY, INSIDE };

volatile int state0, state1, shared;

void *first(void *unused) {
  state0 = WANTS_IN;
  while (state1 >= IN_DOORWAY)
    ;
  state0 = IN_DOORWAY;
  if (state1 == WANTS_IN) {
    state0 = WAITS_FOR_OTHERS;
    while (state1 != INSIDE)
      ;
  }
  state0 = INSIDE;
  shared = shared + 1;
  while (state1 == WAITS_FOR_OTHERS || state1 == IN_DOORWAY)
    ;
  state0 = OUTSIDE;
  return unused;
}

void *second(void *unused) {
  state1 = WANTS_IN;
  while (state0 >= IN_DOORWAY)
    ;
  state1 = IN_DOORWAY;
  if (state0 == WANTS_IN) {
    state1 = WAITS_FOR_OTHERS;
    while (state0 != INSIDE)
      ;
  }
  state1 = INSIDE;
  while (state0 >= WAITS_FOR_OTHERS)
    ;
  shared = shared + 1;
  state1 = OUTSIDE;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
