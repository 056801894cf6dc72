// Parses format strings of OpenCL C's printf (OpenCL C 3.0 §6.15.14).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace compiler::passes {

/// What a conversion wants of its argument.
enum class PrintfArgument { signedInteger, unsignedInteger, floatingPoint, pointer, string };

struct PrintfConversion {
  PrintfArgument argument;
  unsigned elements = 1;  ///< of the vector, or 1
  std::string_view text;  ///< from % to the conversion's letter
};

/// Lengths are the host's business (mux/target_support/printf.h), which takes those that programs
/// write though OpenCL C leaves them undefined: ll, none for a vector, hl for a scalar.
///
/// The conversions that take an argument, in order. On failure `error` says what is wrong
/// and the result is empty.
std::vector<PrintfConversion> parsePrintfFormat(std::string_view format, std::string &error);

}  // namespace compiler::passes
