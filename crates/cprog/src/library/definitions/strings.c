// Strings and bytes (ISO C11 7.24, POSIX.1-2017), one after the other. Comments say what the names do not.
typedef unsigned long size_t;
typedef unsigned char byte;

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n])
    n++;
  return n;
}

char *stpcpy(char *to, const char *from) {
  while ((*to = *from)) {
    to++;
    from++;
  }
  return to;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *strcat(char *to, const char *from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

int strncmp(const char *s, const char *t, size_t n) {
  for (size_t i = 0; i < n; i++) {
    byte a = s[i], b = t[i];
    if (a != b)
      return a < b ? -1 : 1;
    if (!a)
      return 0;
  }
  return 0;
}

int strcmp(const char *s, const char *t) { return strncmp(s, t, ~0ul); }

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (!*s)
      return 0;
  }
}

char *strrchr(const char *s, int c) {
  char *last = 0;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (!*s)
      return last;
  }
}

char *strstr(const char *s, const char *part) {
  size_t n = strlen(part);
  for (;; s++) {
    if (!strncmp(s, part, n))
      return (char *)s;
    if (!*s)
      return 0;
  }
}

int memcmp(const void *s, const void *t, size_t n) {
  const byte *a = s, *b = t;
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

int bcmp(const void *s, const void *t, size_t n) { return memcmp(s, t, n); }

void *memchr(const void *s, int c, size_t n) {
  const byte *a = s;
  for (size_t i = 0; i < n; i++)
    if (a[i] == (byte)c)
      return (void *)(a + i);
  return 0;
}

void *malloc(size_t);

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  return copy ? strcpy(copy, s) : 0;
}

// C11 K.3.7.1.1: on a violation of its constraints, which overlapping objects are, the target is cleared.
int memcpy_s(void *to, size_t most, const void *from, size_t n) {
  byte *a = to;
  const byte *b = from;
  if (!to)
    return 22;
  int is_wrong = !from || n > most;
  // Addresses of different objects are compared for equality alone.
  for (size_t i = 0; !is_wrong && i < n; i++)
    is_wrong = a + i == b || b + i == a;
  if (is_wrong) {
    for (size_t i = 0; i < most; i++)
      a[i] = 0;
    return from ? 34 : 22;
  }
  for (size_t i = 0; i < n; i++)
    a[i] = b[i];
  return 0;
}

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isspace(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }

int atoi(const char *s) {
  int n = 0, is_negative;
  while (isspace(*s))
    s++;
  is_negative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  for (; isdigit(*s); s++)
    n = 10 * n + (*s - '0');
  return is_negative ? -n : n;
}
