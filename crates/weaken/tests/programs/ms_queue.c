// The queue of M. M. Michael and M. L. Scott (PODC 1996): two threads put a value each, one takes what is there, and nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef N
#define N 2
#endif
#ifndef R
#define R 1
#endif
struct node { int value; _Atomic(struct node *) next; };
struct node first, nodes[N][R];
_Atomic(struct node *) head, tail;
int taken;
void put(struct node *node) {
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (last != atomic_load_explicit(&tail, memory_order_acquire)) continue;
    if (next) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_release, memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
      return;
    }
  }
}
int take(void) {
  for (;;) {
    struct node *old = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&old->next, memory_order_acquire);
    if (old != atomic_load_explicit(&head, memory_order_acquire)) continue;
    if (!next) return 0;
    if (old == last) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
      continue;
    }
    int value = next->value;
    if (atomic_compare_exchange_strong_explicit(&head, &old, next, memory_order_release, memory_order_relaxed)) return value;
  }
}
void *putter(void *arg) {
  int me = (int)(long)arg;
  for (int r = 0; r < R; r++) {
    nodes[me][r].value = 1;
    put(&nodes[me][r]);
  }
  return 0;
}
void *taker(void *arg) {
  for (int i = 0; i < N * R; i++) taken += take();
  return 0;
}
int main(void) {
  pthread_t t[N], last;
  atomic_store(&head, &first);
  atomic_store(&tail, &first);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, putter, (void *)i);
  pthread_create(&last, 0, taker, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  pthread_join(last, 0);
  int rest = 0;
  for (;;) {
    int value = take();
    if (!value) break;
    rest += value;
  }
  assert(taken + rest == N * R);
  return 0;
}
