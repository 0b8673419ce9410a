/* Double-checked locking (the declaration "Double-Checked Locking is Broken", 2000): the pointer is published by a relaxed write. Repaired: the write releases. */
#include "bug.h"

struct object {
  atomic_int field;
};
struct object object;
_Atomic(struct object *) instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *unused) {
  (void)unused;
  struct object *found = load(instance, acquire);
  if (!found) {
    pthread_mutex_lock(&lock);
    found = load(instance, relaxed);
    if (!found) {
      found = &object;
      store(found->field, 1, relaxed);
      FIXED(store(instance, found, release), store(instance, found, relaxed));
    }
    pthread_mutex_unlock(&lock);
  }
  assert(load(found->field, relaxed) == 1);
  return 0;
}

RUN(user, user, )
