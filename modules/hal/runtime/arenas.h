// The arenas of a device's workers: one block of device memory for the frames and the local memory
// of all work-groups.
//
//   base         base + stride   base + 2 * stride
//   | worker 0   | worker 1      | worker 2      | ...
//
// The block is as large as the largest launch so far needed. Jobs run one after another, so all of
// them share it. An allocation per launch would cost a round trip to the device each time.
// arenas.cpp describes how the block grows while jobs run.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "connection.h"

namespace hal {

/// Owns the block, and counts the jobs that use it. Thread-safe.
class Arenas {
 public:
  /// `limit`: bytes of one arena, at most. Allocates nothing yet. The connection outlives it.
  Arenas(Connection &connection, uint32_t workers, uint64_t limit)
      : connection_(connection), workers_(workers), limit_(limit) {}
  /// Frees the block. No lease is left.
  ~Arenas();
  Arenas(const Arenas &) = delete;
  Arenas &operator=(const Arenas &) = delete;

  /// Keeps the block in place while a job uses it; an empty one needs no arena. Destroy it after
  /// the end of the job.
  class Lease {
   public:
    Lease() = default;
    ~Lease();
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;
    /// Address of worker 0's arena, and bytes from one arena to the next.
    ///
    /// Arena i of a launch lies at base + i * stride. The stride is a multiple of 128 bytes, and
    /// may be larger than the acquired size.
    hal_address_t base = 0;
    uint64_t stride = 0;

   private:
    friend class Arenas;
    Arenas *arenas_ = nullptr;
  };

  /// Leases arenas of at least `size` bytes each. A size of 0 leaves `lease` empty.
  ///
  /// Waits for running jobs if the block has to grow. mux_error_out_of_resources: `size` is above
  /// the limit, or the device has no room. Other errors are the connection's. `lease` is empty
  /// before. The content of an arena is undefined at the start of a job.
  mux_result_t acquire(uint64_t size, Lease &lease);

  /// Frees the block if no job uses it.
  ///
  /// Returns true if there was a block to free, so that a failed allocation is worth another try.
  /// Does not wait for jobs. The next launch allocates a block again.
  bool trim();

 private:
  // Replaces the block by a larger one, for arenas of `size` bytes. With the lock held and no
  // users. mux_error_out_of_resources: no room; the old block is gone.
  mux_result_t grow(uint64_t size);
  // Frees the block, if there is one. With the lock held and no users.
  void drop();
  // Allocates workers_ arenas of `stride` bytes. With the lock held.
  mux_result_t allocate(uint64_t stride);

  // The device that the block belongs to.
  Connection &connection_;
  // Limits of the block: number of arenas, and bytes of each.
  const uint32_t workers_;
  const uint64_t limit_;
  // Guards the members below.
  std::mutex mutex_;
  // Notified when the last lease ends and when the block has grown.
  std::condition_variable unused_;
  // Leases that point to the block.
  uint32_t users_ = 0;
  // A thread waits for the end of all leases. New leases wait too, so that the users become none.
  // Only one thread grows the block at a time.
  bool isGrowing_ = false;
  // The block: address of the first arena (0: there is none), and bytes of each. Both are 0
  // together.
  hal_address_t base_ = 0;
  uint64_t stride_ = 0;
};

}  // namespace hal
