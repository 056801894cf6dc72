// The functions measured by math_client: the call in a kernel, the operands, the C library's
// function for the result, and the names of the peers.
#pragma once

#include <span>
#include <string_view>

namespace math_bench {

/// A result from one or two operands; `sincos` and its like give the sum of their two results.
using Reference = long double (*)(long double x, long double y);

struct Operands {
  double low, high;
};

struct Function {
  std::string_view name;
  std::string_view call;  ///< OpenCL C, of x and y; R is the type of a second result, s
  Reference reference;
  Operands x;
  double bound;                ///< ULP: of float, or of both
  Operands y = {0, 0};         ///< of the second operand, if there is one
  bool integerY = false;       ///< the second operand is an int
  bool floatOnly = false;      ///< native_ and half_ functions
  std::string_view peer = "";  ///< its name in C, if another; "-": none of this signature
  double doubleBound = 0;      ///< if it is another than `bound`
};

std::span<const Function> functions();

}  // namespace math_bench
