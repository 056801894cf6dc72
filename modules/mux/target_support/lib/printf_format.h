// Parses format strings of OpenCL C's printf into literal text and conversions (OpenCL C 3.0
// §6.15.14).
//
//   "x = %5d, v = %v4f\n"   ->   "x = " %5d | ", v = " %v4f | "\n"
//
// A format comes from a binary, so any bytes may be in it. No text is an error: a malformed
// conversion is printed as it stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mux::printf {

/// A length modifier; hl is OpenCL's own, for vectors of 32-bit elements. In records every integer
/// has 64 bits. The modifier tells the width to cut it to.
enum class Length { none, hh, h, hl, l };

/// The type of a conversion's argument. A conversion with a vector takes one argument of this type
/// for each element.
enum class Kind { signedInteger, unsignedInteger, floatingPoint, character, string, pointer };

/// One conversion, after its %.
///
/// Example: "%-8.3v4hlf" has `left`, width 8, precision 3, four elements, Length::hl and the letter
/// f. A vector is printed as its elements with commas between.
struct Conversion {
  /// The flags - + blank # 0. They mean the same as in C; snprintf gets them unchanged.
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  /// Least width of the field in characters. At most maxFieldSize; 0 without a width.
  int width = 0;
  /// At most maxFieldSize; -1 without a precision.
  int precision = -1;
  /// Elements of the vector: 2, 3, 4, 8 or 16; 1 for scalars.
  unsigned elements = 1;
  /// ll and z count as l.
  Length length = Length::none;
  /// One of d i o u x X c s p f F e E g G a A.
  char letter = 0;
  /// Derived from the letter; formatPrintf() prints by it.
  Kind kind = Kind::signedInteger;
};

/// The largest width and precision; larger ones are cut. C asks for 4095 bytes. The limit bounds
/// the buffer of a single number, so a format cannot ask for unlimited memory.
inline constexpr int maxFieldSize = 4095;

/// A piece of a format: `text` is printed first; then, if there is one, `conversion`. `text` refers
/// to the format, and "%%" has become "%" in it.
struct Part {
  // Empty for a conversion right at the front.
  std::string_view text;
  // Empty at the end of the format, and for "%%" or an invalid conversion.
  std::optional<Conversion> conversion;
};

/// Takes the next piece off the front of `format`, which is not empty. A % that begins no valid
/// conversion is text.
///
/// Each call takes at least one character, so a loop over a format ends. Thread-safe.
Part nextPart(std::string_view &format);

}  // namespace mux::printf
