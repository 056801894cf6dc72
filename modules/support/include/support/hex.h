// Bytes as hexadecimal digits, for names of files and for messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace support {

/// Formats each byte as two lower-case digits, the high half first. The text has two characters for
/// each byte, without a prefix. Empty for no bytes.
inline std::string toHex(std::span<const std::byte> bytes) {
  constexpr char digits[] = "0123456789abcdef";
  // Two characters for each byte, appended in order.
  std::string text;
  for (std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

}  // namespace support
