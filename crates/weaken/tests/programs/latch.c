// The latch by which processes of PostgreSQL wake each other, as it was from 2010 to 2015: a flag says that it is set, and a byte in a pipe ends the sleep of the owner. A process that has
// work for the owner says so, sets the latch, and sends no signal when it was set already. The owner resets the latch before it looks for work.
//
// The pipe is a semaphore: system calls order what is before and behind them. The handler of the signal always leaves a byte, also when the owner is awake.
//
// FENCE stands where PostgreSQL 9.5 has put full barriers: before the setter looks at the flag, and behind the reset of the owner.
#include <pthread.h>
#include <semaphore.h>

#if defined(FENCED)
#define FENCE __asm__ volatile("sync" ::: "memory")
#elif defined(LIGHT)
#define FENCE __asm__ volatile("lwsync" ::: "memory")
#else
#define FENCE
#endif

// Set by an earlier message that the owner has dealt with.
volatile _Bool is_set = 1;
volatile _Bool work;
sem_t bytes;

static void set_latch(void) {
  FENCE;
  if (is_set)
    return;
  is_set = 1;
  sem_post(&bytes);
}

static void reset_latch(void) {
  is_set = 0;
  FENCE;
}

static void wait_latch(void) {
  for (;;) {
    // No one else takes bytes out of the pipe.
    int left;
    for (sem_getvalue(&bytes, &left); left > 0; left--)
      sem_wait(&bytes);
    if (is_set)
      return;
    // Asleep until there is a byte, which stays for the next turn.
    sem_wait(&bytes);
    sem_post(&bytes);
  }
}

static void *sender(void *none) {
  work = 1;
  set_latch();
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&bytes, 0, 0);
  pthread_create(&thread, 0, sender, 0);
  for (;;) {
    reset_latch();
    if (work)
      break;
    wait_latch();
  }
  pthread_join(thread, 0);
  return 0;
}
