// Finds: read of 6 bytes
// Finds: print at
// Finds: measure at
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "hello";

static void *print(void *argument) {
  printf("%d %.3s %s\n", 1, "abcdef", text);
  return argument;
}

static void *measure(void *argument) {
  return strlen(text) == 5 ? argument : 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, print, 0);
  pthread_create(&threads[1], 0, measure, 0);
  text[1] = 'a';
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
