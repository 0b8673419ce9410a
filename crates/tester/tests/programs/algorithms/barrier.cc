// A spinning barrier for threads that meet again and again: arrivals are counted, and a generation number lets the waiting go.
//
// Bug: the waiting threads read the generation with a relaxed load, so that what the others did before the barrier does not
// happen before what comes after it.
#include <atomic>
#include <pthread.h>
#include <sched.h>

#ifdef BUG
constexpr auto LOOK = std::memory_order_relaxed;
#else
constexpr auto LOOK = std::memory_order_acquire;
#endif

class SpinBarrier {
    const unsigned needed;
    std::atomic<unsigned> arrived{0};
    std::atomic<unsigned> generation{0};

public:
    explicit SpinBarrier(unsigned threads) : needed(threads) {}

    void wait() {
        unsigned mine = generation.load(std::memory_order_relaxed);
        if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == needed) {
            arrived.store(0, std::memory_order_relaxed);
            generation.store(mine + 1, std::memory_order_release);
        } else {
            while (generation.load(LOOK) == mine)
                sched_yield();
        }
    }
};

static SpinBarrier barrier(2);
static int left, right;

static void *work(void *) {
    left = 1;
    barrier.wait();
    int seen = right;
    barrier.wait();
    left = seen;
    return nullptr;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, work, nullptr);
    right = 2;
    barrier.wait();
    int seen = left;
    barrier.wait();
    right = seen;
    pthread_join(thread, nullptr);
    return left == 2 && right == 1 ? 0 : 1;
}
