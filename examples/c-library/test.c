#include "mailbox.h"
#include <assert.h>
#include <pthread.h>

static struct mailbox box;

static void *writer(void *unused) {
  (void)unused;
  mailbox_put(&box, 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  int letter;
  pthread_create(&thread, 0, writer, 0);
  if (mailbox_take(&box, &letter)) assert(letter == 7);
  pthread_join(thread, 0);
  return 0;
}
