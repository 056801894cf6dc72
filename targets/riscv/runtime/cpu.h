// Parses qemu's -cpu option into CPU features.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace riscv {

struct Cpu {
  std::vector<std::string> extensions;  ///< in LLVM's names, without sign: "m", "zba", ...
  uint32_t vectorBits = 0;              ///< VLEN; 0 without V
};

/// "rv64,v=true,vlen=256,...". Extensions that the text does not name are what the emulator
/// (7.2) has by default, and properties that say nothing of the code to generate are skipped.
/// Empty, and `error` says why, if the device would not run the code of this target: another
/// model than rv64, no M, A, F or D, a VLEN that is no power of two from 128 to 1024, vector
/// elements of other than 64 bits.
std::optional<Cpu> parseCpu(std::string_view text, std::string *error);

/// As mux_device_info_s::compiler_facts.
std::string compilerFacts(const Cpu &cpu);

/// "rv64imafdcv", for people.
std::string isaName(const Cpu &cpu);

}  // namespace riscv
