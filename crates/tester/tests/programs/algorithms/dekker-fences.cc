// Dekker's mutual exclusion with relaxed accesses and fences.
//
// Bug: one of the threads does not have the fence between raising its own flag and looking at the other's.
#include <atomic>
#include <pthread.h>
#include <sched.h>

using std::memory_order_relaxed;

static std::atomic<bool> flag[2];
static std::atomic<int> turn;
static int counter;

static void enter(int me) {
    int other = 1 - me;
    flag[me].store(true, memory_order_relaxed);
#ifdef BUG
    if (me == 1)
#endif
        std::atomic_thread_fence(std::memory_order_seq_cst);
    while (flag[other].load(memory_order_relaxed)) {
        if (turn.load(memory_order_relaxed) != me) {
            flag[me].store(false, memory_order_relaxed);
            while (turn.load(memory_order_relaxed) != me)
                sched_yield();
            flag[me].store(true, memory_order_relaxed);
            std::atomic_thread_fence(std::memory_order_seq_cst);
        }
    }
    std::atomic_thread_fence(std::memory_order_acquire);
}

static void leave(int me) {
    turn.store(1 - me, memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    flag[me].store(false, memory_order_relaxed);
}

static void *work(void *argument) {
    int me = *static_cast<int *>(argument);
    for (int i = 0; i < 3; i++) {
        enter(me);
        counter++;
        leave(me);
    }
    return nullptr;
}

int main() {
    int names[2] = {0, 1};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], nullptr, work, &names[i]);
    for (pthread_t thread : threads)
        pthread_join(thread, nullptr);
    return counter == 6 ? 0 : 1;
}
