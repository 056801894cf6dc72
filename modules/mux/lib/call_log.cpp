// The file of KILN_MUX_TRACE and the format of its lines.
//
// A line is complete in memory before the one write() call, because lines of several threads would
// mix otherwise. The value of an out-parameter is read only after a success: a failed call has not
// written it.
#include "call_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>

#include "support/environment.h"

namespace mux::call_log {

constinit std::atomic<State> state{State::unknown};

namespace {

// The file's descriptor; -1 without a file. Open until the process ends. Never closed: calls may be
// logged until the last thread has ended.
constinit std::atomic<int> file{-1};

// Opens the file for appending. Prints a message and returns -1 on failure. O_APPEND lets several
// processes share the file. Its mode is 0600: lines show addresses of this process.
int openFile(const std::string &path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    std::fprintf(stderr, "kiln: KILN_MUX_TRACE=%s cannot be opened (%s); no trace is written\n",
                 path.c_str(), std::strerror(errno));
  }
  return descriptor;
}

// Returns the name of a result without its prefix. A switch without a default: the compiler warns
// about a new result without a name.
const char *nameOf(mux_result_t result) {
  switch (result) {
    case mux_success:
      return "success";
    case mux_not_ready:
      return "not_ready";
    case mux_error_failure:
      return "failure";
    case mux_error_invalid_value:
      return "invalid_value";
    case mux_error_null_out_parameter:
      return "null_out_parameter";
    case mux_error_invalid_handle:
      return "invalid_handle";
    case mux_error_invalid_state:
      return "invalid_state";
    case mux_error_invalid_binary:
      return "invalid_binary";
    case mux_error_missing_kernel:
      return "missing_kernel";
    case mux_error_out_of_memory:
      return "out_of_memory";
    case mux_error_device_out_of_memory:
      return "device_out_of_memory";
    case mux_error_out_of_resources:
      return "out_of_resources";
    case mux_error_unsupported:
      return "unsupported";
    case mux_error_device_lost:
      return "device_lost";
  }
  return "unknown";
}

// Formats an address.
std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// Returns true for the place of a result.
bool isOut(const Argument &argument) {
  return argument.kind != Argument::Kind::number && argument.kind != Argument::Kind::address;
}

// Formats an argument as it stands inside of the parentheses.
std::string show(const Argument &argument) {
  if (isOut(argument)) {
    return argument.out ? "out" : "null";
  }
  return argument.kind == Argument::Kind::number ? std::to_string(argument.value)
                                                 : hex(argument.value);
}

// Formats the content of an out-parameter.
std::string showResult(const Argument &argument) {
  if (argument.kind == Argument::Kind::outNumber32) {
    uint32_t value;
    std::memcpy(&value, argument.out, sizeof value);
    return std::to_string(value);
  }
  uint64_t value;
  std::memcpy(&value, argument.out, sizeof value);
  return argument.kind == Argument::Kind::outPointer ? hex(value) : std::to_string(value);
}

}  // namespace

bool openFromEnvironment() {
  static std::once_flag once;
  std::call_once(once, [] {
    const std::string &path = support::environment().muxTrace;
    file = path.empty() ? -1 : openFile(path);
    state = file >= 0 ? State::on : State::off;
  });
  return state.load() == State::on;
}

// Allocations of a line may throw; a program out of memory ends at the log then.
void write(const char *function, const mux_result_t *result,
           std::initializer_list<Argument> arguments) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  char start[64];
  std::snprintf(start, sizeof start, "%.6f %d ", std::chrono::duration<double>(now).count(),
                static_cast<int>(::gettid()));
  std::string line = start;
  line += function;
  line += '(';
  std::string returned;
  bool first = true;
  for (const Argument &argument : arguments) {
    line += first ? "" : ", ";
    line += show(argument);
    first = false;
    if (isOut(argument) && argument.out && result && *result == mux_success) {
      returned += " -> " + showResult(argument);
    }
  }
  line += ')';
  if (result) {
    line += " = ";
    line += nameOf(*result);
  }
  line += returned + '\n';
  // A line that cannot be written is lost; the call itself goes on.
  [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
}

}  // namespace mux::call_log
