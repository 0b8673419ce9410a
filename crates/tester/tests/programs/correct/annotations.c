// What ThreadSanitizer's interface and the annotations say.
#include <pthread.h>
#include <stdatomic.h>

void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void AnnotateBenignRaceSized(const char *, int, const volatile void *, long, const char *);
void AnnotateIgnoreWritesBegin(const char *, int);
void AnnotateIgnoreWritesEnd(const char *, int);
void AnnotateRWLockAcquired(const char *, int, const volatile void *, long);
void AnnotateRWLockReleased(const char *, int, const volatile void *, long);
void __tsan_acquire(void *);
void __tsan_release(void *);
void __tsan_mutex_create(void *, unsigned);
void __tsan_mutex_pre_lock(void *, unsigned);
void __tsan_mutex_post_lock(void *, unsigned, int);
int __tsan_mutex_pre_unlock(void *, unsigned);
void __tsan_mutex_post_unlock(void *, unsigned);
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned);
void __tsan_switch_to_fiber(void *, unsigned);
void __tsan_destroy_fiber(void *);

static atomic_int flag, spin, second, third;
static int message, benign, ignored, guarded, handed, locked;

static void lock(void) {
  __tsan_mutex_pre_lock(&spin, 0);
  while (atomic_exchange_explicit(&spin, 1, memory_order_relaxed)) {}
  __tsan_mutex_post_lock(&spin, 0, 0);
}

static void unlock(void) {
  __tsan_mutex_pre_unlock(&spin, 0);
  atomic_store_explicit(&spin, 0, memory_order_relaxed);
  __tsan_mutex_post_unlock(&spin, 0);
}

static void *use(void *argument) {
  lock();
  guarded++;
  unlock();
  benign++;
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {}
  AnnotateHappensAfter(__FILE__, __LINE__, &flag);
  message++;
  while (!atomic_load_explicit(&second, memory_order_relaxed)) {}
  __tsan_acquire(&second);
  handed++;
  while (!atomic_load_explicit(&third, memory_order_relaxed)) {}
  AnnotateRWLockAcquired(__FILE__, __LINE__, &third, 1);
  locked++;
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ignored = 1;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  return argument;
}

int main(void) {
  __tsan_mutex_create(&spin, 0);
  AnnotateBenignRaceSized(__FILE__, __LINE__, &benign, sizeof benign, "counted roughly");
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  void *own = __tsan_get_current_fiber(), *other = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(other, 0);
  lock();
  guarded++;
  unlock();
  __tsan_switch_to_fiber(own, 0);
  __tsan_destroy_fiber(other);
  benign++;
  message = 1;
  AnnotateHappensBefore(__FILE__, __LINE__, &flag);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  handed = 1;
  __tsan_release(&second);
  atomic_store_explicit(&second, 1, memory_order_relaxed);
  AnnotateRWLockAcquired(__FILE__, __LINE__, &third, 1);
  locked = 1;
  AnnotateRWLockReleased(__FILE__, __LINE__, &third, 1);
  atomic_store_explicit(&third, 1, memory_order_relaxed);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  ignored = 2;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  pthread_join(thread, 0);
  return 0;
}
