//! Names that mean something in the programs that are written.

/// Keywords of C11 and of gcc, and macros that are always there.
const WORDS: &str = "asm auto bool break case char const continue default do double else enum extern false float for goto if inline int linux long \
                     register restrict return short signed sizeof static struct switch true typedef typeof union unix unsigned void volatile while";

/// What the headers `<stdio.h>`, `<stdlib.h>`, `<pthread.h>` and what these include declare with the GNU C library, and functions that compilers know
/// without a header. Prefixes are in [`PREFIXES`].
const LIBRARY: &str = "a64l abort abs acos aligned_alloc arc4random arc4random_buf arc4random_uniform at_quick_exit fd_mask fd_set mbstowcs mbtowc nanosleep \
 open_memstream quick_exit timespec_get timezone u_char u_int u_long u_short uint ulong ushort va_list wctomb address alarm alloca asin asprintf atan atexit atof atoi atol atoll bcmp bcopy bsearch bzero calloc ceil \
                       clearenv clearerr clock clone cos ctermid ctime cuserid daylight difftime div dprintf drand48 dysize ecvt erand48 errno exit exp \
                       fabs fclose fcvt fdopen feof ferror fflush fgetc fgetpos fgets fileno floor flockfile fmod fmemopen fopen fork fprintf fputc fputs \
                       fread free freopen frexp fscanf fseek fseeko fsetpos ftell ftello ftrylockfile funlockfile fwrite gamma gcvt getc getchar getdate \
                       getdelim getenv getline getloadavg getpt getsubopt gettext getw gmtime grantpt gets index initstate j0 j1 jn jrand48 kill l64a labs \
                       lcong48 ldexp ldiv llabs lldiv localtime log log10 lrand48 main malloc mblen memchr memcmp memcpy memmove memset mkdtemp mkostemp \
                       mkstemp mktemp mktime modf mrand48 nan nrand48 on_exit open openpt pclose perror popen posix_memalign posix_openpt pow printf ptsname \
                       putc putchar putenv puts putw qecvt qfcvt qgcvt qsort raise rand random read realloc reallocarray realpath remove rename renameat \
                       rewind rindex round rpmatch scanf secure_getenv seed48 select pselect setbuf setbuffer setenv setlinebuf setstate setvbuf signbit sin \
                       snprintf sprintf sqrt srand srand48 srandom sscanf stderr stdin stdout stime system tan tempnam time timegm timelocal timer tmpfile \
                       tmpnam toascii tolower toupper trunc tzname tzset ungetc unlockpt unsetenv valloc vasprintf vdprintf vfprintf vfscanf vprintf vscanf \
                       vsnprintf vsprintf vsscanf write y0 y1 yn";

/// Beginnings of names that the headers and the written programs use.
const PREFIXES: [&str; 15] = [
    "_",
    "atomic_",
    "clock_",
    "cnd_",
    "final_",
    "hidden_",
    "kill_dependency",
    "memory_order",
    "mtx_",
    "pthread_",
    "sched_",
    "str",
    "thread_",
    "timer_",
    "wcs",
];

/// `name` as an identifier: the same unless C, a library or the written program uses it. Different names give different identifiers.
pub(super) fn identifier(name: &str) -> String {
    // `int` becomes `int_`, so `int_` must become `int__`.
    let plain = name.trim_end_matches('_');
    if is_taken(plain) { format!("{name}_") } else { name.to_owned() }
}

fn is_taken(name: &str) -> bool {
    let among = |words: &str| words.split_whitespace().any(|word| word == name);
    let is_thread = name.strip_prefix('P').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    // Macros of the headers are in capitals: `NULL`, `EOF`, `INT_MAX`.
    let is_macro =
        name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit());
    let is_variant = ["_t", "_r", "_unlocked"].iter().any(|suffix| name.ends_with(suffix));
    is_thread
        || is_macro
        || is_variant
        || among(WORDS)
        || among(LIBRARY)
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}
