// As push.c, without the assertion and with a weak compare-exchange, which may fail for no reason: nothing is wrong.
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; };
static _Atomic(struct node *) list;
static struct node nodes[2];
static void *push(void *argument) {
    struct node *own = argument;
    own->next = atomic_load(&list);
    while (!atomic_compare_exchange_weak(&list, &own->next, own)) {}
    return 0;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, push, &nodes[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
