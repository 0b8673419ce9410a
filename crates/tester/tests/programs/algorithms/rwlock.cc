// A read-write lock around relaxed atomic variables.
//
// Bug, that of the C11Tester paper (section 8.1): taking and giving back the lock for writing are relaxed.
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <sched.h>

#ifdef BUG
constexpr auto TAKE = std::memory_order_relaxed;
constexpr auto GIVE = std::memory_order_relaxed;
#else
constexpr auto TAKE = std::memory_order_acquire;
constexpr auto GIVE = std::memory_order_release;
#endif

static std::atomic<int> holders{0}; // readers, or -1 for a writer
static std::atomic<int> first{0}, second{0};

static void read_lock() {
    for (;;) {
        int now = holders.load(std::memory_order_relaxed);
        if (now >= 0 && holders.compare_exchange_weak(now, now + 1, std::memory_order_acquire, std::memory_order_relaxed))
            return;
        sched_yield();
    }
}

static void read_unlock() { holders.fetch_sub(1, std::memory_order_release); }

static void write_lock() {
    int none = 0;
    while (!holders.compare_exchange_weak(none, -1, TAKE, std::memory_order_relaxed)) {
        none = 0;
        sched_yield();
    }
}

static void write_unlock() { holders.store(0, GIVE); }

static void *writer(void *) {
    for (int i = 0; i < 2; i++) {
        write_lock();
        int next = first.load(std::memory_order_relaxed) + 1;
        first.store(next, std::memory_order_relaxed);
        second.store(next, std::memory_order_relaxed);
        write_unlock();
    }
    return nullptr;
}

static void *reader(void *) {
    for (int i = 0; i < 3; i++) {
        read_lock();
        int a = first.load(std::memory_order_relaxed);
        int b = second.load(std::memory_order_relaxed);
        read_unlock();
        assert(a == b);
    }
    return nullptr;
}

int main() {
    pthread_t threads[4];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], nullptr, writer, nullptr);
        pthread_create(&threads[2 + i], nullptr, reader, nullptr);
    }
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    assert(first.load() == 4 && second.load() == 4);
    return 0;
}
