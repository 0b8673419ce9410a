// A value is handed over and back by signals of C11's condition variables, each to the one thread that waits. Whoever wakes up for nothing looks again.
#include <assert.h>
#include <threads.h>

mtx_t lock;
cnd_t full, empty;
int value;

int taker(void *unused) {
  for (int i = 1; i <= 2; i++) {
    mtx_lock(&lock);
    while (value == 0)
      cnd_wait(&full, &lock);
    assert(value == i);
    value = 0;
    cnd_signal(&empty);
    mtx_unlock(&lock);
  }
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&lock, mtx_plain);
  cnd_init(&full);
  cnd_init(&empty);
  thrd_create(&thread, taker, 0);
  for (int i = 1; i <= 2; i++) {
    mtx_lock(&lock);
    while (value != 0)
      cnd_wait(&empty, &lock);
    value = i;
    cnd_signal(&full);
    mtx_unlock(&lock);
  }
  thrd_join(thread, 0);
  assert(value == 0);
  return 0;
}
