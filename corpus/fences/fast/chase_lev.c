// Dynamic circular work-stealing deque (D. Chase, Y. Lev, SPAA 2005), without growing: the owner works at the bottom, thieves at the top.
#include <pthread.h>

enum { SIZE = 16, EMPTY = -1, AGAIN = -2 };

volatile long top, bottom;
volatile int tasks[SIZE];

void push(int task) {
  long end = bottom;
  long begin = top;
  if (end - begin >= SIZE)
    return;
  tasks[end % SIZE] = task;
  bottom = end + 1;
}

int steal(void) {
  long begin = top;
  long end = bottom;
  if (end - begin <= 0)
    return EMPTY;
  int task = tasks[begin % SIZE];
  if (!__sync_bool_compare_and_swap(&top, begin, begin + 1))
    return AGAIN;
  return task;
}

int pop(void) {
  long end = bottom - 1;
  bottom = end;
  long begin = top;
  long size = end - begin;
  if (size < 0) {
    bottom = begin;
    return EMPTY;
  }
  int task = tasks[end % SIZE];
  if (size > 0)
    return task;
  if (!__sync_bool_compare_and_swap(&top, begin, begin + 1))
    task = EMPTY;
  bottom = begin + 1;
  return task;
}

void *owner(void *unused) {
  push(1);
  push(2);
  pop();
  pop();
  return unused;
}

void *thief(void *unused) {
  steal();
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, owner, 0);
  pthread_create(&two, 0, thief, 0);
  pthread_create(&three, 0, thief, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
