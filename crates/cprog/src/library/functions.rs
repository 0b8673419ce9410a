//! What the functions of the C library do to the memory of a program.
//!
//! Sources: ISO C11, POSIX.1-2017, the manual of glibc for what is its own, and those of libevent 2.1, OpenSSL 3.0, Cyrus SASL 2.1, libpcap 1.10 and libmagic 5.44. A line names functions and, behind the colon, what they do:
//!
//! | word | meaning |
//! | --- | --- |
//! | `r0`, `r1+`, `r*` | read what argument 0, arguments from 1 on, all arguments point to |
//! | `w0` ... | write it |
//! | `>0` ... | return a pointer into the object of argument 0 |
//! | `new` | return a new object |
//! | `new@1` | store a pointer to a new object where argument 1 points |
//! | `list` | such a new object holds pointers into itself |
//! | `into@1` | store a pointer into the object of argument 0 where argument 1 points |
//! | `deep` | read and write also what these objects lead to: vectors of buffers |
//! | `moves` | `realloc`: move the object of argument 0 |
//! | `copies` | copy memory with the pointers in it from the second object to the first |
//! | `lib` | return an object of the library, one for all calls |
//! | `calls2` | call argument 2, with arguments that were given |
//! | `acquires`, `releases` | order memory as taking and giving back a lock do (POSIX.1-2017, 4.12) |
//! | `keeps1`, `kept` | keep argument 1, return what was kept |
//! | `specific1`, `specific` | keep argument 1 as data of threads, return such data |
//! | `destroys1` | call argument 1 with data of threads |
//! | `later3` | have argument 3 called in an event loop, with argument 4 as its third |
//! | `holds0` | have functions that the object of argument 0 holds called in an event loop, with what else it holds: a table of callbacks |
//! | `runs` | call what is to be called in an event loop, any number of times |
//!
//! What a stream, a lock, a directory or the like holds belongs to the library: no access of the program is to it, so its functions do not read or write it
//! here. Functions that may block or send signals do nothing else to memory.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Effects;

const FUNCTIONS: &str = "
# stdio.h
printf vprintf puts perror putw: r0+
fprintf vfprintf dprintf vdprintf: r1+
fputs fwrite fputs_unlocked fwrite_unlocked puts_unlocked: r0
sprintf vsprintf snprintf vsnprintf: w0 r1+
asprintf vasprintf: new@0 r1+
fgets fgets_unlocked gets: w0 >0
fread fread_unlocked: w0
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
fclose fflush feof ferror fileno fgetc getc getchar ungetc fputc putc putchar fseek fseeko ftell ftello rewind clearerr pclose: none
flockfile funlockfile ftrylockfile getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked fputc_unlocked fgetc_unlocked: none
feof_unlocked ferror_unlocked fileno_unlocked fflush_unlocked clearerr_unlocked setlinebuf fwide fcloseall __fpending __fsetlocking __freading __fwriting __fpurge: none
# string.h, strings.h
memcpy memmove: w0 r1 copies >0
mempcpy memccpy: w0 r1 copies >0
bcopy: r0 w1
memset bzero explicit_bzero memset_explicit: w0 >0
memcmp bcmp strcmp strncmp strcasecmp strncasecmp strcoll strverscmp strspn strcspn strcasecmp_l strncasecmp_l: r0 r1
strlen strnlen: r0
strcpy strncpy strcat strncat stpcpy stpncpy strlcpy strlcat: w0 r1 r0 >0
strxfrm: w0 r1
strchr strrchr memchr memrchr rawmemchr strchrnul index rindex: r0 >0
strstr strpbrk strcasestr memmem: r0 r1 >0
strtok: r0 w0 r1 keeps0 kept >0
strtok_r: r0 w0 r1 r2 w2 into@2 kept keeps0 >0
strsep: r0 w0 r1 into@0 >0
strdup strndup: new r0
strerror strsignal strerror_l strerrorname_np strerrordesc_np sigabbrev_np sigdescr_np: lib
strerror_r: w1 >1 lib
basename dirname: r0 w0 >0 lib
ffs ffsl ffsll: none
swab: r0 w1
# stdlib.h
malloc calloc valloc pvalloc memalign aligned_alloc alloca: new
realloc reallocarray: new moves
posix_memalign: new@0
# An access after free is undefined: what free does to the object is no access that counts.
free cfree free_sized: none
atoi atol atoll atof: r0
strtol strtoul strtoll strtoull strtod strtof strtold strtoimax strtoumax strtoq strtouq strtol_l strtod_l: r0 w1 into@1
rand srand random srandom drand48 lrand48 mrand48 srand48 abs labs llabs imaxabs: none
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
atexit at_quick_exit: calls0
on_exit __cxa_atexit: calls0
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
# unistd.h, fcntl.h
read pread: w1
write pwrite: r1
close dup dup2 dup3 lseek fsync fdatasync sync syncfs ftruncate fcntl isatty: none
access faccessat euidaccess eaccess open openat creat chdir rmdir unlink unlinkat truncate chroot acct mkfifo mkfifoat mknod mknodat: r0 r1
link linkat symlink symlinkat renameat renameat2: r0 r1 r2 r3
readlink: r0 w1
readlinkat: r1 w2
pipe pipe2: w0
getcwd: w0 >0 new
getwd get_current_dir_name: w0 >0 new
gethostname getdomainname getlogin_r: w0
sethostname setdomainname: r0
getlogin ttyname getusershell getpass: lib
ttyname_r: w1
confstr: w1
getgroups: w1
setgroups: r1
getpid getppid getuid geteuid getgid getegid setuid setgid seteuid setegid setreuid setregid setresuid setresgid setsid getsid setpgid getpgid getpgrp setpgrp gettid: none
getresuid getresgid: w0 w1 w2
tcgetpgrp tcsetpgrp fork vfork sleep usleep alarm ualarm pause nice sysconf getpagesize getdtablesize: none
pathconf: r0
fpathconf brk daemon vhangup gethostid sethostid lockf closefrom close_range: none
sbrk: lib
execv execve execvp execvpe execl execlp execle fexecve: r0+ deep
chown lchown: r0
fchown fchownat fchmod fchdir posix_fadvise posix_fallocate fallocate readahead sync_file_range: none
getentropy: w0
copy_file_range splice: w1 w3
tee vmsplice: none
crypt: r0 r1 lib
getopt: r1 w1 r2
getopt_long getopt_long_only: r1 w1 r2 r3 w4
syscall: none
flock: none
umask: none
# sys/stat.h, sys/types.h
stat lstat: r0 w1
fstat: w1
fstatat: r1 w2
statx: r1 w4
__xstat __lxstat: r1 w2
__fxstat: w2
__xmknod: r1 r3
chmod mkdir: r0
fchmodat mkdirat: r1
utimensat futimens: r1 r2
utime utimes lutimes: r0 r1
futimes: r1
futimesat: r1 r2
statfs statvfs: r0 w1
fstatfs fstatvfs: w1
makedev major minor gnu_dev_makedev gnu_dev_major gnu_dev_minor: none
# sys/socket.h, netinet, arpa/inet.h, net/if.h
socket listen shutdown sockatmark htons htonl ntohs ntohl: none
socketpair: w3
bind connect: r1
accept accept4 getsockname getpeername: w1 w2 r2
getsockopt: w3 w4 r4
setsockopt: r3
send: r1
sendto: r1 r4
sendmsg: r1 deep
sendmmsg: r1 w1 deep
recv: w1
recvfrom: w1 w4 w5 r5
recvmsg: r1 w1 deep
recvmmsg: r1 w1 r4 deep
inet_addr inet_network: r0
inet_aton: r0 w1
inet_ntoa: lib
inet_pton: r1 w2
inet_ntop: r1 w2 >2
inet_makeaddr inet_lnaof inet_netof: none
if_nametoindex: r0
if_indextoname: w1 >1
if_nameindex: new list
if_freenameindex: none
getifaddrs: new@0 list
freeifaddrs: none
isfdtype: none
# netdb.h
getaddrinfo: r0 r1 r2 new@3 list
freeaddrinfo: none
gai_strerror hstrerror: lib
getnameinfo: r0 w2 w4
gethostbyname gethostbyname2 gethostbyaddr getservbyname getservbyport getprotobyname getprotobynumber getnetbyname gethostent getservent getprotoent: r0 r1 lib
gethostbyname_r: r0 w1 w2 w4 w5
getservbyname_r: r0 r1 w2 w3 w5
sethostent endhostent setservent endservent setprotoent endprotoent herror: none
__h_errno_location: new
# time.h, sys/time.h
time: w0
clock difftime timer_getoverrun tzset ntp_gettime: none
times: w0
gettimeofday: w0 w1
settimeofday adjtime: r0 r1 w1
clock_gettime clock_getres: w1
clock_settime: r1
nanosleep: r0 w1
clock_nanosleep: r2 w3
mktime timegm timelocal: r0 w0
asctime ctime gmtime localtime: r0 lib
asctime_r ctime_r gmtime_r localtime_r: r0 w1 >1
strftime: w0 r2 r3
strptime: r0 r1 w2 >0
getdate: r0 lib
getitimer: w1
setitimer: r1 w2
timer_create: r1 w2
timer_settime timerfd_settime: r2 w3
timer_gettime timerfd_gettime: w1
timer_delete timerfd_create: none
timespec_get: w0
adjtimex ntp_adjtime clock_adjtime: w0 w1
# pthread.h, threads.h, semaphore.h, sched.h; what starts, joins, locks and waits has a role of its own
pthread_self pthread_equal pthread_detach pthread_cancel pthread_kill pthread_yield pthread_testcancel thrd_detach thrd_current thrd_equal thrd_yield thrd_sleep: none
pthread_mutex_init pthread_mutex_destroy pthread_mutex_consistent pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_setpshared pthread_mutexattr_setprotocol pthread_mutexattr_setrobust: none
pthread_mutexattr_gettype pthread_mutexattr_getpshared pthread_mutexattr_getprotocol: w1
pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_setpshared: none
pthread_rwlock_init pthread_rwlock_destroy pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared pthread_spin_init pthread_spin_destroy: none
pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_setstacksize pthread_attr_setguardsize pthread_attr_setscope pthread_attr_setschedpolicy pthread_attr_setinheritsched: none
pthread_attr_setstack pthread_attr_setstackaddr: keeps1
pthread_attr_setschedparam pthread_attr_setaffinity_np: r1 r2
pthread_attr_getstacksize pthread_attr_getdetachstate pthread_attr_getguardsize pthread_attr_getscope pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getinheritsched: w1
pthread_attr_getstack: w1 w2
pthread_getattr_np: w1
pthread_setcancelstate pthread_setcanceltype: w1
pthread_setname_np: r1
pthread_getname_np: w1
pthread_setschedparam: r2
pthread_getschedparam: w1 w2
pthread_setschedprio pthread_setconcurrency pthread_getconcurrency pthread_atfork: none
pthread_setaffinity_np: r2
pthread_getaffinity_np: w2
pthread_getcpuclockid: w1
pthread_sigmask: r1 w2
pthread_sigqueue: none
pthread_barrier_destroy pthread_barrierattr_init pthread_barrierattr_destroy: none
pthread_barrier_init: none
pthread_once: calls1
call_once: calls1
pthread_key_create tss_create: w0 destroys1
pthread_key_delete tss_delete: none
pthread_setspecific tss_set: specific1
pthread_getspecific tss_get: specific
_pthread_cleanup_push __pthread_register_cancel __pthread_unregister_cancel __pthread_unwind_next: none
__VERIFIER_loop_bound __VERIFIER_loop_begin __VERIFIER_spin_start __VERIFIER_spin_end: none
mtx_init mtx_destroy cnd_init cnd_signal cnd_broadcast cnd_destroy: none
sem_init sem_destroy sem_close sem_unlink: none
sem_open: lib r0
sem_wait sem_trywait sem_timedwait sem_clockwait: acquires
sem_post: releases
pthread_barrier_wait: acquires releases
sem_getvalue: w1
sched_yield sched_get_priority_max sched_get_priority_min sched_getcpu sched_getscheduler: none
sched_setscheduler: r2
sched_getparam sched_rr_get_interval: w1
sched_setparam: r1
sched_setaffinity: r2
sched_getaffinity: w2
__sched_cpucount: r1
__sched_cpualloc: new
__sched_cpufree: none
unshare setns getcpu: w0 w1
clone: calls0
# signal.h, setjmp.h
signal bsd_signal sysv_signal __sysv_signal sigset: calls1
sigaction: r1 w2
sigemptyset sigfillset sigaddset sigdelset: r0 w0
sigismember sigisemptyset: r0
sigandset sigorset: w0 r1 r2
sigprocmask: r1 w2
sigpending: w0
sigsuspend: r0
sigwait: r0 w1
sigwaitinfo: r0 w1
sigtimedwait: r0 w1 r2
sigaltstack: r0 keeps0 w1
siginterrupt raise kill killpg sigqueue psignal psiginfo sighold sigrelse sigignore sigpause sigblock sigsetmask sigreturn tgkill: none
setjmp _setjmp __sigsetjmp sigsetjmp: w0
signalfd: r1
# poll.h, sys/select.h, sys/epoll.h, sys/eventfd.h, sys/inotify.h
poll: r0 w0
ppoll: r0 w0 r2 r3
select: r1 w1 r2 w2 r3 w3 r4 w4
pselect: r1 w1 r2 w2 r3 w3 r4 r5
__fdelt_chk: none
epoll_create epoll_create1 eventfd inotify_init inotify_init1 inotify_rm_watch: none
epoll_ctl: r3
epoll_wait epoll_pwait: w1
eventfd_read: w1
eventfd_write: none
inotify_add_watch: r1
# sys/uio.h, sys/sendfile.h, sys/ioctl.h, sys/mman.h
readv preadv writev pwritev preadv2 pwritev2: r1 w1 deep
sendfile: w2
ioctl: r2 w2
mmap mremap shmat: new
munmap madvise posix_madvise mlock mlockall munlock munlockall mlock2 mprotect msync shmdt pkey_mprotect: none
mincore: w2
shm_open shm_unlink: r0
shmget semget msgget ftok: none
shmctl msgctl: w2
semctl: w3
semop semtimedop: r1
msgsnd: r1
msgrcv: w1
memfd_create: r0
mq_open mq_unlink: r0
mq_send mq_timedsend: r1
mq_receive mq_timedreceive: w1 w3
mq_close mq_notify: none
mq_getattr: w1
mq_setattr: r1 w2
process_vm_readv process_vm_writev: r1 w1 deep
# sys/wait.h, sys/resource.h, sys/utsname.h, sys/sysinfo.h, sys/prctl.h, sys/random.h
wait: w0
waitpid: w1
wait3 wait4: w1 w2 w3
waitid: w2
getrlimit getrusage: w1
setrlimit: r1
prlimit: r2 w3
getpriority setpriority: none
uname sysinfo: w0
get_nprocs get_nprocs_conf get_phys_pages get_avphys_pages: none
prctl: r1
capset: r1
capget: w1
ptrace personality mount umount umount2 swapon swapoff reboot: r0 r1
getrandom: w0
getauxval: none
# dirent.h, ftw.h, glob.h, fnmatch.h, regex.h, wordexp.h
opendir fdopendir: new r0
readdir: lib
readdir_r: w1 w2 into@2
closedir rewinddir seekdir telldir dirfd: none
scandir: r0 new@1 list calls2 calls3
alphasort versionsort: r0 r1
ftw: r0 calls1
nftw: r0 calls1
fts_open: new list calls2
fts_read fts_children: >0 lib
fts_close fts_set: none
glob: r0 calls2 w3 new@3 list
globfree: none
fnmatch: r0 r1
regcomp: w0 r1
regexec: r0 r1 w3
regerror: r1 w2
regfree: none
wordexp: r0 w1 new@1 list
wordfree: none
# syslog.h, err.h, error.h
openlog: r0 keeps0
syslog vsyslog: r1+
closelog setlogmask: none
warn warnx vwarn vwarnx: r0+
error: r2+
error_at_line: r2 r4+
# pwd.h, grp.h, shadow.h, mntent.h, utmp.h
getpwnam getpwuid getgrnam getgrgid getspnam getpwent getgrent getspent getmntent: r0 lib
getpwnam_r: r0 w1 w2 w4 into@4
getpwuid_r: w1 w2 w4 into@4
getgrnam_r: r0 w1 w2 w4 into@4
getgrgid_r: w1 w2 w4 into@4
setpwent endpwent setgrent endgrent setspent endspent: none
initgroups: r0
getgrouplist: r0 w2 w3
setmntent: new r0 r1
endmntent: none
hasmntopt: r0 r1 >0
getutent getutxent getutid getutline getutxid getutxline: lib
setutent endutent setutxent endutxent: none
pututline pututxline: r0 >0
updwtmp: r0 r1
# dlfcn.h, locale.h, langinfo.h, libintl.h, iconv.h
dlopen: r0 lib
dlsym dlvsym: r1 lib
dlerror: lib
dlclose: none
dladdr: w1
setlocale: r1 lib
localeconv nl_langinfo newlocale uselocale duplocale nl_langinfo_l: lib
freelocale: none
gettext ngettext dgettext dcgettext dngettext dcngettext: r0 r1 r2 >0 >1 >2 lib
textdomain bindtextdomain bind_textdomain_codeset: r0 r1 lib
iconv_open: new r0 r1
iconv: r1 w1 r2 w2 r3 w3 r4 w4
iconv_close: none
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
# search.h, argz.h, obstack
hcreate: none
hsearch: lib
hdestroy: none
tsearch: keeps0 r1 w1 calls2 kept lib
tfind: r0 r1 calls2 kept lib
tdelete: r1 w1 calls2 lib
twalk: calls1
tdestroy: calls1
lfind lsearch: r0 r1 w1 >1 calls4
insque remque: w0 w1
# termios.h, pty.h
tcgetattr: w1
tcsetattr: r2
cfmakeraw: r0 w0
cfsetispeed cfsetospeed cfsetspeed: w0
cfgetispeed cfgetospeed: r0
tcflush tcflow tcsendbreak tcdrain tcgetsid: none
openpty: w0 w1 w2 r3 r4
forkpty: w0 w1 r2 r3
login_tty: none
# aio.h, libaio.h
aio_read aio_write: r0 keeps0
aio_error aio_return: r0
aio_suspend: r0
aio_cancel aio_fsync: r1
# sys/xattr.h, execinfo.h, sys/timex.h, ucontext.h, link.h, malloc.h
getxattr lgetxattr: r0 r1 w2
fgetxattr: r1 w2
listxattr llistxattr: r0 w1
flistxattr: w1
setxattr lsetxattr: r0 r1 r2
fsetxattr: r1 r2
removexattr lremovexattr fremovexattr: r0 r1
backtrace: w0
backtrace_symbols: r0 new list
backtrace_symbols_fd: r0
mallopt malloc_trim malloc_stats malloc_usable_size mallinfo mallinfo2: none
getcontext: w0
dl_iterate_phdr: calls0
gnu_get_libc_version gnu_get_libc_release: lib
# event2/event.h, event.h: callbacks run in the loop
event_set: later3
event_assign: later4
event_new: new later3
event_once: later2
event_base_once: later3
event_base_dispatch event_base_loop event_dispatch event_loop: runs
event_base_new event_base_new_with_config event_init event_config_new: new
event_base_free event_free event_config_free event_base_set event_add event_del event_active event_pending event_initialized event_base_loopexit event_base_loopbreak event_loopexit event_loopbreak event_base_got_exit event_base_got_break event_reinit event_priority_set event_base_priority_init event_config_set_flag event_config_require_features event_config_avoid_method event_get_fd event_get_events: none
event_get_version event_base_get_method: lib
# assertions and checks of gcc and clang
__errno_location __error: new
__cxa_begin_catch: >0
__cxa_end_catch __gxx_personality_v0 __cxa_guard_abort _ZNSt6threadC1Ev _ZNSt6thread20hardware_concurrencyEv _ZNSt6thread6detachEv: none
_Znwm _Znam _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t __cxa_allocate_exception: new
_ZdlPv _ZdlPvm _ZdaPv _ZdaPvm __cxa_free_exception: none
__rust_alloc __rust_alloc_zeroed: new
__rust_realloc: new moves
__rust_dealloc: none
__memcpy_chk __memmove_chk __mempcpy_chk: w0 r1 copies >0
__memset_chk: w0 >0
__strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk: w0 r1 r0 >0
__printf_chk __vprintf_chk: r1+
__fprintf_chk __vfprintf_chk __syslog_chk __vsyslog_chk __dprintf_chk: r2+
__sprintf_chk __vsprintf_chk: w0 r3+
__snprintf_chk __vsnprintf_chk: w0 r4+
__asprintf_chk __vasprintf_chk: new@0 r2+
__fgets_chk: w0 >0
__fread_chk: w0
__read_chk __recv_chk __pread_chk: w1
__recvfrom_chk: w1 w5 w6
__realpath_chk: r0 w1 >1 new
__readlink_chk: r0 w1
__getcwd_chk: w0 >0
__poll_chk: r0 w0
__xpg_strerror_r: w1
__xpg_basename: r0 w0 >0
__strdup __strndup: new r0
__strtok_r: r0 w0 r1 r2 w2 into@2 >0
# openssl/err.h, openssl/ssl.h: contexts and connections are objects of the library; whatever works on a connection may call what was set for it
ERR_get_error ERR_peek_error ERR_peek_last_error ERR_clear_error ERR_print_errors_fp: none
ERR_error_string: w1 >1 lib
ERR_error_string_n: w1
ERR_lib_error_string ERR_reason_error_string: lib
OPENSSL_init_ssl OPENSSL_init_crypto SSL_library_init SSL_load_error_strings OPENSSL_cleanup: none
TLS_method TLS_server_method TLS_client_method SSLv23_method SSLv23_server_method SSLv23_client_method: lib
SSL_CTX_new SSL_new SSL_get_SSL_CTX SSL_get_version SSL_get_cipher_list: lib
SSL_CTX_free SSL_CTX_set_options SSL_CTX_clear_options SSL_CTX_get_options SSL_CTX_check_private_key SSL_CTX_set_default_verify_paths: none
SSL_CTX_use_certificate_chain_file SSL_CTX_use_certificate_file SSL_CTX_use_PrivateKey_file SSL_CTX_set_cipher_list SSL_CTX_set_ciphersuites: r1
SSL_CTX_load_verify_locations: r1 r2
SSL_CTX_set_default_passwd_cb SSL_CTX_set_info_callback SSL_CTX_set_msg_callback SSL_CTX_set_alpn_select_cb SSL_set_info_callback: later1
SSL_CTX_sess_set_new_cb SSL_CTX_sess_set_remove_cb SSL_CTX_sess_set_get_cb: later1
SSL_CTX_set_verify SSL_set_verify SSL_CTX_callback_ctrl: later2
SSL_CTX_ctrl SSL_ctrl: r3 w3 keeps3
SSL_CTX_set_session_id_context SSL_set_session_id_context: r1
SSL_load_client_CA_file: r0 lib
SSL_CTX_set_client_CA_list SSL_set_client_CA_list: none
SSL_get_peer_certificate SSL_get1_peer_certificate SSL_get_current_cipher SSL_get_session SSL_get1_session SSL_CIPHER_get_name: lib
SSL_get_verify_result SSL_CTX_set_timeout SSL_CTX_set_quiet_shutdown SSL_session_reused SSL_SESSION_free X509_free: none
X509_get_subject_name X509_get_issuer_name: lib
X509_NAME_oneline: w1 >1 new
SSL_CTX_set_ex_data SSL_set_ex_data: keeps2
SSL_CTX_get_ex_data SSL_get_ex_data: kept
SSL_set_fd SSL_set_rfd SSL_set_wfd SSL_get_fd SSL_get_error SSL_pending SSL_has_pending SSL_free SSL_set_shutdown SSL_is_init_finished: none
SSL_accept SSL_connect SSL_do_handshake SSL_shutdown: runs
SSL_read SSL_peek: w1 runs
SSL_write: r1 runs
SSL_read_ex SSL_peek_ex: w1 w3 runs
SSL_write_ex: r1 w3 runs

# sasl/sasl.h: what works on a connection may call what was set for it
sasl_server_init sasl_client_init: r1 holds0
sasl_server_new: r0 r1 r2 r3 r4 holds5 new@7
sasl_client_new: r0 r1 r2 r3 holds4 new@6
sasl_listmech: r1 r2 r3 r4 new@5 w6 w7 runs
sasl_server_start: r1 r2 new@4 w5 runs
sasl_server_step: r1 new@3 w4 runs
sasl_encode sasl_decode: r1 new@3 w4 runs
sasl_checkpass: r1 r3 runs
sasl_dispose: r0 w0
sasl_done sasl_server_done sasl_client_done: none
sasl_getprop: new@2
sasl_setprop: r2 keeps2
sasl_errdetail sasl_errstring: lib

# pcap/pcap.h
pcap_open_live pcap_create: lib r0 w4 w1
pcap_open_offline: lib r0 w1
pcap_lookupdev: lib w0
pcap_lookupnet: r0 w1 w2 w3
pcap_compile: w1 r2
pcap_setfilter: r1
pcap_freecode: w0
pcap_dispatch pcap_loop: calls2
pcap_next: w1 lib
pcap_next_ex: new@1 new@2
pcap_inject pcap_sendpacket: r1
pcap_stats: w1
pcap_setnonblock pcap_getnonblock: w2 w1
pcap_geterr pcap_statustostr pcap_lib_version: lib
pcap_activate pcap_close pcap_breakloop pcap_datalink pcap_fileno pcap_get_selectable_fd pcap_snapshot: none
pcap_set_snaplen pcap_set_promisc pcap_set_timeout pcap_set_buffer_size pcap_set_immediate_mode: none

# magic.h
magic_open magic_error magic_getpath magic_descriptor: lib
magic_file magic_buffer: r1 lib
magic_load magic_check magic_compile: r1
magic_close magic_setflags magic_errno: none
";

/// Functions of math.h and complex.h, which also exist with `f` and `l` behind their names; they touch no memory.
const MATHEMATICS: &str = "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs \
    fdim floor fma fmax fmin fmod hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround nan nearbyint \
    nextafter nexttoward pow remainder rint round scalb scalbln scalbn sin sinh sqrt tan tanh tgamma trunc gamma drem significand j0 j1 jn \
    y0 y1 yn cabs carg cimag creal conj cexp clog cpow csqrt csin ccos ctan finite isinf isnan __isinf __isnan __finite __fpclassify __signbit \
    __fpclassifyf __fpclassifyl __signbitf __signbitl __isinfl __isnanl";

/// Functions of math.h that write what an argument points to; with `f` and `l`, too.
const MATHEMATICS_WITH_RESULTS: &[(&str, u8)] =
    &[("frexp", 0b10), ("modf", 0b10), ("remquo", 0b100), ("sincos", 0b110), ("lgamma_r", 0b10)];

static TABLE: LazyLock<FxHashMap<&str, Effects>> = LazyLock::new(|| {
    let mut table = FxHashMap::default();
    for line in FUNCTIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (names, words) = line.split_once(':').expect("a line of the table has a colon");
        let mut effects = Effects::default();
        for word in words.split_whitespace() {
            apply(word, &mut effects).unwrap_or_else(|| panic!("the table has no word `{word}`"));
        }
        table.extend(names.split_whitespace().map(|name| (name, effects)));
    }
    table.extend(MATHEMATICS.split_whitespace().map(|name| (name, Effects::default())));
    let with_results = |writes| Effects { writes, ..Effects::default() };
    table.extend(MATHEMATICS_WITH_RESULTS.iter().map(|(name, writes)| (*name, with_results(*writes))));
    table
});

/// A mask of arguments: `2`, `2+` or `*`.
fn mask(word: &str) -> Option<u8> {
    if word == "*" {
        return Some(0xff);
    }
    match word.strip_suffix('+') {
        Some(first) => Some(0xff << first.parse::<u32>().ok().filter(|first| *first < 8)?),
        None => Some(1 << word.parse::<u32>().ok().filter(|argument| *argument < 8)?),
    }
}

fn apply(word: &str, effects: &mut Effects) -> Option<()> {
    let arguments = |prefix: &str| word.strip_prefix(prefix).and_then(mask);
    match word {
        "none" => {}
        "new" => effects.allocates = true,
        "list" => effects.linked = true,
        "moves" => effects.reallocates = true,
        "copies" => effects.copies = true,
        "lib" => effects.returns_library_object = true,
        "kept" => effects.returns_kept = true,
        "runs" => effects.runs = true,
        "specific" => effects.returns_specific = true,
        "deep" => effects.deep = true,
        "acquires" => effects.acquires = true,
        "releases" => effects.releases = true,
        _ => {
            if let Some(arguments) = arguments("new@") {
                effects.stores_new |= arguments;
                effects.allocates_into_first |= arguments & 1 != 0;
            } else if let Some(arguments) = arguments("into@") {
                effects.stores_first |= arguments;
            } else if let Some(arguments) = arguments("calls") {
                effects.calls |= arguments;
            } else if let Some(arguments) = arguments("keeps") {
                effects.keeps |= arguments;
            } else if let Some(arguments) = arguments("specific") {
                effects.keeps_specific |= arguments;
            } else if let Some(arguments) = arguments("destroys") {
                effects.destroys |= arguments;
            } else if let Some(arguments) = arguments("holds") {
                effects.holds_callbacks |= arguments;
            } else if let Some(arguments) = arguments("later") {
                effects.calls_later |= arguments;
            } else if let Some(arguments) = arguments(">") {
                effects.returns |= arguments;
            } else if let Some(arguments) = arguments("r") {
                effects.reads |= arguments;
            } else {
                effects.writes |= arguments("w")?;
            }
        }
    }
    Some(())
}

/// What the function of a name does; none when it is not in the table. Names for large files (`open64`) and newer standards (`__isoc99_sscanf`)
/// stand for the plain ones.
pub(super) fn effects(name: &str) -> Option<Effects> {
    let plain = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_")).unwrap_or(name);
    let plain = plain.strip_suffix("64").unwrap_or(plain);
    let variant = || {
        let base = plain.strip_suffix(['f', 'l'])?;
        let is_mathematics = MATHEMATICS.split_whitespace().any(|known| known == base)
            || MATHEMATICS_WITH_RESULTS.iter().any(|(known, _)| *known == base);
        is_mathematics.then(|| TABLE.get(base)).flatten()
    };
    TABLE.get(name).or_else(|| TABLE.get(plain)).or_else(variant).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_in_the_table_once() {
        let mut seen = rustc_hash::FxHashSet::default();
        for line in FUNCTIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (names, _) = line.split_once(':').expect("a colon");
            for name in names.split_whitespace() {
                assert!(seen.insert(name), "{name} is there twice");
            }
        }
        assert!(seen.len() > 900, "{}", seen.len());
    }

    #[test]
    fn words_mean_what_the_manual_says() {
        let fread = effects("fread").expect("fread");
        assert_eq!((fread.reads, fread.writes), (0, 1));
        let fprintf = effects("fprintf").expect("fprintf");
        assert!(!Effects::has(fprintf.reads, 0) && Effects::has(fprintf.reads, 1) && Effects::has(fprintf.reads, 9));
        assert_eq!(effects("open64"), effects("open"));
        assert_eq!(effects("__isoc99_sscanf").map(|effects| effects.writes), Some(0xfc));
        assert_eq!(effects("sqrtf"), Some(Effects::default()));
        assert_eq!(effects("frexpl").map(|effects| effects.writes), Some(2));
        assert_eq!(effects("no_such_function"), None);
        assert_eq!(effects("half"), None);
    }
}
