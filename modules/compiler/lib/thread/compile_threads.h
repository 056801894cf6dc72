// Runs compile jobs on threads with large stacks, and turns LLVM's fatal errors into failed jobs.
//
// The caller's thread would not do, for three reasons. Deeply nested programs overflow an
// application's stack. LLVM's constant folding may depend on the floating-point environment, and
// the application may have changed it. A fatal error inside LLVM ends in a handler that must not
// return.
//
// A compile thread has a stack for the front end's deepest accepted program. The stack is reserved
// at once and committed as it is touched. The thread has the default floating-point environment,
// and all signals are blocked. A fatal error parks its thread for ever: the build fails with a
// value and the process lives on.
//
// A parked thread may hold locks of LLVM's, so no later job may run in this process. isTrusted()
// returns false from then on, and builds move to the helper process (isolation/).
//
// This folder's headers include no LLVM.
#pragma once

#include <sys/types.h>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "compiler/result.h"

namespace compiler {

class CompileThread;

/// The compile threads of one process, running and idle ones. Thread-safe.
///
/// Threads are started on demand. At most one idle thread per processor is kept, and none without a
/// user (see retain()).
class CompileThreads {
 public:
  /// Returns the threads of this process; never destroyed. A forked child gets an object of its
  /// own: its parent's threads do not exist there, and its parent's mutex may be locked for ever.
  static CompileThreads &instance();

  /// Adds a user. While there is one, idle threads wait for the next job. Without users each job
  /// starts a thread and ends it.
  void retain();
  /// Removes a user. After the last one, idle threads and jobs of runBeside() have ended before
  /// this returns, so the library can be unloaded. Does nothing in a forked child of the process
  /// that called retain().
  void release();

  /// Runs the job on a compile thread and waits for it; many callers may do so at once. An inner
  /// call from a job executes the inner job on the same thread. Fails with:
  ///
  /// * Error::internalFailure if the job met a fatal error, named by the message: it is abandoned;
  /// * Error::outOfMemory if the job did not run, because there is no memory or no thread.
  ///
  /// An abandoned job never goes on, and its captures are never destroyed. So a job must write its
  /// result to an object owned jointly with the caller, never to the caller's stack alone.
  Result<void> run(std::function<void()> job);

  /// Runs all jobs, in any order: on the calling thread, and beside it on up to `others` compile
  /// threads while jobs are left. Returns when all are done, or when each other thread is done or
  /// abandoned. Fails with Error::internalFailure for an abandoned job alone: without threads the
  /// caller runs all jobs itself.
  Result<void> runAll(const std::vector<std::function<void()>> &jobs, unsigned others);

  /// Starts the job and returns. The job has ended when the last user has released the threads, so
  /// its data has to live as long. Does nothing if no thread can be started: only optional work
  /// (warming up) belongs here.
  void runBeside(std::function<void()> job);

  /// Returns true if LLVM's state in this process is sound: no job was abandoned, and none was
  /// running at the fork that made this process. Otherwise builds must go to the helper process.
  bool isTrusted();

 private:
  friend class CompileThread;
  CompileThreads(bool trusted, pid_t process) : trusted_(trusted), process_(process) {}

  /// Takes the most recently used idle thread, or starts one. Null if there is no memory or thread.
  CompileThread *acquire();
  /// Makes threads whose runBeside() job has ended idle again.
  void reclaim();
  /// Waits for the jobs of runBeside() on these threads.
  void finishBeside(const std::vector<CompileThread *> &threads);
  /// Waits for the thread's job and makes the thread idle, or counts it as lost if the job was
  /// abandoned. `isPreferred`: the thread gets the next job before other idle ones.
  Result<void> finish(CompileThread *thread, bool isPreferred = true);
  /// Makes a thread idle, or ends it if there are no users or enough idle threads.
  void giveBack(CompileThread *thread, bool isPreferred);
  /// Limit of idle threads: one per processor, at least two.
  static size_t maximumIdle();

  std::mutex mutex_;
  std::vector<CompileThread *> idle_;    ///< the last one gets the next job
  std::vector<CompileThread *> beside_;  ///< threads with a job of runBeside()
  unsigned users_ = 0;                   ///< calls of retain() without release()
  unsigned running_ = 0;                 ///< threads with a job, for a fork to know
  bool trusted_;                         ///< see isTrusted()
  const pid_t process_;                  ///< the process whose threads these are
};

/// Ends the current job, for handlers of fatal errors. On a compile thread with a job: the job
/// fails with `message`, and the thread is parked and does not return. On any other thread:
/// returns, and the caller goes on to end the process as it meant to.
void abandonJob(std::string_view message);

}  // namespace compiler
