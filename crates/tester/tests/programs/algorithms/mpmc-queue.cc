// A bounded queue for many producers and many consumers, after Vyukov: each cell has a sequence number that says whose turn it is.
//
// Bug: the producer makes its cell ready with a relaxed store.
#include <atomic>
#include <pthread.h>
#include <sched.h>

#ifdef BUG
constexpr auto READY = std::memory_order_relaxed;
#else
constexpr auto READY = std::memory_order_release;
#endif

class Queue {
    static constexpr unsigned SIZE = 2;
    struct Cell {
        std::atomic<unsigned> sequence;
        int value;
    };
    Cell cells[SIZE];
    std::atomic<unsigned> head{0}, tail{0};

public:
    Queue() {
        for (unsigned i = 0; i < SIZE; i++)
            cells[i].sequence.store(i, std::memory_order_relaxed);
    }

    bool put(int value) {
        unsigned at = tail.load(std::memory_order_relaxed);
        for (;;) {
            Cell &cell = cells[at % SIZE];
            int ahead = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - at);
            if (ahead < 0)
                return false;
            if (ahead == 0 && tail.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
                cell.value = value;
                cell.sequence.store(at + 1, READY);
                return true;
            }
            at = tail.load(std::memory_order_relaxed);
        }
    }

    bool get(int &value) {
        unsigned at = head.load(std::memory_order_relaxed);
        for (;;) {
            Cell &cell = cells[at % SIZE];
            int ahead = static_cast<int>(cell.sequence.load(std::memory_order_acquire) - (at + 1));
            if (ahead < 0)
                return false;
            if (ahead == 0 && head.compare_exchange_weak(at, at + 1, std::memory_order_relaxed)) {
                value = cell.value;
                cell.sequence.store(at + SIZE, std::memory_order_release);
                return true;
            }
            at = head.load(std::memory_order_relaxed);
        }
    }
};

static Queue queue;
static std::atomic<int> sum{0};

static void *produce(void *argument) {
    int first = *static_cast<int *>(argument);
    for (int i = 0; i < 2; i++)
        while (!queue.put(first + i))
            sched_yield();
    return nullptr;
}

static void *consume(void *) {
    for (int i = 0; i < 2; i++) {
        int value = 0;
        while (!queue.get(value))
            sched_yield();
        sum.fetch_add(value, std::memory_order_relaxed);
    }
    return nullptr;
}

int main() {
    int firsts[2] = {1, 10};
    pthread_t threads[4];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], nullptr, produce, &firsts[i]);
        pthread_create(&threads[2 + i], nullptr, consume, nullptr);
    }
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    return sum.load(std::memory_order_relaxed) == 1 + 2 + 10 + 11 ? 0 : 1;
}
