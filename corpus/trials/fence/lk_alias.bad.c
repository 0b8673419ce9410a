/* Both parameters are one object: its lock is given back by the name of the one, and what the other one names is accessed without it. */
#include <pthread.h>
#include <stdlib.h>

struct object { pthread_mutex_t lock; int a, b; } *shared;
int seen[2];

static void first(struct object *one, struct object *other) {
  pthread_mutex_unlock(&one->lock);
  other->a = 1;
  seen[0] = other->b;
  pthread_mutex_lock(&one->lock);
}

static void second(struct object *one, struct object *other) {
  pthread_mutex_unlock(&one->lock);
  other->b = 1;
  seen[1] = other->a;
  pthread_mutex_lock(&one->lock);
}

static void *run(void *unused) {
  struct object *object = shared;
  pthread_mutex_lock(&object->lock);
  first(object, object);
  pthread_mutex_unlock(&object->lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  pthread_mutex_init(&shared->lock, 0);
  pthread_create(&thread, 0, run, 0);
  struct object *object = shared;
  pthread_mutex_lock(&object->lock);
  second(object, object);
  pthread_mutex_unlock(&object->lock);
  return 0;
}
