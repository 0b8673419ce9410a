// Strings, memory of a size that is not constant, `errno`.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int volatile two = 2;
char text[16];

void *worker(void *unused) {
  strcpy(text, "hello");
  errno = 7;
  return 0;
}

int main(void) {
  pthread_t one;
  char a[8], b[8];
  errno = 3;
  pthread_create(&one, 0, worker, 0);
  pthread_join(one, 0);
  assert(errno == 3);
  assert(strlen(text) == 5 && strcmp(text, "hello") == 0 && strcmp(text, "help") < 0);
  assert(strncmp(text, "help", 3) == 0 && strchr(text, 'l') == text + 2 && strrchr(text, 'l') == text + 3);
  memset(a, 'x', two + 1);
  a[3] = 0;
  memcpy(b, a, two + 2);
  assert(memcmp(a, b, 4) == 0 && memchr(b, 0, 8) == b + 3);
  strcpy(a, "abcdef");
  memmove(a + 1, a, two + 1);
  assert(strcmp(a, "aabcef") == 0);
  memmove(a, a + 1, two + 1);
  assert(strcmp(a, "abccef") == 0);
  assert(abs(-two) == 2 && atoi(" -12x") == -12);
#ifdef LONG
  strcpy(b, "too long by one");
#endif
  return 0;
}
