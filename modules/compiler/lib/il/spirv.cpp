#include "il/spirv.h"

#include <algorithm>
#include <cstring>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "spirv-ll/spirv_ll.h"

namespace compiler::il {
namespace {

spirv_ll::Device describe(const DeviceFacts &facts) {
  const auto has = [&](const char *feature) {
    return std::ranges::find(facts.features, feature) != facts.features.end();
  };
  return {.addressBits = facts.addressBits,
          .hasHalf = facts.hasHalf,
          .hasDouble = facts.hasDouble,
          .has64BitAtomics = facts.is64BitAtomics,
          .hasGenericAddressSpace = has("__opencl_c_generic_address_space"),
          .hasWorkGroupFunctions = has("__opencl_c_work_group_collective_functions")};
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compileSPIRV(
    llvm::LLVMContext &context, std::span<const std::byte> il,
    std::span<const SpecializationConstant> constants, const DeviceFacts &facts, std::string &log) {
  if (il.size() % sizeof(uint32_t) != 0) {
    log += "error: the size of the SPIR-V module is not a multiple of 4 bytes\n";
    return Failure{Error::invalidBinary, "the bytes are no SPIR-V module"};
  }
  // They may come from a message, at any address.
  std::vector<uint32_t> words(il.size() / sizeof(uint32_t));
  std::memcpy(words.data(), il.data(), il.size());
  std::vector<spirv_ll::Specialization> specializations;
  for (const SpecializationConstant &constant : constants) {
    specializations.push_back({constant.id, constant.value});
  }
  auto translation = spirv_ll::translate(context, words, describe(facts), specializations);
  if (!translation.error) {
    return std::move(translation.module);
  }
  log += spirv_ll::toString(*translation.error);
  if (translation.error->kind == spirv_ll::Error::Kind::notSpirv) {
    return Failure{Error::invalidBinary, "the bytes are no SPIR-V module"};
  }
  return Failure{Error::compileFailure, "the SPIR-V module cannot be compiled"};
}

}  // namespace compiler::il
