// Parses format strings of OpenCL C's printf into literal text and conversions (OpenCL C 3.0
// §6.15.14).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mux::printf {

/// A length modifier; hl is OpenCL's own, for vectors of 32-bit elements.
enum class Length { none, hh, h, hl, l };

/// The type of a conversion's argument.
enum class Kind { signedInteger, unsignedInteger, floatingPoint, character, string, pointer };

/// One conversion, after its %.
struct Conversion {
  /// The flags - + blank # 0.
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  /// Least width of the field in characters.
  int width = 0;
  int precision = -1;     ///< -1: none
  unsigned elements = 1;  ///< of the vector; 1 for scalars
  Length length = Length::none;
  char letter = 0;
  Kind kind = Kind::signedInteger;
};

/// The largest width and precision; larger ones are cut. C asks for 4095 bytes.
inline constexpr int maxFieldSize = 4095;

/// A piece of a format: `text` is printed first; then, if there is one, `conversion`.
struct Part {
  std::string_view text;
  std::optional<Conversion> conversion;
};

/// Takes the next piece off the front of `format`, which is not empty. A % that begins no valid
/// conversion is text.
Part nextPart(std::string_view &format);

}  // namespace mux::printf
