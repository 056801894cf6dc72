// The files that the build made of Inputs/*.cl.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/module.h"

namespace il {

/// "-O0-CL1.2" and its like: how clang-22 was called.
inline const std::vector<std::string> &variants() {
  static const std::vector<std::string> all = {"-O0-CL1.2", "-O0-CL3.0", "-O1-CL1.2",
                                               "-O1-CL3.0", "-O2-CL1.2", "-O2-CL3.0"};
  return all;
}

inline compiler::Bytes readBytes(const std::string &name) {
  std::ifstream file(std::string(KILN_TEST_IL) + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline std::vector<uint32_t> readWords(const std::string &name) {
  const compiler::Bytes bytes = readBytes(name);
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

}  // namespace il
