// Threads that end in all ways: returning, `pthread_exit` in a nested call, detached, and the main thread before the others. What
// belongs to a thread is destroyed in each case.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>

static std::atomic<int> destroyed{0};

struct Counted {
    ~Counted() { destroyed.fetch_add(1); }
};

static thread_local Counted mine;

static void leave() {
    Counted local;
    pthread_exit(nullptr);
}

static void *by_exit(void *) {
    (void)&mine;
    leave();
    return nullptr;
}

static void *last(void *first) {
    pthread_join(*static_cast<pthread_t *>(first), nullptr);
    assert(destroyed.load() == 2 || destroyed.load() == 3);
    return nullptr;
}

int main() {
    static pthread_t first, second, third;
    pthread_create(&first, nullptr, by_exit, nullptr);
    pthread_create(&second, nullptr, last, &first);
    pthread_create(&third, nullptr, [](void *) -> void * { return &mine; }, nullptr);
    pthread_detach(second);
    pthread_detach(third);
    pthread_exit(nullptr);
}
