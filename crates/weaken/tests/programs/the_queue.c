// The work-stealing queue of Cilk-5 (M. Frigo, C. E. Leiserson, K. H. Randall, PLDI 1998), its protocol THE: the owner takes at the tail without a lock as long as a thief cannot want the
// same item, a thief steals at the head with one. No item is taken twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE
#endif

enum { ITEMS = 2, NONE = -1 };
volatile int head, tail;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int taken[ITEMS];

static int take(void) {
  tail = tail - 1;
  FENCE;
  if (head <= tail)
    return tail;
  // A thief may be at this one: the lock decides.
  tail = tail + 1;
  pthread_mutex_lock(&lock);
  tail = tail - 1;
  int item = tail;
  if (head > tail) {
    tail = tail + 1;
    item = NONE;
  }
  pthread_mutex_unlock(&lock);
  return item;
}

static int steal(void) {
  pthread_mutex_lock(&lock);
  int item = head;
  head = head + 1;
  FENCE;
  if (head > tail) {
    head = head - 1;
    item = NONE;
  }
  pthread_mutex_unlock(&lock);
  return item;
}

static void count(int item) {
  if (item != NONE)
    assert(atomic_fetch_add_explicit(&taken[item], 1, memory_order_relaxed) == 0);
}

static void *thief(void *none) {
  count(steal());
  count(steal());
  return 0;
}

int main(void) {
  pthread_t thread;
  tail = ITEMS;
  pthread_create(&thread, 0, thief, 0);
  count(take());
  count(take());
  pthread_join(thread, 0);
  return 0;
}
