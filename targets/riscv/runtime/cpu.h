// Parses the -cpu option of qemu-riscv64 into extensions of the ISA.
//
// One text decides on both sides. The emulator gets it as it is, and the compiler gets the target
// properties made from it. So code never uses an instruction that the emulated processor lacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace riscv {

/// The processor of an emulated device.
struct Cpu {
  std::vector<std::string> extensions;  ///< in LLVM's names, without sign: "m", "zba", ...
  uint32_t vectorBits = 0;              ///< VLEN; 0 without V
};

/// Parses a text such as "rv64,v=true,vlen=256,...".
///
/// Unnamed extensions have the emulator's default (7.2). Properties without an effect on code
/// generation are skipped. Fails for a device that could not run this target's code:
///
/// * another model than rv64, or no M, A, F or D;
/// * a VLEN that is no power of two from 128 to 1024, or vector elements of other than 64 bits.
support::Result<Cpu> parseCpu(std::string_view text);

/// As mux_device_info_s::target_properties.
/// With vectors it also names the instructions to avoid on this emulator (avoid_rtz_pass.h).
std::string targetProperties(const Cpu &cpu);

/// Returns the ISA for people: "rv64imafdcv".
/// Extensions of several letters follow behind an underscore.
std::string isaName(const Cpu &cpu);

}  // namespace riscv
