// The thread library from C++: what it says happens before what does, and what it says waits waits.
#include <atomic>
#include <thread>
#include <mutex>
#include <shared_mutex>
#include <condition_variable>
#include <vector>
#include <string>
#include <cassert>
#include <chrono>
#include <future>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#include <cstring>
#include <cerrno>
#include <iostream>
struct D { int* p; D():p(new int(1)){} ~D(){ total->fetch_add(*p); delete p; } static std::atomic<int>* total; };
std::atomic<int> tot{0}; std::atomic<int>* D::total=&tot;
thread_local D d;
std::mutex m; std::condition_variable cv; int stage=0;
std::recursive_mutex rm; std::shared_mutex sm; int shared=0;
pthread_barrier_t b; sem_t sem; int semv=0;
std::once_flag of; int once=0;
struct S{ int v; S():v(5){} }; S& inst(){ static S s; return s; }
int plain; 
void w(int i){
  d.p[0]=1; errno=i;
  { std::unique_lock<std::mutex> l(m); if(i==0){ stage=1; cv.notify_all(); } else cv.wait(l,[]{return stage==1;}); }
  { std::lock_guard<std::recursive_mutex> a(rm); std::lock_guard<std::recursive_mutex> c(rm); plain++; }
  if(i%2){ std::shared_lock<std::shared_mutex> l(sm); volatile int x=shared; (void)x; } else { std::unique_lock<std::shared_mutex> l(sm); shared++; }
  std::call_once(of,[]{ once=1; }); assert(once==1); assert(inst().v==5);
  pthread_barrier_wait(&b);
  try { throw std::string("x"); } catch(std::string&s){ assert(s=="x"); }
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  sem_wait(&sem); semv++; sem_post(&sem);
  assert(errno==i);
  std::vector<int> v(100); for(int k=0;k<100;k++) v[k]=k; std::vector<int> u=v; assert(u[50]==50);
}
int main(){
  pthread_barrier_init(&b,0,4); sem_init(&sem,0,1);
  std::vector<std::thread> ts; for(int i=0;i<4;i++) ts.emplace_back(w,i);
  for(auto&t:ts) t.join();
  assert(plain==4); assert(tot==4); assert(semv==4);
  auto f=std::async(std::launch::async,[]{return 7;}); assert(f.get()==7);
  { std::unique_lock<std::mutex> l(m); auto r=cv.wait_for(l,std::chrono::seconds(1)); assert(r==std::cv_status::timeout); }
  auto sp=std::make_shared<int>(3); std::thread t([sp]{ assert(*sp==3); }); t.join();
  std::atomic<int> at{0}; 
#if __cplusplus >= 202002L
  std::thread t2([&]{ at.wait(0); assert(at.load()==1); }); at.store(1); at.notify_all(); t2.join();
#endif
  pthread_t th; pthread_create(&th,0,[](void*)->void*{ pthread_exit((void*)9); },0); void*r; pthread_join(th,&r); assert(r==(void*)9);
  std::thread([]{}).detach();
  std::cout<<"ok\n"; return 0;
}
