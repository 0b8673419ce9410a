// The end of an attempt that throws happens before the next one begins.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts, value;

static void initialise() {
  if (attempts++ == 0) throw 1;
  value = 42;
}

static void use() {
  for (;;) {
    try {
      std::call_once(flag, initialise);
      break;
    } catch (int) {
    }
  }
  assert(value == 42);
}

int main() {
  std::thread one(use), other(use);
  one.join();
  other.join();
  assert(attempts == 2);
}
