// The arenas of a device's workers: one block of device memory, as large as the largest launch
// so far needed. Jobs run one after another, so all of them share it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "connection.h"

namespace hal {

/// Thread-safe.
class Arenas {
 public:
  /// `limit`: bytes of one arena, at most.
  Arenas(Connection &connection, uint32_t workers, uint64_t limit)
      : connection_(connection), workers_(workers), limit_(limit) {}
  ~Arenas();
  Arenas(const Arenas &) = delete;
  Arenas &operator=(const Arenas &) = delete;

  /// Keeps the block where it is while a job uses it.
  class Lease {
   public:
    Lease() = default;
    ~Lease();
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;
    hal_address_t base = 0;
    uint64_t stride = 0;

   private:
    friend class Arenas;
    Arenas *arenas_ = nullptr;
  };

  /// Arenas of at least `size` bytes. Waits for running jobs if the block has to grow.
  /// mux_error_out_of_resources if there is no room for it.
  mux_result_t acquire(uint64_t size, Lease &lease);

  /// Gives the block back if nobody uses it; whether there was one to give.
  bool trim();

 private:
  mux_result_t grow(uint64_t size);
  void drop();
  mux_result_t allocate(uint64_t stride);

  Connection &connection_;
  const uint32_t workers_;
  const uint64_t limit_;
  std::mutex mutex_;
  std::condition_variable unused_;
  uint32_t users_ = 0;
  bool isGrowing_ = false;  // newcomers wait, so that the users become none
  hal_address_t base_ = 0;
  uint64_t stride_ = 0;
};

}  // namespace hal
