// The process behind a device: its start, its control block, its end.
//
// The kernel of the operating system knows the process by a pidfd, not by its number: a number may
// belong to another process once the application has reaped its children.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "hal/agent_protocol.h"
#include "hal/process.h"
#include "shared_memory.h"

namespace hal::process {

/// Returns atomic access to a word of the control block. The device may write it at any time.
inline std::atomic_ref<uint32_t> word(uint32_t &value) {
  return std::atomic_ref<uint32_t>(value);
}

/// Sleeps while the word holds `value`, at most `nanoseconds` (UINT64_MAX: until woken).
///
/// May return early without a reason. The futex is shared by both processes. Private futexes would
/// not do: the sleeper and the one who wakes are different processes.
void futexWait(uint32_t &futex, uint32_t value, uint64_t nanoseconds);
/// Wakes all sleepers on the word, in both processes.
void futexWakeAll(uint32_t &futex);

/// Reads CLOCK_MONOTONIC, the clock of the device as well.
uint64_t nowNanoseconds();
/// Tells the processor that the thread spins.
void relax();
/// Time to spin before a sleep. A short job ends within it, and saves the cost of a sleep and a
/// wake-up.
inline constexpr uint64_t spinNanoseconds = 20000;

/// The process of one device with the memory shared with it.
///
/// Thread-safe except for start and abandon. Everything in shared memory may be overwritten by
/// kernels, so the class takes no size or address from there.
class AgentProcess {
 public:
  AgentProcess() = default;
  /// Ends the process and reaps it.
  ~AgentProcess();
  AgentProcess(const AgentProcess &) = delete;
  AgentProcess &operator=(const AgentProcess &) = delete;

  /// Starts the process and waits until its agent is ready and matches the configuration.
  ///
  /// Prints the reason of a failure on standard error. hal_error_invalid_value: a mistake in the
  /// configuration. hal_error_failure: the process cannot be started, or does not become ready in
  /// time. hal_error_out_of_host_memory: no room for the shared memory. Blocks meanwhile. Call it
  /// once.
  hal_result_t start(const Configuration &configuration);
  /// In a forked child: keeps the destructor from ending the parent's device.
  void abandon();

  /// Ends the process, whatever it does.
  ///
  /// Returns false if the signal cannot be sent and the process has to end by the request in its
  /// control block. Does not wait for the end. Calling it again is harmless.
  bool kill();
  /// Sleeps until the process has ended, and reaps it. For one thread alone, which begins right
  /// after the start: a poll under way holds the pidfd, so the application may close the number
  /// meanwhile.
  void waitForEnd();
  /// The control block. All fields are data from outside. Precondition: start() has succeeded.
  hal_agent_control_t &control() const {
    return *reinterpret_cast<hal_agent_control_t *>(control_.data());
  }
  /// The host's mapping of device memory. Offset 0 is the device address Configuration::memoryBase.
  std::byte *memory() const { return memory_.data(); }

  /// Gives pages of device memory an access, through the agent.
  ///
  /// `offset` and `size` are multiples of the page size. The emulator keeps translations of code,
  /// and drops them only when the emulated process maps memory itself. One call at a time.
  ///
  /// hal_error_device_lost: no answer within `timeout_ns` nanoseconds, or the process has ended.
  /// hal_error_out_of_memory: the agent's system refuses.
  hal_result_t map(uint64_t offset, uint64_t size, hal_agent_access_t access, uint64_t timeout_ns);

  /// Gives the whole pages of a range of device memory back to the system; they become zero.
  void discard(uint64_t offset, uint64_t size) { memory_.discard(offset, size); }

  /// Returns the reason of the end as far as the process stated one, for messages: its fault, its
  /// error, its first line on standard error.
  ///
  /// Empty if it said nothing. The text begins with a separator, to stand behind a message without
  /// one.
  std::string lastWords() const;

 private:
  // Creates the shared memory and writes the configuration.
  hal_result_t createMemory(const Configuration &configuration);
  // Starts the program; returns 0 or an errno.
  int spawn(const Configuration &configuration);
  // Waits for the agent; false if it fails, ends, or takes too long.
  bool waitUntilReady(std::chrono::nanoseconds timeout);
  // The first line of its standard error.
  std::string firstMessage() const;
  // Returns true if the process has not ended within so many milliseconds.
  bool isThere(int milliseconds) const;

  // The control block, device memory, and the process's standard error.
  SharedMemory control_;
  SharedMemory memory_;
  SharedMemory messages_;
  // The process itself.
  support::Descriptor pidfd_;
  // Set by waitForEnd.
  std::atomic<bool> hasEnded_ = false;
  // This process is a forked child; the destructor does nothing.
  bool abandoned_ = false;
};

}  // namespace hal::process
