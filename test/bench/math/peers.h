// The functions of other libraries, found when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace math_bench {

/// Applies a function of another library to arrays; not callable if the library lacks the function.
class Peer {
 public:
  /// Debian's glibc, for vectors as wide as the machine's.
  static Peer libmvec(std::string_view name, bool isDouble, bool isBinary);
  /// SLEEF, in its variant for errors up to 1 ULP (or the nearest to it).
  static Peer sleef(std::string_view name, bool isDouble, bool isBinary);
  /// glibc's function of one number.
  static Peer libm(std::string_view name, bool isDouble, bool isBinary);

  explicit operator bool() const { return function_ != nullptr; }
  /// out[i] = f(x[i]) or f(x[i], y[i]); count is a multiple of 16 and the arrays of 64 bytes.
  void operator()(size_t count, const void *x, const void *y, void *out) const {
    apply_(function_, count, x, y, out);
  }

 private:
  using Apply = void (*)(void *, size_t, const void *, const void *, void *);
  Peer(void *function, Apply apply) : function_(function), apply_(apply) {}

  void *function_;
  Apply apply_;
};

}  // namespace math_bench
