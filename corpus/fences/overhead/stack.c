/* A bounded pool of elements that threads take from one stack and give to another: Treiber's stack (R. K. Treiber, "Systems Programming: Coping with
   Parallelism", IBM RJ 5118, 1986), its top with a counter against ABA, as liblfds has it. Elements carry a value that each owner reads and writes. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, ELEMENTS = 64 };

struct element {
  volatile unsigned next;
  volatile long value;
};

/* The index of the first element plus one in the lower half, how often it was changed in the upper. */
typedef unsigned long long top_t;

static struct element elements[ELEMENTS];
static volatile top_t spare, filled;
static long turns = 1000000;

static void push(volatile top_t *stack, unsigned index) {
  top_t old, new;
  do {
    old = *stack;
    elements[index].next = (unsigned)old;
    new = ((old >> 32) + 1) << 32 | (index + 1);
  } while (!__sync_bool_compare_and_swap(stack, old, new));
}

/* The index of an element, or -1. */
static int pop(volatile top_t *stack) {
  top_t old, new;
  do {
    old = *stack;
    if ((unsigned)old == 0)
      return -1;
    new = ((old >> 32) + 1) << 32 | elements[(unsigned)old - 1].next;
  } while (!__sync_bool_compare_and_swap(stack, old, new));
  return (int)(unsigned)old - 1;
}

static void *work(void *unused) {
  long turn;
  int index;
  for (turn = 0; turn < turns; turn++) {
    index = pop(&spare);
    if (index >= 0) {
      elements[index].value = turn;
      push(&filled, (unsigned)index);
    }
    index = pop(&filled);
    if (index >= 0) {
      elements[index].value = elements[index].value + 1;
      push(&spare, (unsigned)index);
    }
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  int at;
  if (argc > 1)
    turns = atol(argv[1]);
  for (at = 0; at < ELEMENTS; at++)
    push(&spare, (unsigned)at);
  for (at = 0; at < THREADS; at++)
    pthread_create(&threads[at], 0, work, 0);
  for (at = 0; at < THREADS; at++)
    pthread_join(threads[at], 0);
  for (at = 0; pop(&spare) >= 0 || pop(&filled) >= 0; at++)
    ;
  printf("%d\n", at);
  return at != ELEMENTS;
}
