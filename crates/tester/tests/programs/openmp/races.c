// Races: an increment without protection, a loop that depends on its iterations, a task without what it depends on, a single part that is not waited for, locks of two names.
// Finds: data race: write and write
// Finds: unprotected
// Finds: iterations
// Finds: tasks_apart
// Finds: not_waited_for
// Finds: two_names
enum { N = 8 };
static int values[N + 1];
__attribute__((noinline)) static int unprotected(void) {
    int count = 0;
#pragma omp parallel num_threads(2)
    count++;
    return count;
}
__attribute__((noinline)) static void iterations(void) {
#pragma omp parallel for num_threads(3) schedule(dynamic)
    for (int i = 0; i < N; i++) values[i + 1] = values[i] + 1;
}
__attribute__((noinline)) static int tasks_apart(void) {
    int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task shared(x)
        x = 1;
#pragma omp task shared(x)
        x = 2;
    }
    return x;
}
__attribute__((noinline)) static int not_waited_for(void) {
    int x = 0, y = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        x = 1;
#pragma omp critical
        y += x;
    }
    return y;
}
__attribute__((noinline)) static int two_names(void) {
    int x = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            {
#pragma omp critical(one)
                x++;
            }
#pragma omp section
            {
#pragma omp critical(other)
                x++;
            }
        }
    }
    return x;
}
static volatile int sink;
int main(void) {
    sink = unprotected();
    iterations();
    sink = tasks_apart();
    sink = not_waited_for();
    sink = two_names();
    return 0;
}
