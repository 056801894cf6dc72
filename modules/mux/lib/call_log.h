// Logs mux calls: with KILN_MUX_TRACE set, each call appends one line of text to a file.
//
//   <seconds> <thread> <function>(<arguments>) = <result>[ -> <what it returned>]
//
// Costs one relaxed load and a branch that is never taken when it is off. Lines are written
// with one write() each to a file opened for appending, so threads and processes may share it.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "mux/types.h"

namespace mux::call_log {

/// An argument: a number, an address, or the place of a result.
class Argument {
 public:
  enum class Kind { number, address, outPointer, outNumber };

  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  Argument(T number) : kind(Kind::number), value(static_cast<uint64_t>(number)) {}
  template <class T>
  Argument(T *pointer)
      : kind(Kind::address), value(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer))) {}
  Argument(Kind place, const void *pointer) : kind(place), out(pointer) {}

  Kind kind;
  uint64_t value = 0;
  const void *out = nullptr;
};

/// An out-parameter: what it points to is shown if the call succeeded.
template <class T>
Argument out(T *place) {
  static_assert(sizeof(T) == 8 || sizeof(T) == 4);
  if constexpr (std::is_pointer_v<T>) {
    return {Argument::Kind::outPointer, place};
  } else {
    return {sizeof(T) == 8 ? Argument::Kind::outNumber : Argument::Kind::address, place};
  }
}

enum class State : int { unknown, off, on };
extern std::atomic<State> state;

/// The file of KILN_MUX_TRACE, read at the first call.
bool openFromEnvironment();

inline bool isOn() {
  const State now = state.load(std::memory_order_relaxed);
  if (now == State::off) [[likely]] {
    return false;
  }
  return now == State::on || openFromEnvironment();
}

void write(const char *function, const mux_result_t *result,
           std::initializer_list<Argument> arguments);

/// Records the call if tracing is on; returns its result.
template <class... Arguments>
mux_result_t record(const char *function, mux_result_t result, const Arguments &...arguments) {
  if (isOn()) [[unlikely]] {
    write(function, &result, {Argument(arguments)...});
  }
  return result;
}

/// The same for calls without a result, before they run.
template <class... Arguments>
void recordVoid(const char *function, const Arguments &...arguments) {
  if (isOn()) [[unlikely]] {
    write(function, nullptr, {Argument(arguments)...});
  }
}

}  // namespace mux::call_log
