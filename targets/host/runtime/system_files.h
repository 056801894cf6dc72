// Reads the files under /proc and /sys with the kernel's description of the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace host {

/// Returns the first line of a file without its line feed; empty if there is no file.
/// A missing file is no error, because kernels and containers differ in the files that they show.
std::string readLine(const std::string &path);
/// Returns the decimal number at the start of the text, or nothing if none is there.
/// Text behind the digits is ignored ("32768K" gives 32768); neither a blank nor a sign may come
/// first. A number beyond 64 bits gives nothing.
std::optional<uint64_t> parseNumber(std::string_view text);

}  // namespace host
