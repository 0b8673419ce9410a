#include <sys/mman.h>
#include <unistd.h>
/* two processes with memory in common */
int main(void) {
  volatile int *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (fork() == 0) { p[0] = 1; return p[64]; }
  p[64] = 1; return p[0];
}
