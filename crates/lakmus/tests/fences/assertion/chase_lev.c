// The deque of Chase and Lev: what its owner pushes is taken once, by the owner or by a thief, and as it was pushed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom, items[2];
static int of_owner, of_thief;

static void *own(void *unused) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&items[end & 1], 7, memory_order_relaxed);
  atomic_store_explicit(&bottom, end + 1, memory_order_release);
  end = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, end, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int begin = atomic_load_explicit(&top, memory_order_relaxed);
  if (begin < end) {
    of_owner = atomic_load_explicit(&items[end & 1], memory_order_relaxed);
  } else {
    if (begin == end) {
      int expected = begin;
      if (atomic_compare_exchange_strong_explicit(&top, &expected, begin + 1, memory_order_seq_cst, memory_order_relaxed))
        of_owner = atomic_load_explicit(&items[end & 1], memory_order_relaxed);
    }
    atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);
  }
  return 0;
}

static void *steal(void *unused) {
  int begin = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int end = atomic_load_explicit(&bottom, memory_order_acquire);
  if (begin < end) {
    int item = atomic_load_explicit(&items[begin & 1], memory_order_relaxed);
    int expected = begin;
    if (atomic_compare_exchange_strong_explicit(&top, &expected, begin + 1, memory_order_seq_cst, memory_order_relaxed)) {
      of_thief = item;
      assert(item == 7);
    }
  }
  return 0;
}

int main(void) {
  pthread_t owner, thief;
  pthread_create(&owner, 0, own, 0);
  pthread_create(&thief, 0, steal, 0);
  pthread_join(owner, 0);
  pthread_join(thief, 0);
  assert(of_owner + of_thief == 7);
  return 0;
}
