// An atomic access and one that is not; and a field of a structure beside an atomic one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int turn;
  int value;
};
_Atomic(struct node *) head;

void *reader(void *unused) {
  struct node *node = atomic_load_explicit(&head, memory_order_acquire);
  if (node) {
    atomic_fetch_add_explicit(&node->turn, 1, memory_order_relaxed);
    return (void *)(long)node->value;
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, reader, 0);
  struct node *node = malloc(sizeof *node);
  atomic_init(&node->turn, 0);
  node->value = 5;
  atomic_store_explicit(&head, node, memory_order_release);
#ifdef RESET
  *(int *)&node->turn = 0;
#endif
#ifdef EARLY
  free(node);
#endif
  pthread_join(one, 0);
  pthread_join(two, 0);
#ifndef EARLY
  free(node);
#endif
  return 0;
}
