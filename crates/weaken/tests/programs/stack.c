// R. K. Treiber's stack (1986): two threads push and pop, and what is popped has been written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
_Atomic(struct node *) top;

#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, PUBLISH, memory_order_relaxed))
    ;
}

static int pop(void) {
  struct node *node = atomic_load_explicit(&top, memory_order_acquire);
  while (node &&
         !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acquire, memory_order_acquire))
    ;
  return node ? node->value : -1;
}

static void *worker(void *unused) {
  push(5);
  int value = pop();
  assert(value == 5);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
