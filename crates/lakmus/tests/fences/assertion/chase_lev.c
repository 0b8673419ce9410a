// The deque of Chase and Lev: what its owner pushes is taken no more than once, by the owner or by a thief, and as it was pushed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom, items[2];
static int of_owner, of_thief[2];

static void push(int item) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&items[end & 1], item, memory_order_relaxed);
  atomic_store_explicit(&bottom, end + 1, memory_order_release);
}

static int take(void) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, item = 0;
  atomic_store_explicit(&bottom, end, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int begin = atomic_load_explicit(&top, memory_order_relaxed);
  if (begin <= end) {
    item = atomic_load_explicit(&items[end & 1], memory_order_relaxed);
    if (begin < end) return item;
    int expected = begin;
    if (!atomic_compare_exchange_strong_explicit(&top, &expected, begin + 1, memory_order_seq_cst, memory_order_relaxed)) item = 0;
  }
  atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);
  return item;
}

static int steal(void) {
  int begin = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int end = atomic_load_explicit(&bottom, memory_order_acquire);
  if (begin >= end) return 0;
  int item = atomic_load_explicit(&items[begin & 1], memory_order_relaxed);
  int expected = begin;
  if (!atomic_compare_exchange_strong_explicit(&top, &expected, begin + 1, memory_order_seq_cst, memory_order_relaxed)) return 0;
  assert(item != 0);
  return item;
}

static void *own(void *unused) {
  push(1);
  push(2);
  of_owner = take();
  return 0;
}

static void *thieve(void *unused) {
  of_thief[0] = steal();
  of_thief[1] = steal();
  return 0;
}

int main(void) {
  pthread_t owner, thief;
  pthread_create(&owner, 0, own, 0);
  pthread_create(&thief, 0, thieve, 0);
  pthread_join(owner, 0);
  pthread_join(thief, 0);
  assert(of_owner == 0 || (of_owner != of_thief[0] && of_owner != of_thief[1]));
  return 0;
}
