// Children of threads are copies of the calling thread alone.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static atomic_int count, handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void in_child(void) { handled++; }

static int status_of(pid_t child) {
  int status;
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void *own(void *argument) {
  count++;
  return argument;
}

static void *use(void *argument) {
  count++;
  pthread_mutex_lock(&mutex);
  int pipes[2];
  assert(pipe(pipes) == 0);
  pid_t child = fork();
  if (child == 0) {
    // It holds the mutex, as its parent did, and can have threads of its own.
    pthread_mutex_unlock(&mutex);
    pthread_t thread;
    int before = count;
    pthread_create(&thread, 0, own, 0);
    pthread_join(thread, 0);
    void *block = malloc(100);
    free(block);
    assert(handled == 1 && write(pipes[1], "x", 1) == 1);
    exit(count == before + 1 ? 7 : 1);
  }
  char byte;
  assert(read(pipes[0], &byte, 1) == 1 && byte == 'x');
  pthread_mutex_unlock(&mutex);
  assert(status_of(child) == 7);
  child = vfork();
  if (child == 0) _exit(3);
  assert(status_of(child) == 3);
  char *words[] = {"true", 0};
  assert(posix_spawnp(&child, "true", 0, 0, words, environ) == 0 && status_of(child) == 0);
  assert(system("exit 5") >> 8 == 5);
  close(pipes[0]);
  close(pipes[1]);
  return argument;
}

int main(void) {
  pthread_atfork(0, 0, in_child);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
