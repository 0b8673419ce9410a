// A set as a sorted linked list (T. L. Harris: A Pragmatic Implementation of Non-Blocking Linked-Lists, DISC 2001): an element is first marked as deleted in its
// own link, then unlinked. Nothing is freed.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct element {
  int key;
  struct element *volatile next;
};

struct element last = {1 << 30, 0};
struct element first = {-(1 << 30), &last};

static int is_marked(struct element *link) { return (uintptr_t)link & 1; }
static struct element *marked(struct element *link) { return (struct element *)((uintptr_t)link | 1); }
static struct element *unmarked(struct element *link) { return (struct element *)((uintptr_t)link & ~(uintptr_t)1); }

// The first element that is not below `key` and not deleted, and the one before it.
static struct element *search(int key, struct element **before) {
  struct element *behind = 0;
  for (;;) {
    struct element *here = &first;
    struct element *next = here->next;
    do {
      if (!is_marked(next)) {
        *before = here;
        behind = next;
      }
      here = unmarked(next);
      if (here == &last)
        break;
      next = here->next;
    } while (is_marked(next) || here->key < key);
    if (behind == here) {
      if (here != &last && is_marked(here->next))
        continue;
      return here;
    }
    if (__sync_bool_compare_and_swap(&(*before)->next, behind, here)) {
      if (here != &last && is_marked(here->next))
        continue;
      return here;
    }
  }
}

int insert(int key) {
  struct element *new = malloc(sizeof *new), *before;
  new->key = key;
  for (;;) {
    struct element *at = search(key, &before);
    if (at != &last && at->key == key)
      return 0;
    new->next = at;
    if (__sync_bool_compare_and_swap(&before->next, at, new))
      return 1;
  }
}

int delete(int key) {
  struct element *at, *next, *before;
  for (;;) {
    at = search(key, &before);
    if (at == &last || at->key != key)
      return 0;
    next = at->next;
    if (!is_marked(next) && __sync_bool_compare_and_swap(&at->next, next, marked(next)))
      break;
  }
  if (!__sync_bool_compare_and_swap(&before->next, at, next))
    search(at->key, &before);
  return 1;
}

int find(int key) {
  struct element *before;
  struct element *at = search(key, &before);
  return at != &last && at->key == key;
}

void *one(void *unused) {
  insert(1);
  delete (2);
  return unused;
}

void *two(void *unused) {
  insert(2);
  find(1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
