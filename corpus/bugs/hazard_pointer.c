/* A hazard pointer that is published without a full barrier before the pointer is read again (M. Michael, 2004, says where it is needed): who frees may not see it. */
#include "bug.h"

_Atomic(int *) shared;
_Atomic(int *) hazard;
int *object;

void *reader(void *unused) {
  (void)unused;
  int *pointer = load(shared, relaxed);
  store(hazard, pointer, relaxed);
#ifdef FIX
  fence(seq_cst);
#endif
  if (load(shared, acquire) == pointer && pointer)
    assert(*pointer == 1);
  return 0;
}

void *remover(void *unused) {
  (void)unused;
  int *old = swap(shared, 0, seq_cst);
  fence(seq_cst);
  if (load(hazard, acquire) != old)
    free(old);
  return 0;
}

int main(void) {
  pthread_t t, u;
  object = malloc(sizeof *object);
  *object = 1;
  store(shared, object, relaxed);
  pthread_create(&t, 0, reader, 0);
  pthread_create(&u, 0, remover, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
