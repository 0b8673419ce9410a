//! The C library: headers of ISO C11, with what POSIX.1-2017 and glibc add to them. Threads and locale are with POSIX.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# stdio.h
vprintf* putw: r0+
printf* puts* perror: r0+ | nothing
vfprintf* dprintf* vdprintf*: r1+
fprintf*: r1+ | nothing
fwrite* fputs_unlocked fwrite_unlocked puts_unlocked: r0
fputs*: r0 | nothing
sprintf* vsprintf* snprintf* vsnprintf*: w0 r1+
asprintf vasprintf: new@0 r1+
fgets* fgets_unlocked gets: w0 >0
fread* fread_unlocked: w0
scanf vscanf: r0 w1+
fscanf vfscanf: r1 w2+
sscanf vsscanf: r0 r1 w2+
getline getdelim: new@0 r0 w0 w1
fopen tmpfile popen fdopen: new r0 r1
freopen: >2 r0 r1
open_memstream: new new@0
fmemopen: new r0 w0
remove: r0
rename: r0 r1
tmpnam tempnam ctermid cuserid: lib w0 >0
fgetpos: w1
fsetpos: r1
setvbuf setbuf setbuffer: keeps1
fclose feof ferror fileno fgetc getc getchar ungetc fputc putc fseek fseeko ftell ftello rewind clearerr pclose: none
fflush putchar: none | nothing
flockfile funlockfile ftrylockfile getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked fputc_unlocked fgetc_unlocked: none
feof_unlocked ferror_unlocked fileno_unlocked fflush_unlocked clearerr_unlocked setlinebuf fwide fcloseall __fpending __fsetlocking __freading __fwriting __fpurge: none
# string.h, strings.h
memcpy memmove: w0 r1 copies >0 | copy
mempcpy memccpy: w0 r1 copies >0
bcopy: r0 w1
bzero explicit_bzero memset_explicit: w0 >0
memset: w0 >0 | fill
memcmp bcmp strcmp* strncmp* strcasecmp* strncasecmp* strcoll strverscmp strspn strcspn strcasecmp_l strncasecmp_l: r0 r1
strlen* strnlen*: r0
strcpy* strncpy* strcat* strncat* stpcpy* stpncpy strlcpy strlcat: w0 r1 r0 >0
strxfrm: w0 r1
strchr* strrchr* memchr memrchr rawmemchr strchrnul index rindex: r0 >0
strstr* strpbrk strcasestr memmem: r0 r1 >0
strtok: r0 w0 r1 keeps0 kept >0
strtok_r: r0 w0 r1 r2 w2 into@2 kept keeps0 >0
strsep: r0 w0 r1 into@0 >0
strdup* strndup*: new r0
strerror strsignal strerror_l strerrorname_np strerrordesc_np sigabbrev_np sigdescr_np: lib
strerror_r: w1 >1 lib
basename dirname: r0 w0 >0 lib
ffs ffsl ffsll: none
swab: r0 w1
# stdlib.h
pvalloc*: new
malloc* valloc* alloca: new | allocate
memalign* aligned_alloc*: new | allocate-aligned
calloc*: new | allocate-array
realloc* reallocarray*: new moves
posix_memalign*: new@0
# An access after free is undefined: what free does to the object is no access that counts.
cfree* free_sized: none
free*: none | free
atoi atol atoll atof: r0
strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax strtoq strtouq strtol_l strtod_l: r0 w1 into@1
srandom drand48 lrand48 mrand48 srand48 abs labs llabs imaxabs: none
rand random: none | choose
srand: none | nothing
arc4random arc4random_uniform: none
arc4random_buf: w0
rand_r erand48 nrand48 jrand48: r0 w0
random_r srandom_r: w0 w1
initstate: keeps1 w1
setstate seed48 lcong48: r0 keeps0
getenv secure_getenv: r0 lib
setenv unsetenv: r0 r1
putenv: r0 keeps0
clearenv: none
qsort: r0 w0 calls3
qsort_r: r0 w0 calls3
bsearch: r0 r1 >1 calls4
atexit at_quick_exit on_exit __cxa_atexit: at-exit0
__cxa_thread_atexit __cxa_thread_atexit_impl: specific1 destroys0
system: r0
mktemp: r0 w0 >0
mkstemp mkstemps mkostemp mkostemps: r0 w0
mkdtemp: r0 w0 >0
realpath: r0 w1 >1 new
canonicalize_file_name: r0 new
div ldiv lldiv imaxdiv: none
mblen: r0
mbtowc: w0 r1
wctomb: w0
mbstowcs wcstombs: w0 r1
getsubopt: r0 w0 r1 w2 into@0 into@2
getloadavg: w0
ptsname: lib
ptsname_r: w1
grantpt unlockpt posix_openpt getpt: none
l64a: lib
a64l: r0
# time.h, sys/time.h
time*: w0
difftime timer_getoverrun tzset ntp_gettime: none
clock: none | choose
times: w0
gettimeofday*: w0 w1
settimeofday adjtime: r0 r1 w1
clock_gettime* clock_getres: w1
clock_settime: r1
nanosleep*: r0 w1 | nothing
clock_nanosleep*: r2 w3
mktime timegm timelocal: r0 w0
asctime ctime gmtime localtime: r0 lib
asctime_r ctime_r gmtime_r localtime_r: r0 w1 >1
strftime: w0 r2 r3
strptime: r0 r1 w2 >0
getdate: r0 lib
getitimer*: w1
setitimer*: r1 w2
timer_create*: r1 w2 starts-held1
timer_settime timerfd_settime: r2 w3
timer_gettime timerfd_gettime: w1
timer_delete timerfd_create: none
timespec_get*: w0
adjtimex ntp_adjtime clock_adjtime: w0 w1
# signal.h, setjmp.h
signal bsd_signal sysv_signal __sysv_signal sigset: handles1
sigaction: r1 w2 handles-held1
sigemptyset sigfillset sigaddset sigdelset: r0 w0
sigismember sigisemptyset: r0
sigandset sigorset: w0 r1 r2
sigprocmask*: r1 w2
sigpending: w0
sigsuspend*: r0
sigwait*: r0 w1
sigwaitinfo*: r0 w1
sigtimedwait*: r0 w1 r2
sigaltstack: r0 keeps0 w1
siginterrupt raise* kill* killpg sigqueue psignal psiginfo sighold sigrelse sigignore sigpause sigblock sigsetmask sigreturn tgkill: none
setjmp _setjmp __sigsetjmp sigsetjmp: w0
signalfd: r1
# ctype.h, wchar.h, wctype.h
isalpha isdigit isspace isalnum isprint isupper islower isxdigit ispunct iscntrl isgraph isblank isascii toascii toupper tolower: none
iswalpha iswdigit iswspace iswalnum iswprint iswupper iswlower iswxdigit iswpunct iswcntrl iswgraph iswblank towupper towlower wcwidth iswctype wctype towctrans wctrans btowc wctob: none
__ctype_b_loc __ctype_toupper_loc __ctype_tolower_loc: lib
__ctype_get_mb_cur_max: none
wcslen wcsnlen wcswidth: r0
wcscmp wcsncmp wcscasecmp wcsncasecmp wcscoll wcsspn wcscspn wmemcmp: r0 r1
wcscpy wcsncpy wcscat wcsncat wcpcpy wmemcpy wmemmove: w0 r1 r0 >0
wmemset: w0 >0
wcschr wcsrchr wmemchr: r0 >0
wcsstr wcspbrk: r0 r1 >0
wcstol wcstoul wcstoll wcstoull wcstod wcstof: r0 w1 into@1
wcsdup: new r0
mbrtowc: w0 r1 w3
mbrlen: r0 w2
mbsinit: r0
wcrtomb: w0 w2
mbsrtowcs mbsnrtowcs wcsrtombs wcsnrtombs: w0 r1 w1 w3 w4
fputws fputwc putwc putwchar: r0
fgetws: w0 >0
fgetwc getwc getwchar ungetwc: none
wprintf vwprintf: r0+
fwprintf vfwprintf: r1+
swprintf vswprintf: w0 r2+
";

/// Functions of math.h and complex.h, which also exist with `f` and `l` behind their names; they touch no memory.
pub(super) const MATHEMATICS: &str = "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs \
    fdim floor fma fmax fmin fmod hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nan nearbyint \
    nextafter nexttoward pow remainder rint round scalb scalbln scalbn sin sinh sqrt tan tanh tgamma trunc gamma drem significand j0 j1 jn \
    y0 y1 yn cabs carg cimag creal conj cexp clog cpow csqrt csin ccos ctan finite isinf isnan __isinf __isnan __finite __fpclassify __signbit \
    __fpclassifyf __fpclassifyl __signbitf __signbitl __isinfl __isnanl";

/// Functions of math.h that write what an argument points to; with `f` and `l`, too.
pub(super) const MATHEMATICS_WITH_RESULTS: &[(&str, u8)] =
    &[("frexp", 0b10), ("modf", 0b10), ("remquo", 0b100), ("sincos", 0b110), ("lgamma_r", 0b10)];
