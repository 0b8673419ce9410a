//! POSIX and Linux: headers of POSIX.1-2017 that ISO C has not (but threads.h and locale.h, which stand with their like), and those of glibc for Linux.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# unistd.h, fcntl.h
read* pread*: w1
write* pwrite*: r1
close* dup dup2 dup3 lseek fsync fdatasync sync syncfs ftruncate fcntl isatty: none
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
setgroups*: r1
getppid getuid geteuid getgid getegid setuid* setgid* seteuid* setegid* setreuid* setregid* setresuid* setresgid* setsid getsid setpgid getpgid getpgrp setpgrp gettid: none
getpid: none | choose
getresuid getresgid: w0 w1 w2
fork* __fork* _Fork: forks
tcgetpgrp tcsetpgrp vfork* alarm* ualarm* pause* nice sysconf getpagesize getdtablesize: none
sleep* usleep*: none | nothing
pathconf: r0
fpathconf brk daemon* vhangup gethostid sethostid lockf closefrom close_range: none
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
syscall*: none
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
socket listen shutdown* sockatmark htons htonl ntohs ntohl: none
socketpair: w3
bind connect: r1
accept* accept4* getsockname getpeername: w1 w2 r2
getsockopt: w3 w4 r4
setsockopt: r3
send*: r1
sendto*: r1 r4
sendmsg*: r1 deep
sendmmsg: r1 w1 deep
recv*: w1
recvfrom*: w1 w4 w5 r5
recvmsg*: r1 w1 deep
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
# pthread.h, threads.h, semaphore.h, sched.h; what starts, joins, locks and waits has a role of its own
pthread_equal pthread_cancel* pthread_kill* pthread_testcancel* thrd_detach* thrd_equal thrd_sleep*: none
pthread_self thrd_current: none | identity
pthread_detach* pthread_yield thrd_yield*: none | nothing
pthread_mutex_consistent* pthread_mutexattr_setpshared pthread_mutexattr_setprotocol pthread_mutexattr_setrobust: none
pthread_mutexattr_settype: none | mutex-type
pthread_mutexattr_init pthread_mutexattr_destroy: none | nothing
pthread_mutex_init*: none | mutex-init
pthread_mutex_destroy* pthread_rwlock_destroy* pthread_spin_destroy*: none | lock-destroy
pthread_mutexattr_gettype pthread_mutexattr_getpshared pthread_mutexattr_getprotocol: w1
pthread_condattr_setclock pthread_condattr_setpshared: none
pthread_cond_broadcast*: none | broadcast
pthread_cond_init* pthread_cond_destroy* pthread_condattr_init pthread_condattr_destroy: none | nothing
pthread_cond_signal*: none | signal
pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared: none
pthread_rwlock_init* pthread_spin_init*: none | lock-init
pthread_attr_setstacksize pthread_attr_setguardsize pthread_attr_setscope pthread_attr_setschedpolicy pthread_attr_setinheritsched: none
pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate: none | nothing
pthread_attr_setstack pthread_attr_setstackaddr: keeps1
pthread_attr_setschedparam pthread_attr_setaffinity_np: r1 r2
pthread_attr_getstacksize pthread_attr_getdetachstate pthread_attr_getguardsize pthread_attr_getscope pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getinheritsched: w1
pthread_attr_getstack: w1 w2
pthread_getattr_np: w1
pthread_setcancelstate* pthread_setcanceltype*: w1
pthread_setname_np: r1
pthread_getname_np: w1
pthread_setschedparam: r2
pthread_getschedparam: w1 w2
pthread_setschedprio pthread_setconcurrency pthread_getconcurrency: none
pthread_atfork __register_atfork: at-fork0+
pthread_setaffinity_np: r2 | nothing
pthread_getaffinity_np: w2
pthread_getcpuclockid: w1
pthread_sigmask*: r1 w2
pthread_sigqueue: none
pthread_barrierattr_init pthread_barrierattr_destroy: none
pthread_barrier_destroy*: none | barrier-destroy
pthread_barrier_init*: none | barrier-init
pthread_once*: calls1
call_once*: calls1
pthread_key_create tss_create: w0 destroys1
pthread_key_delete tss_delete: none
pthread_setspecific tss_set: specific1
pthread_getspecific tss_get: specific
_pthread_cleanup_push __pthread_register_cancel __pthread_unregister_cancel __pthread_unwind_next: none
__VERIFIER_loop_bound __VERIFIER_loop_begin __VERIFIER_spin_start __VERIFIER_spin_end: none | nothing
cnd_broadcast*: none | broadcast
cnd_init cnd_destroy*: none | nothing
mtx_init*: none | typed-lock-init
mtx_destroy*: none | lock-destroy
cnd_signal*: none | signal
sem_close sem_unlink: none
sem_destroy*: none | nothing
sem_init*: none | semaphore-init
sem_open: lib r0
sem_trywait* sem_timedwait* sem_clockwait*: none
sem_wait*: acquires | semaphore-wait
sem_post*: releases | semaphore-post
pthread_barrier_wait*: acquires releases | barrier-wait
sem_getvalue*: w1 | semaphore-value
sched_get_priority_max sched_get_priority_min sched_getcpu sched_getscheduler: none
sched_yield*: none | nothing
sched_setscheduler: r2
sched_getparam sched_rr_get_interval: w1
sched_setparam: r1
sched_setaffinity: r2
sched_getaffinity: w2
__sched_cpucount: r1
__sched_cpualloc: new
__sched_cpufree: none
unshare setns getcpu: w0 w1
clone: starts0
# poll.h, sys/select.h, sys/epoll.h, sys/eventfd.h, sys/inotify.h
poll*: r0 w0
ppoll*: r0 w0 r2 r3
select*: r1 w1 r2 w2 r3 w3 r4 w4
pselect: r1 w1 r2 w2 r3 w3 r4 r5
__fdelt_chk: none
epoll_create epoll_create1 eventfd inotify_init inotify_init1 inotify_rm_watch: none
epoll_ctl*: r3
epoll_wait* epoll_pwait*: w1
eventfd_read: w1
eventfd_write: none
inotify_add_watch: r1
# sys/uio.h, sys/sendfile.h, sys/ioctl.h, sys/mman.h
readv* preadv writev* pwritev preadv2 pwritev2: r1 w1 deep
sendfile: w2
ioctl: r2 w2
mmap* mremap shmat: new
munmap* madvise posix_madvise mlock mlockall munlock munlockall mlock2 mprotect msync shmdt pkey_mprotect: none
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
mq_close: none
mq_notify: r1 starts-held1
mq_getattr: w1
mq_setattr: r1 w2
process_vm_readv process_vm_writev: r1 w1 deep
# sys/wait.h, sys/resource.h, sys/utsname.h, sys/sysinfo.h, sys/prctl.h, sys/random.h
wait*: w0
waitpid*: w1
wait3* wait4*: w1 w2 w3
waitid*: w2
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
dlsym dlvsym: r1 unknown
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
forkpty: w0 w1 r2 r3 forks
login_tty: none
# aio.h, libaio.h
aio_read aio_write: r0 keeps0 starts-held0
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
";
