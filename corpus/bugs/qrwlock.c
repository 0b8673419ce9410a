/* Linux, queued_write_lock_slowpath (84a24bf8c52e, 2021): the writer waits with an acquiring read until no reader holds the lock, and then takes it by a
   compare-exchange that is relaxed. A reader may come and go between the two, and what the writer does is not ordered behind that reader. Repaired: the
   compare-exchange acquires. */
#include "bug.h"

enum { WRITER = 1, READER = 2 };
atomic_int lock;
atomic_int by_reader, by_writer;
int reader_was_first, writer_was_first;

void *reader(void *unused) {
  (void)unused;
  if (!(add(lock, READER, acquire) & WRITER)) {
    reader_was_first = !load(by_writer, relaxed);
    store(by_reader, 1, relaxed);
  }
  sub(lock, READER, release);
  return 0;
}

void *writer(void *unused) {
  (void)unused;
  int none = 0;
  while (load(lock, acquire))
    ;
  if (FIXED(cas(lock, &none, WRITER, acquire), cas(lock, &none, WRITER, relaxed))) {
    writer_was_first = !load(by_reader, relaxed);
    store(by_writer, 1, relaxed);
    sub(lock, WRITER, release);
  }
  return 0;
}

RUN(reader, writer, assert(!reader_was_first || !writer_was_first))
