// Data of threads by keys (POSIX.1-2017, pthread_key_create; ISO C11 7.26.6).
enum { KEYS = 8, ROUNDS = 4, EAGAIN = 11, EINVAL = 22 };

static int count;
static int is_there[KEYS];
static void (*destructors[KEYS])(void *);
static _Thread_local void *values[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  int new = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  if (new >= KEYS)
    return EAGAIN;
  destructors[new] = destructor;
  __atomic_store_n(&is_there[new], 1, __ATOMIC_RELEASE);
  *key = new;
  return 0;
}

static int is_key(unsigned key) { return key < KEYS && __atomic_load_n(&is_there[key], __ATOMIC_ACQUIRE); }

int pthread_key_delete(unsigned key) {
  if (!is_key(key))
    return EINVAL;
  __atomic_store_n(&is_there[key], 0, __ATOMIC_RELEASE);
  return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  if (!is_key(key))
    return EINVAL;
  values[key] = (void *)value;
  return 0;
}

void *pthread_getspecific(unsigned key) { return is_key(key) ? values[key] : 0; }

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }
void *tss_get(unsigned key) { return pthread_getspecific(key); }

// A thread calls this as it ends.
void __lakmus_thread_ends(void) {
  for (int round = 0, has_values = 1; round < ROUNDS && has_values; round++) {
    has_values = 0;
    for (unsigned key = 0; key < KEYS; key++) {
      void *value = values[key];
      if (!value || !is_key(key) || !destructors[key])
        continue;
      values[key] = 0;
      has_values = 1;
      destructors[key](value);
    }
  }
}
