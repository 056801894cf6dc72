// Parses format strings of OpenCL C's printf (OpenCL C 3.0 §6.15.14).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace compiler::passes {

/// The kind of argument that a conversion consumes: %d and %i are signed, %o, %u, %x and %X
/// unsigned, %c signed, %p a pointer, and %s a constant string.
enum class PrintfArgument { signedInteger, unsignedInteger, floatingPoint, pointer, string };

/// One conversion with an argument, as written in the format.
struct PrintfConversion {
  PrintfArgument argument;
  unsigned elements = 1;  ///< 2, 3, 4, 8 or 16 for a vector (%v4f), else 1
  std::string_view text;  ///< a view into the format, from % to the letter
};

/// Returns all conversions with an argument, in order; %% has none. On failure the result is empty
/// and `error` says what is wrong, for the user.
///
/// Length modifiers are skipped: the record has 64 bits per argument, and the host formats it
/// (mux/target_support/printf.h). Accepted are some that programs use although OpenCL C leaves them
/// undefined: ll, none for a vector, and hl for a scalar.
std::vector<PrintfConversion> parsePrintfFormat(std::string_view format, std::string &error);

}  // namespace compiler::passes
