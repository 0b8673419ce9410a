// The handler of an alarm ends a loop.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int rings;

static void on_alarm(int signal) { (void)signal; rings++; }

static void *spin(void *argument) {
  while (rings < 3) sched_yield();
  return argument;
}

int main(void) {
  pthread_t thread;
  signal(SIGALRM, on_alarm);
  alarm(1);
  pthread_create(&thread, 0, spin, 0);
  while (rings < 1) sleep(1);
  struct itimerval often = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, 0);
  pthread_join(thread, 0);
  return 0;
}
