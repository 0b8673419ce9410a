// A lock for readers who look again: the writer makes a counter odd while it writes (Boehm, MSPC 2012, figure 5, with release stores
// of the data).
//
// Bug, that of the C11Tester paper (section 8.1): the counter is first increased by a relaxed operation.
#include <atomic>
#include <cassert>
#include <pthread.h>

#ifdef BUG
constexpr auto BEGIN = std::memory_order_relaxed;
#else
constexpr auto BEGIN = std::memory_order_acquire;
#endif

static std::atomic<unsigned> sequence{0};
static std::atomic<int> first{0}, second{0};

static void write(int value) {
    unsigned old = sequence.load(std::memory_order_relaxed);
    while (old % 2 == 1 || !sequence.compare_exchange_weak(old, old + 1, BEGIN, std::memory_order_relaxed))
        old = sequence.load(std::memory_order_relaxed);
    first.store(value, std::memory_order_release);
    second.store(value, std::memory_order_release);
    sequence.store(old + 2, std::memory_order_release);
}

static void *writer(void *) {
    for (int value = 1; value < 4; value++)
        write(value);
    return nullptr;
}

static void *other_writer(void *) {
    for (int value = 4; value < 7; value++)
        write(value);
    return nullptr;
}

static void *reader(void *) {
    for (int i = 0; i < 4; i++) {
        unsigned before = sequence.load(std::memory_order_acquire);
        if (before % 2 == 1)
            continue;
        int a = first.load(std::memory_order_acquire);
        int b = second.load(std::memory_order_acquire);
        unsigned after = sequence.load(std::memory_order_relaxed);
        if (before == after)
            assert(a == b);
    }
    return nullptr;
}

int main() {
    pthread_t threads[4];
    pthread_create(&threads[0], nullptr, writer, nullptr);
    pthread_create(&threads[1], nullptr, other_writer, nullptr);
    pthread_create(&threads[2], nullptr, reader, nullptr);
    pthread_create(&threads[3], nullptr, reader, nullptr);
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    reader(nullptr);
    return 0;
}
