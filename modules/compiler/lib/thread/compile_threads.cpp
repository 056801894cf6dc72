// Compile threads: one job each, parked for ever if it is abandoned
// -----------------------------------------------------------------
// A CompileThread is a state machine under its own mutex:
//
//   idle --begin()--> running --job returns--> idle --end()--> ending (joined)
//                        |
//                        +--abandon()--> abandoned (parked in pause(), never joined)
//
// run() takes a thread out of idle_, hands it the job and waits on the thread's condition variable.
// runAll() shares a counter of jobs among several threads and the caller. runBeside() does not
// wait; reclaim() finds ended jobs of this kind at the next opportunity.
//
// Invariants:
// * Between acquire() and finish() a thread belongs to one caller alone, so CompileThreads' mutex
//   is not held while jobs run.
// * A thread that was abandoned stays alive with its stack: frames on it may be referred to by
//   LLVM's locks and by the job's captures. Its object is leaked on purpose.
// * running_ counts acquired threads. A child of a fork is trusted only if it was zero, because a
//   running job may have held LLVM's or the C library's locks at the fork.
// * The last thread that finished is the first to be used again: its heap and its caches
//   (buffer_cache.cpp) are warm.

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

/// Bytes of a stack; more than frontend::requiredStackSize. Address space, not memory.
constexpr size_t stackSize = size_t{320} << 20;
/// Bytes below the stack without access. Larger than any single frame, so an overflow faults here.
constexpr size_t guardSize = size_t{1} << 20;
/// Bytes at the stack's top kept committed between two jobs.
constexpr size_t keptStackSize = size_t{1} << 20;

/// Reserves a guard of guardSize bytes and stackSize bytes above it. Null if the address space or
/// the limit of memory has no room. Huge pages are off: one touched byte would commit 2 MB.
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

/// Unmaps the result of reserveStack().
void freeStack(char *stack) {
  munmap(stack, guardSize + stackSize);
}

/// Grows the calling thread's heap by 4 MB for as long as the object lives.
///
/// The C library enlarges a thread's heap by one page per system call, and shrinks it again when
/// much of its end is free. A build takes some MB, so each one would repeat these calls. The
/// constructor allocates blocks and a last small one, then frees the blocks: the last one pins the
/// heap's end.
class HeapRoom {
 public:
  HeapRoom() {
    // Below the threshold (128 KB) of blocks with a mapping of their own.
    std::array<void *, 40> blocks;
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
  void *end_;  ///< pins the heap's end
};

}  // namespace

/// One thread and its job. Between acquire() and finish() one caller owns it.
class CompileThread {
 public:
  /// Starts an idle thread. Null if there is no memory or no thread to be had.
  static CompileThread *start();
  /// Ends and joins an idle thread, and deletes this object.
  void end();

  /// Hands the job to the idle thread.
  void begin(std::function<void()> job);
  /// Returns true if the job has returned or was abandoned. Does not wait.
  bool hasEnded();
  /// Waits for the end of the job. Fails if it was abandoned.
  Result<void> wait();

  /// Marks the job as abandoned, wakes the caller, and parks the thread. Called on the thread
  /// itself.
  [[noreturn]] void abandon(std::string_view message);

  /// The calling thread's object while it runs a job; else null.
  static thread_local CompileThread *current;

 private:
  /// See the file's comment.
  enum class State { idle, running, abandoned, ending };

  /// The thread's start routine; `self` is the CompileThread.
  static void *main(void *self);
  /// Runs jobs until the state is `ending`.
  void loop();
  /// Returns the stack's committed pages to the system, but for the topmost keptStackSize bytes. A
  /// deep recursion in one program must not cost memory for ever.
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
  // The application's signal handlers must not run on this thread: a new thread inherits the mask.
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

Result<void> CompileThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::running; });
  if (state_ == State::abandoned) {
    return Failure{Error::internalFailure, message_};
  }
  return {};
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
    // Not inherited from the application, whose rounding mode would change folded constants.
    fesetenv(FE_DFL_ENV);
    job_();
    // The captures end on this thread, before the caller wakes up.
    job_ = nullptr;
    current = nullptr;
    trimStack();
    lock.lock();
    state_ = State::idle;
    changed_.notify_all();
  }
}

void CompileThread::trimStack() {
  madvise(stack_ + guardSize, stackSize - keptStackSize, MADV_DONTNEED);
}

CompileThreads &CompileThreads::instance() {
  static std::atomic<CompileThreads *> threads = new CompileThreads(true, getpid());
  CompileThreads *found = threads.load();
  const pid_t process = getpid();
  while (found->process_ != process) {
    // A forked child: the parent's object may be locked here, and its threads do not exist.
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

Result<void> CompileThreads::run(std::function<void()> job) {
  if (CompileThread::current) {
    job();
    return {};
  }
  CompileThread *thread = acquire();
  if (!thread) {
    return Failure{Error::outOfMemory, "no memory for a compile thread"};
  }
  thread->begin(std::move(job));
  auto finished = finish(thread);
  // Otherwise a child of a later fork would count ended jobs as running, and trust nothing.
  reclaim();
  return finished;
}

Result<void> CompileThreads::runAll(const std::vector<std::function<void()>> &jobs,
                                    unsigned others) {
  std::atomic<size_t> next = 0;
  // Each thread takes the next job until none is left.
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
  Result<void> result;
  for (CompileThread *thread : threads) {
    if (auto finished = finish(thread); !finished) {
      result = std::move(finished);
    }
  }
  return result;
}

void CompileThreads::runBeside(std::function<void()> job) {
  if (CompileThread *thread = acquire()) {
    std::lock_guard lock(mutex_);
    thread->begin(std::move(job));
    beside_.push_back(thread);
  }
}

// Collects under the lock and finishes without it: finish() takes the lock itself.
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

// Not preferred for the next job: threads of real builds have warm caches and heaps.
void CompileThreads::finishBeside(const std::vector<CompileThread *> &threads) {
  for (CompileThread *thread : threads) {
    (void)finish(thread, /*isPreferred=*/false);
  }
}

Result<void> CompileThreads::finish(CompileThread *thread, bool isPreferred) {
  auto ended = thread->wait();
  if (ended) {
    giveBack(thread, isPreferred);
  } else {
    std::lock_guard lock(mutex_);
    --running_;
    trusted_ = false;
  }
  return ended;
}

bool CompileThreads::isTrusted() {
  reclaim();
  std::lock_guard lock(mutex_);
  return trusted_;
}

// Counts the thread before its start, so a fork in between sees a running one.
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

/// acquire() takes from the vector's end.
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
