/* Linux, workqueue (346c09f80459, 2016): a worker clears PENDING and then looks what there is to do. Who adds work and finds PENDING set leaves it to that
   worker. Without a full barrier behind the clearing, the worker's look may come before it: the work is done by nobody. */
#include "bug.h"

atomic_int pending = 1;
atomic_int work;
int queued, done;

void *worker(void *unused) {
  (void)unused;
  store(pending, 0, relaxed);
#ifdef FIX
  fence(seq_cst);
#endif
  done = load(work, relaxed);
  return 0;
}

void *queuer(void *unused) {
  (void)unused;
  store(work, 1, relaxed);
  fence(seq_cst);
  queued = swap(pending, 1, relaxed) == 0;
  return 0;
}

RUN(worker, queuer, assert(queued || done))
