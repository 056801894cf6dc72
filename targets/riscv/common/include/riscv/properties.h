// Properties shared by the two halves of the riscv target: names, limits, extensions, features,
// and the description of a device for the compiler.
#pragma once

#include <cstdint>
#include <string>

#include "mux/target_support/extensions.h"
#include "mux/target_support/target_properties.h"

namespace riscv {

/// Devices with 64-bit and with 32-bit addresses are two targets, since programs are compiled for
/// spir64 or for spir before anything is known of the very device. They share all of their code.
inline constexpr char targetName[] = "riscv";
inline constexpr char targetName32[] = "riscv32";

/// The properties that decide on extensions and features for kernels. Only working ones are here.
inline constexpr uint32_t kernelProperties =
    mux::halves | mux::doubles | mux::images | mux::atomics64 | mux::orderedAtomics |
    mux::floatAtomics | mux::genericAddresses | mux::pipes | mux::groupFunctions | mux::subGroups |
    mux::clock | mux::fullLibrary;
inline constexpr const char *kernelExtensions = mux::kernelExtensions<kernelProperties>;
inline constexpr const char *kernelFeatures = mux::kernelFeatures<kernelProperties>;

/// Likewise with 32-bit addresses: RV32 has no atomic operations on 64 bits.
inline constexpr uint32_t kernelProperties32 = kernelProperties & ~(mux::atomics64 | mux::pipes);
inline constexpr const char *kernelExtensions32 = mux::kernelExtensions<kernelProperties32>;
inline constexpr const char *kernelFeatures32 = mux::kernelFeatures<kernelProperties32>;

inline constexpr uint64_t localMemorySize = 64 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 1024;     ///< work-items
inline constexpr uint32_t pageSize = 4096;             ///< bytes: the alignment of segments

/// The one word that mux::TargetProperties::avoid may have (compiler/avoid_rtz_pass.h says for
/// whom).
inline constexpr char avoidVectorTruncation[] = "vfcvt-rtz";

/// The properties of an RV64IMAFDC or RV32IMAFDC device, with the V extension if its vector
/// registers have `vectorBits` bits (a power of two from 128 to 65536), without it if that is 0.
mux::TargetProperties properties(unsigned addressBits, uint32_t vectorBits);

/// The device that is assumed when none is known: any with the V extension, QEMU's included, or
/// any of RV32IMAFDC.
mux::TargetProperties defaultProperties(unsigned addressBits);

/// Whether code for `code` runs on `device`: it has all extensions, registers at least as long,
/// the same calling convention, and the code avoids what the device does wrong. Any text may be
/// passed; what does not parse runs on nothing.
bool runsOn(const char *code, const char *device);

}  // namespace riscv
