// Defines Result, a value or a failure with a message, for functions inside of Kiln that may fail.
//
// The interfaces in C (OpenCL, mux, hal) return codes, because a C struct cannot own a message. All
// code between them and the user returns a Result:
//
//   Result<Bytes> readFile(const std::string &name) {
//     if (…) {
//       return Failure{"'" + name + "': " + std::strerror(errno)};
//     }
//     …
//     return bytes;
//   }
//
//   const auto bytes = readFile(name);
//   if (!bytes) {
//     return bytes.error();  // converts to a Result of any other type
//   }
//   use(*bytes);
//
// An error text in a parameter by reference may be forgotten, or left over from an earlier call. A
// Result is [[nodiscard]], and has either a value or a failure.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace support {

/// The reason of a failure, for people. Code that has to tell failures apart has a type of its own
/// with a code beside the message (compiler::Failure).
struct [[nodiscard]] Failure {
  /// A sentence without the program's name, and without a line break at its end; never empty. The
  /// code that prints it adds both.
  std::string message;
};

/// A T or an F, the failure. T may be void. Test it before use: `*` and `->` of a failure are
/// undefined, and error() of a success is a default F. Not thread-safe.
///
/// F is a type with a default value, distinct from T.
template <class T, class F = Failure>
class [[nodiscard]] Result {
 public:
  /// All constructors are implicit, so that functions return a T or an F alike.
  Result(T value) : value_(std::move(value)) {}
  Result(F error) : error_(std::move(error)) {}
  /// For types convertible to T, such as a pointer to a derived class.
  template <class U>
    requires std::is_convertible_v<U, T>
  Result(U &&value) : value_(std::forward<U>(value)) {}

  /// True on success.
  explicit operator bool() const { return value_.has_value(); }
  T &operator*() { return *value_; }
  const T &operator*() const { return *value_; }
  T *operator->() { return &*value_; }
  const T *operator->() const { return &*value_; }
  /// The failure lives as long as the result.
  const F &error() const { return error_; }

 private:
  /// Empty for a failure. T need not have a default value.
  std::optional<T> value_;
  F error_{};
};

/// A success without a value, or a failure. By default a success, so `return {};` is one.
template <class F>
class [[nodiscard]] Result<void, F> {
 public:
  Result() = default;
  Result(F error) : error_(std::move(error)), failed_(true) {}

  explicit operator bool() const { return !failed_; }
  const F &error() const { return error_; }

 private:
  F error_{};
  bool failed_ = false;
};

/// The result of functions without a value.
using Status = Result<void>;

}  // namespace support
