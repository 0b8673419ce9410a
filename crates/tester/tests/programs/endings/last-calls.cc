// Functions that end with a call are on the stack: the one that creates a thread, and the one that allocates.
// Options: --executions 20
// Finds: data race: write and write
// Finds: launch
// Finds: make
#include <thread>
int *value;
void work() { ++*value; }
void launch() {
    std::thread thread(work);
    ++*value;
    thread.join();
}
__attribute__((noinline)) int *make() { return new int; }
int main() {
    value = make();
    *value = 0;
    launch();
}
