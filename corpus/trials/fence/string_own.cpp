// Each thread has strings of its own, which know one another.
#include <pthread.h>
#include <string>
static void *work(void *) {
  std::string mine("longer than what lies in the string itself"), copy(mine);
  mine += copy;
  mine.resize(mine.size() + 1);
  mine[0] = 'x';
  return (void *)(size_t)mine.c_str()[copy.size()];
}
int main() {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
