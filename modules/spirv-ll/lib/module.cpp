// What a module says of itself: what it needs, its entry points, the names of things.
#include <algorithm>

#include "grammar.h"
#include "handlers.h"

namespace spirv_ll {
namespace {

using spv::Capability;

bool always(const Device &) {
  return true;
}
bool hasHalf(const Device &device) {
  return device.hasHalf;
}
bool hasDouble(const Device &device) {
  return device.hasDouble;
}
bool has64BitAtomics(const Device &device) {
  return device.has64BitAtomics;
}
bool hasGenericAddressSpace(const Device &device) {
  return device.hasGenericAddressSpace;
}

bool hasCollectives(const Device &device) {
  return device.hasWorkGroupFunctions;
}

struct CapabilityRow {
  Capability capability;
  bool (*isAvailable)(const Device &);
};
constexpr CapabilityRow capabilities[] = {
    {Capability::Kernel, always},
    {Capability::Addresses, always},
    {Capability::Linkage, always},
    {Capability::Vector16, always},
    {Capability::Int8, always},
    {Capability::Int16, always},
    {Capability::Int64, always},
    {Capability::Float16Buffer, always},
    {Capability::Float16, hasHalf},
    {Capability::Float64, hasDouble},
    {Capability::Int64Atomics, has64BitAtomics},
    {Capability::GenericPointer, hasGenericAddressSpace},
    {Capability::Groups, hasCollectives},
    {Capability::SubgroupDispatch, hasCollectives},
    {Capability::ExpectAssumeKHR, always},
};

constexpr std::string_view extensions[] = {
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_expect_assume",
};

void translateCapability(Translator &translator, const Instruction &instruction) {
  const auto wanted = static_cast<Capability>(instruction.operand(0));
  const auto *row = std::ranges::find(capabilities, wanted, &CapabilityRow::capability);
  const std::string name = enumerantName(EnumerantKind::Capability, instruction.operand(0));
  if (row == std::end(capabilities)) {
    translator.fail("the capability " + name + " is not supported");
  } else if (!row->isAvailable(translator.device())) {
    translator.fail("the device lacks what the capability " + name + " stands for");
  }
}

void translateExtension(Translator &translator, const Instruction &instruction) {
  const std::string name = readString(instruction.operands, 0).text;
  if (std::ranges::find(extensions, name) == std::end(extensions)) {
    translator.fail("the extension " + name + " is not supported");
  }
}

/// Instructions of sets that only say something about a program are left out.
bool isInformation(std::string_view set) {
  return set.starts_with("NonSemantic.") || set == "OpenCL.DebugInfo.100";
}

void translateImport(Translator &translator, const Instruction &instruction) {
  const std::string name = readString(instruction.operands, 0).text;
  if (name != "OpenCL.std" && !isInformation(name)) {
    return translator.fail("the instruction set " + name + " is not supported");
  }
  translator.extendedSets[instruction.id] = name == "OpenCL.std";
}

void translateMemoryModel(Translator &translator, const Instruction &instruction) {
  const bool is64 = translator.device().addressBits == 64;
  const auto wanted = is64 ? spv::AddressingModel::Physical64 : spv::AddressingModel::Physical32;
  if (static_cast<spv::AddressingModel>(instruction.operand(0)) != wanted) {
    translator.fail("the addressing model " +
                    enumerantName(EnumerantKind::AddressingModel, instruction.operand(0)) +
                    "; the device has " +
                    enumerantName(EnumerantKind::AddressingModel, static_cast<uint32_t>(wanted)));
  } else if (static_cast<spv::MemoryModel>(instruction.operand(1)) != spv::MemoryModel::OpenCL) {
    translator.fail("the memory model " +
                    enumerantName(EnumerantKind::MemoryModel, instruction.operand(1)) +
                    " is not supported");
  }
}

void translateEntryPoint(Translator &translator, const Instruction &instruction) {
  if (static_cast<spv::ExecutionModel>(instruction.operand(0)) != spv::ExecutionModel::Kernel) {
    return translator.fail("the execution model " +
                           enumerantName(EnumerantKind::ExecutionModel, instruction.operand(0)) +
                           " is not supported");
  }
  const uint32_t function = instruction.operand(1);
  if (llvm::any_of(translator.entryPoints,
                   [&](const EntryPoint &entry) { return entry.function == function; })) {
    return translator.fail("a second entry point of one function is not supported");
  }
  translator.entryPoints.push_back(
      {function, readString(instruction.operands, 2).text, &instruction});
}

void translateExecutionMode(Translator &translator, const Instruction &instruction) {
  translator.executionModes[instruction.operand(0)].push_back(&instruction);
}

void translateName(Translator &translator, const Instruction &instruction) {
  translator.setName(instruction.operand(0), readString(instruction.operands, 1).text);
}

void translateString(Translator &translator, const Instruction &instruction) {
  translator.strings.push_back(readString(instruction.operands, 0).text);
}

void ignore(Translator &, const Instruction &) {}

constexpr HandlerRow rows[] = {
    {spv::Op::OpCapability, translateCapability},
    {spv::Op::OpExtension, translateExtension},
    {spv::Op::OpExtInstImport, translateImport},
    {spv::Op::OpMemoryModel, translateMemoryModel},
    {spv::Op::OpEntryPoint, translateEntryPoint},
    {spv::Op::OpExecutionMode, translateExecutionMode},
    {spv::Op::OpExecutionModeId, translateExecutionMode},
    {spv::Op::OpName, translateName},
    {spv::Op::OpString, translateString},
    // They say nothing about what a program does.
    {spv::Op::OpNop, ignore},
    {spv::Op::OpMemberName, ignore},
    {spv::Op::OpSource, ignore},
    {spv::Op::OpSourceContinued, ignore},
    {spv::Op::OpSourceExtension, ignore},
    {spv::Op::OpModuleProcessed, ignore},
    {spv::Op::OpLine, ignore},
    {spv::Op::OpNoLine, ignore},
};

}  // namespace

HandlerTable moduleHandlers() {
  return rows;
}

}  // namespace spirv_ll
