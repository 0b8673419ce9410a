/* A queue of Michael and Scott whose new node is linked by a relaxed compare-exchange: who dequeues finds a node without its value. Repaired: it releases. */
#include "bug.h"

struct node {
  _Atomic(struct node *) next;
  atomic_int value;
};
struct node dummy, node;
_Atomic(struct node *) head = &dummy, tail = &dummy;

void *enqueue(void *unused) {
  (void)unused;
  store(node.value, 1, relaxed);
  struct node *last = load(tail, acquire), *none = 0;
  if (FIXED(cas(last->next, &none, &node, release), cas(last->next, &none, &node, relaxed)))
    cas(tail, &last, &node, release);
  return 0;
}

void *dequeue(void *unused) {
  (void)unused;
  struct node *first = load(head, acquire), *next = load(first->next, acquire);
  if (next) {
    int value = load(next->value, relaxed);
    if (cas(head, &first, next, release))
      assert(value == 1);
  }
  return 0;
}

RUN(enqueue, dequeue, )
