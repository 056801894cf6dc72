// A format string of OpenCL C's printf, cut into literal text and conversions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mux::printf {

enum class Length { none, hh, h, hl, l };

/// What a conversion's argument is.
enum class Kind { signedInteger, unsignedInteger, floatingPoint, character, string, pointer };

struct Conversion {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int width = 0;
  int precision = -1;     ///< -1: none
  unsigned elements = 1;  ///< of the vector; 1 for scalars
  Length length = Length::none;
  char letter = 0;
  Kind kind = Kind::signedInteger;
};

/// Wider or more precise output than this is cut; C asks for 4095 bytes.
inline constexpr int maxFieldSize = 4095;

/// The next part of a format. `text` is printed first; then, if there is one, `conversion`.
struct Part {
  std::string_view text;
  std::optional<Conversion> conversion;
};

/// Takes the next part off the front of `format`. A % that begins no valid conversion is
/// text.
Part nextPart(std::string_view &format);

}  // namespace mux::printf
