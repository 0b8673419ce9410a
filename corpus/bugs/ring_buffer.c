/* A ring buffer whose consumer gives a slot back by a relaxed write (Linux, perf's ring buffer, 2013): the producer overwrites what is still to be read. */
#include "bug.h"

atomic_int slot;
atomic_uint head, tail;

void *producer(void *unused) {
  (void)unused;
  store(slot, 1, relaxed);
  store(head, 1, release);
  if (load(tail, acquire) == 1) {
    store(slot, 2, relaxed);
    store(head, 2, release);
  }
  return 0;
}

void *consumer(void *unused) {
  (void)unused;
  if (load(head, acquire) == 1) {
    int value = load(slot, relaxed);
    FIXED(store(tail, 1, release), store(tail, 1, relaxed));
    assert(value == 1);
  }
  return 0;
}

RUN(producer, consumer, )
