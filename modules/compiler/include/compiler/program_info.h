// What a finalized program says of its kernels, in OpenCL's terms. No LLVM, and usable
// without the compiler library: it travels inside of program binaries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace compiler {

enum class AddressSpace : uint8_t { privateMemory, global, constant, local, generic };
enum class AccessQualifier : uint8_t { none, readOnly, writeOnly, readWrite };
enum class ArgumentKind : uint8_t { value, pointer, localPointer, image, sampler, pipe, queue };

/// Bits, as CL_KERNEL_ARG_TYPE_CONST and relatives.
enum TypeQualifier : uint8_t {
  typeConst = 1,
  typeRestrict = 2,
  typeVolatile = 4,
  typePipe = 8,
};

/// What code for one value of an argument wins over code for all.
enum class ValueProfitability : uint8_t {
  none,
  ifSmall,  ///< loops go round as often as the value says: those of few rounds are unrolled
  always,   ///< something is divided by it
};

struct ArgumentInfo {
  ArgumentKind kind = ArgumentKind::value;
  AddressSpace addressSpace = AddressSpace::privateMemory;
  AccessQualifier access = AccessQualifier::none;
  uint8_t typeQualifiers = 0;
  ValueProfitability valueProfitability = ValueProfitability::none;  ///< of kind value: an integer
  uint64_t size = 0;     ///< bytes that clSetKernelArg takes for kind value
  std::string typeName;  ///< as the specification of clGetKernelArgInfo writes it
  std::string name;
};

struct KernelInfo {
  std::string name;
  /// As CL_KERNEL_ATTRIBUTES wants them, separated by spaces.
  std::string attributes;
  std::vector<ArgumentInfo> arguments;
  /// False where the program was compiled without -cl-kernel-arg-info and is not from
  /// source: then typeName and name are empty.
  bool hasArgumentInfo = false;
  std::array<uint64_t, 3> requiredWorkGroupSize = {};  ///< zeros if there is none
  std::array<uint64_t, 3> workGroupSizeHint = {};
  uint32_t requiredSubGroupSize = 0;
  uint32_t requiredSubGroups = 0;  ///< of each work-group; 0 if any number will do
};

struct ProgramInfo {
  std::vector<KernelInfo> kernels;  ///< in the order of the source
  uint64_t globalVariableSize = 0;  ///< bytes of program-scope variables in global memory

  const KernelInfo *find(std::string_view kernel) const;
};

/// A versioned byte form of it.
std::vector<std::byte> serialize(const ProgramInfo &info);
/// Empty if the bytes are damaged or of another version; any bytes may be passed.
std::optional<ProgramInfo> deserializeProgramInfo(std::span<const std::byte> bytes);

}  // namespace compiler
