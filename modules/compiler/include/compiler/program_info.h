// The kernels of a finalized program and their arguments, in OpenCL's terms.
//
// No LLVM, and usable without the compiler library: it travels inside of program binaries, so that
// a program from a binary answers the same queries as one from source.
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

/// Properties of an argument, for clGetKernelArgInfo (CL 3.0 §5.9.4).
enum class AddressSpace : uint8_t { privateMemory, global, constant, local, generic };
enum class AccessQualifier : uint8_t { none, readOnly, writeOnly, readWrite };
/// The way in which clSetKernelArg takes an argument (CL 3.0 §5.9.2).
enum class ArgumentKind : uint8_t { value, pointer, localPointer, image, sampler, pipe, queue };

/// Qualifiers as bits, for CL_KERNEL_ARG_TYPE_QUALIFIER (CL 3.0 §5.9.4).
enum TypeQualifier : uint8_t {
  typeConst = 1,
  typeRestrict = 2,
  typeVolatile = 4,
  typePipe = 8,
};

/// The use of code for one value of an argument, compared with code for all values.
enum class ValueProfitability : uint8_t {
  none,
  /// A loop has the value as its number of rounds: few rounds are unrolled.
  ifSmall,
  /// Divisions by the value become shifts or multiplications.
  always,
};

/// One argument of a kernel.
struct ArgumentInfo {
  ArgumentKind kind = ArgumentKind::value;
  /// The space that a pointer points to; private for values.
  AddressSpace addressSpace = AddressSpace::privateMemory;
  /// The access of an image or a pipe.
  AccessQualifier access = AccessQualifier::none;
  /// TypeQualifier bits.
  uint8_t typeQualifiers = 0;
  ValueProfitability valueProfitability = ValueProfitability::none;  ///< of kind value: an integer
  uint64_t size = 0;  ///< bytes that clSetKernelArg takes for kind value
  /// The type's name, as clGetKernelArgInfo returns it, and the argument's own.
  std::string typeName;
  std::string name;
};

/// One kernel.
struct KernelInfo {
  /// The function's name.
  std::string name;
  /// The text of CL_KERNEL_ATTRIBUTES, separated by spaces (CL 3.0 §5.9.4).
  std::string attributes;
  /// In the order of the source.
  std::vector<ArgumentInfo> arguments;
  /// False if the program is neither from source nor compiled with -cl-kernel-arg-info: typeName
  /// and name of arguments are empty then.
  bool hasArgumentInfo = false;
  /// True if a launch must not leave a sub-group with fewer work-items than others.
  bool needsFullSubGroups = false;
  /// reqd_work_group_size and work_group_size_hint; zeros without the attribute.
  std::array<uint64_t, 3> requiredWorkGroupSize = {};
  std::array<uint64_t, 3> workGroupSizeHint = {};
  /// Work-items of a sub-group by intel_reqd_sub_group_size, or 0.
  uint32_t requiredSubGroupSize = 0;
  /// Sub-groups of each work-group, or 0 for any number.
  uint32_t requiredSubGroups = 0;
  /// Work-items that baseline code (CodeVariant) runs, by estimate, in an eighth of the time that
  /// optimised code takes to compile. 0 if the work of an item is not known, and before finalized.
  uint64_t baselineItems = 0;
};

/// A function that the host can get a pointer to (clGetDeviceFunctionPointerINTEL).
struct FunctionPointerInfo {
  /// The function's symbol: in SPIR-V the name in its LinkageAttributes.
  std::string name;
  /// The value that kernels of the program take for a pointer to the function; not 0.
  uint64_t value = 0;
};

/// What a host may do with a variable. The numbers are those of SPIR-V (HostAccessINTEL).
enum class HostAccess : uint8_t { none, read, write, readWrite };

/// A program-scope variable that the host can name (cl_intel_global_variable_access).
struct GlobalVariableInfo {
  /// The name of the decoration HostAccessINTEL, or the variable's symbol: in SPIR-V the name in
  /// its LinkageAttributes.
  std::string name;
  uint64_t size = 0;  ///< in bytes
  HostAccess access = HostAccess::readWrite;
};

/// The kernel that a finalized program with such variables has beside its own:
///
///   kernel void access(global char *memory, ulong number, ulong offset, ulong size, uint
///   operation)
///
/// It does its work once for each work-item, and does not check ranges. `number` is an index of
/// ProgramInfo::variables.
inline constexpr char variableKernelName[] = "kiln.access_variables";

/// The operation of the kernel.
enum class VariableOperation : uint32_t {
  read,     ///< copies `size` bytes at `offset` of the variable to `memory`
  write,    ///< copies `size` bytes from `memory` to `offset` of the variable
  address,  ///< stores the variable's address in `memory` as a ulong
};

/// All kernels of a program.
struct ProgramInfo {
  /// In the order of the source.
  std::vector<KernelInfo> kernels;
  /// Functions with external linkage that the program may call through pointers; empty before
  /// finalized.
  std::vector<FunctionPointerInfo> functionPointers;
  /// Variables that the host can name, those with names for the host first; empty before finalized.
  /// A variable with two names occurs twice.
  std::vector<GlobalVariableInfo> variables;
  /// Bytes of program-scope variables in global memory, for
  /// CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE (CL 3.0 §5.8.9).
  uint64_t globalVariableSize = 0;

  /// Returns the kernel of this name, or null.
  const KernelInfo *find(std::string_view kernel) const;
};

/// Returns a versioned byte form.
std::vector<std::byte> serialize(const ProgramInfo &info);
/// Reads the byte form. Any bytes may be passed; nothing for damage or another version.
std::optional<ProgramInfo> deserializeProgramInfo(std::span<const std::byte> bytes);

}  // namespace compiler
