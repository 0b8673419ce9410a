// The lock of Mellor-Crummey and Scott: each thread waits at a node of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

struct node *_Atomic tail;
int critical;

static void take(struct node *mine) {
  atomic_store_explicit(&mine->next, NULL, memory_order_seq_cst);
  atomic_store_explicit(&mine->waits, 1, memory_order_seq_cst);
  struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_seq_cst);
  if (before) {
    atomic_store_explicit(&before->next, mine, memory_order_seq_cst);
    while (atomic_load_explicit(&mine->waits, memory_order_seq_cst))
      ;
  }
}

static void give(struct node *mine) {
  struct node *next = atomic_load_explicit(&mine->next, memory_order_seq_cst);
  if (!next) {
    struct node *expected = mine;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_seq_cst, memory_order_seq_cst))
      return;
    while (!(next = atomic_load_explicit(&mine->next, memory_order_seq_cst)))
      ;
  }
  atomic_store_explicit(&next->waits, 0, memory_order_seq_cst);
}

static void *work(void *unused) {
  struct node mine;
  take(&mine);
  critical++;
  give(&mine);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&other, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(critical == 2);
}
