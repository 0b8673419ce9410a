// Pointers that are carried in the bytes of a string lead to the same variables as before.
#include <pthread.h>
#include <string.h>
#include <string>
static int *made() {
  static int value;
  return &value;
}
static std::string bytes;
static int flag;
static int seen[2];
static int *carried() {
  std::string copy(bytes);
  int *pointer;
  memcpy(&pointer, copy.data(), sizeof pointer);
  return pointer;
}
static void *one(void *) {
  *carried() = 1;
  seen[0] = flag;
  return 0;
}
static void *other(void *value) {
  flag = 1;
  seen[1] = *(int *)value;
  return 0;
}
int main() {
  int *pointer = made();
  bytes.append((char *)&pointer, sizeof pointer);
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, pointer);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
