// Starting, asking and ending the process of a device.
//
// The start hands over four descriptors with fixed numbers (hal/agent_protocol.h): the control
// block, device memory, a pidfd of this process, and the agent's own file. The last one is a memfd
// with the ELF file embedded in the library, so an installation has no file to lose.
//
// After the start this process closes its descriptors of shared memory; the mappings are enough. An
// application may close any number and get it again for a file of its own, and a later use of the
// number would then damage this file. The pidfd alone has to stay. It may be affected in the same
// way, so every end is also requested through the control block.
#include "agent_process.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

namespace hal::process {
namespace {

using support::Descriptor;

// Threads of the agent other than workers: the first, the watcher, and one to spare.
constexpr uint32_t otherThreads = 3;
// Nanoseconds between two checks of a waiting thread if the process still exists.
constexpr uint64_t lookInterval = 20'000'000;
// Bytes of standard error that are read; the rest is lost.
constexpr uint64_t messageSize = 4096;
// Milliseconds to wait for the end of a killed process: the system may take its time.
constexpr int killTimeout = 1000;

// Returns the bytes of the control block with its counters, in whole pages.
uint64_t controlSize(const Configuration &configuration) {
  const uint64_t size = counterOffset() + counterRows(configuration) * sizeof(hal_agent_counters_t);
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

// Returns the mistake of a configuration as the end of a sentence, or null.
const char *mistakeIn(const Configuration &configuration) {
  const uint64_t addresses =
      configuration.memoryBase | configuration.scratchpad | configuration.scratchpadStride;
  if (configuration.command.empty()) {
    return "has no command";
  }
  if (configuration.agent.empty()) {
    return "has no agent";
  }
  if ((addresses & (configuration.info.page_size - 1)) != 0) {
    return "has addresses that are no multiples of the page size";
  }
  return nullptr;
}

}  // namespace

uint32_t counterRows(const Configuration &configuration) {
  return configuration.info.workers + otherThreads;
}

uint64_t counterOffset() {
  return HAL_AGENT_COUNTERS_OFFSET;
}

void futexWait(uint32_t &futex, uint32_t value, uint64_t nanoseconds) {
  const timespec timeout = {static_cast<time_t>(nanoseconds / 1'000'000'000),
                            static_cast<long>(nanoseconds % 1'000'000'000)};
  syscall(SYS_futex, &futex, FUTEX_WAIT, value, nanoseconds == UINT64_MAX ? nullptr : &timeout,
          nullptr, 0);
}

void futexWakeAll(uint32_t &futex) {
  syscall(SYS_futex, &futex, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

uint64_t nowNanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Kills and reaps. If the kill fails, the number of the pidfd belongs to the application now, and
// must not be closed here.
AgentProcess::~AgentProcess() {
  if (abandoned_ || pidfd_.get() < 0) {
    return;
  }
  if (!kill()) {
    pidfd_.release();  // it is the application's now
  } else if (!hasEnded_ && !isThere(killTimeout)) {
    support::reapChild(pidfd_);
  }
}

// Sends the signal and also asks through the control block. The started program may be a script,
// and the emulator its child; or the descriptor may have changed its meaning.
bool AgentProcess::kill() {
  hal_agent_service_t &service = control().service;
  word(service.access).store(hal_agent_end);
  word(service.request).fetch_add(1);
  futexWakeAll(service.request);
  return support::killChild(pidfd_);
}

// A poll that fails tells nothing about the end of the process; the kill then makes sure of it.
void AgentProcess::waitForEnd() {
  pollfd entry{.fd = pidfd_.get(), .events = POLLIN, .revents = 0};
  int ready;
  while ((ready = poll(&entry, 1, -1)) < 0 && errno == EINTR) {
  }
  if (ready != 1 || (entry.revents & POLLIN) == 0) {
    kill();  // there is no telling when it will end
  } else {
    support::reapChild(pidfd_);
  }
  hasEnded_ = true;
}

// A child may have closed the pidfd and got its number again, so it is released, not closed.
void AgentProcess::abandon() {
  abandoned_ = true;
  control_.abandon();
  memory_.abandon();
  messages_.abandon();
  // A child may have closed the descriptor and got its number again.
  pidfd_.release();
}

// Creates the three shared blocks and writes the configuration for the agent.
hal_result_t AgentProcess::createMemory(const Configuration &configuration) {
  const hal_info_t &info = configuration.info;
  if (!control_.create("kiln-control", controlSize(configuration)) ||
      !memory_.create("kiln-device-memory", info.memory_size) ||
      !messages_.create("kiln-messages", messageSize)) {
    return hal_error_out_of_host_memory;
  }
  control().config = {.version = HAL_AGENT_VERSION,
                      .workers = info.workers,
                      .control_size = control_.size(),
                      .memory_base = configuration.memoryBase,
                      .memory_size = info.memory_size,
                      .stack_size = configuration.stackSize,
                      .scratchpad = configuration.scratchpad,
                      .scratchpad_stride = configuration.scratchpadStride,
                      .counter_count = info.counter_count,
                      .counter_rows = counterRows(configuration),
                      .has_vectors = info.vector_width_bits != 0,
                      .reserved = 0};
  return hal_success;
}

// Starts the command. Returns 0, or the error number of the system. A session of its own keeps
// signals of the terminal away: an interrupt meant for the application does not end the device
// first.
int AgentProcess::spawn(const Configuration &configuration) {
  const Descriptor agent = makeProgramFile("kiln-agent", configuration.agent);
  const Descriptor owner(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0)));
  if (agent.get() < 0 || owner.get() < 0) {
    return errno;
  }
  const int error =
      support::startChild({.path = configuration.command.front(),
                           .arguments = configuration.command,
                           .descriptors = {-1, -1, messages_.descriptor(), control_.descriptor(),
                                           memory_.descriptor(), owner.get(), agent.get()},
                           .hasOwnSession = true},
                          &pidfd_);
  for (SharedMemory *memory : {&control_, &memory_, &messages_}) {
    memory->closeDescriptor();
  }
  return error;
}

// Returns true if the process still exists after at most so many milliseconds.
bool AgentProcess::isThere(int milliseconds) const {
  pollfd entry{.fd = pidfd_.get(), .events = POLLIN, .revents = 0};
  return poll(&entry, 1, milliseconds) == 0;
}

// Sleeps on the bell until the agent's state changes. False: it failed, ended, or took too long.
bool AgentProcess::waitUntilReady(std::chrono::nanoseconds timeout) {
  hal_agent_control_t &shared = control();
  const uint64_t end = nowNanoseconds() + static_cast<uint64_t>(timeout.count());
  while (nowNanoseconds() < end) {
    const uint32_t bell = word(shared.bell).load();
    if (const uint32_t state = word(shared.status.state).load(); state != hal_agent_starting) {
      return state == hal_agent_ready;
    }
    if (!isThere(0)) {
      return false;
    }
    futexWait(shared.bell, bell, lookInterval);
  }
  return false;
}

// Compares the vector length at the end: code for longer registers would compute wrong results
// without a fault.
hal_result_t AgentProcess::start(const Configuration &configuration) {
  if (hal_result_t result = createMemory(configuration)) {
    return result;
  }
  const char *name = configuration.name.c_str();
  if (const char *mistake = mistakeIn(configuration)) {
    std::fprintf(stderr, "kiln: %s: the target's configuration %s\n", name, mistake);
    return hal_error_invalid_value;
  }
  if (int error = spawn(configuration); error != 0 || pidfd_.get() < 0) {
    std::fprintf(stderr, "kiln: %s: %s cannot be started: %s\n", name,
                 configuration.command.front().c_str(),
                 error ? strerrordesc_np(error) : "this Linux has no pidfds");
    return hal_error_failure;
  }
  if (!waitUntilReady(configuration.startTimeout)) {
    kill();
    std::fprintf(stderr, "kiln: %s: the device does not start%s\n", name, lastWords().c_str());
    return hal_error_failure;
  }
  const uint32_t width = control().status.vector_width_bits;
  if (width != configuration.info.vector_width_bits) {
    kill();
    std::fprintf(stderr, "kiln: %s: the device has vectors of %u bits, not %u as configured\n",
                 name, width, configuration.info.vector_width_bits);
    return hal_error_failure;
  }
  return hal_success;
}

// One request at a time: fields, then the counter `request`, then a wait until `answer` equals it.
// Spins first, because the agent usually answers within microseconds.
hal_result_t AgentProcess::map(uint64_t offset, uint64_t size, hal_agent_access_t access,
                               uint64_t timeout_ns) {
  hal_agent_service_t &service = control().service;
  service.offset = offset;
  service.size = size;
  word(service.access).store(access);
  const uint32_t request = word(service.request).fetch_add(1) + 1;
  futexWakeAll(service.request);
  const uint64_t start = nowNanoseconds();
  uint32_t answer;
  while ((answer = word(service.answer).load(std::memory_order_acquire)) != request) {
    const uint64_t waited = nowNanoseconds() - start;
    if (waited < spinNanoseconds) {
      relax();
      continue;
    }
    if (waited > timeout_ns || hasEnded_) {
      kill();
      return hal_error_device_lost;
    }
    futexWait(service.answer, answer, lookInterval);
  }
  if (service.error != 0) {
    const char *reason = strerrordesc_np(service.error);
    std::fprintf(stderr, "kiln: the device cannot map %llu bytes at 0x%llx of its memory: %s\n",
                 static_cast<unsigned long long>(size), static_cast<unsigned long long>(offset),
                 reason ? reason : "unknown error");
    return hal_error_out_of_memory;
  }
  return hal_success;
}

// Returns the first line on standard error behind ": ", or nothing. The text could be anything and
// goes to a terminal, so unprintable characters become '?'.
std::string AgentProcess::firstMessage() const {
  std::array<char, 256> said;
  std::memcpy(said.data(), messages_.data(), said.size());
  const std::string_view all(said.data(), said.size());
  const auto length = all.find_first_of(std::string_view("\n\0", 2));
  std::string line(all.substr(0, length));
  std::ranges::replace_if(line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line.empty() ? line : ": " + line;
}

std::string AgentProcess::lastWords() const {
  const hal_agent_status_t status = control().status;
  std::string text;
  if (status.fault_signal != 0) {
    std::array<char, 96> line;
    std::snprintf(line.data(), line.size(), ": signal %u at address 0x%llx", status.fault_signal,
                  static_cast<unsigned long long>(status.fault_address));
    text = line.data();
  } else if (status.state == hal_agent_failed) {
    const char *reason = strerrordesc_np(status.error);
    text = std::string(": ") + (reason ? reason : "unknown error");
  }
  return text + firstMessage();
}

}  // namespace hal::process
