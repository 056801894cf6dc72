// Reading of one-line files: the kernel's pseudo files have no size, so they are read line by line.
#include "system_files.h"

#include <charconv>
#include <fstream>

namespace host {

std::string readLine(const std::string &path) {
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  return line;
}

std::optional<uint64_t> parseNumber(std::string_view text) {
  uint64_t value = 0;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace host
