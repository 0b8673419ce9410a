// The store buffering of two characters, which lie in blocks that their strings own: each thread comes to the other one's by another member.
#include <pthread.h>
#include <string>
static std::string first("longer than what lies in the string itself"), second(first);
static char *of_first;
static int seen[2];
static void *one(void *) {
  of_first[0] = 'x';
  seen[0] = second.c_str()[0];
  return 0;
}
static void *other(void *) {
  second[0] = 'x';
  seen[1] = first.data()[0];
  return 0;
}
int main() {
  of_first = &first[0];
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
