// Each thread reads and then writes for the other: both may read what is written later where reads wait.
#include <assert.h>
#include <pthread.h>

int x, y, seen0, seen1;

static void *left(void *unused) {
  seen0 = x;
  y = 1;
  return 0;
}

static void *right(void *unused) {
  seen1 = y;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen0 == 0 || seen1 == 0);
  return 0;
}
