// Each thread announces itself and looks for the other: both may see nobody where writes wait in buffers.
#include <assert.h>
#include <pthread.h>

int x, y, seen0, seen1;

static void *left(void *unused) {
  x = 1;
#ifdef FENCED
  __sync_synchronize();
#endif
  seen0 = y;
  return 0;
}

static void *right(void *unused) {
  y = 1;
#ifdef FENCED
  __sync_synchronize();
#endif
  seen1 = x;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen0 == 1 || seen1 == 1);
  return 0;
}
