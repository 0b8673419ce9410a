/* io_uring with a thread in the kernel that polls (io_uring(7), IORING_SQ_NEED_WAKEUP): who submits moves the tail and then looks whether the thread sleeps;
   the thread says that it sleeps and then looks at the tail again. Both need a full barrier between; early users of the ring had none in the submitter. */
#include "bug.h"

atomic_uint tail;
atomic_int need_wakeup;
int woken, saw;

void *submitter(void *unused) {
  (void)unused;
  store(tail, 1, release);
#ifdef FIX
  fence(seq_cst);
#endif
  woken = load(need_wakeup, relaxed);
  return 0;
}

void *poller(void *unused) {
  (void)unused;
  store(need_wakeup, 1, relaxed);
  fence(seq_cst);
  saw = load(tail, acquire);
  return 0;
}

RUN(submitter, poller, assert(woken || saw))
