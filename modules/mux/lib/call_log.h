// Logs mux calls: with KILN_MUX_TRACE set, each call appends one line of text to a file.
//
//   <seconds> <thread> <function>(<arguments>) = <result>[ -> <returned value>]
//
// For example:
//
//   81.204117 4711 muxCreateBuffer(0x55d0, 64, out) = success -> 0x55e8
//
// Without the variable a call costs one relaxed load and a branch that is never taken. Lines are
// written with one write() each to a file opened for appending, so threads and processes may share
// it.
//
// Times are seconds of CLOCK_MONOTONIC, the clock of muxGetDeviceTime on devices in this process.
// The number behind them is the thread's id (gettid). A call appears once it has returned, and a
// destroying call before it begins. So lines of several threads are ordered by their ends.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "mux/types.h"

namespace mux::call_log {

/// An argument of a logged call: a number, an address, or the place of a result.
///
/// Converting constructors let `record` take the arguments of the call as they are.
class Argument {
 public:
  /// The way of showing an argument.
  ///
  /// `number` prints decimal digits, `address` prints 0x and hexadecimal digits. The three kinds of
  /// places print "out" (or "null") inside of the parentheses, and their content behind the result.
  enum class Kind { number, address, outPointer, outNumber64, outNumber32 };

  /// Shows an integer or an enumerator as a decimal number.
  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  /// Negative numbers appear as large ones, because they are converted to 64 bits without a sign.
  Argument(T number) : kind(Kind::number), value(static_cast<uint64_t>(number)) {}
  /// Shows a handle, a host pointer or a function as an address. Texts are shown as addresses too.
  template <class T>
  Argument(T *pointer)
      : kind(Kind::address), value(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer))) {}
  /// A place whose content is shown once the call has succeeded; see out(). `pointer` may be null:
  /// the caller may have passed no place.
  Argument(Kind place, const void *pointer) : kind(place), out(pointer) {}

  /// Selects the member with the content: `out` for the places, else `value`. The three members are
  /// set by the constructors and only read afterwards.
  Kind kind;
  /// The number or the address. Zero for the places of results.
  uint64_t value = 0;
  /// The place of a result; null for other arguments. It points to 4 bytes for outNumber32, and to
  /// 8 bytes for the other places.
  const void *out = nullptr;
};

/// Makes an argument of an out-parameter of 4 or 8 bytes: its content is shown if the call
/// succeeded.
///
/// Null is allowed, and shown as such.
template <class T>
Argument out(T *place) {
  static_assert(sizeof(T) == 8 || sizeof(T) == 4);
  if constexpr (std::is_pointer_v<T>) {
    return {Argument::Kind::outPointer, place};
  } else {
    return {sizeof(T) == 8 ? Argument::Kind::outNumber64 : Argument::Kind::outNumber32, place};
  }
}

/// The state of the log: unknown until the first call has read the environment. Once on or off, it
/// stays so for the life of the process.
enum class State : int { unknown, off, on };
/// Constant-initialised, so calls before main() find it in order.
extern std::atomic<State> state;

/// Reads KILN_MUX_TRACE and opens its file, once per process.
///
/// Returns true if the log is on. Prints a message and leaves the log off if the file cannot be
/// opened. Thread-safe: other threads wait for the first one. The file stays open until the process
/// ends.
bool openFromEnvironment();

/// Returns true if calls are logged.
///
/// Thread-safe. A relaxed load suffices: a thread with an old value takes the slow way once, and
/// finds the answer there. It costs one load and one branch once the answer is known.
inline bool isOn() {
  const State now = state.load(std::memory_order_relaxed);
  if (now == State::off) [[likely]] {
    return false;
  }
  return now == State::on || openFromEnvironment();
}

/// Writes one line. `result` is null for calls without a result. `arguments` are shown in their
/// order. Thread-safe. A failure of the file system loses the line and nothing else.
///
/// Out-parameters are read for a success only, since a failed call leaves them untouched.
/// Precondition: isOn(). `function` is the name of the call, without parentheses.
void write(const char *function, const mux_result_t *result,
           std::initializer_list<Argument> arguments);

/// Logs a finished call if the log is on, and returns its result. `function` is a literal.
/// The call has happened already, as the argument `result`: its own log lines, if it has any, come
/// first. The arguments are evaluated in any case; they are handles and numbers, so this costs
/// little.
template <class... Arguments>
mux_result_t record(const char *function, mux_result_t result, const Arguments &...arguments) {
  if (isOn()) [[unlikely]] {
    write(function, &result, {Argument(arguments)...});
  }
  return result;
}

/// Logs a call without a result, before it runs: its handle is gone afterwards.
/// Only the destroying functions of mux have no result.
template <class... Arguments>
void recordVoid(const char *function, const Arguments &...arguments) {
  if (isOn()) [[unlikely]] {
    write(function, nullptr, {Argument(arguments)...});
  }
}

}  // namespace mux::call_log
