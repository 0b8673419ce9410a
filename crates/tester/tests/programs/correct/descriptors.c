// Threads that wait for each other through pipes, sockets and event counters; what these carry is ordered.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int request[2], answer[2], counter, shared;
static char large[100000], copy[100000];

static void *serve(void *argument) {
  char byte;
  assert(read(request[0], &byte, 1) == 1 && shared == 1);
  shared = 2;
  assert(send(answer[0], "b", 1, 0) == 1);
  struct pollfd entry = {counter, POLLIN, 0};
  assert(poll(&entry, 1, -1) == 1);
  uint64_t value;
  assert(read(counter, &value, 8) == 8 && shared == 3);
  for (size_t at = 0; at < sizeof copy;) {
    ssize_t count = read(request[0], copy + at, sizeof copy - at);
    assert(count > 0);
    at += count;
  }
  assert(memcmp(large, copy, sizeof large) == 0);
  return argument;
}

int main(void) {
  assert(pipe(request) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, answer) == 0);
  counter = eventfd(0, 0);
  int events = epoll_create1(0);
  struct epoll_event wanted = {EPOLLIN, {.fd = answer[1]}}, found;
  assert(epoll_ctl(events, EPOLL_CTL_ADD, answer[1], &wanted) == 0);
  memset(large, 'x', sizeof large);
  pthread_t thread;
  pthread_create(&thread, 0, serve, 0);
  assert(epoll_wait(events, &found, 1, 10) == 0);
  shared = 1;
  assert(write(request[1], "a", 1) == 1);
  assert(epoll_wait(events, &found, 1, -1) == 1 && found.data.fd == answer[1]);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(answer[1], &set);
  assert(select(answer[1] + 1, &set, 0, 0, 0) == 1);
  char byte;
  assert(recv(answer[1], &byte, 1, 0) == 1 && shared == 2);
  shared = 3;
  uint64_t one = 1;
  assert(write(counter, &one, 8) == 8);
  assert(write(request[1], large, sizeof large) == sizeof large);
  pthread_join(thread, 0);
  return 0;
}
