// What happened when, for people: the file that KILN_PROFILE names, in the format of
// chrome://tracing and Perfetto ("Trace Event Format"), and a table of totals on standard error
// when the process ends.
//
// Without KILN_PROFILE each call costs one branch on a variable that never changes. The file is a
// complete document after each write, so that one of a process that is killed can be read, too.
// After a fork the child writes to a file of its own, with its process id behind the name.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace support {

namespace detail {
enum class TraceState : uint8_t { unknown, off, on };
extern std::atomic<TraceState> traceState;
bool openTrace();
}  // namespace detail

/// Whether KILN_PROFILE is set.
inline bool isTracing() {
  const auto state = detail::traceState.load(std::memory_order_acquire);
  if (state == detail::TraceState::off) [[likely]] {
    return false;
  }
  return state == detail::TraceState::on || detail::openTrace();
}

/// Nanoseconds of the monotonic clock, which all times here are of.
uint64_t traceNow();

/// Where an event is shown.
struct TraceTrack {
  uint64_t id = 0;             ///< 0: the calling thread
  std::string_view name = {};  ///< of other tracks; the first time counts
  /// Events of the track may overlap without containing each other.
  bool overlaps = false;
};

/// Writes an event that began and ended. `category` is one of few constant words; the table at the
/// end sums up the events of "kernel", "transfer" and "build" by their names. `arguments` is empty
/// or the inside of a JSON object, from traceArgument. Thread-safe. Does nothing unless
/// isTracing().
void trace(std::string_view category, std::string_view name, uint64_t start, uint64_t end,
           std::string_view arguments = {}, const TraceTrack &track = {});

/// `"name": "value"`, and the same for a number.
std::string traceArgument(std::string_view name, std::string_view value);
std::string traceArgument(std::string_view name, uint64_t value);

/// Writes what is not in the file yet.
void flushTrace();

/// The end of the process, for tools in the compiler library, which runs nothing at the exit:
/// writes all, and the table.
void endTrace();

/// An event from its construction to its end.
class TraceSpan {
 public:
  TraceSpan(std::string_view category, std::string_view name)
      : category_(category), name_(name), start_(isTracing() ? traceNow() : 0) {}
  ~TraceSpan() {
    if (start_ != 0) {
      trace(category_, name_, start_, traceNow(), arguments_);
    }
  }
  TraceSpan(const TraceSpan &) = delete;
  TraceSpan &operator=(const TraceSpan &) = delete;

  bool isOn() const { return start_ != 0; }
  /// Only where isOn().
  void setArguments(std::string arguments) { arguments_ = std::move(arguments); }

 private:
  std::string_view category_, name_;
  uint64_t start_;
  std::string arguments_;
};

}  // namespace support
