// Properties shared by the two halves of the riscv target: names, limits, extensions, features,
// and the description of a device for the compiler.
#pragma once

#include <cstdint>
#include <string>

#include "mux/target_support/extensions.h"
#include "mux/target_support/target_properties.h"

namespace riscv {

/// The names of the two targets.
///
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

/// Bytes of local memory of a work-group.
inline constexpr uint64_t localMemorySize = 64 << 10;
/// Work-items of a work-group.
inline constexpr uint64_t maxWorkGroupSize = 1024;
/// Bytes of a page: the alignment of a binary's segments.
inline constexpr uint32_t pageSize = 4096;

/// The only word for mux::TargetProperties::avoid: the device stops at vector conversions with
/// truncation (compiler/avoid_rtz_pass.h).
inline constexpr char avoidVectorTruncation[] = "vfcvt-rtz";

/// Returns the properties of an RV64IMAFDC or RV32IMAFDC device.
///
/// With `vectorBits` (a power of two from 128 to 65536) it has the V extension and registers of
/// this length; with 0 it has no vectors.
mux::TargetProperties properties(unsigned addressBits, uint32_t vectorBits);

/// Returns the properties assumed for an unknown device: V with at least 128 bits on RV64, QEMU's
/// errata included; RV32IMAFDC without vectors.
mux::TargetProperties defaultProperties(unsigned addressBits);

/// Returns true if code for the properties `code` runs on a device with the properties `device`.
///
/// The device needs all extensions, registers at least as long and the same calling convention, and
/// the code has to avoid the device's errata. Any text may be passed; a malformed one runs on
/// nothing. Thread-safe.
bool runsOn(const char *code, const char *device);

}  // namespace riscv
