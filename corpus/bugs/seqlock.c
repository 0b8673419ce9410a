/* A sequence lock whose reader has no fence before its second look at the sequence (H.-J. Boehm, MSPC 2012): the data may be read behind that look. */
#include "bug.h"

atomic_uint sequence;
atomic_int left, right;

void *writer(void *unused) {
  (void)unused;
  store(sequence, 1, relaxed);
  fence(release);
  store(left, 1, relaxed);
  store(right, 1, relaxed);
  store(sequence, 2, release);
  return 0;
}

void *reader(void *unused) {
  (void)unused;
  unsigned before = load(sequence, acquire);
  int l = load(left, relaxed), r = load(right, relaxed);
#ifdef FIX
  fence(acquire);
#endif
  if (before == load(sequence, relaxed) && before % 2 == 0)
    assert(l == r);
  return 0;
}

RUN(writer, reader, )
