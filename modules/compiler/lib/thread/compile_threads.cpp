#include "thread/compile_threads.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <thread>

namespace compiler {
namespace {

constexpr size_t stackSize = size_t{320} << 20;  // more than frontend::requiredStackSize
constexpr size_t guardSize = size_t{1} << 20;
constexpr size_t keptStackSize = size_t{1} << 20;  // pages that stay between two jobs

/// A stack: the guard, then stackSize bytes. Null if there is no room.
char *reserveStack() {
  void *memory = mmap(nullptr, guardSize + stackSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  mprotect(memory, guardSize, PROT_NONE);
  madvise(memory, guardSize + stackSize, MADV_NOHUGEPAGE);
  return static_cast<char *>(memory);
}

void freeStack(char *stack) {
  munmap(stack, guardSize + stackSize);
}

}  // namespace

/// One thread and the job that it runs. The caller of run() owns it while its job runs.
class CompileThread {
 public:
  /// Null if there is no memory or no thread to be had.
  static CompileThread *start();
  /// Ends an idle thread.
  void end();

  void begin(std::function<void()> job);
  /// Until the job has ended.
  CompileThreads::Outcome wait(std::string &message);

  /// On the thread itself.
  [[noreturn]] void abandon(std::string_view message);

  static thread_local CompileThread *current;

 private:
  enum class State { idle, running, abandoned, ending };

  static void *main(void *self);
  void loop();
  void trimStack();

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::idle;
  std::function<void()> job_;
  std::string message_;
  char *stack_ = nullptr;
  pthread_t thread_{};
};

thread_local CompileThread *CompileThread::current = nullptr;

CompileThread *CompileThread::start() {
  auto self = std::make_unique<CompileThread>();
  self->stack_ = reserveStack();
  if (!self->stack_) {
    return nullptr;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, self->stack_ + guardSize, stackSize);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int error = pthread_create(&self->thread_, &attributes, main, self.get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    freeStack(self->stack_);
    return nullptr;
  }
  return self.release();
}

void CompileThread::end() {
  {
    std::lock_guard lock(mutex_);
    state_ = State::ending;
    changed_.notify_all();
  }
  pthread_join(thread_, nullptr);
  freeStack(stack_);
  delete this;
}

void CompileThread::begin(std::function<void()> job) {
  std::lock_guard lock(mutex_);
  job_ = std::move(job);
  state_ = State::running;
  changed_.notify_all();
}

CompileThreads::Outcome CompileThread::wait(std::string &message) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::running; });
  if (state_ == State::abandoned) {
    message = message_;
    return CompileThreads::Outcome::abandoned;
  }
  return CompileThreads::Outcome::done;
}

void CompileThread::abandon(std::string_view message) {
  {
    std::lock_guard lock(mutex_);
    message_ = message;
    state_ = State::abandoned;
    changed_.notify_all();
  }
  current = nullptr;
  while (true) {
    pause();
  }
}

void *CompileThread::main(void *self) {
  pthread_setname_np(pthread_self(), "kiln-compile");
  static_cast<CompileThread *>(self)->loop();
  return nullptr;
}

void CompileThread::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return state_ == State::running || state_ == State::ending; });
    if (state_ == State::ending) {
      return;
    }
    lock.unlock();
    current = this;
    fesetenv(FE_DFL_ENV);
    job_();
    job_ = nullptr;
    current = nullptr;
    trimStack();
    lock.lock();
    state_ = State::idle;
    changed_.notify_all();
  }
}

/// Gives the memory of a deep recursion back.
void CompileThread::trimStack() {
  madvise(stack_ + guardSize, stackSize - keptStackSize, MADV_DONTNEED);
}

CompileThreads &CompileThreads::instance() {
  static std::atomic<CompileThreads *> threads = new CompileThreads(true, getpid());
  CompileThreads *found = threads.load();
  const pid_t process = getpid();
  while (found->process_ != process) {
    // A forked child. Its parent's object may be locked, and its threads are not here.
    auto *own = new CompileThreads(found->trusted_ && found->running_ == 0, process);
    if (threads.compare_exchange_strong(found, own)) {
      return *own;
    }
    delete own;
  }
  return *found;
}

void CompileThreads::retain() {
  std::lock_guard lock(mutex_);
  ++users_;
}

void CompileThreads::release() {
  if (process_ != getpid()) {
    return;
  }
  std::vector<CompileThread *> ending;
  {
    std::lock_guard lock(mutex_);
    if (--users_ == 0) {
      ending.swap(idle_);
    }
  }
  for (CompileThread *thread : ending) {
    thread->end();
  }
}

CompileThreads::Outcome CompileThreads::run(std::function<void()> job, std::string &message) {
  if (CompileThread::current) {
    job();
    return Outcome::done;
  }
  CompileThread *thread = acquire();
  if (!thread) {
    return Outcome::noThread;
  }
  thread->begin(std::move(job));
  return finish(thread, message);
}

CompileThreads::Outcome CompileThreads::runAll(const std::vector<std::function<void()>> &jobs,
                                               unsigned others, std::string &message) {
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t job = next++; job < jobs.size(); job = next++) {
      jobs[job]();
    }
  };
  std::vector<CompileThread *> threads;
  while (threads.size() < others && threads.size() + 1 < jobs.size()) {
    CompileThread *thread = acquire();
    if (!thread) {
      break;
    }
    thread->begin(work);
    threads.push_back(thread);
  }
  work();
  Outcome outcome = Outcome::done;
  for (CompileThread *thread : threads) {
    if (finish(thread, message) == Outcome::abandoned) {
      outcome = Outcome::abandoned;
    }
  }
  return outcome;
}

CompileThreads::Outcome CompileThreads::finish(CompileThread *thread, std::string &message) {
  const Outcome outcome = thread->wait(message);
  if (outcome == Outcome::abandoned) {
    std::lock_guard lock(mutex_);
    --running_;
    trusted_ = false;
  } else {
    giveBack(thread);
  }
  return outcome;
}

bool CompileThreads::isTrusted() {
  std::lock_guard lock(mutex_);
  return trusted_;
}

/// An idle thread or a new one.
CompileThread *CompileThreads::acquire() {
  std::unique_lock lock(mutex_);
  ++running_;
  if (!idle_.empty()) {
    CompileThread *thread = idle_.back();
    idle_.pop_back();
    return thread;
  }
  lock.unlock();
  CompileThread *thread = CompileThread::start();
  if (!thread) {
    lock.lock();
    --running_;
  }
  return thread;
}

void CompileThreads::giveBack(CompileThread *thread) {
  {
    std::lock_guard lock(mutex_);
    --running_;
    if (users_ > 0 && idle_.size() < maximumIdle()) {
      idle_.push_back(thread);
      return;
    }
  }
  thread->end();
}

size_t CompileThreads::maximumIdle() {
  return std::max(2u, std::thread::hardware_concurrency());
}

void abandonJob(std::string_view message) {
  if (CompileThread *thread = CompileThread::current) {
    thread->abandon(message);
  }
}

}  // namespace compiler
