// `std::condition_variable` of libstdc++ and libc++ ([thread.condition.condvar]), by what POSIX has.
#define LIBSTDCXX(name) __asm__("_ZNSt" name)
#define LIBCXX(name) __asm__("_ZNSt3__1" name)

int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);

// Both begin with a pointer to the mutex, and both kinds of objects are those of POSIX.
typedef struct {
  void *mutex;
} unique_lock;

void wait(void *condition, unique_lock *lock) LIBSTDCXX("18condition_variable4waitERSt11unique_lockISt5mutexE");
void wait(void *condition, unique_lock *lock) { pthread_cond_wait(condition, lock->mutex); }
void notify_one(void *condition) LIBSTDCXX("18condition_variable10notify_oneEv");
void notify_one(void *condition) { pthread_cond_signal(condition); }
void notify_all(void *condition) LIBSTDCXX("18condition_variable10notify_allEv");
void notify_all(void *condition) { pthread_cond_broadcast(condition); }

void cxx_wait(void *condition, unique_lock *lock) LIBCXX("18condition_variable4waitERNS_11unique_lockINS_5mutexEEE");
void cxx_wait(void *condition, unique_lock *lock) { pthread_cond_wait(condition, lock->mutex); }
void cxx_notify_one(void *condition) LIBCXX("18condition_variable10notify_oneEv");
void cxx_notify_one(void *condition) { pthread_cond_signal(condition); }
void cxx_notify_all(void *condition) LIBCXX("18condition_variable10notify_allEv");
void cxx_notify_all(void *condition) { pthread_cond_broadcast(condition); }
