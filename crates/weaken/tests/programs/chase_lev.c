// The work-stealing queue of D. Chase and Y. Lev (SPAA 2005), on an array that is large enough: the owner puts and takes at the bottom, a thief steals at the top. Nothing is taken twice, and
// nothing is lost. The fences of FENCED are those of N. M. Le, A. Pop, A. Cohen, F. Zappa Nardelli (PPoPP 2013), all of them full ones here.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE
#endif
#define RELAXED memory_order_relaxed

enum { PLACES = 2, EMPTY = -1, LOST = -2 };
atomic_int top, bottom, places[PLACES];
atomic_int taken[PLACES];

static void put(int item) {
  int last = atomic_load_explicit(&bottom, RELAXED);
  atomic_store_explicit(&places[last], item, RELAXED);
  FENCE;
  atomic_store_explicit(&bottom, last + 1, RELAXED);
}

static int take(void) {
  int last = atomic_load_explicit(&bottom, RELAXED) - 1;
  atomic_store_explicit(&bottom, last, RELAXED);
  FENCE;
  int first = atomic_load_explicit(&top, RELAXED);
  if (first > last) {
    atomic_store_explicit(&bottom, last + 1, RELAXED);
    return EMPTY;
  }
  int item = atomic_load_explicit(&places[last], RELAXED);
  if (first == last) {
    // The last one: a thief may be at it.
    if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, RELAXED, RELAXED))
      item = EMPTY;
    atomic_store_explicit(&bottom, last + 1, RELAXED);
  }
  return item;
}

static int steal(void) {
  int first = atomic_load_explicit(&top, RELAXED);
  FENCE;
  int last = atomic_load_explicit(&bottom, RELAXED);
  FENCE;
  if (first >= last)
    return EMPTY;
  int item = atomic_load_explicit(&places[first], RELAXED);
  if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, RELAXED, RELAXED))
    return LOST;
  return item;
}

static void count(int item) {
  if (item >= 0)
    assert(atomic_fetch_add_explicit(&taken[item], 1, RELAXED) == 0);
}

static void *thief(void *none) {
  count(steal());
  count(steal());
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int item = 0; item < PLACES; item++)
    places[item] = EMPTY;
  pthread_create(&thread, 0, thief, 0);
  for (int item = 0; item < PLACES; item++)
    put(item);
  count(take());
  count(take());
  pthread_join(thread, 0);
  assert(taken[0] == 1 && taken[1] == 1);
  return 0;
}
