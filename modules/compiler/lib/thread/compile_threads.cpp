#include "thread/compile_threads.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <new>
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

/// Room in the heap of the calling thread. The C library enlarges such a heap by one page at a
/// time, each time with a call of the system, and makes it smaller when much of its end is free;
/// builds take some MB.
class HeapRoom {
 public:
  HeapRoom() {
    std::array<void *, 40> blocks;  // of less than the C library maps on their own
    for (void *&block : blocks) {
      block = ::operator new(size_t{100} << 10, std::nothrow);
    }
    end_ = ::operator new(1024, std::nothrow);
    for (void *block : blocks) {
      ::operator delete(block);
    }
  }
  HeapRoom(const HeapRoom &) = delete;
  ~HeapRoom() { ::operator delete(end_); }

 private:
  void *end_;  ///< what keeps the end of the heap where it is
};

}  // namespace

/// One thread and the job that it runs. The caller of run() owns it while its job runs.
class CompileThread {
 public:
  /// Null if there is no memory or no thread to be had.
  static CompileThread *start();
  /// Ends an idle thread.
  void end();

  void begin(std::function<void()> job);
  bool hasEnded();
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

bool CompileThread::hasEnded() {
  std::lock_guard lock(mutex_);
  return state_ != State::running;
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
  const HeapRoom room;
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
  std::vector<CompileThread *> ending, beside;
  {
    std::lock_guard lock(mutex_);
    if (--users_ == 0) {
      ending.swap(idle_);
      beside.swap(beside_);
    }
  }
  for (CompileThread *thread : ending) {
    thread->end();
  }
  finishBeside(beside);
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
  const Outcome outcome = finish(thread, message);
  reclaim();  // so that a child of a fork does not take them for running
  return outcome;
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

void CompileThreads::runBeside(std::function<void()> job) {
  if (CompileThread *thread = acquire()) {
    std::lock_guard lock(mutex_);
    thread->begin(std::move(job));
    beside_.push_back(thread);
  }
}

/// Of the threads beside, those whose jobs have ended.
void CompileThreads::reclaim() {
  std::vector<CompileThread *> ended;
  {
    std::lock_guard lock(mutex_);
    const auto first =
        std::ranges::partition(beside_, [](CompileThread *thread) { return !thread->hasEnded(); });
    ended.assign(first.begin(), first.end());
    beside_.erase(first.begin(), first.end());
  }
  finishBeside(ended);
}

/// Waits for them. The next job is rather for a thread that has the memory of builds at hand.
void CompileThreads::finishBeside(const std::vector<CompileThread *> &threads) {
  for (CompileThread *thread : threads) {
    std::string message;
    (void)finish(thread, message, /*isPreferred=*/false);
  }
}

CompileThreads::Outcome CompileThreads::finish(CompileThread *thread, std::string &message,
                                               bool isPreferred) {
  const Outcome outcome = thread->wait(message);
  if (outcome == Outcome::abandoned) {
    std::lock_guard lock(mutex_);
    --running_;
    trusted_ = false;
  } else {
    giveBack(thread, isPreferred);
  }
  return outcome;
}

bool CompileThreads::isTrusted() {
  reclaim();
  std::lock_guard lock(mutex_);
  return trusted_;
}

/// An idle thread or a new one.
CompileThread *CompileThreads::acquire() {
  reclaim();
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

void CompileThreads::giveBack(CompileThread *thread, bool isPreferred) {
  {
    std::lock_guard lock(mutex_);
    --running_;
    if (users_ > 0 && idle_.size() < maximumIdle()) {
      idle_.insert(isPreferred ? idle_.end() : idle_.begin(), thread);
      return;
    }
  }
  thread->end();
}

size_t CompileThreads::maximumIdle() {
  static const size_t maximum = std::max(2u, std::thread::hardware_concurrency());
  return maximum;
}

void abandonJob(std::string_view message) {
  if (CompileThread *thread = CompileThread::current) {
    thread->abandon(message);
  }
}

}  // namespace compiler
