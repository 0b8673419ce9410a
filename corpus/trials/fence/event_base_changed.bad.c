/* An event may be given another base later. */
#include <pthread.h>

struct event_base;
struct event { void *insides[16]; };
struct event_base *event_base_new(void);
void event_set(struct event *, int, short, void (*)(int, short, void *), void *);
int event_base_set(struct event_base *, struct event *);
int event_add(struct event *, const void *);
int event_base_loop(struct event_base *, int);

static struct event_base *mine, *theirs;
static struct event one, other;
int x, y, first, second;

static void handle(int fd, short what, void *argument) {
  x = 1;
  first = y;
  y = 1;
  second = x;
}

static void idle(int fd, short what, void *argument) {}

static void *run(void *unused) {
  event_base_loop(theirs, 0);
  return unused;
}

int main(void) {
  mine = event_base_new();
  theirs = event_base_new();
  event_set(&one, -1, 0, handle, 0);
  event_base_set(mine, &one);
  event_add(&one, 0);
  event_base_set(theirs, &one);
  event_set(&other, -1, 0, idle, 0);
  event_base_set(theirs, &other);
  event_add(&other, 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  event_base_loop(mine, 0);
  return 0;
}
