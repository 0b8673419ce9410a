/* Handlers of two types lie in one table of unions, and a thread calls those of its own type: the other one runs in main alone. */
#include <pthread.h>

static int x, y, seen, own;

union handler {
  void (*work)(int);
  void (*report)(int, int *);
};

static void work(int value) { own += value; }

static void report(int value, int *to) {
  x = value;
  *to = y;
}

static union handler table[2];

static void *thread(void *unused) {
  y = 1;
  table[0].work(2);
  return unused;
}

int main(void) {
  pthread_t id;
  table[0].work = work;
  table[1].report = report;
  pthread_create(&id, 0, thread, 0);
  table[1].report(1, &seen);
  pthread_join(id, 0);
  return seen + own;
}
