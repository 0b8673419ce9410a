// Cilk-5's work stealing: the THE protocol (M. Frigo, C. E. Leiserson, K. H. Randall: The Implementation of the Cilk-5 Multithreaded Language, PLDI 1998).
// The thief takes a lock; the owner does so only when both may want the last task.
#include <pthread.h>

enum { SIZE = 16, EMPTY = -1 };

volatile int head, tail, tasks[SIZE];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void push(int task) {
  tasks[tail % SIZE] = task;
  tail = tail + 1;
}

int pop(void) {
  tail = tail - 1;
  if (head > tail) {
    tail = tail + 1;
    pthread_mutex_lock(&lock);
    tail = tail - 1;
    if (head > tail) {
      tail = tail + 1;
      pthread_mutex_unlock(&lock);
      return EMPTY;
    }
    pthread_mutex_unlock(&lock);
  }
  return tasks[tail % SIZE];
}

int steal(void) {
  int task;
  pthread_mutex_lock(&lock);
  head = head + 1;
  if (head > tail) {
    head = head - 1;
    pthread_mutex_unlock(&lock);
    return EMPTY;
  }
  task = tasks[(head - 1) % SIZE];
  pthread_mutex_unlock(&lock);
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
  pthread_t one, two;
  pthread_create(&one, 0, owner, 0);
  pthread_create(&two, 0, thief, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
