// Finds: signal 6 (SIGABRT)
// Finds: give_up
// Finds: terminate called
#include <thread>
static void give_up() { throw 3; }
int main() {
    std::thread thread(give_up);
    thread.join();
}
