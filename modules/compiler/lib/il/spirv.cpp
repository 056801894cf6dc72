#include "il/spirv.h"

#include <algorithm>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "spirv-ll/spirv_ll.h"

namespace compiler::il {
namespace {

spirv_ll::Device describe(const DeviceFacts &facts) {
  spirv_ll::Device device{.addressBits = facts.addressBits, .features = facts.features};
  device.features.insert(device.features.end(), facts.extensions.begin(), facts.extensions.end());
  const auto add = [&](bool isThere, const char *feature) {
    if (isThere) {
      device.features.emplace_back(feature);
    }
  };
  add(facts.hasHalf, "cl_khr_fp16");
  add(facts.hasDouble, "__opencl_c_fp64");
  add(facts.hasImages, "__opencl_c_images");
  add(facts.is64BitAtomics, "cl_khr_int64_base_atomics");
  return device;
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compileSPIRV(
    llvm::LLVMContext &context, std::span<const std::byte> il,
    std::span<const SpecializationConstant> constants, bool areShaders, const DeviceFacts &facts,
    std::string &log) {
  if (il.size() % sizeof(uint32_t) != 0) {
    log += "error: the size of the SPIR-V module is not a multiple of 4 bytes\n";
    return Failure{Error::invalidBinary, "the bytes are no SPIR-V module"};
  }
  // They may come from a message, at any address.
  std::vector<uint32_t> words(il.size() / sizeof(uint32_t));
  std::ranges::copy(il, std::as_writable_bytes(std::span(words)).begin());
  std::vector<spirv_ll::Specialization> specializations;
  for (const SpecializationConstant &constant : constants) {
    specializations.push_back({constant.id, constant.value});
  }
  spirv_ll::Device device = describe(facts);
  device.api = areShaders ? spirv_ll::Api::vulkan : spirv_ll::Api::openCL;
  auto translation = spirv_ll::translate(context, words, device, specializations);
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
