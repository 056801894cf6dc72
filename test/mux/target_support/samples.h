// The sample binaries, and how to change numbers in them.
#pragma once

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "mux/target_support/elf.h"

using Bytes = std::vector<std::byte>;

struct Sample {
  std::string name;
  mux::elf::Machine machine;
};

inline const std::vector<Sample> &samples() {
  static const std::vector<Sample> list = {
      {"x86_64", {EM_X86_64, 64, R_X86_64_RELATIVE, 4096}},
      {"riscv64", {EM_RISCV, 64, R_RISCV_RELATIVE, 4096}},
      {"riscv32", {EM_RISCV, 32, R_RISCV_RELATIVE, 4096}},
  };
  return list;
}

inline Bytes readSample(const Sample &sample) {
  std::ifstream file(KILN_SAMPLES + sample.name + ".so", std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

template <class T>
T get(const Bytes &bytes, uint64_t offset) {
  T value{};
  if (offset <= bytes.size() && sizeof value <= bytes.size() - offset) {
    std::memcpy(&value, bytes.data() + offset, sizeof value);
  }
  return value;
}

template <class T>
void put(Bytes &bytes, uint64_t offset, const T &value) {
  if (offset <= bytes.size() && sizeof value <= bytes.size() - offset) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
  }
}
