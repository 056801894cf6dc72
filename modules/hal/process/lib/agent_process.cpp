#include "agent_process.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace hal::process {
namespace {

using support::Descriptor;

/// Threads of the agent that are no workers: the first, the watcher, and one to spare.
constexpr uint32_t otherThreads = 3;
/// Starting an emulator takes milliseconds; on a machine that is busy, seconds.
constexpr uint64_t startTimeout = 60'000'000'000;
/// How often a wait looks whether the process is still there.
constexpr uint64_t lookInterval = 20'000'000;

uint64_t controlSize(const Configuration &configuration) {
  const uint64_t size = counterOffset() + counterRows(configuration) * sizeof(hal_agent_counters_t);
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
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

AgentProcess::~AgentProcess() {
  if (!abandoned_) {
    kill();
  }
}

void AgentProcess::abandon() {
  abandoned_ = true;
  control_.abandon();
  memory_.abandon();
  // A child may have closed the descriptors and got their numbers again.
  pidfd_.release();
  messages_.release();
}

hal_result_t AgentProcess::createMemory(const Configuration &configuration) {
  const hal_info_t &info = configuration.info;
  if (!control_.create("kiln-control", controlSize(configuration)) ||
      !memory_.create("kiln-device-memory", info.memory_size)) {
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

int AgentProcess::spawn(const Configuration &configuration) {
  const Descriptor agent = makeProgramFile("kiln-agent", configuration.agent);
  const Descriptor owner(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0)));
  int ends[2];
  if (agent.get() < 0 || owner.get() < 0 || pipe2(ends, O_CLOEXEC) != 0) {
    return errno;
  }
  messages_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  fcntl(messages_.get(), F_SETFL, O_NONBLOCK);
  return support::startChild({.path = configuration.command.front(),
                              .arguments = configuration.command,
                              .descriptors = {-1, -1, theirs.get(), control_.descriptor(),
                                              memory_.descriptor(), owner.get(), agent.get()},
                              .hasOwnSession = true},
                             &pidfd_);
}

bool AgentProcess::hasEnded() const {
  pollfd entry{.fd = pidfd_.get(), .events = POLLIN, .revents = 0};
  return poll(&entry, 1, 0) > 0;
}

bool AgentProcess::waitUntilReady() {
  hal_agent_control_t &shared = control();
  const uint64_t end = nowNanoseconds() + startTimeout;
  while (nowNanoseconds() < end) {
    const uint32_t bell = word(shared.bell).load();
    if (const uint32_t state = word(shared.status.state).load(); state != hal_agent_starting) {
      return state == hal_agent_ready;
    }
    if (hasEnded()) {
      return false;
    }
    futexWait(shared.bell, bell, lookInterval);
  }
  return false;
}

hal_result_t AgentProcess::start(const Configuration &configuration) {
  if (hal_result_t result = createMemory(configuration)) {
    return result;
  }
  const char *name = configuration.name.c_str();
  if (int error = spawn(configuration); error != 0 || pidfd_.get() < 0) {
    std::fprintf(stderr, "kiln: %s: %s cannot be started: %s\n", name,
                 configuration.command.front().c_str(),
                 error ? strerrordesc_np(error) : "this Linux has no pidfds");
    return hal_error_failure;
  }
  if (!waitUntilReady()) {
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

hal_result_t AgentProcess::map(uint64_t offset, uint64_t size, hal_agent_access_t access,
                               uint64_t timeout_ns) {
  hal_agent_service_t &service = control().service;
  service.offset = offset;
  service.size = size;
  service.access = access;
  const uint32_t request = ++requests_;
  word(service.request).store(request, std::memory_order_release);
  futexWakeAll(service.request);
  const uint64_t start = nowNanoseconds();
  uint32_t answer;
  while ((answer = word(service.answer).load(std::memory_order_acquire)) != request) {
    const uint64_t waited = nowNanoseconds() - start;
    if (waited < spinNanoseconds) {
      relax();
      continue;
    }
    if (waited > timeout_ns || hasEnded()) {
      kill();
      return hal_error_device_lost;
    }
    futexWait(service.answer, answer, lookInterval);
  }
  return service.error == 0 ? hal_success : hal_error_out_of_memory;
}

void AgentProcess::discard(uint64_t offset, uint64_t size) {
  fallocate(memory_.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
            static_cast<off_t>(offset), static_cast<off_t>(size));
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
  std::array<char, 512> said;
  const ssize_t size = read(messages_.get(), said.data(), said.size());
  if (size > 0) {
    std::string_view line(said.data(), static_cast<size_t>(size));
    text += ": ";
    text += line.substr(0, line.find('\n'));
  }
  return text;
}

}  // namespace hal::process
