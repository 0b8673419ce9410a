/* What the programs of this directory have in common. `-DFIX` repairs each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define load(x, order) atomic_load_explicit(&(x), memory_order_##order)
#define store(x, value, order) atomic_store_explicit(&(x), (value), memory_order_##order)
#define swap(x, value, order) atomic_exchange_explicit(&(x), (value), memory_order_##order)
#define add(x, value, order) atomic_fetch_add_explicit(&(x), (value), memory_order_##order)
#define sub(x, value, order) atomic_fetch_sub_explicit(&(x), (value), memory_order_##order)
#define cas(x, expected, value, order) atomic_compare_exchange_strong_explicit(&(x), (expected), (value), memory_order_##order, memory_order_relaxed)
#define fence(order) atomic_thread_fence(memory_order_##order)

#ifdef FIX
#define FIXED(with, without) with
#else
#define FIXED(with, without) without
#endif

/* Two threads, and what holds when both have ended. */
#define RUN(first, second, end)              \
  int main(void) {                           \
    pthread_t t, u;                          \
    pthread_create(&t, 0, first, 0);         \
    pthread_create(&u, 0, second, 0);        \
    pthread_join(t, 0);                      \
    pthread_join(u, 0);                      \
    end;                                     \
    return 0;                                \
  }
