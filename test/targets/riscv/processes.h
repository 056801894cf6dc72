// The processes of devices, as seen from their application.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace riscv::test {

/// The processes of all devices of this process, from its pidfds.
std::vector<pid_t> emulatorProcesses();
/// The process of the only device of this process, or -1.
pid_t emulatorProcess();
/// Whether it is there and no zombie.
bool isRunning(pid_t process);
/// Processor time that all threads of a process have used, nanoseconds.
uint64_t processorTime(pid_t process);

}  // namespace riscv::test
