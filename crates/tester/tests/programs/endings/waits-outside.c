// Finds: an execution takes longer than 0.3 s
// Finds: waits for file descriptor
// Finds: receive at
// Options: --timeout 0.3 --executions 2
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *argument) {
  char byte;
  return recv(ends[0], &byte, 1, 0) == 1 ? argument : 0;
}

int main(void) {
  pthread_t thread;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pthread_create(&thread, 0, receive, 0);
  pthread_join(thread, 0);
  return 0;
}
