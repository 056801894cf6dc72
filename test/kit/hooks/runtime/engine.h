// The device's DMA engine, and its registers: one of each in a process.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "hal/hal.h"
#include "hooks/registers.h"

namespace hooks {

/// Runs while a device is open; works only while a job does, and sleeps otherwise. Thread-safe.
class Engine {
 public:
  /// Never destroyed: a device may be open when the process ends.
  static Engine &instance();

  /// For each opened device. hal_error_out_of_resources if the place of the registers
  /// is taken or there is no thread.
  hal_result_t open();
  void close();

  /// Around each job.
  void beginJob();
  void endJob();

 private:
  void work();
  void serve(const hooks_transfer &transfer);

  std::mutex mutex_;
  std::condition_variable changed_;
  hooks_registers *registers_ = nullptr;
  std::thread thread_;
  uint32_t devices_ = 0;  // guarded by the mutex, as the next two
  uint32_t jobs_ = 0;     // that may ask for transfers
  bool isStopping_ = false;
};

}  // namespace hooks
