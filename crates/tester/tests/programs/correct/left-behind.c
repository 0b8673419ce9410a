// Each execution leaves something in a pipe, a socket, an event counter, a timer and an epoll set that were there before the first thread; the next one finds
// them as they were.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int channel[2], pair[2], counter, timer, events;

static int is_readable(int descriptor) {
  struct pollfd entry = {descriptor, POLLIN, 0};
  return poll(&entry, 1, 0);
}

static void *run(void *argument) {
  char byte;
  uint64_t value;
  struct epoll_event found[4];
  struct itimerspec time;
  assert(epoll_wait(events, found, 4, 0) == 1 && found[0].data.u64 == 0x123456789abc);
  assert(read(channel[0], &byte, 1) == 1 && byte == 'k' && !is_readable(channel[0]));
  assert(read(counter, &value, 8) == 8 && value == 7 && !is_readable(counter));
  assert(!is_readable(pair[0]) && !is_readable(pair[1]));
  assert(timerfd_gettime(timer, &time) == 0 && time.it_value.tv_sec == 0);
  assert((fcntl(channel[0], F_GETFL) & O_NONBLOCK) == 0);

  assert(fcntl(channel[0], F_SETFL, O_NONBLOCK) == 0);
  assert(write(channel[1], "left", 4) == 4 && send(pair[0], "left", 4, 0) == 4);
  value = 300;
  assert(write(counter, &value, 8) == 8);
  time.it_value.tv_sec = 1000;
  assert(timerfd_settime(timer, 0, &time, 0) == 0);
  struct epoll_event wanted = {EPOLLIN, {.fd = pair[1]}};
  assert(epoll_ctl(events, EPOLL_CTL_ADD, pair[1], &wanted) == 0);
  assert(epoll_ctl(events, EPOLL_CTL_DEL, channel[0], 0) == 0);
  return argument;
}

int main(void) {
  assert(pipe(channel) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  counter = eventfd(7, 0);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  events = epoll_create1(0);
  assert(counter >= 0 && timer >= 0 && events >= 0 && write(channel[1], "k", 1) == 1);
  struct epoll_event wanted = {EPOLLIN, {.u64 = 0x123456789abc}};
  assert(epoll_ctl(events, EPOLL_CTL_ADD, channel[0], &wanted) == 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
