// The processes of devices, as seen from their application.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace riscv::test {

/// The processes of all devices of this process, from its pidfds.
std::vector<pid_t> emulatorProcesses();
/// The process of the only device of this process, or -1.
pid_t emulatorProcess();
/// Returns true if it is there and no zombie.
bool isRunning(pid_t process);
/// The bytes of a file, /proc included.
std::string contents(const std::filesystem::path &path);
/// Emulators with this inherited variable.
int processesWith(const std::string &variable);

/// Polls for up to ten seconds, since a machine may be busy; it takes milliseconds.
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// Processor time used by all threads of a process, nanoseconds.
uint64_t processorTime(pid_t process);

}  // namespace riscv::test
