// Lets a command that waits take further launches.
//
// A program that enqueues faster than the device runs leaves a chain of launches behind. As
// commands of their own, each would be taken from the pool, linked, started, dispatched and
// completed. So the last command of an in-order queue is lent out while it waits: a launch without
// an event is recorded into it, behind the launches that are there. The device runs all of them as
// one command buffer, in their order.
//
//   thread of the application           threads of the device
//   launch 1: a command, starts at once
//   launch 2: a command, waits          run launch 1
//   launch 3: into the same command
//   launch 4: likewise                  launch 1 ends: the command starts, nothing is added any
//   more launch 5: a command, waits          run launches 2 to 4
//
// While the command is lent, it counts one more dependency: it does not start half recorded.
#pragma once

#include <atomic>

namespace cl {

class LoadedKernel;

/// The state of a command that takes launches. canLend() and lend() are called under the queue's
/// mutex; open() and reset() while no other thread has the command.
class LaunchBatch {
 public:
  /// Makes it a command like any other.
  void reset() {
    launches_ = 0;
    measured_ = nullptr;
    isLent_.store(false, std::memory_order_relaxed);
  }
  /// Lets the command, with one launch recorded, take more. `measured` is its code if the time of
  /// the launch counts for it, else null: the time of a batch counts for one kernel or for none.
  void open(const LoadedKernel *measured) {
    launches_ = 1;
    measured_ = measured;
  }
  /// Tells if open() was called.
  bool isOpen() const { return launches_ != 0; }

  /// Tells if a launch of `measured` may be recorded now. One thread at a time has the command.
  bool canLend(const LoadedKernel *measured) const {
    return isOpen() && launches_ != mostLaunches && measured_ == measured &&
           !isLent_.load(std::memory_order_acquire);
  }
  /// Counts one launch more, which the caller records. canLend() was true under the same lock.
  void lend() {
    ++launches_;
    isLent_.store(true, std::memory_order_relaxed);
  }
  /// The caller has recorded the launch.
  void giveBack() { isLent_.store(false, std::memory_order_release); }

 private:
  /// Bounds the time for which the command keeps what its first launch has used.
  static constexpr unsigned mostLaunches = 64;

  // 0 for a command that takes none.
  unsigned launches_ = 0;
  // Kept by the command's recording, if it is not null.
  const LoadedKernel *measured_ = nullptr;
  std::atomic<bool> isLent_ = false;
};

}  // namespace cl
