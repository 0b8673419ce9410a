// Two locks, taken in both orders.
#include <pthread.h>

pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *unused) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_mutex_unlock(&one);
  return 0;
}

static void *backwards(void *unused) {
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forwards, 0);
  pthread_create(&b, 0, backwards, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
