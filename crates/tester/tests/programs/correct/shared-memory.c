// Memory and files that are shared when the first thread is created: each execution finds them as they were then, and can share them with a child.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int *anonymous, *file, *sparse;
static int descriptor;

static void *use(void *argument) {
  assert(++*anonymous == 8 && ++*file == 1 && ++sparse[1 << 20] == 1);
  int seen;
  assert(pread(descriptor, &seen, sizeof seen, 0) == sizeof seen && seen == 1);
  assert(lseek(descriptor, 0, SEEK_CUR) == 100);
  assert(write(descriptor, "text", 4) == 4 && memcmp((char *)file + 100, "text", 4) == 0);
  assert(ftruncate(descriptor, 8192) == 0);
  if (fork() == 0) {
    *anonymous = 50;
    _exit(0);
  }
  wait(0);
  assert(*anonymous == 50);
  return argument;
}

int main(void) {
  int both = MAP_SHARED | MAP_ANONYMOUS, rights = PROT_READ | PROT_WRITE;
  anonymous = mmap(0, 4096, rights, both, -1, 0);
  sparse = mmap(0, 1 << 24, rights, both, -1, 0);
  *anonymous = 7;
  char name[] = "/tmp/shared-memory-XXXXXX";
  descriptor = mkstemp(name);
  unlink(name);
  assert(ftruncate(descriptor, 4096) == 0 && lseek(descriptor, 100, SEEK_SET) == 100);
  file = mmap(0, 4096, rights, MAP_SHARED, descriptor, 0);
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  return 0;
}
