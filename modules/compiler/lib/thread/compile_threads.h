// Threads that Clang and LLVM run on.
//
// Why not the caller's thread: programs nest deeply enough to overflow an application's
// stack; LLVM may depend on the floating-point environment, which is the application's; and
// a fatal error inside of LLVM ends in a handler that must not return. On a thread of ours the
// stack is as large as the front end's limits need (reserved, committed as it is touched), the
// floating-point environment is the default one, signals are blocked, and a fatal error
// parks the thread for good while the build that it ran fails as a value.
//
// An abandoned thread may hold locks of LLVM's, so no job runs in this process afterwards:
// isTrusted() says so, and builds move to the helper process (isolation/).
//
// No LLVM in here.
#pragma once

#include <sys/types.h>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace compiler {

class CompileThread;

/// Thread-safe.
class CompileThreads {
 public:
  enum class Outcome {
    done,       ///< the job returned
    abandoned,  ///< the job met a fatal error; `message` says which
    noThread,   ///< the job did not run: no memory or no thread to be had
  };

  /// Those of this process. A forked child gets its own, with nothing of its parent's.
  static CompileThreads &instance();

  /// While somebody retains the threads, idle ones wait for the next job.
  void retain();
  /// When the last one releases them, idle threads and those beside have ended when this returns.
  void release();

  /// Runs the job and waits for it; many callers may do so at once. If the job is abandoned
  /// it never goes on, and what it holds by value is never destroyed. A job that itself calls
  /// run() runs that job on its own thread.
  Outcome run(std::function<void()> job, std::string &message);

  /// Runs all jobs, in any order: on the calling thread, and as long as there are jobs left on up
  /// to `others` of these threads beside it. Returns when all are done, or some of the others' were
  /// abandoned. Never noThread.
  Outcome runAll(const std::vector<std::function<void()>> &jobs, unsigned others,
                 std::string &message);

  /// Starts the job and returns. It has ended when the last user has released the threads; what it
  /// refers to has to live as long. Does nothing if no thread is to be had.
  void runBeside(std::function<void()> job);

  /// Whether LLVM is sound in this process: no job was abandoned, nor running at the time
  /// of the fork that made this process.
  bool isTrusted();

 private:
  friend class CompileThread;
  CompileThreads(bool trusted, pid_t process) : trusted_(trusted), process_(process) {}

  CompileThread *acquire();
  void reclaim();
  void finishBeside(const std::vector<CompileThread *> &threads);
  /// Waits for the job of the thread.
  Outcome finish(CompileThread *thread, std::string &message, bool isPreferred = true);
  void giveBack(CompileThread *thread, bool isPreferred);
  static size_t maximumIdle();

  std::mutex mutex_;
  std::vector<CompileThread *> idle_;    ///< the last one comes first
  std::vector<CompileThread *> beside_;  ///< those that runBeside() started
  unsigned users_ = 0;
  unsigned running_ = 0;
  bool trusted_;
  const pid_t process_;
};

/// For handlers of fatal errors. On a thread that runs a job: fails the job with `message`
/// and does not return. On any other thread: returns.
void abandonJob(std::string_view message);

}  // namespace compiler
