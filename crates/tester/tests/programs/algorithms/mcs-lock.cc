// The queue lock of Mellor-Crummey and Scott: each thread spins on a flag of its own, which its predecessor clears.
//
// Bug: the predecessor clears it with a relaxed store.
#include <atomic>
#include <pthread.h>
#include <sched.h>

#ifdef BUG
constexpr auto HAND_OVER = std::memory_order_relaxed;
#else
constexpr auto HAND_OVER = std::memory_order_release;
#endif

struct Node {
    std::atomic<Node *> next{nullptr};
    std::atomic<bool> waits{true};
};

class McsLock {
    std::atomic<Node *> tail{nullptr};

public:
    void lock(Node &me) {
        Node *before = tail.exchange(&me, std::memory_order_acq_rel);
        if (!before)
            return;
        before->next.store(&me, std::memory_order_release);
        while (me.waits.load(std::memory_order_acquire))
            sched_yield();
    }

    void unlock(Node &me) {
        Node *after = me.next.load(std::memory_order_acquire);
        if (!after) {
            Node *expected = &me;
            if (tail.compare_exchange_strong(expected, nullptr, std::memory_order_release, std::memory_order_relaxed))
                return;
            while (!(after = me.next.load(std::memory_order_acquire)))
                sched_yield();
        }
        after->waits.store(false, HAND_OVER);
    }
};

static McsLock lock;
static int counter;

static void *work(void *) {
    for (int i = 0; i < 2; i++) {
        Node node;
        lock.lock(node);
        counter++;
        lock.unlock(node);
    }
    return nullptr;
}

int main() {
    pthread_t threads[3];
    for (pthread_t &thread : threads)
        pthread_create(&thread, nullptr, work, nullptr);
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    return counter == 6 ? 0 : 1;
}
