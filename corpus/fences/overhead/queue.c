/* The queue of M. M. Michael and M. L. Scott, "Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms", PODC 1996, figure 1, over a bounded pool of
   elements whose indices carry counters against ABA, as liblfds has it. Threads put elements in and take them out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2, ELEMENTS = 64 };

/* An index plus one in the lower half, how often it was changed in the upper. */
typedef unsigned long long link_t;

struct element {
  volatile link_t next;
  volatile long value;
};

static struct element elements[ELEMENTS];
static volatile link_t head, tail, spare;
static long turns = 1000000;

static link_t after(link_t old, unsigned index) { return ((old >> 32) + 1) << 32 | index; }

static void give_back(unsigned index) {
  link_t old;
  do {
    old = spare;
    elements[index - 1].next = after(elements[index - 1].next, (unsigned)old);
  } while (!__sync_bool_compare_and_swap(&spare, old, after(old, index)));
}

static unsigned take_spare(void) {
  link_t old;
  unsigned next;
  do {
    old = spare;
    if ((unsigned)old == 0)
      return 0;
    next = (unsigned)elements[(unsigned)old - 1].next;
  } while (!__sync_bool_compare_and_swap(&spare, old, after(old, next)));
  return (unsigned)old;
}

static void enqueue(unsigned index, long value) {
  link_t last, next;
  elements[index - 1].value = value;
  elements[index - 1].next = after(elements[index - 1].next, 0);
  for (;;) {
    last = tail;
    next = elements[(unsigned)last - 1].next;
    if (last != tail)
      continue;
    if ((unsigned)next == 0) {
      if (__sync_bool_compare_and_swap(&elements[(unsigned)last - 1].next, next, after(next, index)))
        break;
    } else {
      __sync_bool_compare_and_swap(&tail, last, after(last, (unsigned)next));
    }
  }
  __sync_bool_compare_and_swap(&tail, last, after(last, index));
}

/* The element that is free now, with the value in `*value`; 0 when the queue is empty. */
static unsigned dequeue(long *value) {
  link_t first, last, next;
  for (;;) {
    first = head;
    last = tail;
    next = elements[(unsigned)first - 1].next;
    if (first != head)
      continue;
    if ((unsigned)first == (unsigned)last) {
      if ((unsigned)next == 0)
        return 0;
      __sync_bool_compare_and_swap(&tail, last, after(last, (unsigned)next));
    } else {
      *value = elements[(unsigned)next - 1].value;
      if (__sync_bool_compare_and_swap(&head, first, after(first, (unsigned)next)))
        return (unsigned)first;
    }
  }
}

static void *work(void *unused) {
  long turn, value = 0;
  unsigned index;
  for (turn = 0; turn < turns; turn++) {
    index = take_spare();
    if (index != 0)
      enqueue(index, turn + value);
    index = dequeue(&value);
    if (index != 0)
      give_back(index);
  }
  return unused;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  unsigned at, count = 1;
  long value;
  if (argc > 1)
    turns = atol(argv[1]);
  /* The first element is the queue's own. */
  head = 1;
  tail = 1;
  for (at = 2; at <= ELEMENTS; at++)
    give_back(at);
  for (at = 0; at < THREADS; at++)
    pthread_create(&threads[at], 0, work, 0);
  for (at = 0; at < THREADS; at++)
    pthread_join(threads[at], 0);
  while (dequeue(&value) != 0)
    count++;
  while (take_spare() != 0)
    count++;
  printf("%u\n", count);
  return count < ELEMENTS / 2;
}
