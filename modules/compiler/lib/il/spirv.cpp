// The way from compiler::Module's terms to spirv-ll's and back.

#include "il/spirv.h"

#include <algorithm>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "spirv-ll/spirv_ll.h"

namespace compiler::il {
namespace {

/// Returns the device as spirv-ll wants it: one list of extensions and features decides about
/// capabilities.
spirv_ll::Device describe(const DeviceProperties &properties) {
  spirv_ll::Device device{.addressBits = properties.addressBits, .features = properties.features};
  device.features.insert(device.features.end(), properties.extensions.begin(),
                         properties.extensions.end());
  const auto add = [&](bool isThere, const char *feature) {
    if (isThere) {
      device.features.emplace_back(feature);
    }
  };
  add(properties.hasHalf, "cl_khr_fp16");
  add(properties.hasDouble, "__opencl_c_fp64");
  add(properties.hasImages, "__opencl_c_images");
  add(properties.is64BitAtomics, "cl_khr_int64_base_atomics");
  return device;
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compileSPIRV(
    llvm::LLVMContext &context, std::span<const std::byte> il,
    std::span<const SpecializationConstant> constants, bool areShaders,
    const DeviceProperties &properties, std::string &log) {
  if (il.size() % sizeof(uint32_t) != 0) {
    log += "error: the size of the SPIR-V module is not a multiple of 4 bytes\n";
    return Failure{Error::invalidBinary, "the bytes are no SPIR-V module"};
  }
  // The bytes may be part of a message, at any address; words must be aligned.
  std::vector<uint32_t> words(il.size() / sizeof(uint32_t));
  std::ranges::copy(il, std::as_writable_bytes(std::span(words)).begin());
  std::vector<spirv_ll::Specialization> specializations;
  for (const SpecializationConstant &constant : constants) {
    specializations.push_back({constant.id, constant.value});
  }
  // The same translator serves OpenCL and Vulkan; the API decides about capabilities and storage
  // classes.
  spirv_ll::Device device = describe(properties);
  device.api = areShaders ? spirv_ll::Api::vulkan : spirv_ll::Api::openCL;
  auto module = spirv_ll::translate(context, words, device, specializations, &log);
  if (module) {
    return std::move(*module);
  }
  // One error with its place: the translator stops at the first.
  log += spirv_ll::toString(module.error());
  if (module.error().kind == spirv_ll::Error::Kind::notSpirv) {
    return Failure{Error::invalidBinary, "the bytes are no SPIR-V module"};
  }
  return Failure{Error::compileFailure, "the SPIR-V module cannot be compiled"};
}

}  // namespace compiler::il
