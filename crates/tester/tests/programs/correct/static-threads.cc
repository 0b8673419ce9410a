// Threads that are started before `main`, and static local variables that several threads come to.
#include <atomic>
#include <cassert>
#include <thread>

struct Table {
    int value;
    Table() : value(7) {}
};

static Table &table() {
    static Table table;
    return table;
}

static std::atomic<int> sum{0};

static struct Early {
    std::thread thread{[] { sum += table().value; }};
} early;

int main() {
    sum += table().value;
    early.thread.join();
    assert(sum.load() == 14);
}
