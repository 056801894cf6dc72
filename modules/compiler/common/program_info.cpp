// The byte form of ProgramInfo, stored in containers, caches and serialized modules
// ---------------------------------------------------------------------------------
//   u32 "KNPI" | u32 version | u64 bytes of global variables | kernels | pointers | variables
//
//   The last three, kernels, function pointers and variables, are a u32 count, then
//
//   kernel:            name, attributes, u32 count, arguments, flag, sizes, sub-group numbers
//   argument:          five bytes of enumerators and flags, u64 size, type name, name
//   function pointer:  name, u64 value
//   variable:          name, u64 size, a byte of access
//
// Integers are little-endian; a string is a u32 length and its bytes. Damaged bytes are detected,
// not repaired: the caller compiles the program again, or fails with Error::invalidBinary.

#include "compiler/program_info.h"

#include <algorithm>

#include "support/byte_io.h"

namespace compiler {
namespace {

/// "KNPI" in little-endian order.
constexpr uint32_t magic = 0x49504e4b;  // "KNPI"
/// Raised with every change of the layout; other versions are not read.
constexpr uint32_t version = 7;
// Least bytes of an element. ByteReader::readCount compares a count with the bytes left, so a
// damaged count cannot size an allocation.
constexpr size_t argumentBytes = 5 + 8 + 2 * 4;
constexpr size_t functionPointerBytes = 4 + 8;
constexpr size_t variableBytes = 4 + 8 + 1;
constexpr size_t kernelBytes = 2 * 4 + 4 + 1 + 6 * 8 + 2 * 4 + 8 + 1;
/// The known qualifiers; other bits mean damage.
constexpr uint8_t allTypeQualifiers = typeConst | typeRestrict | typeVolatile | typePipe;

/// Writes one argument.
void write(support::ByteWriter &out, const ArgumentInfo &argument) {
  out.write(argument.kind);
  out.write(argument.addressSpace);
  out.write(argument.access);
  out.write(argument.typeQualifiers);
  out.write(argument.valueProfitability);
  out.write(argument.size);
  out.writeString(argument.typeName);
  out.writeString(argument.name);
}

/// Writes one kernel with its arguments.
void write(support::ByteWriter &out, const KernelInfo &kernel) {
  out.writeString(kernel.name);
  out.writeString(kernel.attributes);
  out.write(static_cast<uint32_t>(kernel.arguments.size()));
  for (const ArgumentInfo &argument : kernel.arguments) {
    write(out, argument);
  }
  out.write(static_cast<uint8_t>(kernel.hasArgumentInfo));
  for (uint64_t size : kernel.requiredWorkGroupSize) {
    out.write(size);
  }
  for (uint64_t size : kernel.workGroupSizeHint) {
    out.write(size);
  }
  out.write(kernel.requiredSubGroupSize);
  out.write(kernel.requiredSubGroups);
  out.write(kernel.baselineItems);
  out.write(static_cast<uint8_t>(kernel.needsFullSubGroups));
}

/// Reads an enumerator. Clears `ok` if the byte is above `last`, the greatest value.
template <class T>
T readEnum(support::ByteReader &in, T last, bool &ok) {
  const auto value = in.read<uint8_t>();
  ok = ok && value <= static_cast<uint8_t>(last);
  return static_cast<T>(value);
}

/// The reverse of write(). Clears `ok` for values out of range.
ArgumentInfo readArgument(support::ByteReader &in, bool &ok) {
  ArgumentInfo argument;
  argument.kind = readEnum(in, ArgumentKind::queue, ok);
  argument.addressSpace = readEnum(in, AddressSpace::generic, ok);
  argument.access = readEnum(in, AccessQualifier::readWrite, ok);
  argument.typeQualifiers = in.read<uint8_t>();
  ok = ok && (argument.typeQualifiers & ~allTypeQualifiers) == 0;
  argument.valueProfitability = readEnum(in, ValueProfitability::always, ok);
  argument.size = in.read<uint64_t>();
  argument.typeName = in.readString();
  argument.name = in.readString();
  return argument;
}

/// The reverse of write(). Clears `ok` for values out of range.
KernelInfo readKernel(support::ByteReader &in, bool &ok) {
  KernelInfo kernel;
  kernel.name = in.readString();
  kernel.attributes = in.readString();
  kernel.arguments.resize(in.readCount(argumentBytes));
  for (ArgumentInfo &argument : kernel.arguments) {
    argument = readArgument(in, ok);
  }
  // Other values than 0 and 1 are damage.
  const auto hasArgumentInfo = in.read<uint8_t>();
  ok = ok && hasArgumentInfo <= 1;
  kernel.hasArgumentInfo = hasArgumentInfo == 1;
  for (uint64_t &size : kernel.requiredWorkGroupSize) {
    size = in.read<uint64_t>();
  }
  for (uint64_t &size : kernel.workGroupSizeHint) {
    size = in.read<uint64_t>();
  }
  kernel.requiredSubGroupSize = in.read<uint32_t>();
  kernel.requiredSubGroups = in.read<uint32_t>();
  kernel.baselineItems = in.read<uint64_t>();
  const auto needsFullSubGroups = in.read<uint8_t>();
  ok = ok && needsFullSubGroups <= 1;
  kernel.needsFullSubGroups = needsFullSubGroups == 1;
  return kernel;
}

}  // namespace

/// A linear search: programs have few kernels, and callers ask once per kernel.
const KernelInfo *ProgramInfo::find(std::string_view kernel) const {
  const auto found = std::ranges::find(kernels, kernel, &KernelInfo::name);
  return found == kernels.end() ? nullptr : &*found;
}

/// The same information always makes the same bytes, so caches may hash them.
std::vector<std::byte> serialize(const ProgramInfo &info) {
  support::ByteWriter out;
  out.write(magic);
  out.write(version);
  out.write(info.globalVariableSize);
  out.write(static_cast<uint32_t>(info.kernels.size()));
  for (const KernelInfo &kernel : info.kernels) {
    write(out, kernel);
  }
  out.write(static_cast<uint32_t>(info.functionPointers.size()));
  for (const FunctionPointerInfo &pointer : info.functionPointers) {
    out.writeString(pointer.name);
    out.write(pointer.value);
  }
  out.write(static_cast<uint32_t>(info.variables.size()));
  for (const GlobalVariableInfo &variable : info.variables) {
    out.writeString(variable.name);
    out.write(variable.size);
    out.write(variable.access);
  }
  return out.take();
}

/// Nothing for damaged bytes, another version, or bytes left over.
std::optional<ProgramInfo> deserializeProgramInfo(std::span<const std::byte> bytes) {
  support::ByteReader in(bytes);
  if (in.read<uint32_t>() != magic || in.read<uint32_t>() != version) {
    return std::nullopt;
  }
  // ByteReader reports missing bytes, `ok` values out of range.
  bool ok = true;
  ProgramInfo info;
  info.globalVariableSize = in.read<uint64_t>();
  info.kernels.resize(in.readCount(kernelBytes));
  for (KernelInfo &kernel : info.kernels) {
    kernel = readKernel(in, ok);
  }
  info.functionPointers.resize(in.readCount(functionPointerBytes));
  for (FunctionPointerInfo &pointer : info.functionPointers) {
    pointer.name = in.readString();
    pointer.value = in.read<uint64_t>();
  }
  info.variables.resize(in.readCount(variableBytes));
  for (GlobalVariableInfo &variable : info.variables) {
    variable.name = in.readString();
    variable.size = in.read<uint64_t>();
    variable.access = readEnum(in, HostAccess::readWrite, ok);
  }
  if (!ok || !in.ok() || !in.atEnd()) {
    return std::nullopt;
  }
  return info;
}

}  // namespace compiler
