// `std::call_once` of libstdc++ ([thread.once.callonce]): the header leaves here what is to be called once, and has `pthread_once` call `__once_proxy`.
_Thread_local void *once_callable __asm__("_ZSt15__once_callable");
_Thread_local void (*once_call)(void) __asm__("_ZSt11__once_call");
void __once_proxy(void) { once_call(); }
