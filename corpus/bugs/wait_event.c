/* Linux, wait_event and wake_up without set_current_state's barrier (memory-barriers.txt): who goes to sleep says so and looks at the condition; who wakes sets
   the condition and looks whether anybody sleeps. One of the two barriers is missing: sleep for ever. */
#include "bug.h"

atomic_int sleeping, condition;
int slept, woke;

void *sleeper(void *unused) {
  (void)unused;
  store(sleeping, 1, relaxed);
  fence(seq_cst);
  slept = !load(condition, relaxed);
  return 0;
}

void *waker(void *unused) {
  (void)unused;
  store(condition, 1, relaxed);
#ifdef FIX
  fence(seq_cst);
#endif
  woke = load(sleeping, relaxed);
  return 0;
}

RUN(sleeper, waker, assert(!slept || woke))
