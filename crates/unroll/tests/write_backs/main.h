#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release

/* Two threads of `first` and `second`, and what holds behind them. */
static void *first(void *);
static void *second(void *);
static int holds(void);

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(holds());
}
