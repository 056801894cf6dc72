// Records timed events (builds, transfers, kernels) to the file named by KILN_PROFILE.
//
// The file has the Trace Event Format of chrome://tracing and Perfetto. At the end of the
// process a table of totals goes to standard error. Without KILN_PROFILE each call costs one
// branch on a constant variable. The file is a complete document after each write, so even the
// trace of a killed process loads. A forked child writes to its own file, with its process id
// appended to the name.
//
// Two other logs have similar names: KILN_MUX_TRACE (modules/mux/lib/call_log.h) logs each mux
// call as text, and KILN_COMPILER_TIMES prints the steps of a build.
//
// An event is a category, a name, two times and a track:
//
//   {"ph": "X", "name": "saxpy", "cat": "kernel", "ts": 12.500, "dur": 3.250, ...}
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace support {

namespace detail {
/// Unknown until the first call has read the environment.
enum class TraceState : uint8_t { unknown, off, on };
/// Set once by openTrace().
extern std::atomic<TraceState> traceState;
/// Reads KILN_PROFILE once, and returns true if it is set.
bool openTrace();
}  // namespace detail

/// Returns true if KILN_PROFILE is set. Thread-safe. The answer never changes during a process. The
/// first call opens nothing but reads the environment.
inline bool isTracing() {
  const auto state = detail::traceState.load(std::memory_order_acquire);
  if (state == detail::TraceState::off) [[likely]] {
    return false;
  }
  return state == detail::TraceState::on || detail::openTrace();
}

/// Reads CLOCK_MONOTONIC in nanoseconds, the unit of all times here. The device clock of devices in
/// this process has the same zero, so its times need no conversion.
uint64_t traceNow();

/// The row of the display to which an event belongs: a thread, or something else with a name of its
/// own, such as a queue.
struct TraceTrack {
  /// Number of the track; 0 is the calling thread. Tracks and threads (gettid) share one space of
  /// numbers, so other tracks begin above all thread ids.
  uint64_t id = 0;
  /// Name of a track other than a thread; the first time counts.
  std::string_view name = {};
  /// Events of the track may overlap without containing each other. Without overlaps, a viewer
  /// draws a contained event below its container.
  bool overlaps = false;
};

/// Records an event from `start` to `end`, in times of traceNow(). Does nothing unless isTracing().
///
/// `category` is a constant word. The table of totals sums the categories "kernel", "transfer" and
/// "build" by event name. `arguments` is empty, or the inside of a JSON object from traceArgument.
/// Thread-safe.
///
/// Events are buffered and reach the file by 256 KiB. An `end` before `start` counts as equal to
/// it.
void trace(std::string_view category, std::string_view name, uint64_t start, uint64_t end,
           std::string_view arguments = {}, const TraceTrack &track = {});

/// Formats an argument as `"name": "value"`, or `"name": value` for a number. Join several with ",
/// ". Values are escaped for JSON; names are constants without special characters.
std::string traceArgument(std::string_view name, std::string_view value);
std::string traceArgument(std::string_view name, uint64_t value);

/// Writes buffered events to the file. Thread-safe. Does nothing without a trace. A killed process
/// loses only the events since the last write.
void flushTrace();

/// Writes all events and the table.
///
/// Tools in the compiler library call it before their end, because this library runs no exit
/// handlers. Without a trace it does nothing.
void endTrace();

/// Records its own lifetime as an event. The texts outlive it. For one thread. Costs one branch
/// without a trace.
class TraceSpan {
 public:
  /// Starts the event if a trace is on.
  TraceSpan(std::string_view category, std::string_view name)
      : category_(category), name_(name), start_(isTracing() ? traceNow() : 0) {}
  /// Records the event.
  ~TraceSpan() {
    if (start_ != 0) {
      trace(category_, name_, start_, traceNow(), arguments_);
    }
  }
  TraceSpan(const TraceSpan &) = delete;
  TraceSpan &operator=(const TraceSpan &) = delete;

  /// Returns true if the event will be recorded, so that arguments are worth computing. Always
  /// false without KILN_PROFILE.
  bool isOn() const { return start_ != 0; }
  /// Sets the event's arguments. Precondition: isOn(). They replace earlier ones.
  void setArguments(std::string arguments) { arguments_ = std::move(arguments); }

 private:
  // The event's category and name.
  std::string_view category_, name_;
  // Start of the event; 0 without a trace.
  uint64_t start_;
  // The inside of a JSON object, or empty.
  std::string arguments_;
};

}  // namespace support
