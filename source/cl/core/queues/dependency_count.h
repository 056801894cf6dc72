// Counts the events that a command still waits for, and holds the error of a failed one.
//
// Example: a command waits for two events, and one of them is complete already.
//
//     created                 1   the submission
//     add() for event A       2
//     add() for event B       3
//     cancel(): B is complete 2
//     complete() by A         1   on a thread of A's device
//     complete() by submit    0   true: the command may start
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <cstdint>

namespace cl {

/// The outstanding dependencies of one command. Starts at one, for the submission, so that a
/// command cannot start while it is still being enqueued. Lock-free: the submitting thread adds
/// dependencies while device threads complete others. The completion that ends the count sees all
/// writes of the threads that completed before it.
class DependencyCount {
 public:
  /// Starts over with one dependency and without an error. Only while no other thread has the
  /// command.
  void reset() {
    restart();
    error_.store(CL_SUCCESS, std::memory_order_relaxed);
  }
  /// Starts over with one dependency and keeps the error. Only once the count has ended.
  void restart() { pending_.store(1, std::memory_order_relaxed); }

  /// Adds a dependency. The caller holds another one that is outstanding.
  void add() { pending_.fetch_add(1, std::memory_order_relaxed); }
  /// Adds a dependency unless the count has ended. Returns false if it has: the command starts, or
  /// has started.
  bool tryAdd() {
    auto pending = pending_.load(std::memory_order_relaxed);
    while (pending != 0) {
      if (pending_.compare_exchange_weak(pending, pending + 1, std::memory_order_relaxed)) {
        return true;
      }
    }
    return false;
  }
  /// Takes back an add() for a dependency that is complete already.
  void cancel() { pending_.fetch_sub(1, std::memory_order_relaxed); }
  /// Completes one dependency. Returns true for the last one, on one thread only; the command may
  /// be gone as soon as another thread gets true.
  bool complete() { return pending_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// Records the status of a dependency, before its complete() or cancel(). Only errors count; of
  /// several errors one is kept.
  void note(cl_int status) {
    if (status < 0) {
      error_.store(status, std::memory_order_relaxed);
    }
  }
  /// Returns a negative error of a dependency, or CL_SUCCESS. Final once the count has ended.
  cl_int error() const { return error_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint32_t> pending_ = 1;
  std::atomic<cl_int> error_ = CL_SUCCESS;
};

}  // namespace cl
