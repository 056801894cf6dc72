// Reads the files under /proc and /sys with the kernel's description of the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace host {

/// The first line of a file; empty if there is none.
std::string readLine(const std::string &path);
/// The number that the text begins with.
std::optional<uint64_t> parseNumber(std::string_view text);

}  // namespace host
