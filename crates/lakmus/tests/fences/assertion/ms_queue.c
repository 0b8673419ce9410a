// The queue of Michael and Scott: two threads put a node in, and one of them takes one out, whose value was there before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};
static struct node first, one, two;
static _Atomic(struct node *) head = &first, tail = &first;

static void put(struct node *own, int value) {
  own->value = value;
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next) {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
    } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, own, memory_order_release, memory_order_relaxed)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, own, memory_order_release, memory_order_relaxed);
      return;
    }
  }
}

static void *producer(void *unused) {
  put(&one, 1);
  return 0;
}

static void *consumer(void *unused) {
  put(&two, 2);
  struct node *begin = atomic_load_explicit(&head, memory_order_acquire);
  struct node *next = atomic_load_explicit(&begin->next, memory_order_acquire);
  assert(next);
  assert(next->value == 1 || next->value == 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
