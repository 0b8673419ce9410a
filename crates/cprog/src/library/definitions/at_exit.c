// What is called as the process ends, the last first (ISO C11 7.22.4.2 and 7.22.4.4; Itanium C++ ABI, 3.3.6.3).
enum { FUNCTIONS = 32 };

static int count;
static struct {
  void (*plain)(void);
  void (*with_argument)(void *);
  void *argument;
} functions[FUNCTIONS];

static int place(void) { return __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

int atexit(void (*function)(void)) {
  int at = place();
  if (at >= FUNCTIONS)
    return 1;
  functions[at].plain = function;
  return 0;
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
  int at = place();
  if (at >= FUNCTIONS)
    return 1;
  functions[at].with_argument = function;
  functions[at].argument = argument;
  return 0;
}

// The process calls this as it ends. What is called may name more.
void __lakmus_process_ends(void) {
  for (int at; (at = __atomic_load_n(&count, __ATOMIC_RELAXED)) > 0;) {
    at--;
    __atomic_store_n(&count, at, __ATOMIC_RELAXED);
    if (at >= FUNCTIONS)
      continue;
    void (*plain)(void) = functions[at].plain;
    void (*with_argument)(void *) = functions[at].with_argument;
    functions[at].plain = 0;
    functions[at].with_argument = 0;
    if (plain)
      plain();
    if (with_argument)
      with_argument(functions[at].argument);
  }
}
