// The process behind a device: its start, its control block, its end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "hal/agent_protocol.h"
#include "hal/process.h"
#include "shared_memory.h"

namespace hal::process {

/// A word of the control block.
inline std::atomic_ref<uint32_t> word(uint32_t &value) {
  return std::atomic_ref<uint32_t>(value);
}

/// Sleeps while `value` is in the word, at most `nanoseconds` (UINT64_MAX: until woken);
/// spurious returns are possible.
void futexWait(uint32_t &futex, uint32_t value, uint64_t nanoseconds);
void futexWakeAll(uint32_t &futex);

/// CLOCK_MONOTONIC.
uint64_t nowNanoseconds();
void relax();
inline constexpr uint64_t spinNanoseconds = 20000;

class AgentProcess {
 public:
  AgentProcess() = default;
  ~AgentProcess();
  AgentProcess(const AgentProcess &) = delete;
  AgentProcess &operator=(const AgentProcess &) = delete;

  /// Starts it and waits until it is ready and known to be what the configuration says.
  hal_result_t start(const Configuration &configuration);
  /// In a forked child: keeps the destructor from touching what is not there.
  void abandon();

  /// Ends it, whatever it does. False if that is up to the process.
  bool kill();
  /// Sleeps until the process has ended. One thread, which began when the process was started:
  /// from then on it does not matter what the application does with the descriptor.
  void waitForEnd();
  hal_agent_control_t &control() const {
    return *reinterpret_cast<hal_agent_control_t *>(control_.data());
  }
  std::byte *memory() const { return memory_.data(); }

  /// Gives pages of device memory an access, through the agent. hal_error_device_lost if it
  /// does not answer before `timeout_ns` nanoseconds have passed or it has ended. One
  /// call at a time.
  hal_result_t map(uint64_t offset, uint64_t size, hal_agent_access_t access, uint64_t timeout_ns);

  /// Gives the pages of a range of device memory back to the system; they become zero.
  void discard(uint64_t offset, uint64_t size) { memory_.discard(offset, size); }

  /// After its end: why, as far as it said so.
  std::string lastWords() const;

 private:
  hal_result_t createMemory(const Configuration &configuration);
  int spawn(const Configuration &configuration);
  bool waitUntilReady(std::chrono::nanoseconds timeout);
  std::string firstMessage() const;
  bool isThere(int milliseconds) const;

  SharedMemory control_;
  SharedMemory memory_;
  SharedMemory messages_;  ///< what it writes to standard error
  support::Descriptor pidfd_;
  std::atomic<bool> hasEnded_ = false;
  bool abandoned_ = false;
};

}  // namespace hal::process
