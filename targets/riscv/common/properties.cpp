// Target properties of RISC-V devices, and the comparison of two of them.
//
// A binary names extensions and a least VLEN (zvl256b). It runs on each device with all of these
// extensions and registers at least as long, because vector code asks for the length at run time.
#include "riscv/properties.h"

#include <algorithm>
#include <charconv>

namespace riscv {
namespace {

// Returns true if the list has this feature.
bool has(const mux::TargetProperties &properties, std::string_view feature) {
  return std::ranges::find(properties.features, feature) != properties.features.end();
}

// Returns N of a feature "+zvl<N>b", or 0 for any other.
uint32_t registerBits(std::string_view feature) {
  uint32_t bits = 0;
  if (feature.starts_with("+zvl") && feature.ends_with('b')) {
    std::from_chars(feature.data() + 4, feature.data() + feature.size() - 1, bits);
  }
  return bits;
}

// Returns the least length of vector registers. The V extension means at least 128 bits.
uint32_t registerBits(const mux::TargetProperties &properties) {
  uint32_t bits = has(properties, "+v") ? 128 : 0;
  for (const std::string &feature : properties.features) {
    bits = std::max(bits, registerBits(feature));
  }
  return bits;
}

}  // namespace

// The compressed extension C is in every such device.
mux::TargetProperties properties(unsigned addressBits, uint32_t vectorBits) {
  mux::TargetProperties properties = {
      .cpu = addressBits == 32 ? "generic-rv32" : "generic-rv64",
      .features = {"+m", "+a", "+f", "+d", "+c"},
      .abi = addressBits == 32 ? "ilp32d" : "lp64d",
  };
  if (vectorBits != 0) {
    properties.features.push_back("+v");
    properties.features.push_back("+zvl" + std::to_string(vectorBits) + "b");
  }
  return properties;
}

// The default of 32 bits has no vectors. The one of 64 bits has 128-bit registers, and avoids
// conversions with a fault in the emulator (compiler/avoid_rtz_pass.h).
mux::TargetProperties defaultProperties(unsigned addressBits) {
  mux::TargetProperties assumed = properties(addressBits, addressBits == 32 ? 0 : 128);
  if (addressBits == 64) {
    assumed.avoid = avoidVectorTruncation;
  }
  return assumed;
}

// Features about register lengths are compared as numbers, all others as words.
bool runsOn(const char *code, const char *device) {
  const auto needs = mux::parseTargetProperties(code), has = mux::parseTargetProperties(device);
  if (!needs || !has || needs->cpu != has->cpu || needs->abi != has->abi) {
    return false;
  }
  // 0 for code without vectors: it runs with any length.
  const uint32_t bits = registerBits(*needs);
  if (bits > registerBits(*has) ||
      (bits != 0 && !has->avoid.empty() && needs->avoid != has->avoid)) {
    return false;
  }
  return std::ranges::all_of(needs->features, [&](const std::string &feature) {
    return feature.starts_with('-') || registerBits(feature) != 0 || riscv::has(*has, feature);
  });
}

}  // namespace riscv
